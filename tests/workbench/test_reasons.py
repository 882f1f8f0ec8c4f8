"""How traces say by what a decision was made."""

import pytest

from anaphora_workbench.workbench.report.reasons import RULES, rule_in_words


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("largest sum of weights", "by largest sum of weights"),
        ("between names", "by weights between names"),
        *((rule, f"by {rule} ({said})") for rule, said in list(RULES.items())[:1]),
    ],
)
def test_a_rule_is_named_after_by(rule, expected):
    assert rule_in_words(rule) == expected
