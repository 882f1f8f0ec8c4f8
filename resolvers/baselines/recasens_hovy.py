"""The two head-match baselines of full coreference, as their authors define them.

Source: Recasens & Hovy (2010), section 3.2: HEAD MATCH puts all noun phrases of one head that are no pronouns into one
entity, HEAD MATCH + PRON. links personal and possessive pronouns to the closest noun besides. ``head-match`` of
``nominal.py`` is another thing: it asks for a name or a definite noun phrase and looks at modifiers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.baselines.baselines import BaselineOptions
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Link
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.nominal.head_match import HEAD, NOT_LINKED, NominalResolver
from anaphora_workbench.resolvers.options import ResolverOptions, fixed, option
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.agreement import AGREES
from anaphora_workbench.resolvers.pronouns.stages.syntax import ALLOWED_BY_SYNTAX
from anaphora_workbench.resolvers.pronouns.stages.windows import embedded_too, preceding, pronouns_too


class HeadMatchLiteral(NominalResolver):
    """HEAD MATCH: all noun phrases with one head are one entity; pronouns get no answer."""

    name = "head-match-literal"
    description = "links all noun phrases of one head; for joining, as in mitkov+head-match-literal"
    source = "Recasens & Hovy 2010"
    Options = ResolverOptions

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        yield from super().answer(discourse, key, tables)
        for noun, before in nouns_by_head(discourse):
            yield self.trace_of_link(discourse, noun, before, NOT_LINKED if before is None else HEAD)


@dataclass(frozen=True, kw_only=True)
class ClosestNounOptions(BaselineOptions):
    """Options of ``head-match-literal-pronouns``."""

    pronoun_candidates: bool = option(False, "pronouns are candidates too")
    # The links of nouns are those of one head.
    prelink: str = fixed("none")


class HeadMatchLiteralPronouns(PronounResolver):
    """HEAD MATCH + PRON.: besides, a pronoun takes the closest noun that agrees, a reflexive like any other."""

    name = "head-match-literal-pronouns"
    description = "links all noun phrases of one head, and pronouns to the closest noun that agrees"
    role = "nominal"
    answers_pronouns = True
    source = "Recasens & Hovy 2010"
    Options = ClosestNounOptions
    binds = False
    window = (preceding, embedded_too, pronouns_too)
    filters = (AGREES, ALLOWED_BY_SYNTAX)
    rule = "closest-noun"

    def choose(self, case: Case[Any]) -> int | None:
        return next((candidate.position for candidate in case.left), None)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        return same_head(discourse)


def same_head(discourse: Discourse) -> list[Link]:
    """Links of each noun phrase to the one before it of the same head word, (later, earlier) by position."""
    return [(noun, before) for noun, before in nouns_by_head(discourse) if before is not None]


def nouns_by_head(discourse: Discourse) -> Iterator[tuple[int, int | None]]:
    """Each noun phrase in text order and the one before it of the same head word, by position; None for the first.

    Case does not tell heads apart. A coordination has no head of its own and is left alone.
    """
    last: dict[str, int] = {}
    words = discourse.document.words
    for position, mention in enumerate(discourse.mentions):
        if not mention.is_pronoun and mention.pronoun_type is None and mention.kind != "coordination":
            head = words[mention.head].form.lower()
            yield position, last.get(head)
            last[head] = position
