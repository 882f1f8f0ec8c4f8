"""Constituency trees of a stretch of words, from the parse column of CoNLL-2012.

The column has for each word the phrases that begin with it, a star for the word, and a bracket for each phrase that
ends with it: ``(TOP(S(NP*``, ``*)``, ``(VP*)))``.

Source: Pradhan et al. (2012), the format of the CoNLL-2012 shared task.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from anaphora_workbench.corpora.document import Document

_PARSE = "parse"
_CELL = re.compile(r"((?:\([^()*\s]+)*)\*(\)*)")


@dataclass
class Phrase:
    """A phrase: its tag, and phrases and offsets of words in it, in order."""

    tag: str
    children: list[Phrase | int] = field(default_factory=list)


def parse_column(document: Document) -> list[str]:
    """The cell of each word; empty where no word has one.

    Raises:
        ValueError: a cell is not of this form.
    """
    if not any(_PARSE in word.extra for word in document.words):
        return []
    cells = [word.extra.get(_PARSE, "*") for word in document.words]
    for offset, cell in enumerate(cells):
        if not _CELL.fullmatch(cell):
            raise ValueError(
                f"{document.source}: document {document.id!r}: word {offset + 1} has {cell!r} for its parse; "
                "expected something like (NP*)"
            )
    return cells


def cut_tree(cells: Sequence[str], offsets: Iterable[int]) -> Phrase | int:
    """The tree of some words: the phrases that begin among them, up to the last; a single word is its offset.

    A phrase that began before is not in it; where several phrases or words are on top, an NP is put over them.

    >>> cut_tree(["(NP(NP*", "*)", "(PP*", "(NP*)))"], range(0, 3))
    Phrase(tag='NP', children=[Phrase(tag='NP', children=[0, 1]), Phrase(tag='PP', children=[2])])
    >>> cut_tree(["(NP*", "*", "*)"], [1, 2])
    Phrase(tag='NP', children=[1, 2])
    """
    top = Phrase("NP")
    path = [top]
    for offset in offsets:
        match = _CELL.fullmatch(cells[offset])
        assert match is not None
        for tag in match[1].split("(")[1:]:
            phrase = Phrase(tag)
            path[-1].children.append(phrase)
            path.append(phrase)
        path[-1].children.append(offset)
        del path[max(1, len(path) - len(match[2])) :]
    return top.children[0] if len(top.children) == 1 else top
