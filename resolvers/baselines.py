"""Baselines: what any algorithm has to beat.

Source: resolvers.md, 7. Mitkov (1998, section 3) compares with the most recent noun phrase and the most
recent subject; Màrquez et al. (2012, Table 3) with all mentions apart and all together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.candidates import UNFILTERED, CandidateLists
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.resolver import Link, Resolver
from anaphora_workbench.resolvers.trace import Candidate, Trace


class Singletons(Resolver):
    """Every mention its own entity."""

    name = "singletons"
    description = "links nothing"
    source = "Màrquez et al. 2012"

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        lists = CandidateLists(discourse, UNFILTERED)
        for position in discourse.pronouns():
            yield self.trace(discourse, position, candidates=lists.of(position), rule="abstain")


class AllInOne(Resolver):
    """All mentions one entity; a pronoun's antecedent is the mention before it."""

    name = "all-in-one"
    description = "one entity with all mentions"
    source = "Màrquez et al. 2012"

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        lists = CandidateLists(discourse, UNFILTERED)
        for position in discourse.pronouns():
            antecedent = position - 1 if position else None
            candidates = lists.of(position, antecedent)
            rule = "no-candidate" if antecedent is None else "all-in-one"
            yield self.trace(discourse, position, candidates=candidates, antecedent=antecedent, rule=rule)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        return [(position, position - 1) for position in range(1, len(discourse.mentions))]


@dataclass(frozen=True, kw_only=True)
class BaselineOptions(PronounOptions):
    """Options of the baselines that choose among agreeing candidates."""

    filter: str = option("none", "syntactic filter", ("dep", "flat", "none"))
    embedded: bool = option(True, "noun phrases inside other noun phrases are candidates")


@dataclass(frozen=True, kw_only=True)
class RandomOptions(BaselineOptions):
    """Options of ``random``."""

    window: int | None = option(2, "sentences back in which candidates are looked for; none: no limit", least=0)
    seed: int = option(0, "start of the random choice; each pronoun has its own, whatever the order of processing")


class Baseline(Resolver):
    """A choice among the candidates that agree; each pronoun on its own, nothing is remembered."""

    Options = BaselineOptions
    rule: str

    def choose(self, discourse: Discourse, anaphor: int, agreeing: list[int]) -> int | None:
        """The antecedent among agreeing candidates, which come most recent first and are never empty."""
        raise NotImplementedError

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Trace]:
        lists = CandidateLists(discourse, self.settings)
        for position in discourse.pronouns(self.settings.reciprocals):
            mention = discourse.mentions[position]
            if mention.pleonastic:
                yield self.trace(discourse, position, rule="pleonastic")
                continue
            candidates = self.candidates(lists, position)
            agreeing = [candidate.position for candidate in candidates if not candidate.rejected_by]
            antecedent = self.choose(discourse, position, agreeing) if agreeing else None
            rule = "no-candidate" if antecedent is None else self.rule
            yield self.trace(discourse, position, candidates=candidates, antecedent=antecedent, rule=rule)

    def candidates(self, lists: CandidateLists, anaphor: int) -> list[Candidate]:
        positions = lists.before(anaphor)
        if not self.settings.embedded:
            positions = [position for position in positions if lists.discourse.embedded_in[position] < 0]
        return lists.filtered(anaphor, positions)


class MostRecent(Baseline):
    """The most recent noun phrase that agrees."""

    name = "most-recent"
    description = "the most recent noun phrase that agrees"
    source = "Mitkov 1998"
    rule = "most-recent"

    def choose(self, discourse: Discourse, anaphor: int, agreeing: list[int]) -> int | None:
        return agreeing[0]


class RecentSubject(Baseline):
    """The most recent subject that agrees; no answer where there is none."""

    name = "recent-subject"
    description = "the most recent subject that agrees"
    source = "Mitkov 1998"
    rule = "recent-subject"

    def choose(self, discourse: Discourse, anaphor: int, agreeing: list[int]) -> int | None:
        return next((position for position in agreeing if discourse.mentions[position].function == "SUBJ"), None)


class Random(Baseline):
    """A seeded choice among the agreeing candidates of a window."""

    name = "random"
    description = "a seeded choice among the candidates that agree"
    source = "baseline"
    Options = RandomOptions
    rule = "random"

    def choose(self, discourse: Discourse, anaphor: int, agreeing: list[int]) -> int | None:
        identity = f"{self.settings.seed}:{discourse.document.id}:{discourse.mentions[anaphor].id}"
        return random.Random(identity).choice(agreeing)
