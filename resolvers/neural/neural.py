"""``neural``: small scorers over a frozen encoder, closed features beside what words mean in their context.

All mentions are scored against their candidates at once; each takes the one with the highest score, or none if that is
higher. After Lee et al. (2017) with a frozen encoder and candidates from the parse; neural.md has what was tried.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.document.closure import closure
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import Resolution
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features.feature import Codes, Flags
from anaphora_workbench.resolvers.learning.candidate_list import Explained, Listed, Worked
from anaphora_workbench.resolvers.learning.distribution import missing, missing_to_run
from anaphora_workbench.resolvers.learning.learned_resolver import LearnedOptions, LearnedResolver
from anaphora_workbench.resolvers.learning.training import TrainingDocument
from anaphora_workbench.resolvers.neural.borders import BORDERS, BORDERS_AS_GUM, Borders, border_shapes, movable
from anaphora_workbench.resolvers.neural.encoder.encoder_file import Encoding, encoding
from anaphora_workbench.resolvers.neural.inputs import MENTION_FEATURES, PAIR_FEATURES, Inputs
from anaphora_workbench.resolvers.neural.kept_vectors import KeptVectors, Spans
from anaphora_workbench.resolvers.neural.model_tensors import of_learnt
from anaphora_workbench.resolvers.neural.scorer import (
    GUIDELINES,
    MENTION,
    Floats,
    gelu,
    mention_sums,
    score,
    shapes,
    shapes_of_means,
)
from anaphora_workbench.resolvers.neural.shares import AS_A_WHOLE, NOTHING_KNOWN, shares
from anaphora_workbench.resolvers.neural.shares import WORDS as SHARES
from anaphora_workbench.resolvers.neural.telling_words import OnRequest, TellingWords
from anaphora_workbench.resolvers.options import ResolverOptions, option
from anaphora_workbench.resolvers.pronouns.grammar import PARTS, SOLE, Barred, Grammar
from anaphora_workbench.resolvers.pronouns.stages.anaphoricity import NOT_ANAPHORIC
from anaphora_workbench.resolvers.pronouns.stages.chains import CHAINS
from anaphora_workbench.resolvers.words import Words, joined_words

HIGHEST = "highest score"
NOT_MARKED = "not marked by the guideline"
LEFT_OUT = "left out by the guideline"
# So many mentions are scored at a time; memory does not grow with the text.
_AT_A_TIME = 1000
# So many of the best candidates have their scores taken apart, which is costly; others have them as a whole.
_TAKEN_APART = 8
# A chain that the guideline is to mark needs this mean probability of its mentions.
_LIKELY_MARKED = 0.5


@dataclass(frozen=True, kw_only=True)
class NeuralOptions(LearnedOptions):
    """Options of ``neural``."""

    guideline: str = option(
        "gum",
        "whose annotation guidelines to answer by: what is a mention, what is a chain; never taken from the corpus",
        GUIDELINES,
    )
    caution: float = option(
        2.8,
        "added to a third person pronoun's candidates against none: more answers, less precise ones",
        least=-10,
        greatest=10,
    )
    least_likely: float = option(
        0.35, "how probable it must be that a mention alone is one by the guideline gum", least=0, greatest=1
    )
    encoder: str = option("", "file of an encoder, or folder of one of the shape of BERT or MPNet", is_file=True)
    guidelines: tuple[str, ...] = option((), "while learning, the guidelines of corpora: CORPUS=NAME")
    epochs: float = option(4.0, "while learning, rounds through the documents", least=0.01, greatest=1000)


@dataclass
class _Choice:
    """What became of a mention.

    Attributes:
        candidates: positions, nearest first.
        scores: theirs against taking none, -inf for what grammar bars.
        none: score of taking none.
        antecedent: position, -1 for none.
        marked: probability that it is a mention by the guideline.
    """

    candidates: Codes
    scores: Floats
    none: float
    antecedent: int
    marked: float
    barred: Barred


class Neural(LearnedResolver):
    """The candidate that small scorers over a frozen encoder give the highest score, or none."""

    name = "neural"
    description = "small scorers over a frozen encoder: what words mean, beside closed features"
    source = "after Lee et al. 2017"
    Options = NeuralOptions
    learns_by = ("encoder", "guidelines", "epochs")
    # On television scenes, which it was not made on, chains cost 2.3 points of success (0.8 to 3.8); it answers what is
    # left alone by itself, and says what for.
    grammar_parts = tuple(part for part in PARTS if part not in (CHAINS, SOLE))
    parts = (*grammar_parts, BORDERS)
    rule = HIGHEST
    words = joined_words(
        [
            SHARES,
            Words(
                rules_on_page={HIGHEST: "the highest score, learnt from texts with a key"},
                no_answer={NOT_MARKED: "the guideline does not mark what it would refer to"},
            ),
        ]
    )

    def __init__(self, options: ResolverOptions | None = None) -> None:
        given = options if isinstance(options, NeuralOptions) else NeuralOptions()
        absent = missing_to_run() if given.model and given.encoder else self.missing()
        if absent:
            raise ValueError(absent)
        super().__init__(options)

    @classmethod
    def missing(cls) -> str:
        return missing()

    @property
    def options(self) -> dict[str, Any]:
        """All options with the values in force; files of the user's by name and checksum."""
        options = super().options
        if options["encoder"]:
            options["encoder"] = f"{Path(options['encoder']).name}@{self.encoding.checksum}"
        return options

    def take(self, learnt: Mapping[str, Any]) -> None:
        states = learnt["scorers"][0]["states"]["shape"][1]
        expected = shapes(states) | shapes_of_means()
        self.scorers = [of_learnt(scorer, expected) for scorer in learnt["scorers"]]
        # Models made by hand may have none.
        self.borders = of_learnt(learnt["borders"], border_shapes(states)) if "borders" in learnt else {}

    @property
    def encoding(self) -> Encoding:
        """The encoder, read when the first text is resolved.

        Raises:
            ValueError: it cannot be read, or the scorers were trained over another one.
        """
        made = encoding(self.parameters.encoder)
        expected = self.scorers[0]["states"].shape[1]
        if made.encoder.numbers != expected:
            has = f"an encoder with {made.encoder.numbers} numbers a word"
            raise ValueError(f"{has}; the model of neural was trained over one with {expected}: give the one it is for")
        return made

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        resolution = super().resolve(document, key)
        resolution.left_out = frozenset(resolution.tables.pop(LEFT_OUT, ()))
        resolution.moved = resolution.tables.pop(BORDERS, {})
        resolution.chains = [chain for chain in resolution.chains if not resolution.left_out.issuperset(chain)]
        return resolution

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        inputs = Inputs(discourse)
        pronouns, grammar = self.pronouns_of(discourse), self.grammar_of(discourse)
        vectors, spans = self._vectors(inputs)
        tables[BORDERS] = {
            mention.id: (start, end)
            for mention, (start, end) in zip(discourse.mentions, spans.tolist(), strict=True)
            if (mention.start, mention.end) != (start, end)
        }
        bound = self.bound(discourse, grammar, pronouns)
        choices = list(self._choices(inputs, vectors, pronouns, bound, grammar))
        asked = [self.answers_pronouns or position not in pronouns for position in range(len(choices))]
        unmarked = self._unmarked(choices, asked)
        tables[LEFT_OUT] = [discourse.ids[position] for position in np.flatnonzero(unmarked)]
        for position, choice in enumerate(choices):
            if asked[position] and position in bound and not unmarked[position]:
                yield bound[position]
            elif asked[position]:
                yield self._case(inputs, vectors, choice, position, bool(unmarked[position]))

    def _vectors(self, inputs: Inputs) -> tuple[Floats, Spans]:
        """States times their weights, (scorers, mentions, MENTION), and the borders of mentions; from the cache if
        they are there."""
        discourse = inputs.table.discourse
        kept = None if self.kept_in is None else KeptVectors(self.kept_in, self._depends_on(inputs))
        shape = len(self.scorers), inputs.table.size, MENTION
        found = None if kept is None else kept.read(shape)
        if found is not None:
            return found
        vectors = np.zeros(shape, dtype=np.float32)
        borders = Borders(self.borders, discourse.document, discourse.mentions, self._of_borders)
        for window in inputs.windows(self.encoding.encoder):
            for place, positions, states in window.mentions:
                for of_scorer, weights in zip(vectors, self.scorers, strict=True):
                    of_scorer[positions] += states @ weights["states"][place]
            if self.borders and BORDERS not in self.parameters.without:
                borders.read(window)
        # In as many bits as they are kept in, so that the first run and the next answer alike.
        vectors = vectors.astype(np.float16).astype(np.float32)
        if kept is not None:
            kept.write(vectors, borders.spans)
        return vectors, borders.spans

    def _depends_on(self, inputs: Inputs) -> Iterator[bytes]:
        """All that the vectors and borders of mentions depend on."""
        table, document = inputs.table, inputs.table.discourse.document
        yield self.encoding.checksum.encode()
        yield from (weights["states"].tobytes() for weights in self.scorers)
        yield "\n".join(word.form for word in document.words).encode()
        yield np.array([sentence.start for sentence in document.sentences]).tobytes()
        yield np.stack([table.start, table.end, table.head]).tobytes()
        if self.borders and BORDERS not in self.parameters.without:
            yield from (self.borders[name].tobytes() for name in sorted(self.borders))
            mentions = table.discourse.mentions
            yield repr((self._of_borders, document.relations, movable(document, mentions))).encode()
            yield repr([(word.upos, word.head, word.relation) for word in document.words]).encode()

    @property
    def _of_borders(self) -> int:
        """The guideline by which phrases are bounded."""
        return 0 if self.parameters.guideline == BORDERS_AS_GUM else self._guideline

    @property
    def _guideline(self) -> int:
        return GUIDELINES.index(self.parameters.guideline)

    def _choices(
        self, inputs: Inputs, vectors: Floats, pronouns: Set[int], bound: Mapping[int, Case[Any]], grammar: Grammar
    ) -> Iterator[_Choice]:
        mentions = [
            gelu(mention_sums(weights, of_scorer, inputs.mention_values, self._guideline))
            for weights, of_scorer in zip(self.scorers, vectors, strict=True)
        ]
        size = inputs.table.size
        for first in range(0, size, _AT_A_TIME):
            pairs = inputs.pairs(range(first, min(first + _AT_A_TIME, size)))
            made = [
                score(weights, of_scorer, pairs, self._guideline)
                for weights, of_scorer in zip(self.scorers, mentions, strict=True)
            ]
            scores, none, marked = (
                np.mean([getattr(one, name) for one in made], axis=0) for name in ("scores", "none", "marked")
            )
            for row, position in enumerate(pairs.mentions.tolist()):
                own = slice(pairs.starts[row], pairs.starts[row + 1])
                choice = self._choice(
                    inputs, position, pairs.earlier[own], scores[own], none[row], marked[row], pronouns, grammar
                )
                if position in bound:
                    choice.antecedent = _position(bound[position].antecedent)
                grammar.take(position, None if choice.antecedent < 0 else choice.antecedent)
                yield choice

    def _choice(
        self,
        inputs: Inputs,
        position: int,
        candidates: Codes,
        scores: Floats,
        none: float,
        marked: float,
        pronouns: Set[int],
        grammar: Grammar,
    ) -> _Choice:
        found: Barred = {}
        if position in pronouns:
            none -= self.parameters.caution
            barred = grammar.barred(position, candidates.tolist())
            found = {place: barred[at] for place, at in enumerate(candidates.tolist()) if at in barred}
        against = scores - none
        against[list(found)] = -np.inf
        best = int(against.argmax()) if len(against) else -1
        antecedent = int(candidates[best]) if best >= 0 and against[best] > 0 else -1
        return _Choice(candidates, against, float(none), antecedent, float(1 / (1 + np.exp(-marked))), found)

    def _unmarked(self, choices: Sequence[_Choice], asked: Sequence[bool]) -> Flags:
        """The mentions that the guideline leaves out: alone and unlikely to be one, or in a chain it does not mark."""
        unmarked = np.zeros(len(choices), dtype=np.bool_)
        marked = np.array([choice.marked for choice in choices])
        links = [
            (position, choice.antecedent)
            for position, choice in enumerate(choices)
            if asked[position] and choice.antecedent >= 0
        ]
        for chain in closure(range(len(choices)), links):
            if self.parameters.guideline == "litbank":
                unmarked[chain] = marked[chain].mean() < _LIKELY_MARKED
            elif len(chain) == 1:
                alone = self.parameters.guideline == "ontonotes"
                unmarked[chain] = alone or marked[chain[0]] < self.parameters.least_likely
        return unmarked

    def _case(self, inputs: Inputs, vectors: Floats, choice: _Choice, position: int, unmarked: bool) -> Case[Any]:
        order = np.argsort(-choice.scores, kind="stable")
        places = np.arange(len(order))
        ranks = np.empty(len(order), dtype=np.intp)
        ranks[order] = 1 + places
        probabilities = _probabilities(choice.scores)
        explained = Explained(partial(self._reasons, inputs, vectors, position, choice, probabilities))
        every = frozenset(places.tolist())
        listed = Listed(choice.candidates, places, ranks, every, explained, choice.barred)
        said: dict[str, Any] = {
            "note": f"no antecedent has probability {probabilities[0]:.2f}", "candidates": listed,
            "rule": NOT_ANAPHORIC if choice.antecedent < 0 else NOT_MARKED if unmarked else self.rule,
        }  # fmt: skip
        if len(order) > len(choice.barred):
            best = int(order[0])
            against = int(choice.candidates[best]), Worked(explained.factors, best)
            said |= {"none": {NOTHING_KNOWN: 0.0}, "against_none": against}
            said["telling_words"] = OnRequest(partial(self._telling_words, inputs, vectors, choice, position))
        if said["rule"] == self.rule:
            said["antecedent"] = choice.antecedent
        return self.trace(inputs.table.discourse, position, **said)

    def _telling_words(self, inputs: Inputs, vectors: Floats, choice: _Choice, position: int) -> TellingWords:
        """What finds the words that the best candidate's lead hangs on: over the next, or over taking none."""
        places = np.argsort(-choice.scores, kind="stable")[: min(2, len(choice.scores) - len(choice.barred))]
        mentions = [position, *choice.candidates[places].tolist()]
        pairs = inputs.pairs([position]).only(places)
        rows = np.arange(len(mentions))
        among = replace(pairs, mentions=rows[:1], later=np.zeros(len(places), dtype=np.intp), earlier=rows[1:])
        values = inputs.mention_values[mentions]

        def against_none(of_mentions: Floats) -> Floats:
            sums = (
                mention_sums(weights, of_scorer[mentions], values, self._guideline)
                for weights, of_scorer in zip(self.scorers, of_mentions, strict=True)
            )
            made = [
                score(weights, gelu(of_scorer), among, self._guideline)
                for weights, of_scorer in zip(self.scorers, sums, strict=True)
            ]
            scores: Floats = np.mean([one.scores - one.none for one in made], axis=0)
            return scores

        # Caution was added, which no word changes.
        added = choice.scores[places] - against_none(vectors)

        def lead(of_mentions: Floats) -> float:
            best, *others = against_none(of_mentions) + added
            return float(best - max([0.0, *others]))

        return TellingWords(lambda: self.encoding.encoder, self.scorers, inputs, vectors, lead, mentions, mentions[:2])

    def _reasons(
        self, inputs: Inputs, vectors: Floats, position: int, choice: _Choice, probabilities: Floats
    ) -> tuple[Callable[[int], Mapping[str, float]], Callable[[int], Mapping[str, Any]]]:
        """What the scores of a mention's candidates are the sum of, and their probabilities."""
        best = np.sort(np.argsort(-choice.scores, kind="stable")[:_TAKEN_APART])
        pairs = inputs.pairs([position]).only(best)
        told = shares(self.scorers, self._guideline, vectors, inputs.mention_values, pairs, choice.none)
        of_candidates = {place: {AS_A_WHOLE: float(score)} for place, score in enumerate(choice.scores)}
        of_candidates |= dict(zip(best.tolist(), told, strict=True))
        return of_candidates.__getitem__, lambda place: {"probability": f"{probabilities[1 + place]:.2f}"}

    @classmethod
    def learn(
        cls, documents: Sequence[TrainingDocument], parameters: Any, seed: int, advance: Callable[[str], None]
    ) -> tuple[Mapping[str, Any], Sequence[str], Mapping[str, Any]]:
        from anaphora_workbench.resolvers.neural.training import learnt_from  # SciPy, which answers need not

        learnt, tuned = learnt_from(documents, parameters, cls.grammar_parts, seed, advance)
        return learnt, [*MENTION_FEATURES, *PAIR_FEATURES], tuned


def _position(antecedent: int | None) -> int:
    return -1 if antecedent is None else antecedent


def _probabilities(scores: Floats) -> Floats:
    """Probability of taking none and of each candidate, by their scores against it."""
    largest = max(0.0, float(scores.max(initial=0)))
    odds = np.exp(np.r_[0.0, scores.astype(np.float64)] - largest)
    shares: Floats = odds / odds.sum()
    return shares
