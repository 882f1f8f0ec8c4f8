"""How well preprocessing finds what resolvers are given: pleonastic *it*, and mentions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.evaluation.scores import Score, score
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.report.tables import Column, Row, Table
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.settings import Setting

_COLUMNS = (
    Column("what", "what"),
    Column("key", "in key", "count"),
    Column("found", "found", "count"),
    Column("right", "right", "count"),
    Column("precision", "P", "percent"),
    Column("recall", "R", "percent"),
    Column("f1", "F1", "percent"),
)
_FALSE_ALARMS = (Column("refers", "refers", "count"), Column("alarms", "false alarms", "percent"))
IsPleonastic = Callable[[Document, int], bool]


def pleonastic_table(corpora: Path, cache: Path) -> Table:
    """Pleonastic *it* on predicted annotation: all patterns, and those that Lappin & Leass (1994) published.

    In GUM an *it* is pleonastic that is ``expl`` in the gold parse, in HOWTO one of that class. An *it* that is
    neither pleonastic nor a mention of the key is left out, because the key does not say whether it refers; so is
    what the key of HOWTO holds elsewhere.
    """
    gum = list(read(corpora / "gum" / "dev"))
    howto = list(read(corpora / "howto"))
    ours = PreparedDocuments(Preprocessor(), cache)
    strict = PreparedDocuments(Preprocessor(strict_pleonastic=True), cache)
    rows = [
        _detected("GUM dev, all patterns", gum, ours, _expletive),
        _detected("GUM dev, published patterns", gum, strict, _expletive),
        _detected("HOWTO, all patterns", howto, ours, _marked),
        _detected("HOWTO, published patterns", howto, strict, _marked),
    ]
    for document in howto:
        rows.append(_detected(f"{document.id}, all patterns", [document], ours, _marked))
    return Table("Pleonastic it, predicted annotation", (*_COLUMNS, *_FALSE_ALARMS), rows, [2, 2, len(howto)])


def _expletive(document: Document, offset: int) -> bool:
    return document.words[offset].relation.partition(":")[0] == "expl"


def _marked(document: Document, offset: int) -> bool:
    return any(mention.head == offset and mention.pleonastic for mention in document.mentions)


def _detected(
    what: str, documents: Iterable[Document], prepared: PreparedDocuments, is_pleonastic: IsPleonastic
) -> Row:
    key = marked = right = refers = 0
    for document in documents:
        its = set(_its(document))
        true = {offset for offset in its if is_pleonastic(document, offset)}
        referring = its & {mention.head for mention in document.mentions} - true
        mentions = prepared.get(document, "predicted").mentions
        flagged = {mention.head for mention in mentions if mention.source == "system" and mention.pleonastic}
        key, refers = key + len(true), refers + len(referring)
        marked, right = marked + len(flagged & (true | referring)), right + len(flagged & true)
    sides = _sides(score((right, key), (right, marked)))
    return {
        "what": what,
        "key": key,
        "found": marked,
        "right": right,
        **sides,
        "refers": refers,
        "alarms": (marked - right) / refers if refers else None,
    }


def _its(document: Document) -> Iterable[int]:
    first, last = document.held_out or (0, 0)
    for offset, word in enumerate(document.words):
        if word.form.lower() == "it" and not first <= offset < last:
            yield offset


def mention_table(corpora: Path, cache: Path, jobs: int) -> Table:
    """System mentions against those of the key, by equal spans, on GUM dev."""
    corpus = Corpus(corpora / "gum" / "dev", "GUM dev")
    settings = tuple(Setting("system", annotation) for annotation in ("gold", "predicted"))
    results = run(Experiment((corpus,), ("singletons",), settings=settings, metrics=("mentions",)), cache, jobs)
    rows: list[Row] = []
    for setting, outcomes in results.corpora[corpus.name].settings.items():
        outcome = outcomes["singletons"]
        scored = outcome.scores["mentions"]
        assert isinstance(scored, Score)
        rows.append(
            {
                "what": f"GUM dev, {setting.annotation} annotation",
                "key": int(scored.recall.denominator),
                "found": int(scored.precision.denominator),
                "right": int(scored.recall.numerator),
                **_sides(scored),
                "interval": outcome.intervals(("mentions",)).get("mentions"),
            }
        )
    return Table("Mention detection, exact spans", (*_COLUMNS, Column("interval", "95%", "interval")), rows)


def _sides(scored: Score) -> dict[str, float]:
    return {"precision": scored.precision.value, "recall": scored.recall.value, "f1": scored.f1}
