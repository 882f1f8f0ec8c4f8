"""From a corpus document to the inputs and keys of the tasks.

Source: Orăsan et al. (2008, section 2): relations of identity, synonymy, generalisation and specialisation
between noun phrases count; appositions and copulas do not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Sentence,
    sorted_mentions,
)
from anaphora_workbench.corpora.formats.are.reader import INPUTS
from anaphora_workbench.corpora.formats.are.writer import input_xml, key_xml
from anaphora_workbench.corpora.formats.losses import crossing
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.trees.labels import is_expletive
from anaphora_workbench.evaluation.pronouns.are import is_pronoun, later_members, pronouns_to_resolve
from anaphora_workbench.workbench.exercise import ENTITY_TASKS, ExerciseTask
from anaphora_workbench.workbench.exercise.files import INPUT, KEY, KEYS

APPOSITION, COPULA, CLAUSE = "appos", "pred", "disc"
_SHOWN = 60


@dataclass(frozen=True)
class Rules:
    """The parts of a key that count.

    Attributes:
        left_out: coreference types, as the corpus names them, whose mentions leave their chain. A clause
            (``disc`` in GUM, ``clause:yes`` in the samples) is not a noun phrase and leaves the text's entities too.
        named: list only pronouns that a noun of their chain precedes, all of which can earn 1.
        drop_crossing: of two mentions that cross, leave out the later, so that tasks 1 and 2 can mark the text.
    """

    left_out: frozenset[str] = frozenset({APPOSITION, COPULA, CLAUSE})
    named: bool = False
    drop_crossing: bool = False


@dataclass
class Prepared:
    """A document as the exercise has it, and what it does not have of the corpus.

    Attributes:
        document: entities, the key's chains of two mentions and more, and the pronouns to resolve.
        left_out: mentions that left their chain, by relation.
        unnamed: pronouns with an earlier member in their chain, but none that is a noun.
        empty: elided words and the mentions that were nothing else, which have no place in a text.
        crossing: mentions that were left out because they cross another.
    """

    document: Document
    left_out: Counter[str] = field(default_factory=Counter)
    unnamed: int = 0
    empty: int = 0
    crossing: int = 0


def prepare(document: Document, rules: Rules | None = None) -> Prepared:
    """A document of a corpus as the exercise has it.

    Raises:
        ValueError: it has no text or no key, or a mention that no pair of tags or nodes can hold.
    """
    rules = rules or Rules()
    if document.key is None:
        raise ValueError(f"{document.id}: no coreference annotation; expected a corpus with a key")
    if not document.words:
        raise ValueError(f"{document.id}: there is no text; expected a document with words")
    mentions = [mention for mention in document.mentions if mention.source == "true" and mention.start >= 0]
    crossed = {later.id for _, later in crossing(mentions)} if rules.drop_crossing else set()
    mentions = [mention for mention in mentions if mention.id not in crossed]
    text, places = _without_empty(replace(document, mentions=mentions))
    empty = len(document.words) - len(text.words) + len(mentions) - len(text.mentions)
    prepared = Prepared(text, empty=empty, crossing=len(crossed))
    _check_spans(text)
    clauses: set[str] = set()
    entities = []
    for entity in document.key.entities:
        kept = []
        for name in entity.mentions:
            if name not in places:
                continue
            relation = _relation(places[name], entity)
            if relation in rules.left_out:
                prepared.left_out[relation] += 1
                if relation == CLAUSE:
                    clauses.add(name)
            else:
                kept.append(name)
        if len(kept) > 1:
            entities.append(Entity(entity.id, kept))
    layer = CoreferenceLayer(GOLD_LAYER, entities)
    text.mentions = [mention for mention in text.mentions if mention.id not in clauses]
    text.coreference = {GOLD_LAYER: layer}
    asked = [name for name in _asked(text, layer) if not _pleonastic(document, text, places[name])]
    named = _named(text, layer, asked)
    text.anaphors = named if rules.named else asked
    prepared.unnamed = len(asked) - len(named)
    return prepared


def for_task(document: Document, task: ExerciseTask) -> Document:
    """A prepared document with the entities that the task marks: in task 2 those in chains."""
    if task != 2 or document.key is None:
        return document
    chained = document.key.entity_of()
    return replace(document, mentions=[mention for mention in document.mentions if mention.id in chained])


def files_of(document: Document, task: ExerciseTask, folder: Path, keys: Path | None = None) -> dict[Path, str]:
    """The files of a prepared document, by path: its input and its key.

    Args:
        folder: has one for inputs and one for keys.
        keys: the folder for keys, where it is another.

    Raises:
        ValueError: there is no chain for the key; mentions cross, so that tasks 1 and 2 cannot mark them; or a
            character cannot be in XML.
    """
    if document.key is None or not document.key.entities:
        raise ValueError(f"{document.id}: no chain of two mentions is left; expected one, to be scored by")
    task_document = for_task(document, task)
    if task in ENTITY_TASKS:
        for first, second in crossing(task_document.mentions):
            names = " and ".join(
                f"{mention.id} ({document.mention_text(mention)[:_SHOWN]!r})" for mention in (first, second)
            )
            raise ValueError(
                f"{document.id}: mentions {names} cross; expected mentions that nest, or --drop-crossing to leave "
                "the later one out"
            )
    place = folder / INPUTS / file_name(document.id, INPUT)
    return {
        place: input_xml(task_document, task, place),
        (folder / KEYS if keys is None else keys) / file_name(document.id, KEY): key_xml(task_document, task),
    }


def _without_empty(document: Document) -> tuple[Document, dict[str, Mention]]:
    """The document without elided words, and its mentions by id."""
    present = [not word.empty for word in document.words]
    place = list(accumulate(present, initial=0))
    moved: dict[str, Mention] = {}
    for mention in sorted_mentions(document.mentions):
        parts = [(place[start], place[end]) for start, end in mention.stretches]
        parts = [(start, end) for start, end in parts if start < end]
        if not parts:
            continue
        joined = all(part[1] == following[0] for part, following in pairwise(parts))
        start, end = parts[0][0], parts[-1][1]
        # A head that is elided may lie before what is left, too.
        head = min(max(place[mention.head], start), end - 1)
        kept = () if joined else tuple(parts)
        moved[mention.id] = replace(mention, start=start, end=end, head=head, parts=kept)
    sentences = [
        Sentence(place[sentence.start], place[sentence.end], sentence.paragraph) for sentence in document.sentences
    ]
    return (
        replace(
            document,
            words=[word for word in document.words if not word.empty],
            sentences=[sentence for sentence in sentences if sentence.start < sentence.end],
            mentions=list(moved.values()),
            coreference={},
            quotations=[],
            extra={},
            sentences_known=True,
            annotated="mentions",
            held_out=None,
        ),
        moved,
    )


def _check_spans(document: Document) -> None:
    at: dict[tuple[int, int], Mention] = {}
    for mention in document.mentions:
        if mention.parts:
            wrong = f"mention {mention.id} ({document.mention_text(mention)[:_SHOWN]!r}) has a gap"
            raise ValueError(f"{document.id}: {wrong}; expected continuous mentions, as the exercise has them")
        first = at.setdefault((mention.start, mention.end), mention)
        if first is not mention:
            wrong = f"mentions {first.id} and {mention.id} are the same words"
            raise ValueError(
                f"{document.id}: {wrong} ({document.mention_text(mention)[:_SHOWN]!r}); expected each once"
            )


def _relation(mention: Mention, entity: Entity) -> str:
    """How a mention is linked to its entity, in the names of GUM where the corpus has none."""
    if mention.is_clause:
        return CLAUSE
    return entity.types.get(mention.id, "")


def _asked(document: Document, layer: CoreferenceLayer) -> list[str]:
    """The pronouns with an earlier mention in their chain: as the corpus lists them, else of the third person."""
    if document.anaphors is None:
        return pronouns_to_resolve(document, layer)
    later = later_members(document, layer)
    return [name for name in document.anaphors if name in later]


def _pleonastic(corpus: Document, text: Document, mention: Mention) -> bool:
    expletive = corpus.annotation == "gold" and is_expletive(text.words[mention.head].relation)
    return mention.pleonastic or expletive


def _named(document: Document, layer: CoreferenceLayer, asked: Iterable[str]) -> list[str]:
    """Those of the pronouns that a noun of their chain precedes."""
    chains, mention_of = layer.entity_of(), document.mention_by_id()

    def named(name: str) -> bool:
        start = mention_of[name].start
        earlier = (mention_of[member] for member in chains[name].mentions if mention_of[member].start < start)
        return any(not is_pronoun(document, mention) for mention in earlier)

    return [name for name in asked if named(name)]
