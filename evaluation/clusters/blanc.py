"""BLANC: how well are coreferent pairs of mentions distinguished from others?"""

from collections import Counter
from collections.abc import Hashable, Iterator
from fractions import Fraction
from math import gcd
from operator import mul

from anaphora_workbench.evaluation.arithmetic.contingency import Contingency, Entities
from anaphora_workbench.evaluation.arithmetic.exact import Exact, exact
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Score, harmonic_mean, score
from anaphora_workbench.evaluation.counting.by_mention import entity_of_each, in_text_order
from anaphora_workbench.evaluation.counting.metric import Metric, Option, Options, Tally
from anaphora_workbench.evaluation.matching.comparison import Comparison
from anaphora_workbench.evaluation.matching.split_antecedents import (
    Small,
    SplitPartitions,
    by_f1,
    counterparts,
    sum_of_products,
)

RULES = ("reference", "luo", "corefud", "recasens-hovy")


def links(table: Contingency) -> tuple[int, int, int, int, int, int]:
    """Coreference links in both, key and response, then non-coreference links in both, key and response.

    Source: Luo et al. (2014), counted without making any pair (metrics.md, section 17).

    >>> links(Contingency.of(["abc", "defg"], ["ab", "cd", "fghi"]))
    (2, 9, 8, 8, 12, 20)
    """
    both = _pairs(table.overlaps)
    together_in_key = [0] * len(table.key_sizes)
    together_in_response = [0] * len(table.response_sizes)
    for row, column, shared in zip(table.rows, table.columns, table.overlaps, strict=True):
        together_in_key[row] += shared
        together_in_response[column] += shared
    apart = _pairs([table.common_mentions]) - _pairs(together_in_key) - _pairs(together_in_response) + both
    key, response = _pairs(table.key_sizes), _pairs(table.response_sizes)
    return (
        both,
        key,
        response,
        apart,
        _pairs([table.key_mentions]) - key,
        _pairs([table.response_mentions]) - response,
    )


def count(comparison: Comparison, options: Options) -> Tally:
    """The counts of links for recall and for precision, and the mentions that special cases look at.

    Raises:
        ValueError: by the rules of Recasens & Hovy, key and response have other mentions.
    """
    if comparison.split is not None:
        return _count_with_split(comparison.split, options)
    return _counted(comparison.for_recall, comparison.for_precision, options)


def _counted(table: Contingency, other: Contingency, options: Options) -> Tally:
    both, key, _, apart, key_apart, _ = links(table)
    both_too, _, response, apart_too, _, response_apart = links(other)
    mentions = table.common_mentions
    equal = mentions == table.key_mentions == table.response_mentions
    if options["blanc_rules"] == "recasens-hovy" and not equal:
        raise ValueError(
            "the mentions of key and response differ, which BLANC of 2011 does not allow; "
            "expected --twinless semeval with --option blanc.rules=recasens-hovy"
        )
    return {
        "coreference, recalled": both,
        "coreference, key": key,
        "coreference, right": both_too,
        "coreference, response": response,
        "apart, recalled": apart,
        "apart, key": key_apart,
        "apart, right": apart_too,
        "apart, response": response_apart,
        "mentions": mentions,
        "twinless mentions": table.key_mentions + table.response_mentions - 2 * mentions,
    }


def by_mention(comparison: Comparison, options: Options) -> Iterator[tuple[Hashable, Tally]]:
    """What each mention adds: its links, of both kinds, to the mentions before it in the text."""
    key, response = comparison.pair_for_recall
    yield from _links_of_each(comparison, key, response, _KEY_COUNTS)
    in_response, in_key = entity_of_each(response), entity_of_each(key)
    for mention in in_key | in_response:
        common = mention in in_key and mention in in_response
        yield mention, {"mentions": int(common), "twinless mentions": int(not common)}
    key, response = comparison.pair_for_precision
    yield from _links_of_each(comparison, response, key, _RESPONSE_COUNTS)


_KEY_COUNTS = ("coreference, recalled", "coreference, key", "apart, recalled", "apart, key")
_RESPONSE_COUNTS = ("coreference, right", "coreference, response", "apart, right", "apart, response")


def _links_of_each(
    comparison: Comparison, own: Entities, other: Entities, names: tuple[str, str, str, str]
) -> Iterator[tuple[Hashable, Tally]]:
    """The links of each mention of a side to those before it: together on both sides, here; apart on both, here."""
    own_of, other_of = entity_of_each(own), entity_of_each(other)
    in_own: Counter[int] = Counter()
    common_in_own: Counter[int] = Counter()
    in_other: Counter[int] = Counter()
    in_both: Counter[tuple[int, int]] = Counter()
    common = 0
    for place, mention in enumerate(in_text_order(comparison, own)):
        number, other_number = own_of[mention], other_of.get(mention)
        together = apart = 0
        if other_number is not None:
            together = in_both[number, other_number]
            apart = common - common_in_own[number] - in_other[other_number] + together
        before = in_own[number]
        yield mention, dict(zip(names, (together, before, apart, place - before), strict=True))
        in_own[number] += 1
        if other_number is not None:
            common += 1
            common_in_own[number] += 1
            in_other[other_number] += 1
            in_both[number, other_number] += 1


def _count_with_split(split: SplitPartitions, options: Options) -> Tally:
    """The same with split antecedents: a link weighs the product of the degrees, of F1, of its mentions.

    They are matched twice, for links of coreference by such links of their entities, for the others by the others.

    Source: Paun, Yu et al. (2022), Universal Anaphora scorer 2.0; metrics.md, section 23.
    """
    if options["blanc_rules"] == "recasens-hovy":
        raise ValueError(
            "BLANC of 2011 has no split antecedents; "
            "expected --split-antecedents drop with --option blanc.rules=recasens-hovy"
        )
    together, _, common = _weights(split, _small_coreference)
    _, apart, _ = _weights(split, _small_apart)
    key_sizes, response_sizes = ([len(entity) for entity in side] for side in (split.key, split.response))
    key, response = _pairs(key_sizes), _pairs(response_sizes)
    return {
        "coreference, recalled": together,
        "coreference, key": key,
        "coreference, right": together,
        "coreference, response": response,
        "apart, recalled": apart,
        "apart, key": _pairs([sum(key_sizes)]) - key,
        "apart, right": apart,
        "apart, response": _pairs([sum(response_sizes)]) - response,
        "mentions": common,
        "twinless mentions": sum(key_sizes) + sum(response_sizes) - 2 * common,
    }


def _small_coreference(table: Contingency) -> tuple[Exact, Exact, Exact, Exact]:
    both, key, response, *_ = links(table)
    return both, key, both, response


def _small_apart(table: Contingency) -> tuple[Exact, Exact, Exact, Exact]:
    *_, apart, key, response = links(table)
    return apart, key, apart, response


def _weights(split: SplitPartitions, small: Small) -> tuple[Fraction, Fraction, int]:
    """The weight of links of coreference on both sides, of those of it on neither, and how many mentions are common."""
    of_each = counterparts(split.key, split.response, by_f1(split.matches(small)))
    cells: dict[tuple[int, int], list[Fraction]] = {}
    in_key: dict[int, list[Fraction]] = {}
    in_response: dict[int, list[Fraction]] = {}
    common: list[Fraction] = []
    for row, entity in enumerate(of_each):
        for column, degree in entity:
            if column is not None:
                cells.setdefault((row, column), []).append(degree)
                in_key.setdefault(row, []).append(degree)
                in_response.setdefault(column, []).append(degree)
                common.append(degree)
    both = sum(map(sum_of_products, cells.values()), Fraction(0))
    together_on_a_side = sum(map(sum_of_products, [*in_key.values(), *in_response.values()]), Fraction(0))
    return both, sum_of_products(common) - together_on_a_side + both, len(common)


def blanc(tally: Tally, options: Options) -> Score:
    """Mean of the scores of coreference and of non-coreference links; F1 is the mean of their F1.

        R_c = |C_K ∩ C_R| / |C_K|    P_c = |C_K ∩ C_R| / |C_R|
        R_n = |N_K ∩ N_R| / |N_K|    P_n = |N_K ∩ N_R| / |N_R|
        recall = (R_c + R_n) / 2    precision = (P_c + P_n) / 2    F = (F_c + F_n) / 2

    C are the pairs of mentions in one entity, N those in two; F_c and F_n are harmonic means.
    Special cases are decided on the sums over all documents (metrics.md, section 7).

    Source: Luo et al. (2014); Žitkus et al. (2023, equations 24 and 25, corrected);
    Recasens & Hovy (2011) for equal mentions.
    """
    of = {name: exact(number) for name, number in tally.items()}.get
    key, key_apart = of("coreference, key", 0), of("apart, key", 0)
    response, response_apart = of("coreference, response", 0), of("apart, response", 0)
    coreference = score((of("coreference, recalled", 0), key), (of("coreference, right", 0), response))
    apart = score((of("apart, recalled", 0), key_apart), (of("apart, right", 0), response_apart))
    parts = {"coreference_links": coreference, "non_coreference_links": apart}
    rules = options["blanc_rules"]
    if rules in ("luo", "corefud"):
        if not (key or key_apart or response or response_apart):
            return _constant(int(rules == "luo" and not of("twinless mentions", 0)), parts)
        only_apart, only_coreference = not (key or response), not (key_apart or response_apart)
    else:
        if not key and not key_apart:
            return _constant(int(rules == "recasens-hovy" and bool(of("mentions", 0))), parts)
        only_apart, only_coreference = not key, not key_apart
    if only_apart:
        return Score(apart.recall, apart.precision, apart.f1, parts=parts)
    if only_coreference:
        return Score(coreference.recall, coreference.precision, coreference.f1, parts=parts)
    return Score(
        _mean(coreference.recall, apart.recall),
        _mean(coreference.precision, apart.precision),
        (coreference.f1 + apart.f1) / 2,
        parts=parts,
    )


def _pairs(sizes: list[int]) -> int:
    return (sum(map(mul, sizes, sizes)) - sum(sizes)) // 2


def _mean(coreference: Ratio, apart: Ratio) -> Ratio:
    of_coreference, of_apart = coreference.denominator or 1, apart.denominator or 1
    above = coreference.numerator * of_apart + apart.numerator * of_coreference
    below = 2 * of_coreference * of_apart
    if isinstance(above, int) and isinstance(below, int):
        divisor = gcd(above, below)
        return Ratio(above // divisor, below // divisor)
    return Ratio(above, below)


def _constant(value: int, parts: dict[str, Score]) -> Score:
    return Score(Ratio(value, 1), Ratio(value, 1), harmonic_mean(value, value), parts=parts)


METRIC = Metric(
    name="blanc",
    description="pairs of mentions, coreferent and not, mean of both",
    source="Luo et al. (2014); Recasens & Hovy (2011)",
    count=count,
    score=blanc,
    definition=blanc,
    by_mention=by_mention,
    options={
        "blanc_rules": Option(
            "reference",
            "special cases as in the reference scorer, Luo et al. 2014, the CorefUD scorer, or Recasens & Hovy 2011",
            RULES,
        )
    },
    rank=15,
)
