"""*Why* in a browser: by keyboard alone, in words, and as a figure."""

import re

import pytest

from anaphora_workbench.resolvers import REASONS
from shown_texts import TEXT
from tabs import ServedTab

pytestmark = pytest.mark.model


@pytest.mark.parametrize(
    ("resolver", "text", "presses", "sentence"),
    [
        (
            "kennedy-boguraev",
            "The pump has a filter. Rinse it before it dries out.",
            2,
            "it (The pump) beats a filter by 205 points (370 to 165): it was mentioned recently (+50), it is a subject "
            "(+40) and it is not inside another noun phrase (+40).",
        ),
        (
            "mitkov",
            "The box stood on a table. It was heavy.",
            1,
            "The box beats a table by 3 points (3 to 0): a table is indefinite (+1), The box is the first noun phrase "
            "of its sentence (+1) and a table is in a prepositional phrase (+1).",
        ),
        (
            "mitkov",
            "The engineer bought a lamp at the market. It was old.",
            1,
            "the market and a lamp have 1 point each; the tie is broken by most recent: a lamp is indefinite (+1); but "
            "the market is in a prepositional phrase (−1).",
        ),
        (
            "mitkov",
            "Ann has a lamp. Tom likes it. She sold it to him and it broke.",
            5,
            "it (a lamp), sentence 3, beats it (a lamp), sentence 2, by 1 point (4 to 3): it is near (+1).",
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
    ("factor", "against", "words"),
    [
        ("words = 4-7", "", "words back: 4-7"),
        (
            "candidate.gender & mention.in adjunct = mf & yes",
            "",
            "candidate's gender: masculine or feminine + pronoun's in an adjunct",
        ),
        (
            "gender agreement & mention.pronoun = same & she",
            "gender agreement & mention.pronoun = clash & she",
            "gender of both: the same against different + pronoun's form: she",
        ),
        ("binding = –", "", "kept apart by binding: no"),
        ("DISTANCE_IN_WORDS = 8-15", "", "words back: 8-15"),
        ("mention.word before = &", "", "pronoun's word before: &"),
        ("SUBJ-S", "", "subject"),
        ("of a plug-in", "", "of a plug-in"),
    ],
)
def test_factors_of_learned_resolvers_have_words(reader: ServedTab, factor: str, against: str, words: str) -> None:
    reader.open("c=hobbs")
    assert reader.page.evaluate("([one, other]) => factorName(one, other || one)", [factor, against]) == words


@pytest.mark.parametrize(
    ("column", "sentences"),
    [
        (
            "mitkov%2Bspeech-pronouns",
            [
                "No antecedent: nothing before it is the same speaker or hearer. It stands for the writer peter.",
                "Dear Anna: by who speaks and who is spoken to, both are one person. It stands for the reader anna.",
                "I: by who speaks and who is spoken to, both are one person. It stands for the writer peter.",
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


def test_a_line_that_names_the_speaker_is_no_sentence_back(reader: ServedTab) -> None:
    reader.open("c=mitkov")
    reader.page.fill("#input", "ANNA: The pump broke.\nTOM: When?\nANNA: Did you repair it?\n")
    reader.until("document.getElementById('summary').textContent.startsWith('1 pronoun')")
    reader.page.evaluate("document.activeElement.blur()")
    reader.press("n")
    told = (
        "[...document.querySelectorAll('#why .candidates tbody tr')].map((line) => [line.children[1].textContent"
        ".split(' ')[0], line.querySelector('[data-label=\"sentences back\"]').textContent])"
    )
    # ANNA: | The pump broke. | TOM: | When? | ANNA: | Did you repair it?
    assert ["The", "2"] in reader.page.evaluate(told)


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


@pytest.mark.parametrize(
    ("text", "presses", "file"),
    [
        ("The pump has a filter. Rinse it.", 1, "it-sentence-2-hobbs.svg"),
        ("The pump has a filter. Rinse it before it dries out.", 2, "it-sentence-2-word-4-hobbs.svg"),
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
