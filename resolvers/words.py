"""The words that a resolver, a filter or a feature brings for a person to read; reports ask the registry for them.

Traces keep names: of rules, conditions, factors, features. What a name means, and what a factor or a feature says for
or against a candidate, stands beside the thing that is named. A name without words is printed as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, TypeVar

# How the name of a weighed feature is made up: ``candidate.function & mention.function = SUBJ & DOBJ``.
IS, JOINED_BY = " = ", " & "
MENTION, CANDIDATE = "mention.", "candidate."

# The reasons that weighed features count for, in the order in which they are told.
NEARNESS = "nearness"
AGREEMENT = "agreement"
ROLE = "role in the sentence"
TALKED_ABOUT = "what was talked about"
WORDS_AND_NAMES = "words and names"
SPEAKER = "speaker"
MEANING = "the words themselves"
OTHER = "other"
REASONS = (NEARNESS, AGREEMENT, ROLE, TALKED_ABOUT, WORDS_AND_NAMES, SPEAKER, MEANING, OTHER)

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class FactorWords:
    """The words of a factor about a candidate.

    Attributes:
        gains: what a candidate does that gains by it, to follow *it*; "" if none gains.
        loses: the same of a candidate that loses by it.
        name: what it is called where its published name is no word; "" if that will do.
    """

    gains: str = ""
    loses: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class FeatureWords:
    """The name of a feature of a learned resolver.

    Attributes:
        name: of a mention's feature to follow *candidate's*; "" if its own name will do.
        reason: the one of ``REASONS`` that it counts for.
        values: those whose names are no words.
    """

    name: str = ""
    reason: str = OTHER
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Words:
    """The words of a resolver or a filter, each by the name that traces have.

    Attributes:
        labels: a filter in a word or two, before a colon and the condition.
        rules: what a rule means, to follow its name.
        conditions: what a candidate is that a condition of a filter rejects.
        understood: the same where the words do not have the subject by which the condition holds.
        of_others: beginnings of conditions that hold of another mention than the candidate: what stands before that
            mention in ``explain``, and before the condition on the page.
        no_answer: why there is no answer.
        skipped: why a mention is no candidate.
        tried: why a rule did not fire.
        factors: of factors that do not bring their own (``says``).
        features: of the features that a learned resolver weighs.
        published: features by the names of a paper, as feature tables write them.
        rules_on_page, conditions_on_page, no_answer_on_page: for readers of the page, where ``explain`` has the name
            alone or is more exact.
    """

    labels: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    conditions: Mapping[str, str] = field(default_factory=dict)
    understood: Mapping[str, str] = field(default_factory=dict)
    of_others: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    no_answer: Mapping[str, str] = field(default_factory=dict)
    skipped: Mapping[str, str] = field(default_factory=dict)
    tried: Mapping[str, str] = field(default_factory=dict)
    factors: Mapping[str, FactorWords] = field(default_factory=dict)
    features: Mapping[str, FeatureWords] = field(default_factory=dict)
    published: Mapping[str, str] = field(default_factory=dict)
    rules_on_page: Mapping[str, str] = field(default_factory=dict)
    conditions_on_page: Mapping[str, str] = field(default_factory=dict)
    no_answer_on_page: Mapping[str, str] = field(default_factory=dict)

    def factor_name(self, factor: str) -> str:
        """A factor in words; one that nobody has words for goes by its own name."""
        words = self.factors.get(factor)
        return words.name if words is not None and words.name else factor

    def reason(self, factor: str) -> str:
        """The reason that a weighed feature counts for.

        Of features that are weighed together it is that of the first which is not the pronoun's own, for those are
        the same for all candidates; ``OTHER`` for what is no feature, or one without a reason.

        >>> own = {"gender agreement": FeatureWords("", AGREEMENT), "gender": FeatureWords("", AGREEMENT)}
        >>> Words(features=own).reason("mention.pronoun & gender agreement = it & clash")
        'agreement'
        >>> Words(features=own).reason("bias")
        'other'
        """
        name = factor.partition(IS)[0]
        parts = self.published.get(name, name).split(JOINED_BY)
        telling = next((part for part in parts if not part.startswith(MENTION)), parts[0])
        words = self.features.get(telling.removeprefix(MENTION).removeprefix(CANDIDATE))
        return words.reason if words is not None and words.reason in REASONS else OTHER

    def by_reason(self, factors: Mapping[str, float], score: float) -> dict[str, float]:
        """The points of each reason that has any, in the order of ``REASONS`` and in hundredths.

        They add up to the score as it is printed: what rounding leaves goes to the largest of them.

        Args:
            score: the sum of the factors.

        >>> own = {"sentences": FeatureWords("", NEARNESS), "gender": FeatureWords("", AGREEMENT)}
        >>> Words(features=own).by_reason({"candidate.gender = f": 1.004, "sentences = 0": 0.504}, 1.508)
        {'nearness': 0.5, 'agreement': 1.01}
        """
        sums = dict.fromkeys(REASONS, 0.0)
        for factor, weight in factors.items():
            sums[self.reason(factor)] += weight
        points = {reason: round(value, 2) for reason, value in sums.items()}
        largest = max(points, key=lambda reason: abs(points[reason]))
        points[largest] = round(points[largest] + round(score, 2) - sum(points.values()), 2)
        return {reason: value for reason, value in points.items() if value}


def are_weights(factors: Iterable[str]) -> bool:
    """Whether these are weights of features, which are told by their reasons, and not factors of an algorithm."""
    return any(IS in name for name in factors)


def joined_words(several: Iterable[Words]) -> Words:
    """The words of several things as one; of two for one name the later."""
    together: dict[str, dict[str, Any]] = {each.name: {} for each in fields(Words)}
    for words in several:
        for name, own in together.items():
            own.update(getattr(words, name))
    return Words(**together)


def says(gains: str = "", loses: str = "", name: str = "") -> Callable[[F], F]:
    """Give a factor its words.

    Args:
        gains, loses, name: as in :class:`FactorWords`.

    >>> @says("is green")
    ... def green(case, candidate):
    ...     return 1
    >>> words_of_factor(green).gains
    'is green'
    """

    def said(factor: F) -> F:
        factor.words = FactorWords(gains, loses, name)  # type: ignore[attr-defined]
        return factor

    return said


def words_of_factor(factor: object) -> FactorWords | None:
    """The words that a factor brings, or what says when it holds; None for one without."""
    words = getattr(factor, "words", None) or getattr(getattr(factor, "holds", None), "words", None)
    return words if isinstance(words, FactorWords) else None
