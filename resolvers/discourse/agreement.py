"""Agreement of a pronoun with a candidate: number, gender, person (resolvers.md, 2.1).

Number and gender are sets of possible values, so agreement is a non-empty intersection and an unknown
value agrees with everything. Animacy lies in gender; collective nouns are both singular and plural.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

DIMENSIONS = ("number", "gender", "person")
# The letters of the values, in words.
VALUES: Mapping[str, Mapping[str, str]] = {
    "number": {"s": "singular", "p": "plural"},
    "gender": {"m": "masculine", "f": "feminine", "n": "neuter"},
    "person": {"1": "first", "2": "second", "3": "third"},
}
_ORDER = "spmfn"


@dataclass(frozen=True, slots=True)
class Agreement:
    """How a candidate and a pronoun agree.

    Attributes:
        number, gender: the values of the candidate and of the pronoun, as in ``m∩n``.
        person: that of the candidate; third-person pronouns want 3.
        failed: the dimensions in which they share no value.
    """

    number: str
    gender: str
    person: str
    failed: tuple[str, ...]

    @property
    def ok(self) -> bool:
        return not self.failed

    def as_json(self) -> dict[str, object]:
        """Operands of each intersection; of a failure only those that failed."""
        dimensions = DIMENSIONS if self.ok else self.failed
        return {"ok": self.ok, **{dimension: getattr(self, dimension) for dimension in dimensions}}


@lru_cache(maxsize=4096)
def agree(
    candidate_number: frozenset[str],
    candidate_gender: frozenset[str],
    candidate_person: int,
    number: frozenset[str],
    gender: frozenset[str],
) -> Agreement:
    """Compare a candidate's possible values with those of a third-person pronoun.

    First- and second-person candidates never agree with a third-person pronoun.
    """
    failed = (
        (() if candidate_number & number else ("number",))
        + (() if candidate_gender & gender else ("gender",))
        + (() if candidate_person == 3 else ("person",))
    )
    return Agreement(
        f"{_shown(candidate_number)}∩{_shown(number)}",
        f"{_shown(candidate_gender)}∩{_shown(gender)}",
        str(candidate_person),
        failed,
    )


def _shown(values: frozenset[str]) -> str:
    return "".join(sorted(values, key=_ORDER.find))
