"""Resolvers in rows, settings in columns: what true mentions and gold annotation are worth."""

from anaphora_workbench.workbench.experiments.results import CorpusResults
from anaphora_workbench.workbench.report.comparison import heading, ranked
from anaphora_workbench.workbench.report.sections import Placed, Section
from anaphora_workbench.workbench.report.tables import Column, Row, Table

_RATE = "success_rate"


def _table(corpus: CorpusResults) -> Table:
    columns = [Column("resolver", "resolver")]
    metrics = [name for name in (_RATE, "conll") if all(name in outcome.scores for outcome in corpus.outcomes)]
    for metric in metrics:
        columns += [
            Column(f"{metric}_{setting}", f"{heading(metric)} {setting}", "percent") for setting in corpus.settings
        ]
    rows: list[Row] = []
    for resolver in ranked(next(iter(corpus.settings.values())), _RATE):
        row: dict[str, object] = {"resolver": resolver}
        for setting, by_resolver in corpus.settings.items():
            row |= {f"{metric}_{setting}": by_resolver[resolver].scores[metric].figure for metric in metrics}
        rows.append(row)
    return Table(f"{corpus.name}: success rate and CoNLL by setting", columns, rows)


SECTION = Section(
    "settings",
    "Settings",
    tables=lambda results: [Placed(_table(corpus), corpus.name) for corpus in results.corpora.values()],
)
