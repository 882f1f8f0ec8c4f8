"""The files prepared for a task of the exercise, as a table."""

from collections import Counter
from typing import cast

from anaphora_workbench.workbench.exercise import ENTITY_TASKS, PRONOUN_TASKS, ExerciseTask
from anaphora_workbench.workbench.exercise.preparing import Prepared, for_task
from anaphora_workbench.workbench.report.tables import Column, Table, columns_of

# What a count means, said where there is anything to count.
_NOTES = {
    "unnamed": "Unnamed: a member of their chain stands before the pronoun, but none that is a noun.",
    "empty": "Empty: elided words and mentions of them.",
}


def prepared_row(prepared: Prepared, task: ExerciseTask) -> dict[str, object]:
    """The content of a document in a task, and the parts of the corpus that it lacks."""
    document = prepared.document
    assert document.key is not None
    left_out = prepared.left_out
    return {
        "document": document.id,
        "words": len(document.words),
        "entities": len(for_task(document, task).mentions) if task in ENTITY_TASKS else None,
        "chains": len(document.key.entities),
        "mentions": sum(len(entity.mentions) for entity in document.key.entities),
        "pronouns": len(document.anaphors or ()) if task in PRONOUN_TASKS else None,
        "unnamed": prepared.unnamed if task in PRONOUN_TASKS else None,
        "left_out": sum(left_out.values()),
        "relations": " ".join(f"{name}:{number}" for name, number in sorted(left_out.items())),
        "crossing": prepared.crossing,
        "empty": prepared.empty,
    }


def prepared_table(rows: list[dict[str, object]]) -> Table:
    """A row for each document, and their sum."""
    columns = [
        Column("document", "document"),
        *columns_of("count", "words", entities="entities\nmarked", chains="chains", mentions="mentions\nin chains"),
        *columns_of(
            "count", pronouns="pronouns\nto resolve", unnamed="pronouns\nunnamed", left_out="mentions\nleft out"
        ),
        *columns_of("count", "crossing", "empty"),
        Column("relations", "left out by relation"),
    ]
    together: dict[str, object] = {"document": "together"}
    for column in columns:
        if column.kind == "count":
            values = [row[column.key] for row in rows]
            together[column.key] = None if None in values else sum(cast(int, value) for value in values)
    relations: Counter[str] = Counter()
    for row in rows:
        for counted in str(row["relations"]).split():
            relation, _, number = counted.rpartition(":")
            relations[relation] += int(number)
    together["relations"] = " ".join(f"{name}:{number}" for name, number in sorted(relations.items()))
    notes = [note for count, note in _NOTES.items() if together[count]]
    return Table("", columns, [*rows, together], [len(rows), 1], notes)
