"""The registry of formats, resolvers, metrics and stages, built in or from plug-ins.

Each kind is found by the entry points of its group, so a plug-in is a package with one line in its
``pyproject.toml``. What is broken in one package hurts nobody else: it is named, once, and left out.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.metadata import Distribution, EntryPoint
from pathlib import Path
from threading import Lock
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

from anaphora_workbench.corpora.support.errors import brief, reason_in_words
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.plugin_code import entry_points_of, plug_in_code
from anaphora_workbench.corpora.support.rules import rules_number

DISTRIBUTION = "anaphora-workbench"

Thing = TypeVar("Thing")


class PluginWarning(UserWarning):
    """A plug-in that is left out, and why."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The distribution that a registered thing comes from.

    Attributes:
        package, version: name and version of the distribution, "" where they are not known.
        value: the entry point's object, as ``module:NAME``.
    """

    package: str
    version: str
    value: str


@dataclass
class Registry(Generic[Thing]):
    """The things of one group of entry points, loaded when they are asked for.

    Attributes:
        group: name of the group of entry points.
        kind: what one of its things is called in messages, as in *no resolver 'hobs'*.
        check: raises ValueError for an object that is no such thing; its message says what was expected.
        order: names that come first, in this order; the others follow by name.
        named_by: the attribute of a thing that must be the name of its entry point, where it has one.
        rules_table: numbers of our things' rules; None where they have none.
        withdrawn: for names that things of ours once had, the name of what to use instead.
    """

    group: str
    kind: str
    check: Callable[[Any], Thing]
    order: tuple[str, ...] = ()
    named_by: str = "name"
    rules_table: Path | None = None
    withdrawn: Mapping[str, str] = field(default_factory=dict)
    _loaded: dict[str, Thing] = field(default_factory=dict)
    _failed: dict[str, str] = field(default_factory=dict)
    _causes: dict[str, BaseException] = field(default_factory=dict)

    @cached_property
    def _entries(self) -> dict[str, EntryPoint]:
        """Entry points by name; of several with one name ours, or else none."""
        by_name: dict[str, dict[str, EntryPoint]] = {}
        for entry in sorted(entry_points_of(self.group), key=lambda entry: (entry.name, entry.value)):
            by_name.setdefault(entry.name, {}).setdefault(entry.value, entry)
        entries = {}
        for name, same in by_name.items():
            entries[name] = next(iter(same.values()))
            if len(same) > 1:
                # Whose an entry is costs reading its distribution's metadata, so it is not asked without need.
                ours = [entry for entry in same.values() if _origin(entry).package == DISTRIBUTION]
                entries[name] = (ours or list(same.values()))[0]
                both = " and ".join(same)
                if ours:
                    self._leave_out(f"two {self.kind}s are named {name!r}: {both}; the one of {DISTRIBUTION} is used")
                else:
                    self._failed[name] = f"two {self.kind}s are named {name!r}: {both}"
        place = {name: number for number, name in enumerate(self.order)}
        return {name: entries[name] for name in sorted(entries, key=lambda name: (place.get(name, len(place)), name))}

    def names(self) -> list[str]:
        """All registered names, those that cannot be loaded among them."""
        return list(self._entries)

    def origin(self, name: str) -> Origin:
        """Where the thing of that name comes from."""
        return _origin(self._entries[name])

    def rules(self, name: str) -> str:
        """Which rules a thing has: the number of ours; of a plug-in's distribution, version and checksum of the code.

        Raises:
            KeyError: nothing is registered by that name.
        """
        origin = self.origin(name)
        if origin.package == DISTRIBUTION and self.rules_table is not None:
            return rules_number(self.rules_table, name)
        code = plug_in_code().get(origin.package, "")
        return f"{origin.package}=={origin.version}" + f"@{code}" * bool(code)

    def get(self, name: str) -> Thing:
        """The thing of that name.

        Raises:
            ValueError: there is none, and the message lists those there are; or it cannot be loaded.
        """
        if name not in self._entries:
            if name in self.withdrawn:
                raise ValueError(f"the {self.kind} {name!r} has been removed; use {self.withdrawn[name]}")
            nothing = "none is installed (pip install -e . registers them)"
            raise ValueError(f"no {self.kind} {name!r}; {there_are(self._entries, name, nothing=nothing)}")
        if name not in self._loaded and name not in self._failed:
            self._load(name)
        if name in self._failed:
            raise ValueError(self._failed[name]) from self._causes.get(name)
        return self._loaded[name]

    def named(self, wanted: Iterable[str]) -> dict[str, Thing]:
        """The things of these names. Raises ValueError that names every unknown one."""
        wanted = list(wanted)
        unknown = [name for name in wanted if name not in self._entries]
        if unknown:
            listed = ", ".join(map(repr, unknown))
            raise ValueError(f"no {self.kind} {listed}; {there_are(self._entries, *unknown)}")
        return {name: self.get(name) for name in wanted}

    def available(self, names: Iterable[str] | None = None) -> dict[str, Thing]:
        """All things that can be loaded, by name; of each of the others a warning says why it is left out, once.

        Args:
            names: of the things that are asked for; None for all.
        """
        things = {}
        for name in self._entries if names is None else names:
            known_to_fail = name in self._failed and name in self._warned
            try:
                things[name] = self.get(name)
            except ValueError as error:
                if not known_to_fail:
                    self._warned.add(name)
                    self._leave_out(str(error))
        return things

    def problems(self) -> dict[str, str]:
        """Why things cannot be used, by name; loads all of them."""
        for name in self._entries:
            if name not in self._loaded and name not in self._failed:
                self._load(name)
        return dict(self._failed)

    @cached_property
    def _warned(self) -> set[str]:
        return set()

    def _load(self, name: str) -> None:
        entry = self._entries[name]
        whose = f"{self.kind} {name!r} ({entry.value})"
        try:
            with nullcontext() if _origin(entry).package == DISTRIBUTION else printing_to_stderr():
                loaded = entry.load()
        except (Exception, SystemExit) as error:  # whatever a plug-in raises, its user must know which one it was
            self._failed[name] = f"{whose} cannot be loaded: {reason_in_words(error)}"
            self._causes[name] = error
            return
        try:
            thing = self.check(loaded)
        except ValueError as error:
            self._failed[name] = f"{whose} {error}"
            return
        own_name = getattr(thing, self.named_by, name)
        if own_name != name:
            self._failed[name] = f"{whose} calls itself {own_name!r}; expected the name of its entry point"
        else:
            self._loaded[name] = thing

    def _leave_out(self, message: str) -> None:
        warnings.warn(message, PluginWarning, stacklevel=4)


# How many plug-ins are at work, and the standard output that is put back after the last of them.
_at_work: int = 0
_results: Any = None
_swapping = Lock()


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """What plug-ins print within goes to standard error, as standard output holds results.

    Threads may overlap in it: each of them putting back what it found could leave standard output swapped for good.
    """
    global _at_work, _results
    with _swapping:
        if not _at_work:
            _results, sys.stdout = sys.stdout, sys.stderr
        _at_work += 1
    try:
        yield
    finally:
        with _swapping:
            _at_work -= 1
            if not _at_work:
                sys.stdout = _results


def instance_of(kind: type[Thing], named: str) -> Callable[[Any], Thing]:
    """A check for things that are instances of a class.

    Args:
        named: the class in the words of the message, as in *expected an evaluation.Metric*.
    """

    def check(loaded: Any) -> Thing:
        if not isinstance(loaded, kind):
            raise ValueError(f"is of type {type(loaded).__name__}; expected {named}")
        _require_types(loaded, kind)
        return loaded

    return check


def _require_types(thing: object, kind: type) -> None:
    """Raise ValueError for a field that is not of its type: it would fail where nobody knows whose it is."""
    for name, hint in get_type_hints(kind).items():
        value = getattr(thing, name)
        if not _may_be(value, hint):
            raise ValueError(f"has the {name} {brief(repr(value))}; expected {_in_words(hint)}")


def _may_be(value: Any, hint: Any) -> bool:
    """Whether a value is of an annotated type; of one that is not told here every value is."""
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_may_be(value, member) for member in of)
    if origin is Callable:
        return callable(value)
    if origin is tuple:
        return isinstance(value, tuple) and all(_may_be(member, of[0]) for member in value)
    if origin is Mapping:
        return isinstance(value, Mapping) and all(
            _may_be(key, of[0]) and _may_be(member, of[1]) for key, member in value.items()
        )
    return not isinstance(hint, type) or isinstance(value, hint)


def _in_words(hint: Any) -> str:
    """
    >>> _in_words(tuple[str, ...]), _in_words(Path | None)
    ('a tuple of text', 'Path or None')
    """
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(map(_in_words, of))
    if origin is Callable:
        return "a function"
    if origin is tuple:
        return f"a tuple of {_in_words(of[0])}"
    if origin is Mapping:
        return f"a mapping from {_in_words(of[0])} to {_in_words(of[1])}"
    return {str: "text", int: "a whole number", bool: "True or False", type(None): "None"}.get(hint, hint.__name__)


def _origin(entry: EntryPoint) -> Origin:
    if entry.dist is None:
        return Origin("", "", entry.value)
    return Origin(*_named(entry.dist), entry.value)


@cache
def _named(distribution: Distribution) -> tuple[str, str]:
    """Name and version of a distribution, which it reads from its file each time it is asked."""
    return distribution.name, distribution.version
