"""Whether pronouns may be antecedents.

Source: a choice; Mitkov (1998), section 2.1, speaks of noun phrases.
"""

from __future__ import annotations

from typing import Any

from anaphora_workbench.resolvers.case import Case


def pronouns_too(case: Case[Any], positions: list[int]) -> list[int]:
    """Pronouns among the candidates (option ``pronoun_candidates``), or noun phrases alone.

    The first *it* for the second in *Rinse it before it dries out.*
    """
    if case.memory.parameters.pronoun_candidates:
        return positions
    return [position for position in positions if not case.discourse.mentions[position].is_pronoun]
