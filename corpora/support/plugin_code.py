"""Checksums of the code of plug-ins, which may change under one version while it is developed."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES
from importlib.metadata import Distribution, EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_OURS = "anaphora_workbench"
_SHOWN = 12
_SUFFIXES = (*SOURCE_SUFFIXES, *EXTENSION_SUFFIXES)
_LEADING = ("__editable__", "_editable")


def plug_ins() -> dict[str, str]:
    """The versions of the distributions that add to the workbench."""
    return dict(_named(entry) for entry in _foreign_entries())


@cache
def plug_in_code() -> dict[str, str]:
    """Short checksums of the Python files and extension modules of the same distributions, data not counted."""
    modules: dict[str, set[str]] = {}
    distributions: dict[str, Distribution | None] = {}
    for entry in _foreign_entries():
        name, listed = _named(entry)[0], entry.dist.read_text("top_level.txt") if entry.dist is not None else None
        distributions[name] = entry.dist
        modules.setdefault(name, set()).update([entry.module.partition(".")[0], *(listed or "").split()])
    return {name: _checksum(_code_of(distributions[name], sorted(its))) for name, its in modules.items()}


def _code_of(distribution: Distribution | None, modules: Iterable[str]) -> dict[str, Path]:
    """Files with code by their places: what a distribution lists, and what is in its packages.

    A namespace is shared with other distributions, so that all in it counts only where nothing is listed.
    """
    listed = {str(path): Path(path.locate()) for path in (distribution and distribution.files) or ()}
    # What leads to the sources of an editable installation names folders of this machine.
    code = {name: file for name, file in listed.items() if _is_code(file) and not file.name.startswith(_LEADING)}
    for module in modules:
        try:
            spec = find_spec(module)
        except (ImportError, ValueError):
            spec = None
        if spec is None or (spec.origin is None and code):
            continue
        folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
        # Data in a package may be a model of gigabytes.
        found = [(folder, file) for folder in folders for file in folder.rglob("*") if _is_code(file)]
        code |= {f"{module}/{file.relative_to(folder).as_posix()}": file for folder, file in found}
        if not folders and spec.origin is not None and _is_code(Path(spec.origin)):
            code[Path(spec.origin).name] = Path(spec.origin)
    return code


def _is_code(file: Path) -> bool:
    """Whether it is a file that Python imports; an editor's lock on x.py is a link .#x.py to no file."""
    return file.name.endswith(_SUFFIXES) and file.is_file()


def _checksum(code: Mapping[str, Path]) -> str:
    checksum = hashlib.sha256()
    for name, file in sorted(code.items()):
        with file.open("rb") as content:
            checksum.update(f"{name} {hashlib.file_digest(content, 'sha256').hexdigest()}\n".encode())
    return checksum.hexdigest()[:_SHOWN]


def _foreign_entries() -> list[EntryPoint]:
    entries = (entry for group in groups() for entry in entry_points_of(group))
    return [entry for entry in entries if not entry.value.startswith(f"{_OURS}.")]


def _named(entry: EntryPoint) -> tuple[str, str]:
    """Name and version of the distribution of an entry point."""
    return (entry.dist.name, entry.dist.version) if entry.dist is not None else (entry.value, "")


def entry_points_of(group: str) -> Iterable[EntryPoint]:
    """The installed entry points of a group."""
    entry_points: Iterable[EntryPoint] = _installed().select(group=group)
    return entry_points


def groups() -> list[str]:
    """The groups of entry points by which something is added to the workbench."""
    return sorted(group for group in _installed().groups if group.startswith("anaphora_workbench."))


@cache
def _installed() -> Any:
    # All groups at once: each call reads the entry points of every installed distribution.
    return entry_points()
