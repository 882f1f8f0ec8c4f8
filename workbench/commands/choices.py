"""Values that options may have, where these are few and known."""

from __future__ import annotations

from enum import StrEnum


class AnnotationChoice(StrEnum):
    gold = "gold"
    predicted = "predicted"
    spacy = "spacy"


class MentionsChoice(StrEnum):
    true = "true"
    system = "system"


class BreakdownChoice(StrEnum):
    document = "document"
    genre = "genre"
    mention_class = "mention-class"
    pos = "pos"
    noun_or_pos = "noun-or-pos"
    entity_type = "entity-type"
    pronoun = "pronoun"
    number = "number"
    gender = "gender"
    lemma = "lemma"
    head = "head"
