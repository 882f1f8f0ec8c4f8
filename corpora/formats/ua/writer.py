"""Writing the exchange format of Universal Anaphora: the counterpart of ua.py."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Bridge, CoreferenceLayer, Document, Entity, Mention, Sentence
from anaphora_workbench.corpora.formats.conllu.writer import COMMENT, key_as_read
from anaphora_workbench.corpora.formats.losses import (
    AS_NOTHING,
    BLANK_ID,
    LINE_END,
    as_nothing,
    in_one_line,
    is_note,
    losses,
    lost,
    written_layer,
)
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.word_numbers import numbers_of
from anaphora_workbench.corpora.formats.requirements import require_forms, require_places
from anaphora_workbench.corpora.support.errors import FormatError

DEIXIS = "DISCOURSE_DEIXIS"
ENTITY, MARKABLE, ELEMENT_OF, PSEUDO = "EntityID", "MarkableID", "ElementOf", "-Pseudo"
# Where the entity id of a mention that refers to nothing is kept.
IDENTITY_FIELD = "ua:EntityID"
# What an id gets where the columns of identity and of discourse deixis use it for different mentions.
DEIXIS_NOTE = "deixis:"
_HELD = frozenset(
    {"words", "sentences", "lemmas", "upos", "xpos", "morphology", "dependencies", "enhanced", "empty words",
     "elided mentions", "discontinuous", "mention notes", "split antecedents", "bridging", "bridging mentions",
     "non-referring", "discourse deixis", "spacing", "sentence notes", "speakers"}
)  # fmt: skip
NO_SPACE = "SpaceAfter=No"
# The comment that is a field of a Sentence.
SPEAKER = "speaker"
# Comments that the writer makes itself.
_OWN_COMMENTS = ("sent_id", "newdoc id", "global.columns")
_WORD_NOTES = ("MISC", "REFERENCE", "NOM_SEM")
_COLUMNS = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"
_NOT_IN_A_FIELD = re.compile(r"[\s|()]")
_BLANK = re.compile(r"\s")


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents to one file. The layer written is the key, else the first there is.

    Raises:
        FormatError: a form, id or note that cannot stand in a column.
    """
    with TextWriter(path) as file:
        file.write(f"# global.columns = {_COLUMNS}\n")
        for document in documents:
            file.writelines(_lines(document, path))


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that the format cannot hold."""
    layer = written_layer(document)
    apart = len(layer.bridges) - len(_markable_bridges(layer)) if layer else 0
    comments = [_comment(*note) for sentence in document.sentences for note in _comments(sentence)]
    columns = ("lemma", "upos", "xpos", "morphology", "relation", "enhanced")
    return losses(document, _HELD, {"word notes": _WORD_NOTES}) + lost({
        AS_NOTHING: as_nothing(document, ("_",), columns),
        "{count} bridging {anaphors} that {are} in no entity, or bridged to a mention in none": apart,
        "annotation of sentences that no comment can hold": None in comments,
        BLANK_ID: document.id != document.id.strip(),
    })  # fmt: skip


def _lines(document: Document, path: Path) -> Iterator[str]:
    layer = written_layer(document) or CoreferenceLayer("")
    require_places(document, layer, path)
    require_forms(document, path)
    identity, deixis, bridging = _columns_of(document, layer, path)
    yield f"# newdoc id = {in_one_line(document.id).strip()}\n"
    for number, sentence in enumerate(document.sentences, 1):
        yield f"# sent_id = {in_one_line(sentence.id or f'{document.id}-{number}').strip()}\n"
        yield from filter(None, (_comment(*note) for note in _comments(sentence)))
        numbers = numbers_of(document.words, sentence.start, sentence.end)
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            head = numbers.get(word.head, "0") if word.head >= 0 or word.relation else "_"
            misc = word.extra.get("MISC", ""), "" if word.space_after else NO_SPACE
            cells = [
                numbers[offset], word.form, word.lemma, word.upos, word.xpos, word.morphology, head, word.relation,
                word.enhanced, "|".join(filter(None, misc)), identity.get(offset, ""), bridging.get(offset, ""),
                deixis.get(offset, ""), word.extra.get("REFERENCE", ""), word.extra.get("NOM_SEM", ""),
            ]  # fmt: skip
            wrong = next((cell for cell in cells if _BLANK.search(cell)), None)
            if wrong is not None:
                raise FormatError(path, None, f"{wrong!r} has a blank in it", "expected none in a column")
            yield "\t".join(cell or "_" for cell in cells) + "\n"
        yield "\n"


def _comments(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Names and values of the comments of a sentence, besides its id."""
    if sentence.speaker:
        yield SPEAKER, sentence.speaker
    for key, value in sentence.extra.items():
        if is_note(key) and key not in _OWN_COMMENTS:
            yield key_as_read(key), value


def _comment(key: str, value: str) -> str | None:
    """A comment as a line; None for one that would be read as something else."""
    if LINE_END.search(key + value):
        return None
    if key.startswith("#"):
        readable = not value and COMMENT.fullmatch(key) is None
        return f"{key}\n" if readable and not _is_own(key) else None
    line = f"# {key} = {value}"
    match = COMMENT.fullmatch(line)
    return f"{line}\n" if match is not None and match.groups() == (key, value) and not _is_own(line) else None


def _is_own(line: str) -> bool:
    return re.match(rf"# *({'|'.join(_OWN_COMMENTS)}) *=", line) is not None


def _columns_of(
    document: Document, layer: CoreferenceLayer, path: Path
) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """The brackets of identity, of discourse deixis and of bridging, by offset."""
    mention_of = document.mention_by_id()
    pseudo = [Entity(mention_of[name].extra.get(IDENTITY_FIELD, name + PSEUDO), [name]) for name in layer.non_referring]
    for entity in (*layer.entities, *layer.discourse_deixis):
        _require_id(entity, path)
    markable_of = _markables(layer)
    brackets = []
    for entities in ([*layer.entities, *pseudo], layer.discourse_deixis):
        wholes: dict[str, list[str]] = {}
        for entity in entities:
            for member in entity.split_antecedent:
                wholes.setdefault(member, []).append(entity.id)
        opened: list[tuple[Mention, str, str]] = []
        for entity in entities:
            for number, name in enumerate(entity.mentions):
                mention = mention_of[name]
                fields = {ENTITY: entity.id, MARKABLE: markable_of[name]}
                fields |= {key: value for key, value in mention.extra.items() if key != IDENTITY_FIELD}
                if not number and entity.id in wholes:
                    fields[ELEMENT_OF] = ",".join(wholes[entity.id])
                opened.append((mention, markable_of[name], _fields(fields, path)))
        brackets.append(_brackets(opened))
    bridging: dict[int, str] = {}
    for bridge in _markable_bridges(layer):
        fields = {MARKABLE: markable_of[bridge.anaphor], "Rel": bridge.relation}
        anchor = "" if bridge.antecedent is None else markable_of[bridge.antecedent]
        fields |= {"MentionAnchor": anchor, "EntityAnchor": bridge.entity}
        text = _fields({key: value for key, value in (fields | bridge.extra).items() if value}, path)
        start = mention_of[bridge.anaphor].start
        bridging[start] = bridging.get(start, "") + f"({text})"
    return brackets[0], brackets[1], bridging


def _markables(layer: CoreferenceLayer) -> dict[str, str]:
    """By mention the id of its markable: only what is in an entity, or refers to nothing, is one."""
    identity = {*layer.entity_of(), *layer.non_referring}
    markable_of = {name: name for name in identity}
    for entity in layer.discourse_deixis:
        for name in entity.mentions:
            noted = name.removeprefix(DEIXIS_NOTE)
            markable_of.setdefault(name, noted if noted in identity else name)
    return markable_of


def _require_id(entity: Entity, path: Path) -> None:
    """Refuse the id of an entity that would be read as something else."""
    if entity.id.endswith(PSEUDO):
        raise FormatError(path, None, f"an entity {entity.id!r}", f"{PSEUDO} ends the id of what refers to nothing")
    if "," in entity.id and entity.split_antecedent:
        raise FormatError(
            path, None, f"{ELEMENT_OF} names an entity {entity.id!r}", "expected no comma, which separates ids there"
        )


def _markable_bridges(layer: CoreferenceLayer) -> list[Bridge]:
    """The bridges whose anaphor and antecedent are markables."""
    markables = _markables(layer).keys()
    return [
        bridge
        for bridge in layer.bridges
        if markables >= {name for name in (bridge.anaphor, bridge.antecedent) if name is not None}
    ]


def _fields(fields: dict[str, str], path: Path) -> str:
    for key, value in fields.items():
        if _NOT_IN_A_FIELD.search(key + value) or "=" in key:
            raise FormatError(
                path, None, f"{key}={value!r} cannot stand in a markable", "expected no blank, | or bracket"
            )
        if not value and key in (ENTITY, MARKABLE):
            raise FormatError(path, None, f"a markable without {key}", "expected an id of its own")
    return "|".join(f"{key}={value}" for key, value in fields.items())


def _brackets(opened: list[tuple[Mention, str, str]]) -> dict[int, str]:
    """All brackets of a column by offset, closings first, of mentions with the id and the fields of their markables."""
    opening: dict[int, list[tuple[int, str]]] = {}
    closing: dict[int, list[str]] = {}
    for mention, name, fields in opened:
        for start, end in mention.stretches:
            if end == start + 1:
                opening.setdefault(start, []).append((end, f"({fields})"))
            else:
                opening.setdefault(start, []).append((end, f"({fields}"))
                closing.setdefault(end - 1, []).append(f"{name})")
    return {
        offset: "".join(closing.get(offset, []))
        + "".join(text for _, text in sorted(opening.get(offset, []), key=lambda item: -item[0]))
        for offset in {*opening, *closing}
    }
