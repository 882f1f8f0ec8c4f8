"""Texts, columns and addresses of the page in a browser."""

from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from served_page import Served
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
    assert reader.text("#failure") == "Only one file is shown at a time: one.txt, not two.txt."
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


def test_differences_only_leaves_sentences_with_a_difference(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=most-recent")
    before = reader.count("#text .number")
    reader.press("d")
    numbers, rows = reader.count("#text .number"), reader.page.locator("#text .number ~ .sentence").all()
    assert 0 < numbers < before
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first.locator(".differs").count() == second.locator(".differs").count() > 0


def test_a_column_is_added_changed_and_removed(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.page.click("#add-column")
    reader.page.wait_for_selector("#text .head select >> nth=1")
    reader.page.select_option("#text .head select >> nth=1", "/key")
    reader.until("document.querySelectorAll('#text .measure')[1].textContent.includes('anaphors')")
    assert "c=mitkov&c=key" in reader.address()
    reader.page.click("[aria-label='Remove column 2, key']")
    # Whoever goes by keyboard does not start again at the top.
    assert reader.page.evaluate("document.activeElement.id") == "add-column"
    reader.until("document.querySelectorAll('#text .measure').length === 1")
    assert "c=key" not in reader.address()


@pytest.mark.parametrize("change", ["remove", "add", "exchange"])
def test_a_change_that_is_not_answered_leaves_each_column_its_own_answers(reader: ServedTab, change: str) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=hobbs&c=key")
    drawn = "['mitkov', 'hobbs', '/key']"
    figures = "[...document.querySelectorAll('#text > .head')].slice(1).map((head) => head.textContent)"
    before = reader.page.evaluate(figures)
    reader.context.set_offline(True)
    if change == "exchange":
        reader.page.select_option("#text .head select >> nth=0", "most-recent")
    else:
        reader.page.click("#add-column" if change == "add" else "[aria-label='Remove column 1, mitkov']")
    reader.page.wait_for_selector("#failure:not([hidden])")
    reader.press("d", "d", "n")
    assert reader.page.evaluate(figures) == before
    selects = "[...document.querySelectorAll('#text .head select')].map((select) => select.value)"
    assert reader.page.evaluate(f"JSON.stringify({selects}) === JSON.stringify({drawn})")
    assert "c=mitkov&c=hobbs&c=key&at=" in reader.address()
    reader.context.set_offline(False)
    reader.said = [line for line in reader.said if "ERR_INTERNET_DISCONNECTED" not in line]


def test_a_reader_goes_on_while_columns_are_on_their_way(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=hobbs")
    held: list[Any] = []
    reader.page.route("**/ask", lambda route: held.append(route))
    reader.page.click("#add-column")
    reader.press("n", "d", "2")
    assert reader.text("#why h2") != ""
    assert reader.count("#text .measure") == 2
    reader.page.click("[aria-label='Remove column 1, mitkov']")
    while len(held) < 2:
        reader.page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    reader.until("document.querySelector('#text .head select').value === 'hobbs'")
    assert "c=hobbs&c=cogniac" in reader.address()
    assert reader.count("#text .measure") == 2


def test_joined_resolvers_are_chosen_in_a_column(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=hobbs")
    reader.page.select_option("select[aria-label='Column 1']", "/joined")
    ticked = "[...document.querySelectorAll('dialog[open] input:checked')].map((box) => box.value)"
    assert reader.page.evaluate(ticked) == ["head-match", "speech-pronouns"]
    assert reader.page.input_value("dialog[open] select") == "hobbs"
    reader.page.uncheck("dialog[open] input[value=speech-pronouns]")
    reader.page.check("dialog[open] input[value=relative-pronouns]")
    reader.page.click("dialog[open] button[value=resolve]")
    reader.until("location.hash.includes('c=hobbs%2Bhead-match%2Brelative-pronouns')")
    reader.until("document.getElementById('workspace').getAttribute('aria-busy') === 'false'")
    assert reader.page.input_value("select[aria-label='Column 1']") == "hobbs+head-match+relative-pronouns"
    reader.page.select_option("select[aria-label='Column 1']", "/joined")
    assert reader.page.evaluate(ticked) == ["head-match", "relative-pronouns"]
    reader.press("Escape")
    assert reader.page.input_value("select[aria-label='Column 1']") == "hobbs+head-match+relative-pronouns"


def test_an_address_brings_back_what_it_says(reader: ServedTab) -> None:
    state = "sample=news_keeper&c=mitkov%3Bwindow%3A1&c=hobbs&at=9&why=2&step=2&differences=1"
    reader.open("sample=news_keeper&c=mitkov")
    reader.press("n")
    at = reader.address().partition("at=")[2].partition("&")[0]
    state = state.replace("at=9", f"at={at}")
    reader.open(state)
    assert reader.address() == f"#{state}"
    assert reader.text("#text .head:nth-of-type(2)").count("Options (1)") == 1


def test_an_address_with_no_such_column_shows_one_that_is_there(reader: ServedTab) -> None:
    for number in "09x":
        reader.open(f"sample=manual_espresso&c=mitkov&at=13&why={number}")
        assert reader.text("#why h2") == "“it” in sentence 2"
        assert "&why=1" in reader.address()


def test_a_text_of_ones_own_is_not_in_the_address_and_survives_a_reload(reader: ServedTab) -> None:
    reader.open()
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert "lamp" not in reader.page.url
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.input_value("#input") == TEXT


def test_an_address_of_a_text_that_is_pasted_elsewhere(browser: Any, page_served: Served, reader: ServedTab) -> None:
    reader.open("c=mitkov&c=hobbs")
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("n", "n", "2", "s", "ArrowRight")
    address, heading = reader.address(), reader.text("#why h2")
    other = ServedTab(browser, page_served)
    other.open(address.removeprefix("#"))
    assert other.text("#failure").endswith("so an example is shown; paste the text to restore the rest.")
    assert not other.page.is_visible("#why")
    other.page.fill("#input", TEXT)
    other.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert other.address() == address
    assert other.text("#why h2") == heading
    assert other.text("#why .step").startswith("2 of ")
    other.close()


def test_back_goes_to_the_text_and_the_columns_before_and_not_to_pronouns(reader: ServedTab) -> None:
    """From a sample to one's own text, typed in two goes, to another sample, to a further column, and back."""
    reader.open("sample=news_keeper&c=mitkov")
    begun = reader.page.evaluate("history.length")
    reader.press("n", "n", "s", "ArrowRight")
    addresses = [reader.address()]
    for text, pronouns in (("Ann slept. She snored.", 1), (TEXT, 4)):
        reader.page.fill("#input", text)
        reader.until(f"document.getElementById('summary').textContent.startsWith('{pronouns} pronoun')")
    addresses.append(reader.address())
    reader.page.select_option("#sample", "news_dairy")
    reader.until("document.getElementById('summary').textContent.startsWith('news_dairy')")
    addresses.append(reader.address())
    reader.page.click("#add-column")
    reader.until("document.querySelectorAll('#text .measure').length === 2")
    assert reader.page.evaluate("history.length") == begun + 3
    for address in reversed(addresses):
        reader.page.go_back()
        reader.until(f"location.hash === '{address}' && document.getElementById('cancel').hidden")
    assert reader.text("#why .step").startswith("2 of ")
    for _ in range(2):
        reader.page.go_forward()
        reader.until("document.getElementById('cancel').hidden")
    assert reader.address() == addresses[-1]
    reader.until("document.getElementById('summary').textContent.startsWith('news_dairy')")


def test_a_file_of_answers_survives_a_reload_and_one_that_is_gone_is_said(reader: ServedTab) -> None:
    sample = packaged("samples") / "news_keeper.conllu"
    reader.open("sample=news_keeper&c=mitkov")
    reader.page.evaluate("byId('response-file').dataset.column = 0")
    reader.page.set_input_files("#response-file", sample)
    reader.until("document.querySelector('#text .head select').value === '/this'")
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.evaluate("document.querySelector('#text .head select').selectedOptions[0].text") == sample.name
    reader.open("sample=news_keeper&c=%2Fnone%2Fmine.np.xml&c=mitkov")
    measures = [" ".join(told.split()) for told in reader.page.locator("#text .measure").all_text_contents()]
    assert measures[0] == "this file of answers is no longer stored; choose it again"
    assert " of 53 right" in measures[1]


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
