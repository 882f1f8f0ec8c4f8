"""Whether a word stands for a person, and two words for one person or for two."""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import DependencyTree
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.languages.pronouns import PERSONAL
from anaphora_workbench.preprocessing.mentions.names import PERSON_LABELS

_ONE = frozenset({"s"})


class Persons:
    """The persons that words of a document stand for, as far as these and the lists tell."""

    def __init__(self, tree: DependencyTree, lexicon: Lexicon) -> None:
        self._tree, self._words, self._lexicon = tree, tree.words, lexicon

    def is_person(self, offset: int) -> bool:
        """Whether a word is *he* or *she*, the name of a person or a noun for one."""
        word, pronoun = self._words[offset], self._tree.pronoun(offset)
        if pronoun is not None:
            return (
                pronoun.type == PERSONAL
                and pronoun.person == 3
                and pronoun.number == _ONE
                and "n" not in pronoun.gender
            )
        if "Number=Plur" in word.morphology:
            return False
        lexicon = self._lexicon
        if word.upos == "PROPN" and (word.entity_type in PERSON_LABELS or lexicon.name_gender(word.form) is not None):
            return True
        kinds = (lexicon.nouns.get(form.lower(), "") for form in (word.lemma, word.form))
        return any(kind == "person" or kind.startswith("person:") for kind in kinds)

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
