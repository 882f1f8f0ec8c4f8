"""How time grows with a document, and memory with the corpus."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver, shipped
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from benchmarks.corpus_of_any_size import corpus

# Words of one document, and documents of a corpus: few enough to be done in minutes.
WORDS = (12_500, 25_000, 50_000)
DOCUMENTS = (200, 1_000)
_WORDS_OF_EACH = 300
_COMPARED = ("mitkov", "kennedy-boguraev", "most-recent")


def large_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The table of exponents, and that of memory."""
    yield exponents(scratch, WORDS)
    yield memory(scratch, DOCUMENTS)


def exponents(scratch: Path, sizes: tuple[int, ...]) -> Table:
    """CPU seconds of each step on one document, and the exponent of its growth over all sizes.

    The exponent is the slope of a line fitted to the logarithms of words and seconds: 1 is linear, 2 quadratic.
    """
    seconds: dict[str, list[float]] = {}
    for size in sizes:
        start = time.process_time()
        (document,) = read(corpus(scratch / f"{size}.conllu", 1, size))
        seconds.setdefault("read", []).append(time.process_time() - start)
        start = time.process_time()
        prepared = Preprocessor().annotate(document, "gold")
        seconds.setdefault("preprocess (gold)", []).append(time.process_time() - start)
        given = prepared.with_mentions("system")
        for name in shipped("algorithm", "baseline"):
            start = time.process_time()
            get_resolver(name).resolve(given)
            seconds.setdefault(name, []).append(time.process_time() - start)
    rows: list[Row] = [
        {"what": name, **{str(size): spent for size, spent in zip(sizes, of_each, strict=True)}}
        | {"exponent": f"{slope(sizes, of_each):.2f}"}
        for name, of_each in seconds.items()
    ]
    columns = [Column("what", "what"), *(Column(str(size), f"{size:,}", "seconds") for size in sizes)]
    return Table("one document, words", [*columns, Column("exponent", "exponent")], rows)


def slope(sizes: tuple[int, ...], seconds: list[float]) -> float:
    """The slope of the line of least squares through the logarithms."""
    points = [(math.log(size), math.log(max(spent, 1e-4))) for size, spent in zip(sizes, seconds, strict=True)]
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points, strict=True))
    above = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return above / sum((x - mean_x) ** 2 for x, _ in points)


def memory(scratch: Path, sizes: tuple[int, ...]) -> Table:
    """Peak resident memory of commands over corpora of several sizes, and CPU seconds a document."""
    rows: list[Row] = []
    for documents in sizes:
        file = corpus(scratch / f"c{documents}.conllu", documents, _WORDS_OF_EACH)
        for name, words in _commands(file, scratch).items():
            peak, spent = _measured([sys.executable, "-m", "anaphora_workbench", *words])
            rows.append(
                {"what": name, "documents": documents, "peak": f"{peak:.0f}", "each": f"{spent / documents:.4f}"}
            )
    columns = [("what", "what"), ("documents", "documents"), ("peak", "peak MiB"), ("each", "CPU s a document")]
    return Table(f"corpora of documents of {_WORDS_OF_EACH} words", [Column(*column) for column in columns], rows)


def _commands(file: Path, scratch: Path) -> dict[str, list[str]]:
    resolvers = [word for name in _COMPARED for word in ("-r", name)]
    ours = ["--no-cache", "--quiet"]
    return {
        "score": ["score", str(file), str(file), "-m", "conll", "--quiet"],
        "compare --jobs 2": ["compare", str(file), *resolvers, "-s", "system-gold", "--jobs", "2", *ours],
        "difficulty": ["difficulty", str(file), *ours],
        "resolve": [
            "resolve",
            str(file),
            "-r",
            "mitkov",
            "--annotation",
            "gold",
            "-o",
            str(scratch / "answers"),
            *ours,
        ],
        "convert": ["convert", str(file), str(scratch / "converted.conll"), "--lossy", "--quiet"],
    }


def _measured(command: list[str]) -> tuple[float, float]:
    """The largest memory of one process of a command in MiB, and the CPU seconds of all of them."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime
