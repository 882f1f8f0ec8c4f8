"""``python -m benchmarks.results``: measures every figure of docs/results.md and docs/reproduction.md and writes both.

It takes some ten minutes where nothing is cached. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.causes import causes
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.details import ReportDetails
from anaphora_workbench.workbench.error_analysis import ErrorDetails
from anaphora_workbench.workbench.report.comparison import comparison_tables
from anaphora_workbench.workbench.report.contents import ReportTables
from anaphora_workbench.workbench.report.errors import error_tables
from anaphora_workbench.workbench.report.sections import breakdowns_needed, metrics_needed
from anaphora_workbench.workbench.report.tables import Column, Table, as_markdown
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment, first_wave
from anaphora_workbench.workbench.runs.workers import processors
from anaphora_workbench.workbench.settings import Setting
from benchmarks.bias import gap_tables, winobias_table, winogender_table
from benchmarks.detection import mention_table, pleonastic_table, speaker_table
from benchmarks.places import DOCS, corpora_folder
from benchmarks.reproduction import reproduction
from benchmarks.weights import weight_tables

_INTRODUCTION = """\
# Results

Written by `python -m benchmarks.results`, which measures every figure. All scores in %. *95%* is the
interval of the figure before it, by Student's t over documents (snippets and sentences for GAP and WinoBias).

Success rate: correct answers / anaphors of the key, which are its third person personal, possessive and reflexive
pronouns with an earlier mention in their entity. An answer is correct if its head word is the head of another mention
of the entity.
"""
_GUM = """\
## GUM dev

`workbench compare ../shared/corpora/gum/dev`
"""
_GUM_DIFFERENCES = """\
## GUM dev: differences

`workbench compare ../shared/corpora/gum/dev --table significance`
"""
_GUM_GENRES = """\
## GUM dev: genres

`workbench compare ../shared/corpora/gum/dev --table genres`, two documents each.
"""
_INSTANCES = """\
## GUM dev: instances of salience factors

`workbench compare ../shared/corpora/gum/dev --option kennedy-boguraev.instances=accumulate`, and so on

Above, `lappin-leass` accumulates instances over sentences and `kennedy-boguraev` refreshes them, because the weights
that the two papers print come out only so. From raw text the order of the two depends on it; here are both under both
readings. See
[resolvers.md, 1.7](reference/resolvers.md#17-instances-of-salience-factors).
"""
_SALIENCE = ("kennedy-boguraev", "lappin-leass")
_CORPORA = """\
## How hard the corpora are

`workbench compare benchmarks/three-corpora.toml --table difficulty`, and after it `--table marquez`: baselines, mention
detection and systems as Màrquez, Recasens & Sapena (2012) show them.
"""
_GUM_ERRORS = """\
## GUM dev: what goes wrong

`workbench compare ../shared/corpora/gum/dev --setting true-gold --setting system-predicted --errors`

*Gain*: what the success rate (precision) would gain, at most, if every pronoun lost to the cause were right.
"""
_WEIGHTS = """\
## Weights of indicators, searched

Weights that multiply the indicators (option `weights`), searched on GUM train by `benchmarks/weights.py`: coordinate by
coordinate, from the published weights and from eleven random ones. The comparison above runs with the published
weights; `--option mars.weights="obliqueness=0.5,…"` runs with others.
"""
_ONTOGUM = """\
## OntoGUM dev

`workbench compare ../shared/corpora/ontogum/dev --singletons drop`, and the same with
`-r kennedy-boguraev+head-match+speech-pronouns -r sieve`. The texts of GUM dev by the rules of OntoNotes, without
singletons. More systems of full coreference: [full-coreference.md](full-coreference.md).
"""
_FULL = ("kennedy-boguraev+head-match", "kennedy-boguraev+head-match+speech-pronouns", "sieve")
_LITBANK = """\
## LitBank

`workbench compare ../shared/corpora/litbank/conll`

Novels. Mentions are only those of six ACE types, so a pronoun for a thing has no chain: precision counts answers to
such pronouns as wrong, and says little here.
"""
_HOWTO = """\
## HOWTO, per file

`workbench compare ../shared/corpora/howto/annotations/FILE.json`

Raw technical text. A single document cannot be resampled, so it has no interval here;
[reproduction.md](reproduction.md) gives binomial ones, and the figures of Barbu & Mitkov (2001) next to ours.
"""
_GAP = """\
## GAP

Each snippet asks for two names whether the pronoun refers to them. Precision, recall and F1 are counted as by GAP's own
scorer, by the gender of the pronoun. *F/M* is the feminine F1 divided by the masculine. In `true-predicted` a resolver
chooses among the two names only, in `system-predicted` among all noun phrases of the snippet. A name after the
pronoun cannot be found by a resolver that only looks back; `parallelism` looks both ways, and takes one of the
two wherever one agrees. Resolvers are joined with `head-match`, so that another mention of the same name leads to the
one in question.
"""
_BIAS = """\
## Bias: WinoBias and Winogender

Both on `system-predicted`. WinoBias: *pro* where the pronoun has the gender that statistics give the occupation, *anti*
where it has the other; type 1 needs knowledge of the world, type 2 syntax only. Winogender: *answer changes* is the
share of schemas in which *he* and *she* are resolved differently though nothing else differs. A resolver that knows
nothing of occupations and gender cannot prefer one: differences near 0 are what rules without statistics should show.
"""
_DETECTION = """\
## What preprocessing finds

`it` of GUM is pleonastic if the gold parse says `expl`; in HOWTO if its class says so. An `it` that is neither
pleonastic nor a mention of the key is left out: the key does not say whether it refers. *False alarms* is the share of
those that refer which preprocessing takes for pleonastic. Who speaks a quotation, or is spoken to, is right where *I*
or *you* in it is of the same entity ([resolvers.md, 9.6](reference/resolvers.md#96-paragraphs-headings-quotations)).
"""
_SHOWN = ("kennedy-boguraev", "mitkov", "most-recent", "all-in-one", "singletons", "oracle")


def main() -> int:
    """Measure and write; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    assert cache is not None
    jobs = processors()
    write_text(DOCS / "reproduction.md", reproduction(corpora, cache, jobs))
    write_text(DOCS / "results.md", "\n".join(_sections(corpora, cache, jobs)))
    return 0


def _sections(corpora: Path, cache: Path, jobs: int) -> Iterator[str]:
    yield _INTRODUCTION
    gum = Corpus(corpora / "gum" / "dev", "GUM dev")
    yield _GUM
    compared = _reported((gum,), cache, jobs)
    yield from _compared(compared)
    ends = Setting("true", "gold"), Setting("system", "predicted")
    yield _INSTANCES
    yield as_markdown(_instances_table(gum, ends, cache, jobs))
    tables = ReportTables(compared)
    for introduction, name in ((_GUM_DIFFERENCES, "significance"), (_GUM_GENRES, "genres")):
        yield introduction
        yield from (
            as_markdown(table)
            for table in tables.named(name)
            if any(f", {setting}: " in table.title for setting in ends)
        )
    yield _GUM_ERRORS + "\n".join(f"* *{cause}*: {means}." for cause, means in causes().items()) + "\n"
    wrong = run(
        Experiment((gum,), shipped("algorithm"), settings=ends, metrics=("success_rate",)),
        cache,
        jobs,
        details=ErrorDetails(),
    )
    yield from (as_markdown(table) for table in error_tables(wrong) if not table.title.startswith("Examples"))
    yield _WEIGHTS
    yield from map(as_markdown, weight_tables(corpora, cache, jobs))
    yield _ONTOGUM
    ontogum = Corpus(corpora / "ontogum" / "dev", "OntoGUM dev")
    without_singletons = {"singletons": "drop"}
    dropped = Experiment((ontogum,), (*first_wave(), *_FULL), settings=ends, metric_options=without_singletons)
    yield from _compared(_complete(run(dropped, cache, jobs)))
    yield _LITBANK
    litbank = Corpus(corpora / "litbank" / "conll", "LitBank")
    resolvers = shipped("algorithm", "baseline")
    yield from _compared(_run((litbank,), cache, jobs, resolvers))
    yield _HOWTO
    files = sorted((corpora / "howto" / "annotations").glob("*.json"))
    manuals = tuple(Corpus(file, file.stem) for file in files)
    yield from _compared(_run(manuals, cache, jobs, resolvers))
    yield _GAP
    yield from map(as_markdown, gap_tables(corpora, cache, jobs))
    yield _BIAS
    yield as_markdown(winobias_table(corpora, cache, jobs))
    yield as_markdown(winogender_table(corpora, cache, jobs))
    yield _CORPORA
    three = (gum, litbank, Corpus(corpora / "howto", "HOWTO"))
    tables = ReportTables(_reported(three, cache, jobs, _SHOWN))
    yield from map(as_markdown, [*tables.named("difficulty"), *tables.named("marquez")])
    yield _DETECTION
    yield as_markdown(pleonastic_table(corpora, cache))
    yield as_markdown(mention_table(corpora, cache, jobs))
    yield as_markdown(speaker_table(corpora, cache))


def _instances_table(corpus: Corpus, settings: tuple[Setting, ...], cache: Path, jobs: int) -> Table:
    """Success rates of the salience algorithms, both readings of an entity's instances of a factor."""
    rows = []
    for reading in ("refresh", "accumulate"):
        options = {name: {"instances": reading} for name in _SALIENCE}
        experiment = Experiment((corpus,), _SALIENCE, options, settings=settings, metrics=("success_rate",))
        outcomes = _complete(run(experiment, cache, jobs)).corpora[corpus.name].settings
        for name in _SALIENCE:
            rates = {str(setting): outcomes[setting][name].scores["success_rate"].figure for setting in settings}
            rows.append({"resolver": name, "instances": reading} | rates)
    rows.sort(key=lambda row: str(row["resolver"]))
    columns = [Column("resolver", "resolver"), Column("instances", "instances")]
    columns += [Column(str(setting), str(setting), "percent") for setting in settings]
    return Table(f"{corpus.name}: success rate by reading of the instances of a factor", columns, rows)


def _reported(corpora: tuple[Corpus, ...], cache: Path, jobs: int, resolvers: tuple[str, ...] = ()) -> Results:
    """Results with the details that the tables of a report are made of."""
    experiment = Experiment(corpora, resolvers or first_wave(), by=breakdowns_needed())
    return _complete(run(experiment, cache, jobs, details=ReportDetails(), only=metrics_needed()))


def _run(
    corpora: tuple[Corpus, ...],
    cache: Path,
    jobs: int,
    resolvers: tuple[str, ...] = (),
    settings: tuple[Setting, ...] = (),
) -> Results:
    return _complete(run(Experiment(corpora, resolvers or first_wave(), settings=settings), cache, jobs))


def _complete(results: Results) -> Results:
    if results.failures:
        raise ValueError(f"{len(results.failures)} documents without result: {results.failures[0].reason}")
    return results


def _compared(results: Results) -> Iterator[str]:
    return (as_markdown(table) for table in comparison_tables(results))


if __name__ == "__main__":
    sys.exit(main())
