"""Acronyms of names: *International Business Machines Corp.* is IBM, or I.B.M.

Source: ALIAS of Soon, Ng & Lim (2001, 2.2): what follows the name of a firm is left off, each word with a capital gives
its first letter, and the acronym stands with full stops or without. Raghunathan et al. (2010, 4.2.2) and Lee et al.
(2013) take the capitals of the whole name, so that a name has the acronym of both.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import dropwhile

from anaphora_workbench.corpora.languages.language import Language
from anaphora_workbench.resolvers.discourse import Discourse

# What follows the name of a firm, without full stops.
_AFTER_A_FIRM = frozenset({"corp", "inc", "ltd", "co", "plc", "llc", "gmbh", "ag", "sa"})
_FEWEST = 2


@lru_cache(maxsize=8)
def determiners(language: Language) -> frozenset[str]:
    """The determiners that do not tell one thing from another."""
    kinds = ("definite_article", "indefinite_article", "demonstrative", "possessive", "unstressed")
    return frozenset().union(*(language.words(f"determiners.{kind}") for kind in kinds))


@lru_cache(maxsize=8)
def telling_nothing(language: Language) -> frozenset[str]:
    """Determiners and possessive marks."""
    marks = language.words("possessive_marks.straight") | language.words("possessive_marks.curly")
    return determiners(language) | marks


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
    mention = discourse.mentions[position]
    if mention.kind != "proper":
        return ""
    left_out = telling_nothing(discourse.language)
    forms = (word.form for word in discourse.document.words[mention.start : mention.end] if not word.empty)
    told = [form for form in forms if form.lower() not in left_out and any(letter.isalnum() for letter in form)]
    letters = told[0].replace(".", "") if len(told) == 1 else ""
    return letters if letters.isupper() and len(letters) >= _FEWEST else ""
