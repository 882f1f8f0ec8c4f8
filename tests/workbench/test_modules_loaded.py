"""How many of our modules two common commands load; each costs start-up time and ties what need not know each other."""

import subprocess
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
SAMPLE = REPOSITORY / "corpora" / "samples" / "news_bridge.conllu"
TELL = """
import sys
from anaphora_workbench.workbench.commands import main
try:
    status = main()
except SystemExit as left:
    status = left.code
print(sum(name.startswith("anaphora_workbench.") for name in sys.modules), file=sys.stderr)
sys.exit(status)
"""
TEXT = "#begin document (d); part 000\n{}#end document\n"
WORDS = "".join(
    f"d 0 {number} {word} {tag} * - - - - * {chain}\n"
    for number, (word, tag, chain) in enumerate([("Ann", "NNP", "(0)"), ("left", "VBD", "-"), ("her", "PRP$", "(0)")])
)


def loaded(*arguments: object) -> int:
    """How many of our modules a command has loaded when it is done."""
    done = subprocess.run(
        [sys.executable, "-c", TELL, *map(str, arguments)], capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    return int(done.stderr.split()[-1])


@pytest.fixture
def conll(tmp_path: Path) -> Path:
    file = tmp_path / "d.conll"
    file.write_text(TEXT.format(WORDS + "\n"), encoding="utf-8")
    return file


def test_a_comparison_of_one_resolver_loads_no_other(tmp_path: Path) -> None:
    assert loaded("compare", SAMPLE, "-r", "mitkov", "--no-cache") <= 300


def test_a_score_by_one_metric_loads_no_other_and_no_resolver(conll: Path) -> None:
    assert loaded("score", "-m", "muc", conll, conll) <= 130
