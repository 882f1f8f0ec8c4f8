"""*Corpus* and *Submissions* in a browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.commands import main
from shown_texts import TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


def test_a_corpus_has_the_report_of_compare_piece_by_piece(reader: ServedTab, tmp_path: Path) -> None:
    corpus = packaged("samples") / "news_keeper.conllu"
    reader.open(path="/corpus", waits_for="h1")
    reader.page.uncheck("input[name=corpus][value=samples]")
    reader.page.set_input_files("input[name=file]", corpus)
    for box in reader.page.locator("input[name=resolver]").all():
        box.set_checked(box.get_attribute("value") in ("mitkov", "most-recent"))
    reader.page.click("#compare")
    reader.page.wait_for_selector("#text .sentence")
    assert reader.count("#leaderboard tbody tr[data-resolver]") == 2
    asked = [url for url in reader.asked if "/pieces/" in url]
    assert 0 < len(asked) < 20
    reader.press("n")
    reader.page.wait_for_selector("#candidates:not([hidden]) table")


def test_submissions_are_checked_line_by_line_and_ranked(reader: ServedTab, tmp_path: Path) -> None:
    sample = packaged("samples") / "news_keeper.conllu"
    for resolver in ("mitkov", "most-recent"):
        to = tmp_path / resolver
        assert main(["resolve", str(sample), "-r", resolver, "-o", str(to), "--to", "conllu", "-q", "--no-cache"]) == 0
        (file,) = to.glob("*.conllu")
        file.rename(tmp_path / f"{resolver}.conllu")
    broken = tmp_path / "broken.conllu"
    broken.write_text("# newdoc id = a\n1\tIt\n", encoding="utf-8")
    reader.open(path="/submissions", waits_for="h1")
    plain = tmp_path / "plain.txt"
    plain.write_text(TEXT, encoding="utf-8")
    # Its document is another one, which makes the longest of the reasons.
    other = packaged("samples") / "news_dairy.conllu"
    files = [tmp_path / "mitkov.conllu", tmp_path / "most-recent.conllu", broken, plain, other]
    reader.page.set_input_files("input[name=submission]", files)
    reader.page.click("#rank")
    reader.page.wait_for_selector("#board tbody tr")
    names = reader.page.locator("#board > .scroll tbody th").all_text_contents()
    assert sorted(names) == ["mitkov", "most-recent"]
    lines = [
        f"getComputedStyle(document.querySelector('#board tbody {cell}')).borderBottomColor" for cell in ("th", "td")
    ]
    assert reader.page.evaluate(f"{lines[0]} === {lines[1]}")
    cut = "[...document.querySelectorAll('#board > .scroll')].some((each) => each.scrollWidth > each.clientWidth)"
    for width in (1280, 400):
        reader.page.set_viewport_size({"width": width, "height": 900})
        assert not reader.page.evaluate(cut)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    assert reader.text(".team:nth-of-type(3)").startswith("broken ✗ not scored: 2 errorsline 2 error: ")
    assert reader.text(".team:nth-of-type(4)") == "plain ✗ not scored: no coreference; expected chains or links"
    assert reader.text("#status") == "2 of 5 submissions ranked."
    assert "Tobias" not in reader.text("main")
    reader.page.select_option("#preset", "crac24")
    reader.page.click("#rank")
    reader.page.wait_for_selector("#board th:text-is('head with singletons')")
    assert sorted(reader.page.locator("#board > .scroll tbody th").all_text_contents()) == ["mitkov", "most-recent"]
    reader.context.set_offline(True)
    reader.page.click("#rank")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert not reader.page.is_visible("#board")
    assert not reader.page.is_visible("#teams")
    reader.context.set_offline(False)
    reader.said = [line for line in reader.said if "ERR_INTERNET_DISCONNECTED" not in line]
