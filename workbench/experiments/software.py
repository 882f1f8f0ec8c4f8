"""Versions that figures depend on besides corpora and description: code, packages, models, plug-ins."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from anaphora_workbench.corpora.formats import find
from anaphora_workbench.corpora.formats.options import given
from anaphora_workbench.corpora.support.plugin_code import own_content, plug_in_code, plug_ins
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
        "the workbench's code": own_content(),
        "preprocessing's code": hashlib.sha256(depends_on.encode()).hexdigest()[:_SHOWN],
        **{f"plug-in {name}": version for name, version in plug_ins().items()},
        **{f"code of plug-in {name}": checksum for name, checksum in plug_in_code().items()},
        **{f"option {name}": value for name, value in given().items()},
        **_checksums(_files_of_rows(experiment)),
    }


def _files_of_rows(experiment: Experiment) -> Iterator[Path]:
    for response in experiment.responses:
        for file, its_format in find(response.path):
            yield from (file, *its_format.read_with(file))
    for resolver in experiment.resolvers:
        for value in map(str, experiment.options_of(resolver).values()):
            if len(value) < _LONGEST_PATH and Path(value).is_file():
                yield Path(value)


def _checksums(files: Iterable[Path]) -> dict[str, str]:
    return {str(file): file_checksum(file)[:_SHOWN] for file in sorted(set(files))}
