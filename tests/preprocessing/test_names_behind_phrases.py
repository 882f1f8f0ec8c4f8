"""How often a parser takes what stands before a name for part of it, and how often it still does when put right.

The sentences are our own; docs/preprocessing.md has the figures.
"""

from itertools import product
from pathlib import Path

import pytest

from anaphora_workbench.preprocessing import Preprocessor, pipeline

DOCS = Path(__file__).resolve().parents[2] / "docs" / "preprocessing.md"
BEFORE = (
    "On Monday",
    "On Friday",
    "On Tuesday morning",
    "On Christmas Day",
    "By Sunday",
    "Since Wednesday",
    "Last Monday",
    "Next year",
    "Monday",
    "In March",
    "In June",
    "In 2005",
    "Yesterday",
    "Today",
    "Tomorrow",
    "Tonight",
    "In London",
    "In Germany",
    "In New York",
    "At Harvard",
    "Before lunch",
    "After dinner",
    "Outside",
    "Upstairs",
)
NAMES = ("Clara", "Sophie", "Eva", "Peter", "Voss", "Schmidt", "Obama", "Brown")
PREDICATES = ("called the office", "was ill")


def names_found(preprocessor: Preprocessor) -> int:
    """In how many of the sentences the name is a mention."""
    found = 0
    for before, name, predicate in product(BEFORE, NAMES, PREDICATES):
        document = preprocessor.process(f"{before} {name} {predicate}.")
        found += name in {document.mention_text(mention) for mention in document.mentions}
    return found


@pytest.mark.model
def test_names_behind_times_and_places_are_mentions(
    preprocessor: Preprocessor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentences = len(BEFORE) * len(NAMES) * len(PREDICATES)
    right = names_found(preprocessor)
    monkeypatch.setattr(pipeline, "part_names", lambda document, lexicon: None)
    joined = names_found(preprocessor)
    docs = " ".join(DOCS.read_text(encoding="utf-8").split())
    assert f"Of {sentences} such sentences the name was a mention in {joined}, and is in {right}" in docs
