"""Clusters of the sieve: entities whose mentions share their attributes, heads and words.

Source: Raghunathan et al. (2010), 4.1 (attribute sharing) and 4.2.3 (cluster head match, word inclusion).
"""

from __future__ import annotations

from anaphora_workbench.corpora.document import ANY_GENDER, ANY_NUMBER
from anaphora_workbench.resolvers.discourse import Discourse, Features
from anaphora_workbench.resolvers.entities import Entities

# What a word is that tells nothing of what a noun phrase names; titles are left out besides.
_FUNCTION_TAGS = frozenset({"DET", "ADP", "PRON", "CCONJ", "SCONJ", "AUX", "PART", "PUNCT"})


def content_words(discourse: Discourse, position: int) -> frozenset[str]:
    """The words of a mention that tell what it names, in lower case."""
    mention, titles = discourse.mentions[position], discourse.language.words("surname_titles.words")
    words = discourse.document.words[mention.start : mention.end]
    return frozenset(word.form.lower() for word in words if word.upos not in _FUNCTION_TAGS and not word.empty) - titles


class Clusters(Entities):
    """All mentions of a discourse, each in a cluster from the beginning.

    A cluster allows every number and gender that one of its members is known to have; where none is known, any.

    Attributes:
        first: per cluster its first mention in the text.
        heads: per cluster the head words of its mentions, in lower case; pronouns have none.
        words: likewise all its words but determiners, titles and function words.
    """

    def __init__(self, discourse: Discourse) -> None:
        super().__init__(discourse)
        self.own_words: list[frozenset[str]] = []
        self.own_head: list[str] = []
        for position, mention in enumerate(discourse.mentions):
            nominal = not mention.is_pronoun
            self.own_words.append(content_words(discourse, position) if nominal else frozenset())
            self.own_head.append(discourse.document.words[mention.head].form.lower() if nominal else "")
        self.first: list[int] = []
        self.heads: list[set[str]] = []
        self.words: list[set[str]] = []
        for position in range(len(discourse.mentions)):
            self.found(position)

    def found(self, position: int) -> int:
        self.first.append(position)
        self.heads.append({self.own_head[position]} - {""})
        self.words.append(set(self.own_words[position]))
        return super().found(position)

    def join(self, position: int, entity: int) -> None:
        super().join(position, entity)
        self.first[entity] = min(self.first[entity], position)
        self.heads[entity] |= {self.own_head[position]} - {""}
        self.words[entity] |= self.own_words[position]

    def with_member(self, entity: int, position: int) -> Features:
        members, discourse = self.members[entity], self._discourse
        number = frozenset().union(*(discourse.number[m] for m in members if discourse.number[m] != ANY_NUMBER))
        gender = frozenset().union(*(discourse.gender[m] for m in members if discourse.gender[m] != ANY_GENDER))
        return number or ANY_NUMBER, gender or ANY_GENDER

    def is_first(self, position: int) -> bool:
        """Whether a mention is the first of its cluster."""
        return self.first[self.of[position]] == position

    def earlier_members(self, position: int, before: int) -> list[int]:
        """The mentions of a mention's cluster that stand before another one."""
        return [member for member in self.members[self.of[position]] if member < before]
