"""Objects as bytes that another process or a later run reads, without letting them run code."""

from __future__ import annotations

import io
import pickle
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from anaphora_workbench.workbench.errors import CommandError

_PACKAGE = "anaphora_workbench."
# The classes that are kept besides plain values, by module. Each holds data, and runs nothing when it is made, filled
# or called; a class of a new part of counts or details must be added.
KEPT: dict[str, tuple[str, ...]] = {
    "builtins": ("set",),
    "collections": ("Counter",),
    "fractions": ("Fraction",),
    f"{_PACKAGE}evaluation.chain_errors": ("ChainErrors",),
    f"{_PACKAGE}evaluation.counting": ("Counts",),
    f"{_PACKAGE}evaluation.difficulty": ("Difficulty", "Mean"),
    f"{_PACKAGE}evaluation.disclosure": ("Disclosure", "FormCounts"),
    f"{_PACKAGE}evaluation.exact": ("ExactSum",),
    f"{_PACKAGE}evaluation.gap": ("Snippet",),
    f"{_PACKAGE}evaluation.linguistic.outcomes": ("Outcome",),
    f"{_PACKAGE}workbench.details": ("AnaphorFacts", "Answer", "DocumentText", "GivenMentions", "ResolutionDetails"),
    f"{_PACKAGE}workbench.error_analysis": ("DocumentErrors", "Example", "JudgedPronoun"),
    f"{_PACKAGE}workbench.verdicts": ("DocumentVerdicts", "PronounVerdict"),
}


def packed(content: Any, apart: Sequence[Any] = ()) -> bytes:
    """An object as bytes.

    Args:
        apart: objects that are packed apart; where the content has one of them, its place here is kept.
    """
    pickled = io.BytesIO()
    pickler = _Referring(pickled, apart) if apart else pickle.Pickler(pickled, pickle.HIGHEST_PROTOCOL)
    pickler.dump(content)
    return zlib.compress(pickled.getvalue(), 1)


def unpacked(content: bytes, apart: Callable[[int], Any] | None = None, trusted: bool = False) -> Any:
    """The object that was packed.

    Args:
        apart: the object at a place among those that were packed apart.
        trusted: this process has packed it, so it may be of any kind.

    Raises:
        pickle.UnpicklingError: it is of other kinds than plain values and the workbench's own data, or damaged.
    """
    kind = _Referred if trusted else _Data
    try:
        return kind(io.BytesIO(zlib.decompress(content)), apart).load()
    except (CommandError, pickle.UnpicklingError):
        raise
    except Exception as error:  # a damaged pickle, or one made to do harm, may raise anything
        if trusted and not isinstance(error, zlib.error):
            raise
        raise pickle.UnpicklingError(f"damaged: {error}") from None


class _Referring(pickle.Pickler):
    def __init__(self, file: io.BytesIO, apart: Sequence[Any]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._places = {id(content): place for place, content in enumerate(apart)}

    def persistent_id(self, content: Any) -> int | None:
        return self._places.get(id(content))


class _Referred(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, apart: Callable[[int], Any] | None) -> None:
        super().__init__(file)
        self._apart = apart

    def persistent_load(self, place: Any) -> Any:
        if self._apart is None or not isinstance(place, int):
            raise pickle.UnpicklingError(f"a reference to {place!r}, which is not kept")
        return self._apart(place)


class _Data(_Referred):
    """Reads plain values and the classes that are kept: a file of somebody else's must not run code.

    Of other classes of the workbench an instance can be called, which may load a model that is named in the file.
    """

    def find_class(self, module: str, name: str) -> Any:
        if name in KEPT.get(module, ()):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is not kept; expected counts and details of the workbench")
