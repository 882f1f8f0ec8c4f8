"""Wrong decisions as tables and as JSON: by cause, by pronoun, by distance, with examples."""

from collections.abc import Callable, Iterable
from typing import Any

from anaphora_workbench.evaluation.arithmetic.scores import Ratio
from anaphora_workbench.workbench.analysis.causes import OF_PRECISION, causes
from anaphora_workbench.workbench.analysis.error_analysis import JudgedPronoun
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.chain_errors import chain_errors_of
from anaphora_workbench.workbench.report.explanations.reasons import clashes_in_words
from anaphora_workbench.workbench.report.explanations.words import words_of_causes
from anaphora_workbench.workbench.report.tables import Column, Table, columns_of

EXAMPLES = 3
_FARTHEST = 4


class Errors:
    """The wrong decisions of one resolver on one corpus in one setting.

    Attributes:
        pronouns: all that are anaphors of the key or were answered, documents in the order of the corpus.
        anaphors: those that are anaphors.
        correct: how many of these were right.
        attempted: how many pronouns were answered, anaphors or not.
    """

    def __init__(self, pronouns: Iterable[JudgedPronoun]) -> None:
        self.pronouns = list(pronouns)
        self.anaphors = [pronoun for pronoun in self.pronouns if pronoun.is_anaphor]
        self.correct = sum(pronoun.cause is None for pronoun in self.anaphors)
        self.attempted = sum(pronoun.attempted for pronoun in self.pronouns)

    @property
    def wrong(self) -> int:
        """Anaphors that were not resolved rightly."""
        return len(self.anaphors) - self.correct

    @property
    def causes(self) -> list[str]:
        """The causes that occur, in the order in which a pronoun passes the stages."""
        occurring = dict.fromkeys(pronoun.cause for pronoun in self.pronouns if pronoun.cause is not None)
        named = causes()
        return [cause for cause in named if cause in occurring] + [cause for cause in occurring if cause not in named]

    def of(self, cause: str) -> list[JudgedPronoun]:
        """The pronouns that went wrong for one cause."""
        return [pronoun for pronoun in self.pronouns if pronoun.cause == cause]

    def success_gain(self, cause: str) -> float:
        """The most that the success rate could gain without the cause: if all its anaphors were right."""
        return 0.0 if cause in OF_PRECISION else float(Ratio(len(self.of(cause)), len(self.anaphors)))

    def precision_gain(self, cause: str) -> float:
        """The same for precision: its anaphors answered rightly, its other pronouns left alone."""
        lost = self.of(cause)
        if cause in OF_PRECISION:
            better = Ratio(self.correct, self.attempted - len(lost))
        else:
            unanswered = sum(not pronoun.attempted for pronoun in lost)
            better = Ratio(self.correct + len(lost), self.attempted + unanswered)
        return float(better) - float(Ratio(self.correct, self.attempted))

    def figures(self, cause: str) -> dict[str, Any]:
        """How many went wrong for one cause, and both gains."""
        gains = {"success_gain": self.success_gain(cause), "precision_gain": self.precision_gain(cause)}
        return {"wrong": len(self.of(cause)), **gains}

    def examples(self, cause: str, most: int = EXAMPLES) -> list[JudgedPronoun]:
        """The first wrong decisions of a cause, of as many documents as possible."""
        seen: dict[str, int] = {}
        ranked = []
        for pronoun in self.of(cause):
            seen[pronoun.document] = seen.get(pronoun.document, 0) + 1
            ranked.append((seen[pronoun.document], pronoun))
        return [pronoun for _, pronoun in sorted(ranked, key=lambda pair: pair[0])[:most]]

    def as_json(self) -> dict[str, Any]:
        """Everything the tables show."""
        of_causes = {
            cause: {**self.figures(cause), "examples": [_example(pronoun) for pronoun in self.examples(cause)]}
            for cause in self.causes
        }
        return {
            "wrong": self.wrong,
            "causes": of_causes,
            "pronouns": {form: _counts(anaphors) for form, anaphors in grouped(self.anaphors, by_form).items()},
            "distances": {
                distance: _counts(anaphors) for distance, anaphors in grouped(self.anaphors, by_distance).items()
            },
        }


def by_form(pronoun: JudgedPronoun) -> str:
    """The form of a pronoun."""
    return pronoun.form


def by_distance(pronoun: JudgedPronoun) -> str:
    """Sentences back to the last mention before it, from 4 on together."""
    if pronoun.distance is None:
        return "unknown"
    return f"{pronoun.distance}" if pronoun.distance < _FARTHEST else f"{_FARTHEST}+"


def grouped(pronouns: Iterable[JudgedPronoun], label: Callable[[JudgedPronoun], str]) -> dict[str, list[JudgedPronoun]]:
    """Pronouns by a label; forms by frequency, distances in order."""
    groups: dict[str, list[JudgedPronoun]] = {}
    for pronoun in pronouns:
        groups.setdefault(label(pronoun), []).append(pronoun)
    names = sorted(groups)
    if label is not by_distance:
        names.sort(key=lambda name: -len(groups[name]))
    return {name: groups[name] for name in names}


def error_tables(results: Results) -> list[Table]:
    """For each corpus and setting: errors by cause, by pronoun and by distance, and examples."""
    tables = []
    for corpus, setting, errors in _corpora_and_settings(results):
        place = f"{corpus.name}, {setting}"
        tables += [
            _causes(f"Errors by cause: {place}", errors),
            _pivot(f"Errors by pronoun: {place}", "pronoun", errors, by_form),
            _pivot(f"Errors by distance: {place}", "sentences back", errors, by_distance),
            _examples(f"Examples of errors: {place}", errors),
        ]
    return tables


def error_legend(results: Results) -> str:
    """The meanings of the causes that occur."""
    occurring = {
        pronoun.cause
        for _, _, of_resolver in _corpora_and_settings(results)
        for errors in of_resolver.values()
        for pronoun in errors.pronouns
        if pronoun.cause
    }
    lines = [
        "gain: what the success rate (precision) would gain, at most, if every pronoun lost to the cause were right.",
        "Errors by pronoun and distance: anaphors of the key, and how many of them each resolver got wrong.",
    ]
    lines += [f"{cause}: {meaning}." for cause, meaning in words_of_causes().items() if cause in occurring]
    return "\n".join(lines)


def long_error_table(results: Results) -> Table:
    """All counts in one table: a row for each corpus, setting, resolver and cause, form or distance."""
    columns = columns_of("text", "corpus", "setting", "resolver", "by", "value")
    columns += columns_of("count", "anaphors", "wrong") + columns_of("percent", "success_gain", "precision_gain")
    rows: list[dict[str, Any]] = []
    for corpus, setting, of_resolver in _corpora_and_settings(results):
        for resolver, errors in of_resolver.items():
            where = {"corpus": corpus.name, "setting": str(setting), "resolver": resolver}
            data = errors.as_json()
            for cause in errors.causes:
                counts = {"anaphors": len(errors.anaphors), **errors.figures(cause)}
                rows.append({**where, "by": "cause", "value": cause, **counts})
            for by, key in (("pronoun", "pronouns"), ("distance", "distances")):
                rows += [{**where, "by": by, "value": value, **counts} for value, counts in data[key].items()]
    return Table("errors", columns, rows)


def with_errors(results: Results) -> dict[str, Any]:
    """The JSON of a comparison with ``errors`` next to the metrics of each resolver."""
    content = results.as_json()
    for corpus, setting, of_resolver in _corpora_and_settings(results):
        for resolver, errors in of_resolver.items():
            content["corpora"][corpus.name][str(setting)][resolver]["errors"] = errors.as_json()
    for corpus in results.corpora.values():
        for setting in corpus.settings:
            for resolver, of_chains in chain_errors_of(corpus, setting).items():
                content["corpora"][corpus.name][str(setting)][resolver]["chain_errors"] = of_chains.as_json()
    return content


def _corpora_and_settings(results: Results) -> Iterable[tuple[CorpusResults, Setting, dict[str, Errors]]]:
    for corpus in results.corpora.values():
        for setting, outcomes in corpus.settings.items():
            # Without details it was run with neither ``ErrorDetails`` nor ``ReportDetails``.
            yield (
                corpus,
                setting,
                {
                    name: Errors(pronoun for details in outcome.details.values() for pronoun in details.pronouns)
                    for name, outcome in outcomes.items()
                    if outcome.details
                },
            )


def _causes(title: str, of_resolver: dict[str, Errors]) -> Table:
    columns = [*columns_of("text", "resolver", "cause"), Column("wrong", "wrong", "count")]
    columns += columns_of("percent", success_gain="gain in success", precision_gain="gain in precision")
    rows, blocks = [], []
    for resolver, errors in of_resolver.items():
        rows += [
            {"resolver": resolver, "cause": cause, **errors.figures(cause)}
            for cause in sorted(errors.causes, key=lambda cause: -len(errors.of(cause)))
        ]
        blocks.append(len(errors.causes))
    return Table(title, columns, rows, blocks)


def _pivot(title: str, heading: str, of_resolver: dict[str, Errors], label: Callable[[JudgedPronoun], str]) -> Table:
    columns = [Column("value", heading), Column("anaphors", "anaphors", "count")]
    columns += [Column(f"wrong {name}", name, "count") for name in of_resolver]
    groups = {name: grouped(errors.anaphors, label) for name, errors in of_resolver.items()}
    # A resolver with a narrower scope has fewer anaphors; the fullest count names the rows.
    fullest = max(groups.values(), key=lambda by_value: sum(map(len, by_value.values())), default={})
    rows = []
    for value, anaphors in fullest.items():
        row: dict[str, Any] = {"value": value, "anaphors": len(anaphors)}
        for name, by_value in groups.items():
            # A resolver that is not asked for any of them, as one of nouns, has none right either.
            own = by_value.get(value)
            row[f"wrong {name}"] = own and sum(pronoun.cause is not None for pronoun in own)
        rows.append(row)
    return Table(title, columns, rows)


def _examples(title: str, of_resolver: dict[str, Errors]) -> Table:
    columns = columns_of("text", "resolver", "cause", "document", "text", "chosen", "expected", "detail")
    rows = [
        {"resolver": resolver, "cause": cause, **_example(pronoun)}
        for resolver, errors in of_resolver.items()
        for cause in errors.causes
        for pronoun in errors.examples(cause)
    ]
    for row in rows:
        row["detail"] = clashes_in_words(row["detail"])
    return Table(title, columns, rows)


def _example(pronoun: JudgedPronoun) -> dict[str, Any]:
    example = pronoun.example
    assert example is not None
    return {
        "document": pronoun.document,
        "offset": pronoun.offset,
        "pronoun": pronoun.form,
        "distance": pronoun.distance,
        "text": example.context,
        "chosen": example.chosen or None,
        "expected": example.expected or None,
        "detail": example.detail,
    }


def _counts(pronouns: list[JudgedPronoun]) -> dict[str, int]:
    return {"anaphors": len(pronouns), "wrong": sum(pronoun.cause is not None for pronoun in pronouns)}
