"""``python -m benchmarks large``: how time grows with a document, and time and memory with the corpus.

The tables of docs/large-runs.md are its output (``--write``).
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import linear_regression
from typing import TypeVar

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver, shipped
from anaphora_workbench.workbench.engine.running import collecting_rarely
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown, show
from benchmarks.columns import columns_of
from benchmarks.corpus_of_any_size import corpus
from benchmarks.data import filled
from benchmarks.long_document import long_document, parsed
from benchmarks.places import DOCS, ROOT
from benchmarks.processes import taken_by, workbench

# Words of one document, and documents of a corpus: few enough to be done in minutes.
WORDS = (12_500, 25_000, 50_000)
DOCUMENTS = (100, 500)
_WORDS_OF_EACH = 300
_RUNS = 3
_COMPARED = ("mitkov", "kennedy-boguraev")
_PAGE = DOCS / "large-runs.md"
T = TypeVar("T")

# They compare each mention with all before it, and refuse documents of these sizes.
_OF_ALL_PAIRS = ("cistell", "relaxcor")


def main(words: Sequence[str]) -> int:
    """Measure, show the tables and write them into the page if asked to."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks large", description=__doc__)
    parser.add_argument("--words", type=int, nargs="*", default=WORDS, help="sizes of one document; none: no table")
    parser.add_argument("--documents", type=int, nargs="*", default=DOCUMENTS, help="sizes of a corpus; likewise")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/large-runs.md")
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as scratch:
        if asked.words:
            _shown("exponents", exponents(asked.words), asked.write)
        if asked.documents:
            _shown("corpora", corpora(Path(scratch), asked.documents), asked.write)
    return 0


def large_tables(_: Path, scratch: Path) -> Iterator[Table]:
    """The table of exponents, and that of corpora, with few words and documents."""
    yield exponents(WORDS)
    yield corpora(scratch, DOCUMENTS)


def _resolvers() -> tuple[str, ...]:
    ours = shipped("algorithm", "baseline", "oracle", "nominal", "full", "learned")
    return *(name for name in ours if name not in _OF_ALL_PAIRS), "mitkov+head-match"


def _shown(name: str, table: Table, write: bool) -> None:
    show([table])
    if write:
        write_text(_PAGE, filled(_PAGE, {name: as_markdown(table)}))


def exponents(sizes: Sequence[int]) -> Table:
    """Processor seconds of each step on one document, and the exponent of its growth over all sizes.

    The exponent is the slope of a line fitted to the logarithms of words and seconds: 1 is linear, 2 quadratic.
    """
    parts = parsed(list(read(ROOT / "corpora" / "samples")))
    # spaCy's model would be walked by the garbage collector; a run from preprocessed files never loads it.
    gc.collect()
    gc.freeze()
    seconds: dict[str, list[float]] = {}
    for size in sizes:
        document = long_document(parts, size)
        annotated = _timed("mentions and features", size, seconds, partial(Preprocessor().annotate, document, "gold"))
        given = annotated.with_mentions("system")
        for name in _resolvers():
            _timed(name, size, seconds, partial(get_resolver(name).resolve, given, annotated))
    rows: list[Row] = [
        {"what": name, **{str(size): spent for size, spent in zip(sizes, of_each, strict=True)}}
        | {"exponent": slope(sizes, of_each)}
        for name, of_each in seconds.items()
    ]
    columns = [Column("what", "words"), *(Column(str(size), f"{size:,}", "seconds") for size in sizes)]
    return Table("one document: seconds of a processor", [*columns, Column("exponent", "exponent", "number")], rows)


def _timed(name: str, size: int, seconds: dict[str, list[float]], work: Callable[[], T]) -> T:
    """Do a step and note and print what it took."""
    runs: list[float] = []
    # What takes little is timed three times, as other work on the machine shows most there.
    while not runs or (sum(runs) < 1 and len(runs) < _RUNS):
        gc.collect()
        start = time.process_time()
        with collecting_rarely():
            result = work()
        runs.append(time.process_time() - start)
    spent = min(runs)
    seconds.setdefault(name, []).append(spent)
    print(f"{size:,} words: {name} {spent:.2f} s", file=sys.stderr, flush=True)
    return result


def slope(sizes: Sequence[int], seconds: Sequence[float]) -> float | None:
    """The slope of the line of least squares through the logarithms; None of less than two sizes."""
    if len(sizes) < 2:
        return None
    logarithms = [math.log(max(spent, 1e-4)) for spent in seconds]
    return linear_regression([math.log(size) for size in sizes], logarithms).slope


def corpora(scratch: Path, sizes: Sequence[int]) -> Table:
    """Memory and processor time of commands over corpora of several sizes."""
    rows: list[Row] = []
    for documents in sizes:
        file = corpus(scratch / f"c{documents}.conllu", documents, _WORDS_OF_EACH)
        for name, words in _commands(file, scratch).items():
            taken = taken_by(workbench(*words))
            print(f"{documents:,} documents: {name} {taken.seconds:.1f} s", file=sys.stderr, flush=True)
            memory = {"largest": f"{taken.largest:.0f} MiB", "together": f"{taken.together:.0f} MiB"}
            seconds = {"seconds": taken.seconds, "busiest": taken.busiest, "each": f"{taken.seconds / documents:.3f}"}
            rows.append({"what": name, "documents": f"{documents:,}", **memory, **seconds})
    columns = columns_of(
        "what: command; documents (count); largest: largest process (count); together: all processes (count); "
        "seconds: CPU s (seconds); busiest: of the busiest process (seconds); each: CPU s a document (count)"
    )
    return Table(f"corpora of documents of {_WORDS_OF_EACH} words", columns, rows)


def _commands(file: Path, scratch: Path) -> dict[str, list[str]]:
    resolvers = [word for name in _COMPARED for word in ("-r", name)]
    ours = ["--no-cache", "--quiet"]
    compared = ["compare", str(file), *resolvers, "-s", "system-gold", *ours]
    resolved = ["resolve", str(file), "-r", "mitkov", "--annotation", "gold", "-o", str(scratch / "answers")]
    return {
        "score -m conll": ["score", str(file), str(file), "-m", "conll", "--quiet"],
        "compare --jobs 1": [*compared, "--jobs", "1"],
        "compare --jobs 2": [*compared, "--jobs", "2"],
        "difficulty": ["difficulty", str(file), *ours],
        "resolve": [*resolved, *ours],
        "convert": ["convert", str(file), str(scratch / "converted.conll"), "--lossy", "--quiet"],
    }
