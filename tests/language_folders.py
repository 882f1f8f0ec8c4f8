"""Languages for tests: a folder registered as one, and English under a cipher."""

import shutil
import sys
import tomllib
import types
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from anaphora_workbench.corpora import languages
from anaphora_workbench.corpora.languages import Language, language_named
from anaphora_workbench.corpora.support import plugins

# Every letter goes three places on, case and everything that is no letter from a to z stay.
_PLAIN = "abcdefghijklmnopqrstuvwxyz"
_SHIFTED = _PLAIN[3:] + _PLAIN[:3]
_CIPHER = str.maketrans(_PLAIN + _PLAIN.upper(), _SHIFTED + _SHIFTED.upper())


def register(monkeypatch: pytest.MonkeyPatch, language: Language) -> None:
    """Let a language be found as a plug-in's would be, by an entry point, until the test ends."""
    module = types.ModuleType(f"language_{language.code}")
    module.LANGUAGE = language  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    installed, group_of_languages = plugins.entry_points_of, languages.LANGUAGES.group
    own = EntryPoint(language.code, f"{module.__name__}:LANGUAGE", group_of_languages)

    def with_own(group: str) -> list[EntryPoint]:
        return [*installed(group), *([own] if group == group_of_languages else [])]

    monkeypatch.setattr(plugins, "entry_points_of", with_own)
    monkeypatch.setattr(languages, "LANGUAGES", replace(languages.LANGUAGES, _loaded={}, _failed={}))


def ciphered(text: str) -> str:
    """The text with all its letters renamed."""
    return text.translate(_CIPHER)


def english_ciphered(folder: Path) -> Language:
    """English with every word of every table renamed, in a folder of its own; names of lists and tags stay."""
    english = language_named("en")
    assert english.folder is not None
    for table in ("pronouns.tsv", "nouns.tsv", "names.tsv", "surnames.tsv"):
        lines = (english.folder / table).read_text(encoding="utf-8").splitlines()
        rows = (line.split("\t") for line in lines if not line.startswith("# "))
        renamed = ["\t".join([ciphered(row[0]), *row[1:]]) for row in rows if row != [""]]
        (folder / table).write_text("\n".join(renamed) + "\n", encoding="utf-8")
    for table in ("words.toml", "grammar.toml"):
        content = tomllib.loads((english.folder / table).read_text(encoding="utf-8"))
        renamed_content = {name: _renamed(name, section) for name, section in content.items()}
        (folder / table).write_text(tomli_w.dumps(renamed_content), encoding="utf-8")
    shutil.copy(english.folder / "tags.tsv", folder)
    return replace(english, code="xx", name="English under a cipher", folder=folder)


def _renamed(name: str, section: Any) -> Any:
    """A section with the words of its lists renamed; patterns have names, no words."""
    if not isinstance(section, dict):
        return section
    return {
        key: [ciphered(word) for word in value] if isinstance(value, list) else value for key, value in section.items()
    }
