"""The numbers of the words of a sentence in CoNLL-U: 1, 2, …, elided words between them, and ranges of joined ones.

Source: Universal Dependencies, CoNLL-U format (2014-2025), *Words, Tokens and Empty Nodes*.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from anaphora_workbench.corpora.document import Word
from anaphora_workbench.corpora.formats.parts.files import place_number
from anaphora_workbench.corpora.support.errors import complain

# The note of the first of some words that are written as one: how many they are, and the form of what is written.
JOINED = "conllu:joined"


def numbers_of(words: Sequence[Word], start: int, end: int) -> dict[int, str]:
    """The number of each word of a sentence by its offset, from 1; elided ones after *k* are *k.1*, *k.2* …"""
    numbers: dict[int, str] = {}
    full = elided = 0
    for offset in range(start, end):
        if words[offset].empty:
            elided += 1
            numbers[offset] = f"{full}.{elided}"
        else:
            full, elided = full + 1, 0
            numbers[offset] = str(full)
    return numbers


def written_together(words: Iterable[Word]) -> list[str]:
    """The full words as they stand in the text, where several are one: *du* and nothing for *de* and *le*."""
    forms: list[str] = []
    left = 0
    for word in words:
        if word.empty:
            continue
        number, _, form = word.extra.get(JOINED, "").partition(" ")
        if number:
            left = int(number)
        forms.append(form if number else "" if left > 0 else word.form)
        left -= 1
    return forms


class WordNumbers:
    """Takes the numbers of one sentence in the order of its lines; what is wrong is told, and counted on.

    Args:
        path: of the file, for what is told.

    Attributes:
        expected: the number of the next word.
        joined_until: of the last word of the last range, 0 before any.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.expected = 1
        self.joined_until = 0
        self._elided = 1
        # The number after a wrong one, if words are missing and those after them are counted on.
        self._counted_on = 0

    @property
    def joined(self) -> bool:
        """Whether the last word is in a range."""
        return self.expected - 1 <= self.joined_until

    @property
    def ends_range(self) -> bool:
        """Whether the last word is the last one of a range."""
        return self.expected - 1 == self.joined_until

    def begin_range(self, number: str, line: int) -> bool:
        """Begin a range of the words that follow, if the number is one, as ``3-4``."""
        if not number.startswith(f"{self.expected}-") or self.expected <= self.joined_until:
            return False
        last = place_number(number.partition("-")[2])
        if last < self.expected:
            expected = f"expected a range like {self.expected}-{self.expected + 1}"
            complain(self._path, line, f"word number {number!r}", expected)
            last = self.expected
        self.joined_until = last
        return True

    def take(self, number: str, line: int) -> bool:
        """Take the number of a word; whether it is an elided one, as ``2.1``."""
        if self._counted_on and number == str(self._counted_on):
            self.expected = self._counted_on
        if number == f"{self.expected - 1}.{self._elided}":
            self._elided += 1
            return True
        if number == str(self.expected):
            self._elided = 1
            self._counted_on = 0
        else:
            expected = f"expected {self.expected} or {self.expected - 1}.{self._elided}"
            complain(self._path, line, f"word number {number!r}", expected)
            self._counted_on = place_number(number) + 1
        self.expected += 1
        return False

    def finish(self, line: int) -> None:
        """Tell of a range whose last words are missing; the line is the last one of the sentence."""
        if self.expected <= self.joined_until:
            wrong = f"a range of words up to {self.joined_until}, but no such word"
            complain(self._path, line, wrong)
