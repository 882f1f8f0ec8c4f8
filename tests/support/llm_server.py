"""A server of chat completions that answers as it is told: with a resolver's decisions, or with faults.

Started by itself it answers as a resolver does on a corpus:
``python tests/support/llm_server.py CORPUS --resolver mitkov --port 8080``.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import math
import re
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import setting_named

MODEL = "test-model"
_ENTRY = re.compile(r"(P?\d+): (.*) \(sentence (\d+), word (\d+)\)")
_MARK = re.compile(r"\[P\d+: (.*?)\](?!\])")
# Sentence and first word, both from 1, and form.
Place = tuple[int, int, str]
# What a server does with a request instead of answering: a response, or the text of an answer.
Fault = Callable[[Mapping[str, Any]], Response | str]


def text_of(document: Document) -> list[str]:
    return [" ".join(document.text(s.start, s.end).split()) for s in document.sentences]


def checksum_of(sentences: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sentences).encode()).hexdigest()


def place_of(document: Document, id: str) -> Place:
    mention = document.mention_by_id()[id]
    number = document.sentence_number(mention.start)
    return (
        number + 1,
        mention.start - document.sentences[number].start + 1,
        " ".join(document.mention_text(mention).split()),
    )


@dataclass
class Decisions:
    """A resolver's decisions by the checksum of the document and the place of the pronoun."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    antecedent: dict[tuple[str, Place], Place | None] = field(default_factory=dict)

    def add(self, document: Document, resolver: str) -> None:
        sentences = text_of(document)
        checksum = checksum_of(sentences)
        self.texts[checksum] = sentences
        for decision in get_resolver(resolver).resolve(document).decisions:
            found = None if decision.antecedent is None else place_of(document, decision.antecedent)
            self.antecedent[checksum, place_of(document, decision.anaphor)] = found

    def answer(self, prompt: str) -> str:
        """The numbers of the decisions in a prompt's lists, 0 for one that is not offered."""
        text, _, lists = prompt.partition("\nText:\n\n")[2].partition("\n\n")
        seen = dict(line.split(". ", 1) for line in _MARK.sub(r"\1", text).splitlines() if ". " in line)
        checksum = next(
            (its for its, of in self.texts.items()
             if all(int(number) <= len(of) and of[int(number) - 1] == sentence for number, sentence in seen.items())),
            "",
        )  # fmt: skip
        numbers: dict[str, int] = {}
        wanted: Place | None = None
        for line in lists.splitlines():
            entry = _ENTRY.fullmatch(line.strip())
            if entry is None:
                continue
            name, place = entry[1], (int(entry[3]), int(entry[4]), entry[2])
            if name.startswith("P"):
                pronoun, wanted = name, self.antecedent.get((checksum, place))
                numbers[pronoun] = 0
            elif place == wanted:
                numbers[pronoun] = int(name)
        return json.dumps(numbers)


class LanguageServer:
    """The server.

    Attributes:
        faults: what becomes of the next requests, one each; what is behind them is answered.
        bodies, headers: of all requests for completions.
    """

    def __init__(self, decisions: Decisions | None = None, chances: bool = False) -> None:
        self.decisions = decisions or Decisions()
        self.chances = chances
        self.faults: list[Fault] = []
        self.always: Fault | None = None
        self.models: Response = JSONResponse({"data": [{"id": MODEL}]})
        self.delay = 0.0
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        routes = [Route("/v1/models", self._models), Route("/v1/chat/completions", self._complete, methods=["POST"])]
        self.application = Starlette(routes=routes)
        self.url = ""

    async def _models(self, request: Request) -> Response:
        return self.models

    async def _complete(self, request: Request) -> Response:
        body = await request.json()
        self.bodies.append(body)
        self.headers.append(dict(request.headers))
        if self.delay:
            await asyncio.sleep(self.delay)
        fault = self.faults.pop(0) if self.faults else self.always
        answer = fault(body) if fault is not None else self.decisions.answer(body["messages"][0]["content"])
        return answer if isinstance(answer, Response) else completion(answer, self.chances, body)


def completion(
    text: str, chances: bool = False, body: Mapping[str, Any] = {}, finish: str = "stop", model: str = MODEL
) -> JSONResponse:
    """An answer as servers write it; a token a character."""
    choice: dict[str, Any] = {"message": {"role": "assistant", "content": text}, "finish_reason": finish}
    if chances and body.get("logprobs"):
        choice["logprobs"] = {"content": [_token(character) for character in text]}
    words = sum(len(message["content"].split()) for message in body.get("messages", ()))
    usage = {"prompt_tokens": words, "completion_tokens": len(text)}
    return JSONResponse({"model": model, "choices": [choice], "usage": usage})


def _token(character: str) -> dict[str, Any]:
    """Digits are chosen with a probability of 0.75, and what is left is 0's, or 1's."""
    others = [{"token": character, "logprob": math.log(0.75)}]
    if character.isdigit():
        others.append({"token": "1" if character == "0" else "0", "logprob": math.log(0.25)})
    return {"token": character, "logprob": math.log(0.75), "top_logprobs": others}


@contextmanager
def serving(server: LanguageServer, port: int = 0) -> Iterator[LanguageServer]:
    """Have a server answer in a thread of this process."""
    listening = socket.create_server(("127.0.0.1", port))
    config = uvicorn.Config(server.application, log_level="critical", lifespan="off")
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, args=([listening],), daemon=True)
    thread.start()
    server.url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    try:
        yield server
    finally:
        running.should_exit = True
        thread.join()
        listening.close()


def given_documents(corpus: Path, setting: str = "system-predicted", cache: Path | None = None) -> list[Document]:
    """The documents of a corpus as resolvers get them in a setting."""
    prepared = PreparedDocuments(Preprocessor(), cache)
    wanted = setting_named(setting)
    return [served.given for document in read(corpus) for served in prepared.in_settings(document, [wanted])]


def decided(corpus: Path, resolver: str, setting: str = "system-predicted", cache: Path | None = None) -> Decisions:
    """A resolver's decisions on a corpus."""
    decisions = Decisions()
    for document in given_documents(corpus, setting, cache):
        decisions.add(document, resolver)
    return decisions


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("corpus", type=Path)
    asked.add_argument("--resolver", default="mitkov")
    asked.add_argument("--setting", default="system-predicted")
    asked.add_argument("--port", type=int, default=8080)
    given = asked.parse_args()
    made = LanguageServer(decided(packaged(given.corpus), given.resolver, given.setting))
    uvicorn.run(made.application, port=given.port, log_level="warning")
