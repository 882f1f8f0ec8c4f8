"""The exercise for a class: the file that the command writes, and what a student does with it."""

import re
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.commands import main
from tabs import Tab
from tiny_corpus import Run

SAMPLE = packaged("samples") / "news_keeper.conllu"
COLUMNS = ("-r", "most-recent", "-r", "cogniac", "--no-cache", "-q")


def made(run: Run, *inputs: Path, options: tuple[str, ...] = ()) -> str:
    ran = run("exercise", *inputs, *COLUMNS, *options, "-o", "exercise.html")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    return Path("exercise.html").read_text(encoding="utf-8")


def test_nothing_of_the_text_can_be_read_in_the_file_and_it_asks_nobody(run: Run, tiny: Path) -> None:
    written = (tiny / "ann.conllu").read_text(encoding="utf-8").replace("Ann", "Zelda").replace("lamp", "gadget")
    Path("zelda.conllu").write_text(written, encoding="utf-8")
    html = made(run, Path("zelda.conllu"))
    packed = re.search(r'id="piece">([^<]*)<', html)
    assert packed
    assert all(word in zlib.decompress(b64decode(packed[1])).decode() for word in ("Zelda", '"the gadget"'))
    assert not re.search(r"zelda\b|gadget", html.replace(packed[1], ""), re.IGNORECASE)
    assert not re.search(r'(src|href)="(?!#|data:)', html)
    assert "default-src 'none'" in html


@pytest.mark.parametrize(
    ("options", "says"),
    [
        pytest.param((), "2 documents; expected one: choose it with --document ann", id="several"),
        pytest.param(("--document", "bob"), "--document bob: there are: ann, tom", id="no such"),
    ],
)
def test_one_document_is_asked_for(run: Run, tiny: Path, options: tuple[str, ...], says: str) -> None:
    ran = run("exercise", tiny, *COLUMNS, *options, "-o", "exercise.html")
    assert ran.status == 2
    assert says in ran.err
    assert not Path("exercise.html").exists()


def test_one_document_of_several_is_chosen_by_its_id(run: Run, tiny: Path) -> None:
    assert "<title>tom:" in made(run, tiny, options=("--document", "tom"))


@pytest.fixture(scope="module")
def exercise(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("exercise") / "exercise.html"
    beginning = file.with_name("beginning.conllu")
    beginning.write_text("\n\n".join(SAMPLE.read_text("utf-8").split("\n\n")[:18]) + "\n\n", encoding="utf-8")
    assert main(["exercise", str(beginning), "-r", "mitkov", "-r", "hobbs", "--no-cache", "-q", "-o", str(file)]) == 0
    return file


@pytest.mark.model
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), pytest.param(400, "dark", marks=pytest.mark.slow)])
def test_a_student_guesses_every_pronoun_and_is_told_how_many_are_right(
    browser: Any, exercise: Path, width: int, theme: str
) -> None:
    tab = Tab(browser, viewport={"width": width, "height": 900}, color_scheme=theme)
    tab.page.goto(exercise.as_uri())
    tab.page.wait_for_selector("#text .pronoun")
    total = tab.count("#text .pronoun")
    assert tab.text("#progress") == f"{total} pronouns."
    assert tab.count("#text .right, #text .wrong, #why .guessed, #sheet-table tr") == 0
    rights = 0
    for number in range(total):
        tab.press("n")
        offered = tab.page.locator("#why .guesses button").all_text_contents()
        assert len(offered) == len(set(offered))
        box = tab.page.locator("#text .pronoun.selected").bounding_box()
        panel = tab.page.locator("#why").bounding_box()
        assert box
        assert panel
        assert 0 <= box["y"] < (panel["y"] if width == 400 else 900)
        tab.page.locator("#why .guesses button").nth(-1 if number % 2 else 0).click()
        rights += "✓ right" in tab.text("#why .guessed p")
        assert tab.count("#why details.column") == 2
    assert tab.text("#progress").startswith(f"All {total} pronouns guessed: {rights} right; mitkov ")
    assert 0 < rights < total
    assert tab.count("#text .pronoun.right") == rights
    tab.page.click("#answers")
    assert tab.count("#sheet-table tbody tr") == total
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    tab.page.click("#again")
    assert tab.count("#text .right, #text .wrong") == 0
    assert tab.said == []
    assert [url for url in tab.asked if not url.startswith(("file:", "data:"))] == []
    tab.close()
