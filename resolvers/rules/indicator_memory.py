"""The memory of Mitkov's approach and MARS: lookups of the document, and the noun that each pronoun leads to."""

from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.document_tables import DocumentTables
from anaphora_workbench.resolvers.pronouns.memory import Memory


class IndicatorMemory(Memory):
    """The state of one resolution.

    Attributes:
        lookup: what indicators look up in the document.
        noun_of: position of the noun that an answered pronoun leads to.
        frequent: head lemmas of the candidates that compete most often (MARS).
    """

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        self.lookup = DocumentTables(discourse, self.parameters.terms)
        self.noun_of: dict[int, int] = {}
        self.frequent: frozenset[str] = frozenset()
        self._immediate: tuple[int, frozenset[int]] = -1, frozenset()
        tables["terms"] = list(self.lookup.terms)

    def lemma(self, position: int) -> str:
        """Head lemma of a mention, of a pronoun that of its noun, "" if it has none yet."""
        if self.discourse.mentions[position].is_pronoun:
            noun = self.noun_of.get(position)
            return "" if noun is None else self.lookup.lemmas[noun]
        return self.lookup.lemmas[position]

    def immediate(self, anaphor: int) -> frozenset[int]:
        """Candidates that an immediate reference of this pronoun points to."""
        if self._immediate[0] != anaphor:
            complements = self.parameters.immediate == "complement"
            self._immediate = anaphor, frozenset(self.lookup.immediate_reference(anaphor, complements))
        return self._immediate[1]

    def answered(self, case: Case[Any]) -> None:
        super().answered(case)
        if case.antecedent is None:
            return
        nominal = not case.mention(case.antecedent).is_pronoun
        noun = case.antecedent if nominal else self.noun_of.get(case.antecedent)
        if noun is not None:
            self.noun_of[case.anaphor] = noun
            case.resolved_to = None if nominal else noun
