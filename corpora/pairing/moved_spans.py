"""Spans of a response that would match if they were read otherwise: their ends exclusive, or counted from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, islice
from typing import Any, NamedTuple, Protocol

from anaphora_workbench.corpora.document import CoreferenceLayer, Document
from anaphora_workbench.corpora.support.errors import in_documents, quantity

Span = tuple[int, int]
# By how many words start and end move, and what that means.
READINGS = {
    (0, -1): "ends were exclusive",
    (0, 1): "ends were one word later",
    (-1, 0): "starts were one word earlier",
    (1, 0): "starts were one word later",
    (-1, -1): "all were one word earlier, as if counted from 1",
    (1, 1): "all were one word later",
    (-1, -2): "spans were counted from 1, their ends exclusive",
}
# Fewer that match otherwise may be chance.
_LEAST = 3
# Of this many mentions of a response, so few that match are hardly any.
_MANY, _HARDLY_ANY = 10, 0.1
# Documents that are named.
_SHOWN = 5
# Longer than any document, in words.
_FAR = 1 << 40


class Aligned(Protocol):
    """What is asked of an aligned document, whose module a score of texts that agree does without."""

    @property
    def document(self) -> Document: ...

    @property
    def edges(self) -> Any: ...

    @property
    def added_words(self) -> int: ...


@dataclass
class MovedSpans:
    """How many spans match as they stand, and by each other reading; ``+`` adds documents.

    Attributes:
        of_key, of_response: different spans of the side.
        documents: those whose own spans look moved, by id.
    """

    of_key: int = 0
    of_response: int = 0
    match: int = 0
    would_match: Counter[tuple[int, int]] = field(default_factory=Counter)
    documents: dict[str, MovedSpans] = field(default_factory=dict)

    def of_document(self, id: str) -> MovedSpans:
        """These as those of a document, which is named where most of its spans would match otherwise."""
        return replace(self, documents={id: self} if 2 * self._moved()[1] >= self.of_response > 0 else {})

    def __add__(self, other: MovedSpans) -> MovedSpans:
        return MovedSpans(
            self.of_key + other.of_key,
            self.of_response + other.of_response,
            self.match + other.match,
            self.would_match + other.would_match,
            self.documents | other.documents,
        )

    def as_json(self) -> list[Any]:
        """Plain values, which ``of_json`` reads."""
        return [
            self.of_key,
            self.of_response,
            self.match,
            [[*move, number] for move, number in self.would_match.items()],
        ]

    @classmethod
    def of_json(cls, content: list[Any]) -> MovedSpans:
        of_key, of_response, match, moves = content
        return cls(of_key, of_response, match, Counter({(start, end): number for start, end, number in moves}))

    def _moved(self) -> tuple[str, int]:
        """The reading by which more match than as they stand, and how many; none for fewer than three."""
        for reading, number in self.would_match.most_common(1):
            if number >= _LEAST and number > self.match:
                return READINGS[reading], number
        return "", 0

    def says(self) -> Iterator[str]:
        """What is to be said of them, or of single documents."""
        if self.of_key and not self.of_response:
            yield f"the response has no mention in a chain, the key {self.of_key}"
        found = "none matches" if not self.match else f"{self.match} match{'es' * (self.match == 1)}"
        begins = f"of {self.of_response} mentions {found}"
        reading, number = self._moved()
        if number:
            yield f"{begins}; {'all' if number == self.of_response else number} would if {reading}"
            return
        for id, spans in islice(self.documents.items(), _SHOWN):
            yield from (f"document {id}: {said}" for said in spans.says())
        if len(self.documents) > _SHOWN:
            yield f"{len(self.documents)} documents look so"
        most = min(self.of_response, self.of_key)
        if most >= (_MANY if self.match else _LEAST) and self.match < _HARDLY_ANY * most:
            yield f"{begins} one of the {self.of_key} of the key; are they mentions of the same words?"


class OtherWords(NamedTuple):
    """How many words of a document are others than its key's, of how many.

    Attributes:
        placeholder: the form that stands for all words of a side, if there is one.
        added: words that the key does not have.
    """

    changed: int
    words: int
    placeholder: str | None
    added: int = 0


def other_words_of(aligned: Aligned) -> OtherWords | None:
    """Which words of a response are others than its key's; None where none is."""
    if aligned.edges is None or not (aligned.edges.different or aligned.added_words):
        return None
    words = sum(not word.empty for word in aligned.document.words)
    return OtherWords(aligned.edges.different, words, aligned.edges.placeholder, aligned.added_words)


def says_other_words(other_words: Mapping[str, OtherWords]) -> Iterator[str]:
    """What is to be said of documents with other words than their key's, by id: nothing, or one sentence."""
    changed = {id: of_document.changed for id, of_document in other_words.items() if of_document.changed}
    if not changed:
        return
    placeholder = next((words.placeholder for words in other_words.values() if words.placeholder is not None), None)
    different = sum(changed.values())
    number = quantity(sum(other_words[id].words for id in changed), "word")
    documents = in_documents(changed)
    why = f"; the words are {placeholder or 'empty'}, so mentions are taken by their places" * (placeholder is not None)
    yield f"{different} of {number} differ{'s' * (different == 1)} from the key's, {documents}{why}"


def moved_spans(key: Iterable[Span], response: Iterable[Span], edges: tuple[dict[int, int], ...] = ()) -> MovedSpans:
    """Compare spans of key and response, ends exclusive.

    Args:
        edges: of the response's words, as starts and as ends, those of the key; none where they have the same words.
    """
    true = {start * _FAR + end for start, end in key}
    spans = set(response)
    numbers = _at_key(spans, (0, 0), edges) if edges else {start * _FAR + end for start, end in spans}
    found = MovedSpans(len(true), len(spans), len(true & numbers))
    if found.match < found.of_response:
        for move in READINGS:
            moved = _at_key(spans, move, edges) if edges else {number + move[0] * _FAR + move[1] for number in numbers}
            found.would_match[move] = len(true & moved)
    return found


def _at_key(spans: Iterable[Span], move: tuple[int, int], edges: Sequence[dict[int, int]]) -> set[int]:
    starts, ends = edges
    at_key = ((starts.get(start + move[0], -1), ends.get(end + move[1], -1)) for start, end in spans)
    return {start * _FAR + end for start, end in at_key if 0 <= start < end}


def moved_of_documents(
    key: Document, response: Document, aligned: Aligned, layers: tuple[CoreferenceLayer, CoreferenceLayer]
) -> MovedSpans:
    """The same for documents; empty nodes are no words.

    Args:
        response: as it was read.
    """
    if not key.words:
        return MovedSpans()
    edges = (dict(aligned.edges.starts), dict(aligned.edges.ends)) if aligned.edges is not None else ()
    found = moved_spans(_spans(key, layers[0], key), _spans(response, layers[1], key), edges)
    if not response.words:
        # Those known by their ids alone.
        without_place = {mention.id for mention in response.mentions if mention.start == mention.end == -1}
        named = without_place.intersection(layers[1].entity_of())
        found.of_response += len(named)
        found.match += len(named.intersection(layers[0].entity_of()))
    return found


def _spans(document: Document, layer: CoreferenceLayer, key: Document) -> list[Span]:
    """The spans of the mentions of a layer without gaps, in words that are no empty nodes."""
    words = document.words or key.words
    before = [0, *accumulate(not word.empty for word in words)]
    mentions = document.mention_by_id()
    placed = (mentions[member] for entity in layer.entities for member in entity.mentions)
    return [
        (before[mention.start], before[mention.end])
        for mention in placed
        if not mention.parts and 0 <= mention.start < mention.end < len(before)
    ]
