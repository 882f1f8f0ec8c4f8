"""What decoding costs: every system of full coreference on all of LitBank, preprocessed, in one process.

Source of the bound: any one system is to take at most 60 seconds for the 80 documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.runs.comparing import run

_FASTEST = "singletons"
_MOST_SECONDS = 60


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
    columns = [Column("what", "what"), Column("seconds", "s", "seconds"), Column("share", "% of 60 s", "percent")]
    yield Table(
        f"decoding LitBank: {documents} documents, system-predicted, one process", columns, rows[1:], [1, len(systems)]
    )
