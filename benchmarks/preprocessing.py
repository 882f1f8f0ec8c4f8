"""What ``workbench preprocess`` adds to spaCy: its processor time, less that on one word, over bare ``nlp.pipe``."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from anaphora_workbench.corpora import read
from anaphora_workbench.workbench.report.tables import Table
from benchmarks.columns import columns_of
from benchmarks.processes import python, taken_by, workbench

RUNS = 5
# One long process would be compared with itself warmed up; each run is a process of its own, as the command is.
_BARE = """
import sys, time
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
nlp = load_model()
texts = [open(name, encoding="utf-8").read() for name in sys.argv[1:]]
start = time.process_time()
for _ in nlp.pipe(texts):
    pass
print(time.process_time() - start)
"""


def preprocessing_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The table of seconds, medians of five, and the ratio.

    Args:
        corpora: folder of the public corpora.
    """
    texts, empty = scratch / "texts", scratch / "empty"
    for folder in (texts, empty):
        folder.mkdir()
    words = 0
    for document in read(corpora / "gum" / "dev"):
        (texts / f"{document.id}.txt").write_text(document.text(), encoding="utf-8")
        words += len(document.words)
    (empty / "empty.txt").write_text("Yes.", encoding="utf-8")
    bare, whole, start = [], [], []
    for number in range(RUNS):
        files = map(str, sorted(texts.iterdir()))
        printed = subprocess.run(python("-c", _BARE, *files), capture_output=True, text=True, check=True).stdout
        bare.append(float(printed))
        whole.append(_preprocessed(texts, scratch / f"of-texts-{number}"))
        start.append(_preprocessed(empty, scratch / f"of-empty-{number}"))
    added = (median(whole) - median(start)) / median(bare)
    rows = [
        {"what": "nlp.pipe", "seconds": median(bare)},
        {"what": "workbench preprocess", "seconds": median(whole)},
        {"what": "the same on one word", "seconds": median(start)},
        {"what": "the difference over nlp.pipe", "seconds": added},
    ]
    columns = columns_of("what; seconds: CPU s (seconds)")
    yield Table(f"preprocessing {words} words of GUM dev, medians of {RUNS}", columns, rows)


def _preprocessed(folder: Path, output: Path) -> float:
    """Processor seconds of the command."""
    return taken_by(workbench("preprocess", str(folder), "--output", str(output), "--jobs", "1", "--quiet")).seconds
