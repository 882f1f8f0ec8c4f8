"""Mutated files, as damage and hand edits make them, and what is to hold for every one of them.

A mutation knows the syntax: columns are exchanged, elements moved, values of JSON replaced. What a reader takes after
all must be written again without a difference that the format does not tell.
"""

import json
import random
import re
import time
import traceback
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lxml import etree

from anaphora_workbench.corpora import FormatError, formats
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.losses import (
    AS_NOTHING,
    BLANK_ID,
    NO_ID,
    PARTS,
    TANGLED,
    counted,
    written_layer,
)
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.validation import problems
from anaphora_workbench.corpora.support.errors import UnexpectedError

DIGITS = "9" * 5000
PIECES = [
    DIGITS, "-1", "0", "1e999", "٣", "²", "\t", " ", "\n", "\n\n", "\r", "(", ")", "|", "=", "-", "_", "*", "[", "]",
    "{", "}", '"', "'", "<", ">", "&#0;", "\\", "\x0b", "\x1c", "\x85", "\u2028", "\u00a0", "\ufeff", "..", "#", ":",
    "<COREF ID=1>", "null", "[]", "Entity=(", "1-2", "1.1", "m1", "m", "w1", "(1", "1)", "(1)", "(e1", "e1)",
    "0.1", "9999999", "", "é", "😀", "NaN", "true", "# newdoc id = d", "#end document",
]  # fmt: skip
# Seconds of processor time: for a file of a few kilobytes, and for each megabyte of a larger one.
_LONGEST, _LONGEST_A_MEGABYTE = 3.0, 2.0
# Formats that write answers or judgements, and not the document.
_OF_ANSWERS = frozenset({"gap", "winobias"})


def mutated(text: str, others: list[str], chance: random.Random) -> str:
    """The text with one to four mutations.

    Args:
        others: further files, of the same format or not, that pieces are taken from.
    """
    for _ in range(chance.choice([1, 1, 1, 2, 2, 4])):
        text = chance.choice(_mutations_of(text))(text, others, chance)
    return text


_Mutation = Callable[[str, list[str], random.Random], str]


def _mutations_of(text: str) -> list[_Mutation]:
    """Those for the syntax that the text seems to have, next to those for any."""
    beginning = text.lstrip()[:1]
    if beginning in ("{", "["):
        return [_in_text, _in_json, _in_json]
    if beginning == "<":
        return [_in_text, _in_tags, _in_xml, _in_xml]
    return [_in_text, _in_lines, _in_columns, _in_columns, _in_brackets]


def _in_text(text: str, others: list[str], chance: random.Random) -> str:
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice([1, 1, 2, 5, 20]))
    kind = chance.randrange(5)
    if kind == 0:
        return text[:start] + text[end:]
    if kind == 1:
        return text[:start] + chance.choice(PIECES) + text[end:]
    if kind == 2:
        return text[:end] + text[start:end] + text[end:]
    if kind == 3:
        return text[:start]
    numbers = list(re.finditer(r"\d+", text))
    if not numbers:
        return text
    number = chance.choice(numbers)
    new = str(int(number[0][:9]) + chance.choice([-1, 1, 2])) if chance.randrange(2) else chance.choice(PIECES)
    return text[: number.start()] + new + text[number.end() :]


def _in_lines(text: str, others: list[str], chance: random.Random) -> str:
    lines = text.split("\n")
    place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(5)
    if kind == 0:
        lines.insert(place, lines[other])
    elif kind == 1:
        del lines[place]
    elif kind == 2:
        lines[place], lines[other] = lines[other], lines[place]
    elif kind == 3:
        lines.insert(place, chance.choice(chance.choice(others).split("\n")))
    else:
        lines.insert(place, "")
    return "\n".join(lines)


def _in_columns(text: str, others: list[str], chance: random.Random) -> str:
    lines = text.split("\n")
    separator = "\t" if "\t" in text else " "
    with_columns = [number for number, line in enumerate(lines) if separator in line]
    if not with_columns:
        return _in_lines(text, others, chance)
    place, other = chance.choice(with_columns), chance.choice(with_columns)
    cells, further = lines[place].split(separator), lines[other].split(separator)
    column = chance.randrange(len(cells))
    kind = chance.randrange(6)
    if kind == 0:
        cells[column] = chance.choice(PIECES)
    elif kind == 1:
        cells[column] = further[min(column, len(further) - 1)]
    elif kind == 2:
        cells[column] = chance.choice(further)
    elif kind == 3:
        del cells[column]
    elif kind == 4:
        cells.insert(column, chance.choice(further))
    else:
        cells[column] += chance.choice(PIECES)
    lines[place] = separator.join(cells)
    return "\n".join(lines)


def _in_brackets(text: str, others: list[str], chance: random.Random) -> str:
    """A mention moved: its bracket goes to the end of another line."""
    brackets = list(re.finditer(r"\([^()\s]*\)?|[^()\s|=]*\)", text))
    if not brackets:
        return _in_columns(text, others, chance)
    bracket = chance.choice(brackets)
    if chance.randrange(2):
        text = text[: bracket.start()] + text[bracket.end() :]
    ends = [match.start() for match in re.finditer("\n", text)] or [len(text)]
    end = chance.choice(ends)
    return text[:end] + bracket[0] + text[end:]


def _in_tags(text: str, others: list[str], chance: random.Random) -> str:
    """A tag, or an attribute with its value, lost, doubled or moved."""
    pieces = list(re.finditer(r"<[^<>]*>|\s[\w:]+=(?:\"[^\"]*\"|\w+)", text))
    if not pieces:
        return _in_text(text, others, chance)
    piece, other = chance.choice(pieces), chance.choice(pieces)
    kind = chance.randrange(3)
    if kind == 0:
        return text[: piece.start()] + text[piece.end() :]
    if kind == 1:
        return text[: other.start()] + piece[0] + text[other.start() :]
    return text[: other.start()] + piece[0] + text[other.end() :]


def _in_xml(text: str, others: list[str], chance: random.Random) -> str:
    try:
        root = etree.fromstring(text.encode())
    except (etree.XMLSyntaxError, ValueError):
        return _in_tags(text, others, chance)
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    element, other = chance.choice(elements), chance.choice(elements)
    parent = element.getparent()
    kind = chance.randrange(7)
    if kind == 0 and parent is not None:
        parent.remove(element)
    elif kind == 1 and parent is not None:
        parent.insert(chance.randrange(len(parent) + 1), element)
    elif kind == 2 and other not in element.iter():
        other.append(element)
    elif kind == 3 and parent is not None:
        parent.append(deepcopy(element))
    elif kind == 4 and element.attrib:
        del element.attrib[chance.choice(list(element.attrib))]
    elif kind == 5 and element.attrib and other.attrib:
        element.set(chance.choice(list(element.attrib)), other.get(chance.choice(list(other.attrib))))
    else:
        piece = re.sub(r"[\x00-\x08\x0b-\x1f\ufffe\uffff]", "", chance.choice(PIECES))
        if element.attrib and chance.randrange(2):
            element.set(chance.choice(list(element.attrib)), piece)
        else:
            element.text = piece
    return etree.tostring(root, encoding="unicode")


def _in_json(text: str, others: list[str], chance: random.Random) -> str:
    lines = text.split("\n") if text.count("\n{") else [text]
    place = chance.randrange(len(lines))
    try:
        root = json.loads(lines[place])
    except ValueError:
        return _in_text(text, others, chance)
    holders: list[tuple[Any, Any]] = [([root], 0)]
    for holder, key in holders:
        value = holder[key]
        if isinstance(value, (dict, list)):
            holders.extend((value, inner) for inner in (list(value) if isinstance(value, dict) else range(len(value))))
    # The most of the values are deep in it.
    holder, key = chance.choice(holders)
    other_holder, other_key = chance.choice(holders)
    other = json.loads(json.dumps(other_holder[other_key]))
    kind = chance.randrange(7)
    if kind == 0:
        del holder[key]
    elif kind == 1:
        holder[key] = other
    elif kind == 2:
        holder[key] = chance.choice([None, True, -1, 0, 1, 10**20, 1.5, "", "m1", [], {}, [[0, 0]], "\ud800", "a\nb"])
    elif kind == 3:
        holder[key] = [holder[key]]
    elif kind == 4 and isinstance(holder, dict):
        holder[chance.choice([*holder, "x", "", "id"])] = other
    elif kind == 5 and isinstance(holder, list):
        holder.insert(key, other)
    elif isinstance(holder[key], int):
        holder[key] += chance.choice([-1, 1, 5])
    lines[place] = json.dumps(root if holders[0][0] else [], ensure_ascii=chance.randrange(2) == 0)
    return "\n".join(lines)


@dataclass(frozen=True)
class Finding:
    """What must not be.

    Attributes:
        kind: the same for all files that fail alike.
        says: further words.
    """

    kind: str
    says: str


def finding(name: str, content: str, folder: Path, to: str | None) -> Finding | None:
    """What is wrong with how a file is read, checked and written again; None for nothing.

    Args:
        name: of its format.
        folder: for files.
        to: the format that it is written in, if in any.
    """
    file = folder / "mutated"
    data = content.encode(errors="surrogatepass")
    file.write_bytes(data)
    began = time.process_time()
    try:
        found = _finding(name, file, folder, to)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return Finding(f"{name}: {type(error).__name__} in {Path(last.filename).name}:{last.name}", str(error))
    took = time.process_time() - began
    if found is None and took > max(_LONGEST, _LONGEST_A_MEGABYTE * len(data) / 1e6):
        return Finding(f"{name}: takes long", f"{took:.1f} s for {len(data)} bytes")
    return found


def _finding(name: str, file: Path, folder: Path, to: str | None) -> Finding | None:
    its_format = formats.get_format(name)
    try:
        documents = list(its_format.read(file))
    except UnexpectedError as error:
        return _unexpected(f"{name}: read", error)
    except FormatError as error:
        if "\n" in str(error) or not str(error).startswith(str(folder)):
            return Finding(f"{name}: message of several lines or without its file", str(error))
        if not any(problem.severity == "error" for problem in problems(file, its_format)):
            return Finding(f"{name}: validate sees nothing", str(error))
        return None
    if to is None:
        problems(file, its_format)
        return None
    written_format = formats.get_format(to)
    if written_format.write is None:
        return None
    kept = [documents] if not written_format.one_document else [[document] for document in documents]
    for each in kept:
        found = _written_finding(name, each, folder, to)
        if found is not None:
            return found
    return None


def _written_finding(name: str, documents: list[Document], folder: Path, to: str) -> Finding | None:
    written_format = formats.get_format(to)
    assert written_format.write is not None
    road = f"{name} → {to}"
    lost = [written_format.cannot_hold(document) for document in documents]
    # Of the same name, since documents may be named by their file.
    written = folder / "written" / "mutated"
    if written_format.beside and documents:
        written = written.with_name(file_name(documents[0].id, written_format.suffixes[0]))
    written.parent.mkdir(exist_ok=True)
    try:
        written_format.write(documents, written)
    except UnexpectedError as error:
        return _unexpected(f"{road}: write", error)
    except FormatError:
        return None
    try:
        again = list(written_format.read(written))
    except FormatError as error:
        return Finding(f"{road}: what was written is not read: {re.sub('[0-9]+', 'N', error.wrong)[:60]}", str(error))
    if to in _OF_ANSWERS:
        return None
    if len(again) != len(documents):
        return Finding(f"{road}: documents: {len(documents)} written, {len(again)} read", "")
    for document, other, losses in zip(documents, again, lost, strict=True):
        difference = _difference(document, other, losses)
        if difference:
            return Finding(f"{road}: {difference.partition(':')[0]}", f"{difference}; said to be lost: {losses}")
    return None


def _unexpected(where: str, error: UnexpectedError) -> Finding:
    cause = error.__cause__
    last = traceback.extract_tb(cause.__traceback__)[-1] if cause else None
    at = f"{Path(last.filename).name}:{last.name}" if last else ""
    return Finding(f"{where}: {type(cause).__name__} at {at}", str(error))


def _difference(document: Document, again: Document, lost: list[str]) -> str:
    """What is different and not said to be lost, "" for nothing; a reader may add, as names for what has none."""
    if any(phrase.startswith("how ") and "split" in phrase for phrase in lost) or "words without a form" in lost:
        return ""
    not_counted = set(_NOT_COUNTED)
    if counted(PARTS["empty words"][0], PARTS["empty words"][1](document)) in lost:
        not_counted |= _OF_WORDS | {"elided mentions"}
    if any("of the same words as another" in phrase for phrase in lost):
        not_counted |= {"loose mentions", "system"}
    if any("layers besides" in phrase or "besides that of" in phrase for phrase in lost):
        not_counted |= {"types", "layers"}
    if any("bridging anaphor" in phrase and "in no entity" in phrase for phrase in lost):
        not_counted |= {"bridging", "bridging mentions"}
    if any("another speaker says" in phrase for phrase in lost):
        not_counted.add("speakers")
    if any("stand for none in columns" in phrase for phrase in lost):
        not_counted |= _OF_WORDS | {"speakers", "word speakers"}
    if any(what in phrase for phrase in lost for what in (_OF_ONE_PLACE, "of elided words only")):
        not_counted.add("entity types")
    wordless = not document.words or counted(PARTS["words"][0], len(document.words)) in lost
    if wordless:
        # Which heads are stated is counted by the words.
        not_counted.add("heads")
    left = _without_what_is_lost(document, lost)
    for part, (phrase, test) in PARTS.items():
        if counted(phrase, test(document)) not in lost and part not in not_counted and test(again) < test(left):
            return f"{part}: {test(left)} ≠ {test(again)}"
    if not wordless:
        forms = [word.form for word in again.words if not word.empty]
        blanks = any(phrase.startswith("blanks in") and "word" in phrase for phrase in lost)
        its = [(re.sub(r"\s", "_", word.form) if blanks else word.form, word.empty) for word in document.words]
        if forms not in ([form for form, empty in its if no_empty or not empty] for no_empty in (0, 1)):
            return f"forms: {[word.form for word in document.words]} ≠ {forms}"[:1500]
        parsed = not any("dependencies" in phrase or phrase == AS_NOTHING for phrase in lost)
        if parsed and len(again.words) == len(document.words):
            heads, heads_again = ([(word.head, word.relation) for word in read.words] for read in (document, again))
            if heads != heads_again:
                return f"heads: {heads} ≠ {heads_again}"[:1500]
    # What has no id is named by its file, and by its place where a file holds several.
    not_named = {BLANK_ID, NO_ID, "ids with line ends in them"} & {*lost} or not (document.named or again.named)
    if document.id != again.id and not not_named:
        return f"id: {document.id!r} ≠ {again.id!r}"
    if "chains that do not follow from the answers" in lost:
        return ""
    not_chains = ("elided", "but the stretch with the head", _OF_ONE_PLACE)
    if TANGLED not in lost and not any(what in phrase for phrase in lost for what in not_chains):
        chains, others = (_chains(read, wordless) for read in (document, again))
        if chains != others:
            return f"chains: {chains} ≠ {others}"[:1500]
    return ""


def _without_what_is_lost(document: Document, lost: list[str]) -> Document:
    """A document without further layers, and without mentions of no chain, where these are lost with all they have."""

    def is_lost(part: str) -> bool:
        phrase, test = PARTS[part]
        return counted(phrase, test(document)) in lost

    layer = written_layer(document)
    if layer is None:
        return replace(document, mentions=[]) if is_lost("loose mentions") else document
    deictic = {name for entity in layer.discourse_deixis for name in entity.mentions}
    groups = {"non-referring": set(layer.non_referring), "discourse deixis": deictic}
    groups["loose mentions"] = {mention.id for mention in document.mentions}.difference(*groups.values())
    chained = layer.entity_of().keys()
    gone = {name for part, names in groups.items() if is_lost(part) for name in names - chained}
    mentions = [mention for mention in document.mentions if mention.id not in gone]
    name = next(name for name, other in document.coreference.items() if other is layer)
    coreference = {name: layer} if is_lost("layers") else document.coreference
    return replace(document, mentions=mentions, coreference=coreference)


# Notes, of which readers make some themselves; words and ids of documents, which are compared one by one, while not all
# formats have ids of sentences; what a format says that it does not know.
_NOT_COUNTED = frozenset(
    {
        "words", "word notes", "sentence notes", "document notes", "mention notes", "sentences unknown",
        "line ends in ids",
    }
)  # fmt: skip
_OF_ONE_PLACE = "mentions of one place that are not in one chain"
_OF_WORDS = frozenset({"spacing", "lemmas", "upos", "xpos", "morphology", "dependencies", "enhanced", "sentences"})


def _chains(document: Document, by_name: bool) -> list[list[tuple[int, int] | str]]:
    """The chains of the layer that is written, their mentions as places or, without a text, as names."""
    layer = written_layer(document)
    by_id = document.mention_by_id()
    return sorted(
        sorted(name if by_name else (by_id[name].start, by_id[name].end) for name in entity.mentions if name in by_id)
        for entity in (layer.entities if layer else ())
        if entity.mentions
    )
