"""Hobbs (1978): the naive algorithm, a walk through the tree that proposes noun phrases in a fixed order.

Source: J. Hobbs, "Resolving pronoun references", Lingua 44, 1978; its nine steps are named below. The paper
walks constituents; here S and NP are read off dependencies (resolvers.md, 6.2): a clausal verb is an S, the
head of a mention an NP, and each dominates what hangs below it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora.dependencies import ADNOMINAL_CLAUSE, CONJUNCT, RELATIVE_CLAUSE, VERB_CLAUSE
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.resolvers.case import AGREEMENT, Candidate, Case
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.memory import Memory
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.pronouns import PronounResolver
from anaphora_workbench.resolvers.resolver import Resolver
from anaphora_workbench.resolvers.stages.following import following
from anaphora_workbench.resolvers.stages.preceding import preceding

ACCEPTED = "accepted"
_THROUGH_CLAUSE = RELATIVE_CLAUSE | ADNOMINAL_CLAUSE


@dataclass(frozen=True, kw_only=True)
class HobbsOptions(PronounOptions):
    """Options of ``hobbs``."""

    cataphora: bool = option(False, "step 8: propose noun phrases right of the pronoun too")


class HobbsMemory(Memory):
    """The search through the tree of the document."""

    def __init__(self, resolver: Resolver, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> None:
        super().__init__(resolver, discourse, key, tables)
        self.search = Search(discourse, self.parameters)


class Hobbs(PronounResolver):
    """Left-to-right, breadth-first search upwards from the pronoun, then through earlier sentences."""

    name = "hobbs"
    description = "a fixed search through the syntax tree; the first noun phrase that agrees"
    source = "Hobbs 1978"
    Options = HobbsOptions
    Memory = HobbsMemory
    window = (preceding, following)

    def choose(self, case: Case[HobbsMemory]) -> int | None:
        """Take the first noun phrase that the search proposes and no filter rejects; the steps are kept."""
        listed = {candidate.position: candidate for candidate in case.candidates}
        case.steps = steps = []
        proposed = set()
        for step, position in case.memory.search.proposals(case.anaphor):
            if isinstance(position, str):
                steps.append(f"step {step}: X = {position}")
                continue
            if position in proposed:
                continue
            proposed.add(position)
            verdict = _verdict(listed.get(position))
            steps.append(f"step {step}: {case.mention(position).id} {verdict}")
            if verdict == ACCEPTED:
                case.rule = f"step {step}"
                return position
        return None


def _verdict(candidate: Candidate | None) -> str:
    if candidate is None:
        return "no candidate"
    if candidate.rejected_by == AGREEMENT and candidate.agreement is not None:
        return ", ".join(candidate.agreement.failed)
    return candidate.why or candidate.rejected_by or ACCEPTED


class Search:
    """The order in which the naive algorithm proposes the noun phrases of one discourse."""

    def __init__(self, discourse: Discourse, parameters: HobbsOptions) -> None:
        self.discourse = discourse
        self.parameters = parameters
        self._breadth_first: dict[int, list[int]] = {}

    def proposals(self, anaphor: int) -> Iterator[tuple[int, int | str]]:
        """Numbered steps, each with a mention that it proposes or a description of the node X it moves to."""
        # Step 1: begin at the noun phrase that the pronoun is.
        node = self.discourse.node[anaphor]
        path = [node]
        # Step 2: go up to the first NP or S, called X.
        first = True
        while (top := self._up(path)) is not None:
            yield (2 if first else 5), self._described(top)
            if first:
                # Step 3: left of the path, propose an NP with an NP or S between it and X.
                yield from ((3, position) for position in self._left(path, separated=True))
            else:
                # Step 6: propose X itself if the path came through a clause that modifies it.
                if self._is_np(top) and self.discourse.tree.relation[path[-2]] in _THROUGH_CLAUSE:
                    yield from ((6, position) for position in self.discourse.mentions_at[top])
                # Step 7: left of the path, propose any NP.
                yield from ((7, position) for position in self._left(path, separated=False))
                # Step 8: if X is an S, right of the path but not below an NP or S.
                if self.parameters.cataphora and self._is_s(top):
                    yield from ((8, position) for position in self._right(path))
            first = False
        # Step 4: through earlier sentences, most recent first.
        yield from self._earlier(anaphor)

    def _up(self, path: list[int]) -> int | None:
        """Lengthen the path up to the next NP or S above its end; None at the top of the sentence."""
        tree, start = self.discourse.tree, len(path)
        climbed = list(path)
        for above in tree.ancestors(path[-1]):
            climbed.append(above)
            if self._is_np(above) or self._is_s(above):
                path[start:] = climbed[start:]
                return above
        return None

    def _is_np(self, node: int) -> bool:
        return node in self.discourse.mentions_at

    def _is_s(self, node: int) -> bool:
        tree = self.discourse.tree
        if tree.head[node] < 0:
            return True
        if not tree.is_verb(node) or tree.relation[node] not in VERB_CLAUSE:
            return False
        return tree.relation[node] not in CONJUNCT or tree.is_verb(tree.head[node])

    def _described(self, node: int) -> str:
        kind = "S" if self._is_s(node) and not self._is_np(node) else "NP"
        return f"{kind}({self.discourse.document.words[node].form})"

    def _left(self, path: list[int], separated: bool) -> Iterator[int]:
        """Mentions below the end of a path and left of it, breadth first.

        Args:
            separated: only those with an NP or S between them and the path's end.
        """
        tree, top = self.discourse.tree, path[-1]
        below = {upper: lower for lower, upper in pairwise(path)}
        if not separated and self._is_np(top) and tree.relation[path[-2]] in CONJUNCT:
            # *Tom and his wife*: the first conjunct heads the whole, and stands left of the path.
            yield from self.discourse.mentions_at[top]
        waiting: deque[tuple[int, bool]] = deque([(top, False)])
        while waiting:
            node, between = waiting.popleft()
            on_path = below.get(node)
            if node != top and node not in below and self._is_np(node) and (between or not separated):
                yield from self.discourse.mentions_at[node]
            inner = between or (node != top and node not in below and (self._is_np(node) or self._is_s(node)))
            for child in tree.children[node]:
                if on_path is None or child < on_path or (child == on_path and child in below):
                    waiting.append((child, inner))

    def _right(self, path: list[int]) -> Iterator[int]:
        """Mentions below the end of a path and right of it, breadth first, none below an NP or S."""
        tree, top = self.discourse.tree, path[-1]
        waiting = deque(child for child in tree.children[top] if child > path[-2])
        while waiting:
            node = waiting.popleft()
            if self._is_np(node):
                yield from self.discourse.mentions_at[node]
            elif not self._is_s(node):
                waiting.extend(tree.children[node])

    def _earlier(self, anaphor: int) -> Iterator[tuple[int, int | str]]:
        discourse = self.discourse
        here = discourse.sentence[anaphor]
        if not discourse.parsed:
            # Without a tree the pronoun's own sentence is flat: left to right up to the pronoun.
            yield from ((4, position) for position in range(discourse.sentence_start[here], anaphor))
        first = 0 if self.parameters.window is None else max(0, here - self.parameters.window)
        for sentence in range(here - 1, first - 1, -1):
            yield from ((4, position) for position in self._sentence(sentence))

    def _sentence(self, sentence: int) -> list[int]:
        """The mentions of a sentence in breadth-first order; those the tree does not reach come last."""
        if sentence not in self._breadth_first:
            discourse, tree = self.discourse, self.discourse.tree
            positions = range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1])
            order: dict[int, None] = {}
            if discourse.document.sentences:
                bounds = discourse.document.sentences[sentence]
                waiting = deque(word for word in range(bounds.start, bounds.end) if tree.head[word] < 0)
                while waiting:
                    node = waiting.popleft()
                    order.update(dict.fromkeys(discourse.mentions_at.get(node, ())))
                    waiting.extend(tree.children[node])
            order.update(dict.fromkeys(positions))
            self._breadth_first[sentence] = list(order)
        return self._breadth_first[sentence]
