"""Which language that the workbench does not have a text seems to be in, by the stop words that spaCy has for each."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterable, Sequence
from functools import cache

# So many of the words have to be stop words of a language, and so many times as many as of any other one.
SHARE, TIMES = 0.2, 2.0


def foreign_language(words: Sequence[str], ours: Iterable[str]) -> str | None:
    """The name of the language with by far the most stop words; None if it is one of ours, or not plain.

    Args:
        words: of a text, in lower case.
        ours: codes of the languages there are.
    """
    import spacy.lang

    of_ours = max((share_of_stop_words(words, code) for code in ours), default=0.0)
    if not words or of_ours >= SHARE:
        # The lists of all languages take seconds to load, and most texts never need them.
        return None
    share = {
        module.name: share_of_stop_words(words, module.name) for module in pkgutil.iter_modules(spacy.lang.__path__)
    }
    best = max(share, key=lambda code: share[code])
    return _name(best) if share[best] >= max(SHARE, TIMES * of_ours) else None


def share_of_stop_words(words: Sequence[str], code: str) -> float:
    """The share of words that are stop words of a language, 0 where spaCy has no list."""
    stops = _stop_words(code)
    return sum(word in stops for word in words) / len(words) if words else 0.0


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
