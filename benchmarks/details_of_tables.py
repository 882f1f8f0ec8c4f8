"""What the tables of a report are made of, in a module that worker processes can import."""

from __future__ import annotations

from dataclasses import replace

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.resolvers import Resolution
from anaphora_workbench.workbench.details import ReportDetails, ResolutionDetails


class WithoutTraces(ReportDetails):
    """Makes the details that tables are made of: packing the traces of all systems takes longer than all else."""

    def __call__(self, pair: DocumentPair, resolution: Resolution, prepared: Document) -> ResolutionDetails:
        return super().__call__(pair, replace(resolution, traces=[]), prepared)
