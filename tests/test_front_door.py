"""``import anaphora_workbench as aw``: lazy, typed, documented."""

import importlib.util
import os
import re
import shutil
import statistics
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import anaphora_workbench as aw
from anaphora_workbench.corpora.document import Document, Sentence, Word

REPOSITORY = Path(__file__).resolve().parents[1]
HEAVY = ("numpy", "scipy", "lxml", "spacy", "typer", "rich", "jinja2", "pydantic", "importlib.metadata")


def test_importing_it_loads_nothing_heavy() -> None:
    code = f"import sys; import anaphora_workbench; print(*sorted(set(sys.modules) & set({HEAVY!r})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_importing_it_takes_no_time() -> None:
    """Less than 60 ms of the processor on top of the interpreter's start, the median of five."""

    def seconds(code: str) -> float:
        took = []
        for _ in range(5):
            before = os.times()
            subprocess.run([sys.executable, "-c", code], check=True)
            after = os.times()
            took.append(after.children_user + after.children_system - before.children_user - before.children_system)
        return statistics.median(took)

    assert seconds("import anaphora_workbench") - seconds("pass") < 0.06


def test_all_that_it_names_is_there_and_documented() -> None:
    for name in aw.__all__:
        assert getattr(aw, name) is getattr(aw, name)
        assert name in dir(aw)
        if name != "__version__":
            assert ">>> " in (getattr(aw, name).__doc__ or ""), f"aw.{name} has no example"


@pytest.mark.parametrize("name", ["Document", "Resolution"])
def test_what_its_functions_give_has_a_name_in_it(name: str) -> None:
    """interfaces.md, section 5."""
    document = Document("rain", [Word("It"), Word("rained")], [Sentence(0, 2)])
    given = {"Document": document, "Resolution": aw.get_resolver("most-recent").resolve(document)}[name]
    assert type(given) is getattr(aw, name)


def test_what_it_does_not_have_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'answer'"):
        aw.answer  # noqa: B018


@pytest.mark.parametrize("extra", ["english", "web", "dask", "models", "neural", "train"])
def test_an_extra_that_users_name_can_be_installed(extra: str) -> None:
    """interfaces.md: pip warns of one that is not there."""
    project = REPOSITORY / "pyproject.toml"
    assert extra in tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]


needs_mypy = pytest.mark.skipif(not importlib.util.find_spec("mypy"), reason="no mypy; make lint installs it")


def strictly_typed(own: Path) -> str:
    """What mypy says of a user's program that has no mistake, beside the package as a wheel has it."""
    installed = own.with_name("installed")
    shutil.copytree(REPOSITORY / "anaphora_workbench", installed / "anaphora_workbench")
    for folder in ("corpora", "preprocessing", "resolvers", "evaluation", "workbench"):
        modules = shutil.ignore_patterns("*.json", "*.tsv", "__pycache__")
        shutil.copytree(REPOSITORY / folder, installed / "anaphora_workbench" / folder, ignore=modules)
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports", "silent"]
    command += ["--cache-dir", str(own.with_name("cache")), str(own)]
    places = {**os.environ, "MYPYPATH": str(installed)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=own.parent, env=places)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.slow
@needs_mypy
def test_a_user_with_strict_types_sees_real_ones(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "import anaphora_workbench as aw\n"
        "reveal_type(aw.__version__)\n"
        'reveal_type(aw.get_resolver("mitkov"))\n'
        'for document in aw.read("samples"):\n'
        "    reveal_type(document.mentions[0].start)\n"
        'reveal_type(aw.evaluate([["a"]], [["a"]])["muc"])\n'
        'scores = aw.score("key.conllu", "response.conllu", ["muc"], intervals=True)\n'
        'reveal_type(scores["muc"])\n'
        "reveal_type(scores.intervals)\n"
        'resolution: aw.Resolution = aw.get_resolver("mitkov").resolve(document)\n'
        "reveal_type(resolution.decisions[0].antecedent)\n"
        'results = aw.compare("samples", resolvers=["mitkov"], settings=["true-predicted"])\n'
        'reveal_type(results.of("mitkov").scores)\n'
        'reveal_type(aw.difficulty("samples").total)\n'
        "reveal_type(aw.significance(results)[0].tests[0].corrected)\n"
        'reveal_type(aw.significance(scores, scores)["muc"].p_bootstrap)\n',
        encoding="utf-8",
    )
    revealed = [line.split('"')[1] for line in strictly_typed(own).splitlines() if "Revealed type" in line]
    assert len(revealed) == 11
    assert not any("Any" in kind for kind in revealed), revealed


@pytest.mark.slow
@needs_mypy
def test_the_example_of_the_contract_has_right_types(tmp_path: Path) -> None:
    contract = REPOSITORY / "docs" / "reference" / "interfaces.md"
    section = contract.read_text(encoding="utf-8").partition("\n## 5. Python\n")[2]
    own = tmp_path / "own.py"
    own.write_text(section.split("```python\n", 1)[1].split("```", 1)[0], encoding="utf-8")
    assert '["muc"].f1' in own.read_text(encoding="utf-8")
    strictly_typed(own)


@pytest.mark.parametrize("pins", sorted(REPOSITORY.glob("requirements*.txt")), ids=lambda path: path.stem)
def test_every_pin_has_hashes_and_no_address(pins: Path) -> None:
    """``--require-hashes`` refuses what has none; an address would be that of one machine's index."""
    for pin in pins.read_text(encoding="utf-8").replace(" \\\n", " ").splitlines():
        assert re.fullmatch(r"[\w.-]+==[\w.]+( ; [^;]+)?( --hash=sha256:[0-9a-f]{64})+", " ".join(pin.split())), pin
