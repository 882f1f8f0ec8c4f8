"""The files of a task of the exercise, as ``are prepare`` makes them."""

from pathlib import Path

from tiny_corpus import Run


def prepared_files(run: Run, corpus: Path, task: int, folder: Path, *options: str) -> Path:
    ran = run("are", "prepare", corpus, "--task", task, "--output", folder, *options)
    assert (ran.status, ran.err) == (0, "")
    return folder
