"""Many questions side by side, within a budget; each answer is kept as soon as it is there."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from anaphora_workbench.resolvers.llm.answers import Answers, Reply
from anaphora_workbench.resolvers.llm.client import CUT_OFF, REFUSED, Server

# Questions that wait for each connection, so that none is idle and memory does not grow.
_AHEAD = 2
_AGAIN = "That is not an answer in the form that was asked for. Answer again, with what was asked for and nothing else."


class BudgetSpentError(ValueError):
    """No further request may go out."""


class Budget:
    """What may be spent: requests that go out, or tokens read and written.

    Args:
        limit: ``500`` for requests, ``200000t`` for tokens, "" for no limit.
        requests, tokens: spent already.

    Raises:
        ValueError: the limit is none.
    """

    def __init__(self, limit: str = "", requests: int = 0, tokens: int = 0) -> None:
        number = limit.removesuffix("t")
        if limit and not (number.isascii() and number.isdigit()):
            raise ValueError(f"llm.budget: {limit!r}; expected a number of requests, as 500, or of tokens, as 200000t")
        self._limit = int(number) if limit else None
        self._of_tokens = limit.endswith("t")
        self.requests, self.tokens = requests, tokens
        self._lock = threading.Lock()

    def take(self) -> None:
        """Count a request that goes out. Raises BudgetSpentError where it must not."""
        with self._lock:
            spent = self.tokens if self._of_tokens else self.requests
            if self._limit is not None and spent >= self._limit:
                what = "tokens" if self._of_tokens else "requests"
                raise BudgetSpentError(f"the budget of {self._limit:,} {what} is spent (llm.budget)")
            self.requests += 1

    def add(self, reply: Reply) -> None:
        """Count the tokens of an answer."""
        with self._lock:
            self.tokens += reply.read + reply.written


@dataclass(frozen=True)
class Question:
    """A prompt, and what tells an answer in its form.

    Attributes:
        body: of the request, without the model.
        wrong: what is wrong with the form of an answer's text, "" for nothing.
    """

    body: Mapping[str, Any]
    model: str
    wrong: Callable[[str], str]

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of the request."""
        return hashlib.sha256(json.dumps(self.body, sort_keys=True).encode()).hexdigest()


def answer_to(question: Question, server: Server, budget: Budget) -> Reply:
    """The answer to a question, asked once more where the form of the first is wrong.

    Raises:
        ServerError: see ``Server.ask``.
        BudgetSpentError: nothing may be asked.
    """
    body = {"model": question.model, **question.body}
    reply = server.ask(body)
    budget.add(reply)
    if reply.fault not in ("", CUT_OFF, REFUSED) or not (reply.fault or question.wrong(reply.text)):
        return reply
    said = [{"role": "assistant", "content": reply.text}] if reply.text else []
    body["messages"] = [*body["messages"], *said, {"role": "user", "content": _AGAIN}]
    again = server.ask(body)
    budget.add(again)
    return replace(again, requests=2, read=reply.read + again.read, written=reply.written + again.written)


def ask_all(
    questions: Iterable[Question],
    server: Server,
    answers: Answers,
    budget: Budget,
    at_once: int,
    on_answer: Callable[[], None] = lambda: None,
    again: bool = False,
) -> str:
    """Ask the questions that have no answer, side by side, and keep the answers.

    Args:
        on_answer: called after each that is kept.
        again: what a fault is kept of is asked once more.

    Returns:
        Why not all were asked: the budget, the server; "" where all were.
    """
    stopped = ""
    pending: dict[Future[Reply], Question] = {}
    asked: set[str] = set()
    threads = ThreadPoolExecutor(at_once)

    def settle(most: int) -> None:
        nonlocal stopped
        while len(pending) > most:
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                question = pending.pop(future)
                error = future.exception()
                if error is None:
                    answers.keep(question.checksum, question.model, future.result())
                    on_answer()
                elif isinstance(error, ValueError):
                    stopped = stopped or str(error)
                else:
                    raise error

    try:
        for question in questions:
            if question.checksum in asked or not is_open(question, answers, again):
                continue
            asked.add(question.checksum)
            pending[threads.submit(answer_to, question, server, budget)] = question
            settle(_AHEAD * at_once)
            if stopped:
                break
        settle(0)
    except BaseException:
        # Ctrl-C waits for the answers on their way at most, and for no second try.
        server.close()
        raise
    finally:
        threads.shutdown(cancel_futures=True)
    return stopped


def is_open(question: Question, answers: Answers, again: bool) -> bool:
    """Whether a question is still to be asked.

    Args:
        again: also where a fault is kept.
    """
    there = answers.get(question.checksum, question.model)
    return there is None or (again and there.fault != "")
