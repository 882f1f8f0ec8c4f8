"""Prompts as Jinja2 files: ours, and those of users; with a name and a checksum for signatures."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError
from jinja2.sandbox import SandboxedEnvironment

from anaphora_workbench.corpora.support.errors import brief_error

_FOLDER = Path(__file__).with_name("prompts")
_SHOWN = 12
# What a text contains is a value, and never part of a template.
_TEMPLATES = SandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)


class Prompt:
    """A prompt.

    Args:
        path: of the user's file; "" for our own of the name.

    Attributes:
        version: name and checksum of the file.

    Raises:
        ValueError: there is no such file, or it is no template.
    """

    def __init__(self, path: str, own: str) -> None:
        file = Path(path) if path else _FOLDER / f"{own}.j2"
        try:
            text = file.read_text(encoding="utf-8")
            self._template = _TEMPLATES.from_string(text)
        except (OSError, UnicodeDecodeError, TemplateError) as error:
            place = f"{file}:{error.lineno}" if isinstance(error, TemplateSyntaxError) else f"{file}"
            raise ValueError(f"llm.prompt: {place}: {error}; expected a prompt in Jinja2") from error
        self.name, self.version = file.name, f"{file.name}@{hashlib.sha256(text.encode()).hexdigest()[:_SHOWN]}"

    def filled(self, **values: Any) -> str:
        """The prompt with values. Raises ValueError for whatever goes wrong in it."""
        try:
            return self._template.render(**values)
        except Exception as error:  # a template of the user's may do anything
            told = f"{self.name}: {brief_error(error)}; expected a template of {', '.join(values)}"
            raise ValueError(told) from error
