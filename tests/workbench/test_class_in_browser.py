"""What a lecturer does with the page in a browser: guess first, figures, the glossary."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from shown_texts import SAMPLE
from tabs import ServedTab

pytestmark = pytest.mark.model


@pytest.mark.parametrize("sample", [True, False])
def test_guesses_are_of_entities_judged_by_a_key_and_counted(reader: ServedTab, sample: bool) -> None:
    reader.open(f"{SAMPLE}&guess=1" if sample else "c=mitkov&c=hobbs&guess=1")
    total = int(reader.text("#summary").split(" pronoun")[0].split(": ")[-1])
    for number in range(1, (4 if sample else total) + 1):
        reader.press("n")
        offered = reader.page.locator("#why .guesses button").all_text_contents()
        assert len(offered) == len(set(offered))
        reader.page.locator("#why .guesses button").first.click()
        reader.page.evaluate("document.activeElement.blur()")
        told = reader.text("#why .guess-count")
        done = f"All {total} pronouns" if number == total else f"{number} of {total} pronouns"
        assert told.startswith(f"{done} guessed: " + ("" if sample else "you agree "))
        assert ("✓" in reader.text("#why .guessed") or "✗" in reader.text("#why .guessed")) == sample
    reader.press("p")
    reader.page.locator("#why .guesses button").last.click()
    assert reader.text("#why .guess-count") == told, "only the first guess counts"


def test_figures_have_an_alternative_text_and_the_tree_all_steps(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=key&c=mitkov&c=hobbs&at=59&why=3")
    names = []
    for row in reader.page.locator(".as-figure").all():
        alternative = row.locator("details p").text_content() or ""
        assert re.fullmatch(r"[^\n]+[.]", alternative)
        for kind in ("SVG", "LaTeX"):
            with reader.page.expect_download() as download:
                row.locator(f"[data-figure={kind}]").click()
            text = Path(str(download.value.path())).read_text(encoding="utf-8")
            if kind == "LaTeX":
                assert text.startswith("% needs \\usepackage{")
                assert f"% alternative text: {alternative}" in text
                continue
            drawn = ElementTree.fromstring(text)
            assert drawn.findtext("{http://www.w3.org/2000/svg}desc") == alternative
        names.append(download.value.suggested_filename)
    assert [name.partition(".")[0].rpartition("-")[2] for name in names] == ["side", "hobbs", "mitkov", "tree"]
    steps = reader.count("#why .rules li")
    numbers = "\n".join(element.text or "" for element in drawn.iter("{http://www.w3.org/2000/svg}text"))
    visited = [int(each) for line in re.findall(r"^[\d, ]+$", numbers, re.M) for each in line.split(", ")]
    assert sorted(visited) == list(range(1, steps + 1))


def test_words_with_a_meaning_lead_to_the_glossary(reader: ServedTab) -> None:
    reader.open(SAMPLE)
    reader.page.wait_for_selector("#legend .term")
    word = reader.text("#legend .term")
    reader.page.locator("#legend .term").first.click()
    assert reader.text("#glossary .wanted dt") == word
    reader.page.keyboard.press("Escape")
    assert not reader.page.is_visible("#glossary")
    assert "glossary" not in reader.address()
