"""Laws that hold for metrics whatever the partitions, over random ones.

Every registered metric that needs only chains stands in a list here; the others are named with the reason.
"""

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from anaphora_workbench.evaluation import Needs, available_metrics, evaluate
from anaphora_workbench.evaluation.arithmetic.twinless import CHOICES
from anaphora_workbench.evaluation.matching.split_antecedents import sum_of_products
from examples import examples

RATIOS_OF_ENTITIES = ("mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "lea")
SYMMETRIC_BY_PRECISION = (*RATIOS_OF_ENTITIES, "blanc")
IN_TEXT_ORDER = ("arcs_immediate", "prague")
AVERAGES = ("conll",)
# Metrics that partitions alone cannot be scored by; their laws are tested on documents, or where they stand.
NEED_MORE = {
    name for name, metric in available_metrics().items() if metric.needs not in (Needs.PARTITIONS, Needs.ORDER)
}
ALL = (*SYMMETRIC_BY_PRECISION, *IN_TEXT_ORDER, *AVERAGES)

Entities = list[list[int]]


def test_no_registered_metric_is_unlisted() -> None:
    metrics = available_metrics()
    assert {*ALL, *NEED_MORE} == metrics.keys()
    alone = {name for name, metric in metrics.items() if metric.needs in (Needs.PARTITIONS, Needs.ORDER)}
    assert alone == set(ALL)


@st.composite
def entities(draw: st.DrawFn, least: int = 0, mentions: int = 12) -> Entities:
    """A partition of some of the mentions 0 to 11, each entity in ascending order."""
    chosen = draw(st.lists(st.integers(0, mentions - 1), unique=True, min_size=least))
    labels = draw(st.lists(st.integers(0, 5), min_size=len(chosen), max_size=len(chosen)))
    by_label: dict[int, list[int]] = {}
    for mention, label in zip(sorted(chosen), labels, strict=True):
        by_label.setdefault(label, []).append(mention)
    return list(by_label.values())


def figures(key: Entities, response: Entities, name: str, **options: str) -> list[float]:
    score = evaluate(key, response, [name], **options)[name]
    return [score.f1] if name in AVERAGES else [score.recall, score.precision, score.f1]


@pytest.mark.parametrize("handling", CHOICES)
@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_bounds_under_every_handling_of_twinless_mentions(handling: str, key: Entities, response: Entities) -> None:
    for name in ALL:
        assert all(0 <= figure <= 1 for figure in figures(key, response, name, twinless=handling)), name


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=examples(60))
@given(key=entities(least=1))
def test_the_key_against_itself_is_perfect(name: str, key: Entities) -> None:
    linked = any(len(entity) > 1 for entity in key)
    several = sum(map(len, key)) > 1
    # MUC and metrics of links find nothing in singletons, BLANC nothing in one mention.
    perfect = {"muc": linked, "blanc": several, "arcs_immediate": linked, "prague": linked}.get(name, True)
    if name == "conll":
        assert figures(key, key, name) == pytest.approx([1 if linked else 2 / 3])
    else:
        assert figures(key, key, name) == [1.0 if perfect else 0.0] * 3


@pytest.mark.parametrize("name", RATIOS_OF_ENTITIES)
@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_exchanging_sides_exchanges_recall_and_precision(name: str, key: Entities, response: Entities) -> None:
    recall, precision, f1 = figures(key, response, name)
    assert figures(response, key, name) == [precision, recall, f1]


@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_blanc_exchanges_sides_where_both_have_both_kinds_of_links(key: Entities, response: Entities) -> None:
    def has_both(side: Entities) -> bool:
        return len(side) > 1 and any(len(entity) > 1 for entity in side)

    if has_both(key) and has_both(response):
        recall, precision, f1 = figures(key, response, "blanc")
        assert figures(response, key, "blanc") == pytest.approx([precision, recall, f1])


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=examples(60))
@given(key=entities(), response=entities(), seed=st.integers(0, 1000))
def test_names_and_order_of_entities_do_not_matter(name: str, key: Entities, response: Entities, seed: int) -> None:
    names = list(range(100, 112))
    random.Random(seed).shuffle(names)
    renamed = [[[names[mention] for mention in entity] for entity in side] for side in (key, response)]
    for side in renamed:
        random.Random(seed).shuffle(side)
    assert figures(*renamed, name) == figures(key, response, name)


@pytest.mark.parametrize("name", ["mentions", "b_cubed", "ceaf_m", "ceaf_e", "lea"])
@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_a_common_singleton_never_lowers_a_score(name: str, key: Entities, response: Entities) -> None:
    more = figures([*key, [99]], [*response, [99]], name)
    assert all(higher >= lower for higher, lower in zip(more, figures(key, response, name), strict=True))


@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_muc_does_not_see_singletons(key: Entities, response: Entities) -> None:
    expected = figures(key, response, "muc")
    assert figures([*key, [99]], [*response, [99]], "muc") == expected
    assert figures(key, response, "muc", singletons="drop") == expected
    for handling in ("all", "rahman-ng", "cai-strube", "semeval"):
        assert figures(key, response, "muc", twinless=handling) == expected


@settings(max_examples=examples(60))
@given(key=entities(least=1))
def test_identities_of_the_baselines_on_true_mentions(key: Entities) -> None:
    # Màrquez, Recasens & Sapena (2012), as in published.md.
    mentions = sorted(mention for entity in key for mention in entity)
    singletons = evaluate(key, [[mention] for mention in mentions])
    share = float(Fraction(len(key), len(mentions)))
    assert singletons["b_cubed"].recall == singletons["ceaf_m"].f1 == share
    assert singletons["b_cubed"].precision == 1
    assert singletons["muc"].f1 == 0
    in_one = evaluate(key, [mentions])
    if any(len(entity) > 1 for entity in key):
        assert in_one["muc"].recall == 1
        if len(key) > 1:
            assert in_one["blanc"].recall == 1 / 2
    assert in_one["b_cubed"].recall == 1


@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_conll_is_the_mean_of_three(key: Entities, response: Entities) -> None:
    scores = evaluate(key, response)
    mean = (scores["muc"].f1 + scores["b_cubed"].f1 + scores["ceaf_e"].f1) / 3
    assert scores["conll"].f1 == pytest.approx(mean)


@settings(max_examples=examples(60))
@given(key=entities(), response=entities())
def test_ceaf_is_the_best_of_all_maps(key: Entities, response: Entities) -> None:
    from itertools import permutations

    small, large = sorted((key, response), key=len)
    best = max(
        (
            sum(len(set(entity) & set(mapped)) for entity, mapped in zip(small, chosen, strict=True))
            for chosen in permutations(large, len(small))
        ),
        default=0,
    )
    assert evaluate(key, response, ["ceaf_m"])["ceaf_m"].recall.numerator == best


def test_repeats_of_the_response_count_once_and_in_the_key_are_an_error() -> None:
    assert evaluate([[*"abc"]], [[*"ab"], [*"bc"]]) == evaluate([[*"abc"]], [[*"ab"], ["c"]])
    with pytest.raises(ValueError, match="'b' twice"):
        evaluate([[*"ab"], [*"bc"]], [[*"abc"]])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"metrics": ["muk"]}, "no metric 'muk'"),
        ({"twinless": "never"}, "twinless cannot be 'never'; expected one of standard"),
        ({"tweenless": "drop"}, "no option 'tweenless'"),
        ({"metrics": ["parent"]}, "parent needs parts of speech"),
        ({"metrics": ["muc"], "blanc_rules": "luo"}, "blanc_rules 'luo': no metric chosen has this option"),
    ],
)
def test_what_cannot_be_evaluated_is_refused(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        evaluate([[*"ab"]], [[*"ab"]], **options)


def test_order_is_asked_of_metrics_that_look_at_it() -> None:
    with pytest.raises(ValueError, match="expected lists, not sets"):
        evaluate([{"a", "b"}], [["a", "b"]], ["prague"])


@given(st.lists(st.fractions(0, 1)))
def test_products_of_all_pairs_add_up_in_one_pass(degrees: list[Fraction]) -> None:
    assert sum_of_products(degrees) == sum(one * other for one, other in combinations(degrees, 2))
