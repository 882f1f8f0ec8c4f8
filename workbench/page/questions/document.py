"""The document that a question of the page is about."""

import re
from dataclasses import replace
from pathlib import Path

from anaphora_workbench.corpora import find
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Quotation
from anaphora_workbench.preprocessing.parser.language_check import refuse_plainly_other

_NAMING = "a file that names its language (np-xml, or CoNLL-U with # meta::language = {code})"
_WORD = re.compile(r"\S+")
_END_OF_SENTENCE = re.compile(r"[.!?…][\"'”’»)\]]*(?=\s)|\n\s*\n")


def document_asked(path: Path, place: int, longest: int) -> tuple[Document, list[str], str]:
    """One document of a file, the ids of all that it has, and what is left out of it, in words.

    Args:
        place: number of the document in the file, from 0.
        longest: words that it may have; a longer one is cut at the end of a sentence.

    Raises:
        ValueError: the file cannot be read, has no such document, or the document is plainly in another language than
            it would be read in.
    """
    documents = [document for file, its_format in find(path) for document in its_format.read(file)]
    if place >= len(documents):
        raise ValueError(f"no document {place + 1}; expected one of {len(documents)}")
    document = documents[place]
    refuse_plainly_other(document, _NAMING)
    kept = shortened(document, longest)
    all_words, words = _length(document), _length(kept)
    note = "" if words == all_words else f"The text has {all_words} words; the first {words} are shown."
    return kept, [each.id for each in documents], note


def _length(document: Document) -> int:
    return len(document.words) or len(document.raw_text.split())


def shortened(document: Document, longest: int) -> Document:
    """A document of at most so many words: its first sentences, with what of its key lies in them."""
    if _length(document) <= longest:
        return document
    if not document.words:
        return replace(document, raw_text=_first_sentences(document.raw_text, longest))
    sentences = [sentence for sentence in document.sentences if sentence.end <= longest]
    if not sentences:
        raise ValueError(f"{document.id}: its first sentence is longer than {longest} words; expected a shorter one")
    end = sentences[-1].end
    inside = {mention.id for mention in document.mentions if mention.end <= end}
    mentions = [
        replace(
            mention,
            embedded_in=mention.embedded_in if mention.embedded_in in inside else None,
            apposition_of=mention.apposition_of if mention.apposition_of in inside else None,
            predicate_of=mention.predicate_of if mention.predicate_of in inside else None,
        )
        for mention in document.mentions
        if mention.id in inside
    ]
    return replace(
        document,
        words=document.words[:end],
        sentences=sentences,
        paragraphs=document.paragraphs[: sentences[-1].paragraph + 1],
        mentions=mentions,
        coreference={name: _layer_within(layer, inside) for name, layer in document.coreference.items()},
        quotations=[_quotation_within(quotation, end) for quotation in document.quotations if quotation.end <= end],
        anaphors=None if document.anaphors is None else [id for id in document.anaphors if id in inside],
        held_out=None
        if document.held_out is None
        else (min(document.held_out[0], end), min(document.held_out[1], end)),
    )


def _layer_within(layer: CoreferenceLayer, inside: set[str]) -> CoreferenceLayer:
    """What a layer says of some mentions alone; answers by others are left out."""
    decisions = layer.decisions
    return CoreferenceLayer(
        layer.annotator,
        _entities_within(layer.entities, inside),
        None
        if decisions is None
        else [each for each in decisions if {each.anaphor, each.antecedent} - {None} <= inside],
        layer.extra,
        non_referring=[id for id in layer.non_referring if id in inside],
    )


def _entities_within(entities: list[Entity], inside: set[str]) -> list[Entity]:
    kept = [replace(each, mentions=[id for id in each.mentions if id in inside]) for each in entities]
    kept = [entity for entity in kept if entity.mentions]
    ids = {entity.id for entity in kept}
    return [replace(each, split_antecedent=tuple(id for id in each.split_antecedent if id in ids)) for each in kept]


def _quotation_within(quotation: Quotation, end: int) -> Quotation:
    speaker, addressee = (
        None if offset is None or offset >= end else offset for offset in (quotation.speaker, quotation.addressee)
    )
    return replace(quotation, speaker=speaker, addressee=addressee)


def _first_sentences(text: str, longest: int) -> str:
    """The first sentences of a text; of one long sentence the first words."""
    end = next(word.end() for number, word in enumerate(_WORD.finditer(text), start=1) if number == longest)
    ends = [found.end() for found in _END_OF_SENTENCE.finditer(text, end // 2, end)]
    return text[: ends[-1] if ends else end]
