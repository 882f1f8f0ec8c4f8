"""Links that ``best`` takes from rules and asks no weights for: of first and second persons, and of short names.

Acronyms and other short names are too rare in the texts to learn from for the weight that they deserve (resolvers.md,
8.2). Source: our own.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from anaphora_workbench.resolvers.acronyms import short_forms
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import FIRST, NAME, SECOND
from anaphora_workbench.resolvers.short_names import called_by_kind, countries, given_names, in_brackets, nicknames
from anaphora_workbench.resolvers.speech_pronouns import speech_links
from anaphora_workbench.resolvers.told_parties import told_parties

# What links a name with another; where several do, the last of them decides.
RULES_OF_NAMES: Mapping[str, Callable[[Discourse], Mapping[int, int]]] = {
    "with or without a surname": given_names,
    "title or kind": called_by_kind,
    "other name of a country": countries,
    "in brackets": in_brackets,
    "nickname": nicknames,
    "short form": short_forms,
}


def sure_links(table: MentionTable) -> dict[int, int]:
    """Links by rule, (later, earlier) by position.

    Outside quotations first and second persons are linked as by ``speech-pronouns``, in them to who the words around
    tell.
    """
    return {**table.once(_links_of_speech), **table.once(links_of_names)}


def links_of_names(table: MentionTable) -> dict[int, int]:
    """The links of names, (later, earlier) by position."""
    links: dict[int, int] = {}
    for rule in RULES_OF_NAMES.values():
        links.update(rule(table.discourse))
    return links


def _links_of_speech(table: MentionTable) -> dict[int, int]:
    asked = np.isin(table.kind, (FIRST, SECOND)) & (table.quotation < 0)
    names = _Names.of(table)
    links: dict[int, int] = {}
    for later, earlier in speech_links(table.discourse):
        if asked[later] or (asked[earlier] and table.kind[later] == NAME and not names.has_other(later)):
            links[later] = earlier
        elif asked[earlier] and earlier not in links:
            # *From: Ann Lee … I … Ann*: *Ann* goes with *Ann Lee*, and *I* with both.
            longer = names.last_longer(later, earlier) if table.kind[later] == NAME else None
            if longer is not None:
                links[earlier] = longer
    return {**links, **told_parties(table.discourse)}


@dataclass(frozen=True)
class _Names:
    """The names of a text by their words.

    Attributes:
        content: of each mention. places: of the names of the same words, in text order. sharing: by word, the words of
            the names that have it.
    """

    content: list[frozenset[str]]
    places: dict[frozenset[str], list[int]]
    sharing: dict[str, list[frozenset[str]]]

    @classmethod
    def of(cls, table: MentionTable) -> _Names:
        content = table.content
        places: dict[frozenset[str], list[int]] = {}
        for position in np.flatnonzero(table.kind == NAME).tolist():
            places.setdefault(content[position], []).append(position)
        sharing: dict[str, list[frozenset[str]]] = {}
        for words in places:
            for word in words:
                sharing.setdefault(word, []).append(words)
        return cls(content, places, sharing)

    def has_other(self, name: int) -> bool:
        """Whether a name before it, by which it could be linked, has some of its words, but not the same ones."""
        own = self.content[name]
        others = (words for word in own for words in self.sharing[word] if words != own)
        return any(self.places[words][0] < name for words in others)

    def last_longer(self, name: int, limit: int) -> int | None:
        """The last name before a place that has all words of a name and more."""
        own = self.content[name]
        longer = {words for word in own for words in self.sharing[word] if words > own}
        before = (bisect_left(self.places[words], limit) for words in longer)
        return max((self.places[words][at - 1] for words, at in zip(longer, before, strict=True) if at), default=None)
