"""Why a decision is wrong: the names of the causes and what they mean, in the order of the stages.

The causes of filters are theirs (``resolvers.stages``), so a plug-in's filter has its own here too.
"""

from anaphora_workbench.resolvers import FILTERS, Candidate
from anaphora_workbench.resolvers.contract.case import OUTSIDE

PRONOUN_MISSED = "pronoun not extracted"
FLAGGED = "flagged pleonastic wrongly"
LEFT_OUT = "taken for no anaphor wrongly"
NOT_EXTRACTED = "antecedent not extracted"
NO_CANDIDATE = "no candidate"
WINDOW = OUTSIDE
OUTRANKED = "outranked"
ABSTAINED = "abstained"
UNTRACED = "no trace"
PLEONASTIC = "pleonastic resolved"
NOT_ANAPHORIC = "resolved without antecedent"
NOT_IN_KEY = "not in the key"

_BEFORE_FILTERS = {
    PRONOUN_MISSED: "the anaphor is not a mention that the resolver was given, or was not taken for a pronoun",
    FLAGGED: "the anaphor was taken for pleonastic",
    LEFT_OUT: "a stage of anaphoricity left the anaphor without an answer",
    NOT_EXTRACTED: "no mention before the anaphor is one of its entity",
    NO_CANDIDATE: "a right mention was there but not eligible: it contains the pronoun, is pleonastic, a time …",
    WINDOW: "every right mention lies further back than the resolver looks, or its salience had faded",
}
_AFTER_FILTERS = {
    OUTRANKED: "a right candidate passed all filters and another was chosen",
    ABSTAINED: "a right candidate passed all filters and no answer was given",
    UNTRACED: "a right mention was there, and the resolver does not say what became of it",
    PLEONASTIC: "an *it* that the key has as no mention was answered; it costs precision, not success rate",
    NOT_ANAPHORIC: "another pronoun without earlier mention in the key was answered; likewise",
    NOT_IN_KEY: "a pronoun was answered that a key of narrow scope does not mention, so it cannot tell; likewise",
}
OF_PRECISION = frozenset({PLEONASTIC, NOT_ANAPHORIC, NOT_IN_KEY})


def causes() -> dict[str, str]:
    """What each cause means, by its name."""
    of_filters = {cause: means for stage in FILTERS.available().values() for cause, means in stage.causes.items()}
    return _BEFORE_FILTERS | of_filters | _AFTER_FILTERS


def furthest() -> list[str]:
    """The causes for which a right mention is lost on the way, the furthest from an answer first."""
    of_filters = [cause for stage in FILTERS.available().values() for cause in reversed(list(stage.causes))]
    return [NO_CANDIDATE, WINDOW, *(cause for cause in of_filters if cause != WINDOW), ABSTAINED, OUTRANKED]


def of_rejection(candidate: Candidate) -> tuple[str, str]:
    """The cause and detail of a candidate that a filter rejected, which need not be one that is registered."""
    if candidate.rejected_by in FILTERS.available():
        return FILTERS.get(candidate.rejected_by).fate(candidate)
    return f"filtered by {candidate.rejected_by}", candidate.why
