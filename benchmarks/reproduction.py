"""Barbu & Mitkov (2001) next to what the workbench gives on the HOWTO corpus: writes docs/reproduction.md."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.scores import Ratio
from anaphora_workbench.resolvers.cogniac import RESOLVE_ALL
from anaphora_workbench.workbench.causes import causes
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.error_analysis import ErrorDetails, JudgedPronoun
from anaphora_workbench.workbench.report.errors import Errors
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown
from anaphora_workbench.workbench.results import Outcome
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.settings import Setting
from anaphora_workbench.workbench.signature import shared
from benchmarks.papers import PAPERS

RESOLVERS = ("mitkov", "cogniac", "kennedy-boguraev")
OTHERS = ("mars", "lappin-leass", "hobbs", "most-recent")
SETTING = Setting("system", "predicted")
# Barbu & Mitkov (2001), Tables 1 and 2: words, pronouns, anaphoric, then success rate and precision in % of
# Mitkov's approach, CogNIAC, Kennedy & Boguraev. The Windows file of the paper is not identified there.
PUBLISHED: Mapping[str, tuple[str, int, int, int, tuple[float, ...], tuple[float, ...]]] = {
    "access-howto": ("ACC", 9617, 182, 160, (52.34, 45.0, 55.0), (42.85, 37.18, 48.35)),
    "beowulf-howto": ("BEO", 6392, 92, 70, (48.57, 42.85, 55.71), (36.95, 32.60, 42.39)),
    "cdrom-howto": ("CDR", 9490, 97, 85, (71.76, 67.05, 74.11), (62.88, 58.76, 64.95)),
}
# Baldwin (1997), narrative: correct and applied by rule.
BALDWIN = dict(
    zip(RESOLVE_ALL, ((10, 10), (32, 32), (104, 110), (2, 2), (18, 22), (24, 30), (13, 31), (29, 61)), strict=True)
)
# Other readings and settings, to see whether one of them explains a difference.
VARIANTS: Mapping[str, tuple[dict[str, str], ...]] = {
    "mitkov": ({}, {"filter": "dep"}, {"window": "4"}, {"pronoun_candidates": "false"}),
    "cogniac": ({}, {"unique": "mentions"}, {"prelink": "names"}, {"filter": "none"}, {"cf_ranking": "grammatical"}),
    "kennedy-boguraev": ({}, {"filter": "flat"}, {"filter": "flat", "c3": "literal"}, {"parallelism": "none"}),
}
_CAUSES_SHOWN = 4

INTRODUCTION = """\
# Reproduction of Barbu & Mitkov (2001)

Written by `python -m benchmarks.results`, which measures every figure that is not from the paper. The figures of 2001
are from Tables 1 and 2 of the paper.

Barbu and Mitkov compared Mitkov's approach, CogNIAC and Kennedy & Boguraev's algorithm on identical input, four
technical texts, fully automatically. Their annotation is not public. The HOWTO corpus re-creates three of the
four files from the same public documents.

*Success rate* is correct answers / anaphoric pronouns. *Precision* in the paper is correct answers / all pronouns,
because its resolvers attempt every pronoun, pleonastic or not. Ours do not attempt pronouns that they take for
pleonastic, so there are two precisions: over all pronouns, as in 2001, and over those attempted, which is what
`workbench` calls precision. *95%* is the Wilson interval of the success rate, because a single file has no documents to
resample.

```
workbench compare ../shared/corpora/howto --resolver mitkov --resolver cogniac --resolver kennedy-boguraev \\
  --setting system-predicted --errors
```
"""

COGNIAC = """\
CogNIAC's sure rules need a single possible antecedent. A technical text names several things in the neuter singular in
every sentence, so these rules seldom fire. The last resort, *pick most recent*, decides for far more anaphors than in
Baldwin's narrative about two people, and is right less often. Where a figure of CogNIAC is below that of 2001, it is
this rule that loses: compare its row above with the rules before it. The paper does not say how the resolver of 2001
did rule by rule, nor which noun phrases it counted as candidates.
"""

REASONS = """\
## Why figures may differ

* **Another annotation.** The key here is a silver standard: two language models annotated the texts independently, and
  no person has checked them (see the README of the corpus). It accepts every earlier mention of the pronoun's chain in
  the same section, by the head word. What exactly the authors of 2001 accepted was not published. Their counts of
  pronouns, and of anaphoric ones, differ slightly from ours even where the document is the same.
* **Held-out ranges.** The last parts of the Beowulf and CD-ROM files, about a third of their pronouns, are annotated
  but held out, so two of the three rows cover fewer pronouns than the paper's. Resolvers read the whole texts; only
  the scoring leaves the range out. The rest need not be as hard as the whole: with about fifty anaphors in a file, one
  pronoun is worth about two points, and intervals are wide.
* **Other texts.** The paper names its files but no versions; ours were current when it was written. Listings, tables
  and commands were removed here; the paper's word counts suggest that it kept some of them.
* **Other preprocessing.** The workbench of 2001 took its words, noun phrases and functions from the FDG parser; here
  they come from spaCy's small English model. Neither was made for technical English. The shared parts differ as well:
  agreement by sets of possible values, organisations that both *it* and *they* can take up, pleonastic *it* found by
  patterns before resolution (in 2001 every pronoun was attempted).
* **Other readings.** Where the papers are silent, a choice was made; [resolvers.md](reference/resolvers.md) names each,
  with the option that restores the literal reading.
"""


def reproduction(corpora: Path, cache: Path, jobs: int) -> str:
    """The text of docs/reproduction.md.

    Args:
        corpora: folder of the public corpora.
    """
    documents = {document.id: document for document in read(corpora / "howto")}
    corpus = Corpus(corpora / "howto", "howto")
    experiment = Experiment((corpus,), (*RESOLVERS, *OTHERS), settings=(SETTING,), metrics=("success_rate",))
    results = run(experiment, cache, jobs, details=ErrorDetails())
    outcomes = results.corpora["howto"].settings[SETTING]
    parts = [
        INTRODUCTION,
        "## Side by side\n",
        as_markdown(_side_by_side(documents, outcomes)),
        "## The other resolvers on the same files\n",
        as_markdown(_others(documents, outcomes)),
        "## Where a figure is below its counterpart\n",
        *_below(documents, outcomes),
        "## What the errors are\n",
        as_markdown(_errors(outcomes)),
        as_markdown(_rules(documents, outcomes["cogniac"])),
        COGNIAC,
        as_markdown(_variants(documents, experiment, cache, jobs)),
        REASONS,
    ]
    signature = shared(outcome.depends_on for outcome in outcomes.values())
    return "\n".join([*parts, f"Signature: `{signature}`\n", PAPERS])


def _side_by_side(documents: Mapping[str, Document], outcomes: Mapping[str, Outcome]) -> Table:
    columns = [
        Column("file", "file"),
        Column("words_2001", "words 2001", "count"),
        Column("words", "ours", "count"),
        Column("pronouns_2001", "pronouns 2001", "count"),
        Column("pronouns", "ours", "count"),
        Column("anaphoric_2001", "anaphoric 2001", "count"),
        Column("anaphoric", "ours", "count"),
        Column("resolver", "resolver"),
        Column("success_2001", "success 2001", "percent"),
        Column("success", "ours", "percent"),
        Column("interval", "95%", "interval"),
        Column("precision_2001", "precision 2001", "percent"),
        Column("precision_all", "ours, of all", "percent"),
        Column("precision", "of attempted", "percent"),
    ]
    rows = [
        _row(documents[name], resolver, outcomes[resolver])
        for name in PUBLISHED
        for resolver in RESOLVERS
        if name in documents
    ]
    return Table("Per file, 2001 and here", columns, rows, [len(RESOLVERS)] * len(PUBLISHED))


def _row(document: Document, resolver: str, outcome: Outcome) -> dict[str, object]:
    label, words, pronouns, anaphoric, success, precision = PUBLISHED[document.id]
    place = RESOLVERS.index(resolver)
    errors = Errors(_of(outcome, document.id))
    here = _pronouns(document)
    return {
        "file": f"{label} ({document.id})",
        "words_2001": words,
        "words": len(document.text().split()),
        "pronouns_2001": pronouns,
        "pronouns": here,
        "anaphoric_2001": anaphoric,
        "anaphoric": len(errors.anaphors),
        "resolver": resolver,
        "success_2001": success[place] / 100,
        "success": float(Ratio(errors.correct, len(errors.anaphors))),
        "interval": _wilson(errors.correct, len(errors.anaphors)),
        "precision_2001": precision[place] / 100,
        "precision_all": float(Ratio(errors.correct, here)),
        "precision": float(Ratio(errors.correct, errors.attempted)),
    }


def _others(documents: Mapping[str, Document], outcomes: Mapping[str, Outcome]) -> Table:
    rows: list[Row] = []
    for resolver in OTHERS:
        row: dict[str, object] = {"resolver": resolver}
        for name in documents:
            errors = Errors(_of(outcomes[resolver], name))
            row[name] = float(Ratio(errors.correct, len(errors.anaphors)))
        rows.append(row)
    columns = [Column("resolver", "success rate"), *(Column(name, name, "percent") for name in documents)]
    return Table("Success rate, not in the paper", columns, rows)


def _below(documents: Mapping[str, Document], outcomes: Mapping[str, Outcome]) -> list[str]:
    """For each figure below that of 2001: whether it may be chance, and what the errors of the file are."""
    lines = []
    for name in PUBLISHED:
        for resolver in RESOLVERS:
            row = _row(documents[name], resolver, outcomes[resolver])
            if row["success"] < row["success_2001"]:  # type: ignore[operator]
                lines += _reason(documents[name], resolver, outcomes[resolver], row)
    return lines or ["None is: every success rate here is above its counterpart of 2001.\n"]


def _reason(document: Document, resolver: str, outcome: Outcome, row: Row) -> list[str]:
    errors = Errors(_of(outcome, document.id))
    low, high = row["interval"]
    inside = "holds" if low <= row["success_2001"] <= high else "does not hold"
    missing = row["success_2001"] * len(errors.anaphors) - errors.correct
    counted = sorted(((len(errors.of(cause)), cause) for cause in errors.causes), key=lambda pair: -pair[0])
    named = ", ".join(f"{cause} {number}" for number, cause in counted[:_CAUSES_SHOWN] if number)
    lines = [
        f"**{resolver} on {document.id}**: {100 * row['success']:.1f} against {100 * row['success_2001']:.1f}, "
        f"{missing:.1f} anaphors of {len(errors.anaphors)}; the interval {inside} the figure of 2001. "
        f"Wrong decisions: {named}.\n"
    ]
    worst = next((cause for _, cause in counted if errors.of(cause)), None)
    for pronoun in errors.examples(worst, 5) if worst is not None else ():
        assert pronoun.example is not None
        example = pronoun.example
        chosen = example.chosen or "nothing"
        lines.append(f"* “{example.context}”: chose *{chosen}*, expected *{example.expected}* ({example.detail})")
    return [*lines, ""]


def _errors(outcomes: Mapping[str, Outcome]) -> Table:
    rows = []
    for cause in causes():
        row: dict[str, object] = {"cause": cause}
        for resolver in RESOLVERS:
            errors = Errors(
                pronoun for document in outcomes[resolver].details.values() for pronoun in document.pronouns
            )
            row[resolver] = len(errors.of(cause))
            row[f"{resolver} gain"] = errors.success_gain(cause)
        if any(row[resolver] for resolver in RESOLVERS):
            rows.append(row)
    columns = [Column("cause", "cause")]
    for resolver in RESOLVERS:
        columns += [Column(resolver, resolver, "count"), Column(f"{resolver} gain", "gain", "percent")]
    return Table(
        "Wrong decisions over the three files, and the success rate each cause is worth at most", columns, rows
    )


def _variants(documents: Mapping[str, Document], experiment: Experiment, cache: Path, jobs: int) -> Table:
    rows: list[Row] = []
    for resolver, variants in VARIANTS.items():
        for options in variants:
            varied = replace(experiment, resolvers=(resolver,), resolver_options={resolver: dict(options)})
            outcome = run(varied, cache, jobs).corpora["howto"].settings[SETTING][resolver]
            rates = {name: outcome.documents[name].scores()["success_rate"].figure for name in documents}
            named = ", ".join(f"{resolver}.{name}={value}" for name, value in options.items())
            rows.append({"resolver": resolver, "options": named or "as compared above", **rates})
    columns = [Column("resolver", "resolver"), Column("options", "--option")]
    columns += [Column(name, name, "percent") for name in documents]
    return Table("Success rate under other readings", columns, rows, [len(variants) for variants in VARIANTS.values()])


def _of(outcome: Outcome, document: str) -> list[JudgedPronoun]:
    return list(outcome.details[document].pronouns)


def _pronouns(document: Document) -> int:
    """Annotated pronouns of a document, those of the held-out part not counted."""
    return sum(bool(mention.reference) for mention in document.mentions)


def _wilson(right: int, total: int) -> tuple[float, float] | None:
    from scipy.stats import binomtest

    if not total:
        return None
    interval = binomtest(right, total).proportion_ci(method="wilson")
    return float(interval.low), float(interval.high)


def _rules(documents: Mapping[str, Document], outcome: Outcome) -> Table:
    """CogNIAC's rules on the anaphors of each file, and what Baldwin (1997) gives for narrative."""
    columns = [Column("rule", "rule"), Column("baldwin", "Baldwin 1997: right / applied")]
    columns += [Column(name, name) for name in documents]
    rows: list[Row] = []
    for rule in RESOLVE_ALL:
        right, tried = BALDWIN[rule]
        row: dict[str, object] = {"rule": rule, "baldwin": f"{right} / {tried}"}
        for name in documents:
            applied = [pronoun for pronoun in _of(outcome, name) if pronoun.is_anaphor and pronoun.rule == rule]
            row[name] = f"{sum(pronoun.cause is None for pronoun in applied)} / {len(applied)}"
        rows.append(row)
    return Table("Anaphors that each rule of CogNIAC resolved rightly, of those it was applied to", columns, rows)
