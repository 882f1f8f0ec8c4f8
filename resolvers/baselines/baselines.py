"""Baselines: what any algorithm has to beat.

Source: Mitkov (1998, section 3) compares with the most recent noun phrase and the most recent subject; Màrquez et
al. (2012, Table 3) with all mentions separate and all together; resolvers.md, 7.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import ABSTAINED, Case
from anaphora_workbench.resolvers.contract.resolver import Link
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.options import (
    AS_PUBLISHED,
    GRAMMAR_HELP,
    SHARED,
    PronounOptions,
    ResolverOptions,
    option,
)
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.agreement import AGREES
from anaphora_workbench.resolvers.pronouns.stages.chains import SEPARATE_CHAINS
from anaphora_workbench.resolvers.pronouns.stages.doubt import WITHOUT_DOUBT
from anaphora_workbench.resolvers.pronouns.stages.filter import Filter
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX
from anaphora_workbench.resolvers.pronouns.stages.windows import embedded_too, preceding
from anaphora_workbench.resolvers.words import Words


class Singletons(PronounResolver):
    """Every mention its own entity."""

    name = "singletons"
    description = "links nothing"
    role = "baseline"
    answers_nouns = True
    source = "Màrquez et al. 2012"
    Options = ResolverOptions
    leaves_pleonastic = False
    binds = False

    def choose(self, case: Case[Any]) -> int | None:
        case.rule = ABSTAINED
        return None


class AllInOne(PronounResolver):
    """All mentions one entity; a pronoun's antecedent is the mention before it."""

    name = "all-in-one"
    description = "one entity with all mentions"
    role = "baseline"
    answers_nouns = True
    source = "Màrquez et al. 2012"
    Options = ResolverOptions
    leaves_pleonastic = False
    binds = False
    rule = "all-in-one"

    def choose(self, case: Case[Any]) -> int | None:
        return case.anaphor - 1 if case.anaphor else None

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        return [(position, position - 1) for position in range(1, len(discourse.mentions))]


@dataclass(frozen=True, kw_only=True)
class BaselineOptions(PronounOptions):
    """Options of the baselines that choose among agreeing candidates."""

    filter: str = option("none", "syntactic filter", ("dep", "flat", "none"))
    grammar: str = option(AS_PUBLISHED, GRAMMAR_HELP, (SHARED, AS_PUBLISHED))
    embedded: bool = option(True, "noun phrases inside other noun phrases are candidates")


@dataclass(frozen=True, kw_only=True)
class RandomOptions(BaselineOptions):
    """Options of ``random``."""

    window: int | None = option(2, "sentences back to look for candidates in; none: no limit", least=0)
    seed: int = option(0, "random seed; each pronoun draws its own number, so the order of processing does not matter")


class MostRecent(PronounResolver):
    """The most recent noun phrase that agrees; a reflexive is a pronoun like any other."""

    name = "most-recent"
    description = "the most recent noun phrase that agrees"
    role = "baseline"
    source = "Mitkov 1998"
    Options = BaselineOptions
    binds = False
    window = (preceding, embedded_too)
    filters: ClassVar[Sequence[Filter]] = (AGREES, ALLOWED_BY_SYNTAX, SEPARATE_CHAINS, WITHOUT_DOUBT)
    rule = "most-recent"
    words = Words(rules={rule: "the most recent candidate"})

    def choose(self, case: Case[Any]) -> int | None:
        return next((candidate.position for candidate in case.candidates if not candidate.rejected_by), None)


class RecentSubject(MostRecent):
    """The most recent subject that agrees; no answer where there is none."""

    name = "recent-subject"
    description = "the most recent subject that agrees"
    source = "Mitkov 1998"
    rule = "recent-subject"

    def choose(self, case: Case[Any]) -> int | None:
        subjects = (c.position for c in case.left if case.mention(c.position).function == "SUBJ")
        return next(subjects, None)


class Random(MostRecent):
    """A seeded choice among the agreeing candidates of a window."""

    name = "random"
    description = "a seeded choice among the candidates that agree"
    source = "baseline"
    Options = RandomOptions
    rule = "random"

    def choose(self, case: Case[Any]) -> int | None:
        left = case.left
        if not left:
            return None
        seed: int = case.memory.parameters.seed
        identity = f"{seed}:{case.discourse.document.id}:{case.pronoun.id}"
        return random.Random(identity).choice(left).position
