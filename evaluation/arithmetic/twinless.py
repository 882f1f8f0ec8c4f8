"""Twinless mentions, which only one side has: each treatment changes the partitions before any metric.

Source: metrics.md, section 2: Bengtson & Roth (2008), Stoyanov et al. (2009), Rahman & Ng (2009),
Cai & Strube (2010), Màrquez, Recasens & Sapena (2012, section 4.2.5), Pradhan et al. (2014).
"""

from collections.abc import Callable, Collection, Hashable, Iterable

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.evaluation.arithmetic.contingency import Entities

Pair = tuple[Entities, Entities]
STANDARD = "standard"
SEMEVAL = "semeval"


def mentions_of(entities: Entities) -> set[Hashable]:
    return {mention for entity in entities for mention in entity}


def prepare(key: Entities, response: Entities, handling: str) -> tuple[Pair, Pair]:
    """The partitions that recall is computed from, and those for precision.

    Raises:
        ValueError: there is no such handling.
    """
    if handling == STANDARD:
        pair = key, response
        return pair, pair
    if handling not in HANDLINGS:
        raise ValueError(f"no handling of twinless mentions {handling!r}; {there_are(CHOICES, handling)}")
    return HANDLINGS[handling](key, response, mentions_of(key), mentions_of(response))


def _drop(key: Entities, response: Entities, in_key: set[Hashable], in_response: set[Hashable]) -> tuple[Pair, Pair]:
    pair = _kept(key, in_response), _kept(response, in_key)
    return pair, pair


def _key_zero(
    key: Entities, response: Entities, in_key: set[Hashable], in_response: set[Hashable]
) -> tuple[Pair, Pair]:
    pair = key, _kept(response, in_key)
    return pair, pair


def _all(key: Entities, response: Entities, in_key: set[Hashable], in_response: set[Hashable]) -> tuple[Pair, Pair]:
    missed, spurious = _singletons(key, in_response), _singletons(response, in_key)
    return (key, [*response, *missed]), ([*key, *spurious], response)


def _rahman_ng(
    key: Entities, response: Entities, in_key: set[Hashable], in_response: set[Hashable]
) -> tuple[Pair, Pair]:
    pair = key, _without_spurious_singletons(response, in_key)
    return pair, pair


def _cai_strube(
    key: Entities, response: Entities, in_key: set[Hashable], in_response: set[Hashable]
) -> tuple[Pair, Pair]:
    linked = _without_spurious_singletons(response, in_key)
    missed, spurious = _singletons(key, in_response), _singletons(linked, in_key)
    return (key, [*_kept(linked, in_key), *missed]), ([*key, *spurious], [*linked, *missed])


def _semeval(key: Entities, response: Entities, in_key: set[Hashable], in_response: set[Hashable]) -> tuple[Pair, Pair]:
    linked = _without_spurious_singletons(response, in_key)
    pair = [*key, *_singletons(linked, in_key)], [*linked, *_singletons(key, in_response)]
    return pair, pair


def _kept(entities: Entities, mentions: Collection[Hashable]) -> Entities:
    kept = ([mention for mention in entity if mention in mentions] for entity in entities)
    return [entity for entity in kept if entity]


def _singletons(entities: Entities, others: Collection[Hashable]) -> Iterable[list[Hashable]]:
    return [[mention] for entity in entities for mention in entity if mention not in others]


def _without_spurious_singletons(response: Entities, true: Collection[Hashable]) -> Entities:
    return [entity for entity in response if len(entity) > 1 or any(mention in true for mention in entity)]


_Handling = Callable[[Entities, Entities, set[Hashable], set[Hashable]], tuple[Pair, Pair]]
HANDLINGS: dict[str, _Handling] = {
    "drop": _drop,
    "key-zero": _key_zero,
    "all": _all,
    "rahman-ng": _rahman_ng,
    "cai-strube": _cai_strube,
    "semeval": _semeval,
}
CHOICES = (STANDARD, *HANDLINGS)
