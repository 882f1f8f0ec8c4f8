"""Preprocessing: text or words in, Documents with noun phrases out."""

from preprocessing.pipeline import ModelError, Preprocessor

__all__ = ["ModelError", "Preprocessor"]
