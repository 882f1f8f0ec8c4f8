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
from benchmarks.data import beside, figures, in_settings, markdown, notes_of, write_comparison, write_figures
from benchmarks.places import DOCS, corpora_folder

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
_INTRODUCTION = """\
# Results in other languages

`python -m benchmarks.languages` measures every figure, writes it to [languages.csv](data/languages.csv) and lays
out this page. All scores are percentages. [languages.md](languages.md) says what each language has and lacks,
[signatures.csv](data/signatures.csv) all that a score depends on.

The corpora are small, so the figures show that a language runs, not how well it would do on other texts. A single
document has no interval. The real files of SemEval-2010 were not tried; [recasens-2010.csv](data/recasens-2010.csv) has
the figures that Recasens et al. (2010, Tables 4 and 5) print for 167 Catalan and 168 Spanish documents of it.
"""
_CORPORA = {
    "AnCora-ca": """\
## Catalan

One document of AnCora-CO, `workbench compare ../shared/corpora/ancora-ca/cess-20010808.conllu --language ca`. There is
no Catalan pipeline, so its gold annotation is used throughout.
""",
    "samples/es": """\
## Spanish

Ten short texts, `workbench compare samples/es`, written and annotated for this project by one annotator who had the
rules of the workbench in mind, so mentions from gold trees are nearly all found.
""",
    "samples/fr": """\
## French

Ten short texts made in the same way, `workbench compare samples/fr`.
""",
    "nkas": """\
## Lithuanian

Eighty files with a key of links only, `workbench compare ../shared/corpora/nkas`, and without parses. The key has few
mentions that corefer with nothing, so with system mentions CoNLL is low.
""",
}
_TYPED = """\
### Typed links

`workbench score ../shared/corpora/nkas ../shared/corpora/nkas --annotator system --metric typed`: version 2 of the
annotation against version 1, by class (p pronominal, g generic and d definite nominal, a adverbial, e elliptical), in
[typed.csv](data/typed.csv). Žitkus, Butkienė & Butleris (2023) print P 82.8, R 59.9, F 69.5 for pronominal, 77.1 and
25.8 for generic, 97.6, 91.5 and 94.5 for definite; their counts do not come out of these files, which are another
version.
"""


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
    write_text(DOCS / "languages-results.md", page())
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


def page() -> str:
    """The text of docs/languages-results.md, from docs/data."""
    return "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    yield _INTRODUCTION
    scores = figures("languages")
    for corpus, text in _CORPORA.items():
        yield text
        of_corpus = [row for row in scores if row["corpus"] == corpus]
        settings = tuple(dict.fromkeys(row["setting"] for row in of_corpus))
        intervals = any(row["success_rate_interval_low"] for row in of_corpus)
        shown = [column for column in SCORES if intervals or column.kind != "interval"]
        yield markdown(in_settings(settings, *shown), beside(of_corpus, settings))
        yield from notes_of("languages", corpus)
    yield _TYPED
    yield markdown(TYPED, figures("typed"))


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
