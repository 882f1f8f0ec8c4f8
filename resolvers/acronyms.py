"""Acronyms of names, and what firms are called: *International Business Machines Corp.* is IBM; *Google LLC*, Google.

Source: ALIAS of Soon, Ng & Lim (2001, 2.2): what follows the name of a firm is left off, each word with a capital gives
its first letter, and the acronym stands with full stops or without. Raghunathan et al. (2010, 4.2.2) and Lee et al.
(2013) take the capitals of the whole name, so that a name has the acronym of both.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.telling_words import determiners, telling_words

# What follows the name of a firm, without full stops.
_AFTER_A_FIRM = frozenset({"corp", "inc", "ltd", "co", "plc", "llc", "gmbh", "ag", "sa"})
# Words that say as much, each of which gives an acronym its letter.
_CALLED_A_FIRM = _AFTER_A_FIRM | {"corporation", "incorporated", "limited", "company"}
_FEWEST = 2


def initials(discourse: Discourse, position: int) -> list[str]:
    """The acronyms that a name of several words may have; a determiner that opens it gives no letter.

    *The British Broadcasting Corp.*: BBC, BB. *Vitamin A*: VA.
    """
    mention, left_out = discourse.mentions[position], determiners(discourse.language)
    if mention.kind != "proper":
        return []
    words = (word.form for word in discourse.document.words[mention.start : mention.end] if not word.empty)
    capitalised = [form for form in dropwhile(lambda form: form.lower() in left_out, words) if form[:1].isupper()]
    kept = (capitalised, _of_firm(capitalised, _AFTER_A_FIRM))
    of_either = dict.fromkeys("".join(form[0] for form in forms) for forms in kept)
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


def short_forms(discourse: Discourse) -> dict[int, int]:
    """Names of things, each with the nearest one before it of which it is the acronym or the firm, or the other way.

    *The European Union … the EU*, *Google … Google LLC*. Both are positions.
    """
    spelled: dict[str, int] = {}
    abbreviated: dict[str, int] = {}
    # Of each firm by its words, with what follows these.
    called: dict[tuple[str, ...], dict[tuple[str, ...], int]] = {}
    links: dict[int, int] = {}
    for position, mention in enumerate(discourse.mentions):
        if mention.kind != "proper" or NEUTER not in mention.gender:
            # Persons have initials, but who else has the same may be another one.
            continue
        letters, spellings = as_acronym(discourse, position), initials(discourse, position)
        words = tuple(word.lower() for word in telling_words(discourse, position))
        firm = tuple(_of_firm(words, _CALLED_A_FIRM))
        others = [spelled.get(letters), *map(abbreviated.get, spellings)]
        others += [other for form, other in called.get(firm, {}).items() if form != words]
        apart = [other for other in others if other is not None and discourse.mentions[other].end <= mention.start]
        if apart:
            links[position] = max(apart)
        spelled |= dict.fromkeys(spellings, position)
        if letters:
            abbreviated[letters] = position
        if firm:
            called.setdefault(firm, {})[words] = position
    return links


def _of_firm(words: Sequence[str], endings: frozenset[str]) -> Sequence[str]:
    """The words of a name without what follows that of a firm."""
    last = len(words)
    while last and words[last - 1].lower().replace(".", "") in endings:
        last -= 1
    return words[:last]
