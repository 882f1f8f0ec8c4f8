"""The memory of a resolver: its state while it answers the pronouns of a text one by one."""

from collections.abc import Iterable
from typing import Any, ClassVar

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse, Features
from anaphora_workbench.resolvers.discourse.entities import Entities
from anaphora_workbench.resolvers.options import AS_PUBLISHED, PronounOptions

# Of resolvers that have no such options, because they do not choose among candidates: agreement is looked at, so that
# their answers too are counted by how many candidates it leaves, and nothing else.
UNFILTERED = PronounOptions(filter="none", grammar=AS_PUBLISHED)


class Memory:
    """The state of one resolution; an algorithm that remembers more than this has a memory of its own.

    Attributes:
        reads_nouns: it takes in nouns as they are read, linked or not; else only links make chains.
        resolver: whose memory it is.
        parameters: its options as they are in force.
        shared: those that all pronoun resolvers share.
        tables: what the algorithm gathers over the whole document, for its Resolution.
        chains: the entities that the answers so far make.
        entities: the entities so far with which a candidate has to agree as a whole, None where mentions do alone.
        window: sentences back in which candidates are looked for, None for no limit.
    """

    reads_nouns: ClassVar[bool] = False

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        self.resolver: Any = resolver
        self.parameters: Any = resolver.parameters
        self.shared = self.parameters if isinstance(self.parameters, PronounOptions) else UNFILTERED
        self.discourse = discourse
        self.key = key
        self.tables = tables
        self.chains = Entities(discourse)
        self.entities: Entities | None = None
        self.window = self.shared.window
        if self.shared.prelink != "none" and not self.reads_nouns:
            for later, earlier in resolver.nominal_links(discourse, key):
                self.link(later, earlier)
        # Verdicts of agreement on mentions as parts of their entities, by what a pronoun wants (stages/agreement.py).
        self.entity_verdicts: dict[Features, Any] = {}

    def order(self) -> Iterable[int]:
        """Positions of the mentions in the order in which the algorithm takes them; pronouns in text order."""
        return self.discourse.pronouns(self.shared.reciprocals)

    def read(self, position: int) -> None:
        """Take in a mention that is not a pronoun in scope."""

    def answered(self, case: Case[Any]) -> None:
        """Take in a pronoun with its answer, pleonastic ones apart."""
        if case.antecedent is not None:
            self.link(case.anaphor, case.antecedent)

    def link(self, position: int, antecedent: int) -> None:
        """Let a mention join the chain of its antecedent."""
        chains = self.chains
        if antecedent not in chains.of:
            chains.found(antecedent)
        if position in chains.of:
            chains.merge(chains.of[position], chains.of[antecedent])
        else:
            chains.join(position, chains.of[antecedent])

    def chain_of(self, position: int) -> list[int]:
        """Positions of the mentions that are linked with a mention so far, itself among them."""
        chains = self.chains
        return chains.members[chains.of[position]] if position in chains.of else [position]

    def done(self) -> None:
        """All pronouns are answered."""
