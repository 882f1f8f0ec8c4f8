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

from anaphora_workbench.corpora.dependencies import DependencyTree
from anaphora_workbench.corpora.document import Document, Mention
from anaphora_workbench.corpora.pair import DocumentPair
from anaphora_workbench.evaluation.anaphora import SameMentions
from anaphora_workbench.evaluation.gap import GapScores, Snippet, gap_scores, gender_of, snippet_of
from anaphora_workbench.evaluation.scores import Ratio, Score
from anaphora_workbench.resolvers import Resolution, shipped
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.results import Results
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.settings import Setting

JOINED = tuple(f"{name}+head-match" for name in (*shipped("algorithm"), "most-recent", "recent-subject"))
SYSTEM, TRUE = Setting("system", "predicted"), Setting("true", "predicted")
PARALLELISM = "parallelism (two names given)"
_GENDERS = ("male", "female", "neutral")
_PARTS = ("development", "validation")


def parallelism(pair: DocumentPair) -> Snippet:
    """The baseline of the same grammatical argument, over the two names.

    A subject or direct object takes the nearest name that is the same; where none is, and for other pronouns,
    the name nearest in the tree is taken, of equals the nearest in words. One name is always taken.

    Source: Webster et al. (2018), section 4.2, as we read it.
    """
    key = pair.key.mention_by_id()
    pronoun, names = key["pronoun"], {name: key[name] for name in ("A", "B")}
    tree = DependencyTree(pair.key)
    parallel = [
        name
        for name, mention in names.items()
        if pronoun.function in ("SUBJ", "DOBJ") and mention.function == pronoun.function
    ]
    if parallel:
        chosen = min(parallel, key=lambda name: _apart(names[name], pronoun))
    else:
        chosen = min(
            names, key=lambda name: (_in_tree(pair.key, tree, names[name], pronoun), _apart(names[name], pronoun))
        )
    true = pair.key_layer.entity_of()["pronoun"].mentions
    form = pair.key.mention_text(pronoun)
    return Snippet(gender_of(form), ("A" in true, "B" in true), (chosen == "A", chosen == "B"))


def _apart(name: Mention, pronoun: Mention) -> int:
    return max(name.start - pronoun.end, pronoun.start - name.end)


def _in_tree(document: Document, tree: DependencyTree, first: Mention, second: Mention) -> int:
    """Arcs between two heads; between sentences one more for each boundary, over the roots."""
    paths = [[mention.head, *tree.ancestors(mention.head)] for mention in (first, second)]
    common = next((word for word in paths[0] if word in paths[1]), None)
    if common is not None:
        return paths[0].index(common) + paths[1].index(common)
    boundaries = abs(document.sentence_number(first.start) - document.sentence_number(second.start))
    return len(paths[0]) + len(paths[1]) - 2 + boundaries


@dataclass(frozen=True)
class GapDetails:
    """Answers of a resolver next to those of the baseline, which is asked once for each document."""

    def __call__(self, pair: DocumentPair, resolution: Resolution, prepared: Document) -> tuple[Snippet, Snippet]:
        return snippet_of(pair), parallelism(pair)


def gap_tables(corpora: Path, cache: Path, jobs: int) -> Iterator[Table]:
    """Precision, recall and F1 by gender on the development and the validation part."""
    for part in _PARTS:
        corpus = Corpus(corpora / "gap" / f"gap-{part}.tsv", f"gap-{part}")
        experiment = Experiment((corpus,), JOINED, settings=(TRUE, SYSTEM), metrics=("success_rate",))
        results = _run(experiment, cache, jobs, GapDetails())
        rows: list[Row] = []
        blocks = []
        for setting, outcomes in results.corpora[corpus.name].settings.items():
            scored = {name: gap_scores(answered for answered, _ in o.details.values()) for name, o in outcomes.items()}
            if setting == TRUE:
                some = next(iter(outcomes.values()))
                scored[PARALLELISM] = gap_scores(baseline for _, baseline in some.details.values())
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
