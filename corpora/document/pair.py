"""The key and the response of one document, side by side."""

from __future__ import annotations

from dataclasses import dataclass

from anaphora_workbench.corpora.document import CoreferenceLayer, Document


@dataclass(frozen=True)
class DocumentPair:
    """The key and the response of one document.

    Attributes:
        key_layer, response_layer: the annotation compared; its mentions are ids of mentions of its document.
        missing: there is no response, and what stands for it is empty.
    """

    id: str
    key: Document
    key_layer: CoreferenceLayer
    response: Document
    response_layer: CoreferenceLayer
    missing: bool = False
