"""Guesses the language of a text that the workbench has no tables for, by script and stop words.

spaCy has stop words of seventy languages. In running text they are half of all words; of those of a related language a
third at most is the same (*que*, *la*; Portuguese and Spanish).
"""

import importlib
import importlib.util
import pkgutil
import re
import runpy
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

# So many of the words have to be stop words of a language, and so many times as many as of any other one.
SHARE, TIMES = 0.2, 2.0
# Czech has 0.22 of French, Romanian 0.41 of Spanish; each has so many times as many of its own.
_TIMES_OF_OURS, _PLAINLY_OURS = 1.5, 0.45
# Shorter texts tell too little.
FEWEST_WORDS = 12
_LATIN = "LATIN"
# Unicode's names of letters begin with the script, but for Chinese characters.
_SCRIPTS = {"CJK": "Chinese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese", "HANGUL": "Korean"}


def foreign_script(text: str, known: Iterable[str] = ()) -> str:
    """The script that more than half of a text's letters are of, where it is not Latin; "" where there is none.

    Args:
        known: words of the language that the text is taken for; a script that they are in is not foreign to it.
    """
    found: Counter[str] = Counter()
    for letter, times in Counter(filter(str.isalpha, text)).items():
        found[_script(letter)] += times
    latin = found.pop(_LATIN, 0)
    other = found.total()
    # Japanese has Chinese characters too, and nobody else has its own.
    script = "Japanese" if found["Japanese"] * 10 > other else max(found, key=lambda name: found[name], default="")
    is_ours = script in {_script(word[0]) for word in known if word}
    return "" if other <= latin or is_ours else script


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "").partition(" ")[0]
    return _SCRIPTS.get(name, name if name == _LATIN else name.capitalize())


def foreign_language(words: Sequence[str], ours: Iterable[str]) -> str | None:
    """The name of the language with by far the most stop words; None if it is one of ours, or not plain.

    Args:
        words: of a text, in lower case.
        ours: codes of the languages there are.
    """
    ours = set(ours)
    of_ours = max((share_of_stop_words(words, code) for code in ours), default=0.0)
    if not words or of_ours >= _PLAINLY_OURS:
        # The lists of all languages take seconds to load, and most texts never need them.
        return None
    share = {
        module.name: share_of_stop_words(words, module.name) for module in pkgutil.iter_modules([str(_languages())])
    }
    best = max(share, key=lambda code: share[code])
    return _name(best) if share[best] >= max(SHARE, _TIMES_OF_OURS * of_ours) and best not in ours else None


def share_of_stop_words(words: Sequence[str], code: str) -> float:
    """The share of words that are stop words of a language, 0 where spaCy has no list."""
    stops = _stop_words(code)
    return sum(word in stops for word in words) / len(words) if words else 0.0


@cache
def _stop_words(code: str) -> frozenset[str]:
    try:
        return frozenset(runpy.run_path(str(_languages() / code / "stop_words.py"))["STOP_WORDS"])
    except ImportError:
        # A list that imports others is read as a part of its package.
        return frozenset(importlib.import_module(f"spacy.lang.{code}.stop_words").STOP_WORDS)
    except (OSError, KeyError):
        return frozenset()


@cache
def _languages() -> Path:
    """The folder of spaCy's languages.

    Their lists are read as files: to import spaCy for them would cost every process that checks a text a hundred
    megabytes, also where nothing is parsed.
    """
    spec = importlib.util.find_spec("spacy")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0]) / "lang"


def _name(code: str) -> str:
    """spaCy's name of a language."""
    kind = next(iter(getattr(importlib.import_module(f"spacy.lang.{code}"), "__all__", ())), code)
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", kind)
