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
from anaphora_workbench.workbench.details import ReportDetails
from anaphora_workbench.workbench.report.comparison import comparison_tables
from anaphora_workbench.workbench.report.contents import ReportTables
from anaphora_workbench.workbench.report.sections import breakdowns_needed, metrics_needed
from anaphora_workbench.workbench.report.tables import Column, Table, as_markdown
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.runs.preprocessing import Preprocessing
from anaphora_workbench.workbench.runs.workers import processors
from benchmarks.places import DOCS, corpora_folder

RESOLVERS = (
    "kennedy-boguraev", "mitkov", "cogniac", "most-recent", "singletons", "all-in-one", "oracle", "oracle-filtered",
)  # fmt: skip
_INTRODUCTION = """\
# Results in other languages

Written by `python -m benchmarks.languages`, which measures every figure. All scores in %. What each language has and
lacks is in [languages.md](languages.md).

These corpora are small: one Catalan document of AnCora-CO (of three, the others have no coreference), ten short texts
each in Spanish and French, written and annotated for this project by one annotator with the rules of the workbench in
mind (so mentions from gold trees come out near 100), and 80 Lithuanian files with a key of links only. Figures tell
that a language runs, not how well it would do on other texts. The real files of SemEval-2010 were not tried.
"""
_SUCCESS = """\
## Success

`workbench compare ../shared/corpora/ancora-ca/cess-20010808.conllu --language ca`, `workbench compare samples/es`,
`workbench compare samples/fr`, `workbench compare ../shared/corpora/nkas`
"""
_MARQUEZ = """\
## In the form of Màrquez, Recasens & Sapena (2012)

The tables of their paper for the Catalan document and the Spanish and French samples: Tables 2 and 3 (`--table
difficulty`), 5, 6 and 7 (`--table marquez`), 8 (`--table classes`).
"""
_PUBLISHED = """\
## Published

Recasens et al. (2010, Tables 4 and 5), on the test parts of SemEval-2010 (Catalan 167 documents of AnCora-CO, Spanish
168): next to *baselines* above stand the rows of singletons and all-in-one, next to *systems* the others.
"""
_PUBLISHED_COLUMNS = ("language", "setting", "system", "mentions F", "CEAF", "MUC F", "B³ F", "BLANC")
_PUBLISHED_ROWS = (
    ("Catalan", "true", "singletons", 100, 61.2, 0.0, 75.9, 49.3),
    ("Catalan", "true", "all-in-one", 100, 11.8, 56.4, 7.7, 2.6),
    ("Catalan", "gold", "RelaxCor", 100, 70.5, 42.5, 79.9, 59.7),
    ("Catalan", "gold", "SUCRE", 100, 68.7, 56.2, 77.0, 63.6),
    ("Catalan", "gold", "TANL-1", 98.4, 64.9, 26.5, 76.2, 54.4),
    ("Catalan", "gold", "UBIU", 84.4, 52.3, 11.7, 58.8, 52.2),
    ("Catalan", "regular", "SUCRE", 69.7, 47.2, 37.3, 51.1, 54.2),
    ("Catalan", "regular", "TANL-1", 82.7, 57.1, 22.9, 64.6, 51.0),
    ("Catalan", "regular", "UBIU", 59.6, 38.4, 8.6, 40.9, 47.8),
    ("Spanish", "true", "singletons", 100, 62.2, 0.0, 76.7, 49.4),
    ("Spanish", "true", "all-in-one", 100, 11.9, 55.4, 7.6, 2.4),
    ("Spanish", "gold", "RelaxCor", 100, 66.6, 24.7, 78.2, 55.6),
    ("Spanish", "gold", "SUCRE", 100, 69.8, 55.3, 77.4, 64.5),
    ("Spanish", "gold", "TANL-1", 98.4, 65.8, 25.7, 76.8, 54.1),
    ("Spanish", "gold", "UBIU", 83.6, 51.7, 12.7, 58.3, 54.3),
    ("Spanish", "regular", "SUCRE", 70.3, 52.9, 36.3, 55.6, 51.4),
    ("Spanish", "regular", "TANL-1", 83.1, 59.3, 21.7, 66.0, 51.4),
    ("Spanish", "regular", "UBIU", 60.0, 39.4, 10.0, 41.6, 48.4),
)
_LITHUANIAN = """\
## Lithuanian: typed links

`workbench score ../shared/corpora/nkas ../shared/corpora/nkas --annotator system --metric typed`: version 2 of the
annotation against version 1, by class (p pronominal, g generic and d definite nominal, a adverbial, e elliptical).
Žitkus, Butkienė & Butleris (2023) print P 82.8, R 59.9, F 69.5 for pronominal, 77.1 and 25.8 for generic, 97.6, 91.5
and 94.5 for definite; their counts do not come out of these files, which are another version.
"""


def main() -> int:
    """Measure and write; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 1
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    assert cache is not None
    with warnings.catch_warnings():
        # What the Lithuanian files have that is no chain is said by the reader each time.
        warnings.simplefilter("ignore")
        text = "\n".join(_page(corpora, cache)).rstrip() + "\n"
    write_text(DOCS / "languages-results.md", text)
    return 0


def _page(corpora: Path, cache: Path) -> Iterator[str]:
    yield _INTRODUCTION
    catalan = Corpus(corpora / "ancora-ca" / "cess-20010808.conllu", "AnCora-ca")
    spanish, french = (Corpus(packaged(f"samples/{code}"), f"samples/{code}") for code in ("es", "fr"))
    results = [_run((catalan,), cache, "ca"), _run((spanish, french), cache)]
    yield _SUCCESS
    for of_language in (*results, _run((Corpus(corpora / "nkas", "nkas"),), cache)):
        yield from map(as_markdown, comparison_tables(of_language))
    yield _MARQUEZ
    for of_language in results:
        tables = ReportTables(of_language).by_name()
        for name in ("difficulty", "marquez", "classes"):
            yield from map(as_markdown, tables.get(name, ()))
    yield _PUBLISHED
    columns = [Column(name, name) for name in _PUBLISHED_COLUMNS]
    rows = [dict(zip(_PUBLISHED_COLUMNS, row, strict=True)) for row in _PUBLISHED_ROWS]
    yield as_markdown(Table("Recasens et al. (2010)", columns, rows))
    yield _LITHUANIAN
    yield as_markdown(_typed_table(corpora / "nkas"))


def _run(corpora: tuple[Corpus, ...], cache: Path, language: str | None = None) -> Results:
    preprocessing = Preprocessing(language=language)
    experiment = Experiment(corpora, RESOLVERS, preprocessing=preprocessing, by=breakdowns_needed())
    results = run(experiment, cache, processors(), details=ReportDetails(), only=metrics_needed())
    if results.failures:
        raise ValueError(f"{len(results.failures)} documents without result: {results.failures[0].reason}")
    return results


def _typed_table(folder: Path) -> Table:
    scores = aw.score(folder, folder, ["typed"], annotator="system")["typed"].as_json()
    rows = [
        {"class": name, **{side: value[side]["value"] for side in ("precision", "recall")}, "f1": value["f1"],
         "key": value["recall"]["denominator"], "response": value["precision"]["denominator"]}
        for name, value in [*scores["classes"].items(), ("all", scores["micro"])]
    ]  # fmt: skip
    columns = [Column("class", "class"), Column("key", "links of the key"), Column("response", "of the response")]
    columns += [Column(name, name[0].upper(), "percent") for name in ("precision", "recall", "f1")]
    return Table("Typed scores, version 2 against version 1", columns, rows)


if __name__ == "__main__":
    sys.exit(main())
