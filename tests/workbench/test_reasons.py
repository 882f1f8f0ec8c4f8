"""How traces say by what a decision was made."""

import pytest

from anaphora_workbench.resolvers import Words
from anaphora_workbench.workbench.report.explanations.reasons import clashes_in_words, rule_in_words

WORDS = Words(rules={"search back": "a single one"})


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("largest sum of weights", "by largest sum of weights"),
        ("search back", "by search back (a single one)"),
    ],
)
def test_a_rule_is_named_after_by(rule, expected):
    assert rule_in_words(rule, WORDS) == expected


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        ("number p∩s", "number: plural against singular"),
        (
            "number p∩s, gender f∩mn, person 1",
            "number: plural against singular, gender: feminine against masculine or neuter, "
            "person: first against third",
        ),
        ("rank 2: 3 against 5", "rank 2: 3 against 5"),
        ("argument of person 1 of 2", "argument of person 1 of 2"),
        ("", ""),
    ],
)
def test_what_agreement_says_is_put_in_words(detail, expected):
    assert clashes_in_words(detail) == expected
