"""Kept answers of language models: SQLite by the checksum of the prompt and the model, and JSON lines to hand on."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.support.errors import FormatError, brief
from anaphora_workbench.corpora.support.output_places import complete_or_absent

FILE = "llm.sqlite"
_SCHEMA = 1
_EXPECTED = 'expected {"prompt": CHECKSUM, "model": NAME, "reply": {…}}, as workbench llm export writes'


@dataclass(frozen=True)
class Reply:
    """What a server has answered to a prompt.

    Attributes:
        text: the answer as it came.
        fault: why there is none, in a word or two; "" where there is one.
        model: its name as the server tells it.
        requests: 2 where it was asked once more because of the form of its first answer.
        read, written: tokens, as the server counts them, of both.
        chances: of each token its text, its log-probability and the likeliest ones with theirs; none if not told.
    """

    text: str = ""
    fault: str = ""
    model: str = ""
    requests: int = 1
    read: int = 0
    written: int = 0
    chances: tuple[Any, ...] = ()


class Answers:
    """The kept answers in a file; several processes may have it open.

    Args:
        path: None for answers that go with the object.

    Raises:
        ValueError: it is no such file, or one of another version.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = sqlite3.connect(
                path or ":memory:", timeout=60, isolation_level=None, check_same_thread=False
            )
            (schema,) = self._do("PRAGMA user_version").fetchone()
            if schema == 0:
                self._do("PRAGMA journal_mode = WAL")
                self._do(
                    "CREATE TABLE IF NOT EXISTS answer (prompt TEXT NOT NULL, model TEXT NOT NULL, "
                    "reply TEXT NOT NULL, PRIMARY KEY (prompt, model)) WITHOUT ROWID"
                )
                self._do(f"PRAGMA user_version = {_SCHEMA}")
            elif schema != _SCHEMA:
                raise ValueError(f"{path}: kept answers of version {schema}; expected version {_SCHEMA}")
        except sqlite3.Error as error:
            raise ValueError(f"{path}: {error}; expected a file of kept answers") from error

    def _do(self, statement: str, *values: str) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def get(self, prompt: str, model: str) -> Reply | None:
        """The answer that is kept; None for none."""
        row = self._do("SELECT reply FROM answer WHERE prompt = ? AND model = ?", prompt, model).fetchone()
        return None if row is None else _reply(json.loads(row[0]))

    def keep(self, prompt: str, model: str, reply: Reply) -> None:
        """Keep an answer in the place of the one that there was."""
        self._do("INSERT OR REPLACE INTO answer VALUES (?, ?, ?)", prompt, model, _written(reply))

    def models(self) -> list[str]:
        """Names of the models that have answered."""
        return [name for (name,) in self._do("SELECT DISTINCT model FROM answer ORDER BY model")]

    def __iter__(self) -> Iterator[tuple[str, str, Reply]]:
        for prompt, model, reply in self._do("SELECT prompt, model, reply FROM answer ORDER BY model, prompt"):
            yield prompt, model, _reply(json.loads(reply))

    def export(self, path: Path) -> int:
        """Write all answers to a file, an answer a line, and say how many; no prompt is in it, only its checksum."""
        number = 0
        with complete_or_absent(path) as unfinished, unfinished.open("w", encoding="utf-8", newline="\n") as file:
            for prompt, model, reply in self:
                number += 1
                line = {"prompt": prompt, "model": model, "reply": json.loads(_written(reply))}
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        return number

    def take(self, path: Path) -> tuple[int, int]:
        """Take the answers of a file; all or, where something is wrong with it, none.

        Returns:
            How many were new, and how many had another answer, which stays.

        Raises:
            FormatError: it is no file of such answers.
        """
        new = other = 0
        self._do("BEGIN IMMEDIATE")
        try:
            for prompt, model, reply in _lines(path):
                there = self.get(prompt, model)
                new += there is None
                other += there is not None and there != reply
                if there is None:
                    self.keep(prompt, model, reply)
            self._do("COMMIT")
        except BaseException:
            self._do("ROLLBACK")
            raise
        return new, other

    def close(self) -> None:
        self._connection.close()


def _lines(path: Path) -> Iterator[tuple[str, str, Reply]]:
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                told = json.loads(line)
                yield str(told["prompt"]), str(told["model"]), _reply(told["reply"])
            except (ValueError, TypeError, KeyError, RecursionError) as error:
                wrong = f"no kept answer: {brief(line.decode(errors='replace').strip())}"
                raise FormatError(path, number, wrong, _EXPECTED) from error


def _written(reply: Reply) -> str:
    return json.dumps({name: value for name, value in asdict(reply).items() if value or name == "text"})


def _reply(told: dict[str, Any]) -> Reply:
    reply = Reply(**told)
    reply = replace(reply, chances=tuple(reply.chances))
    is_one = all(type(getattr(reply, field.name)) is type(field.default) for field in fields(reply))
    if not is_one or not all(map(_is_chance, reply.chances)):
        raise TypeError("a field of another type")
    return reply


def _is_chance(told: object) -> bool:
    match told:
        case [str(), float() | int(), list(others)]:
            return all(_is_chance([*other, []]) for other in others)
    return False
