"""LitBank: its CoNLL files joined with the types, categories and names that its other files hold.

``conll/NAME_brat.conll`` is joined with ``tsv/NAME_brat.ann`` where that lies in the folder next to it, or else with
``brat/NAME_brat.ann``, which says the same: mentions get their category (PER, FAC …) as entity type and
``extra["type"]`` (PROP, NOM, PRON), entities their name in ``extra["name"]``. A mention that is a copula predicate
or an apposition of another, which the CoNLL file gives an entity of its own, has ``extra["COP"]`` or
``extra["APPOS"]`` with the other's id, or several with blanks between.

Source: Bamman, Lewke and Mansoor (2020).
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.formats.conll2012 import reader as conll2012
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.litbank.annotation import (
    NamedEntity,
    Record,
    TypedMention,
    brat_records,
    tsv_records,
)
from anaphora_workbench.corpora.support.errors import FormatError, going_on

recognises = begins_like(rb"#begin document \([^\n]*_brat\); part 0\r?\n")
_FOLDERS = {"tsv": tsv_records, "brat": brat_records}


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


def join(document: Document, records: Iterable[Record], path: Path) -> None:
    """Add what a file says to the mentions of a document. Raises FormatError where the two do not fit."""
    waiting: dict[tuple[int, int], list[Mention]] = {}
    for mention in document.mentions:
        waiting.setdefault((mention.start, mention.end), []).append(mention)
    entity_of = document.key.entity_of() if document.key else {}
    mention_of: dict[str, Mention] = {}
    later = []
    for record in records:
        if not isinstance(record, TypedMention):
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
            if isinstance(record, NamedEntity):
                entity_of[mention.id].extra["name"] = record.name
            else:
                other = _known(mention_of, record.other, path, record.line).id
                others = dict.fromkeys([*mention.extra.get(record.kind, "").split(), other])
                mention.extra[record.kind] = " ".join(others)


def _known(mention_of: dict[str, Mention], name: str, path: Path, number: int) -> Mention:
    if name not in mention_of:
        raise FormatError(path, number, f"no mention {name!r}", "expected a MENTION line of it")
    return mention_of[name]


FORMAT = Format(
    name="litbank",
    description="LitBank's CoNLL files, joined with the mention types of its tsv or brat files",
    source="Bamman, Lewke and Mansoor (2020)",
    suffixes=("_brat.conll",),
    recognises=recognises,
    read=read,
    write=conll2012.write,
    cannot_hold=conll2012.cannot_hold,
    rank=3,
    names_entities=True,
    read_with=annotation_files,
    states=("singletons",),
)
