"""A resolver before and after a change of its options on a corpus: changed answers, and a test of the difference."""

from collections import Counter
from pathlib import Path
from typing import Any

from anaphora_workbench.evaluation.statistics import significance
from anaphora_workbench.workbench.api.comparison import compared_here
from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.experiments.results import Outcome
from anaphora_workbench.workbench.page.questions.questions import TryingQuestion
from anaphora_workbench.workbench.runs.pairwise import answers_in_common

_METRIC = "success_rate"
_SETTING = "system-predicted"


def tried(question: TryingQuestion, cache: Path) -> dict[str, Any]:
    """Both on the same documents, with the paired tests of ``compare``.

    Raises:
        ValueError: an option cannot be, or the corpus has no key for text without its own parse.
    """
    before, after = (_outcome(question, options, cache) for options in (question.before, question.after))
    answers = answers_in_common(after, before)
    assert answers is not None
    flips = Counter(zip(*answers, strict=True))
    counts = list(after.documents.values()), list(before.documents.values())
    several = len(counts[0]) > 1
    return {
        "corpus": question.name,
        "documents": len(counts[0]),
        "anaphors": after.anaphors,
        "before": before.scores[_METRIC].figure,
        "after": after.scores[_METRIC].figure,
        "interval": significance.difference_intervals(*counts, (_METRIC,)).get(_METRIC),
        "become_right": flips[True, False],
        "become_wrong": flips[False, True],
        "mcnemar": significance.mcnemar(*answers),
        "randomisation": significance.approximate_randomisation(*counts)[_METRIC] if several else None,
    }


def _outcome(question: TryingQuestion, options: Any, cache: Path) -> Outcome:
    fields = {
        "corpora": corpora_at((question.corpus,)),
        "resolvers": (question.resolver,),
        "settings": (_SETTING,),
        "resolver_options": {question.resolver: dict(options)},
    }
    results = compared_here(fields, cache, (_METRIC,))
    if not results.corpora:
        reasons = [failure.reason for failure in results.failures]
        raise ValueError("; ".join(reasons) or "there are no documents with a key")
    return results.of(question.resolver)
