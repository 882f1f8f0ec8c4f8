"""*Step by step*, *Guess first* and *Try it* in a browser."""

import re

import pytest

from shown_texts import SAMPLE, TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


def test_step_by_step_begins_with_the_pronoun_and_ends_with_the_choice(reader: ServedTab) -> None:
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


@pytest.mark.parametrize(
    ("column", "total"),
    [("mitkov", 9), ("hobbs", 25), ("kennedy-boguraev", 25), ("lappin-leass", 26), ("berkeley", 27)],
)
def test_each_step_lists_all_candidates_that_the_second_counts(reader: ServedTab, column: str, total: int) -> None:
    reader.open(f"sample=fiction_ferry&c={column}&at=95&step=2")
    assert f"There are {total} candidates" in reader.text("#why .step")
    counts = []
    while True:
        never = re.search(r"Never a candidate \((\d+)\)", reader.text("#why"))
        gone = reader.count("#why .removed li") - (int(never[1]) if never else 0)
        counts.append(reader.count("#why .candidates tbody tr") + gone)
        if reader.page.is_disabled("#why [data-key=step]"):
            break
        reader.press("ArrowRight")
    assert counts == [total] * len(counts)


def test_a_learned_resolver_has_so_many_steps_as_a_class_follows(reader: ServedTab) -> None:
    reader.open("c=berkeley")
    reader.press("p", "s")
    of = re.match(r"1 of (\d+)\.", reader.text("#why .step"))
    assert of
    assert 20 < int(of[1]) < 40
    reader.page.evaluate(f"goToStep({int(of[1]) - 2})")
    assert re.search(r"The \d+ other factors, which tell them apart less: ", reader.text("#why .step"))
    # All points are there before the choice is.
    points = "[...document.querySelectorAll('#why td[data-label=points]')].map((cell) => cell.textContent).sort()"
    before = reader.page.evaluate(points)
    reader.press("ArrowRight")
    assert reader.page.evaluate(points) == before


def test_guess_first_hides_every_answer_until_one_is_chosen(reader: ServedTab) -> None:
    reader.open(f"{SAMPLE}&guess=1")
    reader.press("n", "n")
    assert reader.count("#text .right, #text .wrong, #text .mention, #why .chosen") == 0
    reader.page.locator("#why .guesses button").first.press("Enter")
    assert reader.text("#why .guessed").startswith("You chose ")
    assert reader.count("#why .chosen") <= 1 <= reader.count("#why .why-sentence")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("n")
    assert reader.count("#why .guesses") == 1


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


def test_an_edit_of_a_word_tells_what_it_flips(reader: ServedTab) -> None:
    reader.open("c=mitkov")
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert not reader.page.is_visible("#edit")
    reader.page.fill("#input", TEXT.replace("Ann", "Bob"))
    reader.page.wait_for_selector("#edit:not([hidden])")
    assert reader.text("#edit p") == "The edit flips 1 answer."
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
