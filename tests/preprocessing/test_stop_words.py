"""The lists of stop words that tell a text's language are read without spaCy."""

from pathlib import Path

import pytest

from anaphora_workbench.preprocessing.parser import foreign_language
from anaphora_workbench.preprocessing.parser.foreign_language import share_of_stop_words


@pytest.mark.parametrize(("code", "share"), [("en", 1.0), ("fr", 0.0), ("no such language", 0.0)])
def test_share_of_stop_words(code: str, share: float) -> None:
    assert share_of_stop_words(["the", "of", "them"], code) == share


def test_a_list_that_imports_others_is_read_as_a_part_of_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "stop_words.py").write_text("from ..other import STOP_WORDS\n", encoding="utf-8")
    monkeypatch.setattr(foreign_language, "_languages", lambda: tmp_path)
    foreign_language._stop_words.cache_clear()
    try:
        assert share_of_stop_words(["the", "of", "them"], "en") == 1.0
    finally:
        foreign_language._stop_words.cache_clear()
