"""``python -m benchmarks.results``: measures every figure of docs/results.md and writes it.

It takes some ten minutes where nothing is cached. Public corpora are found as for ``python -m benchmarks``.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from anaphora_workbench.resolvers import shipped
from anaphora_workbench.resolvers.pronouns.grammar import PARTS
from anaphora_workbench.workbench.analysis.causes import causes
from anaphora_workbench.workbench.analysis.details import ReportDetails
from anaphora_workbench.workbench.analysis.error_analysis import ErrorDetails
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.experiments.experiment import first_wave
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.document.contents import ReportTables
from anaphora_workbench.workbench.report.errors import long_error_table
from anaphora_workbench.workbench.report.tables import Column, Row
from anaphora_workbench.workbench.runs.ablation import parts_of
from anaphora_workbench.workbench.runs.pairwise import paired_tests
from benchmarks.bias import GAP_SYSTEMS, WINOBIAS, WINOGENDER, winobias_rows, winogender_rows
from benchmarks.columns import columns_of
from benchmarks.data import beside, figures, in_settings, markdown, of_corpus, write_comparison, write_figures
from benchmarks.detection import MENTIONS, PLEONASTIC, SPEAKERS, mention_rows, pleonastic_rows, speaker_rows
from benchmarks.exchanged_genders import EXCHANGED, exchanged_rows
from benchmarks.places import DOCS
from benchmarks.runs import RAW, TRUE, WITHOUT_TREES, Runs, remake
from benchmarks.weights import FOUND, WORTH, search_weights, worth_rows

PAGE = DOCS / "results.md"
METRICS = ("success_rate", "precision", "resolution_f1", "conll")
SCORES = columns_of(
    "success_rate: success (percent); success_rate_interval: 95% (interval); precision (percent); "
    "resolution_f1: F1 (percent); conll: CoNLL (percent)"
)
GAP = columns_of(
    "gap: F1 (percent); gap_interval: 95% (interval); gap_masculine: masculine (percent); "
    "gap_feminine: feminine (percent); gap_bias: bias (number); gap_bias_interval: 95% (interval)"
)
DIFFERENCES = columns_of("setting; first; second; difference (percent); randomisation: p (p); corrected (p)")
_GRAMMAR = ("kennedy-boguraev", "mitkov", "ranking")
STAGES = [Column("stage", "stage left out"), *(Column(name, name, "percent") for name in _GRAMMAR)]
INSTANCES = columns_of("resolver; instances; true-gold (percent); system-predicted (percent)")
CORPORA = ("GUM dev", "LitBank", "HOWTO")
DIFFICULTY = (Column("figure", ""), *(Column(name, name, "count") for name in CORPORA))
SIGNIFICANT = 0.05
_SALIENCE = ("kennedy-boguraev", "lappin-leass")
_BY = ("cause", "pronoun", "distance")
_DIFFICULTY_FIGURES = (
    "documents", "tokens", "mentions", "entities", "singletons", "mentions per entity", "decayed density",
    "third person pronouns", "third person pronouns, anaphoric", "candidates per anaphor",
    "candidates per anaphor, after agreement", "sentences from anaphor to antecedent",
    "antecedent in the same sentence",
)  # fmt: skip


def measure(runs: Runs) -> dict[str, str]:
    """Write the figures of the page to docs/data; returns the parts of the page."""
    gum = runs.corpus("gum/dev", CORPORA[0])
    litbank = runs.corpus("litbank/conll", CORPORA[1])
    ontogum = runs.corpus("ontogum/dev", "OntoGUM dev")
    resolvers = shipped("algorithm", "baseline")
    compared = partial(runs.compared, metrics=METRICS)
    of_gum = compared(gum, first_wave(), settings=(TRUE, RAW))
    of_others = (
        compared(ontogum, first_wave(), settings=(TRUE, RAW), metric_options={"singletons": "drop"}),
        compared(litbank, resolvers, settings=(WITHOUT_TREES, RAW)),
    )
    write_comparison("results", SCORES, (of_gum, *of_others))
    files = sorted((runs.corpora / "howto" / "annotations").glob("*.json"))
    manuals = [compared(Corpus(file, file.stem), resolvers, settings=(RAW,)) for file in files]
    write_comparison("howto", (SCORES[0], *SCORES[2:4]), manuals)
    write_figures("differences", DIFFERENCES, _differences(of_gum))
    write_figures("instances", INSTANCES, _instances(gum, runs))
    write_figures("grammar-stages", STAGES, stage_rows(gum, runs))
    wanted = {"settings": (TRUE, RAW), "metrics": ("success_rate",)}
    wrong = runs.compared(gum, shipped("algorithm"), details=ErrorDetails(), **wanted)
    write_figures("errors", _columns_of_errors(), _errors(wrong))
    weights = search_weights(runs)
    write_figures("weights", WORTH, worth_rows(weights, runs))
    write_figures(
        "weights-found",
        FOUND,
        (
            {"resolver": resolver, "indicator": name, "weight": weight}
            for resolver, by_name in weights.items()
            for name, weight in by_name.items()
        ),
    )
    snippets = [runs.corpus(f"gap/gap-{part}.tsv", f"GAP {part}") for part in ("development", "validation")]
    gap = [runs.compared(part, GAP_SYSTEMS, settings=(WITHOUT_TREES, RAW), metrics=("gap",)) for part in snippets]
    write_comparison("gap", GAP, gap)
    with tempfile.TemporaryDirectory() as scratch:
        exchanged = [row for part in snippets for row in exchanged_rows(part, runs, Path(scratch))]
    write_figures("gap-exchanged", EXCHANGED, exchanged)
    write_figures("winobias", WINOBIAS, winobias_rows(runs))
    write_figures("winogender", WINOGENDER, winogender_rows(runs))
    write_figures("difficulty", DIFFICULTY, _difficulty((gum, litbank, runs.corpus("howto", CORPORA[2])), runs))
    write_figures("pleonastic", PLEONASTIC, pleonastic_rows(runs))
    write_figures("mentions", MENTIONS, mention_rows(runs))
    write_figures("speakers", SPEAKERS, speaker_rows(runs))
    return parts()


def parts() -> dict[str, str]:
    """The parts of the page, from docs/data."""
    shown = (*SCORES[:3], SCORES[4])
    made = {corpus: of_corpus("results", corpus, shown) for corpus in ("GUM dev", "OntoGUM dev", "LitBank")}
    made |= {"howto": _howto(), "differences": _beaten(), "causes": _causes()}
    made["gap"] = of_corpus("gap", "GAP development", (*GAP[:2], GAP[4]))
    of_form = [row for row in figures("errors") if (row["setting"], row["by"]) == (str(RAW), "pronoun")]
    made["pronouns"] = markdown([Column("value", "pronoun"), *_columns_of_errors()[3:]], of_form)
    exchanged = [row for row in figures("gap-exchanged") if row["corpus"] == "GAP development"]
    made["gap-exchanged"] = markdown(EXCHANGED[1:], exchanged)
    whole = {
        "instances": INSTANCES,
        "grammar-stages": STAGES,
        "weights": WORTH,
        "winobias": WINOBIAS,
        "winogender": WINOGENDER,
        "difficulty": DIFFICULTY,
        "pleonastic": PLEONASTIC,
        "mentions": MENTIONS,
        "speakers": SPEAKERS,
    }
    return made | {name: markdown(columns, figures(name)) for name, columns in whole.items()}


def _howto() -> str:
    rows = [{**row, "setting": row["corpus"]} for row in figures("howto")]
    files = tuple(dict.fromkeys(row["corpus"] for row in rows))
    return markdown(in_settings(files, SCORES[0]), beside(rows, files))


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


def _instances(corpus: Corpus, runs: Runs) -> list[Row]:
    """Success rates of the salience algorithms, both readings of an entity's instances of a factor."""
    rows: list[Row] = []
    for reading in ("refresh", "accumulate"):
        options = {name: {"instances": reading} for name in _SALIENCE}
        results = runs.compared(corpus, _SALIENCE, options, settings=(TRUE, RAW), metrics=("success_rate",))
        outcomes = results.corpora[corpus.name].settings
        for name in _SALIENCE:
            rates = {str(setting): outcomes[setting][name].scores["success_rate"].figure for setting in (TRUE, RAW)}
            rows.append({"resolver": name, "instances": reading, **rates})
    return sorted(rows, key=lambda row: str(row["resolver"]))


def stage_rows(corpus: Corpus, runs: Runs) -> Iterator[Row]:
    """The change in success on raw text without each stage of the shared grammar, where a resolver has it."""

    def success(name: str, *without: str) -> float:
        given = {name: {"without": without}}
        results = runs.compared(corpus, (name,), given, settings=(RAW,), metrics=("success_rate",))
        return float(results.corpora[corpus.name].settings[RAW][name].scores["success_rate"].figure)

    whole = {name: success(name) for name in _GRAMMAR}
    parts = {name: {part.value for part in parts_of(name)} for name in _GRAMMAR}
    for stage in PARTS:
        yield {"stage": stage} | {name: success(name, stage) - whole[name] for name in _GRAMMAR if stage in parts[name]}


def _columns_of_errors() -> list[Column]:
    named = columns_of("setting; by; value")
    resolvers = shipped("algorithm")
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


def _causes() -> str:
    """Wrong decisions by cause, and what the causes mean."""
    of_cause = [row for row in figures("errors") if (row["setting"], row["by"]) == (str(RAW), "cause")]
    meanings = causes()
    table = markdown([Column("value", "cause"), *_columns_of_errors()[4:]], of_cause)
    return table + "\n" + "".join(f"* *{row['value']}*: {meanings[row['value']]}.\n" for row in of_cause)


def _difficulty(corpora: tuple[Corpus, ...], runs: Runs) -> Iterator[Row]:
    results = runs.compared(corpora, ("mitkov",), details=ReportDetails())
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
    sys.exit(remake(PAGE, measure))
