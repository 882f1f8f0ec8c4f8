"""Descriptions made of plain values, as a file, a command line, Python or a page gives them.

pydantic reads the values by the types of the dataclass; what it finds wrong is said in our words, by the key.
It is imported here alone and only when a description is read: it takes 0.06 s, and 0.06 s more for the first one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args

from anaphora_workbench.corpora.support.known_names import did_you_mean
from anaphora_workbench.workbench.base.fields import Field, fields_of

Description = TypeVar("Description")


class DescriptionError(ValueError):
    """A description that cannot be: what is wrong, what was expected, and the key or value it is near to.

    Attributes:
        entry: the table of a list that is wrong, where it is one: name of the list, number from 0.
    """

    def __init__(self, near: str, what: str, expected: str = "", entry: tuple[str, int] | None = None) -> None:
        choices = expected.removeprefix("one of ").split(", ") if expected.startswith("one of ") else []
        said = "; expected ".join(filter(None, (what, expected))) + did_you_mean(choices, *re.findall(r"'(.+?)'", what))
        super().__init__(said)
        self.near, self.what, self.expected, self.entry = near, what, expected, entry

    def __reduce__(self) -> tuple[type[DescriptionError], tuple[str, str, str]]:
        """Rebuilt from its arguments, as worker processes send it to the waiting one."""
        return type(self), (self.near, self.what, self.expected)


class ExistingPath:
    """Marks a path that must exist; in a file it is relative to the file's folder and may name variables."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        from pydantic_core import core_schema

        schema = core_schema.str_schema()
        return core_schema.with_info_plain_validator_function(_existing, json_schema_input_schema=schema)


def described(description: type[Description], values: Mapping[str, Any], folder: Path | None = None) -> Description:
    """The description that plain values make.

    Args:
        values: by the names of the fields, or as a file writes them (``metric-options``).
        folder: that paths are relative to; None for the working folder.

    Raises:
        DescriptionError: a key that does not exist, or a value that it cannot have.
    """
    from pydantic import ValidationError

    try:
        adapter = _adapter(description)  # type: ignore[arg-type]
        made: Description = adapter.validate_python(values, context={"folder": folder or Path()})
    except ValidationError as error:
        raise _complaint(description, dict(error.errors()[0])) from None
    _check_values(made)
    return made


def key_of(name: str) -> str:
    """The name of a field as a file writes it."""
    return {"resolver_options": "options"}.get(name, name.replace("_", "-"))


@cache
def _adapter(description: Any) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(description)


def _existing(value: Any, info: Any) -> Path:
    if isinstance(value, Path):
        return value
    if not isinstance(value, str) or not value:
        raise DescriptionError(info.field_name, f"{info.field_name} is {value!r}", f'{info.field_name} = "…"')
    unset = re.search(r"\$\{?\w+\}?", os.path.expandvars(value))
    if unset:
        name = unset.group().strip("${}")
        raise DescriptionError(value, f"{name} is not set in the environment", f"{name} to be a folder")
    given = Path(os.path.expandvars(value)).expanduser()
    path: Path = info.context["folder"] / given
    if not path.exists():
        where = "the experiment file" if info.context["folder"] != Path() else "the working folder"
        raise DescriptionError(str(given), f"{path}: no such file or folder", f"a path relative to {where}")
    return path


def _check_values(made: Any) -> None:
    """Raise DescriptionError for a value that is not one of the choices, too small, or an empty text."""
    for field in fields_of(type(made)):
        value, key = getattr(made, field.name), key_of(field.name)
        if is_dataclass(value):
            _check_values(value)
        entries = value if isinstance(value, tuple) else (value,)
        for entry in entries:
            if entry == "" and field.kind == str | None:
                raise DescriptionError(key, f"{key} is ''", f'{key} = "…"')
            if field.says.choices and entry not in field.says.choices:
                called = field.says.called or key
                raise DescriptionError(key, f"no {called} {entry!r}", f"one of {', '.join(field.says.choices)}")
            if field.says.least is not None and entry < field.says.least:
                raise DescriptionError(key, f"{key} is {entry}", f"a whole number from {field.says.least}")


def _complaint(description: Any, error: Mapping[str, Any]) -> DescriptionError:
    """What pydantic found wrong, in our words."""
    cause = error.get("ctx", {}).get("error")
    names = [str(part) for part in error["loc"] if isinstance(part, str)]
    if isinstance(cause, DescriptionError):
        return cause
    key, value = key_of(names[-1]) if names else "", error["input"]
    if isinstance(cause, ValueError):
        return DescriptionError(key, str(cause))
    table, holder = description, ""
    for name in names[:-1]:
        inner = next((field for field in fields_of(table) if name in (field.name, key_of(field.name))), None)
        if inner is not None and is_dataclass(inner.plain_kind):
            table, holder = inner.plain_kind, key_of(inner.name)
    known_keys = {key_of(field.name): field for field in fields_of(table)}
    if error["type"] == "unexpected_keyword_argument":
        where = f" of {holder}" if holder else ""
        return DescriptionError(key, f"no key {key!r}{where}", f"one of {', '.join(sorted(known_keys))}")
    if error["type"].startswith("missing"):
        return DescriptionError("", f"no {key} where one is needed", f'{key} = "…"')
    if key not in known_keys:
        return DescriptionError(key, f"{key} is {value!r}", "another value")
    what, expected = _expected(key, known_keys[key], value)
    return DescriptionError(key, what, expected)


def _expected(key: str, field: Field, value: Any) -> tuple[str, str]:
    """What is wrong with a value of another type than the field's, and what was expected."""
    kind = field.plain_kind
    if field.group is not None:
        return f"{key} is not a table", f"[{key}]"
    if field.is_list and is_dataclass(kind):
        return f"{key} is not a list of tables", f"[[{key}]]"
    if field.is_list and kind is not field.kind:
        return f"{key} is not a list of names", f'{key} = ["…"]'
    if field.is_list:
        nested = any(get_args(member) for member in get_args(field.kind))
        return f"{key} is not a table" + " of tables" * nested, f"[{key}.RESOLVER]" if nested else f"[{key}]"
    if kind is int:
        return f"{key} is {value!r}", f"a whole number from {field.says.least or 0}"
    if field.says.choices:
        return f"no {field.says.called or key} {value!r}", f"one of {', '.join(field.says.choices)}"
    return f"{key} is {value!r}", f'{key} = "…"'
