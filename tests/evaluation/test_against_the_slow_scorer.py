"""Damaged CorefUD files: every value is that of a slow scorer that was written from the definitions alone.

Its author had not seen ours. The one difference is meant: with no entity on either side BLANC is 1 here, as any metric
of a file against itself, and 0 there (shared-tasks.md, 1.4).
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

import anaphora_workbench as aw
from corefud_files import conllu, damaged, random_document
from slow_corefud_scorer import score as slow_score

METRICS = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "lea", "blanc")
SETTINGS = list(product(("exact", "partial", "head"), ("keep", "drop"), ("dependent", "linear")))


def compare(seeds: range, folder: Path) -> int:
    """Compare all values of one damaged pair of files a seed; how many were compared."""
    compared = 0
    key, response = folder / "key.conllu", folder / "response.conllu"
    for seed in seeds:
        source = random.Random(seed)
        documents = [random_document(source, f"d{number}") for number in range(source.randint(1, 3))]
        key.write_text(conllu(documents), encoding="utf-8")
        response.write_text(conllu(damaged(document, source) for document in documents), encoding="utf-8")
        for matching, singletons, zeros in SETTINGS:
            slow = slow_score(key, response, match=matching, singletons=singletons == "keep", zeros=zeros)
            fast = aw.score(
                key, response, METRICS,
                mention_match=matching, singletons=singletons, zero_match=zeros, blanc_rules="luo",
            ).as_json()["metrics"]  # fmt: skip
            for metric in METRICS:
                given = fast[metric]
                if metric == "blanc" and is_empty(fast["mentions"]):
                    assert (given["f1"], slow[metric][2]) == (1, 0)
                    continue
                values = (given["recall"]["value"], given["precision"]["value"], given["f1"])
                assert values == pytest.approx(slow[metric], abs=1e-12), (seed, matching, singletons, zeros, metric)
                compared += 3
    return compared


def test_some_damaged_files(tmp_path: Path) -> None:
    assert compare(range(60), tmp_path) > 12_000


def is_empty(mentions: dict[str, dict[str, float]]) -> bool:
    """Whether neither side has a mention."""
    return mentions["recall"]["denominator"] == mentions["precision"]["denominator"] == 0


@pytest.mark.slow
def test_many_damaged_files(tmp_path: Path) -> None:
    assert compare(range(1000, 3000), tmp_path) > 400_000
