"""GAP: one ambiguous pronoun and two names for each snippet, and the answers of a system.

A snippet becomes a document with the mentions ``A``, ``B`` and ``pronoun``; the pronoun is the one to
resolve. A pronoun that is neither name's has an entity of its own. Answers are written, and read, as the
official scorer takes them: the snippet's id and for each name TRUE or FALSE.

Source: Webster et al. (2018), "Mind the GAP".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from corpora.document import GOLD_LAYER, CoreferenceLayer, Document, Entity, Mention
from corpora.errors import FormatError
from corpora.formats.character_spans import CharacterDocument
from corpora.formats.files import TextWriter, numbered_lines
from corpora.formats.losses import losses, written_layer
from corpora.formats.registry import Format

_HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
_COLUMNS = _HEADER.split("\t")
_TRUTH = {"TRUE": True, "FALSE": False}
PRONOUN, NAMES = "pronoun", ("A", "B")


def recognises(name: str, beginning: bytes) -> bool:
    return beginning.startswith(_HEADER.encode()) or _is_answer(beginning)


def _is_answer(beginning: bytes) -> bool:
    columns = beginning.split(b"\n", 1)[0].rstrip(b"\r").split(b"\t")
    return len(columns) == 3 and all(value.upper() in (b"TRUE", b"FALSE") for value in columns[1:])


def read(path: Path) -> Iterator[Document]:
    """The snippets of a GAP file, or the answers of a system, one document each."""
    lines = numbered_lines(path)
    number, first = next(lines)
    if first == _HEADER:
        for number, line in lines:
            yield _snippet(path, number, line)
        if number == 1:
            raise FormatError(path, 1, "a header and no snippet", "expected snippets")
        return
    yield _answer(path, number, first)
    for number, line in lines:
        yield _answer(path, number, line)


def _snippet(path: Path, number: int, line: str) -> Document:
    columns = line.split("\t")
    if len(columns) != len(_COLUMNS):
        raise FormatError(path, number, f"{len(columns)} columns", f"expected {len(_COLUMNS)}: {', '.join(_COLUMNS)}")
    row = dict(zip(_COLUMNS, columns, strict=True))
    text = row["Text"]
    spans = {}
    for name, column in ((PRONOUN, "Pronoun"), ("A", "A"), ("B", "B")):
        offset = row[f"{column}-offset"]
        if not (offset.isascii() and offset.isdecimal()) or not text.startswith(row[column], int(offset)):
            wrong = f"{column} {row[column]!r} does not stand at character {offset!r} of the text"
            raise FormatError(path, number, wrong, "expected its 0-based offset")
        spans[name] = int(offset), int(offset) + len(row[column])
    made = CharacterDocument(row["ID"], text, [edge for span in spans.values() for edge in span], str(path))
    try:
        for name, (start, end) in sorted(spans.items(), key=lambda item: item[1]):
            made.add_mention(name, start, end)
    except ValueError as error:
        raise FormatError(path, number, str(error)) from error
    document = made.document
    document.extra["URL"] = row["URL"]
    document.coreference[GOLD_LAYER] = _layer(path, number, row["A-coref"], row["B-coref"])
    document.anaphors = [PRONOUN]
    return document


def _answer(path: Path, number: int, line: str) -> Document:
    columns = line.split("\t")
    if len(columns) != 3:
        raise FormatError(path, number, f"{len(columns)} columns", "expected ID, A-coref and B-coref")
    document = Document(columns[0], source=str(path))
    document.mentions = [Mention(name, -1, -1, -1) for name in ("A", "B", PRONOUN)]
    document.coreference[GOLD_LAYER] = _layer(path, number, columns[1], columns[2])
    return document


def _layer(path: Path, number: int, *answers: str) -> CoreferenceLayer:
    named = []
    for name, answer in zip(NAMES, answers, strict=True):
        if answer.upper() not in _TRUTH:
            raise FormatError(path, number, f"{name}-coref is {answer!r}", "expected TRUE or FALSE")
        if _TRUTH[answer.upper()]:
            named.append(name)
    entities = [Entity("1", [*named, PRONOUN])]
    entities.extend(Entity(str(count), [name]) for count, name in enumerate([n for n in NAMES if n not in named], 2))
    return CoreferenceLayer(GOLD_LAYER, entities)


def write(documents: Iterable[Document], path: Path) -> None:
    """Write what a system answered: a name is TRUE if the pronoun's entity has a mention with the name's head.

    Raises:
        FormatError: a document is no GAP snippet.
    """
    with TextWriter(path) as file:
        for document in documents:
            answers = "\t".join(str(answer).upper() for answer in _answers(document, path))
            file.write(f"{document.id}\t{answers}\n")


def _answers(document: Document, path: Path) -> list[bool]:
    by_id = document.mention_by_id()
    missing = [name for name in (*NAMES, PRONOUN) if name not in by_id]
    if missing:
        wrong = f"document {document.id} has no mention {missing[0]!r}"
        raise FormatError(path, None, wrong, "expected a snippet of GAP with its mentions A, B and pronoun")
    layer = written_layer(document)
    entity_of = layer.entity_of() if layer else {}
    pronoun = by_id[PRONOUN]
    same = [one for one in document.mentions if one is pronoun or (one.start, one.end) == (pronoun.start, pronoun.end)]
    members = {
        member
        for one in same
        if one.id in entity_of
        for member in entity_of[one.id].mentions
        if pronoun.start >= 0 or one is pronoun
    }
    heads = {by_id[member].head for member in members if member in by_id and by_id[member].start >= 0}
    return [name in members or (by_id[name].start >= 0 and by_id[name].head in heads) for name in NAMES]


def cannot_hold(document: Document) -> list[str]:
    """All but which of the two names the pronoun means."""
    return losses(document, frozenset({"anaphors", "document notes"}))


FORMAT = Format(
    name="gap",
    description="GAP: snippets with a pronoun and two names; writes the answers of a system",
    source="Webster et al. (2018)",
    suffixes=(".gap.tsv",),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
)
