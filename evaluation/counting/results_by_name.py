"""Results by the names of their metrics, typed for each metric."""

from typing import TYPE_CHECKING, Any, Literal, overload

from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.tabular import Tabular
from anaphora_workbench.evaluation.arithmetic.scores import Average, Ratio, Result, Score, figures_of

# A test compares these with the registry; a plug-in's metric gives a Result.
NameOfScore = Literal[
    "mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "resolution_f1", "mention_overlap",
    "arcs_immediate", "arcs_inferred", "prague", "parent", "lmuc", "lb_cubed", "lceaf", "zero_anaphora",
    "bridging_anaphora", "bridging_mentions", "bridging_entities", "non_referring", "split_antecedents",
    "are_task2", "are_task3", "are_task4",
]  # fmt: skip
NameOfAverage = Literal["conll"]
NameOfRatio = Literal[
    "precision", "recall", "success_rate", "non_trivial_success_rate", "critical_success_rate", "resolution_rate",
    "common_non_trivial_success_rate", "common_critical_success_rate", "ace_value", "are_task1",
]  # fmt: skip


class ByMetricName(Tabular):
    """What has the result of each metric, by its name: a type checker knows which kind of result a metric gives."""

    def records(self: Any) -> list[dict[str, Any]]:
        """A row for each metric."""
        return [{"metric": name, **figures_of(self[name])} for name in self]

    def _in_short(self: Any) -> str:
        return ", ".join(f"{name} {self[name].figure:.3f}" for name in self)

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, metric: NameOfScore) -> Score: ...
        @overload
        def __getitem__(self, metric: NameOfAverage) -> Average: ...
        @overload
        def __getitem__(self, metric: NameOfRatio) -> Ratio: ...
        @overload
        def __getitem__(self, metric: str) -> Result: ...
        def __getitem__(self, metric: str) -> Result: ...


class ResultsByName(ByMetricName, dict[str, Result]):
    """The result of each metric, by its name.

    >>> ResultsByName(conll=Average(0.5))["conll"].f1
    0.5
    """

    def __missing__(self, name: str) -> Result:
        raise KeyError(f"no metric {name!r}; {there_are(self, name)}")

    def __repr__(self) -> str:
        return f"<{self._in_short() or 'no metrics'}>"
