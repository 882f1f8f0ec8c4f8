"""MUC-6/7 coreference: SGML with ``<COREF ID="1" TYPE="IDENT" REF="0" MIN="words">`` round each mention.

Read as it is in the wild: attributes with or without quotation marks, tags in any case, character
entities, COREF inside COREF. ``<DOC>`` begins a document, ``<P>`` a paragraph, ``<S>`` a sentence, ``<HL>``
is a heading; where no ``<S>`` is, preprocessing finds the sentences. Other tags are kept with the word that
follows and written back. Identity is taken to be transitive: an entity is all that REF joins. MIN gives
the head, its last word.

Source: Hirschman and Chinchor (1997), MUC-7 coreference task definition.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.closure import entities_by_reference
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.muc.sgml import Tag, markup
from anaphora_workbench.corpora.formats.muc.writer import (
    AFTER,
    AROUND,
    BEFORE,
    REFERENCE,
    cannot_hold,
    head_of_minimum,
    write,
)
from anaphora_workbench.corpora.formats.parts.files import whole_text
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of
from anaphora_workbench.corpora.formats.parts.tokenizer import words_of
from anaphora_workbench.corpora.formats.parts.word_sequences import Sequences
from anaphora_workbench.corpora.support.errors import FormatError, complain, placed, remark

_COREF = re.compile(rb"<coref\s", re.IGNORECASE)
# Of the articles of MUC-6 (Wall Street Journal) and MUC-7 (New York Times), and the named entities of both.
_ELEMENTS = {
    *("DOC", "DOCID", "DOCNO", "COREF", "P", "S", "HL", "TXT", "TEXT", "DD", "AN", "SO", "IN", "G", "CO", "DATELINE"),
    *("STORYID", "SLUG", "DATE", "NWORDS", "PREAMBLE", "TRAILER", "ENAMEX", "NUMEX", "TIMEX"),
}
_ATTRIBUTES = ("ID", "REF", "TYPE", "MIN", "STATUS")


def recognises(name: str, beginning: bytes) -> bool:
    return _COREF.search(beginning) is not None and b"<w " not in beginning and b"<W " not in beginning


def read(path: Path) -> Iterator[Document]:
    """The documents of an SGML file; the whole file is one where there is no ``<DOC>``."""
    reader = _Reader(path, path.stem)
    any_document = False
    for piece in markup(whole_text(path), path):
        if isinstance(piece, Tag) and piece.name == "DOC":
            if piece.closing or reader.has_words:
                if reader.has_words:
                    yield reader.finish(piece.line)
                    any_document = True
                else:
                    remark(path, piece.line, f"<DOC> {reader.document.id!r} has no text and is left out")
                reader = _Reader(path, path.stem)
            continue
        reader.add(piece)
    if reader.has_words or not any_document:
        yield reader.finish(reader.last_line)


class _Reader:
    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.document = Document(name, source=str(path))
        self._full_words = full_words_of(self.document)
        self._sequences = Sequences(self.document.words)
        self.last_line = 1
        self._open: list[tuple[str, Tag, int]] = []
        self._open_names: set[str] = set()
        self._unknown: set[str] = set()
        self._mentions: dict[str, tuple[Mention, Tag]] = {}
        self._around: list[str] = []
        self._before: list[str] = []
        self._name: list[str] | None = None
        self._sentence_tags = False
        self._break: set[str] = {"P"}
        self._heading = False

    @property
    def has_words(self) -> bool:
        return bool(self.document.words)

    def add(self, piece: Tag | tuple[int, str]) -> None:
        if not isinstance(piece, Tag):
            self._add_text(*piece)
            return
        self.last_line = piece.line
        if piece.name not in _ELEMENTS and piece.name not in self._unknown:
            self._unknown.add(piece.name)
            remark(self.path, piece.line, f"unknown element <{piece.name}>, which is kept as it stands")
        if piece.name in ("DOCID", "DOCNO"):
            if not piece.closing:
                self._name = []
            elif self._name is not None:
                self.document.id = " ".join("".join(self._name).split()) or self.document.id
                self._name = None
        elif piece.name == "COREF":
            self._add_coref(piece)
        elif piece.name in ("P", "HL", "S"):
            self._around += self._before
            self._before = []
            self._break.add("S" if piece.name == "S" else "P")
            self._sentence_tags |= piece.name == "S"
            if piece.name == "HL":
                self._heading = not piece.closing
        elif piece.closing and self.has_words and not self._break and not self._before:
            after = self.document.words[-1].extra
            after[AFTER] = after.get(AFTER, "") + piece.text
        else:
            self._before.append(piece.text)

    def finish(self, line: int) -> Document:
        for name, tag, _ in reversed(self._open):
            complain(self.path, line, f"<COREF ID={name}> opens in line {tag.line}, never closes")
        document = self.document
        if not document.words:
            raise FormatError(self.path, line, "no text in the file", "expected text with <COREF> tags")
        ends = [sentence.start for sentence in document.sentences[1:]] + [len(document.words)]
        for sentence, end in zip(document.sentences, ends, strict=True):
            sentence.end = end
        document.sentences_known = self._sentence_tags
        document.paragraphs_known = len(document.paragraphs) > 1
        document.genre = genre_by_id(document.id)
        if self._around or self._before:
            document.extra[f"{AROUND} end"] = "".join(self._around + self._before)
        document.mentions = sorted((mention for mention, _ in self._mentions.values()), key=span_order)
        document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, self._entities())
        return document

    def _add_text(self, line: int, text: str) -> None:
        document = self.document
        if self._name is not None:
            self._name.append(text)
            return
        if document.words and text[:1].isspace():
            document.words[-1].space_after = True
        for start, end in words_of(text, 0, len(text)):
            self._begin_sentence()
            space = end < len(text) and text[end].isspace()
            word = Word(text[start:end], space_after=space)
            for key, tags in ((AROUND, self._around), (BEFORE, self._before)):
                if tags:
                    word.extra[key] = "".join(tags)
                    tags.clear()
            document.words.append(word)
        self.last_line = line + text.count("\n")

    def _begin_sentence(self) -> None:
        document = self.document
        if "P" in self._break:
            document.paragraphs.append(Paragraph("heading" if self._heading else "body"))
        if self._break:
            place = len(document.words)
            document.sentences.append(Sentence(place, place, len(document.paragraphs) - 1))
            if document.words:
                document.words[-1].space_after = True
            self._break = set()

    def _add_coref(self, tag: Tag) -> None:
        path = self.path
        if not tag.closing:
            name = tag.attributes.get("ID", "")
            if not name:
                complain(path, tag.line, "<COREF> without ID", 'expected <COREF ID="1" …>')
            unknown = [key for key in tag.attributes if key not in _ATTRIBUTES]
            if unknown:
                wrong = f"<COREF ID={name}> has an attribute {unknown[0]!r}"
                complain(path, tag.line, wrong, f"expected only {', '.join(_ATTRIBUTES)}")
            if name and (name in self._mentions or name in self._open_names):
                complain(path, tag.line, f"duplicate <COREF ID={name}>", "expected unique ids")
            self._open.append((name, tag, len(self.document.words)))
            self._open_names.add(name)
            return
        if not self._open:
            complain(path, tag.line, "</COREF> closes but nothing is open")
            return
        name, opened, start = self._open.pop()
        self._open_names.discard(name)
        end = len(self.document.words)
        if start == end:
            complain(path, opened.line, f"<COREF ID={name}> has no words in it")
            return
        mention = Mention(name, start, end, self._full_words.last([(start, end)]))
        minimum = opened.attributes.get("MIN")
        if minimum is not None:
            mention.extra["MIN"] = minimum
            self._set_head(mention, minimum, opened.line)
        if "STATUS" in opened.attributes:
            mention.extra["STATUS"] = opened.attributes["STATUS"]
        mention.extra[REFERENCE] = opened.attributes.get("REF", "")
        placed(mention, path, opened.line)
        self._mentions[name] = mention, opened

    def _set_head(self, mention: Mention, minimum: str, line: int) -> None:
        """The last word of MIN, where MIN stands in the mention; several readings are separated by bars."""
        head = head_of_minimum(minimum, mention, self._sequences)
        if head is not None:
            mention.head = head
        else:
            remark(self.path, line, f"MIN {minimum!r} of <COREF ID={mention.id}> does not stand in it")

    def _entities(self) -> list[Entity]:
        references = {}
        for name, (_, tag) in self._mentions.items():
            reference = tag.attributes.get("REF")
            if reference is None:
                continue
            if reference == name:
                complain(self.path, tag.line, f"<COREF ID={name}> refers to itself", "expected the ID of another")
            if reference not in self._mentions:
                wrong = f"<COREF ID={name}> refers to {reference!r}, which does not exist"
                complain(self.path, tag.line, wrong, "expected the ID of a mention of the document")
                continue
            references[name] = reference
        entities = entities_by_reference(self.document.mentions, references.items())
        for entity in entities:
            tags = {name: self._mentions[name][1].attributes for name in entity.mentions}
            entity.types = {name: tag["TYPE"] for name, tag in tags.items() if "TYPE" in tag}
        return entities


FORMAT = Format(
    name="muc",
    description="MUC-6/7 SGML with <COREF ID REF TYPE MIN>",
    source="Hirschman and Chinchor (1997)",
    suffixes=(".sgml", ".sgm", ".muc"),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    states=("paragraphs", "heads"),
)
