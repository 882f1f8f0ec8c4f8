"""Acronyms of names, and what firms are called: *International Business Machines Corp.* is IBM; *Google LLC*, Google.

Source: ALIAS of Soon, Ng & Lim (2001, 2.2): what follows the name of a firm is left off, each word with a capital gives
its first letter, and the acronym stands with full stops or without. Raghunathan et al. (2010, 4.2.2) and Lee et al.
(2013) take the capitals of the whole name, so that a name has the acronym of both.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import dropwhile

from anaphora_workbench.corpora.document import NEUTER
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.telling_words import determiners, telling_words

# What follows the name of a firm, without full stops.
_AFTER_A_FIRM = frozenset({"corp", "inc", "ltd", "co", "plc", "llc", "gmbh", "ag", "sa"})
_FEWEST = 2
_NUMERAL = re.compile("[ivxl]+")


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


def short_forms(discourse: Discourse) -> dict[int, int]:
    """Names of things, each with the nearest one before it of which it is the acronym or the firm, or the other way.

    *The European Union … the EU*, *Google … Google LLC*. Both are positions. Letters that two names of the text have
    (*South America*, *San Antonio*) link none of them, nor does what a firm is called if a person is, too (*Ford*).
    """
    words = {
        position: tuple(word.lower() for word in telling_words(discourse, position))
        for position, mention in enumerate(discourse.mentions)
        if mention.kind == "proper" and NEUTER in mention.gender
    }
    links: dict[int, int] = {}
    for partners in (_acronyms_of(discourse, words), _firms_of(discourse, words)):
        for position, groups in partners.items():
            nearest = max(_nearest_before(discourse, position, group) for group in groups)
            if nearest >= 0:
                links[position] = nearest
    return links


def _nearest_before(discourse: Discourse, position: int, others: Sequence[int]) -> int:
    """The last of some positions in ascending order whose mention ends before another one begins, -1 for none."""
    start = discourse.mentions[position].start
    for place in range(bisect_left(others, position) - 1, -1, -1):
        if discourse.mentions[others[place]].end <= start:
            return others[place]
    return -1


def _acronyms_of(discourse: Discourse, words: Mapping[int, tuple[str, ...]]) -> dict[int, list[list[int]]]:
    """By position of an acronym those of what it stands for, and by that the acronyms, in groups."""
    spelled: dict[str, list[int]] = {}
    for position in words:
        # *World War II*: its letters are no initials.
        if (
            words[position]
            and discourse.mentions[position].gender == {NEUTER}
            and not _NUMERAL.fullmatch(words[position][-1])
        ):
            for letters in initials(discourse, position):
                spelled.setdefault(letters, []).append(position)
    # With two letters only what is of one kind goes together.
    long_of: dict[tuple[str, str], list[int]] = {}
    short_of: dict[tuple[str, str], list[int]] = {}

    def group(letters: str, position: int) -> tuple[str, str]:
        return letters, discourse.mentions[position].entity_type if len(letters) == _FEWEST else ""

    for letters, positions in spelled.items():
        if len({words[position] for position in positions}) == 1:
            for position in positions:
                long_of.setdefault(group(letters, position), []).append(position)
    for position in words:
        key = group(as_acronym(discourse, position), position)
        if key in long_of:
            short_of.setdefault(key, []).append(position)
    partners: dict[int, list[list[int]]] = {}
    for key, shorts in short_of.items():
        for positions, others in ((shorts, long_of[key]), (long_of[key], shorts)):
            for position in positions:
                partners.setdefault(position, []).append(others)
    return partners


def _firms_of(discourse: Discourse, words: Mapping[int, tuple[str, ...]]) -> dict[int, list[list[int]]]:
    """By position of a name those of the same firm with another ending, or none, in groups."""
    language = discourse.language
    full = language.paired("firms.short", "firms.full")
    endings = language.words("firms.short") | language.words("firms.full") | language.words("firms.other")
    persons = {
        telling_words(discourse, position)[-1].lower()
        for position, mention in enumerate(discourse.mentions)
        if mention.kind == "proper" and NEUTER not in mention.gender and telling_words(discourse, position)
    }
    by_firm: dict[tuple[str, ...], dict[tuple[str, ...], list[int]]] = {}
    for position, of_name in words.items():
        last = len(of_name)
        while last and of_name[last - 1].replace(".", "") in endings:
            last -= 1
        ending = tuple(full.get(word.replace(".", ""), word.replace(".", "")) for word in of_name[last:])
        if last and not (last == 1 and of_name[0] in persons):
            by_firm.setdefault(of_name[:last], {}).setdefault(ending, []).append(position)
    partners: dict[int, list[list[int]]] = {}
    for by_ending in by_firm.values():
        # Of *Siemens AG* and *Siemens Ltd.* neither is *Siemens* for sure.
        if len(by_ending.keys() - {()}) != 1:
            continue
        by_words: dict[tuple[str, ...], list[int]] = {}
        for position in (position for positions in by_ending.values() for position in positions):
            by_words.setdefault(words[position], []).append(position)
        for form, positions in by_words.items():
            others = [group for other, group in by_words.items() if other != form]
            partners |= dict.fromkeys(positions, others) if others else {}
    return partners
