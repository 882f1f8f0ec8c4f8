"""How well mentions of each class are put into chains: names and other noun phrases by what they repeat, pronouns.

Source: Màrquez, Recasens & Sapena (2012), Table 8.
"""

from __future__ import annotations

from anaphora_workbench.evaluation.linguistic.mention_classes import CLASSES
from anaphora_workbench.workbench.report.comparison import ranked_parts
from anaphora_workbench.workbench.report.sections import Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.results import CorpusResults, Results
from anaphora_workbench.workbench.settings import Setting

_METRIC = "b_cubed"


def classes_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """B³ F1 of the mentions of each class; None where it was not counted."""
    scores = {
        resolver: {
            name: outcome.scores[_METRIC].figure for name, outcome in of_resolver.items() if _METRIC in outcome.scores
        }
        for resolver, of_resolver in ranked_parts(corpus, setting, "mention-class").items()
    }
    names = [name for name in CLASSES if any(name in of_resolver for of_resolver in scores.values())]
    if not names:
        return None
    rows: list[Row] = [{"resolver": resolver, **of_resolver} for resolver, of_resolver in scores.items()]
    columns = [Column("resolver", "resolver")] + [Column(name, name, "percent") for name in names]
    note = (
        "B³ F1 of the mentions of a class. PN names, CN other noun phrases: E the same words as an earlier mention of "
        "the entity, P the same head or a shared word, N neither. P_1u2 first and second person, P_3G he and she, "
        "P_3U it and they, P_REL relative pronouns."
    )
    return Table(f"{corpus.name}, {setting}: by class of mention", columns, rows, notes=[note])


SECTION = Section(
    "classes",
    "By class of mention",
    tables=in_each_setting(classes_table),
    missing="the corpus has a key of pronouns alone",
    metrics=(_METRIC,),
    breakdowns=("mention-class",),
)
