"""Columns in a browser: chosen, counted, changed, and where they fail."""

from __future__ import annotations

from typing import Any

import pytest

from shown_texts import TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


def test_differences_only_leaves_sentences_with_a_difference(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=most-recent")
    before = reader.count("#text .number")
    reader.press("d")
    numbers, rows = reader.count("#text .number"), reader.page.locator("#text .number ~ .sentence").all()
    assert 0 < numbers < before
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first.locator(".differs").count() == second.locator(".differs").count() > 0


@pytest.mark.parametrize(
    ("columns", "text", "summary"),
    [
        pytest.param("c=mitkov&c=hobbs", "Ann sold the lamp.", "0 pronouns.", id="none"),
        pytest.param(
            "c=mitkov",
            "Ann slept. She snored.",
            "1 pronoun. Choose it to see why it was answered so.",
            id="one in a single column",
        ),
        pytest.param(
            "c=mitkov&c=hobbs",
            "Ann slept. She snored.",
            "1 pronoun. The columns do not differ on it. Choose it to see why it was answered so.",
            id="one without a difference",
        ),
        pytest.param(
            "c=hobbs&c=most-recent",
            "The pump has a filter. Rinse it.",
            "1 pronoun. The columns differ on it. Choose it to see why it was answered so.",
            id="one with a difference",
        ),
        pytest.param(
            "c=mitkov&guess=1",
            "Ann slept. She snored.",
            "1 pronoun. Choose it, then say what it refers to.",
            id="one to guess",
        ),
        pytest.param(
            "c=mitkov&c=mitkov",
            TEXT,
            "4 pronouns. The columns differ on none of them. Choose one to see why it was answered so.",
            id="several",
        ),
    ],
)
def test_the_summary_counts_pronouns_and_differences_in_words(
    reader: ServedTab, columns: str, text: str, summary: str
) -> None:
    reader.open(columns)
    reader.page.fill("#input", text)
    reader.until(f"document.getElementById('said').textContent === {summary!r}")
    assert reader.text("#summary") == summary


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        pytest.param(
            "sample=news_keeper&c=key&", "news_keeper: no column has an answer; above each stands why.", id="a sample"
        ),
        pytest.param("", "No column has an answer; above each stands why.", id="a text"),
    ],
)
def test_the_text_stays_where_all_columns_fail(reader: ServedTab, source: str, summary: str) -> None:
    reader.open(f"{source}c=mitkov%3Bwindow%3A-1&c=hobbs%3Bwindow%3A-1")
    assert reader.text("#summary") == summary
    told = reader.page.locator("#text .failure").all_text_contents()
    assert [reason[:30] for reason in told] == ["option window of mitkov: -1 is", "option window of hobbs: -1 is "]
    assert reader.count("#text .sentence") > 4
    if source:
        reader.press("n", "1")
        assert reader.text("#why .why-sentence").startswith("The key has the Rovers goalkeeper ")
    reader.page.select_option("#text .head select >> nth=-1", "most-recent")
    reader.until("document.querySelectorAll('#text .failure').length === 1")


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
