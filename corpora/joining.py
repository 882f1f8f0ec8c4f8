"""Several documents as one, for entities that go through all of them.

Source: cross-document coreference is scored over the documents of a topic together (Cattan et al. 2021;
docs/shared-tasks.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

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
)

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
    documents = []
    entities: dict[str, Entity] = {}
    words: list[Word] = []
    sentences: list[Sentence] = []
    mentions: list[Mention] = []
    decisions: list[Decision] = []
    answered = False
    clauses = 0
    for number, (document, layer) in enumerate(parts):
        documents.append(document)
        before = f"{number}:"
        mentions += [_moved(mention, before, len(words), len(sentences), clauses) for mention in document.mentions]
        sentences += [
            replace(sentence, start=sentence.start + len(words), end=sentence.end + len(words), paragraph=0)
            for sentence in document.sentences
        ]
        words += [
            replace(
                word,
                head=word.head + len(words) if word.head >= 0 else -1,
                clause=None if word.clause is None else word.clause + clauses,
                speaker=document.speaker_of(offset),
            )
            for offset, word in enumerate(document.words)
        ]
        clauses = 1 + max((clause for word in words if (clause := word.clause) is not None), default=clauses - 1)
        for entity in layer.entities:
            whole = entities.setdefault(entity.id, Entity(entity.id, []))
            whole.mentions += [before + mention for mention in entity.mentions]
            whole.types |= {before + mention: type for mention, type in entity.types.items()}
            if whole.dominant is None and entity.dominant is not None:
                whole.dominant = before + entity.dominant
        answered = answered or layer.decisions is not None
        decisions += [_renamed(decision, before) for decision in layer.decisions or ()]
    first = documents[0]
    whole_layer = CoreferenceLayer(annotator, list(entities.values()), decisions if answered else None)
    return Document(
        id,
        words,
        sentences,
        [Paragraph()],
        mentions=mentions,
        coreference={annotator: whole_layer},
        language=first.language,
        annotation=first.annotation,
        relations=first.relations if _agree([document.relations for document in documents]) else "",
        source=first.source,
        genre=first.genre if _agree([document.genre for document in documents]) else "",
    )


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
