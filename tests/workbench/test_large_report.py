"""A corpus of ten thousand documents is shown page by page: the first page soon, memory bounded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.workbench.analysis.details import ReportDetails
from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.page.answers.comparison_report import write_report
from anaphora_workbench.workbench.page.answers.served_report import PIECES, PLACES
from anaphora_workbench.workbench.records import recorded_corpus
from anaphora_workbench.workbench.report.document.contents import ReportTables
from anaphora_workbench.workbench.runs.comparing import run
from served_page import served
from tabs import ServedTab
from tiny_corpus import ANN, conllu

DOCUMENTS = 10_000
COUNT = "document.getElementById('pronoun-count').textContent"
RESOLVERS = ("mitkov", "most-recent")


def results_of(folder: Path) -> Results:
    experiment = Experiment(corpora_at((folder,)), RESOLVERS, settings=(setting_named("true-gold"),))
    return run(experiment.completed(), details=ReportDetails(), only=("success_rate", "precision"))


def repeated(results: Results, times: int) -> Results:
    """Results of as many documents as if there were that many copies of the first."""
    (corpus,) = results.corpora.values()
    ids = [f"document-{number}" for number in range(times)]

    def copied(outcome: Outcome) -> Outcome:
        counts, details = next(iter(outcome.documents.values())), next(iter(outcome.details.values()))
        return Outcome(dict.fromkeys(ids, counts), dict.fromkeys(ids, details), depends_on=outcome.depends_on)

    settings = {
        setting: {row: copied(outcome) for row, outcome in by_row.items()}
        for setting, by_row in corpus.settings.items()
    }
    many = CorpusResults(corpus.name, corpus.checksum, ids, settings, languages=corpus.languages)
    return replace(results, corpora={corpus.name: many})


@pytest.mark.slow
def test_ten_thousand_documents(browser: Any, tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("many")
    with served(home, "--jobs", "1") as page:
        (own,) = home.iterdir()
        folder = own / "reports" / "many"
        write_report(ReportTables(repeated(results_of(tiny / "ann.conllu"), DOCUMENTS)), folder)
        assert (folder / "page.html").stat().st_size < 100_000
        tab = ServedTab(browser, page)
        tab.open(path="/corpus/many/")
        tab.until("document.querySelectorAll('#pronoun-table tbody tr').length === 40")
        # What is counted over all pronouns takes its time; the first page has not waited for it.
        first = sum("/pieces/" in url for url in tab.asked)
        tab.until(
            "/^20000 of 20000 pronouns; .* differ on \\d+$/.test(document.getElementById('pronoun-count').textContent)"
        )
        assert tab.text("#pronoun-page") == "page 1 of 500"
        assert first < 12
        assert tab.count("#document option") == 201
        tab.page.select_option("#document", "200")
        tab.until("document.getElementById('document').value === '200'")
        assert tab.page.locator("#document option").first.text_content() == "… 1 to 200 of 10000"
        tab.open(
            "document-9999/s2?a=mitkov&b=most-recent", "/corpus/many/", "#candidates:not([hidden]) table.candidates"
        )
        assert "document-9999" in tab.text("#candidates-title")
        tab.page.select_option("#filter-form", "it")
        tab.until(f"{COUNT}.startsWith('10000 of 20000 ')")
        tab.until("document.querySelectorAll('#pronoun-table tbody tr').length === 40")
        heap = tab.page.evaluate("performance.memory.usedJSHeapSize")
        assert heap < 100_000_000
        tab.check_silence()
        tab.close()


def test_details_are_held_for_a_few_documents_only(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The report is the same however many are held."""
    for number in range(6):
        (tiny / f"more{number}.conllu").write_text(conllu(f"more{number}", ANN), encoding="utf-8")
    reports = []
    for most in (1, 16_000_000):
        monkeypatch.setattr(recorded_corpus, "_MOST_OPENED", most)
        results = results_of(tiny)
        folder = tmp_path / str(most)
        write_report(ReportTables(results), folder)
        reports.append(
            ((folder / PIECES).read_bytes(), (folder / PLACES).read_text(), (folder / "page.html").read_text())
        )
    assert reports[0] == reports[1]
