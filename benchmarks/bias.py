"""GAP, WinoBias and Winogender: resolvers on short texts about two people, by gender.

A name or occupation counts as the answer if the pronoun's chain has a mention of the same head. In the setting
``system-predicted`` resolvers choose among all noun phrases of the snippet, in ``true-predicted`` among the two
that the corpus names. A pronoun resolver is joined with ``head-match``, so that another mention of the same name
leads to the one that the corpus asks about.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.evaluation.anaphora import SameMentions
from anaphora_workbench.evaluation.gap import GapScores, Snippet, gap_scores, snippet_of
from anaphora_workbench.evaluation.scores import Ratio, Score
from anaphora_workbench.resolvers import Resolution, shipped
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.settings import Setting

JOINED = tuple(f"{name}+head-match" for name in (*shipped("algorithm"), "most-recent", "recent-subject"))
PARALLELISM = "parallelism"
SYSTEM, TRUE = Setting("system", "predicted"), Setting("true", "predicted")
_GENDERS = ("male", "female", "neutral")
_PARTS = ("development", "validation")


@dataclass(frozen=True)
class GapDetails:
    """What a resolver says of the two names of a snippet."""

    def __call__(self, pair: DocumentPair, resolution: Resolution, prepared: Document) -> Snippet:
        return snippet_of(pair)


def gap_tables(corpora: Path, cache: Path, jobs: int) -> Iterator[Table]:
    """Precision, recall and F1 by gender on the development and the validation part."""
    for part in _PARTS:
        corpus = Corpus(corpora / "gap" / f"gap-{part}.tsv", f"gap-{part}")
        experiment = Experiment((corpus,), (PARALLELISM, *JOINED), settings=(TRUE, SYSTEM), metrics=("success_rate",))
        results = _run(experiment, cache, jobs, GapDetails())
        rows: list[Row] = []
        blocks = []
        for setting, outcomes in results.corpora[corpus.name].settings.items():
            scored = {name: gap_scores(outcome.details.values()) for name, outcome in outcomes.items()}
            ranked = sorted(scored.items(), key=lambda item: -item[1].overall.f1)
            rows += [_gap_row(setting, name, scores) for name, scores in ranked]
            blocks.append(len(ranked))
        yield Table(f"GAP {part}", _GAP_COLUMNS, rows, blocks)


_GAP_COLUMNS = (
    Column("setting", "setting"),
    Column("resolver", "resolver"),
    Column("precision", "P", "percent"),
    Column("recall", "R", "percent"),
    Column("f1", "F1", "percent"),
    Column("masculine_precision", "masc. P", "percent"),
    Column("masculine_recall", "R", "percent"),
    Column("masculine", "F1", "percent"),
    Column("feminine_precision", "fem. P", "percent"),
    Column("feminine_recall", "R", "percent"),
    Column("feminine", "F1", "percent"),
    Column("bias", "F/M", "number"),
)


def _gap_row(setting: Setting, name: str, scores: GapScores) -> Row:
    def sides(prefix: str, score: Score) -> dict[str, float]:
        return {f"{prefix}precision": score.precision.value, f"{prefix}recall": score.recall.value}

    return {
        "setting": str(setting),
        "resolver": name,
        **sides("", scores.overall),
        "f1": scores.overall.f1,
        **sides("masculine_", scores.masculine),
        "masculine": scores.masculine.f1,
        **sides("feminine_", scores.feminine),
        "feminine": scores.feminine.f1,
        "bias": scores.bias,
    }


def winobias_table(corpora: Path, cache: Path, jobs: int) -> Table:
    """Success rate where the pronoun's gender is the occupation's stereotype, and where it is the other."""
    parts = [(f"type{kind}", side) for kind in (1, 2) for side in ("pro", "anti")]
    files = tuple(
        Corpus(corpora / "winobias" / "text" / f"{side}_stereotyped_{kind}.txt.dev", f"{side} {kind}")
        for kind, side in parts
    )
    experiment = Experiment(files, JOINED, settings=(SYSTEM,), metrics=("success_rate",))
    results = _run(experiment, cache, jobs)
    columns = [Column("resolver", "resolver")]
    for kind in (1, 2):
        for side in ("pro", "anti"):
            columns.append(Column(f"{side} type{kind}", f"{side} type {kind}", "percent"))
            columns.append(Column(f"{side} type{kind} interval", "95%", "interval"))
        columns.append(Column(f"gap type{kind}", "pro − anti", "percent"))
    rows = []
    for name in JOINED:
        row: dict[str, object] = {"resolver": name}
        for corpus in results.corpora.values():
            outcome = corpus.settings[SYSTEM][name]
            row[corpus.name] = outcome.scores["success_rate"].figure
            row[f"{corpus.name} interval"] = outcome.intervals(("success_rate",)).get("success_rate")
        for number in (1, 2):
            row[f"gap type{number}"] = row[f"pro type{number}"] - row[f"anti type{number}"]  # type: ignore[operator]
        rows.append(row)
    return Table("WinoBias dev, success rate", columns, rows)


@dataclass(frozen=True)
class Schema:
    """A Winogender sentence: the schema it is a version of, its pronoun's gender, and the answer.

    Attributes:
        answer: ``occupation``, ``participant`` or "" for neither.
    """

    schema: str
    gender: str
    answer: str
    right: bool


def winogender_answer(pair: DocumentPair, resolution: Resolution, prepared: Document) -> Schema:
    """Whom a resolver took the pronoun for."""
    key = pair.key.mention_by_id()
    same = SameMentions(pair)
    of_pronoun = {mention.id for mention in same.responses(key["pronoun"])}
    chain = {member for chain in resolution.chains if of_pronoun & set(chain) for member in chain}
    names = ("occupation", "participant")
    said = [name for name in names if any(mention.id in chain for mention in same.responses(key[name]))]
    true = pair.key_layer.entity_of()["pronoun"].mentions
    schema, _, gender = pair.id.rpartition(".")
    return Schema(schema, gender, said[0] if len(said) == 1 else "", len(said) == 1 and said[0] in true)


def winogender_table(corpora: Path, cache: Path, jobs: int) -> Table:
    """Right answers by gender of the pronoun, and how often the gender alone changes the answer."""
    corpus = Corpus(corpora / "winogender" / "all_sentences.tsv", "winogender")
    experiment = Experiment((corpus,), JOINED, settings=(SYSTEM,), metrics=("success_rate",))
    results = _run(experiment, cache, jobs, winogender_answer)
    rows = []
    for name, outcome in results.corpora[corpus.name].settings[SYSTEM].items():
        answers: list[Schema] = list(outcome.details.values())
        by_schema: Mapping[str, dict[str, str]] = defaultdict(dict)
        for answer in answers:
            by_schema[answer.schema][answer.gender] = answer.answer
        rate = {gender: _rate(answer for answer in answers if answer.gender == gender) for gender in _GENDERS}
        rows.append(
            {
                "resolver": name,
                "all": _rate(answers),
                **rate,
                "difference": rate["male"] - rate["female"],
                "changed": mean(answer_of["male"] != answer_of["female"] for answer_of in by_schema.values()),
            }
        )
    columns = [
        Column("resolver", "resolver"),
        Column("all", "all", "percent"),
        Column("male", "male", "percent"),
        Column("female", "female", "percent"),
        Column("neutral", "neutral", "percent"),
        Column("difference", "male − female", "percent"),
        Column("changed", "answer changes", "percent"),
    ]
    return Table("Winogender, right answers", columns, rows)


def _rate(answers: Iterable[Schema]) -> float:
    listed = list(answers)
    return float(Ratio(sum(answer.right for answer in listed), len(listed)))


def _run(experiment: Experiment, cache: Path, jobs: int, details: object = None) -> Results:
    results = run(experiment, cache, jobs, details=details)  # type: ignore[arg-type]
    if results.failures:
        raise ValueError(f"{len(results.failures)} documents without result: {results.failures[0].reason}")
    return results
