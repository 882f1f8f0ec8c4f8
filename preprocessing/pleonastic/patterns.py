"""Which *it* refers to nothing: patterns over the dependency tree.

The patterns of Lappin & Leass (1994, section 2.1.2) and, unless ``strict``, extensions to them (resolvers.md, 9.7).
Each pattern has a name, which the explanation of a decision shows. Which patterns a language has, each with its source
and an example, and the words they look for stand in its tables; the code of each is in ``extraposition.py``,
``clefts.py`` or ``prop_it.py``.
"""

from collections.abc import Callable, Mapping

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.trees.labels import EXPLETIVE
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.pleonastic import clefts, extraposition, prop_it
from anaphora_workbench.preprocessing.pleonastic.predicates import Predicates

# Whether a pattern holds of a pronoun and the predicate it hangs on.
Check = Callable[[Predicates, int, int], bool]

CHECKS: Mapping[str, Check] = {
    "object with adjective and clause": extraposition.object_with_predicate,
    "impersonal verb": prop_it.impersonal_verb,
    "there is": prop_it.there_is,
    "predicate with clause": prop_it.predicate_with_clause,
    "adjective with clause": extraposition.adjective_with_clause,
    "noun with clause": extraposition.noun_with_clause,
    "passive verb of cognition": extraposition.passive_of_cognition,
    "verb of appearance": extraposition.verb_of_appearance,
    "that clause": extraposition.that_clause,
    "for clause": extraposition.for_clause,
    "verb with clause": extraposition.verb_with_clause,
    "verb and noun with clause": extraposition.verb_and_noun_with_clause,
    "object with clause": extraposition.object_with_clause,
    "it takes": extraposition.takes,
    "cleft": clefts.cleft,
    "it is not that": clefts.inferential,
    "weather": prop_it.weather,
    "time": prop_it.time,
    "distance": prop_it.distance,
    "state of affairs": prop_it.state_of_affairs,
    "set phrase": prop_it.set_phrase,
}


class PleonasticPatterns:
    """Tells pleonastic *it* in one document.

    Args:
        strict: only the patterns as Lappin & Leass published them.

    Raises:
        ValueError: the language names a pattern that there is not.
    """

    def __init__(self, document: Document, tree: DependencyTree, lexicon: Lexicon, strict: bool = False) -> None:
        self._at = Predicates(document, tree, lexicon, strict)
        self._pronouns = tree.language.words("expletive.pronouns")
        unknown = [pattern.name for pattern in tree.language.patterns if pattern.name not in CHECKS]
        if unknown:
            raise ValueError(f"{tree.language.code}: no pattern {unknown[0]!r}; {there_are(CHECKS, unknown[0])}")
        self._patterns = [
            (pattern.name, CHECKS[pattern.name])
            for pattern in tree.language.patterns
            if pattern.published or not strict
        ]

    def pattern(self, offset: int) -> str | None:
        """Name of the pattern by which the word is pleonastic, None if it is none.

        An expletive that the parse itself marks (UD ``expl``) needs no pattern.
        """
        at, tree = self._at, self._at.tree
        if at.form(offset) not in self._pronouns or tree.language.word_is(at.words[offset], "possessive"):
            return None
        if tree.stands_as(offset, EXPLETIVE):
            return "expletive in the parse"
        above = at.predicate_of(offset)
        if above < 0:
            return None
        for predicate in (above, *at.raised(above)):
            for name, holds in self._patterns:
                if holds(at, offset, predicate):
                    return name
        return None
