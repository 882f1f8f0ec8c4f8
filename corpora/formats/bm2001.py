"""The XML of the workbench of 2001: words, noun phrases and coreference nested in each other.

``<w>`` holds a word, with its number in the sentence (ID), sentence (SENT) and paragraph (PAR), its LEMMA,
the number of its head (DEP, 0 for a root), syntactic label (GFUN), part of speech (POS) and number (NR: SG
or PL). ``<NP>`` is a noun phrase; ``<COREF ID= [REF=]>`` a mention of an entity. A noun phrase without COREF
becomes a system mention. Labels follow neither UD nor CLEAR, so ``Document.relations`` is empty.

Source: Barbu and Mitkov (2001), Example 2.
"""

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Mention,
    Paragraph,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.closure import entities_by_reference
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.losses import BLANK_ID, CROSSING, crossing, losses, lost, written_layer
from anaphora_workbench.corpora.formats.parts.files import TextWriter, place_number
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.formats.parts.nesting import nested
from anaphora_workbench.corpora.formats.parts.xml_safety import UnwritableError, parse, plain
from anaphora_workbench.corpora.formats.requirements import require_places
from anaphora_workbench.corpora.support.errors import FormatError, complain, placed

_NUMBER = {"SG": "Number=Sing", "PL": "Number=Plur"}
_ATTRIBUTES = {
    "P": frozenset(),
    "S": frozenset(),
    "NP": frozenset(),
    "COREF": frozenset({"ID", "REF"}),
    "w": frozenset({"ID", "SENT", "PAR", "LEMMA", "DEP", "GFUN", "POS", "NR"}),
}
_HELD = frozenset(
    {
        "line ends in ids", "words", "sentences", "empty sentences", "lemmas", "xpos", "dependencies", "loose mentions",
        "system",
    }
)  # fmt: skip


def recognises(name: str, beginning: bytes) -> bool:
    return b"<w " in beginning and b"<S>" in beginning and b"<np-document" not in beginning


def read(path: Path) -> Iterator[Document]:
    """The document of a file; its id is the root element's ID, or the name of the file."""
    root = parse(path)
    yield _Reader(path, root).document


class _Reader:
    def __init__(self, path: Path, root: etree._Element) -> None:
        self.path = path
        self.document = document = Document(root.get("ID") or path.stem, source=str(path))
        document.genre = genre_by_id(document.id)
        self._references: dict[str, tuple[str, etree._Element]] = {}
        self._elements: dict[str, etree._Element] = {}
        self._names: set[str] = set()
        self._heads: list[tuple[int, str, etree._Element]] = []
        # A text of one paragraph may have no other root.
        for paragraph in [root] if root.tag == "P" else root:
            if self._expected(paragraph, "P"):
                document.paragraphs.append(Paragraph())
                for sentence in paragraph:
                    if self._expected(sentence, "S"):
                        self._add_sentence(sentence)
        if not document.words:
            complain(path, root.sourceline, "no words", "expected <P> with <S> with <w>")
        document.mentions.sort(key=span_order)
        for name, (reference, element) in self._references.items():
            if reference not in self._elements:
                wrong = f"COREF {name} refers to {reference!r}, which does not exist"
                complain(path, element.sourceline, wrong, "expected the ID of another COREF")
            elif reference == name:
                complain(path, element.sourceline, f"COREF {name} refers to itself", "expected the ID of another COREF")
        members = [mention for mention in document.mentions if mention.id in self._elements]
        ids = {mention.id for mention in members}
        references = [
            (name, reference) for name, (reference, _) in self._references.items() if ids >= {name, reference}
        ]
        document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, entities_by_reference(members, references))
        set_heads(document)

    def _expected(self, element: etree._Element, *names: str) -> bool:
        if element.tag not in names:
            wrong = f"<{element.tag}> where {' or '.join(f'<{name}>' for name in names)} should be"
            complain(self.path, element.sourceline, wrong, "expected <P>, <S>, then <w>, <NP> and <COREF>")
            return False
        for name in sorted(map(str, element.attrib)):
            if name not in _ATTRIBUTES[str(element.tag)]:
                wrong = f"<{element.tag}> has an attribute {name!r}"
                complain(self.path, element.sourceline, wrong, "expected those of Barbu and Mitkov (2001)")
        return True

    def _add_sentence(self, element: etree._Element) -> None:
        document = self.document
        sentence = Sentence(len(document.words), 0, len(document.paragraphs) - 1)
        self._heads = []
        for child in element:
            self._add(child, sentence)
        sentence.end = len(document.words)
        for offset, head, word in self._heads:
            place = place_number(head)
            if not 0 <= place <= sentence.end - sentence.start:
                complain(self.path, word.sourceline, f"DEP {head!r}", "expected the number of a word, or 0")
                continue
            document.words[offset].head = sentence.start + place - 1 if place else -1
        document.sentences.append(sentence)

    def _add(self, element: etree._Element, sentence: Sentence, within: Mention | None = None) -> None:
        """Add a word or a phrase; ``within`` is the COREF directly around."""
        if not self._expected(element, "w", "NP", "COREF"):
            for child in element:
                self._add(child, sentence)
            return
        words = self.document.words
        if element.tag == "w":
            self._add_word(element, sentence)
            return
        start = len(words)
        name = element.get("ID", "") if element.tag == "COREF" else self._name_of_phrase(start)
        if not name:
            complain(self.path, element.sourceline, "<COREF> without ID", 'expected <COREF ID="ref1">')
        mention = Mention(name, start, start, start, source="true" if element.tag == "COREF" else "system")
        if element.tag == "COREF":
            if name in self._elements:
                complain(self.path, element.sourceline, f"duplicate COREF {name!r}", "expected unique ids")
            self._elements[name] = element
            reference = element.get("REF")
            if reference is not None:
                self._references[name] = reference, element
        position = len(self.document.mentions)
        for child in element:
            self._add(child, sentence, mention if element.tag == "COREF" and len(element) == 1 else None)
        mention.end = len(words)
        if mention.end == start:
            complain(self.path, element.sourceline, f"<{element.tag}> has no words in it")
            return
        # The noun phrase directly inside a COREF, or directly around it, is that mention and no other.
        around = element.tag == "NP" and _innermost(element).tag == "COREF"
        if not around and (within is None or element.tag == "COREF"):
            placed(mention, self.path, element.sourceline)
            self.document.mentions.insert(position, mention)

    def _name_of_phrase(self, start: int) -> str:
        """An id for a noun phrase, which has none: by its first word and its place among the mentions."""
        name = usual = f"np{start}-{len(self.document.mentions)}"
        number = 1
        while name in self._names:
            number += 1
            name = f"{usual}.{number}"
        self._names.add(name)
        return name

    def _add_word(self, element: etree._Element, sentence: Sentence) -> None:
        number = element.get("ID")
        expected = len(self.document.words) - sentence.start + 1
        if number != str(expected):
            complain(self.path, element.sourceline, f"word ID {number!r}", f"expected {expected}")
        nr = element.get("NR", "")
        if nr and nr not in _NUMBER:
            complain(self.path, element.sourceline, f"NR {nr!r}", "expected SG or PL")
        word = Word(element.text or "", element.get("LEMMA", ""), "", element.get("POS", ""), _NUMBER.get(nr, ""))
        word.relation = element.get("GFUN", "")
        placed(word, self.path, element.sourceline)
        head = element.get("DEP")
        if head is not None:
            self._heads.append((len(self.document.words), head, element))
        self.document.words.append(word)


def _innermost(element: etree._Element) -> etree._Element:
    """What a noun phrase has alone in it, however many are around it."""
    while element.tag == "NP" and len(element) == 1:
        element = element[0]
    return element


def write(documents: Iterable[Document], path: Path) -> None:
    """Write the one document to a file; the layer written is the key, else the first there is.

    Raises:
        FormatError: mentions cross, which the error names.
    """
    (document,) = documents
    try:
        lines = list(_lines(document, path))
    except UnwritableError as error:
        raise FormatError(path, None, f"document {document.id}: {error}") from error
    with TextWriter(path) as file:
        file.writelines(lines)


def _lines(document: Document, path: Path) -> Iterator[str]:
    layer = written_layer(document)
    require_places(document, layer, path)
    entity_of = layer.entity_of() if layer else {}
    chosen = _chosen(document, entity_of)
    if any(not mention.id for mention in chosen if mention.id in entity_of):
        raise FormatError(path, None, f"document {document.id}: a mention of a chain has no id", "expected one")
    opening, closing_count = nested(document, chosen, path, [sentence.start for sentence in document.sentences])
    closing: list[Mention] = []
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n<DOC ID="{plain(document.id)}">\n'
    paragraph = None
    for number, sentence in enumerate(document.sentences, 1):
        if sentence.paragraph != paragraph:
            yield "<P>\n" if paragraph is None else "</P>\n<P>\n"
            paragraph = sentence.paragraph
        yield "<S>\n"
        for offset in range(sentence.start, sentence.end):
            for mention in opening.get(offset, ()):
                closing.append(mention)
                entity = entity_of.get(mention.id)
                if entity is not None:
                    place = entity.mentions.index(mention.id)
                    reference = f' REF="{plain(entity.mentions[0])}"' if place else ""
                    yield f'<COREF ID="{plain(mention.id)}"{reference}>'
                yield "<NP>\n"
            yield _word(document, offset, sentence, number)
            for _ in range(closing_count.get(offset, 0)):
                yield "</NP></COREF>\n" if closing.pop().id in entity_of else "</NP>\n"
        yield "</S>\n"
    yield ("" if paragraph is None else "</P>\n") + "</DOC>\n"


def _chosen(document: Document, entity_of: Collection[str]) -> list[Mention]:
    """The mentions written: all of chains, and one of each further span."""
    chained = [mention for mention in document.mentions if mention.id in entity_of]
    spans = {(mention.start, mention.end) for mention in chained}
    others = {
        (mention.start, mention.end): mention
        for mention in document.mentions
        if (mention.start, mention.end) not in spans
    }
    return [*chained, *others.values()]


def _word(document: Document, offset: int, sentence: Sentence, number: int) -> str:
    word = document.words[offset]
    values = {
        "ID": str(offset - sentence.start + 1),
        "SENT": str(number),
        "PAR": str(sentence.paragraph + 1),
        "LEMMA": word.lemma,
        "DEP": str(word.head - sentence.start + 1) if sentence.start <= word.head < sentence.end else "0",
        "GFUN": word.relation,
        "POS": word.xpos or word.upos,
        "NR": next((nr for nr, feature in _NUMBER.items() if feature in word.morphology.split("|")), ""),
    }
    attributes = "".join(f' {name}="{plain(value)}"' for name, value in values.items() if value)
    return f"<w{attributes}>{plain(word.form)}</w>\n"


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that the XML of 2001 cannot hold."""
    only_number = all(word.morphology in ("", *_NUMBER.values()) for word in document.words)
    layer = written_layer(document)
    entity_of = layer.entity_of() if layer else {}
    # A mention of a chain is read as a true one, any other as a system one.
    other = sum((mention.source == "system") == (mention.id in entity_of) for mention in document.mentions)
    doubled = len(document.mentions) - len(_chosen(document, entity_of))
    return losses(document, _HELD | {"morphology"} if only_number else _HELD) + lost({
        BLANK_ID: not document.id,
        "{count} {mentions} of the same words as another": doubled,
        "which mentions were found by the workbench ({count})": other,
        CROSSING: any(True for _ in crossing(document.mentions)),
    })  # fmt: skip


FORMAT = Format(
    name="bm2001",
    description="the XML of the workbench of 2001, words and coreference nested",
    source="Barbu and Mitkov (2001), Example 2",
    suffixes=(".bm.xml",),
    recognises=recognises,
    read=read,
    write=write,
    one_document=True,
    cannot_hold=cannot_hold,
    rank=3,
    states=("paragraphs", "heads", "singletons"),
)
