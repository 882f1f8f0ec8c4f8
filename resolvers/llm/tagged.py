"""``llm-tagged``: a language model marks mentions and entities in the whole text, in the format of CRAC's LLM track.

Its answer is read as it stands (``corpora.formats.tools.crac``) and aligned with the words of the text; what it
dropped, added or never closed is counted. A text that is too long is given in parts that overlap; entities of two parts
that mark one mention in common are one. Source: Novák et al. (2025) for the format.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from anaphora_workbench.corpora.document import Document, Mention, Sentence, Word
from anaphora_workbench.corpora.document.closure import closure
from anaphora_workbench.corpora.formats.tools.crac import in_tags, tagged, untagged
from anaphora_workbench.corpora.pairing.alignment import align
from anaphora_workbench.resolvers.contract.case import Case
from anaphora_workbench.resolvers.contract.resolver import ASKED, Resolution
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.llm.asking import Question
from anaphora_workbench.resolvers.llm.language_model import FAULTS, OF_FORM, LanguageModel, LanguageModelOptions
from anaphora_workbench.resolvers.options import option
from anaphora_workbench.resolvers.words import Words, joined_words

SAME, ALONE, UNMARKED, NOT_THE_TEXT = "tagged as one entity", "first of its entity", "not tagged", "not the text"
LEFT_OUT = "left out"
_WORDS = Words(
    rules_on_page={SAME: "the language model tagged both as one entity"},
    no_answer={
        ALONE: "the model tagged no earlier mention of its entity",
        UNMARKED: "the model tagged no mention here",
        NOT_THE_TEXT: "the model's answer is not the text",
    },
)
_MOST_MISSING = 0.5
_LONGEST_EXAMPLE = 80


@dataclass(frozen=True, kw_only=True)
class LlmTaggedOptions(LanguageModelOptions):
    """Options of ``llm-tagged``."""

    overlap: int = option(3, "sentences that two parts of a long text have in common", least=0)


@dataclass
class Marked:
    """What a model marked in a part of a text.

    Attributes:
        entities: spans of words of the part, by the names that the model gave.
        counts: what of its answer is not as it was asked for, in words.
        missing: the share of the part's words that the answer does not have.
    """

    entities: dict[str, list[tuple[int, int]]]
    counts: Counter[str] = field(default_factory=Counter)
    missing: float = 0.0


def marked_in(text: str, words: Sequence[str]) -> Marked:
    """What an answer marks, over the words that it was asked about."""
    forms, found, wrong = tagged(text)
    counts = Counter({f"tags {what}": number for what, number in wrong.items()})
    if forms == list(words) or not forms:
        return Marked(found, counts, missing=float(forms != list(words)))
    spans = [(entity, span) for entity, spans in found.items() for span in spans]
    mentions = [Mention(str(number), *span, span[1] - 1) for number, (_, span) in enumerate(spans)]
    aligned = align(_document(forms, mentions), _document(words, []))
    entities: dict[str, list[tuple[int, int]]] = {}
    for (entity, _), mention in zip(spans, aligned.document.mentions, strict=True):
        if mention.start >= 0:
            entities.setdefault(entity, []).append((mention.start, mention.end))
    edges = aligned.edges
    counts["mentions at no words of the text"] += len(aligned.unaligned)
    if edges is None:
        return Marked(entities, counts)
    counts.update({"words dropped": edges.missing, "words added": edges.added, "words changed": edges.different})
    return Marked(entities, counts, edges.unlike / max(1, len(words)))


def _document(forms: Sequence[str], mentions: list[Mention]) -> Document:
    words = [Word(form) for form in forms]
    return Document("tagged", words=words, sentences=[Sentence(0, len(words))], mentions=mentions)


class LlmTagged(LanguageModel):
    """Full coreference as a language model tags it in the text."""

    name = "llm-tagged"
    description = "a language model writes the text again with tags for mentions and entities"
    source = "format of Novák et al. 2025"
    Options = LlmTaggedOptions
    own_prompt = "tagged"
    answers_nouns = True
    words = joined_words([FAULTS, _WORDS])

    def resolve(self, document: Document, key: Document | None = None) -> Resolution:
        resolution = super().resolve(document, key)
        resolution.left_out = frozenset(resolution.tables.pop(LEFT_OUT, ()))
        resolution.chains = [chain for chain in resolution.chains if not resolution.left_out.issuperset(chain)]
        return resolution

    def questions_of(self, discourse: Discourse) -> list[Question]:
        return [self._question(words) for words in map(self._words_of(discourse), self._parts(discourse))]

    def _words_of(self, discourse: Discourse) -> Any:
        shown = [untagged(discourse.document, offset) for offset in range(len(discourse.document.words))]
        return lambda part: shown[part[0] : part[1]]

    def _parts(self, discourse: Discourse) -> list[tuple[int, int]]:
        """First and last word of each part: all sentences that fit, from some before the end of the last part on."""
        sentences = [sentence for sentence in discourse.document.sentences if sentence.end > sentence.start]
        parts: list[tuple[int, int]] = []
        first = 0
        while first < len(sentences):
            last = first
            start = sentences[first].start
            while last + 1 < len(sentences) and sentences[last + 1].end - start <= self.parameters.window:
                last += 1
            parts.append((start, sentences[last].end))
            if last + 1 == len(sentences):
                break
            # The next part has the sentence after this one, and before it what is wanted and fits.
            first = max(first, last + 1 - self.parameters.overlap)
            while first <= last and sentences[last + 1].end - sentences[first].start > self.parameters.window:
                first += 1
        return parts

    def _question(self, words: Sequence[str]) -> Question:
        def wrong(text: str) -> str:
            return NOT_THE_TEXT if marked_in(text, words).missing > _MOST_MISSING else ""

        examples = self._examples() if self.parameters.examples else []
        return self.question(self.prompt.filled(text=" ".join(words), examples=examples), None, wrong)

    def _examples(self) -> list[dict[str, str]]:
        """The beginnings of documents, as far as they are whole sentences of not too many words."""
        return [_example(document) for document in self.example_corpus.documents[: self.parameters.shots]]

    def answer(self, discourse: Discourse, key: Document | None, tables: dict[str, Any]) -> Iterator[Case[Any]]:
        parts = self._parts(discourse) if discourse.mentions else []
        replies = self.replies(discourse, self.asked_about(discourse)) if parts else []
        counts: Counter[str] = Counter()
        fault_of: dict[int, str] = {}
        links: list[tuple[int, int]] = []
        seen: set[int] = set()
        words_of = self._words_of(discourse)
        for number, ((start, end), reply) in enumerate(zip(parts, replies, strict=True)):
            marked = marked_in(reply.text, words_of((start, end)))
            fault = reply.fault or (NOT_THE_TEXT if marked.missing > _MOST_MISSING else "")
            if fault:
                counts[fault] += 1
                counts["malformed"] += fault in OF_FORM or fault == NOT_THE_TEXT
                inside = (at for at, mention in enumerate(discourse.mentions) if start <= mention.start < end)
                fault_of |= dict.fromkeys(inside, fault)
                continue
            counts.update(marked.counts)
            entities = _mentions_of(discourse, marked, start, counts)
            if number:
                counts["entities joined over parts"] += sum(not seen.isdisjoint(entity) for entity in entities)
            seen.update(at for entity in entities for at in entity)
            links += [link for entity in entities for link in pairwise(entity)]
        tables[ASKED] = self.counted(replies, asked=len(replies), **{name: n for name, n in counts.items() if n})
        before = {
            later: earlier
            for chain in closure(range(len(discourse.mentions)), links)
            for earlier, later in pairwise(sorted(chain))
        }
        tables[LEFT_OUT] = [id for at, id in enumerate(discourse.ids) if at not in seen]
        for at in range(len(discourse.mentions)):
            rule = SAME if at in before else ALONE if at in seen else fault_of.get(at, UNMARKED)
            yield self.trace_of_link(discourse, at, before.get(at), rule)


def _mentions_of(discourse: Discourse, marked: Marked, start: int, counts: Counter[str]) -> list[list[int]]:
    """The mentions of the text that entities of a part have, by position: those of the same words, else of one head.

    Args:
        start: first word of the part. counts: takes what has no mention.
    """
    at_span: dict[tuple[int, int], int] = {}
    by_head: dict[int, list[int]] = {}
    for at, mention in enumerate(discourse.mentions):
        at_span.setdefault((mention.start, mention.end), at)
        by_head.setdefault(mention.head, []).append(at)
    spans = [
        (number, first + start, last + start)
        for number, of_entity in enumerate(marked.entities.values())
        for first, last in of_entity
    ]
    taken = {at_span[first, last]: number for number, first, last in reversed(spans) if (first, last) in at_span}
    for number, first, last in spans:
        if (first, last) in at_span:
            counts["mentions tagged twice"] += taken[at_span[first, last]] != number
            continue
        near = [at for head in range(first, last) for at in by_head.get(head, ()) if at not in taken]
        if near:
            mentions = discourse.mentions
            taken[min(near, key=lambda at: abs(mentions[at].start - first) + abs(mentions[at].end - last))] = number
            counts["mentions known by their heads"] += 1
        else:
            counts["tags at no mention"] += 1
    return [sorted(at for at, its in taken.items() if its == number) for number in range(len(marked.entities))]


def _example(document: Document) -> dict[str, str]:
    ends = [sentence.end for sentence in document.sentences if sentence.end <= _LONGEST_EXAMPLE]
    end = ends[-1] if ends else document.sentences[0].end
    words = [untagged(document, offset) for offset in range(end)]
    mention_of = document.mention_by_id()
    chains = [
        (
            f"e{number}",
            [(m.start, m.end) for m in (mention_of[id] for id in entity.mentions) if 0 <= m.start < m.end <= end],
        )
        for number, entity in enumerate(document.key.entities if document.key is not None else (), start=1)
    ]
    return {"text": " ".join(words), "answer": in_tags(words, chains)}
