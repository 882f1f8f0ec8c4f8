"""What resolving costs next to parsing, and what decoding costs.

Bounds: all resolvers of the first wave together take less than 15% of the time that spaCy needs for the text, and a
system of full coreference at most 60 seconds for LitBank's 80 documents, preprocessed, in one process.
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
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.report.tables import Row, Table
from anaphora_workbench.workbench.runs.comparing import run
from benchmarks.columns import columns_of
from benchmarks.processes import RUNS, timed

_FASTEST = "singletons"
_MOST_SECONDS = 60


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
    columns = columns_of("what; seconds: s (seconds); share: % of spaCy (percent)")
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


def decoding_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The table of seconds, each system in a run of its own, after one that preprocesses.

    Args:
        corpora: folder of the public corpora.
        scratch: folder that keeps preprocessed documents meanwhile.
    """
    litbank = Corpus(corpora / "litbank" / "conll", "LitBank")
    rows: list[Row] = []
    documents = 0
    systems = (*shipped("full"), *shipped("learned"))
    for name in (_FASTEST, _FASTEST, *systems):
        experiment = Experiment(
            (litbank,), (name,), settings=(setting_named("system-predicted"),), metrics=("mentions",)
        )
        ((_, by_name),) = run(experiment, scratch, jobs=1).corpora["LitBank"].settings.items()
        documents = len(by_name[name].documents)
        rows.append({"what": name, "seconds": by_name[name].seconds, "share": by_name[name].seconds / _MOST_SECONDS})
    columns = columns_of("what; seconds: s (seconds); share: % of 60 s (percent)")
    yield Table(
        f"decoding LitBank: {documents} documents, system-predicted, one process", columns, rows[1:], [1, len(systems)]
    )
