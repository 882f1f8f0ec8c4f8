"""Objects as bytes that another process or a later run reads, without letting them run code."""

import io
import pickle
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from anaphora_workbench.evaluation.arithmetic.exact import ExactSum
from anaphora_workbench.workbench.base.errors import CommandError

_PACKAGE = "anaphora_workbench."
_OTHERS: dict[tuple[str, str], type] = {
    ("builtins", "set"): set,
    ("collections", "Counter"): Counter,
    ("fractions", "Fraction"): Fraction,
}
# What a class of data does not have: a pickle can make and call its instances.
_RUNS = ("__call__", "__post_init__", "__del__")


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
    """Reads plain values and the workbench's data classes: a file of somebody else's must not run code.

    Data that can be called is refused, too: it may load a model that the file names.
    """

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _OTHERS:
            return _OTHERS[module, name]
        if module.startswith(_PACKAGE) and not module.endswith("__main__"):
            found = super().find_class(module, name)
            if isinstance(found, type) and _is_data(found):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not kept; expected counts and details of the workbench")


def _is_data(kind: type) -> bool:
    holds = is_dataclass(kind) or issubclass(kind, (Enum, ExactSum, tuple))
    return holds and not any(name in vars(of) for of in kind.__mro__ for name in _RUNS)
