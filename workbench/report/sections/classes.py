"""Scores by class of mention: names and other noun phrases by the words they repeat, and pronouns.

Source: Màrquez, Recasens & Sapena (2012), Table 8.
"""

from __future__ import annotations

from anaphora_workbench.evaluation.matching.mention_classes import CLASSES, SINGLETON
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.comparison import ranked_parts
from anaphora_workbench.workbench.report.sections import Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Row, Table

_METRICS = {"ceaf_m": "CEAF", "muc": "MUC", "b_cubed": "B³", "blanc": "BLANC", "lea": "LEA"}


def classes_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """F1 of the mentions of each class by each measure, a block of rows for each; None where none was counted."""
    parts = ranked_parts(corpus, setting, "mention-class")
    names = [name for name in (*CLASSES, SINGLETON) if any(name in of_resolver for of_resolver in parts.values())]
    rows: list[Row] = []
    groups = []
    for metric, heading in _METRICS.items():
        block = []
        for resolver, of_resolver in parts.items():
            scores = {name: of_resolver[name].scores for name in names if name in of_resolver}
            figures = {name: found[metric].figure for name, found in scores.items() if metric in found}
            if figures:
                block.append({"metric": heading, "resolver": resolver, **figures})
        rows += block
        groups.append(len(block))
    if not rows:
        return None
    columns = [Column("metric", "metric"), Column("resolver", "resolver")]
    columns += [Column(name, name, "percent") for name in names]
    note = (
        "F1 of the mentions of a class; CEAF is mention-based. PN names, CN other noun phrases: E the same words as an "
        "earlier mention of the entity, P the same head or a shared word, N neither. P_1u2 first and second person, "
        "P_3G he and she, P_3U it and they, P_REL relative pronouns, SING mentions alone in their entity. A link is "
        "counted for the later of its mentions."
    )
    return Table(f"{corpus.name}, {setting}: by class of mention", columns, rows, groups, notes=[note])


SECTION = Section(
    "classes",
    "By class of mention",
    tables=in_each_setting(classes_table),
    missing="the corpus has a key of pronouns alone",
    metrics=tuple(_METRICS),
    breakdowns=("mention-class",),
)
