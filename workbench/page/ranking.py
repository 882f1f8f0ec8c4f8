"""Submissions to a key that lies apart: each checked line by line, then scored and ranked against the others.

What goes out is figures and what is wrong with the submissions themselves; nothing of the key's text or chains.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora import FormatError, find, read
from anaphora_workbench.corpora.validation import problems
from anaphora_workbench.workbench.page.questions import RankingQuestion
from anaphora_workbench.workbench.report.leaderboard import leaderboard_table, warnings_of
from anaphora_workbench.workbench.report.tables import plain
from anaphora_workbench.workbench.runs.leaderboard import leaderboard
from anaphora_workbench.workbench.runs.scores import Pairs, Scores, scores_of
from anaphora_workbench.workbench.scoring import DocumentsPair, Request, file_pairs, metrics_for

_MOST_PROBLEMS = 200


def ranked(question: RankingQuestion) -> dict[str, Any]:
    """The submissions with what is wrong in them, and the leaderboard of those that could be scored."""
    checked = {name: _checked(path) for name, path in question.submissions}
    sound = [(name, path) for name, path in question.submissions if not any(p["error"] for p in checked[name])]
    scored: dict[str, Scores] = {}
    failures: dict[str, list[str]] = {}
    pairs_of = {name: _pairs(question.key, path) for name, path in sound}
    request = Request(metrics=_metrics_of_all(pairs_of.values()), by=("document",))
    for name, pairs in pairs_of.items():
        scores = scores_of(pairs, [], request, ("key", name))
        # A reason may quote a line of the key, so only how many there are goes out.
        failures[name] = [f"{_documents(scores.failures)} could not be scored"] * bool(scores.failures)
        if scores.only_in_key:
            failures[name].append(f"without an answer: {_documents(scores.only_in_key)} of the key")
        if scores.documents:
            scored[name] = scores
    board = leaderboard(scored) if scored else None
    return {
        "submissions": [
            {
                "name": name,
                "problems": checked[name],
                "notes": failures.get(name, []),
                "report": scored[name].as_json() if name in scored else None,
            }
            for name, _ in question.submissions
        ],
        "leaderboard": plain(leaderboard_table(board)) if board is not None else None,
        "warnings": list(warnings_of(board)) if board is not None else [],
    }


def _documents(counted: Sized) -> str:
    return f"{len(counted)} document{'s' * (len(counted) != 1)}"


def _checked(path: Path) -> list[dict[str, Any]]:
    """What is wrong with a submission, line by line."""
    try:
        found = [problem for file, its_format in find(path) for problem in problems(file, its_format)]
    except FormatError as error:
        return [{"line": error.line, "error": True, "what": f"{error.wrong}; {error.expected}".strip("; ")}]
    return [
        {"line": problem.line, "error": problem.severity == "error", "what": problem.what}
        for problem in found[:_MOST_PROBLEMS]
    ]


def _pairs(key: Path, submission: Path) -> Pairs:
    """What is scored against what: a submission is one file, which answers all documents of a key in a folder."""
    if key.is_dir():
        return [DocumentsPair("documents", tuple(read(key)), tuple(read(submission)))]
    pairs, _ = file_pairs(key, submission)
    return pairs


def _metrics_of_all(submissions: Iterable[Pairs]) -> tuple[str, ...]:
    """The metrics that apply to every submission."""
    of_each = [metrics_for(pairs, Request()) for pairs in submissions]
    return tuple(name for name in of_each[0] if all(name in names for names in of_each)) if of_each else ()
