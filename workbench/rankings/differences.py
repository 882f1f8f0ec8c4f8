"""Two responses to one key, compared, with tests of their differences."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.counting.counting import only, total
from anaphora_workbench.evaluation.statistics import significance
from anaphora_workbench.workbench.scoring.scores import Scores

# A least p-value below this keeps nobody from a finding.
_SEEN_IN_P = 0.01


@dataclass(frozen=True)
class Difference:
    """The difference between two responses in one metric.

    Attributes:
        first, second: figures on the documents that both have, fractions.
        p_bootstrap, p_randomisation: p-values of the paired bootstrap and of approximate randomisation over documents.
        p_corrected: the randomisation's p-value after Holm's correction over the metrics.
        p_mcnemar: p-value over anaphors, of the success rate; None for other metrics.
    """

    first: float
    second: float
    p_bootstrap: float
    p_randomisation: float
    p_corrected: float
    p_mcnemar: float | None = None

    @property
    def difference(self) -> float:
        """The first figure minus the second."""
        return self.first - self.second

    def as_json(self) -> dict[str, Any]:
        data = {
            "first": self.first,
            "second": self.second,
            "difference": self.difference,
            "p_bootstrap": self.p_bootstrap,
            "p_randomisation": self.p_randomisation,
            "p_corrected": self.p_corrected,
        }
        return data if self.p_mcnemar is None else {**data, "p_mcnemar": self.p_mcnemar}


@dataclass(frozen=True)
class Differences:
    """Two responses to one key, compared.

    Attributes:
        documents: how many both have.
        samples, seed: of the resampling.
        metrics: by name.
    """

    documents: int
    samples: int
    seed: int
    metrics: Mapping[str, Difference]

    def __getitem__(self, metric: str) -> Difference:
        return self.metrics[metric]

    def as_json(self) -> dict[str, Any]:
        metrics = {name: difference.as_json() for name, difference in self.metrics.items()}
        return {"documents": self.documents, "samples": self.samples, "seed": self.seed, "metrics": metrics}


def few_documents(documents: int) -> str:
    """What to say of p-values over fewer documents than the paired bootstrap needs.

    >>> few_documents(4)
    'over 4 documents the paired bootstrap rejects too often; quote the randomisation (about 0.12 is its least p here)'
    """
    over = f"over {quantity(documents, 'document')}"
    least = least_p(documents)
    said = f" ({least} is its least p here)" if least else ""
    return f"{over} the paired bootstrap rejects too often; quote the randomisation{said}"


def least_p(documents: int) -> str:
    """The least p-value that the randomisation can have, "" where that keeps nobody from a finding.

    >>> least_p(5), least_p(20)
    ('about 0.062', '')
    """
    # All documents exchanged and none differ as much as what was measured.
    least = 2.0 ** (1 - documents)
    return f"about {least:.2g}" if least > _SEEN_IN_P else ""


def differences(first: Scores, second: Scores) -> Differences:
    """Tests of the differences between two responses to one key.

    Where nobody has named metrics, those that apply to both are tested.

    Raises:
        ValueError: they have no document in common, other metrics, or other options of them.
    """
    shared = [name for name in first.metrics if name in second.metrics]
    apart = sorted(first.metrics.keys() ^ second.metrics.keys())
    if apart and (not shared or first.request.named or second.request.named):
        raise ValueError(f"scores of which only one side has {', '.join(apart)}; expected the same metrics")
    for name, value in first.total.options.items():
        if name in second.total.options and second.total.options[name] != value:
            other = second.total.options[name]
            raise ValueError(f"scores with {name} {value!r} beside those with {other!r}; expected the same options")
    common = [place for place in first.documents if place in second.documents]
    if not common:
        raise ValueError("the two responses have no document in common; expected answers to one key")
    ours, theirs = ([scores.documents[place] for place in common] for scores in (first, second))
    if apart:
        ours, theirs = ([only(counts, shared) for counts in side] for side in (ours, theirs))
    bootstrap = significance.paired_bootstrap(ours, theirs)
    randomisation = significance.approximate_randomisation(ours, theirs)
    figures = [total(counts).scores() for counts in (ours, theirs)]
    corrected = dict(zip(figures[0], significance.holm([randomisation[name] for name in figures[0]]), strict=True))
    metrics = {
        name: Difference(
            figures[0][name].figure, figures[1][name].figure, bootstrap[name], randomisation[name], corrected[name]
        )
        for name in figures[0]
    }
    if "success_rate" in metrics and first.request.answers and second.request.answers:
        answered = sorted(first.answers.keys() & second.answers.keys())
        answers = ([scores.answers[place] for place in answered] for scores in (first, second))
        metrics["success_rate"] = replace(metrics["success_rate"], p_mcnemar=significance.mcnemar(*answers))
    return Differences(len(common), significance.TEST_SAMPLES, significance.SEED, metrics)
