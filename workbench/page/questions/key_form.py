"""A key as the page holds it while it is made: words, sentences, and mentions with the numbers of their chains."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, TypedDict, cast, get_args

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Reference,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.formats.losses import losses, written_layer

LONGEST_KEY = 10_000
LONGEST_NAME = 200
NO_CHAIN = 0
# What of a document is in its form.
HELD = frozenset(
    {
        "words", "spacing", "empty words", "sentences", "paragraphs", "sentences unknown", "raw text", "language",
        "loose mentions", "discontinuous", "elided mentions", "reference", "annotator", "system", "features", "person",
        "pleonastic", "line ends in ids",
        "heads",
    }
)  # fmt: skip
_REFERENCES = frozenset(get_args(Reference))
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
_LARGEST_CHAIN = 1_000_000
_KINDS = frozenset({"heading", "body", "item"})


class MentionInForm(TypedDict):
    """A mention; ``chain`` is the number of its chain, 0 for none, ``parts`` as of ``Mention``."""

    start: int
    end: int
    head: int
    chain: int
    reference: str
    parts: list[list[int]]


class KeyForm(TypedDict):
    """A text and its key; ``space`` has a 1 for a space after a word, ``empty`` the offsets of elided words.

    ``sentences`` are (start, end, paragraph), ``paragraphs`` their kinds.
    """

    id: str
    language: str
    words: list[str]
    space: str
    empty: list[int]
    sentences: list[list[int]]
    paragraphs: list[str]
    mentions: list[MentionInForm]


def form_of_key(document: Document) -> KeyForm:
    """The form of a document with words, and of its key, or else of its first layer of coreference."""
    layer = written_layer(document)
    number_of = {
        mention: number
        for number, entity in enumerate(layer.entities if layer else (), start=1)
        for mention in entity.mentions
    }
    kept = [mention for mention in document.mentions if mention.id in number_of or mention.source == "true"]
    return {
        "id": document.id,
        "language": document.language,
        "words": [word.form for word in document.words],
        "space": "".join(str(int(word.space_after)) for word in document.words),
        "empty": [offset for offset, word in enumerate(document.words) if word.empty],
        "sentences": [[each.start, each.end, each.paragraph] for each in document.sentences],
        "paragraphs": [paragraph.kind for paragraph in document.paragraphs] or ["body"],
        "mentions": [
            {
                "start": mention.start,
                "end": mention.end,
                "head": mention.head,
                "chain": number_of.get(mention.id, NO_CHAIN),
                "reference": mention.reference,
                "parts": [list(part) for part in mention.parts],
            }
            for mention in sorted(kept, key=span_order)
        ],
    }


def left_out(document: Document) -> list[str]:
    """Phrases for what a document has and its form has not."""
    own = [replace(mention, source="true") for mention in document.mentions if mention.source == "true"]
    return losses(replace(document, mentions=own, coreference=dict(document.coreference)), HELD)


def document_of_form(content: object) -> Document:
    """The document of a form, with its key as the gold layer.

    Raises:
        ValueError: what is wrong with the form.
    """
    form = cast(Mapping[str, Any], _checked(content, dict, "a key"))
    words = _words(form)
    sentences, paragraphs = _sentences(form, len(words))
    mentions, chain_of = _mentions(form, len(words))
    members: dict[int, list[str]] = {}
    for mention in mentions:
        if chain_of[mention.id] != NO_CHAIN:
            members.setdefault(chain_of[mention.id], []).append(mention.id)
    name = _text(form, "id")
    language = _text(form, "language")
    if not _LANGUAGE.fullmatch(language):
        raise ValueError("a language without a code; expected one like en")
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"a name of {len(name)} characters; expected 1 to {LONGEST_NAME} that can be printed")
    return Document(
        name,
        words,
        sentences,
        paragraphs,
        mentions,
        {GOLD_LAYER: CoreferenceLayer(GOLD_LAYER, [Entity(str(n), chain) for n, chain in members.items()])},
        language=language,
    )


def _words(form: Mapping[str, Any]) -> list[Word]:
    forms, space = _checked(form.get("words"), list, "words"), _text(form, "space")
    empty = set(_numbers(form.get("empty"), "empty words"))
    if not 1 <= len(forms) <= LONGEST_KEY or len(space) != len(forms):
        raise ValueError(f"{len(forms)} words; expected 1 to {LONGEST_KEY}, each with a 0 or 1 for the space after it")
    if not all(isinstance(each, str) and (each or offset in empty) for offset, each in enumerate(forms)):
        raise ValueError("a word without a form; expected text")
    if any(_CONTROL.search(each) for each in forms):
        raise ValueError("a word with a tab, a line end or what is no character; expected text")
    return [Word(each, space_after=space[offset] == "1", empty=offset in empty) for offset, each in enumerate(forms)]


def _sentences(form: Mapping[str, Any], words: int) -> tuple[list[Sentence], list[Paragraph]]:
    kinds = _checked(form.get("paragraphs"), list, "paragraphs")
    if not kinds or not all(isinstance(kind, str) and kind in _KINDS for kind in kinds):
        raise ValueError(f"paragraphs of other kinds; expected {', '.join(sorted(_KINDS))}")
    sentences: list[Sentence] = []
    at = paragraph = 0
    for each in _checked(form.get("sentences"), list, "sentences"):
        numbers = _numbers(each, "a sentence")
        if len(numbers) != 3 or numbers[0] != at or numbers[1] <= at or not paragraph <= numbers[2] < len(kinds):
            raise ValueError(f"sentence {len(sentences) + 1} does not follow the one before; expected all words in one")
        start, at, paragraph = numbers
        sentences.append(Sentence(start, at, paragraph))
    if at != words:
        raise ValueError(f"sentences up to word {at} of {words}; expected all words in one")
    return sentences, [Paragraph(kind) for kind in kinds]


def _mentions(form: Mapping[str, Any], words: int) -> tuple[list[Mention], dict[str, int]]:
    """The mentions in text order, and the number of the chain of each."""
    mentions: list[tuple[Mention, int]] = []
    for each in _checked(form.get("mentions"), list, "mentions"):
        given = _checked(each, dict, "a mention")
        start, end, head, chain = _numbers([given.get(name) for name in ("start", "end", "head", "chain")], "a mention")
        reference = _text(given, "reference")
        if not (0 <= start <= head < end <= words and 0 <= chain <= _LARGEST_CHAIN and reference in _REFERENCES):
            raise ValueError(f"a mention from {start} to {end} of {words} words; expected it and its head in the text")
        parts = tuple(tuple(_numbers(part, "a part")) for part in _checked(given.get("parts", []), list, "parts"))
        if parts and not _are_parts(parts, start, end):
            raise ValueError("parts that are not the mention's; expected stretches from its first word to its last")
        mention = Mention("", start, end, head, parts=cast(tuple[tuple[int, int], ...], parts))
        mention.reference = cast(Reference, reference)
        mentions.append((mention, chain))
    mentions.sort(key=lambda pair: span_order(pair[0]))
    for number, (mention, _) in enumerate(mentions, start=1):
        mention.id = f"m{number}"
    return [mention for mention, _ in mentions], {mention.id: chain for mention, chain in mentions}


def _are_parts(parts: Sequence[tuple[int, ...]], start: int, end: int) -> bool:
    edges = [edge for part in parts for edge in part]
    increasing = all(one < other for one, other in pairwise(edges))
    return all(len(part) == 2 for part in parts) and increasing and (edges[0], edges[-1]) == (start, end)


def _checked(value: object, kind: type, what: str) -> Any:
    if not isinstance(value, kind):
        raise ValueError(f"{what}: {type(value).__name__}; expected a {kind.__name__}")
    return value


def _text(form: Mapping[str, Any], name: str) -> str:
    return cast(str, _checked(form.get(name), str, name))


def _numbers(values: object, what: str) -> list[int]:
    numbers: Iterable[object] = _checked(values, list, what)
    # A truth value is a number in Python, none in a form.
    if not all(type(number) is int for number in numbers):
        raise ValueError(f"{what}: something else than numbers; expected whole numbers")
    return cast(list[int], numbers)
