"""The document: words, sentences, paragraphs, noun phrases and coreference, as plain data.

A Document is the shared representation of Barbu & Mitkov (2001): whatever parser or corpus made it,
a resolver sees a Document and nothing else. The np-xml format is its exact image.

Offsets are positions in ``Document.words``: 0-based, counted over the whole document, end exclusive.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from anaphora_workbench.corpora.document.marked_text import ELIDED, ShownText

Annotation = Literal["gold", "predicted", "none"]
Source = Literal["true", "system"]
Kind = Literal["pronoun", "proper", "common", "coordination", "clause", "other"]
Definiteness = Literal["definite", "indefinite", "bare"]
Reference = Literal["anaphoric", "pleonastic", "clausal", "cataphoric", "exophoric", ""]

# What tells a number, a gender or that something lives: the form of the word, a title or kinship word, a list of names
# or nouns, the recogniser, the corpus, other mentions of the name, the parts of a coordination or partitive, the
# context, a relative pronoun or apposition beside a name, or nothing ("").
Evidence = Literal[
    "form", "title", "name list", "noun list", "recogniser", "corpus", "other mentions", "parts", "context",
    "relative pronoun", "apposition", "",
]  # fmt: skip

SINGULAR, PLURAL = "s", "p"
MASCULINE, FEMININE, NEUTER = "m", "f", "n"
ANY_NUMBER = frozenset({SINGULAR, PLURAL})
ANY_GENDER = frozenset({MASCULINE, FEMININE, NEUTER})
EITHER_GENDER = frozenset({MASCULINE, FEMININE})
PRONOUN_TYPES = frozenset(
    {"personal", "possessive", "reflexive", "reciprocal", "demonstrative", "relative", "interrogative", "indefinite"}
)
FUNCTIONS = frozenset({"SUBJ", "DOBJ", "IOBJ", "OBL", "AGENT", "POSS", "PRED", "APPOS", "ROOT", "OTHER"})
GOLD_LAYER = "gold"
# Where a mention of a response ends that says another text than the key has at its place, which is taken from it: its
# id means no mention of the key either.
ELSEWHERE = -2
# The language of documents whose source names none.
DEFAULT_LANGUAGE = "en"
# What an empty word has in the place of a form.
NO_FORMS = frozenset({"", "_"})


@dataclass(slots=True)
class Word:
    """One token with its morphology and its place in the dependency tree.

    Attributes:
        head: offset in the document of the governing word, -1 for a root or where there is no parse.
        relation: dependency label as the parser or corpus gives it; ``Document.relations`` names the scheme.
        morphology: features as in CoNLL-U (``Number=Sing|Person=3``), "" if none.
        entity_type: named-entity type of the word, "" if none.
        clause: number of the finite clause, counted over the document; None before preprocessing.
        segment: number of the topical segment; None before preprocessing.
        empty: an elided word (an empty node of CoNLL-U), which has no place in the running text.
        extra: what a format keeps for itself to write the word as it was; nothing else reads it.
        speaker: who says the word, where that is another than the sentence's speaker, "" for nobody;
            None where it is the same. ``Document.speaker_of`` tells for any word.
        enhanced: enhanced dependencies as in CoNLL-U (``4:nsubj|7.1:obj``), "" if none.
    """

    form: str
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    morphology: str = ""
    head: int = -1
    relation: str = ""
    entity_type: str = ""
    space_after: bool = True
    clause: int | None = None
    segment: int | None = None
    empty: bool = False
    extra: dict[str, str] = field(default_factory=dict)
    speaker: str | None = None
    enhanced: str = ""

    @property
    def enhanced_dependencies(self) -> set[tuple[str, str]]:
        """Governing word, by its number in the sentence, and relation of each enhanced dependency."""
        pairs = (dependency.partition(":") for dependency in self.enhanced.split("|"))
        return {(governor, relation) for governor, _, relation in pairs if governor not in ("", "_")}


@dataclass(slots=True)
class Sentence:
    """A sentence: words ``start`` to ``end`` (exclusive) of paragraph number ``paragraph``.

    ``speaker`` is who says it, "" where the source names nobody.
    """

    start: int
    end: int
    paragraph: int = 0
    id: str = ""
    extra: dict[str, str] = field(default_factory=dict)
    speaker: str = ""


@dataclass(slots=True)
class Paragraph:
    """A paragraph: a heading, a body paragraph or an item of a list."""

    kind: Literal["heading", "body", "item"] = "body"
    extra: dict[str, str] = field(default_factory=dict)


# The roles in a quotation.
SPEAKER, ADDRESSEE = "speaker", "addressee"


@dataclass(slots=True)
class Quotation:
    """Words ``start`` to ``end`` (exclusive, quotation marks included) that a speaker is reported to say.

    Attributes:
        speaker: offset of the head word of the noun phrase that names the speaker, None where none is known.
        addressee: likewise of who is spoken to.
        inferred: which of SPEAKER and ADDRESSEE no tag tells (*said Ann to Tom*), but whose turn it is,
            or whom it answers.
    """

    start: int
    end: int
    speaker: int | None = None
    addressee: int | None = None
    inferred: frozenset[str] = frozenset()


@dataclass(slots=True)
class Mention:
    """A noun phrase or pronoun with the features that resolvers read (resolvers.md, 1.1).

    Attributes:
        head: offset of the syntactic head, within the span.
        parts: the continuous stretches of a discontinuous mention; empty for a continuous one.
        lemma, upos, xpos: of the head.
        kind: what the head makes of it; ``coordination`` for a span with two conjuncts or more, ``clause`` for one that
            was found as such, which only those see who ask for clauses.
        pronoun_type: one of ``PRONOUN_TYPES``; None for other mentions.
        number: possible values, a non-empty subset of {s, p}; both for unknown.
        gender: possible values, a non-empty subset of {m, f, n}; all three for unknown.
        person: 1, 2 or 3; every noun is 3.
        definiteness: ``definite`` (also names and pronouns), ``indefinite`` or ``bare`` (no determiner).
        function: one of ``FUNCTIONS``.
        verb: offset of the verb it is an argument or adjunct of, no other noun phrase between; or None.
        preposition: the governing preposition in lower case, None if there is none.
        embedded_in: id of the innermost other mention that contains this one, None if there is none.
        life: whether it denotes a living being, in a language whose gender does not tell (``animacy``); "" where
            gender tells.
        apposition_of: id of the mention that it stands in apposition to (*Tom Brown, a doctor*), None for none.
        predicate_of: id of the mention that it is predicated of (*Tom is a doctor*), None for none.
        adjunct: it lies inside an adverbial adjunct.
        existential: notional subject of *there be*.
        entity_type: type of the entity as annotated or recognised, "" if unknown.
        pleonastic: a pronoun that refers to nothing (*it rains*).
        source: ``true`` (taken from a key) or ``system`` (found by the workbench).
        other_heads: words that a key accepts as the head, whatever a parse makes of it: *people* in *a number of
            people*, each conjunct; empty where the key names none.
        text: its words as the source gives them, for a document without words; "" where there are none.
        sentence, clause: numbers of its sentence and clause as the source gives them, for a document without
            words; None where it does not say.
        is_clause: the key marks a clause as a mention (*that she left*), which is not a noun phrase.
        reference: how the key says that a pronoun refers: ``anaphoric``, ``pleonastic``, ``clausal``,
            ``cataphoric`` or ``exophoric``; "" where it does not say.
        pleonastic_pattern: name of the pattern by which a pronoun was found to be pleonastic, "" if by none.
        number_from, gender_from, animacy_from: what tells the number, the gender and whether it denotes a living being,
            "" where nothing does or the source does not say.
    """

    id: str
    start: int
    end: int
    head: int
    parts: tuple[tuple[int, int], ...] = ()
    lemma: str = ""
    upos: str = ""
    xpos: str = ""
    kind: Kind = "other"
    pronoun_type: str | None = None
    number: frozenset[str] = ANY_NUMBER
    gender: frozenset[str] = ANY_GENDER
    person: int = 3
    definiteness: Definiteness = "bare"
    function: str = "OTHER"
    verb: int | None = None
    preposition: str | None = None
    embedded_in: str | None = None
    adjunct: bool = False
    existential: bool = False
    entity_type: str = ""
    pleonastic: bool = False
    source: Source = "true"
    extra: dict[str, str] = field(default_factory=dict)
    other_heads: tuple[int, ...] = ()
    text: str = ""
    sentence: int | None = None
    clause: int | None = None
    is_clause: bool = False
    reference: Reference = ""
    pleonastic_pattern: str = ""
    number_from: Evidence = ""
    gender_from: Evidence = ""
    animacy_from: Evidence = ""
    apposition_of: str | None = None
    predicate_of: str | None = None
    life: Literal["yes", "no", "unknown", ""] = ""

    @property
    def animacy(self) -> Literal["yes", "no", "unknown"]:
        """Whether it denotes a living being: as stated apart from gender, else by the possible genders."""
        if self.life:
            return self.life
        if not self.gender & EITHER_GENDER:
            return "no"
        return "unknown" if NEUTER in self.gender else "yes"

    @property
    def is_pronoun(self) -> bool:
        return self.kind == "pronoun"

    @property
    def stretches(self) -> tuple[tuple[int, int], ...]:
        """Its continuous stretches, one if it has no gaps."""
        return self.parts or ((self.start, self.end),)

    @property
    def offsets(self) -> Sequence[int]:
        """Offsets of its words, those in its gaps left out; none for a mention without a place."""
        if self.start < 0:
            return ()
        if not self.parts:
            return range(self.start, self.end)
        return [offset for start, end in self.parts for offset in range(start, end)]

    def contains(self, other: Mention) -> bool:
        """Whether the span of ``other`` lies in this one; a mention contains itself."""
        return self.start <= other.start and other.end <= self.end


def span_order(mention: Mention) -> tuple[int, int]:
    """Sort key by start, then longer span first; mentions of one span keep the order that their file gives them."""
    return mention.start, -mention.end


def text_order(mention: Mention) -> tuple[int, int, str]:
    """Sort key of document order: by start, then longer span first, then id (resolvers.md, 1.2)."""
    return *span_order(mention), mention.id


@dataclass(slots=True)
class Entity:
    """Mentions that corefer, as ids in text order; a singleton has one.

    Attributes:
        types: coreference type by mention id, where the corpus has them.
        dominant: id of the mention that names the entity best, where the corpus marks it.
        split_antecedent: ids of the entities, of the same layer, that together are its antecedent (*Ann … Tom …
            they*); empty where it has no split antecedent.
    """

    id: str
    mentions: list[str]
    types: dict[str, str] = field(default_factory=dict)
    dominant: str | None = None
    extra: dict[str, str] = field(default_factory=dict)
    split_antecedent: tuple[str, ...] = ()


@dataclass(slots=True)
class Bridge:
    """An anaphor that is understood by another entity without being it (*a house … the door*).

    Attributes:
        anaphor: id of the mention.
        antecedent: id of the mention it is bridged to; None where the corpus names the entity only.
        entity: id of the entity it is bridged to, "" where the corpus names none.
        relation: as the corpus names it, "" if it does not.
    """

    anaphor: str
    antecedent: str | None = None
    entity: str = ""
    relation: str = ""
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Decision:
    """The answer for one anaphor.

    Attributes:
        antecedent: id of the mention chosen, None for no answer.
        candidates_before: ids of the candidates before any filter.
        candidates: ids of those left after the morphological filter.
        identified: the system took the pronoun for an anaphor.
        excluded: the pronoun lies outside the system's scope.
    """

    anaphor: str
    antecedent: str | None = None
    candidates_before: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    identified: bool = True
    excluded: bool = False


@dataclass(slots=True)
class CoreferenceLayer:
    """The coreference annotation of one annotator, a person's or a resolver's.

    ``decisions`` is None where only chains are known (a corpus), and a list, perhaps empty,
    where each anaphor was answered (a pronoun resolver).

    Attributes:
        entities: of identity anaphora.
        bridges: bridging anaphora.
        non_referring: ids of mentions that refer to nothing (expletives, predicates, idioms).
        discourse_deixis: entities of discourse deixis: pronouns and the stretches of discourse that they refer to.
    """

    annotator: str
    entities: list[Entity] = field(default_factory=list)
    decisions: list[Decision] | None = None
    extra: dict[str, str] = field(default_factory=dict)
    bridges: list[Bridge] = field(default_factory=list)
    non_referring: list[str] = field(default_factory=list)
    discourse_deixis: list[Entity] = field(default_factory=list)

    def entity_of(self) -> dict[str, Entity]:
        """Entity by mention id."""
        return {mention: entity for entity in self.entities for mention in entity.mentions}


@dataclass(slots=True, repr=False)
class Document(ShownText):
    """A text with its annotation.

    Attributes:
        words: all words in text order.
        sentences: in text order; together they cover the words.
        paragraphs: in text order; ``Sentence.paragraph`` is an index into them.
        mentions: noun phrases and pronouns; true and system mentions may stand side by side.
        coreference: layers by annotator; ``gold`` is the key.
        quotations: stretches of reported speech, in text order.
        anaphors: ids of the pronouns that a key asks to resolve; None where it does not say.
        annotation: where tags, parses and features come from.
        relations: label scheme of the dependencies, ``ud`` or ``clear``; "" where there is no parse.
        tool: name and version of what made the annotation.
        source: the file or corpus it was read from.
        raw_text: the text of a document that has no words yet; preprocessing makes the words and leaves it "".
        genre: as the corpus gives it, "" where it gives none.
        sentences_known: whether the sentences are the source's own; if not, each is a stretch of text that
            preprocessing splits.
        paragraphs_known, speakers_known, heads_known, singletons_known: whether the source states them (``known``);
            documents do not differ by it.
        annotated: what the key annotates: all mentions, or only pronouns and their antecedents. Mentions of the
            second kind give answers away, so they cannot be anybody's candidates.
        held_out: range of words, end exclusive, whose key is kept elsewhere, so that pronouns in it cannot be
            scored; None where there is none.
        language_said: whether the source names the language. What names none counts as English until an option says
            another; documents do not differ by it.
        named: whether the source names the document; if not, its id is made of the file's name and a number, and it is
            paired by its place. Documents do not differ by it.

    >>> document = Document("rain", [Word("It"), Word("rained")], [Sentence(0, 2)])
    >>> [word.form for word in document.words]
    ['It', 'rained']
    """

    id: str
    words: list[Word] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    paragraphs: list[Paragraph] = field(default_factory=list)
    mentions: list[Mention] = field(default_factory=list)
    coreference: dict[str, CoreferenceLayer] = field(default_factory=dict)
    quotations: list[Quotation] = field(default_factory=list)
    anaphors: list[str] | None = None
    language: str = DEFAULT_LANGUAGE
    annotation: Annotation = "none"
    relations: Literal["ud", "clear", ""] = ""
    tool: str = ""
    source: str = ""
    extra: dict[str, str] = field(default_factory=dict)
    raw_text: str = ""
    genre: str = ""
    sentences_known: bool = True
    annotated: Literal["mentions", "pronouns"] = "mentions"
    held_out: tuple[int, int] | None = None
    language_said: bool = field(default=False, compare=False)
    named: bool = field(default=True, compare=False)
    paragraphs_known: bool = field(default=True, compare=False)
    speakers_known: bool = field(default=True, compare=False)
    heads_known: bool = field(default=True, compare=False)
    singletons_known: bool = field(default=True, compare=False)

    @property
    def names_no_language(self) -> bool:
        """Whether an option may say the language, as the source does not."""
        return self.language == DEFAULT_LANGUAGE and not self.language_said

    @property
    def key(self) -> CoreferenceLayer | None:
        """The gold layer, None where the document has no key."""
        return self.coreference.get(GOLD_LAYER)

    @property
    def has_text(self) -> bool:
        """Whether there is a text to work on, in words or not yet."""
        return bool(self.words or self.raw_text)

    def mention_by_id(self) -> dict[str, Mention]:
        return {mention.id: mention for mention in self.mentions}

    def text(self, start: int = 0, end: int | None = None) -> str:
        """The running text of words ``start`` to ``end`` (exclusive), spaced as in the source."""
        present = [word for word in self.words[start:end] if not word.empty]
        spaced = "".join(word.form + (" " if word.space_after else "") for word in present)
        return spaced[:-1] if present and present[-1].space_after else spaced

    def mention_text(self, mention: Mention) -> str:
        """The words of a mention as they stand in the text, ``∅`` for an elided one.

        `` … `` marks the gaps of a discontinuous mention.
        """
        if 0 <= mention.start < mention.end and all(word.empty for word in self.words[mention.start : mention.end]):
            return ELIDED
        return " … ".join(self.text(start, end) for start, end in mention.stretches)

    def sentence_number(self, offset: int) -> int:
        """Index in ``sentences`` of the sentence that holds the word at ``offset``."""
        return bisect_right(self.sentences, offset, key=lambda sentence: sentence.start) - 1

    def speaker_of(self, offset: int) -> str:
        """The speaker of the word at ``offset``, "" where the source names nobody."""
        speaker = self.words[offset].speaker
        if speaker is not None:
            return speaker
        number = self.sentence_number(offset)
        return self.sentences[number].speaker if number >= 0 else ""

    def sentence_words(self) -> Iterator[list[Word]]:
        """The words of each sentence."""
        for sentence in self.sentences:
            yield self.words[sentence.start : sentence.end]

    def with_mentions(self, source: Source) -> Document:
        """The same document with only its true or only its system mentions, and without any coreference.

        This is what a resolver is given, so a key cannot leak into an answer. Clauses, and stretches of discourse that
        only discourse deixis refers to, are no noun phrases, so they are left out; who asks for clauses makes them.
        """
        deictic = {
            member
            for layer in self.coreference.values()
            for entity in layer.discourse_deixis
            for member in entity.mentions
        }
        if deictic:
            deictic -= {
                member
                for layer in self.coreference.values()
                for members in (layer.entity_of(), layer.non_referring)
                for member in members
            }
        kept = [
            mention
            for mention in self.mentions
            if mention.source == source and mention.kind != "clause" and mention.id not in deictic
        ]
        return replace(self, mentions=kept, coreference={}, anaphors=None)

    def as_key(self) -> Document:
        """The same document with its true mentions only, and with its coreference: what answers are compared with."""
        return replace(self, mentions=[mention for mention in self.mentions if mention.source == "true"])


def sorted_mentions(mentions: Iterable[Mention]) -> list[Mention]:
    """Mentions in document order."""
    return sorted(mentions, key=text_order)


@dataclass(frozen=True)
class DocumentPair:
    """The key and the response of one document.

    Attributes:
        key_layer, response_layer: the annotation compared; its mentions are ids of mentions of its document.
        missing: there is no response, and what stands for it is empty.
    """

    id: str
    key: Document
    key_layer: CoreferenceLayer
    response: Document
    response_layer: CoreferenceLayer
    missing: bool = False
