"""One namespace: the package works beside anybody's modules, and each class exists once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[1]
ROOMS = ("corpora", "preprocessing", "resolvers", "evaluation", "workbench")


@pytest.fixture
def crowded(tmp_path: Path) -> Path:
    """A folder with a user's own modules under the names of all our folders, none of which may be imported."""
    for number, room in enumerate(ROOMS):
        own = tmp_path / room / "__init__.py" if number % 2 else tmp_path / f"{room}.py"
        own.parent.mkdir(exist_ok=True)
        own.write_text(f"raise RuntimeError('{room} of the user was imported')\n", encoding="utf-8")
    return tmp_path


def python(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )


@pytest.mark.parametrize("words", [("-m", "anaphora_workbench"), (str(Path(sys.executable).parent / "workbench"),)])
def test_the_commands_run_beside_modules_of_the_user(crowded: Path, words: tuple[str, ...]) -> None:
    done = python(crowded, *words, "difficulty", "samples", "--quiet", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert "documents" in done.stdout


def test_spacy_starts_beside_modules_of_the_user_and_loads_none_of_our_folders(crowded: Path) -> None:
    """spaCy imports the modules of all entry points, installed plug-ins among them, when a pipeline is made."""
    code = (
        "import spacy, sys; spacy.blank('en');"
        "print(*sorted(name for name in sys.modules if name.partition('.')[0] == 'anaphora_workbench'))"
    )
    done = python(crowded, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    component = "anaphora_workbench.workbench.spacy_component"
    assert done.stdout.split() == ["anaphora_workbench", "anaphora_workbench.workbench", component]


def test_every_import_of_ours_is_prefixed() -> None:
    """``from evaluation import …`` would make every class a second time."""
    generic = re.compile(rf"^\s*(?:>>> )?(?:from|import) (?:{'|'.join(ROOMS)})\b", re.MULTILINE)
    files = [file for room in (*ROOMS, "tests", "benchmarks") for file in (REPOSITORY / room).rglob("*.py")]
    pages = [*(REPOSITORY / "docs").rglob("*.md"), *REPOSITORY.glob("*.md")]
    assert len(files) > 200
    assert [file for file in (*files, *pages) if generic.search(file.read_text(encoding="utf-8"))] == []


def test_the_root_of_the_repository_is_not_on_the_path() -> None:
    assert str(REPOSITORY) not in {os.path.realpath(place) for place in sys.path}


def test_the_five_folders_are_links() -> None:
    """On Windows git makes them where core.symlinks is set (docs of the repository say so)."""
    package = REPOSITORY / "src" / "anaphora_workbench"
    assert {link.name: os.readlink(link) for link in package.iterdir() if link.is_symlink()} == {
        room: f"../../{room}" for room in ROOMS
    }
    assert (package / "py.typed").exists()
