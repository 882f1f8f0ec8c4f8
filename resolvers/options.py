"""Options of resolvers: frozen dataclasses whose fields have their help and allowed values."""

import dataclasses
import math
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from anaphora_workbench.corpora.support.errors import shortened
from anaphora_workbench.corpora.support.known_names import did_you_mean, there_are

# A key of what a field carries.
_FIXED = "fixed"
_READABLE = "bool, int, float, str, tuple[str, ...], Mapping[str, float], or one of these or None"
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def option(
    default: Any,
    help: str,
    choices: tuple[str, ...] = (),
    least: float | None = None,
    greatest: float | None = None,
    is_file: bool = False,
    is_private: bool = False,
) -> Any:
    """A field of an Options class.

    Args:
        help: what it does, for ``workbench list resolvers``.
        choices: the only values allowed; empty for any.
        least: the smallest number allowed. greatest: the largest one.
        is_file: it is the path of a file. is_private: like a file's, it is not for readers of the page to set.
    """
    metadata: dict[str, Any] = {"help": help, "choices": choices, "least": least, "greatest": greatest}
    metadata |= {"is_file": is_file, "is_private": is_private or is_file}
    if isinstance(default, dict):
        return dataclasses.field(default_factory=lambda: dict(default), metadata=metadata)
    return dataclasses.field(default=default, metadata=metadata)


SHARED, AS_PUBLISHED = "shared", "as-published"
GRAMMAR_HELP = (
    "what grammar is certain of bars candidates whatever the algorithm prefers (binding, person and number by form, "
    "who speaks), or only what its paper has bars them"
)
CONTAINING = "admit a noun phrase around the pronoun if the pronoun is in one of its adjuncts"


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """An option: its default, what it does, its only values where listed, whether it is a path, or not a reader's."""

    default: Any
    help: str
    choices: tuple[str, ...] = ()
    is_file: bool = False
    is_private: bool = False


@dataclass(frozen=True, kw_only=True)
class ResolverOptions:
    """Options of a resolver that has none."""


@dataclass(frozen=True, kw_only=True)
class PronounOptions(ResolverOptions):
    """Options that all pronoun resolvers share."""

    window: int | None = option(None, "sentences back to look for candidates in; none: no limit", least=0)
    filter: str = option(
        "dep",
        "syntactic filter: conditions over dependencies, the flat ones of Kennedy & Boguraev, or none",
        ("dep", "flat", "none"),
    )
    grammar: str = option(SHARED, GRAMMAR_HELP, (SHARED, AS_PUBLISHED))
    c3: str = option(
        "containment",
        "conditions 1 and 3 of the flat filter: over verbs and spans, or exactly as published",
        ("containment", "literal"),
    )
    whose: str = option(
        "owner",
        "how to treat a noun modified by a clause with whose: as the owner, or as an argument of the clause's verb, "
        "to which no pronoun in the clause refers",
        ("owner", "argument"),
    )
    place_domain: bool = option(
        True, "a pronoun after a preposition of place next to the verb is disjoint from the verb's arguments"
    )
    reciprocals: bool = option(False, "resolve each other and one another too")
    renaming: bool = option(True, "let a noun stand for the appositions and predicate nominals that rename it")
    singular_they: bool = option(False, "let they refer to a singular")
    time_candidates: bool = option(False, "let times, dates and quantities be antecedents")
    containing: bool = option(True, CONTAINING)
    prelink: str = option(
        "none",
        "before resolving pronouns, link mentions of the same name, or names and nouns by this nominal resolver",
        ("none", "names", "exact-match", "head-match"),
    )
    anaphoricity: str = option(
        "none", "stage that leaves non-anaphoric pronouns unanswered (workbench list anaphoricity), or none"
    )
    also: tuple[str, ...] = option(
        (), "further filters, after the algorithm's own (workbench list filters); comma-separated"
    )
    without: tuple[str, ...] = option(
        (), "factors, rules or parts of filters to leave out, for ablation; comma-separated; an unknown name lists all"
    )


def fixed(value: Any) -> Any:
    """A field that is no option of a resolver, though one of others: nothing that it does asks for it."""
    return dataclasses.field(default=value, metadata={_FIXED: True})


def describe(options: type[ResolverOptions]) -> dict[str, OptionInfo]:
    """The options of a class by name."""
    described = {}
    for field in dataclasses.fields(options):
        if field.metadata.get(_FIXED):
            continue
        default = field.default_factory() if callable(field.default_factory) else field.default
        described[field.name] = OptionInfo(
            default,
            field.metadata.get("help", ""),
            tuple(field.metadata.get("choices", ())),
            bool(field.metadata.get("is_file")),
            bool(field.metadata.get("is_private")),
        )
    return described


def require_options(options: Any) -> None:
    """Refuse what is no class of options, or whose options nobody could set.

    Raises:
        ValueError: the message is about *it*, a resolver.
    """
    expected = "expected a frozen dataclass with keywords only, as PronounOptions is"
    if not (isinstance(options, type) and hasattr(options, "__dataclass_fields__")):
        raise ValueError(f"has the Options {shortened(repr(options))}; {expected}")
    for kind in options.__mro__[:-1]:
        # A class without the decorator passes for one, as its base is a dataclass; its own fields would be lost.
        if "__dataclass_fields__" not in vars(kind) and "__annotations__" in vars(kind):
            raise ValueError(f"has Options of {kind.__name__}, which is not a dataclass; {expected}")
    for name, described in describe(options).items():
        if described.default is dataclasses.MISSING:
            raise ValueError(f"has an option {name!r} without a default; expected options that need not be given")
    try:
        types_by_name = get_type_hints(options)
    except (NameError, TypeError) as error:
        raise ValueError(f"has Options whose types cannot be read: {error}") from error
    for name, described in describe(options).items():
        kind = types_by_name[name]
        if not _is_readable(kind):
            told = kind.__name__ if isinstance(kind, type) and get_origin(kind) is None else kind
            raise ValueError(f"has an option {name!r} of type {told}; expected {_READABLE}")
        try:
            _checked(options, name, described.default, kind)
        except (ValueError, TypeError) as error:
            raise ValueError(f"has an option {name!r} whose default cannot be: {shortened(str(error))}") from error


def _is_readable(kind: Any) -> bool:
    """Whether text can be read as a type, as command lines and experiment files give it."""
    members = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    others = [member for member in members if member is not type(None)]
    if len(others) != 1:
        return False
    # By their parts, as typing.Tuple[str, ...] is not equal to tuple[str, ...].
    origin, of = get_origin(others[0]), get_args(others[0])
    if origin is Literal:
        return all(isinstance(value, str) for value in of)
    return others[0] in (bool, int, float, str) or (origin, of) in ((tuple, (str, ...)), (Mapping, (str, float)))


def make(options: type[ResolverOptions], owner: str, values: Mapping[str, Any]) -> ResolverOptions:
    """Options with some values set, checked; text is read as the option's type (a command line gives text).

    Raises:
        ValueError: an unknown option, or a value it cannot have; the message names what is known.
    """
    described = describe(options)
    types_by_name = get_type_hints(options)
    checked = {}
    for name, value in values.items():
        if name not in described:
            raise ValueError(
                f"{owner} has no option {name!r}; {there_are(sorted(described), name, nothing='it has none')}"
            )
        try:
            checked[name] = _checked(options, name, value, types_by_name[name])
        except ValueError as error:
            raise ValueError(f"option {name} of {owner}: {shortened(str(error))}") from None
    return options(**checked)


def _checked(options: type[ResolverOptions], name: str, given: Any, kind: Any) -> Any:
    """The value that an option gets; ValueError for one that it cannot have."""
    # A default may be infinite where that stands for no limit; a saved experiment has it too.
    infinite = isinstance(given, float) and math.isinf(given) and float in (kind, *get_args(kind))
    value = given if infinite and given == describe(options)[name].default else _converted(given, kind)
    metadata = next(field for field in dataclasses.fields(options) if field.name == name).metadata
    choices, least, greatest = metadata.get("choices", ()), metadata.get("least"), metadata.get("greatest")
    if choices and value not in choices:
        near = did_you_mean(choices, str(value))
        wrong = shortened(repr(value))
        raise ValueError(f"{wrong} is not one of {', '.join(choices)}{near}")
    if least is not None and value is not None and value < least:
        raise ValueError(f"{value} is too small; expected at least {least:g}")
    if greatest is not None and value is not None and value > greatest:
        raise ValueError(f"{value} is too large; expected at most {greatest:g}")
    return value


def _converted(value: Any, kind: Any) -> Any:
    """The value as one of its annotated type."""
    if get_origin(kind) in (Union, types.UnionType):
        if value is None or (isinstance(value, str) and value.lower() == "none"):
            return None
        kind = next(member for member in get_args(kind) if member is not type(None))
    if kind is bool:
        return _truth(value)
    if kind in (int, float):
        try:
            # Python takes true for 1.
            if isinstance(value, bool):
                raise TypeError
            number = float(value)
            if kind is int and number != int(number):
                raise ValueError
        except (TypeError, ValueError, OverflowError):
            raise ValueError(f"{value!r} is not a {'whole ' if kind is int else ''}number") from None
        if number != number:
            raise ValueError(f"{value!r} is not a number")
        if math.isinf(number):
            raise ValueError(f"{value!r} is infinite; expected a number that is not")
        return kind(number)
    if get_origin(kind) is tuple:
        parts = value.split(",") if isinstance(value, str) else value
        if not (isinstance(parts, list | tuple | set | frozenset) and all(isinstance(part, str) for part in parts)):
            raise ValueError(f"{value!r} is not a list of names")
        return tuple(part.strip() for part in parts if part.strip())
    if get_origin(kind) is Mapping:
        return {name: _converted(number, float) for name, number in _pairs(value)}
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is not text")
    return value


def _truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    text = str(value).lower()
    if text not in _TRUE + _FALSE:
        raise ValueError(f"{value!r} is neither true nor false")
    return text in _TRUE


def _pairs(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Mapping):
        return list(value.items())
    pairs = [pair.partition("=") for pair in str(value).split(",") if pair.strip()]
    if not all(separator for _, separator, _ in pairs):
        raise ValueError(f"{value!r} is not a list of NAME=NUMBER")
    return [(name.strip(), number) for name, _, number in pairs]
