"""The form of a model file below ``learnt``, checked with errors in words."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

# Weights by line and value.
Weights = dict[str, dict[str, float]]
# An object with other keys than its form has is refused.
_closed = with_config(ConfigDict(extra="forbid"))
# How many of some training instances corefer: ``3 of 10``.
Share = Annotated[str, Field(pattern=r"^[0-9]{1,9} of [0-9]{1,9}$")]
_CALLED = {
    "float_type": "a number",
    "string_type": "a string",
    "dict_type": "an object",
    "list_type": "a list",
    "int_type": "a whole number",
    "string_pattern_mismatch": "as '3 of 10'",
}


@_closed
class ClassifierForm(TypedDict):
    """A classifier of mentions or pairs."""

    bias: float
    weights: Weights


@_closed
class RankerForm(TypedDict):
    """A ranker."""

    pairs: Weights
    alone: Weights


Rankers = dict[str, RankerForm]


@_closed
class RankersForm(TypedDict):
    """A system of rankers."""

    rankers: Rankers


@_closed
class RankingForm(TypedDict):
    """``ranking``: rankers behind a classifier of discourse status, and that of pronouns alone."""

    rankers: Rankers
    status: ClassifierForm
    pronouns: ClassifierForm


@_closed
class NodeForm(TypedDict):
    """A node of a decision tree: a leaf, or a branch for each value of a feature, or for those up to one and more."""

    positive: int
    instances: int
    feature: NotRequired[str]
    at_most: NotRequired[str]
    branches: NotRequired[dict[str, NodeForm]]


@_closed
class TreeForm(TypedDict):
    """A system whose classifier is a decision tree."""

    tree: NodeForm


@_closed
class CistellForm(TypedDict):
    """``cistell``: stored instances, by the codes of their values."""

    k: Annotated[int, Field(ge=1, le=1000)]
    weights: dict[str, Annotated[float, Field(ge=0, le=1)]]
    shares: NotRequired[dict[str, list[float]]]
    values: dict[str, list[str]]
    instances: Annotated[dict[str, Share], Field(min_length=1)]


@_closed
class RelaxcorForm(TypedDict):
    """``relaxcor``: constraints, by their conditions."""

    balance: Annotated[float, Field(ge=0, le=1)]
    pruning: Annotated[int, Field(ge=2, multiple_of=2)]
    constraints: dict[str, dict[str, Share]]


ImsForm = TypedDict("ImsForm", {"bias": float, "weights": Weights, "second pass": NotRequired[ClassifierForm]})
_closed(ImsForm)


@lru_cache(maxsize=32)
def _adapter(form: Any) -> TypeAdapter[Any]:
    return TypeAdapter(form)


def require_form(learnt: Any, form: Any) -> None:
    """Raise ValueError with the first place in what was learnt that is not of its form.

    Args:
        form: a type, as pydantic takes it.
    """
    try:
        _adapter(form).validate_python(learnt, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ValueError(_in_words(first["type"], ["learnt", *map(str, first["loc"])], first.get("ctx", {}))) from None


def counts_of(share: str) -> tuple[int, int]:
    """Both numbers of a share, ``3 of 10``. Raises ValueError for one of nothing, or of more than there are."""
    part, whole = map(int, share.split(" of "))
    if not 0 < whole >= part:
        raise ValueError(f"{share!r} is not a part of some instances")
    return part, whole


_EXPECTED = {
    "greater_than_equal": "at least {ge:g}",
    "less_than_equal": "at most {le:g}",
    "multiple_of": "a multiple of {multiple_of:g}",
    "too_short": "at least {min_length:g} in it",
}


def _in_words(kind: str, place: list[str], bounds: dict[str, Any]) -> str:
    around = " > ".join(place[:-1])
    if kind == "missing":
        return f"nothing of the name {place[-1]!r} in {around}"
    if kind == "extra_forbidden":
        return f"unknown {place[-1]!r} in {around}"
    if kind in _EXPECTED:
        return f"{' > '.join(place)} is out of bounds: expected {_EXPECTED[kind].format(**bounds)}"
    return f"{' > '.join(place)} is not {_CALLED.get(kind, 'what a model has there')}"
