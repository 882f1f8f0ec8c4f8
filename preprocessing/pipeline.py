"""From text or a corpus's own words to a Document with noun phrases.

spaCy fills the words' tags, heads and named entities where they are not taken from the corpus; all that
follows (mentions, features, clauses, segments, quotations, pleonastic *it*) is read from the words by the
same code, so gold and predicted annotation feed resolvers the same fields.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from anaphora_workbench.corpora import languages
from anaphora_workbench.corpora import trees as dependencies
from anaphora_workbench.corpora.document import Document, Mention, Paragraph, sorted_mentions
from anaphora_workbench.corpora.document.sentence_ends import remarks_on_words
from anaphora_workbench.corpora.formats.semeval2010.columns import column_annotations, take_columns
from anaphora_workbench.corpora.languages import LANGUAGES, language_named, language_of, tables_for
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.rules import rules_number
from anaphora_workbench.corpora.trees.labels import EXPLETIVE
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.mentions.features import FeatureReader, embed
from anaphora_workbench.preprocessing.mentions.nominal_relations import relate
from anaphora_workbench.preprocessing.mentions.noun_phrases import Span, extractor_named
from anaphora_workbench.preprocessing.parser import spacy_parser
from anaphora_workbench.preprocessing.parser.clitics import put_right
from anaphora_workbench.preprocessing.parser.contradicted_tags import put_clauses_right
from anaphora_workbench.preprocessing.parser.given_annotation import (
    has_own_annotation,
    is_described,
    parser_named,
    with_pronouns_told,
    with_stated,
)
from anaphora_workbench.preprocessing.parser.language_check import (
    mismatch,
    refuse_plainly_other,
    warn_of_broken_languages,
)
from anaphora_workbench.preprocessing.parser.mistagged_names import put_names_right
from anaphora_workbench.preprocessing.parser.parted_names import part_names
from anaphora_workbench.preprocessing.parser.segments import mark_segments, number_clauses
from anaphora_workbench.preprocessing.parser.zero_subjects import Zeros, set_zeros, without_zeros, zeros_there
from anaphora_workbench.preprocessing.pleonastic.patterns import PleonasticPatterns
from anaphora_workbench.preprocessing.speech.quotations import find_quotations

if TYPE_CHECKING:
    from spacy.tokens import Doc

# Raised whenever the same input gives other output, so that signatures tell (``make golden``).
VERSION = rules_number(Path(__file__).with_name("rules.tsv"), "preprocessing")
# What can be asked for: the corpus's own, what it has predicted else a model's, or a model's always.
AskedAnnotation = Literal["gold", "predicted", "spacy"]
# Why a pronoun is nobody's anaphor.
WITHOUT_TYPE = "a pronoun without a type, which no resolver resolves; expected a pronoun-type"
# The language of documents whose source names none.
_UNSAID = Document("").language


class Preprocessor:
    """Makes Documents with noun phrases out of text or corpus documents.

    Args:
        model: name or path of a spaCy pipeline; None for the installed English default.
            It is loaded when first needed, so gold annotation never imports spaCy.
        lexicon: path of a user's word lists, which extend those of the language (``corpora/languages/en/words.toml``).
        extractor: which spans are system mentions: ``maximal``, ``base`` or ``marquez``.
        strict_pleonastic: only the patterns for *it* that Lappin & Leass published.
        zeros: whether zero subjects are made (``make``), only a corpus's own kept (``keep``), or all left out
            (``drop``), in languages that drop subjects.
        clauses: clauses are mentions too, of kind ``clause``; resolvers are not given them unless they ask for clauses.
        language: of documents that name none; None for that of the model.

    Attributes:
        takes_any_language: text without annotation is read in the language it is taken for, whatever it looks like.

    Raises:
        ValueError: the language has no folder, or there is no such model or extractor.

    >>> document = Preprocessor().process("The pump has a filter. Rinse it.")
    >>> [document.mention_text(mention) for mention in document.mentions]
    ['The pump', 'a filter', 'it']
    """

    def __init__(
        self,
        model: str | None = None,
        lexicon: str | None = None,
        extractor: str = "maximal",
        strict_pleonastic: bool = False,
        zeros: Zeros = "make",
        language: str | None = None,
        clauses: bool = False,
    ) -> None:
        spacy_parser.require_model(model)
        self.model = model
        self._own_words = lexicon
        self.language = language or spacy_parser.model_language(model)
        # Of a model that is named otherwise nobody knows the language before it is loaded.
        self.takes_any_language = bool(language) or (model is not None and Path(model).name[:3] != f"{self.language}_")
        self.lexicon = language_named(self.language).lexicon(lexicon)
        self.zeros: Zeros = zeros
        self.extractor = extractor
        self.strict_pleonastic = strict_pleonastic
        self.clauses = clauses
        self._extract = extractor_named(extractor)
        warn_of_broken_languages()

    @property
    def depends_on(self) -> dict[str, str]:
        """Everything that the result depends on besides the text, by name: code version, model, lexicon, extractor."""
        return {
            "preprocessing": VERSION,
            "model": spacy_parser.model_version(self.model, self.language),
            "lexicon": self.lexicon.version,
            "extractor": self.extractor,
            **({"pleonastic": "strict"} if self.strict_pleonastic else {}),
            **({"clauses": "yes"} if self.clauses else {}),
            **({"language": self.language} if self.language != _UNSAID else {}),
            **({"zero-subjects": self.zeros} if self._sets_zeros_otherwise else {}),
        }

    @property
    def _sets_zeros_otherwise(self) -> bool:
        """Whether other zero subjects than by default are made; none are in a language that drops no subjects."""
        return self.zeros != "make" and language_named(self.language).drops_subjects

    @property
    def signature(self) -> str:
        """The same in one line."""
        return "|".join(f"{name}:{value}" for name, value in self.depends_on.items())

    @property
    def fingerprint(self) -> str:
        """The signature with a checksum of the code: what a kept result depends on, also between two releases."""
        return f"{self.signature}|code:{_code_checksum()}"

    def for_language(self, code: str) -> Preprocessor:
        """The same for documents in a language; itself where that is its own.

        Raises:
            ValueError: the language has no folder.
        """
        if code == self.language:
            return self
        other = Preprocessor(
            self.model, self._own_words, self.extractor, self.strict_pleonastic, self.zeros, code, self.clauses
        )
        other.takes_any_language = self.takes_any_language
        return other

    def in_language(self, document: Document) -> Document:
        """The document, in the language of the options where its source names none."""
        if document.names_no_language and self.language != _UNSAID:
            return replace(document, language=self.language)
        return document

    def annotations(self, document: Document) -> frozenset[Literal["gold", "predicted"]]:
        """Which annotation a document can have: the corpus's own if it has one, a model's if one is installed.

        English counts as installed, so that its absence is an error.
        """
        language = tables_for(document)
        told: set[Literal["gold", "predicted"]] = set()
        own = column_annotations(document)
        if document.relations or "gold" in own or _is_tagged(document, language):
            told.add("gold")
        if (
            "predicted" in own
            or self.model is not None
            or language.code in ("", _UNSAID)
            or spacy_parser.is_installed(language.code)
        ):
            told.add("predicted")
        return frozenset(told)

    def process(self, text: str, id: str = "document") -> Document:
        """A Document made of plain text.

        Args:
            text: paragraphs apart by blank lines; a line that begins with ``#`` and a blank is a heading.

        Raises:
            ValueError: it is something else than a string.
        """
        if not isinstance(text, str):
            raise ValueError(f"a text of type {type(text).__name__}; expected a str")
        return self.annotate(Document(id, raw_text=text))

    def annotate(self, document: Document, annotation: AskedAnnotation = "predicted") -> Document:
        """The document with features on its own mentions and with system mentions beside them.

        Args:
            document: as read; it is not changed. One without words has its ``raw_text``.
            annotation: ``gold`` keeps the corpus's tags and heads, ``predicted`` takes those that a corpus has
                predicted next to its own or that another parser has made (``completed``), else spaCy's; ``spacy``
                takes spaCy's always.

        Returns:
            A new Document. Its own mentions have source ``true``; their ids, spans and coreference
            are those of the input. System mentions have ids ``s1``, ``s2`` … in document order.

        Raises:
            ValueError: there is no such annotation, gold annotation is asked of a document that has no parse, or the
                document's language has no folder or is not the model's.
        """
        if annotation not in get_args(AskedAnnotation):
            raise ValueError(f"no annotation {annotation!r}; {there_are(get_args(AskedAnnotation), annotation)}")
        document = self.in_language(document)
        self.require_language(document)
        if annotation == document.annotation == "predicted" and has_own_annotation(document):
            return self.completed(document)
        language = language_of(document)
        own = column_annotations(document)
        tagged = bool(document.relations) or annotation in own or _is_tagged(document, language)
        if annotation == "gold" and not tagged:
            raise ValueError(
                f"{document.id}: no gold syntax; expected a corpus with heads and relations, or predicted annotation"
            )
        annotated = _copy(document)
        if annotation in own:
            take_columns(annotated, annotation)
        elif annotation != "gold":
            if own:
                # Empty words, which are not parsed, keep what the corpus says of them.
                take_columns(annotated, next(iter(own)))
            spacy_parser.parse(annotated, spacy_parser.load_model(self.model, document.language))
            # Of two models under one name and version only this tells which it was.
            annotated.tool += "@" + spacy_parser.model_version(self.model, document.language).rpartition("@")[2]
        for reason in self.remarks(document, annotated, annotation):
            warnings.warn(f"{document.id}: {reason}", stacklevel=2)
        return self._describe(annotated, "gold" if annotation == "gold" else "predicted")

    def require_language(self, document: Document) -> None:
        """Raise ValueError for text without annotation in another language than it would be read in, unless told to."""
        if not self.takes_any_language:
            try:
                refuse_plainly_other(document)
            except ValueError as error:
                raise ValueError(f"{document.id}: {error}") from error

    def remarks(self, document: Document, annotated: Document, annotation: AskedAnnotation) -> Iterator[str]:
        """What is to be said of a document whenever it is preprocessed, or has been.

        Args:
            document: as it was read. annotated: as it was preprocessed, or parsed at least.
        """
        if annotation == document.annotation == "predicted" and any(word.head >= 0 for word in document.words):
            yield "it has heads, but says no relations; expected 'ud' or 'clear', as it is parsed anew without"
        reason = mismatch(annotated, language_of(annotated))
        if reason:
            yield reason
        yield from remarks_on_words(document)
        yield from spacy_parser.remarks_on_cuts(document, annotated)

    def completed(self, document: Document) -> Document:
        """A document that has its annotation from elsewhere, with what it lacks, made by its own words and heads.

        These are clauses, segments and quotations where no word has a clause, the features of mentions of which only
        the place is known, the type and person of pronouns by their form, and system mentions where it has none. All
        that it has stays as it is.

        Args:
            document: one that ``has_own_annotation``; it is not changed.
        """
        if self.model is not None and document.annotation != "gold":
            wrong = (
                f"it does not parse anew what {parser_named(document)} has parsed; expected the text or corpus itself"
            )
            warnings.warn(f"model {self.model}: {wrong}", stacklevel=2)
        if document.language in LANGUAGES.names():
            for reason in (mismatch(document, language_of(document)), *remarks_on_words(document)):
                if reason:
                    warnings.warn(f"{document.id}: {reason}", stacklevel=2)
        ours = any(word.clause is not None for word in document.words)
        if document.relations and document.language in LANGUAGES.names() and not ours:
            document = self._with_clauses(document)
        placed = [mention for mention in document.mentions if mention.start >= 0]
        if can_find_mentions(document) and not all(map(is_described, placed)):
            document = self._with_features(document)
        document = with_pronouns_told(document, persons=not ours)
        untold = [mention for mention in document.mentions if mention.is_pronoun and mention.pronoun_type is None]
        if untold:
            named = f"“{document.mention_text(untold[0])}” ({untold[0].id})" + " and others" * (len(untold) > 1)
            warnings.warn(f"{document.id}: {named}: {WITHOUT_TYPE}", stacklevel=2)
        if can_find_mentions(document) and all(mention.source == "true" for mention in document.mentions):
            document = self._with_system_mentions(document)
        return self._with_clause_mentions(document)

    def _with_clauses(self, document: Document) -> Document:
        """A document parsed elsewhere, with clauses, segments, quotations, and zeros if mentions are to be found."""
        document = _copy(document)
        tree = DependencyTree(document)
        if all(mention.source == "true" for mention in document.mentions):
            tree, _ = self._set_zeros(document, tree)
        self._divide(document, tree)
        return document

    def _with_features(self, document: Document) -> Document:
        """A document with the features of those mentions of which only the place is known."""
        tree = DependencyTree(document)
        reader = FeatureReader(document, tree, language_of(document).lexicon(self._own_words))
        described: dict[str, Mention] = {}
        for source in ("true", "system"):
            of_source = [mention for mention in document.mentions if mention.source == source and mention.start >= 0]
            mentions = [
                replace(given)
                if is_described(given)
                else self._read(given, document, tree, reader, document.annotation)
                for given in sorted_mentions(of_source)
            ]
            embed(mentions, tree)
            relate(mentions, tree)
            described |= {mention.id: mention for mention in mentions}
        mentions = [
            given if given.start < 0 or is_described(given) else with_stated(described[given.id], given)
            for given in document.mentions
        ]
        return replace(document, mentions=mentions)

    def _with_system_mentions(self, document: Document) -> Document:
        """A document of which ``can_find_mentions`` is true, with the system mentions that its own parse tells."""
        tree = DependencyTree(document)
        reader = FeatureReader(document, tree, language_of(document).lexicon(self._own_words))
        zeros = zeros_there(document, tree, self.zeros)
        found = self._system_mentions(document, tree, reader, document.mentions, zeros)
        return replace(document, mentions=[*document.mentions, *found])

    def from_doc(self, doc: Doc, id: str = "document") -> Document:
        """A Document made of a Doc that another spaCy pipeline has parsed.

        Args:
            doc: with tags, dependencies (of CLEAR or Universal Dependencies, as its labels tell) and sentences. Its
                tokens become words in order, those of white space left out.

        Raises:
            ModelError: its language has no folder, or it has no tags or dependencies.
        """
        spacy_parser.check_language(doc.lang_, id)
        document = Document(id, language=doc.lang_, paragraphs=[Paragraph()])
        spacy_parser.take_scheme(document, doc)
        spacy_parser.append_doc(document, doc, paragraph=0)
        spacy_parser.require_parse(document, f"{id}: the Doc has")
        return self._describe(document, "predicted")

    def _describe(self, document: Document, annotation: Literal["gold", "predicted"]) -> Document:
        """Add clauses, segments, quotations and mentions with features to a document whose words are parsed."""
        document.annotation = annotation
        document.language_said = True
        lexicon = language_of(document).lexicon(self._own_words)
        if annotation == "predicted":
            put_right(document)
            put_names_right(document, lexicon)
            put_clauses_right(document, lexicon)
            part_names(document, lexicon)
        tree, zeros = self._set_zeros(document, DependencyTree(document))
        document.quotations = []
        self._divide(document, tree)
        if annotation == "gold":
            _name_gold_entities(document, tree)
        reader = FeatureReader(document, tree, lexicon)
        true = self._true_mentions(document, tree, reader, annotation)
        document.mentions = true + self._system_mentions(document, tree, reader, true, zeros)
        return self._with_clause_mentions(document)

    def _with_clause_mentions(self, document: Document) -> Document:
        if not self.clauses or any(mention.kind == "clause" for mention in document.mentions):
            return document
        # Who does not ask for clauses loads nothing for them.
        from anaphora_workbench.corpora.trees.clauses import clause_mentions

        return replace(document, mentions=document.mentions + clause_mentions(document, DependencyTree(document)))

    def _set_zeros(self, document: Document, tree: DependencyTree) -> tuple[DependencyTree, frozenset[int] | None]:
        """Make or leave out zero subjects, in place; the tree of the words then, and what ``set_zeros`` tells."""
        zeros = set_zeros(document, tree, self.zeros)
        if zeros is None:
            return tree, None
        if self.zeros == "drop":
            without_zeros(document)
        return DependencyTree(document), zeros

    def _divide(self, document: Document, tree: DependencyTree) -> None:
        """Set clauses and segments, and quotations where there are none, in place."""
        lexicon = language_of(document).lexicon(self._own_words)
        number_clauses(document, tree)
        mark_segments(document, lexicon.words("topic.stop_words"))
        document.quotations = document.quotations or find_quotations(document, tree, lexicon)

    def _true_mentions(
        self, document: Document, tree: DependencyTree, reader: FeatureReader, annotation: str
    ) -> list[Mention]:
        """The corpus's mentions with their spans and ids kept and all features read anew."""
        placed = [given for given in sorted_mentions(document.mentions) if given.start >= 0]
        mentions = [replace(self._read(given, document, tree, reader, annotation), source="true") for given in placed]
        embed(mentions, tree)
        relate(mentions, tree)
        return mentions

    def _read(
        self, given: Mention, document: Document, tree: DependencyTree, reader: FeatureReader, annotation: str
    ) -> Mention:
        """A mention with its span and id kept and all features read anew.

        Under gold annotation a nominal mention keeps the entity type that the corpus gives it; a pronoun's
        type is known only once it is resolved, so it is not told.
        """
        span = _span_of(given, document, tree)
        gold_type = given.entity_type if annotation == "gold" else ""
        mention = reader.mention(span, given.id, given.source, gold_type)
        if mention.is_pronoun:
            mention.entity_type = ""
        mention.parts, mention.extra = given.parts, dict(given.extra)
        mention.text, mention.is_clause, mention.reference = given.text, given.is_clause, given.reference
        mention.sentence, mention.clause = given.sentence, given.clause
        mention.other_heads = tuple(head for head in given.other_heads if head != mention.head)
        # In a corpus a pronoun that is a mention refers; only the corpus itself may say that it does not.
        mention.pleonastic = given.pleonastic or (annotation == "gold" and tree.stands_as(span.head, EXPLETIVE))
        return mention

    def _system_mentions(
        self,
        document: Document,
        tree: DependencyTree,
        reader: FeatureReader,
        true: Sequence[Mention],
        zeros: frozenset[int] | None,
    ) -> list[Mention]:
        patterns = PleonasticPatterns(document, tree, reader.lexicon, self.strict_pleonastic)
        taken = {mention.id for mention in true}
        mentions = []
        spans = self._extract(document, tree)
        if zeros is not None:
            spans = [span for span in spans if not document.words[span.head].empty or span.head in zeros]
        prefix = "s"
        while any(f"{prefix}{number}" in taken for number in range(1, len(spans) + 1)):
            prefix += "s"
        for number, span in enumerate(spans, start=1):
            mention = reader.mention(span, f"{prefix}{number}", "system")
            if mention.is_pronoun:
                pattern = patterns.pattern(span.head)
                mention.pleonastic = pattern is not None
                mention.pleonastic_pattern = pattern or ""
            mentions.append(mention)
        embed(mentions, tree)
        relate(mentions, tree)
        return mentions


@lru_cache(maxsize=1)
def _code_checksum() -> str:
    """Of all code and tables that annotation goes through, those of every language among them."""
    checksum = hashlib.sha256()
    code = (
        *Path(__file__).parent.rglob("*.py"),
        *Path(dependencies.__file__).parent.glob("*.py"),
        *Path(languages.__file__).parent.glob("*.py"),
    )
    tables = (file for language in LANGUAGES.available().values() for file in language.files)
    for file in (*sorted(code), *tables):
        checksum.update(file.read_bytes())
    return checksum.hexdigest()[:12]


def can_find_mentions(document: Document) -> bool:
    """Whether its words allow noun phrases to be found: by heads, or by tags in a language that needs no more."""
    known = document.language in LANGUAGES.names()
    return known and (bool(document.relations) or _is_tagged(document, tables_for(document)))


def _is_tagged(document: Document, language: languages.Language) -> bool:
    """Whether a corpus without a parse has gold morphology, in a language that can do with it."""
    return language.resolves_by_morphology and any(word.morphology for word in document.words)


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
    possessive = tree.possessive_with_article(mention.start, mention.end) if document.relations else None
    if possessive is not None:
        return Span(mention.start, mention.end, possessive)
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
