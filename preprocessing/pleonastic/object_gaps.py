"""Whether an infinitive or gerund lacks an object that *it* supplies: *it is easy to find*, *it is worth reading*.

Such an *it* refers: the lamp is what is found. Source: Huddleston & Pullum (2002, chapter 14, 6.3), hollow clauses.
"""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.corpora.dependencies import (
    AGENT,
    ATTRIBUTE,
    CLAUSAL_SUBJECT,
    COMPLEMENT_CLAUSE,
    OBJECT,
    OBJECT_OF_PREPOSITION,
    OPEN_COMPLEMENT,
    PASSIVE_AUXILIARY,
    PREPOSITION,
    RECIPIENT,
)
from anaphora_workbench.preprocessing.pleonastic.predicates import PREDICATIVE, Predicates

_COMPLEMENTS = OBJECT | RECIPIENT | ATTRIBUTE | PREDICATIVE | COMPLEMENT_CLAUSE | CLAUSAL_SUBJECT | AGENT


def fills_gap(at: Predicates, adjective: int, clauses: Iterable[int]) -> bool:
    """Whether *it* is what the first clause after an adjective lacks.

    So only with adjectives that say how a thing is to handle, and verbs that have an object elsewhere.
    """
    if not at.is_in(adjective, at.listed("handling_adjectives")):
        return False
    first = next(iter(clauses), None)
    return first is not None and lacks_object(at, first)


def lacks_object(at: Predicates, verb: int) -> bool:
    """Whether a transitive infinitive or gerund, or the last infinitive below it, has no object of its own."""
    infinitive = at.is_infinitive(verb) or at.language.word_is(at.words[verb], "gerund")
    if not infinitive or at.below(verb, PASSIVE_AUXILIARY):
        return False
    if any(not at.below(preposition, OBJECT_OF_PREPOSITION) for preposition in at.below(verb, PREPOSITION)):
        # *hard to live with*; *easy to keep from falling* has a clause there.
        return all(not at.tree.children[preposition] for preposition in at.below(verb, PREPOSITION))
    if at.below(verb, _COMPLEMENTS):
        return False
    further = [below for below in at.below(verb, OPEN_COMPLEMENT) if below > verb]
    if further:
        return lacks_object(at, further[0])
    if at.lemma(verb) in at.listed("verbs_without_object"):
        return False
    after_gap = at.grammar("expletive.prepositions_after_gap")
    return all(at.form(preposition) in after_gap for preposition in at.below(verb, PREPOSITION))
