"""The string constants that code decides by: walks the syntax trees of files for the tests of languages and labels.

Taken are the strings in comparisons (``in`` among them), sets, tuples, lists, keys of dictionaries, ``match`` and
regular expressions; not those in messages, docstrings, calls and annotations.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
# Functions whose first argument is a regular expression.
_REGULAR = {"compile", "match", "search", "fullmatch", "sub", "split", "findall", "finditer"}
_ANNOTATIONS = {"Literal", "cast", "TypeVar"}


@dataclass(frozen=True, slots=True)
class Constant:
    """A string that a decision is made by, and where."""

    file: str
    line: int
    value: str


def constants(folders: dict[str, tuple[str, ...]]) -> list[Constant]:
    """The string constants of all Python files of folders.

    Args:
        folders: by folder the parts of paths to leave out, relative to the repository.
    """
    strings = []
    for folder, left_out in folders.items():
        for file in sorted((REPOSITORY / folder).rglob("*.py")):
            name = file.relative_to(REPOSITORY).as_posix()
            if not name.startswith(left_out):
                tree = ast.parse(file.read_text(encoding="utf-8"))
                strings += [Constant(name, line, value) for line, value in sorted(set(_of(tree)))]
    return strings


def _of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in _without_annotations(tree):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                yield from _strings(side)
        elif isinstance(node, ast.Set | ast.Tuple | ast.List):
            for element in node.elts:
                yield from _strings(element)
        elif isinstance(node, ast.Dict):
            for key in node.keys:
                if key is not None:
                    yield from _strings(key)
        elif isinstance(node, ast.MatchValue):
            yield from _strings(node.value)
        elif isinstance(node, ast.Call):
            yield from _in_call(node)


def _in_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    """Words of a regular expression, of a text that is split, and what strings are asked to begin or end with."""
    if not isinstance(node.func, ast.Attribute):
        return
    name, owner = node.func.attr, node.func.value
    if name in _REGULAR and isinstance(owner, ast.Name) and owner.id == "re" and node.args:
        for line, pattern in _strings(node.args[0]):
            # Classes of characters (``[a-z]``), escapes and flags are no words.
            plain = re.sub(r"\\\[|\[[^\]]*\]|\\[a-zA-Z]|\(\?[a-zA-Z]+", " ", pattern)
            yield from ((line, word) for word in re.findall(r"[^\W\d_]+[$]?", plain))
    elif name in ("startswith", "endswith") and node.args:
        yield from _strings(node.args[0])
    elif name == "split":
        for line, text in _strings(owner):
            yield from ((line, word) for word in text.split())


def _strings(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value


def _without_annotations(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of types: ``Literal["a", "an"]`` decides nothing."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") in _ANNOTATIONS:
            continue
        yield node
        waiting.extend(ast.iter_child_nodes(node))
