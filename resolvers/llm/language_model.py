"""Common ground of the resolvers that ask a language model: its options, its prompt, and answers kept or asked for."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.errors import brief, quantity
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.llm import client
from anaphora_workbench.resolvers.llm.answers import FILE, Answers, Reply
from anaphora_workbench.resolvers.llm.asking import Budget, Question, ask_all
from anaphora_workbench.resolvers.llm.client import Server
from anaphora_workbench.resolvers.llm.examples import ExampleCorpus, examples_in
from anaphora_workbench.resolvers.llm.prompts import Prompt
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.words import Words

MALFORMED, OUT_OF_RANGE = "no number in the answer", "a number that is not offered"
# Causes that count as malformed: the form of the answer is wrong.
OF_FORM = frozenset({MALFORMED, OUT_OF_RANGE, client.CUT_OFF, client.REFUSED})
FAULTS = Words(
    no_answer={
        client.TIME_OUT: "the server did not answer in time",
        client.BUSY: "the server was too busy",
        client.BROKEN: "the server failed",
        client.CUT_OFF: "the model's answer was cut off",
        client.REFUSED: "the model refused to answer",
        MALFORMED: "the model did not answer with a number",
        OUT_OF_RANGE: "the model answered with a number that was not offered",
    }
)
# Options that say how it is asked and not what: they are in no signature.
HOW = ("url", "key", "concurrency", "timeout", "budget", "offline", "again")


@dataclass(frozen=True, kw_only=True)
class LanguageModelOptions(ResolverOptions):
    """Options of the resolvers that ask a language model; each may be given as ``llm.NAME`` for all of them."""

    url: str = option(
        "", "address of the server [default: http://127.0.0.1:8080/v1, or WORKBENCH_LLM_URL]", is_private=True
    )
    model: str = option("", "the model to ask for; empty: the first that the server tells")
    key: str = option("", "variable of the environment that has the key of the server", is_private=True)
    prompt: str = option("", "file with a prompt in Jinja2", is_file=True)
    examples: str = option("", "preprocessed corpus with a key that examples are taken from", is_file=True)
    shots: int = option(3, "examples in a prompt", least=1, greatest=50)
    temperature: float = option(0.0, "how freely the model chooses its words", least=0, greatest=2)
    seed: int = option(1, "of the model's choices")
    window: int = option(3000, "most words of the text in a request", least=20)
    format: str = option(
        "schema", "hold the answer to a form, where the server can, or leave it free", ("schema", "free")
    )
    longest: int | None = option(None, "most tokens of an answer; none: as the server has it", least=1)
    concurrency: int = option(4, "requests at once", least=1, greatest=256, is_private=True)
    timeout: float = option(120.0, "seconds for a request", least=0.01, is_private=True)
    budget: str = option("", "most requests (500) or tokens (200000t) of a run", is_private=True)
    offline: bool = option(False, "answer from kept answers alone", is_private=True)
    again: bool = option(False, "ask again where a fault is kept", is_private=True)


class LanguageModel(Resolver):
    """A resolver that asks a language model; a subclass writes the questions and reads the answers.

    Attributes:
        own_prompt: name of its prompt.
    """

    Options: ClassVar[type[ResolverOptions]] = LanguageModelOptions
    role = "llm"
    own_prompt: ClassVar[str]

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        if absent := self.missing():
            raise ValueError(absent)
        given = self.parameters
        client.checked_url(given.url)
        client.key_in(given.key)
        Budget(given.budget)
        self.prompt = Prompt(given.prompt, self.own_prompt)
        # All that stands in signatures, as text: it is told where it is the default, too.
        said = {name: value for name, value in self._options.items() if name not in HOW}
        told = {"prompt": self.prompt.version, "temperature": f"{given.temperature:g}", "seed": f"{given.seed}"}
        told |= {"window": f"{given.window}", "form": said.pop("format")}
        if given.examples:
            told["examples"] = self.example_corpus.version
        self._options = said | told

    @classmethod
    def missing(cls) -> str:
        return client.missing()

    @classmethod
    def has_server(cls) -> bool:
        return bool(os.environ.get(client.URL_VARIABLE))

    @property
    def options(self) -> dict[str, Any]:
        """What is asked: all options but those of ``HOW``; files by name and checksum, the model by its name."""
        self._options["model"] = self.model
        return dict(self._options)

    @cached_property
    def model(self) -> str:
        """The model that is asked: the one of the options, else the one that the server tells.

        Raises:
            ValueError: nobody tells any.
        """
        if self.parameters.model:
            return str(self.parameters.model)
        if self.parameters.offline:
            with closing(self.answers()) as answers:
                models = answers.models()
            if len(models) == 1:
                return models[0]
            told = f"answers of {', '.join(models) or 'no model'} are kept"
            raise ValueError(f"{self.name}: {told}; expected --option llm.model=NAME")
        with closing(self.server()) as server:
            return server.model()

    def server(self, budget: Budget | None = None, timeout: float | None = None) -> Server:
        """The server that is asked.

        Args:
            budget: that requests are counted in. timeout: seconds for each, None for those of the options.
        """
        given = self.parameters
        before = (budget or Budget()).take
        return Server(given.url, given.key, timeout or given.timeout, given.concurrency, before)

    def answers(self) -> Answers:
        """The kept answers, in the folder of the cache; where there is none, they go with the document."""
        return Answers(None if self.kept_in is None else self.kept_in / FILE)

    @cached_property
    def example_corpus(self) -> ExampleCorpus:
        return examples_in(Path(self.parameters.examples))

    def questions(self, document: Document) -> list[Question]:
        """All that is asked about a document."""
        return self.asked_about(self.discourse_of(document))

    def asked_about(self, discourse: Discourse) -> list[Question]:
        """The same, after what cannot be asked about is refused.

        Raises:
            ValueError: the document has no words, or examples are from it.
        """
        document = discourse.document
        if not document.words or not document.sentences:
            raise ValueError(f"{document.id}: no words to show to a model; expected a document with its text")
        if self.parameters.examples:
            self.example_corpus.require_other(document)
        return self.questions_of(discourse)

    @abstractmethod
    def questions_of(self, discourse: Discourse) -> list[Question]:
        """All that is asked about a document, in the order of the text."""

    def question(self, content: str, schema: dict[str, Any] | None, wrong: Any, chances: bool = False) -> Question:
        """A question with this content and the form of its answer."""
        given = self.parameters
        body: dict[str, Any] = {
            "messages": [{"role": "user", "content": content}],
            "temperature": given.temperature,
            "seed": given.seed,
        }
        if given.longest is not None:
            body["max_tokens"] = given.longest
        if schema is not None and given.format == "schema":
            form = {"name": "answer", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if chances:
            body |= {"logprobs": True, "top_logprobs": 20}
        return Question(body, self.model, wrong)

    def replies(self, discourse: Discourse, questions: Sequence[Question]) -> list[Reply]:
        """An answer to each question: kept ones, and others asked for unless options forbid it.

        Raises:
            ValueError: some have none.
        """
        given, budget, stopped = self.parameters, Budget(self.parameters.budget), ""
        with closing(self.answers()) as answers:
            if not given.offline:
                with closing(self.server(budget)) as server:
                    stopped = ask_all(questions, server, answers, budget, given.concurrency, again=given.again)
            replies = [answers.get(question.checksum, question.model) for question in questions]
        if lacking := replies.count(None):
            told = f"{self.model} has no answer to {lacking} of {quantity(len(questions), 'request')}"
            told += f" ({stopped})" if stopped else ""
            raise ValueError(f"{told}; expected a run that asks for it, or workbench llm import")
        return [reply for reply in replies if reply is not None]

    def counted(self, replies: Sequence[Reply], **further: int) -> dict[str, int]:
        """What is counted of a document: requests and tokens of its answers, other names of the model, and more."""
        counts = Counter(further)
        for reply in replies:
            counts.update({"requests": reply.requests, "tokens": reply.read + reply.written})
            if reply.model not in ("", self.model):
                counts[f"answered by {brief(reply.model)}"] += 1
        return dict(counts)
