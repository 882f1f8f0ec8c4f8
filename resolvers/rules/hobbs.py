"""Hobbs (1978): the naive algorithm, a walk through the tree that proposes noun phrases in a fixed order.

Source: J. Hobbs, "Resolving pronoun references", Lingua 44, 1978; its nine steps are named below. The paper
walks constituents, which ``phrase_structure.py`` reads off the dependencies (resolvers.md, 6.2).
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from anaphora_workbench.corpora.document import Document, Sentence
from anaphora_workbench.resolvers.contract.case import AGREEMENT, PASSED_BY, Candidate, Case, Walk
from anaphora_workbench.resolvers.contract.resolver import Resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.phrase_structure import N_BAR, NP, Phrase, PhraseStructure, S
from anaphora_workbench.resolvers.options import PronounOptions, option
from anaphora_workbench.resolvers.pronouns.memory import Memory
from anaphora_workbench.resolvers.pronouns.pronoun_resolver import PronounResolver
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST, following, preceding
from anaphora_workbench.resolvers.words import Words

# Trees that a finished case keeps; a walk back through a whole text would keep them all.
_TREES_KEPT = 3
# A node over conjuncts has no head of its own.
_NO_WORD = -1
ACCEPTED, OUT_OF_REACH = "accepted", "out of reach"


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
    words = Words(skipped={OUT_OF_REACH: "out of reach of the window, or the pronoun precedes it"})

    def choose(self, case: Case[HobbsMemory]) -> int | None:
        """Take the first noun phrase that the search proposes and no filter rejects; the steps are kept."""
        listed = {candidate.position: candidate for candidate in case.candidates}
        case.steps = steps = []
        search = case.memory.search
        visited: dict[int | Phrase, None] = {}
        chosen = None
        for step, place in search.proposals(case.anaphor):
            # Each node is an X once, and each noun phrase is proposed once.
            if place in visited:
                continue
            visited[place] = None
            if isinstance(place, Phrase):
                steps.append(f"step {step}: X = {search.described(place)}")
                continue
            verdict = _verdict(case, place, listed.get(place))
            steps.append(f"step {step}: {case.mention(place).id} {verdict}")
            if verdict == ACCEPTED:
                case.rule, chosen = f"step {step}", place
                break
        case.walk = search.walk(case.anaphor, list(visited))
        return chosen


def _verdict(case: Case[HobbsMemory], position: int, candidate: Candidate | None) -> str:
    if candidate is None:
        return f"{PASSED_BY}: {case.why_no_candidate(position) or OUT_OF_REACH}"
    if candidate.rejected_by == AGREEMENT and candidate.agreement is not None:
        return ", ".join(candidate.agreement.failed)
    return candidate.why or candidate.rejected_by or ACCEPTED


@dataclass(frozen=True, slots=True)
class _Tree:
    """The nodes of a sentence as ``Walk`` has them, and the number of each by phrase and by mention."""

    nodes: list[tuple[str, int, int]]
    numbers: dict[int | Phrase, int]


class Search:
    """The order in which the naive algorithm proposes the noun phrases of one discourse."""

    def __init__(self, discourse: Discourse, parameters: HobbsOptions) -> None:
        self.discourse = discourse
        self.parameters = parameters
        self._structures: dict[int, PhraseStructure] = {}
        self._mentions_at: dict[Phrase, list[int]] = {}
        self._breadth_first: dict[int, list[int]] = {}
        self._trees: dict[int, _Tree] = {}

    def walk(self, anaphor: int, visited: Sequence[int | Phrase]) -> Walk | None:
        """Where the steps for a pronoun went, with the trees of its sentence and of the last ones before it.

        Args:
            visited: the mention or node of each step.
        """
        discourse = self.discourse
        if not discourse.parsed:
            return None
        sentences = [
            discourse.sentence[anaphor] if isinstance(place, Phrase) else discourse.sentence[place] for place in visited
        ]
        kept = [*dict.fromkeys([discourse.sentence[anaphor], *reversed(sentences)])][:_TREES_KEPT]
        trees = {sentence: self._tree(sentence) for sentence in kept}
        nodes = [
            (sentence, trees[sentence].numbers.get(place, -1) if sentence in trees else -1)
            for sentence, place in zip(sentences, visited, strict=True)
        ]
        return Walk(nodes, {sentence: tree.nodes for sentence, tree in trees.items()})

    def _tree(self, sentence: int) -> _Tree:
        if sentence not in self._trees:
            structure = self._structure(sentence)
            nodes: list[tuple[str, int, int]] = []
            numbers: dict[int | Phrase, int] = {}
            waiting = [(structure.top, 0)]
            while waiting:
                phrase, depth = waiting.pop()
                numbers |= dict.fromkeys((phrase, *self._mentions_at.get(phrase, ())), len(nodes))
                nodes.append((phrase.kind, _NO_WORD if phrase.whole else phrase.word, depth))
                waiting.extend((child, depth + 1) for child in reversed(phrase.children))
            self._trees[sentence] = _Tree(nodes, numbers)
        return self._trees[sentence]

    def proposals(self, anaphor: int) -> Iterator[tuple[int, int | Phrase]]:
        """Numbered steps, each with a mention that it proposes or the node X that it moves to."""
        if self.discourse.parsed:
            yield from self._upwards(anaphor)
        # Step 4: through earlier sentences, most recent first.
        yield from self._earlier(anaphor)

    def _upwards(self, anaphor: int) -> Iterator[tuple[int, int | Phrase]]:
        structure = self._structure(self.discourse.sentence[anaphor])
        # Step 1: begin at the noun phrase that the pronoun is.
        below = structure.phrase_of.get(self.discourse.node[anaphor], structure.top)
        path: dict[Phrase, Phrase] = {below: below}
        walked: Phrase | None = None
        first = True
        for node in below.path():
            path[node] = below
            below = node
            if not (self._is_np(node) or node.kind == S):
                continue
            # Steps 2 and 5: up to the next NP or S, called X.
            yield (2 if first else 5), node
            if first:
                # Step 3: left of the path, propose an NP with an NP or S between it and X.
                yield from ((3, position) for position in self._left(node, path, None, separated=True))
            else:
                # Step 6: propose X itself if the path did not pass through its N-bar.
                if self._is_np(node) and not node.whole and path[node].kind not in (N_BAR, NP):
                    yield from ((6, position) for position in self._mentions_at.get(node, ()))
                # Step 7: left of the path, propose any NP.
                yield from ((7, position) for position in self._left(node, path, walked, separated=False))
                walked = node
                # Step 8: if X is an S, right of the path but not below an NP or S.
                if self.parameters.cataphora and node.kind == S:
                    yield from ((8, position) for position in self._right(node, path))
            first = False

    def _structure(self, sentence: int) -> PhraseStructure:
        """The phrase structure of a sentence, with its mentions in place."""
        structure = self._structures.get(sentence)
        if structure is None:
            discourse = self.discourse
            sentences, words = discourse.document.sentences, discourse.document.words
            # A text that was made without sentences is walked as one.
            bounds = sentences[sentence] if sentences else Sentence(0, len(words))
            structure = self._structures[sentence] = PhraseStructure(discourse.tree, bounds.start, bounds.end)
            for position in range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1]):
                node = discourse.node[position]
                phrase = structure.phrase_of.get(node)
                if discourse.mentions[position].kind == "coordination":
                    phrase = structure.whole_of.get(node, phrase)
                if phrase is not None:
                    self._mentions_at.setdefault(phrase, []).append(position)
        return structure

    def _is_np(self, phrase: Phrase) -> bool:
        return phrase.kind == NP or (phrase.kind != S and phrase in self._mentions_at)

    def described(self, phrase: Phrase) -> str:
        """A node X in words: its kind and its heads."""
        kind = S if phrase.kind == S else NP
        heads = [part.word for part in phrase.level()] if phrase.whole else [phrase.word]
        return f"{kind}({' + '.join(self.discourse.document.words[head].form for head in heads)})"

    def _left(
        self, top: Phrase, path: Mapping[Phrase, Phrase], walked: Phrase | None, separated: bool
    ) -> Iterator[int]:
        """Mentions below a node and left of the path to it, breadth first.

        Args:
            path: by node on the path the one below it.
            walked: the last node below which all was proposed already.
            separated: only those with an NP or S between them and the node.
        """
        waiting: deque[tuple[Phrase, bool]] = deque([(top, False)])
        while waiting:
            phrase, between = waiting.popleft()
            if phrase is not top and phrase not in path:
                if phrase in self._mentions_at and (between or not separated):
                    yield from self._mentions_at[phrase]
                between = between or phrase.kind == S or self._is_np(phrase)
            waiting.extend((child, between) for child in phrase.level(path, walked))

    def _right(self, top: Phrase, path: Mapping[Phrase, Phrase]) -> Iterator[int]:
        """Mentions below a node and right of the path to it, breadth first, none below an NP or S."""
        right = list(top.children[top.children.index(path[top]) + 1 :])
        waiting = deque(right)
        while waiting:
            phrase = waiting.popleft()
            yield from self._mentions_at.get(phrase, ())
            if phrase.kind != S and not self._is_np(phrase):
                waiting.extend(phrase.children)

    def _earlier(self, anaphor: int) -> Iterator[tuple[int, int | Phrase]]:
        discourse = self.discourse
        here = discourse.sentence[anaphor]
        if not discourse.parsed:
            # Without a tree the pronoun's own sentence is flat: left to right up to the pronoun.
            yield from ((4, position) for position in range(discourse.sentence_start[here], anaphor))
        window = self.parameters.window
        first = 0 if window is None else discourse.sentence_back(here, window)
        for sentence in range(here - 1, first - 1, -1):
            if discourse.sentence_start[sentence + 1] <= anaphor - FARTHEST:
                return
            yield from ((4, position) for position in self._sentence(sentence))

    def _sentence(self, sentence: int) -> list[int]:
        """The mentions of a sentence in breadth-first order; without a parse from left to right."""
        if sentence not in self._breadth_first:
            discourse = self.discourse
            order: dict[int, None] = {}
            if discourse.parsed:
                for phrase in self._structure(sentence).top.below():
                    order.update(dict.fromkeys(self._mentions_at.get(phrase, ())))
            # Mentions that the tree does not reach come last.
            positions = range(discourse.sentence_start[sentence], discourse.sentence_start[sentence + 1])
            self._breadth_first[sentence] = list(order | dict.fromkeys(positions))
        return self._breadth_first[sentence]
