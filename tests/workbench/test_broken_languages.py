"""A plug-in's language with broken tables: texts in others are answered, and a warning names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plug_in import install, run_with

pytestmark = pytest.mark.model
CODE = """
from pathlib import Path
from anaphora_workbench.corpora.languages import Language

ESPERANTO = Language("eo", "Esperanto", Path(__file__).parent)
"""
ENTRY = "[anaphora_workbench.languages]\neo = esperanto:ESPERANTO\n"


@pytest.mark.parametrize(
    ("command", "table", "content", "told"),
    [
        ("explain", "pronouns.tsv", "li\tpersonal\tthree\ts\tm\n", "pronouns.tsv:1: no row of pronouns: ['li', "),
        (
            "compare",
            "grammar.toml",
            '[determiners]\ndefinit_article = ["la"]\n',
            "did you mean determiners.definite_article?",
        ),
        ("compare", "grammar.toml", "patterns = 3\n[negations]\nwords = 3\n", "negations.words is not a list of words"),
    ],
)
def test_english_goes_on(command: str, table: str, content: str, told: str, tiny: Path) -> None:
    site = install(tiny.parent / "site", "esperanto", CODE, ENTRY)
    (site / table).write_text(content, encoding="utf-8")
    (tiny / "long.txt").write_text("Ann saw the lamp on the table. She lit it. " * 4, encoding="utf-8")
    given = tiny / "long.txt" if command == "explain" else tiny / "ann.conllu"
    ran = run_with(site, command, given, "-r", "most-recent", "--no-cache")
    assert ran.returncode == 0, ran.stderr
    (line,) = ran.stderr.splitlines()
    assert line.startswith("warning: language 'eo' (esperanto:ESPERANTO, package esperanto 1.0) has broken tables: ")
    assert told in line
    assert line.endswith("; no text is recognised as being in it")
