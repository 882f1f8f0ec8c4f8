"""Texts and files come into the page in a browser, and what cannot be shown is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from shown_texts import TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


_DROP = """(() => {
  const dropped = new DataTransfer();
  for (const name of ["one.txt", "two.txt"]) dropped.items.add(new File(["Ann slept. She snored."], name));
  document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true}));
})()"""


_DROP_FOLDER = """(() => {
  const folder = new File([], "texts");
  folder.slice = () => ({arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError"))});
  openFiles([folder]);
})()"""


@pytest.mark.parametrize(("path", "shows"), [("/", "#text .sentence"), ("/key", "h1")])
def test_what_of_the_dropped_files_is_not_shown_is_said(reader: ServedTab, path: str, shows: str) -> None:
    reader.open("c=mitkov" if path == "/" else "", path, shows)
    reader.page.evaluate(_DROP)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == "One file is shown at a time: one.txt, and not two.txt."
    reader.until("document.getElementById('text').textContent.includes('snored')")
    assert reader.page.is_visible("#failure")
    reader.page.evaluate(_DROP_FOLDER)
    reader.until("document.getElementById('failure').textContent.startsWith('texts ')")
    assert reader.text("#failure") == "texts cannot be read; expected a file, and no folder."


def test_a_file_is_opened_and_one_that_cannot_be_read_is_said(reader: ServedTab, tmp_path: Path) -> None:
    reader.open()
    good, broken = tmp_path / "lamp.txt", tmp_path / "broken.np.xml"
    good.write_text(TEXT, encoding="utf-8")
    broken.write_text("<np-document>", encoding="utf-8")
    reader.page.set_input_files("#file", good)
    reader.until("document.getElementById('summary').textContent.startsWith('lamp: 4 pronouns')")
    reader.page.set_input_files("#file", broken)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("broken.np.xml:1: ")
    reader.said = [line for line in reader.said if "422" not in line]


GERMAN = "Der alte Mann kaufte eine Lampe auf dem Markt. Er hat sie in der Nacht geputzt, und dann war sie wieder neu."


def _placeholder(reader: ServedTab) -> str:
    return str(reader.page.get_attribute("#input", "placeholder"))


def test_nothing_of_another_text_is_shown_where_one_fails(reader: ServedTab, tmp_path: Path) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    assert _placeholder(reader) == "The sample news_keeper is shown below. Type here for another text."
    assert reader.page.is_visible("#setting-choice")
    broken = tmp_path / "broken.np.xml"
    broken.write_text("<np-document>", encoding="utf-8")
    for fails in (lambda: reader.page.set_input_files("#file", broken), lambda: reader.page.fill("#input", GERMAN)):
        reader.open("sample=news_keeper&c=mitkov")
        fails()
        reader.page.wait_for_selector("#failure:not([hidden])")
        assert not reader.page.is_visible("#workspace")
        assert not reader.page.is_visible("#setting-choice")
        if not reader.page.input_value("#input"):
            assert _placeholder(reader) == "The file broken.np.xml is not shown. Type here for another text."
    reader.page.fill("#input", "")
    reader.page.wait_for_selector("#failure", state="hidden")
    assert _placeholder(reader) == ""
    reader.said = [line for line in reader.said if "422" not in line]


def test_a_document_that_fails_leaves_the_choice_of_the_others(reader: ServedTab, tmp_path: Path) -> None:
    two = tmp_path / "two.conllu"
    words = "".join(f"{place}\tword\t_\t_\t_\t_\t_\t_\t_\t_\n" for place in range(1, 20_002))
    text = (packaged("samples") / "news_keeper.conllu").read_text(encoding="utf-8")
    two.write_text(f"{text}# newdoc id = long\n{words}\n", encoding="utf-8")
    reader.open()
    reader.page.set_input_files("#file", two)
    reader.until("document.getElementById('summary').textContent.startsWith('news_keeper: ')")
    reader.page.select_option("#document", label="long")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("the text has 20001 words")
    assert not reader.page.is_visible("#workspace")
    reader.page.select_option("#document", label="news_keeper")
    reader.page.wait_for_selector("#workspace:not([hidden])")
    assert not reader.page.is_visible("#failure")
    reader.said = [line for line in reader.said if "422" not in line]


@pytest.mark.parametrize(
    ("path", "fields"), [("/", ["#file"]), ("/key", ["#file"]), ("/agreement", ["input[name=a]", "input[name=b]"])]
)
def test_a_file_that_is_too_large_is_refused_in_words(
    reader: ServedTab, tmp_path: Path, path: str, fields: list[str]
) -> None:
    reader.open(path=path, waits_for="h1")
    large = tmp_path / "large.txt"
    large.write_text(TEXT * 150_000, encoding="utf-8")
    for field in fields:
        reader.page.set_input_files(field, large)
    if path == "/agreement":
        reader.page.click("#compare")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == "Too large; expected at most 8 MB."
    reader.said = [line for line in reader.said if "413" not in line]


def test_what_the_guard_refuses_is_told_in_its_words(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.context.clear_cookies()
    reader.page.click("#add-column")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("Open the address that workbench serve printed")
    reader.said = [line for line in reader.said if "403" not in line]
