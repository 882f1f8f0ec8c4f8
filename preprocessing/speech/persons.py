"""The persons in a text: which words stand for them, two words for one or for two, and who is called by name.

Vocatives: *“Come in, Tom,” said Ann*, *“Yes, my dear.”* Source: Quirk et al. (1985, 10.52 and 10.53); resolvers.md,
9.6.
"""

from collections.abc import Iterator

from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree

_ONE = frozenset({"s"})


class Persons:
    """The persons that words of a document stand for, as far as these and the lists tell."""

    def __init__(self, tree: DependencyTree) -> None:
        self._tree, self._words = tree, tree.words

    def are_one(self, one: int | None, other: int | None) -> bool:
        """Whether two words seem to stand for one: *Ann* and *Ann*; not *he* and *he*, nor *Tom Lee* and *Ann Lee*."""
        if one is None or other is None:
            return False
        if one == other or self._words[one].form.lower() != self._words[other].form.lower():
            return one == other
        pronoun = self._tree.pronoun(one)
        if pronoun is not None:
            return pronoun.person != 3
        name, another = (self._name(offset) for offset in (one, other))
        return name <= another or another <= name

    def differ(self, one: int | None, other: int | None) -> bool:
        """Whether two words surely stand for two: *I* and another, *he* and *she*, names without a word in common."""
        if one is None or other is None:
            return False
        first, second = pronouns = [self._tree.pronoun(offset) for offset in (one, other)]
        speakers = [pronoun for pronoun in pronouns if pronoun is not None and pronoun.person == 1]
        if speakers:
            # *We* may be *I*, and have the other among them.
            return len(speakers) == 1 and speakers[0].number == _ONE
        if first is not None and second is not None:
            return first.number == second.number == _ONE and first.gender.isdisjoint(second.gender)
        if first is not None or second is not None:
            return False
        name, another = (self._name(offset) for offset in (one, other))
        return bool(name and another) and name.isdisjoint(another)

    def _name(self, offset: int) -> set[str]:
        """The words of a name; none where the word is no name."""
        if self._words[offset].upos != "PROPN":
            return set()
        parts = (self._words[part] for part in self._tree.subtree(offset))
        return {word.form.lower() for word in parts if word.upos == "PROPN"}


_COMMA = ","
_ENDS = frozenset({_COMMA, ".", "!", "?", "--", "—", "–", ";"})
# Parsers without a relation of their own for it take a vocative for an adverbial; a name may be set off for
# other reasons than a call, but a noun like *sir* only as part of a list or beside another noun.
_NAME_TAKEN_FOR = labels.VOCATIVE | labels.BARE_ADVERBIAL
_NO_CALL = labels.CONJUNCT | labels.APPOSITION
_NO_PERSON = frozenset({"DATE", "TIME", "GPE", "LOC", "FAC"})
# A quotation of nothing but two of its own marks, a comma and a phrase may as well be an answer: *“Dan,” said Ann.*
_MARKS_AROUND = 3
_PARTS_OF_A_NAME = labels.PART_OF_COMPOUND | labels.PART_OF_NAME


class Vocatives:
    """Finds vocatives in quotations, which set them off by commas or by the edges of a quotation."""

    def __init__(self, tree: DependencyTree, lexicon: Lexicon) -> None:
        self._tree = tree
        sections = ("vocatives.nouns", "titles.masculine", "titles.feminine", "titles.either",
                    "gendered_nouns.masculine", "gendered_nouns.feminine")  # fmt: skip
        self._nouns = frozenset[str]().union(*(lexicon.words(section) for section in sections))
        self._modifiers = lexicon.words("vocatives.modifiers")
        self._marks = {mark for pair in tree.language.quotation_marks.items() for mark in pair}

    def within(self, start: int, end: int) -> Iterator[int]:
        """Head words of the vocatives between two words of a text, in text order.

        Args:
            end: exclusive.
        """
        for head in range(start, end):
            if not self._calls(head):
                continue
            phrase = [head, *self._tree.dependents(head, _PARTS_OF_A_NAME | labels.ADJECTIVE | labels.POSSESSOR)]
            first, behind = min(phrase), max(phrase) + 1
            if not start < first <= head < behind < end or behind - first + _MARKS_AROUND >= end - start:
                continue
            if self._is_set_off(start, first, behind) and not self._is_resumed(first, behind):
                yield head

    def _is_set_off(self, quoted: int, start: int, end: int) -> bool:
        """Whether a comma or what opens the speech stands before a phrase, and a mark or an end behind it."""
        words = self._tree.words
        before, after = words[start - 1].form, words[end].form
        opened = start == quoted + 1 or before in self._marks | {_COMMA}
        return opened and (after in _ENDS or after in self._marks)

    def _is_resumed(self, start: int, end: int) -> bool:
        """Whether a phrase opens a quotation and a pronoun takes it up: *“My father, he is a baker.”*"""
        words = self._tree.words
        if words[start - 1].form == _COMMA or end + 1 >= len(words) or words[end].form != _COMMA:
            return False
        pronoun = self._tree.pronoun(end + 1)
        return pronoun is not None and pronoun.person == 3

    def _calls(self, head: int) -> bool:
        """Whether a word is a name, or a noun that persons are called by without a determiner."""
        tree, word = self._tree, self._tree.words[head]
        if tree.dependents(head, labels.DETERMINER):
            return False
        possessors = tree.dependents(head, labels.POSSESSOR)
        pronouns = [tree.pronoun(possessor) for possessor in possessors]
        if any(pronoun is None or pronoun.person != 1 for pronoun in pronouns):
            return False
        if word.upos == "PROPN" and tree.stands_as(head, _NAME_TAKEN_FOR) and word.entity_type not in _NO_PERSON:
            return True
        if word.form.lower() not in self._nouns or tree.stands_as(head, _NO_CALL):
            return False
        modifiers = (tree.words[child].form.lower() for child in tree.dependents(head, labels.ADJECTIVE))
        return bool(possessors) or self._modifiers.issuperset(modifiers)
