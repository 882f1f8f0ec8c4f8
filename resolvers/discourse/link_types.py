"""Types of links: pronominal, nominal or elliptic, by the kind of mention that is linked.

Source: the classes of Žitkus, Butkienė & Butleris (2023): pronominal, generic nominal, definite nominal (names),
ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from anaphora_workbench.corpora.document import Document, Mention

PRONOMINAL, GENERIC, DEFINITE, ELLIPSIS = "p", "g", "d", "e"


def link_type(mention: Mention, document: Document) -> str:
    """The first letter of the type, which is its class; a resolver tells no more."""
    if document.words and mention.start >= 0 and document.words[mention.head].empty:
        return ELLIPSIS
    if mention.is_pronoun:
        return PRONOMINAL
    return DEFINITE if mention.kind == "proper" else GENERIC


def link_types(
    document: Document, mention_of: Mapping[str, Mention], chains: Iterable[Sequence[str]]
) -> Mapping[str, str]:
    """The type of each mention of a chain of several, by id; which of them dominates is not said.

    Args:
        mention_of: the document's mentions by id, as they were before a resolver saw them.
    """
    return {name: link_type(mention_of[name], document) for chain in chains if len(chain) > 1 for name in chain}
