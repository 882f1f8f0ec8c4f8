"""OntoNotes ``.coref``: a sentence a line, its words separated by blanks, COREF round each mention.

* Each ``<TEXT PARTNO>`` is a document, named as conll2012 names the parts.
* ``S_OFF`` and ``E_OFF`` are characters of the first and the last word that do not belong to a mention; such words are
  split there (*Japan-China*).
* Chains are those of ``TYPE="IDENT"``. The parts of an apposition (``APPOS``) are mentions of no chain, with their role
  as a note.
* Traces of the treebank (``*PRO*``, ``*T*-1``) are elided words. Of ``0`` and ``*`` the file does not say whether they
  are words; they are kept as such, and counted.

Source: OntoNotes 5.0 (Weischedel et al. 2013), *coref* of its API on.corpora.coreference.
"""

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Mention, Word
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.muc.sgml import Tag, markup
from anaphora_workbench.corpora.formats.parts.files import place_number, whole_text
from anaphora_workbench.corpora.formats.tools.tool_document import ToolDocument
from anaphora_workbench.corpora.support.errors import FormatError, complain, going_on, note

recognises = begins_like(rb"\s*<DOC DOC(?:NO|ID)=\"[^\"]*\"\s*>\s*<TEXT PART(?:NO|ID)=")
_TRACE = re.compile(r"\*(?:[A-Z?]+|pro)\*(?:-\d+)*|\*(?:-\d+)+")
_DOUBTFUL = frozenset({"0", "*"})


@dataclass
class _Found:
    """A mention: its tag, and first and last word with the characters of them that are not of it."""

    tag: Tag
    first: int
    last: int = -1

    def offset(self, name: str) -> int:
        return max(place_number(self.tag.attributes.get(name, "0")), 0)


@dataclass
class _Part:
    """What was read of a part: words by sentence, those that no blank follows, and mentions."""

    number: str
    words: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    joined: set[int] = field(default_factory=set)
    found: list[_Found] = field(default_factory=list)
    open: list[_Found] = field(default_factory=list)

    def add_text(self, text: str) -> None:
        for number, line in enumerate(text.split("\n")):
            if number and self.words and self.starts[-1:] != [len(self.words)]:
                self.starts.append(len(self.words))
            if line and self.words and not line[0].isspace() and not number and self._ends_in_word:
                self.joined.add(len(self.words) - 1)
            self.words += line.split()
            self._ends_in_word = bool(line) and not line[-1].isspace()

    _ends_in_word: bool = False


def read(path: Path) -> Iterator[Document]:
    """The parts of a file."""
    name = path.stem
    part: _Part | None = None
    read_any = False
    for piece in markup(whole_text(path), path):
        if not isinstance(piece, Tag):
            if part is not None:
                part.add_text(piece[1])
        elif piece.name == "DOC" and not piece.closing:
            name = (piece.attributes.get("DOCNO") or piece.attributes.get("DOCID") or name).partition("@")[0]
        elif piece.name == "TEXT" and not piece.closing:
            part = _Part(piece.attributes.get("PARTNO") or piece.attributes.get("PARTID") or "0")
        elif piece.name == "TEXT" and part is not None:
            for left in part.open:
                complain(path, left.tag.line, "<COREF> never closes")
            yield _document(name, path, part)
            part, read_any = None, True
        elif piece.name == "COREF" and part is not None and not piece.closing:
            part.open.append(_Found(piece, len(part.words)))
        elif piece.name == "COREF" and part is not None:
            if not part.open:
                complain(path, piece.line, "</COREF> closes but nothing is open")
                continue
            done = part.open.pop()
            done.last = len(part.words) - 1
            part.found.append(done)
    if part is not None or not read_any:
        raise FormatError(path, None, "no <TEXT PARTNO> that closes", "expected the parts of a document")


def _document(name: str, path: Path, part: _Part) -> Document:
    number = max(place_number(part.number), 0)
    tool = ToolDocument(f"{name}.part{number}" if number else name, path)
    # The characters of each word at which it is split.
    cuts: dict[int, set[int]] = {}
    for found in part.found:
        with going_on():
            first, last = found.offset("S_OFF"), found.offset("E_OFF")
            if found.last < found.first or not _is_inside(part, found, first, last):
                raise FormatError(
                    path, found.tag.line, "a mention without words", "expected words, and smaller offsets"
                )
            cuts.setdefault(found.first, set()).add(first)
            cuts.setdefault(found.last, set()).add(len(part.words[found.last]) - last)
    place_of = _add_words(tool, part, cuts)
    chains: dict[str, list[Mention]] = {}
    for found in part.found:
        start = place_of.get((found.first, found.offset("S_OFF")))
        end = (
            place_of.get((found.last, len(part.words[found.last]) - found.offset("E_OFF"))) if found.last >= 0 else None
        )
        if start is None or end is None or start >= end:
            continue
        mention = tool.mention(GOLD_LAYER, ((start, end),))
        if found.tag.attributes.get("TYPE", "IDENT").upper() == "IDENT":
            chain = found.tag.attributes.get("ID", "")
            if not chain:
                complain(path, found.tag.line, "<COREF> of type IDENT has no ID", "expected that of its chain")
            chains.setdefault(chain, []).append(mention)
        else:
            mention.extra |= {
                key.lower(): found.tag.attributes[key] for key in ("TYPE", "SUBTYPE") if key in found.tag.attributes
            }
    tool.add_chains(GOLD_LAYER, chains)
    doubtful = sum(form in _DOUBTFUL for form in part.words)
    if doubtful:
        note(path, 1, f"{doubtful} times 0 or *, which may be a trace of the treebank: kept as words")
    return tool.finish()


def _is_inside(part: _Part, found: _Found, first: int, last: int) -> bool:
    length, of_last = len(part.words[found.first]), len(part.words[found.last])
    return first < length and last < of_last and (found.first < found.last or first + last < length)


def _add_words(tool: ToolDocument, part: _Part, cuts: dict[int, set[int]]) -> dict[tuple[int, int], int]:
    """Add the words, split; returns the offset of the word that begins, or follows, at a character of a word."""
    place_of: dict[tuple[int, int], int] = {}
    sentence: list[Word] = []
    starts = {start for start in part.starts if start < len(part.words)}
    for number, form in enumerate(part.words):
        if number in starts:
            tool.add_sentence(sentence)
            sentence = []
        edges = sorted({0, len(form), *cuts.get(number, ())})
        for start, end in itertools.pairwise(edges):
            offset = len(tool.document.words) + len(sentence)
            place_of.setdefault((number, start), offset)
            place_of[number, end] = offset + 1
            space = end == len(form) and number not in part.joined
            sentence.append(Word(form[start:end], empty=_TRACE.fullmatch(form) is not None, space_after=space))
    tool.add_sentence(sentence)
    return place_of


FORMAT = Format(
    name="ontonotes",
    description="OntoNotes' .coref",
    source="Weischedel et al. (2013)",
    suffixes=(".coref",),
    recognises=recognises,
    read=read,
    rank=2,
    states=("singletons",),
)
