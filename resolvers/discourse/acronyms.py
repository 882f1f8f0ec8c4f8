"""Acronyms and short names of firms: *International Business Machines Corp.* is IBM; *Google LLC*, Google.

Source: ALIAS of Soon, Ng & Lim (2001, 2.2): what follows the name of a firm is left off, each word with a capital gives
its first letter, and the acronym stands with full stops or without. Raghunathan et al. (2010, 4.2.2) and Lee et al.
(2013) take the capitals of the whole name, so that a name has the acronym of both.
"""

from __future__ import annotations

from itertools import dropwhile

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.telling_words import determiners, telling_words

# What follows the name of a firm, without full stops.
_AFTER_A_FIRM = frozenset({"corp", "inc", "ltd", "co", "plc", "llc", "gmbh", "ag", "sa"})
_FEWEST = 2


def initials(discourse: Discourse, position: int) -> list[str]:
    """The acronyms that a name of several words may have; a determiner that opens it gives no letter.

    *The British Broadcasting Corp.*: BBC, BB. *Vitamin A*: VA.
    """
    mention, left_out = discourse.mentions[position], determiners(discourse.language)
    if mention.kind != "proper":
        return []
    forms = (word.form for word in discourse.document.words[mention.start : mention.end] if not word.empty)
    capitalised = [form for form in dropwhile(lambda form: form.lower() in left_out, forms) if form[:1].isupper()]
    firm = list(capitalised)
    while firm and firm[-1].lower().replace(".", "") in _AFTER_A_FIRM:
        firm.pop()
    of_either = dict.fromkeys("".join(form[0] for form in kept) for kept in (capitalised, firm))
    return [letters for letters in of_either if len(letters) >= _FEWEST]


def as_acronym(discourse: Discourse, position: int) -> str:
    """The letters of a name that may be an acronym, "" for any other: one word of capitals, with full stops or without.

    *the N.P.C.*: NPC.
    """
    if discourse.mentions[position].kind != "proper":
        return ""
    words = telling_words(discourse, position)
    letters = words[0].replace(".", "") if len(words) == 1 else ""
    return letters if letters.isupper() and len(letters) >= _FEWEST else ""
