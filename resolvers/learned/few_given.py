"""A text of which few mentions are given: it is read with all its noun phrases, as their readers read it.

GAP gives two names and a pronoun of each snippet. What a learned resolver knows of distances, functions and entities,
it knows of texts with all their noun phrases.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from anaphora_workbench.resolvers.case import Candidate
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.between_names import BetweenNames, Chains, contest_among
from anaphora_workbench.resolvers.learned.rankers import Choice

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
    """

    position: int
    antecedent: int | None
    candidates: list[Candidate]


def answers_to_few(
    discourse: Discourse, wide: MentionTable, made: Mapping[int, Choice], chains: Chains, weights: BetweenNames
) -> Iterator[AnswerToFew]:
    """What becomes of the mentions given: pronouns of one gender take the best of the nouns, others what is theirs.

    Args:
        discourse: with these mentions. wide: of the text with all noun phrases.
        made, chains: how it was read.
    """
    places = [wide.discourse.position[id] for id in discourse.ids]
    back = {place: position for position, place in enumerate(places)}
    nouns = [place for place in places if not wide.is_pronoun[place]]
    for position, place in enumerate(places):
        found = contest_among(wide, chains, made[place], nouns) if place in made else None
        if found is not None:
            sums = weights.sums(found)
            candidates = [
                Candidate(back[found.nearest[row]], factors=weights.fired(found, row), rank=rank)
                for rank, row in enumerate((-sums).argsort(kind="stable").tolist(), start=1)
            ]
            yield AnswerToFew(position, candidates[0].position, candidates)
            continue
        before = [back[other] for other in places[:position] if chains.number[other] == chains.number[place]]
        if before or wide.is_pronoun[place]:
            yield AnswerToFew(position, max(before, default=None), [])
