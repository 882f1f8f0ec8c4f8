"""Tabs of Debian's Chromium, with all that their consoles said and all that they asked for."""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from served_page import Served

CHROMIUM = "/usr/bin/chromium"
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
OWN = ("file:", "data:", "blob:", "about:")
# Milliseconds: longer than a language model takes to load on a busy machine.
LONGEST = 120_000


@contextmanager
def chromium() -> Iterator[Any]:
    """A running browser; skips where it or Playwright is absent."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium") or CHROMIUM
    if not Path(path).exists():
        pytest.skip("no chromium; apt-get install chromium brings it")
    with api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield running
        running.close()


class Tab:
    """A tab of its own context.

    Args:
        options: of the context, as Playwright has them.
    """

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        self.page = self.context.new_page()
        self.page.set_default_timeout(LONGEST)
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def until(self, condition: str) -> None:
        """Wait until an expression is true; Playwright's own waiting would need what the page's policy forbids."""
        end = time.monotonic() + LONGEST / 1000
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, f"it never came to {condition}"
            time.sleep(0.05)

    def text(self, selector: str) -> str:
        return " ".join(str(self.page.text_content(selector)).split())

    def count(self, selector: str) -> int:
        return int(self.page.locator(selector).count())

    def address(self) -> str:
        """What stands behind the # of the address."""
        return str(self.page.evaluate("location.hash"))

    def close(self) -> None:
        self.context.close()


class ServedTab(Tab):
    """A tab of somebody who was given the address of the page."""

    def __init__(self, browser: Any, served: Served, **options: Any) -> None:
        super().__init__(browser, **options)
        self.served = served
        # What the address with its token leaves behind, without the page that it leads to.
        name, _, token = served.cookie.partition("=")
        self.context.add_cookies([{"name": name, "value": token, "url": served.origin}])

    def open(self, state: str = "", path: str = "/", waits_for: str = "#text .sentence") -> None:
        """Go to a view by an address."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.served.origin}{path}#{state}")
        self.page.wait_for_selector(waits_for)

    def check_silence(self) -> None:
        """Nothing in the console, and nothing asked of anybody else."""
        assert self.said == []
        own = (self.served.origin, *OWN)
        assert [url for url in self.asked if not url.startswith(own)] == []


class ReportTab(Tab):
    """A tab with a report in a file."""

    def __init__(self, browser: Any, file: Path, address: str = "", **options: Any) -> None:
        super().__init__(browser, **{"viewport": {"width": 1360, "height": 900}} | options)
        self.page.goto(file.as_uri() + address)
        self.page.wait_for_selector("#text .sentence")

    def check_silence(self) -> None:
        """Nothing in the console, and nothing asked of anybody."""
        assert self.said == []
        assert [url for url in self.asked if not url.startswith(OWN)] == []

    def shown(self) -> tuple[int, int]:
        """How many pronouns the table shows, and of how many."""
        counts = re.match(r"(\d+) of (\d+) pronouns", self.text("#pronoun-count"))
        assert counts
        return int(counts.group(1)), int(counts.group(2))
