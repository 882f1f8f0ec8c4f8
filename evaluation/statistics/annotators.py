"""The marks of two annotators in one text, and where they differ."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Literal

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Mention, span_order
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.pairing.shared_words import over_shared_words
from anaphora_workbench.evaluation.matching.pronoun_forms import can_be_pronoun, statistics_class
from anaphora_workbench.evaluation.statistics.kappa import LabelledTwice

# Only one has it as a mention; other first or last words; one says that it refers back and the other not; both say so,
# but to different entities; neither puts it into a chain, for different reasons.
Kind = Literal["mention", "boundaries", "anaphoric", "antecedent", "reference"]


@dataclass(frozen=True)
class Mark:
    """The label of one annotator for an item.

    Attributes:
        antecedents: numbers of the items before it in its entity, the nearest first.
        is_chained: it is in an entity, perhaps alone.
    """

    mention: Mention
    antecedents: tuple[int, ...]
    is_chained: bool


@dataclass(frozen=True)
class Item:
    """A mention of one annotator, or the mentions of both that stand for each other: of one span, else of one head.

    Attributes:
        marks: of the first and the second annotator, None where there is none.
    """

    marks: tuple[Mark | None, Mark | None]

    @property
    def start(self) -> int:
        """Its first word, the earlier of two."""
        return min(mark.mention.start for mark in self.marks if mark is not None)

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """In what the annotators differ."""
        first, second = self.marks
        if first is None or second is None:
            there = first or second
            # Neither puts it into a chain; that only one says so is no difference.
            return ("mention",) if there is not None and there.is_chained else ()
        kinds: list[Kind] = []
        if span_order(first.mention) != span_order(second.mention):
            kinds.append("boundaries")
        if bool(first.antecedents) != bool(second.antecedents):
            kinds.append("anaphoric")
        elif first.antecedents and not _are_one(first.antecedents, second.antecedents):
            kinds.append("antecedent")
        elif first.is_chained != second.is_chained or first.mention.reference != second.mention.reference:
            kinds.append("reference")
        return tuple(kinds)


@dataclass(frozen=True)
class AnnotatedTwice:
    """A text with the marks of two annotators.

    Attributes:
        items: in text order.
        pronouns: whether each personal, possessive and reflexive pronoun of the text is anaphoric, marked or not.
        mentions: the same of each item.
    """

    document: Document
    items: list[Item]
    pronouns: LabelledTwice
    mentions: LabelledTwice

    @property
    def differences(self) -> list[int]:
        """Numbers of the items in which the annotators differ."""
        return [number for number, item in enumerate(self.items) if item.kinds]


def annotated_twice(pair: DocumentPair) -> AnnotatedTwice:
    """What two annotators say of one text; anaphoric is what has a mention before it in its entity.

    Args:
        pair: over one text, the first annotator as key.
    """
    pair = over_shared_words(pair)
    items = _items(pair)
    of_word = {}
    for item in items:
        for side, mark in enumerate(item.marks):
            if mark is not None and mark.mention.end - mark.mention.start == 1:
                of_word[side, mark.mention.start] = bool(mark.antecedents)
    language = tables_for(pair.key)
    offsets = [
        offset
        for offset, word in enumerate(pair.key.words)
        if statistics_class(word.form.lower(), language) and can_be_pronoun(word, language)
    ]
    return AnnotatedTwice(
        pair.key,
        items,
        LabelledTwice.of((of_word.get((0, offset), False), of_word.get((1, offset), False)) for offset in offsets),
        LabelledTwice.of((_is_anaphoric(item.marks[0]), _is_anaphoric(item.marks[1])) for item in items),
    )


def _is_anaphoric(mark: Mark | None) -> bool:
    return mark is not None and bool(mark.antecedents)


def _are_one(first: tuple[int, ...], second: tuple[int, ...]) -> bool:
    """Whether the nearest antecedent of one annotator is an antecedent for the other."""
    return first[0] in second or second[0] in first


def _items(pair: DocumentPair) -> list[Item]:
    """The mentions of both in text order, those that stand for each other as one."""
    layers = pair.key_layer, pair.response_layer
    first, second = _marked(pair.key, layers[0]), _marked(pair.response, layers[1])
    couples = list(_couples(first, second))
    couples.sort(key=lambda couple: min(span_order(mention) for mention in couple if mention is not None))
    marks = [_marks([couple[side] for couple in couples], layers[side]) for side in (0, 1)]
    return [Item((marks[0].get(number), marks[1].get(number))) for number in range(len(couples))]


def _couples(first: list[Mention], second: list[Mention]) -> Iterator[tuple[Mention | None, Mention | None]]:
    """Each mention with that of the other annotator: of the same words, else of the same head."""
    for same in (_words, attrgetter("head")):
        left = {same(mention): mention for mention in reversed(second)}
        for mention in list(first):
            if (other := left.pop(same(mention), None)) is not None:
                yield mention, other
                first.remove(mention)
                second.remove(other)
    yield from ((mention, None) for mention in first)
    yield from ((None, mention) for mention in second)


def _words(mention: Mention) -> Hashable:
    return tuple(mention.offsets)


def _marks(mentions: Sequence[Mention | None], layer: CoreferenceLayer) -> dict[int, Mark]:
    """What an annotator says of the items, by their numbers; nothing of those for which there is no mention."""
    entity_of = layer.entity_of()
    before: dict[int, list[int]] = {}
    marks = {}
    for number, mention in enumerate(mentions):
        if mention is None:
            continue
        entity = entity_of.get(mention.id)
        earlier = before.setdefault(id(entity), []) if entity is not None else []
        marks[number] = Mark(mention, tuple(reversed(earlier)), entity is not None)
        earlier.append(number)
    return marks


def _marked(document: Document, layer: CoreferenceLayer) -> list[Mention]:
    """The mentions that an annotator marked: those in entities, and those of which it is said how they refer."""
    chained = layer.entity_of()
    return sorted(
        (
            mention
            for mention in document.mentions
            if mention.start >= 0 and (mention.id in chained or (mention.source == "true" and mention.reference))
        ),
        key=span_order,
    )
