"""Preprocessing: text or words in, Documents with noun phrases out."""

from anaphora_workbench.preprocessing.pipeline import Preprocessor
from anaphora_workbench.preprocessing.spacy_parser import ModelError

__all__ = ["ModelError", "Preprocessor"]
