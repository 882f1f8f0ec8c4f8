"""No data that nothing reads: features that no table asks for, lists of words that no code names."""

import re
import tomllib
from pathlib import Path

import pytest

from anaphora_workbench.resolvers.features import FEATURES

REPOSITORY = Path(__file__).resolve().parents[1]
FOLDERS = ("corpora", "preprocessing", "resolvers", "evaluation", "workbench")
CODE = {file: file.read_text(encoding="utf-8") for folder in FOLDERS for file in (REPOSITORY / folder).rglob("*.py")}
# Of a section of grammar.toml or words.toml, what is no list of words.
NOTES = {"source", "examples", "open"}
# Sections whose lists are asked for by a name that is put together.
READ_WHOLE = {"pleonastic"}


def test_every_feature_stands_in_a_table() -> None:
    tables = "\n".join(
        code for file, code in CODE.items() if "resolvers" in file.parts and "features" not in file.parts
    )
    unasked = {name for name in FEATURES if not re.search(rf'["& .]{re.escape(name)}["& ]', tables)}
    assert unasked == set()


@pytest.mark.parametrize(
    "file", sorted(REPOSITORY.glob("corpora/languages/*/*.toml")), ids=lambda file: file.parent.name
)
def test_every_list_of_words_is_read(file: Path) -> None:
    code = "\n".join(CODE.values())
    sections = tomllib.loads(file.read_text(encoding="utf-8"))
    lists = {
        f"{section}.{name}"
        for section, words in sections.items()
        if isinstance(words, dict) and section not in READ_WHOLE
        for name in words.keys() - NOTES
    }
    assert lists
    assert {name for name in lists if f'"{name}"' not in code and f"'{name}'" not in code} == set()
