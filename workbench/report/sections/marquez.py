"""The tables of Màrquez, Recasens & Sapena (2012) for other corpora: baselines, mention detection, systems.

Source: their Tables 5, 6 and 7; the numbers of English are in published.md.
"""

from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.resolvers import BOUNDS
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.report.sections import Placed, Section
from anaphora_workbench.workbench.report.tables import Column, Row, Table

_METRICS = ("mentions", "ceaf_m", "muc", "b_cubed", "blanc")
_SIDES = ("recall", "precision", "f1")
_RESOURCES = Column("resources", "resources")
_SHORT = {"muc": "MUC", "b_cubed": "B³", "blanc": "BLANC"}


def marquez_tables(results: Results) -> list[Placed]:
    """The three tables, as far as the results have what they show."""
    tables = [_baselines(results), _mention_detection(results), _systems(results)]
    return [Placed(table) for table in tables if table.rows]


def _baselines(results: Results) -> Table:
    rows: list[Row] = []
    groups = []
    for corpus in results.corpora.values():
        before = len(rows)
        for setting, outcomes in corpus.settings.items():
            for name in BOUNDS:
                # Baselines look at no annotation; the oracle's reach depends on the mentions alone.
                if setting == _first_with(setting.mentions, corpus) and _has_chains(outcomes.get(name)):
                    rows.append(_row(corpus.name, setting.mentions, name, outcomes[name]))
        groups.append(len(rows) - before)
    title = "Baselines and oracle (after Màrquez et al. 2012, Table 5)"
    return Table(title, _columns("mentions"), rows, groups)


def _mention_detection(results: Results) -> Table:
    columns = [Column("corpus", "corpus"), Column("annotation", "annotation")]
    columns += [Column(side, heading, "percent") for side, heading in zip(_SIDES, "RPF", strict=True)]
    columns += [Column(f"half_{side}", f"{heading}, ½", "percent") for side, heading in zip(_SIDES, "RPF", strict=True)]
    rows: list[Row] = []
    for corpus in results.corpora.values():
        for setting, outcomes in corpus.settings.items():
            # Every resolver is given the same mentions and leaves none of them out; a response has its own.
            name = next((name for name in outcomes if name in results.experiment.resolvers), None)
            detection = outcomes[name].scores.get("mentions") if name is not None else None
            if name is None or setting.mentions != "system" or not isinstance(detection, Score):
                continue
            row = {"corpus": corpus.name, "annotation": setting.annotation, **_sides("", detection)}
            half = sum(details.half_credit for details in outcomes[name].details.values()).scores()["mentions"]
            assert isinstance(half, Score)
            rows.append(row | _sides("half_", half))
    half_credit = "a span inside a key mention that has its head earns ½"
    # Where the metric's own credit is the paper's, both are the same figures.
    counted = half_credit if _partial(results) else f"equal spans only. With ½, {half_credit}"
    note = f"R, P, F: {counted}, as in the paper."
    return Table("Mention detection (after Màrquez et al. 2012, Table 6)", columns, rows, notes=[note])


def _systems(results: Results) -> Table:
    resources = {response.name: response.resources for response in results.experiment.responses if response.resources}
    rows: list[Row] = []
    groups = []
    for corpus in results.corpora.values():
        for setting, outcomes in corpus.settings.items():
            systems = [name for name, outcome in outcomes.items() if name not in BOUNDS and _has_chains(outcome)]
            rows += [
                {**_row(corpus.name, str(setting), name, outcomes[name]), "resources": resources.get(name, "")}
                for name in systems
            ]
            groups.append(len(systems))
    columns = _columns("setting")
    if resources:
        columns.insert(columns.index(next(column for column in columns if column.key == "ceaf_m")), _RESOURCES)
    return Table("Systems (after Màrquez et al. 2012, Table 7)", columns, rows, groups)


def _first_with(mentions: str, corpus: CorpusResults) -> Setting:
    return next(setting for setting in corpus.settings if setting.mentions == mentions)


def _has_chains(outcome: Outcome | None) -> bool:
    """Whether chains were scored: a key of pronouns alone has none."""
    return outcome is not None and any(name in outcome.scores for name in _SHORT)


def _columns(given: str) -> list[Column]:
    columns = [Column("corpus", "corpus"), Column("given", given), Column("resolver", "resolver")]
    columns.append(Column("ceaf_m", "CEAF", "percent"))
    for name, short in _SHORT.items():
        last = "F" if name != "blanc" else "score"
        columns += [
            Column(f"{name}_{side}", f"{short} {heading}", "percent")
            for side, heading in zip(_SIDES, ("R", "P", last), strict=True)
        ]
    return columns


def _row(corpus: str, given: str, resolver: str, outcome: Outcome) -> Row:
    row: dict[str, object] = {"corpus": corpus, "given": given, "resolver": resolver}
    if "ceaf_m" in outcome.scores:
        row["ceaf_m"] = outcome.scores["ceaf_m"].figure
    for name in _SHORT:
        score = outcome.scores.get(name)
        if isinstance(score, Score):
            row |= _sides(f"{name}_", score)
    return row


def _sides(prefix: str, score: Score) -> dict[str, float]:
    return {f"{prefix}recall": score.recall.value, f"{prefix}precision": score.precision.value, f"{prefix}f1": score.f1}


def _partial(results: Results) -> bool:
    return dict(results.experiment.metric_options).get("mention_credit") == "partial"


SECTION = Section(
    "marquez",
    "In the form of Màrquez et al. (2012)",
    tables=marquez_tables,
    missing="the corpus has a key of pronouns alone",
    metrics=_METRICS,
)
