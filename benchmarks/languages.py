"""``python -m benchmarks.languages``: measures every figure of docs/languages-results.md and writes it.

It takes a minute. Public corpora are found as for ``python -m benchmarks``; Spanish and French need ``make languages``
for their predicted annotation, without which it fails and writes nothing.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import anaphora_workbench as aw
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.report.tables import Row
from benchmarks.columns import columns_of
from benchmarks.data import figures, markdown, of_corpus, write_comparison, write_figures
from benchmarks.places import DOCS
from benchmarks.runs import RAW, TRUE, Runs, remake

PAGE = DOCS / "languages-results.md"
CORPORA = ("AnCora-ca", "samples/es", "samples/fr", "nkas")
RESOLVERS = (
    "kennedy-boguraev", "mitkov", "cogniac", "most-recent", "singletons", "all-in-one", "oracle", "oracle-filtered",
)  # fmt: skip
METRICS = ("success_rate", "precision", "conll")
SCORES = columns_of(
    "success_rate: success (percent); success_rate_interval: 95% (interval); precision (percent); "
    "conll: CoNLL (percent)"
)
TYPED = columns_of(
    "class; key: links of the key (count); response: of the response (count); precision: P (percent); "
    "recall: R (percent); f1: F (percent)"
)


def measure(runs: Runs) -> dict[str, str]:
    """Write the figures of the page to docs/data; returns the parts of the page."""
    spanish_and_french = tuple(Corpus(packaged(name), name) for name in CORPORA[1:3])
    without_pipeline = (TRUE, Setting("system", "gold"))
    scored = partial(runs.compared, resolvers=RESOLVERS, metrics=METRICS)
    with warnings.catch_warnings():
        # The reader says each time what the Lithuanian files have that is no chain.
        warnings.simplefilter("ignore")
        compared = [
            scored(
                runs.corpus("ancora-ca/cess-20010808.conllu", CORPORA[0]),
                settings=without_pipeline,
                preprocessing=Preprocessing(language="ca"),
            ),
            scored(spanish_and_french, settings=(TRUE, RAW)),
            scored(runs.corpus("nkas", CORPORA[3]), settings=without_pipeline),
        ]
        write_comparison("languages", SCORES, compared)
        write_figures("typed", TYPED, _typed(runs.corpora / "nkas"))
    return parts()


def parts() -> dict[str, str]:
    """The parts of the page, from docs/data."""
    made = {corpus: of_corpus("languages", corpus, SCORES) for corpus in CORPORA}
    return made | {"typed": markdown(TYPED, figures("typed"))}


def _typed(folder: Path) -> Iterator[Row]:
    scores = aw.score(folder, folder, ["typed"], annotator="system")["typed"].as_json()
    for name, value in [*scores["classes"].items(), ("all", scores["micro"])]:
        yield {
            "class": name,
            **{side: value[side]["value"] for side in ("precision", "recall")},
            "f1": value["f1"],
            "key": value["recall"]["denominator"],
            "response": value["precision"]["denominator"],
        }


if __name__ == "__main__":
    sys.exit(remake(PAGE, measure))
