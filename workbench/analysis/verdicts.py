"""Verdicts on the pronouns of a resolution, without its text, for tests over anaphors."""

from dataclasses import dataclass
from typing import Literal

from anaphora_workbench.corpora.document import Document, DocumentPair
from anaphora_workbench.evaluation.pronouns.anaphora import Judged, judged
from anaphora_workbench.resolvers import Resolution

# right, wrong and none (no answer) are of anaphors of the key; extra (answered) and left (not) of other pronouns;
# answered and open (not answered) of pronouns of a text without a key.
Verdict = Literal["right", "wrong", "none", "excluded", "extra", "left", "answered", "open"]


@dataclass(frozen=True)
class PronounVerdict:
    """What became of the pronoun at an offset."""

    offset: int
    verdict: Verdict


@dataclass(frozen=True)
class DocumentVerdicts:
    """What became of the pronouns of a document, the anaphors of the key first."""

    answers: list[PronounVerdict]


@dataclass(frozen=True)
class VerdictDetails:
    """Makes the verdicts on a resolution: what ``workbench.runs.comparing.run`` takes as ``details``.

    Attributes:
        match: when an antecedent is a mention of the key, see ``evaluation.anaphora.MATCH``.
    """

    match: str = "head"

    def __call__(self, pair: DocumentPair, resolution: Resolution, prepared: Document) -> DocumentVerdicts:
        has_key = pair.key.key is not None
        return DocumentVerdicts(
            [
                PronounVerdict(judgement.mention.head, verdict_on(judgement, has_key))
                for judgement in judged(pair, self.match)
            ]
        )


def verdict_on(judgement: Judged, has_key: bool) -> Verdict:
    """What became of one pronoun."""
    answered = judgement.decision is not None and judgement.decision.antecedent is not None
    if judgement.outcome.excluded:
        return "excluded"
    if not has_key:
        return "answered" if answered else "open"
    if not judgement.is_anaphor:
        return "extra" if answered else "left"
    if judgement.outcome.correct:
        return "right"
    return "wrong" if answered else "none"
