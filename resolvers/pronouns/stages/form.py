"""Person, number and gender by form: what no resolver may weigh, however it learnt.

*their* is not *we* in *We pay tribute to their courage.*, *them* not *the word*, *she* not *he*. A title, a noun for
one sex and a first name alone are as certain: in GUM train and LitBank train they bar hardly a right antecedent. What
else lists or a recogniser say is left to those who weigh it; so are collectives, quantifiers and persons that *they*
takes up.
Source: Quirk et al. (1985), 6.15-6.20, 10.34-10.50; resolvers.md, 2.8.
"""

from typing import Any

from anaphora_workbench.corpora.document import NEUTER, SINGULAR
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.speech import speech_of
from anaphora_workbench.resolvers.options import SHARED, PronounOptions
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.words import Words

FORM = "form"
PERSON_BY_FORM, NUMBER_BY_FORM, GENDER_BY_FORM = "person by form", "number by form", "gender by form"
_BY_FORM = frozenset({"form", "parts"})
_CERTAIN_GENDER = frozenset({"form", "title"})


def clash(discourse: Discourse, pronoun: int, position: int) -> str:
    """In what the forms of a third person pronoun and a candidate differ, "" if nothing is certain."""
    mention = discourse.mentions[position]
    if mention.person != 3:
        return PERSON_BY_FORM if _one_speaker(discourse, pronoun, position) else ""
    number, wanted = discourse.number[position], discourse.number[pronoun]
    if mention.number_from in _BY_FORM and not number & wanted and not _taken_up_by_they(discourse, position):
        return NUMBER_BY_FORM
    told = mention.gender_from in _CERTAIN_GENDER or mention.is_pronoun or _of_one_sex(discourse, position)
    return GENDER_BY_FORM if told and not discourse.gender[position] & discourse.gender[pronoun] else ""


def _of_one_sex(discourse: Discourse, position: int) -> bool:
    """*The king*, *Mary*: a noun for one sex or a first name alone, which no family, act or ship is called by."""
    mention = discourse.mentions[position]
    if len(discourse.gender[position]) > 1 or NEUTER in discourse.gender[position]:
        return False
    if mention.kind == "common":
        return mention.gender_from == "noun list"
    return mention.gender_from == "name list" and mention.end - mention.start == 1


def _taken_up_by_they(discourse: Discourse, position: int) -> bool:
    """A singular that may name a person: *the student … they*; not *the word*. *It* and *they* may be a collective."""
    if discourse.mentions[position].is_pronoun:
        return NEUTER in discourse.gender[position]
    singular = discourse.number[position] == frozenset(SINGULAR)
    return singular and discourse.gender[position] != frozenset(NEUTER)


def _one_speaker(discourse: Discourse, pronoun: int, position: int) -> bool:
    """Whether both are said by one and the same: *I* of a quotation may be *he* outside of it."""
    around, document, mentions = speech_of(discourse).around, discourse.document, discourse.mentions
    if around.get(pronoun, []) != around.get(position, []):
        return False
    return document.speaker_of(mentions[pronoun].start) == document.speaker_of(mentions[position].start)


def judge_form(case: Case[Any]) -> None:
    """Reject what differs from the pronoun in person, number or gender by form."""
    shared = case.memory.shared
    if FORM in shared.without or not _in_force(shared):
        return
    case.candidates = [
        candidate.rejected(FORM, why)
        if not candidate.rejected_by and (why := clash(case.discourse, case.anaphor, candidate.position))
        else candidate
        for candidate in case.candidates
    ]


def _in_force(parameters: PronounOptions) -> bool:
    return parameters.grammar == SHARED


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


CAUSE = "filtered by form"
AGREES_BY_FORM = Filter(
    FORM,
    "person, number and gender as the forms have them, for resolvers that weigh agreement",
    "Quirk et al. 1985, 6.15-6.20, 10.34-10.50",
    judge_form,
    {CAUSE: "a right candidate fell because the forms differ in person, number or gender"},
    (FORM,),
    _fate,
    _in_force,
    words=Words(labels={FORM: "form"}),
)
