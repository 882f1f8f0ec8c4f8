"""Whether noun phrases inside others may be antecedents.

Source: a choice of the baselines; Mitkov (1998), section 3, does not say which noun phrases are recent.
"""

from __future__ import annotations

from typing import Any

from anaphora_workbench.resolvers.case import Case


def embedded_too(case: Case[Any], positions: list[int]) -> list[int]:
    """Noun phrases inside noun phrases among the candidates (option ``embedded``), or outer ones alone.

    *the pump* in *the lid of the pump.*
    """
    if case.memory.parameters.embedded:
        return positions
    return [position for position in positions if case.discourse.embedded_in[position] < 0]
