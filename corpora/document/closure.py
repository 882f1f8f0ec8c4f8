"""The transitive closure of links: the entities that a set of links makes."""

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from anaphora_workbench.corpora.document import Entity, Mention

Linked = TypeVar("Linked")


class Union(Generic[Linked]):
    """Entities that grow link by link.

    >>> union = Union()
    >>> [union.join(*link) for link in (("Ann", "she"), ("she", "her"), ("Ann", "her"))]
    [True, True, False]
    """

    def __init__(self) -> None:
        self._above: dict[Linked, Linked] = {}

    @property
    def linked(self) -> Iterable[Linked]:
        """All that has been asked for or joined."""
        return self._above.keys()

    def top(self, linked: Linked) -> Linked:
        """The one that stands for the entity of this one."""
        while (above := self._above.setdefault(linked, linked)) != linked:
            self._above[linked] = self._above[above]
            linked = above
        return linked

    def join(self, first: Linked, second: Linked) -> bool:
        """Make the entities of two one, the top of the first being its top; False if they are one already."""
        first, second = self.top(first), self.top(second)
        self._above[second] = first
        return first != second


def closure(mentions: Sequence[Linked], links: Iterable[tuple[int, int]]) -> list[list[Linked]]:
    """The entities that links make of mentions: their transitive closure.

    Args:
        mentions: in text order; mentions and entities keep this order.
        links: pairs of places in ``mentions``, in either direction.

    Returns:
        One list for each entity; a mention without links is an entity of its own.

    >>> closure(["Ann", "a dog", "she", "it", "her"], [(2, 0), (3, 1), (4, 2)])
    [['Ann', 'she', 'her'], ['a dog', 'it']]
    """
    union: Union[int] = Union()
    for place, other in links:
        union.join(*sorted((union.top(place), union.top(other))))
    entities = [[mention] for mention in mentions]
    # In text order, so that the first mention of an entity is its top and stands before the others.
    for place in sorted(union.linked):
        first = union.top(place)
        if first != place:
            entities[first].append(mentions[place])
            entities[place] = []
    return [entity for entity in entities if entity]


def closure_by_id(links: Iterable[tuple[str, str]], mentions: Iterable[str] = ()) -> list[list[str]]:
    """The entities that links between ids make.

    Args:
        links: pairs of ids of mentions that corefer.
        mentions: ids that come first, in this order, linked or not; the others follow as links name them.

    >>> closure_by_id([("Ann", "she"), ("it", "a dog"), ("she", "her")])
    [['Ann', 'she', 'her'], ['it', 'a dog']]
    """
    links = list(links)
    ids = dict.fromkeys(mentions)
    for link in links:
        ids |= dict.fromkeys(link)
    place_of = {mention: place for place, mention in enumerate(ids)}
    return closure(list(ids), [(place_of[first], place_of[second]) for first, second in links])


def entities_by_reference(mentions: Iterable[Mention], references: Iterable[tuple[str, str]]) -> list[Entity]:
    """What references join, as entities numbered from 1; a mention that none joins is one of its own.

    Args:
        mentions: in text order.
        references: pairs of ids of mentions that corefer.
    """
    chains = closure_by_id(references, [mention.id for mention in mentions])
    return [Entity(str(number), chain) for number, chain in enumerate(chains, 1)]
