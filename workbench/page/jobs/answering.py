"""The work of a page's process: finds the document of a text and has the columns answer it."""

import json
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from anaphora_workbench.evaluation.statistics.significance import wilson
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import role_of
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.page.answers.annotators import agreed
from anaphora_workbench.workbench.page.answers.comparison_report import compared
from anaphora_workbench.workbench.page.answers.option_change import tried
from anaphora_workbench.workbench.page.answers.reasons_for_readers import Question, for_readers
from anaphora_workbench.workbench.page.answers.submissions import ranked
from anaphora_workbench.workbench.page.questions.document import document_asked
from anaphora_workbench.workbench.page.questions.key_opening import opened
from anaphora_workbench.workbench.page.questions.questions import (
    AgreementQuestion,
    CorpusQuestion,
    KeyQuestion,
    TextQuestion,
    TryingQuestion,
)
from anaphora_workbench.workbench.report.comparison import FACE, heading, undefined
from anaphora_workbench.workbench.report.document.page_data import answered_document
from anaphora_workbench.workbench.runs.columns import AnsweredColumns, answered_by_columns

LONGEST_TEXT = 20_000


class Answerer:
    """Answers questions; what it returns is the JSON that the page is sent.

    Args:
        cache: folder of preprocessed documents.
        sent: folder of what readers have sent.
    """

    def __init__(self, cache: Path, sent: Path) -> None:
        self.cache = cache
        self.sent = sent

    @cached_property
    def prepared(self) -> PreparedDocuments:
        return PreparedDocuments(Preprocessor(), self.cache)

    def __call__(self, question: Question) -> bytes:
        """The answer to a question, as JSON."""
        told = partial(for_readers, question=question, sent=self.sent)
        if isinstance(question, TextQuestion):
            content = self.columns(question, told)
        elif isinstance(question, KeyQuestion):
            content = opened(question, self.prepared)
        elif isinstance(question, AgreementQuestion):
            content = agreed(question, told)
        elif isinstance(question, TryingQuestion):
            content = tried(question, self.cache)
        elif isinstance(question, CorpusQuestion):
            content = compared(question, self.cache, told)
        else:
            content = ranked(question, told)
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()

    def columns(self, question: TextQuestion, told: Callable[[str], str]) -> dict[str, Any]:
        """The answers of all columns to a text.

        Args:
            told: a reason as readers are told it.

        Raises:
            ValueError: the file cannot be read, has no such document, or the document is too long or plainly in another
                language than it would be read in.
        """
        document, ids = document_asked(question.path, question.place, LONGEST_TEXT, " (workbench compare takes more)")
        asked = question.asked
        setting = setting_named(question.setting) if question.setting else None
        answered = answered_by_columns(document, [question.columns[n] for n in asked], self.prepared, FACE, setting)
        answered.failures = {number: told(reason) for number, reason in answered.failures.items()}
        return _content(answered, asked, question, ids)


def _content(
    answered: AnsweredColumns, asked: list[int], question: TextQuestion, documents: list[str]
) -> dict[str, Any]:
    number_of = dict(enumerate(asked))
    speech = {str(number_of[n]): of_column for n, of_column in answered.speech.items()}
    details = {str(number_of[n]): of_column for n, of_column in answered.details.items()}
    if answered.unanswered is not None:
        # No column has this name, so the text stands there, and nobody's answers.
        details[""] = answered.unanswered
    failures = dict(question.left_out) | {number_of[n]: reason for n, reason in answered.failures.items()}
    outcomes = {number_of[n]: outcome for n, outcome in answered.outcomes.items()}
    rows = [str(n) for n in range(len(question.columns))]
    columns = []
    for number, column in enumerate(question.columns):
        outcome = outcomes.get(number)
        of_nothing = undefined(outcome) if outcome else {}
        columns.append(
            {
                "kind": "response" if column.response is not None else role_of(column.resolver),
                "failure": failures.get(number, ""),
                "measures": {
                    name: {
                        "heading": " ".join(heading(name).split()),
                        "value": None if name in of_nothing else score.figure,
                    }
                    for name, score in (outcome.scores.items() if outcome else ())
                    if name in FACE
                },
                "correct": outcome.correct if outcome else None,
                "anaphors": outcome.anaphors if outcome else None,
                "interval": _interval(outcome.correct, outcome.anaphors) if outcome else None,
            }
        )
    return {
        "documents": documents,
        "place": question.place,
        "id": answered.document.id,
        "has_key": answered.document.key is not None,
        "setting": str(answered.setting),
        "settings": {str(setting): setting.meaning for setting in answered.settings},
        "columns": columns,
        "answered": answered_document(details, rows, speech),
    }


def _interval(right: int, anaphors: int) -> tuple[float, float]:
    """The 95% interval of a share (Wilson 1927); one document has none of Student's t over documents."""
    return wilson(right, anaphors) if anaphors else (0.0, 1.0)
