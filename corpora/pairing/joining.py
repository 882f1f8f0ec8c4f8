"""Joins several documents into one, for entities that span them.

Source: cross-document coreference is scored over the documents of a topic together (Cattan et al. 2021;
docs/shared-tasks.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    Bridge,
    CoreferenceLayer,
    Decision,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.document.links import Link, links_of, note_links
from anaphora_workbench.corpora.formats.conllu.entity_brackets import NO_COREFERENCE

_TOPIC = re.compile(r"([^_/]+)[_/]")


def topic_of(id: str) -> str:
    """The topic that a document's id begins with: what stands before its first ``_`` or ``/``.

    Raises:
        ValueError: it has neither.

    >>> topic_of("36_1ecb")
    '36'
    """
    topic = _TOPIC.match(id)
    if topic is None:
        raise ValueError(f"document {id!r} names no topic; expected an id like TOPIC_NAME or TOPIC/NAME")
    return topic[1]


def joined(id: str, parts: Iterable[tuple[Document, CoreferenceLayer]], annotator: str = GOLD_LAYER) -> Document:
    """The document of all words and mentions, one after the other; entities of one id are one.

    Paragraphs, quotations and anaphors are left behind: nothing that compares chains asks for them.

    Args:
        id: of the whole.
        parts: documents, at least one, with the layer to join.
        annotator: of the joined layer.
    """
    whole = _Whole()
    for document, layer in parts:
        whole.add(document, layer)
    return whole.document(id, annotator)


@dataclass
class _Whole:
    """The parts of a document that were joined so far."""

    documents: list[Document] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    clauses: int = 0
    entities: dict[str, Entity] = field(default_factory=dict)
    deixis: dict[str, Entity] = field(default_factory=dict)
    bridges: list[Bridge] = field(default_factory=list)
    non_referring: list[str] = field(default_factory=list)
    decisions: list[Decision] | None = None
    links: list[Link] | None = None

    def add(self, document: Document, layer: CoreferenceLayer) -> None:
        before = f"{len(self.documents)}:"
        self.documents.append(document)
        self._add_text(document, before)
        self._add_layer(layer, before)

    def _add_text(self, document: Document, before: str) -> None:
        words, sentences, clauses = len(self.words), len(self.sentences), self.clauses
        self.mentions += [_moved(mention, before, words, sentences, clauses) for mention in document.mentions]
        self.sentences += [
            replace(sentence, start=sentence.start + words, end=sentence.end + words, paragraph=0)
            for sentence in document.sentences
        ]
        self.words += [
            replace(
                word,
                head=word.head + words if word.head >= 0 else -1,
                clause=None if word.clause is None else word.clause + clauses,
                speaker=document.speaker_of(offset),
            )
            for offset, word in enumerate(document.words)
        ]
        self.clauses += 1 + max((clause for word in document.words if (clause := word.clause) is not None), default=-1)

    def _add_layer(self, layer: CoreferenceLayer, before: str) -> None:
        for into, of_layer in ((self.entities, layer.entities), (self.deixis, layer.discourse_deixis)):
            for entity in of_layer:
                _add_entity(into, entity, before)
        self.bridges += [
            replace(
                bridge,
                anaphor=before + bridge.anaphor,
                antecedent=None if bridge.antecedent is None else before + bridge.antecedent,
                entity=_whole_id(bridge.entity, before),
            )
            for bridge in layer.bridges
        ]
        self.non_referring += [before + mention for mention in layer.non_referring]
        if layer.decisions is not None:
            self.decisions = self.decisions or []
            self.decisions += [_renamed(decision, before) for decision in layer.decisions]
        found = links_of(layer)
        if found is not None:
            self.links = self.links or []
            self.links += [
                Link(before + link.referent, tuple(before + mention for mention in link.antecedents), link.type)
                for link in found
            ]

    def document(self, id: str, annotator: str) -> Document:
        layer = CoreferenceLayer(
            annotator,
            list(self.entities.values()),
            self.decisions,
            bridges=self.bridges,
            non_referring=self.non_referring,
            discourse_deixis=list(self.deixis.values()),
        )
        if self.links is not None:
            note_links(layer, self.links)
        first = self.documents[0]
        return Document(
            id,
            self.words,
            self.sentences,
            [Paragraph()],
            mentions=self.mentions,
            coreference={annotator: layer},
            language=first.language,
            language_said=first.language_said,
            annotation=first.annotation,
            relations=first.relations if _agree([document.relations for document in self.documents]) else "",
            source=first.source,
            genre=first.genre if _agree([document.genre for document in self.documents]) else "",
        )


def _add_entity(entities: dict[str, Entity], entity: Entity, before: str) -> None:
    """Add what a part has of an entity to what the parts before it have."""
    whole = entities.setdefault(_whole_id(entity.id, before), Entity(_whole_id(entity.id, before), []))
    whole.mentions += [before + mention for mention in entity.mentions]
    whole.types |= {before + mention: type for mention, type in entity.types.items()}
    members = (_whole_id(member, before) for member in entity.split_antecedent)
    whole.split_antecedent = tuple(dict.fromkeys((*whole.split_antecedent, *members)))
    if whole.dominant is None and entity.dominant is not None:
        whole.dominant = before + entity.dominant


def _whole_id(entity_id: str, before: str) -> str:
    """The id of an entity in the whole: its own, unless it says that its mention corefers with nothing."""
    return before + entity_id if entity_id.startswith(NO_COREFERENCE) else entity_id


def _agree(values: Sequence[str]) -> bool:
    return len(set(values)) == 1


def _moved(mention: Mention, before: str, words: int, sentences: int, clauses: int) -> Mention:
    def named(id: str | None) -> str | None:
        return None if id is None else before + id

    by = words if mention.start >= 0 else 0
    return replace(
        mention,
        id=before + mention.id,
        start=mention.start + by,
        end=mention.end + by,
        head=mention.head + by,
        parts=tuple((start + by, end + by) for start, end in mention.parts),
        other_heads=tuple(head + by for head in mention.other_heads),
        verb=None if mention.verb is None else mention.verb + by,
        embedded_in=named(mention.embedded_in),
        apposition_of=named(mention.apposition_of),
        predicate_of=named(mention.predicate_of),
        sentence=None if mention.sentence is None else mention.sentence + sentences,
        clause=None if mention.clause is None else mention.clause + clauses,
    )


def _renamed(decision: Decision, before: str) -> Decision:
    return replace(
        decision,
        anaphor=before + decision.anaphor,
        antecedent=None if decision.antecedent is None else before + decision.antecedent,
        candidates_before=tuple(before + candidate for candidate in decision.candidates_before),
        candidates=tuple(before + candidate for candidate in decision.candidates),
    )
