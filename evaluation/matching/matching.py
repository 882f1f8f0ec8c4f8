"""Which response mention is taken for which mention of the key, one to one.

Zeros are matched first by their dependencies, where that is asked for; then mentions that are equal; then the rest,
by head or partially, for the largest sum of similarities. Of equal sums that pairing is taken that is first by the
key's mention and then by the response's, mentions being ordered by first word, last word and number of words. By the
rule of CRAFT the rest is matched first come, first served.

Source: the CorefUD shared tasks (Žabokrtský et al. 2022; Novák et al. 2024), scorer 1.2; metrics.md, section 18.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from anaphora_workbench.corpora.document import ELSEWHERE, Document, DocumentPair, Mention, Word
from anaphora_workbench.corpora.formats.parts.mention_heads import head_of, is_zero, minimum_words
from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment
from anaphora_workbench.evaluation.matching.alignment import Name, ids_are_shared, span
from anaphora_workbench.evaluation.matching.mention_selection import identity

Span = tuple[int, int]
_SPURIOUS = "response only"
# That parent and relation of a dependency agree counts so much more than that the parent agrees.
_WITH_RELATION = 10


class Placed(NamedTuple):
    """A mention as matching sees it.

    Attributes:
        words: offsets of its words, a range where it has no gaps.
        head: offset of its head; of the first word of its minimum, where that is stated and asked for.
        minimum: offsets of the words that a partial match must have besides the head.
    """

    words: range | tuple[int, ...]
    head: int
    minimum: tuple[int, ...] = ()


def names_of(
    pair: DocumentPair, key: Sequence[Mention], response: Sequence[Mention], values: Mapping[str, Any]
) -> tuple[dict[str, Name], dict[str, Name]]:
    """Names of the mentions of both sides, by id; equal where the mentions are taken for the same.

    Args:
        pair: documents over shared words.
        key, response: the mentions that are scored.
        values: of all options.
    """
    how = values["mention_match"]
    by_head = how == "head"
    of_key: dict[str, Name] = {}
    of_response: dict[str, Name] = {}
    for mention in key:
        of_key[mention.id] = identity(mention, by_head) if mention.start >= 0 else mention.id
    left_of_key = [mention for mention in key if mention.start >= 0]
    left_of_response = [mention for mention in response if mention.start >= 0]
    if values["zero_match"] == "dependent":
        for true, answered in _zeros_matched(pair, left_of_key, left_of_response):
            of_response[answered.id] = of_key[true.id]
        taken = set(of_response.values())
        left_of_key = [mention for mention in left_of_key if of_key[mention.id] not in taken]
        left_of_response = [mention for mention in left_of_response if mention.id not in of_response]
    if how == "exact":
        names = {of_key[mention.id] for mention in left_of_key}
        for mention in left_of_response:
            name = span(mention)
            if name in names:
                of_response[mention.id] = name
    else:
        places = [placed(mention, pair.key if how == "partial" else None) for mention in left_of_key]
        for row, column in matched(places, [placed(mention) for mention in left_of_response], how):
            of_response[left_of_response[column].id] = of_key[left_of_key[row].id]
    _name_the_rest(of_key, of_response, pair, key, response, by_head)
    return of_key, of_response


def renamed(
    key: Entities, response: Entities, heads: tuple[Mapping[Span, int], Mapping[Span, int]], how: str
) -> list[list[Hashable]]:
    """The entities of a response, each span under the name of the key's that it is taken for.

    Args:
        key, response: entities of spans, no span twice on one side.
        heads: offset of the head of each span, of key and of response.
    """
    of_key, of_response = ([mention for entity in side for mention in entity] for side in (key, response))
    places = [
        [Placed(range(*mention), head_of_span[mention]) for mention in side]  # type: ignore[misc, index]
        for side, head_of_span in zip((of_key, of_response), heads, strict=True)
    ]
    name = {of_response[column]: of_key[row] for row, column in matched(places[0], places[1], how)}
    in_key = set(of_key)
    return [
        [name.get(mention) or ((_SPURIOUS, mention) if mention in in_key else mention) for mention in entity]
        for entity in response
    ]


def matched(key: Sequence[Placed], response: Sequence[Placed], how: str) -> list[tuple[int, int]]:
    """Positions of key and response mentions taken for the same: equal ones, then the best pairing of the rest.

    Args:
        key, response: no two on one side with equal words and, under head match, equal heads.
        how: ``head``: the heads are equal, similarity |K∩R| / |K|; ``partial``: the words of the response are among
            those of the key and hold the key's head or minimum, similarity |R| / |K|; ``partial-craft``: see
            ``_first_come``.
    """
    by_head = how == "head"
    row_of = {(place if by_head else place.words): row for row, place in enumerate(key)}
    pairs = []
    rest_of_response = []
    for column, place in enumerate(response):
        row = row_of.pop(place if by_head else place.words, None)
        if row is None:
            rest_of_response.append(column)
        else:
            pairs.append((row, column))
    if not row_of or not rest_of_response:
        return pairs
    key_order = sorted(row_of.values(), key=lambda row: _order(key[row]))
    response_order = sorted(rest_of_response, key=lambda column: _order(response[column]))
    if how == "partial-craft":
        served = _first_come([key[row] for row in key_order], [response[column] for column in response_order])
        return pairs + [(key_order[row], response_order[column]) for row, column in served]
    headed: dict[int, list[int]] = {}
    for number, row in enumerate(key_order):
        headed.setdefault(key[row].head, []).append(number)
    rows, columns, similarities = [], [], []
    for number, column in enumerate(response_order):
        words, head, _ = response[column]
        for candidate in (head,) if by_head else words:
            for row in headed.get(candidate, ()):
                true = key[key_order[row]].words
                common = _in_common(true, words)
                if by_head or (common == len(words) and set(key[key_order[row]].minimum) <= set(words)):
                    rows.append(row)
                    columns.append(number)
                    similarities.append(Fraction(common, len(true)))
    chosen = first_assignment(rows, columns, similarities)
    return pairs + [(key_order[rows[cell]], response_order[columns[cell]]) for cell in chosen]


def _first_come(key: Sequence[Placed], response: Sequence[Placed]) -> list[tuple[int, int]]:
    """Each response mention with the first key mention whose first stretch holds one of its stretches.

    If that one is taken the response mention is matched with nothing.

    Args:
        key, response: in text order.

    Source: the CRAFT shared task (2019), as in the Universal Anaphora scorer 2.0.
    """
    firsts = [_stretches(place.words)[0] for place in key]
    taken: set[int] = set()
    pairs = []
    for column, place in enumerate(response):
        stretches = _stretches(place.words)
        inside = (
            row
            for row, (start, end) in enumerate(firsts)
            if any(start <= first and last <= end for first, last in stretches)
        )
        row = next(inside, None)
        if row is not None and row not in taken:
            taken.add(row)
            pairs.append((row, column))
    return pairs


def _stretches(words: range | tuple[int, ...]) -> list[tuple[int, int]]:
    """First and last word of each stretch without a gap."""
    if isinstance(words, range):
        return [(words[0], words[-1])]
    begins = [place for place in range(len(words)) if not place or words[place] != words[place - 1] + 1]
    return [(words[first], words[last - 1]) for first, last in pairwise([*begins, len(words)])]


def _order(place: Placed) -> tuple[int, int, int, tuple[int, ...], int]:
    words = place.words
    return words[0], words[-1], len(words), () if isinstance(words, range) else words, place.head


def placed(mention: Mention, document: Document | None = None) -> Placed:
    """A mention with a span as matching sees it.

    Args:
        document: it is of; given where the minimum that it states is asked for.
    """
    offsets = mention.offsets
    continuous = offsets[-1] - offsets[0] + 1 == len(offsets)
    words = range(offsets[0], offsets[-1] + 1) if continuous else tuple(offsets)
    minimum = () if document is None else minimum_words(mention, document)
    return Placed(words, minimum[0], minimum[1:]) if minimum else Placed(words, head_of(mention))


def _in_common(words: range | tuple[int, ...], others: range | tuple[int, ...]) -> int:
    if isinstance(words, range) and isinstance(others, range):
        return max(0, min(words.stop, others.stop) - max(words.start, others.start))
    return len(set(words) & set(others))


def _name_the_rest(
    of_key: Mapping[str, Name],
    of_response: dict[str, Name],
    pair: DocumentPair,
    key: Iterable[Mention],
    response: Iterable[Mention],
    by_head: bool,
) -> None:
    """Name the mentions of the response that were not matched by their words: by id, or as its own."""
    by_id = ids_are_shared(pair.key, pair.response)
    without_span = {mention.id for mention in key if mention.start < 0}
    key_names = set(of_key.values())
    for mention in response:
        if mention.id in of_response:
            continue
        name: Hashable = identity(mention, by_head) if mention.start >= 0 else mention.id
        if by_id and mention.end != ELSEWHERE and mention.id in (of_key if mention.start < 0 else without_span):
            of_response[mention.id] = of_key[mention.id]
        else:
            of_response[mention.id] = (_SPURIOUS, name) if name in key_names else name


def _zeros_matched(
    pair: DocumentPair, key: Sequence[Mention], response: Sequence[Mention]
) -> Iterable[tuple[Mention, Mention]]:
    """Zeros of both sides with like dependencies, in an assignment of the largest sum of

        10 · F(D_k, D_r) + F(P_k, P_r)    F(X, Y) = 2 |X∩Y| / (|X| + |Y|)

    over zeros of one sentence; D: pairs of parent and relation in DEPS of the head, P: the parents.
    """
    zeros = [
        sorted((mention for mention in side if is_zero(mention, document)), key=lambda zero: _order(placed(zero)))
        for side, document in ((key, pair.key), (response, pair.response))
    ]
    if not all(zeros):
        return []
    of_sentence: dict[int, list[tuple[int, frozenset[tuple[str, str]]]]] = {}
    for column, zero in enumerate(zeros[1]):
        in_sentence = of_sentence.setdefault(pair.key.sentence_number(head_of(zero)), [])
        in_sentence.append((column, _dependencies(pair.response, zero)))
    rows, columns, similarities = [], [], []
    for row, zero in enumerate(zeros[0]):
        wanted = _dependencies(pair.key, zero)
        for column, given in of_sentence.get(pair.key.sentence_number(head_of(zero)), ()):
            similarity = _WITH_RELATION * _f1(wanted, given) + _f1(_parents(wanted), _parents(given))
            if similarity:
                rows.append(row)
                columns.append(column)
                similarities.append(similarity)
    return [(zeros[0][rows[cell]], zeros[1][columns[cell]]) for cell in first_assignment(rows, columns, similarities)]


def _dependencies(document: Document, zero: Mention) -> frozenset[tuple[str, str]]:
    word: Word = document.words[head_of(zero)]
    return frozenset(word.enhanced_dependencies)


def _parents(dependencies: Iterable[tuple[str, str]]) -> set[str]:
    return {parent for parent, _ in dependencies}


def _f1(wanted: frozenset[Any] | set[str], given: frozenset[Any] | set[str]) -> Fraction:
    common = len(wanted & given)
    return Fraction(2 * common, len(wanted) + len(given)) if common else Fraction(0)
