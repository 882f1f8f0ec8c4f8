"""Which mentions of key and response are the same: both get the same name.

Two mentions are the same if both have spans and the spans are equal, else if their ids are equal
(interfaces.md, section 4). Other ways of matching stand in ``matching``.
"""

from collections.abc import Hashable, Iterable
from itertools import pairwise

from anaphora_workbench.corpora.document import ELSEWHERE, Document, Mention

Name = Hashable
_CUT = 60
_LOOSE = "response, without a span"


def span(mention: Mention) -> tuple[int, ...] | None:
    """Where a mention stands, gaps included; None where only its id is known."""
    if mention.start < 0:
        return None
    parts = mention.parts
    if len(parts) > 1 and any(after > end for (_, end), (after, _) in pairwise(parts)):
        return tuple(offset for part in parts for offset in part)
    return mention.start, mention.end


def ids_are_shared(key: Document, response: Document) -> bool:
    """Whether equal ids can mean the same mention: not where both have a text, since each reader counts its own."""
    return not (key.words and response.words)


def exact_names(
    key: Iterable[Mention], response: Iterable[Mention], by_id: bool = True
) -> tuple[dict[str, Name], dict[str, Name]]:
    """Names of the mentions of both sides, by id; equal where the mentions are the same.

    Args:
        by_id: a mention without a span is the same as one with an equal id, unless it had one in another text.
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
            known = by_id and mention.end != ELSEWHERE
            of_response[mention.id] = of_key.get(mention.id, mention.id) if known else (_LOOSE, mention.id)
        elif place in spans:
            of_response[mention.id] = place
        else:
            of_response[mention.id] = without_span.get(mention.id, place) if by_id else place
    return of_key, of_response


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
