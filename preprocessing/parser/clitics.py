"""Clitics of the Romance languages: those written on the verb, and those that a parser took for articles.

*Celebrarlos* is *celebrar los*, split before parsing, as treebanks have it. Infinitives, gerunds and a few short
imperatives are split by their endings, which the language's tables list with the words that only look alike (*parte*).

Object pronouns have the forms of articles, and small pipelines confuse them (*la payer*, *une brebis*). An article
stands before a noun, so what has one is a noun, whatever its tag; where a finite verb or an infinitive follows, or
where the word was split from a verb (*terminarla*), it is a pronoun of that verb, and nothing hangs on it. Only what a
model predicts is put right, never a corpus's own annotation. Source: docs/languages.md, Predicted annotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import Language, language_named, tables_for
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.corpora.support.notation import looked_up
from anaphora_workbench.corpora.trees import labels

if TYPE_CHECKING:
    from spacy.tokens import Doc


_VERBS = frozenset({"VERB", "AUX"})
_FINITE, _INFINITIVE = frozenset({"Fin"}), frozenset({"Inf"})
_BEAR_ENCLITICS = frozenset({"Inf", "Ger"})


def put_right(document: Document) -> None:
    """Tag clitics as pronouns and hang them on their verbs, and tag as nouns what has an article, in place.

    Only in trees of Universal Dependencies of languages with grammatical gender. A subject that the parser calls
    expletive is a subject where the language has patterns for those: they decide.
    """
    language, words = tables_for(document), document.words
    if document.relations != "ud" or not language.grammatical_gender:
        return
    listed = language.words
    articles = listed("determiners.definite_article") | listed("determiners.indefinite_article")
    for article in words:
        if article.head >= 0 and labels.is_determiner(article.relation) and looked_up(article.form) in articles:
            _as_noun(words[article.head], article)
    objects, recipients = listed("clitics.accusative"), listed("clitics.dative")
    clitics, expletives = objects | recipients, listed("expletive.pronouns")
    heads = {word.head for word in words}
    for sentence in document.sentences:
        # From the right, so that *le* of *le lui a rendu* finds *lui* put right.
        for offset in range(sentence.end - 1, sentence.start - 1, -1):
            word = words[offset]
            form = looked_up(word.form)
            if form in expletives and labels.is_expletive_subject(word.relation):
                word.relation = labels.UD_SUBJECT
            elif form in clitics:
                verb = _verb(words, offset, sentence, clitics)
                if verb is not None and (word.upos != "PRON" or word.head != verb or offset in heads):
                    _hang_on(words, offset, verb, labels.UD_OBJECT if form in objects else labels.UD_RECIPIENT)


def _as_noun(word: Word, article: Word) -> None:
    """Tag as a noun a verb or auxiliary with an article (*le vieux phare*); the article tells number and gender."""
    if word.upos not in _VERBS or not (labels.is_nominal_argument(word.relation) or labels.is_conjunct(word.relation)):
        return
    told = features(article.morphology)
    word.upos = "NOUN"
    word.morphology = "|".join(f"{name}={told[name]}" for name in ("Gender", "Number") if name in told)


def _verb(words: list[Word], offset: int, sentence: Sentence, clitics: frozenset[str]) -> int | None:
    """The verb whose clitic a word is, None if it may be an article."""
    before, after = offset - 1, offset + 1
    if before >= sentence.start and not words[before].space_after and _is_form(words[before], _BEAR_ENCLITICS):
        return before
    if after >= sentence.end:
        return None
    if words[after].upos == "PRON" and looked_up(words[after].form) in clitics:
        above = words[after].head
        return above if above > after else None
    finite = _is_form(words[after], _FINITE) and not labels.is_nominal_argument(words[after].relation)
    if not finite and not _is_form(words[after], _INFINITIVE):
        return None
    return words[after].head if words[after].upos == "AUX" and words[after].head > after else after


def _is_form(word: Word, forms: frozenset[str]) -> bool:
    return word.upos in _VERBS and features(word.morphology).get("VerbForm") in forms


def _hang_on(words: list[Word], clitic: int, verb: int, relation: str) -> None:
    """Make a word a pronoun of a verb, which takes over what hung on it as on a noun."""
    word = words[clitic]
    if clitic in _above(words, verb):
        words[verb].head, words[verb].relation = word.head, word.relation
    for other in words:
        if other.head == clitic:
            other.head = verb
    told = features(word.morphology)
    kept = {name: told[name] for name in ("Gender", "Number") if name in told} | {"Person": "3", "PronType": "Prs"}
    word.morphology = "|".join(f"{name}={value}" for name, value in sorted(kept.items()))
    word.upos, word.head, word.relation = "PRON", verb, relation


def _above(words: list[Word], offset: int) -> set[int]:
    """The words above a word; a circle is followed once."""
    above: set[int] = set()
    while (offset := words[offset].head) >= 0 and offset not in above:
        above.add(offset)
    return above


_ACCENTED, _PLAIN = "áéíóú", "aeiou"
_WITHOUT_ACCENTS = str.maketrans(_ACCENTED, _PLAIN)
# The stressed vowel of *-ar*, *-ando*, *-iendo*.
_FIRST_ACCENTED = str.maketrans(_PLAIN[:2], _ACCENTED[:2])
_VOWELS = re.compile(f"[{_PLAIN}{_ACCENTED}ü]+")
_MOST_CLITICS = 2


def split_enclitics(form: str, language: Language) -> list[str]:
    """The parts of a word: verb and pronouns, or the word itself."""
    pattern = _pattern(language.code)
    match = pattern.fullmatch(form) if pattern is not None else None
    if match is None or form.lower() in language.words("clitics.not_split"):
        return [form]
    verb = match["verb"].translate(_WITHOUT_ACCENTS) if match["ending"] else match["verb"]
    if verb.lower() not in language.words("clitics.short_verbs") and len(_VOWELS.findall(verb)) <= 1:
        # *suerte*, *perla*: few infinitives are that short.
        return [form]
    return [verb, *_clitics(match["clitics"], language)]


def _clitics(text: str, language: Language) -> Iterator[str]:
    """The pronouns at the end of a word, longest first."""
    known = sorted(language.words("clitics.enclitic"), key=len, reverse=True)
    while text:
        first = next(clitic for clitic in known if text.lower().startswith(clitic))
        yield text[: len(first)]
        text = text[len(first) :]


@cache
def _pattern(code: str) -> re.Pattern[str] | None:
    """What a verb with pronouns on it looks like, None for a language whose pronouns stand alone."""
    words = language_named(code).words
    endings, clitics = words("clitics.verb_endings"), words("clitics.enclitic")
    if not endings:
        return None
    either = "|".join(sorted(map(re.escape, clitics), key=len, reverse=True))
    ends = "|".join(f"(?:{ending}|{ending.translate(_FIRST_ACCENTED)})" for ending in sorted(endings))
    short = "|".join(map(re.escape, sorted(words("clitics.short_verbs"))))
    return re.compile(
        rf"(?P<verb>{short}|\w*?(?P<ending>{ends}))(?P<clitics>(?:{either}){{1,{_MOST_CLITICS}}})", re.IGNORECASE
    )


def without_enclitics(doc: Doc, language: Language) -> Doc:
    """A tokenised Doc whose pronouns stand alone; the same where there are none to split."""
    if _pattern(language.code) is None:
        return doc
    from spacy.tokens import Doc

    words: list[str] = []
    spaces: list[bool] = []
    for token in doc:
        parts = split_enclitics(token.text, language)
        words += parts
        spaces += [False] * (len(parts) - 1) + [bool(token.whitespace_)]
    return doc if len(words) == len(doc) else Doc(doc.vocab, words=words, spaces=spaces)
