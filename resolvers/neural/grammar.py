"""What grammar is certain of: candidates that binding or speech keeps a third person pronoun from.

The stages are those of the pronoun resolvers (resolvers.md, 2.3 and 2.5); they bar a candidate and weigh nothing.
"""

from anaphora_workbench.resolvers.contract.case import QUOTATIONS, SYNTAX
from anaphora_workbench.resolvers.discourse.binding import disjoint_of
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, Discourse
from anaphora_workbench.resolvers.discourse.speech import speech_of
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.options import PronounOptions

PARTS = (SYNTAX, QUOTATIONS)
# Place of a candidate among those of a mention, with the stage that bars it and why.
Barred = dict[int, tuple[str, str]]
_CONDITIONS = PronounOptions()


def barred(discourse: Discourse, pronoun: int, candidates: Codes, without: tuple[str, ...]) -> Barred:
    """The candidates that grammar keeps a third person pronoun from.

    Args:
        candidates: their positions.
        without: stages that have no say.
    """
    if discourse.mentions[pronoun].pronoun_type in LEXICAL_ANAPHORS:
        return {}
    found: Barred = {}
    if QUOTATIONS not in without:
        apart = speech_of(discourse).kept_apart(pronoun)
        found |= {place: (QUOTATIONS, apart[at]) for place, at in enumerate(candidates.tolist()) if at in apart}
    if SYNTAX not in without:
        disjoint = disjoint_of(discourse, pronoun, _CONDITIONS)
        start = discourse.sentence_start[discourse.sentence[pronoun]]
        for place, position in enumerate(candidates.tolist()):
            rule = disjoint.rule(position) if position >= start else None
            if rule:
                found[place] = SYNTAX, rule
    return found
