"""Names across a document: a surname is a woman's if her first name occurs with it.

Named-entity recognisers label the same name differently from sentence to sentence; and *Voss* alone says
little where *Clara Voss* or *Mrs Voss* says all. So evidence is gathered once over the document.
"""

from collections import Counter, defaultdict

from anaphora_workbench.corpora.document import Document, Evidence, Word
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.tree import DependencyTree

_NO_TITLE = labels.POSSESSOR | labels.DETERMINER | labels.PREPOSITION | labels.OBJECT_OF_PREPOSITION
PERSON, NEUTER = frozenset("mf"), frozenset("n")
PERSON_LABELS = frozenset({"PERSON", "PER", "person"})
TIME_LABELS = frozenset({"DATE", "TIME"})
# Labels that do not speak for a thing: persons, and peoples, whose members are persons.
NOT_THINGS = PERSON_LABELS | {"NORP", "DATE", "TIME", "PERCENT", "QUANTITY", "ORDINAL", "CARDINAL", "MONEY"}
_FIRMS = frozenset({"ORG", "organization"})
_PLACES = frozenset({"GPE", "LOC", "FAC", "place"})
_VERBAL = frozenset({"VERB", "AUX"})
# Possible genders of a name's bearer, and what tells them.
Told = tuple[frozenset[str], Evidence]
# A name with more words than this is rarely a person's: *James Webb Space Telescope*.
MAX_WORDS_OF_PERSON = 3


class NameEvidence:
    """Labels and genders of the proper names of one document, by the form of their last word."""

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon) -> None:
        self.words, self.tree, self.lexicon = document.words, tree, lexicon
        self._masculine = lexicon.words("titles.masculine")
        self._feminine = lexicon.words("titles.feminine")
        self._either = lexicon.words("titles.either")
        self._sure = lexicon.words("titles.sure")
        self._particles = lexicon.words("names.particles")
        self._other_words = tree.language.words("first_names.other_words") | tree.language.closed_class
        self._after = lexicon.words("titles.masculine_after")
        self._labels: dict[str, Counter[str]] = defaultdict(Counter)
        self._genders: dict[str, set[frozenset[str]]] = defaultdict(set)
        self._person_verbs = lexicon.words("person_contexts.verbs")
        self._persons_own = (
            lexicon.words("person_contexts.possessed")
            | lexicon.words("gendered_nouns.masculine")
            | lexicon.words("gendered_nouns.feminine")
        )
        self._places = (
            tree.language.words("place_prepositions.words") - tree.language.words("place_prepositions.selected")
        ) | tree.language.words("before_names.of_places")
        self._persons_nouns = lexicon.words("person_nouns.words")
        self._acting: set[str] = set()
        # Forms of names that something certain makes persons', with what does; and those that it gives one sex.
        self._certain: dict[str, Told] = {}
        self._in_places = {
            word.form
            for head, word in enumerate(self.words)
            if word.upos == "PROPN" and tree.stands_as(head, labels.OBJECT_OF_PREPOSITION) and self._after_place(head)
        }
        for head, word in enumerate(document.words):
            if word.upos == "PROPN" and not tree.stands_as(head, labels.PART_OF_COMPOUND | labels.PART_OF_NAME):
                self._observe(head)

    def _observe(self, head: int) -> None:
        form = self.words[head].form
        if self._acts_as_person(head):
            self._acting.add(form)
        if self.words[head].entity_type:
            self._labels[form][self.words[head].entity_type] += 1
        first = self._first(head)
        told = self._told_beside(head)
        if told is not None:
            self._certain.setdefault(form, told)
            self._certain.setdefault(self._name(head), told)
        own = self._own_gender(head) if first != head else None
        if own is not None and len(own[0]) == 1 and own[0] <= PERSON:
            self._certain[form] = own
        if own is not None:
            self._genders[form].add(own[0])
            if form.lower() in self._after:
                # *Ken Griffey Jr.*: *Griffey* is a man, too.
                self._genders[self.words[head - 1].form].add(own[0])
            named = self._where_named(first, head)
            if named != head and self.words[named].form.lower() not in self.lexicon.titles:
                self._genders[self.words[named].form].add(own[0])

    def _after_place(self, head: int) -> bool:
        """*In Victoria Park*."""
        preposition = self.tree.head[head]
        return preposition >= 0 and self.words[preposition].form.lower() in self._places

    def _told_beside(self, head: int) -> Told | None:
        """What a relative pronoun or an apposition tells: *Park, who drives*, *Park, a teacher*, *the actor Park*."""
        tree = self.tree
        for clause in tree.dependents(head, labels.RELATIVE_CLAUSE):
            pronouns = (child for child in tree.subtree(clause) if tree.head[child] in (clause, *tree.children[clause]))
            if any(self._is_of_person(child) for child in pronouns):
                return PERSON, "relative pronoun"
        beside = [
            *tree.dependents(head, labels.APPOSITION),
            *([tree.head[head]] if tree.stands_as(head, labels.APPOSITION) else []),
        ]
        for noun in beside:
            sex = self._sex_of_noun(noun)
            if sex is not None:
                return sex, "apposition"
        return None

    def _is_of_person(self, offset: int) -> bool:
        pronoun = self.tree.pronoun(offset)
        return pronoun is not None and pronoun.type == "relative" and NEUTER.isdisjoint(pronoun.gender)

    def _sex_of_noun(self, offset: int) -> frozenset[str] | None:
        """Possible sexes of what a noun for persons names, None for another word."""
        word = self.words[offset]
        if word.upos != "NOUN" or self.tree.language.is_plural(word):
            return None
        lemma = (word.lemma or word.form).lower()
        for sex in ("masculine", "feminine"):
            if lemma in self.lexicon.words(f"gendered_nouns.{sex}"):
                return frozenset(sex[0])
        listed = self.lexicon.nouns.get(lemma, "")
        if listed.startswith("person:"):
            return frozenset(listed[-1])
        return PERSON if listed == "person" or lemma in self._persons_nouns else None

    def _acts_as_person(self, head: int) -> bool:
        """Whether a name does or has what only persons do or have: *Voss smiled*, *Voss's wife*."""
        above = self.tree.head[head]
        if above < 0:
            return False
        lemma = (self.words[above].lemma or self.words[above].form).lower()
        return (self.tree.stands_as(head, labels.ACTIVE_SUBJECT) and lemma in self._person_verbs) or (
            self.tree.stands_as(head, labels.POSSESSOR) and lemma in self._persons_own
        )

    def acts_as_person(self, head: int) -> bool:
        """Whether the name that ends at ``head`` does or has anywhere in the document what only persons do or have."""
        return self.words[head].form in self._acting

    def is_certain(self, head: int) -> bool:
        """Whether a full name, a title, a relative pronoun or an apposition makes the name a person's somewhere."""
        return self.words[head].form in self._certain

    def _name(self, head: int) -> str:
        """All words of the name that ends at ``head``."""
        return " ".join(word.form for word in self.words[self._first(head) : head + 1])

    def _has_first_name(self, head: int) -> bool:
        """Whether a name has more than a title before its last word."""
        words = self.words[self._first(head) : head]
        return any(word.upos == "PROPN" and word.form.lower() not in self.lexicon.titles for word in words)

    def _first(self, head: int) -> int:
        """Offset of the first word of the name that ends at ``head``.

        Quotation marks and small words within a person's name do not end it: *Ann “Nan” Voss*, *Eva de Wit*, the
        latter also where the recogniser sees a firm; verbs do: it takes *Ann loves Tom* for one name.
        """
        start = head
        for offset in range(head - 1, -1, -1):
            word = self.words[offset]
            if word.upos == "PROPN":
                if self.tree.head[offset] not in range(offset, head + 1):
                    break
                start = offset
            elif not self._may_stand_within(word):
                break
        return start

    def _may_stand_within(self, word: Word) -> bool:
        """Whether a word that is no name may stand within one."""
        if word.entity_type in PERSON_LABELS:
            return word.upos == "PUNCT" or (word.form.islower() and word.upos not in _VERBAL)
        return (word.entity_type in _FIRMS or not word.entity_type) and word.form in self._particles

    def _where_named(self, first: int, head: int) -> int:
        """Where the name of a person begins: by the recogniser (*Tory MP Nicholas Reed*), else by the parse.

        It begins at ``head`` where the first word is no first name and something else's: *FIFA President Blatter*.
        """
        for offset in range(first, head):
            word = self.words[offset]
            if word.entity_type in PERSON_LABELS and word.form.lower() not in self.lexicon.titles:
                return offset
        other = self.words[first].entity_type and self.lexicon.name_gender(self.words[first].form) is None
        return head if other else first

    def titled(self, start: int, head: int) -> frozenset[str] | None:
        """Gender told by *Mr*, *Queen* or *uncle* before the name, or such a word as its head, or *Jr.*; else None."""
        thing = self._names_a_thing(head)
        if self.words[head].form.lower() in self._after and head > start and not thing:
            return frozenset("m")
        for offset in range(start, head):
            form = self.words[offset].form.lower()
            if thing and form not in self._sure:
                # *Prince Edward Island*, *General Electric*: the recogniser knows better.
                continue
            if self.tree.has_parse(offset) and self.tree.head[offset] not in range(start, head + 1):
                continue
            if self.tree.stands_as(offset, _NO_TITLE):
                continue
            if form in self._masculine:
                return frozenset("m")
            if form in self._feminine:
                return frozenset("f")
        form = self.words[head].form.lower()
        if form in self._masculine and start < head and self._is_first_name(self.words[start]):
            # *Carole King*: behind a first name a surname. Titles of women are rarely that.
            return None
        several = any(word.upos == "PROPN" for word in self.words[start:head])
        if several and thing and form not in self._sure:
            # *Black Widow*, a film; not *the Tsar*.
            return None
        if form in self._masculine:
            return frozenset("m")
        return frozenset("f") if form in self._feminine else None

    def _is_first_name(self, word: Word) -> bool:
        """Whether a word is known as a first name, and mostly one: *Carole*, not *Big*."""
        known = self.lexicon.name_gender(word.form) is not None
        return known and word.form.lower() not in self._other_words | self._sure

    def _names_a_thing(self, head: int) -> bool:
        """Whether the recogniser mostly takes the name for a place, a firm … and nothing speaks for a person."""
        label = self.label(head)
        return bool(label) and label not in NOT_THINGS and self.words[head].form not in self._acting

    def _own_gender(self, head: int) -> Told | None:
        """What this very name tells: by title, by first name; None if it tells nothing."""
        first = self._first(head)
        titled = self.titled(first, head)
        if titled is not None:
            return titled, "title"
        name = [word for word in self.words[first : head + 1] if word.upos == "PROPN"]
        words = [word for word in name if word.form.lower() not in self._either]
        person = self.words[head].entity_type in PERSON_LABELS
        had_title = len(words) < len(name)
        if not words:
            return PERSON, "title"
        named = self._borne_by(words[0].form, alone=len(words) == 1)
        begins = self._where_named(first, head)
        if begins < head and named in (None, PERSON):
            named = self._borne_by(self.words[begins].form, alone=False) or named
        listed = self.lexicon.nouns.get(self.words[head].form.lower(), "")
        thing = listed in ("thing", "group") or self.tree.language.is_plural(self.words[head])
        if len(words) > MAX_WORDS_OF_PERSON and not person:
            return None
        if named is not None and len(named) == 1 and self._is_full_name(words, first, head):
            return named, "name list"
        sure = any(word.form.lower() in self._sure for word in self.words[first:head])
        if not person and not sure and thing and self._names_a_thing(head):
            return None
        either = named is None or named == PERSON
        place = self.label(head) in _PLACES and self._names_a_thing(head)
        if (thing or place) and not person and not had_title and either:
            # *Hong Kong*, *San Diego*: borne by men and women, too.
            return None
        if named is not None and (person or had_title or len(words) > 1):
            # *Morgan Stanley*: what begins with a first name may be a person or, as the recogniser has it, a firm.
            firm = not person and not had_title and self.label(head) in _FIRMS and self._names_a_thing(head)
            return named | NEUTER if firm else named, "name list"
        if named is not None and self.words[head].entity_type in ("", "NORP") and not either:
            # *Anna*, *Maria*: a coin and a sea of the moon in the list of nouns, a people for the recogniser.
            return named, "name list"
        return (PERSON, "title") if had_title else None

    def _is_full_name(self, words: list[Word], first: int, head: int) -> bool:
        """Whether a name that begins with a first name of one sex is surely a person's: *Helen Park*.

        A last word that is a noun, too, has to be a surname, and the name nowhere a place that somebody is in.
        """
        last = words[-1].form
        if not 1 < len(words) <= MAX_WORDS_OF_PERSON or not self._is_first_name(words[0]):
            return False
        if words[0].form.lower() in self.lexicon.nouns and not self.lexicon.is_surname(last):
            return False
        if any(self.tree.stands_as(word, labels.DETERMINER) for word in self.tree.children[head] if word < first):
            return False
        if last.lower() not in self.lexicon.nouns:
            return self.words[head].entity_type not in _FIRMS or self.lexicon.is_surname(last)
        return self.lexicon.is_surname(last) and last not in self._in_places

    def _borne_by(self, name: str, alone: bool) -> frozenset[str] | None:
        """Possible sexes of who bears a name, alone perhaps as a surname; None if it is not known as a first name."""
        named = self.lexicon.name_gender(name)
        return PERSON if named is not None and alone and self.lexicon.is_mostly_surname(name) else named

    def gender(self, head: int) -> Told | None:
        """Possible genders of the bearer of the name that ends at ``head``, None if the document does not tell.

        Of a single word, what longer forms of the name tell elsewhere comes first; then its own words.
        """
        own = self._own_gender(head)
        alone = self._first(head) == head
        elsewhere = self._genders.get(self.words[head].form, set()) if alone else set()
        told = [gender for gender in elsewhere if gender != PERSON]
        majority = self.label(head)
        acting = self.acts_as_person(head)
        noun = self.words[head].form.lower() in self.lexicon.nouns
        if majority in TIME_LABELS and not told and not acting and noun:
            # *April*, *Wednesday*: women's names, too; not *Clara* of *in June Clara left*.
            return None
        doubtful = bool(majority) and majority not in PERSON_LABELS
        listed = self.lexicon.nouns.get(self.words[head].form.lower(), "") in ("thing", "group")
        if told:
            # *Ann Miller … Miller*: the full name tells more than that Miller is also a man's first name; but *Disney*
            # may be a firm, too.
            doubtful = doubtful and not acting and self.words[head].form not in self._certain
            return frozenset().union(*told, NEUTER if doubtful else ()), "other mentions"
        certain = self._certain.get(self._name(head))
        if certain is None and not alone and self.is_certain(head):
            certain = self._certain[self.words[head].form]
            if certain[1] == "title" or self._has_first_name(head):
                # *Mrs. Archer … Newland Archer*, *Miss Hall … Dr. Hall*: maybe another; not *Joe Voss … Senator Voss*.
                certain = PERSON, certain[1]
        if own is not None:
            if certain is not None and own[0] & certain[0]:
                return own[0] & certain[0], own[1] if own[0] <= certain[0] else certain[1]
            return own
        if certain is not None:
            return certain
        named = self._borne_by(self.words[head].form, alone)
        if alone and listed and self._names_a_thing(head) and majority in _PLACES:
            # *Rome*, *India*: first names, but the recogniser and the list of nouns agree on a place. Where nobody is
            # in it, neither is certain of a name: *Charlotte closed the shop.*
            if named is None or self.words[head].form in self._in_places:
                return None
            return named | NEUTER, "name list"
        if alone and elsewhere:
            return PERSON | NEUTER if doubtful else PERSON, "other mentions"
        if alone and named is not None:
            # What the recogniser takes for a place, a firm or a product may be one where the name is borne by men and
            # women (*Berkeley*), is a noun, too (*Cleveland*), or an acronym (*ESA*); *Theodorus* and *Agnes* are none.
            one_sex = named != PERSON and not listed and not self.words[head].form.isupper()
            sure = acting or one_sex or (not majority and self.lexicon.is_mostly_surname(self.words[head].form))
            return named if sure else named | NEUTER, "name list"
        return None

    def alone(self, head: int) -> bool:
        """Whether the name that ends at ``head`` has one word."""
        return self._first(head) == head

    def label(self, head: int) -> str:
        """The label that the name has most often in the document, "" if it never has one."""
        given = self._labels.get(self.words[head].form)
        if not given:
            return ""
        return min(given, key=lambda label: (-given[label], label not in PERSON_LABELS, label))
