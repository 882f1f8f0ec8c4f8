"""The distinguishing words of a noun phrase: *the old pump's* has *old* and *pump*.

Source: what string matches leave off, after Soon, Ng & Lim (2001, STR_MATCH) and Lee et al. (2013); resolvers.md, 7.1.
"""

from __future__ import annotations

from functools import lru_cache

from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.resolvers.discourse.discourse import Discourse


@lru_cache(maxsize=8)
def determiners(language: Language) -> frozenset[str]:
    """The determiners that do not tell one thing from another."""
    kinds = ("definite_article", "indefinite_article", "demonstrative", "possessive", "unstressed")
    return frozenset().union(*(language.words(f"determiners.{kind}") for kind in kinds))


def telling_words(discourse: Discourse, position: int) -> list[str]:
    """The words of a mention, as written, without determiners, possessive *'s* and punctuation."""
    mention, left_out = discourse.mentions[position], _telling_nothing(discourse.language)
    forms = (word.form for word in discourse.document.words[mention.start : mention.end] if not word.empty)
    return [form for form in forms if form.lower() not in left_out and any(letter.isalnum() for letter in form)]


@lru_cache(maxsize=8)
def _telling_nothing(language: Language) -> frozenset[str]:
    """Determiners and possessive marks."""
    marks = language.words("possessive_marks.straight") | language.words("possessive_marks.curly")
    return determiners(language) | marks
