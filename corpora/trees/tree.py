"""One view of a dependency tree, whatever label scheme it was annotated in.

Corpora come with Universal Dependencies, spaCy's English models with CLEAR labels. The two differ in
more than names: in UD the noun heads its preposition and the predicate heads its copula. A
DependencyTree shows both in the shape of CLEAR, so that grammatical functions, clauses and binding
are defined once. The words themselves keep the labels they came with.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from anaphora_workbench.corpora.document import ANY_NUMBER, EITHER_GENDER, NO_FORMS, Document, Word
from anaphora_workbench.corpora.languages import Pronoun, pronoun_of, tables_for
from anaphora_workbench.corpora.languages.pronouns import PERSONAL, REFLEXIVE, features
from anaphora_workbench.corpora.trees import labels
from anaphora_workbench.corpora.trees.clear_shape import attach_empty_words, to_clear


class FirstSmallest:
    """A segment tree over numbers.

    Args:
        numbers: at least one.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self._size = len(numbers)
        leaves = [(number, place) for place, number in enumerate(numbers)]
        self._smallest = [*leaves, *leaves]
        for node in range(self._size - 1, 0, -1):
            self._smallest[node] = min(self._smallest[2 * node], self._smallest[2 * node + 1])

    def place(self, start: int, end: int) -> int:
        """The place of the smallest number from ``start`` to before ``end``, which lies behind it; first of equals."""
        left, right = start + self._size, end + self._size
        found = self._smallest[left]
        while left < right:
            if left % 2:
                found = min(found, self._smallest[left])
                left += 1
            if right % 2:
                right -= 1
                found = min(found, self._smallest[right])
            left, right = left // 2, right // 2
        return found[1]


_HEAD_OF_NOTHING_ELSE = frozenset({"punct", "case", "cc", "prep"})
# Added to the depth of words that head a span only where nothing else can, and of dropped subjects, which come after.
_NEVER_A_HEAD, _DROPPED = 1_000, 2_000
# Words from which on a span's head is looked up, as thousands of long ones in one another would take their square.
_LONG_SPAN = 100


class DependencyTree:
    """Heads, relations and children of all words of a document, in the shape of CLEAR labels.

    Attributes:
        head: offset of each word's head, -1 for roots and unparsed words. Heads that run in a circle,
            as only a damaged annotation has them, are cut at the circle's first word.
        relation: CLEAR label of each word, "" where there is no parse.
        children: offsets of each word's dependents, in text order.
        words: the document's words.
        language: the one the document is in, or one without tables.
    """

    def __init__(self, document: Document) -> None:
        self.words: list[Word] = document.words
        self.language = tables_for(document)
        self.head = [word.head for word in document.words]
        self.relation = [word.relation for word in document.words]
        if document.relations == "ud":
            if self.language.drops_subjects:
                attach_empty_words(document, self.head, self.relation)
            to_clear(document, self.head, self.relation, self.language)
        _cut_circles(self.head)
        self.children: list[list[int]] = [[] for _ in self.head]
        for offset, head in enumerate(self.head):
            if head >= 0:
                self.children[head].append(offset)

    def stands_as(self, offset: int, relations: labels.Relations) -> bool:
        """Whether a word is to its head one of these: ``tree.stands_as(word, SUBJECT | OBJECT)``."""
        return self.relation[offset] in relations

    def dependents(self, offset: int, relations: labels.Relations) -> list[int]:
        """The words that hang on a word as one of these, in text order: ``tree.dependents(noun, POSSESSOR)``."""
        return [child for child in self.children[offset] if self.relation[child] in relations]

    def has_parse(self, offset: int) -> bool:
        """Whether the parse says anything of a word."""
        return bool(self.relation[offset])

    def pronoun(self, offset: int) -> Pronoun | None:
        """The features of a word as a pronoun in its place, None if it is not one."""
        relation = self.relation[offset]
        if self.words[offset].empty and self.language.drops_subjects:
            return self._dropped(offset)
        pronoun = pronoun_of(
            self.words[offset],
            self.language,
            before_noun=relation in labels.BEFORE_NOUN,
            possessor=relation in labels.POSSESSOR,
            argument=self._is_argument_of_verb(offset),
        )
        if pronoun is not None and pronoun.type == REFLEXIVE and self._is_dative_before_accusative(offset):
            return replace(pronoun, type=PERSONAL, number=ANY_NUMBER, gender=EITHER_GENDER)
        return pronoun

    def _is_dative_before_accusative(self, offset: int) -> bool:
        """*Se lo dio*: *se* stands for *le* before a pronoun of the accusative."""
        following = offset + 1
        return (
            following < len(self.words)
            and self.words[offset].form.lower() in self.language.words("clitics.dative_before_accusative")
            and self.words[following].form.lower() in self.language.words("clitics.accusative")
            and self.head[following] == self.head[offset]
        )

    def _dropped(self, offset: int) -> Pronoun | None:
        """The features of an empty subject: person and number of its verb, gender of its predicate."""
        if self.words[offset].upos != "PRON" or self.relation[offset] not in labels.SUBJECT or self.head[offset] < 0:
            return None
        clause = self.head[offset]
        told = {"Person": "3", "PronType": "Prs"}
        for word in (clause, *self.dependents(clause, labels.AUXILIARY | labels.PASSIVE_AUXILIARY)):
            own = features(self.words[word].morphology)
            if own.get("VerbForm") == "Fin" or "Person" in own:
                told |= {name: own[name] for name in ("Person", "Number") if name in own}
        # *Està cansada*, *fue elegida*: the participle after *haver* does not agree with the subject.
        agreeing = self.dependents(clause, labels.PREDICATE_ADJECTIVE)
        agreeing += [clause] if self.dependents(clause, labels.PASSIVE_AUXILIARY) else []
        genders = [features(self.words[word].morphology).get("Gender", "") for word in agreeing]
        if genders and genders[0] in ("Fem", "Masc"):
            told["Gender"] = genders[0]
        told |= features(self.words[offset].morphology)
        morphology = "|".join(f"{name}={value}" for name, value in sorted(told.items()))
        return pronoun_of(Word("", upos="PRON", morphology=morphology), self.language)

    def _is_argument_of_verb(self, offset: int) -> bool:
        """Whether a word is subject or object of a verb that is no gerund, which may have a possessor."""
        above = self.head[offset]
        if (
            above < 0
            or self.relation[offset] not in labels.NOMINAL_SUBJECT | labels.OBJECT | labels.RECIPIENT
            or not self.is_verb(above)
        ):
            return False
        return not self.language.word_is(self.words[above], "gerund")

    def possessive_with_article(self, start: int, end: int) -> int | None:
        """The possessive of a span of two words that is an article and it (*la seva*), None if it is none."""
        articles = self.language.words("possessives.articles")
        if end - start != 2 or self.words[start].form.lower() not in articles:
            return None
        return start + 1 if self.relation[start + 1] in labels.POSSESSOR else None

    def determiner(self, noun: int) -> int | None:
        """The first determiner or possessor of a noun, None if it has none."""
        return next(iter(self.dependents(noun, labels.DETERMINER | labels.POSSESSOR)), None)

    def preposition(self, offset: int) -> int | None:
        """The preposition that governs a noun, also through coordination; None if none does."""
        top = self.transparent(offset)
        return self.head[top] if self.relation[top] in labels.OBJECT_OF_PREPOSITION and self.head[top] >= 0 else None

    def adjunct(self, offset: int) -> int | None:
        """The word at the top of the innermost adverbial adjunct around a word, itself included; None without one.

        An adjunct is an adverbial clause, a bare adverbial, or a prepositional phrase of a verb.
        """
        for word in (offset, *self.ancestors(offset)):
            if self.relation[word] in labels.ADVERBIAL or self.is_phrase_of_verb(word):
                return word
        return None

    def is_phrase_of_verb(self, offset: int) -> bool:
        """Whether a word is a preposition that hangs on a verb."""
        above = self.head[offset]
        return self.relation[offset] in labels.PREPOSITION and above >= 0 and self.is_verb(above)

    def is_adjunct_of_noun(self, offset: int) -> bool:
        """Whether a word is a preposition of place or company that hangs on a noun: *a driver in a truck*.

        Others open a complement: *a driver of a truck*, *a substitute for a truck*.
        """
        above = self.head[offset]
        if self.relation[offset] not in labels.PREPOSITION or above < 0 or not self.is_nominal(above):
            return False
        return self.words[offset].form.lower() in self.language.words("place_prepositions.words")

    def root(self, start: int, end: int) -> int | None:
        """The first root of the tree among the words of a stretch (end exclusive), None if it has none."""
        return next((word for word in range(start, end) if self.relation[word] in labels.ROOT), None)

    def is_infinitive(self, verb: int) -> bool:
        """Whether an auxiliary *to* stands with a verb."""
        marks = self.language.words("infinitive_marks.words")
        return any(self.words[child].form.lower() in marks for child in self.dependents(verb, labels.AUXILIARY))

    def ancestors(self, offset: int) -> Iterator[int]:
        """The words above a word, nearest first."""
        head = self.head
        while (offset := head[offset]) >= 0:
            yield offset

    @cached_property
    def _depth(self) -> list[int]:
        """How many words stand above each word; made once, as a chain of n words would cost n² one by one."""
        depths = [0] * len(self.head)
        waiting = [offset for offset, head in enumerate(self.head) if head < 0]
        while waiting:
            offset = waiting.pop()
            for child in self.children[offset]:
                depths[child] = depths[offset] + 1
                waiting.append(child)
        return depths

    def dominates(self, upper: int, lower: int) -> bool:
        """Whether ``upper`` stands above ``lower``, or is it."""
        return upper == lower or upper in self.ancestors(lower)

    def subtree(self, offset: int, without: frozenset[int] = frozenset()) -> list[int]:
        """Offsets of a word and all words below it, except what hangs on words of ``without``; sorted."""
        below, waiting = [], [offset]
        while waiting:
            word = waiting.pop()
            below.append(word)
            waiting.extend(child for child in self.children[word] if child not in without)
        return sorted(below)

    def span_root(self, start: int, end: int) -> int:
        """The word of a span that heads it: the one nearest to the root of the sentence, first of equals."""
        best = self._shallowest(start, end)
        if self.is_verb(best) and self.words[start].upos == "DET":
            # *the man who ran*, parsed as a clause: what the article belongs to is the head.
            noun = self.head[start]
            while start <= self.head[noun] < end and self.is_nominal(self.head[noun]):
                noun = self.head[noun]
            if start < noun < end and self.is_nominal(noun):
                return noun
        return best

    def _shallowest(self, start: int, end: int) -> int:
        """The word of a span with a head outside of it that is nearest to the root, first of equals."""
        if end - start > _LONG_SPAN:
            found = self._first_shallow.place(start, end)
            # Words whose heads are in the span are deeper, unless these head a span only where nothing else can.
            if not start <= self.head[found] < end:
                return found
        outside = [offset for offset in range(start, end) if not start <= self.head[offset] < end]
        return min(outside, key=self._depth_as_head.__getitem__, default=start)

    @cached_property
    def _depth_as_head(self) -> list[int]:
        """The depth of each word; of those that head a span of several only where nothing else can, a large one.

        A dropped subject is such a one, as it seems to be a root where its enhanced dependencies are not looked at:
        *les coses que ∅ havia fet*.
        """
        depths = [
            depth + _NEVER_A_HEAD if relation in _HEAD_OF_NOTHING_ELSE else depth
            for depth, relation in zip(self._depth, self.relation, strict=True)
        ]
        return [depth + _DROPPED if self.is_dropped(offset) else depth for offset, depth in enumerate(depths)]

    def is_dropped(self, offset: int) -> bool:
        """Whether a word is a noun or pronoun that nobody has said: empty and without a form."""
        word = self.words[offset]
        return word.empty and word.form in NO_FORMS and self.is_nominal(offset)

    @cached_property
    def _first_shallow(self) -> FirstSmallest:
        return FirstSmallest(self._depth_as_head)

    def transparent(self, offset: int) -> int:
        """The first element of the coordination or apposition that a word belongs to.

        Conjuncts and appositives have the function of the first one (resolvers.md, 9.3).
        """
        seen = {offset}
        while self.relation[offset] in labels.LATER_PART and self.head[offset] >= 0 and self.head[offset] not in seen:
            offset = self.head[offset]
            seen.add(offset)
        return offset

    def conjuncts(self, offset: int) -> list[int]:
        """The coordinated words that a first conjunct opens, itself included, in text order.

        Reads both the chain of CLEAR (each hangs on the one before) and the star of UD.
        """
        coordinated, waiting = [], [offset]
        while waiting:
            word = waiting.pop()
            coordinated.append(word)
            waiting.extend(child for child in self.children[word] if self.relation[child] == "conj")
        return sorted(coordinated)

    def is_verb(self, offset: int) -> bool:
        return self.words[offset].upos in labels.VERB_TAGS

    def is_nominal(self, offset: int) -> bool:
        return self.words[offset].upos in labels.NOMINAL_TAGS

    def subject(self, verb: int) -> int | None:
        """The verb's own subject, None if it has none of its own."""
        return next((child for child in self.children[verb] if self.relation[child] in labels.SUBJECT), None)

    def logical_subject(self, verb: int) -> int | None:
        """The agent: the own subject, else the one shared in coordination or controlled from above.

        Source: resolvers.md, 2.3 (B): conj takes the first conjunct's subject; xcomp the object of the
        governing verb, else its subject, which is also that of *promise*; participial advcl, acl and pcomp
        the subject of the governing verb, for acl the modified noun.
        """
        seen: set[int] = set()
        while verb not in seen:
            seen.add(verb)
            own = self.subject(verb)
            if own is not None:
                return own
            relation, above = self.relation[verb], self.head[verb]
            if above < 0:
                return None
            if relation == "acl" and self.is_nominal(above):
                return above
            if relation == "xcomp" and not self._controlled_by_subject(above):
                for child in self.children[above]:
                    if self.relation[child] in ("dobj", "dative") and self.is_nominal(child):
                        return child
            if relation == "pcomp":
                governor = self.governing_verb(above)
                if governor is None:
                    return None
                above = governor
            elif relation not in ("conj", "xcomp", "advcl", "acl", "aux", "auxpass"):
                return None
            verb = above
        return None

    def _controlled_by_subject(self, verb: int) -> bool:
        """Whether the subject of a verb, not its object, is who does what its complement says: *promise*."""
        word = self.words[verb]
        return (word.lemma or word.form).lower() in self.language.words("subject_control.words")

    def arguments(self, predicate: int) -> list[int]:
        """Argument heads of a predicate: subject, objects, predicate nouns, recipients and agents."""
        heads = []
        for child in self.children[predicate]:
            relation = self.relation[child]
            if relation in ("nsubj", "nsubjpass", "dobj", "attr", "oprd"):
                heads.append(child)
            elif relation in ("dative", "agent"):
                objects = [below for below in self.children[child] if self.relation[below] == "pobj"]
                heads.extend(objects or [child])
        return heads

    def predicate_of(self, offset: int) -> int | None:
        """The word whose argument or prepositional adjunct a noun is, through coordination; None if there is none."""
        offset = self.transparent(offset)
        above = self.head[offset]
        if above < 0:
            return None
        if self.relation[offset] == "pobj" and self.head[above] >= 0:
            return self.head[above]
        return above

    def governing_verb(self, offset: int) -> int | None:
        """The verb above a noun with no other noun between, None if a noun lies between or no verb is above."""
        for above in self.ancestors(self.transparent(offset)):
            if self.is_verb(above):
                return above
            if self.is_nominal(above):
                return None
        return None

    def nearest_verb(self, offset: int) -> int | None:
        """The nearest verb above a word, even across nouns; the word itself if it is a verb."""
        if self.is_verb(offset):
            return offset
        return next((above for above in self.ancestors(offset) if self.is_verb(above)), None)

    def function(self, offset: int) -> str:
        """Grammatical function of a nominal head (resolvers.md, 9.3)."""
        relation = self.relation[offset]
        if relation == "appos" and self.head[offset] >= 0:
            return self.function(self.transparent(offset))
        offset = self.transparent(offset)
        relation, above = self.relation[offset], self.head[offset]
        if relation in labels.SUBJECT:
            return "SUBJ"
        if relation == "dobj":
            return "DOBJ"
        if relation == "dative":
            return "IOBJ"
        if relation == "pobj" and above >= 0:
            governor = self.relation[above]
            return {"dative": "IOBJ", "agent": "AGENT"}.get(governor, "OBL")
        if relation == "poss":
            return "POSS"
        if relation in ("attr", "oprd"):
            return "PRED"
        return "ROOT" if relation == "ROOT" else "OTHER"

    def finite_clause(self, offset: int) -> int | None:
        """The verb that heads the finite clause around a word, None without a verb above (resolvers.md, 9.4)."""
        verb = self.nearest_verb(offset)
        if verb is None:
            return None
        top = verb
        for above in (verb, *self.ancestors(verb)):
            top = above
            relation = self.relation[above]
            if relation == "ROOT" or relation in labels.FINITE_CLAUSE:
                break
            if relation == "conj" and self.is_verb(above) and self.subject(above) is not None:
                break
        return top


def _cut_circles(head: list[int]) -> None:
    """Make the first word of every circle of heads a root, in place; what is left are trees."""
    reached_from = [-1] * len(head)
    for start in range(len(head)):
        word = start
        while word >= 0 and reached_from[word] < 0:
            reached_from[word] = start
            word = head[word]
        if word >= 0 and reached_from[word] == start:
            circle = [word]
            while (following := head[circle[-1]]) != word:
                circle.append(following)
            head[min(circle)] = -1
