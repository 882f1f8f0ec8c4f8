"""Details of a resolution for the report: text, mentions, chains, answers, candidates.

A ResolutionDetails is made where the document was resolved and crosses to the process that writes the report,
so it holds plain data, its traces packed. What all resolvers of a document share is one object.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from anaphora_workbench.corpora.document import ELIDED, NO_FORMS, Document, DocumentPair, Mention, sorted_mentions
from anaphora_workbench.evaluation.counting.counting import Counts, count
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.evaluation.pronouns.anaphora import Judged, judged, key_anaphors
from anaphora_workbench.evaluation.statistics.chain_errors import ChainErrors
from anaphora_workbench.evaluation.statistics.difficulty import Difficulty, of_document
from anaphora_workbench.evaluation.statistics.disclosure import Disclosure, KeyPronouns, disclosed
from anaphora_workbench.resolvers import Resolution
from anaphora_workbench.resolvers.contract.case import Trace
from anaphora_workbench.resolvers.discourse.discourse import counted_sentences, is_speech
from anaphora_workbench.workbench.analysis.error_analysis import JudgedPronoun, errors_of_chains, judged_pronouns
from anaphora_workbench.workbench.analysis.packed_traces import packed, packed_trace
from anaphora_workbench.workbench.analysis.verdicts import Verdict, verdict_on

# Whose candidates are counted where it runs, as by workbench difficulty; else those of the first that has any.
_COUNTED_BY = "mitkov"
_ORDER = "spmfn"


@dataclass
class DocumentText:
    """A document and its key, by offsets of words and positions of mentions in text order.

    Attributes:
        sentences: (start, end, paragraph) of each.
        headings: numbers of the paragraphs that are headings.
        mentions: (start, end, head) of each mention of the key; further stretches of it follow in pairs.
        entities: positions of the mentions of each entity, singletons included.
        anaphors: what the key says of each anaphor, by offset of the pronoun.
        difficulty: its figures, candidates being those of ``counted_by``.
        genre: "" where the corpus gives none.
        counted: number of each sentence as resolvers count distances; empty where each counts as its place.
        pronouns: positions of the mentions that are pronouns.
    """

    id: str
    words: list[str]
    space_after: list[bool]
    sentences: list[tuple[int, int, int]]
    headings: list[int]
    mentions: list[tuple[int, ...]]
    entities: list[list[int]]
    anaphors: dict[int, AnaphorFacts]
    difficulty: Difficulty = field(default_factory=Difficulty)
    counted_by: str = ""
    genre: str = ""
    counted: Sequence[int] = ()
    pronouns: Sequence[int] = ()

    def text(self, span: tuple[int, ...]) -> str:
        """The running text of a span."""
        forms = (self.words[at] + " " * self.space_after[at] for at in range(span[0], span[1]))
        return "".join(forms).strip()


@dataclass
class AnaphorFacts:
    """An anaphor of the key.

    Attributes:
        entity: its number.
        antecedent: position of the key's last mention before it that is not a pronoun, else of the last one.
        distance: sentences back to the last mention before it, None where it cannot be told.
    """

    entity: int
    antecedent: int | None
    distance: int | None


@dataclass
class GivenMentions:
    """The mentions that resolvers were given, in text order.

    Attributes:
        spans: (start, end, head) of each; further stretches of a discontinuous one follow in pairs.
        features: number, gender and person as in ``s mf 3``.
        functions: grammatical function of each.
        entities: numbers of the key entities that have a mention of the same head, or of the same span.
        are_pronouns: whether each is a pronoun.
    """

    spans: list[tuple[int, ...]]
    features: list[str]
    functions: list[str]
    entities: list[list[int]]
    are_pronouns: list[bool]


@dataclass
class Answer:
    """What became of one pronoun.

    Attributes:
        offset: of the pronoun.
        antecedent: position of the mention chosen.
        rule: what decided.
        cause: why it went wrong, "" if it did not or nobody knows.
    """

    offset: int
    verdict: Verdict
    antecedent: int | None
    rule: str
    cause: str = ""


@dataclass
class ResolutionDetails:
    """One document, as one resolver answered it in one setting.

    Attributes:
        chains: positions of the mentions of each entity of two mentions or more.
        packed_traces: the candidates behind each answer, see ``unpacked``.
        pronouns: what ``workbench.report.errors`` counts.
        half_credit: mention detection with ½ for a span inside a key mention that has its head.
        chain_errors: what is wrong with the chains; None where the key annotates pronouns only.
    """

    text: DocumentText
    given: GivenMentions
    chains: list[list[int]]
    answers: list[Answer]
    packed_traces: bytes
    disclosure: Disclosure
    pronouns: list[JudgedPronoun]
    half_credit: Counts
    chain_errors: ChainErrors | None = None


class ReportDetails:
    """Makes the details of a resolution.

    Args:
        match: when an antecedent is a mention of the key, see ``evaluation.anaphora.MATCH``.
        options: of the metrics, which say what chains are compared.
    """

    def __init__(self, match: str = "head", options: Mapping[str, Any] | None = None) -> None:
        self.match = match
        self.options = options or {}
        self._of_key: tuple[Document, DocumentText, KeyPronouns] | None = None
        self._of_given: tuple[Document, GivenMentions, Counts] | None = None

    def __call__(self, pair: DocumentPair, resolution: Resolution, prepared: Document) -> ResolutionDetails:
        # The same two documents serve one resolver after another, so what they share is made once.
        if self._of_key is None or self._of_key[0] is not pair.key:
            self._of_key = pair.key, _text(pair), KeyPronouns(pair.key, pair.key_layer)
        if self._of_given is None or self._of_given[0] is not pair.response:
            half_credit = count(pair, ["mentions"], {"mention_credit": "partial"})
            self._of_given = pair.response, _given(pair, self.match), half_credit
        _, text, key_pronouns = self._of_key
        _, given, half_credit = self._of_given
        mentions = sorted_mentions(pair.response.mentions)
        position = {mention.id: place for place, mention in enumerate(mentions)}
        decisions = pair.response_layer.decisions or []
        wanted = not text.counted_by or (resolution.resolver == _COUNTED_BY != text.counted_by)
        if wanted and any(decision.candidates_before for decision in decisions):
            text.difficulty, text.counted_by = of_document(prepared, decisions), resolution.resolver
        elif not text.difficulty.counts:
            text.difficulty = of_document(prepared)
        traces = {trace.decision.anaphor: trace for trace in resolution.traces}
        outcomes = list(judged(pair, self.match))
        pronouns = judged_pronouns(pair, resolution, self.match)
        why = {pronoun.offset: pronoun.cause for pronoun in pronouns if pronoun.cause is not None}
        return ResolutionDetails(
            text,
            given,
            [[position[mention] for mention in chain] for chain in resolution.chains if len(chain) > 1],
            [_answer(outcome, position, traces, why, pair.key.key is not None) for outcome in outcomes],
            packed(
                [(mentions[position[decision.anaphor]].head, traces.get(decision.anaphor)) for decision in decisions],
                given.features,
            ),
            disclosed(outcomes, key_pronouns),
            pronouns,
            half_credit,
            errors_of_chains(pair, self.options),
        )


@dataclass
class SpeechAnswer:
    """What became of a first or second person, which no measure of pronoun resolution counts.

    Attributes:
        antecedent: span of the mention that it was linked to, None for none.
        trace: its trace, packed.
    """

    antecedent: tuple[int, ...] | None
    trace: dict[str, Any]


def speech_answers(resolution: Resolution, given: GivenMentions) -> dict[int, SpeechAnswer]:
    """What a resolver of full coreference made of first and second persons, by offset of the pronoun.

    Args:
        given: the mentions that it was given.
    """
    traces: dict[int, Trace] = {}
    for trace in resolution.mention_traces:
        head = trace.pronoun.head
        # Of joined resolvers one may link what another has left.
        if is_speech(trace.pronoun) and (head not in traces or traces[head].antecedent is None):
            traces[head] = trace
    return {
        offset: SpeechAnswer(
            None if trace.antecedent is None else given.spans[trace.antecedent], packed_trace(trace, given.features)
        )
        for offset, trace in traces.items()
    }


def _text(pair: DocumentPair) -> DocumentText:
    document = pair.key
    mentions = sorted_mentions(document.mentions)
    position = {mention.id: place for place, mention in enumerate(mentions)}
    entities = [sorted(position[mention] for mention in entity.mentions) for entity in pair.key_layer.entities]
    entity_of = {place: number for number, entity in enumerate(entities) for place in entity}
    before = {place: earlier for entity in entities for place, earlier in _last_before(document, mentions, entity)}
    anaphors = {}
    for anaphor in key_anaphors(pair):
        previous, noun = before[position[anaphor.id]]
        back = None
        if previous is not None and anaphor.start >= 0:
            back = document.sentence_number(anaphor.start) - document.sentence_number(mentions[previous].start)
        antecedent = noun if noun is not None else previous
        anaphors[anaphor.head] = AnaphorFacts(entity_of[position[anaphor.id]], antecedent, back)
    counted = counted_sentences(document)
    return DocumentText(
        document.id,
        [ELIDED if word.empty and word.form in NO_FORMS else word.form for word in document.words],
        [word.space_after for word in document.words],
        [(sentence.start, sentence.end, sentence.paragraph) for sentence in document.sentences],
        [number for number, paragraph in enumerate(document.paragraphs) if paragraph.kind == "heading"],
        [_span(mention) for mention in mentions],
        entities,
        anaphors,
        genre=document.genre,
        counted=() if counted == list(range(len(counted))) else counted,
        pronouns=[place for place, mention in enumerate(mentions) if _is_pronoun(document, mention)],
    )


def _last_before(
    document: Document, mentions: Sequence[Mention], entity: Sequence[int]
) -> Iterator[tuple[int, tuple[int | None, int | None]]]:
    """Each mention of an entity with the last one before it and the last one before it that is not a pronoun."""
    previous = noun = None
    for place in entity:
        yield place, (previous, noun)
        previous = place
        if not _is_pronoun(document, mentions[place]):
            noun = place


def _is_pronoun(document: Document, mention: Mention) -> bool:
    return mention_facts(document, mention).kind == "pronoun"


def _given(pair: DocumentPair, match: str) -> GivenMentions:
    def places(mention: Mention) -> list[Any]:
        return [mention.head, *mention.other_heads] if match == "head" else [(mention.start, mention.end)]

    key_mentions = pair.key.mention_by_id()
    entities: dict[Any, list[int]] = {}
    for number, entity in enumerate(pair.key_layer.entities):
        for name in entity.mentions:
            for place in places(key_mentions[name]):
                at = entities.setdefault(place, [])
                if number not in at:
                    at.append(number)
    mentions = sorted_mentions(pair.response.mentions)
    return GivenMentions(
        [_span(mention) for mention in mentions],
        [_features(mention) for mention in mentions],
        [mention.function for mention in mentions],
        [entities.get(places(mention)[0], []) for mention in mentions],
        [_is_pronoun(pair.response, mention) for mention in mentions],
    )


def _span(mention: Mention) -> tuple[int, ...]:
    parts = mention.parts if len(mention.parts) > 1 else ()
    return mention.start, mention.end, mention.head, *(offset for part in parts for offset in part)


def _features(mention: Mention) -> str:
    number, gender = ("".join(sorted(values, key=_ORDER.find)) for values in (mention.number, mention.gender))
    return f"{number} {gender} {mention.person}"


def _answer(
    judgement: Judged, position: Mapping[str, int], traces: Mapping[str, Trace], why: Mapping[int, str], has_key: bool
) -> Answer:
    decision = judgement.decision
    chosen = decision.antecedent if decision is not None else None
    trace = traces.get(decision.anaphor) if decision is not None else None
    return Answer(
        judgement.mention.head,
        verdict_on(judgement, has_key),
        position.get(chosen) if chosen is not None else None,
        trace.rule if trace is not None else "",
        str(why.get(judgement.mention.head, "")) if has_key else "",
    )
