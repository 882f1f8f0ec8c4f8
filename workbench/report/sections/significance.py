"""The significance of differences between resolvers."""

from anaphora_workbench.evaluation.statistics.significance import TEST_SAMPLES, too_few
from anaphora_workbench.workbench.base.settings import Setting
from anaphora_workbench.workbench.experiments.results import CorpusResults, Results
from anaphora_workbench.workbench.rankings.differences import few_documents
from anaphora_workbench.workbench.report.comparison import heading
from anaphora_workbench.workbench.report.sections import Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Table, columns_of
from anaphora_workbench.workbench.runs.pairwise import paired_tests


def significance_table(results: Results, corpus: CorpusResults, setting: Setting) -> Table | None:
    """The paired tests of one setting; None where there is nothing to test."""
    seed = results.experiment.seed
    outcomes = corpus.common(setting)
    tests = paired_tests(outcomes, seed)
    if not tests:
        return None
    columns = [*columns_of("text", "metric", "first", "second"), Column("difference", "difference", "percent")]
    columns += columns_of("p", randomisation="p, randomisation", corrected="… corrected")
    columns += columns_of("p", bootstrap="p, bootstrap", mcnemar="p, McNemar")
    documents = min(len(outcome.documents) for outcome in outcomes.values())
    note = (
        f"Approximate randomisation and paired bootstrap over documents, {TEST_SAMPLES} samples, seed {seed}, "
        "p = (c + 1) / (n + 1); Holm's correction of the randomisation over all pairs shown of a metric; exact "
        "McNemar over anaphors. Of the baselines the best."
    )
    metrics = list(dict.fromkeys(test.metric for test in tests))
    groups = [sum(test.metric == metric for test in tests) for metric in metrics]
    rows = [test.as_json() | {"metric": heading(test.metric)} for test in tests]
    notes = [note, few_documents(documents)] if too_few(documents) else [note]
    return Table(f"{corpus.name}, {setting}: paired tests", columns, rows, groups, notes)


SECTION = Section(
    "significance",
    "Differences",
    tables=in_each_setting(significance_table),
    missing="tests need several documents and several resolvers",
)
