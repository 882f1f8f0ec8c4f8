"""Which mentions of key and response are the same: both get the same name.

Two mentions are the same if both have spans and the spans are equal, else if their ids are equal
(interfaces.md, section 4). Other ways of matching stand in ``matching``.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention, span_order

Name = Hashable
_CUT = 60
_LOOSE = "response, without a span"


def span(mention: Mention) -> tuple[int, ...] | None:
    """Where a mention stands, gaps included; None where only its id is known."""
    if mention.start < 0:
        return None
    if len(mention.parts) > 1:
        return tuple(offset for part in mention.parts for offset in part)
    return mention.start, mention.end


def in_layer(document: Document, layer: CoreferenceLayer) -> list[Mention]:
    """The mentions that stand in an entity of the layer, in order of the document's list."""
    members = {member for entity in layer.entities for member in entity.mentions}
    return [mention for mention in document.mentions if mention.id in members]


def ids_are_shared(key: Document, response: Document) -> bool:
    """Whether equal ids can mean the same mention: not where both have a text, since each reader counts its own."""
    return not (key.words and response.words)


def exact_names(
    key: Iterable[Mention], response: Iterable[Mention], by_id: bool = True
) -> tuple[dict[str, Name], dict[str, Name]]:
    """Names of the mentions of both sides, by id; equal where the mentions are the same.

    Args:
        by_id: a mention without a span is the same as one with an equal id.
    """
    of_key: dict[str, Name] = {}
    spans: set[Name] = set()
    without_span: dict[str, Name] = {}
    for mention in key:
        place = span(mention)
        name: Name = place if place is not None else mention.id
        of_key[mention.id] = name
        if place is None:
            without_span[mention.id] = name
        else:
            spans.add(place)
    of_response: dict[str, Name] = {}
    for mention in response:
        place = span(mention)
        if place is None:
            of_response[mention.id] = of_key.get(mention.id, mention.id) if by_id else (_LOOSE, mention.id)
        elif place in spans:
            of_response[mention.id] = place
        else:
            of_response[mention.id] = without_span.get(mention.id, place) if by_id else place
    return of_key, of_response


def named_entities(
    document: Document, layer: CoreferenceLayer, names: dict[str, Name], keep: frozenset[str] | None = None
) -> list[list[Name]]:
    """The entities of a layer as names: entities by their first mention, mentions in text order.

    Mentions without a span stay where the layer has them, after those with one.

    Args:
        keep: ids of the mentions to take, None for all.
    """
    mention_of = document.mention_by_id()
    placed: list[tuple[float, list[Name]]] = []
    for entity in layer.entities:
        mentions = [mention_of[member] for member in entity.mentions if keep is None or member in keep]
        if not mentions:
            continue
        if all(mention.start >= 0 for mention in mentions):
            mentions.sort(key=span_order)
            first: float = mentions[0].start
        else:
            first = float("inf")
        placed.append((first, [names[mention.id] for mention in mentions]))
    placed.sort(key=lambda entity: entity[0])
    return [names_of_entity for _, names_of_entity in placed]


def check_words(key: Document, response: Document) -> None:
    """Raise ValueError if the documents are not of the same words, so that spans would not mean the same."""
    of_key = sum(not word.empty for word in key.words)
    of_response = sum(not word.empty for word in response.words)
    if of_key and of_response and of_key != of_response:
        raise ValueError(
            f"{response.source or 'the response'}: document {key.id[:_CUT]!r} has {of_response} words, "
            f"and {of_key} in the key; expected the same words"
        )
    length = len(key.words) or len(response.words)
    for document in (key, response):
        if length and not document.words:
            outside = next((mention for mention in document.mentions if mention.end > length), None)
            if outside is not None:
                raise ValueError(
                    f"{document.source or 'the document'}: mention {outside.id!r} of document {document.id[:_CUT]!r} "
                    f"ends at word {outside.end} of {length}; expected a span within the document"
                )
