"""Noun phrases without a referent: they yield to any other candidate.

*No guest slept. He left.*: there is no guest for *he* to be. Karttunen (1976) asks when a noun phrase establishes a
discourse referent; of his cases those are here that a parse tells. What earlier answers have taken up has a referent.
No paper of an algorithm has the rule (resolvers.md, 2.7).
"""

from typing import Any

from anaphora_workbench.corpora.document import NEUTER, PLURAL, Mention
from anaphora_workbench.resolvers.contract.case import Candidate, Case
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.pronouns.stages.filter import Fate, Filter
from anaphora_workbench.resolvers.words import Words

REFERENTS = "referents"
CAUSE = "filtered by referents"
QUANTIFIED = "a quantifier in another sentence"
BARE = "a singular without a determiner"
PREDICATED = "an indefinite predicate nominal"

_PLURAL = frozenset({PLURAL})
# Where a bare singular may be a mass noun; not behind a preposition: *in place*, *by train*.
_ARGUMENTS = frozenset({"SUBJ", "DOBJ", "IOBJ", "AGENT", "POSS", "PRED", "APPOS"})


def judge_referents(case: Case[Any]) -> None:
    """Reject what introduces no discourse referent, if another candidate is left."""
    discourse = case.discourse
    if REFERENTS in case.memory.shared.without or REFERENTS in case.absent or PLURAL in discourse.number[case.anaphor]:
        return
    for_things = NEUTER in discourse.gender[case.anaphor]
    reasons: dict[int, str] = {}
    left = case.left
    for candidate in left:
        position = candidate.position
        why = _why_none(discourse, position, for_things, discourse.sentence[case.anaphor])
        if why and len(case.memory.chain_of(position)) == 1:
            reasons[position] = why
    if 0 < len(reasons) < len(left):
        case.candidates = [
            candidate.rejected(REFERENTS, reasons[candidate.position])
            if not candidate.rejected_by and candidate.position in reasons
            else candidate
            for candidate in case.candidates
        ]


def _why_none(discourse: Discourse, position: int, for_things: bool, sentence: int) -> str:
    """Why a mention introduces no referent for a singular pronoun of a sentence, "" if it may."""
    mention = discourse.mentions[position]
    if mention.number == _PLURAL:
        return ""
    if _is_quantified(discourse, mention):
        # Within its sentence a quantifier may bind the pronoun: *every guest lost his key*.
        return QUANTIFIED if discourse.sentence[position] != sentence else ""
    if mention.kind != "common":
        return ""
    if mention.definiteness == "bare":
        # A mass noun is bare too, *Tom drank water*; persons are counted.
        return "" if for_things and mention.function in _ARGUMENTS else BARE
    # *There was a king*: grammatically a predicate nominal, though nothing introduces more plainly.
    predicated = mention.function == "PRED" and mention.definiteness == "indefinite" and not mention.existential
    return PREDICATED if predicated and not for_things else ""


def _is_quantified(discourse: Discourse, mention: Mention) -> bool:
    words, language = discourse.document.words, discourse.language
    if mention.kind in ("pronoun", "other"):
        return words[mention.head].form.lower() in language.words("quantifiers.pronouns")
    determiner = discourse.tree.determiner(mention.head) if mention.kind == "common" else None
    return determiner is not None and words[determiner].form.lower() in language.words("determiners.distributive")


def _fate(candidate: Candidate) -> Fate:
    return CAUSE, candidate.why


WITHOUT_REFERENT = Filter(
    REFERENTS,
    "no candidate without a referent, such as every guest, if another is left",
    "choice; after Karttunen 1976",
    judge_referents,
    {CAUSE: "a right candidate agreed, but its noun phrase introduces no individual, as another's did"},
    (REFERENTS,),
    _fate,
    words=Words(labels={REFERENTS: "no individual"}),
)
