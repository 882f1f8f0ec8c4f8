"""What a model file has to look like below ``learnt``: the forms of learned systems, and in words what does not fit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NotRequired

from pydantic import ConfigDict, TypeAdapter, ValidationError
from typing_extensions import TypedDict

# Weights by line and value.
Weights = dict[str, dict[str, float]]
_STRICT = ConfigDict(strict=True, extra="forbid")
_CALLED = {
    "float_type": "a number",
    "string_type": "a string",
    "dict_type": "an object",
    "list_type": "a list",
}


class ClassifierForm(TypedDict):
    """A classifier of mentions or pairs."""

    __pydantic_config__ = _STRICT  # type: ignore[misc]
    bias: float
    weights: Weights


ConjunctionForm = TypedDict("ConjunctionForm", {"if": str, "weights": list[float]})
ConjunctionForm.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]


class ConjunctionsForm(TypedDict):
    """The conjunctions of a ranker."""

    __pydantic_config__ = _STRICT  # type: ignore[misc]
    pairs: list[ConjunctionForm]
    alone: list[ConjunctionForm]


class RankerForm(TypedDict):
    """A ranker."""

    __pydantic_config__ = _STRICT  # type: ignore[misc]
    pairs: Weights
    alone: Weights
    conjunctions: NotRequired[ConjunctionsForm]


Rankers = dict[str, RankerForm]


class RankersForm(TypedDict):
    """A system of rankers."""

    __pydantic_config__ = _STRICT  # type: ignore[misc]
    rankers: Rankers
    biases: dict[str, float]


class RankingForm(TypedDict):
    """``ranking``: rankers behind a classifier of discourse status."""

    __pydantic_config__ = _STRICT  # type: ignore[misc]
    rankers: Rankers
    status: ClassifierForm


ImsForm = TypedDict("ImsForm", {"bias": float, "weights": Weights, "second pass": NotRequired[ClassifierForm]})
ImsForm.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]

BestForm = TypedDict(
    "BestForm",
    {
        "rankers": Rankers,
        "biases": dict[str, float],
        # A classifier; empty where there was nothing to learn it from.
        "mentions": dict[str, Any],
        "pronouns alone": Rankers,
        "between names": NotRequired[dict[str, float]],
    },
)
BestForm.__pydantic_config__ = _STRICT  # type: ignore[attr-defined]


@lru_cache(maxsize=32)
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(form)


def require_form(learnt: Any, form: Any, place: str = "learnt") -> None:
    """Raise ValueError with the first place in what was learnt that is not of its form.

    Args:
        form: a type, as pydantic takes it.
        place: what it is called in the file.
    """
    try:
        _adapter(form).validate_python(learnt, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        raise ValueError(_in_words(first["type"], [place, *map(str, first["loc"])])) from None


def _in_words(kind: str, place: list[str]) -> str:
    around = " > ".join(place[:-1])
    if kind == "missing":
        return f"nothing of the name {place[-1]!r} in {around}"
    if kind == "extra_forbidden":
        return f"unknown {place[-1]!r} in {around}"
    return f"{' > '.join(place)} is not {_CALLED.get(kind, 'what a model has there')}"
