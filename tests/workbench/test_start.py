"""Starting: help with examples, and nothing imported that is not needed."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tiny_corpus import Run

from workbench.commands import COMMANDS

SLOW = ("spacy", "rich", "numpy", "scipy", "lxml", "evaluation", "resolvers", "preprocessing")
START = "import sys; from workbench.commands import main; status = main(sys.argv[1:]); "
LOADED = "print(*sorted(set(sys.modules) & set({!r})), file=sys.stderr); sys.exit(status)"


def loaded(*words: str, of: tuple[str, ...]) -> set[str]:
    """Which of some modules a command line imports."""
    command = [sys.executable, "-c", START + LOADED.format(of), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return set(done.stderr.splitlines()[-1].split())


def test_help_imports_nothing_slow() -> None:
    assert loaded("--help", of=SLOW) == set()


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_command_has_help_with_an_example(run: Run, name: str) -> None:
    ran = run(name, "--help")
    assert (ran.status, ran.err) == (0, "")
    assert "Example: workbench" in " ".join(ran.out.split()) or "COMMAND" in ran.out


@pytest.mark.parametrize("name", list(COMMANDS))
def test_no_command_imports_spacy_or_rich_before_it_works(name: str) -> None:
    assert loaded(name, "--help", of=("spacy", "rich")) == set()


def test_no_arguments_is_help(run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert all(name in ran.out for name in COMMANDS)


def test_a_group_without_arguments_is_help(run: Run) -> None:
    ran = run("corpora")
    assert (ran.status, ran.err) == (0, "")
    assert "fetch" in ran.out


def test_version(run: Run) -> None:
    ran = run("--version")
    assert ran.status == 0
    assert ran.out.startswith("anaphora-workbench ")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} -m workbench list metrics | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
