"""SemEval-2010 Task 1 columns, with gold and predicted annotation side by side.

Columns: ID TOKEN LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL NE PNE PRED PPRED, one column
for each predicate's arguments, and coreference last; ``_`` is nothing. The words' lemma, part of speech,
morphology, head and relation are the gold ones where a document has any, else the predicted ones; what
is not used stays in ``Word.extra`` under its column's name. AnCora's tags give universal ones too.
Dependency labels follow neither UD nor CLEAR, so ``Document.relations`` is empty; preprocessing takes one of
the two annotations by ``semeval2010_columns``. A word ``_`` tagged as a pronoun is an elliptic subject, an
empty word of the Document. The language is what the file or its folder is named after: ``es.test.txt``,
``ca/train.txt``.

Source: Recasens et al. (2010).
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.document.sentence_ends import note_sentence_ends
from anaphora_workbench.corpora.formats.conll2012 import chain_brackets
from anaphora_workbench.corpora.formats.conll2012.writer import arguments_of
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.losses import (
    AS_NOTHING,
    BLANK_ID,
    LAYOUT_MARK,
    NOT_NUMBERS,
    PARTS,
    TANGLED,
    are_numbers,
    as_nothing,
    in_one_line,
    losses,
    lost,
    tangled,
    written_layer,
)
from anaphora_workbench.corpora.formats.parts.files import TextWriter, numbered_lines, place_number
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.nesting import require_untangled
from anaphora_workbench.corpora.formats.requirements import require_forms, require_places
from anaphora_workbench.corpora.formats.semeval2010.columns import (
    GOLD,
    NAME,
    OWN,
    PREDICTED,
    entity_types,
    universal_tags,
)
from anaphora_workbench.corpora.support.errors import FormatError, complain, placed, quantity

LANGUAGES = ("ca", "de", "en", "es", "it", "nl")
_ELLIPTIC_FORM, _PRONOUN = "_", "p"
_NAMES = [name for gold in GOLD for name in (gold, f"P{gold}")]
_NOTES = frozenset({*_NAMES, "NE", "PRED", "arguments"})
_FIXED = 2 + len(_NAMES)
_BEGIN, _END = "#begin document", "#end document"
recognises = begins_like(rb"\s*#begin document [^(\n][^\n]*\r?\n\s*1\t")
_HELD = frozenset(
    {"words", "sentences", "lemmas", "xpos", "morphology", "dependencies", "named entities", "word notes"}
)


def read(path: Path) -> Iterator[Document]:
    """Documents of a SemEval-2010 file."""
    reader: _DocumentReader | None = None
    number, any_document = 0, False
    for number, line in numbered_lines(path):
        if line.startswith(_BEGIN):
            if reader is not None:
                complain(path, number, "a document begins inside another", f"expected {_END} before it")
                yield reader.finish(number, "")
            reader = _DocumentReader(path, line[len(_BEGIN) :].strip())
            placed(reader.document, path, number)
        elif line.startswith(_END):
            if reader is None:
                complain(path, number, "a document ends that never began", f"expected {_BEGIN} NAME")
                continue
            yield reader.finish(number, line[len(_END) :].strip())
            reader, any_document = None, True
        elif reader is not None:
            reader.add(number, line)
        elif line.strip():
            complain(path, number, "a line outside a document", f"expected {_BEGIN} NAME")
    if reader is not None:
        complain(path, number, "the file ends inside a document", f"expected {_END} {reader.document.id}")
        yield reader.finish(number, "")
        any_document = True
    if not any_document:
        raise FormatError(path, number, "no document in the file", f"expected {_BEGIN} NAME")


class _DocumentReader:
    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        told = _language_of(path)
        self.document = Document(name or path.stem, source=str(path))
        if told:
            self.document.language, self.document.language_said = told, True
        self.document.paragraphs.append(Paragraph())
        self._chains = chain_brackets.ChainReader()
        self._rows: list[tuple[int, list[str]]] = []
        self._start = 0
        # The number of the next word, and the one after a wrong number, if words are missing and others counted on.
        self._next, self._counted_on = 1, 0

    def add(self, number: int, line: str) -> None:
        if not line.strip():
            self._end_sentence()
            return
        first, *values = line.split("\t")
        # An empty cell says as much as an underscore, wherever another word of the column has a value.
        columns = [first, *values[:1], *(value or "_" for value in values[1:])]
        if len(columns) <= _FIXED:
            expected = f"expected at least {_FIXED + 1}, coreference last"
            complain(self.path, number, quantity(len(columns), "column"), expected)
            self._next += first == str(self._next)
            return
        if self._counted_on and first == str(self._counted_on):
            self._next = self._counted_on
        self._counted_on = 0
        if first != str(self._next):
            complain(self.path, number, f"word number {first!r}", f"expected {self._next}")
            self._counted_on = place_number(first) + 1
        self._next += 1
        if len(self._rows) > self._start and len(columns) != len(self._rows[-1][1]):
            complain(self.path, number, f"{len(columns)} columns", f"expected {len(self._rows[-1][1])}")
            return
        if columns[-1] not in ("_", "-"):
            for wrong in self._chains.add(columns[-1], len(self._rows), number):
                complain(self.path, number, wrong)
        self._rows.append((number, columns))

    def finish(self, number: int, name: str) -> Document:
        self._end_sentence()
        document = self.document
        if name and name != document.id:
            complain(self.path, number, f"document {document.id} ends as {name}", "expected one name")
        document.genre = genre_by_id(document.id)
        self._check_last_column()
        used = [_used(self._rows, position) for position in range(len(GOLD))]
        for sentence in document.sentences:
            for offset in range(sentence.start, sentence.end):
                document.words.append(self._word(offset, sentence, used))
            column = 2 + 2 * GOLD.index("NE") + used[GOLD.index("NE")]
            cells = [columns[column] for _, columns in self._rows[sentence.start : sentence.end]]
            for word, its_type in zip(document.words[sentence.start :], entity_types(cells), strict=True):
                word.entity_type = its_type
        document.extra[PREDICTED] = " ".join(gold for gold, which in zip(GOLD, used, strict=True) if which == 1)
        for word, tag in zip(document.words, universal_tags(document.words), strict=True):
            word.upos = tag
        note_sentence_ends(document)
        for entity, opened in self._chains.finish(document, f"{OWN}coreference"):
            complain(self.path, number, f"entity {entity} opens in line {opened} but never closes")
        return document

    def _check_last_column(self) -> None:
        """Complain of coreference in the last column but one, as a tab behind every line makes it."""
        if any(columns[-1] not in ("_", "-") for _, columns in self._rows):
            return
        for number, columns in self._rows:
            if len(columns) > _FIXED + 1 and chain_brackets.CELL.fullmatch(columns[-2]):
                wrong = (
                    f"the last column is empty in all lines of the document, and the one before it has {columns[-2]!r}"
                )
                complain(self.path, number, wrong, "expected coreference in the last column")
                return

    def _end_sentence(self) -> None:
        if len(self._rows) > self._start:
            self.document.sentences.append(Sentence(self._start, len(self._rows)))
            self._start = len(self._rows)
        self._next, self._counted_on = 1, 0

    def _word(self, offset: int, sentence: Sentence, used: list[int]) -> Word:
        number, columns = self._rows[offset]
        word = Word(columns[1])
        placed(word, self.path, number)
        values = []
        for position, which in enumerate(used):
            pair = columns[2 + 2 * position], columns[3 + 2 * position]
            values.append("" if pair[which] == "_" else pair[which])
            other = pair[1 - which]
            if other != "_":
                word.extra[_NAMES[2 * position + 1 - which]] = other
        word.empty = word.form == _ELLIPTIC_FORM and any(tag.startswith(_PRONOUN) for tag in columns[4:6])
        word.lemma, word.xpos, word.morphology, head, word.relation, named_entity, predicate = values
        if head and head != "0":
            place = place_number(head)
            if not 1 <= place <= sentence.end - sentence.start:
                complain(self.path, number, f"head {head!r} is not a word of the sentence", "expected its number")
            else:
                word.head = sentence.start + place - 1
        elif head == "0" and not word.relation:
            word.extra[f"{OWN}head"] = "0"
        if named_entity:
            word.extra["NE"] = named_entity
        if predicate:
            word.extra["PRED"] = predicate
        arguments = columns[_FIXED:-1]
        if any(argument != "_" for argument in arguments):
            word.extra["arguments"] = "\t".join(arguments)
        if offset == sentence.start and arguments:
            sentence.extra[f"{OWN}arguments"] = str(len(arguments))
        return word


def _language_of(path: Path) -> str:
    """What the file, else its folder, is named after; "" where that is no language of the task."""
    for name in (path.name, path.parent.name):
        code = re.split(r"[._-]", name.lower())[0]
        if code in LANGUAGES:
            return code
    return ""


def _used(rows: list[tuple[int, list[str]]], position: int) -> int:
    """0 if a column's gold values are there or neither are, 1 if only the predicted ones are."""
    gold, predicted = 2 + 2 * position, 3 + 2 * position
    has_gold = any(columns[gold] != "_" for _, columns in rows)
    return int(not has_gold and any(columns[predicted] != "_" for _, columns in rows))


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents to one file; the layer written is the key, else the first there is."""
    with TextWriter(path) as file:
        for document in documents:
            file.writelines(_lines(document, path))


def _lines(document: Document, path: Path) -> Iterator[str]:
    require_places(document, written_layer(document), path)
    require_forms(document, path)
    require_untangled(document, path)
    predicted = document.extra.get(PREDICTED)
    if predicted is None:
        predicted = " ".join(GOLD) if document.annotation == "predicted" else ""
    brackets = chain_brackets.render(
        chain_brackets.in_the_text(document), chain_brackets.names_for(written_layer(document))
    )
    names = _named_entities(document)
    name = in_one_line(document.id)
    yield f"{_BEGIN} {name}\n"
    for sentence in document.sentences:
        number_of = {-1: "0"}
        for offset in range(sentence.start, sentence.end):
            if _is_written(document.words[offset]):
                number_of[offset] = str(len(number_of))
        arguments = arguments_of(document, sentence, path)
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if not _is_written(word):
                continue
            columns = _columns(word, number_of, sentence, predicted.split(), names.get(offset, ""), arguments)
            columns.append(chain_brackets.as_read_or(brackets.get(offset, "_"), word.extra.get(f"{OWN}coreference")))
            line = "\t".join(column or "_" for column in columns)
            if "\n" in line or line.count("\t") != len(columns) - 1:
                wrong = f"word {offset} of document {document.id}: {line!r}"
                raise FormatError(path, None, wrong, "expected no tab or line end in a column")
            yield number_of[offset] + "\t" + line + "\n"
        yield "\n"
    yield f"{_END} {name}\n"


def _is_written(word: Word) -> bool:
    """Whether a word has a line: all but empty ones, of which only elliptic subjects of this format have."""
    return not word.empty or (word.form == _ELLIPTIC_FORM and word.xpos.startswith(_PRONOUN))


def _named_entities(document: Document) -> dict[int, str]:
    """The column of named entities by offset; where it was not read, neighbours of one type are one name."""
    read = {offset: word.extra["NE"] for offset, word in enumerate(document.words) if "NE" in word.extra}
    if read:
        return read
    cells: dict[int, str] = {}
    for sentence in document.sentences:
        offsets = (offset for offset in range(sentence.start, sentence.end) if _is_written(document.words[offset]))
        for name, run in groupby(offsets, lambda offset: document.words[offset].entity_type):
            first, *others = run
            if name:
                cells[first] = f"({name}" if others else f"({name})"
                cells |= {others[-1]: f"{name})"} if others else {}
    return cells


def _columns(
    word: Word, number_of: dict[int, str], sentence: Sentence, predicted: list[str], named_entity: str, arguments: int
) -> list[str]:
    extra = word.extra
    head = number_of.get(word.head, "0") if word.head >= 0 or word.relation else extra.get(f"{OWN}head", "")
    values = (word.lemma, word.xpos, word.morphology, head, word.relation, named_entity, extra.get("PRED", ""))
    columns = [word.form]
    for gold, value in zip(GOLD, values, strict=True):
        if gold in predicted:
            columns += ["" if gold in ("NE", "PRED") else extra.get(gold, ""), value]
        else:
            columns += [value, extra.get(f"P{gold}", "")]
    count = max(int(sentence.extra.get(f"{OWN}arguments", 0)), arguments)
    # The arguments are one string with tabs of its own; as a list they are columns like the others.
    columns += extra["arguments"].split("\t") if "arguments" in extra else [""] * count
    return columns


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that the columns cannot hold."""
    own = PREDICTED in document.extra and [word.upos for word in document.words] == universal_tags(document.words)
    held = _HELD | {"upos"} if own else _HELD
    if not all(NAME.fullmatch(word.entity_type) for word in document.words if word.entity_type):
        held = held - {"named entities"}
    notes = sum(any(LAYOUT_MARK not in key and key not in _NOTES for key in word.extra) for word in document.words)
    return losses(document, held) + lost({
        PARTS["word notes"][0]: notes,
        NOT_NUMBERS: not are_numbers(document),
        AS_NOTHING: as_nothing(document, ("_",), ("lemma", "xpos", "morphology", "relation")),
        BLANK_ID: document.id != document.id.strip() or not document.id,
        TANGLED: any(True for _ in tangled(document)),
    })  # fmt: skip


FORMAT = Format(
    name="semeval2010",
    description="SemEval-2010 Task 1 columns, gold and predicted",
    source="Recasens et al. (2010)",
    suffixes=(".semeval", ".txt.semeval"),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    rank=4,
    names_entities=True,
    states=("heads", "singletons"),
)
