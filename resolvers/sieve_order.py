"""The order in which the sieve looks at candidates.

Source: Raghunathan et al. (2010), 4.1. The paper goes breadth-first through constituents; here it is by depth in the
dependency tree, then from the left or from the right (resolvers.md, 6.3).
"""

from __future__ import annotations

from collections.abc import Iterable

from anaphora_workbench.resolvers.discourse import Discourse

Key = tuple[int, int, int, int]


class CandidateOrder:
    """Sorts the candidates of the mentions of one discourse."""

    def __init__(self, discourse: Discourse) -> None:
        self._discourse = discourse
        self._depth: dict[int, int] = {}

    def sorted(self, anaphor: int, candidates: Iterable[int], from_left: bool) -> list[int]:
        """Candidates as they are looked at: of the mention's sentence first, its own clause before the others.

        Args:
            from_left: equals in depth are taken from the left in earlier sentences too, as pronouns do.
        """
        sentence, clause = self._discourse.sentence, self._discourse.clause

        def key(position: int) -> Key:
            back = sentence[anaphor] - sentence[position]
            here = back == 0
            other_clause = here and clause[position] != clause[anaphor]
            return back, other_clause, self.depth(position), position if here or from_left else -position

        return sorted(candidates, key=key)

    def depth(self, position: int) -> int:
        """Words above a mention in the tree; 0 without a parse."""
        if position not in self._depth:
            node = self._discourse.node[position]
            self._depth[position] = sum(1 for _ in self._discourse.tree.ancestors(node))
        return self._depth[position]
