"""The multi-pass sieve: models of coreference, one after another, from the most precise to the least.

Source: Raghunathan et al. (2010); speakers, relaxed string match and proper head noun match are passes of Lee et al.
(2011), from memory. resolvers.md, 6.3.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import NO_CANDIDATE, OUT_OF_SCOPE, Candidate, Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver
from anaphora_workbench.resolvers.discourse.discourse import SCOPE, Discourse
from anaphora_workbench.resolvers.nominal.head_match import NOT_LINKED
from anaphora_workbench.resolvers.nominal.speech_pronouns import speech_links
from anaphora_workbench.resolvers.options import PronounOptions, fixed, option
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.sieve.clusters import Clusters, nearby
from anaphora_workbench.resolvers.sieve.passes import FARTHEST, NOT_CHAINED, PASSES, Pass, Sieve, exact_match

Key = tuple[int, int, int, int]


class CandidateOrder:
    """Sorts the candidates of the mentions of one discourse.

    Source: Raghunathan et al. (2010), 4.1. The paper goes breadth-first through constituents; here it is by depth in
    the dependency tree, then from the left or from the right (resolvers.md, 6.3).
    """

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse
        self._depth: dict[int, int] = {}
        self._around: dict[int, list[int]] = {}

    def sorted(self, anaphor: int, candidates: Iterable[int], from_left: bool) -> list[int]:
        """Candidates as they are looked at: of the mention's sentence first, clause by clause from its own outwards.

        Args:
            from_left: equals in depth are taken from the left in earlier sentences too, as pronouns do.
        """
        sentence, around = self._discourse.sentence, self.clauses_around(anaphor)

        def key(position: int) -> Key:
            back = sentence[anaphor] - sentence[position]
            here = back == 0
            further_out = self._steps_out(around, position) if here else 0
            return back, further_out, self.depth(position), position if here or from_left else -position

        return sorted(candidates, key=key)

    def clauses_around(self, position: int) -> list[int]:
        """Numbers of the clauses that a mention is in, the innermost first."""
        if position not in self._around:
            above = self._discourse.tree.ancestors(self._discourse.node[position])
            outer = [clause for clause in map(self._clause_of, above) if clause is not None]
            self._around[position] = list(dict.fromkeys([self._discourse.clause[position], *outer]))
        return self._around[position]

    def _clause_of(self, word: int) -> int | None:
        stored = self._discourse.document.words[word].clause
        return self._discourse.tree.finite_clause(word) if stored is None else stored

    def _steps_out(self, around: Sequence[int], candidate: int) -> int:
        """How many clauses further out the first is that holds a candidate, too."""
        its_own = self.clauses_around(candidate)
        return next((steps for steps, clause in enumerate(around) if clause in its_own), len(around))

    def depth(self, position: int) -> int:
        """Words above a mention in the tree; 0 without a parse."""
        if position not in self._depth:
            node = self._discourse.node[position]
            self._depth[position] = sum(1 for _ in self._discourse.tree.ancestors(node))
        return self._depth[position]


SPEAKERS, PRONOUNS = "speakers", "pronouns"
ALL_PASSES = (SPEAKERS, *(model.name for model in PASSES), PRONOUNS)
# Rules of traces of mentions that take up nothing in the answer.
NOT_PUT_OUT = "a construct that the answer leaves out"
# A link by ids: pass, mention, antecedent, and the construct if there is one.
PassRow = Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class SieveOptions(PronounOptions):
    """Options of ``sieve``."""

    window: int | None = option(
        3, "sentences back in which pronouns look for candidates (Lee et al. 2011); none: no limit (2010)", least=0
    )
    exact: str = option(
        "definite",
        "exact match looks at names and definite noun phrases only, or at every nominal (as published)",
        ("definite", "nominal"),
    )
    bare: bool = option(
        False,
        "bare noun phrases look for antecedents in every pass (2010), or only in exact match and precise constructs",
    )
    # The passes of nouns are before that of pronouns.
    prelink: str = fixed("none")
    constructs: bool = option(
        False,
        "include links of apposition, predicate nominal, role and relative pronoun, for corpora whose chains hold them",
    )


@dataclass(frozen=True, slots=True)
class PassLink:
    """A link, by position, with the pass that made it and the construct if it was that of precise constructs."""

    later: int
    earlier: int
    made_by: str
    via: str = ""


class SieveMemory(Memory):
    """The clusters as the nominal passes have left them, which pronouns then join."""

    reads_nouns = True

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        self.candidate_order = CandidateOrder(discourse)
        self.clusters, self.links = run_passes(discourse, self.parameters, self.candidate_order)
        self.entities = self.chains = self.clusters
        # By position of the later mention the places of its links.
        self._links_of: dict[int, list[int]] = {}
        for place, link in enumerate(self.links):
            self._links_of.setdefault(link.later, []).append(place)
        ids = discourse.ids
        passes: list[PassRow] = [
            {"pass": link.made_by, "mention": ids[link.later], "antecedent": ids[link.earlier]}
            | ({"construct": link.via} if link.via else {})
            for link in self.links
        ]
        tables["passes"] = passes
        self.unchained = self._unchained()

    def _unchained(self) -> frozenset[int]:
        """Mentions that only a construct has put into their cluster, and that the answer leaves out of it."""
        if self.parameters.constructs:
            return frozenset()
        return frozenset(link.later for link in self.links if link.via in NOT_CHAINED)

    def made_by(self, position: int) -> dict[str, str]:
        """Which pass linked each mention of a mention's cluster that is not far from it, by its id."""
        clusters, ids = self.clusters, self.discourse.ids
        nearest = set(nearby(clusters.linked[clusters.of[position]], position, FARTHEST, FARTHEST))
        links = (self.links[place] for place in sorted(place for later in nearest for place in self._links_of[later]))
        return {ids[link.later]: link.made_by for link in links}


class Multipass(PronounResolver):
    """Nominal passes over clusters, then pronouns by the attributes that their mentions share."""

    name = "sieve"
    description = "passes from the most to the least precise over clusters that share attributes; full coreference"
    role = "full"
    source = "Raghunathan et al. 2010; Lee et al. 2011"
    Options = SieveOptions
    Memory = SieveMemory
    rules_and_adjustments = ALL_PASSES
    passes = ALL_PASSES
    scores = True
    rule = PRONOUNS

    def leaving_pronouns(self) -> Multipass:
        other = copy.copy(self)
        other.answers_pronouns = False
        return other

    def idle_parts(self) -> frozenset[str]:
        idle = super().idle_parts()
        return idle if self.answers_pronouns else idle | {PRONOUNS}

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        reciprocals = self.parameters.reciprocals
        if self.answers_pronouns:
            yield from super().answer(discourse, key, tables)
        else:
            self.Memory(self, discourse, key, tables)
            for position in discourse.pronouns(reciprocals):
                yield self.trace(discourse, position, rule=OUT_OF_SCOPE)
        links = {link["mention"]: link for link in reversed(tables["passes"])}
        for position, mention in enumerate(discourse.ids):
            if not discourse.in_scope(position, reciprocals):
                yield self._nominal_case(discourse, position, links.get(mention), links)

    def _nominal_case(
        self, discourse: Discourse, position: int, link: PassRow | None, links: Mapping[str, PassRow]
    ) -> Case[Any]:
        """The trace of a mention that is no pronoun in scope.

        Args:
            link: that put it into its cluster; None if none did.
            links: of each mention that one.
        """
        if link is None:
            return self.trace(discourse, position, rule=NOT_LINKED)
        found = discourse.position[link["antecedent"]]
        candidates = [Candidate(found, rank=1)]
        if self._left_out(link):
            note = f"{link['construct']}: one with {link['antecedent']} in later passes, not in the answer"
            return self.trace(discourse, position, candidates=candidates, rule=NOT_PUT_OUT, note=note)
        # What the answer leaves out is replaced by what it was linked to.
        antecedent = link["antecedent"]
        while antecedent in links and self._left_out(links[antecedent]):
            antecedent = links[antecedent]["antecedent"]
        place = discourse.position[antecedent]
        if place != found:
            candidates.append(Candidate(place, rank=2))
            candidates.sort(key=lambda candidate: -candidate.position)
        return self.trace(discourse, position, candidates=candidates, antecedent=place, rule=link["pass"])

    def _left_out(self, link: PassRow) -> bool:
        """Whether a link is used inside only."""
        return not self.parameters.constructs and link.get("construct") in NOT_CHAINED

    def bind(self, case: Case[SieveMemory]) -> tuple[int | None, str]:
        return (None, NO_CANDIDATE) if PRONOUNS in self.parameters.without else super().bind(case)

    def choose(self, case: Case[SieveMemory]) -> int | None:
        memory = case.memory
        left = {candidate.position: candidate for candidate in case.left if candidate.position not in memory.unchained}
        if PRONOUNS in self.parameters.without or not left:
            return None
        in_order = memory.candidate_order.sorted(case.anaphor, left, from_left=True)
        for rank, position in enumerate(in_order, start=1):
            left[position].rank = rank
        case.note = _passes_of(memory, in_order[0])
        return in_order[0]

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        memory = self.Memory(self, discourse, key, {})
        chained = (sorted(set(members) - memory.unchained) for members in memory.clusters.members)
        return [(later, earlier) for members in chained for earlier, later in pairwise(members)]


def _passes_of(memory: SieveMemory, antecedent: int) -> str:
    made = memory.made_by(antecedent)
    return "linked before: " + ", ".join(f"{id} by {name}" for id, name in made.items()) if made else ""


def run_passes(discourse: Discourse, options: SieveOptions, order: CandidateOrder) -> tuple[Clusters, list[PassLink]]:
    """The clusters after all passes but that of pronouns, and the links that made them."""
    sieve, without = Sieve(discourse, Clusters(discourse)), options.without
    clusters, links = sieve.clusters, []
    if SPEAKERS not in without:
        for later, earlier in speech_links(discourse):
            clusters.link(later, earlier)
            links.append(PassLink(later, earlier, SPEAKERS))
    for model in PASSES:
        if model.name not in without:
            for link in _run(model, sieve, order, options):
                clusters.link(link.later, link.earlier)
                links.append(link)
    return clusters, links


def _run(model: Pass, sieve: Sieve, order: CandidateOrder, options: SieveOptions) -> Iterator[PassLink]:
    """Links of one pass; who takes one merges the clusters before asking for the next."""
    clusters, discourse = sieve.clusters, sieve.discourse
    every = model.every_nominal and not (model.links is exact_match and options.exact == "definite")
    for position in range(len(discourse.mentions)):
        if not clusters.is_first(position) or not (every or _takes_up(discourse, position, options.bare)):
            continue
        earlier = sorted({place for place in model.candidates(sieve, position) if place < position})[-FARTHEST:]
        apart = (place for place in earlier if clusters.of[place] != clusters.of[position])
        for candidate in order.sorted(position, apart, from_left=False):
            if model.links(sieve, position, candidate):
                yield PassLink(position, candidate, model.name, sieve.via)
                sieve.via = ""
                break


def _takes_up(discourse: Discourse, position: int, bare: bool) -> bool:
    """Whether it may take up something: it neither is nor begins with an indefinite pronoun or article.

    Args:
        bare: a noun phrase without determiner may, too.
    """
    mention = discourse.mentions[position]
    if mention.pronoun_type in (*SCOPE, "indefinite") or mention.definiteness == "indefinite":
        return False
    return bare or mention.definiteness == "definite"
