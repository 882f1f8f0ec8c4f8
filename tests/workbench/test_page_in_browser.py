"""The page in a browser: by keyboard alone, at two widths, in two themes, without a word in its console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.packaged import packaged
from anaphora_workbench.resolvers import available
from anaphora_workbench.workbench.commands import main
from looks import looked_at, looks
from served_page import Served, form, served
from tabs import ServedTab

pytestmark = pytest.mark.model
SAMPLE = "sample=news_keeper&c=key&c=mitkov&c=kennedy-boguraev"
TEXT = "Ann sold the lamp. She had cleaned it. Tom told Bill that he liked it."


@pytest.fixture(scope="module")
def page_served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    key = packaged("samples") / "news_keeper.conllu"
    with served(tmp_path_factory.mktemp("served"), "--jobs", "1", "--key", str(key)) as running:
        yield running


@pytest.fixture
def reader(browser: Any, page_served: Served) -> Iterator[ServedTab]:
    opened = ServedTab(browser, page_served)
    yield opened
    opened.check_silence()
    opened.close()


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


@pytest.mark.parametrize(
    ("resolver", "text", "presses", "sentence"),
    [
        pytest.param(
            "kennedy-boguraev",
            "The pump has a filter. Rinse it before it dries out.",
            2,
            "it (The pump) beats a filter by 205 points (370 to 165): it was mentioned lately (+50), it is a subject "
            "(+40) and it is not inside another noun phrase (+40).",
            id="all of the winner",
        ),
        pytest.param(
            "mitkov",
            "The box stood on a table. It was heavy.",
            1,
            "The box beats a table by 3 points (3 to 0): a table is indefinite (+1), The box is the first noun phrase "
            "of its sentence (+1) and a table is in a prepositional phrase (+1).",
            id="by turns of both",
        ),
        pytest.param(
            "mitkov",
            "The engineer bought a lamp at the market. It was old.",
            1,
            "the market and a lamp have 1 point each; the tie is broken by most recent: a lamp is indefinite (+1); but "
            "the market is in a prepositional phrase (−1).",
            id="a tie",
        ),
    ],
)
def test_the_reason_names_the_factors_in_words(
    reader: ServedTab, resolver: str, text: str, presses: int, sentence: str
) -> None:
    reader.open(f"c={resolver}")
    reader.page.fill("#input", text)
    reader.until(f"document.getElementById('summary').textContent.startsWith('{presses} pronoun')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press(*["n"] * presses)
    assert reader.text("#why .why-sentence") == sentence


@pytest.mark.parametrize(
    ("column", "at", "sentence", "candidates"),
    [
        pytest.param(
            "soon",
            13,
            "Scale alone is above the threshold (0.52; 0.50 is asked); the Machine has 0.32.",
            ["→ Scale 0.52", "the Machine 0.32"],
            id="a likelihood",
        ),
        pytest.param(
            "cistell",
            13,
            "Scale alone is above the threshold (0.84; 0.5 is asked); hard water has 0.37.",
            [
                "→ Scale 0.84",
                "hard water 0.37",
                "the Machine 0.23",
                "the lime that hard water leaves behind when it … 0.15",
            ],
            id="a share, the best of the others first",
        ),
        pytest.param(
            "cistell",
            17,
            "Scale comes before it (Scale), which has more points (0.76 to 0.88), by the rule strong match.",
            [],
            id="the better one comes second",
        ),
    ],
)
def test_candidates_that_were_left_and_not_ranked_are_told_of(
    reader: ServedTab, column: str, at: int, sentence: str, candidates: list[str]
) -> None:
    reader.open(f"sample=manual_espresso&c={column}&at={at}")
    assert reader.text("#why .why-sentence") == sentence
    cells = "[...row.querySelectorAll('td')].filter((_, at) => [0, 1, 3].includes(at))"
    told = "[...cell.querySelectorAll('span:not(.features):not(.in-key)')].map((part) => part.textContent)"
    rows = reader.page.evaluate(
        "[...document.querySelectorAll('#why .candidates tbody tr')]"
        f".map((row) => {cells}.map((cell) => {told}.join('') || cell.textContent).join(' ').trim())"
    )
    assert rows[: len(candidates)] == candidates


@pytest.mark.parametrize(
    ("column", "presses", "sentence", "headings"),
    [
        pytest.param(
            "mitkov",
            8,
            "branches is the only candidate left: the 8 others were ruled out.",
            ["The candidate that could be", "Ruled out (8)", "Never a candidate (1)"],
            id="all but one",
        ),
        pytest.param(
            "mitkov",
            14,
            "No antecedent: nothing is left that it could refer to; all 10 candidates were ruled out.",
            ["Ruled out (10)", "Never a candidate (3)"],
            id="all",
        ),
        pytest.param(
            "cogniac-high-precision",
            3,
            "No antecedent: no rule found exactly one possible antecedent; 3 of 7 candidates were ruled out.",
            ["Candidates that could be", "Rules in their order", "Ruled out (3)", "Never a candidate (1)"],
            id="some",
        ),
    ],
)
def test_sentence_and_list_count_the_same_candidates_as_ruled_out(
    reader: ServedTab, column: str, presses: int, sentence: str, headings: list[str]
) -> None:
    reader.open(f"sample=fiction_ferry&c={column}")
    reader.press(*["n"] * presses)
    assert reader.text("#why .why-sentence") == sentence
    assert reader.page.locator("#why h3").all_text_contents() == headings


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


def test_a_step_says_of_each_candidate_what_the_factor_found_of_it(reader: ServedTab) -> None:
    reader.open("sample=manual_espresso&c=mitkov&at=13&step=1")
    told = []
    for _ in range(int(reader.text("#why .step").split(" of ")[1].split(".")[0]) - 1):
        reader.press("ArrowRight")
        told.append(reader.text("#why .step").partition(". ")[2])
    assert "definiteness: hard water −1 (it is indefinite)." in told
    assert [step for step in told if "It is" in step] == []


def test_differences_only_leaves_sentences_with_a_difference(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=most-recent")
    before = reader.count("#text .number")
    reader.press("d")
    numbers, rows = reader.count("#text .number"), reader.page.locator("#text .number ~ .sentence").all()
    assert 0 < numbers < before
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        assert first.locator(".differs").count() == second.locator(".differs").count() > 0


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


@pytest.mark.parametrize(
    ("keys", "marks"),
    [
        pytest.param(("g", "n"), {"candidate"}, id="while a class guesses"),
        pytest.param(("g", "n", "2"), {"candidate"}, id="in another column"),
        pytest.param(("n",), {"candidate removed", "candidate winner"}, id="when it is told"),
        pytest.param(("n", "s"), set(), id="in the first step"),
    ],
)
def test_marks_of_a_resolver_without_factors_are_those_of_the_legend(
    reader: ServedTab, keys: tuple[str, ...], marks: set[str]
) -> None:
    reader.open("sample=fiction_ferry&c=hobbs&c=lappin-leass")
    reader.press(*keys)
    candidates = reader.page.locator("#text .candidate").all()
    assert {mark.get_attribute("class") for mark in candidates} == marks


@pytest.mark.parametrize(
    ("columns", "text", "summary"),
    [
        pytest.param("c=mitkov&c=hobbs", "Ann sold the lamp.", "0 pronouns.", id="none"),
        pytest.param(
            "c=mitkov",
            "Ann slept. She snored.",
            "1 pronoun. Choose it to see why it was answered so.",
            id="one in a single column",
        ),
        pytest.param(
            "c=mitkov&c=hobbs",
            "Ann slept. She snored.",
            "1 pronoun. The columns do not differ on it. Choose it to see why it was answered so.",
            id="one without a difference",
        ),
        pytest.param(
            "c=hobbs&c=most-recent",
            "The pump has a filter. Rinse it.",
            "1 pronoun. The columns differ on it. Choose it to see why it was answered so.",
            id="one with a difference",
        ),
        pytest.param(
            "c=mitkov&guess=1",
            "Ann slept. She snored.",
            "1 pronoun. Choose it, then say what it refers to.",
            id="one to guess",
        ),
        pytest.param(
            "c=mitkov&c=mitkov",
            TEXT,
            "4 pronouns. The columns differ on none of them. Choose one to see why it was answered so.",
            id="several",
        ),
    ],
)
def test_the_summary_counts_pronouns_and_differences_in_words(
    reader: ServedTab, columns: str, text: str, summary: str
) -> None:
    reader.open(columns)
    reader.page.fill("#input", text)
    reader.until(f"document.getElementById('said').textContent === {summary!r}")
    assert reader.text("#summary") == summary


@pytest.mark.parametrize(
    ("text", "presses", "file"),
    [
        pytest.param("The pump has a filter. Rinse it.", 1, "it-sentence-2-hobbs.svg", id="the only one"),
        pytest.param(
            "The pump has a filter. Rinse it before it dries out.",
            2,
            "it-sentence-2-word-4-hobbs.svg",
            id="the second of a form",
        ),
    ],
)
def test_a_figure_has_a_file_name_of_its_own(reader: ServedTab, text: str, presses: int, file: str) -> None:
    reader.open("c=hobbs")
    reader.page.fill("#input", text)
    reader.until(f"document.getElementById('summary').textContent.startsWith('{presses} pronoun')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press(*["n"] * presses)
    with reader.page.expect_download() as download:
        reader.page.click("#why [data-figure=SVG]")
    assert download.value.suggested_filename == file


@pytest.mark.parametrize("switch", ["g", "d"])
def test_a_switch_leaves_the_open_pronoun_in_view(browser: Any, page_served: Served, switch: str) -> None:
    reader = ServedTab(browser, page_served, viewport={"width": 400, "height": 800})
    reader.open(SAMPLE)
    reader.press("n", "n", "n", "n", "n", "n", switch)
    reader.page.wait_for_selector("#why:not([hidden])")
    seen = "(() => { const {top, bottom} = document.querySelector('.pronoun.selected').getBoundingClientRect();"
    assert reader.page.evaluate(
        f"{seen} return top >= 0 && bottom <= document.getElementById('why').getBoundingClientRect().top; }})()"
    )
    reader.close()


def test_an_address_brings_back_what_it_says(reader: ServedTab) -> None:
    state = "sample=news_keeper&c=mitkov%3Bwindow%3A1&c=hobbs&at=9&why=2&step=2&differences=1"
    reader.open("sample=news_keeper&c=mitkov")
    reader.press("n")
    at = reader.address().partition("at=")[2].partition("&")[0]
    state = state.replace("at=9", f"at={at}")
    reader.open(state)
    assert reader.address() == f"#{state}"
    assert reader.text("#text .head:nth-of-type(2)").count("Options (1)") == 1


@pytest.mark.parametrize("number", ["0", "9", "x"])
def test_an_address_with_no_such_column_shows_one_that_is_there(reader: ServedTab, number: str) -> None:
    reader.open(f"sample=manual_espresso&c=mitkov&at=13&why={number}")
    assert reader.text("#why h2") == "“it” in sentence 2"
    assert "&why=1" in reader.address()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        pytest.param(
            "sample=nowhere&c=mitkov", "There is no sample nowhere, so an example is shown.", id="an unknown sample"
        ),
        pytest.param(
            "sample=news_keeper&c=nobody&c=mitkov%3Bwindow%3A1&c=no-one",
            "There are no resolvers nobody, no-one; they are left out.",
            id="unknown resolvers",
        ),
        pytest.param(
            "sample=news_keeper&c=nobody",
            "There is no resolver nobody; shown instead: mitkov, kennedy-boguraev.",
            id="no resolver that is known",
        ),
        pytest.param(
            "sample=nowhere&c=nobody",
            "There is no sample nowhere, so an example is shown. There is no resolver nobody; shown instead: mitkov, "
            "kennedy-boguraev.",
            id="both",
        ),
    ],
)
def test_what_an_address_names_that_is_not_there_is_said(reader: ServedTab, address: str, said: str) -> None:
    reader.open(address)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == said


@pytest.mark.parametrize(
    ("path", "waits_for", "choice"),
    [("sample=news_keeper", "#text .sentence", "select option"), ("/corpus", "h1", "input[name=resolver]")],
)
def test_every_resolver_can_be_chosen(reader: ServedTab, path: str, waits_for: str, choice: str) -> None:
    if path.startswith("/"):
        reader.open(path=path, waits_for=waits_for)
    else:
        reader.open(path)
        reader.page.wait_for_selector(waits_for)
    chosen = {option.get_attribute("value") for option in reader.page.locator(choice).all()}
    assert set(available()) <= chosen


def test_a_text_of_ones_own_is_not_in_the_address_and_survives_a_reload(reader: ServedTab) -> None:
    reader.open()
    reader.page.fill("#input", TEXT)
    reader.until("document.getElementById('summary').textContent.startsWith('4 pronouns')")
    assert "lamp" not in reader.page.url
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.input_value("#input") == TEXT


def test_back_goes_to_the_text_and_the_columns_before_and_not_to_pronouns(reader: ServedTab) -> None:
    """From a sample to one's own text, typed in two goes, to another sample, to a further column, and back."""
    reader.open("sample=news_keeper&c=mitkov")
    begun = reader.page.evaluate("history.length")
    reader.press("n", "n", "s", "ArrowRight")
    addresses = [reader.address()]
    for text, pronouns in (("Ann slept. She snored.", 1), (TEXT, 4)):
        reader.page.fill("#input", text)
        reader.until(f"document.getElementById('summary').textContent.startsWith('{pronouns} pronoun')")
    addresses.append(reader.address())
    reader.page.select_option("#sample", "news_dairy")
    reader.until("document.getElementById('summary').textContent.startsWith('news_dairy')")
    addresses.append(reader.address())
    reader.page.click("#add-column")
    reader.until("document.querySelectorAll('#text .measure').length === 2")
    assert reader.page.evaluate("history.length") == begun + 3
    for address in reversed(addresses):
        reader.page.go_back()
        reader.until(f"location.hash === '{address}' && document.getElementById('cancel').hidden")
    assert reader.text("#why .step").startswith("2 of ")
    for _ in range(2):
        reader.page.go_forward()
        reader.until("document.getElementById('cancel').hidden")
    assert reader.address() == addresses[-1]
    reader.until("document.getElementById('summary').textContent.startsWith('news_dairy')")


def test_an_emptied_field_leaves_no_text_in_the_address(reader: ServedTab) -> None:
    reader.open("c=mitkov")
    reader.until("location.hash.includes('text=')")
    reader.page.fill("#input", "")
    reader.page.wait_for_selector("#workspace", state="hidden")
    assert reader.address() == "#c=mitkov"


def test_a_sample_that_is_chosen_while_a_text_is_typed_is_shown(reader: ServedTab) -> None:
    reader.open("c=mitkov")
    reader.page.evaluate(
        "(() => { byId('input').value = 'Ann slept.'; byId('input').dispatchEvent(new Event('input'));"
        " chooseSample('news_dairy'); })()"
    )
    reader.until("document.getElementById('summary').textContent.startsWith('news_dairy')")
    reader.page.wait_for_timeout(1000)
    assert reader.page.is_visible("#workspace")
    assert "sample=news_dairy" in reader.address()


def test_a_file_that_was_opened_survives_a_reload(reader: ServedTab, tmp_path: Path) -> None:
    (tmp_path / "lamp.txt").write_text(TEXT, encoding="utf-8")
    reader.open("c=mitkov")
    reader.page.set_input_files("#file", tmp_path / "lamp.txt")
    reader.until("document.getElementById('summary').textContent.startsWith('lamp: 4 pronouns')")
    reader.page.reload()
    reader.until("document.getElementById('summary').textContent.startsWith('lamp: 4 pronouns')")


def test_a_file_of_answers_survives_a_reload_and_one_that_is_gone_is_said(reader: ServedTab) -> None:
    sample = packaged("samples") / "news_keeper.conllu"
    reader.open("sample=news_keeper&c=mitkov")
    reader.page.evaluate("byId('response-file').dataset.column = 0")
    reader.page.set_input_files("#response-file", sample)
    reader.until("document.querySelector('#text .head select').value === '/this'")
    reader.page.reload()
    reader.page.wait_for_selector("#text .sentence")
    assert reader.page.evaluate("document.querySelector('#text .head select').selectedOptions[0].text") == sample.name
    reader.open("sample=news_keeper&c=%2Fnone%2Fmine.np.xml&c=mitkov")
    measures = [" ".join(told.split()) for told in reader.page.locator("#text .measure").all_text_contents()]
    assert measures[0] == "this file of answers is not kept any more; choose it again"
    assert " of 53 right" in measures[1]


_DROP = """(() => {
  const dropped = new DataTransfer();
  for (const name of ["one.txt", "two.txt"]) dropped.items.add(new File(["Ann slept. She snored."], name));
  document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true}));
})()"""
_DROP_FOLDER = """(() => {
  const folder = new File([], "texts");
  folder.slice = () => ({arrayBuffer: () => Promise.reject(new DOMException("", "NotFoundError"))});
  openFiles([folder]);
})()"""


@pytest.mark.parametrize(("path", "shows"), [("/", "#text .sentence"), ("/key", "h1")])
def test_what_of_the_dropped_files_is_not_shown_is_said(reader: ServedTab, path: str, shows: str) -> None:
    reader.open("c=mitkov" if path == "/" else "", path, shows)
    reader.page.evaluate(_DROP)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == "One file is shown at a time: one.txt, and not two.txt."
    reader.until("document.getElementById('text').textContent.includes('snored')")
    assert reader.page.is_visible("#failure")
    reader.page.evaluate(_DROP_FOLDER)
    reader.until("document.getElementById('failure').textContent.startsWith('texts ')")
    assert reader.text("#failure") == "texts cannot be read; expected a file, and no folder."


def test_a_file_is_opened_and_one_that_cannot_be_read_is_said(reader: ServedTab, tmp_path: Path) -> None:
    reader.open()
    good, broken = tmp_path / "lamp.txt", tmp_path / "broken.np.xml"
    good.write_text(TEXT, encoding="utf-8")
    broken.write_text("<np-document>", encoding="utf-8")
    reader.page.set_input_files("#file", good)
    reader.until("document.getElementById('summary').textContent.startsWith('lamp: 4 pronouns')")
    reader.page.set_input_files("#file", broken)
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("broken.np.xml:1: ")
    reader.said = [line for line in reader.said if "422" not in line]


GERMAN = "Der alte Mann kaufte eine Lampe auf dem Markt. Er hat sie in der Nacht geputzt, und dann war sie wieder neu."


def _placeholder(reader: ServedTab) -> str:
    return str(reader.page.get_attribute("#input", "placeholder"))


def test_nothing_of_another_text_is_shown_where_one_fails(reader: ServedTab, tmp_path: Path) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    assert _placeholder(reader) == "The sample news_keeper is shown below. Type here for another text."
    assert reader.page.is_visible("#setting-choice")
    broken = tmp_path / "broken.np.xml"
    broken.write_text("<np-document>", encoding="utf-8")
    for fails in (lambda: reader.page.set_input_files("#file", broken), lambda: reader.page.fill("#input", GERMAN)):
        reader.open("sample=news_keeper&c=mitkov")
        fails()
        reader.page.wait_for_selector("#failure:not([hidden])")
        assert not reader.page.is_visible("#workspace")
        assert not reader.page.is_visible("#setting-choice")
        if not reader.page.input_value("#input"):
            assert _placeholder(reader) == "The file broken.np.xml is not shown. Type here for another text."
    reader.page.fill("#input", "")
    reader.page.wait_for_selector("#failure", state="hidden")
    assert _placeholder(reader) == ""
    reader.said = [line for line in reader.said if "422" not in line]


def test_a_document_that_fails_leaves_the_choice_of_the_others(reader: ServedTab, tmp_path: Path) -> None:
    two = tmp_path / "two.conllu"
    words = "".join(f"{place}\tword\t_\t_\t_\t_\t_\t_\t_\t_\n" for place in range(1, 20_002))
    text = (packaged("samples") / "news_keeper.conllu").read_text(encoding="utf-8")
    two.write_text(f"{text}# newdoc id = long\n{words}\n", encoding="utf-8")
    reader.open()
    reader.page.set_input_files("#file", two)
    reader.until("document.getElementById('summary').textContent.startsWith('news_keeper: ')")
    reader.page.select_option("#document", label="long")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("the text has 20001 words")
    assert not reader.page.is_visible("#workspace")
    reader.page.select_option("#document", label="news_keeper")
    reader.page.wait_for_selector("#workspace:not([hidden])")
    assert not reader.page.is_visible("#failure")
    reader.said = [line for line in reader.said if "422" not in line]


def test_what_is_still_being_sent_can_be_cancelled(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.page.route("**/ask", lambda route: None)
    reader.page.click("#add-column")
    reader.until("document.getElementById('status').textContent === 'Sending …'")
    reader.page.click("#cancel")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == "Cancelled."
    assert not reader.page.is_visible("#cancel")
    reader.page.unroute("**/ask")
    reader.page.click("#add-column")
    reader.until("document.querySelectorAll('#text .measure').length === 2")


def test_an_option_that_fails_leaves_the_text_as_it_is(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.context.set_offline(True)
    reader.page.click("#add-column")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.page.is_visible("#workspace")
    assert _placeholder(reader) == "The sample news_keeper is shown below. Type here for another text."
    reader.context.set_offline(False)
    reader.said = [line for line in reader.said if "ERR_INTERNET_DISCONNECTED" not in line]


@pytest.mark.parametrize(
    ("source", "summary"),
    [
        pytest.param(
            "sample=news_keeper&c=key&", "news_keeper: no column has an answer; above each stands why.", id="a sample"
        ),
        pytest.param("", "No column has an answer; above each stands why.", id="a text"),
    ],
)
def test_the_text_stays_where_all_columns_fail(reader: ServedTab, source: str, summary: str) -> None:
    reader.open(f"{source}c=mitkov%3Bwindow%3A-1&c=hobbs%3Bwindow%3A-1")
    assert reader.text("#summary") == summary
    told = reader.page.locator("#text .failure").all_text_contents()
    assert [reason[:30] for reason in told] == ["option window of mitkov: -1 is", "option window of hobbs: -1 is "]
    assert reader.count("#text .sentence") > 4
    if source:
        reader.press("n", "1")
        assert reader.text("#why .why-sentence").startswith("The key has the Rovers goalkeeper ")
    reader.page.select_option("#text .head select >> nth=-1", "most-recent")
    reader.until("document.querySelectorAll('#text .failure').length === 1")


@pytest.mark.parametrize(
    ("path", "fields"), [("/", ["#file"]), ("/key", ["#file"]), ("/agreement", ["input[name=a]", "input[name=b]"])]
)
def test_a_file_that_is_too_large_is_refused_in_words(
    reader: ServedTab, tmp_path: Path, path: str, fields: list[str]
) -> None:
    reader.open(path=path, waits_for="h1")
    large = tmp_path / "large.txt"
    large.write_text(TEXT * 150_000, encoding="utf-8")
    for field in fields:
        reader.page.set_input_files(field, large)
    if path == "/agreement":
        reader.page.click("#compare")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure") == "Too large; expected at most 8 MB."
    reader.said = [line for line in reader.said if "413" not in line]


def test_what_the_guard_refuses_is_told_in_its_words(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.context.clear_cookies()
    reader.page.click("#add-column")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert reader.text("#failure").startswith("Open the address that workbench serve printed")
    reader.said = [line for line in reader.said if "403" not in line]


def test_a_column_is_added_changed_and_removed(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov")
    reader.page.click("#add-column")
    reader.page.wait_for_selector("#text .head select >> nth=1")
    reader.page.select_option("#text .head select >> nth=1", "/key")
    reader.until("document.querySelectorAll('#text .measure')[1].textContent.includes('anaphors')")
    assert "c=mitkov&c=key" in reader.address()
    reader.page.click("[aria-label='Remove column 2, key']")
    # Whoever goes by keyboard does not start again at the top.
    assert reader.page.evaluate("document.activeElement.id") == "add-column"
    reader.until("document.querySelectorAll('#text .measure').length === 1")
    assert "c=key" not in reader.address()


@pytest.mark.parametrize("change", ["remove", "add", "exchange"])
def test_a_change_that_is_not_answered_leaves_each_column_its_own_answers(reader: ServedTab, change: str) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=hobbs&c=key")
    drawn = "['mitkov', 'hobbs', '/key']"
    figures = "[...document.querySelectorAll('#text > .head')].slice(1).map((head) => head.textContent)"
    before = reader.page.evaluate(figures)
    reader.context.set_offline(True)
    if change == "exchange":
        reader.page.select_option("#text .head select >> nth=0", "most-recent")
    else:
        reader.page.click("#add-column" if change == "add" else "[aria-label='Remove column 1, mitkov']")
    reader.page.wait_for_selector("#failure:not([hidden])")
    reader.press("d", "d", "n")
    assert reader.page.evaluate(figures) == before
    selects = "[...document.querySelectorAll('#text .head select')].map((select) => select.value)"
    assert reader.page.evaluate(f"JSON.stringify({selects}) === JSON.stringify({drawn})")
    assert "c=mitkov&c=hobbs&c=key&at=" in reader.address()
    reader.context.set_offline(False)
    reader.said = [line for line in reader.said if "ERR_INTERNET_DISCONNECTED" not in line]


def test_a_reader_goes_on_while_columns_are_on_their_way(reader: ServedTab) -> None:
    reader.open("sample=news_keeper&c=mitkov&c=hobbs")
    held: list[Any] = []
    reader.page.route("**/ask", lambda route: held.append(route))
    reader.page.click("#add-column")
    reader.press("n", "d", "2")
    assert reader.text("#why h2") != ""
    assert reader.count("#text .measure") == 2
    reader.page.click("[aria-label='Remove column 1, mitkov']")
    while len(held) < 2:
        reader.page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    reader.until("document.querySelector('#text .head select').value === 'hobbs'")
    assert "c=hobbs&c=cogniac" in reader.address()
    assert reader.count("#text .measure") == 2


@pytest.mark.parametrize("width", [1280, 400])
def test_the_table_of_a_learned_resolver_fits_its_panel(browser: Any, page_served: Served, width: int) -> None:
    reader = ServedTab(browser, page_served, viewport={"width": width, "height": 900})
    reader.open("c=berkeley")
    reader.press("p")
    reader.page.wait_for_selector("#why .made-of")
    panel = "document.getElementById('why')"
    assert reader.page.evaluate(f"{panel}.scrollWidth <= {panel}.clientWidth")
    reader.close()


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


@pytest.mark.parametrize(("chosen", "aside"), [("1", "4, kennedy-boguraev"), ("4", "3, lappin-leass")])
def test_one_of_four_columns_makes_room_for_the_copy_and_comes_back(reader: ServedTab, chosen: str, aside: str) -> None:
    four = "c=mitkov&c=hobbs&c=lappin-leass&c=kennedy-boguraev"
    reader.open(f"sample=news_dairy&{four}")
    reader.press("n", "n", chosen, "t")
    reader.page.wait_for_selector("#flips p")
    assert f"Column {aside}, makes room until this is closed." in reader.text("#try .lead")
    # An unchanged copy answers as what it is a copy of.
    assert reader.text("#flips p").startswith("No pronoun flips yet.")
    reader.press("t")
    reader.page.wait_for_selector("#try", state="hidden")
    assert four in reader.address()


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


def test_a_corpus_has_the_report_of_compare_piece_by_piece(reader: ServedTab, tmp_path: Path) -> None:
    corpus = packaged("samples") / "news_keeper.conllu"
    reader.open(path="/corpus", waits_for="h1")
    reader.page.uncheck("input[name=corpus][value=samples]")
    reader.page.set_input_files("input[name=file]", corpus)
    for box in reader.page.locator("input[name=resolver]").all():
        box.set_checked(box.get_attribute("value") in ("mitkov", "most-recent"))
    reader.page.click("#compare")
    reader.page.wait_for_selector("#text .sentence")
    assert reader.count("#leaderboard tbody tr[data-resolver]") == 2
    asked = [url for url in reader.asked if "/pieces/" in url]
    assert 0 < len(asked) < 20
    reader.press("n")
    reader.page.wait_for_selector("#candidates:not([hidden]) table")


def test_submissions_are_checked_line_by_line_and_ranked(reader: ServedTab, tmp_path: Path) -> None:
    sample = packaged("samples") / "news_keeper.conllu"
    for resolver in ("mitkov", "most-recent"):
        to = tmp_path / resolver
        assert main(["resolve", str(sample), "-r", resolver, "-o", str(to), "--to", "conllu", "-q", "--no-cache"]) == 0
        (file,) = to.glob("*.conllu")
        file.rename(tmp_path / f"{resolver}.conllu")
    broken = tmp_path / "broken.conllu"
    broken.write_text("# newdoc id = a\n1\tIt\n", encoding="utf-8")
    reader.open(path="/submissions", waits_for="h1")
    plain = tmp_path / "plain.txt"
    plain.write_text(TEXT, encoding="utf-8")
    # Its document is another one, which makes the longest of the reasons.
    other = packaged("samples") / "news_dairy.conllu"
    files = [tmp_path / "mitkov.conllu", tmp_path / "most-recent.conllu", broken, plain, other]
    reader.page.set_input_files("input[name=submission]", files)
    reader.page.click("#rank")
    reader.page.wait_for_selector("#board tbody tr")
    names = reader.page.locator("#board > .scroll tbody th").all_text_contents()
    assert sorted(names) == ["mitkov", "most-recent"]
    cut = "[...document.querySelectorAll('#board > .scroll')].some((each) => each.scrollWidth > each.clientWidth)"
    for width in (1280, 400):
        reader.page.set_viewport_size({"width": width, "height": 900})
        assert not reader.page.evaluate(cut)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
    assert reader.text(".team:nth-of-type(3)").startswith("broken ✗ not scored: 2 errorsline 2 error: ")
    assert reader.text(".team:nth-of-type(4)") == "plain ✗ not scored: no coreference; expected chains or links"
    assert reader.text("#status") == "2 of 5 submissions ranked."
    assert "Tobias" not in reader.text("main")
    reader.context.set_offline(True)
    reader.page.click("#rank")
    reader.page.wait_for_selector("#failure:not([hidden])")
    assert not reader.page.is_visible("#board")
    assert not reader.page.is_visible("#teams")
    reader.context.set_offline(False)
    reader.said = [line for line in reader.said if "ERR_INTERNET_DISCONNECTED" not in line]
