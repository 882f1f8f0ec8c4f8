"""Damaged CorefUD files: every value is that of a slow scorer that was written from the definitions alone.

Its author had not seen ours. The presets of the CRAC tasks (docs/shared-tasks.md) score by the same rules.
"""

import random
from itertools import product
from pathlib import Path

import pytest

import anaphora_workbench as aw
from corefud_files import conllu, damaged, random_document
from examples import examples
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
                mention_match=matching, singletons=singletons, zero_match=zeros, blanc_rules="corefud",
            ).as_json()["metrics"]  # fmt: skip
            for metric in METRICS:
                given = fast[metric]
                values = (given["recall"]["value"], given["precision"]["value"], given["f1"])
                assert values == pytest.approx(slow[metric], abs=1e-12), (seed, matching, singletons, zeros, metric)
                compared += 3
    return compared


def test_damaged_files(tmp_path: Path) -> None:
    files = examples(2000, 30)
    assert compare(range(files), tmp_path) > 200 * files
