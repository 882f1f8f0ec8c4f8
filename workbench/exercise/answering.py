"""Answers to the tasks by the resolvers of the workbench.

An algorithm is tested where entities are given (tasks 1 and 2), a system where there is only text (tasks 3
and 4): the same resolvers run in both, and what differs is the document they are given (resolvers.md, 9.8).
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Decision, Document, Entity, Mention
from anaphora_workbench.corpora.formats.are import reader as are
from anaphora_workbench.corpora.formats.are.answer import read_answer
from anaphora_workbench.corpora.formats.are.schema import schema_problems
from anaphora_workbench.corpora.formats.are.writer import ANSWER_LAYER, has_nodes
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.pronouns.are import is_pronoun, overlap
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import Resolution, get_resolver
from anaphora_workbench.resolvers.registry.joined import JOIN
from anaphora_workbench.resolvers.registry.registry import answers_nouns, with_nouns
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.exercise import ENTITY_TASKS, PRONOUN_TASKS, ExerciseTask
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing

# resolvers.md, 7.7: the baseline links names and nouns by the same words and no more.
_OWN_NOMINAL = {"are-like": "exact-match"}
HEAD_MATCH = "head-match"


def full_name(resolver: str, task: ExerciseTask, nominal: str = HEAD_MATCH) -> str:
    """The resolver that answers a task: for chains a pronoun resolver is joined with a nominal one.

    Raises:
        ValueError: there is no such nominal resolver, or it answers pronouns only, whether the task wants one or not.
    """
    if not answers_nouns(nominal):
        raise ValueError(f"{nominal} links no noun phrases; expected a resolver that does, as {HEAD_MATCH}")
    if task in PRONOUN_TASKS or JOIN in resolver:
        return resolver
    return with_nouns(resolver, _OWN_NOMINAL.get(resolver, nominal))


def options_for(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a resolver as those of a part of the joined one that stands in for it."""
    first, join, _ = name.partition(JOIN)
    return {f"{first}.{option}" if join and "." not in option else option: value for option, value in options.items()}


def read_input(path: Path, task: ExerciseTask) -> Document:
    """The input of a task. Raises FormatError where it is that of another."""
    document = next(are.read(path))
    if not document.words:
        raise FormatError(path, None, "there is no text", "expected <text>")
    by_nodes = has_nodes(document)
    if by_nodes == (task in ENTITY_TASKS):
        wanted = "<entity>, as in tasks 1 and 2" if by_nodes else "<node>, as in tasks 3 and 4"
        raise FormatError(path, None, f"no input of task {task}", f"expected {wanted}")
    if task == 1 and document.anaphors is None:
        raise FormatError(path, None, "no pronouns to resolve", "expected <anaphoric_pronouns> in an input of task 1")
    # What an input must not have, nobody is to see.
    return replace(document, coreference={})


def preprocessor_of(preprocessing: Preprocessing) -> Preprocessor:
    """The preprocessor for inputs of these options: zero subjects have no node in a text, so none are made."""
    return replace(preprocessing, zeros="drop").preprocessor()


def mentions_at_hand(given: Document, task: ExerciseTask, prepared: PreparedDocuments) -> Document:
    """The preprocessed input with the mentions that a resolver may use: those given, or those found in the text."""
    whole = prepared.get(given, "predicted")
    return whole.with_mentions("true" if task in ENTITY_TASKS else "system")


class Answerer:
    """Answers one document after another by one resolver.

    Args:
        task: as in the exercise.
        resolver: name as registered, a joined one where the task wants chains; see :func:`full_name`.
        options: of the resolver.
    """

    def __init__(self, task: ExerciseTask, resolver: str, options: Mapping[str, Any]) -> None:
        self.task = task
        self.resolver = get_resolver(resolver, **options)

    @property
    def needs_key(self) -> bool:
        return self.resolver.needs_key

    def __call__(self, given: Document, document: Document, key: Path | None = None) -> CoreferenceLayer:
        """The answer, as a layer over the document.

        Args:
            given: the input as :func:`read_input` reads it.
            document: the same as :func:`mentions_at_hand` makes it.
            key: file of the key, for a resolver that needs one; for any other it is not opened.

        Raises:
            ValueError: the resolver needs a key and there is none.
        """
        if not self.resolver.needs_key:
            return self._layer(given, self.resolver.resolve(document, None))
        if key is None:
            raise ValueError(f"{given.id}: {self.resolver.name} needs a key; expected --keys FOLDER")
        return self._layer(given, self.resolver.resolve(*self._with_key(document, given, key)))

    def _layer(self, given: Document, resolution: Resolution) -> CoreferenceLayer:
        if self.task not in PRONOUN_TASKS:
            chains = (chain for chain in resolution.chains if len(chain) > 1)
            return CoreferenceLayer(ANSWER_LAYER, [Entity(f"c{n}", chain) for n, chain in enumerate(chains, 1)])
        if self.task == 3:
            decisions = [decision for decision in resolution.decisions if decision.antecedent is not None]
        else:
            answered = {decision.anaphor: decision for decision in resolution.decisions}
            decisions = [answered.get(name, Decision(name)) for name in given.anaphors or ()]
        return CoreferenceLayer(ANSWER_LAYER, decisions=decisions)

    def _with_key(self, document: Document, given: Document, file: Path) -> tuple[Document, Document]:
        """The document and its key in one notion of mentions and pronouns, so that an oracle meets the scorer's."""
        read = read_answer(file, given, 2 if self.task in ENTITY_TASKS else 4)
        if read.problems:
            raise read.problems[0]
        listed = set(given.anaphors or ())
        mentions = []
        for mention in document.mentions:
            pronoun = mention.id in listed or is_pronoun(document, mention)
            if pronoun != mention.is_pronoun:
                mention = replace(mention, kind="pronoun" if pronoun else "other")
            mentions.append(mention)
        document = replace(document, mentions=mentions)
        return document, _within_reach(document, read.mentions, read.layer)


def _within_reach(document: Document, key: Mapping[str, Mention], layer: CoreferenceLayer) -> Document:
    """The key over the mentions at hand: each key mention has the place of the one that overlaps it best.

    One to one, greatest overlap first, then in order of the text (resolvers.md, 7.3). Mentions of the key
    that nothing overlaps are left out.
    """
    offsets = {name: range(mention.start, mention.end) for name, mention in key.items()}
    at: dict[int, list[Mention]] = {}
    for mention in document.mentions:
        for offset in range(mention.start, mention.end):
            at.setdefault(offset, []).append(mention)
    pairs = []
    for name, place in offsets.items():
        near = {mention.id: mention for offset in place for mention in at.get(offset, ())}
        for mention in near.values():
            shared = overlap(place, range(mention.start, mention.end))
            pairs.append((-shared, mention.id != name, place.start, mention.start, name, mention))
    taken: dict[str, Mention] = {}
    used: set[str] = set()
    for *_, name, mention in sorted(pairs, key=lambda pair: pair[:5]):
        if name not in taken and mention.id not in used:
            # Without a head only this one mention is it: in *A and B* the oracle would take A for the whole.
            taken[name] = replace(mention, id=name, head=-1)
            used.add(mention.id)
    entities = [Entity(entity.id, [name for name in entity.mentions if name in taken]) for entity in layer.entities]
    gold = CoreferenceLayer(GOLD_LAYER, [entity for entity in entities if entity.mentions])
    return replace(document, mentions=list(taken.values()), coreference={GOLD_LAYER: gold})


def check_answer(answer: Path, given: Path, task: ExerciseTask) -> list[FormatError]:
    """What is wrong in an answer, in the order of its lines; what scoring would say, and what the grammar says.

    Args:
        given: the input that it answers.

    Raises:
        FormatError: the input cannot be read.
    """
    document = read_input(given, task)
    try:
        problems = list(read_answer(answer, document, task).problems)
    except FormatError as error:
        return [error]
    said = {problem.line for problem in problems}
    try:
        found = schema_problems(answer, "answer", task)
    except FormatError as error:
        # Elements in a row without a root are scored, but are no document.
        found = [error]
    problems += [problem for problem in found if problem.line not in said]
    return sorted(problems, key=lambda problem: (problem.line is None, problem.line or 0))
