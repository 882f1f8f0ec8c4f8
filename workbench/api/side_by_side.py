"""A text answered by columns that stand side by side, as the page shows it and an exercise for a class holds it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.statistics.significance import wilson
from anaphora_workbench.resolvers import role_of
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing
from anaphora_workbench.workbench.report.classroom.exercise import exercise_page
from anaphora_workbench.workbench.report.comparison import FACE, heading, undefined
from anaphora_workbench.workbench.report.document.page_data import answered_document
from anaphora_workbench.workbench.runs.column import Column
from anaphora_workbench.workbench.runs.columns import AnsweredColumns, answered_by_columns


def side_by_side(
    document: Document,
    columns: Sequence[Column],
    prepared: PreparedDocuments,
    setting: Setting | None = None,
    left_out: Mapping[int, str] = MappingProxyType({}),
    told: Callable[[str], str] = str,
) -> dict[str, Any]:
    """The answers of all columns to a document, as JSON; a column that fails says why, and costs only itself.

    Args:
        prepared: preprocesses the document.
        setting: of mentions and annotation; None, or one that the document does not allow, for its first.
        left_out: by number of a column why it is not asked.
        told: a reason as readers are told it.
    """
    asked = [number for number in range(len(columns)) if number not in left_out]
    answered = answered_by_columns(document, [columns[number] for number in asked], prepared, FACE, setting)
    failures = dict(left_out) | {asked[n]: told(reason) for n, reason in answered.failures.items()}
    details = {str(asked[n]): of_column for n, of_column in answered.details.items()}
    if answered.unanswered is not None:
        # No column has this name, so the text stands there, and nobody's answers.
        details[""] = answered.unanswered
    speech = {str(asked[n]): of_column for n, of_column in answered.speech.items()}
    place_of = {number: place for place, number in enumerate(asked)}
    return {
        "id": answered.document.id,
        "has_key": answered.document.key is not None,
        "setting": str(answered.setting),
        "settings": {str(setting): setting.meaning for setting in answered.settings},
        "columns": [
            _measured(column, answered, place_of.get(number)) | {"failure": failures.get(number, "")}
            for number, column in enumerate(columns)
        ],
        "answered": answered_document(details, [str(number) for number in range(len(columns))], speech),
    }


def _measured(column: Column, answered: AnsweredColumns, place: int | None) -> dict[str, Any]:
    """What is measured of a column; nothing without a key."""
    outcome = answered.outcomes.get(place) if place is not None else None
    of_nothing = undefined(outcome) if outcome else {}
    return {
        "kind": "response" if column.response is not None else role_of(column.resolver),
        "measures": {
            name: {"heading": " ".join(heading(name).split()), "value": None if name in of_nothing else score.figure}
            for name, score in (outcome.scores.items() if outcome else ())
            if name in FACE
        },
        "correct": outcome.correct if outcome else None,
        "anaphors": outcome.anaphors if outcome else None,
        # Of a share: one document has no interval of Student's t over documents.
        "interval": outcome and (wilson(outcome.correct, outcome.anaphors) if outcome.anaphors else (0.0, 1.0)),
    }


def column_names(columns: Sequence[Column]) -> list[str]:
    """What columns are called; those of one resolver with other options have a number too."""
    names = [column.resolver or (column.response.name if column.response is not None else "") for column in columns]
    before = [names[:number].count(name) for number, name in enumerate(names)]
    return [f"{name} ({others + 1})" if others else name for name, others in zip(names, before, strict=True)]


def exercise_of(content: Mapping[str, Any], columns: Sequence[Column]) -> str:
    """The text of ``side_by_side`` as an exercise: one HTML file. Raises ValueError where no column has an answer.

    Args:
        columns: that answered it.
    """
    if all(column["failure"] for column in content["columns"]):
        raise ValueError(f"{content['id']}: no answers for an exercise: {content['columns'][0]['failure']}")
    if not content["answered"]["pronouns"]["rows"]:
        raise ValueError(f"{content['id']}: no pronouns; expected a text with at least one")
    return exercise_page(
        content, list(zip(column_names(columns), [column.resolver for column in columns], strict=True))
    )


def exercising(
    columns: Sequence[Column], preprocessing: Preprocessing, cache: Path | None
) -> Callable[[Document], tuple[str, list[str]]]:
    """The function from a document to its exercise, and the reasons of the columns that failed.

    Args:
        cache: folder of preprocessed documents; None keeps none.
    """
    prepared = PreparedDocuments(preprocessing.preprocessor(), cache)

    def made(document: Document) -> tuple[str, list[str]]:
        content = side_by_side(document, columns, prepared)
        failures = [column["failure"] for column in content["columns"] if column["failure"]]
        return exercise_of(content, columns), failures

    return made
