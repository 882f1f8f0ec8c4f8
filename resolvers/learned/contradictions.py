"""Contradictions: what a third person pronoun or a noun phrase does not take up, whatever the weights say.

Rankers only weigh binding and gender, as parses and lists err; between two pronouns they weigh them lightly, though
these have their gender from their forms. Counted over the keys of GUM train and LitBank:

============================================  ==================================  ===========================
kept apart                                    example                             one entity in the key
============================================  ==================================  ===========================
the subject of its verb, a pronoun            *She* gave *her* the keys           5 of 19 pairs
pronouns of men and women                     *He* left. Then *she* …             14 of 7,916 next to another
============================================  ==================================  ===========================

Where the subject of its verb is only understood (*he ate what was sent him*), the keys have 23 of 36 pairs in one, and
the weights decide. Noun phrases do not take up what they contrast with (``contrast.py``). What an entity has been
linked to so far counts as well. Source: our own; of co-arguments, Lappin & Leass (1994), 2.1.1, condition 3, and 2.2,
step 4c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from anaphora_workbench.corpora.dependencies import SUBJECT
from anaphora_workbench.resolvers.binding import ARGUMENT_DOMAIN, disjoint_of
from anaphora_workbench.resolvers.case import SYNTAX, Candidate
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.features.mention_table import ONE_GENDER, THIRD
from anaphora_workbench.resolvers.learned.contrast import can_contrast, contrast
from anaphora_workbench.resolvers.options import PronounOptions
from anaphora_workbench.resolvers.stages.chains import CHAINS

OTHER_SEX = "a pronoun of the other sex"
LINKED_ALREADY = "linked to it already"
_OPTIONS = PronounOptions()


@dataclass(frozen=True)
class Contradiction:
    """Why a mention does not take up another, nor what is one entity with it.

    Attributes:
        member: position of that other one.
    """

    member: int
    why: str

    def rejects(self, candidate: Candidate) -> Candidate:
        """The candidate as it stands in a trace."""
        if candidate.position != self.member:
            return candidate.rejected(CHAINS, f"linked: {self.why}", self.member)
        return candidate.rejected(SYNTAX if self.why == ARGUMENT_DOMAIN else CHAINS, self.why)


def contradicted(state: EntityState, position: int, candidates: Sequence[int]) -> dict[int, Contradiction]:
    """By their places, the candidates that a third person pronoun or a noun phrase cannot take up."""
    table = state.table
    if can_contrast(table, position):
        by_entity = {entity: _in_contrast(state, position, entity) for entity in set(state.of[candidates].tolist())}
    elif table.kind[position] == THIRD and table.discourse.mentions[position].pronoun_type not in LEXICAL_ANAPHORS:
        by_entity = {entity: _of_other_sex(state, position, entity) for entity in set(state.of[candidates].tolist())}
        by_entity |= {int(state.of[apart.member]): apart for apart in _of_its_sentence(table, position)}
    else:
        return {}
    told = (by_entity.get(entity) for entity in state.of[candidates].tolist())
    return {place: contradiction for place, contradiction in enumerate(told) if contradiction is not None}


def linked_already(candidate: Candidate) -> Candidate:
    """A candidate of the mention's own entity as it stands in a trace."""
    return candidate.rejected(CHAINS, LINKED_ALREADY)


def _in_contrast(state: EntityState, later: int, entity: int) -> Contradiction | None:
    """The last member of an entity that a noun phrase contrasts with, None for none."""
    for member in sorted(state.members[entity], reverse=True):
        told_apart = member != later and can_contrast(state.table, member)
        why = contrast(state.table, later, member) if told_apart else ""
        if why:
            return Contradiction(member, why)
    return None


def _of_its_sentence(table: MentionTable, pronoun: int) -> list[Contradiction]:
    """The pronouns before a pronoun in its sentence that cannot be one entity with it."""
    first = table.discourse.sentence_start[int(table.sentence[pronoun])]
    disjoint = disjoint_of(table.discourse, pronoun, _OPTIONS, "dep")
    apart = []
    for earlier in range(first, pronoun):
        if (
            table.kind[earlier] == THIRD
            and disjoint.rule(earlier) == ARGUMENT_DOMAIN
            and _of_one_verb(table.discourse, earlier, pronoun)
        ):
            apart.append(Contradiction(earlier, ARGUMENT_DOMAIN))
    return apart


def _of_one_verb(discourse: Discourse, earlier: int, later: int) -> bool:
    """Whether two mentions have one verb, and one of them, but not both, is its subject."""
    tree = discourse.tree
    first, second = (tree.transparent(discourse.node[position]) for position in (earlier, later))
    verbs = {tree.predicate_of(first), tree.predicate_of(second)}
    return len(verbs) == 1 and tree.stands_as(first, SUBJECT) != tree.stands_as(second, SUBJECT)


def _of_other_sex(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """The last pronoun of an entity that is *he* where a pronoun is *she*, or the other way; None for none."""
    gender = int(state.table.gender[pronoun])
    if gender not in ONE_GENDER:
        return None
    (other,) = set(ONE_GENDER) - {gender}
    if all(of_pronoun != other for _, of_pronoun in state.pronouns[entity]):
        return None
    genders, kinds = state.table.gender, state.table.kind
    member = max(place for place in state.members[entity] if kinds[place] == THIRD and genders[place] == other)
    return Contradiction(member, OTHER_SEX)
