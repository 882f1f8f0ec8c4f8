"""Lithuanian news with typed links, in JSON whose layers are JSON in strings.

* Words, paragraphs, sentences, the first of the analyses of each word, and names are taken over. Of a noun's
  and a pronoun's tags, gender and number become features where its analyses agree; other tags are kept as they are.
* A word with a capital that the morphology does not know is a name where a named entity holds it.
* Version 1 of the links is the key, version 2 the layer ``system``. Chains follow from links to one antecedent; a link
  to a group is kept as a link (``corpora.links``). A link without antecedents is left out, and one that joins what was
  joined already is kept, both with a warning.
* A span that begins or ends within a word is that of the whole word.

Source: the corpus of Žitkus, Butkienė & Butleris (2023); formats.md.
"""

import json
import re
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.closure import Union, closure_by_id
from anaphora_workbench.corpora.document.links import Link, note_links
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.support.errors import FormatError, going_on

SYSTEM_LAYER = "system"
_LAYERS = {1: GOLD_LAYER, 2: SYSTEM_LAYER}
_LOOKS_LIKE_IT = re.compile(rb'\A(?:\xef\xbb\xbf)?\s*\{.*"corpusName"\s*:', re.DOTALL)
# Universal parts of speech by the first letter of a tag, and by the first two.
_UPOS = {"N": "NOUN", "V": "VERB", "A": "ADJ", "P": "PRON", "R": "ADV", "S": "ADP", "M": "NUM", "C": "CCONJ",
         "Q": "PART", "I": "INTJ", "T": "PUNCT", "X": "X", "Y": "X"}  # fmt: skip
_PROPER, _UNKNOWN = "Np", "X"
_GENDERS = {"m": "Masc", "f": "Fem"}
_NUMBERS = {"s": "Sing", "p": "Plur"}
_NAMES = {"persons": "PERSON", "locations": "LOC", "organizations": "ORG", "products": "PRODUCT", "dates": "DATE",
          "money": "MONEY"}  # fmt: skip
Span = tuple[int, int]


def recognises(name: str, beginning: bytes) -> bool:
    return name.endswith(".nkas.json") or _LOOKS_LIKE_IT.match(beginning) is not None


def read(path: Path) -> Iterator[Document]:
    """The document of a file."""
    yield _Reader(JsonFile(path)).document


class _Reader:
    def __init__(self, file: JsonFile) -> None:
        self.file = file
        root = file.root
        self.text: str = file.required(root, (), "content", str)
        self.layers: dict[tuple[str, int], dict[str, Any]] = {}
        for index, layer in enumerate(file.required(root, (), "annotationLayers", list)):
            place = ("annotationLayers", index)
            kind = file.required(layer, place, "type", str), file.required(layer, place, "version", int)
            content = file.required(layer, place, "content", str)
            try:
                self.layers[kind] = json.loads(content)
            except ValueError as error:
                raise file.error(place, f"the content of layer {kind[0]} is not JSON: {error}") from None
        name = str(file.value(root, (), "name", str, "") or file.path.name).split(".")[0]
        number = file.value(root, (), "id", int)
        self.document = Document(str(number) if number is not None else name, language="lt", source=str(file.path))
        file.placed(self.document, ())
        self.document.annotation = "gold"
        try:
            self._add_words()
            self._add_names()
            self._add_coreference()
        except FormatError:
            raise
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            # The layers are JSON in strings, whose parts have no lines of their own.
            wrong = f"a layer is not of the form of nkas ({type(error).__name__}: {error})"
            raise file.error(("annotationLayers",), " ".join(wrong.split())) from error

    def _only(self, kind: str) -> dict[str, Any]:
        found = [layer for (name, _), layer in self.layers.items() if name == kind]
        if len(found) != 1 or not isinstance(found[0], dict):
            raise self.file.error(("annotationLayers",), f"{len(found)} layers {kind}", "expected one, an object")
        return found[0]

    def _spans(self, layer: dict[str, Any], key: str) -> list[Span]:
        """[offset, length] of characters as start and end."""
        return [self._span(span, key) for span in layer.get(key) or ()]

    def _span(self, span: Any, what: str) -> Span:
        if not (isinstance(span, list) and len(span) == 2 and all(type(number) is int for number in span)):
            raise self.file.error(("annotationLayers",), f"{what}: {span!r}", "expected [offset, length]")
        start, end = span[0], span[0] + span[1]
        if not 0 <= start < end <= len(self.text):
            raise self.file.error(("annotationLayers",), f"{what}: {span} is not part of the text")
        return start, end

    def _add_words(self) -> None:
        lexemes, analyses = self._only("lex"), self._only("morphology").get("msd") or []
        spans = self._spans(lexemes, "seg")
        if len(analyses) != len(spans) or not spans:
            raise self.file.error(
                ("annotationLayers",), f"{len(spans)} words and {len(analyses)} analyses", "expected as many"
            )
        self.starts, self.ends = [start for start, _ in spans], [end for _, end in spans]
        for number, ((start, end), possible) in enumerate(zip(spans, analyses, strict=True)):
            lemma, tag = possible[0] if possible else ("", "")
            follows = number + 1 < len(spans) and spans[number + 1][0] == end
            word = Word(self.text[start:end], lemma, _upos(tag), tag, _features(possible), space_after=not follows)
            self.document.words.append(word)
        paragraphs = [self._words((start, end))[0] for start, end in self._spans(lexemes, "p")] or [0]
        sentences = [self._words((start, end))[0] for start, end in self._spans(lexemes, "s")] or [0]
        firsts = sorted({0, *sentences})
        self.document.paragraphs_known = bool(self._spans(lexemes, "p"))
        self.document.paragraphs = [Paragraph() for _ in sorted({0, *paragraphs})]
        for start, end in zip(firsts, [*firsts[1:], len(spans)], strict=True):
            paragraph = bisect_right(sorted({0, *paragraphs}), start) - 1
            self.document.sentences.append(Sentence(start, end, paragraph))

    def _words(self, span: Span) -> Span:
        """The words that a stretch of characters has any of."""
        start, end = bisect_right(self.ends, span[0]), bisect_left(self.starts, span[1])
        if start >= end:
            raise self.file.error(("annotationLayers",), f"no word at characters {span[0]} to {span[1]}")
        return start, end

    def _add_names(self) -> None:
        for kinds in (layer.get("ne") or {} for (name, _), layer in self.layers.items() if name == "ner"):
            for kind, names in kinds.items():
                for name in names:
                    first, number = name["ref"]
                    for word in self.document.words[first : first + number]:
                        word.entity_type = word.entity_type or _NAMES.get(kind, kind.upper())
                        if word.upos == _UNKNOWN and word.form[:1].isupper():
                            word.upos = "PROPN"

    def _add_coreference(self) -> None:
        links: dict[str, list[tuple[Span, list[Span], str]]] = {}
        for (kind, version), layer in self.layers.items():
            if kind == "manualCoreferences":
                annotator = _LAYERS.get(version, f"version {version}")
                links[annotator] = []
                for link in layer.get("coreferences") or ():
                    with going_on():
                        links[annotator].append(self._link(link, annotator))
        if not links:
            raise self.file.error(("annotationLayers",), "no layer manualCoreferences")
        spans = sorted(
            {span for of_layer in links.values() for link in of_layer for span in (link[0], *link[1])},
            key=lambda span: (span[0], -span[1]),
        )
        name_of = {span: f"m{number}" for number, span in enumerate(spans, 1)}
        self.document.mentions = [Mention(name_of[start, end], start, end, start) for start, end in spans]
        set_heads(self.document)
        for annotator, of_layer in sorted(links.items(), key=lambda item: item[0] != GOLD_LAYER):
            found = [
                Link(name_of[referent], tuple(name_of[span] for span in antecedents), type)
                for referent, antecedents, type in of_layer
                if antecedents
            ]
            self.document.coreference[annotator] = self._layer(annotator, found)

    def _link(self, link: dict[str, Any], annotator: str) -> tuple[Span, list[Span], str]:
        referent = self._words(self._span(link.get("Referant"), "Referant"))
        antecedents = [self._words(self._span(span, "Mentions")) for span in link.get("Mentions") or ()]
        if not antecedents:
            self._warn(f"{annotator}: the link of words {referent[0] + 1} to {referent[1]} has no antecedent; left out")
        return referent, sorted(set(antecedents)), str(link.get("Type") or "")

    def _layer(self, annotator: str, links: Sequence[Link]) -> CoreferenceLayer:
        mention_of = self.document.mention_by_id()
        single = [(link.antecedents[0], link.referent) for link in links if len(link.antecedents) == 1]
        chains: Union[str] = Union()
        for antecedent, referent in single:
            if not chains.join(antecedent, referent):
                self._warn(f"{annotator}: the link of {referent} to {antecedent} joins what is one chain already")
        named = {name for link in links for name in (link.referent, *link.antecedents)}
        in_order = sorted((mention_of[name] for name in named), key=span_order)
        layer = CoreferenceLayer(annotator)
        types = {link.referent: link.type for link in reversed(links) if link.type}
        for number, chain in enumerate(closure_by_id(single, [mention.id for mention in in_order]), 1):
            entity = Entity(str(number), chain)
            entity.types = {name: types[name] for name in chain if name in types}
            layer.entities.append(entity)
        note_links(layer, links)
        return layer

    def _warn(self, message: str) -> None:
        warnings.warn(f"{self.file.path}: {message}", stacklevel=2)


def _upos(tag: str) -> str:
    return "PROPN" if tag.startswith(_PROPER) else _UPOS.get(tag[:1], "")


def _features(possible: Sequence[Sequence[str]]) -> str:
    """Gender and number of a noun or pronoun, whose tag is ``N`` or ``P``, type, gender, number, case.

    What its analyses of the class of the first do not agree in is left open: *jos* is *of her* or *they*.

    Args:
        possible: lemma and tag of each analysis.
    """
    kind = possible[0][1][:1] if possible else ""
    if kind not in ("N", "P"):
        return ""
    tags = [tag for _, tag in possible if tag[:1] == kind]
    told = []
    for name, place, values in (("Gender", 2, _GENDERS), ("Number", 3, _NUMBERS)):
        found = {values.get(tag[place : place + 1]) for tag in tags}
        value = found.pop() if len(found) == 1 else None
        told += [f"{name}={value}"] if value else []
    return "|".join(told)


FORMAT = Format(
    name="nkas",
    description="Lithuanian news with typed links, annotated by hand and by a system; only read",
    source="Žitkus, Butkienė & Butleris (2023)",
    suffixes=(".nkas.json",),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=2,
    states=("paragraphs",),
)
