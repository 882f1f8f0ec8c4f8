"""Gender where every noun has one: masculine or feminine by its morphology, whether or not it lives.

Gender agrees with pronouns; animacy is told apart from it, by the same lists and labels as in any language.
Source: resolvers.md, section 2.2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from anaphora_workbench.corpora.dependencies import ADJECTIVE, DETERMINER, DependencyTree
from anaphora_workbench.corpora.document import EITHER_GENDER, FEMININE, MASCULINE, NEUTER, Evidence
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.preprocessing.mentions.gender import Gender

_GENDERS = {"Masc": frozenset(MASCULINE), "Fem": frozenset(FEMININE)}
Life = Literal["yes", "no", "unknown"]
_AGREEING = DETERMINER | ADJECTIVE


class GrammaticalGender:
    """Reads the gender of nouns and names off their forms and what agrees with them."""

    def __init__(self, tree: DependencyTree, lexicon: Lexicon) -> None:
        self._tree = tree
        self._epicenes = lexicon.words("epicenes.words")

    def of(self, head: int, natural: Gender) -> Gender:
        """The gender of a phrase; animacy stays what it is.

        Args:
            natural: what lists and labels tell of its referent.
        """
        values, told_by = self._values(head, natural)
        if not natural.values & EITHER_GENDER:
            life: Life = "no"
        else:
            life = "unknown" if NEUTER in natural.values else "yes"
        return replace(natural, values=values, told_by=told_by, life=life)

    def _values(self, head: int, natural: Gender) -> tuple[frozenset[str], Evidence]:
        word = self._tree.words[head]
        if (word.lemma or word.form).lower() in self._epicenes:
            # *La víctima*: she or he.
            return EITHER_GENDER, "noun list"
        if word.upos == "PROPN" and len(natural.values) == 1 and natural.values <= EITHER_GENDER:
            return natural.values, natural.told_by
        agreeing = [self._form(part) for part in self._tree.dependents(head, _AGREEING)]
        if frozenset(FEMININE) in (self._form(part) for part in self._tree.dependents(head, DETERMINER)):
            # *Una llave* is feminine whatever its tag; not so *el agua*, whose article is masculine.
            return frozenset(FEMININE), "form"
        return next(((told, "form") for told in (self._form(head), *agreeing) if told is not None), (EITHER_GENDER, ""))

    def _form(self, word: int) -> frozenset[str] | None:
        """The gender that the morphology of a word tells."""
        return _GENDERS.get(features(self._tree.words[word].morphology).get("Gender", ""))


def of_several(genders: Iterable[frozenset[str]]) -> frozenset[str]:
    """The gender of a coordination: feminine if all parts are, masculine if any is, else either."""
    known = list(genders)
    if known and all(gender == frozenset(FEMININE) for gender in known):
        return frozenset(FEMININE)
    return frozenset(MASCULINE) if frozenset(MASCULINE) in known else EITHER_GENDER
