"""The key of a text made by keyboard alone: chosen, chained, saved, read back, and scored against."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.document import Document
from looks import looked_at, looks
from served_page import Served, served
from tabs import ServedTab

pytestmark = pytest.mark.model
SHORT = "Ann sold the old lamp to a baker. She had cleaned it. It was clear that he liked it."


@pytest.fixture(scope="module")
def page_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1") as running:
        yield running


@pytest.fixture
def reader(browser: Any, page_served: Served) -> Iterator[ServedTab]:
    opened = ServedTab(browser, page_served, accept_downloads=True)
    yield opened
    opened.check_silence()
    opened.close()


def begin(reader: ServedTab, text: str) -> None:
    """Type a text and begin its key, by keyboard."""
    reader.open(path="/key", waits_for="h1")
    reader.page.focus("#input")
    reader.page.keyboard.insert_text(text)
    reader.press("Tab", "Enter")
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.evaluate("document.activeElement.id") == "text"


def chosen(reader: ServedTab) -> str:
    return reader.text("#choice h2").strip("“”")


def key_of(reader: ServedTab) -> dict[int, list[str]]:
    """The chains as they are listed beside the text, by number."""
    listed = {}
    for chain in reader.page.locator("#chain-list > .chain:not(.none)").all():
        members = chain.locator(".member").all_text_contents()
        listed[int(str(chain.locator(".chain-number").text_content()))] = members
    return listed


def saved(reader: ServedTab, folder: Path) -> Path:
    """The file that the key f saves."""
    with reader.page.expect_download() as download:
        reader.press("f")
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def spans(document: Document) -> list[list[tuple[int, int]]]:
    """The chains, each mention by its first word and the word after its last."""
    by_id = document.mention_by_id()
    assert document.key
    return [[(by_id[name].start, by_id[name].end) for name in entity.mentions] for entity in document.key.entities]


def chains(document: Document) -> list[list[str]]:
    return [[document.text(*span) for span in chain] for chain in spans(document)]


class TestByKeyboardAlone:
    def test_every_act_has_a_key(self, reader: ServedTab) -> None:
        begin(reader, SHORT)
        reader.press("n")
        assert chosen(reader) == "She"
        assert reader.text("#said") == "She: not a mention of the key yet. Proposed: Ann"
        reader.press("Enter", "n", "Enter", "n")
        assert key_of(reader) == {1: ["Ann", "She"], 2: ["the old lamp", "it"]}
        reader.press("0")
        assert reader.text("#said") == "It: refers to nothing"
        reader.press("0")
        assert reader.text("#said") == "It: refers to something outside the text"
        # A baker, word by word; then the article is left out and comes back.
        reader.press("Home", *["ArrowRight"] * 6, "Shift+ArrowRight")
        assert chosen(reader) == "a baker"
        reader.press("c", "Shift+ArrowLeft", "b")
        assert (chosen(reader), key_of(reader)[3]) == ("a", ["a"])
        reader.press("u", "n", "n", "n", "n", "3")
        assert key_of(reader) == {1: ["Ann", "She"], 2: ["the old lamp", "it"], 3: ["a baker", "he"]}
        reader.press("n", "2")
        assert key_of(reader)[2] == ["the old lamp", "it", "it"]
        reader.press("s")
        assert (key_of(reader)[2], key_of(reader)[4]) == (["the old lamp", "it"], ["it"])
        reader.press("m", "2")
        assert key_of(reader)[2] == ["the old lamp", "it", "it"]
        reader.press("x")
        assert key_of(reader)[2] == ["the old lamp", "it"]
        reader.press("u", "u", "u", "u")
        assert key_of(reader)[2] == ["the old lamp", "it"]
        reader.press("r")
        assert key_of(reader)[2] == ["the old lamp", "it", "it"]
        reader.press("Home", *["j"] * 2, "h")
        assert chosen(reader) == "a baker"
        assert reader.text("#choice .heads [aria-pressed=true]") == "a"
        reader.press("e", "Escape")
        assert reader.text("#choice h2") == "No phrase is chosen"


def test_a_draft_survives_a_reload_and_can_be_forgotten(reader: ServedTab) -> None:
    begin(reader, SHORT)
    reader.press("n", "Enter")
    before = key_of(reader)
    assert "lamp" not in reader.page.url
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert key_of(reader) == before == {1: ["Ann", "She"]}
    reader.page.goto("about:blank")
    reader.page.goto(f"{reader.served.origin}/key")
    reader.page.click("#draft-list button:first-child")
    assert key_of(reader) == before
    reader.page.click("#entry summary")
    reader.page.click("[aria-label='Forget the draft text']")
    assert reader.count("#draft-list li") == 0
    assert reader.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('key draft ')).length") == 0


def test_two_tabs_of_one_draft_do_not_write_over_each_other(reader: ServedTab) -> None:
    begin(reader, SHORT)
    reader.press("n", "Enter")
    other = reader.context.new_page()
    other.goto(reader.page.url)
    other.wait_for_selector("#text .sentence")
    reader.press("n", "Enter")
    made = key_of(reader)
    assert made == {1: ["Ann", "She"], 2: ["the old lamp", "it"]}
    other.wait_for_selector("#chain-list .chain:nth-child(2)")
    assert " ".join(str(other.text_content("#said")).split()) == "Another tab has changed this key."
    other.keyboard.press("u")
    reader.until("document.querySelectorAll('#chain-list .chain').length === 1")
    reader.press("u")
    assert key_of(reader) == made
    other.close()


def test_by_click_alone(reader: ServedTab) -> None:
    begin(reader, SHORT)
    reader.page.click(".word >> text=lamp")
    assert chosen(reader) == "the old lamp"
    reader.page.click("#choice >> text=New chain")
    assert reader.text("#progress").endswith("1 chain with 1 mention.")
    reader.page.click("#text .word >> text=baker")
    assert chosen(reader) == "a baker"
    reader.page.click("#text .word >> text=sold")
    reader.page.click("#text .word >> text=lamp", modifiers=["Shift"])
    assert chosen(reader) == "sold the old lamp"
    reader.page.click("#text .word >> text=Ann")
    reader.page.click("#to-here")
    reader.page.click("#text .word >> text=sold")
    assert chosen(reader) == "Ann sold"
    reader.page.click("#chain-list .member")
    assert chosen(reader) == "the old lamp"
    reader.page.click("#choice >> text=Remove")
    assert key_of(reader) == {}


def test_a_saved_file_is_opened_to_go_on(reader: ServedTab, tmp_path: Path) -> None:
    begin(reader, SHORT)
    reader.press("n", "Enter", "n", "Enter")
    made = key_of(reader)
    file = saved(reader, tmp_path)
    reader.press("u", "u")
    reader.page.set_input_files("#file", file)
    reader.until("document.querySelectorAll('#chain-list > .chain').length === 2")
    assert key_of(reader) == made
    # The draft that was there before the file is one step back.
    reader.press("u")
    assert key_of(reader) == {}
    broken = tmp_path / "broken.np.xml"
    broken.write_text("<np-document>", encoding="utf-8")
    reader.page.set_input_files("#file", broken)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("broken.np.xml:1: ")
    reader.said = [line for line in reader.said if "422" not in line]


STATES = {"start": (), "pronoun": ("n",), "made": ("n", "Enter", "n", "Enter", "n", "0", "n", "c"), "keys": ("?",)}
QUICK = {("made", 1280, "light"), ("pronoun", 400, "dark")}


@pytest.mark.parametrize(("state", "width", "theme"), looks(STATES, QUICK))
def test_the_view_in_every_state(browser: Any, page_served: Served, state: str, width: int, theme: str) -> None:
    with looked_at(browser, page_served, width, theme) as reader:
        if state == "start":
            reader.open(path="/key", waits_for="h1")
        else:
            begin(reader, SHORT)
        reader.press(*STATES[state])
