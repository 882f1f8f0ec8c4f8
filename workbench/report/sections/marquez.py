"""The tables of Màrquez, Recasens & Sapena (2012) for other corpora, as far as the paper's arrangement is known.

Source: their Tables 2, 3 and 5 to 8 and Figure 1; the numbers of English are in published.md.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.evaluation.arithmetic.scores import Score, score
from anaphora_workbench.evaluation.counting.counting import total
from anaphora_workbench.evaluation.matching.mention_classes import CLASSES, SINGLETON
from anaphora_workbench.evaluation.statistics.difficulty import Difficulty
from anaphora_workbench.resolvers import BOUNDS
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import Outcome, Results
from anaphora_workbench.workbench.report.difficulty import sizes_in_classes
from anaphora_workbench.workbench.report.sections import Placed, Section
from anaphora_workbench.workbench.report.sections.difficulty import figures_of
from anaphora_workbench.workbench.report.tables import Column, Plain, Row, Table

_METRICS = ("mentions", "ceaf_m", "muc", "b_cubed", "blanc", "lea")
_SIDES = ("recall", "precision", "f1")
_RESOURCES = Column("resources", "resources")
_SHORT = {"muc": "MUC", "b_cubed": "B³", "blanc": "BLANC"}
_ALL = "All languages"
# Rows of Table 2: those that are counted, and those that are measured over all of a corpus.
_COUNTED = {
    "documents": "documents",
    "tokens": "tokens",
    "mentions": "mentions",
    "entities": "entities",
    "non_singleton_entities": "non-singleton entities",
    "singletons": "singletons",
}
_MEASURED = {
    "singletons_of_mentions": "singletons, % of mentions",
    "singletons_of_entities": "singletons, % of entities",
    "average_entity_size": "mentions per entity",
    "average_entity_size_without_singletons": "… per non-singleton entity",
    "distance_tokens": "tokens to the previous mention",
    "distance_sentences": "sentences to the previous mention",
    "distance_mentions": "mentions to the previous mention",
    "decayed_density": "decayed density",
}
# F1 of the parts, next to BLANC by its sides.
_OF_CLASSES = {"ceaf_m": "CEAF", "muc": "MUC", "b_cubed": "B³"}
_MEANINGS = (
    "PN names, CN other noun phrases: E the same words as an earlier mention of the entity, P the same head or a "
    "shared word, N neither. P_1u2 first and second person, P_3G he and she, P_3U it and they, P_REL relative, P_ELL "
    "elided."
)


def marquez_tables(results: Results) -> list[Placed]:
    """The tables of the paper in its order, as far as the results have what they show."""
    tables = [*_corpora(figures_of(results)), _baselines(results), _mention_detection(results), _systems(results)]
    return [Placed(table) for table in (*tables, *_classes(results)) if table.rows]


def _corpora(figures: Mapping[str, Difficulty]) -> Iterator[Table]:
    """Tables 2 and 3 and Figure 1: figures in rows, corpora in columns."""
    told = {name: sizes_in_classes(of.as_json()) for name, of in figures.items() if of.counts["mentions"]}
    counted: list[dict[str, Any]] = [{"figure": says} for says in _COUNTED.values() if told]
    measured: list[dict[str, Any]] = [{"figure": says} for says in _MEASURED.values() if told]
    for name, of in told.items():
        for row, key in zip(counted, _COUNTED, strict=True):
            row |= {f"{name}_cases": of[key], f"{name}_per_document": of["per_document"].get(key)}
        for row, key in zip(measured, _MEASURED, strict=True):
            value = of[key]
            row[f"{name}_cases"] = value if value is None else Plain(100 * value if "singletons_of" in key else value)
    yield Table(
        "Corpora (after Màrquez et al. 2012, Table 2)",
        [Column("figure", ""), *_columns_of(told, share=False)],
        counted + measured,
        [len(counted), len(measured)],
    )
    classes = _distribution(told, "mention_classes", "mention_classes_of_links")
    title = "Classes of mentions that have an earlier one (after Màrquez et al. 2012, Table 3)"
    yield Table(title, [Column("figure", "class"), *_columns_of(told)], classes, notes=[_MEANINGS])
    sizes = _distribution(told, "entity_sizes", "entity_sizes_of_entities")
    bars = [Column(f"{name}_share", f"{name}\n", "bar") for name in told]
    title = "Sizes of entities (after Màrquez et al. 2012, Figure 1)"
    yield Table(title, [Column("figure", "mentions"), *_columns_of(told), *bars], sizes)


def _distribution(told: Mapping[str, Any], groups: str, shares: str) -> list[dict[str, Any]]:
    """Cases of each group, in all, per document and as a share."""
    rows: dict[str, dict[str, Any]] = {}
    for name, of in told.items():
        for group, number in of[groups].items():
            row = rows.setdefault(group, {"figure": group})
            row |= {f"{name}_cases": number, f"{name}_per_document": number / of["documents"]}
            row[f"{name}_share"] = of[shares][group]
    return list(rows.values())


def _columns_of(told: Mapping[str, Any], share: bool = True) -> list[Column]:
    columns = []
    for name in told:
        columns += [
            Column(f"{name}_cases", f"{name}\ncases", "count"),
            Column(f"{name}_per_document", "per\ndocument", "number"),
        ]
        columns += [Column(f"{name}_share", "%", "percent")] * share
    return columns


def _baselines(results: Results) -> Table:
    rows: list[Row] = []
    groups = []
    for corpus in results.corpora.values():
        for setting, outcomes in corpus.settings.items():
            # True mentions are the same by either syntax, and neither baselines nor oracle look at more.
            first = next(each for each in corpus.settings if each.mentions == setting.mentions)
            if setting.mentions == "true" and setting != first:
                continue
            given = "true" if setting.mentions == "true" else f"system, {setting.annotation} syntax"
            names = [name for name in BOUNDS if _has_chains(outcomes.get(name))]
            rows += [_row(corpus.name, given, name, outcomes[name]) for name in names]
            groups.append(len(names))
    title = "Baselines and oracle (after Màrquez et al. 2012, Table 5)"
    return Table(title, _columns("mentions"), rows, groups)


def _mention_detection(results: Results) -> Table:
    columns = [Column("corpus", "corpus"), Column("annotation", "syntax"), Column("resolver", "system")]
    columns += [Column(side, heading, "percent") for side, heading in zip(_SIDES, "RPF", strict=True)]
    columns += [Column(f"half_{side}", f"{heading}, ½", "percent") for side, heading in zip(_SIDES, "RPF", strict=True)]
    rows: list[Row] = []
    groups = []
    for corpus in results.corpora.values():
        for setting, outcomes in corpus.settings.items():
            if setting.mentions != "system":
                continue
            before = len(rows)
            systems = [name for name in outcomes if name not in BOUNDS]
            # Where there are baselines alone: they are given the same mentions.
            for name in systems or list(outcomes)[:1]:
                outcome = outcomes[name]
                detection = outcome.scores.get("mentions")
                if not isinstance(detection, Score):
                    continue
                row: dict[str, object] = {
                    "corpus": corpus.name,
                    "annotation": setting.annotation,
                    "resolver": _system(name, setting),
                }
                if len(outcome.details) == len(outcome.documents):
                    half = total(details.half_credit for details in outcome.details.values()).scores()["mentions"]
                    assert isinstance(half, Score)
                    row |= _sides("half_", half)
                rows.append(row | _sides("", detection))
            groups.append(len(rows) - before)
    half_credit = "a span inside a key mention that has its head earns ½"
    # Where the metric's own credit is the paper's, both are the same figures.
    halves = results.experiment.metric_options.get("mention_credit") == "partial"
    counted = half_credit if halves else f"equal spans only. With ½, {half_credit}"
    note = f"R, P, F: {counted}, as in the paper."
    return Table("Mention detection (after Màrquez et al. 2012, Table 6)", columns, rows, groups, notes=[note])


def _systems(results: Results) -> Table:
    resources = {response.name: response.resources for response in results.experiment.responses if response.resources}
    rows: list[Row] = []
    groups = []
    corpora = {name: corpus.settings for name, corpus in results.corpora.items()}
    pooled = _all_languages(results)
    for corpus, settings in (*corpora.items(), *([(_ALL, pooled)] if pooled else [])):
        for setting, outcomes in settings.items():
            systems = [name for name, outcome in outcomes.items() if name not in BOUNDS and _has_chains(outcome)]
            rows += [
                {
                    **_row(corpus, str(setting), _system(name, setting), outcomes[name]),
                    "resources": resources.get(name, ""),
                }
                for name in systems
            ]
            groups.append(len(systems))
    columns = _columns("setting")
    if resources:
        columns.insert(columns.index(next(column for column in columns if column.key == "ceaf_m")), _RESOURCES)
    notes = [f"{_ALL}: the counts of all corpora, added up."] if pooled else []
    return Table("Systems (after Màrquez et al. 2012, Table 7)", columns, rows, groups, notes)


def _all_languages(results: Results) -> dict[Setting, dict[str, Outcome]]:
    """The rows that all corpora have, over all of them together; none where they are of one language."""
    corpora = list(results.corpora.values())
    if len({language for corpus in corpora for language in corpus.languages}) < 2 or len(corpora) < 2:
        return {}
    pooled: dict[Setting, dict[str, Outcome]] = {}
    for setting in corpora[0].settings:
        of_each = [corpus.settings.get(setting, {}) for corpus in corpora]
        names = [name for name in of_each[0] if all(_has_chains(outcomes.get(name)) for outcomes in of_each)]
        if names:
            pooled[setting] = {
                name: Outcome({str(place): outcomes[name].total for place, outcomes in enumerate(of_each)})
                for name in names
            }
    return pooled


def _classes(results: Results) -> Iterator[Table]:
    """Table 8 for each setting: classes in rows, corpora in columns."""
    for setting in dict.fromkeys(setting for corpus in results.corpora.values() for setting in corpus.settings):
        of_corpora = {name: corpus.settings.get(setting, {}) for name, corpus in results.corpora.items()}
        columns = [Column("resolver", "system"), Column("class", "class")]
        for name in of_corpora:
            columns += [Column(f"{name}_{side}", f"{name}\n{side[0].upper()}", "percent") for side in _SIDES[:2]]
            columns.append(Column(f"{name}_f1", f"{name}\nBLANC", "percent"))
            columns += [Column(f"{name}_{metric}", f"{name}\n{of}", "percent") for metric, of in _OF_CLASSES.items()]
        rows: list[Row] = []
        groups = []
        for resolver in dict.fromkeys(name for outcomes in of_corpora.values() for name in outcomes):
            if resolver in BOUNDS:
                continue
            before = len(rows)
            for kind in (*CLASSES, SINGLETON):
                cells: dict[str, Any] = {}
                for name, outcomes in of_corpora.items():
                    if resolver in outcomes:
                        cells |= _of_class(name, kind, outcomes[resolver])
                if cells:
                    rows.append({"resolver": _system(resolver, setting), "class": kind, **cells})
            groups.append(len(rows) - before)
        title = f"Classes of mentions, {setting} (after Màrquez et al. 2012, Table 8)"
        note = f"R, P: of BLANC; in the row {SINGLETON} plain R, P and F1 of the mentions alone in their entity."
        yield Table(title, columns, rows, groups, notes=[note, _MEANINGS])


def _of_class(corpus: str, kind: str, outcome: Outcome) -> dict[str, Any]:
    """The cells of a class of mentions; none where the class has no mentions."""
    part = outcome.parts("mention-class").get(kind)
    if part is None:
        return {}
    cells: dict[str, Any] = {
        f"{corpus}_{metric}": part.scores[metric].figure for metric in _OF_CLASSES if metric in part.scores
    }
    blanc, lea = part.scores.get("blanc"), part.scores.get("lea")
    if kind == SINGLETON:
        of_key, of_response = outcome.total.singletons
        if not isinstance(lea, Score) or not of_key:
            return {}
        # Of mentions alone in the key, LEA counts those that are alone in the response too.
        found = int(lea.recall.numerator)
        return _sides(f"{corpus}_", score((found, of_key), (found, of_response)))
    return cells | (_sides(f"{corpus}_", blanc) if isinstance(blanc, Score) else {})


def _system(row: str, setting: Setting) -> str:
    """The name of the system of a row, which answers that setting alone."""
    return row.removesuffix(f"@{setting}")


def _has_chains(outcome: Outcome | None) -> bool:
    """Whether chains were scored: a key of pronouns alone has none."""
    return outcome is not None and any(name in outcome.scores for name in _SHORT)


def _columns(given: str) -> list[Column]:
    columns = [Column("corpus", "corpus"), Column("given", given), Column("resolver", "system")]
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


SECTION = Section(
    "marquez",
    "In the form of Màrquez et al. (2012)",
    tables=marquez_tables,
    missing="the corpus has a key of pronouns alone",
    metrics=_METRICS,
    breakdowns=("mention-class",),
)
