"""The code of plug-ins, by checksum: it may change under one version, as that of a package in the making does."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

from anaphora_workbench.corpora.entry_points import entry_points_of, groups

_OURS = "anaphora_workbench"
_SHOWN = 12


def plug_ins() -> dict[str, str]:
    """The versions of the distributions that add to the workbench."""
    return dict(_named(entry) for entry in _foreign_entries())


@cache
def plug_in_code() -> dict[str, str]:
    """Short checksums of the modules of the same distributions."""
    modules: dict[str, set[str]] = {}
    for entry in _foreign_entries():
        listed = entry.dist.read_text("top_level.txt") if entry.dist is not None else None
        modules.setdefault(_named(entry)[0], set()).update([entry.module.partition(".")[0], *(listed or "").split()])
    return {name: _modules_checksum(sorted(its)) for name, its in modules.items()}


def _modules_checksum(modules: Iterable[str]) -> str:
    checksum = hashlib.sha256()
    for module in modules:
        try:
            spec = find_spec(module)
        except (ImportError, ValueError):
            spec = None
        if spec is not None:
            origin = Path(spec.origin or "")
            # Data in a package may be a model of gigabytes.
            files = [
                (file, folder)
                for folder in map(Path, spec.submodule_search_locations or ())
                for file in sorted(folder.rglob("*.py"))
                if file.is_file()  # an editor's lock on x.py is a link .#x.py to no file
            ]
            for file, folder in files or ([(origin, origin.parent)] if origin.is_file() else []):
                with file.open("rb") as content:
                    of_file = hashlib.file_digest(content, "sha256").hexdigest()
                checksum.update(f"{file.relative_to(folder)} {of_file}\n".encode())
    return checksum.hexdigest()[:_SHOWN]


def _foreign_entries() -> list[EntryPoint]:
    entries = (entry for group in groups() for entry in entry_points_of(group))
    return [entry for entry in entries if not entry.value.startswith(f"{_OURS}.")]


def _named(entry: EntryPoint) -> tuple[str, str]:
    """Name and version of the distribution of an entry point."""
    return (entry.dist.name, entry.dist.version) if entry.dist is not None else (entry.value, "")
