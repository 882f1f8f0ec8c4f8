"""The agreement of two annotators as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.evaluation.statistics.kappa import LabelledTwice
from anaphora_workbench.workbench.rankings.annotators import METRICS, Agreement
from anaphora_workbench.workbench.report.comparison import heading
from anaphora_workbench.workbench.report.tables import Column, Row, Table, columns_of

_REFERENCES: Mapping[str, str] = {
    "": "in no chain",
    "pleonastic": "refers to nothing",
    "exophoric": "refers to something outside the text",
    "clausal": "refers to what a clause says",
    "cataphoric": "refers forward",
    "anaphoric": "said to be anaphoric",
}
_KINDS: Mapping[str, str] = {
    "mention": "only one has it",
    "boundaries": "boundaries",
    "anaphoric": "anaphoric or not",
    "antecedent": "antecedent",
    "reference": "why in no chain",
}


def agreement_tables(agreement: Agreement, names: tuple[str, str]) -> list[Table]:
    """Kappa, the measures of coreference, and the differences.

    Args:
        names: of the annotators.
    """
    return [kappa_table(agreement, names), measure_table(agreement, names), _differences(agreement, names)]


def kappa_table(agreement: Agreement, names: tuple[str, str]) -> Table:
    """Kappa of pronouns and of mentions."""

    def row(what: str, labelled: LabelledTwice) -> Row:
        return {"what": what} | {name: getattr(labelled, name) for name in ("kappa", "observed", "expected", "items")}

    number = len(agreement.documents)
    rows = [row("pronouns", agreement.pronouns), row("mentions", agreement.mentions)]
    notes = ["κ of Cohen (1960). Pronouns: personal, possessive, reflexive. Mentions: those that either marked."]
    if any(each["kappa"] is None for each in rows):
        notes.append("–: both said the same of all items, or there is none, so there is no κ.")
    return Table(
        f"{names[0]} and {names[1]}, {quantity(number, 'document')}: anaphoric or not",
        [
            Column("what", "of"),
            Column("kappa", "κ", "number"),
            *columns_of("percent", observed="agreed %", expected="by chance %"),
            Column("items", "items", "count"),
        ],
        rows,
        notes=notes,
    )


def measure_table(agreement: Agreement, names: tuple[str, str]) -> Table:
    """The measures of coreference between the two."""
    rows = []
    for name in METRICS:
        score = agreement.scores[name]
        sides = (score.recall.value, score.precision.value) if isinstance(score, Score) else (None, None)
        figure = score.figure
        rows.append(
            {"measure": " ".join(heading(name).split()), "f1": figure, "recall": sides[0], "precision": sides[1]}
        )
    return Table(
        "Mentions and chains",
        [Column("measure", "measure"), *columns_of("score", f1="F1", recall="recall", precision="precision")],
        rows,
        notes=(f"Recall and precision with {names[0]} as the key; F1 is the same the other way round.",),
    )


def _differences(agreement: Agreement, names: tuple[str, str]) -> Table:
    rows = [
        {
            "document": difference["document"],
            "sentence": difference["sentence"],
            "kinds": ", ".join(_KINDS[kind] for kind in difference["kinds"]),
            "first": _said(difference["first"]),
            "second": _said(difference["second"]),
        }
        for difference in agreement.as_json()["differences"]
    ]
    columns = [Column("sentence", "sentence", "count"), Column("kinds", "difference"),
               Column("first", names[0]), Column("second", names[1])]  # fmt: skip
    if len(agreement.documents) > 1:
        columns.insert(0, Column("document", "document"))
    return Table(quantity(len(rows), "difference"), columns, rows)


def _said(said: Mapping[str, Any] | None) -> str:
    return "–" if said is None else " ".join(_words(said))


def _words(said: Mapping[str, Any]) -> Iterator[str]:
    yield said["text"]
    if said["antecedent"] is not None:
        yield f"→ {said['antecedent']}"
    elif said["in_chain"]:
        yield "(first of its chain)"
    else:
        yield f"({_REFERENCES[said['reference']]})"
