"""What the page looks like in a browser: at two widths, in two themes, printed, and in colours that the system sets."""

from typing import Any

import pytest

from anaphora_workbench.corpora.support.packaged import packaged
from looks import looked_at, looks
from served_page import Served, form
from shown_texts import SAMPLE
from tabs import ServedTab

pytestmark = pytest.mark.model


STATES = {
    "text": (),
    "why": ("n", "n", "2"),
    "step": ("n", "n", "2", "s", "ArrowRight"),
    "guess": ("n", "g"),
    "try": ("t",),
}

QUICK = {("why", 1280, "light"), ("guess", 400, "dark")}


@pytest.mark.parametrize(("state", "width", "theme"), looks(STATES, QUICK))
def test_the_text_in_every_state(browser: Any, page_served: Served, state: str, width: int, theme: str) -> None:
    with looked_at(browser, page_served, width, theme) as reader:
        reader.open(SAMPLE)
        reader.press(*STATES[state])
        if state == "try":
            reader.page.wait_for_selector("#try .try-part")
        elif state != "text":
            panel = "document.getElementById('why')"
            assert reader.page.evaluate(f"{panel}.scrollWidth <= {panel}.clientWidth")


_COLOURS = """(() => {
  const style = getComputedStyle(document.documentElement);
  const colours = ["ink", "soft", "a", "b", "right", "wrong", "mark", "winner", "other", "gone"];
  return [...colours, "chain-light", "chain-wash"].map((name) => style.getPropertyValue(`--${name}`).trim());
})()"""


def test_the_dark_theme_is_printed_as_the_light_one(reader: ServedTab) -> None:
    printed = []
    for theme in ("light", "dark"):
        reader.open(SAMPLE)
        reader.page.emulate_media(media="print", color_scheme=theme)
        printed.append(reader.page.evaluate(_COLOURS))
    assert printed[0] == printed[1]


def test_what_is_chosen_is_seen_where_the_system_sets_the_colours(reader: ServedTab) -> None:
    reader.open("sample=news_dairy&c=mitkov&c=hobbs")
    reader.press("n", "n")
    reader.page.emulate_media(forced_colors="active")
    style = "getComputedStyle(document.querySelector('{}')).{}"
    for chosen in (".pronoun.selected", "#why [aria-pressed=true]"):
        assert reader.page.evaluate(style.format(chosen, "outlineStyle")) == "solid", chosen
    assert reader.page.evaluate(style.format("#text .differs", "borderBottomStyle")) == "double"
    canvas = reader.page.evaluate(style.format("#why", "backgroundColor"))
    assert reader.page.evaluate(style.format(".factor-bar.winner", "backgroundColor")) != canvas


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("path", ["/corpus", "/submissions"])
def test_the_other_views(browser: Any, page_served: Served, path: str, width: int, theme: str) -> None:
    with looked_at(browser, page_served, width, theme) as reader:
        reader.open(path=path, waits_for="h1")


@pytest.fixture(scope="module")
def report(page_served: Served) -> str:
    """The address of a comparison."""
    sample = packaged("samples") / "news_keeper.conllu"
    resolvers = [("resolver", name) for name in ("mitkov", "kennedy-boguraev", "most-recent")]
    kind, body = form(("tab", "t"), ("file", (sample.name, sample.read_bytes())), *resolvers)
    taken = page_served.request("POST", "/corpus/ask", body, {"Content-Type": kind, "Origin": page_served.origin}).json
    if "job" in taken:
        page_served.events(taken["job"])
    return f"/corpus/{taken['report']}/"


REPORTS = [
    pytest.param(keys, width, theme, marks=() if (len(keys), width, theme) == (1, 1280, "dark") else pytest.mark.slow)
    for keys in ((), ("n",), ("n", "s"), ("g", "n"))
    for width in (1280, 400)
    for theme in ("light", "dark")
]


@pytest.mark.parametrize(("keys", "width", "theme"), REPORTS)
def test_the_report_in_every_state(
    browser: Any, page_served: Served, report: str, keys: tuple[str, ...], width: int, theme: str
) -> None:
    with looked_at(browser, page_served, width, theme) as reader:
        reader.open(path=report, waits_for="#pronoun-table tbody tr")
        reader.press(*keys)
        if keys:
            reader.page.wait_for_selector("#candidates:not([hidden])")
        if keys[-1:] == ("s",):
            reader.page.wait_for_selector("#candidates .step")
        if keys[:1] == ("g",):
            reader.page.wait_for_selector("#candidates .guesses")
