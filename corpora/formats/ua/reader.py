"""The exchange format of Universal Anaphora, in columns: identity, bridging, deixis, non-referring mentions.

Markables open as ``(EntityID=1|MarkableID=m3|Min=3,5|ElementOf=4`` in the columns IDENTITY and DISCOURSE_DEIXIS and
close with a bracket, the last opened first, or ``MarkableID)`` where they cross; one of one word closes at once. The
same MarkableID opened again is a further stretch of a discontinuous mention. An entity whose id ends in ``-Pseudo`` is
a mention that refers to nothing. ``ElementOf`` names the entities that this one is part of the split antecedent of.
Columns are separated by blanks. Other fields of a markable stay in ``Mention.extra`` under their own names.

Source: Universal Anaphora, CODI-CRAC 2021 and 2022 (Khosla et al. 2021; Yu et al. 2022); scorer 2.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    Bridge,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.document.sentence_ends import note_sentence_ends
from anaphora_workbench.corpora.formats.conllu.entity_relations import is_part_of
from anaphora_workbench.corpora.formats.conllu.writer import COMMENT, comment_key
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.parts.files import numbered_lines
from anaphora_workbench.corpora.formats.parts.mention_heads import MINIMUM_FIELD, set_heads
from anaphora_workbench.corpora.formats.ua.writer import (
    DEIXIS,
    DEIXIS_NOTE,
    ELEMENT_OF,
    ENTITY,
    IDENTITY_FIELD,
    MARKABLE,
    NO_SPACE,
    PSEUDO,
    SPEAKER,
    cannot_hold,
    write,
)
from anaphora_workbench.corpora.support.errors import FormatError, complain, placed, remark

_COLUMNS = ("IDENTITY", "BRIDGING", DEIXIS)
recognises = begins_like(rb"(?:#[^\n]*\n)*?# ?global\.columns *=[^\n]*\bIDENTITY\b")
_COMMENT = re.compile(r"# *(newdoc id|sent_id|global\.columns) *= *(.*?) *")
_DECLARED = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"
_BRACKET = re.compile(r"\(([^()]*)|([^()]*)\)")
_NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
_MINIMUM = re.compile(r"\d{1,9}(?:,\d{1,9})*")
_Fields = dict[str, str]


def read(path: Path) -> Iterator[Document]:
    """The documents of a file; one named like the file where no ``# newdoc id`` begins one."""
    columns = {name: number for number, name in enumerate(_DECLARED.split())}
    reader: _DocumentReader | None = None
    begins = False
    name = path.stem
    number = 0
    sentence_id = ""
    notes: list[str] = []
    for number, line in numbered_lines(path):
        if not line.strip():
            if reader is not None:
                reader.end_sentence()
        elif line.startswith("#"):
            match = _COMMENT.fullmatch(line)
            if match is None:
                notes.append(line)
            elif match[1] == "global.columns":
                columns = {column: place for place, column in enumerate(match[2].split())}
                if "IDENTITY" not in columns:
                    raise FormatError(path, number, "global.columns without IDENTITY", f"expected {_DECLARED}")
            elif match[1] == "sent_id":
                sentence_id = match[2]
            else:
                name, begins = match[2], True
        else:
            if reader is None or begins:
                if reader is not None:
                    yield reader.finish()
                reader, begins = _DocumentReader(path, name, columns), False
                placed(reader.document, path, number)
            reader.add_word(number, line.split(), sentence_id, notes)
            sentence_id, notes = "", []
    if notes:
        complain(path, number, "comments behind the last sentence", "expected words after them")
    if reader is None:
        raise FormatError(path, number, "no word in the file", "expected lines of columns")
    yield reader.finish()


class _Markable:
    """A markable as it is read: its fields, its stretches so far, and where it opened."""

    def __init__(self, fields: _Fields, line: int) -> None:
        self.fields = fields
        self.line = line
        self.parts: list[tuple[int, int]] = []


class _DocumentReader:
    def __init__(self, path: Path, name: str, columns: dict[str, int]) -> None:
        self.path = path
        self.document = Document(name, source=str(path), paragraphs=[Paragraph()])
        self._columns = columns
        self._markables: dict[str, dict[str, _Markable]] = {column: {} for column in _COLUMNS}
        # Markables that are open, and where their present stretch began.
        self._open: dict[str, list[tuple[str, int]]] = {column: [] for column in _COLUMNS}
        self._bridges: list[tuple[int, _Fields]] = []
        self._started: Sentence | None = None
        self._offset_of: dict[str, int] = {}
        self._governed: list[tuple[int, str, int]] = []

    def add_word(self, line: int, cells: list[str], sentence_id: str, notes: list[str]) -> None:
        document = self.document
        offset = len(document.words)
        if self._started is None:
            self._started = Sentence(offset, offset, id=sentence_id)
            document.sentences.append(self._started)
        for note in notes:
            _note(note, self._started)
        if len(cells) <= self._columns["IDENTITY"]:
            wrong = f"{len(cells)} columns"
            complain(self.path, line, wrong, f"expected at least {self._columns['IDENTITY'] + 1}, separated by blanks")
            cells = cells + ["_"] * (self._columns["IDENTITY"] + 1 - len(cells))

        if len(cells) > len(self._columns):
            # A blank in a form would move all that follows by a column.
            wrong = f"{len(cells)} columns"
            complain(self.path, line, wrong, f"expected at most {len(self._columns)}, separated by blanks")

        def cell(name: str) -> str:
            place = self._columns.get(name, len(cells))
            value = cells[place] if place < len(cells) else "_"
            return "" if value == "_" else value

        word = Word(
            cells[self._columns.get("FORM", 1)],
            cell("LEMMA"),
            cell("UPOS"),
            cell("XPOS"),
            cell("FEATS"),
            relation=cell("DEPREL"),
            enhanced=cell("DEPS"),
            empty="." in cells[0],
        )
        misc = cell("MISC").split("|")
        word.space_after = NO_SPACE not in misc
        cells_of_notes = {"MISC": "|".join(item for item in misc if item != NO_SPACE)}
        cells_of_notes |= {name: cell(name) for name in ("REFERENCE", "NOM_SEM")}
        word.extra |= {name: value for name, value in cells_of_notes.items() if value}
        if _NUMBER.fullmatch(cells[0]) is None:
            complain(self.path, line, f"word number {cells[0]!r}", "expected one like 3, or 3.1 for an elided word")
        elif cells[0] in self._offset_of:
            remark(self.path, line, f"word number {cells[0]} twice in a sentence; is a blank line missing before it?")
        self._offset_of[cells[0]] = offset
        if cell("HEAD") and cell("HEAD") != "0":
            self._governed.append((offset, cell("HEAD"), line))
        placed(word, self.path, line)
        document.words.append(word)
        self._started.end = offset + 1
        for name in _COLUMNS:
            if cell(name):
                self._add_brackets(name, cell(name), offset, line)

    def end_sentence(self) -> None:
        for offset, head, line in self._governed:
            if head in self._offset_of:
                self.document.words[offset].head = self._offset_of[head]
            else:
                complain(self.path, line, f"head {head!r} is not a word of the sentence")
        self._governed, self._started = [], None
        self._offset_of.clear()

    def _add_brackets(self, column: str, text: str, offset: int, line: int) -> None:
        position = 0
        while position < len(text):
            match = _BRACKET.match(text, position)
            if match is None:
                complain(self.path, line, f"{column} {text!r}", "expected (NAME=VALUE|… and closing brackets")
                return
            position = match.end()
            if match[1] is None:
                self._close(column, match[2], offset, line)
                continue
            fields = dict(item.partition("=")[::2] for item in match[1].split("|"))
            if MARKABLE not in fields or (column != "BRIDGING" and ENTITY not in fields):
                complain(self.path, line, f"{column} ({match[1]}", f"expected {ENTITY}=… and {MARKABLE}=…")
                return
            if column == "BRIDGING":
                self._bridges.append((line, fields))
                position += text.startswith(")", position)
                continue
            name = fields[MARKABLE]
            self._check_stretch(column, self._markables[column].setdefault(name, _Markable(fields, line)), fields, line)
            if text.startswith(")", position):
                position += 1
                self._markables[column][name].parts.append((offset, offset + 1))
            else:
                self._open[column].append((name, offset))

    def _check_stretch(self, column: str, markable: _Markable, fields: _Fields, line: int) -> None:
        """Complain of a markable whose further stretch says otherwise than its first, whose fields stand."""
        if fields[ENTITY] != markable.fields[ENTITY]:
            wrong = (
                f"{column}: markable {fields[MARKABLE]} of entity {fields[ENTITY]}, but of entity "
                f"{markable.fields[ENTITY]} in line {markable.line}"
            )
            complain(self.path, line, wrong, "expected markables of different ids, or one entity")
        minimum = fields.get(MINIMUM_FIELD)
        if minimum is not None and _MINIMUM.fullmatch(minimum) is None:
            wrong = f"{column}: {MINIMUM_FIELD}={minimum} of markable {fields[MARKABLE]}"
            complain(self.path, line, wrong, "expected the number of a word of the document, or of the first and last")

    def _close(self, column: str, name: str, offset: int, line: int) -> None:
        if column == "BRIDGING":
            return
        still_open = self._open[column]
        place = len(still_open) - 1
        while name and place >= 0 and still_open[place][0] != name:
            place -= 1
        if place < 0:
            complain(self.path, line, f"{column}: markable {name!r} closes but never opened" if name else
                     f"{column}: a bracket closes but none is open")  # fmt: skip
            return
        closed, start = still_open.pop(place)
        self._markables[column][closed].parts.append((start, offset + 1))

    def finish(self) -> Document:
        self.end_sentence()
        document = self.document
        if any(word.upos or word.relation for word in document.words):
            document.annotation = "gold"
        if any(word.relation for word in document.words):
            document.relations = "ud"
        note_sentence_ends(document)
        layer = document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER)
        for column in _COLUMNS:
            for name, _ in self._open[column]:
                line = self._markables[column].pop(name).line
                complain(self.path, line, f"{column}: markable {name} opens but never closes")
        ids = {name: self._add_mention(name, markable) for name, markable in self._markables["IDENTITY"].items()}
        layer.entities, layer.non_referring = self._entities("IDENTITY", ids)
        deictic = {name: self._deictic(name, markable, ids) for name, markable in self._markables[DEIXIS].items()}
        layer.discourse_deixis, pseudo = self._entities(DEIXIS, deictic)
        layer.non_referring += [name for name in pseudo if name not in layer.non_referring]
        for line, fields in self._bridges:
            self._add_bridge(line, fields, {**deictic, **ids}, layer)
        set_heads(document)
        return document

    def _add_mention(self, name: str, markable: _Markable) -> str:
        parts = tuple(sorted(markable.parts))
        joined = [parts[0]]
        for start, end in parts[1:]:
            if start <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        mention = Mention(
            name, joined[0][0], joined[-1][1], joined[0][0], tuple(joined) if len(joined) > 1 else ()
        )  # fmt: skip
        mention.extra = {
            key: value for key, value in markable.fields.items() if key not in (ENTITY, MARKABLE, ELEMENT_OF)
        }
        if markable.fields[ENTITY].endswith(PSEUDO):
            mention.extra[IDENTITY_FIELD] = markable.fields[ENTITY]
        placed(mention, self.path, markable.line)
        self.document.mentions.append(mention)
        return name

    def _deictic(self, name: str, markable: _Markable, ids: dict[str, str]) -> str:
        """The mention of a markable of discourse deixis: that of identity if it has the same id, place and fields."""
        known = self._markables["IDENTITY"].get(name)
        if known is not None and known.parts == markable.parts and _notes(known) == _notes(markable):
            return ids[name]
        mention = self._add_mention(name if known is None else DEIXIS_NOTE + name, markable)
        return mention

    def _entities(self, column: str, ids: dict[str, str]) -> tuple[list[Entity], list[str]]:
        """The entities of a column, and its mentions that refer to nothing."""
        entities: dict[str, Entity] = {}
        pseudo = []
        for name, markable in self._markables[column].items():
            entity_id = markable.fields[ENTITY]
            if entity_id.endswith(PSEUDO):
                pseudo.append(ids[name])
            else:
                entities.setdefault(entity_id, Entity(entity_id, [])).mentions.append(ids[name])
        for markable in self._markables[column].values():
            member = markable.fields[ENTITY]
            for whole in filter(None, markable.fields.get(ELEMENT_OF, "").split(",")):
                if whole not in entities or member not in entities:
                    missing = whole if whole not in entities else member
                    wrong = f"{ELEMENT_OF}={whole} of entity {member}, but there is no entity {missing}"
                    complain(self.path, markable.line, wrong)
                elif is_part_of(entities, whole, member):
                    wrong = f"{ELEMENT_OF}={whole} of entity {member}, but {whole} is part of the split antecedent of"
                    complain(self.path, markable.line, f"{wrong} {member} itself")
                elif member not in entities[whole].split_antecedent:
                    entities[whole].split_antecedent += (member,)
        for entity in entities.values():
            entity.split_antecedent = tuple(member for member in entities if member in entity.split_antecedent)
        return list(entities.values()), pseudo

    def _add_bridge(self, line: int, fields: _Fields, ids: dict[str, str], layer: CoreferenceLayer) -> None:
        anchor = fields.get("MentionAnchor")
        for name in (fields[MARKABLE], anchor):
            if name is not None and name not in ids:
                complain(self.path, line, f"BRIDGING names the markable {name!r}, which does not exist")
                return
        rest = {
            key: value
            for key, value in fields.items()
            if key not in (MARKABLE, "MentionAnchor", "EntityAnchor", "Rel")
        }  # fmt: skip
        layer.bridges.append(
            Bridge(
                ids[fields[MARKABLE]],
                None if anchor is None else ids[anchor],
                fields.get("EntityAnchor", ""),
                fields.get("Rel", ""),
                rest,
            )
        )


def _note(line: str, sentence: Sentence) -> None:
    """Keep a comment with the sentence that it stands before, under its own name as in CoNLL-U."""
    match = COMMENT.fullmatch(line)
    key, value = (match[1], match[2]) if match else (line, "")
    if key == SPEAKER and value and not sentence.speaker:
        sentence.speaker = value
        return
    sentence.extra[comment_key(key, sentence.extra)] = value


def _notes(markable: _Markable) -> _Fields:
    return {key: value for key, value in markable.fields.items() if key not in (ENTITY, ELEMENT_OF)}


FORMAT = Format(
    name="ua",
    description="Universal Anaphora: identity, split antecedents, bridging, deixis",
    source="Universal Anaphora; Khosla et al. (2021); Yu et al. (2022)",
    suffixes=(".ua", ".conllua"),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    rank=2,
    together=True,
    has_enhanced=True,
    has_deixis=True,
    has_bridging=True,
    states=("speakers", "heads", "singletons"),
)
