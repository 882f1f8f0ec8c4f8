"""Golden answers change with the number of the rules that give them, or not at all.

The numbers stand in signatures. ``make golden`` (WRITE_GOLDEN=1) raises the number of whatever answers otherwise.
"""

import re
from pathlib import Path
from typing import get_args

import pytest

import golden_answers
from anaphora_workbench.corpora.support.rules import HEADING, UNNUMBERED, rules_number, summary
from anaphora_workbench.evaluation.counting.registry import METRICS
from anaphora_workbench.preprocessing import pipeline
from anaphora_workbench.resolvers import available, shipped
from anaphora_workbench.resolvers.contract.resolver import Role
from anaphora_workbench.resolvers.registry.registry import RESOLVERS
from numbered_rules import check_rules

MAKEFILE = Path(__file__).parent.parent / "Makefile"
PREPROCESSING = Path(pipeline.__file__).with_name("rules.tsv")
OURS = shipped(*get_args(Role))


@pytest.mark.model
@pytest.mark.parametrize("learned", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["by rules", "learned"])
def test_resolvers_answer_as_their_numbers_say(learned: bool) -> None:
    assert RESOLVERS.rules_table is not None
    asked = [name for name in OURS if (available()[name].role == "learned") == learned]
    check_rules(RESOLVERS.rules_table, golden_answers.of_resolvers(asked), OURS)


@pytest.mark.model
def test_metrics_count_as_their_numbers_say() -> None:
    assert METRICS.rules_table is not None
    check_rules(METRICS.rules_table, dict(golden_answers.of_metrics()))


@pytest.mark.model
def test_the_preprocessing_makes_the_xml_that_its_number_says() -> None:
    check_rules(PREPROCESSING, {"preprocessing": golden_answers.of_preprocessing()})


def test_make_golden_begins_with_all_tables_of_rules() -> None:
    """The other files that it writes have signatures, which print the numbers."""
    first = MAKEFILE.read_text(encoding="utf-8").partition("\ngolden:")[2].splitlines()[1]
    words = re.findall(r"grep -rl (\w+) tests", first)
    tests = {file: file.read_text(encoding="utf-8") for file in MAKEFILE.parent.glob("tests/**/test_*.py")}
    written = [file.name for file, text in tests.items() if any(word in text for word in words) or file.name in first]
    assert {file.name for file, text in tests.items() if "import check_rules" in text} <= set(written)


def test_a_summary_names_whoever_has_other_rules_than_most() -> None:
    assert summary({"mitkov": "2", "hobbs": "2", "mars": "10", "mine": "mine==1.0"}) == "2,mars=10,mine=mine==1.0"


def test_a_resolver_without_a_number_is_told_from_all_that_have_one(tmp_path: Path) -> None:
    (tmp_path / "rules.tsv").write_text(f"{HEADING}\nmitkov\t7\tabc\n", encoding="utf-8")
    assert rules_number(tmp_path / "rules.tsv", "mitkov") == "7"
    assert rules_number(tmp_path / "rules.tsv", "hobbs") == UNNUMBERED
