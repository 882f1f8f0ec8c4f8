"""What measured pages run: comparisons on public corpora, preprocessed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.base.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.engine.workers import processors
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from benchmarks.data import complete, filled
from benchmarks.places import ROOT, corpora_folder

TRUE, RAW = Setting("true", "gold"), Setting("system", "predicted")
# Where the key has no trees, there is no gold annotation.
WITHOUT_TREES = Setting("true", "predicted")


class Runs(NamedTuple):
    """Where runs find the public corpora and keep preprocessed documents, and how many processes they take."""

    corpora: Path
    cache: Path
    jobs: int

    def corpus(self, place: str, name: str) -> Corpus:
        """A public corpus by its place among them."""
        return Corpus(self.corpora / place, name)

    def compared(self, corpora: Corpus | tuple[Corpus, ...], *fields: Any, details: Any = None, **more: Any) -> Results:
        """A comparison. Raises ValueError if a document has no result.

        Args:
            fields, more: of the Experiment.
        """
        experiment = Experiment((corpora,) if isinstance(corpora, Corpus) else corpora, *fields, **more)
        return complete(run(experiment, self.cache, self.jobs, details=details))

    def prepared(self, **options: Any) -> PreparedDocuments:
        """Documents as a preprocessor makes them, by its options."""
        return PreparedDocuments(Preprocessor(**options), self.cache)


def remake(page: Path, measure: Callable[[Runs], Mapping[str, str]]) -> int:
    """Measure the figures of a page and write it; returns the exit status.

    Args:
        measure: returns the parts of the page.
    """
    corpora = corpora_folder()
    if corpora is None:
        return 2
    cache = cache_folder(ROOT / DEFAULT_FOLDER, False)
    assert cache is not None
    write_text(page, filled(page, measure(Runs(corpora, cache, processors()))))
    return 0
