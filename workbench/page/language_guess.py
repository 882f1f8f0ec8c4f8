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


def check_language(text: str) -> None:
    """Refuse a text that is plainly in a language that the workbench has no folder for.

    Raises:
        ValueError: it is; the message names the language and those there are.
    """
    ours = LANGUAGES.available()
    other = _seems(text.lower(), ours)
    if other is not None:
        there_are = ", ".join(language.name for language in ours.values())
        raise ValueError(f"the text seems to be {other}; expected one of the languages there are: {there_are}")


def _seems(text: str, ours: Iterable[str]) -> str | None:
    """The name of the language with by far the most stop words in a text; None if it is one of ours, or not plain."""
    words = _WORD.findall(text)
    if len(words) < _FEWEST_WORDS:
        return None
    share = {code: sum(word in stops for word in words) / len(words) for code, (_, stops) in _stop_words().items()}
    of_ours = max((share.get(code, 0.0) for code in ours), default=0.0)
    best = max(share, key=lambda code: share[code])
    return _stop_words()[best][0] if share[best] >= max(_SHARE, _TIMES * of_ours) else None


@cache
def _stop_words() -> dict[str, tuple[str, frozenset[str]]]:
    """Name and stop words of each language that spaCy knows."""
    import spacy.lang

    known = {}
    for module in pkgutil.iter_modules(spacy.lang.__path__):
        try:
            stops = importlib.import_module(f"spacy.lang.{module.name}.stop_words").STOP_WORDS
        except (ImportError, AttributeError):
            continue
        language = importlib.import_module(f"spacy.lang.{module.name}")
        kind = next((name for name in getattr(language, "__all__", ())), module.name)
        known[module.name] = re.sub("(?<=[a-z])(?=[A-Z])", " ", kind), frozenset(stops)
    return known
