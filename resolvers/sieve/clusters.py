"""Clusters of the sieve: entities whose mentions share their attributes, heads and words.

Source: Raghunathan et al. (2010), 4.1 (attribute sharing) and 4.2.3 (cluster head match, word inclusion).
"""

from bisect import bisect_left, insort

from anaphora_workbench.corpora.document import ANY_NUMBER
from anaphora_workbench.resolvers.discourse.discourse import Discourse, Features
from anaphora_workbench.resolvers.discourse.entities import Entities

# What a word is that tells nothing of what a noun phrase names; titles are left out besides.
_FUNCTION_TAGS = frozenset({"DET", "ADP", "PRON", "CCONJ", "SCONJ", "AUX", "PART", "PUNCT"})


def content_words(discourse: Discourse, position: int) -> frozenset[str]:
    """The words of a mention that tell what it names, in lower case."""
    mention, titles = discourse.mentions[position], discourse.language.words("surname_titles.words")
    words = discourse.document.words[mention.start : mention.end]
    return frozenset(word.form.lower() for word in words if word.upos not in _FUNCTION_TAGS and not word.empty) - titles


def is_nominal(discourse: Discourse, position: int) -> bool:
    """Whether it is a name or noun phrase; pronouns, indefinite ones too, are none, nor times and quantities."""
    mention, skip = discourse.mentions[position], discourse.skip[position]
    return not mention.is_pronoun and mention.pronoun_type is None and skip != "time"


def nearby(positions: list[int], position: int, before: int, after: int = 0) -> list[int]:
    """Those of a list in text order that stand next to a position.

    Args:
        before: at most so many that stand before it.
        after: at most so many of the others.
    """
    place = bisect_left(positions, position)
    return positions[max(0, place - before) : place + after]


class Clusters(Entities):
    """All mentions of a discourse, each in a cluster from the beginning.

    A cluster allows every number and gender that one of its members is known to have; where none is known, any.

    Attributes:
        first: per cluster its first mention in the text.
        words: per cluster the words of its mentions, in lower case, but determiners, titles and function words.
        nominals: per cluster its names and noun phrases, in text order.
        linked: per cluster its mentions that were linked to an earlier one, in text order.
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
        self.words: list[set[str]] = []
        self.nominals: list[list[int]] = []
        self.linked: list[list[int]] = []
        # Per cluster the numbers and genders that its members are known to have; *a person* tells no gender.
        self._known: list[Features] = []
        for position in range(len(discourse.mentions)):
            self.found(position)

    def found(self, position: int) -> int:
        self.first.append(position)
        self.words.append(set(self.own_words[position]))
        self.nominals.append([position] if is_nominal(self._discourse, position) else [])
        self.linked.append([])
        self._known.append(self._known_of(position))
        return super().found(position)

    def link(self, later: int, earlier: int) -> None:
        """Let the cluster of a mention join that of an earlier one."""
        self.merge(self.of[later], self.of[earlier])
        insort(self.linked[self.of[later]], later)

    def merge(self, entity: int, other: int) -> None:
        if entity != other:
            for of_cluster in (self.nominals, self.linked):
                of_cluster[entity], of_cluster[other] = [], _united(of_cluster[entity], of_cluster[other])
        super().merge(entity, other)

    def join(self, position: int, entity: int) -> None:
        (number, gender), (own_number, own_gender) = self._known[entity], self._known_of(position)
        self._known[entity] = number | own_number, gender | own_gender
        super().join(position, entity)
        self.first[entity] = min(self.first[entity], position)
        self.words[entity] |= self.own_words[position]

    def with_member(self, entity: int, position: int) -> Features:
        number, gender = self._known[entity]
        return number or ANY_NUMBER, gender or super().with_member(entity, position)[1]

    def is_first(self, position: int) -> bool:
        """Whether a mention is the first of its cluster."""
        return self.first[self.of[position]] == position

    def _known_of(self, position: int) -> Features:
        number, gender = self._discourse.number[position], self._discourse.gender[position]
        nothing: frozenset[str] = frozenset()
        return number if len(number) == 1 else nothing, gender if len(gender) == 1 else nothing


def _united(positions: list[int], others: list[int]) -> list[int]:
    """Two lists in text order as one; the longer one is changed, so that a cluster can grow by one at a time."""
    fewer, more = sorted((positions, others), key=len)
    for position in fewer:
        insort(more, position)
    return more
