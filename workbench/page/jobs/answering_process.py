"""Settings of a worker process of the page."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from anaphora_workbench.workbench.page.jobs.answering import Answerer


@dataclass(frozen=True)
class Answering:
    """Makes the function that answers; the model is loaded there and then, before the first question.

    Attributes:
        cache: folder of preprocessed documents, gone with the server.
        sent: folder of what readers have sent.
    """

    cache: Path
    sent: Path

    def __call__(self) -> Answerer:
        # Not at the start: the server itself never needs numpy, and its first page is there the sooner.
        from anaphora_workbench.workbench.page.jobs.answering import Answerer

        answerer = Answerer(self.cache, self.sent)
        answerer.prepared.preprocessor.process("It rains.")
        return answerer
