"""Losses of a conversion: the parts of a document that a format cannot hold, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import pairwise
from operator import itemgetter

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention, Paragraph, Sentence, span_order
from anaphora_workbench.corpora.document.links import links_of
from anaphora_workbench.corpora.document.sentence_ends import lacks_sentence_ends
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.formats.parts.word_numbers import JOINED

Test = Callable[[Document], int]

_FEATURES = tuple(
    field.name
    for field in fields(Mention)
    if field.name
    not in (
        "id", "start", "end", "head", "parts", "upos", "xpos", "person", "entity_type", "pleonastic", "source", "extra",
        "other_heads", "text", "sentence", "clause", "is_clause", "reference",
    )
)  # fmt: skip
# What of the words decides on the heads of mentions.
_PARSE = frozenset({"dependencies", "upos"})
_PLAIN = Mention("", 0, 1, 0)
LAYOUT_MARK = ":"
LINE_END = re.compile(r"[\n\r]")

# What is lost where a format has chains only: scores of pronouns then rest on chains.
ANSWERS = "which pronouns were answered and how"
# What is lost where a format has answers to pronouns only.
OTHER_CHAINS = "chains that do not follow from the answers"
# Parts that elided words have a share in.
ELIDED_WORDS, ELIDED_MENTIONS = ELIDED = ("empty words", "elided mentions")
TANGLED = "crossing mentions of one entity (an error on writing)"
CROSSING = "crossing mentions (an error on writing)"
NOT_NUMBERS = "entity ids that are not numbers"
NO_ID = "the id of the document"
BLANK_ID = "blanks in the id, or that it has none"
NO_FORM = "words without a form"
# What columns have for nothing cannot be a value.
AS_NOTHING = "tags, lemmas and relations that stand for none in columns"
# Where a format has running text, its reader finds the words.
UNSEEN = "{count} {words} without a character to see, and mentions of nothing else"
SPLIT = "how {count} {words} {are} split from each other"

_OF_ONE = {
    **{"anaphors": "anaphor", "entities": "entity", "layers": "layer", "links": "link", "mentions": "mention"},
    **{"paragraphs": "paragraph", "pronouns": "pronoun", "sentences": "sentence", "words": "word"},
    **{"are": "is", "clauses": "a clause", "refer": "refers", "were": "was"},
}
_OF_SEVERAL = {word: word for word in _OF_ONE}


def losses(document: Document, holds: frozenset[str], notes: Mapping[str, Collection[str]] | None = None) -> list[str]:
    """Phrases for what the document has and a format that holds only the parts of ``holds`` has not.

    Args:
        holds: names from ``PARTS``.
        notes: keys that the format has a place for all the same, by part: *word notes*, *mention notes* …

    Raises:
        ValueError: for another name.
    """
    unknown = (holds | (notes or {}).keys()) - PARTS.keys()
    if unknown:
        raise ValueError(f"no part of a document: {', '.join(sorted(unknown))}; there are: {', '.join(PARTS)}")
    if notes:
        document = _without_notes(document, notes)
    tests = {name: test for name, (_, test) in PARTS.items()}
    tests["heads"] = lambda document: heads_read_otherwise(document, holds)
    return lost({phrase: tests[name](document) for name, (phrase, _) in PARTS.items() if name not in holds})


def lost(counts: Mapping[str, int]) -> list[str]:
    """The phrases of what there is any of, by phrases with how much there is."""
    return [counted(phrase, count) for phrase, count in counts.items() if count]


def counted(phrase: str, count: int) -> str:
    """A phrase of ``PARTS`` with a number, and its words as the number asks.

    >>> counted("that {count} {mentions} {are} {clauses}", 1)
    'that 1 mention is a clause'
    """
    return phrase.format(count=count, **(_OF_ONE if count == 1 else _OF_SEVERAL))


def _without_notes(document: Document, notes: Mapping[str, Collection[str]]) -> Document:
    def rest(part: str, extra: dict[str, str]) -> dict[str, str]:
        return {key: value for key, value in extra.items() if key not in notes.get(part, ())} if extra else extra

    return replace(
        document,
        words=[replace(word, extra=rest("word notes", word.extra)) for word in document.words],
        sentences=[replace(sentence, extra=rest("sentence notes", sentence.extra)) for sentence in document.sentences],
        mentions=[replace(mention, extra=rest("mention notes", mention.extra)) for mention in document.mentions],
        extra=rest("document notes", document.extra),
    )


def in_one_line(name: str) -> str:
    """An id for a format of lines: line ends become blanks."""
    return LINE_END.sub(" ", name)


def written_layer(document: Document) -> CoreferenceLayer | None:
    """The coreference layer that formats with room for one take: the key, else the first."""
    return document.key or next(iter(document.coreference.values()), None)


def are_numbers(document: Document) -> bool:
    """Whether the ids of all entities that are written are numbers."""
    layer = written_layer(document)
    return layer is None or all(entity.id.isdecimal() for entity in layer.entities)


def as_nothing(document: Document, placeholders: Collection[str], columns: Iterable[str]) -> bool:
    """Whether a value of these columns is what stands there for nothing."""
    columns = tuple(columns)
    return any(getattr(word, column) in placeholders for word in document.words for column in columns)


def crossing(mentions: Iterable[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Pairs of mentions that overlap without one containing the other, in text order.

    Time is that of sorting the mentions and naming the pairs, however deep they nest.
    """
    # The one that ends last comes first; so what has ended, and what a mention crosses, is at the end of the list.
    still_open: list[tuple[int, Mention]] = []
    for number, mention in enumerate(sorted(mentions, key=span_order)):
        while still_open and still_open[-1][1].end <= mention.start:
            still_open.pop()
        place = len(still_open)
        while place and still_open[place - 1][1].end < mention.end:
            place -= 1
        for _, other in sorted(still_open[place:], key=itemgetter(0)):
            yield other, mention
        still_open.insert(place, (number, mention))


def tangled(document: Document, parts: bool = False) -> Iterator[tuple[Mention, Mention]]:
    """Pairs of mentions of one entity that cross by two words or more: brackets do not say which end is whose.

    Args:
        parts: brackets are put round the stretches of a discontinuous mention, which are numbered.
    """
    layer = written_layer(document)
    by_id = document.mention_by_id()
    for entity in layer.entities if layer else ():
        alike: dict[tuple[int, int], list[Mention]] = {}
        for mention in (by_id[name] for name in entity.mentions if name in by_id):
            stretches = (parts and mention.parts) or ((mention.start, mention.end),)
            for number, (start, end) in enumerate(stretches):
                alike.setdefault((number, len(stretches)), []).append(replace(mention, start=start, end=end))
        for mentions in alike.values():
            yield from ((mention, other) for mention, other in crossing(mentions) if mention.end - other.start > 1)


def _loose(document: Document) -> int:
    """Mentions of no entity. What refers to nothing or is discourse deixis has features of its own."""
    layer = written_layer(document) or CoreferenceLayer("")
    placed = {*layer.entity_of(), *layer.non_referring}
    placed.update(name for entity in layer.discourse_deixis for name in entity.mentions)
    return sum(mention.id not in placed for mention in document.mentions)


def is_parsed(document: Document) -> bool:
    """Whether readers take the heads of mentions from a parse."""
    return bool(document.relations) or any(word.head >= 0 for word in document.words)


def heads_read_otherwise(document: Document, holds: frozenset[str] = _PARSE) -> int:
    """How many mentions have another head than a reader gives them: the topmost word, or without a parse the last.

    Args:
        holds: parts that the reader finds in the file; mentions that are lost altogether are not counted.
    """
    if not document.words:
        return sum(mention.start >= 0 and mention.head != mention.end - 1 for mention in document.mentions)
    words = document.words
    if not holds >= _PARSE:
        words = [
            replace(word, head=word.head if "dependencies" in holds else -1, upos=word.upos if "upos" in holds else "")
            for word in words
        ]
    mentions = [mention for mention in document.mentions if mention.start >= 0]
    if "loose mentions" not in holds:
        layer = written_layer(document)
        placed = layer.entity_of() if layer else {}
        mentions = [mention for mention in mentions if mention.id in placed]
    read = replace(
        document,
        words=words,
        mentions=[replace(mention) for mention in mentions],
        relations=document.relations if "dependencies" in holds else "",
    )
    set_heads(read)
    return sum(mention.head != again.head for mention, again in zip(mentions, read.mentions, strict=True))


def has_gap(mention: Mention) -> bool:
    """Whether words stand between parts; those that touch are one stretch of words."""
    return any(end < start for (_, end), (start, _) in pairwise(mention.parts))


def _sum_over_layers(count: Callable[[CoreferenceLayer], int]) -> Test:
    return lambda document: sum(map(count, document.coreference.values()))


def _words(name: str) -> Test:
    return lambda document: sum(bool(getattr(word, name)) for word in document.words)


def _mentions(name: str) -> Test:
    return lambda document: sum(bool(getattr(mention, name)) for mention in document.mentions)


def _speakers(document: Document) -> Iterator[tuple[Sentence, list[str | None]]]:
    for sentence in document.sentences:
        yield sentence, [word.speaker for word in document.words[sentence.start : sentence.end]]


def is_note(key: str) -> bool:
    """Whether a key of ``extra`` is annotation of the source, and not a note on the layout of its file."""
    return LAYOUT_MARK not in key.lstrip("#") or key.startswith("meta::")


def _paragraphs(document: Document) -> list[Paragraph]:
    """Those with words in them; all of a text that has no words yet."""
    if not document.words:
        return document.paragraphs
    numbers = {sentence.paragraph for sentence in document.sentences if sentence.end > sentence.start}
    return [paragraph for number, paragraph in enumerate(document.paragraphs) if number in numbers]


def _worth_telling(paragraphs: list[Paragraph]) -> int:
    """How many there are; 0 for a body alone, which any text is."""
    return 0 if [paragraph.kind for paragraph in paragraphs] in ([], ["body"]) else len(paragraphs)


def _plain_keys(extra: dict[str, str]) -> bool:
    return any(map(is_note, extra))


# Name of a part, the phrase said where it is lost, and how much of it a document has.
PARTS: dict[str, tuple[str, Test]] = {
    "line ends in ids": (
        "ids with line ends in them",
        lambda document: any(LINE_END.search(name) for name in (document.id, *(s.id for s in document.sentences))),
    ),
    "words": ("the words themselves ({count})", lambda document: len(document.words)),
    "raw text": ("the text, which is not split into words yet", lambda document: bool(document.raw_text)),
    "sentences unknown": (
        "that the sentences are not known",
        # Of one long sentence every reader sees it.
        lambda document: not document.sentences_known and not lacks_sentence_ends(document),
    ),
    "sentences": (
        "sentence boundaries",
        lambda document: sum(sentence.end > sentence.start for sentence in document.sentences) > 1,
    ),
    "empty sentences": (
        "{count} {sentences} without words",
        lambda document: sum(sentence.end == sentence.start for sentence in document.sentences),
    ),
    "paragraphs": ("paragraphs ({count})", lambda document: _worth_telling(_paragraphs(document))),
    "empty paragraphs": (
        "{count} {paragraphs} without words",
        lambda document: len(document.paragraphs) - len(_paragraphs(document)) if document.words else 0,
    ),
    # After the last word there is nothing to be spaced from.
    "spacing": (
        "where words follow without a space",
        lambda document: sum(not word.space_after for word in document.words[:-1]),
    ),
    "lemmas": ("lemmas of {count} {words}", _words("lemma")),
    "upos": ("universal part-of-speech tags of {count} {words}", _words("upos")),
    "xpos": ("part-of-speech tags of {count} {words}", _words("xpos")),
    "morphology": ("morphology of {count} {words}", _words("morphology")),
    "dependencies": (
        "dependencies of {count} {words}",
        lambda document: sum(bool(word.relation) or word.head >= 0 for word in document.words),
    ),
    "clear": ("that dependencies have CLEAR labels", lambda document: document.relations == "clear"),
    "named entities": ("named-entity types of {count} {words}", _words("entity_type")),
    "empty words": ("that {count} {words} {are} elided", _words("empty")),
    "clauses": (
        "clauses and topical segments",
        lambda document: any(word.clause is not None or word.segment is not None for word in document.words),
    ),
    "enhanced": ("enhanced dependencies", lambda document: any(word.enhanced for word in document.words)),
    "joined words": (
        "{count} {words} written together (multiword tokens)",
        lambda document: sum(JOINED in word.extra for word in document.words),
    ),
    "word notes": (
        "further annotation of {count} {words}",
        lambda document: sum(_plain_keys(word.extra) for word in document.words),
    ),
    "sentence notes": (
        "further annotation of {count} {sentences}",
        lambda document: sum(_plain_keys(sentence.extra) for sentence in document.sentences),
    ),
    "document notes": ("further annotation of the document", lambda document: _plain_keys(document.extra)),
    "speakers": (
        "who speaks in {count} {sentences}",
        lambda document: sum(bool(sentence.speaker or any(names)) for sentence, names in _speakers(document)),
    ),
    "word speakers": (
        "which words of {count} {sentences} another speaker says",
        lambda document: sum(
            any(name is not None and name != sentence.speaker for name in names)
            for sentence, names in _speakers(document)
        ),
    ),
    # Ids of OntoNotes tell the genre in any format.
    "genre": ("the genre", lambda document: document.genre != genre_by_id(document.id)),
    "language": ("the language", lambda document: document.language != Document("").language),
    "key's reach": (
        "which part of the text the key annotates",
        lambda document: document.held_out is not None or document.annotated != "mentions",
    ),
    "quotations": ("quotations ({count})", lambda document: len(document.quotations)),
    "loose mentions": ("{count} {mentions} that {are} in no chain", _loose),
    "discontinuous": (
        "the gaps of {count} discontinuous {mentions}",
        lambda document: sum(map(has_gap, document.mentions)),
    ),
    "elided mentions": (
        "{count} {mentions} of elided words only",
        lambda document: sum(
            mention.start >= 0
            and bool(document.words)
            and all(word.empty for word in document.words[mention.start : mention.end])
            for mention in document.mentions
        ),
    ),
    "entity types": ("entity types of {count} {mentions}", _mentions("entity_type")),
    "features": (
        "noun-phrase features (number, gender, function …) of {count} {mentions}",
        lambda document: sum(
            any(getattr(mention, name) != getattr(_PLAIN, name) for name in _FEATURES) for mention in document.mentions
        ),
    ),
    "mention pos": (
        "parts of speech of {count} {mentions}",
        lambda document: sum(
            bool(mention.upos or mention.xpos) and not document.words for mention in document.mentions
        ),
    ),
    "person": (
        "that {count} {mentions} {are} of the first or second person",
        lambda document: sum(mention.person != 3 for mention in document.mentions),
    ),
    "heads": ("heads of {count} {mentions}", heads_read_otherwise),
    "other heads": ("further heads of {count} {mentions}", _mentions("other_heads")),
    "pleonastic": ("which pronouns are pleonastic ({count})", _mentions("pleonastic")),
    "mention texts": ("words of {count} {mentions} of a missing text", _mentions("text")),
    "mention places": (
        "sentences or clauses of {count} {mentions} of a missing text",
        lambda document: sum(
            mention.sentence is not None or mention.clause is not None for mention in document.mentions
        ),
    ),
    "clause mentions": ("that {count} {mentions} {are} {clauses}", _mentions("is_clause")),
    "reference": ("how {count} {pronouns} {refer}", _mentions("reference")),
    "system": (
        "that {count} {mentions} {were} found by the workbench",
        lambda document: sum(mention.source == "system" for mention in document.mentions),
    ),
    "mention notes": (
        "further annotation of {count} {mentions}",
        lambda document: sum(_plain_keys(mention.extra) for mention in document.mentions),
    ),
    "layers": (
        "{count} coreference {layers} besides the first",
        lambda document: max(0, len(document.coreference) - 1),
    ),
    "annotator": (
        "who annotated the coreference",
        lambda document: bool(document.coreference) and document.key is None,
    ),
    "decisions": (
        ANSWERS,
        lambda document: any(layer.decisions is not None for layer in document.coreference.values()),
    ),
    "types": (
        "coreference types of {count} {mentions}",
        _sum_over_layers(lambda layer: sum(len(entity.types) for entity in layer.entities)),
    ),
    "dominant": (
        "dominant mentions of {count} {entities}",
        _sum_over_layers(lambda layer: sum(entity.dominant is not None for entity in layer.entities)),
    ),
    "split antecedents": (
        "split antecedents of {count} {entities}",
        _sum_over_layers(lambda layer: sum(bool(entity.split_antecedent) for entity in layer.entities)),
    ),
    "bridging": ("{count} bridging {anaphors}", _sum_over_layers(lambda layer: len(layer.bridges))),
    "bridging mentions": (
        "which mentions {count} bridging {anaphors} {are} bridged to",
        _sum_over_layers(lambda layer: sum(bridge.antecedent is not None for bridge in layer.bridges)),
    ),
    "non-referring": (
        "that {count} {mentions} {refer} to nothing",
        _sum_over_layers(lambda layer: len(layer.non_referring)),
    ),
    "discourse deixis": (
        "{count} {entities} of discourse deixis",
        _sum_over_layers(lambda layer: len(layer.discourse_deixis)),
    ),
    "links": (
        "which mentions are linked to which ({count} {links})",
        _sum_over_layers(lambda layer: len(links_of(layer) or ())),
    ),
    "anaphors": ("the list of pronouns to resolve", lambda document: document.anaphors is not None),
}
