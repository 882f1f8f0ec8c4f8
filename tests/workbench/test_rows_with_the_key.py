"""A resolver that an option shows the key is marked as such and does not compete with the algorithms."""

import pytest

import anaphora_workbench as aw
from anaphora_workbench.workbench.report.comparison import comparison_table
from anaphora_workbench.workbench.report.page_data import PiecesInPage, index

pytestmark = pytest.mark.model
RESOLVERS = ["cogniac", "mitkov", "random"]


def table(**options):
    """The comparison of one sample, and its table."""
    results = aw.compare(
        "samples/news_bridge.conllu",
        RESOLVERS,
        ["true-predicted"],
        ["success_rate"],
        resolver_options={"cogniac": options},
    )
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


def test_it_is_marked_in_the_signature():
    results, _ = table(correct_errors=True)
    assert results.of("cogniac").depends_on["resolver"] == "cogniac,correct_errors=True"
