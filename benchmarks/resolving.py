"""What resolving costs next to parsing: every resolver of the first wave on the text that spaCy has parsed.

Source of the bound: all of them together are to take less than 15% of the time that spaCy needs.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
from anaphora_workbench.resolvers import get_resolver, share_reading, shipped
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from benchmarks.processes import RUNS, timed


def resolving_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The table of seconds, and of shares of spaCy's.

    Args:
        corpora: folder of the public corpora.
        scratch: not used.
    """
    documents = list(read(corpora / "gum" / "dev"))
    preprocessor = Preprocessor()
    nlp = load_model()
    texts = [document.text() for document in documents]
    spacy = timed(lambda: [nlp(text) for text in texts], runs=1).seconds
    given = [preprocessor.annotate(document).with_mentions("system") for document in documents]
    words = sum(len(document.words) for document in documents)
    rows: list[Row] = [{"what": "spaCy, all components", "seconds": spacy, "share": 1.0}]
    seconds = _seconds(shipped("algorithm", "baseline"), given)
    rows += [
        {"what": name, "seconds": its_seconds, "share": its_seconds / spacy} for name, its_seconds in seconds.items()
    ]
    together = sum(seconds.values())
    rows.append({"what": "all together", "seconds": together, "share": together / spacy})
    columns = [Column("what", "what"), Column("seconds", "s", "seconds"), Column("share", "% of spaCy", "percent")]
    title = f"resolving GUM dev: {len(documents)} documents, {words} words, system mentions, predicted annotation"
    yield Table(title, columns, rows, [1, len(shipped("algorithm")), len(shipped("baseline")), 1])


def _seconds(names: Sequence[str], documents: Sequence[Document]) -> dict[str, float]:
    """What each resolver takes for all documents, in the run of median length.

    As in a comparison, a resolution is gone before the next one is made, and the first resolver reads each
    document for all of them.
    """
    resolvers = [get_resolver(name) for name in names]
    share_reading(resolvers)
    # A run from preprocessed files never loads spaCy; here its model would be walked by the garbage collector.
    gc.collect()
    gc.freeze()
    runs = []
    for _ in range(RUNS):
        seconds = dict.fromkeys(names, 0.0)
        for document in documents:
            for resolver in resolvers:
                start = time.perf_counter()
                resolver.resolve(document)
                seconds[resolver.name] += time.perf_counter() - start
        runs.append(seconds)
    return sorted(runs, key=lambda seconds_of_run: sum(seconds_of_run.values()))[RUNS // 2]
