"""A resolver that an option shows the key is marked as such and does not compete with the algorithms."""

from pathlib import Path

import pytest

from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.exercise.running import Exercise
from anaphora_workbench.workbench.exercise.running import run as run_exercise
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.report.comparison import comparison_table
from anaphora_workbench.workbench.report.document.page_data import PiecesInPage, index
from anaphora_workbench.workbench.report.exercise import exercise_tables
from anaphora_workbench.workbench.runs.comparing import run

pytestmark = pytest.mark.model
RESOLVERS = ["cogniac", "mitkov", "random"]


def table(**options):
    """The comparison of one sample, and its table."""
    experiment = Experiment(
        corpora_at([Path("samples/news_bridge.conllu")]),
        tuple(RESOLVERS),
        settings=(setting_named("true-predicted"),),
        metrics=("success_rate",),
        resolver_options={"cogniac": options},
    )
    results = run(experiment, None, 1)
    (corpus,) = results.corpora.values()
    return results, comparison_table(results, corpus, next(iter(corpus.settings)))


@pytest.mark.parametrize(
    ("options", "groups", "kinds"),
    [
        ({}, [2, 1, 0], ["resolver", "resolver", "baseline"]),
        ({"correct_errors": True}, [1, 1, 1], ["oracle", "resolver", "baseline"]),
    ],
)
def test_a_resolver_with_the_key_stands_with_the_oracles(options, groups, kinds):
    results, compared = table(**options)
    assert compared.groups == groups
    assert [row["resolver"] for row in compared.rows if row["resolver"] != "random"][-1] == "cogniac"
    assert [row["kind"] for row in index(results, PiecesInPage())["resolvers"]] == kinds


def test_it_stands_with_them_in_the_exercise_too():
    options = (("cogniac", (("correct_errors", True),)),)
    exercise = Exercise(tuple(RESOLVERS), tasks=(1,), options=options)
    (corpus,) = corpora_at([Path("samples/news_bridge.conllu")])
    (pooled, *_) = exercise_tables(run_exercise(exercise, corpus))
    assert (pooled.groups, [row["resolver"] for row in pooled.rows]) == ([1, 1, 1], ["mitkov", "random", "cogniac"])


def test_it_is_marked_in_the_signature():
    results, _ = table(correct_errors=True)
    assert results.of("cogniac").depends_on["resolver"] == "cogniac,correct_errors=True"
