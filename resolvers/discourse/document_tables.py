"""Tables that the antecedent indicators of Mitkov (1998) and of MARS look up, made once per document.

Source: R. Mitkov, "Robust pronoun resolution with limited knowledge", COLING-ACL 1998, section 2.1;
operational definitions of resolvers.md, 5.1 and 5.2.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from anaphora_workbench.corpora.trees.labels import ADVERBIAL_CLAUSE, CLAUSE_OF_PREPOSITION, CONJUNCT, PREPOSITION
from anaphora_workbench.resolvers.discourse.discourse import Discourse

TERMS = 10

Slot = tuple[str, str]


class DocumentTables:
    """Tables of one document.

    Args:
        terms: lemmas of the terms of the field; without them the most frequent heads of common nouns are taken.
    """

    def __init__(self, discourse: Discourse, terms: Iterable[str] = ()) -> None:
        self.discourse = discourse
        self.language = discourse.language
        # What joins the verbs of *(You) V1 NP … con (you) V2 it*.
        self.connectives = discourse.language.words("connectives.words")
        self.lemmas = [discourse.lemma(position) for position in range(len(discourse.mentions))]
        self._given_terms = [term.lower() for term in terms]

    @cached_property
    def terms(self) -> list[str]:
        """Lemmas of the terms, most frequent first, then in text order."""
        if self._given_terms:
            return self._given_terms
        counted = Counter(
            self.lemmas[position]
            for position, mention in enumerate(self.discourse.mentions)
            if mention.kind == "common" and self._stands_for_head(position)
        )
        return [lemma for lemma, _ in counted.most_common(TERMS)]

    def _stands_for_head(self, position: int) -> bool:
        """Whether it is the first mention with its head; wrappers such as coordinations share one."""
        return self._first_with_head[self.discourse.mentions[position].head] == position

    @cached_property
    def _first_with_head(self) -> dict[int, int]:
        first: dict[int, int] = {}
        for position, mention in enumerate(self.discourse.mentions):
            first.setdefault(mention.head, position)
        return first

    @cached_property
    def imperative(self) -> list[bool]:
        """Per sentence whether its main verb is an imperative: a base form without a subject."""
        discourse, words = self.discourse, self.discourse.document.words
        verdicts = []
        for sentence in discourse.document.sentences:
            root = discourse.tree.root(sentence.start, sentence.end)
            verdicts.append(
                root is not None
                and (self.language.word_is(words[root], "base_form") or "Mood=Imp" in words[root].morphology)
                and discourse.tree.subject(root) is None
            )
        return verdicts or [False]

    @cached_property
    def first_of_sentence(self) -> set[int]:
        """The first noun phrase of each sentence."""
        starts, count = self.discourse.sentence_start, len(self.discourse.mentions)
        return {start for start, end in pairwise(starts) if start < end <= count}

    @cached_property
    def indicated(self) -> set[int]:
        """The first noun phrases after indicating verbs."""
        discourse = self.discourse
        indicating = self.language.words("indicating_verbs.words")
        starts = [mention.start for mention in discourse.mentions]
        positions = set()
        for number, sentence in enumerate(discourse.document.sentences):
            for offset in range(sentence.start, sentence.end):
                word = discourse.document.words[offset]
                if word.upos in ("VERB", "") and (word.lemma or word.form).lower() in indicating:
                    position = bisect_left(starts, offset + 1)
                    if position < len(starts) and discourse.sentence[position] == number:
                        positions.add(position)
        return positions

    @cached_property
    def _heads_by_paragraph(self) -> dict[tuple[int, str], list[int]]:
        """Head offsets of the nouns with a lemma in a paragraph, in text order."""
        heads_of: dict[tuple[int, str], list[int]] = {}
        for position, mention in enumerate(self.discourse.mentions):
            if not mention.is_pronoun and self._stands_for_head(position):
                heads_of.setdefault((self.discourse.paragraph_as_asked[position], self.lemmas[position]), []).append(
                    mention.head
                )
        return {place: sorted(heads) for place, heads in heads_of.items()}

    def repetitions(self, candidate: int, lemma: str, anaphor: int) -> int:
        """Other noun phrases with the same head lemma in the candidate's paragraph before the anaphor."""
        discourse = self.discourse
        heads = self._heads_by_paragraph.get((discourse.paragraph[candidate], lemma), [])
        before = bisect_left(heads, discourse.mentions[anaphor].start)
        own = discourse.mentions[candidate].head
        place = bisect_left(heads, own)
        return before - (place < before and heads[place] == own)

    @cached_property
    def _heading_lemmas(self) -> dict[int, set[str]]:
        """Lemmas of the nouns of each heading, by sentence number."""
        discourse, lemmas = self.discourse, {}
        for heading in set(discourse.heading_of) - {-1}:
            bounds = discourse.document.sentences[heading]
            lemmas[heading] = {
                (word.lemma or word.form).lower()
                for word in discourse.document.words[bounds.start : bounds.end]
                if word.upos in ("NOUN", "PROPN")
            }
        for position, sentence in enumerate(discourse.sentence):
            if sentence in lemmas:
                lemmas[sentence].add(self.lemmas[position])
        return lemmas

    def in_heading(self, candidate: int, lemma: str, anaphor: int) -> bool:
        """Whether a lemma occurs in the heading of the anaphor's section; a heading's own noun phrases do not count."""
        discourse = self.discourse
        if discourse.heading[candidate]:
            return False
        heading = discourse.heading_of[discourse.sentence[anaphor]]
        return heading >= 0 and lemma in self._heading_lemmas[heading]

    def slot(self, position: int) -> Slot | None:
        """Verb lemma and side of a noun phrase that is the verb's subject or object, None of any other."""
        mention = self.discourse.mentions[position]
        if mention.verb is None or mention.preposition is not None or mention.function == "POSS":
            return None
        verb = self.discourse.document.words[mention.verb]
        return (verb.lemma or verb.form).lower(), "left" if mention.head < mention.verb else "right"

    @cached_property
    def slots(self) -> dict[Slot, dict[str, list[int]]]:
        """By slot, the head lemmas that fill it anywhere in the document, each with its mentions."""
        fillers: dict[Slot, dict[str, list[int]]] = {}
        for position, mention in enumerate(self.discourse.mentions):
            slot = None if mention.is_pronoun else self.slot(position)
            if slot is not None:
                fillers.setdefault(slot, {}).setdefault(self.lemmas[position], []).append(position)
        return fillers

    def collocates(self, candidate: int, lemma: str, anaphor: int, whole_document: bool = False) -> bool:
        """Whether the candidate, or a noun phrase with its head lemma, fills the anaphor's slot.

        Args:
            whole_document: look beyond the anaphor as well, as MARS does.
        """
        slot = self.slot(anaphor)
        if slot is None:
            return False
        if self.slot(candidate) == slot:
            return True
        filled = self.slots.get(slot, {}).get(lemma, [])
        return bool(filled) and (whole_document or filled[0] < anaphor)

    @cached_property
    def definite_paragraphs(self) -> set[int]:
        """Paragraphs with a definite article, a possessive or a demonstrative."""
        document, definite, words = self.discourse.document, set(), self.language.words
        determiners = words("determiners.definite_article") | words("determiners.possessive")
        determiners |= words("determiners.demonstrative")
        doubtful = words("determiners.also_conjunctions")
        for sentence in document.sentences:
            for word in document.words[sentence.start : sentence.end]:
                form = word.form.lower()
                if form in determiners and (form not in doubtful or word.upos == "DET"):
                    definite.add(sentence.paragraph)
                    break
        return definite

    def complex_sentence(self, anaphor: int) -> bool:
        """Whether the anaphor's sentence has more than one verb clause."""
        return len(self.discourse.verbs_of_sentence[self.discourse.sentence[anaphor]]) > 1

    def immediate_reference(self, anaphor: int, complements: bool = False) -> set[int]:
        """The noun phrases right after V1 in *(you) V1 NP … con (you) V2 it (con (you) V3 it)*.

        Args:
            complements: take the pronoun as recipient or behind a preposition of V2 too (*add paper to it*).
        """
        discourse, tree = self.discourse, self.discourse.tree
        mention = discourse.mentions[anaphor]
        functions = ("DOBJ", "IOBJ", "OBL") if complements else ("DOBJ",)
        if mention.pronoun_type != "personal" or mention.function not in functions or mention.verb is None:
            return set()
        if not self._open_to_you(mention.verb):
            return set()
        first_phrases, seen, waiting = set(), {mention.verb}, [mention.verb]
        while waiting:
            for other in self._joined_verbs(waiting.pop()):
                if other in seen or not self._open_to_you(other):
                    continue
                seen.add(other)
                waiting.append(other)
                first = self._first_after(other)
                if (
                    other < discourse.mentions[anaphor].start
                    and first is not None
                    and first < anaphor
                    and discourse.mentions[first].function == "DOBJ"
                    and tree.head[tree.transparent(discourse.node[first])] == other
                ):
                    first_phrases.add(first)
        return first_phrases

    def purpose_object(self, position: int) -> bool:
        """Whether it is the object of a fronted infinitive of purpose: *To open the lid, turn the knob*."""
        mention, tree = self.discourse.mentions[position], self.discourse.tree
        verb = mention.verb
        if (
            mention.function != "DOBJ"
            or verb is None
            or not tree.stands_as(verb, ADVERBIAL_CLAUSE)
            or tree.head[verb] < verb
        ):
            return False
        marks = self.language.words("infinitive_marks.words")
        return any(tree.words[child].form.lower() in marks for child in tree.children[verb])

    def _open_to_you(self, verb: int) -> bool:
        """Whether a verb has no subject of its own, or *you*."""
        subject = self.discourse.tree.subject(verb)
        hearer = self.language.words("hearer.words")
        return subject is None or self.discourse.document.words[subject].form.lower() in hearer

    def _joined_verbs(self, verb: int) -> list[int]:
        """Verbs coordinated with a verb, or joined to it by an adverbial clause with a connective."""
        tree, joined = self.discourse.tree, []
        above = tree.head[verb]
        if above >= 0 and self._joins(verb):
            if tree.stands_as(verb, CLAUSE_OF_PREPOSITION):
                above = tree.head[above]
            joined.append(above)
        for child in tree.children[verb]:
            below = [child, *tree.children[child]] if tree.stands_as(child, PREPOSITION) else [child]
            joined += [word for word in below if self._joins(word)]
        return [other for other in joined if other >= 0 and tree.is_verb(other)]

    def _joins(self, verb: int) -> bool:
        tree, words = self.discourse.tree, self.discourse.document.words
        if tree.stands_as(verb, CLAUSE_OF_PREPOSITION):
            return words[tree.head[verb]].form.lower() in self.connectives
        return tree.stands_as(verb, CONJUNCT) or (tree.stands_as(verb, ADVERBIAL_CLAUSE) and self._introduced(verb))

    def _introduced(self, verb: int) -> bool:
        """Whether an adverbial clause opens with a connective."""
        tree, words = self.discourse.tree, self.discourse.document.words
        return any(words[child].form.lower() in self.connectives for child in tree.children[verb] if child < verb)

    def _first_after(self, verb: int) -> int | None:
        starts = self._starts
        position = bisect_left(starts, verb + 1)
        return position if position < len(starts) else None

    @cached_property
    def _starts(self) -> list[int]:
        return [mention.start for mention in self.discourse.mentions]
