"""Makes the pictures of page and report that docs show: ``python docs/pictures/make.py``, with Debian's chromium."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page, sync_playwright

FOLDER = Path(__file__).parent
CHROMIUM = "/usr/bin/chromium"
TEXT = (
    "The pump has a filter. Rinse it before it dries out.\n\n"
    "Nora told her sister that she had lost her keys. The sisters called the neighbours, but they had put the "
    "key into a box and it was locked."
)
# Longer than a language model takes to load on a busy machine, in milliseconds.
PATIENCE = 120_000


def side_by_side(page: Page) -> None:
    """Two resolvers over a text of one's own."""
    page.fill("textarea", TEXT)
    # Of this text, not of the example before it; the same words are read out from elsewhere.
    page.locator("#summary", has_text="7 pronouns. The columns").wait_for(timeout=PATIENCE)
    page.evaluate("document.activeElement.blur()")


def why(page: Page) -> None:
    """Why the second column answered a pronoun so."""
    for _ in range(2):
        page.keyboard.press("n")
    page.keyboard.press("2")
    page.get_by_text("Factor by factor").wait_for(timeout=PATIENCE)


def step_by_step(page: Page) -> None:
    """The same, some steps on."""
    page.keyboard.press("s")
    for _ in range(3):
        page.keyboard.press("ArrowRight")


def try_it(page: Page) -> None:
    """What can be changed in a copy of a resolver."""
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.get_by_role("button", name="Cancel").wait_for(state="visible", timeout=PATIENCE)
    page.get_by_role("button", name="Cancel").wait_for(state="hidden", timeout=PATIENCE)


def key(page: Page) -> None:
    """A key that is being made: some proposals are accepted, the next pronoun waits."""
    begin_key(page, "mitkov")
    for letter in (*("n", "Enter") * 5, "n"):
        page.keyboard.press(letter)


def agreement(page: Page) -> None:
    """The keys of two annotators, who accepted all that two resolvers proposed."""
    with TemporaryDirectory() as folder:
        files = []
        for name in ("mitkov", "kennedy-boguraev"):
            begin_key(page, name)
            while page.locator("#next-open:enabled").count():
                page.keyboard.press("o")
                page.keyboard.press("Enter" if page.locator("[data-key=accept]").count() else "c")
            with page.expect_download() as download:
                page.keyboard.press("f")
            files.append(Path(folder) / f"{name}.np.xml")
            download.value.save_as(files[-1])
        page.get_by_role("link", name="Agreement").click()
        for side, file in zip("ab", files, strict=True):
            page.set_input_files(f"input[name={side}]", file)
        page.get_by_role("button", name="Compare").click()
        page.get_by_text("differences are settled").wait_for(timeout=PATIENCE)
        page.keyboard.press("n")


def begin_key(page: Page, resolver: str) -> None:
    """Open the key view and begin the text anew, with a resolver's proposals."""
    page.get_by_role("link", name="Key", exact=True).click()
    page.evaluate("localStorage.clear()")
    page.reload()
    page.evaluate("(name) => { document.getElementById('proposer').value = name; }", resolver)
    page.fill("textarea", TEXT)
    page.get_by_role("button", name="Begin").click()
    page.get_by_text("pronouns are done").wait_for(timeout=PATIENCE)


PICTURES: dict[str, Callable[[Page], None]] = {
    "side-by-side": side_by_side,
    "why": why,
    "step-by-step": step_by_step,
    "try-it": try_it,
    "key": key,
    "agreement": agreement,
}


def report(browser: Browser) -> None:
    """Two resolvers side by side in the report of the samples, and the candidates of a pronoun that one gets wrong."""
    page = browser.new_page(viewport={"width": 1320, "height": 940})
    with TemporaryDirectory() as folder:
        file = Path(folder) / "report.html"
        compare = [sys.executable, "-m", "anaphora_workbench", "compare", "samples", "--setting", "system-predicted"]
        rows = [word for name in ("kennedy-boguraev", "mitkov") for word in ("--resolver", name)]
        subprocess.run([*compare, *rows, "--report", str(file)], check=True, stdout=subprocess.DEVNULL)
        page.goto(f"{file.as_uri()}#fiction_ferry/s26?a=kennedy-boguraev&b=mitkov&word=14")
        page.get_by_text("outranked").last.wait_for(timeout=PATIENCE)
        page.wait_for_timeout(2000)
        page.screenshot(path=FOLDER / "report.png")
        print(FOLDER / "report.png")


def main() -> int:
    """Serve the page and take its pictures and that of a report; returns the exit status."""
    if not Path(CHROMIUM).exists():
        print(f"error: no {CHROMIUM}; expected Debian's package chromium", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "anaphora_workbench", "serve", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        assert server.stdout is not None
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(server.stdout.readline().strip())
            for name, show in PICTURES.items():
                show(page)
                page.wait_for_timeout(3000)
                page.screenshot(path=FOLDER / f"{name}.png")
                print(FOLDER / f"{name}.png")
            report(browser)
            browser.close()
        finally:
            server.terminate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
