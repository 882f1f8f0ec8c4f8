"""Prague anaphora score: is each anaphor linked to any of its antecedents?"""

from collections.abc import Callable, Hashable, Iterable

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options
from anaphora_workbench.evaluation.linguistic.outcomes import Chains, Event, Outcome, counting, outcome_score
from anaphora_workbench.evaluation.matching.comparison import Comparison, DocumentComparison

_ANTECEDENT = Option(
    "any", "which antecedents are correct: any earlier mention of the key chain, or only its first", ("any", "root")
)


def prague(
    key: Entities, response: Entities, root: bool = False, is_zero: Callable[[Hashable], bool] = lambda mention: False
) -> Iterable[Event]:
    """Whether the response chain of each anaphor has a mention that precedes it in its key chain.

        recall = tp / (tp + wl + fn)    precision = (tp + szp) / (tp + wl + fp + szp)    szp: spurious zeros resolved

    Args:
        root: the first mention of the key chain must stand before the anaphor in its response chain.
        is_zero: whether a mention is an elided one; a resolved zero that the key lacks is an outcome of its own.

    Source: Novák (2018), through Žitkus et al. (2023); metrics.md, section 13.
    """
    of_key, of_response = Chains(key), Chains(response)
    for entity in of_key.entities:
        # Response chains that have had a mention of this entity: one of them makes any later link right.
        reached = {of_response.number(entity[0])}
        for mention in entity[1:]:
            number = of_response.number(mention)
            if not of_response.is_later(mention):
                yield mention, Outcome.FN
            else:
                right = of_response.precedes(entity[0], mention) if root else number in reached
                yield mention, Outcome.TP if right else Outcome.WL
            if number is not None:
                reached.add(number)
    in_key = {mention for entity in key for mention in entity}
    for mention in of_response.later():
        if not of_key.is_later(mention):
            spurious_zero = mention not in in_key and is_zero(mention)
            yield mention, Outcome.SZP if spurious_zero else Outcome.FP


def _events(comparison: Comparison, options: Options) -> Iterable[Event]:
    key, response = comparison.pair_for_precision
    root = options["prague_antecedent"] == "root"
    if isinstance(comparison, DocumentComparison) and any(word.empty for word in comparison.pair.response.words):
        return prague(key, response, root, lambda mention: comparison.facts(mention).zero)
    return prague(key, response, root)


_count, _by_mention = counting(_events)
METRIC = Metric(
    name="prague",
    description="anaphors linked to any of their antecedents",
    source="Novák (2018), as in Žitkus et al. (2023, equation 32)",
    count=_count,
    score=outcome_score,
    definition=prague,
    needs=Needs.ORDER,
    options={"prague_antecedent": _ANTECEDENT},
    by_mention=_by_mention,
    rank=33,
)
