"""*It*, *this* and *that* whose antecedent is a clause: *Tom lost the key. That surprised Ann.*

Source: Eckert & Strube (1999): the classification of figures 4 and 5, the context ranking of figure 3. What means an
individual, and *it* whose predicate leaves open what it means, are left to the resolver that it is joined with
(resolvers.md, 7.10).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages.pronouns import DEMONSTRATIVE
from anaphora_workbench.corpora.trees.clauses import clause_mentions
from anaphora_workbench.resolvers.abstract.context import ranked
from anaphora_workbench.resolvers.abstract.meaning import INDIVIDUAL, TESTS, told_by
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Resolution, Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.words import Words

WORDS = Words(
    rules={test.name: test.reason for test in TESTS} | {DEMONSTRATIVE: "nothing tells, and it mostly takes up a clause"}
)


@dataclass(frozen=True, kw_only=True)
class AbstractOptions(ResolverOptions):
    """Options of ``abstract-anaphora``."""

    open: bool = option(True, "a demonstrative whose predicate leaves open what it means takes up a clause")
    without: tuple[str, ...] = option(
        (), "tests to leave out, for ablation; comma-separated; an unknown name lists all"
    )


class AbstractAnaphora(Resolver):
    """*It*, *this* and *that* that mean an event or what was said, each with the clause that tells it."""

    name = "abstract-anaphora"
    description = "links it, this and that to clauses; for joining, as in mitkov+abstract-anaphora"
    role = "nominal"
    answers_nouns = False
    answers_first = True
    source = "Eckert & Strube 1999"
    words = WORDS
    Options = AbstractOptions
    parts = tuple(test.name for test in TESTS)

    def __init__(self, options: ResolverOptions | None = None) -> None:
        super().__init__(options)
        self._tests = tuple(test for test in TESTS if test.name not in self.parameters.without)

    def reading_of(self, discourse: Discourse) -> Discourse:
        """The document with its clauses as mentions."""
        document = discourse.document
        clauses = clause_mentions(document, discourse.tree)
        return Discourse(replace(document, mentions=[*document.mentions, *clauses]))

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        resolution = super().resolve(document, key)
        given = {mention.id for mention in document.mentions}
        traces = (*resolution.traces, *resolution.mention_traces)
        named = {candidate.position: trace for trace in traces for candidate in trace.candidates}
        looked_at = [trace.mention(position) for position, trace in sorted(named.items())]
        resolution.added = tuple(mention for mention in looked_at if mention.id not in given)
        resolution.chains = [chain for chain in resolution.chains if len(chain) > 1 or chain[0] in given]
        return resolution

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        mentions = discourse.mentions
        clause_of = {mention.head: place for place, mention in enumerate(mentions) if mention.kind == "clause"}
        forms = discourse.language.words("abstract.pronouns")
        for position, mention in enumerate(mentions):
            demonstrative = mention.pronoun_type == DEMONSTRATIVE
            if not discourse.in_scope(position) and not demonstrative:
                continue
            case = self.trace(discourse, position, rule=OUT_OF_SCOPE)
            if mention.end - mention.start == 1 and discourse.form(position) in forms and clause_of:
                self._decide(case, clause_of, demonstrative)
            elif demonstrative:
                continue
            yield case

    def _decide(self, case: Case[Any], clause_of: dict[int, int], demonstrative: bool) -> None:
        """Tell what a pronoun means, and take the first clause if it is no individual; else others may answer it."""
        discourse, word = case.discourse, case.pronoun.head
        if case.pronoun.pleonastic:
            return
        test = told_by(discourse.tree, word, self._tests)
        if test is not None and test.means == INDIVIDUAL:
            case.note = f"{test.name}: {test.reason}"
            return
        if test is None and not (demonstrative and self.parameters.open):
            return
        steps = [(step, clause_of[verb]) for step, verb in ranked(discourse.document, discourse.tree, word)]
        places = list(dict.fromkeys(place for _, place in steps))
        case.candidates = [Candidate(place, rank=rank) for rank, place in enumerate(places, start=1)]
        if places:
            case.rule = DEMONSTRATIVE if test is None else test.name
            case.antecedent, case.note = places[0], f"clause {steps[0][0]}"
