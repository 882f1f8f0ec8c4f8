"""A section of a plug-in is a section of the report; a broken one hurts no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.workbench.report.sections import available_sections, breakdowns_needed, table_names
from plug_in import install, run_with
from tabs import Tab
from tiny_corpus import Run

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


@pytest.mark.parametrize("name", ["clearing", "emptying", "undoing"])
def test_one_that_changes_the_results_takes_nothing_from_the_others(tiny: Path, tmp_path: Path, name: str) -> None:
    site = plug_in(tmp_path, f"{name} = {name.upper()}", "eagerness = EAGER")
    done = run_with(site, "compare", tiny, *STEADY, "--report", tmp_path / "r.html")
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert '<table id="eagerness-1">' in page
    assert [resolver in page for resolver in ("singletons", "oracle")] == [True, True]


@pytest.mark.parametrize(
    ("point", "reason"),
    [
        (
            "misnamed = MISNAMED",
            "report section 'misnamed' (crowd:MISNAMED) calls itself 'other'; expected the name of its entry point",
        ),
        (
            "unsafe = UNSAFE",
            "report section 'unsafe' (crowd:UNSAFE) has the name '../other'; expected lower case letters, digits "
            "and hyphens",
        ),
        (
            "eager = eager",
            "report section 'eager' (crowd:eager) is of type function; expected a workbench.report.sections.Section",
        ),
        ("failing = FAILING", "report section 'failing' (crowd:FAILING) failed: ZeroDivisionError: division by zero"),
        (
            "tableless = TABLELESS",
            "report section 'tableless' (crowd:TABLELESS) failed: TypeError: it made Placed(table=[1], corpus='tiny', "
            "setting…; expected tables, each as Placed",
        ),
        (
            "uncounted = UNCOUNTED",
            "report section 'uncounted' (crowd:UNCOUNTED) needs the breakdown 'verb'; there are: document, genre, "
            "mention-class, pos, noun-or-pos, entity-type, pronoun, number, gender, lemma, head",
        ),
        ("spelt = SPELT", "report section 'spelt' (crowd:SPELT) has the metrics 'lea'; expected a tuple of text"),
        (
            "speechless = SPEECHLESS",
            "report section 'speechless' (crowd:SPEECHLESS) failed: TypeError: Object of type set is not JSON "
            "serializable",
        ),
    ],
)
def test_a_broken_one_is_named_once_and_left_out(tiny: Path, tmp_path: Path, point: str, reason: str) -> None:
    site = plug_in(tmp_path, point, "eagerness = EAGER")
    words = (*STEADY, "--tables", tmp_path / "tables", "--report", tmp_path / "r.html")
    done = run_with(site, "compare", tiny, *words)
    assert (done.returncode, done.stderr) == (0, f"warning: {reason}\n")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert '<section id="eagerness">' in page
    assert page.count("<section id=") == page.count("</section>")
    assert {file.stem for file in (tmp_path / "tables").iterdir()} >= {"leaderboard", "eagerness", "marquez"}


def test_a_table_that_failed_is_not_called_empty(tiny: Path, tmp_path: Path) -> None:
    site = plug_in(tmp_path, "failing = FAILING")
    done = run_with(site, "compare", tiny, *STEADY, "--table", "failing")
    reason = "report section 'failing' (crowd:FAILING) failed: ZeroDivisionError: division by zero"
    assert (done.returncode, done.stdout, done.stderr) == (0, "", f"warning: {reason}\n")


def test_every_file_of_sections_is_registered() -> None:
    folder = Path(__file__).parents[2] / "workbench" / "report" / "sections"
    files = {file.stem for file in folder.glob("*.py")} - {"__init__"}
    assert {section.name for section in available_sections()} == files
    assert set(table_names()) < files
    assert set(breakdowns_needed()) == {"genre", "mention-class"}


def test_the_help_lists_every_table(run: Run) -> None:
    help_text = " ".join(run("compare", "--help").out.split())
    assert ", ".join(table_names()) in help_text
