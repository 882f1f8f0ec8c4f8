"""The rules of CogNIAC (Baldwin 1997, sections 2.2 and 3.2) and what they see of a text.

A rule fires only where it finds exactly one possible antecedent; these are counted as entities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.resolvers.agreement import agree
from anaphora_workbench.resolvers.candidates import FARTHEST, CandidateLists
from anaphora_workbench.resolvers.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.entities import Entities
from anaphora_workbench.resolvers.reflexives import bind
from anaphora_workbench.resolvers.trace import Candidate

if TYPE_CHECKING:
    from anaphora_workbench.resolvers.cogniac import CogniacOptions

UNIQUE_IN_DISCOURSE = "unique in discourse"
REFLEXIVE = "reflexive"
UNIQUE_IN_CURRENT_AND_PRIOR = "unique in current + prior"
POSSESSIVE_PRO = "possessive pro"
UNIQUE_CURRENT_SENTENCE = "unique current sentence"
UNIQUE_SUBJECT = "unique subject / subject pronoun"
CB_PICKING = "Cb-picking"
PICK_MOST_RECENT = "pick most recent"
SEARCH_BACK = "search back"
SUBJECT_SAME_CLAUSE = "subject same clause"
SEARCH_BACK_DISTANCES = (3, 8, 12, 16, 20)


class Reading:
    """The read-in portion of a discourse: its entities so far."""

    def __init__(self, discourse: Discourse, settings: CogniacOptions) -> None:
        self.discourse = discourse
        self.settings = settings
        self.entities = Entities(discourse)
        self.lists = CandidateLists(discourse, settings)
        self._named: dict[str, int] = {}

    def read(self, position: int, antecedent: int | None) -> None:
        """Take in the next mention, linked to its antecedent if it has one.

        A mention that can be nobody's antecedent is not taken in.
        """
        mention = self.discourse.mentions[position]
        if mention.person != 3 or not self.discourse.can_be_antecedent(position, self.settings.time_candidates):
            return
        if antecedent is not None and self.settings.unique == "entities":
            self.entities.join(position, self.entities.of[antecedent])
            return
        name = self.discourse.form(position) if mention.kind == "proper" and self.settings.same_names else ""
        if name in self._named and name and self.settings.unique == "entities":
            self.entities.join(position, self._named[name])
        else:
            entity = self.entities.found(position)
            if name:
                self._named[name] = entity


class View:
    """What the rules see of the read-in portion from one pronoun.

    Attributes:
        candidates: the mentions of the read-in portion that were listed, nearest first.
        possible: entities that agree and that syntax allows, each with its most recent listed mention.
        known: the members of these entities so far, by candidate, and how many they are.
    """

    def __init__(self, reading: Reading, anaphor: int) -> None:
        self.reading = reading
        self.anaphor = anaphor
        self.discourse = discourse = reading.discourse
        self.pronoun: Mention = discourse.mentions[anaphor]
        self.note = ""
        self._entities = reading.entities
        # Coreference restrictions are those of non-reflexive pronouns.
        syntax = self.pronoun.pronoun_type not in LEXICAL_ANAPHORS
        self._barred = reading.lists.barred_entities(anaphor, self._entities) if syntax else {}
        self._barred |= dict.fromkeys(self._around(), "containment")
        positions = reading.lists.before(anaphor)
        self.candidates: list[Candidate] = reading.lists.filtered(anaphor, positions, self._entities, syntax)
        self.possible: dict[int, int] = {}
        self.known: dict[int, tuple[list[int], int]] = {}
        for candidate in [one for one in self.candidates if not one.rejected_by]:
            entity = self._entities.of.get(candidate.position)
            if entity is not None and entity not in self._barred:
                members = self._entities.members[entity]
                self.known[candidate.position] = members, len(members)
                self.possible.setdefault(entity, candidate.position)

    def _around(self) -> Iterator[int]:
        """Entities with a mention that contains the pronoun and is no candidate: they cannot be meant."""
        discourse, listed = self.discourse, set(self.reading.lists.before(self.anaphor, 0))
        for position in range(self.anaphor - 1, max(0, self.anaphor - FARTHEST) - 1, -1):
            if discourse.sentence[position] != discourse.sentence[self.anaphor]:
                return
            if discourse.inside(self.anaphor, position) and position not in listed:
                entity = self._entities.of.get(position)
                if entity is not None:
                    yield entity

    def within(self, sentences: int) -> dict[int, int]:
        """Possible entities with a mention at most so many sentences back, each with its most recent mention."""
        earliest = self.discourse.sentence[self.anaphor] - sentences
        return {e: p for e, p in self.possible.items() if self.discourse.sentence[p] >= earliest}

    def in_discourse(self) -> dict[int, int]:
        """Possible entities of the whole read-in portion; at most two of them, for none but one is of use."""
        if self.reading.settings.window is not None:
            return self.possible
        found = dict(self.possible)
        wanted = self.reading.lists.wanted(self.anaphor)
        for (number, gender), entities in self._entities.having.items():
            if len(found) > 1:
                break
            if not agree(number, gender, 3, *wanted).ok:
                continue
            for entity in entities:
                if entity not in self._barred:
                    found.setdefault(entity, self._entities.latest[entity])
                if len(found) > 1:
                    break
        return found

    def single(self, found: dict[int, int]) -> tuple[int | None, str]:
        """The antecedent if there is exactly one, else why there is none."""
        if len(found) == 1:
            return next(iter(found.values())), ""
        return None, self.listed(found)

    def listed(self, found: dict[int, int]) -> str:
        if not found:
            return "no candidate"
        ids = [self.discourse.mentions[position].id for position in sorted(found.values())]
        shown = ",".join(ids[:6]) + (",…" if len(ids) > 6 else "")
        return f"{len(ids)} candidates: {shown}"


Rule = Callable[[View], tuple[int | None, str]]


def unique_in_discourse(view: View) -> tuple[int | None, str]:
    """1: the whole read-in portion holds a single possible antecedent."""
    return view.single(view.in_discourse())


def reflexive(view: View) -> tuple[int | None, str]:
    """2: a reflexive takes its binder in the read-in part of the sentence."""
    if view.pronoun.pronoun_type not in LEXICAL_ANAPHORS:
        return None, "no reflexive"
    lists = view.reading.lists
    candidates = lists.filtered(view.anaphor, lists.before(view.anaphor, 0), view.reading.entities, syntax=False)
    if view.reading.settings.reflexives == "published":
        antecedent, step = next((c.position for c in candidates if not c.rejected_by), None), "nearest"
    else:
        antecedent, step = bind(view.discourse, view.anaphor, candidates)
    if antecedent is None:
        return None, "no candidate"
    view.candidates, view.known = candidates, {}
    view.note = f"binding: {step}"
    return antecedent, ""


def unique_in_current_and_prior(view: View) -> tuple[int | None, str]:
    """3: a single possible antecedent in the prior sentence and the read-in part of the current one."""
    return view.single(view.within(1))


def possessive_pro(view: View) -> tuple[int | None, str]:
    """4: a possessive whose very form occurs once as a possessive in the prior sentence."""
    discourse = view.discourse
    if view.pronoun.pronoun_type != "possessive":
        return None, "no possessive"
    prior = discourse.sentence[view.anaphor] - 1
    form = discourse.form(view.anaphor)
    same = [
        candidate.position
        for candidate in view.candidates
        if discourse.sentence[candidate.position] == prior
        and not candidate.rejected_by
        and discourse.mentions[candidate.position].pronoun_type == "possessive"
        and discourse.form(candidate.position) == form
    ]
    if len(same) == 1:
        return same[0], ""
    return None, f"{len(same)} times {form} in the prior sentence" if same else f"no {form} in the prior sentence"


def unique_current_sentence(view: View) -> tuple[int | None, str]:
    """5: a single possible antecedent in the read-in part of the current sentence."""
    return view.single(view.within(0))


def unique_subject(view: View) -> tuple[int | None, str]:
    """6: the subject of the prior sentence holds a single possible antecedent, and the pronoun is a subject."""
    discourse = view.discourse
    if view.pronoun.function != "SUBJ":
        return None, "no subject"
    if view.reading.settings.subject_pronoun == "main-clause" and not discourse.in_main_clause(view.anaphor):
        return None, "no subject of the main clause"
    prior = discourse.sentence[view.anaphor] - 1
    subjects = _subjects(discourse, prior)
    if not subjects:
        return None, "no subject in the prior sentence"
    found: dict[int, int] = {}
    first, last = discourse.sentence_start[prior], discourse.sentence_start[prior + 1]
    for position in range(max(first, last - FARTHEST), last):
        entity = view.reading.entities.of.get(position)
        if entity in view.possible and entity is not None:
            mention = discourse.mentions[position]
            if any(discourse.mentions[subject].contains(mention) for subject in subjects):
                found[entity] = position
    return view.single(found)


def _subjects(discourse: Discourse, sentence: int) -> list[int]:
    """Subjects of a sentence's main clause; of any clause where there is no parse or the main one has none."""
    if sentence < 0:
        return []
    positions = range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1])
    subjects = [position for position in positions if discourse.mentions[position].function == "SUBJ"]
    return [position for position in subjects if discourse.in_main_clause(position)] or subjects


def cb_picking(view: View) -> tuple[int | None, str]:
    """7: the backward-looking centre of the current finite clause, if it is a possible antecedent.

    The centre is the highest ranked noun phrase of the clause read before that the current clause,
    left of the pronoun, takes up by a pronoun.
    """
    discourse, of = view.discourse, view.reading.entities.of
    here = discourse.clause[view.anaphor]
    position = view.anaphor - 1
    realised = set()
    while position >= 0 and discourse.clause[position] == here:
        if discourse.mentions[position].is_pronoun and position in of:
            realised.add(of[position])
        position -= 1
    if position < 0:
        return None, "no prior clause"
    prior = discourse.clause[position]
    utterance = []
    while position >= 0 and discourse.clause[position] == prior:
        utterance.append(position)
        position -= 1
    for forward in sorted(utterance, key=lambda p: (_cf_rank(view, p), p)):
        entity = of.get(forward)
        if entity in realised and entity is not None:
            if entity in view.possible:
                return view.possible[entity], ""
            return None, f"Cb {discourse.mentions[forward].id} is not possible"
    return None, "no Cb"


def _cf_rank(view: View, position: int) -> int:
    function = view.discourse.mentions[position].function
    if view.reading.settings.cf_ranking == "subject":
        return 0 if function == "SUBJ" else 1
    return {"SUBJ": 0, "DOBJ": 1, "IOBJ": 2}.get(function, 3)


def pick_most_recent(view: View) -> tuple[int | None, str]:
    """8: the most recent possible antecedent in the text."""
    found = view.possible or view.in_discourse()
    if found:
        return max(found.values()), ""
    return None, "no candidate"


def search_back(view: View) -> tuple[int | None, str]:
    """MUC-6: a single possible antecedent within 3 sentences, else within 8, 12 and so on."""
    for distance in SEARCH_BACK_DISTANCES:
        found = view.within(distance)
        if len(found) == 1:
            return view.single(found)
        if found:
            return None, f"{view.listed(found)} within {distance} sentences"
    return None, "no candidate"


def subject_same_clause(view: View) -> tuple[int | None, str]:
    """MUC-6: the subject of the immediately surrounding clause."""
    discourse = view.discourse
    here = discourse.clause[view.anaphor]
    found = {
        entity: position
        for entity, position in view.possible.items()
        if discourse.clause[position] == here and discourse.mentions[position].function == "SUBJ"
    }
    return view.single(found)


RULES: dict[str, Rule] = {
    UNIQUE_IN_DISCOURSE: unique_in_discourse,
    REFLEXIVE: reflexive,
    UNIQUE_IN_CURRENT_AND_PRIOR: unique_in_current_and_prior,
    POSSESSIVE_PRO: possessive_pro,
    UNIQUE_CURRENT_SENTENCE: unique_current_sentence,
    UNIQUE_SUBJECT: unique_subject,
    CB_PICKING: cb_picking,
    PICK_MOST_RECENT: pick_most_recent,
    SEARCH_BACK: search_back,
    SUBJECT_SAME_CLAUSE: subject_same_clause,
}
