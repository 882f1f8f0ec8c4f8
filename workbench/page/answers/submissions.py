"""Submissions to a key that lies apart: each checked line by line, then scored and ranked against the others.

What goes out is figures and what is wrong with the submissions themselves; nothing of the key's text or chains.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora import FormatError, find, read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.validation import problems
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.engine.broken_documents import readable
from anaphora_workbench.workbench.page.questions.questions import RankingQuestion
from anaphora_workbench.workbench.rankings.leaderboard import leaderboard
from anaphora_workbench.workbench.report.leaderboard import data_sets_table, leaderboard_table
from anaphora_workbench.workbench.report.tables import plain
from anaphora_workbench.workbench.scoring.metric_choice import metrics_for
from anaphora_workbench.workbench.scoring.pairs import DocumentsPair, file_pairs, ids_of
from anaphora_workbench.workbench.scoring.presets import Preset, preset_named, request_of
from anaphora_workbench.workbench.scoring.request import Request
from anaphora_workbench.workbench.scoring.scores import Pairs, Scores, scores_of

_MOST_PROBLEMS = 200


@dataclass
class Submission:
    """The fate of a submission.

    Attributes:
        problems: what is wrong with it, line by line.
        pairs: what is scored against what.
        metrics: that apply to it; none where it cannot be scored.
        scores: None before it is scored, and where no document of it could be.
        unranked: why it has no place on the leaderboard; "" where that is its problems, or it has one.
    """

    name: str
    path: Path
    problems: list[dict[str, Any]]
    pairs: Pairs = field(default_factory=list)
    metrics: tuple[str, ...] = ()
    scores: Scores | None = None
    unranked: str = ""


def ranked(question: RankingQuestion, told: Callable[[str], str]) -> dict[str, Any]:
    """The submissions with what is wrong in them, and the leaderboard of those that could be scored.

    Args:
        told: a reason as readers are told it.
    """
    task = preset_named(question.preset) if question.preset else None
    submissions = [Submission(name, path, _checked(path, told)) for name, path in question.submissions]
    for submission in submissions:
        # What is broken counts as not answered, as everywhere; where all is, there is nothing to pair.
        if not any(problem["error"] for problem in submission.problems) or _sound(submission.path):
            _pair(submission, question.key, by_data_set=task is not None)
    paired = [submission for submission in submissions if submission.metrics]
    request = Request(by=("document",), named=False)
    if task is not None:
        request = request_of(task, request, (), {})
    else:
        applying = paired[0].metrics if paired else ()
        in_all = tuple(name for name in applying if all(name in submission.metrics for submission in paired))
        request = replace(request, metrics=in_all)
    for submission in paired:
        request = _score(submission, request, task)
    scored = _of_all_documents(paired)
    board = leaderboard(scored) if scored else None
    truncate = task is not None and task.truncate
    not_counted = _not_counted(paired) if task is None else ()
    data_sets = data_sets_table(board, truncate) if board is not None else None
    return {
        "submissions": [_told(submission) for submission in submissions],
        "leaderboard": plain(leaderboard_table(board, truncate)) if board is not None else None,
        "data_sets": plain(data_sets) if data_sets is not None else None,
        "warnings": [*_unanswered(scored), *not_counted] if board is not None else [],
    }


def _checked(path: Path, told: Callable[[str], str]) -> list[dict[str, Any]]:
    try:
        found = [problem for file, its_format in find(path) for problem in problems(file, its_format)]
    except FormatError as error:
        what = f"{error.wrong}; {error.expected}".strip("; ")
        return [{"line": error.line, "error": True, "what": told(what)}]
    return [
        {"line": problem.line, "error": problem.severity == "error", "what": told(problem.what)}
        for problem in found[:_MOST_PROBLEMS]
    ]


def _pair(submission: Submission, key: Path, by_data_set: bool) -> None:
    """Say what of a submission is scored against what, and by which metrics; or why it cannot be."""
    submission.pairs = _pairs(key, submission.path, by_data_set)
    try:
        submission.metrics = metrics_for(submission.pairs, Request())
    except CommandError:
        # Its words may quote a line of the key.
        submission.unranked = _why_not(key, submission.path)


def _pairs(key: Path, submission: Path, by_data_set: bool) -> Pairs:
    """What is scored against what: a submission is one file, which answers all documents of a key in a folder.

    Args:
        by_data_set: of a key of nothing but folders each is a data set, as for ``workbench score --preset``.
    """
    if not key.is_dir():
        pairs, _ = file_pairs(key, submission)
        return pairs
    answered = _sound(submission)
    data_sets = _data_sets(key) if by_data_set else {}
    if not data_sets:
        return [DocumentsPair("documents", tuple(read(key)), answered)]
    of = {document.id: name for name, documents in data_sets.items() for document in documents}
    first = next((of[document.id] for document in answered if document.id in of), None)
    if first is None:
        return [DocumentsPair("documents", tuple(read(key)), answered)]
    return [
        DocumentsPair(
            f"{name}/documents",
            documents,
            # What the key does not have is said once, where it is not the only document.
            tuple(document for document in answered if of.get(document.id, first) == name),
        )
        for name, documents in data_sets.items()
    ]


def _sound(submission: Path) -> tuple[Document, ...]:
    try:
        ((file, its_format),) = find(submission)
    except FormatError:
        return ()
    return tuple(readable(file, its_format.read, {}))


def _data_sets(key: Path) -> dict[str, tuple[Document, ...]]:
    """The documents of each folder of a key; none where files stand next to the folders, or two have one id."""
    data_sets: dict[str, list[Document]] = {}
    ids: set[str] = set()
    for file, its_format in find(key):
        folder, *inside = file.relative_to(key).parts
        documents = list(read(file, its_format.name))
        if not inside or not ids.isdisjoint(document.id for document in documents):
            return {}
        ids.update(document.id for document in documents)
        data_sets.setdefault(folder, []).extend(documents)
    return {name: tuple(documents) for name, documents in data_sets.items()}


def _why_not(key: Path, submission: Path) -> str:
    """Why a submission cannot be scored at all, in words that tell nothing of the key."""
    of_key, own = ids_of(key, None), ids_of(submission, None)
    if not set(of_key) & set(own) and not len(of_key) == len(own) == 1:
        return f"no document of the key; its first is {own[0]!r}"
    if not any(document.coreference for document in _sound(submission)):
        return "no coreference; expected chains or links"
    return "it does not fit the key"


def _score(submission: Submission, request: Request, task: Preset | None) -> Request:
    """Score a submission; what is returned lacks the metrics of plug-ins that failed."""
    scores = scores_of(submission.pairs, [], request, ("key", submission.name), preset=task)
    submission.scores = scores if scores.documents else None
    if submission.scores is None:
        # A reason may quote a line of the key, so only how many there are goes out.
        as_asked = f" as {task.name} asks; does the key have what it scores?" if task is not None else ""
        submission.unranked = f"{quantity(len(scores.failures), 'document')} could not be scored{as_asked}"
    return scores.request


def _of_all_documents(submissions: list[Submission]) -> dict[str, Scores]:
    """The scores of those that are ranked: who lacks the score of a document that another has takes it from nobody."""
    scored = {submission.name: submission.scores for submission in submissions if submission.scores is not None}
    everything = {place for scores in scored.values() for place in scores.documents}
    for submission in submissions:
        if submission.name in scored and (missing := everything - scored[submission.name].documents.keys()):
            submission.unranked = f"{quantity(len(missing), 'document')} could not be scored"
            del scored[submission.name]
    return scored


def _told(submission: Submission) -> dict[str, Any]:
    scores = submission.scores
    report = scores.as_json() if scores is not None else None
    if report is not None and "failed" in report:
        # A reason may quote a line of the key.
        report["failed"] = dict.fromkeys(report["failed"], "it does not fit the key")
    return {
        "name": submission.name,
        "problems": submission.problems,
        "unranked": submission.unranked,
        "notes": [f"It {_answered(scores)}."] if scores is not None and " " in scores.answered else [],
        "report": report,
    }


def _unanswered(scored: Mapping[str, Scores]) -> Iterator[str]:
    for name, scores in scored.items():
        if " " in scores.answered:
            yield f"{name} {_answered(scores)}."


def _answered(scores: Scores) -> str:
    return f"answered {scores.answered} documents; the missing ones count as not answered"


def _not_counted(submissions: list[Submission]) -> Iterator[str]:
    """Who has not what a metric needs that applies to others, so that it is counted for nobody."""
    wanted = {name: None for submission in submissions for name in submission.metrics}
    for submission in submissions:
        lacking = [name for name in wanted if name not in submission.metrics]
        if lacking:
            yield f"Counted for nobody, as {submission.name} has not all that it needs: {', '.join(lacking)}."
