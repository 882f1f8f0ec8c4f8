"""Error messages for readers of the page: files by name, and no options of commands."""

import re
from pathlib import Path

from anaphora_workbench.workbench.page.questions.questions import Question

# "rnd.bin: unknown format; expected one of …; name it with --from": the page has no such option.
_OF_COMMANDS = re.compile(r"; (?:name it|choose one) with --[a-z-]+|, or compare --report FILE[^;]*")


def for_readers(reason: str, question: Question, sent: Path) -> str:
    """A reason without the places of this machine and without what only commands have.

    Args:
        question: that was answered with it; its files go by their names.
        sent: folder of what readers have sent.
    """
    reason = re.sub(rf"{re.escape(str(sent))}(/[\w-]+)?/?", "", _OF_COMMANDS.sub("", reason))
    for place in question.places:
        reason = reason.replace(f"{place.resolve().parent}/", "").replace(f"{place.parent}/", "")
    return reason
