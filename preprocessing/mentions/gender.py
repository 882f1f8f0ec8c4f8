"""Sources of gender: a title, a list of names or nouns, a named-entity recogniser, the corpus.

Where every noun has a gender, its morphology tells it, whether or not the noun lives: gender agrees with pronouns, and
animacy is told apart from it, by the same lists and labels as in any language. Source: resolvers.md, section 2.2.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from anaphora_workbench.corpora.document import ANY_GENDER, EITHER_GENDER, FEMININE, MASCULINE, Evidence, Word
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.corpora.trees.labels import ADJECTIVE, DETERMINER
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.mentions.names import NEUTER, PERSON, PERSON_LABELS, NameEvidence

# What a named-entity or corpus label says of gender and number.
GROUP_LABELS = frozenset({"ORG", "NORP", "organization"})
_CORPUS_LABELS = frozenset(
    {"person", "organization", "animal", "place", "object", "event", "time", "substance", "plant", "abstract"}
)
LABELS_OF_NUMBERS = frozenset({"DATE", "TIME", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL", "MONEY"})
THING_LABELS = frozenset(
    {"GPE", "LOC", "FAC", "VEH", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "LANGUAGE"}
    | LABELS_OF_NUMBERS
    | (_CORPUS_LABELS - {"person", "organization", "animal"})
)
# Of the things that the recogniser tells, those that can be called as a person is.
_BEARERS = GROUP_LABELS | {"GPE", "LOC", "FAC", "PRODUCT", "WORK_OF_ART"}


@dataclass(frozen=True, slots=True)
class Gender:
    """Possible genders of a noun phrase and what tells them.

    Attributes:
        values: a non-empty subset of {m, f, n}.
        told_by: what tells them, "" where nothing does.
        life_told_by: what tells whether it is a living being.
        life: whether it is one, where gender does not tell; "" where it does.
        either_number: the singular may also be taken up by *they*.
    """

    values: frozenset[str]
    told_by: Evidence = ""
    life_told_by: Evidence = ""
    either_number: bool = False
    life: Literal["yes", "no", "unknown", ""] = ""


def told(values: frozenset[str], told_by: Evidence, either_number: bool = False) -> Gender:
    """A Gender of which one thing tells all."""
    return Gender(values, told_by, told_by, either_number)


UNKNOWN = Gender(ANY_GENDER)


class GenderReader:
    """Reads genders off lists and labels.

    Args:
        names: what the document tells of its names.
    """

    def __init__(self, lexicon: Lexicon, names: NameEvidence) -> None:
        self.lexicon, self.names = lexicon, names
        lists = lexicon.words
        self._male_nouns, self._female_nouns = lists("gendered_nouns.masculine"), lists("gendered_nouns.feminine")
        self._person_nouns = lists("person_nouns.words")
        self._collectives = lists("collectives.words")

    def of_noun(self, word: Word, label: str) -> Gender:
        """Gender of a phrase with a common noun as its head.

        Args:
            label: entity type that the corpus or the recogniser gives it, "" for none.
        """
        lemma, form = (word.lemma or word.form).lower(), word.form.lower()
        collective = lemma in self._collectives
        gendered = self._by_gendered_noun(lemma, form)
        if gendered is not None:
            return told(gendered, "noun list")
        labelled = self._by_label(label, collective)
        return labelled or self._by_noun_class(lemma, form, collective)

    def of_name(self, start: int, head: int, word: Word, label: str) -> Gender:
        """Gender of a phrase with a name as its head.

        Args:
            start: offset of its first word.
            head: offset of its head.
            label: entity type that the corpus or the recogniser gives it, "" for none.
        """
        form = word.form.lower()
        titled = self.names.titled(start, head)
        if titled is not None:
            return told(titled, "title")
        collective = form in self._collectives
        named = self.names.gender(head)
        if label in _CORPUS_LABELS:
            # What a corpus says of this very mention needs no second opinion.
            if label in PERSON_LABELS and named is not None and named[0] & PERSON:
                return Gender(named[0] & PERSON, named[1], "corpus", collective)
            return self._by_label(label, collective) or UNKNOWN
        if named is not None:
            return told(*named, either_number=not named[0] & PERSON)
        label = self.names.label(head) or label
        if label in LABELS_OF_NUMBERS:
            label = ""
        listed = form in self.lexicon.nouns or collective or word.form.isupper()
        if self.lexicon.nouns.get(form) == "thing":
            doubtful = self._named_as_a_thing(head, label)
            if doubtful is not None:
                return doubtful
        if not listed and label:
            doubtful = self._unlisted_name(head, label)
            if doubtful is not None:
                return doubtful
        if label == "NORP" and self.names.alone(head) and not word.form.isupper():
            # *The Kafir* is a person, *the French* are several.
            return told(PERSON, "recogniser", either_number=True)
        return self._by_label(label, collective) or self._by_noun_class(form, form, collective)

    def _named_as_a_thing(self, head: int, label: str) -> Gender | None:
        """What is made of a name whose last word is a noun for a thing; None where the recogniser's word stands."""
        acting, form = self.names.acts_as_person(head), self.names.words[head].form
        if acting and label in _BEARERS:
            # *Tuppence sighed*; but *Washington knows* may be a city, too.
            return Gender(ANY_GENDER, "context", either_number=label in GROUP_LABELS)
        nobody = self.lexicon.name_gender(form) is None and not self.lexicon.is_surname(form)
        if acting or not nobody:
            return None
        if label in GROUP_LABELS | THING_LABELS and not self.names.alone(head):
            # *a Nobel Prize*: list and recogniser agree.
            return told(NEUTER, "noun list", label in GROUP_LABELS)
        if label not in PERSON_LABELS:
            return None
        # *McMurdo Station*, *Stardust*: no name of persons, whatever the recogniser says.
        return Gender(ANY_GENDER) if self.names.alone(head) else told(NEUTER, "noun list")

    def _unlisted_name(self, head: int, label: str) -> Gender | None:
        """What is made of the recogniser's word on a name that no list has; None where it stands.

        A name is a person's if it does what only persons do, whatever its label. The label of a single word alone is a
        guess: recognisers take *Quinoa* for a person and *Quarvell* for a firm. Of a surname a person is the better
        guess.
        """
        acting = self.names.acts_as_person(head)
        if acting and label in GROUP_LABELS | THING_LABELS:
            return told(PERSON, "context")
        alone = not acting and self.names.alone(head)
        if alone and label in PERSON_LABELS and self.lexicon.is_surname(self.names.words[head].form):
            return told(PERSON, "name list")
        guessed = label != "NORP" and label in PERSON_LABELS | GROUP_LABELS | THING_LABELS
        if guessed and alone:
            return Gender(ANY_GENDER, either_number=label in GROUP_LABELS)
        return None

    def by_label(self, label: str) -> Gender:
        """The gender that a label alone gives."""
        return self._by_label(label, collective=False) or UNKNOWN

    def _by_label(self, label: str, collective: bool) -> Gender | None:
        told_by: Evidence = "corpus" if label in _CORPUS_LABELS else "recogniser"
        if label in PERSON_LABELS:
            return told(PERSON, told_by, collective)
        if label in GROUP_LABELS:
            return told(NEUTER, told_by, True)
        if label == "animal":
            return told(ANY_GENDER, told_by)
        return told(NEUTER, told_by, collective) if label in THING_LABELS else None

    def _by_gendered_noun(self, lemma: str, form: str) -> frozenset[str] | None:
        if lemma in self._male_nouns or form in self._male_nouns:
            return frozenset("m")
        if lemma in self._female_nouns or form in self._female_nouns:
            return frozenset("f")
        kind = self.lexicon.nouns.get(lemma, "")
        return frozenset(kind[-1]) if kind.startswith("person:") else None

    def _by_noun_class(self, lemma: str, form: str, collective: bool) -> Gender:
        if lemma in self._person_nouns or form in self._person_nouns:
            return told(PERSON, "noun list", collective)
        kind = self.lexicon.nouns.get(lemma) or self.lexicon.nouns.get(form)
        if kind is None and "-" in lemma:
            kind = self.lexicon.nouns.get(lemma.rsplit("-", 1)[1])
        if kind is None:
            return told(NEUTER, "noun list", True) if collective else UNKNOWN
        if kind.startswith("person:"):
            return told(frozenset(kind[-1]), "noun list")
        if kind == "person":
            return told(PERSON, "noun list", collective)
        if kind in ("person?", "animal"):
            return told(ANY_GENDER, "noun list", collective)
        return told(NEUTER, "noun list", collective or kind == "group")


_GENDERS = {"Masc": frozenset(MASCULINE), "Fem": frozenset(FEMININE)}
Life = Literal["yes", "no", "unknown"]
_AGREEING = DETERMINER | ADJECTIVE


class GrammaticalGender:
    """Reads the gender of nouns and names off their forms and what agrees with them."""

    def __init__(self, tree: DependencyTree, lexicon: Lexicon) -> None:
        self._tree = tree
        self._epicenes = lexicon.words("epicenes.words")

    def of(self, head: int, natural: Gender) -> Gender:
        """The gender of a phrase; animacy stays what it is.

        Args:
            natural: what lists and labels tell of its referent.
        """
        values, told_by = self._values(head, natural)
        if not natural.values & EITHER_GENDER:
            life: Life = "no"
        else:
            life = "unknown" if natural.values & NEUTER else "yes"
        return replace(natural, values=values, told_by=told_by, life=life)

    def _values(self, head: int, natural: Gender) -> tuple[frozenset[str], Evidence]:
        word = self._tree.words[head]
        if (word.lemma or word.form).lower() in self._epicenes:
            # *La víctima*: she or he.
            return EITHER_GENDER, "noun list"
        if word.upos == "PROPN" and len(natural.values) == 1 and natural.values <= EITHER_GENDER:
            return natural.values, natural.told_by
        agreeing = [self._form(part) for part in self._tree.dependents(head, _AGREEING)]
        if frozenset(FEMININE) in (self._form(part) for part in self._tree.dependents(head, DETERMINER)):
            # *Una llave* is feminine whatever its tag; not so *el agua*, whose article is masculine.
            return frozenset(FEMININE), "form"
        return next(((told, "form") for told in (self._form(head), *agreeing) if told is not None), (EITHER_GENDER, ""))

    def _form(self, word: int) -> frozenset[str] | None:
        """The gender that the morphology of a word tells."""
        return _GENDERS.get(features(self._tree.words[word].morphology).get("Gender", ""))


def of_several(genders: Iterable[frozenset[str]]) -> frozenset[str]:
    """The gender of a coordination: feminine if all parts are, masculine if any is, else either."""
    known = list(genders)
    if known and all(gender == frozenset(FEMININE) for gender in known):
        return frozenset(FEMININE)
    return frozenset(MASCULINE) if frozenset(MASCULINE) in known else EITHER_GENDER
