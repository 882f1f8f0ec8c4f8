"""The lexicon behind the features of noun phrases: noun classes, first names, titles and word lists.

The tables ship with each language, so that results do not depend on what else is installed; the
``LICENCES.md`` of its folder says where they come from. A user's own lists extend or replace them.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from anaphora_workbench.corpora.languages.tables import content, pairs, word_lists
from anaphora_workbench.corpora.support.notation import looked_up

# A name borne by one sex in at least this share of cases is taken as that sex's.
CLEAR_SHARE = 0.85
# What is borne this much more often as a surname says little of sex where it stands alone.
MOSTLY_SURNAME = 0.75
NOUNS, NAMES, SURNAMES, WORDS = "nouns.tsv", "names.tsv", "surnames.tsv", "words.toml"


@dataclass(frozen=True)
class Lexicon:
    """Word classes, looked up by lower-cased lemma or form.

    Attributes:
        nouns: ``person``, ``person:m``, ``person:f``, ``person?``, ``animal``, ``group`` or ``thing``.
        first_names: share of women among the bearers.
        surnames: share of those who bear it as their surname among all bearers.
        lists: the word lists of ``words.toml``, as ``section.list`` → words.
        version: checksum of all tables of the language, those of its grammar among them, for signatures.
    """

    nouns: Mapping[str, str] = field(default_factory=dict)
    first_names: Mapping[str, float] = field(default_factory=dict)
    surnames: Mapping[str, float] = field(default_factory=dict)
    lists: Mapping[str, frozenset[str]] = field(default_factory=dict)
    version: str = "none"

    def words(self, name: str) -> frozenset[str]:
        """The words of a list, none if there is no such list."""
        return self.lists.get(name, frozenset())

    @cached_property
    def titles(self) -> frozenset[str]:
        """Titles before the names of men, of women and of either."""
        return self.words("titles.masculine") | self.words("titles.feminine") | self.words("titles.either")

    def name_gender(self, name: str) -> frozenset[str] | None:
        """Possible sexes of the bearer of a first name, None if it is not known as one."""
        share = self.first_names.get(looked_up(name))
        if share is None:
            return None
        if share >= CLEAR_SHARE:
            return frozenset("f")
        return frozenset("m") if share <= 1 - CLEAR_SHARE else frozenset("mf")

    def is_of_person(self, name: str) -> bool:
        """Whether a name is known as a first name or borne as a surname."""
        return looked_up(name) in self.first_names or self.is_surname(name)

    def is_surname(self, name: str) -> bool:
        """Whether a name is borne as a surname."""
        return looked_up(name) in self.surnames

    def is_mostly_surname(self, name: str) -> bool:
        """Whether a name is borne far more often as a surname than as a first name: *Larson*, not *Martin*."""
        return self.surnames.get(looked_up(name), 0.0) >= MOSTLY_SURNAME


def read_words(path: Path) -> tuple[dict[str, frozenset[str]], bool]:
    """The lists of a TOML file as ``section.list`` → words, and whether they replace the project's own.

    Raises:
        ValueError: the file is not TOML, or holds something else than lists of words.
        OSError: it cannot be read.
    """
    sections = content(path, "TOML like corpora/languages/en/words.toml")
    replaces = sections.pop("replace", False)
    lists = {name: frozenset(words) for name, words in word_lists(path, sections).items()}
    return lists, bool(replaces)


@lru_cache(maxsize=8)
def read_lexicon(folder: Path, path: str | None = None) -> Lexicon:
    """The lexicon of a language's folder, extended or replaced by a user's file of word lists.

    Args:
        folder: each of its tables may be absent, and is then empty.
        path: the user's file, None if there is none.

    Raises:
        ValueError: the user's file is no lexicon.
        OSError: it cannot be read.
    """
    checksum = hashlib.sha256()
    for table in sorted((*folder.glob("*.tsv"), *folder.glob("*.toml"))):
        checksum.update(table.read_bytes())
    there = {table: folder / table for table in (NOUNS, NAMES, SURNAMES, WORDS) if (folder / table).exists()}
    lists = read_words(there[WORDS])[0] if WORDS in there else {}
    nouns = dict(pairs(there[NOUNS])) if NOUNS in there else {}
    names, surnames = (
        {name: float(share) for name, share in pairs(there[table])} if table in there else {}
        for table in (NAMES, SURNAMES)
    )
    if path is not None:
        checksum.update(Path(path).read_bytes())
        own, replaces = read_words(Path(path))
        if replaces:
            lists, nouns, names, surnames = own, {}, {}, {}
        else:
            lists = {
                name: lists.get(name, frozenset()) | own.get(name, frozenset()) for name in lists.keys() | own.keys()
            }
    return Lexicon(nouns, names, surnames, lists, checksum.hexdigest()[:12])
