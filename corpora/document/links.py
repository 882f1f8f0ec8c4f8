"""Links of an annotation, kept next to the chains that follow from them.

Chains do not say which mention was linked to which, by what type, or that one was linked to a group of antecedents.
A layer has its links as a note, so that formats that keep notes keep them.
"""

import json
from collections.abc import Iterable
from typing import NamedTuple

from anaphora_workbench.corpora.document import CoreferenceLayer

LINKS = "links"


class Link(NamedTuple):
    """A link from a mention to its antecedents, by ids.

    Attributes:
        antecedents: one, or several that are meant together (a split antecedent).
        type: of coreference, "" where the corpus has none.
    """

    referent: str
    antecedents: tuple[str, ...]
    type: str = ""


def links_of(layer: CoreferenceLayer) -> list[Link] | None:
    """The links of a layer; None where only chains are known."""
    if LINKS not in layer.extra:
        return None
    return [Link(referent, tuple(found), type) for referent, found, type in json.loads(layer.extra[LINKS])]


def note_links(layer: CoreferenceLayer, links: Iterable[Link]) -> None:
    """Note the links of a layer."""
    layer.extra[LINKS] = json.dumps(list(links), ensure_ascii=False)
