"""A metric: how to count one document, and how to score the sum of the counts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact
from anaphora_workbench.evaluation.arithmetic.formula import F1Of, Formula, Options, RatioOf, Tally
from anaphora_workbench.evaluation.arithmetic.scores import Result
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.split_antecedents import Present


class Needs(Enum):
    """The requirement of a metric on documents; the value is its wording for the user."""

    PARTITIONS = "chains"
    ORDER = "chains in text order"
    SPANS = "mentions with places in a text"
    ZEROS = "mentions that are empty nodes"
    SPLIT_ANTECEDENTS = "split antecedents"
    BRIDGING = "bridging anaphors"
    NON_REFERRING = "mentions that refer to nothing"
    TAGS = "parts of speech"
    ENTITY_TYPES = "entity types and parts of speech"
    COREFERENCE_TYPES = "coreference types"
    DECISIONS = "a response that answers pronouns one by one"
    CANDIDATES = "a response with the candidates of each pronoun"
    SNIPPETS = "keys that ask about two names and a pronoun, as GAP's do"
    EXERCISE = "keys and answers of the Anaphora Resolution Exercise"


@dataclass(frozen=True)
class Option:
    """An option of a metric.

    Attributes:
        default: what holds if nothing is said.
        help: one line.
        choices: the values allowed; empty for a number or a table of numbers.
        spelled: on a command line, METRIC.OPTION or a flag; empty for METRIC.NAME.
        rare: a signature has it only where it is not the default, though it has choices.
    """

    default: Any
    help: str
    choices: tuple[str, ...] = ()
    spelled: str = ""
    rare: bool = False


@dataclass(frozen=True)
class Metric:
    """A measure of how well a response matches a key.

    Attributes:
        name: as given to ``--metric`` and as key of the JSON form.
        description: one line.
        source: paper and equation.
        count: what one document adds; tallies add up over documents, name by name.
        score: the result of a sum of tallies; a Formula where it is so simple.
        needs: what documents must hold for it to apply.
        options: what can be chosen about this metric, by name.
        by_mention: the tally as a sum over mentions, each with what it adds; None where it is not such a sum.
        definition: the function whose docstring says what is counted, for the documentation.
        bounded: no figure lies outside of [0, 1].
        percent: its figures are shown in %; None where that is so of bounded ones only.
        rank: place in tables, the smallest first, of equal ones by name; ours are 10 to 69.
    """

    name: str
    description: str
    source: str
    count: Callable[[Comparison, Options], Tally]
    score: Callable[[Tally, Options], Result]
    needs: Needs = Needs.PARTITIONS
    options: Mapping[str, Option] = field(default_factory=dict)
    by_mention: Callable[[Comparison, Options], Iterable[tuple[Hashable, Tally]]] | None = None
    definition: Callable[..., Any] | None = None
    rank: int = 90
    bounded: bool = True
    percent: bool | None = None

    def spelling(self, option: str) -> str:
        """How a command line names one of the options: ``METRIC.OPTION``, or a flag where several metrics share it."""
        return self.options[option].spelled or f"{self.name}.{option.removeprefix(f'{self.name}_').replace('_', '-')}"

    @property
    def in_percent(self) -> bool:
        """Whether its figures are shown in %, others as they are."""
        return self.bounded if self.percent is None else self.percent

    @property
    def formula(self) -> Formula | None:
        """The score as a formula, from which many figures are computed at once; None where it is none."""
        return self.score if isinstance(self.score, Formula) else None


RECALL, OF_KEY, PRECISION, OF_RESPONSE = "recall", "of key", "precision", "of response"
# What a mention of the key adds to, and one of the response.
SIDES = ((RECALL, OF_KEY), (PRECISION, OF_RESPONSE))
recall_and_precision = F1Of(RatioOf((RECALL,), (OF_KEY,)), RatioOf((PRECISION,), (OF_RESPONSE,)))


def tally_of(recall: tuple[Exact, Exact], precision: tuple[Exact, Exact]) -> Tally:
    """The tally of recall and precision, from numerator and denominator of each."""
    return dict(zip((RECALL, OF_KEY, PRECISION, OF_RESPONSE), (*recall, *precision), strict=True))


def add_to(total: Tally, other: Tally) -> None:
    """Add a tally to a total, in place."""
    for name, count in other.items():
        total[name] = total[name] + count if name in total else count


def add(first: Tally, second: Tally) -> Tally:
    """The sum of two tallies."""
    merged = dict(first)
    add_to(merged, second)
    return merged


# The recall of a side with split antecedents, numerator and denominator: own entities, the other's, what is present.
WithSplit = Callable[[Entities, Entities, Present, Options], tuple[Exact, Exact]]


def two_sided(
    recall: Callable[[Contingency], tuple[Exact, Exact]],
    with_split: WithSplit | None = None,
    small: Callable[[Contingency], tuple[Exact, Exact]] | None = None,
    symmetric: bool = False,
    otherwise: tuple[str, str, Callable[[Contingency], tuple[Exact, Exact]]] | None = None,
) -> Callable[[Comparison, Options], Tally]:
    """Counting for a metric whose precision is its recall with key and response exchanged.

    Args:
        with_split: the same where there are split antecedents; None for a metric that leaves them out.
        small: the recall by which split antecedents are matched, where that is another.
        symmetric: split antecedents are present to the degree of F1 on both sides.
        otherwise: an option, a value of it, and the recall that it asks for; split antecedents are left out then.
    """

    def both_sides(table: Contingency) -> tuple[Exact, Exact, Exact, Exact]:
        of_small = small or recall
        return (*of_small(table), *of_small(table.transposed))

    def count(comparison: Comparison, options: Options) -> Tally:
        measure = recall
        if otherwise is not None and options.get(otherwise[0]) == otherwise[1]:
            measure = otherwise[2]
        elif with_split is not None and (split := comparison.split) is not None:
            matches = split.matches(both_sides)
            of_key = {match.key: (match.response, match.f1 if symmetric else match.recall) for match in matches}
            of_response = {match.response: (match.key, match.f1 if symmetric else match.precision) for match in matches}
            return tally_of(
                with_split(split.key, split.response, of_key, options),
                with_split(split.response, split.key, of_response, options),
            )
        return tally_of(measure(comparison.for_recall), measure(comparison.for_precision.transposed))

    return count
