"""Warnings about a response that lacks part of the text."""

from __future__ import annotations

from collections.abc import Mapping

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.workbench.base.errors import first_of


def says_incomplete(missing_words: Mapping[str, int], response: str = "the response", text: str = "key") -> str:
    """That words are missing, with the documents.

    Args:
        missing_words: how many, by document; of one at least.
        text: what has these words.
    """
    number = sum(missing_words.values())
    words = f"{quantity(number, 'word')} of the {text} {'is' if number == 1 else 'are'}"
    documents = f"document{'s' * (len(missing_words) > 1)} {first_of(list(missing_words))}"
    return f"{words} not in {response}, in {documents}; is it complete?"
