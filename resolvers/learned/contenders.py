"""Contenders: what is told of each entity that a pronoun as *she* may mean, where its names stand and how.

Lines were left out one after another as long as the snippets of GAP's validation part, each left out of learning with a
tenth of the others, became no less probable by it; *coordinated* came later, by the openings of the other training
texts, too. Source: our own, of the cues of the baselines of Webster et al. (2018, section 4.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.dependencies.labels import CONJUNCT
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.features.mention_table import NAME
from anaphora_workbench.resolvers.parallelism import arcs_apart, words_apart

Told = NDArray[np.float64]
_COMMA = ","


@dataclass(frozen=True)
class Contender:
    """An entity that a pronoun may mean.

    Attributes:
        pronoun: its position.
        names: positions of the entity's names around the pronoun; of an entity that has none there, of the mention that
            the ranker has chosen.
        named: whether it has one there.
        members: of the entity, in text order.
        gender: what all of these may have, as bits.
        behind: by how much its best mention is behind the best of all by the ranker, at most 0; None where none of its
            mentions is a candidate.
    """

    table: MentionTable
    pronoun: int
    names: Sequence[int]
    named: bool
    members: Sequence[int]
    gender: int
    behind: float | None

    @cached_property
    def nearest(self) -> int:
        """Position of the nearest of its names, in words."""
        return min(self.names, key=lambda name: words_apart(self.table.discourse, name, self.pronoun))

    @cached_property
    def first_name(self) -> int | None:
        """Position of the first name that it has in the text, None for none."""
        return next((member for member in self.members if self.table.kind[member] == NAME), None)

    @property
    def function(self) -> str:
        """Function of the nearest name."""
        return self.table.discourse.mentions[self.nearest].function

    @property
    def sentences(self) -> int:
        """How many sentences before the pronoun the nearest name stands."""
        return int(self.table.sentence[self.pronoun] - self.table.sentence[self.nearest])


def _best_candidate(contender: Contender) -> float:
    """Of its best mention by the ranker, less that of the best of all."""
    return contender.behind or 0.0


def _no_candidate(contender: Contender) -> float:
    """None of its mentions is a candidate of the ranker."""
    return float(contender.behind is None)


def _no_name(contender: Contender) -> float:
    """The ranker has chosen it, but it has no name around that agrees: *The pilot … she*."""
    return float(not contender.named)


def _arcs(contender: Contender) -> float:
    """Logarithm of one more than the arcs in the tree to the name with the fewest."""
    discourse, pronoun = contender.table.discourse, contender.pronoun
    return float(np.log1p(min(arcs_apart(discourse, name, pronoun) for name in contender.names)))


def _words(contender: Contender) -> float:
    """Logarithm of one more than the words to the nearest name."""
    return float(np.log1p(max(0, words_apart(contender.table.discourse, contender.nearest, contender.pronoun))))


def _this_sentence(contender: Contender) -> float:
    """Its nearest name stands before the pronoun in one sentence: *Eve told Ann that she …*."""
    return float(contender.sentences == 0 and contender.nearest < contender.pronoun)


def _sentence_before(contender: Contender) -> float:
    """Its nearest name stands in the sentence before."""
    return float(contender.sentences == 1)


def _after_the_pronoun(contender: Contender) -> float:
    """Its nearest name stands after the pronoun: *In her second book, Ann …*."""
    return float(contender.nearest > contender.pronoun)


def _subject(contender: Contender) -> float:
    """Its nearest name is a subject."""
    return float(contender.function == "SUBJ")


def _object(contender: Contender) -> float:
    """Its nearest name is an object."""
    return float(contender.function in ("DOBJ", "IOBJ"))


def _oblique(contender: Contender) -> float:
    """Its nearest name stands behind a preposition."""
    return float(contender.function in ("OBL", "AGENT"))


def _coordinated(contender: Contender) -> float:
    """Its nearest name is one of several that are joined, of which *she* seldom means one: *Ann and Eve*."""
    tree, head = contender.table.discourse.tree, contender.table.discourse.mentions[contender.nearest].head
    return float(tree.stands_as(head, CONJUNCT) or bool(tree.dependents(head, CONJUNCT)))


def _names(contender: Contender) -> float:
    """Logarithm of one more than its names around the pronoun."""
    return float(np.log1p(len(contender.names)))


def _full_name(contender: Contender) -> float:
    """It is introduced by more than one name, *Ann Voss*; who is introduced as *Voss* is known already."""
    first, discourse = contender.first_name, contender.table.discourse
    if first is None:
        return 0.0
    mention = discourse.mentions[first]
    return float(sum(word.upos == "PROPN" for word in discourse.document.words[mention.start : mention.end]) > 1)


def _introduced_later(contender: Contender) -> float:
    """Its first name stands after the pronoun."""
    return float(contender.first_name is not None and contender.first_name > contender.pronoun)


def _known_gender(contender: Contender) -> float:
    """One of its names is known to have the pronoun's gender: *Ann* for *she*, but not *Voss*."""
    own = contender.table.gender[contender.pronoun]
    return float(any(contender.table.gender[name] == own for name in contender.names))


def _behind_a_comma(contender: Contender) -> float:
    """Its nearest name follows the pronoun, directly behind a comma that closes its phrase: *In her book, Ann …*."""
    discourse = contender.table.discourse
    before = discourse.mentions[contender.nearest].start - 1
    return float(contender.nearest > contender.pronoun and discourse.document.words[before].form == _COMMA)


def _subject_of_this_sentence(contender: Contender) -> float:
    """Its nearest name is a subject before the pronoun in one sentence: *Ann said that she …*."""
    return _this_sentence(contender) * _subject(contender)


def _both_subjects(contender: Contender) -> float:
    """It is introduced as a subject before the pronoun, which is one too: *Ann met Eve. She …*."""
    mentions, first = contender.table.discourse.mentions, contender.members[0]
    subjects = all(mentions[place].function == "SUBJ" for place in (first, contender.pronoun))
    return float(subjects and first < contender.pronoun)


def _clash(contender: Contender) -> float:
    """Its mentions have no gender in common with the pronoun: *he* is among them, or a recogniser sees a place."""
    return float(not contender.gender & int(contender.table.gender[contender.pronoun]))


# What is told, in the order of the columns.
TOLD: dict[str, Callable[[Contender], float]] = {
    "best candidate": _best_candidate,
    "no candidate": _no_candidate,
    "no name": _no_name,
    "arcs": _arcs,
    "words": _words,
    "this sentence": _this_sentence,
    "sentence before": _sentence_before,
    "after the pronoun": _after_the_pronoun,
    "behind a comma": _behind_a_comma,
    "subject": _subject,
    "subject of this sentence": _subject_of_this_sentence,
    "both subjects": _both_subjects,
    "object": _object,
    "oblique": _oblique,
    "coordinated": _coordinated,
    "names": _names,
    "full name": _full_name,
    "introduced later": _introduced_later,
    "known gender": _known_gender,
    "clash": _clash,
}


def told_of(contenders: Sequence[Contender]) -> Told:
    """A row for each contender, a column for each of TOLD."""
    return np.array([[tell(contender) for tell in TOLD.values()] for contender in contenders])
