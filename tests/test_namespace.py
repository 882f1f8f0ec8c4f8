"""One namespace: the package works beside anybody's modules, and each class exists once."""

import ast
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
    done = python(crowded, *words, "difficulty", "samples/news_dairy.conllu", "--quiet", "--format", "csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert "tokens" in done.stdout


def test_spacy_starts_beside_modules_of_the_user_and_loads_none_of_our_folders(crowded: Path) -> None:
    """spaCy imports the modules of all entry points, installed plug-ins among them, when a pipeline is made."""
    code = (
        "import spacy, sys; spacy.blank('en');"
        "print(*sorted(name for name in sys.modules if name.partition('.')[0] == 'anaphora_workbench'))"
    )
    done = python(crowded, "-c", code)
    assert (done.returncode, done.stderr) == (0, "")
    above = ("anaphora_workbench", "anaphora_workbench.workbench", "anaphora_workbench.workbench.api")
    assert done.stdout.split() == [*above, "anaphora_workbench.workbench.api.spacy_component"]


def test_every_import_of_ours_is_prefixed() -> None:
    """``from evaluation import …`` would make every class a second time."""
    generic = re.compile(rf"^\s*(?:>>> )?(?:from|import) (?:{'|'.join(ROOMS)})\b", re.MULTILINE)
    files = [file for room in (*ROOMS, "tests", "benchmarks") for file in (REPOSITORY / room).rglob("*.py")]
    pages = [*(REPOSITORY / "docs").rglob("*.md"), *REPOSITORY.glob("*.md")]
    assert len(files) > 200
    assert [file for file in (*files, *pages) if generic.search(file.read_text(encoding="utf-8"))] == []


def test_the_root_of_the_repository_is_not_on_the_path() -> None:
    assert str(REPOSITORY) not in {os.path.realpath(place) for place in sys.path}


def test_a_checkout_holds_no_links() -> None:
    """An archive of the repository, and Windows without special rights, have none."""
    listed = subprocess.run(["git", "ls-files", "--stage"], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    modes = [line.partition(" ")[0] for line in listed.stdout.splitlines()]
    assert len(modes) > 500
    assert "120000" not in modes


def test_setup_names_every_folder_of_modules() -> None:
    """A folder that is left out would be missing in the wheel and hide from mypy."""
    code = (
        "import setuptools; named = {}; setuptools.setup = named.update;"
        "exec(open('setup.py').read()); print(*named['packages'])"
    )
    packages = set(python(REPOSITORY, "-c", code).stdout.split())
    folders = {file.parent.relative_to(REPOSITORY) for room in ROOMS for file in (REPOSITORY / room).rglob("*.py")}
    assert {".".join(("anaphora_workbench", *folder.parts)) for folder in folders} <= packages


@pytest.mark.slow
def test_doctests_are_found_in_all_packages() -> None:
    """--pyargs with the front door alone would find two files of an editable install and pass."""
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    packages = re.search(r"^PACKAGES := (\w+) \$\(addprefix \w+\.,\$\(FOLDERS\)\)$", makefile, re.MULTILINE)
    folders = re.search(r"^FOLDERS := (.*)$", makefile, re.MULTILINE)
    assert packages is not None
    assert folders is not None
    assert sorted(folders[1].split()) == sorted(ROOMS)
    named = [packages[1], *(f"{packages[1]}.{folder}" for folder in ROOMS)]
    collected = python(REPOSITORY, "-m", "pytest", "--pyargs", *named, "--doctest-modules", "--collect-only", "-q")
    files = {line.partition("::")[0] for line in collected.stdout.splitlines() if "::" in line}
    written = [file for room in ROOMS for file in (REPOSITORY / room).rglob("*.py") if _has_doctest(file)]
    assert len(files) >= len(written) > 40


def _has_doctest(file: Path) -> bool:
    """Whether a docstring of a module, class or function has an example."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return any(">>> " in (ast.get_docstring(node) or "") for node in nodes if isinstance(node, documented))
