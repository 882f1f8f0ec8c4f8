"""Checks that a text is in its supposed language, by the share of function words.

Function words are the closed class and the stop words of a language's tables. In running text they are a third of all
words or more; of another language's text only those count that the two share (*a*, *me*, *no*).
"""

import re
import warnings
from collections.abc import Collection, Iterable, Sequence
from functools import cache

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import LANGUAGES, Language
from anaphora_workbench.corpora.support.errors import brief_error, shortened
from anaphora_workbench.corpora.support.plugins import DISTRIBUTION, PluginWarning
from anaphora_workbench.preprocessing.parser.foreign_language import (
    FEWEST_WORDS,
    SHARE,
    TIMES,
    foreign_language,
    foreign_script,
    share_of_stop_words,
)

# By so much another language must fit better. Texts of GUM and LitBank have 0.36 to 0.6 of English and 0.08 at most of
# others; the Spanish, French and Catalan ones 0.5 of their own and 0.36 at most of another (docs/languages.md).
MARGIN = 0.15
# A text of so many words without any function word is in no language that there is.
MANY_WORDS, NEXT_TO_NONE = 200, 0.05
_WORD = re.compile(r"\b[^\W\d_]+\b")


def mismatch(document: Document, language: Language) -> str:
    """Why a text seems to be in another language, "" if nothing says so."""
    there_are = ", ".join(other.name for other in LANGUAGES.available().values())
    text = " ".join(word.form for word in document.words if not word.empty)
    if language.folder is not None and (script := foreign_script(text, language.closed_class)):
        return f"taken for {language.name}, but it is in {script} script; the languages there are: {there_are}"
    words = [word.form.lower() for word in document.words if not word.empty and word.form.isalpha()]
    if len(words) < FEWEST_WORDS or language.folder is None:
        return ""
    foreign = foreign_language(words, LANGUAGES.available())
    if foreign is not None:
        return f"taken for {language.name}, but looks like {foreign}; the languages there are: {there_are}"
    own = _share(words, language)
    others = (
        (_share(words, other), code)
        for code, other in LANGUAGES.available().items()
        if other.folder is not None and not (other is not language and _broken(code))
    )
    best, code = max(others, default=(0.0, language.code))
    if best >= own + MARGIN:
        name = LANGUAGES.get(code).name
        return (
            f"taken for {language.name}, but looks like {name}: {own:.0%} of its words are function words of "
            f"{language.name}, {best:.0%} of {name}; expected --language {code}, or --spacy-model with a model of it"
        )
    if len(words) >= MANY_WORDS and own < NEXT_TO_NONE:
        return f"taken for {language.name}, but only {own:.0%} of its words are function words of it"
    return ""


def refuse_plainly_other(document: Document, naming: str = "--language {code}") -> None:
    """Refuse a text without annotation that is plainly in another language than it would be read in.

    Its script and its stop words tell; a text that is refused wrongly is worse than one that is resolved badly.

    Args:
        naming: what says the language, in words.

    Raises:
        ValueError: it is; the message names the language, and what is to be done or which languages there are.
    """
    code = document.language
    language = LANGUAGES.available().get(code)
    if language is None or language.folder is None or has_annotation(document):
        return
    ours = LANGUAGES.available()
    there_are = ", ".join(each.name for each in ours.values())
    text = document.raw_text or " ".join(word.form for word in document.words if not word.empty)
    if script := foreign_script(text, language.closed_class):
        raise ValueError(f"the text is in {script} script; expected one of the languages there are: {there_are}")
    words = _WORD.findall(text.lower())
    if len(words) < FEWEST_WORDS:
        return
    # Czech has more stop words of French than of English, and most of its own.
    other = foreign_language(words, ours)
    if other is not None:
        raise ValueError(f"the text seems to be {other}; expected one of the languages there are: {there_are}")
    one_of_ours = _seems_of_ours(words, ours, code)
    if one_of_ours is not None:
        seems = f"the text seems to be {ours[one_of_ours].name} and would be read as {language.name}"
        raise ValueError(f"{seems}; expected {naming.format(code=one_of_ours)}")


def has_annotation(document: Document) -> bool:
    """Whether a document brings tags or a parse."""
    return bool(document.relations) or any(word.head >= 0 or word.upos or word.xpos for word in document.words)


def _seems_of_ours(words: Sequence[str], ours: Iterable[str], code: str) -> str | None:
    """The code of the other language of ours with by far more stop words in a text; None where it is not plain."""
    share = {each: share_of_stop_words(words, each) for each in ours}
    best = max(share, key=lambda each: share[each])
    is_plain = share[best] >= max(SHARE, TIMES * share.get(code, 0.0))
    return best if is_plain and best != code else None


def warn_of_broken_languages() -> None:
    """Warn, once, of each plug-in's language whose tables cannot be read: no text is then taken for one in it."""
    for code, language in LANGUAGES.available().items():
        if language.folder is not None:
            _broken(code)


@cache
def _broken(code: str) -> bool:
    """Whether the tables of a plug-in's language cannot be read, of which a warning says why; ours are whole."""
    origin = LANGUAGES.origin(code)
    if origin.package == DISTRIBUTION:
        return False
    try:
        _function_words(LANGUAGES.get(code))
    except Exception as error:  # whatever is wrong with one language's tables, texts in others must not suffer
        whose = f"language {code!r} ({origin.value}, package {origin.package} {origin.version})"
        told = shortened(str(error)) if isinstance(error, ValueError | OSError) else brief_error(error)
        warnings.warn(
            f"{whose} has broken tables: {told}; no text is recognised as being in it", PluginWarning, stacklevel=3
        )
        return True
    return False


def _share(words: Collection[str], language: Language) -> float:
    known = _function_words(language)
    return sum(word in known for word in words) / len(words)


@cache
def _function_words(language: Language) -> frozenset[str]:
    return language.closed_class | language.lexicon().words("topic.stop_words")
