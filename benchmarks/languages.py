"""``python -m benchmarks.languages``: measures every figure of docs/languages-results.md and writes it.

It takes a minute. Public corpora are found as for ``python -m benchmarks``; Spanish and French need ``make languages``
for their predicted annotation.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import anaphora_workbench as aw
from anaphora_workbench.corpora.packaged import packaged
from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.report.tables import Column, Row
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.runs.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.workers import processors
from anaphora_workbench.workbench.settings import Setting
from benchmarks.data import beside, figures, filled, in_settings, markdown, notes_of, write_comparison, write_figures
from benchmarks.places import DOCS, corpora_folder

PAGE = DOCS / "languages-results.md"
RESOLVERS = (
    "kennedy-boguraev", "mitkov", "cogniac", "most-recent", "singletons", "all-in-one", "oracle", "oracle-filtered",
)  # fmt: skip
METRICS = ("success_rate", "precision", "conll")
SCORES = (
    Column("success_rate", "success", "percent"),
    Column("success_rate_interval", "95%", "interval"),
    Column("precision", "precision", "percent"),
    Column("conll", "CoNLL", "percent"),
)
TYPED = (
    Column("class", "class"),
    Column("key", "links of the key", "count"),
    Column("response", "of the response", "count"),
    Column("precision", "P", "percent"),
    Column("recall", "R", "percent"),
    Column("f1", "F", "percent"),
)
RAW = Setting("system", "predicted")


def main() -> int:
    """Measure and write; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 1
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    assert cache is not None
    with warnings.catch_warnings():
        # The reader says each time what the Lithuanian files have that is no chain.
        warnings.simplefilter("ignore")
        measure(corpora, cache)
    write_text(PAGE, filled(PAGE, parts()))
    return 0


def measure(corpora: Path, cache: Path) -> None:
    """Write the figures of the page to docs/data."""
    catalan = Corpus(corpora / "ancora-ca" / "cess-20010808.conllu", "AnCora-ca")
    spanish, french = (Corpus(packaged(f"samples/{code}"), f"samples/{code}") for code in ("es", "fr"))
    true, without_pipeline = Setting("true", "gold"), Setting("system", "gold")
    compared = [
        _run((catalan,), (true, without_pipeline), cache, "ca"),
        _run((spanish, french), (true, RAW), cache),
        _run((Corpus(corpora / "nkas", "nkas"),), (true, without_pipeline), cache),
    ]
    write_comparison("languages", SCORES, compared)
    write_figures("typed", TYPED, _typed(corpora / "nkas"))


def parts() -> dict[str, str]:
    """The parts of the page, from docs/data."""
    scores = figures("languages")
    made = {"typed": markdown(TYPED, figures("typed"))}
    for corpus in dict.fromkeys(row["corpus"] for row in scores):
        of_corpus = [row for row in scores if row["corpus"] == corpus]
        settings = tuple(dict.fromkeys(row["setting"] for row in of_corpus))
        intervals = any(row["success_rate_interval_low"] for row in of_corpus)
        shown = [column for column in SCORES if intervals or column.kind != "interval"]
        table = markdown(in_settings(settings, *shown), beside(of_corpus, settings))
        made[corpus] = "\n".join([table, *notes_of("languages", corpus)])
    return made


def _run(
    corpora: tuple[Corpus, ...], settings: tuple[Setting, ...], cache: Path, language: str | None = None
) -> Results:
    preprocessing = Preprocessing(language=language)
    experiment = Experiment(corpora, RESOLVERS, settings=settings, preprocessing=preprocessing, metrics=METRICS)
    return run(experiment, cache, processors())


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
    sys.exit(main())
