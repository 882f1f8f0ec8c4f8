"""Scores of answers: the measures of the exercise and, next to them, those that came after.

Source: Orăsan et al. (2008, section 3.3, and section 5 for the measures that they meant to add).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Entity, Mention
from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.corpora.formats.are import reader as are
from anaphora_workbench.corpora.formats.are.answer import Answer, read_answer
from anaphora_workbench.corpora.formats.are.writer import ANSWER_LAYER, has_nodes
from anaphora_workbench.corpora.formats.parts.files import LONGEST_MENTION, place_number
from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.arithmetic.scores import Ratio, Score
from anaphora_workbench.evaluation.counting.counting import Counts, count, total
from anaphora_workbench.evaluation.pronouns.are import pronouns_to_resolve
from anaphora_workbench.evaluation.statistics.significance import to_resample
from anaphora_workbench.workbench.exercise import ENTITY_TASKS, PRONOUN_TASKS, ExerciseTask
from anaphora_workbench.workbench.exercise.files import ANSWER, INPUT, KEY
from anaphora_workbench.workbench.runs.pairwise import PairedTest, pairs_tested

NOTHING_ASKED = "no pronouns to resolve, so success is 0 of 0; means of documents take it for 0"
MODERN = ("b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea")


def measure_of(task: ExerciseTask) -> str:
    """The name of the measure of a task."""
    return f"are_task{task}"


def metrics_of(task: ExerciseTask) -> tuple[str, ...]:
    """The measure of a task and the modern ones."""
    return measure_of(task), *MODERN


@dataclass
class ScoredAnswer:
    """The credit of an answer, and its problems.

    Attributes:
        id: of the document.
        unreadable: why the file could not be read, None if it could; it then counts as no answer at all.
    """

    id: str
    key: Document
    counts: Counts
    problems: list[FormatError] = field(default_factory=list)
    unreadable: FormatError | None = None


def read_key(path: Path, task: ExerciseTask, inputs: Path | None = None) -> Document:
    """The key of a task with its input, if that is at hand.

    Without a list of pronouns those to resolve are the third person ones with an earlier mention in their
    chain; without the text, nodes are taken for words one after another.

    Args:
        inputs: folder of the inputs, where they are neither next to the key nor where ``prepare`` puts them.

    Raises:
        FormatError: it is not a key of this task, a mention of it has no place where the task needs one, or there is
            no input where it should be.
    """
    document = are.read_with_input(path, inputs)
    if document.key is None:
        raise FormatError(path, None, "no chains", f"expected <chain>, as in a file *{KEY}")
    if inputs is not None and not document.words:
        raise FormatError(path, None, f"no input to this key in {inputs}", f"expected a file *{INPUT}")
    if has_nodes(document) == (task in ENTITY_TASKS):
        wanted = "<node id>, as in tasks 1 and 2" if task in ENTITY_TASKS else "<node start end>, as in tasks 3 and 4"
        raise FormatError(path, None, f"no key of task {task}", f"expected {wanted}")
    if task not in ENTITY_TASKS:
        for mention in document.mentions:
            if mention.start < 0 and not document.words:
                _place_by_id(mention)
            if mention.start < 0:
                expected = "expected start and end, start <= end"
                raise FormatError(path, None, f"mention {mention.id!r} has no nodes in a text", expected)
    if document.anaphors is None and task in PRONOUN_TASKS:
        document.anaphors = pronouns_to_resolve(document, document.key)
    return document


def _place_by_id(mention: Mention) -> None:
    """Give a mention the place that its id tells, START-END, if a text may have one of this length."""
    first, last = map(place_number, mention.id.rpartition("-")[::2])
    if 0 <= first <= last < first + LONGEST_MENTION:
        mention.start, mention.end, mention.head = first, last + 1, last


def score_answer(
    paired: FilePair,
    task: ExerciseTask,
    key: Document | None = None,
    inputs: Path | None = None,
    options: Mapping[str, Any] | None = None,
) -> ScoredAnswer:
    """Score a file against its key.

    Args:
        key: as :func:`read_key` reads it, where that was done already.
        inputs: as for :func:`read_key`.
        options: of the measures.

    Raises:
        FormatError: the key cannot be read.
    """
    if key is None:
        key = read_key(paired.key, task, inputs)
    answer, unreadable = Answer(CoreferenceLayer(ANSWER_LAYER, decisions=[])), None
    if paired.response is None:
        unreadable = FormatError(paired.key, None, "no answer to this key", f"expected a file {paired.name}{ANSWER}")
    else:
        try:
            answer = read_answer(paired.response, key, task)
        except FormatError as error:
            unreadable = error
    for mention in [] if key.words else answer.mentions.values():
        if mention.end - mention.start > LONGEST_MENTION and paired.response is not None:
            wrong = f"mention {mention.id!r} is longer than {LONGEST_MENTION} words; counted as absent from the text"
            answer.problems.append(FormatError(paired.response, None, wrong))
            mention.start = mention.end = mention.head = -1
    if task in PRONOUN_TASKS and not key.anaphors:
        answer.problems.append(FormatError(paired.key, None, NOTHING_ASKED))
    return ScoredAnswer(key.id, key, count_answer(key, answer, task, options), answer.problems, unreadable)


def count_answer(key: Document, answer: Answer, task: ExerciseTask, options: Mapping[str, Any] | None = None) -> Counts:
    """What an answer adds to the measures of a task."""
    assert key.key is not None
    mentions, layer = dict(answer.mentions), answer.layer
    if task in PRONOUN_TASKS:
        mentions, layer = _with_nouns(key, answer, given=task == 1)
    else:
        layer = replace(layer, entities=[entity for entity in layer.entities if len(entity.mentions) > 1])
    response = replace(key, mentions=list(mentions.values()), coreference={ANSWER_LAYER: layer})
    return count(DocumentPair(key.id, key, key.key, response, layer), metrics_of(task), options)


def _with_nouns(key: Document, answer: Answer, given: bool) -> tuple[dict[str, Mention], CoreferenceLayer]:
    """An answer for pronouns as chains: those of the key for all that is not asked, and the answers' links.

    So measures of chains tell how well the pronouns were resolved and nothing else; a perfect answer has 1.

    Args:
        given: an unanswered pronoun is a mention all the same.
    """
    assert key.key is not None
    asked = dict.fromkeys(key.anaphors or ())
    mention_of = key.mention_by_id()
    chains = [[name for name in entity.mentions if name not in asked] for entity in key.key.entities]
    links = [
        (decision.anaphor, decision.antecedent)
        for decision in answer.layer.decisions or ()
        if decision.antecedent is not None
    ]
    names = [name for chain in chains for name in chain]
    if given:
        names += asked
    links += [(chain[0], name) for chain in chains for name in chain[1:]]
    entities = [Entity(f"c{number}", chain) for number, chain in enumerate(closure_by_id(links, names), 1)]
    mentions = {name: mention_of[name] for name in names} | answer.mentions
    return mentions, CoreferenceLayer(ANSWER_LAYER, entities, answer.layer.decisions)


def document_means(documents: Iterable[Counts], names: Sequence[str]) -> dict[str, Any]:
    """Means of the documents' scores, which is what tables of the exercise print; pooled scores are others."""
    scores = [counts.scores() for counts in documents]
    means: dict[str, Any] = {}
    for name in names:
        results = [document_scores[name] for document_scores in scores]
        if all(isinstance(score, Ratio) for score in results):
            means[name] = {"value": _mean([score.figure for score in results])}
        else:
            means[name] = {
                "recall": _mean([score.recall.value for score in results if isinstance(score, Score)]),
                "precision": _mean([score.precision.value for score in results if isinstance(score, Score)]),
                "f1": _mean([score.figure for score in results]),
            }
    return means


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


# Counts by document, by the name of the system.
Systems = Mapping[str, Mapping[str, Counts]]


def ranked(systems: Systems, task: ExerciseTask) -> list[str]:
    """Names of the systems, the best pooled figure of the task's measure first, then in alphabetical order."""
    figures = {name: total(documents.values()).scores()[measure_of(task)].figure for name, documents in systems.items()}
    return sorted(figures, key=lambda name: (-figures[name], name))


def paired_tests(systems: Systems, task: ExerciseTask) -> list[PairedTest]:
    """Tests of every pair of systems in the task's measure, the better one first; p-values corrected after Holm.

    None where there are fewer than two documents to resample.
    """
    measure = measure_of(task)
    alone = {name: to_resample(systems[name].values(), [measure]) for name in ranked(systems, task)}
    figures = {name: total(counts).scores()[measure].figure for name, counts in alone.items()}
    return pairs_tested(alone, {name: {measure: figure} for name, figure in figures.items()}, [measure])
