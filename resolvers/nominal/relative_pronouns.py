"""Relative pronouns, linked to the noun that their clause modifies: *the keeper who lit the lamp*.

Source: one of the precise constructs of Raghunathan et al. (2010, section 3.2.2, pass 2), alone; resolvers.md, 7.9.
"""

from collections.abc import Iterator
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages.pronouns import RELATIVE
from anaphora_workbench.resolvers.contract.case import OUT_OF_SCOPE, Case
from anaphora_workbench.resolvers.contract.resolver import Link, Resolver
from anaphora_workbench.resolvers.discourse.agreement import agree
from anaphora_workbench.resolvers.discourse.discourse import Discourse


class RelativePronouns(Resolver):
    """Each relative pronoun that is a mention; third persons get no answer."""

    name = "relative-pronouns"
    description = (
        "links relative pronouns to the noun that their clause modifies; for joining, as in mitkov+relative-pronouns"
    )
    role = "nominal"
    answers_nouns = False
    source = "after Raghunathan et al. 2010"

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        for position in discourse.pronouns():
            yield self.trace(discourse, position, rule=OUT_OF_SCOPE)

    def nominal_links(self, discourse: Discourse, key: Document | None) -> list[Link]:
        links = []
        for position, mention in enumerate(discourse.mentions):
            if mention.pronoun_type == RELATIVE:
                antecedent = modified(discourse, position)
                if antecedent is not None:
                    links.append((position, antecedent))
        return links


def modified(discourse: Discourse, position: int) -> int | None:
    """The mention whose clause a relative pronoun opens, by position; None if it is none.

    By the tree the noun that the clause modifies, the widest phrase of it. Without a parse the nearest noun phrase
    before it in its sentence that agrees in number and gender.
    """
    pronoun = discourse.mentions[position]
    if discourse.tree.has_parse(pronoun.head):
        hosts = [host for host in discourse.clause_hosts(position) if host < pronoun.start]
        return min(discourse.mentions_at.get(max(hosts), ()), default=None) if hosts else None
    for candidate in range(position - 1, -1, -1):
        mention = discourse.mentions[candidate]
        if discourse.sentence[candidate] != discourse.sentence[position]:
            return None
        agreement = agree(mention.number, mention.gender, mention.person, pronoun.number, pronoun.gender)
        if not mention.is_pronoun and mention.end <= pronoun.start and not agreement.failed:
            return candidate
    return None
