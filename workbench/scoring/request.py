"""A scoring request, and the counts of one pair of key and response."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields
from operator import iadd
from typing import TYPE_CHECKING, Any, Self

from anaphora_workbench.corpora.pairing.moved_spans import MovedSpans, OtherWords, other_words_of
from anaphora_workbench.evaluation.counting.packed_counts import PackedCounts
from anaphora_workbench.workbench.base.assumptions import Assumed
from anaphora_workbench.workbench.base.errors import Failure

if TYPE_CHECKING:
    from anaphora_workbench.corpora.pairing.alignment import Aligned
    from anaphora_workbench.evaluation.statistics.chain_errors import ChainErrors


@dataclass(frozen=True)
class Request:
    """What to count.

    Attributes:
        metrics: names; None for all that apply to the first documents.
        named: somebody has asked for the metrics by name; else those of plug-ins that fail are left out.
        options: of the metrics, by name.
        by: breakdowns.
        format: of key and response; None to recognise it.
        annotator: the layer of the response to score; None where there is only one to choose.
        answers: note which anaphors were resolved rightly.
        columns: further options to count some metrics with: name, metric, options.
        errors: note what is wrong with the chains.
        join: ``topic`` to score the documents of each topic as one; None for none.
        language: code of the language of documents that name none; None for English.
        preset: that set the metrics and options; None for none.
    """

    metrics: tuple[str, ...] | None = None
    options: tuple[tuple[str, Any], ...] = ()
    by: tuple[str, ...] = ()
    format: str | None = None
    annotator: str | None = None
    answers: bool = False
    columns: tuple[tuple[str, str, tuple[tuple[str, Any], ...]], ...] = ()
    errors: bool = False
    join: str | None = None
    language: str | None = None
    preset: str | None = None
    named: bool = True


@dataclass(kw_only=True)
class Noted:
    """What is noted of a response besides its counts; ``+=`` adds what was noted of other documents.

    Attributes:
        failures: documents and files without a score, and those of the response that are broken.
        only_in_key: ids of documents without a response, which count as not answered.
        only_in_response: ids of documents that the key does not have, which do not count.
        unaligned: mentions of the response that have no counterpart in the words of the key.
        missing_words: words of the key that the response does not have, by document where there are some; those of
            documents of one name, in several data sets, together.
        added_words: words of the response that the key does not have, likewise.
        answers: whether each anaphor was resolved rightly, by document and id; empty unless it was asked.
        assumed: what was assumed of the response.
        moved: spans that match as they stand, and otherwise.
        other_words: how many words of documents are others than their key's.
    """

    failures: list[Failure] = field(default_factory=list)
    only_in_key: list[str] = field(default_factory=list)
    only_in_response: list[str] = field(default_factory=list)
    unaligned: int = 0
    missing_words: Counter[str] = field(default_factory=Counter)
    added_words: Counter[str] = field(default_factory=Counter)
    answers: dict[tuple[str, str], bool] = field(default_factory=dict)
    assumed: Assumed = field(default_factory=Assumed)
    moved: MovedSpans = field(default_factory=MovedSpans)
    other_words: dict[str, OtherWords] = field(default_factory=dict)

    def __iadd__(self, other: Noted) -> Self:
        for noted in fields(Noted):
            own, added = getattr(self, noted.name), getattr(other, noted.name)
            if isinstance(own, dict):
                own.update(added)
            else:
                setattr(self, noted.name, iadd(own, added))
        return self


@dataclass
class Scored(Noted):
    """What a pair of files, or of documents, added.

    Attributes:
        counts: by document.
        other_ids: of documents that are paired though their ids differ, as parts of one name or each being the only
            one of its file: the response's id by the key's.
        failed: what is wrong with a response that counts as empty, by document.
        columns: counts by column of the request and document.
        errors: what is wrong with the chains, by document.
    """

    counts: PackedCounts[str] = field(default_factory=PackedCounts)
    other_ids: dict[str, str] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    columns: dict[str, PackedCounts[str]] = field(default_factory=dict)
    errors: dict[str, ChainErrors] = field(default_factory=dict)

    def note_alignment(self, document: str, aligned: Aligned) -> None:
        """Note what of a document's response and key has no counterpart in the other's words."""
        self.unaligned += len(aligned.unaligned)
        if aligned.missing_words:
            self.missing_words[document] = aligned.missing_words
        if aligned.added_words:
            self.added_words[document] = aligned.added_words
        others = other_words_of(aligned)
        if others is not None:
            self.other_words[document] = others
