"""A case: one pronoun on its way through the stages. The finished case is the trace that explains the answer.

Source: resolvers.md, 1.5.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from anaphora_workbench.corpora.document import Decision, Mention
from anaphora_workbench.resolvers.discourse.agreement import Agreement, agree
from anaphora_workbench.resolvers.discourse.discourse import LEXICAL_ANAPHORS, SKIPPED, Discourse
from anaphora_workbench.resolvers.words import Words

VERSION = 1
# Rules of cases that no stage after these decided.
PLEONASTIC, OUT_OF_SCOPE, NO_CANDIDATE = "pleonastic", "out-of-scope", "no-candidate"
# What a mention takes up is none of the mentions given.
NOT_GIVEN = "not-given"
# What stands for the rule where a plug-in does not say how it decided.
UNTRACED = "no trace"
# Why a mention that contains the pronoun is no candidate.
AROUND = "around the pronoun"
AGREEMENT, SYNTAX, QUOTATIONS = "agreement", "syntax", "quotations"
# Rules found no antecedent, or too many.
ABSTAINED = "abstain"
# A stage of anaphoricity left the pronoun without an answer.
LEFT_ALONE = "not-anaphoric"
# Reasons for no answer that say that the pronoun refers to nothing before it.
NOT_ANAPHORIC = frozenset({PLEONASTIC, LEFT_ALONE})
# The cause of a wrong answer where every right mention lies beyond what the resolver looks at.
OUTSIDE = "outside the window"
# Before a condition that holds of another mention of the candidate's entity (``linked_to``).
LINKED = "linked: "
# Before the reason why a walk through the tree passes a mention by.
PASSED_BY = "no candidate"
WORDS = Words(
    of_others={LINKED: ("same entity as", "one entity with")},
    no_answer={
        NO_CANDIDATE: "nothing is left that it could refer to",
        NOT_GIVEN: "its antecedent was not given",
        OUT_OF_SCOPE: "the resolver does not answer such pronouns",
        ABSTAINED: "no rule found exactly one possible antecedent",
        LEFT_ALONE: "it does not refer to an earlier noun phrase",
    },
    no_answer_on_page={PLEONASTIC: "it refers to nothing"},
    skipped={**SKIPPED, AROUND: "contains the pronoun"},
)
_THIRD = 3

M = TypeVar("M")
_FINISHED: Any = None


@dataclass(slots=True)
class Candidate:
    """A mention considered as antecedent, and what became of it.

    Attributes:
        position: its place in the text order of mentions.
        agreement: how it agrees with the pronoun; None where nobody looked.
        rejected_by: name of the first filter that rejects it, "" if none does.
        why: the rule of that filter, or its reason in words.
        represented_by: a later member of the same entity that stood for it when scores were compared.
        factors: value of each factor by its published name.
        adjust: additions valid for this decision only.
        rank: place among the candidates that were compared, 1 for the best; None if it was not compared.
        marks: further facts that the algorithm went by.
        linked_to: position of the mention that the filter rejects and that it is one entity with, or of one name;
            None if it is rejected for itself.
        sources: by factor the mentions that satisfied it, each with the sentences it has faded for, the latest first.
    """

    position: int
    agreement: Agreement | None = None
    rejected_by: str = ""
    why: str = ""
    represented_by: int | None = None
    factors: Mapping[str, float] | None = None
    adjust: dict[str, float] | None = None
    rank: int | None = None
    marks: Mapping[str, Any] | None = None
    linked_to: int | None = None
    sources: dict[str, list[tuple[int, int]]] | None = None

    @property
    def score(self) -> float | None:
        """Sum of factors and adjustments; None where the algorithm does not score."""
        if self.factors is None:
            return None
        return sum(self.factors.values()) + sum((self.adjust or {}).values())

    def rejected(self, name: str, why: str, linked_to: int | None = None) -> Candidate:
        """The candidate as a filter leaves it that rejects it; candidates are shared, so this is another one."""
        return Candidate(self.position, self.agreement, name, why, linked_to=linked_to)

    def as_json(self) -> dict[str, Any]:
        """The verdicts of the filters that looked at it, by name."""
        verdicts: dict[str, Any] = {}
        if self.agreement is not None:
            verdicts[AGREEMENT] = self.agreement.as_json()
        if self.rejected_by != AGREEMENT:
            barred = self.rejected_by == SYNTAX
            verdicts[SYNTAX] = {"ok": not barred, "rule": self.why if barred else None}
        if self.rejected_by not in ("", AGREEMENT, SYNTAX):
            verdicts[self.rejected_by] = {"ok": False} | ({"why": self.why} if self.why else {})
        return verdicts


@dataclass(slots=True)
class Walk:
    """Where a walk through trees goes.

    Attributes:
        nodes: of each step the number of the sentence and of the node in its tree, -1 where no tree is kept.
        trees: by number of a sentence each node as (kind, word, depth), every node before those below it.
    """

    nodes: Sequence[tuple[int, int]]
    trees: Mapping[int, Sequence[tuple[str, int, int]]]


@dataclass(slots=True)
class Case(Generic[M]):
    """How one pronoun is answered; stages fill it in, and as it stands at the end it is the trace.

    Attributes:
        anaphor: position of the pronoun.
        candidates: all that were considered, nearest first; those that a filter rejects stay in.
        antecedent: position of the mention chosen, None for no answer.
        rule: what decided: ``max-salience``, a rule's name, or why there is no answer
            (``no-candidate``, ``abstain``, ``out-of-scope``, ``pleonastic``).
        tie_break: what settled equal scores, None if nothing had to.
        tried: (rule, why it did not fire) for each rule before the one that did.
        resolved_to: position of the nearest mention with a noun that the chosen pronoun leads to.
        entities: by position of a candidate the members of its entity, of which the first n were known then.
        walk: where the steps of a walk through trees go; None where nothing walks.
        memory: what the resolver remembers of the text so far; None in a finished case.
        absent: factors and filters that the document's language does not have, each with the reason.
        abstained: stages of grammar that the parse leaves in doubt, each with why.
        none: what the score of taking no candidate is the sum of; None where there is no such score.
        against_none: position of the candidate that this was compared with, and what its score there is the sum of.
        telling_words: finds the words of the context that the answer hangs on, each with its points; None where the
            resolver reads no words.
    """

    discourse: Discourse
    resolver: str
    options: dict[str, Any]
    anaphor: int
    candidates: Sequence[Candidate] = ()
    antecedent: int | None = None
    rule: str = NO_CANDIDATE
    tie_break: str | None = None
    tried: Sequence[tuple[str, str]] = ()
    resolved_to: int | None = None
    steps: Sequence[str] = ()
    note: str = ""
    entities: Mapping[int, tuple[list[int], int]] = field(default_factory=dict)
    memory: M = field(default=_FINISHED, repr=False, compare=False)
    absent: Mapping[str, str] = field(default_factory=dict)
    abstained: Mapping[str, str] = field(default_factory=dict)
    none: Mapping[str, float] | None = None
    against_none: tuple[int, Mapping[str, float]] | None = None
    walk: Walk | None = None
    telling_words: Callable[[], list[tuple[int, float]]] | None = field(default=None, repr=False, compare=False)

    @property
    def pronoun(self) -> Mention:
        """The pronoun itself."""
        return self.discourse.mentions[self.anaphor]

    @property
    def lexical(self) -> bool:
        """Whether it is a reflexive or reciprocal, which its own sentence binds."""
        return self.pronoun.pronoun_type in LEXICAL_ANAPHORS

    @property
    def left(self) -> list[Candidate]:
        """The candidates that no filter rejects, nearest first."""
        return [candidate for candidate in self.candidates if not candidate.rejected_by]

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many candidates there were, how many agreed, and to how many of these syntax had no objection."""
        agreeing = [candidate.rejected_by for candidate in self._agreeing(self.candidates)]
        return len(self.candidates), len(agreeing), len(agreeing) - agreeing.count(SYNTAX)

    def _agreeing(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The candidates that agreement leaves, told also of those at which no filter looked.

        What *I* and *you* take up is of any person: who is *I* to one speaker is *you* to the other, and so is what a
        noun takes up.
        """
        number, gender, mentions = self.discourse.number, self.discourse.gender, self.discourse.mentions
        wanted = number[self.anaphor], gender[self.anaphor]
        any_person = not self.pronoun.is_pronoun or self.pronoun.person != _THIRD

        def agrees(candidate: Candidate) -> bool:
            if candidate.agreement is not None or candidate.rejected_by == AGREEMENT:
                return candidate.rejected_by != AGREEMENT
            place = candidate.position
            return agree(number[place], gender[place], _THIRD if any_person else mentions[place].person, *wanted).ok

        return list(filter(agrees, candidates))

    def mention(self, position: int) -> Mention:
        return self.discourse.mentions[position]

    def distance(self, position: int) -> int:
        """Sentences from a mention to the pronoun."""
        return self.discourse.counted_sentence[self.anaphor] - self.discourse.counted_sentence[position]

    def finished(self) -> Case[M]:
        """The case without the memory, which belongs to the run."""
        self.memory = _FINISHED
        return self

    @property
    def decision(self) -> Decision:
        """The answer in the form in which a coreference layer keeps it."""
        ids, candidates = self.discourse.ids, list(self.candidates)
        return Decision(
            anaphor=ids[self.anaphor],
            antecedent=None if self.antecedent is None else ids[self.antecedent],
            candidates_before=tuple([ids[candidate.position] for candidate in candidates]),
            candidates=tuple([ids[candidate.position] for candidate in self._agreeing(candidates)]),
            identified=self.rule not in NOT_ANAPHORIC,
            excluded=self.rule == OUT_OF_SCOPE,
        )

    def why_no_candidate(self, position: int) -> str:
        """What of a mention keeps it from being a candidate of this pronoun, "" if nothing of itself does."""
        discourse = self.discourse
        return discourse.skip[position] or (AROUND if discourse.inside(self.anaphor, position) else "")

    def skipped(self) -> list[tuple[int, str]]:
        """The mentions of the pronoun's sentence and the one before that were no candidates, and why; nearest first.

        Empty for a pronoun that had no candidates at all, as nobody looked for any, and for what is no pronoun: the
        rules are of windows of pronouns.
        """
        if not self.pronoun.is_pronoun:
            return []
        discourse, listed = self.discourse, {candidate.position for candidate in self.candidates}
        first = discourse.sentence_start[discourse.sentence_back(discourse.sentence[self.anaphor], 1)]
        reasons = []
        for position in range(self.anaphor - 1, first - 1, -1):
            why = self.why_no_candidate(position)
            if listed and why and position not in listed:
                reasons.append((position, why))
        return reasons

    def as_json(self) -> dict[str, Any]:
        """The trace as plain data: ranked candidates first, then the rejected ones, nearest first."""
        discourse, anaphor = self.discourse, self.pronoun
        ranked = sorted(self.candidates, key=lambda candidate: (candidate.rank is None, candidate.rank or 0))
        before, agreeing, unbarred = self.counts
        decision: dict[str, Any] = {
            "antecedent": None if self.antecedent is None else self.mention(self.antecedent).id,
            "rule": self.rule,
            "tie_break": self.tie_break,
            "n_before_filter": before,
            "n_after_agreement": agreeing,
            "n_after_syntax": unbarred,
        }
        if self.rule == PLEONASTIC:
            decision["pattern"] = anaphor.pleonastic_pattern
        if self.tried:
            decision["tried"] = [{"rule": rule, "why": why} for rule, why in self.tried]
        if self.resolved_to is not None:
            decision["resolved_to"] = self.mention(self.resolved_to).id
        trace: dict[str, Any] = {
            "resolver": self.resolver,
            "version": VERSION,
            "options": dict(self.options),
            "anaphor": {
                "id": anaphor.id,
                "form": discourse.document.mention_text(anaphor),
                "sent": discourse.sentence[self.anaphor],
                "start": anaphor.start,
                "ptype": anaphor.pronoun_type,
                "gfun": anaphor.function,
            },
            "candidates": [self._candidate_json(candidate) for candidate in ranked],
            "skipped": [
                {
                    "id": self.mention(position).id,
                    "form": discourse.document.mention_text(self.mention(position)),
                    "why": why,
                }
                for position, why in self.skipped()
            ],
            "decision": decision,
            "note": self.note,
        }
        if self.steps:
            trace["steps"] = list(self.steps)
        if self.absent:
            trace["absent"] = dict(self.absent)
        if self.abstained:
            trace["abstained"] = dict(self.abstained)
        if self.none is not None:
            trace["none"] = _sum_json(self.none)
        if self.against_none is not None:
            position, factors = self.against_none
            trace["none"]["against"] = {"id": self.mention(position).id, **_sum_json(factors)}
        return trace

    def _candidate_json(self, candidate: Candidate) -> dict[str, Any]:
        mention = self.mention(candidate.position)
        described: dict[str, Any] = {
            "id": mention.id,
            "form": self.discourse.document.mention_text(mention),
            "sent": self.discourse.sentence[candidate.position],
            "distance": self.distance(candidate.position),
        }
        if candidate.position in self.entities:
            members, known_then = self.entities[candidate.position]
            described["chain"] = [self.mention(position).id for position in sorted(members[:known_then])]
        described["filters"] = candidate.as_json()
        if candidate.represented_by is not None:
            described["represented_by"] = self.mention(candidate.represented_by).id
        if candidate.factors is not None:
            described |= {"factors": dict(candidate.factors), "adjust": dict(candidate.adjust or {})}
            described |= {"score": candidate.score, "rank": candidate.rank}
        if candidate.sources:
            described["sources"] = {
                factor: [{"mention": self.mention(source).id, "faded": faded} for source, faded in sources]
                for factor, sources in candidate.sources.items()
            }
        if candidate.linked_to is not None:
            described["linked_to"] = self.mention(candidate.linked_to).id
        if candidate.marks:
            described["marks"] = dict(candidate.marks)
        return described


def _sum_json(factors: Mapping[str, float]) -> dict[str, Any]:
    return {"factors": dict(factors), "score": sum(factors.values())}


# The name that plug-ins and reports know a finished case by.
Trace = Case
