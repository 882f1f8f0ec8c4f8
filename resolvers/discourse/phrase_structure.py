"""A dependency tree as phrase structure: S, NP, N-bar, VP and PP nodes, for algorithms that walk constituents.

Which words head noun phrases comes from the words, never from the list of mentions. A clausal verb is an S over its
subject and a VP; a noun an NP over its possessor, an N-bar with its complements, and its adjuncts; conjuncts stand
side by side below a node of their own kind.

Source: the grammar of Hobbs (1978, section 2), in which S is NP VP and NP is a determiner, an N-bar and adjuncts, as
others tell it (resolvers.md, 6.2).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from anaphora_workbench.corpora.trees.labels import (
    ADJECTIVE,
    APPOSITION,
    CONJUNCT,
    DETERMINER,
    MODIFYING_CLAUSE,
    NUMERAL,
    PART_OF_COMPOUND,
    PART_OF_EXPRESSION,
    PART_OF_NAME,
    PART_OF_NUMERAL,
    POSSESSOR,
    PREDETERMINER,
    PREPOSITION,
    VERB_CLAUSE,
)
from anaphora_workbench.corpora.trees.tree import DependencyTree

S, NP, N_BAR, VP, PP, WORD = "S", "NP", "N-bar", "VP", "PP", "word"

_INSIDE_A_NOUN = (
    PART_OF_COMPOUND | PART_OF_NAME | PART_OF_EXPRESSION | NUMERAL | PART_OF_NUMERAL | DETERMINER | PREDETERMINER
) | ADJECTIVE
_BESIDE_THE_N_BAR = POSSESSOR | DETERMINER | PREDETERMINER | APPOSITION | MODIFYING_CLAUSE

NO_PATH: Mapping[Any, Any] = MappingProxyType({})


@dataclass(eq=False, slots=True)
class Phrase:
    """A node.

    Attributes:
        kind: what it is.
        word: offset of its head.
        whole: it stands over conjuncts.
        children: from left to right.
    """

    kind: str
    word: int
    whole: bool = False
    parent: Phrase | None = None
    children: list[Phrase] = field(default_factory=list)

    def path(self) -> Iterator[Phrase]:
        """The nodes above, nearest first."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def continues(self, whole: Phrase) -> bool:
        """Whether it holds further conjuncts of the coordination above it, and so is no level of its own."""
        return self.whole and whole.whole and self.kind == whole.kind

    def level(self, path: Mapping[Phrase, Phrase] = NO_PATH, walked: Phrase | None = None) -> Iterator[Phrase]:
        """The nodes one level below, from left to right; coordinated clauses are on one level, however they nest.

        Args:
            path: by node on the path to a word the one below it; what is right of the path is left out.
            walked: the last node on the path below which all was walked already; it and those below are left out.
        """
        waiting = [self]
        while waiting:
            above = waiting.pop()
            below = path.get(above)
            for child in above.children:
                if child is below and (child is walked or path[child] is child):
                    break
                if child.continues(above):
                    waiting.append(child)
                else:
                    yield child
                if child is below:
                    break

    def below(self) -> Iterator[Phrase]:
        """The node and all below it, breadth first from left to right."""
        waiting = deque([self])
        while waiting:
            phrase = waiting.popleft()
            yield phrase
            waiting.extend(phrase.level())


class PhraseStructure:
    """The phrase structure of one sentence.

    Attributes:
        top: its highest node, an S.
        phrase_of: by offset of a word the highest node that it alone heads.
        whole_of: by offset of a first conjunct the node over all conjuncts.
    """

    def __init__(self, tree: DependencyTree, start: int, end: int) -> None:
        self._tree = tree
        self._kinds = {word: self._kind(word) for word in range(start, end)}
        self.phrase_of: dict[int, Phrase] = {}
        self.whole_of: dict[int, Phrase] = {}
        # Conjuncts by the first of them.
        self._beside: dict[int, list[int]] = {}
        self._join(start, end)
        roots = [word for word in range(start, end) if not start <= tree.head[word] < end]
        self._made: list[Phrase] = []
        self.top = Phrase(S, roots[0] if roots else start)
        self._waiting: deque[tuple[int, Phrase]] = deque((root, self.top) for root in roots)
        while self._waiting:
            self._project(*self._waiting.popleft())
        if len(self.top.children) == 1 and self.top.children[0].kind == S:
            self.top = self.top.children[0]
            self.top.parent = None
        for phrase in [self.top, *self._made]:
            phrase.children.sort(key=lambda child: child.word)

    def _kind(self, word: int) -> str:
        tree = self._tree
        if tree.is_verb(word) and (tree.stands_as(word, VERB_CLAUSE) or tree.head[word] < 0):
            return S
        if tree.is_nominal(word) and not tree.stands_as(word, _INSIDE_A_NOUN):
            return NP
        return PP if tree.stands_as(word, PREPOSITION) else WORD

    def _join(self, start: int, end: int) -> None:
        """Find out beside which word each conjunct of the same kind stands."""
        first_of: dict[int, int] = {}
        for word in range(start, end):
            climbed = [word]
            while climbed[-1] not in first_of and self._joined(climbed[-1]):
                climbed.append(self._tree.head[climbed[-1]])
            first = first_of.get(climbed[-1], climbed[-1])
            first_of.update(dict.fromkeys(climbed, first))
            if first != word:
                self._beside.setdefault(first, []).append(word)

    def _joined(self, word: int) -> bool:
        """Whether a word is a conjunct of one of its kind."""
        above = self._tree.head[word]
        kind = self._kinds[word]
        return kind != WORD and self._tree.stands_as(word, CONJUNCT) and self._kinds.get(above) == kind

    def _project(self, word: int, above: Phrase) -> None:
        """Build the nodes that a word heads below another, and let its dependents wait for theirs."""
        kind, conjuncts = self._kinds[word], self._beside.get(word, [])
        if conjuncts:
            whole = above = self.whole_of[word] = self._new(kind, word, above, whole=True)
            for conjunct in conjuncts[:-1] if kind == S else []:
                # Clauses pairwise, each beside all that follow it.
                whole = self._new(kind, conjunct, whole, whole=True)
                self._waiting.append((conjunct, whole))
            self._waiting.extend((conjunct, whole) for conjunct in (conjuncts[-1:] if kind == S else conjuncts))
        if kind == S:
            self._clause(word, above)
        elif kind == NP:
            self._noun_phrase(word, above)
        else:
            phrase = self.phrase_of[word] = self._new(kind, word, above)
            self._waiting.extend((child, phrase) for child in self._dependents(word))

    def _new(self, kind: str, word: int, above: Phrase, whole: bool = False) -> Phrase:
        phrase = Phrase(kind, word, whole, above)
        above.children.append(phrase)
        self._made.append(phrase)
        return phrase

    def _clause(self, verb: int, above: Phrase) -> None:
        """S over subject, what stands before it, and VP."""
        clause = self.phrase_of[verb] = self._new(S, verb, above)
        phrase = self._new(VP, verb, clause)
        subject = self._tree.subject(verb)
        first = verb if subject is None else min(subject, verb)
        for child in self._dependents(verb):
            outside = child == subject or child < first
            self._waiting.append((child, clause if outside else phrase))

    def _noun_phrase(self, noun: int, above: Phrase) -> None:
        """NP over possessor, N-bar and adjuncts."""
        phrase = self.phrase_of[noun] = self._new(NP, noun, above)
        inner = self._new(N_BAR, noun, phrase)
        for child in self._dependents(noun):
            beside = self._tree.stands_as(child, _BESIDE_THE_N_BAR) or self._tree.is_adjunct_of_noun(child)
            self._waiting.append((child, phrase if beside else inner))

    def _dependents(self, word: int) -> list[int]:
        """The dependents of a word, without conjuncts of its kind, which stand beside it."""
        return [child for child in self._tree.children[word] if child in self._kinds and not self._joined(child)]
