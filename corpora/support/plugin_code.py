"""Checksums of the files of plug-ins, models and the workbench, which may change under one version."""

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.machinery import BYTECODE_SUFFIXES
from importlib.metadata import Distribution, EntryPoint, distribution, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_OURS = "anaphora_workbench"
_ROOMS = ("corpora", "preprocessing", "resolvers", "evaluation", "workbench")
_SHOWN = 12
_HASH, _ABOUT = "sha256", ".dist-info"
_LEADING = ("__editable__", "_editable")


def plug_ins() -> dict[str, str]:
    """The versions of the distributions that add to the workbench."""
    return dict(_named(entry) for entry in _foreign_entries())


@cache
def plug_in_code() -> dict[str, str]:
    """Short checksums of the files of the same distributions, data too; what is compiled from them apart."""
    modules: dict[str, set[str]] = {}
    distributions: dict[str, Distribution | None] = {}
    for entry in _foreign_entries():
        name, listed = _named(entry)[0], entry.dist.read_text("top_level.txt") if entry.dist is not None else None
        distributions[name] = entry.dist
        modules.setdefault(name, set()).update([entry.module.partition(".")[0], *(listed or "").split()])
    return {name: _checksum(_content_of(distributions[name], sorted(its))) for name, its in modules.items()}


def distribution_content(name: str) -> str:
    """A short checksum of the files of an installed distribution.

    Raises:
        PackageNotFoundError: it is not installed.
    """
    return _checksum(_content_of(distribution(name), [name]))


@cache
def own_content() -> str:
    """A short checksum of the workbench's files but its samples: of a checkout those in it, of a wheel as recorded."""
    files = _content_of(distribution(_OURS), [_OURS, *(f"{_OURS}.{room}" for room in _ROOMS)])
    is_data = re.compile("/samples(-[a-z]+)?/").search
    return _checksum({name: checksum for name, checksum in files.items() if not is_data(name)})


def _content_of(distribution: Distribution | None, modules: Iterable[str]) -> dict[str, str]:
    """Checksums of files by their places: what a distribution lists, and what is in its packages.

    A file of the size that is recorded has the checksum that is recorded. A namespace is shared with other
    distributions, so that all in it counts only where nothing is listed.
    """
    content = {}
    for path in (distribution and distribution.files) or ():
        file = Path(path.locate())
        # Scripts, and what leads to the sources of an editable installation, name folders of this machine.
        is_of_machine = path.parts[0] == ".." or file.name.startswith(_LEADING)
        if _counts(file) and not is_of_machine and not path.parts[0].endswith(_ABOUT):
            is_recorded = path.hash is not None and path.hash.mode == _HASH and path.size == file.stat().st_size
            content[str(path)] = path.hash.value if path.hash is not None and is_recorded else _hash(file)
    for module in modules:
        try:
            spec = find_spec(module)
        except (ImportError, ValueError):
            spec = None
        if spec is None or (spec.origin is None and content):
            continue
        folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
        found = {
            f"{module.replace('.', '/')}/{file.relative_to(folder).as_posix()}": file
            for folder in folders
            for file in folder.rglob("*")
            if _counts(file)
        }
        if not folders and spec.origin is not None and _counts(Path(spec.origin)):
            found[Path(spec.origin).name] = Path(spec.origin)
        content |= {name: _hash(file) for name, file in found.items() if name not in content}
    return content


def _counts(file: Path) -> bool:
    """Whether it is a file of the package's own; an editor's lock on x.py is a link .#x.py to no file."""
    return file.suffix not in BYTECODE_SUFFIXES and not file.name.startswith(".") and file.is_file()


def _hash(file: Path) -> str:
    """The checksum of a file as an installation records it."""
    with file.open("rb") as content:
        return urlsafe_b64encode(hashlib.file_digest(content, _HASH).digest()).decode().rstrip("=")


def _checksum(content: Mapping[str, str]) -> str:
    lines = "".join(f"{name} {checksum}\n" for name, checksum in sorted(content.items()))
    return hashlib.sha256(lines.encode()).hexdigest()[:_SHOWN]


def _foreign_entries() -> list[EntryPoint]:
    entries = (entry for group in groups() for entry in entry_points_of(group))
    return [entry for entry in entries if not entry.value.startswith(f"{_OURS}.")]


def _named(entry: EntryPoint) -> tuple[str, str]:
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
