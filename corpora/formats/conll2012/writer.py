"""Writing CoNLL-2012 columns: the counterpart of conll2012.py."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.formats.conll2012.chain_brackets import as_read_or, in_the_text, names_for, render
from anaphora_workbench.corpora.formats.losses import (
    AS_NOTHING,
    NO_FORM,
    NOT_NUMBERS,
    TANGLED,
    are_numbers,
    as_nothing,
    in_one_line,
    losses,
    lost,
    tangled,
    written_layer,
)
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.nesting import require_untangled
from anaphora_workbench.corpora.formats.requirements import require_places
from anaphora_workbench.corpora.support.errors import FormatError

OWN = "conll2012:"
FULL = 12
# Columns of OntoGUM's layout, whose sentences are in GUM's file.
WITHOUT_SENTENCES = 3
DEFAULT_PLACEHOLDERS = {"4": "-", "5": "-", "6": "-", "7": "-", "8": "-", "9": "-", "10": "*", "11": "*"}
# What stands for nothing in a column of any file.
PLACEHOLDERS = frozenset({"-", "_", "*", ""})
_UNSAID = PLACEHOLDERS - {""}
# The columns from the fifth on, and those of them that a word has no field of its own for.
ANNOTATION = ("part of speech", "parse", "lemma", "frameset", "sense", "speaker", "named entity")
_NOTED = ("parse", "frameset", "sense", "named entity")
# The id of a part of a document, as the reader makes it.
_PART = re.compile(r".+\.part([1-9]\d{0,8})", re.DOTALL)
_BRACKETED = re.compile(r"[^()*\s]+")
_HELD = frozenset({"words", "sentences", "lemmas", "xpos"})


@dataclass(slots=True)
class Layout:
    """How the columns of a document are laid out.

    Attributes:
        columns: number of columns of the first sentence.
        placeholders: what stands for nothing, by position of the column from 0; "11" for all arguments.
        none: what stands for no coreference.
        blank_before_end: a blank line follows the last sentence, too.
    """

    columns: int = FULL
    separator: str = "\t"
    placeholders: dict[str, str] = field(default_factory=dict)
    none: str | None = None
    blank_before_end: bool = True

    def placeholder(self, position: int) -> str:
        """The placeholder of an empty column in the full layout."""
        return self.placeholders.get(str(position), DEFAULT_PLACEHOLDERS[str(position)])


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents to one file, each in the layout in which it was read, else with 12 columns and tabs.

    The layer written is the key, else the first there is. Entities get numbers where their ids are none.
    Raises FormatError where a form cannot stand in a column, or mentions of one entity cross.
    """
    with TextWriter(path) as file:
        for document in documents:
            file.writelines(_lines(document, path))


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that the columns cannot hold."""
    layout = _layout(document)
    columns = layout.columns
    if columns < FULL:
        notes = {"word notes": [f"column {position + 1}" for position in range(4, columns - 1)]}
    else:
        notes = {"word notes": [*_NOTED, "arguments"]}
    bracketed = columns >= FULL and all(
        _BRACKETED.fullmatch(word.entity_type) for word in document.words if word.entity_type
    )
    held = _HELD | {"named entities"} if bracketed else _HELD
    not_in_a_column = re.compile(r"[\t\n\r]" if layout.separator == "\t" else r"\s")
    if columns >= FULL and not any(not_in_a_column.search(name) for name in _speakers(document)):
        held = held | {"speakers", "word speakers"}
    if columns == WITHOUT_SENTENCES:
        held = held - {"sentences"}
    return losses(document, held, notes | {"document notes": ["part"]}) + lost({
        NOT_NUMBERS: not are_numbers(document),
        TANGLED: any(True for _ in tangled(document)),
        AS_NOTHING: columns >= FULL and as_nothing(document, _UNSAID, ("xpos", "lemma")),
        "names of speakers that stand for none in columns": columns >= FULL and bool(_speakers(document) & _UNSAID),
        NO_FORM: columns >= FULL and any(not word.form for word in document.words),
    })  # fmt: skip


def _speakers(document: Document) -> set[str]:
    return {sentence.speaker for sentence in document.sentences} | {word.speaker or "" for word in document.words}


def begin_line(document: Document) -> str:
    """The line that begins a document, in the usual form."""
    part = _part(document)
    return f"#begin document ({_name(document, int(part))}); part {part}"


def _part(document: Document) -> str:
    """The part of the document as it was written; ``000`` where that is not a number."""
    part = document.extra.get("part", "")
    if part.isascii() and part.isdecimal():
        return part
    named = _PART.fullmatch(document.id)
    return f"{int(named[1]):03}" if named else "000"


def _name(document: Document, part: int) -> str:
    name = in_one_line(document.id)
    return name.removesuffix(f".part{part}") if part else name


def _layout(document: Document) -> Layout:
    noted = document.extra.get(f"{OWN}layout")
    return Layout(**json.loads(noted)) if noted else Layout(none="-")


def _lines(document: Document, path: Path) -> Iterator[str]:
    # A document may be empty in this format; one that has mentions or a text must have words for them.
    if document.words or document.mentions or document.raw_text:
        require_places(document, written_layer(document), path)
    require_untangled(document, path)
    layout = _layout(document)
    begin = document.extra.get(f"{OWN}begin") or begin_line(document)
    part = int(_part(document))
    name = _name(document, part)
    brackets = render(in_the_text(document), names_for(written_layer(document)))
    none = "-" if layout.none is None else layout.none
    numbers = list(_numbers(document, layout))
    names = _named_entities(document)
    yield begin + "\n"
    for number, sentence in enumerate(document.sentences):
        if number and layout.columns != WITHOUT_SENTENCES:
            yield "\n"
        arguments = arguments_of(document, sentence, path)
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if word.empty:
                continue
            first = [word.extra.get(f"{OWN}document", name), word.extra.get(f"{OWN}part", str(part))]
            columns = _columns(word, first, numbers[offset], sentence, layout, names.get(offset), arguments)
            if offset in brackets:
                columns.append(as_read_or(brackets[offset], word.extra.get(f"{OWN}coreference")))
            else:
                columns.append(word.extra.get(f"{OWN}none", none))
            line = layout.separator.join(columns)
            if "\n" in line or _split(line, layout.separator) != columns:
                wrong = f"word {offset} of document {document.id}: {line!r}"
                raise FormatError(path, None, wrong, "expected no separator or line end in a column")
            yield line + word.extra.get(f"{OWN}after", "") + "\n"
    if layout.blank_before_end:
        yield "\n"
    yield document.extra.get(f"{OWN}end", "#end document") + "\n"


def arguments_of(document: Document, sentence: Sentence, path: Path) -> int:
    """How many columns of arguments the words of a sentence have.

    Raises:
        FormatError: two words that have any differ, and so would their lines.
    """
    words = document.words[sentence.start : sentence.end]
    counts = {word.extra["arguments"].count("\t") + 1 for word in words if "arguments" in word.extra and not word.empty}
    if len(counts) > 1:
        wrong = f"words of document {document.id} with {min(counts)} and {max(counts)} arguments in one sentence"
        raise FormatError(path, None, wrong, "expected as many for each")
    return max(counts, default=0)


def _named_entities(document: Document) -> dict[int, str]:
    """The column of named entities by offset, where it was not read: neighbours of one type are one name."""
    if any("named entity" in word.extra for word in document.words):
        return {}
    columns: dict[int, str] = {}
    for sentence in document.sentences:
        offsets = [offset for offset in range(sentence.start, sentence.end) if not document.words[offset].empty]
        for name, run in groupby(offsets, lambda offset: document.words[offset].entity_type):
            members = list(run)
            if _BRACKETED.fullmatch(name):
                columns |= dict.fromkeys(members, "*")
                columns[members[0]] = f"({name}*"
                columns[members[-1]] = f"({name})" if len(members) == 1 else "*)"
    return columns


def _split(line: str, separator: str) -> list[str]:
    columns = line.split(separator)
    return columns if separator == "\t" else [column for column in columns if column]


def _numbers(document: Document, layout: Layout) -> Iterator[int]:
    """The number of each word, counted over the document or the sentence; elided words do not count."""
    starts = {sentence.start for sentence in document.sentences}
    number = 0
    for offset, word in enumerate(document.words):
        if offset in starts and layout.columns != WITHOUT_SENTENCES:
            number = 0
        yield number
        number += not word.empty


def _columns(
    word: Word, first: list[str], place: int, sentence: Sentence, layout: Layout, entity: str | None, arguments: int
) -> list[str]:
    """The columns of a word but for the last, that of coreference.

    Args:
        first: name and part of the document.
        place: number of the word.
        entity: its column of named entities, where it was not read.
        arguments: how many columns of arguments the words of its sentence have.
    """
    if layout.columns == 2:
        return first[:1]
    number = word.extra.get(f"{OWN}number") or str(place)
    if layout.columns == WITHOUT_SENTENCES:
        return [number, word.extra.get(f"{OWN}form", word.form)]
    if layout.columns < FULL:
        return [*first, number, word.form, *_further(word, layout)]
    own = max(int(sentence.extra.get(f"{OWN}columns", layout.columns)) - FULL, arguments)
    given = word.extra["arguments"].split("\t") if "arguments" in word.extra else [layout.placeholder(11)] * own
    return [*first, number, word.form or "-", *_annotation(word, sentence, layout, entity), *given]


def _further(word: Word, layout: Layout) -> Iterator[str]:
    """The columns after the form in a layout of fewer than there should be, whatever they mean."""
    for position in range(4, layout.columns - 1):
        name = f"column {position + 1}"
        nothing = layout.placeholders.get(str(position), "-")
        yield word.extra.get(name) or word.extra.get(f"{OWN}{name}") or nothing


def _annotation(word: Word, sentence: Sentence, layout: Layout, entity: str | None) -> Iterator[str]:
    """Part of speech, parse, lemma, frameset, sense, speaker and named entity of a word."""
    speaker = sentence.speaker if word.speaker is None else word.speaker
    values = {name: word.extra.get(name) for name in _NOTED}
    values |= {"part of speech": word.xpos, "lemma": word.lemma, "speaker": speaker}
    values |= {"named entity": word.extra.get("named entity", entity)}
    for position, name in enumerate(ANNOTATION, 4):
        yield values[name] or word.extra.get(f"{OWN}{name}", layout.placeholder(position))
