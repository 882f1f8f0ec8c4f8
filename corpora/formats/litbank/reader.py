"""LitBank: its CoNLL files joined with the types, categories and names that its other files hold.

``conll/NAME_brat.conll`` is joined with ``tsv/NAME_brat.ann`` where that lies in the folder next to it, or else with
``brat/NAME_brat.ann``, which says the same: mentions get their category (PER, FAC …) as entity type and
``extra["type"]`` (PROP, NOM, PRON), entities their name in ``extra["name"]``. A mention that is a copula predicate
or an apposition of another, which the CoNLL file gives an entity of its own, has ``extra["COP"]`` or
``extra["APPOS"]`` with the other's id, or several with blanks between.

The tsv file gives places by sentence and word; the brat file by characters in the text next to it, which has a
sentence a line and its words separated by single blanks. Both are read into the same records.

Source: Bamman, Lewke and Mansoor (2020); brat standoff (Stenetorp et al. 2012).
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.formats.format import begins_like
from anaphora_workbench.corpora.formats.parts.files import numbered_lines
from anaphora_workbench.corpora.support.errors import FormatError, going_on

recognises = begins_like(rb"#begin document \([^\n]*_brat\); part 0\r?\n")
_LINKS = ("COP", "APPOS")
_MENTION = re.compile(r"(T\d+)\t(\S+) (\d{1,9}) (\d{1,9})\t.*")
_LINK = re.compile(r"R\d+\t(cop|appos) Arg1:(T\d+) Arg2:(T\d+)\s*")
_TYPE = re.compile(r"(PROP|NOM|PRON)_([A-Z]{3})")


@dataclass(frozen=True)
class _TypedMention:
    """A mention with its category (PER, FAC …) and type (PROP, NOM, PRON); ``span`` counts words of the document."""

    line: int
    name: str
    span: tuple[int, int]
    category: str
    type: str


@dataclass(frozen=True)
class _NamedEntity:
    """The name of the entity of a mention."""

    line: int
    mention: str
    name: str


@dataclass(frozen=True)
class _Attribute:
    """A mention that is a copula predicate (COP) or an apposition (APPOS) of another."""

    line: int
    kind: str
    mention: str
    other: str


_Record = _TypedMention | _NamedEntity | _Attribute


def _tsv_records(path: Path, document: Document) -> Iterator[_Record]:
    """The records of a tsv file in the order of its lines."""
    for number, line in numbered_lines(path):
        kind, *values = line.split("\t")
        with going_on():
            if kind == "MENTION" and len(values) == 8:
                span = _span(document, values[1:5], path, number)
                yield _TypedMention(number, values[0], span, values[6], values[7])
            elif kind == "COREF" and len(values) == 2:
                yield _NamedEntity(number, *values)
            elif kind in _LINKS and len(values) == 2:
                yield _Attribute(number, kind, *values)
            else:
                raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected MENTION, COREF, COP or APPOS")


def _brat_records(path: Path, document: Document) -> Iterator[_Record]:
    """The records of a brat file: its types first, then the names and links, which speak of them.

    brat gives a mention two lines of one span, its type and the name of its entity; a link may name either.
    """
    start_of, end_of = _edges(document)
    typed: dict[tuple[int, int], str] = {}
    same: dict[str, str] = {}
    named: list[tuple[int, str, tuple[int, int], str]] = []
    links: list[tuple[int, str, str, str]] = []
    for number, line in numbered_lines(path):
        with going_on():
            mention, link = _MENTION.fullmatch(line), _LINK.fullmatch(line)
            if mention is not None:
                name, label, first, last = mention.groups()
                if int(first) not in start_of or int(last) not in end_of:
                    raise FormatError(path, number, f"characters {first} to {last}", "expected edges of words")
                span = start_of[int(first)], end_of[int(last)]
                its_type = _TYPE.fullmatch(label)
                if its_type is None:
                    named.append((number, name, span, label))
                elif span in typed:
                    # One mention of Far from the Madding Crowd has its type twice.
                    same[name] = typed[span]
                else:
                    typed[span] = name
                    yield _TypedMention(number, name, span, its_type[2], its_type[1])
            elif link is not None:
                links.append((number, link[1].upper(), link[2], link[3]))
            else:
                raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected a line T or R of brat")
    for number, name, span, label in named:
        same[name] = typed.get(span, name)
        yield _NamedEntity(number, same[name], label)
    for number, kind, name, other in links:
        yield _Attribute(number, kind, same.get(name, name), same.get(other, other))


def _span(document: Document, places: list[str], path: Path, number: int) -> tuple[int, int]:
    if not all(value.isascii() and value.isdecimal() for value in places):
        raise FormatError(path, number, f"{' '.join(places)!r} are not places", "expected sentence and word, twice")
    first_sentence, first, last_sentence, last = map(int, places)
    sentences = document.sentences
    if max(first_sentence, last_sentence) >= len(sentences):
        raise FormatError(path, number, f"sentence {last_sentence} of {len(sentences)}", "expected a smaller number")
    return sentences[first_sentence].start + first, sentences[last_sentence].start + last + 1


def _edges(document: Document) -> tuple[dict[int, int], dict[int, int]]:
    """Offsets of words by the character where they start and end in the text of a sentence a line."""
    start_of, end_of = {}, {}
    character = 0
    for offset, word in enumerate(document.words):
        start_of[character] = offset
        character += len(word.form)
        end_of[character] = offset + 1
        character += 1
    return start_of, end_of


_FOLDERS = {"tsv": _tsv_records, "brat": _brat_records}


def read(path: Path) -> Iterator[Document]:
    """The document of a LitBank CoNLL file, joined if its tsv or brat file is there."""
    annotation = next(iter(annotation_files(path)), None)
    for document in conll2012.read(path):
        if annotation is not None:
            join(document, _FOLDERS[annotation.parent.name](annotation, document), annotation)
        yield document


def annotation_files(path: Path) -> list[Path]:
    """The tsv and brat files of the same text that are there."""
    places = (path.parent.parent / folder / f"{path.stem}.ann" for folder in _FOLDERS)
    return [file for file in places if file.is_file()]


def join(document: Document, records: Iterable[_Record], path: Path) -> None:
    """Add what a file says to the mentions of a document. Raises FormatError where the two do not fit."""
    waiting: dict[tuple[int, int], list[Mention]] = {}
    for mention in document.mentions:
        waiting.setdefault((mention.start, mention.end), []).append(mention)
    entity_of = document.key.entity_of() if document.key else {}
    mention_of: dict[str, Mention] = {}
    later = []
    for record in records:
        if not isinstance(record, _TypedMention):
            later.append(record)
            continue
        with going_on():
            same_span = waiting.get(record.span)
            if not same_span:
                wrong = f"mention {record.name} is not in {document.source}"
                raise FormatError(path, record.line, wrong, "expected it there")
            mention = mention_of[record.name] = same_span.pop(0)
            mention.entity_type = record.category
            mention.extra["type"] = record.type
    # A line may name a mention that a later line defines.
    for record in later:
        with going_on():
            mention = _known(mention_of, record.mention, path, record.line)
            if isinstance(record, _NamedEntity):
                entity_of[mention.id].extra["name"] = record.name
            else:
                other = _known(mention_of, record.other, path, record.line).id
                others = dict.fromkeys([*mention.extra.get(record.kind, "").split(), other])
                mention.extra[record.kind] = " ".join(others)


def _known(mention_of: dict[str, Mention], name: str, path: Path, number: int) -> Mention:
    if name not in mention_of:
        raise FormatError(path, number, f"no mention {name!r}", "expected a MENTION line of it")
    return mention_of[name]


FORMAT = replace(
    conll2012.FORMAT,
    name="litbank",
    description="LitBank's CoNLL files, joined with the mention types of its tsv or brat files",
    source="Bamman, Lewke and Mansoor (2020)",
    suffixes=("_brat.conll",),
    recognises=recognises,
    read=read,
    rank=3,
    read_with=annotation_files,
    states=("singletons",),
)
