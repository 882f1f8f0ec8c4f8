"""Reports and the page know no algorithm by name: words come from the registry, and what is named from the trace."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora_workbench.resolvers.contract.resolver import ROLES
from anaphora_workbench.resolvers.registry.registry import RESOLVERS

REPOSITORY = Path(__file__).resolve().parents[1]
ROOMS = ("workbench/report", "workbench/page")
RESOLVERS_OF = "anaphora_workbench.resolvers"
# What stands before the algorithms: the registry, and the contract that each of them keeps.
_ROOMS = ("registry.registry", "contract.case", "contract.resolver", "options", "words")
FRONT = {RESOLVERS_OF, *(f"{RESOLVERS_OF}.{room}" for room in _ROOMS)}
# A role may have the name of a resolver, and an option too: *oracle*, *singletons*.
NAMES = set(RESOLVERS.names()) - set(ROLES) - {"singletons"}


def files(*endings: str) -> Iterator[Path]:
    for room in ROOMS:
        yield from (file for file in sorted((REPOSITORY / room).rglob("*")) if file.suffix in endings)


def imported(source: str) -> Iterator[str]:
    """The modules of resolvers that a module imports from."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(RESOLVERS_OF):
            yield node.module or ""
        elif isinstance(node, ast.ImportFrom) and node.module == "anaphora_workbench":
            yield from (RESOLVERS_OF for alias in node.names if alias.name == "resolvers")
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith(RESOLVERS_OF))


def algorithms(source: str) -> set[str]:
    """The modules behind the registry and the contract that a module imports from, or imports as names of a package."""
    front = __import__(RESOLVERS_OF, fromlist=["__all__"]).__all__
    named = {
        f"{RESOLVERS_OF}.{alias.name}"
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == RESOLVERS_OF
        for alias in node.names
        if alias.name not in front
    }
    return (set(imported(source)) - FRONT) | named


def test_nothing_is_imported_from_behind_the_registry() -> None:
    assert len(list(files(".py"))) > 60
    assert {str(file): known for file in files(".py") if (known := algorithms(file.read_text(encoding="utf-8")))} == {}


def test_no_string_is_the_name_of_a_resolver() -> None:
    told = {
        (file.name, node.value)
        for file in files(".py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES
    }
    in_scripts = {
        (file.name, literal)
        for file in files(".js", ".j2")
        for literal in re.findall(r"[\"'`]([\w-]+)[\"'`]", file.read_text(encoding="utf-8"))
        if literal in NAMES
    }
    assert told | in_scripts == set()


@pytest.mark.parametrize(
    "line",
    [
        "from anaphora_workbench.resolvers.rules.hobbs import OUT_OF_REACH",
        "from anaphora_workbench.resolvers import binding",
        "import anaphora_workbench.resolvers.pronouns.stages.filter",
        "def late():\n    from anaphora_workbench.resolvers.pair_models.cistell import BASKET",
    ],
)
def test_an_algorithm_that_is_imported_is_found(line: str) -> None:
    assert algorithms(line)
    assert not algorithms("from anaphora_workbench.resolvers import words_of")
