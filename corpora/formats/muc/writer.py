"""Writing MUC SGML: the counterpart of muc.py."""

import html
from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Entity, Mention
from anaphora_workbench.corpora.formats.losses import BLANK_ID, CROSSING, PARTS, crossing, losses, lost, written_layer
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.mention_heads import full_words_of
from anaphora_workbench.corpora.formats.parts.nesting import nested, require_text
from anaphora_workbench.corpora.formats.parts.tokenizer import lost_in_text, words_of
from anaphora_workbench.corpora.formats.parts.word_sequences import Sequences

# Tags of other names as they were read: round the sentence that a word begins, right before and right after a word.
AROUND = "muc:around"
BEFORE = "muc:before"
AFTER = "muc:after"
REFERENCE = "muc:ref"
_NOTES = {"mention notes": ("MIN", "STATUS")}
# A text without <S> says by that that its sentences are unknown.
_HELD = frozenset({"words", "sentences unknown", "sentences", "paragraphs", "spacing", "types", "heads"})


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents to one file; the layer written is the key, else the first there is.

    Raises:
        FormatError: mentions cross.
    """
    with TextWriter(path) as file:
        for document in documents:
            file.writelines(_pieces(document, path))


def _pieces(document: Document, path: Path) -> Iterator[str]:
    layer = written_layer(document)
    entity_of = layer.entity_of() if layer else {}
    opening, closing = nested(document, [mention for mention in document.mentions if mention.id in entity_of], path)
    require_text(document, [mention for group in opening.values() for mention in group], path)
    numbers = _numbers(document, entity_of)
    starts = {sentence.start: sentence for sentence in document.sentences}
    ends = {sentence.end: sentence for sentence in document.sentences}
    with_sentences = document.sentences_known
    yield f"<DOC>\n<DOCID> {html.escape(document.id, quote=False)} </DOCID>\n"
    paragraph = None
    for offset, word in enumerate(document.words):
        sentence = starts.get(offset)
        around = word.extra.get(AROUND, "")
        if sentence is not None and sentence.paragraph != paragraph:
            if paragraph is not None:
                yield _paragraph(document, paragraph, closing=True)
            yield around
            around = ""
            paragraph = sentence.paragraph
            yield _paragraph(document, paragraph, closing=False)
        yield around
        if sentence is not None and with_sentences:
            yield "<S>"
        yield word.extra.get(BEFORE, "")
        for mention in opening.get(offset, ()):
            yield _opening(document, mention, entity_of[mention.id], numbers)
        yield html.escape(word.form, quote=False)
        yield "</COREF>" * closing.get(offset, 0)
        yield word.extra.get(AFTER, "")
        if with_sentences and offset + 1 in ends:
            yield "</S>\n"
        elif word.space_after and offset + 1 < len(document.words):
            yield " "
    if paragraph is not None:
        yield _paragraph(document, paragraph, closing=True)
    yield document.extra.get(f"{AROUND} end", "")
    yield "</DOC>\n"


def _paragraph(document: Document, number: int, closing: bool) -> str:
    heading = number < len(document.paragraphs) and document.paragraphs[number].kind == "heading"
    name = "HL" if heading else "P"
    return f"\n</{name}>\n" if closing else f"<{name}>\n"


def _numbers(document: Document, entity_of: dict[str, Entity]) -> dict[str, str]:
    """The ID of each mention: its own where all are numbers, else counted from 1."""
    names = [mention.id for mention in document.mentions if mention.id in entity_of]
    numeric = all(name.isascii() and name.isdecimal() for name in names)
    return {name: name if numeric else str(number) for number, name in enumerate(names, 1)}


def _opening(document: Document, mention: Mention, entity: Entity, numbers: dict[str, str]) -> str:
    attributes = {"ID": numbers[mention.id]}
    reference = _reference(mention, entity)
    read_here = REFERENCE in mention.extra
    if mention.id in entity.types:
        attributes["TYPE"] = entity.types[mention.id]
    elif reference and not read_here:
        attributes["TYPE"] = "IDENT"
    if reference:
        attributes["REF"] = numbers[reference]
    minimum = _minimum(document, mention)
    if minimum is not None:
        attributes["MIN"] = minimum
    if "STATUS" in mention.extra:
        attributes["STATUS"] = mention.extra["STATUS"]
    return "<COREF" + "".join(f' {key}="{html.escape(value)}"' for key, value in attributes.items()) + ">"


def _minimum(document: Document, mention: Mention) -> str | None:
    """What stands in MIN: as read, else the head of a mention of several words that was not read here."""
    if "MIN" in mention.extra or REFERENCE in mention.extra or mention.end - mention.start == 1:
        return mention.extra.get("MIN")
    return document.words[mention.head].form


def head_of_minimum(minimum: str, mention: Mention, sequences: Sequences) -> int | None:
    """Offset of the last word of MIN where it first stands in the mention, None where it stands nowhere in it."""
    first = minimum.split("|")[0]
    wanted = tuple(first[start:end].lower() for start, end in words_of(first, 0, len(first)))
    place = sequences.first(wanted, mention.start, mention.end)
    return None if place is None else place + len(wanted) - 1


def _heads_read_otherwise(document: Document, mentions: Iterable[Mention]) -> int:
    """How many mentions have a head that MIN does not say, as the same word stands before it in the mention."""
    sequences, full_words = Sequences(document.words), full_words_of(document)
    lost = 0
    for mention in mentions:
        minimum = _minimum(document, mention)
        head = None if minimum is None else head_of_minimum(minimum, mention, sequences)
        lost += mention.head != (full_words.last([(mention.start, mention.end)]) if head is None else head)
    return lost


def _reference(mention: Mention, entity: Entity) -> str:
    """The mention referred to: as it was read where that is one of the entity, else the one before; "" for none."""
    stated = mention.extra.get(REFERENCE)
    if stated is not None and (not stated or stated in entity.mentions):
        return stated
    place = entity.mentions.index(mention.id)
    return entity.mentions[place - 1] if place else ""


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that MUC's SGML cannot hold."""
    kinds = {paragraph.kind for paragraph in document.paragraphs}
    layer = written_layer(document)
    chained = layer.entity_of() if layer else {}
    heads = _heads_read_otherwise(
        document,
        (mention for mention in document.mentions if mention.id in chained and mention.start >= 0 and document.words),
    )
    edges = {place for mention in document.mentions if mention.id in chained for place in (mention.start, mention.end)}
    edges |= {sentence.start for sentence in document.sentences}
    for offset, word in enumerate(document.words):
        edges |= {offset + place for place, key in enumerate((BEFORE, AFTER)) if key in word.extra}
    no_id = document.id != " ".join(document.id.split()) or not document.id
    return (
        losses(document, _HELD if kinds <= {"body", "heading"} else _HELD - {"paragraphs"}, _NOTES)
        + lost({PARTS["heads"][0]: heads, BLANK_ID: no_id})
        + lost_in_text(document, edges)
        + lost({CROSSING: any(True for _ in crossing(document.mentions))})
    )
