"""The shared XML NP representation: the exact image of a Document, one a file.

Its grammar is np_xml.rng next to this file, checked on reading. Writing and reading gives an equal
Document, whatever is in it.

Source: Barbu and Mitkov (2001), section 3: one representation for all resolvers; the form is ours.
"""

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

from anaphora_workbench.corpora.document import (
    ADDRESSEE,
    ANY_GENDER,
    ANY_NUMBER,
    SPEAKER,
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Quotation,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.np_xml.writer import FIELDS, write
from anaphora_workbench.corpora.formats.parts.files import LONGEST_MENTION, MOST_DIGITS
from anaphora_workbench.corpora.formats.parts.grammar import Grammar
from anaphora_workbench.corpora.formats.parts.known import flags
from anaphora_workbench.corpora.formats.parts.xml_safety import parse, unescaped, unescaped_list
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.support.errors import FormatError, are_collected, complain, going_on, placed

_GRAMMAR = Path(__file__).with_name("np_xml.rng")
_UNKNOWN_WORD = re.compile(rf"#[0-9]{{1,{MOST_DIGITS}}}")
# A span that ends with it would end at a number with a digit more.
_BEYOND_ANY = "#" + "9" * MOST_DIGITS
# Attributes that are lists of ids.
_LISTS = frozenset({"mentions", "before", "candidates", "split-antecedent"})
# What the text of an attribute says, where that is not itself.
_VALUE_OF: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("person", "in-sentence", "in-clause"), int),
    **dict.fromkeys(("adjunct", "existential", "pleonastic", "is-clause"), "yes".__eq__),
}
# The grammar has checked the values: where one of a few words is expected, it is one of them.
_Attributes = dict[str, Any]


def recognises(name: str, beginning: bytes) -> bool:
    return b"<np-document" in beginning


def read(path: Path) -> Iterator[Document]:
    """The document of an np-xml file."""
    root = parse(path)
    invalid = _grammar().check(root, path)
    if root not in invalid:
        yield _Reader(path, invalid).document(root)


@cache
def _grammar() -> Grammar:
    return Grammar(_GRAMMAR)


class _Reader:
    def __init__(self, path: Path, invalid: Collection[etree._Element]) -> None:
        self.path = path
        self._invalid = invalid
        self._offset: dict[str, int] = {}
        self._governed: list[tuple[Word, str, etree._Element]] = []
        self._named: list[tuple[str, etree._Element]] = []
        self._mention_ids: set[str] = set()
        self._animacy_is_apart = False

    def document(self, root: etree._Element) -> Document:
        values = self._attributes(root)
        document = Document(
            values["id"],
            language=values.get("language", "en"),
            annotation=values.get("annotation", "none"),
            relations=values.get("relations", ""),
            tool=values.get("tool", ""),
            source=values.get("source", ""),
            extra=self._notes(root),
            raw_text=values.get("raw-text", ""),
            genre=values.get("genre", ""),
            sentences_known=values.get("sentences") != "unknown",
            annotated=values.get("annotated", "mentions"),
        )
        for name in flags(document):
            setattr(document, name, values.get(name.removesuffix("_known")) != "unknown")
        self._animacy_is_apart = tables_for(document).grammatical_gender
        if "held-out-start" in values:
            document.held_out = int(values["held-out-start"]), int(values["held-out-end"])
        placed(document, self.path, root.sourceline)
        for child in root:
            with going_on():
                self._add_part(child, document)
        self._set_heads()
        # Preprocessing, which numbers clauses, has read it in this language; what was only converted may name none.
        document.language_said = any(word.clause is not None for word in document.words)
        for name, element in self._named:
            # Who collects problems lists these with all others that a document of any format may have.
            if name not in self._mention_ids and not are_collected():
                raise self._error(element, f"there is no mention {name!r}")
        return document

    def _add_part(self, child: etree._Element, document: Document) -> None:
        tag = child.tag
        if tag == "p":
            self._add_paragraph(child, document)
        elif tag == "s":
            self._add_sentence(child, document, 0)
        elif tag == "w":
            self._add_word(child, document.words)
        elif child in self._invalid:
            return
        elif tag == "quotation":
            document.quotations.append(self._quotation(child))
        elif tag == "mention":
            if self._governed:
                self._set_heads()
            document.mentions.append(self._mention(child))
            self._check_sentence(child, document)
            name = document.mentions[-1].id
            # As below, who collects problems has this one from all formats.
            if name in self._mention_ids and not are_collected():
                raise self._error(child, f"duplicate mention id {name!r}")
            self._mention_ids.add(name)
        elif tag == "anaphors":
            document.anaphors = self._mentions_named(child, self._ids(child, child.get("mentions", "")))
        elif tag == "coreference":
            self._add_layer(child, document)

    def _add_paragraph(self, element: etree._Element, document: Document) -> None:
        number = len(document.paragraphs)
        document.paragraphs.append(Paragraph(self._attributes(element).get("kind", "body"), self._notes(element)))
        for child in element:
            with going_on():
                if child.tag == "s":
                    self._add_sentence(child, document, number)
                elif child.tag == "w":
                    self._add_word(child, document.words)

    def _add_sentence(self, element: etree._Element, document: Document, paragraph: int) -> None:
        words = document.words
        values = {} if element in self._invalid else self._attributes(element)
        sentence = Sentence(len(words), 0, int(values.get("paragraph", paragraph)), values.get("id", ""))
        sentence.speaker = values.get("speaker", "")
        extra = sentence.extra
        for child in element:
            with going_on():
                if child.tag == "w":
                    self._add_word(child, words)
                else:
                    self._add_note(child, extra)
        sentence.end = len(words)
        document.sentences.append(sentence)

    def _add_word(self, element: etree._Element, words: list[Word]) -> None:
        if self._invalid and element in self._invalid:
            # What refers to it refers to something.
            self._offset.setdefault(element.get("id", ""), len(words))
            words.append(Word(""))
            return
        values = self._attributes(element)
        get = values.get
        clause, segment = get("clause"), get("segment")
        word = Word(
            values["form"],
            get("lemma", ""),
            get("upos", ""),
            get("xpos", ""),
            get("morphology", ""),
            -1,
            get("relation", ""),
            get("entity-type", ""),
            get("space") != "no",
            None if clause is None else int(clause),
            None if segment is None else int(segment),
            get("empty") == "yes",
            {},
            get("speaker"),
            get("enhanced", ""),
        )
        if len(element):
            for child in element:
                self._add_note(child, word.extra)
        placed(word, self.path, element.sourceline)
        if "head" in values:
            self._governed.append((word, values["head"], element))
        name = values["id"]
        if name in self._offset:
            complain(self.path, element.sourceline, f"<w>: duplicate word id {name!r}")
        self._offset.setdefault(name, len(words))
        words.append(word)

    def _set_heads(self) -> None:
        for word, head, element in self._governed:
            with going_on():
                word.head = self._word(element, head)
        self._governed = []

    def _quotation(self, element: etree._Element) -> Quotation:
        values = self._attributes(element)
        start, end = self._span(element, values)
        speaker, addressee = (
            self._word(element, values[role]) if role in values else None for role in (SPEAKER, ADDRESSEE)
        )
        return Quotation(start, end, speaker, addressee, frozenset(values.get("inferred", "").split()))

    def _mention(self, element: etree._Element) -> Mention:
        values = self._attributes(element)
        get = values.get
        start, end, head = -1, -1, -1
        if "first" in values:
            start, end = self._span(element, values)
            head = self._word(element, values["head"])
        number, gender = get("number"), get("gender")
        mention = Mention(
            values["id"],
            start,
            end,
            head,
            number=ANY_NUMBER if number is None else frozenset(number),
            gender=ANY_GENDER if gender is None else frozenset(gender),
            verb=self._word(element, values["verb"]) if "verb" in values else None,
            **{field: _VALUE_OF.get(name, str)(values[name]) for name, field in FIELDS.items() if name in values},
        )
        self._add_parts(element, mention)
        mention.other_heads = tuple(self._word(element, name) for name in get("other-heads", "").split())
        self._set_animacy(element, values, mention)
        placed(mention, self.path, element.sourceline)
        return mention

    def _add_parts(self, element: etree._Element, mention: Mention) -> None:
        parts = []
        for child in element:
            if child.tag == "part":
                parts.append(self._span(child, self._attributes(child)))
            else:
                self._add_note(child, mention.extra)
        if parts and (parts[0][0], parts[-1][1]) != (mention.start, mention.end):
            raise self._error(element, "its parts do not begin and end where it does")
        mention.parts = tuple(parts)

    def _set_animacy(self, element: etree._Element, values: _Attributes, mention: Mention) -> None:
        """Take the animacy that is stated beside the gender, where the language keeps them apart."""
        gender, stated = values.get("gender"), values.get("animacy", mention.animacy)
        if stated == mention.animacy:
            return
        if self._animacy_is_apart and not (gender == "n" and stated == "yes"):
            mention.life = stated
        else:
            wrong = f"<mention>: animacy {stated!r}, but gender {gender or 'mfn'!r}"
            complain(self.path, element.sourceline, wrong)

    def _check_sentence(self, element: etree._Element, document: Document) -> None:
        """Complain of a mention that states another sentence than that of its first word; the first is 1."""
        stated, start = element.get("sentence"), document.mentions[-1].start
        if stated is None or start < 0 or not document.sentences:
            return
        number = document.sentence_number(start) + 1
        if int(stated) != number:
            wrong = f"<mention>: sentence {stated}, but its first word is in sentence {number}"
            complain(self.path, element.sourceline, wrong)

    def _add_layer(self, element: etree._Element, document: Document) -> None:
        values = self._attributes(element)
        layer = CoreferenceLayer(values["annotator"], extra=self._notes(element))
        name = values.get("name", layer.annotator)
        if name in document.coreference:
            raise self._error(element, f"duplicate coreference layer {name!r}")
        document.coreference[name] = layer
        for child in element:
            with going_on():
                if child.tag == "entity" and child not in self._invalid:
                    layer.entities.append(self._entity(child))
                elif child.tag == "decisions":
                    layer.decisions = [self._decision(decision) for decision in child if decision not in self._invalid]
                elif child.tag == "bridge" and child not in self._invalid:
                    layer.bridges.append(self._bridge(child))
                elif child.tag == "non-referring":
                    layer.non_referring = self._mentions_named(child, self._ids(child, child.get("mentions", "")))
                elif child.tag == "discourse-deixis":
                    layer.discourse_deixis = [self._entity(entity) for entity in child if entity not in self._invalid]

    def _entity(self, element: etree._Element) -> Entity:
        values = self._attributes(element)
        members = self._mentions_named(element, self._ids(element, element.get("mentions", "")))
        entity = Entity(values["id"], members, dominant=values.get("dominant"))
        placed(entity, self.path, element.sourceline)
        self._mentions_named(element, [] if entity.dominant is None else [entity.dominant])
        entity.split_antecedent = tuple(self._ids(element, element.get("split-antecedent", "")))
        for child in element:
            if child.tag == "type":
                of_type = self._attributes(child)
                self._mentions_named(child, [of_type["mention"]])
                entity.types[of_type["mention"]] = of_type["value"]
            else:
                self._add_note(child, entity.extra)
        return entity

    def _bridge(self, element: etree._Element) -> Bridge:
        values = self._attributes(element)
        self._mentions_named(element, [values[name] for name in ("anaphor", "antecedent") if name in values])
        return Bridge(
            values["anaphor"],
            values.get("antecedent"),
            values.get("entity", ""),
            values.get("relation", ""),
            self._notes(element),
        )

    def _decision(self, element: etree._Element) -> Decision:
        values = self._attributes(element)
        self._mentions_named(element, [values[name] for name in ("anaphor", "antecedent") if name in values])
        return Decision(
            values["anaphor"],
            values.get("antecedent"),
            tuple(self._mentions_named(element, self._ids(element, element.get("before", "")))),
            tuple(self._mentions_named(element, self._ids(element, element.get("candidates", "")))),
            values.get("identified") != "no",
            values.get("excluded") == "yes",
        )

    def _attributes(self, element: etree._Element) -> _Attributes:
        values: Any = dict(element.attrib)
        for name, value in values.items():
            if "\\" in value and name not in _LISTS:
                try:
                    values[name] = unescaped(value)
                except ValueError as error:
                    raise self._error(element, f"in {name}: {error}") from error
        return values

    def _ids(self, element: etree._Element, value: str) -> list[str]:
        try:
            return unescaped_list(value)
        except ValueError as error:
            raise self._error(element, str(error)) from error

    def _mentions_named(self, element: etree._Element, names: list[str]) -> list[str]:
        """Names that an element gives, which must be those of mentions; these may stand after it."""
        self._named += ((name, element) for name in names)
        return names

    def _notes(self, element: etree._Element) -> dict[str, str]:
        extra: dict[str, str] = {}
        for child in element:
            self._add_note(child, extra)
            if child.tag != "note":
                break
        return extra

    def _add_note(self, element: etree._Element, extra: dict[str, str]) -> None:
        if element.tag != "note" or element in self._invalid:
            return
        values = self._attributes(element)
        if values["name"] in extra:
            raise self._error(element, f"duplicate note {values['name']!r}")
        extra[values["name"]] = values["value"]

    def _word(self, element: etree._Element, name: str) -> int:
        offset = self._offset.get(name)
        if offset is None and not self._offset and _UNKNOWN_WORD.fullmatch(name) and name != _BEYOND_ANY:
            return int(name[1:])
        if offset is None:
            raise self._error(element, f"there is no word {name!r}")
        return offset

    def _span(self, element: etree._Element, values: _Attributes) -> tuple[int, int]:
        start, last = self._word(element, values["first"]), self._word(element, values["last"])
        if last < start:
            raise self._error(element, f"the last word {values['last']!r} stands before the first {values['first']!r}")
        if not self._offset and last - start >= LONGEST_MENTION:
            raise self._error(element, f"{last + 1 - start} words of a missing text")
        return start, last + 1

    def _error(self, element: etree._Element, wrong: str) -> FormatError:
        return FormatError(self.path, element.sourceline, f"<{element.tag}>: {wrong}")


FORMAT = Format(
    name="np-xml",
    description="the shared XML NP representation: the exact image of a document",
    source="Barbu and Mitkov (2001), form of this project",
    suffixes=(".np.xml",),
    recognises=recognises,
    read=read,
    write=write,
    one_document=True,
    rank=1,
    names_entities=True,
    has_enhanced=True,
    has_deixis=True,
    has_bridging=True,
    holds_contradictions=True,
)
