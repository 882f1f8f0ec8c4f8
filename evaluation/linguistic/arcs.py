"""ARCS: would an application that follows the links of a chain find what a mention refers to?

Three applications are asked: one that goes to the mention before (immediate antecedent), one that goes back to
the closest noun (inferred antecedent), one that looks for the first noun of a chain (anchor mentions).
Chains of one mention are dropped on both sides.

Source: Tuggener (2014); metrics.md, section 12, for what the paper leaves open.
"""

from collections.abc import Callable, Hashable, Iterable

from anaphora_workbench.evaluation.arithmetic.contingency import Entities
from anaphora_workbench.evaluation.counting.metric import Metric, Needs, Option, Options
from anaphora_workbench.evaluation.linguistic.outcomes import (
    Chains,
    Event,
    MentionTest,
    Outcome,
    counting,
    outcome_score,
)
from anaphora_workbench.evaluation.matching.comparison import Comparison

ARCS_RULES = Option(
    "paper",
    "the paper, the second reading of metrics.md, 12, or the released scripts, version 1.2",
    ("paper", "formulas", "scripts"),
    spelled="arcs.rules",
)
NOMINAL = Option(
    "head",
    "which mentions are nouns: those headed by one, or, as in the scripts, those of several words or tagged NN*",
    ("head", "script"),
    spelled="arcs.nominal",
)


def immediate(key: Entities, response: Entities) -> Iterable[Event]:
    """Whether each mention's predecessor in its key chain is its predecessor in the response.

        recall = tp / (tp + wl + fn)    precision = tp / (tp + wl + fp)

    Right (tp) or linked to another (wl), missed (fn) or not in the key (fp).

    Source: Tuggener (2014, Table 1); metrics.md, section 12.

    >>> sorted(outcome.value for _, outcome in immediate(["abcd"], ["abd"]))
    ['fn', 'tp', 'wl']
    """
    yield from _immediate(Chains(key), Chains(response), lambda mention: True)


def immediate_of_scripts(
    key: Entities, response: Entities, is_nominal: MentionTest, is_pronoun: MentionTest
) -> Iterable[Event]:
    """The same without the pronouns that have no noun before them in their key chain, as the scripts do."""
    of_key = Chains(key, is_nominal)
    yield from _immediate(of_key, Chains(response), lambda mention: _is_evaluated(of_key, mention, is_pronoun))


def _immediate(of_key: Chains, of_response: Chains, evaluated: Callable[[Hashable], bool]) -> Iterable[Event]:
    for mention in of_key.later():
        if not evaluated(mention):
            continue
        if not of_response.is_later(mention):
            yield mention, Outcome.FN
        else:
            yield mention, Outcome.TP if of_response.previous(mention) == of_key.previous(mention) else Outcome.WL
    for mention in of_response.later():
        if not of_key.is_later(mention):
            yield mention, Outcome.FP


def inferred(key: Entities, response: Entities, is_nominal: MentionTest) -> Iterable[Event]:
    """Whether the closest noun before each mention in its response chain precedes it in its key chain.

        recall = tp / (tp + wl + fn)    precision = tp / (tp + wl + fp)

    A mention is booked once; a key chain without a noun has nothing to find.

    Source: Tuggener (2014), inferred antecedent, as read in metrics.md, section 12.
    """
    of_key, of_response = Chains(key, is_nominal), Chains(response, is_nominal)
    for mention in of_key.later():
        noun = of_response.noun_before(mention)
        if of_key.noun_before(mention) is None:
            if noun is not None:
                yield mention, Outcome.WL
        elif noun is None:
            yield mention, Outcome.FN
        else:
            yield mention, Outcome.TP if of_key.precedes(noun, mention) else Outcome.WL
    for mention in of_response.later():
        if not of_key.is_later(mention) and of_response.noun_before(mention) is not None:
            yield mention, Outcome.FP


def inferred_of_formulas(key: Entities, response: Entities, is_nominal: MentionTest) -> Iterable[Event]:
    """The same in the reading of metrics.md, section 12: pronouns without a noun before them are not evaluated."""
    of_key, of_response = Chains(key, is_nominal), Chains(response, is_nominal)
    yield from _recalled(of_key, of_response, lambda mention: not is_nominal(mention))
    for mention in of_response.later():
        if not of_response.has_noun(mention):
            continue
        if mention not in of_key:
            yield mention, Outcome.FP
        elif of_response.noun_before(mention) is not None and of_key.noun_before(mention) is None:
            if not is_nominal(mention) and not of_key.has_noun(mention):
                yield mention, Outcome.WL
            elif not of_key.is_later(mention):
                yield mention, Outcome.FP


def inferred_of_scripts(
    key: Entities, response: Entities, is_nominal: MentionTest, is_pronoun: MentionTest
) -> Iterable[Event]:
    """The same as the scripts compute it: a noun inferred where the key has none before is a false positive.

    A mention that is alone in its key chain is in the key, so without a noun before it in the response it is nothing.
    """
    of_key, of_response = Chains(key, is_nominal), Chains(response, is_nominal)
    in_key = {mention for entity in key for mention in entity}
    yield from _recalled(of_key, of_response, is_pronoun)
    for mention in of_response.later():
        spurious = of_response.noun_before(mention) is not None and of_key.noun_before(mention) is None
        if of_response.has_noun(mention) and (mention not in in_key or spurious):
            yield mention, Outcome.FP


def _is_evaluated(of_key: Chains, mention: Hashable, is_pronoun: MentionTest) -> bool:
    return of_key.has_noun(mention) and (not is_pronoun(mention) or of_key.noun_before(mention) is not None)


def _recalled(of_key: Chains, of_response: Chains, is_pronoun: MentionTest) -> Iterable[Event]:
    for mention in of_key.later():
        if not _is_evaluated(of_key, mention, is_pronoun):
            continue
        noun = of_response.noun_before(mention)
        if not of_response.is_later(mention):
            yield mention, Outcome.FN
        elif noun is not None:
            yield mention, Outcome.TP if of_key.number(noun) == of_key.number(mention) else Outcome.WL
        elif of_key.noun_before(mention) is not None:
            yield mention, Outcome.FN


def nominal_test(comparison: Comparison, options: Options) -> MentionTest:
    """Whether a mention is a noun, by the option ``nominal``."""
    if options["nominal"] == "script":
        return lambda mention: comparison.documents.facts(mention).script_nominal
    return lambda mention: comparison.documents.facts(mention).nominal


def _pronoun_test(comparison: Comparison) -> MentionTest:
    return lambda mention: comparison.documents.facts(mention).script_pronoun


def _immediate_events(comparison: Comparison, options: Options) -> Iterable[Event]:
    if options["arcs_rules"] == "scripts":
        is_nominal = nominal_test(comparison, options)
        return immediate_of_scripts(*comparison.pair_for_precision, is_nominal, _pronoun_test(comparison))
    return immediate(*comparison.pair_for_precision)


def _inferred_events(comparison: Comparison, options: Options) -> Iterable[Event]:
    pair, is_nominal = comparison.pair_for_precision, nominal_test(comparison, options)
    if options["arcs_rules"] == "scripts":
        return inferred_of_scripts(*pair, is_nominal, _pronoun_test(comparison))
    return (inferred_of_formulas if options["arcs_rules"] == "formulas" else inferred)(*pair, is_nominal)


_count_immediate, _immediate_by_mention = counting(_immediate_events)
_count_inferred, _inferred_by_mention = counting(_inferred_events)
_OPTIONS = {"arcs_rules": ARCS_RULES, "nominal": NOMINAL}

IMMEDIATE = Metric(
    name="arcs_immediate",
    description="mentions linked to the mention before them in their chain",
    source="Tuggener (2014, Table 1)",
    count=_count_immediate,
    score=outcome_score,
    definition=immediate,
    needs=Needs.ORDER,
    options=_OPTIONS,
    by_mention=_immediate_by_mention,
    rank=30,
)
INFERRED = Metric(
    name="arcs_inferred",
    description="mentions from which a noun of their own chain is inferred",
    source="Tuggener (2014), inferred antecedent",
    count=_count_inferred,
    score=outcome_score,
    definition=inferred,
    needs=Needs.TAGS,
    options=_OPTIONS,
    by_mention=_inferred_by_mention,
    rank=31,
)
