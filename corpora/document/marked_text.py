"""A text with its chains marked: in brackets for a terminal, in colours for a notebook.

Only chains of two mentions or more are marked; they are numbered from 1 in the order that they are given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol

from anaphora_workbench.corpora.support.errors import brief, quantity
from anaphora_workbench.corpora.support.tabular import Tabular, in_notebook

PARAGRAPH = "\n\n"
# How a mention that is an empty word is shown.
ELIDED = "∅"
_SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# What a notebook shows of a book; a browser would stand still over all of it.
MOST_WORDS = 1000
_LONGEST_TEXT = 6000
# Hues that lie a golden angle apart are far from each other however many there are.
_ANGLE = 137.508
_STYLE = (
    "background:hsla({hue},75%,50%,.18);border-bottom:2px solid hsl({hue},70%,50%);border-radius:.25em;padding:0 .15em"
)


class Text(Protocol):
    """What is asked of a Document, which knows this module."""

    words: Any
    sentences: Any

    def mention_by_id(self) -> Any: ...

    def mention_text(self, mention: Any) -> str: ...


@dataclass(frozen=True)
class Edge:
    """Where a mention of a chain begins or ends in the text."""

    chain: int
    begins: bool


def longer_chains(chains: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """The chains that are marked: those of two mentions or more."""
    return [chain for chain in chains if len(chain) > 1]


def mention_in_words(document: Text, mention: Any) -> str:
    """A mention as it stands in the text, or as its source names it where the document has no words."""
    if document.words and mention.start >= 0:
        return document.mention_text(mention)
    return mention.text or mention.id


def chains_in_words(document: Text, chains: Iterable[Sequence[str]]) -> list[list[str]]:
    """The texts of the mentions of each chain that is marked."""
    mention_of = document.mention_by_id()
    return [[mention_in_words(document, mention_of[id]) for id in chain] for chain in longer_chains(chains)]


def marked(document: Text, chains: Iterable[Sequence[str]], words: int | None = None) -> Iterator[str | Edge]:
    """The pieces of a text: words with the space behind them, edges of mentions, and ends of paragraphs.

    Mentions that cross are closed and opened again, so that edges are always those of one inside the other.

    Args:
        words: how many, from the first; None for all.
    """
    last = len(document.words) if words is None else min(words, len(document.words))
    begin: dict[int, list[tuple[int, int]]] = {}
    mention_of = document.mention_by_id()
    for number, chain in enumerate(longer_chains(chains), start=1):
        for mention in (mention_of[id] for id in chain):
            for start, end in mention.stretches if mention.start >= 0 else ():
                begin.setdefault(start, []).append((end, number))
    paragraph_ends = {
        before.end
        for before, after in zip(document.sentences, document.sentences[1:], strict=False)
        if before.paragraph != after.paragraph
    }
    open_now: list[tuple[int, int]] = []
    for offset, word in enumerate(document.words[:last]):
        opening = sorted(begin.get(offset, ()), reverse=True)
        for end, number in opening:
            open_now.append((end, number))
            yield Edge(number, begins=True)
        shown = ELIDED if word.empty and (opening or any(end == offset + 1 for end, _ in open_now)) else word.form
        if not word.empty or shown == ELIDED:
            yield "".join(letter if letter.isprintable() else " " for letter in shown)
        again = []
        while any(end <= offset + 1 for end, _ in open_now):
            end, number = open_now.pop()
            yield Edge(number, begins=False)
            if end > offset + 1:
                again.append((end, number))
        for end, number in reversed(again):
            open_now.append((end, number))
            yield Edge(number, begins=True)
        if offset + 1 in paragraph_ends:
            yield PARAGRAPH
        elif (word.space_after and not word.empty) or shown == ELIDED:
            yield " "
    for _, number in reversed(open_now):
        yield Edge(number, begins=False)


def subscript(number: int) -> str:
    """The number of a chain behind its bracket.

    >>> subscript(12)
    '₁₂'
    """
    return str(number).translate(_SUBSCRIPT)


def in_brackets(pieces: Iterable[str | Edge]) -> str:
    """A text with its mentions in numbered brackets: *[The pump]₁ has a filter. Rinse [it]₁*."""
    return "".join(
        piece if isinstance(piece, str) else "[" if piece.begins else f"]{subscript(piece.chain)}" for piece in pieces
    ).strip()


def in_colours(document: Text, chains: Iterable[Sequence[str]], title: str = "") -> str:
    """A text and its chains for a notebook, each chain in a colour that light and dark grounds bear.

    Args:
        title: stands above.
    """
    chains = longer_chains(chains)
    text = []
    for piece in marked(document, chains, MOST_WORDS):
        if isinstance(piece, str):
            text.append("<br><br>" if piece == PARAGRAPH else in_notebook(piece))
        elif piece.begins:
            text.append(f'<span style="{_style(piece.chain)}">')
        else:
            text.append(f"<sub>{piece.chain}</sub></span>")
    left_out = len(document.words) - MOST_WORDS
    if left_out > 0:
        text.append(f"<br>… {quantity(left_out, 'more word')}; print() shows all")
    below = [
        f'<li value="{number}" style="margin:.15em 0"><span style="{_style(number)}">{in_notebook(forms[0])}</span>'
        + "".join(f" · {in_notebook(form)}" for form in islice(forms, 1, None))
        + "</li>"
        for number, forms in enumerate(chains_in_words(document, chains[:MOST_WORDS]), start=1)
    ]
    above = f'<div style="opacity:.75">{in_notebook(title)}</div>' if title else ""
    listed = f'<ol style="margin:.5em 0 0">{"".join(below)}</ol>' if below else "<div>no chains</div>"
    return f'<div dir="auto" style="line-height:1.9;max-width:60em">{above}<div>{"".join(text)}</div>{listed}</div>'


def _style(number: int) -> str:
    return _STYLE.format(hue=round((number - 1) * _ANGLE) % 360)


class ShownText(Tabular):
    """What is seen of a Document: one line of it, in a notebook the text with its chains, in rows its mentions."""

    __slots__ = ()

    def records(self: Any) -> list[dict[str, Any]]:
        """A row for each mention; its entity is that of the layer whose chains a notebook shows."""
        layer = self._shown_layer()
        entity_of = layer.entity_of() if layer is not None else {}
        return [
            {
                "mention": each.id,
                "text": mention_in_words(self, each),
                "start": each.start,
                "end": each.end,
                "kind": each.kind,
                "number": "".join(sorted(each.number)),
                "gender": "".join(sorted(each.gender)),
                "function": each.function,
                "entity": entity_of[each.id].id if each.id in entity_of else None,
            }
            for each in self.mentions
        ]

    def __str__(self) -> str:
        return repr(self)

    def _shown_layer(self: Any) -> Any:
        """The key, or the layer that is named first; None where there is none."""
        return self.key or next(iter(self.coreference.values()), None)

    def __repr__(self: Any) -> str:
        parts = [quantity(len(self.words), "word"), quantity(len(self.mentions), "mention")]
        if self.raw_text and not self.words:
            parts = ["a text that is not in words yet"]
        if self.coreference:
            parts.append(f"chains by {', '.join(self.coreference)}")
        return f"<Document {self.id!r}: {', '.join(parts)}>"

    def _repr_html_(self: Any) -> str:
        layer = self._shown_layer()
        if layer is None:
            text = self.text(0, MOST_WORDS) or self.raw_text
            return f'<div dir="auto" title="{in_notebook(self.id)}">{in_notebook(brief(text, _LONGEST_TEXT))}</div>'
        return in_colours(
            self, [entity.mentions for entity in layer.entities], f"{self.id}, chains by {layer.annotator}"
        )
