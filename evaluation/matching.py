"""Ways to say which response mention is which mention of the key, and words that only one side has.

Source: exact, partial and head matching and the two ways to match empty nodes are those of the CorefUD
shared tasks (Žabokrtský et al. 2022; Novák et al. 2024; metrics.md, section 18).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.evaluation.alignment import Name, exact_names, ids_are_shared
from anaphora_workbench.evaluation.first_assignment import first_assignment
from anaphora_workbench.evaluation.mention_facts import offsets_of

# A word that both sides have: number of words before it that are not empty, then of empty nodes since.
Place = tuple[int, int]
_SPURIOUS = "response only"


def names_of(
    pair: DocumentPair, key: Sequence[Mention], response: Sequence[Mention], values: Mapping[str, Any]
) -> tuple[dict[str, Name], dict[str, Name]]:
    """Names of the mentions of both sides, by id; equal where the mentions are taken for the same."""
    how = values["mention_match"]
    has_empty = any(word.empty for word in pair.key.words) or any(word.empty for word in pair.response.words)
    # Chains without text count all words, elided ones too, as the document they were made of.
    wordless = not pair.key.words or not pair.response.words
    if how == "exact" and (wordless or not has_empty):
        return exact_names(key, response, ids_are_shared(pair.key, pair.response))
    key_place = _places(pair.key if pair.key.words else pair.response)
    response_place = _places(pair.response if pair.response.words else pair.key)
    if values["zero_match"] == "dependent":
        _match_by_dependencies(pair.key, key_place, pair.response, response_place)
    key_words = {mention.id: tuple(key_place[offset] for offset in offsets_of(mention)) for mention in key}
    response_words = {
        mention.id: tuple(response_place[offset] for offset in offsets_of(mention)) for mention in response
    }
    if how == "exact":
        key_places = set(key_words.values())
        return {name: words or name for name, words in key_words.items()}, {
            name: words or name if words in key_places else (_SPURIOUS, words or name)
            for name, words in response_words.items()
        }
    key_head = {mention.id: key_place[mention.head] for mention in key if mention.start >= 0}
    response_head = {mention.id: response_place[mention.head] for mention in response if mention.start >= 0}
    # In text order, so that of several equally good pairings the first in the text is taken.
    key, response = sorted(key, key=_by_start_and_end), sorted(response, key=_by_start_and_end)
    rows, columns, weights = [], [], []
    headed: dict[Hashable, list[int]] = {}
    for row, mention in enumerate(key):
        if mention.id in key_head:
            headed.setdefault(key_head[mention.id], []).append(row)
    for column, mention in enumerate(response):
        words = set(response_words[mention.id])
        heads = [response_head[mention.id]] if how == "head" and mention.id in response_head else words
        for head in heads:
            for row in headed.get(head, ()):
                true = set(key_words[key[row].id])
                if how == "head" or words <= true:
                    rows.append(row)
                    columns.append(column)
                    weights.append(Fraction(len(words & true), len(true)))
    of_key: dict[str, Name] = {mention.id: key_words[mention.id] or mention.id for mention in key}
    of_response: dict[str, Name] = {
        mention.id: (_SPURIOUS, response_words[mention.id] or mention.id) for mention in response
    }
    for cell in first_assignment(rows, columns, weights):
        of_response[response[columns[cell]].id] = of_key[key[rows[cell]].id]
    without_span = {mention.id for mention in key if mention.start < 0}
    for mention in response:
        if mention.start < 0 and mention.id in without_span:
            of_response[mention.id] = mention.id
    return of_key, of_response


def _by_start_and_end(mention: Mention) -> tuple[int, int, tuple[tuple[int, int], ...], str]:
    return mention.start, mention.end, tuple(mention.parts), mention.id


def _places(document: Document) -> list[Any]:
    """The place of each word by offset, and at -1 that of no word."""
    places: list[Place | None] = []
    full = since = 0
    for word in document.words:
        if word.empty:
            since += 1
            places.append((full, since))
        else:
            full += 1
            since = 0
            places.append((full, 0))
    if not places:
        longest = max((mention.end for mention in document.mentions), default=0)
        places = [(offset + 1, 0) for offset in range(longest)]
    return [*places, None]


def _match_by_dependencies(key: Document, key_place: list[Any], response: Document, response_place: list[Any]) -> None:
    """Give each empty node of the response the place of the key's with which it shares most dependencies.

    A dependency is parent and relation; agreeing in both counts more than agreeing in the parent only.
    Nodes of the response that match none get a place of their own.
    """
    for key_sentence, response_sentence in zip(key.sentences, response.sentences, strict=False):
        key_empty = [offset for offset in range(key_sentence.start, key_sentence.end) if key.words[offset].empty]
        response_empty = [
            offset for offset in range(response_sentence.start, response_sentence.end) if response.words[offset].empty
        ]
        rows, columns, weights = [], [], []
        for row, key_offset in enumerate(key_empty):
            wanted = key.words[key_offset].enhanced_dependencies
            parents = {parent for parent, _ in wanted}
            for column, response_offset in enumerate(response_empty):
                given = response.words[response_offset].enhanced_dependencies
                both = len(wanted & given)
                parent_only = len(parents & {parent for parent, _ in given})
                weight = Fraction(both * 10 + parent_only, 10 * len(wanted | given) or 1)
                if weight:
                    rows.append(row)
                    columns.append(column)
                    weights.append(weight)
        for offset in response_empty:
            response_place[offset] = (_SPURIOUS, offset)
        for cell in first_assignment(rows, columns, weights):
            response_place[response_empty[columns[cell]]] = key_place[key_empty[rows[cell]]]
