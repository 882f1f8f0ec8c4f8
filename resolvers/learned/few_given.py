"""A text of which few mentions are given: it is read with all its noun phrases, as their readers read it.

GAP gives two names and a pronoun of each snippet. What a learned resolver knows of distances, functions and entities,
it knows of texts with all their noun phrases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from anaphora_workbench.resolvers.case import Candidate
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.between_names import BetweenNames, Chains, Contest, contest, contest_among
from anaphora_workbench.resolvers.learned.rankers import Choice
from anaphora_workbench.resolvers.parallelism import words_apart

# Given mentions are few if they are less than this share of the noun phrases that are not given. Measured: a seventh in
# the middle one of 200 of GAP's validation snippets, two of which have more than a third; in LitBank, whose key has six
# types of entities, as many in the middle document, and 0.35 in the one with the fewest.
_FEW = 1 / 3


def with_noun_phrases_around(discourse: Discourse) -> Discourse | None:
    """The same text with the noun phrases that were not given as mentions; None where many are given, or none is."""
    document = discourse.document
    if not document.mentions or len(document.mentions) >= _FEW * len(document.bystanders):
        return None
    taken = {mention.id for mention in document.mentions}
    around = [mention for mention in document.bystanders if mention.id not in taken]
    return Discourse(replace(document, mentions=[*document.mentions, *around], bystanders=[]))


@dataclass(frozen=True)
class AnswerToFew:
    """What becomes of one of the mentions given.

    Attributes:
        position: among them. antecedent: likewise; None for none.
        candidates: those that were compared by the weights between names, the best first.
        note: what is to be said of that.
        elsewhere: whether it takes up only what was not given.
    """

    position: int
    antecedent: int | None
    candidates: list[Candidate]
    note: str = ""
    elsewhere: bool = False


def answers_to_few(
    discourse: Discourse, wide: MentionTable, made: Mapping[int, Choice], chains: Chains, weights: BetweenNames
) -> Iterator[AnswerToFew]:
    """What becomes of the mentions given: pronouns of one gender take the best of the nouns, others what is theirs.

    Between several persons with names these are compared wherever they stand: where one that was not given is the best,
    the pronoun means none of the given.

    Args:
        discourse: with these mentions. wide: of the text with all noun phrases.
        made, chains: how it was read.
    """
    places = [wide.discourse.position[id] for id in discourse.ids]
    back = {place: position for position, place in enumerate(places)}
    nouns = [place for place in places if not wide.is_pronoun[place]]
    for position, place in enumerate(places):
        found = None
        if place in made:
            found = contest(wide, chains, made[place]) or contest_among(wide, chains, made[place], nouns)
        if found is not None:
            given = _given(wide, chains, found, nouns)
            ranked = weights.ranked(found)
            candidates = [
                Candidate(back[given[row]], factors=weights.fired(found, row), rank=rank)
                for rank, row in enumerate(ranked, start=1)
                if row in given
            ]
            antecedent = candidates[0].position if ranked[0] in given else None
            yield AnswerToFew(position, antecedent, candidates, weights.told(wide, found))
            continue
        earlier = [other for other in chains.members[chains.number[place]] if other < place]
        before = [back[other] for other in earlier if other in back]
        if before:
            yield AnswerToFew(position, max(before), [])
        elif wide.is_pronoun[place]:
            yield AnswerToFew(position, None, [], _not_given(wide, earlier), elsewhere=bool(earlier))


def _not_given(wide: MentionTable, earlier: Sequence[int]) -> str:
    """What a pronoun takes up where that was not given, "" if it takes up nothing."""
    if not earlier:
        return ""
    mention = wide.discourse.mentions[max(earlier)]
    return f"it takes up {wide.discourse.document.mention_text(mention)} ({mention.id})"


def _given(wide: MentionTable, chains: Chains, found: Contest, nouns: Sequence[int]) -> dict[int, int]:
    """For each row of a contest whose entity has some of the nouns given the nearest one."""
    given = {}
    for row, entity in enumerate(found.entities):
        of_entity = [noun for noun in nouns if chains.number[noun] == entity]
        if of_entity:
            given[row] = min(of_entity, key=lambda noun: words_apart(wide.discourse, noun, found.pronoun))
    return given
