"""Scores: ratios that remember what they are made of, and their form in JSON (interfaces.md, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from anaphora_workbench.evaluation.arithmetic.exact import Exact, ExactSum, exact

Number = int | float | Fraction


@runtime_checkable
class Result(Protocol):
    """The result of a metric for a corpus."""

    @property
    def figure(self) -> float:
        """The one number by which systems are compared."""

    def as_json(self) -> dict[str, Any]:
        """The form that ``workbench score --format json`` prints."""


class Ratio(float):
    """A ratio as a number, with its numerator and denominator; 0 where the denominator is 0.

    >>> Ratio(3, 4), Ratio(3, 4).numerator, Ratio(0, 0)
    (0.75, 3, 0.0)
    """

    numerator: Number
    denominator: Number

    def __new__(cls, numerator: Number | ExactSum, denominator: Number | ExactSum) -> Ratio:
        above = exact(numerator) if isinstance(numerator, ExactSum) else numerator
        below = exact(denominator) if isinstance(denominator, ExactSum) else denominator
        ratio = super().__new__(cls, float(above / below) if below else 0.0)
        ratio.numerator = above
        ratio.denominator = below
        return ratio

    def __getnewargs__(self) -> tuple[Number, Number]:  # type: ignore[override]
        return self.numerator, self.denominator

    @property
    def value(self) -> float:
        return float(self)

    @property
    def figure(self) -> float:
        return float(self)

    def as_json(self) -> dict[str, Any]:
        return {"numerator": _plain(self.numerator), "denominator": _plain(self.denominator), "value": float(self)}


@dataclass(frozen=True)
class Score:
    """Recall, precision and their F1.

    Attributes:
        f1: harmonic mean of recall and precision; BLANC defines its own.
        counts: outcomes counted, by name, for metrics that count them.
        parts: scores that this one is made of, by name.
        f_beta: F with another weight of recall, None where none was asked for.
    """

    recall: Ratio
    precision: Ratio
    f1: float
    counts: Mapping[str, int] = field(default_factory=dict, repr=False)
    parts: Mapping[str, Result] = field(default_factory=dict, repr=False)
    f_beta: float | None = field(default=None, repr=False)

    @property
    def figure(self) -> float:
        return self.f1

    def as_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"recall": self.recall.as_json(), "precision": self.precision.as_json(), "f1": self.f1}
        if self.f_beta is not None:
            data["f_beta"] = self.f_beta
        if self.counts:
            data["counts"] = dict(self.counts)
        return data | {name: part.as_json() for name, part in self.parts.items()}


@dataclass(frozen=True)
class Average:
    """A mean of F1 values, which has no recall and precision of its own."""

    f1: float

    @property
    def figure(self) -> float:
        return self.f1

    def as_json(self) -> dict[str, Any]:
        return {"f1": self.f1}


def figures_of(result: Result) -> dict[str, float]:
    """The figures of a result by name: recall, precision and F1 where it has them, else its one figure as value.

    >>> figures_of(Average(0.5)), figures_of(Ratio(1, 4))
    ({'f1': 0.5}, {'value': 0.25})
    """
    if isinstance(result, Score):
        return {"recall": result.recall.value, "precision": result.precision.value, "f1": result.f1}
    return {"f1": result.f1} if isinstance(result, Average) else {"value": result.figure}


def f_beta(recall: float, precision: float, beta: float) -> float:
    """F with recall beta times as important as precision; 0 where both are 0.

        F_beta = (1 + beta²) P R / (beta² P + R)

    >>> f_beta(0.5, 1.0, 2.0)
    0.5555555555555556
    """
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below else 0.0


def with_beta(of: Result, beta: float) -> Result:
    """A score with F_beta next to its F1, and its parts likewise; what has no recall and precision stays as it is."""
    if not isinstance(of, Score):
        return of
    parts = {name: with_beta(part, beta) for name, part in of.parts.items()}
    return replace(of, f_beta=f_beta(of.recall.value, of.precision.value, beta), parts=parts)


def harmonic_mean(recall: float, precision: float) -> float:
    """F1 of recall and precision; 0 where both are 0."""
    return 2 * recall * precision / (recall + precision) if recall + precision else 0.0


def score(
    recall: tuple[Exact, Exact], precision: tuple[Exact, Exact], counts: Mapping[str, int] | None = None
) -> Score:
    """A Score from numerator and denominator of recall and of precision."""
    first, second = Ratio(*recall), Ratio(*precision)
    # 2PR / (P + R) with one division, so that exact counts give the exactly rounded F1.
    above = 2 * first.numerator * second.numerator
    below = first.numerator * second.denominator + second.numerator * first.denominator
    return Score(first, second, float(above / below) if below else 0.0, counts or {})


def _plain(number: Number) -> int | float:
    return int(number) if number == int(number) else float(number)


def with_share(score: Mapping[str, Any], share: float) -> dict[str, Any]:
    """The JSON form of a score with its share of the key; that of ``typed`` stands with its micro mean."""
    if "micro" in score:
        return {**score, "micro": {**score["micro"], "share": share}}
    return {**score, "share": share}
