"""Pronouns annotated by characters in a JSON file next to a plain text, as in the HOWTO corpus.

Annotation of characters becomes annotation of words: the text is split into words so that every annotated
span begins and ends with one. Sentences are not annotated; each paragraph is one, and
``Document.sentences_known`` is false, so that preprocessing finds them.

* Each pronoun and each antecedent is a true mention. Pronouns that share an antecedent span, or are
  antecedents of each other, share an entity; one without antecedent has an entity of its own.
* ``Document.anaphors`` are the pronouns of class ``anaphoric``. Pleonastic ones are marked so.
* Where the annotation of a part of the text is kept elsewhere, ``Document.held_out`` is its range of words.
* ``Document.annotated`` is ``pronouns``: there are no other mentions than pronouns and antecedents.
* A pronoun's class is its ``Mention.reference``.
* Alternatives, which are not correct by default, are true mentions that stand in no chain; the pronoun's
  ``extra["alternatives"]`` names them.
* All else of a pronoun or antecedent stays in ``Mention.extra``, as JSON where it is not a string.

Source: the HOWTO corpus of this project, its README.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Reference,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.closure import entities_by_reference
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.parts.files import whole_text
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, Place
from anaphora_workbench.corpora.formats.parts.tokenizer import words_of
from anaphora_workbench.corpora.support.errors import FormatError, complain, going_on

recognises = begins_like(rb'\s*\{.*"text_file"\s*:')
_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n(?![ \t]*\n)[^\n]+)*")
_CLASSES: tuple[Reference, ...] = ("anaphoric", "pleonastic", "clausal", "cataphoric", "exophoric")
_SPAN_KEYS = frozenset({"start", "end", "text"})
_PRONOUN_KEYS = _SPAN_KEYS | {"class", "antecedents", "alternatives", "postcedents"}
_NOTED_APART = frozenset({"document", "text_file", "pronouns", "held_out"})


def read(path: Path) -> Iterator[Document]:
    """The document of an annotation file; its text is found by ``text_file``, next to the file or one folder up."""
    yield _Reader(JsonFile(path)).document


def text_files(path: Path) -> list[Path]:
    """The text that an annotation file is read with, where it is there."""
    try:
        file = JsonFile(path)
        name = Path(file.required(file.root, (), "text_file", str))
    except FormatError:
        return []
    return [place for place in (path.parent / name, path.parent.parent / name) if place.is_file()][:1]


class _Reader:
    def __init__(self, file: JsonFile) -> None:
        self.file = file
        data = file.root
        self.document = document = Document(
            file.required(data, (), "document", str), source=str(file.path), sentences_known=False, annotated="pronouns"
        )
        file.placed(document, ())
        self.text = self._text(data)
        self._mention_at: dict[tuple[int, int], Mention] = {}
        self._pronouns: set[tuple[int, int]] = set()
        pronouns = file.required(data, (), "pronouns", list)
        self._add_words(pronouns)
        self._start_of = {start: offset for offset, (start, _) in enumerate(self._spans)}
        self._end_of = {end: offset + 1 for offset, (_, end) in enumerate(self._spans)}
        self._links: list[tuple[str, str]] = []
        document.anaphors = []
        for index, pronoun in enumerate(pronouns):
            with going_on():
                self._add_pronoun(("pronouns", index), pronoun)
        document.mentions.sort(key=span_order)
        document.coreference[GOLD_LAYER] = self._layer()
        with going_on():
            self._add_held_out(data)
        for key, value in data.items():
            if key not in _NOTED_APART:
                document.extra[key] = _noted(value)

    def _text(self, data: dict[str, Any]) -> str:
        file = self.file
        name = file.required(data, (), "text_file", str)
        relative = Path(name)
        if relative.is_absolute() or ".." in relative.parts:
            raise file.error(("text_file",), f"{name!r} leads out of the corpus", "expected a path inside it")
        places = [folder / relative for folder in (file.path.parent, file.path.parent.parent)]
        text_file = next((place for place in places if place.is_file()), None)
        if text_file is None:
            raise file.error(("text_file",), f"no file {name!r}", "expected it next to the annotation or one folder up")
        expected = file.value(data, (), "text_sha256", str)
        if expected is not None and hashlib.sha256(text_file.read_bytes()).hexdigest() != expected:
            complain(text_file, None, "not the text that was annotated", f"expected SHA-256 {expected}")
        return whole_text(text_file)

    def _add_words(self, pronouns: list[Any]) -> None:
        """Split the text into words, with an edge of a word at every edge of an annotated span."""
        edges: set[int] = set()
        for index, pronoun in enumerate(pronouns):
            place: Place = ("pronouns", index)
            with going_on():
                edges.update(self._span(place, pronoun))
                for key in ("antecedents", "alternatives", "postcedents"):
                    for number, span in enumerate(self.file.value(pronoun, place, key, list, [])):
                        with going_on():
                            edges.update(self._span((*place, key, number), span))
        document = self.document
        self._spans: list[tuple[int, int]] = []
        for match in _PARAGRAPH.finditer(self.text):
            start = len(document.words)
            begin, heading = match.start(), match[0].startswith("# ")
            for word_start, word_end in words_of(self.text, begin + 2 * heading, match.end(), edges):
                space = word_end >= len(self.text) or self.text[word_end].isspace()
                document.words.append(Word(self.text[word_start:word_end], space_after=space))
                self._spans.append((word_start, word_end))
            if len(document.words) > start:
                document.sentences.append(Sentence(start, len(document.words), len(document.paragraphs)))
                document.paragraphs.append(Paragraph("heading" if heading else "body"))

    def _span(self, place: Place, data: Any) -> tuple[int, int]:
        file = self.file
        start, end = file.required(data, place, "start", int), file.required(data, place, "end", int)
        if not 0 <= start < end <= len(self.text):
            raise file.error(
                place, f"characters {start} to {end} of a text of {len(self.text)}", "expected start < end"
            )
        text = file.value(data, place, "text", str)
        if text is not None and self.text[start:end] != text:
            wrong = f"characters {start} to {end} are {self.text[start:end]!r}, not {text!r}"
            raise file.error(place, wrong, "expected offsets into the text, end exclusive")
        return start, end

    def _mention(self, place: Place, data: dict[str, Any], own_keys: frozenset[str]) -> Mention:
        """The mention of a span, made when it is first named; further notes on it are added."""
        start, end = self._span(place, data)
        mention = self._mention_at.get((start, end))
        if mention is None:
            first, last = self._start_of.get(start), self._end_of.get(end)
            if first is None or last is None:
                raise self.file.error(
                    place, f"characters {start} to {end} are not whole words", "expected no blank at an edge"
                )
            mention = Mention(f"m{start}-{end}", first, last, last - 1, extra={"characters": f"{start}-{end}"})
            self._mention_at[start, end] = mention
            self.file.placed(mention, place)
            self.document.mentions.append(mention)
        head_end = self.file.value(data, place, "head_end", int)
        accepted = []
        if head_end is not None:
            mention.head = self._head(place, mention, head_end)
            accepted.append(mention.head)
        for number, pair in enumerate(self.file.value(data, place, "heads", list, [])):
            if not (isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], int)):
                self.file.complain((*place, "heads", number), "no pair of offsets", "expected [start, end]")
                continue
            accepted.append(self._head(place, mention, pair[1]))
        mention.other_heads = tuple(dict.fromkeys((*mention.other_heads, *accepted)))
        for key, value in data.items():
            if key not in own_keys:
                mention.extra.setdefault(key, _noted(value))
        return mention

    def _head(self, place: Place, mention: Mention, end: int) -> int:
        """The last word of a head that ends before character ``end``: *ROM* in *CD-ROM*."""
        head = self._word_at(end - 1)
        if head is None or not mention.start <= head < mention.end:
            raise self.file.error(place, f"the head that ends at character {end} is not a word of the span")
        return head

    def _word_at(self, character: int) -> int | None:
        """Offset of the word that holds a character; a head may be a part of a word."""
        if character in self._start_of:
            return self._start_of[character]
        return next((offset for offset, (start, end) in enumerate(self._spans) if start <= character < end), None)

    def _add_pronoun(self, place: Place, data: dict[str, Any]) -> None:
        file = self.file
        start, end = self._span(place, data)
        if (start, end) in self._pronouns:
            raise file.error(place, f"characters {start} to {end} a second time", "expected each pronoun once")
        self._pronouns.add((start, end))
        its_class = file.required(data, place, "class", str)
        reference = next((name for name in _CLASSES if name == its_class), None)
        if reference is None:
            file.complain(place, f"class {its_class!r}", f"expected one of {', '.join(_CLASSES)}")
        pronoun = self._mention(place, data, _PRONOUN_KEYS)
        pronoun.pleonastic = reference == "pleonastic"
        pronoun.reference = reference or ""
        for number, span in enumerate(file.value(data, place, "antecedents", list, [])):
            with going_on():
                antecedent = self._mention((*place, "antecedents", number), span, _SPAN_KEYS)
                self._links.append((antecedent.id, pronoun.id))
        for key in ("alternatives", "postcedents"):
            others = []
            for number, span in enumerate(file.value(data, place, key, list, [])):
                with going_on():
                    others.append(self._mention((*place, key, number), span, _SPAN_KEYS).id)
            if others:
                pronoun.extra[key] = " ".join(others)
        if reference == "anaphoric" and self.document.anaphors is not None:
            self.document.anaphors.append(pronoun.id)

    def _layer(self) -> CoreferenceLayer:
        by_id = self.document.mention_by_id()
        entities = entities_by_reference(self.document.mentions, self._links)
        # An alternative reading is a mention, but says nothing of any entity.
        chains = [entity for entity in entities if len(entity.mentions) > 1 or by_id[entity.mentions[0]].reference]
        return CoreferenceLayer(
            GOLD_LAYER, [Entity(str(number), entity.mentions) for number, entity in enumerate(chains, 1)]
        )

    def _add_held_out(self, data: dict[str, Any]) -> None:
        file = self.file
        held_out = file.value(data, (), "held_out", dict)
        if held_out is None:
            return
        characters = file.required(held_out, ("held_out",), "range", list)
        if len(characters) != 2 or not all(isinstance(character, int) for character in characters):
            raise file.error(("held_out", "range"), f"{characters}", "expected [start, end] in characters")
        start, end = characters
        words = [offset for offset, span in enumerate(self._spans) if start <= span[0] and span[1] <= end]
        first, last = (words[0], words[-1] + 1) if words else (0, 0)
        self.document.held_out = first, last
        self.document.extra["held_out characters"] = f"{start}-{end}"
        if "note" in held_out:
            self.document.extra["held_out note"] = _noted(held_out["note"])


def _noted(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


FORMAT = Format(
    name="standoff-json",
    description="plain text with pronouns and their antecedents annotated by characters in JSON next to it",
    source="HOWTO corpus of this project",
    suffixes=(".standoff.json",),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=2,
    read_with=text_files,
    states=("paragraphs", "heads"),
)
