"""The report as a file: its tables, sections of plug-ins, texts without a key, and large corpora."""

import importlib
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.analysis.details import ReportDetails
from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.commands import main
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.experiments.results import CorpusResults, Outcome, Results
from anaphora_workbench.workbench.page.answers.comparison_report import write_report
from anaphora_workbench.workbench.report.document.contents import ReportTables
from anaphora_workbench.workbench.report.sections import Section, available_sections, breakdowns_needed, table_names
from anaphora_workbench.workbench.runs.comparing import run
from plug_in import install, run_with
from report_files import index_of, piece_of
from served_page import served
from tabs import ReportTab, ServedTab, Tab
from tiny_corpus import ANN, Run, conllu

SAMPLES = packaged("samples")


def test_no_text_of_a_document_becomes_markup(run: Run, tmp_path: Path) -> None:
    words = [list(sentence) for sentence in ANN]
    words[0][3] = ("</script><b>", *ANN[0][3][1:])
    folder = tmp_path / "odd"
    folder.mkdir()
    (folder / "odd.conllu").write_text(conllu("odd</script>&amp;", words), encoding="utf-8")
    assert run("compare", folder, "-s", "true-gold", "-r", "mitkov", "--report", "r.html").status == 0
    text = Path("r.html").read_text(encoding="utf-8")
    assert "</script><b>" not in text
    assert text.count("</script>") == text.count("<script")
    documents = piece_of(text, index_of(text)["corpora"][0]["documents"])
    assert documents["ids"] == ["odd</script>&amp;"]


def test_it_names_no_other_place(run: Run, tiny: Path) -> None:
    assert run("compare", tiny, "-s", "true-gold", "-r", "mitkov", "--report", "r.html").status == 0
    text = Path("r.html").read_text(encoding="utf-8")
    assert not re.findall(r"(?:src|href)=\"(?!#|data:)", text)
    places = set(re.findall(r"https?://[^\"' )]+", text))
    assert places <= {"http://www.w3.org/2000/svg"}


def test_the_same_run_gives_the_same_page(run: Run, tiny: Path) -> None:
    Path("e.toml").write_text('resolvers = ["mitkov"]\n[[corpora]]\npath = "tiny"\n', encoding="utf-8")
    for name in ("one", "two"):
        assert run("compare", "e.toml", "--report", f"{name}.html", "--tables", name).status == 0
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()
    for file in Path("one").iterdir():
        assert file.read_bytes() == (Path("two") / file.name).read_bytes()


def test_a_form_without_anaphors_has_no_resolution_rate(run: Run, tmp_path: Path) -> None:
    words = [list(sentence) for sentence in ANN]
    words[1][2] = (*words[1][2][:-1], "")
    (tmp_path / "ann.conllu").write_text(conllu("ann", words), encoding="utf-8")
    asked = ("compare", tmp_path / "ann.conllu", "-s", "true-gold", "-r", "oracle", "--table", "disclosure")
    ran = run(*asked, "--format", "csv")
    assert [line.split(",")[-10:] for line in ran.out.splitlines()[1:]] == [
        ["oracle", "it", "1", "1", "0", "0", "0", "0", "0", ""],
        ["oracle", "she", "1", "0", "0", "0", "1", "0", "1", "1.0"],
        ["oracle", "all", "2", "1", "0", "0", "1", "0", "1", "1.0"],
    ]


def test_identities_of_the_baselines_hold_in_the_table(run: Run, tiny: Path) -> None:
    # Màrquez et al. (2012): singletons' CEAF = its B³ recall = entities / mentions; all-in-one's MUC recall = 1.
    words = ("-r", "singletons", "-r", "all-in-one", "-r", "oracle", "-s", "true-gold", "--table", "marquez")
    tables = json.loads(run("compare", tiny, *words, "--format", "json").out)
    rows = {row["resolver"]: row for row in tables["Baselines and oracle (after Màrquez et al. 2012, Table 5)"]}
    assert rows["singletons"]["ceaf_m"] == rows["singletons"]["b_cubed_recall"] == 4 / 8
    assert rows["all-in-one"]["muc_recall"] == 1
    assert rows["all-in-one"]["blanc_recall"] == 0.5
    assert rows["oracle"]["ceaf_m"] == 1


TEXT = "The pump has a filter. It hums. The man said that he was tired."


@pytest.mark.model
class TestTextsWithoutAKey:
    @pytest.fixture(scope="class")
    @classmethod
    def folder(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        """A folder with a text of one's own."""
        folder = tmp_path_factory.mktemp("keyless")
        (folder / "notes.txt").write_text(TEXT, encoding="utf-8")
        return folder

    def test_the_report_shows_who_differs(self, browser: Any, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["-r", "kennedy-boguraev", "-r", "cogniac", "-r", "oracle", "--no-cache", "-j", "1", "-q"]
        assert main(["compare", str(folder / "notes.txt"), *words, "--report", str(folder / "r.html")]) == 0
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err == (
            "warning: notes: 1 document without a key: the report shows the answers, and no figure counts them\n"
        )
        opened = ReportTab(browser, folder / "r.html", address="#notes/s2?a=kennedy-boguraev&b=cogniac")
        opened.page.wait_for_selector("#candidates:not([hidden]) table.candidates")
        sentences = opened.page.locator(".why-sentence").all_text_contents()
        assert sentences == [
            "The pump beats a filter by 15 points (180 to 165): it is a subject (+40); "
            "but a filter is a direct object (−25).",
            "a filter was chosen by the rule pick most recent: the most recent one.",
        ]
        assert opened.page.locator("#text > .head").all_text_contents() == ["", "A kennedy-boguraev", "B cogniac"]
        assert opened.count("#text [data-side=A] .pronoun.differs") == 1
        opened.page.select_option("#filter-answers", "differ")
        assert opened.shown() == (1, 2)
        shown = opened.page.locator("main > section:visible").evaluate_all("all => all.map(({id}) => id)")
        assert shown == ["documents", "pronouns"]
        assert "key" not in opened.text("#pronoun-table")
        opened.page.select_option("#resolver-b", label="oracle (oracle)")
        opened.page.wait_for_function("document.querySelector('#candidates').textContent.includes('has none')")
        assert opened.said == []
        opened.close()

    def test_texts_with_and_without_a_key_lie_apart(self, browser: Any, folder: Path) -> None:
        words = ["-r", "mitkov", "--no-cache", "-j", "1", "-q", "-o", str(folder / "m.json")]
        corpora = [str(SAMPLES / "manual_sync.conllu"), str(folder / "notes.txt")]
        assert main(["compare", *corpora, *words, "--report", str(folder / "m.html")]) == 0
        assert list(json.loads((folder / "m.json").read_text())["corpora"]) == ["manual_sync"]
        opened = ReportTab(browser, folder / "m.html")
        assert opened.page.locator("#corpus option").all_text_contents() == ["manual_sync", "notes"]
        opened.page.select_option("#corpus", label="notes")
        opened.page.wait_for_function("document.querySelector('#plots').hidden")
        assert not opened.page.is_visible("#leaderboard")
        opened.until("document.querySelector('#pronoun-count').textContent.trim().startsWith('2 of 2 ')")
        assert opened.said == []
        opened.close()

    @pytest.mark.parametrize(
        "figures",
        [
            pytest.param(("-o", "r.json"), id="output"),
            pytest.param(("--tables", "tables"), id="tables"),
            pytest.param(("--table", "leaderboard"), id="table"),
            pytest.param(("--format", "csv"), id="format"),
        ],
    )
    def test_what_holds_figures_is_not_written(
        self,
        figures: tuple[str, ...],
        folder: Path,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.chdir(tmp_path)
        words = ["-r", "mitkov", "--no-cache", "-j", "1", "-q", "--report", "r.html"]
        assert main(["compare", str(folder / "notes.txt"), *words, *figures]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.splitlines()[0] == "error: notes: no key, so no figures to show; expected --report alone"
        assert [file.name for file in tmp_path.iterdir() if not file.is_dir() or [*file.iterdir()]] == ["r.html"]

    def test_without_a_report_a_key_is_expected(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["compare", str(folder / "notes.txt"), "-r", "mitkov", "--no-cache", "-j", "1", "-q"]) == 2
        assert "expected a corpus with a key, or compare --report FILE" in capsys.readouterr().err

    def test_only_the_key_answers(self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["-r", "oracle", "--no-cache", "-j", "1", "-q", "--report", str(tmp_path / "r.html")]
        assert main(["compare", str(folder / "notes.txt"), *words]) == 2
        assert "nothing answers without one; expected a resolver that needs no key" in capsys.readouterr().err
        assert [*tmp_path.iterdir()] == []

    def test_a_run_folder_answers(self, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        words = ["-r", "mitkov", "--no-cache", "-j", "1", "-q", "--report", str(tmp_path / "r.html")]
        assert main(["compare", str(folder / "notes.txt"), *words, "--run", str(tmp_path / "run")]) == 0
        first = (tmp_path / "r.html").read_text(encoding="utf-8")
        (tmp_path / "r.html").unlink()
        assert main(["compare", "--resume", str(tmp_path / "run"), "-q"]) == 0
        assert (tmp_path / "r.html").read_text(encoding="utf-8") == first


CODE = '''
"""Who answered most."""

from pathlib import Path
from typing import Any

from anaphora_workbench.workbench.report.sections import Section, in_each_setting
from anaphora_workbench.workbench.report.tables import Column, Table


def eager(results, corpus, setting):
    rows = [{"resolver": name, "share": outcome.attempted / 8} for name, outcome in corpus.settings[setting].items()]
    columns = [Column("resolver", "resolver"), Column("share", "answered", "percent")]
    return Table(f"{corpus.name}, {setting}: eagerness", columns, rows)


EAGER = Section("eagerness", "Who answers most", link="Eagerness", tables=in_each_setting(eager))
DRAWN = Section(
    "drawn",
    "Drawn",
    template=Path(__file__).with_name("drawn.html.j2"),
    content=lambda results: {"word": "<resolvers>"},
    script=Path(__file__).with_name("drawn.js"),
    data=lambda results: list(results.experiment.resolvers),
)
MISNAMED = Section("other", "Other")
UNSAFE = Section("../other", "Other")
FAILING = Section("failing", "Failing", tables=lambda results: 1 / 0)
TABLELESS = Section("tableless", "Tableless", tables=in_each_setting(lambda results, corpus, setting: [1]))
UNCOUNTED = Section("uncounted", "Uncounted", breakdowns=("verb",))
SPELT = Section("spelt", "Spelt", metrics=("lea"))
CLEARING = Section("clearing", "Clearing", content=lambda results: results.corpora.clear() or {})
EMPTYING = Section("emptying", "Emptying", tables=lambda results: [
    by_row.clear() for corpus in results.corpora.values() for by_row in corpus.settings.values()
][:0])
UNDOING = Section("undoing", "Undoing", tables=lambda results: [
    setattr(outcome, "details", {}) for corpus in results.corpora.values()
    for by_row in corpus.settings.values() for outcome in by_row.values()
][:0])
SPEECHLESS = Section("speechless", "Speechless", data=lambda results: {1, 2})
'''
SCRIPT = (
    'whenChosen(async () => byId("drawing").replaceChildren(`${await sectionData("drawn")} ${resolverName(state.a)}`));'
)
STEADY = ("-s", "true-gold", "-r", "singletons", "-r", "oracle", "--no-cache", "-j", 1, "-q")


def test_the_sections_that_have_tables_are_known_before_they_are_loaded() -> None:
    assert table_names() == [section.name for section in available_sections() if section.tables is not None]


def plug_in(tmp_path: Path, *points: str) -> Path:
    """A folder with an installed distribution that has these entry points, as in ``name = OBJECT``."""
    lines = "\n".join(point.replace("= ", "= crowd:") for point in points)
    site = install(tmp_path / "site", "crowd", CODE, f"[anaphora_workbench.report_sections]\n{lines}\n")
    (site / "drawn.html.j2").write_text('<p id="drawing">{{ word }}</p>', encoding="utf-8")
    (site / "drawn.js").write_text(SCRIPT, encoding="utf-8")
    return site


def test_it_is_printed_written_and_on_the_page(tiny: Path, tmp_path: Path) -> None:
    site = plug_in(tmp_path, "eagerness = EAGER")
    words = (*STEADY, "--table", "eagerness", "--tables", tmp_path / "tables", "--report", tmp_path / "r.html")
    done = run_with(site, "compare", tiny, *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "tiny, true-gold: eagerness"
    assert [line.split() for line in done.stdout.splitlines()[3:-1]] == [["singletons", "0.0"], ["oracle", "50.0"]]
    written = (tmp_path / "tables" / "eagerness.csv").read_text(encoding="utf-8")
    assert written == "resolver,share\nsingletons,0.0\noracle,0.5\n"
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    headings = re.findall(r'<section id="(.*?)">\n  <h2>(.*?)</h2>', page)
    assert headings[-2:] == [("eagerness", "Who answers most"), ("signatures", "Signatures")]
    links = re.findall(r'<a href="#(.*?)">(.*?)</a>', page)
    assert links[-2:] == [("eagerness", "Eagerness"), ("signatures", "Signatures")]
    assert '<table id="eagerness-1">' in page
    assert "eagerness" in run_with(site, "compare", "--help").stdout
    assert "eagerness" in run_with(site, "compare", tiny, "--table", "nothing").stderr


def test_it_brings_a_template_a_script_and_data(browser: Any, tiny: Path, tmp_path: Path) -> None:
    site = plug_in(tmp_path, "drawn = DRAWN")
    file = tmp_path / "r.html"
    assert run_with(site, "compare", tiny, *STEADY, "--report", file).stderr == ""
    assert '<p id="drawing">&lt;resolvers&gt;</p>' in file.read_text(encoding="utf-8")
    tab = Tab(browser)
    tab.page.goto(file.as_uri())
    tab.page.wait_for_selector("#drawing:has-text('oracle')")
    assert tab.text("#drawing") == "singletons,oracle singletons"
    tab.close()


def test_those_that_change_the_results_take_nothing_from_the_others(tiny: Path, tmp_path: Path) -> None:
    changing = ("clearing = CLEARING", "emptying = EMPTYING", "undoing = UNDOING")
    site = plug_in(tmp_path, *changing, "eagerness = EAGER")
    done = run_with(site, "compare", tiny, *STEADY, "--report", tmp_path / "r.html")
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert '<table id="eagerness-1">' in page
    assert [resolver in page for resolver in ("singletons", "oracle")] == [True, True]


BROKEN = {
    "misnamed": "(crowd:MISNAMED) calls itself 'other'; expected the name",
    "unsafe": "(crowd:UNSAFE) has the name '../other'; expected lower case",
    "eager": "(crowd:eager) is of type function; expected a",
    "failing": "(crowd:FAILING) failed: ZeroDivisionError: division by zero",
    "tableless": "(crowd:TABLELESS) failed: TypeError: it made",
    "uncounted": "(crowd:UNCOUNTED) needs the breakdown 'verb'; there",
    "spelt": "(crowd:SPELT) has the metrics 'lea'; expected a tuple of text",
    "speechless": "(crowd:SPEECHLESS) failed: TypeError: Object of",
}


def test_broken_ones_are_named_once_and_left_out(tiny: Path, tmp_path: Path) -> None:
    points = [f"{name} = {name if name == 'eager' else name.upper()}" for name in BROKEN]
    site = plug_in(tmp_path, *points, "eagerness = EAGER")
    words = (*STEADY, "--tables", tmp_path / "tables", "--report", tmp_path / "r.html")
    done = run_with(site, "compare", tiny, *words)
    assert (done.returncode, done.stderr.count("\n")) == (0, len(BROKEN))
    for name, reason in BROKEN.items():
        assert done.stderr.count(f"warning: report section {name!r} {reason}") == 1
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert '<section id="eagerness">' in page
    assert page.count("<section id=") == page.count("</section>")
    assert {file.stem for file in (tmp_path / "tables").iterdir()} >= {"leaderboard", "eagerness", "marquez"}


def test_a_table_that_failed_is_not_called_empty(tiny: Path, tmp_path: Path) -> None:
    site = plug_in(tmp_path, "failing = FAILING")
    done = run_with(site, "compare", tiny, *STEADY, "--table", "failing")
    reason = "report section 'failing' (crowd:FAILING) failed: ZeroDivisionError: division by zero"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"warning: {reason}\n")


def test_every_section_is_registered() -> None:
    folder = Path(__file__).parents[2] / "workbench" / "report" / "sections"
    package = "anaphora_workbench.workbench.report.sections"
    modules = [importlib.import_module(f"{package}.{file.stem}") for file in folder.glob("[a-z]*.py")]
    written = {value.name for module in modules for value in vars(module).values() if isinstance(value, Section)}
    assert {section.name for section in available_sections()} == written
    assert set(table_names()) < written
    assert set(breakdowns_needed()) == {"genre", "mention-class"}


def test_the_help_lists_every_table(run: Run) -> None:
    help_text = " ".join(run("compare", "--help").out.split())
    assert ", ".join(table_names()) in help_text


DOCUMENTS = 10_000
COUNT = "document.getElementById('pronoun-count').textContent"
RESOLVERS = ("mitkov", "most-recent")


def results_of(folder: Path) -> Results:
    experiment = Experiment(corpora_at((folder,)), RESOLVERS, settings=(setting_named("true-gold"),))
    return run(experiment.completed(), details=ReportDetails(), only=("success_rate", "precision"))


def repeated(results: Results, times: int) -> Results:
    """Results of as many documents as if there were that many copies of the first."""
    (corpus,) = results.corpora.values()
    ids = [f"document-{number}" for number in range(times)]

    def copied(outcome: Outcome) -> Outcome:
        counts, details = next(iter(outcome.documents.values())), next(iter(outcome.details.values()))
        return Outcome(dict.fromkeys(ids, counts), dict.fromkeys(ids, details), depends_on=outcome.depends_on)

    settings = {
        setting: {row: copied(outcome) for row, outcome in by_row.items()}
        for setting, by_row in corpus.settings.items()
    }
    many = CorpusResults(corpus.name, corpus.checksum, ids, settings, languages=corpus.languages)
    return replace(results, corpora={corpus.name: many})


@pytest.mark.slow
def test_ten_thousand_documents(browser: Any, tiny: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    home = tmp_path_factory.mktemp("many")
    with served(home, "--jobs", "1") as page:
        (own,) = home.iterdir()
        folder = own / "reports" / "many"
        write_report(ReportTables(repeated(results_of(tiny / "ann.conllu"), DOCUMENTS)), folder)
        assert (folder / "page.html").stat().st_size < 100_000
        tab = ServedTab(browser, page)
        tab.open(path="/corpus/many/")
        tab.until("document.querySelectorAll('#pronoun-table tbody tr').length === 40")
        # What is counted over all pronouns takes its time; the first page has not waited for it.
        first = sum("/pieces/" in url for url in tab.asked)
        tab.until(
            "/^20000 of 20000 pronouns; .* differ on \\d+$/.test(document.getElementById('pronoun-count').textContent)"
        )
        assert tab.text("#pronoun-page") == "page 1 of 500"
        assert first < 12
        assert tab.count("#document option") == 201
        tab.page.select_option("#document", "200")
        tab.until("document.getElementById('document').value === '200'")
        assert tab.page.locator("#document option").first.text_content() == "… 1 to 200 of 10000"
        tab.open(
            "document-9999/s2?a=mitkov&b=most-recent", "/corpus/many/", "#candidates:not([hidden]) table.candidates"
        )
        assert "document-9999" in tab.text("#candidates-title")
        tab.page.select_option("#filter-form", "it")
        tab.until(f"{COUNT}.startsWith('10000 of 20000 ')")
        tab.until("document.querySelectorAll('#pronoun-table tbody tr').length === 40")
        heap = tab.page.evaluate("performance.memory.usedJSHeapSize")
        assert heap < 100_000_000
        tab.check_silence()
        tab.close()
