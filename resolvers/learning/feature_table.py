"""The feature table of a learned system: lines of feature names, of which each joins the values of its features.

``mention.NAME`` is a feature of the mention to be resolved, ``candidate.NAME`` one of the candidate, a bare ``NAME``
one of the pair or of the candidate's entity; ``sentences & mention.pronoun`` has a value for each combination.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.resolvers.features import Feature, MentionTable, feature_named
from anaphora_workbench.resolvers.features.feature import Codes
from anaphora_workbench.resolvers.words import CANDIDATE, IS, JOINED_BY, MENTION

# By what a line says and, by its values, the weight.
Weights = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True)
class Part:
    """One feature of a line.

    Attributes:
        name: as the line has it.
        side: ``mention.``, ``candidate.`` or "".
        values: names by code; those of an open feature are the words that the model knows, after "".
    """

    name: str
    side: str
    feature: Feature
    values: tuple[str, ...]

    @cached_property
    def _code_of(self) -> dict[str, int]:
        return {value: code for code, value in enumerate(self.values)}

    def translated(self, codes: Codes, table: MentionTable) -> Codes:
        """Codes of this part: those of an open feature number the words of the document."""
        if not self.feature.is_open:
            return codes
        own = np.zeros(len(table.lexicon), dtype=np.intp)
        for code, value in enumerate(self.values):
            own[table.number_of(value)] = code
        own[0] = 0
        return own[codes]


def part_named(name: str, known: Iterable[str] = ()) -> Part:
    """A part of a line by its name.

    Args:
        known: words that the model knows, if the feature is open.

    Raises:
        ValueError: there is no such feature.
    """
    side = next((prefix for prefix in (MENTION, CANDIDATE) if name.startswith(prefix)), "")
    feature = feature_named(name.removeprefix(side))
    if (feature.over == "mention") != bool(side):
        of = "a feature of mentions; expected mention. or candidate. before it"
        raise ValueError(f"feature {name!r} is {of if not side else 'none of mentions'}")
    values = feature.values if feature.values is not None else ("", *sorted(set(known) - {""}))
    return Part(name, side, feature, values)


@dataclass(frozen=True)
class Line:
    """A line of a feature table; its codes number the combinations of values of its parts."""

    name: str
    parts: tuple[Part, ...]

    @cached_property
    def size(self) -> int:
        """Combinations of values."""
        return int(np.prod([len(part.values) for part in self.parts], dtype=np.int64))

    @property
    def asks_entities(self) -> bool:
        """Whether it depends on the links before."""
        return any(part.feature.over == "entity" for part in self.parts)

    def joint(self, codes: Sequence[Codes]) -> Codes:
        """Code of each combination from the codes of the parts."""
        joint, *rest = codes
        for part, of_part in zip(self.parts[1:], rest, strict=True):
            joint = joint * len(part.values) + of_part
        return joint

    @cached_property
    def silent(self) -> NDArray[np.bool_]:
        """By code whether a part says nothing, so that the combination does not count."""
        silent = np.zeros(1, dtype=np.bool_)
        for part in self.parts:
            of_part = np.array([not value for value in part.values])
            silent = (silent[:, None] | of_part[None, :]).ravel()
        return silent

    def require_of_mention(self) -> None:
        """Raise ValueError if it asks for more than the mention alone."""
        if any(part.side != MENTION for part in self.parts):
            raise ValueError(f"{self.name!r} is asked of a mention alone; expected features with {MENTION}")

    def value(self, code: int) -> str:
        """Name of a combination: ``0 & it``."""
        values = []
        for part in reversed(self.parts):
            code, of_part = divmod(code, len(part.values))
            values.append(part.values[of_part])
        return JOINED_BY.join(reversed(values))

    @cached_property
    def _with_values(self) -> dict[int, str]:
        return {}

    def with_value(self, code: int) -> str:
        """The line with the name of a combination: ``sentences & mention.pronoun = 0 & it``."""
        if code not in self._with_values:
            self._with_values[code] = f"{self.name}{IS}{self.value(code)}"
        return self._with_values[code]

    def weights(self, of_line: Mapping[str, float]) -> NDArray[np.float64]:
        """The weight of each code; 0 for those without.

        Raises:
            ValueError: a value that the features do not have.
        """
        weights = np.zeros(self.size)
        for value, weight in of_line.items():
            code = 0
            values = value.split(JOINED_BY)
            for part, of_part in zip(self.parts, values, strict=False):
                of_value = part._code_of.get(of_part)
                if of_value is None or len(values) != len(self.parts):
                    raise ValueError(f"feature {self.name!r} has no value {value!r}")
                code = code * len(part.values) + of_value
            weights[code] = weight
        return weights


def line_named(name: str, known: Mapping[str, Iterable[str]] | None = None) -> Line:
    """A line by its name.

    Args:
        known: by part the words that the model knows.
    """
    names = name.split(JOINED_BY)
    return Line(name, tuple(part_named(part, (known or {}).get(part, ())) for part in names))


def line_of_weights(name: str, of_line: Mapping[str, float]) -> Line:
    """A line that knows the words for which there are weights."""
    parts = name.split(JOINED_BY)
    known: dict[str, set[str]] = {part: set() for part in parts}
    for value in of_line:
        for part, of_part in zip(parts, value.split(JOINED_BY), strict=False):
            known[part].add(of_part)
    return line_named(name, known)


def features_in(lines: Iterable[str]) -> list[str]:
    """Names of the features in lines."""
    return sorted({part_named(part).feature.name for line in lines for part in line.split(JOINED_BY)})
