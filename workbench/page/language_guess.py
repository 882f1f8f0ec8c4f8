"""Which language a text seems to be in, by the stop words that spaCy has for each language.

A guess is made only where it is plain: a text that is refused wrongly is worse than one that is resolved badly.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable
from functools import cache

from anaphora_workbench.corpora.languages import LANGUAGES

_FEWEST_WORDS = 12
_SHARE, _TIMES = 0.2, 2.0
_WORD = re.compile(r"[^\W\d_]+")


def check_language(text: str, code: str) -> None:
    """Refuse a text that is plainly in another language than it would be read in.

    Args:
        code: of the language that its document names, or is taken to be in.

    Raises:
        ValueError: it is; the message names the language, and what is to be done or which languages there are.
    """
    ours = LANGUAGES.available()
    one_of_ours = _seems_of_ours(text.lower(), ours, code)
    if one_of_ours is not None:
        told = f"np-xml, or CoNLL-U with # meta::language = {one_of_ours}"
        raise ValueError(
            f"the text seems to be {ours[one_of_ours].name} and would be read as {LANGUAGES.get(code).name}; "
            f"expected a file that names its language ({told})"
        )
    other = _seems(text.lower(), ours)
    if other is not None:
        there_are = ", ".join(language.name for language in ours.values())
        raise ValueError(f"the text seems to be {other}; expected one of the languages there are: {there_are}")


def _seems_of_ours(text: str, ours: Iterable[str], code: str) -> str | None:
    """The code of the other language of ours with by far more stop words in a text; None where it is not plain."""
    words = _WORD.findall(text)
    if len(words) < _FEWEST_WORDS:
        return None
    share = {each: _share(words, each) for each in ours}
    best = max(share, key=lambda each: share[each])
    is_plain = share[best] >= max(_SHARE, _TIMES * share.get(code, 0.0))
    return best if is_plain and best != code else None


def _seems(text: str, ours: Iterable[str]) -> str | None:
    """The name of the language with by far the most stop words in a text; None if it is one of ours, or not plain."""
    import spacy.lang

    words = _WORD.findall(text)
    if len(words) < _FEWEST_WORDS:
        return None
    of_ours = max((_share(words, code) for code in ours), default=0.0)
    if of_ours >= _SHARE:
        # The lists of all languages take seconds to load, and most texts never need them.
        return None
    share = {module.name: _share(words, module.name) for module in pkgutil.iter_modules(spacy.lang.__path__)}
    best = max(share, key=lambda code: share[code])
    return _name(best) if share[best] >= max(_SHARE, _TIMES * of_ours) else None


def _share(words: list[str], code: str) -> float:
    """The share of words that are stop words of a language, 0 where spaCy has no list."""
    stops = _stop_words(code)
    return sum(word in stops for word in words) / len(words)


@cache
def _stop_words(code: str) -> frozenset[str]:
    try:
        return frozenset(importlib.import_module(f"spacy.lang.{code}.stop_words").STOP_WORDS)
    except (ImportError, AttributeError):
        return frozenset()


def _name(code: str) -> str:
    """What spaCy calls a language."""
    kind = next(iter(getattr(importlib.import_module(f"spacy.lang.{code}"), "__all__", ())), code)
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", kind)
