"""Language models are asked about all documents of a comparison before their rows are scored, by this process alone.

Requests go side by side, documents following each other; each answer is kept as soon as it is there, and rows are then
made from kept answers. So a run that ends early loses nothing that it has paid for.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers import get_resolver, joined_names, role_of
from anaphora_workbench.resolvers.registry.joined import Joined
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.progress import duration
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.records.record import Record

if TYPE_CHECKING:
    from anaphora_workbench.resolvers.llm.asking import Budget, Question
    from anaphora_workbench.resolvers.llm.language_model import LanguageModel

# Where a record keeps what a run has spent.
SPENT = "spent"
# Called with what was asked so far, in words, and the document that is asked about.
Tell = Callable[[str], None]
Asked = tuple[Collection[Setting], Document]


def asks(resolver: str) -> bool:
    """Whether a resolver, or one of several joined, asks a language model."""
    return any(role_of(part) == "llm" for part in joined_names(resolver))


def _asking(resolver: str, experiment: Experiment, folder: Path | None) -> list[LanguageModel]:
    from anaphora_workbench.resolvers.llm.language_model import LanguageModel  # others do without

    made: Any = get_resolver(resolver, **experiment.options_of(resolver))
    parts = [part for part in (made.parts if isinstance(made, Joined) else [made]) if isinstance(part, LanguageModel)]
    for part in parts:
        part.kept_in = folder
    return parts


@contextmanager
def answers_folder(experiment: Experiment, cache: Path | None) -> Iterator[Path | None]:
    """The folder with answers of language models: that of the cache, or where there is none one for the run."""
    if cache is not None or not any(map(asks, experiment.resolvers)):
        yield cache
        return
    with TemporaryDirectory(prefix="workbench-") as folder:
        yield Path(folder)


def with_models(experiment: Experiment, folder: Path | None) -> Experiment:
    """The experiment with the models that servers tell where it names none, so that all of it asks the same one.

    Args:
        folder: with kept answers.

    Raises:
        ValueError: no server tells any.
    """
    options = dict(experiment.resolver_options)
    for name in filter(asks, experiment.resolvers):
        models = {part.model for part in _asking(name, experiment, folder)}
        if len(models) == 1:
            options[name] = {**options.get(name, {}), "model": models.pop()}
    return replace(experiment, resolver_options=options)


def answering_offline(experiment: Experiment) -> Experiment:
    """The experiment with its language models asked for nothing, as they have been asked."""
    offline = {name: {**experiment.options_of(name), "offline": True} for name in filter(asks, experiment.resolvers)}
    return replace(experiment, resolver_options={**experiment.resolver_options, **offline})


def ask(
    experiment: Experiment,
    documents: Callable[[], Iterable[Asked]],
    folder: Path | None,
    cache: Path | None,
    timeout: float | None,
    tell: Tell,
    ledger: Record | None,
) -> tuple[list[Failure], dict[str, float]]:
    """Ask all that the rows of language models ask about documents, as far as it is not kept.

    Args:
        documents: those of all corpora with the settings wanted, none for all; anew at each call.
        folder: takes the answers. cache: of preprocessed documents.
        timeout: seconds for a request, None for those of the options.
        ledger: says what the run has spent, and takes it; None for a run that begins here.

    Returns:
        Why rows have stopped asking, and the seconds that each has asked.
    """
    from anaphora_workbench.resolvers.llm.asking import Budget  # others do without, too

    failures: list[Failure] = []
    seconds: dict[str, float] = {}
    spent: dict[str, int] = (ledger.value(SPENT) if ledger is not None else None) or {}
    prepared = PreparedDocuments(experiment.preprocessing.preprocessor(), cache)
    for name in filter(asks, experiment.resolvers):
        for part in _asking(name, experiment, folder):
            if part.parameters.offline:
                continue
            budget = Budget(part.parameters.budget, **spent)
            progress = _Progress(name, budget, tell, ledger)
            stopped = _ask_part(part, documents, prepared, timeout, progress)
            seconds[name] = seconds.get(name, 0.0) + time.monotonic() - progress.began
            spent = {"requests": budget.requests, "tokens": budget.tokens}
            if stopped:
                failures.append(Failure(name, f"{name}: no more was asked: {stopped}", resolver=name))
    return failures, seconds


def _ask_part(
    part: LanguageModel,
    documents: Callable[[], Iterable[Asked]],
    prepared: PreparedDocuments,
    timeout: float | None,
    progress: _Progress,
) -> str:
    """Ask what a resolver asks; returns why it has stopped, "" where all was asked."""
    from anaphora_workbench.resolvers.llm.asking import ask_all, is_open  # likewise

    given = part.parameters
    answers, server = part.answers(), part.server(progress.budget, timeout)
    try:
        # To prepare documents twice costs little where they are kept.
        if prepared.folder is not None:
            every = _questions(part, documents(), prepared)
            progress.total = len({asked.checksum for asked in every if is_open(asked, answers, given.again)})
        questions = _questions(part, documents(), prepared)
        return ask_all(questions, server, answers, progress.budget, given.concurrency, progress.advance, given.again)
    finally:
        server.close()
        answers.close()


@dataclass
class _Progress:
    """What is told and kept as answers come."""

    name: str
    budget: Budget
    tell: Tell
    ledger: Record | None
    total: int = 0
    done: int = 0
    began: float = field(default_factory=time.monotonic)

    def advance(self) -> None:
        """Count an answer."""
        self.done += 1
        requests, tokens = self.budget.requests, self.budget.tokens
        if self.ledger is not None:
            self.ledger.change({SPENT: {"requests": requests, "tokens": tokens}})
        seconds = (time.monotonic() - self.began) / self.done * (self.total - self.done)
        left = f", {duration(seconds)} left" if seconds > 0 else ""
        self.tell(f"{self.name}: {requests:,} requests, {tokens:,} tokens{left}")


def _questions(part: LanguageModel, documents: Iterable[Asked], prepared: PreparedDocuments) -> Iterator[Question]:
    for settings, document in documents:
        questions: list[Question] = []
        # What is wrong with a document is said where it is answered.
        with suppress(ValueError), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            possible = prepared.allowed(document)
            wanted = [setting for setting in settings or possible if setting in possible]
            for served in prepared.in_settings(document, wanted):
                questions += part.questions(served.given)
        yield from questions
