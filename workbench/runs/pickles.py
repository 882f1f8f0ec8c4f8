"""Objects as bytes that another process or a later run reads, without letting them run code."""

from __future__ import annotations

import io
import pickle
import zlib
from collections import Counter
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from anaphora_workbench.evaluation.exact import ExactSum

_PACKAGE = "anaphora_workbench."
_OTHERS: dict[tuple[str, str], type] = {
    ("builtins", "set"): set,
    ("collections", "Counter"): Counter,
    ("fractions", "Fraction"): Fraction,
}


def packed(content: Any) -> bytes:
    """An object as bytes."""
    return zlib.compress(pickle.dumps(content, pickle.HIGHEST_PROTOCOL), 1)


def unpacked(content: bytes) -> Any:
    """The object that was packed.

    Raises:
        pickle.UnpicklingError: it is of other kinds than plain values and the workbench's own data, or damaged.
    """
    try:
        return _Data(io.BytesIO(zlib.decompress(content))).load()
    except zlib.error as error:
        raise pickle.UnpicklingError(str(error)) from None


class _Data(pickle.Unpickler):
    """Reads plain values and the workbench's data classes: a file of somebody else's must not run code."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _OTHERS:
            return _OTHERS[module, name]
        if module.startswith(_PACKAGE):
            found = super().find_class(module, name)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, (Enum, ExactSum, tuple))):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is not kept; expected counts and details of the workbench")
