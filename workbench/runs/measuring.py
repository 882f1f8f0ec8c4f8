"""How large and how hard corpora are: what ``workbench difficulty`` and ``anaphora_workbench.difficulty`` share."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import LANGUAGES
from anaphora_workbench.corpora.support.tabular import Tabular
from anaphora_workbench.evaluation.statistics.difficulty import Difficulty, difficulty
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base.corpus import Corpus
from anaphora_workbench.workbench.base.errors import Failure
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.engine.current_work import at_work
from anaphora_workbench.workbench.engine.running import OnDocument, documents_at, each_document
from anaphora_workbench.workbench.engine.workers import Limits, isolation
from anaphora_workbench.workbench.experiments.preprocessing import Preprocessing


@dataclass(repr=False)
class CorpusDifficulty(Tabular):
    """Figures of difficulty.

    Attributes:
        corpora: by name, those without any document left out.
        failures: documents and files without figures.
    """

    corpora: dict[str, Difficulty] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)

    def __repr__(self) -> str:
        figures = self.as_json()
        counts = ", ".join(f"{name} {figures[name]}" for name in ("documents", "mentions", "entities", "pronouns"))
        return f"<Difficulty of {', '.join(self.corpora)}: {counts}>"

    def records(self) -> list[dict[str, Any]]:
        """A row for each corpus and figure, *pronoun_types.personal* for one of several."""
        return [
            {"corpus": name, "measure": measure, "value": value}
            for name, of_corpus in self.corpora.items()
            for measure, value in _flat(of_corpus.as_json())
        ]

    @property
    def total(self) -> Difficulty:
        """All corpora together."""
        first, *others = self.corpora.values()
        for other in others:
            first = first + other
        return first

    def by_document(self) -> dict[str, Difficulty]:
        """The documents of all corpora by id, after the corpus's name where two corpora have one of the same id."""
        counted = Counter(name for total in self.corpora.values() for name in total.by_document)
        return {
            name if counted[name] == 1 else f"{corpus}: {name}": of_document
            for corpus, total in self.corpora.items()
            for name, of_document in total.by_document.items()
        }

    def by_genre(self) -> dict[str, Difficulty]:
        """The genres of all corpora, sorted."""
        added: dict[str, Difficulty] = {}
        for total in self.corpora.values():
            for genre, of_genre in total.by_genre().items():
                added[genre] = added.get(genre, Difficulty()) + of_genre
        return dict(sorted(added.items()))

    def as_json(self) -> dict[str, Any]:
        """The figures of all corpora together (interfaces.md, section 4)."""
        return self.total.as_json()


def measuring(resolver: str, preprocessing: Preprocessing, cache: Path | None) -> Callable[[Document], Difficulty]:
    """The function that measures one document, in the first setting that it allows."""
    chosen = get_resolver(resolver)
    prepared = PreparedDocuments(preprocessing.preprocessor(), cache)
    # What is measured is the key, and that has its size in every language.
    prepared.preprocessor.takes_any_language = True

    def measured(document: Document) -> Difficulty:
        if document.key is None:
            raise ValueError("no coreference annotation; expected a corpus with a key")
        if not document.has_text:
            return difficulty([document])
        if document.language not in LANGUAGES.names():
            said = f"{document.id}: the workbench has no tables of {document.language!r}"
            warnings.warn(f"{said}; pronouns are told by tags, and have no candidates", stacklevel=2)
            return difficulty([document])
        possible = prepared.allowed(document)
        if not possible:
            raise ValueError(f"{document.id}: {prepared.why_in_none(document)}")
        (served,) = prepared.in_settings(document, possible[:1])
        with at_work(resolver, served.given):
            resolution = chosen.resolve(served.given)
        return difficulty([served.whole], {served.whole.id: resolution.decisions})

    return measured


def measure(
    corpora: Iterable[Corpus],
    resolver: str,
    preprocessing: Preprocessing,
    cache: Path | None = None,
    jobs: int = 1,
    on_document: OnDocument = lambda name, place: None,
    limits: Limits | None = None,
) -> CorpusDifficulty:
    """Measure corpora.

    Args:
        resolver: whose candidates are counted.
        cache: folder of preprocessed documents, None for none.
        jobs: worker processes.
        on_document: called with each document's id and file when it is done.
        limits: of the resolver's work on each document.

    Raises:
        ValueError: the resolver takes its answers from the key, or there is nothing at a corpus's path.
    """
    chosen = get_resolver(resolver)
    if chosen.needs_key:
        raise ValueError(f"{resolver} has no candidates of its own; expected a resolver that needs no key")
    preprocessing.preprocessor()  # Raises for a word list that does not exist.
    make = partial(measuring, resolver, preprocessing, cache)
    measures = CorpusDifficulty()
    for corpus in corpora:
        documents = documents_at([(corpus.path, corpus.language)], corpus.format)
        for _, measured in each_document(
            make, documents, jobs, measures.failures, on_document, limits=isolation([chosen], limits)
        ):
            total = measures.corpora.setdefault(corpus.name, Difficulty())
            total += measured
    return measures


def _flat(figures: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The figures that are numbers, those of a table of figures after its name; what was not measured is left out."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield from ((f"{name}.{inner}", figure) for inner, figure in _flat(value))
        elif isinstance(value, int | float):
            yield name, value
