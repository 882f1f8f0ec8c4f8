"""Factors, filters and models of an algorithm that a language lacks.

A factor without its words would be 0 for every candidate and look as if it had been asked; so it is left out, and
traces, ``explain`` and docs/languages.md name it.
"""

from collections.abc import Collection, Iterable, Mapping

from anaphora_workbench.corpora.languages import Language, in_words

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


def foreign_model(learnt_in: Collection[str], language: Language) -> dict[str, str]:
    """That a learned resolver's model knows other languages only, with the reason; nothing where it knows this one.

    Args:
        learnt_in: codes of the languages that the model has learnt from; empty for a resolver without a model.
    """
    if not learnt_in or language.code in learnt_in:
        return {}
    return {f"a model of {language.name}": f"the one in use has learnt from {in_words(learnt_in)}"}
