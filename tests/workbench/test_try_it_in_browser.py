"""*Try it* and edits of the text in a browser: what they flip."""

from __future__ import annotations

import pytest

from shown_texts import TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


def test_try_it_lists_what_flips(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.press("t")
    reader.page.wait_for_selector("#flips p")
    assert reader.text("#flips p").startswith("No pronoun flips yet.")
    assert reader.page.evaluate(
        "(({scrollHeight, clientHeight}) => scrollHeight <= clientHeight)(document.querySelector('.try-form'))"
    )
    part = ".try-part:has(input[value='{}']) .features"
    assert reader.text(part.format("givenness")) == "is the first noun phrase of its sentence"
    assert reader.text(part.format("definiteness")) == "is definite; against it: is indefinite"
    assert reader.text(part.format("non-prepositional")) == "against it: is in a prepositional phrase"
    reader.page.uncheck(".try-form input[value='referential distance']")
    reader.until("document.querySelectorAll('#flips li').length > 0")
    flips = reader.count("#flips li")
    assert reader.text("#flips p").startswith(f"{flips} of ")
    assert "without%3Areferential+distance" in reader.address()
    reader.page.click("#flips li:first-child button")
    assert reader.text("#why [aria-pressed=true]").startswith("2 mitkov")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("t")
    reader.until("document.querySelectorAll('#text .measure').length === 1")


def test_what_becomes_right_and_wrong_is_the_difference_of_the_columns(reader: ServedTab) -> None:
    reader.open("sample=news_dairy&c=mitkov&c=mitkov%3Bweights%3Adefiniteness%3D-5&c=hobbs&try=1")
    reader.page.wait_for_selector("#flips li")
    right = reader.page.locator("#text .measure strong").all_text_contents()
    assert right == ["32 of 47 right", "18 of 47 right", "39 of 47 right"]
    assert reader.text("#flips p") == "27 of 49 pronouns flip. 2 become right, 16 become wrong."
    assert reader.count("#flips li") == 27


def test_try_it_tells_a_copy_of_another_gender(reader: ServedTab) -> None:
    reader.open()
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    reader.page.click("#try-it")
    reader.page.wait_for_selector("#changes select")
    assert reader.page.locator("[aria-label=Mention] option").first.text_content() == "Ann (sentence 1)"
    reader.page.select_option("[aria-label='Its gender']", "m")
    reader.until("document.querySelectorAll('#changes li').length === 1")
    assert reader.text("#changes li") == "Ann is masculine Take back"
    reader.until("document.querySelectorAll('#flips li').length > 0")
    assert reader.text("#flips li:first-child").startswith("she, sentence 2 Ann → none")
    assert "%400-1.gender%3Am" in reader.address()
    reader.page.click("#flips li:first-child button")
    assert "Ann gender: masculine against feminine" in reader.text("#why .removed")
    reader.page.reload()
    reader.until("document.querySelectorAll('#flips li').length > 0")
    reader.page.click("#changes li button")
    reader.until("document.querySelector('#flips p').textContent.startsWith('No pronoun flips yet.')")


def test_an_edit_of_a_word_tells_what_it_flips(reader: ServedTab) -> None:
    reader.open("c=mitkov")
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert not reader.page.is_visible("#edit")
    reader.page.fill("#input", TEXT.replace("Ann", "Bob"))
    reader.page.wait_for_selector("#edit:not([hidden])")
    assert reader.text("#edit p") == "The edit changes 1 answer."
    assert reader.text("#edit li").startswith("she, sentence 2, mitkov Ann → none")


@pytest.mark.parametrize(
    ("before", "after", "pronouns"),
    [
        pytest.param("Ann slept. She snored.", "Tom told Bill that he liked it.", "2 pronouns", id="another text"),
        pytest.param("The cat sat on the mat.", "The dog sat on the mat.", "0 pronouns", id="no pronoun"),
    ],
)
def test_another_text_is_no_edit(reader: ServedTab, before: str, after: str, pronouns: str) -> None:
    reader.open("c=mitkov")
    reader.page.fill("#input", before)
    reader.until(f"document.querySelector('#text .sentence').textContent.includes('{before.split()[1]}')")
    reader.page.fill("#input", after)
    reader.until(f"document.querySelector('#text .sentence').textContent.includes('{after.split()[1]}')")
    assert reader.text("#summary").startswith(pronouns)
    assert not reader.page.is_visible("#edit")


def test_try_it_compares_over_a_corpus(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=mitkov%3Bwithout%3Areferential+distance&try=1")
    reader.page.wait_for_selector("#try-on")
    reader.page.click("#try-on")
    reader.until("document.getElementById('tried').textContent !== ''")
    told = reader.text("#tried")
    assert told.startswith("samples, 11 documents, 734 anaphors: ")
    assert "McNemar over anaphors p" in told
