"""Pronouns written on the verb: *celebrarlos* is *celebrar los*, split before parsing, as treebanks have it.

Infinitives, gerunds and a few short imperatives are split by their endings, which the language's tables list with the
words that only look alike (*parte*). Measured in docs/languages.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from anaphora_workbench.corpora.languages import Language, language_named

if TYPE_CHECKING:
    from spacy.tokens import Doc

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
