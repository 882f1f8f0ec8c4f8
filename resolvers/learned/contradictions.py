"""Contradictions: what a third person pronoun or a noun phrase does not take up, whatever the weights say.

Rankers only weigh binding and gender, as parses and lists err. A sign that errs seldom is a rule instead; how seldom,
over the keys of GUM train and LitBank, is told in resolvers.md, 8.2. Subjects and objects of one verb, and what stands
behind a pronoun, are in ``clause_mates.py``, noun phrases that contrast in ``contrast.py``:

==================================================  ================================
kept apart                                          example
==================================================  ================================
pronouns of men and women                           *He* left. Then *she* …
the name of a man from *she*, a woman's from *he*   *Mrs. Lee* left. *He* …
a name listed as a thing's from *he*, *she*         On *Monday* *she* left.
the place that somebody is in from *he*, *she*      Ann is in *Rome*. *She* …
a noun that is listed as a thing's from *he, she*   *The lamp* fell. *He* laughed.
a noun that is listed as a person's from *it*       *The plumber* left. *It* drips.
the name of a man or woman from *they*              *Tom* left. *They* laughed.
the name of a man or woman from *it*                *Ann Lee* left. *It* drips.
several persons from *it*                           *The cook and Ann* sat. *It* …
a noun that is plural from *he*, *she*, *it*        *The men* left. *It* drips.
*I*, *my* from *he*, *she*, none of them quoted     *My* aunt left. *She* …
a pleonastic pronoun from all before and behind     *It* seems that *it* broke.
a part of what is joined from the whole             *Neither Mary nor Jane* left.
==================================================  ================================

Nouns count where no name and no agreeing pronoun is of their entity, names beside *he* and *she* where nothing of it
agrees. What an entity has been linked to so far counts as well. Source: our own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from anaphora_workbench.corpora.dependencies import APPOSITION
from anaphora_workbench.corpora.document import FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR
from anaphora_workbench.resolvers.case import QUOTATIONS, SYNTAX, Candidate
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS
from anaphora_workbench.resolvers.features import EntityState
from anaphora_workbench.resolvers.features.mention_table import FIRST, NAME, ONE_GENDER, SECOND, THIRD, MentionTable
from anaphora_workbench.resolvers.learned.clause_mates import kept_apart
from anaphora_workbench.resolvers.learned.contrast import OTHER_ONE, can_contrast, contrast, other_than
from anaphora_workbench.resolvers.learned.hearers import ACROSS, members_across
from anaphora_workbench.resolvers.learned.places import is_place_of_stay
from anaphora_workbench.resolvers.speech import speech_of
from anaphora_workbench.resolvers.stages.chains import CHAINS

OTHER_SEX = "a pronoun of the other sex"
NAMED_OTHERWISE = "a name of another gender"
OTHER_GENDER = "a noun of another gender"
ONE_PERSON = "the name of one person"
A_PERSON = "the name of a person"
PERSONS = "several persons"
SEVERAL = "a plural noun"
REFERS_TO_NOTHING = "pleonastic"
PART_OF_JOINED = "joined, and this a part of it"
OF_ONE_VOICE = "a first person, said by the same one"
LINKED_ALREADY = "linked to it already"
# Lists of the language's grammar.
_MR, _MRS = "surface_titles.masculine", "surface_titles.feminine"
_OF_ANY_GENDER = "any_gender.words"
_PERSON = "PERSON"
_SEXES = (frozenset({MASCULINE}), frozenset({FEMININE}))
_PERSONS = frozenset({MASCULINE, FEMININE})
_ONE, _SEVERAL = frozenset({SINGULAR}), frozenset({PLURAL})


@dataclass(frozen=True)
class Contradiction:
    """Why a mention does not take up another, nor what is one entity with it.

    Attributes:
        member: position of that other one.
        rejected_by: the filter that says so.
    """

    member: int
    why: str
    rejected_by: str = CHAINS

    def rejects(self, candidate: Candidate) -> Candidate:
        """The candidate as it stands in a trace."""
        if candidate.position != self.member:
            return candidate.rejected(CHAINS, f"linked: {self.why}", self.member)
        return candidate.rejected(self.rejected_by, self.why)


def contradicted(state: EntityState, position: int, candidates: Sequence[int]) -> dict[int, Contradiction]:
    """By their places, the candidates that a third person pronoun or a noun phrase cannot take up."""
    table, mentions = state.table, state.table.discourse.mentions
    if mentions[position].pronoun_type in LEXICAL_ANAPHORS:
        return {}
    entities = state.of[candidates].tolist()
    by_entity: dict[int, Contradiction | None] = {}
    if can_contrast(table, position):
        by_entity = {entity: _in_contrast(state, position, entity) for entity in set(entities)}
    elif table.kind[position] == THIRD:
        by_entity = {entity: _of_other_kind(state, position, entity) for entity in set(entities)}
    by_entity |= {
        int(state.of[member]): Contradiction(member, REFERS_TO_NOTHING)
        for member in candidates
        if mentions[member].pleonastic
    }
    by_entity |= {
        entity: Contradiction(member, ACROSS, QUOTATIONS)
        for entity, member in members_across(state, position, set(entities)).items()
    }
    by_entity |= {
        int(state.of[member]): Contradiction(member, PART_OF_JOINED, SYNTAX)
        for member in table.once(joined_around).get(position, ())
    }
    if table.kind[position] not in (FIRST, SECOND):
        by_entity |= {
            int(state.of[member]): Contradiction(member, why, by)
            for by, apart in ((QUOTATIONS, _in_speech(table, position)), (SYNTAX, kept_apart(table, position)))
            for member, why in apart.items()
        }
    told = map(by_entity.get, entities)
    by_place = {place: contradiction for place, contradiction in enumerate(told) if contradiction is not None}
    beside = _first_persons_beside(table, position, candidates)
    return {place: Contradiction(candidates[place], OF_ONE_VOICE, QUOTATIONS) for place in beside} | by_place


def joined_around(table: MentionTable) -> dict[int, list[int]]:
    """By the position of each part of what is joined the joined noun phrases around it: *Mary and Jane* by *Jane*."""
    around: dict[int, list[int]] = {}
    mentions = table.discourse.mentions
    for joined in (place for place, mention in enumerate(mentions) if mention.kind == "coordination"):
        for part in range(joined + 1, table.size):
            if table.start[part] >= table.end[joined]:
                break
            if table.end[part] <= table.end[joined]:
                around.setdefault(part, []).append(joined)
    return around


def _first_persons_beside(table: MentionTable, pronoun: int, candidates: Sequence[int]) -> list[int]:
    """The places of *I* and *my* where a pronoun is *he* or *she*, both said by one and neither quoted."""
    third = table.kind[pronoun] == THIRD and table.gender[pronoun] in ONE_GENDER
    if not third or table.quotation[pronoun] >= 0:
        return []
    there = np.asarray(candidates, dtype=np.intp)
    unquoted_first = (table.kind[there] == FIRST) & (table.quotation[there] < 0)
    places: list[int] = np.flatnonzero(unquoted_first & (table.voice[there] == table.voice[pronoun])).tolist()
    return places


def _in_speech(table: MentionTable, position: int) -> dict[int, str]:
    """The mentions that who speaks keeps a third person pronoun from, each with why."""
    return speech_of(table.discourse).kept_apart(position) if table.kind[position] == THIRD else {}


def linked_already(candidate: Candidate) -> Candidate:
    """A candidate of the mention's own entity as it stands in a trace."""
    return candidate.rejected(CHAINS, LINKED_ALREADY)


def _in_contrast(state: EntityState, later: int, entity: int) -> Contradiction | None:
    """The last member of an entity that a noun phrase contrasts with, None for none."""
    for member in sorted(state.members_that(can_contrast, entity), reverse=True):
        why = contrast(state.table, later, member) if member != later else ""
        if why:
            return Contradiction(member, why)
    another = other_than(state.table, later, state.members[entity])
    return None if another is None else Contradiction(another, OTHER_ONE)


def _of_other_kind(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """Why a pronoun cannot take up an entity of which its form tells other things; None if it can."""
    return (
        _of_other_sex(state, pronoun, entity)
        or _named_otherwise(state, pronoun, entity)
        or _of_other_gender(state, pronoun, entity)
        or _of_one_person(state, pronoun, entity)
        or _of_a_person(state, pronoun, entity)
        or _of_several(state, pronoun, entity)
    )


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


def _named_otherwise(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """The last name of an entity that is a woman's or a thing's where a pronoun is *he*, if no member agrees."""
    mentions = state.table.discourse.mentions
    wanted = mentions[pronoun].gender
    if wanted not in _SEXES or not state.named[entity]:
        return None
    told = [member for member in state.members_that(_tells_gender, entity) if member != pronoun]
    unfit = [member for member in told if mentions[member].gender != wanted]
    if not unfit or any(mentions[member].gender == wanted for member in state.members[entity] if member != pronoun):
        return None
    return Contradiction(max(unfit), NAMED_OTHERWISE)


def _of_other_gender(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """The last noun of an entity that is listed with another gender, where no name or pronoun says otherwise."""
    mentions = state.table.discourse.mentions
    wanted = mentions[pronoun].gender
    if len(wanted) != 1 or state.named[entity]:
        return None
    listed = [member for member in state.members_that(_is_listed, entity) if member != pronoun]
    unfit = [member for member in listed if wanted.isdisjoint(mentions[member].gender)]
    if not unfit:
        return None
    others = (mentions[member] for member in state.members_that(_is_pronoun, entity) if member != pronoun)
    if any(wanted <= other.gender for other in others):
        return None
    return Contradiction(max(unfit), OTHER_GENDER)


def _is_pronoun(table: MentionTable, position: int) -> bool:
    return table.discourse.mentions[position].is_pronoun


def _is_listed(table: MentionTable, position: int) -> bool:
    """Whether a noun is listed with its gender, is none that may change it, and no name stands in apposition."""
    discourse = table.discourse
    mention, words = discourse.mentions[position], discourse.document.words
    if mention.kind != "common" or mention.gender_from != "noun list":
        return False
    named = discourse.tree.dependents(discourse.node[position], APPOSITION)
    head = words[mention.head].lemma.lower()
    return head not in discourse.language.words(_OF_ANY_GENDER) and all(words[name].upos != "PROPN" for name in named)


def _of_one_person(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """The name of an entity that is a man's or a woman's, where a pronoun is *they*."""
    mentions = state.table.discourse.mentions
    if SINGULAR in mentions[pronoun].number:
        return None
    members = [member for member in state.members[entity] if member != pronoun]
    if any(SINGULAR not in mentions[member].number for member in members):
        return None
    listed = [member for member in members if _names_man_or_woman(state.table, member)]
    return Contradiction(max(listed), ONE_PERSON) if listed else None


def _of_a_person(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """What an entity has of persons where a pronoun is *it*: a name by list and recogniser, or several joined."""
    if state.table.discourse.mentions[pronoun].gender != frozenset({NEUTER}):
        return None
    for tells, why in ((_names_a_person, A_PERSON), (_joins_persons, PERSONS)):
        members = [member for member in state.members_that(tells, entity) if member != pronoun]
        if members:
            return Contradiction(max(members), why)
    return None


def _of_several(state: EntityState, pronoun: int, entity: int) -> Contradiction | None:
    """The last plural noun of an entity, where a pronoun is of one and no member is."""
    mentions = state.table.discourse.mentions
    if mentions[pronoun].number != _ONE:
        return None
    others = [member for member in state.members[entity] if member != pronoun]
    if any(mentions[member].number != _SEVERAL for member in others):
        return None
    nouns = [member for member in others if mentions[member].kind == "common"]
    return Contradiction(max(nouns), SEVERAL) if nouns else None


def _names_a_person(table: MentionTable, position: int) -> bool:
    """Whether list and recogniser agree on that, and no article says that a thing is named so: *the Webb Telescope*."""
    mention = table.discourse.mentions[position]
    first = table.discourse.document.words[mention.start]
    return mention.entity_type == _PERSON and first.upos != "DET" and _names_man_or_woman(table, position)


def _joins_persons(table: MentionTable, position: int) -> bool:
    """Whether it joins noun phrases that all are persons': *the cook and Ann*."""
    discourse = table.discourse
    mention = discourse.mentions[position]
    if mention.kind != "coordination" or mention.number != _SEVERAL:
        return False
    parts = [
        next((part for part in discourse.mentions_at.get(word, ()) if part != position), -1)
        for word in discourse.tree.conjuncts(discourse.node[position])
        if mention.start <= word < mention.end
    ]
    return len(parts) > 1 and all(part >= 0 and discourse.mentions[part].gender <= _PERSONS for part in parts)


def _tells_gender(table: MentionTable, position: int) -> bool:
    """Whether a name has a title before it, or lists and a recogniser tell what it names, or somebody is in it."""
    mention = table.discourse.mentions[position]
    if table.kind[position] != NAME:
        return False
    if mention.gender == frozenset({NEUTER}):
        listed = mention.gender_from == "noun list" and mention.entity_type not in ("", _PERSON)
        return listed or is_place_of_stay(table, position)
    return _is_titled(table, position) or _names_a_person(table, position)


def _is_titled(table: MentionTable, position: int) -> bool:
    """Whether a title for men or women is its first word, and not its last: *King Arthur*, but not *Carole King*."""
    discourse = table.discourse
    mention = discourse.mentions[position]
    if mention.gender not in _SEXES or mention.head == mention.start:
        return False
    title = discourse.document.words[mention.start].form.lower().rstrip(".")
    return title in discourse.language.words(_MR if MASCULINE in mention.gender else _MRS)


def _names_man_or_woman(table: MentionTable, position: int) -> bool:
    """Whether it is a name of which a list of names tells the sex."""
    mention = table.discourse.mentions[position]
    return bool(table.kind[position] == NAME) and mention.gender in _SEXES and mention.gender_from == "name list"
