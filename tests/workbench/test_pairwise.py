"""Paired tests between resolvers and their correction."""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Mapping, ValuesView

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.evaluation.statistics.significance import holm
from anaphora_workbench.workbench.base.settings import SETTINGS
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome
from anaphora_workbench.workbench.runs.pairwise import paired_tests


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        pytest.param([0.01, 0.04, 0.03], [0.03, 0.06, 0.06], id="3·0.01, 2·0.03, and 0.04 not below it"),
        pytest.param([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09], id="steps"),
        pytest.param([0.6, 0.7], [1.0, 1.0], id="never above one"),
        pytest.param([], [], id="none"),
    ],
)
def test_holm(values: list[float], expected: list[float]) -> None:
    assert holm(values) == pytest.approx(expected)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_correction_keeps_the_order_and_lies_between_raw_and_bonferroni(values: list[float]) -> None:
    corrected = holm(values)
    for value, larger in zip(values, corrected, strict=True):
        assert value <= larger <= max(value, min(1.0, value * len(values)) + 1e-12)
    assert [larger for _, larger in sorted(zip(values, corrected, strict=True))] == sorted(corrected)


def outcome(*right: int) -> Outcome:
    """Ten anaphors in each document, so many of them right."""
    tallies = [{"correct": correct, "anaphors": 10} for correct in right]
    return Outcome({f"d{number}": Counts({"success_rate": dict(tally)}, {}) for number, tally in enumerate(tallies)})


def test_equal_answers_differ_by_nothing() -> None:
    (test,) = paired_tests({"a": outcome(3, 5, 7), "b": outcome(3, 5, 7)}, seed=1, samples=200)
    assert (test.difference, test.bootstrap, test.randomisation, test.corrected) == (0, 1, 1, 1)
    assert test.mcnemar is None


def test_oracles_and_lesser_baselines_are_left_out() -> None:
    outcomes = {
        "random": outcome(0, 1, 0, 0, 0, 1, 0, 0),
        "oracle": outcome(10, 10, 10, 10, 10, 10, 10, 10),
        "most-recent": outcome(2, 1, 2, 1, 2, 1, 1, 2),
        "mitkov": outcome(9, 9, 8, 9, 9, 8, 9, 9),
    }
    (test,) = paired_tests(outcomes, seed=1, samples=500)
    assert (test.first, test.second) == ("mitkov", "most-recent")
    assert test.difference == pytest.approx(58 / 80)
    assert test.randomisation < 0.05


def test_the_better_one_of_a_pair_is_first_and_one_baseline_the_best_takes_part() -> None:
    outcomes = {"last": outcome(0, 1), "all-in-one": outcome(2, 2), "most-recent": outcome(3, 3), "new": outcome(9, 9)}
    tests = paired_tests(outcomes, seed=1, samples=10)
    assert [(test.first, test.second, round(test.difference, 2)) for test in tests] == [
        ("new", "most-recent", 0.6),
        ("new", "last", 0.85),
        ("most-recent", "last", 0.25),
    ]


@pytest.mark.parametrize(
    ("outcomes", "pairs"),
    [
        pytest.param({"a": outcome(3), "b": outcome(4)}, [], id="one document"),
        pytest.param({"a": outcome(4, 4, 4), "b": outcome(3, 3)}, [], id="different numbers of documents"),
        pytest.param(
            {"a": outcome(4, 4, 4), "b": outcome(3, 3), "c": outcome(2, 2, 2)},
            [("a", "c")],
            id="one pair of equal ones",
        ),
    ],
)
def test_pairs_without_documents_to_resample_are_left_out(
    outcomes: dict[str, Outcome], pairs: list[tuple[str, str]]
) -> None:
    assert [(test.first, test.second) for test in paired_tests(outcomes, seed=1, samples=10)] == pairs


def test_the_counts_of_each_resolver_are_read_once() -> None:
    reads: Counter[str] = Counter()

    class Read(dict[str, Counts]):
        def __init__(self, name: str, documents: Mapping[str, Counts]) -> None:
            super().__init__(documents)
            self.name = name

        def values(self) -> ValuesView[Counts]:  # type: ignore[override]
            reads[self.name] += 1
            return super().values()

    outcomes = {name: outcome(right, right + 1) for name, right in (("a", 1), ("b", 3), ("c", 5), ("d", 7))}
    for name, of_name in outcomes.items():
        assert of_name.total.documents == 2
        of_name.documents = Read(name, of_name.documents)
    assert len(paired_tests(outcomes, seed=1, samples=10)) == 6
    assert reads == {"a": 1, "b": 1, "c": 1, "d": 1}


def test_documents_are_read_for_repeated_mentions_only_where_there_are_any() -> None:
    """Documents of a run are unpacked whenever they are read."""
    without, with_some = outcome(3, 4), outcome(3, 4)
    with_some.documents["d1"].key_repeats = 2
    assert (without.total.key_repeats, with_some.total.key_repeats) == (0, 2)
    corpus = CorpusResults("tiny", settings={SETTINGS[0]: {"a": without, "b": with_some}})
    assert corpus.key_repeats == {"d1": 2}
    without.documents = Unread()
    assert corpus.key_repeats == {"d1": 2}


class Unread(dict[str, Counts]):
    """Documents that nobody is to go through."""

    def __len__(self) -> int:
        return 2

    def items(self) -> ItemsView[str, Counts]:  # type: ignore[override]
        raise AssertionError("read")
