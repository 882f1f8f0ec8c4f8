"""Impersonal constructions of languages that want a subject all the same: *il faut*, *il y a*, *il est vrai que*."""

from __future__ import annotations

from anaphora_workbench.corpora.dependencies import ATTRIBUTE, PREDICATE_ADJECTIVE
from anaphora_workbench.preprocessing.pleonastic.predicates import CLAUSES, Predicates


def impersonal_verb(at: Predicates, it: int, above: int) -> bool:
    """*Il faut partir*, *il pleut*: the verb never has another subject; *il semble que …*: with a clause."""
    if not at.is_subject(it):
        return False
    if at.lemma(above) in at.grammar("expletive_words.impersonal_verbs"):
        return True
    clausal = at.lemma(above) in at.grammar("expletive_words.verbs_with_clause")
    return clausal and any(clause > above for clause in at.below(above, CLAUSES))


def there_is(at: Predicates, it: int, above: int) -> bool:
    """*Il y a du pain*."""
    return (
        at.is_subject(it)
        and at.lemma(above) in at.grammar("expletive_words.existential_verbs")
        and bool(at.forms_below(above) & at.grammar("existential.words"))
    )


def predicate_with_clause(at: Predicates, it: int, above: int) -> bool:
    """*Il est important de partir*, *il est vrai que tu pars*."""
    if not at.is_subject(it):
        return False
    predicates = at.below(above, PREDICATE_ADJECTIVE | ATTRIBUTE) or [above]
    listed = at.grammar("expletive_words.adjectives_with_clause")
    return any(
        at.is_in(predicate, listed) and clause > predicate
        for predicate in predicates
        for top in {above, predicate}
        for clause in at.below(top, CLAUSES)
    )
