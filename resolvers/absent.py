"""What of an algorithm is absent in a language: factors whose words its tables lack, and what is about English only.

A factor without its words would be 0 for every candidate and look as if it had been asked; so it is left out, and
traces, ``explain`` and docs/languages.md name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from anaphora_workbench.corpora.languages import Language

# By published name the lists of ``grammar.toml`` that a factor asks.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "definiteness": ("determiners.definite_article",),
    "indefiniteness": ("determiners.definite_article",),
    "indicating verbs": ("indicating_verbs.words",),
    "immediate reference": ("connectives.words",),
    "sequential instructions": ("infinitive_marks.words",),
    # A singular without a determiner tells nothing where there are no articles.
    "referents": ("determiners.definite_article",),
    "EXST-S": ("existential.words",),
    "EXIST": ("existential.words",),
}
# Our filter of doubtful agreement is about pronouns that tell persons from things.
DOUBT = "doubt"


def absent(language: Language, parts: Iterable[str]) -> dict[str, str]:
    """Which of some factors and filters a language does not have, each with the reason."""
    reasons = {}
    for part in parts:
        lacking = [name for name in NEEDS.get(part, ()) if not language.words(name)]
        if lacking:
            reasons[part] = f"no {lacking[0]} in the tables of {language.name}"
        elif part == DOUBT and language.grammatical_gender:
            reasons[part] = f"gender is grammatical in {language.name}"
    return reasons
