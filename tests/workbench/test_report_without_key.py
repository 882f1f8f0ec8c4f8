"""A report of texts without a key: who differs and why, and nothing counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.commands import main
from tabs import ReportTab

SAMPLES = packaged("samples")
TEXT = "The pump has a filter. It hums. The man said that he was tired."


@pytest.mark.model
class TestTextsWithoutAKey:
    @pytest.fixture(scope="class")
    @classmethod
    def folder(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        """A folder with a text of one's own."""
        folder = tmp_path_factory.mktemp("keyless")
        (folder / "notes.txt").write_text(TEXT, encoding="utf-8")
        return folder

    def test_the_report_shows_who_differs_and_why(
        self, browser: Any, folder: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ["-r", "kennedy-boguraev", "-r", "cogniac", "-r", "oracle", "--no-cache", "-j", "1", "-q"]
        assert main(["compare", str(folder / "notes.txt"), *words, "--report", str(folder / "r.html")]) == 0
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err == (
            "warning: notes: 1 document without a key: the report shows the answers, and no figure counts them\n"
        )
        opened = ReportTab(browser, folder / "r.html", address="#notes/s2?a=kennedy-boguraev&b=cogniac")
        opened.page.wait_for_selector("#candidates:not([hidden]) table.candidates")
        sentences = opened.page.locator(".why-sentence").all_text_contents()
        assert sentences == [
            "The pump beats a filter by 15 points (180 to 165): it is a subject (+40); "
            "but a filter is a direct object (−25).",
            "a filter was chosen by the rule pick most recent: the most recent one.",
        ]
        assert opened.page.locator("#text > .head").all_text_contents() == ["", "A kennedy-boguraev", "B cogniac"]
        assert opened.count("#text [data-side=A] .pronoun.differs") == 1
        opened.page.select_option("#filter-answers", "differ")
        assert opened.shown() == (1, 2)
        shown = opened.page.locator("main > section:visible").evaluate_all("all => all.map(({id}) => id)")
        assert shown == ["documents", "pronouns"]
        assert "key" not in opened.text("#pronoun-table")
        opened.page.select_option("#resolver-b", label="oracle (oracle)")
        opened.page.wait_for_function("document.querySelector('#candidates').textContent.includes('has none')")
        assert opened.said == []
        opened.close()

    def test_texts_with_and_without_a_key_lie_apart(self, browser: Any, folder: Path) -> None:
        words = ["-r", "mitkov", "--no-cache", "-j", "1", "-q", "-o", str(folder / "m.json")]
        corpora = [str(SAMPLES / "manual_sync.conllu"), str(folder / "notes.txt")]
        assert main(["compare", *corpora, *words, "--report", str(folder / "m.html")]) == 0
        assert list(json.loads((folder / "m.json").read_text())["corpora"]) == ["manual_sync"]
        opened = ReportTab(browser, folder / "m.html")
        assert opened.page.locator("#corpus option").all_text_contents() == ["manual_sync", "notes"]
        opened.page.select_option("#corpus", label="notes")
        opened.page.wait_for_function("document.querySelector('#plots').hidden")
        assert not opened.page.is_visible("#leaderboard")
        opened.until("document.querySelector('#pronoun-count').textContent.trim().startsWith('2 of 2 ')")
        assert opened.said == []
        opened.close()

    @pytest.mark.parametrize(
        "figures",
        [
            pytest.param(("-o", "r.json"), id="output"),
            pytest.param(("--tables", "tables"), id="tables"),
            pytest.param(("--table", "leaderboard"), id="table"),
            pytest.param(("--format", "csv"), id="format"),
        ],
    )
    def test_what_holds_figures_is_not_written(
        self,
        figures: tuple[str, ...],
        folder: Path,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        words = ["-r", "mitkov", "--no-cache", "-j", "1", "-q", "--report", "r.html"]
        assert main(["compare", str(folder / "notes.txt"), *words, *figures]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.splitlines()[0] == "error: notes: no key, so no figures to show; expected --report alone"
        assert [file.name for file in tmp_path.iterdir() if not file.is_dir() or [*file.iterdir()]] == ["r.html"]

    def test_without_a_report_a_key_is_expected(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["compare", str(folder / "notes.txt"), "-r", "mitkov", "--no-cache", "-j", "1", "-q"]) == 2
        assert "expected a corpus with a key, or compare --report FILE" in capsys.readouterr().err

    def test_only_the_key_answers(self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["-r", "oracle", "--no-cache", "-j", "1", "-q", "--report", str(tmp_path / "r.html")]
        assert main(["compare", str(folder / "notes.txt"), *words]) == 2
        assert "nothing answers without one; expected a resolver that needs no key" in capsys.readouterr().err
        assert [*tmp_path.iterdir()] == []

    def test_a_run_folder_answers_them_again(
        self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        words = ["-r", "mitkov", "--no-cache", "-j", "1", "-q", "--report", str(tmp_path / "r.html")]
        assert main(["compare", str(folder / "notes.txt"), *words, "--run", str(tmp_path / "run")]) == 0
        first = (tmp_path / "r.html").read_text(encoding="utf-8")
        (tmp_path / "r.html").unlink()
        assert main(["compare", "--resume", str(tmp_path / "run"), "-q"]) == 0
        assert (tmp_path / "r.html").read_text(encoding="utf-8") == first
