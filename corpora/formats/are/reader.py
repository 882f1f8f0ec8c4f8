"""Files of the Anaphora Resolution Exercise: inputs, keys and answers of its four tasks.

* Input of tasks 1 and 2: ``<text>`` with ``<p>`` and nested ``<entity id>``; task 1 lists the pronouns to
  resolve in ``<anaphoric_pronouns><pronoun id value/>``.
* Input of tasks 3 and 4: ``<node id/>`` before each word; a mention is a first and a last node.
* Key, and answer to tasks 2 and 4: ``<chain id>`` with ``<node id value/>``, in tasks 3 and 4 ``<node start end/>``;
  the keys of tasks 1 and 3 list the pronouns to resolve, as the input of task 1 does.
* Answer to task 1: ``<pronoun id antecedent/>``; to task 3 ``<pronoun start end antecedent_start antecedent_end/>``.

The text may be printed as a fragment, ``<p>`` after ``<p>`` without ``<text>``, and its pronouns in a file
``NAME-pronouns.xml``. All of these may stand in one file, as we write them, or apart: a key or answer
``NAME-key.xml`` or ``NAME-answer.xml`` is joined with ``NAME-input.xml`` next to it or in the folder ``inputs`` next
to its own. A mention of tasks 3 and 4 has the id ``START-END``, so files can be compared without their input, too.
Answers are the layer ``answer``. ``<document language="es">`` is ours: a language other than English.

Source: Orasan, Cristea, Mitkov and Branco (2008); the syntax of answers is ours.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from itertools import count
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.formats.are.writer import ANSWER_LAYER, NODES, cannot_hold, write
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.json.chains_json import chains_of
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of
from anaphora_workbench.corpora.formats.parts.tokenizer import words_of
from anaphora_workbench.corpora.formats.parts.xml_safety import parse
from anaphora_workbench.corpora.support.errors import FormatError, complain, going_on, placed

INPUTS = "inputs"
_LOOKS_LIKE_IT = re.compile(rb"<(?:entity|anaphoric_pronouns|chain|pronoun)\b[^>]*>|<node\s+id=")
_NOT_IT = re.compile(rb"<np-document|<w |<COREF")
_PARTS = frozenset({"text", "p", "anaphoric_pronouns", "chain", "pronoun"})
_PART = re.compile(r"(.*)-(input|pronouns|key|answer)(\.[^.]*)?", re.DOTALL)


def recognises(name: str, beginning: bytes) -> bool:
    return (
        beginning.removeprefix(BOM_UTF8).lstrip().startswith(b"<")
        and _LOOKS_LIKE_IT.search(beginning) is not None
        and _NOT_IT.search(beginning) is None
    )


def read(path: Path) -> Iterator[Document]:
    """The document of a file of the exercise."""
    yield read_with_input(path)


def read_with_input(path: Path, inputs: Path | None = None) -> Document:
    """The document of a file of the exercise, joined with the input that belongs to it.

    Args:
        inputs: folder of the inputs; None for that of the file or the one named ``inputs`` next to it.
    """
    match = _PART.fullmatch(path.name)
    document = Document(path.stem if match is None else Path(match[1]).name, source=str(path))
    reader = _Reader(document)
    for file in [path] if match is None else _joined(path, match, inputs):
        reader.add(file)
    return reader.finish()


def read_with(path: Path) -> list[Path]:
    """The other files of the same document."""
    match = _PART.fullmatch(path.name)
    return [] if match is None else [file for file in _joined(path, match, None) if file != path]


def _joined(path: Path, match: re.Match[str], inputs: Path | None) -> list[Path]:
    """The files that make one document, text first."""
    name, own, ending = match.groups(default="")
    folders = (path.parent, path.parent.parent / INPUTS) if inputs is None else (inputs, inputs / INPUTS)
    files = {"input": path, "pronouns": path, own: path}
    for part in {"input", "pronouns"} - {own}:
        places = [folder / f"{name}-{part}{ending}" for folder in folders]
        files[part] = next((place for place in places if place.is_file()), path)
    return list(dict.fromkeys(files[part] for part in ("input", "pronouns", own) if part == own or files[part] != path))


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self._full_words = full_words_of(document)
        self.path = Path()
        self._mentions: dict[str, Mention] = {}
        self._node: dict[str, int] = {}
        self._chains: list[Entity] | None = None
        self._chain_ids: set[str] = set()
        self._chained: set[str] = set()
        self._decisions: list[Decision] | None = None
        self._answered: set[str] = set()
        self._named_chains: set[str | None] = set()
        self._language: str | None = None

    def add(self, path: Path) -> None:
        self.path = path
        root = parse(path, fragment=True)
        if root.get("id") and root.tag not in _PARTS:
            self.document.id = root.get("id", "")
        self._add_language(root)
        parts = [root] if root.tag in _PARTS else list(root)
        if not parts:
            raise self._error(root, f"nothing in <{root.tag}>", "expected <text>, <chain> or <pronoun>")
        self._named_chains = {part.get("id") for part in parts if part.tag == "chain"}
        # A list of pronouns may stand before the text that they are of.
        for part in sorted(parts, key=lambda part: part.tag not in ("text", "p")):
            with going_on():
                self._add_part(part)

    def _add_language(self, root: etree._Element) -> None:
        told = root.get("language")
        if told is None:
            return
        if self._language not in (None, told):
            raise self._error(root, f"language {told!r}", f"expected {self._language!r}, as the input says")
        self.document.language = self._language = told
        self.document.language_said = True

    def _add_part(self, part: etree._Element) -> None:
        if part.tag == "text":
            self._add_text(part)
        elif part.tag == "p":
            self._add_paragraph(part)
        elif part.tag == "anaphoric_pronouns":
            self.document.anaphors = []
            for pronoun in part:
                with going_on():
                    self.document.anaphors.append(self._named(pronoun))
        elif part.tag == "chain":
            self._add_chain(part)
        elif part.tag == "pronoun":
            self._add_answer(part)
        else:
            raise self._error(part, f"<{part.tag}>", "expected <text>, <p>, <anaphoric_pronouns>, <chain> or <pronoun>")

    def finish(self) -> Document:
        document = self.document
        if self._node:
            document.extra[NODES] = " ".join(self._node)
        document.genre = genre_by_id(document.id)
        if self._decisions is not None:
            chains = [Entity(str(number), chain) for number, chain in enumerate(chains_of(self._decisions), 1)]
            document.coreference[ANSWER_LAYER] = CoreferenceLayer(ANSWER_LAYER, chains, self._decisions)
        if self._chains is not None:
            document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, self._chains)
        document.mentions = sorted(
            self._mentions.values(), key=lambda mention: (mention.start < 0, span_order(mention))
        )
        return document

    def _error(self, element: etree._Element, wrong: str, expected: str = "") -> FormatError:
        return FormatError(self.path, element.sourceline, wrong, expected)

    def _complain(self, element: etree._Element, wrong: str, expected: str = "") -> None:
        complain(self.path, element.sourceline, wrong, expected)

    def _required(self, element: etree._Element, name: str) -> str:
        value = element.get(name)
        if not value:
            raise self._error(element, f"<{element.tag}> without {name}", f'expected <{element.tag} {name}="…">')
        return value

    def _add_text(self, text: etree._Element) -> None:
        for paragraph in text:
            if paragraph.tag != "p":
                self._complain(paragraph, f"<{paragraph.tag}> in <text>", "expected <p>")
                continue
            self._add_paragraph(paragraph)
        self.document.sentences_known = False

    def _add_paragraph(self, paragraph: etree._Element) -> None:
        document = self.document
        start = len(document.words)
        self._add_words(paragraph.text)
        self._add_inside(paragraph)
        if len(document.words) > start:
            document.words[-1].space_after = True
            document.sentences.append(Sentence(start, len(document.words), len(document.paragraphs)))
            document.paragraphs.append(Paragraph())
        document.sentences_known = False

    def _add_inside(self, element: etree._Element) -> None:
        for child in element:
            if child.tag == "node":
                with going_on():
                    self._add_node(child)
                self._add_words(child.tail, whole=True)
                continue
            if child.tag == "entity":
                with going_on():
                    self._add_entity(child)
            else:
                self._complain(child, f"<{child.tag}> in a paragraph", "expected <entity> or <node>")
            self._add_words(child.tail)

    def _add_node(self, element: etree._Element) -> None:
        words = self.document.words
        name = self._required(element, "id")
        if name in self._node:
            raise self._error(element, f"duplicate node {name!r}", "expected unique ids")
        if self._node and self._node[next(reversed(self._node))] >= len(words):
            self._complain(element, "no word before this <node>", "expected a word after each node")
        self._node[name] = len(words)

    def _add_entity(self, element: etree._Element) -> None:
        name, start = element.get("id", ""), len(self.document.words)
        with going_on():
            self._required(element, "id")
        if name in self._mentions:
            self._complain(element, f"duplicate entity {name!r}", "expected unique ids")
        mention = self._mentions[name] = Mention(name, start, start, start)
        placed(mention, self.path, element.sourceline)
        self._add_words(element.text)
        self._add_inside(element)
        mention.end = len(self.document.words)
        if mention.end == start:
            raise self._error(element, f"entity {name!r} has no words in it")
        mention.head = self._full_words.last([(start, mention.end)])

    def _add_words(self, text: str | None, whole: bool = False) -> None:
        """Add the words of a stretch of text; ``whole``: it is one word."""
        words = self.document.words
        text = text or ""
        if words and text[:1].isspace():
            words[-1].space_after = True
        if whole:
            if text.strip():
                words.append(Word(text.strip(), space_after=text[-1:].isspace()))
            return
        for start, end in words_of(text, 0, len(text)):
            words.append(Word(text[start:end], space_after=end < len(text) and text[end].isspace()))

    def _named(self, element: etree._Element, prefix: str = "") -> str:
        """Id of the mention that an element names by id, or by its first and last node."""
        if element.get(f"{prefix}start") is not None:
            first, last = self._required(element, f"{prefix}start"), self._required(element, f"{prefix}end")
            name = f"{first}-{last}"
            if name not in self._mentions:
                start, end = -1, -1
                # A key alone has no nodes of its own, and is written by nodes all the same.
                self.document.extra.setdefault(NODES, "")
                if self._node:
                    for node in (first, last):
                        if node not in self._node:
                            raise self._error(element, f"there is no node {node!r}", "expected one of the input")
                    start, end = self._node[first], self._node[last] + 1
                    if start >= end:
                        raise self._error(element, f"nodes {first} to {last} run backwards", "expected start <= end")
                head = self._full_words.last([(start, end)]) if start >= 0 else -1
                self._mentions[name] = Mention(name, start, end, head)
            return name
        name = self._required(element, "id")
        if name not in self._mentions:
            if self.document.words:
                raise self._error(element, f"there is no entity {name!r}", "expected one of the input")
            self._mentions[name] = Mention(name, -1, -1, -1)
        return name

    def _add_chain(self, chain: etree._Element) -> None:
        self._chains = self._chains if self._chains is not None else []
        entity = Entity(chain.get("id") or self._free_chain_id(), [])
        if entity.id in self._chain_ids:
            raise self._error(chain, f"duplicate chain {entity.id!r}", "expected unique ids")
        self._chain_ids.add(entity.id)
        for member in chain:
            with going_on():
                if member.tag != "node":
                    raise self._error(member, f"<{member.tag}> in <chain>", "expected <node>")
                name = self._named(member)
                if name in self._chained:
                    raise self._error(member, f"mention {name!r} is in a chain already", "expected each once")
                self._chained.add(name)
                entity.mentions.append(name)
                mention = self._mentions[name]
                if mention.start < 0 and member.get("value"):
                    mention.text = member.get("value", "")
        if not len(chain):
            raise self._error(chain, f"chain {entity.id} is empty", "expected at least one <node>")
        self._chains.append(entity)

    def _free_chain_id(self) -> str:
        """The next number that is not the id of a chain."""
        numbers = map(str, count(len(self._chain_ids) + 1))
        return next(name for name in numbers if name not in self._named_chains and name not in self._chain_ids)

    def _add_answer(self, element: etree._Element) -> None:
        self._decisions = self._decisions if self._decisions is not None else []
        anaphor = self._named(element)
        if anaphor in self._answered:
            raise self._error(element, f"a second answer for {anaphor!r}", "expected one a pronoun")
        self._answered.add(anaphor)
        antecedent = None
        if element.get("antecedent_start") is not None:
            antecedent = self._named(element, "antecedent_")
        elif element.get("antecedent"):
            antecedent = element.get("antecedent", "")
            if antecedent not in self._mentions:
                if self.document.words:
                    raise self._error(element, f"there is no entity {antecedent!r}", "expected one of the input")
                self._mentions[antecedent] = Mention(antecedent, -1, -1, -1)
        self._decisions.append(Decision(anaphor, antecedent))


FORMAT = Format(
    name="are",
    description="Anaphora Resolution Exercise: inputs, keys and answers of its four tasks",
    source="Orasan, Cristea, Mitkov and Branco (2008)",
    suffixes=("-input.xml", "-key.xml", "-answer.xml", ".are.xml"),
    recognises=recognises,
    read=read,
    write=write,
    one_document=True,
    cannot_hold=cannot_hold,
    rank=5,
    read_with=read_with,
    states=("paragraphs",),
)
