"""The work of a page's process: finds the document of a text and has the columns answer it."""

import json
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.api.side_by_side import exercise_of, side_by_side
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.page.answers.annotators import agreed
from anaphora_workbench.workbench.page.answers.comparison_report import compared
from anaphora_workbench.workbench.page.answers.option_change import tried
from anaphora_workbench.workbench.page.answers.submissions import ranked
from anaphora_workbench.workbench.page.questions import questions as asked
from anaphora_workbench.workbench.page.questions.document import document_asked
from anaphora_workbench.workbench.page.questions.key_opening import opened

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

    def __call__(self, question: asked.Question) -> bytes:
        """The answer to a question, as JSON."""
        told = partial(asked.for_readers, question=question, sent=self.sent)
        if isinstance(question, asked.TextQuestion):
            content = self.columns(question, told)
        elif isinstance(question, asked.ExerciseQuestion):
            content = self.exercise(question, told)
        elif isinstance(question, asked.KeyQuestion):
            content = opened(question, self.prepared)
        elif isinstance(question, asked.AgreementQuestion):
            content = agreed(question, told)
        elif isinstance(question, asked.TryingQuestion):
            content = tried(question, self.cache)
        elif isinstance(question, asked.CorpusQuestion):
            content = compared(question, self.cache, told)
        else:
            assert isinstance(question, asked.RankingQuestion)
            content = ranked(question, told)
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()

    def columns(self, question: asked.TextQuestion, told: Callable[[str], str]) -> dict[str, Any]:
        """The answers of all columns to a text.

        Args:
            told: a reason as readers are told it.

        Raises:
            ValueError: the file cannot be read, has no such document, or the document is too long or plainly in another
                language than it would be read in.
        """
        document, ids, note = document_asked(question.path, question.place, LONGEST_TEXT)
        setting = setting_named(question.setting) if question.setting else None
        content = side_by_side(document, question.columns, self.prepared, setting, dict(question.left_out), told)
        return content | {"documents": ids, "place": question.place, "note": note}

    def exercise(self, question: asked.ExerciseQuestion, told: Callable[[str], str]) -> dict[str, Any]:
        """A text as an exercise for a class; see ``columns``."""
        of_text = question.of_text
        content = self.columns(of_text, told)
        html = exercise_of(content, of_text.columns)
        return {"name": content["id"], "html": html}
