"""The order in which the sieve looks at candidates.

Source: Raghunathan et al. (2010), 4.1. The paper goes breadth-first through constituents; here it is by depth in the
dependency tree, then from the left or from the right (resolvers.md, 6.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from anaphora_workbench.resolvers.discourse.discourse import Discourse

Key = tuple[int, int, int, int]


class CandidateOrder:
    """Sorts the candidates of the mentions of one discourse."""

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse
        self._depth: dict[int, int] = {}
        self._around: dict[int, list[int]] = {}

    def sorted(self, anaphor: int, candidates: Iterable[int], from_left: bool) -> list[int]:
        """Candidates as they are looked at: of the mention's sentence first, clause by clause from its own outwards.

        Args:
            from_left: equals in depth are taken from the left in earlier sentences too, as pronouns do.
        """
        sentence, around = self._discourse.sentence, self.clauses_around(anaphor)

        def key(position: int) -> Key:
            back = sentence[anaphor] - sentence[position]
            here = back == 0
            further_out = self._steps_out(around, position) if here else 0
            return back, further_out, self.depth(position), position if here or from_left else -position

        return sorted(candidates, key=key)

    def clauses_around(self, position: int) -> list[int]:
        """Numbers of the clauses that a mention is in, the innermost first."""
        if position not in self._around:
            above = self._discourse.tree.ancestors(self._discourse.node[position])
            outer = [clause for clause in map(self._clause_of, above) if clause is not None]
            self._around[position] = list(dict.fromkeys([self._discourse.clause[position], *outer]))
        return self._around[position]

    def _clause_of(self, word: int) -> int | None:
        stored = self._discourse.document.words[word].clause
        return self._discourse.tree.finite_clause(word) if stored is None else stored

    def _steps_out(self, around: Sequence[int], candidate: int) -> int:
        """How many clauses further out the first is that holds a candidate, too."""
        its_own = self.clauses_around(candidate)
        return next((steps for steps, clause in enumerate(around) if clause in its_own), len(around))

    def depth(self, position: int) -> int:
        """Words above a mention in the tree; 0 without a parse."""
        if position not in self._depth:
            node = self._discourse.node[position]
            self._depth[position] = sum(1 for _ in self._discourse.tree.ancestors(node))
        return self._depth[position]
