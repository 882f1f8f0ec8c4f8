"""The report in a browser: what a reader does with it, without a network and without an error."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from language_folders import register

from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.analysis.causes import OF_PRECISION
from anaphora_workbench.workbench.commands import main
from tabs import ReportTab
from tiny_corpus import Run, check_golden

SAMPLES = packaged("samples")
RESOLVERS = ("kennedy-boguraev", "mitkov", "cogniac-high-precision", "oracle")
RESPONSE = "theirs"


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of two samples, four resolvers and the answers of a system of which only files are known."""
    folder = tmp_path_factory.mktemp("report")
    corpus = folder / "stories"
    corpus.mkdir()
    for name in ("fiction_ferry", "news_keeper"):
        shutil.copy(SAMPLES / f"{name}.conllu", corpus)
    file = folder / "report.html"
    words = [word for name in RESOLVERS for word in ("-r", name)]
    steady = ["--no-cache", "--jobs", "1", "-q"]
    answers = folder / "answers"
    assert main(["resolve", str(corpus), "-r", "most-recent", "-o", str(answers), "--to", "np-xml", *steady]) == 0
    words += ["--response", f"{RESPONSE}={answers}", "--report", str(file)]
    assert main(["compare", str(corpus), *words, *steady]) == 0
    return file


class Reader(ReportTab):
    """A reader of a report of several resolvers."""

    def success(self, side: str) -> float:
        """The success rate of A or B in the leaderboard, in percent."""
        row = self.page.locator(f"#leaderboard div:not([hidden]) tr.is-{side} td").all_text_contents()
        return float(row[1])

    def anaphors(self) -> int:
        """How many anaphors the leaderboard says there are."""
        caption = re.search(r"(\d+) anaphors", self.text("#leaderboard div:not([hidden]) figcaption"))
        assert caption
        return int(caption.group(1))


@pytest.fixture
def reader(browser: Any, report: Path) -> Iterator[Reader]:
    opened = Reader(browser, report)
    yield opened
    opened.check_silence()
    opened.close()


@pytest.mark.model
class TestReader:
    def test_filters_narrow_the_table_of_pronouns(self, reader: Reader) -> None:
        rows, total = reader.shown()
        assert rows == total > 60
        reader.page.select_option("#filter-form", "it")
        of_form, _ = reader.shown()
        assert 0 < of_form < total
        forms = reader.page.locator("#pronoun-table tbody tr td:nth-child(3)").all_text_contents()
        assert set(forms) == {"it"}
        reader.page.click("#filters button[type=reset]")
        reader.page.select_option("#filter-a", "!r")
        reader.page.select_option("#filter-b", "r")
        only_b, _ = reader.shown()
        assert 0 < only_b < total
        rights = "all => all.map(row => [5, 7].map(cell => row.querySelectorAll('td')[cell].textContent[0] === '✓'))"
        rows_shown = reader.page.locator("#pronoun-table tbody tr").evaluate_all(rights)
        assert rows_shown == [[False, True]] * only_b
        reader.page.click("#filters button[type=reset]")
        assert reader.shown() == (total, total)

    def test_the_four_fields_of_a_against_b_are_the_rows_they_show(self, reader: Reader) -> None:
        for place, letters in enumerate((("✓", "✓"), ("✓", ""), ("", "✓"), ("", ""))):
            cell = reader.page.locator("#contrast td:has(button)").nth(place)
            number = int(str(cell.text_content()).split()[0])
            cell.locator("button").evaluate("button => button.click()")
            assert reader.shown()[0] == number, letters

    def test_a_pronoun_opens_its_candidates_and_keys_walk_on(self, reader: Reader) -> None:
        reader.page.locator("#pronoun-table tbody button").first.click()
        reader.page.wait_for_selector("#candidates:not([hidden]) table.candidates")
        first, title = reader.address(), reader.text("#candidates-title") + reader.text("#candidates-context")
        assert reader.count("#candidates-a tr.chosen") == 1
        assert "points" in reader.text("#candidates-a table thead")
        assert reader.count("#text .pronoun.selected") == 3
        reader.press("n")
        reader.until(f"location.hash !== {first!r}")
        assert reader.text("#candidates-title") + reader.text("#candidates-context") != title
        reader.press("p")
        reader.until(f"location.hash === {first!r}")
        assert reader.text("#candidates-title") + reader.text("#candidates-context") == title
        reader.page.keyboard.press("Escape")
        reader.page.wait_for_selector("#candidates", state="hidden")

    def test_the_oracle_has_the_chains_of_the_key(self, reader: Reader) -> None:
        reader.page.select_option("#resolver-a", label="oracle (oracle)")
        reader.page.wait_for_function("document.querySelector('#text').textContent.includes('A oracle')")
        chains = "all => all.map(one => one.dataset.chain)"
        key, oracle = (
            reader.page.locator(f"#text [data-side={side}] .mention").evaluate_all(chains) for side in ("key", "A")
        )
        assert key == oracle
        assert len(key) > 100

    def test_settings_documents_and_classes_can_be_changed(self, reader: Reader) -> None:
        reader.page.select_option("#setting", "system-predicted")
        reader.page.wait_for_selector("[data-view='stories|system-predicted'] table")
        reader.page.wait_for_selector("[data-view='stories|true-predicted'] table", state="hidden")
        reader.page.select_option("#bars-by", "document")
        reader.page.wait_for_function("document.querySelectorAll('#bars rect.bar-a').length === 3")
        reader.page.click("#document-on")
        reader.page.wait_for_function("document.querySelector('#document').value === '1'")
        cells = (len(RESOLVERS) + 1) ** 2
        reader.page.wait_for_function(f"document.querySelectorAll('#same-answers td').length === {cells}")

    def test_genres_have_a_table_bars_and_difficulty(self, reader: Reader) -> None:
        rows = reader.page.locator("#genres div[data-view]:not([hidden]) tr").all_text_contents()
        assert len(rows) == 1 + len(RESOLVERS) + 1
        assert rows[0].startswith("resolver")
        reader.page.select_option("#bars-by", "genre")
        reader.page.wait_for_function("document.querySelectorAll('#bars rect.bar-a').length === 3")
        labels = reader.page.locator("#bars text.figure title").all_text_contents()
        assert sorted(labels) == ["fiction", "news"]
        assert "stories: by genre" in reader.text("#difficulty")

    def test_tables_are_exported(self, reader: Reader) -> None:
        reader.page.locator(".export summary:visible").first.click()
        for ending, part in (("csv", "resolver,"), ("tex", r"\begin{tabular}"), ("md", "| resolver"), ("json", "[")):
            with reader.page.expect_download() as download:
                reader.page.locator(f".export button[data-ending={ending}]:visible").first.click()
            assert download.value.suggested_filename == f"leaderboard-1.{ending}"
            assert part in Path(str(download.value.path())).read_text(encoding="utf-8")

    def test_causes_add_up_to_what_the_success_rate_lacks(self, reader: Reader) -> None:
        rows = [row.locator("td").all_text_contents() for row in reader.page.locator("#causes tbody tr").all()]
        shares = {cells[0]: cells[2] for cells in rows}
        of_precision = OF_PRECISION & shares.keys()
        assert {shares.pop(cause) for cause in of_precision} == {"–"}
        lacking = 100 - float(reader.success("a"))
        assert sum(map(float, shares.values())) == pytest.approx(lacking, abs=0.05 * (len(shares) + 1))

    def test_figures_are_those_of_the_tables_and_of_explain(self, reader: Reader) -> None:
        pairs = [(part, whole) for whole in (16, 40, 48, 80) for part in range(whole + 1)]
        told = reader.page.evaluate("(pairs) => pairs.map(([part, whole]) => percent(part, whole))", pairs)
        assert told == [f"{100 * (part / whole):.1f}" for part, whole in pairs]
        values = [number / 16 for number in range(-40, 41)] + [12.3, *(number / 1000 for number in range(-4000, 4001))]
        told = reader.page.evaluate("(values) => values.map(hundredths)", values)
        assert told == [round(value, 2) for value in values]
        # Twice 3.12, and twice a learned weight of 0.624.
        added = reader.page.evaluate("pointsOf(['a', 'b'], {a: 3.125, b: 3.125})")
        learned = reader.page.evaluate("pointsOf(['a = 1', 'b = 2'], {'a = 1': 0.624, 'b = 2': 0.624})")
        assert [added, learned] == pytest.approx([6.24, 1.248])
        # The lead is that of the points shown.
        factors = "{a: 3.125, b: 3.125}"
        winner = f"{{words: 'one', values: {factors}, sum: 6.25, points: pointsOf(['a', 'b'], {factors})}}"
        told = reader.page.evaluate(
            f"(([winner, other]) => choiceInWords({{winner, ranked: [winner, other], compared: [winner, other], "
            "row: {chosen: [-1]}, place: 0, trace: {}, removed: [], factors: ['a', 'b'], features: []})"
            f".map((part) => part.textContent ?? part).join(''))([{winner}, "
            "{words: 'another', values: {}, sum: 0, points: 0}])"
        )
        assert told.startswith("one beats another by 6.24 points (6.24 to 0): ")

    def test_the_address_opens_what_it_says(self, browser: Any, report: Path) -> None:
        """One pronoun with the two rows that are to be compared, as a lecturer would send it."""
        opened = Reader(browser, report, address="#fiction_ferry/s6?a=mitkov&b=oracle&word=14")
        opened.page.wait_for_selector("#candidates:not([hidden]) table.candidates")
        assert "“it” in fiction_ferry, sentence 6" in opened.text("#candidates-title")
        assert opened.page.input_value("#resolver-a") == "1"
        assert "by 2 points" in opened.text("#candidates-answers .why-sentence")
        opened.page.keyboard.press("n")
        opened.page.wait_for_function("location.hash.includes('/s6?') && location.hash.includes('word=')")
        again = Reader(browser, report, address=opened.page.evaluate("location.hash"))
        again.page.wait_for_selector("#candidates:not([hidden])")
        assert again.text("#candidates-title") == opened.text("#candidates-title")
        assert again.page.evaluate("location.hash") == opened.page.evaluate("location.hash")
        again.close()
        opened.close()

    def test_step_by_step_in_the_panel_and_in_the_text(self, reader: Reader) -> None:
        reader.page.locator("#pronoun-table tbody button").nth(20).click()
        reader.page.wait_for_selector("#candidates:not([hidden]) table.candidates")
        assert reader.count("#text [data-side=A] .candidate.removed") > 0
        assert reader.count("#text [data-side=A] .candidate.winner") == 1
        assert reader.count("#text [data-side=key] .candidate") == 0
        reader.press("s")
        reader.page.wait_for_selector("#candidates .step")
        total = int(reader.text("#candidates .step").split(" of ")[1].split(".")[0])
        assert (reader.count("#text [data-side=A] .candidate"), reader.count("#candidates tr.chosen")) == (0, 0)
        crossed = []
        for step in range(2, total + 1):
            reader.press("ArrowRight")
            reader.until(f"location.hash.includes('step=a{step}')")
            crossed.append(reader.count("#text [data-side=A] .candidate.removed"))
        assert crossed == sorted(crossed)
        assert reader.count("#candidates tr.chosen") == 1
        reader.press("s")
        reader.until("!location.hash.includes('step=')")
        assert reader.count("#candidates .step-buttons") == 2

    @pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), pytest.param(400, "dark", marks=pytest.mark.slow)])
    def test_the_panel_leaves_the_sentence_in_view(self, browser: Any, report: Path, width: int, scheme: str) -> None:
        opened = Reader(browser, report, color_scheme=scheme)
        opened.page.set_viewport_size({"width": width, "height": 800})
        for _ in range(4):
            before = opened.page.evaluate("location.hash")
            opened.page.keyboard.press("n")
            opened.page.wait_for_function("old => location.hash !== old", arg=before)
            word, panel, cut = opened.page.evaluate(
                "() => { const box = (one) => one.getBoundingClientRect().toJSON(); const panel = document"
                ".querySelector('#candidates'); return [box(document.querySelector('#text .pronoun.selected')),"
                " box(panel), panel.scrollWidth - panel.clientWidth]; }"
            )
            assert cut == 0
            if width == 400:
                assert 0 <= word["top"] < word["bottom"] <= panel["top"]
            else:
                assert 0 <= word["top"] < word["bottom"] <= 800
                assert word["right"] <= panel["left"]
        while not opened.count("table.candidates tbody tr"):
            opened.page.keyboard.press("n")
        row = opened.page.evaluate("getComputedStyle(document.querySelector('table.candidates tbody tr')).display")
        assert row == ("grid" if width == 400 else "table-row")
        opened.close()


HEBREW = """\
# newdoc id = menora
# global.Entity = eid-etype-head-other
# meta::language = he
# sent_id = menora-1
1\tרות\tרות\tPROPN\t_\tGender=Fem|Number=Sing\t2\tnsubj\t_\tEntity=(a-person-1-)
2\tראתה\tראה\tVERB\t_\t_\t0\troot\t_\t_
3\tמנורה\tמנורה\tNOUN\t_\tGender=Fem|Number=Sing\t2\tobj\t_\tEntity=(b-object-1-)|SpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

# sent_id = menora-2
1\tהיא\tהוא\tPRON\t_\tGender=Fem|Number=Sing|Person=3|PronType=Prs\t2\tnsubj\t_\tEntity=(a-person-1-)
2\tישנה\tישן\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

"""


def test_right_to_left_text_runs(browser: Any, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sentences and cells take the direction of their text; a page of English around them stays as it is."""
    register(monkeypatch, Language("he", "Hebrew", None))
    (tmp_path / "menora.conllu").write_text(HEBREW, encoding="utf-8")
    resolvers = ["--resolver=most-recent", "--resolver=oracle"]
    done = run("compare", "menora.conllu", *resolvers, "--setting=true-gold", "--report=r.html", "--quiet", "--jobs=1")
    assert done.status == 0, done.err
    opened = Reader(browser, tmp_path / "r.html")
    direction = "element => getComputedStyle(element).direction"
    assert opened.page.eval_on_selector("#text .sentence", direction) == "rtl"
    assert opened.page.eval_on_selector("body", direction) == "ltr"
    assert "רות" in opened.text("#text .sentence")
    opened.close()


@pytest.mark.model
class TestFigures:
    """A pronoun as a figure for a paper; its words need care in SVG and LaTeX."""

    @pytest.fixture(scope="class")
    @classmethod
    def opened(cls, browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReportTab]:
        folder = tmp_path_factory.mktemp("figures")
        (folder / "notes.txt").write_text(
            "Smith & Sons <b> sold the 5% share_of_iron in May. Anna liked the $ sign. It was old.", encoding="utf-8"
        )
        words = ["-r", "mitkov", "-r", "hobbs", "--no-cache", "-j", "1", "-q", "--report", str(folder / "r.html")]
        assert main(["compare", str(folder / "notes.txt"), *words]) == 0
        tab = ReportTab(browser, folder / "r.html", address="#notes/s3?a=mitkov&b=hobbs")
        tab.page.wait_for_selector("#candidates-a [data-figure]")
        yield tab
        tab.check_silence()
        tab.close()

    @pytest.mark.parametrize(("kind", "golden"), [("SVG", "figure.svg"), ("LaTeX", "figure.tex")])
    def test_as_text(self, opened: ReportTab, kind: str, golden: str) -> None:
        with opened.page.expect_download() as download:
            opened.page.locator(f"#candidates-a [data-figure={kind}]").first.click()
        assert download.value.suggested_filename == f"It-sentence-3-mitkov.{golden.partition('.')[2]}"
        text = Path(str(download.value.path())).read_text(encoding="utf-8")
        if kind == "SVG":
            ElementTree.fromstring(text)
        check_golden(golden, text)
