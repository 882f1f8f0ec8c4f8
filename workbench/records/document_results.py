"""The results of one document in a comparison."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from anaphora_workbench.corpora.document import Document, DocumentPair
from anaphora_workbench.evaluation.counting.counting import Counts
from anaphora_workbench.resolvers import Resolution
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.settings import Setting

# What is kept of each resolution besides the counts; both it and its results must be picklable. The document has the
# mentions of the key and those that were found, whichever of them the resolution was given.
Details = Callable[[DocumentPair, Resolution, Document], Any]
# An anaphor and its antecedent by their ids; None for a pronoun that was left without one.
Link = tuple[str, str | None]


@dataclass
class DocumentResults:
    """The results of one document.

    Attributes:
        checksum: of the document as it was read.
        has_key: there was something to count; if not, there are details alone.
        counts: by setting and resolver.
        seconds: that resolving took, likewise.
        decisions: what each pronoun was resolved to, likewise; empty for a response without answers to pronouns.
        asked: what a row that asks a language model has asked, likewise.
        details: what the experiment's ``Details`` made of each resolution, likewise; empty if none is wanted.
        unaligned: mentions of each response that have no counterpart in the words of the key.
        missing_words: words of the key, or of a text without one, that each response does not have.
        narrow: the key annotates some kinds of noun phrases only.
        from_chains: responses whose answers to pronouns were read off their chains.
        without_singletons: counts of responses that have no singletons, those of the key left out, by setting.
        language: code of the language it is in.
        unanswered: why a response has no answer to it, which counts as an empty one, by response.
        failed: rows that have no outcome in any setting, as they have failed in one.
        unread: what is wrong with files of responses that cannot be read, and whose they are.
        misread: what of each response may be read otherwise than it is meant: spans as plain values, and other words.
        said: what was warned of it.
        parser: who made the predicted annotation that it brought (``parser_named``), "" where it was parsed here; None
            where none was asked for.
    """

    checksum: str
    has_key: bool = True
    counts: dict[Setting, dict[str, Counts]] = field(default_factory=dict)
    seconds: dict[Setting, dict[str, float]] = field(default_factory=dict)
    decisions: dict[Setting, dict[str, list[Link]]] = field(default_factory=dict)
    details: dict[Setting, dict[str, Any]] = field(default_factory=dict)
    asked: dict[Setting, dict[str, dict[str, int]]] = field(default_factory=dict)
    unaligned: dict[str, int] = field(default_factory=dict)
    missing_words: dict[str, int] = field(default_factory=dict)
    narrow: bool = False
    from_chains: set[str] = field(default_factory=set)
    without_singletons: dict[Setting, dict[str, Counts]] = field(default_factory=dict)
    language: str = Document("").language
    parser: str | None = None
    unread: dict[str, str] = field(default_factory=dict)
    misread: dict[str, list[Any]] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    unanswered: dict[str, str] = field(default_factory=dict)
    failed: dict[str, Failure] = field(default_factory=dict)

    def by_row(self) -> list[dict[str, Any]]:
        """All that there is by row, of each setting."""
        kinds: Any = self.counts, self.seconds, self.decisions, self.details, self.without_singletons, self.asked
        return [rows for kind in kinds for rows in kind.values()]
