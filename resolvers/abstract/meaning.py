"""A stage that tells from its predicate whether *it*, *this* or *that* means a thing, an event or what was said.

Source: Eckert & Strube (1999, figure 2 and section 4.2): predicates that individuals cannot have (I-incompatible), and
those that abstract objects cannot have (A-incompatible); resolvers.md, 7.10. The words are in ``grammar.toml``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from anaphora_workbench.corpora.trees.labels import (
    ADVERBIAL_CLAUSE,
    ATTRIBUTE,
    CLAUSE_OF_PREPOSITION,
    COMPLEMENT_CLAUSE,
    NOMINAL_SUBJECT,
    OBJECT,
    PREDICATE_ADJECTIVE,
    Relations,
)
from anaphora_workbench.corpora.trees.tree import DependencyTree

EVENT, PROPOSITION, INDIVIDUAL = "event", "proposition", "individual"
_ATTITUDE, _CONTACT = "abstract.verbs_of_attitude", "abstract.verbs_of_contact"
_NOUNS = frozenset({"NOUN", "PROPN", "NUM"})


@dataclass(frozen=True, slots=True)
class Cue:
    """A test of a predicate.

    Attributes:
        name: as traces and the option ``without`` have it.
        means: what the pronoun means where the test holds: ``event``, ``proposition`` or ``individual``.
        reason: why, to follow the name.
        holds: asks it of a pronoun and the word that it depends on.
    """

    name: str
    means: str
    reason: str
    holds: Callable[[DependencyTree, int, int], bool]


def told_by(tree: DependencyTree, pronoun: int, tests: tuple[Cue, ...]) -> Cue | None:
    """The first test that holds of a pronoun, None where its predicate leaves open what it means."""
    above = tree.head[pronoun]
    if above < 0:
        return None
    return next((test for test in tests if test.holds(tree, pronoun, above)), None)


def _lemma(tree: DependencyTree, word: int) -> str:
    return (tree.words[word].lemma or tree.words[word].form).lower()


def _listed(tree: DependencyTree, word: int, name: str) -> bool:
    return _lemma(tree, word) in tree.language.words(name)


def _governed(relations: Relations, verbs: str, tree: DependencyTree, pronoun: int, above: int) -> bool:
    return tree.stands_as(pronoun, relations) and _listed(tree, above, verbs)


def _predicates(tree: DependencyTree, pronoun: int, above: int, relations: Relations) -> list[int]:
    """What a copula says of a pronoun."""
    if not tree.stands_as(pronoun, NOMINAL_SUBJECT) or not _listed(tree, above, "abstract.copulas"):
        return []
    return [word for word in tree.dependents(above, relations) if word > pronoun]


def _is_adjective(name: str, tree: DependencyTree, pronoun: int, above: int) -> bool:
    return any(_listed(tree, word, name) for word in _predicates(tree, pronoun, above, PREDICATE_ADJECTIVE))


def _is_reason(tree: DependencyTree, pronoun: int, above: int) -> bool:
    clauses = _predicates(tree, pronoun, above, ADVERBIAL_CLAUSE | COMPLEMENT_CLAUSE | CLAUSE_OF_PREPOSITION)
    return any(_listed(tree, tree.subtree(clause)[0], "abstract.marks_of_reason") for clause in clauses)


def _is_noun(abstract: bool, tree: DependencyTree, pronoun: int, above: int) -> bool:
    nouns = [word for word in _predicates(tree, pronoun, above, ATTRIBUTE) if tree.words[word].upos in _NOUNS]
    return bool(nouns) and _takes_clause(tree, nouns[0]) is abstract


def _takes_clause(tree: DependencyTree, noun: int) -> bool:
    """Whether a noun is one that a clause may fill: *it is a pity that …*, *the suggestion that …*."""
    of_it = tree.language.lexicon().words("pleonastic.nouns")
    return _listed(tree, noun, "abstract.nouns") or _lemma(tree, noun) in of_it


TESTS = (
    Cue("done", EVENT, "what one does is an event", partial(_governed, OBJECT, "abstract.verbs_of_doing")),
    Cue("happens", EVENT, "only events happen", partial(_governed, NOMINAL_SUBJECT, "abstract.verbs_of_happening")),
    Cue("true", PROPOSITION, "only what is said is true or false", partial(_is_adjective, "abstract.adjectives")),
    Cue("reason", PROPOSITION, "it is said to be a reason, or to have one", _is_reason),
    Cue("suggestion", PROPOSITION, "it is equated with what a clause can say", partial(_is_noun, True)),
    Cue("assumed", PROPOSITION, "only what is said is assumed", partial(_governed, OBJECT, _ATTITUDE)),
    Cue("equated", INDIVIDUAL, "it is equated with a thing", partial(_is_noun, False)),
    Cue("touched", INDIVIDUAL, "only things are eaten or broken", partial(_governed, OBJECT, _CONTACT)),
    Cue("tasty", INDIVIDUAL, "only things are so", partial(_is_adjective, "abstract.adjectives_of_things")),
)  # fmt: skip
