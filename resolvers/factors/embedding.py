"""Salience of the place in the sentence: heads, arguments, existential constructions.

Source: Lappin & Leass (1994), Table 1; Kennedy & Boguraev (1996), 2.2.2.
"""

from __future__ import annotations

from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.words import says


@says("is introduced as being there", name="existential")
def existential(discourse: Discourse, position: int) -> bool:
    """In an existential construction: *many questions* in *There are many questions.*"""
    return discourse.mentions[position].existential


@says("is not inside another noun phrase", name="not embedded")
def not_embedded(discourse: Discourse, position: int) -> bool:
    """Not contained in another noun phrase: *the lid of the pump*, but not *the pump* in it."""
    return discourse.embedded_in[position] < 0


@says("is not in an adjunct", name="not in adjunct")
def not_in_adjunct(discourse: Discourse, position: int) -> bool:
    """Not contained in an adjunct: *Ann*, but not *the garden* in *Ann slept in the garden.*"""
    return not discourse.mentions[position].adjunct


@says("is not in an adverbial set off by a comma", name="not adverbial")
def not_set_off(discourse: Discourse, position: int) -> bool:
    """Not in an adverbial phrase that commas set off: *Ann*, but not *the garden* in *In the garden, Ann slept.*"""
    return not discourse.set_off[position]
