"""A document of any length: the samples as spaCy parses them, one after the other and again, with names varied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.preprocessing import Preprocessor

_LETTERS = "abcdefghij"


def parsed(documents: Sequence[Document]) -> list[Document]:
    """The documents with spaCy's tags and heads, and their own mentions only."""
    preprocessor = Preprocessor()
    annotated = (preprocessor.annotate(document) for document in documents)
    return [document.as_key() for document in annotated]


def long_document(parts: Sequence[Document], words: int) -> Document:
    """At least so many words: whole sentences of the parts, over and over.

    Every second part has its own names each time, so new entities keep coming; the others repeat theirs, and each of
    their entities is one throughout, as the heroes of a novel are.

    Args:
        parts: parsed documents with a key.
    """
    whole = Document(
        f"long-{words}", relations=parts[0].relations, annotation=parts[0].annotation, language=parts[0].language
    )
    entities: dict[str, Entity] = {}
    for number, part in enumerate(cycle(parts)):
        if len(whole.words) >= words:
            break
        turn, place = divmod(number, len(parts))
        _append(whole, entities, part, words - len(whole.words), turn, f"{place}", own_names=place % 2 == 1)
    whole.coreference = {GOLD_LAYER: CoreferenceLayer(GOLD_LAYER, list(entities.values()))}
    return whole


def _append(
    whole: Document, entities: dict[str, Entity], part: Document, most: int, turn: int, place: str, own_names: bool
) -> None:
    """Append the sentences of a part until there are so many words more."""
    start, paragraph = len(whole.words), len(whole.paragraphs)
    sentences = [sentence for sentence in part.sentences if sentence.start < most]
    end = sentences[-1].end
    suffix = "".join(_LETTERS[int(digit)] for digit in str(turn)) if own_names and turn else ""
    whole.words += (_word(word, start, suffix) for word in part.words[:end])
    whole.sentences += (_sentence(sentence, start, paragraph, turn) for sentence in sentences)
    whole.paragraphs += (Paragraph(one.kind) for one in part.paragraphs[: sentences[-1].paragraph + 1])
    kept = [mention for mention in part.mentions if mention.start >= 0 and mention.end <= end]
    renamed = {mention.id: f"{turn}-{place}-{mention.id}" for mention in kept}
    whole.mentions += (_mention(mention, renamed[mention.id], start) for mention in kept)
    key = part.key
    for entity in key.entities if key is not None else ():
        mentions = [renamed[mention] for mention in entity.mentions if mention in renamed]
        if mentions:
            name = f"{turn if own_names else 0}-{place}-{entity.id}"
            entities.setdefault(name, Entity(name, [])).mentions += mentions


def _word(word: Word, start: int, suffix: str) -> Word:
    head = word.head if word.head < 0 else word.head + start
    if word.upos != "PROPN" or not suffix:
        return replace(word, head=head, extra={})
    return replace(word, head=head, extra={}, form=word.form + suffix, lemma=word.lemma + suffix)


def _sentence(sentence: Sentence, start: int, paragraph: int, turn: int) -> Sentence:
    return Sentence(
        sentence.start + start, sentence.end + start, sentence.paragraph + paragraph, f"{turn}-{sentence.id}"
    )


def _mention(mention: Mention, id: str, start: int) -> Mention:
    own_start, end, head = mention.start + start, mention.end + start, mention.head + start
    return Mention(id, own_start, end, head, entity_type=mention.entity_type)
