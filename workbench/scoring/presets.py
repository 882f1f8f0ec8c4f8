"""Presets of ``score``: all that the official score of a shared task depends on, under one name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.evaluation.counting.options import COMMON, option_values, typed
from anaphora_workbench.evaluation.counting.registry import metrics_named
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.scoring.request import Request

_CRAC_METRICS = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "mention_overlap", "zero_anaphora")
_CONLL = "conll"
_CODI_CRAC = "CODI-CRAC 2022 shared task (Yu et al. 2022): "


@dataclass(frozen=True)
class TaskColumn:
    """A column of a shared task's table: the figure of one metric.

    Attributes:
        options: what differs from the preset's own; empty where its own counts have the figure.
    """

    name: str
    metric: str
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Preset:
    """How a shared task scores.

    Attributes:
        metrics: names, in the order of tables.
        options: those that are not the default.
        columns: of the task's table, the score that systems are ranked by first; none where the task has no such table.
        truncate: percentages are cut, not rounded.
        ranked_by: the metric by which several responses are ranked where there is no such table; the first of the
            metrics where it is none of them.
        source: the task.
    """

    name: str
    metrics: tuple[str, ...]
    options: Mapping[str, Any]
    source: str
    columns: tuple[TaskColumn, ...] = ()
    truncate: bool = False
    ranked_by: str = _CONLL

    @property
    def values(self) -> dict[str, Any]:
        """The value of every option."""
        return option_values(metrics_named(self.metrics).values(), self.options)


def _crac(name: str, matched_by: str, source: str) -> Preset:
    """A CRAC task: its score, then the same by the other ways of matching, with singletons, MOR and zeros.

    Args:
        matched_by: how mentions are matched for the score that systems are ranked by.
    """
    others = [how for how in ("head", "partial", "exact") if how != matched_by]
    columns = [TaskColumn(matched_by, _CONLL)]
    columns += [TaskColumn(how, _CONLL, {"mention_match": how}) for how in others]
    columns.append(TaskColumn(f"{matched_by}_with_singletons", _CONLL, {"singletons": "keep"}))
    columns += [TaskColumn(metric, metric) for metric in ("mention_overlap", "zero_anaphora")]
    options = {
        "mention_match": matched_by,
        "singletons": "drop",
        "zeros": "keep",
        "zero_match": "dependent",
        "blanc_rules": "corefud",
        "split_antecedents": "drop",
    }
    return Preset(name, _CRAC_METRICS, options, source, tuple(columns))


def _codi_crac(name: str, resolves: str, options: Mapping[str, Any]) -> Preset:
    kept = {"singletons": "keep", "split_antecedents": "keep", "zeros": "drop"}
    return Preset(name, ("muc", "b_cubed", "ceaf_e", "conll"), kept | dict(options), _CODI_CRAC + resolves)


PRESETS = {
    preset.name: preset
    for preset in (
        _crac("crac24", "head", "CRAC 2024 shared task (Novák et al. 2024)"),
        _crac("crac23", "head", "CRAC 2023 shared task (Žabokrtský et al. 2023)"),
        _crac("crac22", "partial", "CRAC 2022 shared task (Žabokrtský et al. 2022)"),
        Preset(
            "conll2012",
            ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "conll"),
            {"split_antecedents": "drop", "conll_repeats": True},
            "CoNLL-2012 shared task (Pradhan et al. 2012), reference scorer 8.01 (Pradhan et al. 2014)",
            truncate=True,
        ),
        Preset(
            "semeval2010",
            ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc"),
            {
                "twinless": "semeval",
                "mention_credit": "partial",
                "blanc_rules": "recasens-hovy",
                "split_antecedents": "drop",
            },
            "SemEval-2010 Task 1 (Recasens et al. 2010; Màrquez, Recasens & Sapena 2012)",
            # The task ranked nobody. Its tables begin with the mentions found, which say nothing of coreference.
            ranked_by="ceaf_m",
        ),
        _codi_crac("codi-crac-ar", "identity anaphora", {}),
        _codi_crac("codi-crac-dd", "discourse deixis", {"discourse_deixis": True}),
        Preset(
            "codi-crac-br", ("bridging_entities", "bridging_mentions", "bridging_anaphora"), {}, _CODI_CRAC + "bridging"
        ),
        Preset("gap", ("gap",), {"gap_missing": "official"}, "GAP (Webster et al. 2018), its official scorer"),
    )
}


def preset_named(name: str) -> Preset:
    """The preset of that name.

    Raises:
        CommandError: there is none.
    """
    if name not in PRESETS:
        raise CommandError(f"no preset {name!r}; {there_are(PRESETS, name)}")
    return PRESETS[name]


def request_of(preset: Preset, request: Request, metrics: Iterable[str], options: Mapping[str, Any]) -> Request:
    """A request with all that the preset sets.

    Args:
        metrics, options: those that were given.

    Raises:
        CommandError: a metric, or an option that says otherwise than the preset; the message names both.
    """
    for metric in metrics:
        raise CommandError(f"--metric {metric} next to --preset {preset.name}, which has metrics of its own")
    values = preset.values
    # What a file leaves open is no part of a task.
    left_open = {name: value for name, value in options.items() if name == "heads"}
    for name, value in options.items():
        if name in left_open or (name in values and values[name] == value):
            continue
        sets = f"which sets it to {values[name]}" if name in values else "whose metrics do not have it"
        if values.get(name) is False:
            sets = "which does without"
        raise CommandError(f"{typed(name, value)} next to --preset {preset.name}, {sets}")
    of_columns = {name: value for name, value in preset.options.items() if name in COMMON} | left_open
    columns = tuple(
        (column.name, column.metric, tuple((of_columns | dict(column.options)).items()))
        for column in preset.columns
        if column.options
    )
    return replace(
        request,
        metrics=preset.metrics,
        options=tuple((dict(preset.options) | left_open).items()),
        columns=columns,
        preset=preset.name,
    )
