"""The page in a browser: by keyboard alone, at two widths, in two themes, without a word in its console."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from axe import axe_script, serious_problems
from served_page import Served, served

pytestmark = pytest.mark.model
CHROMIUM = "/usr/bin/chromium"
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
SAMPLE = "sample=news_keeper&c=key&c=mitkov&c=kennedy-boguraev"
TEXT = "Ann sold the lamp. She had cleaned it. Tom told Bill that he liked it."
LONGEST = 60_000


@pytest.fixture(scope="module")
def page_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1") as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; skips where it or Playwright is absent."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or CHROMIUM
    if not Path(path).exists():
        pytest.skip("no chromium; apt-get install chromium brings it")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield running
        running.close()


class Reader:
    """A reader's tab, with all that its console said and all that it asked for."""

    def __init__(self, browser: Any, page: Served, **options: Any) -> None:
        self.served = page
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(LONGEST)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, state: str = "", path: str = "/") -> None:
        """Go to a view by an address."""
        self.page.goto(self.served.address)
        self.page.goto("about:blank")
        self.page.goto(f"{self.served.origin}{path}#{state}")
        self.page.wait_for_selector("#text .sentence")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        return " ".join(str(self.page.text_content(selector)).split())

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def address(self) -> str:
        return str(self.page.evaluate("location.hash"))


@pytest.fixture
def reader(browser: Any, page_served: Served) -> Iterator[Reader]:
    opened = Reader(browser, page_served)
    yield opened
    assert opened.said == []
    own = (page_served.origin, "data:", "blob:", "about:")
    assert [url for url in opened.asked if not url.startswith(own)] == []
    opened.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize(
    "keys", [pytest.param(("n", "n", "2"), id="why"), pytest.param(("n", "g"), id="guess"), pytest.param((), id="text")]
)
def test_nothing_is_cut_and_nobody_is_kept_out(
    browser: Any, page_served: Served, width: int, theme: str, keys: tuple[str, ...]
) -> None:
    reader = Reader(browser, page_served, viewport={"width": width, "height": 900}, color_scheme=theme, bypass_csp=True)
    reader.open(SAMPLE)
    reader.press(*keys)
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    if keys:
        panel = "document.getElementById('why')"
        assert reader.page.evaluate(f"{panel}.scrollWidth <= {panel}.clientWidth")
    script = axe_script()
    if isinstance(script, str):
        pytest.skip(script)
    assert serious_problems(reader.page, script) == []
    reader.context.close()


def test_by_keyboard_alone_from_a_text_to_the_reason(reader: Reader) -> None:
    reader.open()
    reader.press("/", "Control+a")
    reader.page.keyboard.type(TEXT)
    reader.page.wait_for_function("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("n", "n")
    assert reader.text("#why h2") == "“it” in sentence 2"
    assert reader.text("#why .why-sentence").startswith("the lamp ")
    assert "Ann gender: " in reader.text("#why .removed")
    assert reader.count("#text .candidate.removed") == 2
    reader.press("2")
    assert reader.text("#why [aria-pressed=true]").startswith("2 kennedy-boguraev: the lamp")
    reader.press("Escape")
    assert not reader.page.is_visible("#why")


def test_step_by_step_begins_with_the_pronoun_and_ends_with_the_choice(reader: Reader) -> None:
    reader.open(f"{SAMPLE}&c=cogniac")
    reader.press("n", "n", "n", "3", "s")
    total = int(reader.text("#why .step").split(" of ")[1].split(".")[0])
    assert total > 4
    assert (reader.count("#text .candidate"), reader.count("#why tbody tr")) == (0, 0)
    crossed = []
    for _ in range(total - 1):
        reader.press("ArrowRight")
        crossed.append(reader.count("#text .candidate.removed"))
    assert crossed == sorted(crossed)
    assert reader.count("#why tr.chosen") == 1
    assert f"step={total}" in reader.address()
    reader.press("ArrowLeft")
    assert reader.count("#why tr.chosen") == 0


def test_differences_only_leaves_sentences_with_a_difference(reader: Reader) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=most-recent")
    before = reader.count("#text .number")
    reader.press("d")
    numbers, rows = reader.count("#text .number"), reader.page.locator("#text .number ~ .sentence").all()
    assert 0 < numbers < before
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first.locator(".differs").count() == second.locator(".differs").count() > 0


def test_guess_first_hides_every_answer_until_one_is_chosen(reader: Reader) -> None:
    reader.open(f"{SAMPLE}&guess=1")
    reader.press("n", "n")
    assert reader.count("#text .right, #text .wrong, #text .mention, #why .chosen") == 0
    reader.page.locator("#why .guesses button").first.press("Enter")
    assert reader.text("#why .guessed").startswith("You chose ")
    assert reader.count("#why .chosen") == 1
    reader.press("n")
    assert reader.count("#why .guesses") == 1


def test_an_address_brings_back_what_it_says(reader: Reader) -> None:
    state = "sample=news_keeper&c=mitkov%3Bwindow%3A1&c=hobbs&at=9&why=2&step=2&differences=1"
    reader.open("sample=news_keeper&c=mitkov")
    reader.press("n")
    at = reader.address().partition("at=")[2].partition("&")[0]
    state = state.replace("at=9", f"at={at}")
    reader.open(state)
    assert reader.address() == f"#{state}"
    assert reader.text("#text .head:nth-of-type(2)").count("Options (1)") == 1


def test_a_text_of_ones_own_is_not_in_the_address_and_survives_a_reload(reader: Reader) -> None:
    reader.open()
    reader.page.fill("#input", TEXT)
    reader.page.wait_for_function("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert "lamp" not in reader.page.url
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.input_value("#input") == TEXT


def test_a_file_is_opened_and_one_that_cannot_be_read_is_said(reader: Reader, tmp_path: Path) -> None:
    reader.open()
    good, broken = tmp_path / "lamp.txt", tmp_path / "broken.np.xml"
    good.write_text(TEXT, encoding="utf-8")
    broken.write_text("<np-document>", encoding="utf-8")
    reader.page.set_input_files("#file", good)
    reader.page.wait_for_function("document.getElementById('summary').textContent.startsWith('lamp: 4 pronouns')")
    reader.page.set_input_files("#file", broken)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("broken.np.xml:1: ")
    reader.said = [line for line in reader.said if "422" not in line]


def test_a_column_is_added_changed_and_removed(reader: Reader) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.page.click("#add-column")
    reader.page.wait_for_selector("#text .head select >> nth=1")
    reader.page.select_option("#text .head select >> nth=1", "/key")
    reader.page.wait_for_function("document.querySelectorAll('#text .measure')[1].textContent.includes('anaphors')")
    assert "c=mitkov&c=key" in reader.address()
    reader.page.click("[aria-label='Remove column 2, key']")
    reader.page.wait_for_function("document.querySelectorAll('#text .measure').length === 1")
    assert "c=key" not in reader.address()
