"""Statistics of each method, per file and together: its candidates and answers.

Source: Barbu & Mitkov (2001), section 2.3: candidates before and after the filters, anaphors attempted and left alone.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.report.comparison import ranked
from anaphora_workbench.workbench.report.sections import Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Table, columns_of

_TALLY = "success_rate"
_COLUMNS = (
    *columns_of("text", "resolver", "file"),
    Column("anaphors", "anaphors", "count"),
    *columns_of("number", before="candidates\nper anaphor", after="… after\nthe filters"),
    *columns_of("count", "attempted", "abstained", "correct"),
)


def methods_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table:
    """A row for each method and file, and one for all of its files together."""
    rows: list[Mapping[str, Any]] = []
    groups = []
    outcomes = corpus.settings[setting]
    for name in ranked(outcomes, _TALLY):
        of_files = {id: counts.tallies[_TALLY] for id, counts in outcomes[name].documents.items()}
        block = [_row(name, id, [tally]) for id, tally in of_files.items()]
        block.append(_row(name, "all", of_files.values()))
        rows += block
        groups.append(len(block))
    note = "Candidates: as each method lists them; – where it lists none. Abstained: anaphors without an antecedent."
    return Table(f"{corpus.name}, {setting}: statistics per method", _COLUMNS, rows, groups, (note,))


def _row(name: str, file: str, tallies: Iterable[Mapping[Any, Any]]) -> dict[str, Any]:
    fields = "anaphors", "before", "after", "answered", "attempted", "correct"
    tallies = list(tallies)
    sums = {field: int(sum(tally.get(field, 0) for tally in tallies)) for field in fields}
    lists = sums["anaphors"] and sums["before"]
    return {
        "resolver": name,
        "file": file,
        "anaphors": sums["anaphors"],
        "before": sums["before"] / sums["anaphors"] if lists else None,
        "after": sums["after"] / sums["anaphors"] if lists else None,
        "attempted": sums["attempted"],
        "abstained": sums["anaphors"] - sums["answered"],
        "correct": sums["correct"],
    }


SECTION = Section("methods", "Statistics per method", tables=in_each_setting(methods_table), on_page=False)
