"""A window that ends at the heading of the section.

Source: a choice after Mitkov (1998), section 2.1, who takes the noun phrases of the section.
"""

from __future__ import annotations

from typing import Any

from anaphora_workbench.resolvers.case import Case


def within_section(case: Case[Any], positions: list[int]) -> list[int]:
    """Nothing before the heading of the section that the pronoun stands in (option ``stop_at_heading``).

    Not *the pump* of the section before *Cleaning the filter* in *Rinse it well.*
    """
    discourse = case.discourse
    sentence = discourse.sentence[case.anaphor]
    heading = discourse.heading_of[sentence]
    if not case.memory.parameters.stop_at_heading or heading >= sentence:
        return positions
    return [position for position in positions if discourse.sentence[position] > heading]
