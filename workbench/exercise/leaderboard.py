"""Several systems' answers to one task, ranked, and which differences between them are more than chance."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from anaphora_workbench.evaluation.counting.counting import Counts, total
from anaphora_workbench.evaluation.statistics.significance import (
    approximate_randomisation,
    paired_bootstrap,
    to_resample,
)
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.scoring import measure_of
from anaphora_workbench.workbench.runs.pairwise import PairedTest, corrected

# Counts by document, by the name of the system.
Systems = Mapping[str, Mapping[str, Counts]]


def ranked(systems: Systems, task: ExerciseTask) -> list[str]:
    """Names of the systems, the best pooled figure of the task's measure first, then in alphabetical order."""
    figures = {name: total(documents.values()).scores()[measure_of(task)].figure for name, documents in systems.items()}
    return sorted(figures, key=lambda name: (-figures[name], name))


def paired_tests(systems: Systems, task: ExerciseTask) -> list[PairedTest]:
    """Tests of every pair of systems in the task's measure, the better one first; p-values corrected after Holm.

    None where there are fewer than two documents to resample.
    """
    measure = measure_of(task)
    names = ranked(systems, task)
    alone = {name: to_resample(documents.values(), [measure]) for name, documents in systems.items()}
    figures = {name: total(counts).scores()[measure].figure for name, counts in alone.items()}
    tests = []
    for first, second in combinations(names, 2):
        if len(alone[first]) < 2:
            continue
        bootstrap = paired_bootstrap(alone[first], alone[second])[measure]
        randomisation = approximate_randomisation(alone[first], alone[second])[measure]
        difference = figures[first] - figures[second]
        tests.append(PairedTest(first, second, measure, difference, bootstrap, randomisation, None, randomisation))
    return corrected(tests)
