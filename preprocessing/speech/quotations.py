"""Finds quoted speech and, where the text tells, who speaks to whom.

A tag tells it, the narrator's words next to a quotation: *“Come in,” said Ann to Tom.* A vocative tells who is spoken
to: *“Come in, Tom.”* Where there is none, some is inferred from whose turn it is or whom it answers, and marked
so.
"""

from itertools import pairwise

from anaphora_workbench.corpora.document import ADDRESSEE, SPEAKER, Document, Quotation
from anaphora_workbench.corpora.languages import Lexicon
from anaphora_workbench.corpora.trees.tree import DependencyTree
from anaphora_workbench.preprocessing.speech.narration import Narration
from anaphora_workbench.preprocessing.speech.persons import Persons, Vocatives
from anaphora_workbench.preprocessing.speech.quoted_spans import QuotedSpan, quoted_spans
from anaphora_workbench.preprocessing.speech.speech_tags import SpeechTags

# Who speaks at most so many words after a quotation answers it.
_ANSWERED_WITHIN = 20


def find_quotations(document: Document, tree: DependencyTree, lexicon: Lexicon) -> list[Quotation]:
    """The quotations of a document in text order, each with its speaker and addressee where they are known.

    A paragraph's end closes what is open: English reopens a quotation that goes on in the next one. Those in a
    quotation are read by themselves, with its other words around them.
    """
    spans = quoted_spans(document, tree.language, lexicon)
    vocatives, persons = Vocatives(tree, lexicon), Persons(tree)
    found: dict[QuotedSpan, Quotation] = {}
    levels = _by_level(spans)
    for around, beside in levels.items():
        tags = SpeechTags(Narration(document, tree, beside, around), lexicon)
        quotations = []
        for number, span in enumerate(beside):
            told = tags.told(number)
            quotation = Quotation(span.start, span.end, told.speaker, told.addressee)
            if told.addressee is None:
                within = vocatives.within(span.start, span.end)
                deeper = levels.get(span, ())
                called = (head for head in within if not any(inner.start <= head < inner.end for inner in deeper))
                quotation.addressee = next(called, None)
            quotations.append(quotation)
        _Inference(beside, tags, persons, quotations).run()
        found.update(zip(beside, quotations, strict=True))
    return [found[span] for span in spans]


def _by_level(spans: list[QuotedSpan]) -> dict[QuotedSpan | None, list[QuotedSpan]]:
    """The quotations that stand side by side in another, by that other; None for those in no other."""
    levels: dict[QuotedSpan | None, list[QuotedSpan]] = {}
    open_ones: list[QuotedSpan] = []
    for span in spans:
        while open_ones and not open_ones[-1].holds(span):
            open_ones.pop()
        levels.setdefault(open_ones[-1] if open_ones else None, []).append(span)
        open_ones.append(span)
    return levels


class _Inference:
    """Infers speakers and addressees of quotations without a tag, adds them, and marks them so."""

    def __init__(
        self, spans: list[QuotedSpan], tags: SpeechTags, persons: Persons, quotations: list[Quotation]
    ) -> None:
        self._spans, self._tags, self._persons = spans, tags, persons
        self._quotations = quotations

    def run(self) -> None:
        """Infers by one rule after the other, what is closest to a tag first."""
        self._go_on()
        self._take_turns()
        self._answer()
        # And is heard in all of it by whom he answers in its first part.
        self._go_on()

    def _go_on(self) -> None:
        """Who has spoken goes on after the tag, and in the next paragraph if the quotation was left open.

        *“Yes,” said Ann. “Come in.”*
        """
        for number, (before, quotation) in enumerate(pairwise(self._quotations), start=1):
            if self._is_left_open(number - 1) or self._tags.ends_before(number):
                self._infer_speaker(quotation, before.speaker)
                if quotation.speaker == before.speaker:
                    self._infer_addressee(quotation, before.addressee)

    def _take_turns(self) -> None:
        """Where no words stand between two quotations, another speaks, and to who spoke before.

        *Ann asked: “Who is it?” “Tom.” “Come in.”*: the third is Ann's, and the second is said to her.
        """
        quotations = self._quotations
        turns = [span.closed and span.end == after.start for span, after in pairwise(self._spans)]
        for number in range(2, len(quotations)):
            if turns[number - 2] and turns[number - 1]:
                self._infer_speaker(quotations[number], quotations[number - 2].speaker)
        for turn, (before, after) in zip(turns, pairwise(quotations), strict=True):
            if turn and not self._persons.are_one(before.speaker, after.speaker):
                self._infer_addressee(after, before.speaker)
                self._infer_addressee(before, after.speaker)

    def _answer(self) -> None:
        """Who speaks at most 20 words after another who is surely somebody else speaks to that one.

        *“Who is it?” asked Ann. I hid. “Me,” I said.*
        """
        for before, after in pairwise(self._quotations):
            close = after.start - before.end <= _ANSWERED_WITHIN
            if close and self._persons.differ(before.speaker, after.speaker):
                self._infer_addressee(after, before.speaker)

    def _is_left_open(self, number: int) -> bool:
        """Whether the end of its paragraph leaves a quotation open, and the next begins right behind."""
        return not self._spans[number].closed and self._spans[number].end == self._spans[number + 1].start

    def _infer_speaker(self, quotation: Quotation, speaker: int | None) -> None:
        """Who speaks, unless it is told, or it is who is spoken to: *Ann opened the letter. “Dear Ann, …”*"""
        if quotation.speaker is None and speaker is not None:
            if self._persons.are_one(speaker, quotation.addressee):
                return
            quotation.speaker = speaker
            quotation.inferred |= {SPEAKER}

    def _infer_addressee(self, quotation: Quotation, addressee: int | None) -> None:
        """Who is spoken to, unless it is told."""
        if quotation.addressee is None and addressee is not None:
            quotation.addressee = addressee
            quotation.inferred |= {ADDRESSEE}
