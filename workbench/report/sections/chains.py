"""Errors in chains: wrong spans, conflated and divided entities, extra and missing ones.

Source: a reconstruction of Kummerfeld & Klein (2013); metrics.md, section 22.
"""

from __future__ import annotations

from anaphora_workbench.workbench.report.chain_errors import table_of_setting
from anaphora_workbench.workbench.report.sections import Section, in_each_setting

SECTION = Section(
    "chains",
    "What is wrong with chains",
    link="Chains",
    tables=in_each_setting(table_of_setting),
    missing="the corpus has a key of pronouns alone",
)
