"""LitBank's annotation of mentions besides the CoNLL files, from a tsv or a brat file.

The tsv file gives places by sentence and word; the brat file by characters in the text next to it, which has a
sentence a line and its words separated by single blanks. Both are read into the same records.

Source: Bamman, Lewke and Mansoor (2020); brat standoff (Stenetorp et al. 2012).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.parts.files import numbered_lines
from anaphora_workbench.corpora.support.errors import FormatError, going_on

LINKS = ("COP", "APPOS")
_MENTION = re.compile(r"(T\d+)\t(\S+) (\d{1,9}) (\d{1,9})\t.*")
_LINK = re.compile(r"R\d+\t(cop|appos) Arg1:(T\d+) Arg2:(T\d+)\s*")
_TYPE = re.compile(r"(PROP|NOM|PRON)_([A-Z]{3})")


@dataclass(frozen=True)
class TypedMention:
    """A mention with its category (PER, FAC …) and type (PROP, NOM, PRON); ``span`` counts words of the document."""

    line: int
    name: str
    span: tuple[int, int]
    category: str
    type: str


@dataclass(frozen=True)
class NamedEntity:
    """The name of the entity of a mention."""

    line: int
    mention: str
    name: str


@dataclass(frozen=True)
class Attribute:
    """A mention that is a copula predicate (COP) or an apposition (APPOS) of another."""

    line: int
    kind: str
    mention: str
    other: str


Record = TypedMention | NamedEntity | Attribute


def tsv_records(path: Path, document: Document) -> Iterator[Record]:
    """The records of a tsv file in the order of its lines."""
    for number, line in numbered_lines(path):
        kind, *values = line.split("\t")
        with going_on():
            if kind == "MENTION" and len(values) == 8:
                span = _span(document, values[1:5], path, number)
                yield TypedMention(number, values[0], span, values[6], values[7])
            elif kind == "COREF" and len(values) == 2:
                yield NamedEntity(number, *values)
            elif kind in LINKS and len(values) == 2:
                yield Attribute(number, kind, *values)
            else:
                raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected MENTION, COREF, COP or APPOS")


def brat_records(path: Path, document: Document) -> Iterator[Record]:
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
                    yield TypedMention(number, name, span, its_type[2], its_type[1])
            elif link is not None:
                links.append((number, link[1].upper(), link[2], link[3]))
            else:
                raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected a line T or R of brat")
    for number, name, span, label in named:
        same[name] = typed.get(span, name)
        yield NamedEntity(number, same[name], label)
    for number, kind, name, other in links:
        yield Attribute(number, kind, same.get(name, name), same.get(other, other))


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
