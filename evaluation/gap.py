"""The measure of GAP: for each snippet, is the pronoun the name A, and is it the name B?

Each name is one yes-or-no question; precision and recall count the yes, by the gender of the pronoun. The
bias is the F1 of the feminine snippets divided by that of the masculine ones.

Source: Webster et al. (2018), "Mind the GAP", section 3, and the scorer published with the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from evaluation.scores import Score, score

Gender = Literal["masculine", "feminine"]
_GENDER: dict[str, Gender] = {
    **dict.fromkeys(("he", "him", "his"), "masculine"),
    **dict.fromkeys(("she", "her", "hers"), "feminine"),
}  # type: ignore[dict-item]


@dataclass(frozen=True, slots=True)
class Snippet:
    """The key's and the response's answers for the names A and B of one snippet."""

    gender: Gender
    key: tuple[bool, bool]
    response: tuple[bool, bool]


@dataclass(frozen=True)
class GapScores:
    """The scores over all snippets and by gender."""

    overall: Score
    masculine: Score
    feminine: Score

    @property
    def bias(self) -> float | None:
        """Feminine F1 / masculine F1; None where one of them is 0."""
        if not self.masculine.f1 or not self.feminine.f1:
            return None
        return self.feminine.f1 / self.masculine.f1


def gender_of(pronoun: str) -> Gender:
    """The gender of a pronoun of the corpus. Raises ValueError for another word."""
    try:
        return _GENDER[pronoun.lower()]
    except KeyError:
        raise ValueError(f"{pronoun!r} is no pronoun of GAP; expected one of {', '.join(_GENDER)}") from None


def gap_scores(snippets: Iterable[Snippet]) -> GapScores:
    """The scores of a system's answers.

    >>> gap_scores([Snippet("feminine", (True, False), (True, True))]).feminine.precision
    0.5
    """
    listed = list(snippets)
    by_gender = {gender: [one for one in listed if one.gender == gender] for gender in ("masculine", "feminine")}
    return GapScores(_score(listed), _score(by_gender["masculine"]), _score(by_gender["feminine"]))


def _score(snippets: Iterable[Snippet]) -> Score:
    counts = {"tp": 0, "fp": 0, "tn": 0, "fn": 0}
    for snippet in snippets:
        for true, said in zip(snippet.key, snippet.response, strict=True):
            counts[("t" if true == said else "f") + ("p" if said else "n")] += 1
    tp, fp, fn = counts["tp"], counts["fp"], counts["fn"]
    return score((tp, tp + fn), (tp, tp + fp), counts)
