"""Trains the models that the package carries: ``python -m benchmarks.models [SYSTEM...]``.

They learn from GUM train and, of LitBank's 80 documents by name, from all but the 4th, 8th, 12th and so on; ``neural``
from OntoGUM train besides. How long each took goes to ``training-seconds.tsv``.
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.workbench.commands import INTERRUPTED, main
from benchmarks.places import ROOT, corpora_folder

FOLDER = ROOT / "models" / "anaphora_workbench_models"
# Trained on OntoGUM too.
NEURAL = "neural"
SYSTEMS = (
    "ranking-pronouns", "soon", "ng-cardie", "ims", "reconcile", "ranking", "berkeley", "cistell", "relaxcor", NEURAL,
)  # fmt: skip
SECONDS = ROOT / "benchmarks" / "training-seconds.tsv"
_HELD_OUT = 4


def training_files(folder: Path) -> list[Path]:
    """The files of GUM train and of LitBank's training part.

    Args:
        folder: of the public corpora.
    """
    litbank = sorted((folder / "litbank" / "conll").glob("*.conll"))
    gum = sorted((folder / "gum" / "train").glob("*.conllu"))
    return gum + [file for number, file in enumerate(litbank, start=1) if number % _HELD_OUT]


def train(systems: list[str]) -> int:
    """Train systems one after another, to the first that is interrupted; returns the worst exit status."""
    folder = corpora_folder()
    if folder is None:
        return 2
    worst = 0
    files = [str(file) for file in training_files(folder)]
    for system in systems or SYSTEMS:
        start = time.perf_counter()
        also = [str(folder / "ontogum" / "train")] if system == NEURAL else []
        place = FOLDER / f"{system}.json"
        status = main(["train", system, *also, *files, "--output", str(place)])
        if status == 0:
            write_seconds({**seconds_of_training(), system: time.perf_counter() - start})
        worst = max(worst, status)
        if worst >= INTERRUPTED:
            break
    return worst


def seconds_of_training() -> dict[str, float]:
    """Seconds that ``workbench train`` last took for each system."""
    if not SECONDS.exists():
        return {}
    with SECONDS.open(encoding="utf-8", newline="") as file:
        return {row["system"]: float(row["seconds"]) for row in csv.DictReader(file, delimiter="\t")}


def write_seconds(seconds: Mapping[str, float]) -> None:
    """Write what ``seconds_of_training`` reads."""
    rows = [f"{system}\t{seconds[system]:.0f}\n" for system in SYSTEMS if system in seconds]
    write_text(SECONDS, "".join(["system\tseconds\n", *rows]))


if __name__ == "__main__":
    sys.exit(train(sys.argv[1:]))
