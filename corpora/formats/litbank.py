"""LitBank: its CoNLL files joined with the types, categories and names that its tsv files hold.

``conll/NAME_brat.conll`` is joined with ``tsv/NAME_brat.ann`` where that lies in the folder beside: mentions
get their category (PER, FAC …) as entity type and ``extra["type"]`` (PROP, NOM, PRON), entities their name in
``extra["name"]``. A mention that is a copula predicate or an apposition of another, which the CoNLL file
gives an entity of its own, has ``extra["COP"]`` or ``extra["APPOS"]`` with the other's id.

Source: Bamman, Lewke and Mansoor (2020).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from corpora.document import Document, Mention
from corpora.errors import FormatError
from corpora.formats import conll2012
from corpora.formats.files import numbered_lines
from corpora.formats.registry import Format

_LOOKS_LIKE_IT = re.compile(rb"\A#begin document \([^\n]*_brat\); part 0\r?\n")
_LINKS = ("COP", "APPOS")


def recognises(name: str, beginning: bytes) -> bool:
    return _LOOKS_LIKE_IT.match(beginning) is not None


def read(path: Path) -> Iterator[Document]:
    """The document of a LitBank CoNLL file, joined if its tsv file is there."""
    types = path.parent.parent / "tsv" / f"{path.stem}.ann"
    for document in conll2012.read(path):
        if types.is_file():
            join(document, types)
        yield document


def join(document: Document, path: Path) -> None:
    """Add what the tsv file says to the mentions of a document. Raises FormatError where the two do not fit."""
    waiting: dict[tuple[int, int], list[Mention]] = {}
    for mention in document.mentions:
        waiting.setdefault((mention.start, mention.end), []).append(mention)
    entity_of = document.key.entity_of() if document.key else {}
    known: dict[str, Mention] = {}
    later: list[tuple[int, str, list[str]]] = []
    for number, line in numbered_lines(path):
        kind, *values = line.split("\t")
        if kind == "MENTION" and len(values) == 8:
            span = _span(document, values, path, number)
            same_span = waiting.get(span)
            if not same_span:
                raise FormatError(path, number, f"mention {values[0]} is not in {document.source}", "expected it there")
            mention = known[values[0]] = same_span.pop(0)
            mention.entity_type = values[6]
            mention.extra["type"] = values[7]
        elif kind in ("COREF", *_LINKS) and len(values) == 2:
            later.append((number, kind, values))
        else:
            raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected MENTION, COREF, COP or APPOS")
    # A line may name a mention that a later line defines.
    for number, kind, values in later:
        mention = _known(known, values[0], path, number)
        if kind == "COREF":
            entity_of[mention.id].extra["name"] = values[1]
        else:
            mention.extra[kind] = _known(known, values[1], path, number).id


def _span(document: Document, values: list[str], path: Path, number: int) -> tuple[int, int]:
    places = values[1:5]
    if not all(value.isascii() and value.isdecimal() for value in places):
        raise FormatError(path, number, f"{' '.join(places)!r} are no places", "expected sentence and word, twice")
    first_sentence, first, last_sentence, last = map(int, places)
    sentences = document.sentences
    if max(first_sentence, last_sentence) >= len(sentences):
        raise FormatError(path, number, f"sentence {last_sentence} of {len(sentences)}", "expected a smaller number")
    return sentences[first_sentence].start + first, sentences[last_sentence].start + last + 1


def _known(known: dict[str, Mention], name: str, path: Path, number: int) -> Mention:
    if name not in known:
        raise FormatError(path, number, f"no mention {name!r}", "expected a MENTION line of it")
    return known[name]


FORMAT = Format(
    name="litbank",
    description="LitBank's CoNLL files, joined with the mention types of its tsv files",
    source="Bamman, Lewke and Mansoor (2020)",
    suffixes=("_brat.conll",),
    recognises=recognises,
    read=read,
    write=conll2012.write,
    cannot_hold=conll2012.cannot_hold,
    rank=3,
)
