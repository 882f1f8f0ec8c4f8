"""The words of the report for what resolvers and the analysis of errors name; all of it reads them from here.

The page is given them as data, so that neither a template nor a script knows a filter by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from anaphora_workbench.resolvers import FILTERS
from anaphora_workbench.resolvers.contract.case import AGREEMENT

if TYPE_CHECKING:
    from anaphora_workbench.workbench.analysis.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class FilterWords:
    """The report's words for a filter.

    Attributes:
        cause: why a candidate is left out, in a word.
        meaning: which candidates it lets pass, in a line.
        survived: what follows *3 candidates after …*.
        compares: the features that the filter compares; where there are any, those that clash are shown for the cause.
    """

    cause: str
    meaning: str
    survived: str
    compares: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictWords:
    """The report's words for a verdict on an answer.

    Attributes:
        letter: stands for it in the rows of the table of pronouns.
        name: as in ``workbench.verdicts.Verdict``; the style of the page has it too.
        meaning: what the legend of the documents says.
    """

    letter: str
    name: Verdict
    sign: str
    text: str
    meaning: str = ""


VERDICTS = (
    VerdictWords("r", "right", "✓", "right", "right"),
    VerdictWords("w", "wrong", "✗", "wrong", "wrong antecedent"),
    VerdictWords("n", "none", "∅", "unresolved", "anaphor left unresolved"),
    VerdictWords("x", "excluded", "–", "out of scope", "out of scope"),
    VerdictWords("e", "extra", "+", "not anaphoric", "answered, but not an anaphor of the key"),
    VerdictWords("l", "left", "·", "rightly left", "rightly left"),
)
WITHOUT_KEY = (
    VerdictWords("a", "answered", "→", "answered", "answered"),
    VerdictWords("o", "open", "∅", "no antecedent", "left without an antecedent"),
)
UNSEEN = VerdictWords("-", "left", "·", "not looked at")


def words_of_filters() -> dict[str, FilterWords]:
    """The words for each filter by its name in traces, in the order in which candidates pass the filters."""
    return {name: words_of_filter(name) for name in FILTERS.available()}


def words_of_filter(name: str) -> FilterWords:
    """The words for one filter; one that nobody describes goes by its name."""
    stage = FILTERS.available().get(name)
    if stage is None:
        return FilterWords(name, "", name)
    return FilterWords(name, stage.description, stage.called or name, stage.compares)


def words_of_counting_filter() -> FilterWords:
    """The words for the filter after which candidates are counted again (``Decision.candidates``)."""
    return words_of_filter(AGREEMENT)


def words_of_causes() -> dict[str, str]:
    """What each cause of a wrong answer means, in the order in which a pronoun passes the stages."""
    # Tables alone need none.
    from anaphora_workbench.workbench.analysis.causes import causes

    return {cause: meaning.replace("*", "") for cause, meaning in causes().items()}
