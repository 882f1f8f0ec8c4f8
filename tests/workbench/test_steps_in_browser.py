"""*Step by step* and *Guess first* in a browser."""

from __future__ import annotations

import re

import pytest

from shown_texts import SAMPLE
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
    assert 3 < int(of[1]) < 12
    reader.page.evaluate(f"goToStep({int(of[1]) - 2})")
    # All points are there before the choice is.
    points = "[...document.querySelectorAll('#why td[data-label=points]')].map((cell) => cell.textContent).sort()"
    before = reader.page.evaluate(points)
    reader.press("ArrowRight")
    assert reader.page.evaluate(points) == before


def test_a_step_says_of_each_candidate_what_the_factor_found_of_it(reader: ServedTab) -> None:
    reader.open("sample=manual_espresso&c=mitkov&at=13&step=1")
    told = []
    for _ in range(int(reader.text("#why .step").split(" of ")[1].split(".")[0]) - 1):
        reader.press("ArrowRight")
        told.append(reader.text("#why .step").partition(". ")[2])
    assert "definiteness: hard water −1 (it is indefinite)." in told
    assert [step for step in told if "It is" in step] == []


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


def test_no_step_but_the_last_shows_the_outcome(reader: ServedTab) -> None:
    reader.open("sample=fiction_ferry&c=mitkov&c=hobbs")
    reader.press("n", "n", "n", "s")
    tabs = "[...document.querySelectorAll('#why .why-tabs button')].map((tab) => tab.textContent)"
    pronouns = "[...document.querySelectorAll('#text .pronoun.selected')]"
    told = f"{pronouns}.map((pronoun) => [pronoun.title, pronoun.parentElement.className.split(' ')[0]])"
    *_, last = range(int(reader.text("#why .step").split(" of ")[1].split(".")[0]))
    for _ in range(last):
        assert reader.page.evaluate(tabs) == ["1 mitkov", "2 hobbs"]
        assert reader.page.evaluate(told) == [["", "sentence"]] * 2
        reader.press("ArrowRight")
    assert reader.page.evaluate(tabs) == ["1 mitkov: ✓ his (Old Tobias)", "2 hobbs: ✓ Old Tobias"]
    assert reader.page.evaluate(told) == [["right: his (Old Tobias)", "sentence"], ["right: Old Tobias", "mention"]]
