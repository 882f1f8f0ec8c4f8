"""Error analysis: every wrong decision about a pronoun, with its cause.

A cause is read from the Trace that the resolver left, so it cannot disagree with what explains a decision or
with the scores. The gain of a cause is an upper bound: what the success rate would be if every anaphor that
was lost to it were right. Gains add up to what is missing from 100%.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from anaphora_workbench.corpora.document import Document, DocumentPair, Mention, span_order
from anaphora_workbench.corpora.languages import tables_for
from anaphora_workbench.corpora.support.errors import brief, quantity
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.evaluation.pronouns.anaphora import Judged, SameMentions, judged
from anaphora_workbench.evaluation.statistics.chain_errors import ChainErrors, chain_errors
from anaphora_workbench.resolvers import Candidate, Resolution, Trace
from anaphora_workbench.resolvers.contract.case import LEFT_ALONE, UNTRACED
from anaphora_workbench.workbench.analysis import causes
from anaphora_workbench.workbench.base.layers import is_narrow
from anaphora_workbench.workbench.base.settings import annotates_pronouns_only

_CONTEXT_WORDS = 8


@dataclass(frozen=True, slots=True)
class Example:
    """A wrong decision as a person reads it.

    Attributes:
        context: the words around the pronoun, which stands in ``[ ]``.
        chosen: the antecedent chosen, "" for none.
        expected: the nearest mention of the key before it that is not a pronoun, else the nearest; "" for none.
        detail: what the trace says of the right candidate: its rank, the features that clashed, the rule …; with its
            words, where it is not the one expected.
    """

    context: str
    chosen: str
    expected: str
    detail: str


class Cause(NamedTuple):
    """Why a decision is wrong.

    Attributes:
        name: see ``causes``.
        detail: what the trace says of the right candidate that came furthest, or of the pronoun.
        furthest: the mention that the detail is about; None where it is about none of the right ones.
    """

    name: str
    detail: str = ""
    furthest: Mention | None = None


@dataclass(frozen=True, slots=True)
class JudgedPronoun:
    """A pronoun that is an anaphor of the key or was answered.

    Attributes:
        offset: of the pronoun's head.
        form: in lower case.
        is_anaphor: it is an evaluated anaphor of the key.
        attempted: it was given an antecedent.
        distance: sentences back to the key's last mention before it, None where there is none or it cannot be told.
        rule: what decided, as the trace names it; "" where the pronoun was not seen.
        cause: why the decision is wrong; None for a right one, and for a non-anaphor that was left alone.
        example: of a wrong decision.
    """

    document: str
    offset: int
    form: str
    is_anaphor: bool
    attempted: bool
    distance: int | None
    rule: str = ""
    cause: str | None = None
    example: Example | None = None


@dataclass(frozen=True)
class DocumentErrors:
    """What one resolver did wrong in one document.

    Attributes:
        chain_errors: None where the key annotates pronouns and their antecedents only.
    """

    pronouns: list[JudgedPronoun]
    chain_errors: ChainErrors | None = None


@dataclass(frozen=True)
class ErrorDetails:
    """Makes the errors of a resolution: what ``workbench.runs.comparing.run`` takes as ``details``.

    Attributes:
        match: when an antecedent is a mention of the key, see ``evaluation.anaphora.MATCH``.
        options: of the metrics, which say what chains are compared.
    """

    match: str = "head"
    options: tuple[tuple[str, Any], ...] = ()

    def __call__(self, pair: DocumentPair, resolution: Resolution, prepared: Document) -> DocumentErrors:
        return DocumentErrors(judged_pronouns(pair, resolution, self.match), errors_of_chains(pair, dict(self.options)))


def errors_of_chains(pair: DocumentPair, options: Mapping[str, Any]) -> ChainErrors | None:
    """What is wrong with the chains; None where the key annotates pronouns and their antecedents only."""
    return None if annotates_pronouns_only(pair.key) else chain_errors(pair, options)


def judged_pronouns(pair: DocumentPair, resolution: Resolution, match: str = "head") -> list[JudgedPronoun]:
    """Each pronoun of a document that is an anaphor of the key or was answered, in the order of the text.

    Anaphors that the resolver's scope excludes are left out, as they are from the success rate.
    """
    analysis = _Analysis(pair, resolution, match)
    pronouns = [analysis.of(judgement) for judgement in judged(pair, match) if not judgement.outcome.excluded]
    return sorted(pronouns, key=lambda pronoun: pronoun.offset)


class _KeyEntity:
    """The mentions of an entity of the key, as its anaphors ask for them."""

    def __init__(self, mentions: Sequence[Mention], same: SameMentions) -> None:
        self._mentions, self._same = mentions, same

    @cached_property
    def _in_order(self) -> tuple[list[Mention], list[int]]:
        """The mentions in the order of the text, and where each begins."""
        in_order = sorted(self._mentions, key=span_order)
        return in_order, [mention.start for mention in in_order]

    @cached_property
    def _counterparts(self) -> Counter[str]:
        """Of how many of its mentions each mention of the response is the counterpart, by id."""
        return Counter(counterpart.id for mention in self._mentions for counterpart in self._same.responses(mention))

    def before(self, anaphor: Mention) -> list[Mention]:
        """Its mentions before one of them, nearest last."""
        in_order, starts = self._in_order
        return in_order[: bisect_left(starts, anaphor.start)]

    def others(self, anaphor: Mention) -> set[str]:
        """Ids of the counterparts in the response that its mentions besides one have."""
        alone = {own.id for own in self._same.responses(anaphor) if self._counterparts[own.id] == 1}
        return self._counterparts.keys() - alone


class _Analysis:
    def __init__(self, pair: DocumentPair, resolution: Resolution, match: str) -> None:
        self.pair = pair
        self.same = SameMentions(pair, match)
        self.from_chains = resolution.from_chains
        self.traces = {trace.mention(trace.anaphor).id: trace for trace in resolution.traced(pair.response)}
        self.narrow = is_narrow(pair.key)
        self.in_key = {mention for entity in pair.key_layer.entities for mention in entity.mentions}
        self.response_mentions = pair.response.mention_by_id()
        self.with_head: dict[int, list[Mention]] = {}
        for mention in pair.key.mentions:
            self.with_head.setdefault(mention.head, []).append(mention)
        key_mentions = pair.key.mention_by_id()
        # An entity of a novel has thousands of mentions, and each of its pronouns asks for the others.
        self.entity_of: dict[str, _KeyEntity] = {}
        for entity in pair.key_layer.entities:
            of_key = _KeyEntity([key_mentions[member] for member in entity.mentions], self.same)
            self.entity_of |= dict.fromkeys(entity.mentions, of_key)

    def of(self, judgement: Judged) -> JudgedPronoun:
        document = self.pair.key if judgement.is_anaphor or not self.pair.response.words else self.pair.response
        before = self.entity_of[judgement.mention.id].before(judgement.mention) if judgement.is_anaphor else []
        cause = self._cause(judgement)
        chosen = judgement.decision.antecedent if judgement.decision is not None else None
        return JudgedPronoun(
            document=self.pair.id,
            offset=judgement.mention.head,
            form=document.mention_text(judgement.mention).lower(),
            is_anaphor=judgement.is_anaphor,
            attempted=chosen is not None,
            distance=_distance(self.pair.key, judgement.mention, before),
            rule=self.traces[judgement.decision.anaphor].rule if judgement.decision is not None else "",
            cause=None if cause is None else cause.name,
            example=None if cause is None else self._example(judgement.mention, before, chosen, cause),
        )

    def _cause(self, judgement: Judged) -> Cause | None:
        decision = judgement.decision
        if not judgement.is_anaphor:
            assert decision is not None
            if decision.antecedent is None:
                return None
            return Cause(self._cause_of_extra(judgement.mention), self.traces[decision.anaphor].rule)
        if judgement.outcome.correct:
            return None
        if decision is None:
            return Cause(self._cause_of_none(judgement.mention))
        trace = self.traces[decision.anaphor]
        if trace.rule == "pleonastic":
            return Cause(causes.FLAGGED, trace.mention(trace.anaphor).pleonastic_pattern)
        position = trace.discourse.position
        counterparts = self.entity_of[judgement.mention.id].others(judgement.mention)
        right = {position[counterpart] for counterpart in counterparts} - {trace.anaphor}
        return cause_of(trace, right)

    def _cause_of_none(self, anaphor: Mention) -> str:
        """Why there is no decision on an anaphor; chains alone give none on a pronoun that is first in its chain."""
        there = next(iter(self.same.responses(anaphor)), None)
        if not self.from_chains or there is None:
            return causes.PRONOUN_MISSED
        others = self.entity_of[anaphor.id].others(anaphor)
        extracted = any(span_order(self.response_mentions[other]) < span_order(there) for other in others)
        return causes.UNTRACED if extracted else causes.NOT_EXTRACTED

    def _cause_of_extra(self, mention: Mention) -> str:
        """Why an answered pronoun is not an anaphor of the key, as far as the key can tell."""
        there = self.with_head.get(mention.head, ())
        in_key = any(true.id in self.in_key for true in there)
        flagged = any(true.pleonastic for true in there)
        if not in_key and not flagged and self.narrow:
            return causes.NOT_IN_KEY
        # A file of answers does not say of which type a pronoun is; its form does.
        is_it = (
            mention_facts(self.pair.response, mention).pronoun_type == "personal"
            and self.pair.response.mention_text(mention).lower() in tables_for(self.pair.response).neuter_pronouns
        )
        return causes.PLEONASTIC if flagged or (not in_key and is_it) else causes.NOT_ANAPHORIC

    def _example(self, anaphor: Mention, before: Sequence[Mention], chosen: str | None, cause: Cause) -> Example:
        key, response = self.pair.key, self.pair.response
        words = key if key.words else response
        nouns = (earlier for earlier in reversed(before) if not earlier.is_pronoun)
        expected = next(nouns, before[-1] if before else None)
        text = key.mention_text(expected) if expected is not None else ""
        furthest = response.mention_text(cause.furthest) if cause.furthest is not None else text
        return Example(
            context=_context(words, anaphor),
            chosen=response.mention_text(self.response_mentions[chosen]) if chosen is not None else "",
            expected=text,
            detail=cause.detail if furthest == text else f"{brief(furthest)}, {cause.detail}",
        )


def cause_of(trace: Trace, right: Iterable[int]) -> Cause:
    """Why a trace did not lead to one of the right mentions, and what it says of the one that came furthest.

    Args:
        right: positions of the mentions that would have been right.
    """
    listed = {candidate.position: candidate for candidate in trace.candidates}
    before = sorted((position for position in right if position < trace.anaphor or position in listed), reverse=True)
    if not before:
        return Cause(causes.NOT_EXTRACTED)
    if trace.rule == UNTRACED:
        return Cause(causes.UNTRACED)
    if trace.rule == LEFT_ALONE:
        return Cause(causes.LEFT_OUT, trace.note)
    if not listed and trace.rule == "abstain":
        return Cause(causes.ABSTAINED, trace.rule)
    order = {cause: place for place, cause in enumerate(causes.furthest())}
    of_window, reach = order[causes.WINDOW], _reach(trace)
    furthest, came_to = Cause(""), -1
    for position in before:
        # What is not listed came to the window at the furthest: of a hero's thousands of mentions one is enough.
        if position not in listed and came_to >= of_window:
            continue
        name, detail = _fate(trace, listed.get(position), position, reach)
        if order.get(name, of_window) > came_to:
            furthest, came_to = Cause(name, detail, trace.mention(position)), order.get(name, of_window)
    return furthest


def _reach(trace: Trace) -> int:
    """Position of the farthest candidate, beyond all mentions where there is none.

    A heading's noun phrases may be candidates from further back than the window reaches.
    """
    heading = trace.discourse.heading
    in_reach = (candidate.position for candidate in trace.candidates if not heading[candidate.position])
    return min(in_reach, default=len(heading))


def _fate(trace: Trace, candidate: Candidate | None, position: int, reach: int) -> tuple[str, str]:
    """Where a right mention was lost."""
    if candidate is None:
        return _not_listed(trace, position, reach)
    if candidate.rejected_by:
        return causes.of_rejection(candidate)
    if trace.antecedent is None:
        return causes.ABSTAINED, trace.rule
    return causes.OUTRANKED, _comparison(trace, candidate)


def _not_listed(trace: Trace, position: int, reach: int) -> tuple[str, str]:
    discourse = trace.discourse
    if discourse.skip[position]:
        return causes.NO_CANDIDATE, discourse.skip[position]
    if discourse.inside(trace.anaphor, position):
        return causes.NO_CANDIDATE, "contains the pronoun"
    if reach < position:
        return causes.NO_CANDIDATE, "not eligible"
    back = trace.distance(position)
    return causes.WINDOW, f"{quantity(back, 'sentence')} back"


def _comparison(trace: Trace, candidate: Candidate) -> str:
    """How a right candidate stood against the one chosen, by ranks and scores where the algorithm has them."""
    standing = {listed.position: listed for listed in trace.candidates}
    assert trace.antecedent is not None
    chosen = standing.get(trace.antecedent)
    stood = standing.get(candidate.represented_by) if candidate.represented_by is not None else candidate
    if stood is None or stood.rank is None or chosen is None or chosen.score is None or stood.score is None:
        return trace.rule
    if stood is chosen:
        return f"{trace.rule}; in one entity with the choice"
    return f"rank {stood.rank}: {stood.score:g} against {chosen.score:g}"


def _distance(key: Document, anaphor: Mention, before: Sequence[Mention]) -> int | None:
    if not before or not key.sentences or anaphor.start < 0 or before[-1].start < 0:
        return None
    return key.sentence_number(anaphor.start) - key.sentence_number(before[-1].start)


def _context(document: Document, pronoun: Mention) -> str:
    """The pronoun in brackets with the words around it in its sentence, cut where they are many."""
    if not document.words or pronoun.start < 0:
        return pronoun.id
    number = document.sentence_number(pronoun.start)
    bounds = document.sentences[number] if 0 <= number < len(document.sentences) else None
    start, end = (bounds.start, bounds.end) if bounds else (0, len(document.words))
    first, last = max(start, pronoun.start - _CONTEXT_WORDS), min(end, pronoun.end + _CONTEXT_WORDS)
    spaced = " " if document.words[pronoun.end - 1].space_after and pronoun.end < last else ""
    left = document.text(first, pronoun.start)
    left += " " if left and document.words[pronoun.start - 1].space_after else ""
    excerpt = f"{left}[{document.mention_text(pronoun)}]{spaced}{document.text(pronoun.end, last)}"
    return ("… " if first > start else "") + excerpt + (" …" if last < end else "")
