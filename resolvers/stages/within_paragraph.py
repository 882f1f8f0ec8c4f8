"""A window that ends where the paragraph begins."""

from __future__ import annotations

from typing import Any

from anaphora_workbench.resolvers.case import Case


def within_paragraph(case: Case[Any], positions: list[int]) -> list[int]:
    """Noun phrases of the pronoun's paragraph alone, where the option ``within_paragraph`` asks for it.

    *The pump* of the paragraph before, in *Rinse it well.*

    Source: Mitkov, Evans & Orăsan (2002), as others tell it.
    """
    if not case.memory.parameters.within_paragraph:
        return positions
    paragraph = case.discourse.paragraph
    return [position for position in positions if paragraph[position] == paragraph[case.anaphor]]
