"""Why answers are wrong, by cause, pronoun and distance; what is wrong with chains.

Source of the errors in chains: a reconstruction of Kummerfeld & Klein (2013); metrics.md, section 22.
"""

from pathlib import Path

from anaphora_workbench.workbench.experiments.results import Results
from anaphora_workbench.workbench.report.chain_errors import table_of_setting
from anaphora_workbench.workbench.report.errors import error_tables, long_error_table
from anaphora_workbench.workbench.report.explanations.words import words_of_causes
from anaphora_workbench.workbench.report.sections import Placed, Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Table


def _tables(results: Results) -> list[Placed]:
    return [Placed(table) for table in error_tables(results)]


def _content(results: Results) -> dict[str, object]:
    return {"causes": words_of_causes()}


def _export(results: Results) -> list[Table]:
    """Without examples: the page has every wrong pronoun anyway."""
    return [long_error_table(results)]


ERRORS = Section(
    "errors",
    "Why answers are wrong",
    link="Errors",
    tables=_tables,
    template=Path(__file__).with_suffix(".html.j2"),
    content=_content,
    script=Path(__file__).with_suffix(".js"),
    export=_export,
)
# Wrong spans, conflated and divided entities, what is extra and what is missing.
CHAINS = Section(
    "chains",
    "What is wrong with chains",
    link="Chains",
    tables=in_each_setting(table_of_setting),
    missing="the corpus has a key of pronouns alone",
)
