"""Why a resolver chose what it chose: one Trace for each pronoun (resolvers.md, 1.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anaphora_workbench.corpora.document import Decision, Mention
from anaphora_workbench.resolvers.agreement import Agreement
from anaphora_workbench.resolvers.discourse import Discourse

VERSION = 1
# Reasons for no answer that say that the pronoun refers to nothing before it.
NOT_ANAPHORIC = frozenset({"pleonastic", "not-anaphoric"})
# What stands for the rule where a plug-in does not say how it decided.
UNTRACED = "no trace"


@dataclass(slots=True)
class Candidate:
    """A mention considered as antecedent, and what became of it.

    Attributes:
        position: its place in the text order of mentions.
        agreement: how it agrees with the pronoun; None for baselines that do not look.
        rejected_by: the first filter that rejects it (``agreement``, ``syntax``, ``threshold``), "" if none does.
        syntax: the rule of the syntactic filter that excludes it, None if none does or none was asked.
        represented_by: a later member of the same entity that stood for it when scores were compared.
        factors: value of each factor by its published name.
        adjust: additions valid for this decision only.
        rank: place among the candidates that were compared, 1 for the best; None if it was not compared.
        marks: further facts that the algorithm went by.
    """

    position: int
    agreement: Agreement | None = None
    rejected_by: str = ""
    syntax: str | None = None
    represented_by: int | None = None
    factors: dict[str, float] | None = None
    adjust: dict[str, float] | None = None
    rank: int | None = None
    marks: dict[str, Any] | None = None

    @property
    def score(self) -> float | None:
        """Sum of factors and adjustments; None where the algorithm does not score."""
        if self.factors is None:
            return None
        return sum(self.factors.values()) + sum((self.adjust or {}).values())


@dataclass(slots=True)
class Trace:
    """How one pronoun was answered.

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
    """

    discourse: Discourse
    resolver: str
    options: dict[str, Any]
    anaphor: int
    candidates: Sequence[Candidate] = ()
    antecedent: int | None = None
    rule: str = "no-candidate"
    tie_break: str | None = None
    tried: Sequence[tuple[str, str]] = ()
    resolved_to: int | None = None
    steps: Sequence[str] = ()
    note: str = ""
    entities: Mapping[int, tuple[list[int], int]] = field(default_factory=dict)

    @property
    def counts(self) -> tuple[int, int, int]:
        """How many candidates there were, how many agreed, and to how many of these syntax had no objection."""
        agreeing = [candidate.syntax for candidate in self.candidates if candidate.rejected_by != "agreement"]
        return len(self.candidates), len(agreeing), agreeing.count(None)

    def mention(self, position: int) -> Mention:
        return self.discourse.mentions[position]

    @property
    def decision(self) -> Decision:
        """The answer in the form in which a coreference layer keeps it."""
        ids = self.discourse.ids
        return Decision(
            anaphor=ids[self.anaphor],
            antecedent=None if self.antecedent is None else ids[self.antecedent],
            candidates_before=tuple([ids[c.position] for c in self.candidates]),
            candidates=tuple([ids[c.position] for c in self.candidates if c.rejected_by != "agreement"]),
            identified=self.rule not in NOT_ANAPHORIC,
            excluded=self.rule == "out-of-scope",
        )

    def as_json(self) -> dict[str, Any]:
        """The trace as plain data: ranked candidates first, then the rejected ones, nearest first."""
        discourse, anaphor = self.discourse, self.mention(self.anaphor)
        ranked = sorted(self.candidates, key=lambda c: (c.rank is None, c.rank or 0))
        before, agreeing, unbarred = self.counts
        decision: dict[str, Any] = {
            "antecedent": None if self.antecedent is None else self.mention(self.antecedent).id,
            "rule": self.rule,
            "tie_break": self.tie_break,
            "n_before_filter": before,
            "n_after_agreement": agreeing,
            "n_after_syntax": unbarred,
        }
        if self.tried:
            decision["tried"] = [{"rule": rule, "why": why} for rule, why in self.tried]
        if self.resolved_to is not None:
            decision["resolved_to"] = self.mention(self.resolved_to).id
        shown: dict[str, Any] = {
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
            "decision": decision,
            "note": self.note,
        }
        if self.steps:
            shown["steps"] = list(self.steps)
        return shown

    def _candidate_json(self, candidate: Candidate) -> dict[str, Any]:
        discourse, mention = self.discourse, self.mention(candidate.position)
        sentence = discourse.sentence[candidate.position]
        shown: dict[str, Any] = {
            "id": mention.id,
            "form": discourse.document.mention_text(mention),
            "sent": sentence,
            "distance": discourse.sentence[self.anaphor] - sentence,
        }
        if candidate.position in self.entities:
            members, known = self.entities[candidate.position]
            shown["chain"] = [self.mention(position).id for position in sorted(members[:known])]
        filters: dict[str, Any] = {}
        if candidate.agreement is not None:
            filters["agreement"] = candidate.agreement.as_json()
        if candidate.rejected_by != "agreement":
            filters["syntax"] = {"ok": candidate.syntax is None, "rule": candidate.syntax}
        if candidate.rejected_by == "threshold":
            filters["threshold"] = {"ok": False}
        shown["filters"] = filters
        if candidate.represented_by is not None:
            shown["represented_by"] = self.mention(candidate.represented_by).id
        if candidate.factors is not None:
            shown |= {"factors": dict(candidate.factors), "adjust": dict(candidate.adjust or {})}
            shown |= {"score": candidate.score, "rank": candidate.rank}
        if candidate.marks:
            shown["marks"] = dict(candidate.marks)
        return shown
