"""Tables of papers, recomputed from the counts they print."""

from fractions import Fraction

import pytest

from anaphora_workbench.evaluation.arithmetic.scores import harmonic_mean
from anaphora_workbench.evaluation.counting.metric import Tally
from anaphora_workbench.evaluation.linguistic.outcomes import outcome_score
from anaphora_workbench.evaluation.linguistic.typed import METRIC, OUTCOMES, typed_score

# Žitkus et al. (2023): TP, WT, WL, WTL, FN, FP of each class of coreference.
ZITKUS = {"P": (289, 30, 27, 25, 182, 29), "G": (123, 4, 21, 9, 380, 23), "D": (973, 0, 14, 0, 84, 17)}
SETTINGS = {name: option.default for name, option in METRIC.options.items()}


def zitkus() -> Tally:
    tally: Tally = {}
    for kind, numbers in ZITKUS.items():
        tally |= {(kind, outcome): number for outcome, number in zip(OUTCOMES, numbers, strict=True)}
        tally["attempted", kind] = 1
    return tally


@pytest.mark.parametrize(
    ("row", "precision", "recall", "f1"),
    [
        ("P", "82.8", "59.9", "69.5"),
        ("G", "77.1", "25.8", "38.7"),
        ("D", "97.6", "91.5", "94.5"),
        ("macro", "85.8", "59.1", "70.0"),
        ("micro", "91.5", "67.1", "77.4"),
        # Printed as 35.44: the paper rounds before it divides (metrics.md, section 20).
        ("scheme", "51.5", "35.4", "42.0"),
    ],
)
def test_all_scores_of_zitkus_et_al(row: str, precision: str, recall: str, f1: str) -> None:
    score = typed_score(zitkus(), {**SETTINGS, "typed_scheme": "PGDAE"})
    score_of_row = score.classes[row] if row in score.classes else getattr(score, row)
    assert [f"{100 * figure:.1f}" for figure in (score_of_row.precision, score_of_row.recall, score_of_row.f1)] == [
        precision,
        recall,
        f1,
    ]


def test_classes_that_no_link_has_are_refused() -> None:
    with pytest.raises(ValueError, match="typed_attempted is 'xyz'; the classes of the links are: D, G, P"):
        typed_score(zitkus(), {**SETTINGS, "typed_attempted": "xyz"})


def test_the_attempted_classes_alone_are_in_micro_macro_and_scheme() -> None:
    """Of P and G the credit is 331.25 and 138.75 of 400 and 180 answers, 553 and 537 annotations of the key."""
    score = typed_score(zitkus(), {**SETTINGS, "typed_attempted": "pg", "typed_scheme": "PGDAE"})
    assert (score.micro.precision, score.micro.recall) == (470 / 580, 470 / 1090)
    assert (score.macro.precision, score.scheme.precision) == (307 / 384, 307 / 192 / 5)
    assert float(score.macro.recall) == pytest.approx((1325 / 2212 + 185 / 716) / 2)


def test_a_scheme_with_fewer_classes_than_are_attempted_is_refused() -> None:
    with pytest.raises(ValueError, match="there are 3 attempted classes of coreference, typed_scheme has only 2"):
        typed_score(zitkus(), {**SETTINGS, "typed_scheme": "PG"})


def test_exact_ratios_of_zitkus_et_al() -> None:
    score = typed_score(zitkus(), SETTINGS)
    assert [score.classes[name].precision for name in "PGD"] == [53 / 64, 37 / 48, 245 / 251]
    assert [score.classes[name].recall for name in "PGD"] == [1325 / 2212, 185 / 716, 140 / 153]
    assert (score.micro.precision, score.micro.recall, score.micro.f1) == (725 / 792, 1450 / 2161, 580 / 749)


def test_split_entity_of_zitkus_et_al() -> None:
    # One link right, one to the wrong dominant mention, one lost: appendix C.
    counts: Tally = {("D", "tp"): 1, ("D", "wl"): 1, ("D", "fn"): 1, ("attempted", "D"): 2}
    score = typed_score(counts, SETTINGS).micro
    assert (score.precision, score.recall, score.f1) == (3 / 4, 1 / 2, float(Fraction(3, 5)))


@pytest.mark.parametrize(
    ("recall", "precision", "f1"),
    [
        (56.60, 56.91, 56.76),
        (53.55, 57.55, 55.48),
        (51.70, 52.69, 52.19),
        (52.94, 58.04, 55.37),
        (45.27, 56.47, 50.25),
        (43.01, 51.73, 46.97),
    ],
)
def test_f1_of_tuggener(recall: float, precision: float, f1: float) -> None:
    # The paper's ratios have two decimals, so the last one of F1 may be off by one.
    assert harmonic_mean(recall, precision) == pytest.approx(f1, abs=0.011)


def test_recall_and_precision_of_outcomes() -> None:
    score = outcome_score({"tp": 6, "wl": 2, "fn": 4, "fp": 1})
    assert (score.recall, score.precision) == (6 / 12, 6 / 9)
    assert score.counts == {"tp": 6, "wl": 2, "fn": 4, "fp": 1}
