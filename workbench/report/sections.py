"""The further tables of a report, each made of results with details: settings, tests, classes, disclosure."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace

from anaphora_workbench.evaluation.difficulty import Difficulty
from anaphora_workbench.evaluation.disclosure import Disclosure, FormCounts
from anaphora_workbench.evaluation.linguistic.mention_classes import CLASSES
from anaphora_workbench.evaluation.significance import TEST_SAMPLES
from anaphora_workbench.workbench.details import ResolutionDetails
from anaphora_workbench.workbench.pairwise import paired_tests
from anaphora_workbench.workbench.report.comparison import heading, ranked
from anaphora_workbench.workbench.report.difficulty import difficulty_table, parts_table
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.settings import Setting

_CLASS_METRIC = "b_cubed"
_RATE = "success_rate"
_COUNTS = {
    "raw": "in the text",
    "non_referential": "non-referential or unannotated",
    "without_antecedent": "no antecedent in the key",
    "out_of_scope": "out of scope",
    "evaluated": "evaluated",
    "correct_intra": "correct, same sentence",
    "correct_inter": "correct, other sentence",
}


def settings_matrix(corpus: CorpusResults) -> Table:
    """Resolvers in rows, settings in columns: success rate and CoNLL."""
    columns = [Column("resolver", "resolver")]
    metrics = [name for name in (_RATE, "conll") if all(name in one.scores for one in _outcomes(corpus))]
    for metric in metrics:
        columns += [Column(f"{metric}_{one}", f"{heading(metric)} {one}", "percent") for one in corpus.settings]
    rows: list[Row] = []
    for resolver in ranked(next(iter(corpus.settings.values())), _RATE):
        row: dict[str, object] = {"resolver": resolver}
        for setting, outcomes in corpus.settings.items():
            row |= {f"{metric}_{setting}": outcomes[resolver].scores[metric].figure for metric in metrics}
        rows.append(row)
    return Table(f"{corpus.name}: success rate and CoNLL by setting", columns, rows)


def significance_table(corpus: CorpusResults, setting: Setting, seed: int) -> Table | None:
    """The paired tests of one setting; None where there is nothing to test."""
    tests = paired_tests(corpus.settings[setting], seed)
    if not tests:
        return None
    columns = [
        Column("metric", "metric"),
        Column("first", "first"),
        Column("second", "second"),
        Column("difference", "difference", "percent"),
        Column("bootstrap", "p, bootstrap", "p"),
        Column("randomisation", "p, randomisation", "p"),
        Column("corrected", "… corrected", "p"),
        Column("mcnemar", "p, McNemar", "p"),
    ]
    note = (
        f"Paired bootstrap and approximate randomisation over documents, {TEST_SAMPLES} samples, seed {seed}, "
        "p = (c + 1) / (n + 1); Holm's correction of the randomisation over all pairs shown of a metric; exact "
        "McNemar over anaphors. Of the baselines the best."
    )
    metrics = list(dict.fromkeys(test.metric for test in tests))
    groups = [sum(test.metric == metric for test in tests) for metric in metrics]
    rows = [test.as_json() | {"metric": heading(test.metric)} for test in tests]
    return Table(f"{corpus.name}, {setting}: paired tests", columns, rows, groups, [note])


def classes_table(corpus: CorpusResults, setting: Setting) -> Table | None:
    """B³ F1 of the mentions of each class (Màrquez et al. 2012, Table 8); None where it was not counted."""
    scores = {
        name: {part: one.scores[_CLASS_METRIC].figure for part, one in of.items() if _CLASS_METRIC in one.scores}
        for name, of in _parts(corpus, setting, "mention-class").items()
    }
    names = [one for one in CLASSES if any(one in of_resolver for of_resolver in scores.values())]
    if not names:
        return None
    rows: list[Row] = [{"resolver": resolver, **of_resolver} for resolver, of_resolver in scores.items()]
    columns = [Column("resolver", "resolver")] + [Column(one, one, "percent") for one in names]
    note = (
        "B³ F1 of the mentions of a class. PN names, CN other noun phrases: E the same words as an earlier mention of "
        "the entity, P the same head or a shared word, N neither. P_1u2 first and second person, P_3G he and she, "
        "P_3U it and they, P_REL relative pronouns."
    )
    return Table(f"{corpus.name}, {setting}: by class of mention", columns, rows, notes=[note])


def disclosure_table(corpus: CorpusResults, setting: Setting, resolver: str) -> Table:
    """What became of every pronoun, form by form (Byron 2001)."""
    total = disclosed(corpus.settings[setting][resolver])
    columns = [Column(name, name) for name in ("corpus", "setting", "resolver")] + [Column("form", "pronoun")]
    columns += [Column(one.name, _COUNTS[one.name], "count") for one in fields(FormCounts)]
    columns.append(Column("resolution_rate", "resolution rate", "percent"))
    place = {"corpus": corpus.name, "setting": str(setting), "resolver": resolver}
    counted = [(form, total.forms[form]) for form in sorted(total.forms)] + [("all", total.total)]
    rows = [
        {**place, "form": form, **counts.by_name(), "resolution_rate": float(counts.resolution_rate)}
        for form, counts in counted
    ]
    return Table(f"{corpus.name}, {setting}, {resolver}: disclosure", columns, rows, [len(rows) - 1, 1])


def disclosed(outcome: Outcome) -> Disclosure:
    """The disclosure of all documents that a resolver answered."""
    return sum((details.disclosure for details in _details(outcome)), Disclosure())


def genres_table(corpus: CorpusResults, setting: Setting) -> Table | None:
    """Success rates by genre, resolvers in rows; None where fewer than two genres were counted."""
    parts = _parts(corpus, setting, "genre")
    genres = sorted({genre for of_resolver in parts.values() for genre in of_resolver})
    if len(genres) < 2:
        return None
    anaphors = {genre: max(one[genre].anaphors for one in parts.values() if genre in one) for genre in genres}
    rows: list[Row] = [
        {"resolver": name, **{genre: one.scores[_RATE].figure for genre, one in of.items() if one.anaphors}}
        for name, of in parts.items()
    ]
    columns = [Column("resolver", "resolver")] + [Column(genre, genre, "percent") for genre in genres]
    counted = ", ".join(f"{genre} {number}" for genre, number in anaphors.items())
    note = f"Anaphors of the key: {counted}."
    return Table(f"{corpus.name}, {setting}: success rate by genre", columns, rows, notes=[note])


def _parts(corpus: CorpusResults, setting: Setting, breakdown: str) -> dict[str, dict[str, Outcome]]:
    """The parts of a breakdown by resolver, resolvers in the order of the leaderboard."""
    outcomes = corpus.settings[setting]
    return {name: outcomes[name].parts(breakdown) for name in ranked(outcomes, _RATE)}


def difficulty_tables(results: Results) -> list[Table]:
    """The figures of every corpus, in the first setting of each document, and by genre of each that has genres."""
    figures: dict[str, Difficulty] = {}
    counted: Counter[str] = Counter()
    for corpus in results.corpora.values():
        seen: set[str] = set()
        total = Difficulty()
        for outcome in _outcomes(corpus):
            for details in _details(outcome):
                if details.text.id not in seen:
                    seen.add(details.text.id)
                    one = replace(details.text.difficulty, by_document={details.text.id: details.text.difficulty})
                    total = total + replace(one, genres={details.text.id: details.text.genre})
                    counted[details.text.counted_by] += 1
        figures[corpus.name] = total
    resolver = counted.most_common(1)[0][0] if counted else ""
    tables = [difficulty_table(figures, resolver)]
    for name, total in figures.items():
        genres = total.by_genre()
        if len(genres) > 1:
            by_genre = parts_table(genres, total, "genre", resolver)
            tables.append(replace(by_genre, title=f"{name}: by genre"))
    return tables


def _outcomes(corpus: CorpusResults) -> list[Outcome]:
    return [outcome for outcomes in corpus.settings.values() for outcome in outcomes.values()]


def _details(outcome: Outcome) -> list[ResolutionDetails]:
    return list(outcome.details.values())
