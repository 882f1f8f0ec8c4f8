"""Values that options may have, where these are few and known."""

from __future__ import annotations

from enum import StrEnum


class AnnotationChoice(StrEnum):
    gold = "gold"
    predicted = "predicted"


class MentionsChoice(StrEnum):
    true = "true"
    system = "system"


class ExtractorChoice(StrEnum):
    maximal = "maximal"
    base = "base"
    marquez = "marquez"


class MatchChoice(StrEnum):
    head = "head"
    exact = "exact"


class SingletonsChoice(StrEnum):
    keep = "keep"
    drop = "drop"


class BreakdownChoice(StrEnum):
    document = "document"
    genre = "genre"
    mention_class = "mention-class"
    pos = "pos"
    entity_type = "entity-type"
    pronoun = "pronoun"


class InstalledKind(StrEnum):
    resolvers = "resolvers"
    metrics = "metrics"
    formats = "formats"
