"""Workers: order, errors, and one that dies."""

from __future__ import annotations

import json
import os
import threading
from functools import partial
from pathlib import Path

import pytest

from anaphora_workbench.workbench.engine.workers import WorkerDied, mapped
from plug_in import install, run_with


def make_double(always: int | None = None, once: tuple[int, str] | None = None):
    return partial(double, always, once)


def double(always: int | None, once: tuple[int, str] | None, number: int) -> int:
    """Twice the number; ends its process always at one number, or once at another."""
    if number == always:
        os._exit(1)
    if once is not None and number == once[0] and not Path(once[1]).exists():
        Path(once[1]).touch()
        os._exit(1)
    return 2 * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    assert list(mapped(make_double, range(20), jobs)) == [2 * number for number in range(20)]


def test_there_are_no_more_threads_than_items(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[threading.Thread] = []
    start = threading.Thread.start
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread) or start(thread))
    assert list(mapped(make_double, range(2), 1000)) == [0, 2]
    # One of them watches the others.
    assert len(started) == 3


def test_nothing_to_do() -> None:
    assert list(mapped(make_double, [], 2)) == []


def test_a_worker_that_dies_twice_costs_only_its_item() -> None:
    outcomes = list(mapped(partial(make_double, 3), range(9), 2))
    died = WorkerDied(3, "the process working on it ended twice (exit status 1)")
    assert outcomes == [0, 2, 4, died, 8, 10, 12, 14, 16]


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path) -> None:
    outcomes = list(mapped(partial(make_double, None, (5, str(tmp_path / "died"))), range(9), 2))
    assert outcomes == [0, 2, 4, 6, 8, 10, 12, 14, 16]
    assert (tmp_path / "died").exists()


def make_failing():
    return failing


def failing(number: int) -> int:
    raise LookupError(f"item {number}")


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_function_raises_is_raised(jobs: int) -> None:
    with pytest.raises(LookupError, match="item 0"):
        list(mapped(make_failing, range(3), jobs))


BAD = """
import os

from anaphora_workbench.resolvers import Resolver


class Bad(Resolver):
    name, description, source = "bad", "fails on one document", "test"

    def answer(self, discourse, key, tables):
        if discourse.document.id == "tom":
            {}
        return []
"""
PRINTING = """
    def __init__(self, options=None):
        super().__init__(options)
        print("made")


def count(comparison, options):
    print("counted")
    return {}


from anaphora_workbench.evaluation import Metric
from anaphora_workbench.evaluation.arithmetic.scores import Ratio

LOUD = Metric("loud", "prints", "test", count, lambda counts, options: Ratio(1, 2))
"""
ENTRY = "[anaphora_workbench.resolvers]\nbad = bad_resolver:Bad\n"


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("os._exit(3)", "tom: resolver bad: the process working on it ended twice (exit status 3)\n"),
        ("raise LookupError('no\\nway')", "tom: resolver bad: LookupError: no way"),
        ("raise RecursionError", "tom: resolver bad: RecursionError"),
    ],
    ids=["dies", "raises", "recurs"],
)
def test_a_resolver_that_fails_on_a_document_costs_that_document(
    tiny: Path, tmp_path: Path, does: str, says: str
) -> None:
    site = install(tmp_path / "site", "bad_resolver", BAD.format(does), ENTRY)
    command = ("compare", tiny, "-s", "true-gold", "-r", "bad", "-r", "oracle", "--jobs", 2, "--format", "json")
    ran = run_with(site, *command)
    assert ran.returncode == 1
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1
    outcomes = json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]
    assert {name: outcome["documents"] for name, outcome in outcomes.items()} == {"bad": 1, "oracle": 1}


def test_a_resolver_that_changes_its_input_changes_nobody_elses(tiny: Path, tmp_path: Path) -> None:
    changes = "discourse.document.mentions.pop()"
    site = install(tmp_path / "site", "bad_resolver", BAD.format(changes), ENTRY)
    words = ("compare", tiny, "-s", "true-gold", "--jobs", 2, "--format", "json")
    ran, alone = run_with(site, *words, "-r", "bad", "-r", "oracle"), run_with(site, *words, "-r", "oracle")
    assert (ran.returncode, ran.stderr) == (0, "")
    with_bad, without = (json.loads(done.stdout)["corpora"]["tiny"]["true-gold"] for done in (ran, alone))
    assert with_bad["oracle"] == without["oracle"]


def test_a_resolver_that_cannot_be_imported_is_listed_with_the_reason(tiny: Path, tmp_path: Path) -> None:
    site = install(tmp_path / "site", "bad_resolver", "import not_there\n", ENTRY)
    rows = json.loads(run_with(site, "list", "resolvers", "--format", "json").stdout)
    assert "cannot be loaded" in next(row["description"] for row in rows if row["name"] == "bad")
    ran = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "bad")
    assert (ran.returncode, ran.stderr) == (
        2,
        "error: resolver 'bad' (bad_resolver:Bad) cannot be loaded: No module named 'not_there'\n",
    )
    assert run_with(site, "compare", tiny, "-s", "true-gold", "-r", "oracle").returncode == 0


@pytest.mark.parametrize(
    ("code", "says", "place"),
    [
        ("Bad = {}['odds']\n", "cannot be loaded: KeyError: 'odds'", "line 1, in <module>\n"),
        ("\nassert not 'odds'\n", "cannot be loaded: AssertionError", "line 2, in <module>\n"),
        (
            "class Bad:\n    resolve = print\n\n    def __init__(self):\n        {}['a']\n",
            "cannot be made: KeyError: 'a'",
            "line 5, in __init__\n",
        ),
    ],
)
def test_a_traceback_shows_where_a_plug_in_failed(tiny: Path, tmp_path: Path, code: str, says: str, place: str) -> None:
    site = install(tmp_path / "site", "bad_resolver", code, ENTRY)
    ran = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "bad", "--debug")
    assert ran.returncode == 2
    assert ran.stderr.endswith(f"\nerror: resolver 'bad' (bad_resolver:Bad) {says}\n")
    assert f'File "{site / "bad_resolver.py"}", {place}' in ran.stderr


def test_a_resolver_without_a_name_is_refused(tiny: Path, tmp_path: Path) -> None:
    site = install(tmp_path / "site", "bad_resolver", BAD.format("pass").replace("name, ", "nom, "), ENTRY)
    ran = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "bad")
    expected = "resolver 'bad' (bad_resolver:Bad) has no name; expected the name of its entry point"
    assert (ran.returncode, ran.stderr) == (2, f"error: {expected}\n")


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_what_a_plug_in_prints_is_not_among_the_results(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    code = "print('import')\n" + BAD.format("print('answer')") + PRINTING
    points = f"{ENTRY}\n[anaphora_workbench.metrics]\nloud = bad_resolver:LOUD\n"
    site = install(tmp_path / "site", "bad_resolver", code, points)
    words = ("-s", "true-gold", "-r", "bad", "-m", "loud", "--format", "json", "--no-cache", "--jobs", 2)
    ran = run_with(site, "compare", tiny, *words)
    assert ran.returncode == 0
    assert json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]["bad"]["metrics"]["loud"]["value"] == 0.5
    assert set(ran.stderr.split()) == {"import", "answer", "made", "counted"}


@pytest.mark.parametrize("words", [("compare", "-s", "true-gold"), ("explain",), ("resolve", "-o", "answers")])
def test_a_resolver_that_nobody_names_is_not_imported(tiny: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    site = install(tmp_path / "site", "bad_resolver", "import os\nos._exit(9)\n", ENTRY)
    command, *further = words
    ran = run_with(site, command, tiny, *further, "-r", "most-recent", "--option", "window=2", "--no-cache")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("kind", ["format", "metric"])
@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import not_there\n", "cannot be loaded: No module named 'not_there'"),
        ("Bad = 3\n", "is of type int; expected a"),
    ],
    ids=["not importable", "another thing"],
)
def test_a_broken_plug_in_is_named_and_hurts_no_other(tmp_path: Path, kind: str, code: str, says: str) -> None:
    points = f"[anaphora_workbench.{kind}s]\nbad = bad_thing:Bad\n"
    ran = run_with(install(tmp_path / "site", "bad_thing", code, points), "list", f"{kind}s")
    assert ran.returncode == 0
    assert ran.stderr.startswith(f"warning: {kind} 'bad' (bad_thing:Bad) {says}")
    assert ran.stderr.count("\n") == 1
    assert len(ran.stdout.splitlines()) > 10
