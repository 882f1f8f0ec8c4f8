"""*Why*, *Step by step*, *Guess first* and *Try it* in a browser, and what the page looks like."""

import re
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.resolvers import REASONS
from looks import THEMES, WIDTHS, looked_at, looks
from served_page import Served, form
from shown_texts import SAMPLE, TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


@pytest.mark.parametrize(
    ("resolver", "text", "presses", "sentence"),
    [
        (
            "mitkov",
            "The engineer bought a lamp at the market. It was old.",
            1,
            "the market and a lamp have 1 point each (tie-breaker: most recent): a lamp is indefinite (+1); but "
            "the market is in a prepositional phrase (−1).",
        ),
        ("mitkov", "Ann has a lamp. Tom likes it. She sold it to him and it broke.", 5,
         "it (a lamp), sentence 3, beats it (a lamp), sentence 2, by 1 point (4 to 3): it is near (+1)."),
    ],
)  # fmt: skip
def test_the_reason_names_the_factors(reader: ServedTab, resolver: str, text: str, presses: int, sentence: str) -> None:
    reader.open(f"c={resolver}")
    reader.page.fill("#input", text)
    reader.until(f"document.getElementById('summary').textContent.startsWith('{presses} pronoun')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press(*["n"] * presses)
    assert reader.text("#why .why-sentence") == sentence


FACTORS = [
    ("words = 4-7", "", "words back: 4-7"),
    ("candidate.gender & mention.in adjunct = mf & yes", "",
     "candidate's gender: masculine or feminine + pronoun's in an adjunct"),
    ("gender agreement & mention.pronoun = same & she", "gender agreement & mention.pronoun = clash & she",
     "gender of both: the same against different + pronoun's form: she"),
    ("binding = –", "", "kept apart by binding: no"),
    ("DISTANCE_IN_WORDS = 8-15", "", "words back: 8-15"),
    ("mention.word before = &", "", "pronoun's word before: &"), ("SUBJ-S", "", "subject"),
    ("of a plug-in", "", "of a plug-in"),
]  # fmt: skip


def test_factors_of_learned_resolvers_have_words(reader: ServedTab) -> None:
    reader.open("c=hobbs")
    named = "(all) => all.map(([one, other]) => factorName(one, other || one))"
    told = reader.page.evaluate(named, [[factor, against] for factor, against, _ in FACTORS])
    assert told == [words for *_, words in FACTORS]


@pytest.mark.parametrize(
    ("column", "sentences"),
    [
        (
            "mitkov%2Bspeech-pronouns",
            [
                "No antecedent: nothing before it is the same speaker or hearer. It stands for the writer peter.",
                "Dear Anna: speaker and addressee make both the same person. It stands for the reader anna.",
                "I: speaker and addressee make both the same person. It stands for the writer peter.",
            ],
        ),
        (
            "mitkov",
            [
                "It answers third persons only. Several, joined… in the choice of the column adds a resolver that says "
                f"who is meant by {form}."
                for form in ("I", "you", "me")
            ],
        ),
    ],
)
def test_first_and_second_persons_can_be_chosen(reader: ServedTab, column: str, sentences: list[str]) -> None:
    reader.open(f"c={column}")
    reader.page.fill("#input", "Dear Anna,\n\nI hope you found the key. Give it to me.\n\nYours sincerely,\nPeter")
    reader.until("document.getElementById('summary').textContent.startsWith('1 pronoun')")
    told = []
    for pronoun in reader.page.locator("#text .pronoun.speech").all()[:3]:
        pronoun.press("Enter")
        told.append(reader.text("#why .why-sentence"))
    assert told == sentences
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("p")
    assert reader.text("#why h2") == "“it” in sentence 3"


def test_hundreds_of_features_are_told_by_their_reasons_with_the_features_behind(reader: ServedTab) -> None:
    reader.open("sample=fiction_ferry&c=ranking-pronouns&at=95")
    names = (
        "[...document.querySelectorAll('#why .bars > .bar-grid .bar-row:not(.head) [role=rowheader]')]"
        ".map((cell) => cell.textContent)"
    )
    *reasons, total = reader.page.evaluate(names)
    assert total == "sum"
    assert set(reasons) <= set(REASONS)
    # The bars add up to the sum below them.
    shares = (
        "[...document.querySelectorAll('#why .bars > .bar-grid .bar-row:not(.head)')]"
        ".map((row) => row.children[1].textContent)"
    )
    *parts, total = (float(text.replace("−", "-").replace("·", "0")) for text in reader.page.evaluate(shares))
    assert sum(parts) == pytest.approx(total)
    features = "[...document.querySelectorAll('#why .bars details [role=rowheader]')].map((cell) => cell.textContent)"
    *told, others = reader.page.evaluate(features)
    assert len(told) == 8
    assert re.fullmatch(r"\d{2,3} others", others)


def test_a_resolver_without_factors_is_told_by_its_rule_and_order(reader: ServedTab) -> None:
    reader.open("sample=manual_espresso&c=sieve&at=13")
    said = "hard water was chosen by the rule pronouns: of 3 candidates it comes first in its order, before Scale."
    assert reader.text("#why .why-sentence") == said


def test_candidates_after_the_pronoun_are_marked(reader: ServedTab) -> None:
    reader.open("c=lappin-leass")
    reader.page.fill("#input", "Before he left, Sam paid the bill.")
    reader.until("document.getElementById('summary').textContent.startsWith('1 pronoun')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("n")
    assert "Sam singular, masculine, after the pronoun" in reader.text("#why .candidates tbody")
    assert reader.text("#why .removed").startswith("the bill (after the pronoun) gender: ")
    reader.press("s", "ArrowRight")
    assert reader.text("#why .step").endswith("There are 2 candidates after it.")


def test_by_keyboard_alone_from_a_text_to_the_reason(reader: ServedTab) -> None:
    reader.open()
    reader.press("/", "Control+a")
    reader.page.keyboard.type(TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
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


@pytest.mark.parametrize(("path", "key"), [("/", "n"), ("/key", "?"), ("/agreement", "?")])
def test_keys_of_one_character_can_be_turned_off(reader: ServedTab, path: str, key: str) -> None:
    reader.open("sample=news_keeper&c=mitkov", path, "h1")
    if path == "/":
        reader.page.wait_for_selector("#text .sentence")
    reader.page.click("#keys")
    reader.page.uncheck("#single-keys")
    reader.press("Escape", key)
    assert not reader.page.is_visible("#why, #keys-dialog")
    reader.page.click("#keys")
    reader.page.check("#single-keys")
    reader.press("Escape", key)
    assert reader.page.is_visible("#why, #keys-dialog[open]")


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
    # Until it is left, the next pronoun is stepped through too.
    reader.press("n")
    assert reader.text("#why .step").startswith("1 of ")
    assert "step=1" in reader.address()
    reader.press("s", "n")
    assert reader.count("#why .step") == 0
    assert "step=" not in reader.address()


@pytest.mark.parametrize(
    ("column", "total"), [("mitkov", 9), ("hobbs", 25), pytest.param("berkeley", 27, marks=pytest.mark.slow)]
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
    # The last pronoun is a reflexive, which binding leaves one candidate; the one before it has several.
    reader.press("p", "p", "s")
    of = re.match(r"1 of (\d+)\.", reader.text("#why .step"))
    assert of
    assert 2 < int(of[1]) < 12
    reader.page.evaluate(f"goToStep({int(of[1]) - 2})")
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
    assert reader.text("#flips p").startswith("No answer has changed yet.")
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


# What the server compares is tested by tests/workbench/test_page_server.py.
@pytest.mark.slow
def test_try_it_compares_over_a_corpus(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=mitkov%3Bwithout%3Areferential+distance&try=1")
    reader.page.wait_for_selector("#try-on")
    reader.page.click("#try-on")
    reader.until("document.getElementById('tried').textContent !== ''")
    told = reader.text("#tried")
    assert told.startswith("samples, 11 documents, 734 anaphors: ")
    assert "McNemar over anaphors p" in told


STATES = {
    "text": (), "why": ("n", "n", "2"), "step": ("n", "n", "2", "s", "ArrowRight"), "guess": ("n", "g"), "try": ("t",),
}  # fmt: skip

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


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("keys", [(), ("n",), ("n", "s"), ("g", "n")])
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
