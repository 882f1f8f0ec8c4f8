"""``python -m benchmarks.points``: what each change of the representation gained, from commit to commit.

Writes docs/points.md. The commits stand in points.toml; each is checked out in a folder of its own, its resolvers
answer, and answers before and after are compared anaphor by anaphor (McNemar, exact). It takes half an hour.
"""

from __future__ import annotations

import configparser
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.writing import write_text
from anaphora_workbench.evaluation.significance import mcnemar
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown
from benchmarks.places import DOCS, ROOT, corpora_folder

POINTS = Path(__file__).with_name("points.toml")
RESOLVERS = ("kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "mars", "cogniac")
TITLES = {
    1: "Defaults of the papers",
    2: "Hobbs on the tree",
    3: "No contradictory chains",
    4: "Quotations and speakers",
    5: "What is no mention",
    6: "Gender, number and animacy",
    7: "Pleonastic *it*",
    8: "Appositions and predicate nominals",
    9: "Explanations",
    10: "Anaphoricity",
}
CORPORA = {
    "GUM dev": ("gum/dev", "system-predicted"),
    "GUM dev, true-gold": ("gum/dev", "true-gold"),
    "LitBank": ("litbank/conll", "system-predicted"),
}
_COLUMNS = (
    Column("corpus", "corpus"),
    Column("resolver", "resolver"),
    Column("before", "before", "percent"),
    Column("after", "after", "percent"),
    Column("won", "won", "count"),
    Column("lost", "lost", "count"),
    Column("p", "p", "p"),
)
_INTRODUCTION = """\
# What each change of the representation gained

Written by `python -m benchmarks.points`. Success rate in % from raw text (`system-predicted`) unless the corpus says
otherwise, before and after each change, in the order in which they were made, on the same parses. *won* and *lost* are
anaphors that only one of the two gets right, *p* is McNemar's exact test over them, uncorrected. Resolvers that a
change leaves as they were are not listed. The rules are in [reference/representation.md](reference/representation.md),
with what they gained on GUM train, where they were found; GUM dev and LitBank were measured only.
"""


class Checkouts:
    """The repository as it was at commits, each in a folder of its own.

    Args:
        folder: holds them.
        corpora: the public corpora.
        kept: folder of parses and answers of earlier runs; a commit's answers never change.
    """

    def __init__(self, folder: Path, corpora: Path, kept: Path) -> None:
        self.folder, self.corpora, self.kept = folder, corpora, kept
        self.parses = kept / "parses"
        self.parses.mkdir(parents=True, exist_ok=True)
        self.answers = cache(self._answers)

    def _answers(self, commit: str, corpus: str) -> dict[str, Any]:
        """What each resolver of a commit got right on a corpus."""
        file = self.kept / f"{commit}.{corpus}.json"
        if not file.exists():
            write_text(file, self._asked(commit, corpus))
        answers: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        return answers

    def _asked(self, commit: str, corpus: str) -> str:
        checkout = self.folder / commit
        if not checkout.exists():
            _git("worktree", "add", "--detach", str(checkout), commit)
            _name_entry_points(checkout)
        place, setting = CORPORA[corpus]
        script = Path(__file__).with_name("judging.py")
        ran = subprocess.run(
            [sys.executable, script, self.corpora / place, setting, ",".join(RESOLVERS), self.parses],
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
            capture_output=True,
            text=True,
        )
        if ran.returncode:
            raise ValueError(f"commit {commit}, {corpus}: {ran.stderr.strip().splitlines()[-1]}")
        return ran.stdout

    def remove(self) -> None:
        """Take the checkouts off git's list of work trees."""
        for checkout in self.folder.iterdir():
            _git("worktree", "remove", "--force", str(checkout))


def change_table(answers: Callable[[str, str], dict[str, Any]], before: str, after: str) -> Table | None:
    """Resolvers before and after a change, on the same anaphors; None where no answer got right or wrong by it.

    Args:
        answers: what each resolver of a commit got right on a corpus.

    Raises:
        ValueError: the anaphors of the two differ.
    """
    rows: list[Row] = []
    blocks = []
    for corpus in CORPORA:
        were, are = answers(before, corpus), answers(after, corpus)
        of_corpus = [row for name in RESOLVERS if (row := _row(corpus, name, were[name], are[name])) is not None]
        rows += of_corpus
        blocks.append(len(of_corpus))
    return Table(f"{before} to {after}", _COLUMNS, rows, blocks) if rows else None


def _row(corpus: str, name: str, before: dict[str, Any], after: dict[str, Any]) -> Row | None:
    first, second = before["right"], after["right"]
    if first.keys() != second.keys():
        raise ValueError(f"{corpus}, {name}: the anaphors before and after differ; expected the same key")
    pairs = [(bool(first[anaphor]), bool(second[anaphor])) for anaphor in first]
    if all(was == now for was, now in pairs):
        return None
    return {
        "corpus": corpus,
        "resolver": name,
        "before": sum(was for was, _ in pairs) / len(pairs),
        "after": sum(now for _, now in pairs) / len(pairs),
        "won": sum(now and not was for was, now in pairs),
        "lost": sum(was and not now for was, now in pairs),
        "p": mcnemar([now for _, now in pairs], [was for was, _ in pairs]),
    }


def page(start: str, changes: list[dict[str, Any]], checkouts: Checkouts) -> Iterator[str]:
    """The page in pieces: all changes together, then point by point."""
    yield _INTRODUCTION
    yield "## All together\n"
    yield _written(change_table(checkouts.answers, start, changes[-1]["commit"]))
    befores = [
        change.get("before", last)
        for last, change in zip([start, *(change["commit"] for change in changes)], changes, strict=False)
    ]
    for point in sorted({change["point"] for change in changes}):
        yield f"## {point}. {TITLES[point]}\n"
        for before, change in zip(befores, changes, strict=False):
            if change["point"] == point:
                yield f"### {change['what'][0].upper()}{change['what'][1:]}\n"
                yield _written(change_table(checkouts.answers, before, change["commit"]))


def _written(table: Table | None) -> str:
    return "No answer of these resolvers gets right or wrong by it.\n" if table is None else as_markdown(table)


def main() -> int:
    corpora = corpora_folder()
    if corpora is None:
        return 2
    described = tomllib.loads(POINTS.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        checkouts = Checkouts(Path(folder), corpora, ROOT / DEFAULT_FOLDER / "points")
        try:
            write_text(DOCS / "points.md", "\n".join(page(described["start"], described["change"], checkouts)))
        finally:
            checkouts.remove()
    return 0


def _name_entry_points(checkout: Path) -> None:
    """Let a checkout's own resolvers, metrics and stages be found where its ``src`` is on the path."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    described = checkout / "src" / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    described.mkdir()
    (described / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    groups = configparser.ConfigParser(delimiters=("=",))
    groups.optionxform = str  # type: ignore[assignment,method-assign]
    groups.read_dict(project["entry-points"])
    with (described / "entry_points.txt").open("w", encoding="utf-8") as file:
        groups.write(file)


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(main())
