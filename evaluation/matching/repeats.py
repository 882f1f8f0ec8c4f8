"""Which entity keeps a mention that stands in several, or several times in one.

The larger entity keeps it, counted in different mentions; of equal ones that whose other mentions come first in the
text. So the order of a file tells nothing, and a file against itself is perfect. By the rule of the CoNLL scorer the
last entity of a key has it, and the first of a response (metrics.md, section 18).
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Literal

Rule = Literal["larger", "first", "last"]


def rule_for(is_key: bool, as_conll: bool) -> Rule:
    """The rule for a side; ``as_conll``: that of the CoNLL scorer."""
    return "larger" if not as_conll else "last" if is_key else "first"


def owners(entities: Sequence[Sequence[Hashable]], rule: Rule) -> dict[Hashable, int]:
    """The number of the entity that keeps each mention."""
    owner: dict[Hashable, int] = {}
    contested: dict[Hashable, list[int]] = {}
    for number, entity in enumerate(entities):
        for mention in entity:
            before = owner.setdefault(mention, number)
            if before != number:
                if rule == "last":
                    owner[mention] = number
                elif rule == "larger":
                    contested.setdefault(mention, [before]).append(number)
    for mention, numbers in contested.items():
        owner[mention] = min(numbers, key=lambda number: _rank(mention, entities[number]))
    return owner


def without_repeats(entities: Iterable[Iterable[Hashable]], rule: Rule) -> tuple[list[list[Hashable]], int]:
    """The entities with each mention once, and how many others there were; those that become empty are left out."""
    given = [entity for entity in map(list, entities) if entity]
    total = sum(map(len, given))
    # Much faster than to look for who has what, and most often all there is to do.
    if len({mention for entity in given for mention in entity}) == total:
        return given, 0
    owner = owners(given, rule)
    kept = [
        [mention for mention in dict.fromkeys(entity) if owner[mention] == number]
        for number, entity in enumerate(given)
    ]
    return [entity for entity in kept if entity], total - len(owner)


def _rank(mention: Hashable, entity: Sequence[Hashable]) -> tuple[int, list[tuple[Any, ...]]]:
    others = set(entity) - {mention}
    return -len(others), sorted(map(_place, others))


def _place(name: Any) -> tuple[Any, ...]:
    """What names come in the order of the text by: their first words, then the longer; of others by what they are."""
    if isinstance(name, tuple) and name and isinstance(name[0], tuple):
        # Under head match a mention is its words and its head.
        return (*_place(name[0]), *name[1:])
    if isinstance(name, tuple) and name and all(isinstance(part, int) for part in name):
        return 0, name[0], -name[-1], name
    return 1, repr(name)
