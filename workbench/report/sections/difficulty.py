"""How hard the corpora are."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from anaphora_workbench.evaluation.statistics.difficulty import Difficulty
from anaphora_workbench.workbench.analysis.details import DocumentText
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.difficulty import difficulty_table, parts_table
from anaphora_workbench.workbench.report.sections import Placed, Section


def difficulty_tables(results: Results) -> list[Placed]:
    """The figures of every corpus, in the first setting of each document, and by genre of each that has genres."""
    figures = figures_of(results)
    counted = Counter(text.counted_by for corpus in results.corpora.values() for text in _texts(corpus))
    resolver = counted.most_common(1)[0][0] if counted else ""
    placed = [Placed(difficulty_table(figures, resolver))]
    for name, total in figures.items():
        genres = total.by_genre()
        if len(genres) > 1:
            by_genre = parts_table(genres, total, "genre", resolver)
            placed.append(Placed(replace(by_genre, title=f"{name}: by genre")))
    return placed


def figures_of(results: Results) -> dict[str, Difficulty]:
    """The figures of every corpus by its name."""
    figures: dict[str, Difficulty] = {}
    for corpus in results.corpora.values():
        total = figures[corpus.name] = Difficulty()
        for text in _texts(corpus):
            total += replace(text.difficulty, by_document={text.id: text.difficulty}, genres={text.id: text.genre})
    return figures


def _texts(corpus: CorpusResults) -> Iterator[DocumentText]:
    """The documents, each as the first outcome that has it."""
    seen: set[str] = set()
    for outcome in corpus.outcomes:
        for name in outcome.details:
            if name not in seen:
                seen.add(name)
                yield outcome.details[name].text


SECTION = Section("difficulty", "Difficulty", link="Difficulty", tables=difficulty_tables)
