"""The worked examples of metrics.md, sections 2 to 16, number by number."""

from collections.abc import Iterable
from fractions import Fraction

import pytest

from anaphora_workbench.evaluation import evaluate
from anaphora_workbench.evaluation.arithmetic.exact import exact
from anaphora_workbench.evaluation.clusters.ace import AceEntity, Parameters, ace_value
from anaphora_workbench.evaluation.counting.metric import Tally
from anaphora_workbench.evaluation.linguistic import arcs, lmetrics
from anaphora_workbench.evaluation.linguistic.arcs_anchor import (
    anchor_score,
    anchored,
    anchored_of_scripts,
    sum_of_outcomes,
)
from anaphora_workbench.evaluation.linguistic.outcomes import Event, outcome_score, tally
from anaphora_workbench.evaluation.linguistic.parent import parent
from anaphora_workbench.evaluation.linguistic.prague import prague
from partitions_written import fractions, partition

F = Fraction


# The seven handlings of the first example of section 2 are read from the page in tests/test_documentation.py.
@pytest.mark.parametrize(
    ("metric", "handling", "expected"),
    [
        ("ceaf_m", "standard", "2/3 2/3"),
        ("ceaf_m", "cai-strube", "2/3 1/2"),
        ("ceaf_e", "standard", "2/3 2/3"),
        ("ceaf_e", "cai-strube", "4/5 1/2"),
        # Mentions are detected before the adjustment of SemEval makes them equal (docs/shared-tasks.md).
        ("mentions", "semeval", "2/3 2/3"),
        ("mentions", "drop", "1 1"),
    ],
)
def test_twinless_mentions_in_other_metrics(metric: str, handling: str, expected: str) -> None:
    score = evaluate([[*"abc"]], [[*"abd"]], [metric], twinless=handling)[metric]
    assert [score.recall, score.precision] == [float(fraction) for fraction in fractions(expected)]


def test_only_singletons_leave_a_response_as_twinless() -> None:
    """R° of metrics.md, section 2: *z* goes, *x* and *y* stay."""
    score = evaluate([[*"ab"]], [[*"ab"], [*"xy"], ["z"]], ["b_cubed"], twinless="rahman-ng")["b_cubed"]
    assert (score.recall, score.precision) == (1, 2 / 4)


@pytest.mark.parametrize(
    ("handling", "expected"),
    [
        ("standard", "5/9 17/42"),
        ("key-zero", "5/9 1"),
        ("all", "2/3 2/3"),
        ("rahman-ng", "5/9 17/36"),
        ("cai-strube", "2/3 17/24"),
    ],
)
def test_twinless_mentions_of_case_a4(handling: str, expected: str) -> None:
    score = evaluate(partition("a bc def"), partition("a bcx dy z"), ["b_cubed"], twinless=handling)["b_cubed"]
    assert [score.recall, score.precision] == [float(fraction) for fraction in fractions(expected)]


@pytest.mark.parametrize("metric", ["b_cubed", "ceaf_m", "ceaf_e"])
@pytest.mark.parametrize("handling", ["semeval", "cai-strube"])
def test_some_handlings_reward_silence(metric: str, handling: str) -> None:
    assert evaluate([["a"]], [["b"]], [metric], twinless=handling)[metric].f1 == 1
    assert evaluate([["a"]], [["b"]], [metric])[metric].f1 == 0


@pytest.mark.parametrize(
    ("key", "response", "links", "expected", "luo"),
    [
        ("abc defg", "ab cd fghi", (2, 9, 8, 8, 12, 20), "4/9 13/40 25/68", "4/9 13/40 25/68"),
        ("a bc def", "a bcx dy z", (1, 4, 4, 5, 11, 17), "31/88 37/136 17/56", "31/88 37/136 17/56"),
        ("a bc def", "abcdef", (4, 4, 15, 0, 11, 0), "1/2 2/15 4/19", "1/2 2/15 4/19"),
        ("a bc def", "a b c d e f", (0, 4, 0, 11, 11, 15), "1/2 11/30 11/26", "1/2 11/30 11/26"),
        ("a b c", "a bc", (0, 0, 1, 2, 3, 2), "2/3 1 4/5", "1/3 1/2 2/5"),
        ("abc", "a bc", (1, 3, 1, 0, 0, 2), "1/3 1 1/2", "1/6 1/2 1/4"),
        ("abc", "a b c", (0, 3, 0, 0, 0, 3), "0 0 0", "0 0 0"),
        ("a", "a", (0, 0, 0, 0, 0, 0), "0 0 0", "1 1 1"),
    ],
)
def test_blanc(key: str, response: str, links: tuple[int, ...], expected: str, luo: str) -> None:
    from anaphora_workbench.evaluation.arithmetic.contingency import Contingency
    from anaphora_workbench.evaluation.clusters.blanc import links as counted

    assert counted(Contingency.of(partition(key), partition(response))) == links
    # Without a link on either side the CorefUD scorer gives 0; else it follows Luo et al.
    corefud = luo if any(links) else "0 0 0"
    for rules, wanted in (("reference", expected), ("luo", luo), ("corefud", corefud)):
        score = evaluate(partition(key), partition(response), ["blanc"], blanc_rules=rules)["blanc"]
        assert [score.recall, score.precision, score.f1] == pytest.approx(
            [float(fraction) for fraction in fractions(wanted)]
        )


def test_blanc_of_2011_wants_equal_mentions() -> None:
    assert evaluate([["a"]], [["a"]], ["blanc"], blanc_rules="recasens-hovy")["blanc"].f1 == 1
    with pytest.raises(ValueError, match="--twinless semeval"):
        evaluate([[*"abc"]], [[*"abd"]], ["blanc"], blanc_rules="recasens-hovy")
    evaluate([[*"abc"]], [[*"abd"]], ["blanc"], blanc_rules="recasens-hovy", twinless="semeval")


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        ("abc defg", "ab cd fghi", F(126, 275)),
        ("a bc def", "a bcx dy z", F(2019, 4235)),
        ("a bc def", "abcdef", F(493, 900)),
        ("a b", "a b", F(2, 3)),
    ],
)
def test_conll_average(key: str, response: str, expected: Fraction) -> None:
    assert evaluate(partition(key), partition(response), ["conll"])["conll"].f1 == pytest.approx(float(expected))


def test_two_documents_are_added_before_dividing() -> None:
    from anaphora_workbench.evaluation.counting.metric import add
    from anaphora_workbench.evaluation.counting.options import option_values
    from anaphora_workbench.evaluation.counting.registry import cluster_metrics, metrics_named

    metrics = metrics_named(cluster_metrics())
    values = option_values(metrics.values(), {})
    from anaphora_workbench.evaluation.matching.comparison import Comparison

    first = Comparison(partition("ab c"), partition("abc"), values)
    second = Comparison(partition("abc"), partition("ab"), values)
    expected = {
        "mentions": (F(5, 6), F(5, 5)), "muc": (F(2, 3), F(2, 3)), "b_cubed": (F(13, 3) / 6, F(11, 3) / 5),
        "ceaf_m": (F(4, 6), F(4, 5)), "ceaf_e": (F(8, 5) / 3, F(8, 5) / 2), "lea": (F(3, 6), F(3, 5)),
        "blanc": (F(1, 4), F(1, 4)),
    }  # fmt: skip
    for name, (recall, precision) in expected.items():
        metric = metrics[name]
        for tally_of in (
            add(metric.count(first, values), metric.count(second, values)),
            add(metric.count(second, values), metric.count(first, values)),
        ):
            score = metric.score(tally_of, values)
            assert (score.recall, score.precision) == (float(recall), float(precision)), name


def weights_of(mention: str) -> Fraction:
    return F(1) if mention.isupper() and mention != "M" else F(1, 2) if mention == "M" else F(1, 4)


@pytest.mark.parametrize(
    ("key", "response", "singleton", "measure", "expected"),
    [
        ("Npq", "Np q", F(0), lmetrics.lmuc_recall, "1/2 1"),
        ("Npq", "Np q", F(0), lmetrics.lb_cubed_recall, "1/4 1"),
        ("Npq", "pq N", F(0), lmetrics.lmuc_recall, "1/8 1"),
        ("Npq", "pq N", F(0), lmetrics.lb_cubed_recall, "1/64 1"),
        ("Npq M", "Np q M", F(1, 10), lmetrics.lmuc_recall, "11/21 11/12"),
        ("Npq M", "Np q M", F(1, 10), lmetrics.lb_cubed_recall, "2/7 11/12"),
        ("Npq M", "Np q M", F(1, 10), lmetrics.lceaf_recall, "11/21 11/12"),
        ("Npq M", "Np q M", F(1, 10), lmetrics.lceaf_entity_recall, "5/6 5/9"),
    ],
)
def test_lmetrics(key: str, response: str, singleton: Fraction, measure, expected: str) -> None:
    table = lmetrics.weighted_table(partition(key), partition(response), weights_of, singleton)
    (recalled, of_key), (right, of_response) = measure(table), measure(table.transposed)
    assert [recalled / of_key, right / of_response] == fractions(expected)


ARCS_ROWS = [
    ("Abcd", "Abd", (1, 1, 1, 0), (2, 0, 1, 0)), ("Abc De", "Abe Dc", (1, 2, 0, 0), (1, 2, 0, 0)),
    ("Ab cd", "Abc Xy", (1, 0, 1, 2), (1, 1, 0, 1)), ("Ab Cd", "AbCd", (2, 0, 0, 1), (2, 0, 0, 1)),
]  # fmt: skip


def booked(events: Iterable[Event]) -> tuple[object, ...]:
    counts = tally(events)
    return tuple(counts[name] for name in ("tp", "wl", "fn", "fp"))


def is_noun(mention: object) -> bool:
    return str(mention).isupper()


@pytest.mark.parametrize(("key", "response", "immediate", "inferred"), ARCS_ROWS)
def test_arcs(key: str, response: str, immediate: tuple[int, ...], inferred: tuple[int, ...]) -> None:
    entities = partition(key), partition(response)
    assert booked(arcs.immediate(*entities)) == immediate
    assert booked(arcs.inferred_of_formulas(*entities, is_noun)) == inferred


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [
        ("Abcd", "Abd", (2, 0, 1, 0)),
        ("Abc De", "Abe Dc", (1, 2, 0, 0)),
        # c is first in its key chain and d has no noun to find: both readings of the paper book c as false.
        ("Ab cd", "Abc Xy", (1, 0, 0, 2)),
        ("Ab Cd", "AbCd", (2, 0, 0, 1)),
        # A later mention of a chain without a noun for which one is inferred is wrongly linked.
        ("ab", "Xab", (0, 1, 0, 1)),
        # Nouns in the chain but none before the mention: nothing if none is inferred, else wrongly linked.
        ("abC", "ab", (0, 0, 0, 0)),
        ("abC", "XabC", (0, 2, 0, 1)),
    ],
)
def test_arcs_inferred_as_readings_has_it(key: str, response: str, expected: tuple[int, ...]) -> None:
    assert booked(arcs.inferred(partition(key), partition(response), is_noun)) == expected


def test_arcs_as_the_scripts_compute_it() -> None:
    entities = partition("Ab cd"), partition("Abc Xy")
    assert booked(arcs.immediate_of_scripts(*entities, is_noun, str.islower)) == (1, 0, 0, 2)
    assert booked(arcs.inferred_of_scripts(*entities, is_noun, str.islower)) == (1, 0, 0, 2)


@pytest.mark.parametrize(
    ("key", "response", "immediate", "inferred"),
    [
        # 1 is *this* or a number: no noun, and no pronoun of the scripts, so it is asked without a noun before it.
        pytest.param("a1B", "a1B", (2, 0, 0, 0), (0, 0, 0, 0), id="nothing inferred on either side"),
        pytest.param("abB", "abB", (1, 0, 0, 0), (0, 0, 0, 0), id="a pronoun is not asked"),
        pytest.param("a1B", "X1 aB", (0, 2, 0, 0), (0, 1, 0, 1), id="another noun inferred"),
        pytest.param("a1B", "aB", (0, 1, 1, 0), (0, 0, 1, 0), id="missed"),
        # b is alone in its chain: in the key, so false only if the response infers a noun for it.
        pytest.param("Ac b", "abAc", (1, 0, 0, 2), (1, 0, 0, 0), id="alone in the key, no noun inferred"),
        pytest.param("Ac b", "Abc", (0, 1, 0, 1), (1, 0, 0, 1), id="alone in the key, a noun inferred"),
        pytest.param("Ac", "abAc", (1, 0, 0, 2), (1, 0, 0, 1), id="not in the key"),
    ],
)
def test_what_the_scripts_take_for_a_pronoun(
    key: str, response: str, immediate: tuple[int, ...], inferred: tuple[int, ...]
) -> None:
    entities = partition(key), partition(response)
    assert booked(arcs.immediate_of_scripts(*entities, str.isupper, str.islower)) == immediate
    assert booked(arcs.inferred_of_scripts(*entities, str.isupper, str.islower)) == inferred


@pytest.mark.parametrize(
    ("key", "response", "detection", "mentions", "f_phi"),
    [
        ("Abcd", "Abd", "1 1", "3/4 1", F(12, 13)),
        ("Abc De", "Abe Dc", "1 1", "3/5 3/5", F(3, 4)),
        ("Ab cd", "Abc Xy", "1 1/2", "1 2/3", F(8, 11)),
        ("Ab Cd", "AbCd", "1 1", "1 1/2", F(4, 5)),
    ],
)
def test_arcs_anchor(key: str, response: str, detection: str, mentions: str, f_phi: Fraction) -> None:
    score = anchor_score(sum_of_outcomes(anchored(partition(key), partition(response), is_noun)), {})
    parts = score.entity_detection, score.entity_mentions
    for part, expected in zip(parts, (detection, mentions), strict=True):
        assert [part.recall, part.precision] == [float(fraction) for fraction in fractions(expected)]
    assert score.f_phi == pytest.approx(float(f_phi))


def test_anchors_of_the_scripts_use_a_response_chain_once() -> None:
    score = anchor_score(sum_of_outcomes(anchored_of_scripts(partition("Ab Cd"), partition("AbCd"), is_noun)), {})
    assert (score.entity_detection.recall, score.entity_detection.precision) == (1 / 2, 1)
    assert (score.entity_mentions.recall, score.entity_mentions.precision) == (1, 1 / 2)
    assert score.f_phi == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [("Abcd", "Abd", (2, 0, 1, 0)), ("Abc De", "Abe Dc", (1, 2, 0, 0)), ("Ab cd", "Abc Xy", (1, 0, 1, 2))],
)
def test_prague(key: str, response: str, expected: tuple[int, ...]) -> None:
    assert booked(prague(partition(key), partition(response))) == expected


def test_prague_with_a_given_antecedent_and_spurious_zeros() -> None:
    assert booked(prague(["abc"], ["bc"], root=True)) == (0, 1, 1, 0)
    assert booked(prague(["abc"], ["bc"])) == (1, 0, 1, 0)
    counts = tally(prague(["ab"], ["abz"], is_zero=lambda mention: mention == "z"))
    score = outcome_score(counts)
    assert (score.precision.numerator, score.precision.denominator, score.counts["szp"]) == (2, 2, 1)


@pytest.mark.parametrize(
    ("key", "response", "expected"),
    [("Abcd", "Abd", (2, 3, 2)), ("Ab Cd", "AbCd", (2, 2, 4)), ("Ab cd", "Abc Xy", (1, 3, 3))],
)
def test_parent(key: str, response: str, expected: tuple[int, int, int]) -> None:
    assert parent(partition(key), partition(response), is_noun, str.islower) == expected


def test_parent_can_leave_out_entities_that_nothing_defines() -> None:
    assert parent(partition("Ab cd"), partition("Abc Xy"), is_noun, str.islower, require_defining=True) == (1, 1, 3)


def ace(kind: str, mentions: str) -> AceEntity:
    """``a NAM b PRO`` as mentions with their types."""
    words = mentions.split()
    return AceEntity({"type": kind}, dict(zip(words[::2], words[1::2], strict=True)))


E1, E2 = ace("PER", "a NAM b PRO c PRO"), ace("ORG", "d NAM e NOM")


@pytest.mark.parametrize(
    ("response", "expected"),
    [
        ([E1, E2], F(1)),
        ([ace("PER", "a NAM b PRO"), ace("PER", "c PRO"), ace("ORG", "d NAM")], F(61, 78)),
        ([E1, ace("ORG", "x NAM")], F(11, 26)),
        ([], F(0)),
    ],
)
def test_ace_value(response: list[AceEntity], expected: Fraction) -> None:
    plan = Parameters.of({"attribute_value": {"type": {"ORG": 0.5, "PER": 1}}})
    value, worth = ace_value([E1, E2], response, plan)
    assert worth == F(6, 5) + F(3, 4)
    assert value / worth == expected


WITH_X = "a NAM b PRO c PRO x NAM"
WITH_D = "a NAM b PRO c PRO d NAM"
COSTLY = {"mention_coreference": 0.5}


# By the rules of metrics.md, section 10, worked by hand; the value of the key is 39/20.
@pytest.mark.parametrize(
    ("response", "parameters", "value"),
    [
        ([ace("ORG", "a NAM b PRO c PRO")], {}, F(1, 2) * F(1, 2) * F(6, 5)),
        ([AceEntity({}, E1.mentions)], {}, F(1, 2) * F(6, 5)),
        ([ace("PER", "d NAM e NOM")], {}, F(1, 2) * F(1, 2) * F(3, 2)),
        ([ace("PER", "a NOM b NAM c PRO")], {}, F(9, 10) * (F(1, 2) + F(1, 10)) + F(1, 10)),
        ([ace("PER", WITH_X)], {}, F(6, 5) - F(3, 4)),
        ([ace("PER", WITH_D)], {}, F(6, 5)),
        ([ace("PER", WITH_D)], COSTLY, F(6, 5) - F(3, 4) * F(1, 2)),
        ([ace("PER", WITH_X)], COSTLY, F(6, 5) - F(3, 4)),
        ([ace("PER", "a PRO x NAM")], {"entity_false_alarm": 0}, F(0)),
    ],
)
def test_ace_value_of_what_is_wrong(response: list[AceEntity], parameters: dict, value: Fraction) -> None:
    plan = Parameters.of({"attribute_value": {"type": {"ORG": 0.5, "PER": 1}}, **parameters})
    assert ace_value([E1, E2], response, plan)[0] == value


def test_an_unknown_parameter_of_ace_is_named() -> None:
    with pytest.raises(ValueError, match="no ACE parameter 'entity_false_alam'"):
        Parameters.of({"entity_false_alam": 0})


def test_tallies_are_exact() -> None:
    from anaphora_workbench.evaluation.arithmetic.contingency import Contingency
    from anaphora_workbench.evaluation.clusters.b_cubed import recall

    counts: Tally = {"recall": recall(Contingency.of(partition("abc defg"), partition("ab cd fghi")))[0]}
    assert exact(counts["recall"]) == F(35, 12)
