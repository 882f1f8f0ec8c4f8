"""Zero subjects: a finite verb that lacks its subject gets an empty word (*Llegó tarde* → *∅ llegó tarde*).

The empty word is a pronoun with the person and number of its verb; it stands before the verb with its clitics and
auxiliaries, and hangs on it by an enhanced dependency, as an empty node of CoNLL-U does. Verbs that never have a
subject (*llueve*, *hay*, *parece que …*) get none; the language's tables name them. docs/languages.md, Zero subjects.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Mention, Quotation, Word
from anaphora_workbench.corpora.formats.parts.mention_heads import is_zero, with_head_restated
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree

Zeros = Literal["make", "keep", "drop"]
ZEROS: tuple[Zeros, ...] = ("make", "keep", "drop")
FORM = "_"
_AUXILIARIES = labels.AUXILIARY | labels.PASSIVE_AUXILIARY


def zero_subjects(document: Document, tree: DependencyTree) -> Iterator[tuple[int, int, str]]:
    """The finite clauses without a subject: offset of the verb, of the word before which it lacks, its morphology."""
    for verb in range(len(document.words)):
        finite = _finite(tree, verb)
        if finite is None or tree.words[verb].empty or _is_impersonal(tree, verb):
            continue
        if any(not tree.words[child].empty for child in tree.dependents(verb, labels.SUBJECT)):
            continue
        told = features(tree.words[finite].morphology)
        agreement = {name: told[name] for name in ("Number", "Person") if name in told} | {"PronType": "Prs"}
        morphology = "|".join(f"{name}={value}" for name, value in sorted(agreement.items()))
        yield verb, _place(tree, verb), morphology


def _finite(tree: DependencyTree, verb: int) -> int | None:
    """The finite word of a clause, the verb itself or an auxiliary; None where there is none that asks a subject."""
    if tree.stands_as(verb, _AUXILIARIES) or (not tree.is_verb(verb) and not tree.dependents(verb, _AUXILIARIES)):
        return None
    for word in (verb, *tree.dependents(verb, _AUXILIARIES)):
        told = features(tree.words[word].morphology)
        if told.get("VerbForm") == "Fin" and told.get("Mood") != "Imp":
            return word
    return None


def _is_impersonal(tree: DependencyTree, verb: int) -> bool:
    """Whether a clause never has a subject: *hay*, *llueve*, *parece que viene*, *se vive bien*."""
    words = tree.language.words
    lemma = (tree.words[verb].lemma or tree.words[verb].form).lower()
    form = tree.words[verb].form.lower()
    if {lemma, form} & words("zero_subjects.impersonal_verbs"):
        return True
    clitics = tree.dependents(verb, labels.EXPLETIVE)
    impersonal = any(labels.is_impersonal(tree.words[child].relation) for child in clitics)
    # *Se dedica a pintar*: the verb is never without *se*, which so cannot make it impersonal, whatever the parse says.
    if impersonal and lemma not in words("zero_subjects.pronominal_verbs"):
        return True
    if clitics and lemma in words("zero_subjects.impersonal_with_se"):
        return True
    clauses = tree.dependents(verb, labels.COMPLEMENT_CLAUSE | labels.OPEN_COMPLEMENT)
    return lemma in words("zero_subjects.verbs_with_clause") and any(clause > verb for clause in clauses)


def _place(tree: DependencyTree, verb: int) -> int:
    """The first of the clitics, auxiliaries and negations that stand right before a verb, or the verb.

    A preposition may stand between auxiliary and verb: *ha d'aprendre*, *tiene que ir*.
    """
    before = {
        child
        for child in tree.children[verb]
        if tree.stands_as(child, _AUXILIARIES)
        or (tree.words[child].upos == "PRON" and not tree.stands_as(child, labels.NOMINAL_SUBJECT))
        or (
            tree.stands_as(child, labels.ADVERB)
            and tree.words[child].form.lower() in tree.language.words("negations.words")
        )
    }
    marks = {child for child in tree.children[verb] if tree.stands_as(child, labels.CLAUSE_MARK)}
    place = verb
    while place - 1 in before or (place - 1 in marks and place - 2 in before):
        place -= 1
    return place


def set_zeros(document: Document, tree: DependencyTree, zeros: Zeros) -> frozenset[int] | None:
    """Put empty words where a document lacks a subject, in place.

    Args:
        tree: of the document; it is out of date if words were added.
        zeros: ``make``, else nothing is added.

    Returns:
        Offsets of the empty words that may be system mentions: those a rule finds, under ``make``; the corpus's own
        under ``keep``; none under ``drop``. None for all, in a language that drops no subjects.
    """
    if not tree.language.drops_subjects:
        return None
    if zeros != "make":
        return zeros_there(document, tree, zeros)
    own = _own(document, tree)
    lacking = list(zero_subjects(document, tree))
    found = {own[verb] for verb, _, _ in lacking if verb in own}
    added = [(place, verb, morphology) for verb, place, morphology in lacking if verb not in own]
    numbers = _numbers(document)
    words = [
        (place, Word(FORM, upos="PRON", morphology=morphology, empty=True,
                     enhanced=f"{numbers[labels.ud_predicate(document.words, verb)]}:{labels.UD_SUBJECT}"))
        for place, verb, morphology in sorted(added)
    ]  # fmt: skip
    moved = _insert(document, words)
    return frozenset({moved(offset) for offset in found} | {place + index for index, (place, _) in enumerate(words)})


def zeros_there(document: Document, tree: DependencyTree, zeros: Zeros) -> frozenset[int] | None:
    """Offsets of the empty words that may be system mentions, as of ``set_zeros``, where no word may be added."""
    if not tree.language.drops_subjects:
        return None
    own = _own(document, tree) if zeros != "drop" else {}
    if zeros == "make":
        return frozenset(own[verb] for verb, _, _ in zero_subjects(document, tree) if verb in own)
    return frozenset(own.values())


def _own(document: Document, tree: DependencyTree) -> dict[int, int]:
    """The empty words that stand for a subject, by their verbs."""
    return {
        tree.head[offset]: offset
        for offset, word in enumerate(document.words)
        if word.empty and word.upos == "PRON" and tree.stands_as(offset, labels.SUBJECT)
    }


def _numbers(document: Document) -> list[int]:
    """The number of each word in its sentence, from 1; empty words have that of the word before them."""
    numbers = [0] * len(document.words)
    for sentence in document.sentences:
        number = 0
        for offset in range(sentence.start, sentence.end):
            number += not document.words[offset].empty
            numbers[offset] = number
    return numbers


class _Moved:
    """Where a word is after others were put before some places."""

    def __init__(self, places: Sequence[int]) -> None:
        self._places = places

    def __call__(self, offset: int) -> int:
        """The new offset of a word; a word that others were put before has moved behind them."""
        return offset + bisect_right(self._places, offset) if offset >= 0 else offset

    def end(self, offset: int) -> int:
        """The new end of a stretch, which does not take in what was put right behind it."""
        return self(offset - 1) + 1 if offset > 0 else offset

    def start(self, offset: int) -> int:
        """The new start of a stretch that takes in what was put right before it."""
        return offset + bisect_left(self._places, offset)


def _insert(document: Document, added: Sequence[tuple[int, Word]]) -> _Moved:
    """Put words before places of a document, which are in order, and move all that has an offset."""
    moved = _Moved([place for place, _ in added])
    if not added:
        return moved
    words: list[Word] = []
    waiting = list(reversed(added))
    for offset, word in enumerate(document.words):
        while waiting and waiting[-1][0] == offset:
            words.append(waiting.pop()[1])
        word.head = moved(word.head)
        words.append(word)
    document.words = words
    document.sentences = [
        replace(sentence, start=moved.start(sentence.start), end=moved.end(sentence.end))
        for sentence in document.sentences
    ]
    document.mentions = [_moved_mention(mention, moved) for mention in document.mentions]
    document.quotations = [_moved_quotation(quotation, moved) for quotation in document.quotations]
    if document.held_out is not None:
        document.held_out = moved(document.held_out[0]), moved.end(document.held_out[1])
    return moved


def _moved_mention(mention: Mention, moved: _Moved) -> Mention:
    if mention.start < 0:
        return mention
    shifted = replace(
        mention,
        start=moved(mention.start),
        end=moved.end(mention.end),
        head=moved(mention.head),
        parts=tuple((moved(start), moved.end(end)) for start, end in mention.parts),
        verb=None if mention.verb is None else moved(mention.verb),
        other_heads=tuple(moved(head) for head in mention.other_heads),
    )
    return with_head_restated(shifted, mention, moved)


def _moved_quotation(quotation: Quotation, moved: _Moved) -> Quotation:
    return replace(
        quotation,
        start=moved(quotation.start),
        end=moved.end(quotation.end),
        speaker=None if quotation.speaker is None else moved(quotation.speaker),
        addressee=None if quotation.addressee is None else moved(quotation.addressee),
    )


def without_zeros(document: Document) -> None:
    """Leave out the mentions that are empty words, in place; an entity that has no other goes with them."""
    zeros = {mention.id for mention in document.mentions if is_zero(mention, document)}
    document.mentions = [mention for mention in document.mentions if mention.id not in zeros]
    document.coreference = {name: _layer_without(layer, zeros) for name, layer in document.coreference.items()}


def _layer_without(layer: CoreferenceLayer, zeros: set[str]) -> CoreferenceLayer:
    entities = []
    for entity in layer.entities:
        kept = [mention for mention in entity.mentions if mention not in zeros]
        if kept:
            dominant = entity.dominant if entity.dominant in kept else None
            entities.append(replace(entity, mentions=kept, dominant=dominant))
    there = {entity.id for entity in entities}
    entities = [
        replace(entity, split_antecedent=tuple(part for part in entity.split_antecedent if part in there))
        for entity in entities
    ]
    decisions = layer.decisions and [decision for decision in layer.decisions if decision.anaphor not in zeros]
    bridges = [bridge for bridge in layer.bridges if not {bridge.anaphor, bridge.antecedent} & zeros]
    return replace(layer, entities=entities, decisions=decisions, bridges=bridges)
