"""What people hand over as a partition: read as what it is, or refused with what was expected."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.support.errors import brief

_EXPECTED = "expected a list of entities, each a list of mentions"
# Keys of what programs write about a document, none of which is the id of an entity.
_FIELDS = frozenset(
    {"clusters", "predicted_clusters", "chains", "entities", "documents", "sentences", "mentions", "tokens", "id",
     "doc_key", "predictions", "references", "coreferences", "text"}
)  # fmt: skip
# Of a span: first and last word, perhaps after what it stands in.
_LEAST_OF_SPAN = 2


def partition(given: Any, side: str) -> list[Any]:
    """The entities of one document, each a collection of hashable mentions.

    A dict is read as entities by their ids, a list of numbers as a span (JSON has no tuples).

    Args:
        side: what it is, for the message.

    Raises:
        ValueError: it is something else; the message says what, and what was expected.
    """
    if isinstance(given, str | bytes | os.PathLike):
        raise ValueError(f"the {side} is {_told(given)}; {_EXPECTED}; score(key, response) takes files")
    if isinstance(given, Document):
        raise ValueError(f"the {side} is a Document; {_EXPECTED}; score(key, response) takes Documents")
    if isinstance(given, Mapping):
        wrong = next((name for name in given if name in _FIELDS), None)
        if wrong is not None:
            raise ValueError(f"the {side}: {_EXPECTED}; got a dict with the key {wrong!r}")
        given = given.values()
    given = _in_python(given)
    if not isinstance(given, Iterable):
        raise ValueError(f"the {side}: {_EXPECTED}; got {_told(given)}")
    return [_entity(entity, f"entity {number} of the {side}") for number, entity in enumerate(given, start=1)]


def _entity(given: Any, which: str) -> Any:
    given = _in_python(given)
    if isinstance(given, str | bytes | Mapping | os.PathLike | Document) or not isinstance(given, Iterable):
        raise ValueError(f"{which} is {_told(given)}; {_EXPECTED}")
    if isinstance(given, Iterator):
        given = list(given)
    if all(isinstance(mention, str | int) for mention in given):
        # Nothing to convert, which a training loop has every time.
        return given
    read = [_mention(mention, which) for mention in given]
    return type(given)(read) if isinstance(given, set | frozenset) else read


def _mention(given: Any, which: str) -> Any:
    given = _in_python(given)
    if isinstance(given, list):
        numbers = [isinstance(part, int) for part in given]
        if len(given) < _LEAST_OF_SPAN or not all(numbers[-_LEAST_OF_SPAN:]):
            raise ValueError(
                f"{which} has {_told(given)} for a mention; expected something hashable, or a span as [3, 5]; "
                "compute takes lists of documents"
            )
        return tuple(given)
    try:
        hash(given)
    except TypeError:
        raise ValueError(f"{which} has {_told(given)} for a mention; expected something hashable") from None
    return given


def _in_python(given: Any) -> Any:
    """Lists for arrays of numpy and torch."""
    return given.tolist() if hasattr(given, "tolist") else given


def _told(given: Any) -> str:
    if isinstance(given, str | bytes):
        return f"the text {brief(repr(given))}"
    if isinstance(given, Mapping):
        return f"a dict with the key {next(iter(given), None)!r}"
    if given is None:
        return "None"
    return f"the {type(given).__name__} {brief(repr(given))}"
