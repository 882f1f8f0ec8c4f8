"""The rules of CogNIAC (Baldwin 1997, sections 2.2 and 3.2), one function each.

A rule fires only where it finds exactly one possible antecedent; these are counted as entities.
"""

from collections.abc import Callable

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.pronouns.reflexives import bind
from anaphora_workbench.resolvers.pronouns.stages.agreement import so_far
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST, before
from anaphora_workbench.resolvers.rules.cogniac_memory import View
from anaphora_workbench.resolvers.words import Words

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
WORDS = Words(
    rules={
        UNIQUE_IN_DISCOURSE: "the text so far has a single possible antecedent",
        REFLEXIVE: "a reflexive is bound in its sentence",
        UNIQUE_IN_CURRENT_AND_PRIOR: "a single one in the prior sentence and this one so far",
        POSSESSIVE_PRO: "the same possessive occurs once in the prior sentence",
        UNIQUE_CURRENT_SENTENCE: "a single one in this sentence so far",
        UNIQUE_SUBJECT: "the pronoun is a subject, and the prior sentence's subject holds a single one",
        CB_PICKING: "the backward-looking centre (Cb) of this clause is possible",
        PICK_MOST_RECENT: "the most recent one",
        SEARCH_BACK: "a single one within 3 sentences, or within 8, 12, 16, 20",
        SUBJECT_SAME_CLAUSE: "the subject of this clause",
    },
    tried={
        "no reflexive": "the pronoun is not a reflexive",
        "no possessive": "the pronoun is not a possessive",
        "no subject": "the pronoun is not a subject",
        "no candidate": "no possible antecedent",
        "no Cb": "no pronoun of this clause refers to the clause before",
    },
)

Rule = Callable[[View], tuple[int | None, str]]


def unique_in_discourse(view: View) -> tuple[int | None, str]:
    """1: the whole read-in portion holds a single possible antecedent."""
    return view.single(view.in_discourse())


def reflexive(view: View) -> tuple[int | None, str]:
    """2: a reflexive takes its binder in the read-in part of the sentence."""
    if not view.case.lexical:
        return None, "no reflexive"
    shared = view.memory.shared
    candidates = so_far(view.case, before(view.discourse, view.anaphor, 0, shared.time_candidates))
    if view.memory.parameters.reflexives == "published":
        antecedent, step = next((c.position for c in candidates if not c.rejected_by), None), "nearest"
    else:
        antecedent, step = bind(view.discourse, view.anaphor, candidates)
    if antecedent is None:
        return None, "no candidate"
    view.case.candidates, view.members_of = candidates, {}
    view.case.note = f"binding: {step}"
    return antecedent, ""


def unique_in_current_and_prior(view: View) -> tuple[int | None, str]:
    """3: a single possible antecedent in the prior sentence and the read-in part of the current one."""
    return view.single(view.within(1))


def possessive_pro(view: View) -> tuple[int | None, str]:
    """4: a possessive whose very form occurs once as a possessive in the prior sentence."""
    discourse = view.discourse
    if view.pronoun.pronoun_type != "possessive":
        return None, "no possessive"
    prior = discourse.sentence_before(discourse.sentence[view.anaphor])
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
    if view.memory.parameters.subject_pronoun == "main-clause" and not discourse.in_main_clause(view.anaphor):
        return None, "no subject of the main clause"
    prior = discourse.sentence_before(discourse.sentence[view.anaphor])
    subjects = _subjects(discourse, prior)
    if not subjects:
        return None, "no subject in the prior sentence"
    # Of any clause where those of the main one hold none: *if he provoked Malek, uncertainties were introduced*.
    of_main_clause = [position for position in subjects if discourse.in_main_clause(position)]
    return view.single(_held_by(view, prior, of_main_clause) or _held_by(view, prior, subjects))


def _held_by(view: View, sentence: int, subjects: list[int]) -> dict[int, int]:
    """Possible entities with a mention in one of the subjects of a sentence, each with its last one there."""
    discourse = view.discourse
    possible: dict[int, int] = {}
    first, last = discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1]
    for position in range(max(first, last - FARTHEST), last):
        entity = view.memory.so_far.of.get(position)
        if entity in view.possible and entity is not None:
            mention = discourse.mentions[position]
            if any(discourse.mentions[subject].contains(mention) for subject in subjects):
                possible[entity] = position
    return possible


def _subjects(discourse: Discourse, sentence: int) -> list[int]:
    if sentence < 0:
        return []
    positions = range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1])
    return [position for position in positions if discourse.mentions[position].function == "SUBJ"]


def cb_picking(view: View) -> tuple[int | None, str]:
    """7: the backward-looking centre of the current finite clause, if it is a possible antecedent.

    The centre is the highest ranked noun phrase of the clause read before that the current clause,
    left of the pronoun, takes up by a pronoun.
    """
    discourse, of = view.discourse, view.memory.so_far.of
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
                view.case.note = f"Cb {discourse.mentions[forward].id}"
                return view.possible[entity], ""
            return None, f"Cb {discourse.mentions[forward].id} is not possible"
    return None, "no Cb"


def _cf_rank(view: View, position: int) -> int:
    function = view.discourse.mentions[position].function
    if view.memory.parameters.cf_ranking == "subject":
        return 0 if function == "SUBJ" else 1
    return {"SUBJ": 0, "DOBJ": 1, "IOBJ": 2}.get(function, 3)


def pick_most_recent(view: View) -> tuple[int | None, str]:
    """8: the most recent possible antecedent in the text."""
    antecedent = view.most_recent()
    return antecedent, "" if antecedent is not None else "no candidate"


def search_back(view: View) -> tuple[int | None, str]:
    """MUC-6: a single possible antecedent within 3 sentences, else within 8, 12 and so on."""
    for distance in SEARCH_BACK_DISTANCES:
        possible = view.within(distance)
        if len(possible) == 1:
            return view.single(possible)
        if possible:
            return None, f"{view.listed(possible)} within {distance} sentences"
    return None, "no candidate"


def subject_same_clause(view: View) -> tuple[int | None, str]:
    """MUC-6: the subject of the immediately surrounding clause."""
    discourse = view.discourse
    here = discourse.clause[view.anaphor]
    possible = {
        entity: position
        for entity, position in view.possible.items()
        if discourse.clause[position] == here and discourse.mentions[position].function == "SUBJ"
    }
    return view.single(possible)


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
