"""A slow, plain scorer of CorefUD files, written from the definitions (metrics.md) alone, to check a fast one by.

All arithmetic is exact (`Fraction`); nothing is optimised; only the standard library is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import lcm
from pathlib import Path
from typing import Literal

Match = Literal["exact", "partial", "head"]
Zeros = Literal["dependent", "linear"]

Word = tuple[int, int, int]
"""(sentence number in the file, k, j): word k is (s, k, 0), empty node k.j is (s, k, j) (metrics.md 18)."""
Dependencies = frozenset[tuple[Word, str]]
Triple = tuple[Fraction, Fraction, Fraction]
Partition = Sequence[frozenset[int]]


# ---------------------------------------------------------------- the CoNLL-U reader


@dataclass(frozen=True)
class Mention:
    """A set of words with the head stated in the file (metrics.md 18)."""

    words: tuple[Word, ...]
    head: Word

    @property
    def is_zero(self) -> bool:
        """Whether the head is an empty node (metrics.md 18)."""
        return self.head[2] > 0

    @property
    def place(self) -> tuple[Word, Word, int, tuple[Word, ...], Word]:
        """The order of rows and columns, made total: first word, last word, number of words (metrics.md 18)."""
        return self.words[0], self.words[-1], len(self.words), self.words, self.head


@dataclass
class Document:
    """A document: its entities by first opening bracket, and DEPS of its empty nodes (metrics.md 18)."""

    entities: list[list[Mention]] = field(default_factory=list)
    dependencies: dict[Word, Dependencies] = field(default_factory=dict)
    text: list[tuple[str, ...]] = field(default_factory=list)


@dataclass
class OpenMention:
    """A mention being read, up to its last closing bracket (formats.md)."""

    entity: str
    parts: int
    head: int
    part: int = 1
    is_open: bool = True
    words: list[Word] = field(default_factory=list)


def word_id(sentence: int, written: str) -> Word:
    """The word that an ID or the parent of a DEPS item names; empty nodes stay in their sentence (metrics.md 18)."""
    whole, _, decimal = written.partition(".")
    return sentence, int(whole), int(decimal or 0)


def read_dependencies(sentence: int, written: str) -> Dependencies:
    """The (parent word, relation) pairs of a DEPS column (metrics.md 18, step 1)."""
    if written == "_":
        return frozenset()
    pairs = (item.partition(":") for item in written.split("|"))
    return frozenset((word_id(sentence, parent), relation) for parent, _, relation in pairs)


BRACKET = re.compile(r"\(([^()]+)(\)?)|([^()]+)\)")
PART = re.compile(r"^(.*)\[(\d+)/(\d+)\]$")


class DocumentReader:
    """Collects the mentions of one document word by word (formats.md)."""

    def __init__(self) -> None:
        """Start with no mention (formats.md)."""
        self.document = Document()
        self.mentions: list[OpenMention] = []

    def add_word(self, word: Word, value: str | None, fields: Sequence[str]) -> None:
        """Open, extend and close mentions at one word (formats.md)."""
        end = 0
        for bracket in BRACKET.finditer(value or ""):
            if bracket.start() != end:
                raise ValueError(f"{word}: cannot read Entity={value}")
            end = bracket.end()
            opened, single, closed = bracket.groups()
            if opened is None:
                entity, part, _ = self._name_and_part(closed)
                self._mark_closed(entity, part, word)
            else:
                mention = self._open(opened, fields, word)
                if single:
                    mention.words.append(word)
                    mention.is_open = False
        if end != len(value or ""):
            raise ValueError(f"{word}: cannot read Entity={value}")
        for mention in self.mentions:
            if mention.is_open:
                mention.words.append(word)

    def _mark_closed(self, entity: str, part: int, word: Word) -> None:
        """End the mention of this entity and part that was opened last (formats.md)."""
        for mention in reversed(self.mentions):
            if mention.is_open and mention.entity == entity and mention.part == part:
                mention.words.append(word)
                mention.is_open = False
                return
        raise ValueError(f"{word}: entity {entity} closes but is not open")

    def _open(self, written: str, fields: Sequence[str], word: Word) -> OpenMention:
        """Begin a mention, or the next part of a discontinuous one (formats.md)."""
        if not fields:
            raise ValueError(f"{word}: Entity before global.Entity")
        values = dict(zip(fields, written.split("-", len(fields) - 1), strict=False))
        entity, part, parts = self._name_and_part(values[fields[0]])
        if part > 1:
            for mention in reversed(self.mentions):
                if not mention.is_open and (mention.entity, mention.parts, mention.part) == (entity, parts, part - 1):
                    mention.part, mention.is_open = part, True
                    return mention
            raise ValueError(f"{word}: part {part} of {entity} without the part before")
        stated = values.get("head") or values.get("minspan", "").split(",")[0] or "1"
        self.mentions.append(OpenMention(entity, parts, int(stated)))
        return self.mentions[-1]

    @staticmethod
    def _name_and_part(written: str) -> tuple[str, int, int]:
        """`e1[2/3]` is part 2 of 3 of a mention of e1 (formats.md)."""
        parts = PART.match(written)
        return (parts[1], int(parts[2]), int(parts[3])) if parts else (written, 1, 1)

    def finish(self) -> Document:
        """The document, entities by first opening bracket; an entity is one document's (metrics.md 18)."""
        entities: dict[str, list[Mention]] = {}
        for number, read in enumerate(self.mentions):
            if read.is_open or read.part != read.parts:
                raise ValueError(f"entity {read.entity}: mention not finished at the end of its document")
            words = tuple(sorted(set(read.words)))
            if not 1 <= read.head <= len(words):
                raise ValueError(f"entity {read.entity}: head {read.head} of a mention of {len(words)} words")
            # Mentions with a NOCOREF id are singletons of their own.
            name = f"{read.entity} {number}" if read.entity.startswith("NOCOREF") else read.entity
            entities.setdefault(name, []).append(Mention(words, words[read.head - 1]))
        self.document.entities = list(entities.values())
        return self.document


def read_documents(path: str | Path) -> list[Document]:
    """The documents of a CorefUD 1.x CoNLL-U file (metrics.md 18; formats.md)."""
    readers: list[DocumentReader] = []
    fields: list[str] = []
    sentence = 0
    in_sentence = False
    for line in Path(path).read_text(encoding="utf-8").split("\n"):
        line = line.rstrip("\r")
        if not line.strip():
            sentence += in_sentence
            in_sentence = False
        elif line.startswith("#"):
            name, _, value = line[1:].partition("=")
            if re.match(r"#\s*newdoc\b", line):
                readers.append(DocumentReader())
                readers[-1].document.text.append(("newdoc", value.strip()))
            elif name.strip() == "global.Entity":
                fields = value.strip().split("-")
            elif name.strip() == "sent_id":
                readers = readers or [DocumentReader()]
                readers[-1].document.text.append(("sent_id", value.strip()))
        else:
            readers = readers or [DocumentReader()]
            columns = line.split("\t")
            if len(columns) != 10:
                raise ValueError(f"{path}: {line!r} has {len(columns)} columns, not 10")
            in_sentence = True
            if "-" in columns[0]:
                continue
            word = word_id(sentence, columns[0])
            if "." in columns[0]:
                readers[-1].document.dependencies[word] = read_dependencies(sentence, columns[8])
            else:
                readers[-1].document.text.append((str(word), columns[1]))
            values = [item[len("Entity=") :] for item in columns[9].split("|") if item.startswith("Entity=")]
            readers[-1].add_word(word, values[0] if values else None, fields)
    return [reader.finish() for reader in readers]


# ---------------------------------------------------------------- what is scored


def without_repeats(entities: Sequence[Sequence[Mention]], match: Match, side: str) -> list[list[Mention]]:
    """Repeated mentions dropped: inside an entity (metrics.md 18), across the response's (metrics.md 1)."""
    kept: list[list[Mention]] = []
    elsewhere: set[object] = set()
    for entity in entities:
        inside: set[object] = set()
        mentions: list[Mention] = []
        for mention in entity:
            identity = (mention.words, mention.head) if match == "head" else mention.words
            if identity in inside:
                continue
            if identity in elsewhere:
                if side == "key":
                    raise ValueError(f"the key has the mention {mention.words} in two entities")
                continue
            inside.add(identity)
            mentions.append(mention)
        elsewhere |= inside
        if mentions:
            kept.append(mentions)
    return kept


def entities_to_score(document: Document, side: str, *, match: Match, singletons: bool) -> list[list[Mention]]:
    """First repeats go, then singletons (metrics.md 18)."""
    entities = without_repeats(document.entities, match, side)
    return entities if singletons else [entity for entity in entities if len(entity) > 1]


# ---------------------------------------------------------------- assignment


def assignment(weights: Mapping[tuple[int, int], Fraction]) -> dict[int, int]:
    """The one-to-one map of largest sum, of equal sums the lexicographically first (metrics.md 18).

    Row and column numbers are places in text order.  A pair without a weight, or of weight 0, is never matched.
    """
    edges = {pair: weight for pair, weight in weights.items() if weight > 0}
    chosen: dict[int, int] = {}
    while edges:
        # Rows and columns that hang together; no other pair can change the choice among them.
        rows, columns = {min(edges)[0]}, set[int]()
        while True:
            grown = {j for i, j in edges if i in rows}, {i for i, j in edges if j in columns}
            if grown[0] <= columns and grown[1] <= rows:
                break
            columns |= grown[0]
            rows |= grown[1]
        component = {pair: edges.pop(pair) for pair in list(edges) if pair[0] in rows}
        chosen.update(_best(component, sorted(rows), sorted(columns)))
    return chosen


def _best(weights: Mapping[tuple[int, int], Fraction], rows: Sequence[int], columns: Sequence[int]) -> dict[int, int]:
    """The largest sum by whole numbers, whose low digits say how early each row's column is (metrics.md 18).

    Digit i, in base m + 1, is m for the first of m columns, 1 for the last, 0 if row i stays alone; the first row's
    digit is the highest.  All digits together are less than one unit of the sum, so they decide ties only.
    """
    unit = lcm(*(weight.denominator for weight in weights.values()))
    base = len(columns) + 1
    matrix = [[0] * len(columns) for _ in rows]
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            if (row, column) in weights:
                digit = (len(columns) - j) * base ** (len(rows) - 1 - i)
                matrix[i][j] = int(weights[row, column] * unit) * base ** len(rows) + digit
    return {rows[i]: columns[j] for i, j in hungarian(matrix).items() if (rows[i], columns[j]) in weights}


def hungarian(weights: Sequence[Sequence[int]]) -> dict[int, int]:
    """The assignment of largest sum of a matrix of whole numbers >= 0, by augmenting paths (Kuhn 1955, Munkres 1957).

    Every row gets a column, or every column a row; pairs of weight 0 stand for "alone".
    """
    if len(weights) > len(weights[0]):
        return {j: i for i, j in hungarian(list(zip(*weights, strict=True))).items()}
    height, width = len(weights), len(weights[0])
    row_price, column_price = [0] * (height + 1), [0] * (width + 1)
    row_of = [0] * (width + 1)  # column -> its row; numbers from 1, 0 is none; column 0 is where a path starts
    for row in range(1, height + 1):
        row_of[0], column = row, 0
        slack: dict[int, int] = {}
        came_from: dict[int, int] = {}
        visited, unvisited = list[int](), list(range(1, width + 1))
        while row_of[column]:
            visited.append(column)
            i = row_of[column]
            for j in unvisited:
                reduced = -weights[i - 1][j - 1] - row_price[i] - column_price[j]
                if j not in slack or reduced < slack[j]:
                    slack[j], came_from[j] = reduced, column
            nearest = min(unvisited, key=lambda j: slack[j])
            step = slack[nearest]
            for j in visited:
                row_price[row_of[j]] += step
                column_price[j] -= step
            for j in unvisited:
                slack[j] -= step
            unvisited.remove(nearest)
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return {row_of[j] - 1: j - 1 for j in range(1, width + 1) if row_of[j]}


# ---------------------------------------------------------------- matching of mentions


def overlap_f1(first: frozenset[object], second: frozenset[object]) -> Fraction:
    """F(X, Y) = 2|X∩Y| / (|X| + |Y|), 0 without overlap (metrics.md 18, step 1)."""
    return ratio(2 * len(first & second), len(first) + len(second))


def zero_weight(key: Mention, response: Mention, key_document: Document, response_document: Document) -> Fraction:
    """10·F(D_k, D_r) + F(P_k, P_r), 0 in different sentences (metrics.md 18, step 1)."""
    if key.head[0] != response.head[0]:
        return Fraction(0)
    key_pairs = key_document.dependencies[key.head]
    response_pairs = response_document.dependencies[response.head]
    key_parents = frozenset(parent for parent, _ in key_pairs)
    response_parents = frozenset(parent for parent, _ in response_pairs)
    return 10 * overlap_f1(key_pairs, response_pairs) + overlap_f1(key_parents, response_parents)


def is_equal(key: Mention, response: Mention, match: Match) -> bool:
    """Equal word sets, under head match equal heads too (metrics.md 18, step 2)."""
    return key.words == response.words and (match != "head" or key.head == response.head)


def similarity(key: Mention, response: Mention, match: Match) -> Fraction:
    """How well two mentions that are not equal match (metrics.md 18, step 3)."""
    common = len(set(key.words) & set(response.words))
    if match == "partial" and common == len(response.words) and key.head in response.words:
        return Fraction(len(response.words), len(key.words))
    if match == "head" and key.head == response.head:
        return Fraction(common, len(key.words))
    return Fraction(0)


def match_mentions(
    key: Sequence[Mention],
    response: Sequence[Mention],
    documents: tuple[Document, Document],
    *,
    match: Match,
    zeros: Zeros,
) -> dict[int, int]:
    """Key mention -> response mention, both numbered in text order, by the three steps (metrics.md 18)."""
    pairs: dict[int, int] = {}

    def left(weight: Callable[[Mention, Mention], Fraction]) -> dict[tuple[int, int], Fraction]:
        """The weights of all pairs that the steps so far left (metrics.md 18: each takes what is left)."""
        taken = set(pairs.values())
        return {
            (i, j): weight(k, r)
            for i, k in enumerate(key)
            if i not in pairs
            for j, r in enumerate(response)
            if j not in taken
        }

    if zeros == "dependent":
        pairs |= assignment(
            left(lambda k, r: zero_weight(k, r, *documents) if k.is_zero and r.is_zero else Fraction(0))
        )
    pairs |= assignment(left(lambda k, r: Fraction(is_equal(k, r, match))))
    if match != "exact":
        pairs |= assignment(left(lambda k, r: similarity(k, r, match)))
    return pairs


# ---------------------------------------------------------------- metrics of partitions


@dataclass(frozen=True)
class Counts:
    """Numerator and denominator of recall and of precision; documents are added, then divided (metrics.md 1)."""

    found: Fraction = Fraction(0)
    in_key: Fraction = Fraction(0)
    right: Fraction = Fraction(0)
    in_response: Fraction = Fraction(0)

    def __add__(self, other: Counts) -> Counts:
        """Documents are added count by count (metrics.md 1)."""
        return Counts(
            self.found + other.found,
            self.in_key + other.in_key,
            self.right + other.right,
            self.in_response + other.in_response,
        )

    def triple(self) -> Triple:
        """Recall, precision and F1 (metrics.md 1, Division)."""
        recall, precision = ratio(self.found, self.in_key), ratio(self.right, self.in_response)
        return recall, precision, harmonic(recall, precision)


def ratio(numerator: Fraction | int, denominator: Fraction | int) -> Fraction:
    """A ratio with denominator 0 is 0 (metrics.md 1, Division)."""
    return Fraction(numerator) / denominator if denominator else Fraction(0)


def harmonic(recall: Fraction, precision: Fraction) -> Fraction:
    """F = 2PR / (P + R), 0 when both are 0 (metrics.md 1, Division)."""
    return ratio(2 * recall * precision, recall + precision)


def both_ways(side: Callable[[Partition, Partition], tuple[Fraction, Fraction]]) -> Callable[..., Counts]:
    """Precision is recall with the sides exchanged (metrics.md 1, Duality)."""

    def metric(key: Partition, response: Partition) -> Counts:
        return Counts(*side(key, response), *side(response, key))

    return metric


def muc_side(entities: Partition, others: Partition) -> tuple[Fraction, Fraction]:
    """Σ (|K_i| − |p(K_i)|) over Σ (|K_i| − 1) (metrics.md 4)."""
    found = links = 0
    for entity in entities:
        met = [other for other in others if entity & other]
        parts = len(met) + len(entity.difference(*met))
        found += len(entity) - parts
        links += len(entity) - 1
    return Fraction(found), Fraction(links)


def b_cubed_side(entities: Partition, others: Partition) -> tuple[Fraction, Fraction]:
    """Σ_i Σ_j |K_i ∩ R_j|² / |K_i| over the number of mentions (metrics.md 5)."""
    found = sum((ratio(len(e & o) ** 2, len(e)) for e in entities for o in others), Fraction(0))
    return found, Fraction(sum(map(len, entities)))


def lea_side(entities: Partition, others: Partition) -> tuple[Fraction, Fraction]:
    """Σ_i |K_i| · Σ_j link(K_i ∩ R_j) / link(K_i) over Σ_i |K_i| (metrics.md 8)."""
    found = Fraction(0)
    for entity in entities:
        for other in others:
            if len(entity) == 1:
                found += entity == other  # a singleton's one link, to itself, is common only with an equal singleton
            else:
                common, size = len(entity & other), len(entity)
                found += size * ratio(common * (common - 1), size * (size - 1))
    return found, Fraction(sum(map(len, entities)))


def ceaf_m(key: Partition, response: Partition) -> Counts:
    """The largest Σ |K_i ∩ R_j| one to one, over the numbers of mentions (metrics.md 6)."""
    weights = {(i, j): Fraction(len(k & r)) for i, k in enumerate(key) for j, r in enumerate(response) if k & r}
    total = sum((weights[pair] for pair in assignment(weights).items()), Fraction(0))
    return Counts(total, Fraction(sum(map(len, key))), total, Fraction(sum(map(len, response))))


def ceaf_e(key: Partition, response: Partition) -> Counts:
    """The largest Σ 2|K_i ∩ R_j| / (|K_i| + |R_j|) one to one, over the numbers of entities (metrics.md 6)."""
    weights = {
        (i, j): Fraction(2 * len(k & r), len(k) + len(r))
        for i, k in enumerate(key)
        for j, r in enumerate(response)
        if k & r
    }
    total = sum((weights[pair] for pair in assignment(weights).items()), Fraction(0))
    return Counts(total, Fraction(len(key)), total, Fraction(len(response)))


METRICS: dict[str, Callable[[Partition, Partition], Counts]] = {
    "muc": both_ways(muc_side),
    "b_cubed": both_ways(b_cubed_side),
    "ceaf_m": ceaf_m,
    "ceaf_e": ceaf_e,
    "lea": both_ways(lea_side),
}


def links(entities: Partition) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """The pairs of mentions in the same entity and those in different ones (metrics.md 7)."""
    entity_of = {mention: number for number, entity in enumerate(entities) for mention in entity}
    same: set[tuple[int, int]] = set()
    different: set[tuple[int, int]] = set()
    for first, second in combinations(sorted(entity_of), 2):
        (same if entity_of[first] == entity_of[second] else different).add((first, second))
    return same, different


def blanc_counts(key: Partition, response: Partition) -> tuple[Counts, Counts]:
    """The counts of coreference and of non-coreference links (metrics.md 7)."""
    (c_key, n_key), (c_response, n_response) = links(key), links(response)
    both_c, both_n = Fraction(len(c_key & c_response)), Fraction(len(n_key & n_response))
    return (
        Counts(both_c, Fraction(len(c_key)), both_c, Fraction(len(c_response))),
        Counts(both_n, Fraction(len(n_key)), both_n, Fraction(len(n_response))),
    )


def blanc(coreference: Counts, rest: Counts) -> Triple:
    """The mean over the kinds of link there are, decided on the totals (metrics.md 7)."""
    no_coreference, no_rest = (not (counted.in_key or counted.in_response) for counted in (coreference, rest))
    if no_coreference and no_rest:
        return Fraction(0), Fraction(0), Fraction(0)
    if no_coreference:
        return rest.triple()
    if no_rest:
        return coreference.triple()
    recall, precision, f1 = ((c + n) / 2 for c, n in zip(coreference.triple(), rest.triple(), strict=True))
    return recall, precision, f1


def score(
    key_path: Path, response_path: Path, *, match: Match = "head", singletons: bool = False, zeros: Zeros = "dependent"
) -> dict[str, tuple[float, ...]]:
    """Recall, precision and F1 of every metric of a response, counts added over documents (metrics.md 1)."""
    counts = dict.fromkeys((*METRICS, "coreference", "rest", "mentions"), Counts())
    for documents in zip(read_documents(key_path), read_documents(response_path), strict=True):
        sides = [
            entities_to_score(document, side, match=match, singletons=singletons)
            for document, side in zip(documents, ("key", "response"), strict=True)
        ]
        key, response = (sorted((m for e in side for m in e), key=lambda mention: mention.place) for side in sides)
        pairs = match_mentions(key, response, documents, match=match, zeros=zeros)

        # Each response mention takes the number of the key mention it is matched with, else one of its own.
        numbers = {id(mention): number for number, mention in enumerate(key)}
        numbers |= {id(mention): len(key) + number for number, mention in enumerate(response)}
        numbers |= {id(response[j]): i for i, j in pairs.items()}
        partitions = [[frozenset(numbers[id(m)] for m in entity) for entity in side] for side in sides]
        for name, metric in METRICS.items():
            counts[name] += metric(*partitions)
        for name, counted in zip(("coreference", "rest"), blanc_counts(*partitions), strict=True):
            counts[name] += counted
        common = Fraction(len(pairs))
        counts["mentions"] += Counts(common, Fraction(len(key)), common, Fraction(len(response)))
    scores = {name: counted.triple() for name, counted in counts.items() if name not in ("coreference", "rest")}
    scores["blanc"] = blanc(counts["coreference"], counts["rest"])
    return {name: tuple(map(float, triple)) for name, triple in scores.items()}
