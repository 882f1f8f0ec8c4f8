"""What the features of noun phrases are read from: noun classes, first names, titles and word lists.

The tables ship with the project, so that results do not depend on what else is installed; ``LICENCES.md``
says where they come from.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent
# A name borne by one sex in at least this share of cases is taken as that sex's.
CLEAR_SHARE = 0.85


@dataclass(frozen=True)
class Lexicon:
    """Word classes, looked up by lower-cased lemma or form.

    Attributes:
        nouns: ``person``, ``person:m``, ``person:f``, ``person?``, ``animal``, ``group`` or ``thing``.
        first_names: share of women among the bearers.
        lists: the word lists of ``words.toml``, as ``section.list`` → words.
        version: checksum of all tables, for signatures.
    """

    nouns: Mapping[str, str] = field(default_factory=dict)
    first_names: Mapping[str, float] = field(default_factory=dict)
    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)
    version: str = "none"

    def words(self, name: str) -> frozenset[str]:
        """The words of a list, none if there is no such list."""
        return self.lists.get(name, frozenset())

    def name_gender(self, name: str) -> frozenset[str] | None:
        """Possible sexes of the bearer of a first name, None if it is not known as one."""
        share = self.first_names.get(name.lower())
        if share is None:
            return None
        if share >= CLEAR_SHARE:
            return frozenset("f")
        return frozenset("m") if share <= 1 - CLEAR_SHARE else frozenset("mf")


def read_words(path: Path) -> tuple[dict[str, frozenset[str]], bool]:
    """The lists of a TOML file as ``section.list`` → words, and whether they replace the project's own.

    Raises:
        ValueError: the file is not TOML, or holds something else than lists of words.
    """
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(
            f"{path}: not a lexicon: {error}; expected TOML like preprocessing/lexicon/words.toml"
        ) from None
    replaces = content.pop("replace", False)
    lists = {}
    for section, entries in content.items():
        if not isinstance(entries, dict):
            raise ValueError(f"{path}: {section!r} stands outside a section; expected [section] with lists of words")
        for name, words in entries.items():
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise ValueError(f"{path}: {section}.{name} is not a list of words")
            lists[f"{section}.{name}"] = frozenset(word.lower() for word in words)
    return lists, bool(replaces)


def _read_table(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8") as lines:
        return dict(line.rstrip("\n").split("\t") for line in lines)


@lru_cache(maxsize=4)
def load_lexicon(path: str | None = None) -> Lexicon:
    """The project's lexicon, extended or replaced by a user's file of word lists.

    Raises:
        ValueError: the user's file is no lexicon.
        OSError: it cannot be read.
    """
    checksum = hashlib.sha256()
    for table in ("nouns.tsv", "first_names.tsv", "words.toml"):
        checksum.update((FOLDER / table).read_bytes())
    lists, _ = read_words(FOLDER / "words.toml")
    nouns = _read_table(FOLDER / "nouns.tsv")
    names = {name: float(share) for name, share in _read_table(FOLDER / "first_names.tsv").items()}
    if path is not None:
        checksum.update(Path(path).read_bytes())
        own, replaces = read_words(Path(path))
        if replaces:
            lists, nouns, names = own, {}, {}
        else:
            lists = {
                name: lists.get(name, frozenset()) | own.get(name, frozenset()) for name in lists.keys() | own.keys()
            }
    return Lexicon(nouns, names, lists, checksum.hexdigest()[:12])
