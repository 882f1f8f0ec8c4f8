"""Two pronouns of one verb are two persons or things: *her* is not *She* in *She gave her the keys*.

Rankers only weigh binding, as parses err; between two pronouns they hardly do. That is right where a verb's subject is
only understood (*he ate what was sent him*): of such pairs that could be one entity by number and gender the keys of
GUM train and LitBank have 23 of 36 in one. Of those with the verb's own subject they have 5 of 19. Source: Lappin &
Leass (1994), 2.1.1, condition 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from anaphora_workbench.corpora.dependencies import SUBJECT
from anaphora_workbench.resolvers.binding import ARGUMENT_DOMAIN, disjoint_of
from anaphora_workbench.resolvers.case import SYNTAX, Candidate
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.features.mention_table import THIRD
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.stages.chains import CHAINS

_OPTIONS = PronounOptions()


def co_arguments(table: MentionTable, pronoun: int) -> list[int]:
    """Positions of the third person pronouns before one in its sentence, where one of both is subject of their verb."""
    mentions = table.discourse.mentions
    if table.kind[pronoun] != THIRD or mentions[pronoun].pronoun_type in LEXICAL_ANAPHORS:
        return []
    first = table.discourse.sentence_start[int(table.sentence[pronoun])]
    disjoint = disjoint_of(table.discourse, pronoun, _OPTIONS, "dep")
    return [
        earlier
        for earlier in range(first, pronoun)
        if table.kind[earlier] == THIRD
        and disjoint.rule(earlier) == ARGUMENT_DOMAIN
        and _of_one_verb(table.discourse, earlier, pronoun)
    ]


def _of_one_verb(discourse: Discourse, earlier: int, later: int) -> bool:
    """Whether two mentions have one verb, and one of them, but not both, is its subject."""
    tree = discourse.tree
    first, second = (tree.transparent(discourse.node[position]) for position in (earlier, later))
    verbs = {tree.predicate_of(first), tree.predicate_of(second)}
    return len(verbs) == 1 and tree.stands_as(first, SUBJECT) != tree.stands_as(second, SUBJECT)


def barred(state: EntityState, apart: Sequence[int], candidates: Sequence[int]) -> dict[int, int]:
    """By place of a candidate of an entity that has one of the mentions kept apart, that mention."""
    if not apart:
        return {}
    member_of = {int(state.of[mention]): mention for mention in apart}
    entities = state.of[candidates].tolist()
    return {place: member_of[entity] for place, entity in enumerate(entities) if entity in member_of}


def rejected(candidate: Candidate, member: int) -> Candidate:
    """A candidate that cannot be taken, as it is a co-argument itself or one entity with it so far.

    Args:
        member: position of that co-argument.
    """
    if candidate.position == member:
        return candidate.rejected(SYNTAX, ARGUMENT_DOMAIN)
    return candidate.rejected(CHAINS, f"linked: {ARGUMENT_DOMAIN}", member)
