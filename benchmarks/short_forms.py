"""``python -m benchmarks.short_forms``: how often the rules of ``best`` that link names with other names are right.

On GUM train from raw text, and beside it whether the ranker of names, which has learnt from these texts, would take up
the same entity where no rule is asked. Source: resolvers.md, 8.2.
"""

from __future__ import annotations

import sys
from collections import Counter

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.acronyms import as_acronym, short_forms
from anaphora_workbench.resolvers.best import Best
from anaphora_workbench.resolvers.learned.contradictions import contradicted
from anaphora_workbench.resolvers.learned.rankers import choices
from anaphora_workbench.resolvers.learned.training import NO_ENTITY, TrainingDocument
from anaphora_workbench.resolvers.sure_links import RULES_OF_NAMES
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown
from benchmarks.lessons import lessons
from benchmarks.places import corpora_folder

_HOLDS = ("links", "of_key", "right", "ranked")
_ACRONYM = "acronym"
_COLUMNS = (
    Column("form", "later mention"),
    Column("links", "links", "count"),
    Column("of_key", "both in the key", "count"),
    Column("right", "one entity there", "count"),
    Column("ranked", "so by the ranker", "count"),
)


def main() -> int:
    """Count and print; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    best = get_resolver("best")
    assert isinstance(best, Best)
    counted: dict[str, Counter[str]] = {form: Counter() for form in (_ACRONYM, *RULES_OF_NAMES)}
    for document in lessons([corpora / "gum" / "train"], ["system-predicted"]):
        for form, found in _links(best, document):
            counted[form].update(found)
    rows: list[Row] = [{"form": form, **{key: of_form[key] for key in _HOLDS}} for form, of_form in counted.items()]
    print(as_markdown(Table("GUM train, system-predicted: short forms of names", _COLUMNS, rows)))
    return 0


def _links(best: Best, document: TrainingDocument) -> list[tuple[str, list[str]]]:
    """For each link of the rules by which it is, an acronym by itself, and what holds of the link."""
    table, entity = document.table, document.entity
    links = [(form, *link) for form, rule in RULES_OF_NAMES.items() for link in rule(table.discourse).items()]
    if not links:
        return []
    made = {
        choice.position: choice.antecedent
        for choice in choices(
            table, best.rankers, best.route(table), {}, best.biases, None, best.seconds, objections=contradicted
        )
    }
    found = []
    for form, later, earlier in links:
        is_acronym = RULES_OF_NAMES[form] is short_forms and as_acronym(table.discourse, later)
        holds = ["links"]
        if NO_ENTITY not in (entity[later], entity[earlier]):
            holds.append("of_key")
            if entity[later] == entity[earlier]:
                holds.append("right")
                taken = made.get(later)
                if taken is not None and entity[taken] == entity[later]:
                    holds.append("ranked")
        found.append((_ACRONYM if is_acronym else form, holds))
    return found


if __name__ == "__main__":
    sys.exit(main())
