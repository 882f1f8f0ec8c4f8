"""Only the entities of CoNLL-2012 files, for scoring: many times faster than reading documents.

Files that are laid out regularly are read here; at the first irregularity of any kind the file is given to
``conll2012.read``, which either can read it or says what is wrong. So both accept and refuse the same files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.formats.conll2012.writer import FULL, PLACEHOLDERS
from anaphora_workbench.corpora.formats.parts.files import numbered_lines
from anaphora_workbench.corpora.formats.parts.mention_heads import FullWords
from anaphora_workbench.corpora.support.errors import FormatError

Span = tuple[int, int]
_BEGIN = re.compile(r"\n*# ?begin document *(?:\(([^\n]*)\);(?: *part (\d{1,18}))?)? *\n")
_END = re.compile(r"\n# ?end document *(?:\n+|\Z)")
_END_LINE = re.compile(r"# ?end document *")
_BRACKET = re.compile(r"\(([^()|\s]+)(\)?)\|?|([^()|\s]+)\)\|?")
_PART_OF_SPEECH = 4


@dataclass(frozen=True)
class DocumentEntities:
    """The entities of one document.

    Attributes:
        words: number of words.
        entities: in order of their first opening bracket; spans as in Mention, in text order, longer first.
        tagged: its words have parts of speech.
        heads: offset of the head of each span, if it was asked for: the last word with a letter or digit, or the last.
        rows: the line of each word; its form alone where it was not read from one.
        column: number of the one with its form; None where there is none.
    """

    id: str
    words: int
    entities: list[list[Span]]
    tagged: bool
    heads: dict[Span, int] = field(default_factory=dict)
    rows: Sequence[str] = field(default=(), compare=False)
    column: int | None = field(default=None, compare=False)

    def has_words_of(self, other: DocumentEntities) -> bool:
        """Whether another document has the same words; of columns without words whether it has as many."""
        if self.words != other.words:
            return False
        if self.column is None or other.column is None:
            return True
        own, others = self._separator, other._separator
        alike = own == other._separator and all(
            one == two or one[: one.rfind(own)] == two[: two.rfind(own)]
            for one, two in zip(self.rows, other.rows, strict=True)
        )
        return alike or self._forms(own) == other._forms(others)

    @property
    def _separator(self) -> str:
        return "\t" if self.rows and "\t" in self.rows[0] else " "

    def _forms(self, separator: str) -> list[str]:
        assert self.column is not None
        return [row.split("\t" if separator == "\t" else None)[self.column] for row in self.rows]


class _IrregularError(Exception):
    """The file is not laid out in the usual way, or is wrong."""


def read_entities(path: Path, heads: bool = False) -> Iterator[DocumentEntities]:
    """The entities of the documents of a file, one after the other. Raises FormatError as ``conll2012.read`` does."""
    done = 0
    try:
        for text in _documents_of(path):
            yield from _read_regular(text, path.stem, heads)
            done += 1
        if not done:
            raise _IrregularError
    except (_IrregularError, FormatError):
        for document in islice(conll2012.read(path), done, None):
            yield _of_document(document, heads)


def _documents_of(path: Path) -> Iterator[str]:
    """The text of each document to its end, the last with all that follows."""
    lines: list[str] = []
    waiting = ""
    for _, line in numbered_lines(path):
        # A carriage return inside a line is for the full reader to judge.
        if "\r" in line:
            raise _IrregularError
        if waiting and line:
            yield waiting
            waiting = ""
        lines.append(line)
        if line.startswith("#") and _END_LINE.fullmatch(line):
            waiting, lines = "\n".join((*lines, "")), []
    rest = "\n".join((*lines, "")) if any(lines) else ""
    if waiting or rest:
        yield waiting + rest


def _of_document(document: Document, heads: bool = False) -> DocumentEntities:
    mentions = document.mention_by_id()
    layer = document.key
    head_of = {(mention.start, mention.end): mention.head for mention in document.mentions} if heads else {}
    return DocumentEntities(
        document.id,
        len(document.words),
        [
            [(mentions[name].start, mentions[name].end) for name in entity.mentions]
            for entity in (layer.entities if layer else ())
        ],
        any(word.xpos for word in document.words),
        head_of,
        [word.form for word in document.words],
        0 if any(word.form for word in document.words) else None,
    )


def _read_regular(text: str, stem: str, heads: bool) -> list[DocumentEntities]:
    documents = []
    position = 0
    while (begin := _BEGIN.match(text, position)) is not None:
        # Looking for plain text is much faster than for a pattern.
        end = _END.match(text, max(0, text.find("\n#end document", begin.end() - 1)))
        end = end or _END.search(text, begin.end() - 1)
        if end is None:
            raise _IrregularError
        name = begin[1] if begin[1] is not None else stem
        part = int(begin[2] or 0)
        document_id = f"{name}.part{part}" if part else name
        documents.append(_document(document_id, text[begin.end() : end.start() + 1], heads))
        position = end.end()
    if not documents or position < len(text):
        raise _IrregularError
    return documents


def _document(name: str, text: str, heads: bool) -> DocumentEntities:
    # A boundary, a comment, or a word of a document whose name begins so.
    if text[:1] == "#" or "\n#" in text:
        raise _IrregularError
    lines = text.split("\n")
    words = [line for line in lines if line]
    if not words:
        return DocumentEntities(name, 0, [], False)
    width = _width(lines, words)
    separator = "\t" if "\t" in words[0] else " "
    if separator == " ":
        words = [line.rstrip(" ") for line in words]
    cells = [line[line.rfind(separator) + 1 :] for line in words]
    if "" in cells and not all(map(str.strip, words)):
        raise _IrregularError
    entities = _entities(cells)
    # Whether coreference is in another column is for the full reader to judge.
    if not entities and not any(cells):
        raise _IrregularError
    head_of = _heads(entities, words, width, separator) if heads else {}
    tagged = width >= FULL and any(map(_is_tagged, words))
    return DocumentEntities(name, len(words), entities, tagged, head_of, words, _column_of_forms(width))


def _heads(entities: list[list[Span]], words: list[str], width: int, separator: str) -> dict[Span, int]:
    """The head of each span, as ``mention_heads.FullWords`` finds it."""
    column = _column_of_forms(width)
    if column is None:
        return {(start, end): end - 1 for entity in entities for start, end in entity}
    split_at = "\t" if separator == "\t" else None
    full_words = FullWords(lambda offset: words[offset].split(split_at)[column])
    return {span: full_words.last([span]) for entity in entities for span in entity}


def _column_of_forms(width: int) -> int | None:
    return {2: None, 3: 1}.get(width, 3)


def _width(lines: list[str], words: list[str]) -> int:
    """Number of columns of the first word, after a look at all the others."""
    if "\t" in words[0]:
        counts = {line.count("\t") for line in words}
    elif any("\t" in line for line in words):
        raise _IrregularError
    else:
        counts = {len(line.split()) - 1 for line in words}
    first = words[0].count("\t") if "\t" in words[0] else len(words[0].split()) - 1
    if first in (0, 3):
        raise _IrregularError
    if len(counts) > 1:
        # The columns of predicates differ from sentence to sentence, but not within one.
        if min(counts) < FULL - 1 or any(line[-1] == "\t" for line in words):
            raise _IrregularError
        _check_sentences(lines)
    return first + 1


def _check_sentences(lines: list[str]) -> None:
    before = None
    for line in lines:
        columns = (line.count("\t") or len(line.split())) if line else None
        if columns != before and columns is not None and before is not None:
            raise _IrregularError
        before = columns


def _entities(cells: Sequence[str]) -> list[list[Span]]:
    entities: dict[str, list[tuple[int, int, int]]] = {}
    waiting: dict[str, list[tuple[int, int]]] = {}
    opened = 0
    for offset, cell in enumerate(cells):
        if cell in PLACEHOLDERS:
            continue
        if cell[0] == "(" and cell[-1] == ")" and cell[1:-1].isalnum():
            # One mention of one word, much the most frequent cell.
            opened += 1
            entities.setdefault(cell[1:-1], []).append((offset, -offset - 1, opened))
            continue
        position = 0
        while bracket := _BRACKET.match(cell, position):
            position = bracket.end()
            entity, closed, closing = bracket.groups()
            if entity is None:
                if not waiting.get(closing):
                    raise _IrregularError
                begun, number = waiting[closing].pop()
                entities[closing].append((begun, -offset - 1, number))
                continue
            opened += 1
            mentions = entities.setdefault(entity, [])
            if closed:
                mentions.append((offset, -offset - 1, opened))
            else:
                waiting.setdefault(entity, []).append((offset, opened))
        if position != len(cell):
            raise _IrregularError
    if any(waiting.values()):
        raise _IrregularError
    return [[(begun, -end) for begun, end, _ in sorted(mentions)] for mentions in entities.values()]


def _is_tagged(line: str) -> bool:
    columns = line.split("\t") if "\t" in line else line.split()
    return columns[_PART_OF_SPEECH] not in PLACEHOLDERS
