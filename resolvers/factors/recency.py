"""Salience of recency: every mention of a sentence has it, and it fades with each further sentence.

Source: Lappin & Leass (1994), 2.2; Kennedy & Boguraev (1996), 2.2.2.
"""

from __future__ import annotations

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.words import says


@says("was mentioned recently", name="recency")
def recent(discourse: Discourse, position: int) -> bool:
    """In the current sentence, or in the current topical segment where the factor counts by segment.

    Both *Ann* and *Mary* in *Ann met Mary.*
    """
    return True
