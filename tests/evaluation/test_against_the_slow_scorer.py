"""Damaged CorefUD files: mentions are matched as a slow matching from the definitions alone (metrics.md, 18) has it.

What metrics make of entities is compared with another implementation in test_agreement_with_scorch.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import anaphora_workbench as aw
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment
from anaphora_workbench.evaluation.counting.counting import count_entities, total
from corefud_files import CorefudDocument, Place, StatedMention, conllu, damaged, random_document
from examples import examples

METRICS = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc")
SETTINGS = list(product(("exact", "partial", "head"), ("keep", "drop"), ("dependent", "linear")))


def scored_entities(document: CorefudDocument, match: str, singletons: str) -> list[list[StatedMention]]:
    """First repeats go, then singletons; under head match mentions of the same words have different heads."""
    seen: set[object] = set()
    entities = []
    for mentions in document.entities.values():
        entity = []
        for mention in mentions:
            identity = (mention.words, mention.head) if match == "head" else mention.words
            if identity not in seen:
                seen.add(identity)
                entity.append(mention)
        if len(entity) > (singletons == "drop"):
            entities.append(entity)
    return entities


def overlap(first: frozenset[object], second: frozenset[object]) -> Fraction:
    """F(X, Y) = 2|X∩Y| / (|X| + |Y|), 0 without overlap."""
    return Fraction(2 * len(first & second), len(first) + len(second)) if first & second else Fraction(0)


def dependencies(document: CorefudDocument, zero: StatedMention) -> tuple[frozenset[object], frozenset[object]]:
    """The dependencies of the head, and their parents, which are of its sentence."""
    written = document.empty[zero.words[zero.head]]
    pairs = frozenset() if written == "_" else frozenset(written.split("|"))
    return pairs, frozenset(pair.partition(":")[0] for pair in pairs)


def matched(sides: Sequence[CorefudDocument], key: Sequence[StatedMention], response: Sequence[StatedMention],
            match: str, zeros: str) -> Mapping[int, int]:  # fmt: skip
    """Response mention → key mention, both in text order, by the three steps of metrics.md 18, each of what is left."""
    pairs: dict[int, int] = {}

    def step(weight: Callable[[StatedMention, StatedMention], Fraction]) -> None:
        cells = [
            (i, j, weight(k, r))
            for i, k in enumerate(key)
            for j, r in enumerate(response)
            if i not in pairs.values() and j not in pairs
        ]
        cells = [cell for cell in cells if cell[2]]
        of_key, of_response, weights = ([cell[part] for cell in cells] for part in range(3))
        chosen = first_assignment(of_key, of_response, weights)
        pairs.update((cells[cell][1], cells[cell][0]) for cell in chosen)

    def like_zeros(k: StatedMention, r: StatedMention) -> Fraction:
        if not (k.is_zero and r.is_zero) or head(k)[0] != head(r)[0]:
            return Fraction(0)
        both = zip(dependencies(sides[0], k), dependencies(sides[1], r), strict=True)
        of_pairs, of_parents = (overlap(*each) for each in both)
        return 10 * of_pairs + of_parents

    def equal(k: StatedMention, r: StatedMention) -> Fraction:
        return Fraction(k.words == r.words and (match != "head" or k.head == r.head))

    def alike(k: StatedMention, r: StatedMention) -> Fraction:
        common = len({*k.words} & {*r.words})
        within = match == "partial" and common == len(r.words) and head(k) in r.words
        return Fraction(common, len(k.words)) if within or (match == "head" and head(k) == head(r)) else Fraction(0)

    for weight in (*[like_zeros] * (zeros == "dependent"), equal, *[alike] * (match != "exact")):
        step(weight)
    return pairs


def head(mention: StatedMention) -> Place:
    return mention.words[mention.head]


def partitions(sides: Sequence[CorefudDocument], match: str, singletons: str, zeros: str) -> list[list[list[int]]]:
    """Entities of numbers, of a mention of the response that of the key's that it is taken for, else one of its own."""
    entities = [scored_entities(side, match, singletons) for side in sides]
    key, response = (
        sorted((m for e in side for m in e), key=lambda m: (m.words[0], m.words[-1], len(m.words), m.words, head(m)))
        for side in entities
    )
    taken_for = matched(sides, key, response, match, zeros)
    of_key = {id(mention): number for number, mention in enumerate(key)}
    of_response = {id(mention): taken_for.get(n, len(key) + n) for n, mention in enumerate(response)}
    numbers = (of_key, of_response)
    return [[[of[id(m)] for m in entity] for entity in side] for of, side in zip(numbers, entities, strict=True)]


def test_damaged_files(tmp_path: Path) -> None:
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    for seed in range(examples(2000, 30)):
        source = random.Random(seed)
        documents = [random_document(source, f"d{number}") for number in range(source.randint(1, 3))]
        pairs = [(document, damaged(document, source)) for document in documents]
        for file, side in zip((key, response), zip(*pairs, strict=True), strict=True):
            file.write_text(conllu(side), encoding="utf-8")
        for matching, singletons, zeros in SETTINGS:
            options = {"singletons": singletons, "blanc_rules": "corefud"}
            slow = total(
                count_entities("", *partitions(pair, matching, singletons, zeros), METRICS, options) for pair in pairs
            )
            fast = aw.score(key, response, METRICS, mention_match=matching, zero_match=zeros, **options)
            assert fast.as_json()["metrics"] == slow.as_json()["metrics"], (seed, matching, singletons, zeros)
