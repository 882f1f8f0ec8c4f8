"""Writing CoNLL-U: the counterpart of conllu.py, whose docstring says where things are kept."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Sentence, Word
from anaphora_workbench.corpora.formats.conllu.entity_brackets import (
    COREFUD_FIELDS,
    LINK_FIELD,
    NO_COREFERENCE,
    Fields,
    parts_read_back,
    render,
    same_brackets,
)
from anaphora_workbench.corpora.formats.conllu.entity_relations import RelationError, bridged_entities, changed_notes
from anaphora_workbench.corpora.formats.losses import (
    AS_NOTHING,
    LINE_END,
    TANGLED,
    as_nothing,
    in_one_line,
    is_parsed,
    losses,
    lost,
    tangled,
    written_layer,
)
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.nesting import require_untangled
from anaphora_workbench.corpora.formats.parts.word_numbers import JOINED, numbers_of
from anaphora_workbench.corpora.formats.requirements import require_forms, require_places
from anaphora_workbench.corpora.support.errors import FormatError

OWN = "conllu:"
# Comments that are fields of a Document or a Sentence.
DOCUMENT_COMMENTS = {"meta::genre": "genre", "meta::language": "language"}
SENTENCE_COMMENTS = {"speaker": "speaker"}
COMMENT = re.compile(r"# ([^=\s](?:[^=]*[^=\s])?) = (.*)")
_DECLARES = "global.Entity"
# Comments that name entities of the layer that they were read with (GUM).
_OF_ENTITIES = frozenset({"meta::salientEntities"})
_ALIKE = re.compile(r"\n\d*\Z")
# What the column of heads has for none.
_NO_HEADS = ("_", "0")
_INTERLEAVED = "discontinuous mentions of one entity that are open at once"
_COLUMNS = ("lemma", "upos", "xpos", "morphology", "relation", "enhanced")
_NOT_IN_MISC = re.compile(r"[|\t\n\r]")
_HELD = frozenset(
    {"words", "sentences", "paragraphs", "spacing", "lemmas", "upos", "xpos", "morphology", "dependencies", "enhanced",
     "joined words", "empty words",
     "elided mentions", "word notes", "sentence notes", "document notes", "discontinuous", "entity types",
     "mention notes", "speakers", "genre", "language", "split antecedents", "bridging"}
)  # fmt: skip


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents to one CoNLL-U file.

    The layer written is the key, else the first there is. Raises FormatError where a form or tag
    cannot stand in a column, or mentions of one entity cross.
    """
    declared: str | None = None
    with TextWriter(path) as file:
        for document in documents:
            layer = _with_ids_of_chains(written_layer(document))
            fields = fields_of(layer)
            notes = _notes_of_layer(document, layer, fields)
            if _DECLARES not in notes and fields.declaration == declared:
                file.writelines(_lines(document, notes, layer, fields, path, declare=False))
            else:
                file.writelines(_lines(document, notes, layer, fields, path, declare=layer is not None))
            declared = notes.get(_DECLARES) or (fields.declaration if layer else declared)


def fields_of(layer: CoreferenceLayer | None) -> Fields:
    """The fields of ``Entity=`` that a layer was read with, those of CorefUD for any other."""
    return Fields(layer.extra.get("fields", COREFUD_FIELDS) if layer else COREFUD_FIELDS)


def _notes_of_layer(document: Document, layer: CoreferenceLayer | None, fields: Fields) -> dict[str, str]:
    """The comments of a document; of one that is written with other entities than it was read with, what fits these."""
    if layer is None or "fields" in layer.extra:
        return document.extra
    notes = {key: value for key, value in document.extra.items() if key not in _OF_ENTITIES}
    return notes | ({_DECLARES: fields.declaration} if _DECLARES in notes else {})


def _with_ids_of_chains(layer: CoreferenceLayer | None) -> CoreferenceLayer | None:
    """The layer with another id for each chain whose own would make its mentions corefer with nothing."""
    taken = {entity.id for entity in layer.entities} if layer is not None else set()
    renamed: dict[str, str] = {}
    for entity in layer.entities if layer is not None else ():
        if entity.id.startswith(NO_COREFERENCE) and len(entity.mentions) > 1:
            renamed[entity.id] = next(name for number in count(1) if (name := "x" * number + entity.id) not in taken)
    if layer is None or not renamed:
        return layer
    return replace(
        layer,
        entities=[
            replace(
                entity,
                id=renamed.get(entity.id, entity.id),
                split_antecedent=tuple(renamed.get(member, member) for member in entity.split_antecedent),
            )
            for entity in layer.entities
        ],
        bridges=[replace(bridge, entity=renamed.get(bridge.entity, bridge.entity)) for bridge in layer.bridges],
    )


def comment_key(key: str, notes: Mapping[str, str]) -> str:
    """The key under which a comment is kept beside the others of its place.

    A line end cannot be in a comment, so a number behind one tells the second of two alike from the first.
    """
    if key not in notes:
        return key
    before = f"{key}\n"
    alike = range(1, len(notes) + 1)
    return f"{before}{1 + bisect_left(alike, True, key=lambda number: f'{before}{number}' not in notes)}"


def key_as_read(key: str) -> str:
    """The key of a comment without what tells it from others alike."""
    return _ALIKE.sub("", key)


def regular_misc(word: Word, brackets: str, joined: bool) -> str:
    """The last column as it usually is: keys in alphabetical order, SpaceAfter not inside a joined word."""
    items = [(key, f"{key}={value}" if value else key) for key, value in word.extra.items() if not key.startswith(OWN)]
    if brackets:
        items.append(("Entity", f"Entity={brackets}"))
    if not word.space_after and not joined:
        items.append(("SpaceAfter", "SpaceAfter=No"))
    if len(items) > 1:
        items.sort()
    return "|".join([item for _, item in items]) or "_"


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that CoNLL-U cannot hold."""
    layer = written_layer(document)
    holds = _HELD | ({"types"} if layer and LINK_FIELD in layer.extra.get("fields", "").split("-") else set())
    if "other" in fields_of(layer).names:
        holds = holds | {"clause mentions"}
    if "head" in fields_of(layer).names and not is_parsed(document):
        holds = holds | {"heads"}
    apart = len(layer.bridges) - sum(1 for _ in bridged_entities(layer)) if layer else 0
    is_tangled = any(True for _ in tangled(document, parts=True))
    read_back = is_tangled or layer is None or parts_read_back(document, layer.entity_of(), fields_of(layer))
    of_words = [note for word in document.words for note in _plain(word.extra)]
    extras = (document.extra, *(sentence.extra for sentence in document.sentences))
    in_comments = [key_as_read(key) + value for extra in extras for key, value in _plain(extra)]
    return losses(document, holds) + lost({
        "{count} bridging {anaphors} that {are} in no entity, or bridged to none": apart,
        AS_NOTHING: as_nothing(document, ("_",), _COLUMNS),
        TANGLED: is_tangled,
        _INTERLEAVED: not read_back,
        "annotation of words with tabs or bars in it": any(_NOT_IN_MISC.search(key + value) for key, value in of_words),
        "names of speakers with line ends in them": any(LINE_END.search(said.speaker) for said in document.sentences),
        "annotation of sentences or the document with line ends in it": any(map(LINE_END.search, in_comments)),
    })  # fmt: skip


def _plain(extra: dict[str, str]) -> Iterator[tuple[str, str]]:
    return ((key, value) for key, value in extra.items() if not key.startswith(OWN))


def _lines(
    document: Document,
    notes_of_document: dict[str, str],
    layer: CoreferenceLayer | None,
    fields: Fields,
    path: Path,
    declare: bool,
) -> Iterator[str]:
    require_places(document, layer, path)
    require_forms(document, path)
    require_untangled(document, path, parts=True)
    brackets: dict[int, str] = {}
    if layer is not None:
        entity_of = layer.entity_of()
        if not parts_read_back(document, entity_of, fields):
            raise FormatError(path, None, f"document {document.id} has {_INTERLEAVED}", "expected one after the other")
        brackets = render(
            document, [mention for mention in document.mentions if mention.id in entity_of], entity_of, fields
        )
    try:
        notes = changed_notes(document, layer)
    except RelationError as error:
        wrong = f"document {document.id}: {error}"
        raise FormatError(path, None, wrong, "expected no comma, < or colon in them") from error
    if "newdoc id" not in document.extra and "# newdoc" not in document.extra:
        yield f"# newdoc id = {in_one_line(document.id)}\n"
    if declare and _DECLARES not in notes_of_document:
        yield f"# global.Entity = {fields.declaration}\n"
    extra = notes_of_document | ({"newdoc id": document.id} if "newdoc id" in document.extra else {})
    implied = {"genre": genre_by_id(document.id), "language": Document("").language}
    yield from _comments(extra, document, DOCUMENT_COMMENTS, implied)
    paragraph = 0 if document.paragraphs and document.paragraphs[0].kind == "body" else -1
    for number, sentence in enumerate(document.sentences, 1):
        if document.paragraphs and sentence.paragraph != paragraph:
            paragraph = sentence.paragraph
            if not any(key.startswith(("newpar", "# newpar")) for key in sentence.extra):
                block = {"heading": "head", "item": "item"}.get(document.paragraphs[paragraph].kind, "p")
                yield f"# newpar\n# newpar_block = {block}\n"
        yield from _comments(sentence.extra, sentence, SENTENCE_COMMENTS, {"speaker": ""})
        if "sent_id" not in sentence.extra:
            yield f"# sent_id = {in_one_line(sentence.id or f'{document.id}-{number}')}\n"
        if "text" not in sentence.extra:
            yield f"# text = {in_one_line(document.text(sentence.start, sentence.end))}\n"
        for row in _rows(document, sentence, brackets, notes):
            line = "\t".join(row)
            if line.count("\t") != 9 or LINE_END.search(line):
                wrong = f"sentence {sentence.id or number}: {line!r} has a tab or line end in a column"
                raise FormatError(path, None, wrong, "expected none in CoNLL-U")
            yield line + "\n"
        yield "\n"
    if f"{OWN}comments at end" in document.extra:
        yield document.extra[f"{OWN}comments at end"] + "\n"
    yield "\n" * int(document.extra.get(f"{OWN}blank lines at end", 0))


def _comments(
    extra: dict[str, str], thing: Document | Sentence, fields: dict[str, str], implied: dict[str, str]
) -> Iterator[str]:
    """The comments kept, and at their places, else at the end, what fields say beyond what is implied."""
    places = {f"{OWN}{field}": key for key, field in fields.items()}
    for key, value in extra.items():
        if key in places:
            value = getattr(thing, key.removeprefix(OWN))
            yield f"# {places[key]} = {in_one_line(value)}\n"
        elif not key.startswith(OWN):
            key = key_as_read(key)
            if not LINE_END.search(key + value):
                yield f"{key}\n" if key.startswith("#") else f"# {key} = {value}\n"
    for place, key in places.items():
        field = fields[key]
        value = getattr(thing, field)
        if place not in extra and value not in ("", implied[field]):
            yield f"# {key} = {in_one_line(value)}\n"


def _rows(
    document: Document, sentence: Sentence, brackets: dict[int, str], notes: dict[int, dict[str, str]]
) -> Iterator[list[str]]:
    words = document.words
    number_of = {-1: "0"} | numbers_of(words, sentence.start, sentence.end)
    joined_until = full = 0
    for offset in range(sentence.start, sentence.end):
        word = words[offset]
        extra = word.extra
        full += not word.empty
        if JOINED in extra:
            length, _, form = extra[JOINED].partition(" ")
            joined_until = full + int(length) - 1
            last = _offset_of(joined_until, number_of, offset)
            regular = "_\t_\t_\t_\t_\t_\t_\t" + ("_" if words[last].space_after else "SpaceAfter=No")
            rest = extra.get(f"{OWN}joined columns", regular)
            yield [f"{full}-{joined_until}", form, *rest.split("\t")]
        head = number_of.get(word.head, "0")
        if word.head < 0 and not word.relation:
            head = "_"
        yield [
            number_of[offset],
            word.form or "_",
            word.lemma or "_",
            word.upos or "_",
            word.xpos or "_",
            word.morphology or "_",
            noted if word.head < 0 and (noted := extra.get(f"{OWN}head")) in _NO_HEADS else head,
            word.relation or "_",
            word.enhanced or "_",
            _misc(
                _stating(word, notes[offset]) if offset in notes else word,
                brackets.get(offset, ""),
                not word.empty and full <= joined_until,
            ),
        ]


def _offset_of(number: int, number_of: dict[int, str], offset: int) -> int:
    """Offset of the word with that number in the sentence, from ``offset`` on; the last if there is none."""
    wanted, last = str(number), offset
    while number_of.get(last) not in (wanted, None):
        last += 1
    return last if last in number_of else last - 1


def _stating(word: Word, notes: dict[str, str]) -> Word:
    """A word with other notes, those that are empty left out; its last column is in the usual order."""
    extra = {key: value for key, value in word.extra.items() if key != f"{OWN}misc" and key not in notes}
    return replace(word, extra=extra | {key: value for key, value in notes.items() if value})


def _misc(word: Word, brackets: str, joined: bool) -> str:
    extra = word.extra
    as_read = extra.get(f"{OWN}Entity")
    if as_read is not None and same_brackets(as_read, brackets):
        brackets = as_read
    template = extra.get(f"{OWN}misc")
    if template is None:
        if any(_NOT_IN_MISC.search(key + value) for key, value in extra.items() if not key.startswith(OWN)):
            kept = {key: value for key, value in _plain(extra) if not _NOT_IN_MISC.search(key + value)}
            word = Word(word.form, space_after=word.space_after, extra=kept)
        return regular_misc(word, brackets, joined)
    items = template.split("|")
    if "Entity" in items:
        position = items.index("Entity")
        items[position : position + 1] = [f"Entity={brackets}"] if brackets else []
    elif brackets:
        items.append(f"Entity={brackets}")
    return "|".join(items) or "_"
