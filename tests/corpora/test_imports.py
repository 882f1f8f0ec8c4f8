"""What the files of corpora import: nothing that comes after them, at the top of the file.

tests/test_floors.py holds this for all folders, ``corpora/languages`` among them, and lists the circles that are left.
"""

import ast
from pathlib import Path

import pytest

from anaphora_workbench import corpora

FOLDER = Path(corpora.__file__).parent
PACKAGE = "anaphora_workbench"
MODULES = {
    ".".join((PACKAGE, "corpora", *path.relative_to(FOLDER).with_suffix("").parts)).removesuffix(".__init__"): path
    for path in sorted(FOLDER.rglob("*.py"))
    if "languages" not in path.parts
}


def _imported(module: str) -> set[str]:
    """The modules of our packages that a module names in its imports, wherever they stand."""
    named = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            named |= {name if name in MODULES else node.module for name in inner}
    return {name for name in named if name.partition(".")[0] == PACKAGE}


@pytest.mark.parametrize("module", MODULES)
def test_only_corpora_is_imported(module: str) -> None:
    assert all(name.startswith(f"{PACKAGE}.corpora") for name in _imported(module))


def test_no_file_imports_itself_by_others() -> None:
    below = {module: _imported(module) & MODULES.keys() for module in MODULES}
    # The front page of a package imports from its files; whoever imports a file does not need the front page.
    done: set[str] = set()
    while ready := {module for module in below.keys() - done if below[module] <= done}:
        done |= ready
    assert not below.keys() - done, "these import each other in a circle"


@pytest.mark.parametrize("module", MODULES)
def test_no_import_of_ours_stands_in_a_function_or_for_types_only(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if node not in tree.body and isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith(PACKAGE), f"line {node.lineno}"
