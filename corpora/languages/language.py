"""A language: a folder of tables, and the few functions that tables cannot express.

The folder holds ``pronouns.tsv``, ``words.toml``, ``grammar.toml`` and, where they help, ``tags.tsv``,
``nouns.tsv``, ``names.tsv``, ``surnames.tsv``, ``demonyms.tsv`` and ``acronyms.tsv``; docs/guides/language.md says
what stands in each. All are read when first asked for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Word
from anaphora_workbench.corpora.languages.lexicon import NAMES, NOUNS, WORDS, Lexicon, read_lexicon
from anaphora_workbench.corpora.languages.pronouns import (
    PERSONAL,
    POSSESSIVE,
    RECIPROCAL,
    REFLEXIVE,
    Pronoun,
    PronounRow,
    features,
    row_of,
)
from anaphora_workbench.corpora.languages.tables import OPEN, content, pairs, rows, word_lists
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.corpora.support.known_names import near

PRONOUNS, TAGS, GRAMMAR = "pronouns.tsv", "tags.tsv", "grammar.toml"
DEMONYMS, ACRONYMS = "demonyms.tsv", "acronyms.tsv"
PATTERNS = "patterns"
_OURS = Path(__file__).parent
# Share of letters in common, in their order, from which one name is another misspelled.
_SPELLED_LIKE = 0.85
# What a tag can say of a word, and how the universal tag and features say it where a language lists no tags.
TAG_CLASSES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "noun": ("NOUN", {}),
    "common": ("NOUN", {}),
    "proper": ("PROPN", {}),
    "singular": ("", {"Number": "Sing"}),
    "plural": ("", {"Number": "Plur"}),
    "pronoun": ("PRON", {}),
    "personal": ("PRON", {"PronType": "Prs"}),
    "possessive": ("", {"Poss": "Yes"}),
    "relative": ("", {"PronType": "Rel"}),
    "determiner": ("DET", {}),
    "existential": ("PRON", {"PronType": "Exs"}),
    "infinitive_mark": ("", {"PartType": "Inf"}),
    "subordinator": ("SCONJ", {}),
    "gerund": ("", {"VerbForm": "Ger"}),
    "base_form": ("", {"Mood": "Imp"}),
    "possessive_mark": ("", {"Case": "Gen", "PartType": "Pos"}),
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of pleonastic pronouns: its name, whether it is published, source and an example sentence."""

    name: str
    published: bool
    source: str
    example: str


@dataclass(frozen=True, eq=False)
class Language:
    """A language, by its folder.

    Attributes:
        code: as ISO 639-1 has it, ``en``.
        name: in English.
        folder: where its tables are; None for one that has none, whose words are told by universal features alone.
        morphology_first: pronouns are classified by the features of their words, the table fills what these leave
            open; else the table decides.
        possessives_agree: number and gender of a possessive are those of the possessed (*sus*), not of the possessor.
        grammatical_gender: every noun has a gender that pronouns agree with, which says nothing of animacy.
        drops_subjects: a finite verb may lack its subject, which then is an empty word (*Llegó tarde*).
        relatives_refer: relative pronouns are mentions.
        names_hold_phrases: a name may hold prepositions (*Banco de España*) and then has its first word as head.
        whole_phrases: a noun phrase holds its apposition, and the comma that closes what is set off in it (AnCora).
        cuts_strays: negations, adverbial clauses and what follows a colon or dash are cut off a noun phrase, whatever
            the parser hangs them on.
        resolves_by_morphology: gold annotation without a parse will do (there is no treebank or pipeline at hand).
        models: spaCy pipelines to prefer, the first that is installed.
        pip: what ``pip install`` is to be given for one of them, "" where they are not on PyPI.
    """

    code: str
    name: str
    folder: Path | None
    morphology_first: bool = True
    possessives_agree: bool = True
    grammatical_gender: bool = False
    drops_subjects: bool = False
    relatives_refer: bool = False
    names_hold_phrases: bool = False
    whole_phrases: bool = False
    cuts_strays: bool = False
    resolves_by_morphology: bool = False
    models: tuple[str, ...] = ()
    pip: str = ""

    def words(self, name: str) -> frozenset[str]:
        """The words of a list of ``grammar.toml``, by ``section.list``; none if there is no such list."""
        return self._sets.get(name, frozenset())

    def paired(self, keys: str, values: str) -> dict[str, str]:
        """The words of one list of ``grammar.toml``, each with the one in its place of another list."""
        return dict(zip(self._lists.get(keys, ()), self._lists.get(values, ()), strict=True))

    def tag_is(self, tag: str, *classes: str) -> bool:
        """Whether a tag of the language's own tag set says one of these; False for one that its table lacks."""
        return not self.tags.get(tag, frozenset()).isdisjoint(classes)

    def word_is(self, word: Word, *classes: str) -> bool:
        """Whether a word is one of these: by its tag; by universal tag and features where the language lists no tags.

        Args:
            classes: of ``TAG_CLASSES``.
        """
        if self.tags:
            return self.tag_is(word.xpos, *classes)
        told = features(word.morphology)
        for kind in classes:
            upos, wanted = TAG_CLASSES[kind]
            if (not upos or word.upos == upos) and all(told.get(name) == value for name, value in wanted.items()):
                return True
        return False

    def is_plural(self, word: Word) -> bool:
        """Whether a word is marked as plural, by its features or its tag."""
        return "Number=Plur" in word.morphology or self.tag_is(word.xpos, "plural")

    def is_singular(self, word: Word) -> bool:
        """Whether a word is marked as singular, by its features or its tag."""
        return "Number=Sing" in word.morphology or self.tag_is(word.xpos, "singular")

    def lexicon(self, path: str | None = None) -> Lexicon:
        """Noun classes, names and word lists, extended or replaced by a user's file of word lists.

        Raises:
            ValueError: the user's file is no lexicon.
            OSError: it cannot be read.
        """
        return Lexicon() if self.folder is None else read_lexicon(self.folder, path)

    @cached_property
    def pronouns(self) -> Mapping[str, tuple[PronounRow, ...]]:
        """The rows of ``pronouns.tsv`` by form; of several the first whose condition holds counts.

        Raises:
            FormatError: a row that is none, with its line.
        """
        table: dict[str, tuple[PronounRow, ...]] = {}
        path = self._table(PRONOUNS)
        if path is None:
            return table
        for number, columns in rows(path):
            try:
                row = row_of(columns)
            except ValueError as error:
                raise FormatError(path, number, str(error)) from None
            table[row.form] = (*table.get(row.form, ()), row)
        return table

    @cached_property
    def neuter_pronouns(self) -> frozenset[str]:
        """Forms of the personal, possessive and reflexive pronoun for things: *it*, *its*, *itself*."""
        kinds, one_thing = (PERSONAL, POSSESSIVE, REFLEXIVE), (frozenset("s"), frozenset("n"))
        return frozenset(
            form
            for form, listed in self.pronouns.items()
            if any(
                (row.pronoun.number, row.pronoun.gender) == one_thing and row.pronoun.type in kinds for row in listed
            )
        )

    @cached_property
    def reciprocals(self) -> Mapping[tuple[str, ...], Pronoun]:
        """Reciprocals of several words (*each other*), by their lower-cased words."""
        all_rows = (row for rows_of_form in self.pronouns.values() for row in rows_of_form)
        return {
            tuple(row.form.split(" ")): row.pronoun
            for row in all_rows
            if row.pronoun.type == RECIPROCAL and " " in row.form
        }

    @cached_property
    def tags(self) -> Mapping[str, frozenset[str]]:
        """The meaning of each tag of ``tags.tsv``.

        Raises:
            ValueError: a class that there is not.
        """
        tags = {tag: frozenset(classes.split()) for tag, classes in self._pairs(TAGS)}
        unknown = frozenset().union(*tags.values()) - TAG_CLASSES.keys()
        if unknown:
            raise ValueError(f"{self.code}: no class of tags {min(unknown)!r}; there are: {', '.join(TAG_CLASSES)}")
        return tags

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """The patterns of pleonastic pronouns, in the order in which they are tried."""
        return tuple(Pattern(**entry) for entry in self._grammar.get(PATTERNS, ()))

    @cached_property
    def quotation_marks(self) -> Mapping[str, str]:
        """The mark that closes a quotation, by the mark that opens it."""
        return self.paired("quotation_marks.opening", "quotation_marks.closing")

    @cached_property
    def closed_class(self) -> frozenset[str]:
        """All forms of the closed classes: pronouns, and the words of ``grammar.toml`` that are of no open class."""
        closed = {name: words for name, words in self._grammar.items() if name != PATTERNS and not words.get(OPEN)}
        lists = word_lists(Path(GRAMMAR), closed)
        return frozenset(self.pronouns) | frozenset(word for words in lists.values() for word in words)

    @cached_property
    def demonyms(self) -> Mapping[str, frozenset[str]]:
        """The demonyms of each place, by its name; all in lower case."""
        return self._names(DEMONYMS)

    @cached_property
    def acronyms(self) -> Mapping[str, frozenset[str]]:
        """The full names that an acronym stands for; all in lower case and without full stops."""
        return self._names(ACRONYMS)

    def _names(self, table: str) -> dict[str, frozenset[str]]:
        listed: dict[str, set[str]] = {}
        for name, other in self._pairs(table):
            listed.setdefault(name, set()).add(other)
        return {name: frozenset(others) for name, others in listed.items()}

    @cached_property
    def _sets(self) -> dict[str, frozenset[str]]:
        return {name: frozenset(words) for name, words in self._lists.items()}

    @cached_property
    def _lists(self) -> dict[str, tuple[str, ...]]:
        sections = {name: words for name, words in self._grammar.items() if name != PATTERNS}
        return word_lists(Path(GRAMMAR), sections)

    @cached_property
    def _grammar(self) -> dict[str, Any]:
        path = self._table(GRAMMAR)
        if path is None:
            return {}
        grammar = content(path, f"TOML like corpora/languages/en/{GRAMMAR}")
        if path.parent.parent != _OURS:
            _check_spelling(path, grammar)
        return grammar

    def _pairs(self, table: str) -> list[tuple[str, str]]:
        path = self._table(table)
        return list(pairs(path)) if path else []

    def _table(self, name: str) -> Path | None:
        """The file of a table, None where the language lacks it."""
        path = None if self.folder is None else self.folder / name
        return path if path and path.exists() else None

    @property
    def files(self) -> list[Path]:
        """The tables there are, sorted: what a result in this language depends on beside the code."""
        if self.folder is None:
            return []
        files = (self.folder / table for table in (PRONOUNS, TAGS, GRAMMAR, DEMONYMS, ACRONYMS, WORDS, NOUNS, NAMES))
        return sorted(file for file in files if file.exists())


def _check_spelling(path: Path, grammar: Mapping[str, Any]) -> None:
    """Raise ValueError for a section or list that is a known one misspelled: nothing would ask for it.

    Others are let in: code of the same package may ask for them.
    """
    known = _known_lists()
    for section, lists in grammar.items():
        if section == PATTERNS or not isinstance(lists, dict):
            continue
        meant = None if section in known else near(section, known, _SPELLED_LIKE)
        if meant is not None:
            raise ValueError(f"{path}: no section {section!r}; did you mean {meant}?")
        for name in lists:
            meant = None if name in known.get(section, {name}) else near(name, known[section], _SPELLED_LIKE)
            if meant is not None:
                raise ValueError(f"{path}: no list {section}.{name}; did you mean {section}.{meant}?")


@cache
def _known_lists() -> Mapping[str, frozenset[str]]:
    """What the sections of ``grammar.toml`` hold in any language of ours, their notes included."""
    known: dict[str, frozenset[str]] = {PATTERNS: frozenset()}
    for path in _OURS.glob(f"*/{GRAMMAR}"):
        for section, lists in content(path, "").items():
            if section != PATTERNS:
                known[section] = known.get(section, frozenset({OPEN})) | frozenset(lists)
    return known
