"""Prompts as Jinja2 files: ours, and those of users; with a name and a checksum for signatures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError
from jinja2.sandbox import SandboxedEnvironment

_FOLDER = Path(__file__).with_name("prompts")
_SHOWN = 12


@dataclass(frozen=True)
class Prompt:
    """A prompt.

    Attributes:
        name: of the file.
        text: of the template.

    Raises:
        ValueError: it is no template.
    """

    name: str
    text: str

    @property
    def version(self) -> str:
        """Name and checksum."""
        return f"{self.name}@{hashlib.sha256(self.text.encode()).hexdigest()[:_SHOWN]}"

    @cached_property
    def _template(self) -> Template:
        try:
            # What a text contains is a value, and never part of the template.
            return SandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True).from_string(
                self.text
            )
        except TemplateError as error:
            line = getattr(error, "lineno", None) or 1
            raise ValueError(f"{self.name}:{line}: {error}; expected a prompt in Jinja2") from error

    def filled(self, **values: Any) -> str:
        """The prompt with values. Raises ValueError for a name in it that is none of theirs."""
        try:
            return self._template.render(**values)
        except TemplateError as error:
            raise ValueError(f"{self.name}: {error}; expected no names but {', '.join(values)}") from error


def prompt_of(path: str, own: str) -> Prompt:
    """A prompt of the user's, or our own where no file is named."""
    file = Path(path) if path else _FOLDER / f"{own}.j2"
    try:
        return Prompt(file.name, file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"llm.prompt: {file}: {error}; expected a prompt in Jinja2") from error
