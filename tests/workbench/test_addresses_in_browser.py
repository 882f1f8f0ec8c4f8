"""The page's addresses in a browser: what they bring back, what survives a reload, and where *Back* goes."""

from __future__ import annotations

from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from served_page import Served
from shown_texts import TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


def test_an_address_brings_back_what_it_says(reader: ServedTab) -> None:
    state = "sample=news_keeper&c=mitkov%3Bwindow%3A1&c=hobbs&at=9&why=2&step=2&differences=1"
    reader.open("sample=news_keeper&c=mitkov")
    reader.press("n")
    at = reader.address().partition("at=")[2].partition("&")[0]
    state = state.replace("at=9", f"at={at}")
    reader.open(state)
    assert reader.address() == f"#{state}"
    assert reader.text("#text .head:nth-of-type(2)").count("Options (1)") == 1


@pytest.mark.parametrize("joined", ["mitkov+head-match", "mitkov%2Bhead-match"])
def test_joined_resolvers_are_a_column(reader: ServedTab, joined: str) -> None:
    reader.open(f"sample=news_keeper&c={joined}%3Bwindow%3A1&c=mitkov")
    assert not reader.page.is_visible("#failure")
    assert reader.page.input_value("#text .head select >> nth=0") == "mitkov+head-match"
    assert reader.address() == "#sample=news_keeper&c=mitkov%2Bhead-match%3Bwindow%3A1&c=mitkov"
    reader.page.click("[data-key='options 0']")
    assert reader.page.input_value("dialog [name='mitkov.window']") == "1"
    reader.page.fill("dialog [name='mitkov.window']", "3")
    reader.page.click("dialog [value=resolve]")
    reader.until("location.hash.includes('c=mitkov%2Bhead-match%3Bmitkov.window%3A3&c=mitkov')")
    reader.until("document.getElementById('cancel').hidden")
    reader.press("n", "1", "t")
    reader.page.wait_for_selector("#flips p")
    assert reader.text("#flips p").startswith("No pronoun flips yet.")


@pytest.mark.parametrize("number", ["0", "9", "x"])
def test_an_address_with_no_such_column_shows_one_that_is_there(reader: ServedTab, number: str) -> None:
    reader.open(f"sample=manual_espresso&c=mitkov&at=13&why={number}")
    assert reader.text("#why h2") == "“it” in sentence 2"
    assert "&why=1" in reader.address()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        pytest.param(
            "sample=nowhere&c=mitkov", "There is no sample nowhere, so an example is shown.", id="an unknown sample"
        ),
        pytest.param(
            "sample=news_keeper&c=nobody&c=mitkov%3Bwindow%3A1&c=no-one",
            "There are no resolvers nobody, no-one; they are left out.",
            id="unknown resolvers",
        ),
        pytest.param(
            "sample=news_keeper&c=nobody",
            "There is no resolver nobody; shown instead: mitkov, kennedy-boguraev.",
            id="no resolver that is known",
        ),
        pytest.param(
            "sample=news_keeper&c=mitkov&c=mitkov+nobody",
            "There is no resolver mitkov+nobody; it is left out.",
            id="joined with nobody",
        ),
        pytest.param(
            "sample=nowhere&c=nobody",
            "There is no sample nowhere, so an example is shown. There is no resolver nobody; shown instead: mitkov, "
            "kennedy-boguraev.",
            id="both",
        ),
    ],
)
def test_what_an_address_names_that_is_not_there_is_said(reader: ServedTab, address: str, said: str) -> None:
    reader.open(address)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == said


def test_a_text_of_ones_own_is_not_in_the_address_and_survives_a_reload(reader: ServedTab) -> None:
    reader.open()
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert "lamp" not in reader.page.url
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.input_value("#input") == TEXT


def test_an_address_of_a_text_that_is_pasted_elsewhere_opens_its_pronoun_and_step(
    browser: Any, page_served: Served, reader: ServedTab
) -> None:
    reader.open("c=mitkov&c=hobbs")
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("n", "n", "2", "s", "ArrowRight")
    address, heading = reader.address(), reader.text("#why h2")
    other = ServedTab(browser, page_served)
    other.open(address.removeprefix("#"))
    assert other.text("#failure").endswith("so an example is shown; paste it, and the rest of the address holds.")
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
