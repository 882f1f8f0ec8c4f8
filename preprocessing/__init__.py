"""Preprocessing: text or words in, Documents with noun phrases out."""

from anaphora_workbench.preprocessing.parser.given_annotation import (
    has_own_annotation,
    is_described,
    is_preprocessed,
    parser_named,
    parser_of,
)
from anaphora_workbench.preprocessing.parser.spacy_parser import ModelError
from anaphora_workbench.preprocessing.pipeline import AskedAnnotation, Preprocessor, can_find_mentions

__all__ = [
    "AskedAnnotation", "ModelError", "Preprocessor", "can_find_mentions", "has_own_annotation", "is_described",
    "is_preprocessed", "parser_named", "parser_of",
]  # fmt: skip
