"""``python -m benchmarks.results``: measures the figures of docs/results.md and docs/reproduction.md and writes both.

It takes some ten minutes where nothing is cached. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import shipped
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.causes import causes
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.details import ReportDetails
from anaphora_workbench.workbench.error_analysis import ErrorDetails
from anaphora_workbench.workbench.pairwise import paired_tests
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.report.contents import ReportTables
from anaphora_workbench.workbench.report.errors import long_error_table
from anaphora_workbench.workbench.report.tables import Column, Row
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment, first_wave
from anaphora_workbench.workbench.runs.workers import processors
from anaphora_workbench.workbench.settings import Setting
from benchmarks.bias import GAP_SYSTEMS, WINOBIAS, WINOGENDER, winobias_rows, winogender_rows
from benchmarks.data import (
    beside,
    complete,
    figures,
    in_settings,
    markdown,
    notes_of,
    write_comparison,
    write_figures,
)
from benchmarks.detection import MENTIONS, PLEONASTIC, SPEAKERS, mention_rows, pleonastic_rows, speaker_rows
from benchmarks.exchanged_genders import EXCHANGED, exchanged_rows
from benchmarks.places import DOCS, corpora_folder
from benchmarks.reproduction import reproduction
from benchmarks.weights import FOUND, WORTH, search_weights, worth_rows

METRICS = ("success_rate", "precision", "resolution_f1", "conll")
SCORES = (
    Column("success_rate", "success", "percent"),
    Column("success_rate_interval", "95%", "interval"),
    Column("precision", "precision", "percent"),
    Column("resolution_f1", "F1", "percent"),
    Column("conll", "CoNLL", "percent"),
)
GAP = (
    Column("gap", "F1", "percent"),
    Column("gap_interval", "95%", "interval"),
    Column("gap_masculine", "masculine", "percent"),
    Column("gap_feminine", "feminine", "percent"),
    Column("gap_bias", "bias", "number"),
    Column("gap_bias_interval", "95%", "interval"),
)
DIFFERENCES = (
    Column("setting", "setting"),
    Column("first", "first"),
    Column("second", "second"),
    Column("difference", "difference", "percent"),
    Column("randomisation", "p", "p"),
    Column("corrected", "corrected", "p"),
)
INSTANCES = (
    Column("resolver", "resolver"),
    Column("instances", "instances"),
    Column("true-gold", "true-gold", "percent"),
    Column("system-predicted", "system-predicted", "percent"),
)
CORPORA = ("GUM dev", "LitBank", "HOWTO")
TRUE, RAW = Setting("true", "gold"), Setting("system", "predicted")
# Where the key has no trees, there is no gold annotation.
WITHOUT_TREES = Setting("true", "predicted")
SIGNIFICANT = 0.05
_SALIENCE = ("kennedy-boguraev", "lappin-leass")
_BY = ("cause", "pronoun", "distance")
_DIFFICULTY_FIGURES = (
    "documents", "tokens", "mentions", "entities", "singletons", "mentions per entity", "decayed density",
    "third person pronouns", "third person pronouns, anaphoric", "candidates per anaphor",
    "candidates per anaphor, after agreement", "sentences from anaphor to antecedent",
    "antecedent in the same sentence",
)  # fmt: skip

_INTRODUCTION = """\
# Results

`python -m benchmarks.results` measures every figure, writes it to [data](data) and lays out this page. All scores are
percentages. *95%* is the interval of the figure before it, by Student's t over documents (over snippets for GAP,
sentences for WinoBias). [signatures.csv](data/signatures.csv) names all that a score depends on.

`true-gold` gives a resolver the mentions of the key and gold annotation, `system-predicted` raw text. *Success* is the
share of the anaphors of the key that are answered correctly. These are its third person personal, possessive and
reflexive pronouns with an earlier mention in their entity. An answer is correct if its head is the head of another
mention of the entity. *Precision* is the share of the answered pronouns. CoNLL counts all entities and is low where
only pronouns are resolved; [full-coreference.md](full-coreference.md) has the systems that link noun phrases too.

All of the first three sections: [results.csv](data/results.csv).
"""
_GUM = """\
## GUM dev

The two salience algorithms lead, and raw text costs each algorithm a few points. Intervals are wide, but they say
little about the difference of two resolvers, which answer the same anaphors: see [below](#gum-dev-differences).
"""
_ONTOGUM = """\
## OntoGUM dev

The texts of GUM dev by the rules of OntoNotes, without singletons (`--singletons drop`). The key has only mentions that
corefer. They leave few candidates, so with them resolvers do better than on GUM, and from raw text worse.
"""
_LITBANK = """\
## LitBank

Eighty novels. The key has mentions of six ACE types only, so a pronoun for a thing has no chain: with raw text
precision counts every answer to such a pronoun as wrong and says little. Success is higher than on GUM, because most
pronouns are *he* and *she*.
"""
_HOWTO = """\
## HOWTO

Three technical manuals as raw text, in [howto.csv](data/howto.csv). *It* makes up most of their pronouns, and each
sentence has several things that it could mean. A single document has no interval over documents;
[reproduction.md](reproduction.md) has binomial ones, and the figures of Barbu & Mitkov (2001).
"""
_INSTANCES = """\
## GUM dev: instances of salience factors

Success rates, also in [instances.csv](data/instances.csv). By default `lappin-leass` accumulates the instances of a
factor over sentences and `kennedy-boguraev` refreshes them, because the weights that the two papers print come out only
so ([resolvers.md, 1.7](reference/resolvers.md#17-instances-of-salience-factors)). From raw text the order of the two
depends on it. `--option kennedy-boguraev.instances=accumulate` gives the other reading.
"""
_DIFFERENCES = """\
## GUM dev: differences

Paired tests of success over the documents ([differences.csv](data/differences.csv) has every p-value): approximate
randomisation, 10,000 samples, with Holm's correction over all pairs of a setting; of the baselines only the best. The
table names the resolvers that each one beats (p < 0.05). Neighbours in the ranking can rarely be told apart on thirty
documents.
"""
_ERRORS = """\
## GUM dev: what goes wrong

Wrong decisions from raw text; [errors.csv](data/errors.csv) has `true-gold` and the distances as well. Most anaphors
are lost to ranking: the antecedent was among the candidates and another one was chosen. *It* is the hardest pronoun.
"""
_WEIGHTS = """\
## Weights of indicators, searched

Success with the published weights of the indicators and with weights searched on GUM train (`benchmarks/weights.py`),
in `true-gold`. MARS gains on texts that it was not searched on; the gain of `mitkov` there is within chance.
[weights-found.csv](data/weights-found.csv) has the weights; `--option mars.weights="obliqueness=0.5,…"` uses them.
"""
_GAP = """\
## GAP

Each snippet asks for two names whether the pronoun refers to them. F1 is counted as by GAP's own scorer; *bias* is
feminine F1 / masculine F1. In `true-predicted` a resolver chooses among the two names only, in `system-predicted` among
all noun phrases. A resolver that only looks back cannot find a name after the pronoun; `parallelism` looks both ways
and takes one of the two wherever one agrees. `head-match` leads from another mention of a name to the one in question.
[gap.csv](data/gap.csv) has the validation part, F1 by gender and intervals of the bias.
"""
_EXCHANGED = """\
The same snippets with all genders exchanged (*she* for *he*, feminine mentions masculine): a bias of the resolver
stays, a bias of the texts turns round. *Of the resolver* is the geometric mean of both biases, *of the texts* the rest.
[gap-exchanged.csv](data/gap-exchanged.csv) has the validation part.
"""
_BIAS = """\
## Bias: WinoBias and Winogender

From raw text, in [winobias.csv](data/winobias.csv) and [winogender.csv](data/winogender.csv). WinoBias: success where
the pronoun has the gender of the occupation's stereotype (*pro*) and where it has the other (*anti*); type 1 needs
knowledge of the world, type 2 syntax only. Winogender: right answers by the pronoun's gender; *answer changes* is the
share of sentences in which *he* and *she* are resolved differently. A resolver that knows nothing of occupations cannot
prefer one, so differences of rule-based resolvers should be near 0.
"""
_DIFFICULTY = """\
## How hard the corpora are

Also in [difficulty.csv](data/difficulty.csv); `workbench compare benchmarks/three-corpora.toml --table difficulty`
prints more. Candidates are those of `mitkov`; distances go to the nearest earlier mention of the entity.
"""
_DETECTION = """\
## What preprocessing finds

`it` of GUM is pleonastic if the gold parse says `expl`, in HOWTO if its class says so. An `it` that is neither
pleonastic nor a mention of the key is left out. *False alarms* is the share of those that refer which preprocessing
takes for pleonastic. The speaker of a quotation is right where *I* in it is of the same entity, its addressee where
*you* is ([resolvers.md, 9.6](reference/resolvers.md#96-paragraphs-headings-quotations)). LitBank's files have no
paragraphs, so nobody is inferred there from who acts next to a quotation.
"""


def main() -> int:
    """Measure and write; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    assert cache is not None
    jobs = processors()
    write_text(DOCS / "reproduction.md", reproduction(corpora, cache, jobs))
    measure(corpora, cache, jobs)
    write_text(DOCS / "results.md", page())
    return 0


def measure(corpora: Path, cache: Path, jobs: int) -> None:
    """Write the figures of the page to docs/data."""
    gum = Corpus(corpora / "gum" / "dev", CORPORA[0])
    litbank = Corpus(corpora / "litbank" / "conll", CORPORA[1])
    ontogum = Corpus(corpora / "ontogum" / "dev", "OntoGUM dev")
    resolvers = shipped("algorithm", "baseline")

    def compared(corpus: Corpus, names: Sequence[str], *settings: Setting, **metric_options: str) -> Results:
        experiment = Experiment(
            (corpus,), tuple(names), settings=settings, metrics=METRICS, metric_options=metric_options
        )
        return complete(run(experiment, cache, jobs))

    of_gum = compared(gum, first_wave(), TRUE, RAW)
    of_others = (
        compared(ontogum, first_wave(), TRUE, RAW, singletons="drop"),
        compared(litbank, resolvers, WITHOUT_TREES, RAW),
    )
    write_comparison("results", SCORES, (of_gum, *of_others))
    files = sorted((corpora / "howto" / "annotations").glob("*.json"))
    manuals = [compared(Corpus(file, file.stem), resolvers, RAW) for file in files]
    write_comparison("howto", (SCORES[0], *SCORES[2:4]), manuals)
    write_figures("differences", DIFFERENCES, _differences(of_gum))
    write_figures("instances", INSTANCES, _instances(gum, cache, jobs))
    wrong = Experiment((gum,), shipped("algorithm"), settings=(TRUE, RAW), metrics=("success_rate",))
    errors = _errors(complete(run(wrong, cache, jobs, details=ErrorDetails())))
    write_figures("errors", _columns_of_errors(shipped("algorithm")), errors)
    weights = search_weights(corpora, cache)
    write_figures("weights", WORTH, worth_rows(weights, corpora, cache, jobs))
    write_figures(
        "weights-found",
        FOUND,
        (
            {"resolver": resolver, "indicator": name, "weight": weight}
            for resolver, by_name in weights.items()
            for name, weight in by_name.items()
        ),
    )
    parts = [Corpus(corpora / "gap" / f"gap-{part}.tsv", f"GAP {part}") for part in ("development", "validation")]
    gap = (Experiment((part,), GAP_SYSTEMS, settings=(WITHOUT_TREES, RAW), metrics=("gap",)) for part in parts)
    write_comparison("gap", GAP, [run(experiment, cache, jobs) for experiment in gap])
    prepared = PreparedDocuments(Preprocessor(), cache)
    with tempfile.TemporaryDirectory() as scratch:
        exchanged = [row for part in parts for row in exchanged_rows(part, prepared, Path(scratch), cache, jobs)]
    write_figures("gap-exchanged", EXCHANGED, exchanged)
    write_figures("winobias", WINOBIAS, winobias_rows(corpora, cache, jobs))
    write_figures("winogender", WINOGENDER, winogender_rows(corpora, cache, jobs))
    three = (gum, litbank, Corpus(corpora / "howto", CORPORA[2]))
    write_figures("difficulty", _columns_of_difficulty(), _difficulty(three, cache, jobs))
    write_figures("pleonastic", PLEONASTIC, pleonastic_rows(corpora, cache))
    write_figures("mentions", MENTIONS, mention_rows(corpora, cache, jobs))
    write_figures("speakers", SPEAKERS, speaker_rows(corpora, cache))


def page() -> str:
    """The text of docs/results.md, from docs/data."""
    return "\n".join(_sections()).rstrip() + "\n"


def _sections() -> Iterator[str]:
    yield _INTRODUCTION
    scores = figures("results")
    shown = (*SCORES[:3], SCORES[4])
    for text, corpus, settings in (
        (_GUM, "GUM dev", (str(TRUE), str(RAW))),
        (_ONTOGUM, "OntoGUM dev", (str(TRUE), str(RAW))),
        (_LITBANK, "LitBank", (str(WITHOUT_TREES), str(RAW))),
    ):
        yield text
        of_corpus = [row for row in scores if row["corpus"] == corpus]
        yield markdown(in_settings(settings, *shown), beside(of_corpus, settings))
        yield from notes_of("results", corpus)
    yield _HOWTO
    files = tuple(dict.fromkeys(row["corpus"] for row in figures("howto")))
    by_file = beside([{**row, "setting": row["corpus"]} for row in figures("howto")], files)
    yield markdown(in_settings(files, SCORES[0]), by_file)
    yield _INSTANCES + "\n" + markdown(INSTANCES, figures("instances"))
    yield _DIFFERENCES + "\n" + _beaten()
    yield _ERRORS
    yield from _wrong()
    yield _WEIGHTS + "\n" + markdown(WORTH, figures("weights"))
    yield _GAP
    development = [row for row in figures("gap") if row["corpus"] == "GAP development"]
    settings = (str(WITHOUT_TREES), str(RAW))
    yield markdown(in_settings(settings, *GAP[:2], GAP[4]), beside(development, settings))
    yield from notes_of("gap", "GAP development")
    yield _EXCHANGED
    yield markdown(
        EXCHANGED[2:],
        [row for row in figures("gap-exchanged") if list(row.values())[:2] == ["GAP development", str(RAW)]],
    )
    yield _BIAS
    yield markdown(WINOBIAS, figures("winobias"), "WinoBias dev, success rate")
    yield markdown(WINOGENDER, figures("winogender"), "Winogender, right answers")
    yield _DIFFICULTY
    yield markdown(_columns_of_difficulty(), figures("difficulty"))
    yield _DETECTION
    yield markdown(PLEONASTIC, figures("pleonastic"), "Pleonastic it, predicted annotation")
    yield markdown(MENTIONS, figures("mentions"), "Mention detection, exact spans")
    yield markdown(SPEAKERS, figures("speakers"), "Speakers and addressees of quotations, predicted annotation")


def _differences(results: Results) -> Iterator[Row]:
    (corpus,) = results.corpora.values()
    for setting, outcomes in corpus.settings.items():
        for test in paired_tests(outcomes, results.experiment.seed):
            if test.metric == "success_rate":
                yield {"setting": str(setting), **test.as_json()}


def _beaten() -> str:
    """For each resolver those from which it differs for the better by more than chance."""
    beaten: dict[str, dict[str, str]] = defaultdict(dict)
    settings = (str(TRUE), str(RAW))
    for row in figures("differences"):
        first, second = row["first"], row["second"]
        if float(row["difference"]) < 0:
            first, second = second, first
        of_first = beaten[first]
        of_first.setdefault(row["setting"], "")
        if row["corrected"].startswith("<") or float(row["corrected"]) < SIGNIFICANT:
            of_first[row["setting"]] += f", {second}" if of_first[row["setting"]] else second
    columns = [Column("resolver", "resolver"), *(Column(setting, f"{setting}: better than") for setting in settings)]
    rows = [
        {"resolver": name, **{setting: found.get(setting) or "–" for setting in settings}}
        for name, found in beaten.items()
    ]
    return markdown(columns, rows)


def _instances(corpus: Corpus, cache: Path, jobs: int) -> list[Row]:
    """Success rates of the salience algorithms, both readings of an entity's instances of a factor."""
    rows: list[Row] = []
    for reading in ("refresh", "accumulate"):
        options = {name: {"instances": reading} for name in _SALIENCE}
        experiment = Experiment((corpus,), _SALIENCE, options, settings=(TRUE, RAW), metrics=("success_rate",))
        outcomes = complete(run(experiment, cache, jobs)).corpora[corpus.name].settings
        for name in _SALIENCE:
            rates = {str(setting): outcomes[setting][name].scores["success_rate"].figure for setting in (TRUE, RAW)}
            rows.append({"resolver": name, "instances": reading, **rates})
    return sorted(rows, key=lambda row: str(row["resolver"]))


def _columns_of_errors(resolvers: Sequence[str]) -> list[Column]:
    named = [Column("setting", "setting"), Column("by", "by"), Column("value", "value")]
    return [*named, Column("anaphors", "anaphors", "count"), *(Column(name, name, "count") for name in resolvers)]


def _errors(results: Results) -> list[Row]:
    """How many pronouns each resolver got wrong, by cause, form and distance; the causes in the order of stages."""
    found: dict[tuple[str, str, str], dict[str, object]] = {}
    none_wrong: dict[str, object] = dict.fromkeys(results.experiment.resolvers, 0)
    for row in long_error_table(results).rows:
        place = row["setting"], row["by"], str(row["value"])
        named = dict(zip(("setting", "by", "value"), place, strict=True)) | {"anaphors": row["anaphors"]}
        found.setdefault(place, none_wrong | named)[row["resolver"]] = row["wrong"]
    order = {cause: place for place, cause in enumerate(causes())}
    return sorted(
        found.values(),
        key=lambda row: (row["setting"] != str(TRUE), _BY.index(str(row["by"])), order.get(str(row["value"]), 0)),
    )


def _wrong() -> Iterator[str]:
    rows = [row for row in figures("errors") if row["setting"] == str(RAW)]
    resolvers = list(rows[0])[4:]
    meanings = causes()
    for by in ("cause", "pronoun"):
        columns = [Column("value", by), *_columns_of_errors(resolvers)[3 if by == "pronoun" else 4 :]]
        of_kind = [row for row in rows if row["by"] == by]
        yield markdown(columns, of_kind)
        if by == "cause":
            yield "".join(f"* *{row['value']}*: {meanings[row['value']]}.\n" for row in of_kind)


def _columns_of_difficulty() -> list[Column]:
    return [Column("figure", ""), *(Column(name, name, "count") for name in CORPORA)]


def _difficulty(corpora: tuple[Corpus, ...], cache: Path, jobs: int) -> Iterator[Row]:
    results = complete(run(Experiment(corpora, ("mitkov",)), cache, jobs, details=ReportDetails()))
    rows = in_full(ReportTables(results).named("difficulty")[0].rows)
    return (row for row in rows if row["figure"] in _DIFFICULTY_FIGURES)


def in_full(rows: Sequence[Mapping[str, str]]) -> Iterator[Row]:
    """Rows of a table of difficulty, those that go on from the one above (``… after agreement``) with its name."""
    name = ""
    for row in rows:
        goes_on = row["figure"].startswith("… ")
        name = name if goes_on else row["figure"]
        yield {**row, "figure": f"{name}, {row['figure'][2:]}" if goes_on else name}


if __name__ == "__main__":
    sys.exit(main())
