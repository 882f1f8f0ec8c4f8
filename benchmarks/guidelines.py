"""``python -m benchmarks.guidelines``: ``neural`` under each guideline on each corpus, for docs/full-coreference.md.

Beside CoNLL it has the score by which the CRAC shared tasks rank: CoNLL by head match, singletons dropped.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.resolvers.neural.scorer import GUIDELINES
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.report.comparison import comparison_table
from anaphora_workbench.workbench.report.tables import Column, Row
from anaphora_workbench.workbench.runs.comparing import run
from benchmarks.data import complete, figures, markdown, remake, write_figures
from benchmarks.full_coreference import CORPORA, PAGE, RAW, litbank_dev

NAME = "guidelines"
COLUMNS = (
    Column("corpus", "corpus"),
    Column("guideline", "guideline"),
    Column("success_rate", "success", "percent"),
    Column("precision", "precision", "percent"),
    Column("conll", "CoNLL", "percent"),
    Column("crac", "CRAC", "percent"),
)
WAYS = {"conll": {"singletons": "keep"}, "crac": {"singletons": "drop", "mention_match": "head"}}


def measure(corpora: Path, cache: Path, jobs: int) -> dict[str, str]:
    """Write docs/data/guidelines.csv; returns the part of the page."""
    write_figures(NAME, COLUMNS, _rows(corpora, cache, jobs))
    return parts()


def parts() -> dict[str, str]:
    """The part of the page, from docs/data."""
    return {"guidelines": markdown(COLUMNS, figures(NAME))}


def _rows(corpora: Path, cache: Path, jobs: int) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as scratch:
        places = (corpora / "gum" / "dev", corpora / "ontogum" / "dev", litbank_dev(corpora / "litbank", Path(scratch)))
        for name, place in zip(CORPORA, places, strict=True):
            for guideline in GUIDELINES:
                row: Row = {"corpus": name, "guideline": guideline}
                for key, options in WAYS.items():
                    # OntoGUM has no singletons, so they earn nothing there.
                    dropped = {"singletons": "drop"} if name == CORPORA[1] else {}
                    scores = _scores(Corpus(place, name), guideline, {**options, **dropped}, cache, jobs)
                    row |= {
                        "success_rate": scores["success_rate"],
                        "precision": scores["precision"],
                        key: scores["conll"],
                    }
                yield row


def _scores(corpus: Corpus, guideline: str, options: dict[str, str], cache: Path, jobs: int) -> Row:
    experiment = Experiment(
        (corpus,), ("neural",), {"neural": {"guideline": guideline}}, (RAW,), ("conll", "success_rate"), options
    )
    results = complete(run(experiment, cache, jobs))
    (row,) = comparison_table(results, results.corpora[corpus.name], RAW).rows
    return row


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
