"""Options of commands made from the fields of descriptions, so that a new one is one field.

A parameter of a command that is annotated with a description becomes an option for each of its fields that has flags;
the command is called with the description. ``Annotated[dict[str, Any], FieldsOf(Experiment)]`` gives the values that
were given, by field, where the rest of the description comes from elsewhere.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer
from typer.models import OptionInfo

from anaphora_workbench.workbench.base.fields import Field, fields_of
from anaphora_workbench.workbench.commands.wiring.options import path_option


@dataclass(frozen=True)
class FieldsOf:
    """Marks a parameter that takes the values of a description's fields."""

    description: type


def with_fields(name: str) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Give a command the options that its descriptions' fields make.

    Args:
        name: of the command, for fields that only some commands have.
    """

    def decorated(command: Callable[..., int]) -> Callable[..., int]:
        parameters: list[inspect.Parameter] = []
        descriptions: dict[str, tuple[type, bool]] = {}
        plain_options: dict[str, type] = {}
        for parameter in inspect.signature(command, eval_str=True).parameters.values():
            description, plain = _description_of(parameter.annotation)
            if description is not None and (options := _options_of(description)):
                plain_options[parameter.name] = description
                parameters += options
            elif description is None:
                parameters.append(parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY))
            else:
                descriptions[parameter.name] = description, plain
                parameters += [_parameter(field) for field in _leaves(description, name)]

        @wraps(command)
        def called(**values: Any) -> int:
            for parameter, (description, plain) in descriptions.items():
                given = _given(description, name, values)
                values[parameter] = given if plain else description(**given)
            for parameter, description in plain_options.items():
                given = {option.name: values.pop(option.name) for option in _options_of(description)}
                values[parameter] = description(**given)
            return command(**values)

        called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        called.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return called

    return decorated


def _options_of(description: type) -> list[inspect.Parameter]:
    """The fields that are annotated with options, as those of ``Running`` are."""
    hints = get_type_hints(description, include_extras=True)
    return [
        inspect.Parameter(
            field.name, inspect.Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name]
        )
        for field in fields(description)
        if any(isinstance(mark, OptionInfo) for mark in getattr(hints[field.name], "__metadata__", ()))
    ]


def parameters_of(description: type, command: str) -> frozenset[str]:
    """The names of the parameters of a command that a description's fields make."""
    return frozenset(_name(field) for field in _leaves(description, command))


def _description_of(annotation: Any) -> tuple[type | None, bool]:
    """The description that an annotation asks for, and whether it asks for plain values."""
    if get_origin(annotation) is Annotated:
        marks = [mark for mark in get_args(annotation)[1:] if isinstance(mark, FieldsOf)]
        return (marks[0].description, True) if marks else (None, False)
    return (annotation, False) if isinstance(annotation, type) and is_dataclass(annotation) else (None, False)


def _leaves(description: type, command: str) -> Iterator[Field]:
    """The fields with flags of this command, those of groups in their place."""
    for field in fields_of(description):
        if field.group is not None:
            yield from _leaves(field.group, command)
        elif field.says.flags and (not field.says.only or command in field.says.only):
            yield field


def _name(field: Field) -> str:
    return field.says.flags[0].lstrip("-").replace("-", "_")


def _parameter(field: Field) -> inspect.Parameter:
    says = field.says
    value: Any = field.plain_kind if field.plain_kind in (bool, int, float, Path) else str
    if says.choices:
        # Typer takes no list of literals.
        value = StrEnum(field.name, {choice: choice for choice in says.choices})  # type: ignore[misc,no-redef]
    if value is Path:
        option = path_option(*says.flags, help=says.help, rich_help_panel=says.panel)
    else:
        option = typer.Option(*says.flags, help=says.help, metavar=says.metavar, rich_help_panel=says.panel)
    kind = value if value is bool else list[value] | None if field.is_list else value | None
    default = False if value is bool else None
    return inspect.Parameter(
        _name(field), inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def _given(description: type, command: str, values: dict[str, Any]) -> Mapping[str, Any]:
    """The values of the fields that were given, by field; taken out of all values."""
    given: dict[str, Any] = {}
    for field in fields_of(description):
        if field.group is not None:
            inner = _given(field.group, command, values)
            if inner:
                given[field.name] = inner
        elif field.says.flags and _name(field) in values:
            value = values.pop(_name(field))
            if value is not None and value != [] and value is not False:
                given[field.name] = [*map(_plain, value)] if isinstance(value, list) else _plain(value)
    return given


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value
