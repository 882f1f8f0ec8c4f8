"""Articles, clitics and what stands after them, where a parser mistook one for the other: *la payer*, *une brebis*.

Object pronouns of the Romance languages have the forms of articles, and small pipelines confuse them. An article stands
before a noun, so what has one is a noun, whatever its tag; where a finite verb or an infinitive follows, or where the
word was split from a verb (*terminarla*), it is a pronoun of that verb, and nothing hangs on it. Only what a model
predicts is put right, never a corpus's own annotation. Source: docs/languages.md, Predicted annotation.
"""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import (
    UD_OBJECT,
    UD_RECIPIENT,
    UD_SUBJECT,
    is_conjunct,
    is_determiner,
    is_expletive_subject,
    is_nominal_argument,
)
from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.languages.pronouns import features, normal

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
        if article.head >= 0 and is_determiner(article.relation) and normal(article.form) in articles:
            _as_noun(words[article.head], article)
    objects, recipients = listed("clitics.accusative"), listed("clitics.dative")
    clitics, expletives = objects | recipients, listed("expletive.pronouns")
    heads = {word.head for word in words}
    for sentence in document.sentences:
        # From the right, so that *le* of *le lui a rendu* finds *lui* put right.
        for offset in range(sentence.end - 1, sentence.start - 1, -1):
            word = words[offset]
            form = normal(word.form)
            if form in expletives and is_expletive_subject(word.relation):
                word.relation = UD_SUBJECT
            elif form in clitics:
                verb = _verb(words, offset, sentence, clitics)
                if verb is not None and (word.upos != "PRON" or word.head != verb or offset in heads):
                    _hang_on(words, offset, verb, UD_OBJECT if form in objects else UD_RECIPIENT)


def _as_noun(word: Word, article: Word) -> None:
    """Tag as a noun a verb or auxiliary with an article (*le vieux phare*); the article tells number and gender."""
    if word.upos not in _VERBS or not (is_nominal_argument(word.relation) or is_conjunct(word.relation)):
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
    if words[after].upos == "PRON" and normal(words[after].form) in clitics:
        above = words[after].head
        return above if above > after else None
    finite = _is_form(words[after], _FINITE) and not is_nominal_argument(words[after].relation)
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
