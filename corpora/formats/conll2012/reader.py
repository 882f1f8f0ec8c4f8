"""CoNLL-2011/2012 columns, full or skeleton, and their look-alikes: LitBank, OntoGUM, reference-scorer files.

Coreference is the last column that is not blank. The others are told by their number:

    2         document, coreference
    3         number of the word in the document, form, coreference (OntoGUM)
    5         document, part, number of the word in the sentence, form, coreference
    12 ...    document, part, number, form, part of speech, parse, lemma, frameset, sense, speaker,
              named entity, one column for each predicate's arguments, coreference

Columns without a field of their own stay in ``extra`` under these names. Names that begin with
``conll2012:`` say how the file was laid out where that is not the usual way.

Source: Pradhan et al. (2011, 2012); Bamman et al. (2020) for LitBank; Zhu et al. (2021) for OntoGUM.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.document.sentence_ends import note_sentence_ends
from anaphora_workbench.corpora.formats.conll2012.chain_brackets import CELL, ChainReader
from anaphora_workbench.corpora.formats.conll2012.writer import (
    ANNOTATION,
    DEFAULT_PLACEHOLDERS,
    FULL,
    OWN,
    PLACEHOLDERS,
    Layout,
    begin_line,
    cannot_hold,
    write,
)
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.parts.files import numbered_lines, whole_number
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.support.errors import FormatError, complain, placed, quantity

_BEGIN = re.compile(r"#\s?begin document\s*(?:\((.*)\)(?:;\s*(?:part\s*(\d+))?)?)?\s*")
# xrenner's own: a bare name behind a space.
_BEGIN_BARE = re.compile(r"# begin document ([^\s(][^\n]*?)\s*")
# Some name the document again.
_END = re.compile(r"#\s?end document\s*\(?(.*?)\)?(?:;\s*(?:part\s*0*(\d+))?)?\s*")
recognises = begins_like(rb"\s*#\s?begin document[ \t]*(?:\([^\n]*\)[^\n]*)?\r?\n|# begin document [^\s(]")
_NAMED_ENTITY = re.compile(r"\(([^()*]+)")


def read(path: Path) -> Iterator[Document]:
    """Documents of a CoNLL-2012 file; the further parts of one have ``.part1`` … added to their id."""
    reader: _DocumentReader | None = None
    number = 0
    documents = 0
    for number, line in numbered_lines(path):
        if line.startswith(("#begin document", "# begin document")):
            if reader is not None:
                complain(path, number, "a document begins inside another", "expected #end document before it")
                yield reader.finish(number, "#end document")
                documents += 1
            reader = _DocumentReader(path, number, line)
        elif (end := _END.fullmatch(line)) and (reader is None or reader.ends_with(*end.groups())):
            if reader is None:
                complain(path, number, "a document ends that never began", "expected #begin document")
                continue
            yield reader.finish(number, line)
            documents += 1
            reader = None
        elif reader is not None:
            reader.add(number, line)
        elif line.strip():
            what = "comment" if line.startswith("#") else "line"
            complain(path, number, f"a {what} outside a document", "expected #begin document (NAME); part 000")
    if reader is not None:
        complain(path, number, "the file ends inside a document", "expected #end document")
        yield reader.finish(number, "#end document")
        documents += 1
    if not documents:
        raise FormatError(path, number, "no document in the file", "expected #begin document (NAME); part 000")


class _DocumentReader:
    def __init__(self, path: Path, number: int, line: str) -> None:
        match, bare = _BEGIN.fullmatch(line), _BEGIN_BARE.fullmatch(line)
        if match is None and bare is None:
            complain(path, number, f"cannot read {line!r}", "expected #begin document (NAME); part 000")
        name, stated_part = match.groups() if match else (bare and bare[1], None)
        self.path = path
        self.name = name if name is not None else path.stem
        part = whole_number(stated_part or "0", path, number)
        self.part = str(part)
        document = Document(f"{self.name}.part{part}" if part else self.name, source=str(path))
        document.paragraphs.append(Paragraph())
        document.genre = genre_by_id(document.id)
        if stated_part is not None:
            document.extra["part"] = stated_part
        if line != begin_line(document):
            document.extra[f"{OWN}begin"] = line
        self.document = document
        placed(document, path, number)
        self._layout: Layout | None = None
        self._chains = ChainReader()
        self._sentence_start = 0
        self._width = 0
        self._named_entity = ""
        self._is_blank = False
        # Line and content of a cell next to an empty last one that looks as if it were that of coreference.
        self._next_to_last: tuple[int, str] | None = None
        self._has_brackets = False

    def ends_with(self, name: str, part: str | None) -> bool:
        """Whether a line that ends a document ends this one."""
        return name in ("", self.name) and part in (None, self.part)

    def add(self, number: int, line: str) -> None:
        if not line or line.isspace():
            self._is_blank = True
            self._end_sentence()
            return
        separator = "\t" if "\t" in line else " "
        columns = line.split("\t") if separator == "\t" else [column for column in line.split(" ") if column]
        layout = self._layout
        unlike = layout is None or len(columns) != self._width or separator != layout.separator
        # The name of a document may begin with the sign.
        if line.startswith("#") and unlike and columns[0] != self.name:
            complain(self.path, number, "a comment, for which these columns have no place", "expected no such line")
            return
        if layout is None:
            layout = self._layout = Layout(len(columns), separator)
            self._width = len(columns)
            if len(columns) in (1, 4):
                wrong = quantity(len(columns), "column")
                complain(self.path, number, wrong, "expected 2, 3, 5 or at least 12, coreference last")
                self._layout = None
                return
        after = ""
        if len(columns) == self._width + 1 and columns[-1] == "":
            # The reference scorer's own test files have a tab after the last column in places.
            del columns[-1]
            after = "\t"
        if len(columns) != self._width:
            if self._sentence_start < len(self.document.words) or min(len(columns), layout.columns) < FULL:
                wrong = quantity(len(columns), "column")
                complain(self.path, number, wrong, f"expected {self._width} as in the lines before")
                return
            self._width = len(columns)
        word = self._word(columns, layout)
        placed(word, self.path, number)
        if after:
            word.extra[f"{OWN}after"] = after
        if not columns[-1] and len(columns) > 5 and self._next_to_last is None and CELL.fullmatch(columns[-2]):
            self._next_to_last = number, columns[-2]
        self._add_coreference(columns[-1], layout, word, number)
        self.document.words.append(word)

    def finish(self, number: int, line: str) -> Document:
        document = self.document
        layout = self._layout or Layout(FULL, "\t")
        if self._sentence_start < len(document.words):
            layout.blank_before_end = False
            self._end_sentence()
        if not document.words:
            layout.blank_before_end = self._is_blank
        for entity, opened in self._chains.finish(document, f"{OWN}coreference"):
            complain(self.path, number, f"entity {entity} opens in line {opened} but never closes")
        if self._next_to_last is not None and not self._has_brackets:
            place, cell = self._next_to_last
            wrong = f"the last column is empty in all lines of the document, and the one before it has {cell!r}"
            complain(self.path, place, wrong, "expected coreference in the last column")
        note_sentence_ends(document)
        if line != "#end document":
            document.extra[f"{OWN}end"] = line
        document.extra[f"{OWN}layout"] = json.dumps(asdict(layout))
        return document

    def _end_sentence(self) -> None:
        document = self.document
        start, end = self._sentence_start, len(document.words)
        if start == end:
            return
        sentence = Sentence(start, end)
        speaker = document.words[start].speaker
        if speaker is not None:
            sentence.speaker = speaker
            for word in document.words[start:end]:
                word.speaker = None if word.speaker == speaker else word.speaker or ""
        if self._layout is not None and self._width != self._layout.columns:
            sentence.extra[f"{OWN}columns"] = str(self._width)
        document.sentences.append(sentence)
        self._sentence_start = end
        # A name that is not closed ends with its sentence.
        self._named_entity = ""

    def _word(self, columns: list[str], layout: Layout) -> Word:
        words = self.document.words
        count = len(columns)
        if count == 2:
            word = Word("")
            if columns[0] != self.name:
                word.extra[f"{OWN}document"] = columns[0]
            return word
        if count == 3:
            word = Word(columns[1])
            if columns[0] != str(len(words)):
                word.extra[f"{OWN}number"] = columns[0]
            return word
        word = Word(columns[3])
        if columns[0] != self.name:
            word.extra[f"{OWN}document"] = columns[0]
        if columns[1] != self.part:
            word.extra[f"{OWN}part"] = columns[1]
        if columns[2] != str(len(words) - self._sentence_start):
            word.extra[f"{OWN}number"] = columns[2]
        if count >= FULL:
            self._add_columns(word, columns, layout)
        elif count > 5:
            for position in range(4, count - 1):
                self._add_column(word, f"column {position + 1}", columns[position], position, layout)
        return word

    def _add_columns(self, word: Word, columns: list[str], layout: Layout) -> None:
        extra = word.extra
        for position, name in enumerate(ANNOTATION, 4):
            value = columns[position]
            if value in PLACEHOLDERS:
                placeholder = layout.placeholders.setdefault(str(position), value)
                if value != placeholder:
                    extra[f"{OWN}{name}"] = value
            elif position == 4:
                word.xpos = value
            elif position == 6:
                word.lemma = value
            elif position == 9:
                word.speaker = value
            else:
                extra[name] = value
        value = columns[10]
        if value[:1] == "(":
            match = _NAMED_ENTITY.match(value)
            self._named_entity = match[1] if match else ""
        word.entity_type = self._named_entity
        if value[-1:] == ")":
            self._named_entity = ""
        arguments = columns[11:-1]
        if any(argument != DEFAULT_PLACEHOLDERS["11"] for argument in arguments):
            placeholder = layout.placeholders.setdefault("11", arguments[0] if arguments[0] in PLACEHOLDERS else "*")
            if any(argument != placeholder for argument in arguments):
                extra["arguments"] = "\t".join(arguments)

    def _add_column(self, word: Word, name: str, value: str, position: int, layout: Layout) -> None:
        if value in PLACEHOLDERS:
            if value != layout.placeholders.setdefault(str(position), value):
                word.extra[f"{OWN}{name}"] = value
        else:
            word.extra[name] = value

    def _add_coreference(self, brackets: str, layout: Layout, word: Word, number: int) -> None:
        self._has_brackets = self._has_brackets or brackets not in PLACEHOLDERS
        if brackets in PLACEHOLDERS:
            if layout.none is None:
                layout.none = brackets
            elif brackets != layout.none:
                word.extra[f"{OWN}none"] = brackets
            return
        for wrong in self._chains.add(brackets, len(self.document.words), number):
            complain(self.path, number, wrong)


FORMAT = Format(
    name="conll2012",
    description="CoNLL-2011/2012 columns, full or skeleton; LitBank, OntoGUM, files of the reference scorer",
    source="Pradhan et al. (2011, 2012)",
    suffixes=(".conll", ".gold_conll", ".auto_conll", ".v4_gold_conll", ".v4_auto_conll", "_conll"),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    rank=4,
    names_entities=True,
    states=("speakers", "singletons"),
)
