"""Errors in chains as tables."""

from collections.abc import Mapping

from anaphora_workbench.evaluation.statistics.chain_errors import CLASSES, TYPES, ChainErrors, sum_of
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.tables import Column, Row, Table

_GAINS = {"muc": "MUC", "b_cubed": "B³", "conll": "CoNLL"}
_NOTES = (
    "gain: what the F1 gains if all errors of the class are repaired, and no others.",
    "in order: what the CoNLL F1 gains by the class if those above it have been repaired already.",
)


def chain_error_table(title: str, of_each: Mapping[str, ChainErrors]) -> Table:
    """The errors of each class by type of mention, with their gains.

    Args:
        of_each: by resolver; "" for a response without a name.
    """
    columns = [Column("resolver", "resolver")] if set(of_each) != {""} else []
    columns += [Column("class", "error"), Column("number", "number", "count")]
    columns += [Column(type, type, "count") for type in TYPES]
    columns += [Column(f"gain_{metric}", f"gain\n{name}", "percent") for metric, name in _GAINS.items()]
    columns.append(Column("gain_in_order", "in order\nCoNLL", "percent"))
    rows: list[Row] = []
    for resolver, errors in of_each.items():
        for name in CLASSES:
            row: dict[str, object] = {"resolver": resolver, "class": name, "number": errors.number(name)}
            row |= {type: errors.number(name, type) for type in TYPES}
            row |= {f"gain_{metric}": errors.gain(name, metric) for metric in _GAINS}
            rows.append(row | {"gain_in_order": errors.gain_in_order(name, "conll")})
    untagged = max(errors.untagged for errors in of_each.values())
    notes = list(_NOTES)
    if untagged:
        notes.append(f"other: {untagged} mentions have no part of speech, and no form of a pronoun.")
    return Table(title, columns, rows, [len(CLASSES)] * len(of_each), notes)


def chain_errors_of(corpus: CorpusResults, setting: Setting) -> dict[str, ChainErrors]:
    """The errors in the chains of each resolver that has any, all documents together."""
    found = {}
    for resolver, outcome in corpus.settings[setting].items():
        of_documents = [details.chain_errors for details in outcome.details.values()]
        known = [errors for errors in of_documents if errors is not None]
        if known:
            found[resolver] = sum_of(known)
    return found


def table_of_setting(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """The errors in chains on one corpus in one setting; None where no chains were compared."""
    of_each = chain_errors_of(corpus, setting)
    return chain_error_table(f"{corpus.name}, {setting}: errors in chains", of_each) if of_each else None


def chain_error_tables(results: Results) -> list[Table]:
    """A table for each corpus and setting."""
    tables = (
        table_of_setting(results, corpus, setting) for corpus in results.corpora.values() for setting in corpus.settings
    )
    return [table for table in tables if table is not None]
