"""What figures depend on besides corpora and description: the workbench's code, packages, models, plug-ins."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

import anaphora_workbench
from anaphora_workbench.corpora.formats import find
from anaphora_workbench.corpora.plugins import entry_points_of, groups
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.runs.experiment_file import versions
from anaphora_workbench.workbench.signature import file_checksum

_OURS = "anaphora_workbench"
_SHOWN = 12
_LONGEST_PATH = 250


def made_with(experiment: Experiment) -> dict[str, str]:
    """Versions and checksums by name; what two runs of one description must share to give the same figures."""
    files = (
        file
        for corpus in experiment.corpora
        for path, its_format in find(corpus.path, corpus.format)
        for file in its_format.read_with(path)
    )
    return software(experiment) | _checksums(files)


def software(experiment: Experiment) -> dict[str, str]:
    """The part of it that must be the same on every machine that works on documents."""
    depends_on = PreparedDocuments(experiment.preprocessing.preprocessor()).depends_on()
    return {
        **versions(experiment),
        "the workbench's code": code_checksum(),
        "preprocessing's code": hashlib.sha256(depends_on.encode()).hexdigest()[:_SHOWN],
        **{f"plug-in {name}": version for name, version in plug_ins().items()},
        **{f"code of plug-in {name}": checksum for name, checksum in plug_in_code().items()},
        **_checksums(_files_of_rows(experiment)),
    }


def plug_ins() -> dict[str, str]:
    """The versions of the distributions that add to the workbench."""
    return dict(_named(entry) for entry in _foreign_entries())


@cache
def plug_in_code() -> dict[str, str]:
    """Short checksums of the modules of the same distributions: they may change under one version."""
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
                checksum.update(f"{file.relative_to(folder)} {file_checksum(file)}\n".encode())
    return checksum.hexdigest()[:_SHOWN]


def _foreign_entries() -> list[EntryPoint]:
    entries = (entry for group in groups() for entry in entry_points_of(group))
    return [entry for entry in entries if not entry.value.startswith(f"{_OURS}.")]


def _named(entry: EntryPoint) -> tuple[str, str]:
    """Name and version of the distribution of an entry point."""
    return (entry.dist.name, entry.dist.version) if entry.dist is not None else (entry.value, "")


@cache
def code_checksum() -> str:
    """A short checksum of all files of the workbench: between two releases, rules change under one version."""
    checksum = hashlib.sha256()
    root = Path(next(iter(anaphora_workbench.__path__)))
    for folder in sorted(entry for entry in root.iterdir() if entry.is_dir()):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts and "samples" not in file.parts:
                checksum.update(f"{file.relative_to(root)} {file_checksum(file)}\n".encode())
    return checksum.hexdigest()[:_SHOWN]


def _files_of_rows(experiment: Experiment) -> Iterator[Path]:
    """The files of responses, and those that options of resolvers name."""
    for response in experiment.responses:
        for file, its_format in find(response.path):
            yield from (file, *its_format.read_with(file))
    for resolver in experiment.resolvers:
        for value in map(str, experiment.options_of(resolver).values()):
            if len(value) < _LONGEST_PATH and Path(value).is_file():
                yield Path(value)


def _checksums(files: Iterable[Path]) -> dict[str, str]:
    return {str(file): file_checksum(file)[:_SHOWN] for file in sorted(set(files))}
