"""Versions that figures depend on besides corpora and description: code, packages, models, plug-ins."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import anaphora_workbench
from anaphora_workbench.corpora.formats import find
from anaphora_workbench.corpora.formats.options import given
from anaphora_workbench.corpora.support.plugin_code import plug_in_code, plug_ins
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.signature import file_checksum
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.experiment_file import versions

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
        **{f"option {name}": value for name, value in given().items()},
        **_checksums(_files_of_rows(experiment)),
    }


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
