"""Why answers are wrong, by cause, pronoun and distance; what is wrong with chains.

Source of the errors in chains: a reconstruction of Kummerfeld & Klein (2013); metrics.md, section 22.
"""

from pathlib import Path

from anaphora_workbench.workbench.report.chain_errors import table_of_setting
from anaphora_workbench.workbench.report.errors import error_tables, long_error_table
from anaphora_workbench.workbench.report.explanations.words import words_of_causes
from anaphora_workbench.workbench.report.sections import Placed, Section, in_each_setting

ERRORS = Section(
    "errors",
    "Why answers are wrong",
    link="Errors",
    tables=lambda results: [Placed(table) for table in error_tables(results)],
    template=Path(__file__).with_suffix(".html.j2"),
    content=lambda results: {"causes": words_of_causes()},
    script=Path(__file__).with_suffix(".js"),
    # Without examples: the page has every wrong pronoun anyway.
    export=lambda results: [long_error_table(results)],
)
# Wrong spans, conflated and divided entities, what is extra and what is missing.
CHAINS = Section(
    "chains",
    "What is wrong with chains",
    link="Chains",
    tables=in_each_setting(table_of_setting),
    missing="the corpus has a key of pronouns alone",
)
