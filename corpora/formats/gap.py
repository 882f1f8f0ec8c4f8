"""GAP: one ambiguous pronoun and two names for each snippet, and the answers of a system.

A snippet becomes a document with the mentions ``A``, ``B`` and ``pronoun``; the pronoun is the one to
resolve. A pronoun that is neither name's has an entity of its own. Where they stand is noted in
``Document.extra``, too, so that answers about other mentions can be read as answers about the names. Answers are
written, and read, as the official scorer takes them: the snippet's id and for each name TRUE or FALSE, all snippets
in one file; where a system says TRUE of both, the first counts as the antecedent it chose.

Source: Webster et al. (2018), "Mind the GAP".
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Decision, Document, Entity, Mention
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.losses import in_one_line, losses, lost, written_layer
from anaphora_workbench.corpora.formats.parts.character_spans import CharacterDocument
from anaphora_workbench.corpora.formats.parts.files import TextWriter, numbered_lines, place_number
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.support.errors import FormatError, complain, going_on, placed

_HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
_OF_ANSWERS = ("ID\tA-coref\tB-coref", '"ID"\t"A-coref"\t"B-coref"')
_KAGGLE = "ID,A,B,NEITHER"
_COLUMNS = _HEADER.split("\t")
_TRUTH = {"TRUE": True, "FALSE": False}
PRONOUN, NAMES = "pronoun", ("A", "B")
_ASKED = (*NAMES, PRONOUN)
_PLACE = "gap:"
_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")


def recognises(name: str, beginning: bytes) -> bool:
    headers = tuple(header.encode() for header in (_HEADER, *_OF_ANSWERS, _KAGGLE))
    return beginning.startswith(headers) or _is_answer(beginning)


def _is_answer(beginning: bytes) -> bool:
    columns = beginning.split(b"\n", 1)[0].rstrip(b"\r").split(b"\t")
    return len(columns) == 3 and all(value.strip(b'"').upper() in (b"TRUE", b"FALSE") for value in columns[1:])


def read(path: Path) -> Iterator[Document]:
    """The snippets of a GAP file, or the answers of a system, one document each."""
    lines = numbered_lines(path)
    number, first = next(lines)
    if first == _HEADER:
        for number, line in lines:
            with going_on():
                document = _snippet(path, number, line)
                if document is not None:
                    yield document
        if number == 1:
            raise FormatError(path, 1, "a header and no snippet", "expected snippets")
        return
    if first.startswith(_KAGGLE):
        raise FormatError(path, 1, f"the columns {_KAGGLE}", "expected ID, A-coref and B-coref, each TRUE or FALSE")
    answered = False
    if first in _OF_ANSWERS:
        number, first = number + 1, next(lines, (0, ""))[1]
    for place, line in chain([(number, first)], lines):
        if not line:
            # The official scorer leaves out empty lines, too.
            continue
        answered = True
        with going_on():
            document = _answer(path, place, line)
            if document is not None:
                yield document
    if not answered:
        raise FormatError(path, 1, "only blank lines", "expected answers: an ID, A-coref and B-coref a line")


def is_snippet(document: Document) -> bool:
    """Whether a key asks what GAP asks: there are the two names, and the one pronoun to resolve."""
    return document.anaphors == [PRONOUN] and document.mention_by_id().keys() >= set(_ASKED)


def _snippet(path: Path, number: int, line: str) -> Document | None:
    """The document of a line; None if problems are collected and one of its places is wrong."""
    columns = line.split("\t")
    if len(columns) != len(_COLUMNS):
        raise FormatError(path, number, f"{len(columns)} columns", f"expected {len(_COLUMNS)}: {', '.join(_COLUMNS)}")
    row = dict(zip(_COLUMNS, columns, strict=True))
    text = row["Text"]
    if not _at_places(row, text) and _at_places(row, _unquoted(text)):
        # A spreadsheet has put it into quotation marks.
        text = _unquoted(text)
    layer = _layer(path, number, row["A-coref"], row["B-coref"])
    spans = {}
    for name, column in ((PRONOUN, "Pronoun"), ("A", "A"), ("B", "B")):
        offset = row[f"{column}-offset"]
        start = place_number(offset)
        if not row[column]:
            complain(path, number, f"the column {column} is empty", "expected words of the text")
        elif start < 0 or not text.startswith(row[column], start):
            wrong = f"{column} {row[column]!r} does not stand at character {offset!r} of the text"
            complain(path, number, wrong, "expected its 0-based offset")
        else:
            spans[name] = start, start + len(row[column])
    if layer is None or len(spans) < len(_ASKED):
        return None
    made = CharacterDocument(row["ID"], text, [edge for span in spans.values() for edge in span], str(path))
    document = made.document
    placed(document, path, number)
    for name, (start, end) in sorted(spans.items(), key=lambda item: item[1]):
        try:
            mention = made.add_mention(name, start, end)
        except ValueError as error:
            raise FormatError(path, number, f"{name}: {error}") from error
        document.extra[f"{_PLACE}{name}"] = f"{mention.start}-{mention.end}"
    document.extra["URL"] = row["URL"]
    document.coreference[GOLD_LAYER] = layer
    document.anaphors = [PRONOUN]
    return document


def _at_places(row: dict[str, str], text: str) -> bool:
    """Whether the pronoun and the names stand in a text where a snippet says."""
    places = ((row[column], place_number(row[f"{column}-offset"])) for column in ("Pronoun", *NAMES))
    return all(start >= 0 and text.startswith(words, start) for words, start in places)


def _unquoted(column: str) -> str:
    quoted = len(column) > 1 and column[0] == column[-1] == '"'
    return column[1:-1].replace('""', '"') if quoted else column


def _answer(path: Path, number: int, line: str) -> Document | None:
    columns = [_unquoted(column) for column in line.split("\t")]
    if len(columns) != 3:
        raise FormatError(path, number, f"{len(columns)} columns", "expected ID, A-coref and B-coref")
    document = Document(columns[0], source=str(path))
    placed(document, path, number)
    document.mentions = [Mention(name, -1, -1, -1) for name in _ASKED]
    layer = _layer(path, number, columns[1], columns[2])
    if layer is None:
        return None
    document.coreference[GOLD_LAYER] = layer
    named = [name for name in NAMES if name in layer.entities[0].mentions]
    layer.decisions = [Decision(PRONOUN, named[0] if named else None)]
    return document


def _layer(path: Path, number: int, *answers: str) -> CoreferenceLayer | None:
    """The entities of the pronoun and the names; None if problems are collected and an answer is none."""
    for name, answer in zip(NAMES, answers, strict=True):
        if answer.upper() not in _TRUTH:
            complain(path, number, f"{name}-coref is {answer!r}", "expected TRUE or FALSE")
    if not {answer.upper() for answer in answers} <= _TRUTH.keys():
        return None
    named = [name for name, answer in zip(NAMES, answers, strict=True) if _TRUTH[answer.upper()]]
    entities = [Entity("1", [*named, PRONOUN])]
    entities.extend(Entity(str(count), [name]) for count, name in enumerate([n for n in NAMES if n not in named], 2))
    return CoreferenceLayer(GOLD_LAYER, entities)


def write(documents: Iterable[Document], path: Path) -> None:
    """Write what a system answered: a name is TRUE if the pronoun's entity has a mention with the name's head.

    Raises:
        FormatError: a document is not a GAP snippet.
    """
    with TextWriter(path) as file:
        for document in documents:
            answers = "\t".join(str(answer).upper() for answer in _answers(document, path))
            name = in_one_line(document.id)
            if "\t" in name:
                raise FormatError(path, None, f"document {name!r} has a tab in its id", "expected none in columns")
            file.write(f"{name}\t{answers}\n")


def _answers(document: Document, path: Path) -> list[bool]:
    asked = _asked(document, path)
    by_id = document.mention_by_id()
    layer = written_layer(document)
    entity_of = layer.entity_of() if layer else {}
    members = {
        member
        for mention in document.mentions
        if mention.id in entity_of and _same(mention, asked[PRONOUN])
        for member in entity_of[mention.id].mentions
    }
    return [any(_same(by_id[member], asked[name]) for member in members if member in by_id) for name in NAMES]


def _same(mention: Mention, asked: Mention) -> bool:
    """Whether a mention is the one that is asked about: by head, or by id where one has no place."""
    if mention.start < 0 or asked.start < 0:
        return mention.id == asked.id
    return mention.head == asked.head


def _asked(document: Document, path: Path) -> dict[str, Mention]:
    """The pronoun and the two names, which need not be among the mentions that a system found."""
    by_id = {mention.id: mention for mention in document.mentions if mention.id in _ASKED and mention.source == "true"}
    places = {name: _SPAN.fullmatch(document.extra.get(f"{_PLACE}{name}", "")) for name in _ASKED}
    made = [
        Mention(name, int(place[1]), int(place[2]), int(place[1]))
        for name, place in places.items()
        if place and name not in by_id and int(place[1]) < int(place[2]) <= len(document.words)
    ]
    set_heads(replace(document, mentions=made))
    asked = by_id | {mention.id: mention for mention in made}
    missing = [name for name in _ASKED if name not in asked]
    if missing:
        wrong = f"document {document.id} does not say which mention is {missing[0]!r}"
        raise FormatError(path, None, wrong, "expected a snippet of GAP with its mentions A, B and pronoun")
    return asked


def cannot_hold(document: Document) -> list[str]:
    """All but which of the two names the pronoun means."""
    decisions = (decision for layer in document.coreference.values() for decision in layer.decisions or ())
    held = frozenset({"anaphors", "document notes", "sentences unknown", "decisions"})
    has_candidates = any(decision.candidates_before for decision in decisions)
    return losses(document, held) + lost({"the candidates of pronouns": has_candidates})


FORMAT = Format(
    name="gap",
    description="GAP: snippets with a pronoun and two names; writes the answers of a system",
    source="Webster et al. (2018)",
    suffixes=(".gap.tsv",),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    together=True,
    states=(),
)
