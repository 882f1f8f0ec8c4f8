"""Documents to learn from, for benchmarks: all of them, or an error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers.learned.training import TrainingDocument
from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.runs.running import Failure
from anaphora_workbench.workbench.runs.training import training_set
from anaphora_workbench.workbench.settings import setting_named


def lessons(corpora: Sequence[Path], settings: Iterable[str]) -> list[TrainingDocument]:
    """The documents of corpora in each setting that these allow.

    Args:
        corpora: files and folders. settings: their names.

    Raises:
        ValueError: one of them cannot be learnt from.
    """
    prepared = PreparedDocuments(Preprocessor(), cache_folder(Path(DEFAULT_FOLDER), False))
    failures: list[Failure] = []
    asked = tuple(map(setting_named, settings))
    gathered = training_set(list(corpora), None, asked, prepared, failures, lambda *_: None)
    if failures:
        raise ValueError(f"{len(failures)} documents cannot be learnt from: {failures[0].reason}")
    return gathered.documents
