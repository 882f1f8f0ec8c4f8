"""The attributes of RELAXCOR's constraints: Figures 1 and 2 of Sapena et al. (2011), each holding or not.

I is the earlier mention, J the later one. Without semantic roles SRL_ARG is the grammatical function: 0 of subjects, 1
of direct and 2 of indirect objects. DIST_PHR, C_COMMANDS and BINDING_POS ask for phrases that are not here.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features.feature import Flags
from anaphora_workbench.resolvers.pair_models.pair_resolver import PairTable

# Numbers of attributes, each with whether it has to hold.
Conditions = Sequence[tuple[int, bool]]
_IN_ONE = 64


class AttributeBits:
    """Which attributes each row has.

    Args:
        columns: by attribute whether each row has it.
    """

    def __init__(self, columns: Sequence[NDArray[Any]]) -> None:
        self._size = len(columns[0]) if columns else 0
        self._numbers = []
        for start in range(0, len(columns), _IN_ONE):
            packed = np.zeros(self._size, dtype=np.uint64)
            for place, column in enumerate(columns[start : start + _IN_ONE]):
                packed |= (column != 0).astype(np.uint64) << np.uint64(place)
            self._numbers.append(packed)

    def holding(self, conditions: Conditions) -> Flags:
        """The rows for which all conditions hold."""
        holds = np.ones(self._size, dtype=np.bool_)
        for number, packed in enumerate(self._numbers):
            places = [(attribute - _IN_ONE * number, wanted) for attribute, wanted in conditions]
            own = [(1 << place, wanted) for place, wanted in places if 0 <= place < _IN_ONE]
            if own:
                asked, needed = sum(bit for bit, _ in own), sum(bit for bit, wanted in own if wanted)
                holds &= (packed & np.uint64(asked)) == np.uint64(needed)
        return holds

    def row(self, place: int) -> int:
        """The attributes that one row has, the first as the lowest bit."""
        return sum(int(packed[place]) << (_IN_ONE * number) for number, packed in enumerate(self._numbers))


def masks(conditions: Conditions) -> tuple[int, int]:
    """The bits of the attributes that conditions ask for, and of these that have to be there; as in ``row``."""
    return sum(1 << attribute for attribute, _ in conditions), sum(1 << place for place, wanted in conditions if wanted)


_YES_NO_UNKNOWN = ("_YES", "_NO", "_UN")
# By name the line of features, and the values for which the attribute holds.
_OF_PAIRS: dict[str, tuple[str, tuple[str, ...]]] = {
    "DIST_SEN_0": ("sentences", ("0",)),
    "DIST_SEN_1": ("sentences", ("1",)),
    "DIST_SEN_L3": ("sentences", ("0", "1", "2")),
    "DIST_MEN_0": ("mentions", ("1",)),
    "DIST_MEN_L3": ("mentions", ("1", "2", "3")),
    "DIST_MEN_L10": ("mentions", ("1", "2", "3", "4", "5", "6-7", "8-10")),
    "APPOSITIVE": ("renaming", ("apposition",)),
    "STR_MATCH": ("same string", ("yes",)),
    "PRO_STR": ("same pronoun", ("yes",)),
    "PN_STR": ("same name", ("yes",)),
    "NONPRO_STR": ("same string of nouns", ("yes",)),
    "HEAD_MATCH": ("same head", ("yes",)),
    "TERM_MATCH": ("same words", ("yes",)),
    "I_HEAD_TERM": ("head among words", ("of the later", "of each other")),
    "J_HEAD_TERM": ("head among words", ("of the earlier", "of each other")),
    "ANIMACY": ("animacy", ("yes",)),
    "NESTED": ("containment", ("inside it", "around it")),
    "MAXIMALNP": ("maximal noun phrases differ", ("no",)),
    "BINDING_NEG": ("binding allows it", ("no",)),
    "SRL_SAMEVERB": ("arguments of one verb", ("yes",)),
    "SAME_SRL_ARG": ("functions", ("same", "both subjects")),
    "SAME_SPEAKER": ("voice", ("same",)),
}
# Attributes of three values: by name the line, and the values that are yes, no and unknown.
_COMPARED: dict[str, tuple[str, tuple[str, str, str]]] = {
    "NUMBER": ("number agreement", ("same", "clash", "open")),
    "GENDER": ("gender agreement", ("same", "clash", "open")),
    "AGREEMENT": ("gender and number", ("both", "neither", "one or unknown")),
    # Of the mentions before the later one, no nearer one agrees.
    "C_AGREEMENT": ("gender and number & agreeing between", ("both & 0", "neither & 0", "one or unknown & 0")),
    "SEMCLASS": ("semantic class agreement", ("true", "false", "unknown")),
    "ALIAS": ("both names & alias", ("yes & yes", "yes & no", "no & no")),
}
_OF_MENTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "IN_QUOTES": ("quoted", ("yes",)),
    "FIRST": ("place in sentence", ("0",)),
    "TYPE_P": ("is pronoun", ("yes",)),
    "TYPE_E": ("type", ("name",)),
    "THIRD_PERSON": ("type", ("third person pronoun",)),
    "NOUN": ("type", ("definite", "demonstrative", "indefinite", "bare")),
    "DEF_NP": ("definite article", ("yes",)),
    "DEM_NP": ("demonstrative", ("yes",)),
    "INDEF_NP": ("type", ("indefinite",)),
    "COORDINATE": ("type", ("coordination",)),
    "REFLEXIVE": ("pronoun type", ("reflexive",)),
    "POSSESSIVE": ("pronoun type", ("possessive",)),
    "MAXIMALNP": ("embedded", ("",)),
    "SRL_ARG_0": ("function", ("SUBJ",)),
    "SRL_ARG_1": ("function", ("DOBJ",)),
    "SRL_ARG_2": ("function", ("IOBJ",)),
    "PERSON": ("semantic class", ("female", "male", "person")),
    "ORGANIZATION": ("semantic class", ("organization",)),
    "LOCATION": ("semantic class", ("location",)),
}


def _attributes() -> dict[str, tuple[str, tuple[str, ...]]]:
    listed = dict(_OF_PAIRS)
    for name, (line, values) in _COMPARED.items():
        listed |= {f"{name}{ending}": (line, (value,)) for ending, value in zip(_YES_NO_UNKNOWN, values, strict=True)}
    for name, (line, holds_for) in _OF_MENTIONS.items():
        listed |= {f"I_{name}": (f"candidate.{line}", holds_for), f"J_{name}": (f"mention.{line}", holds_for)}
    return listed


ATTRIBUTES = _attributes()
NAMES = list(ATTRIBUTES)
# The lines that attributes ask for.
LINES = PairTable({line: line for line, _ in ATTRIBUTES.values()})


@cache
def _holds() -> list[tuple[int, Flags]]:
    """By attribute the number of its line, and by code whether it holds."""
    numbers, held = {name: number for number, name in enumerate(LINES.features)}, []
    for line, values in ATTRIBUTES.values():
        of_line = LINES.lines[line]
        named = [of_line.value(code) for code in range(of_line.size)]
        unknown = set(values) - set(named)
        if unknown:
            raise ValueError(f"{line} has no value {sorted(unknown)[0]!r}")
        held.append((numbers[line], np.array([value in values for value in named])))
    return held


def attributes_of(columns: Sequence[NDArray[Any]]) -> list[Flags]:
    """By attribute whether each row has it.

    Args:
        columns: by line the code of each row.
    """
    return [holds[columns[line]] for line, holds in _holds()]
