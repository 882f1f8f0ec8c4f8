"""A resolved text as a terminal shows it: numbered brackets, the chains below, in colours where it can."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Sequence

from anaphora_workbench.corpora.document import Document, marked_text
from anaphora_workbench.corpora.formats.json.chains_json import as_object
from anaphora_workbench.workbench.report.tables import Column, Form, Row, Table, json_text, show, width_of_lines

# What terminals tell apart on light ground and on dark.
_COLOURS = ("red", "green", "blue", "magenta", "cyan", "yellow")
_NO_CHAINS = "no chains of two mentions or more"


def resolved_text(document: Document, chains: Iterable[Sequence[str]], width: int, words: int | None = None) -> str:
    """A text with its mentions in numbered brackets, and a line for each chain of two mentions or more.

    Args:
        width: of the lines.
        words: how many of the text, None for all.
    """
    chains = list(chains)
    text = marked_text.in_brackets(marked_text.marked(document, chains, words))
    lines = [textwrap.fill(part, width, break_long_words=False) for part in text.split(marked_text.PARAGRAPH)]
    listed = marked_text.chains_in_words(document, chains)
    space = len(str(len(listed))) + 2
    below = [
        textwrap.fill(
            f"{number:<{space}}" + " · ".join(texts), width, subsequent_indent=" " * space, break_long_words=False
        )
        for number, texts in enumerate(listed, start=1)
    ]
    return "\n\n".join([*filter(None, lines), "\n".join(below) or _NO_CHAINS])


class Printed:
    """Prints answered documents one after the other, each with the chains of its only layer.

    Args:
        titles: each is named.
    """

    def __init__(self, form: Form, titles: bool) -> None:
        self.form, self.titles, self.number, self._printed = form, titles, 0, 0
        self._rows: list[Row] = []
        self._objects: list[object] = []
        self._texts: list[tuple[Document, Sequence[Sequence[str]]]] = []

    def add(self, document: Document) -> None:
        """Print a text; keep other forms, which are one whole."""
        chains = [entity.mentions for layer in document.coreference.values() for entity in layer.entities]
        self.number += 1
        if self.form is Form.json:
            self._objects.append(as_object(document))
        elif self.form is not Form.text:
            self._rows += _rows(document, chains)
        else:
            self._texts.append((document, chains))
            if not sys.stdout.isatty():
                self._print_texts()

    def _print_texts(self) -> None:
        for document, chains in self._texts:
            self._printed += 1
            print("\n" * (self._printed > 1) + f"{document.id}\n\n" * self.titles, end="")
            if sys.stdout.isatty():
                _show_in_colours(document, chains)
            else:
                print(resolved_text(document, chains, width_of_lines()))
        self._texts = []

    def finish(self) -> None:
        """Print what was kept; on a terminal that is all, as there a progress bar may stand where texts would begin."""
        self._print_texts()
        if self.form is Form.json:
            sys.stdout.write(json_text({"documents": self._objects}))
        elif self.form is not Form.text:
            columns = [Column("document", "document"), Column("chain", "chain", "count")]
            columns += [Column("mention", "mention"), Column("text", "text")]
            show([Table("", columns, self._rows)], self.form)


def _rows(document: Document, chains: Sequence[Sequence[str]]) -> list[Row]:
    mention_of = document.mention_by_id()
    return [
        {
            "document": document.id,
            "chain": number,
            "mention": id,
            "text": marked_text.mention_in_words(document, mention_of[id]),
        }
        for number, chain in enumerate(marked_text.longer_chains(chains), start=1)
        for id in chain
    ]


def _show_in_colours(document: Document, chains: Sequence[Sequence[str]]) -> None:
    from rich.console import Console  # what is redirected starts faster
    from rich.text import Text

    console, text = Console(file=sys.stdout, highlight=False), Text()
    open_now: list[int] = []
    for piece in marked_text.marked(document, chains):
        if isinstance(piece, str):
            text.append(piece, _colour(open_now[-1]) if open_now else "")
        elif piece.begins:
            open_now.append(piece.chain)
            text.append("[", _colour(piece.chain))
        else:
            open_now.pop()
            text.append(f"]{marked_text.subscript(piece.chain)}", _colour(piece.chain))
    console.print(text)
    listed = marked_text.chains_in_words(document, chains)
    space = len(str(len(listed))) + 2
    console.print()
    for number, texts in enumerate(listed, start=1):
        lines = textwrap.wrap(" · ".join(texts), console.width - space, break_long_words=False)
        for place, line in enumerate(lines):
            console.print(Text(f"{number if not place else '':<{space}}").append(line, _colour(number)))
    if not listed:
        console.print(_NO_CHAINS)


def _colour(number: int) -> str:
    return f"bold {_COLOURS[(number - 1) % len(_COLOURS)]}"
