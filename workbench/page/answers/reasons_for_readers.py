"""Error messages for readers of the page: files by name, and no options of commands."""

import re
from pathlib import Path

from anaphora_workbench.workbench.page.questions.questions import (
    AgreementQuestion,
    CorpusQuestion,
    ExerciseQuestion,
    KeyQuestion,
    RankingQuestion,
    TextQuestion,
    TryingQuestion,
)

Question = (
    TextQuestion
    | ExerciseQuestion
    | KeyQuestion
    | AgreementQuestion
    | CorpusQuestion
    | TryingQuestion
    | RankingQuestion
)
# "rnd.bin: unknown format; expected one of …; name it with --from": the page has no such option.
_OF_COMMANDS = re.compile(r"; (?:name it|choose one) with --[a-z-]+|, or compare --report FILE[^;]*")


def for_readers(reason: str, question: Question, sent: Path) -> str:
    """A reason without the places of this machine and without what only commands have.

    Args:
        question: that was answered with it; its files go by their names.
        sent: folder of what readers have sent.
    """
    reason = re.sub(rf"{re.escape(str(sent))}(/[\w-]+)?/?", "", _OF_COMMANDS.sub("", reason))
    for place in _places(question):
        reason = reason.replace(f"{place.resolve().parent}/", "").replace(f"{place.parent}/", "")
    return reason


def _places(question: Question) -> tuple[Path, ...]:
    """The files that a question reads besides the upload."""
    if isinstance(question, ExerciseQuestion):
        return _places(question.of_text)
    if isinstance(question, (TextQuestion, KeyQuestion)):
        return (question.path,)
    if isinstance(question, TryingQuestion):
        return (question.corpus,)
    if isinstance(question, CorpusQuestion):
        return (*question.corpora, *(path for _, path in question.responses))
    return ()
