"""Preprocessing: text or words in, Documents with noun phrases out."""

from preprocessing.pipeline import Preprocessor
from preprocessing.spacy_parser import ModelError

__all__ = ["ModelError", "Preprocessor"]
