"""Workers: order, errors, one that dies, the garbage collector meanwhile, and a cluster by dask."""

import gc
import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.engine.running import OBJECTS, collecting_rarely
from anaphora_workbench.workbench.engine.workers import WorkerDied, mapped, resident
from anaphora_workbench.workbench.experiments.experiment import Experiment
from plug_in import install, run_with
from tiny_corpus import TOM, Run, conllu


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


def test_a_process_that_ended_holds_no_memory() -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert (resident(ended.pid), resident(os.getpid()) > 1 << 20) == (0, True)


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
def test_a_resolver_that_fails_on_a_document(tiny: Path, tmp_path: Path, does: str, says: str) -> None:
    site = install(tmp_path / "site", "bad_resolver", BAD.format(does), ENTRY)
    command = ("compare", tiny, "-s", "true-gold", "-r", "bad", "-r", "oracle", "--jobs", 2, "--format", "json")
    ran = run_with(site, *command)
    assert ran.returncode == 1
    assert says in ran.stderr
    assert ran.stderr.count("\n") == 1
    outcomes = json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]
    assert {name: outcome["documents"] for name, outcome in outcomes.items()} == {"bad": 1, "oracle": 2}


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
        ("class Bad:\n    resolve = print\n\n    def __init__(self):\n        {}['a']\n",
         "cannot be made: KeyError: 'a'", "line 5, in __init__\n"),
    ],
)  # fmt: skip
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


USUAL = (700, 10, 10)


@pytest.fixture(autouse=True)
def usual_threshold() -> Iterator[None]:
    before = gc.get_threshold()
    gc.set_threshold(*USUAL)
    yield
    gc.set_threshold(*before)


@pytest.mark.parametrize(
    ("before", "within"),
    [
        pytest.param(USUAL, (OBJECTS, 10, 10), id="as Python sets it"),
        pytest.param((5_000, 20, 30), (OBJECTS, 20, 30), id="the older generations keep their thresholds"),
        pytest.param((OBJECTS + 1, 10, 10), (OBJECTS + 1, 10, 10), id="more rarely already"),
        pytest.param((0, 10, 10), (0, 10, 10), id="never"),
    ],
)
def test_threshold(before: tuple[int, int, int], within: tuple[int, int, int]) -> None:
    gc.set_threshold(*before)
    with collecting_rarely():
        assert gc.get_threshold() == within
    assert gc.get_threshold() == before


def test_restored_after_an_error() -> None:
    with pytest.raises(ValueError, match="of the function"), collecting_rarely():
        raise ValueError("of the function")
    assert gc.get_threshold() == USUAL


COMMAND = ("-s", "true-gold", "-s", "system-gold", "-r", "mitkov", "-r", "most-recent", "--quiet", "--no-cache")


def test_without_the_extra_one_line_says_what_to_install(run: Run, tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = run("compare", tiny, "--engine", "dask")
    says = "--engine dask: distributed is not installed; expected pip install 'anaphora-workbench[dask]'"
    assert (ran.status, ran.out, ran.err) == (2, "", f"error: {says}\n")


def test_an_address_is_of_the_engine(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, "--scheduler", "tcp://127.0.0.1:9")
    says = "--scheduler tcp://127.0.0.1:9 next to --engine local; expected --engine dask"
    assert (ran.status, ran.err) == (2, f"error: {says}\n")


def test_a_worker_with_other_software_is_refused(tiny: Path) -> None:
    pytest.importorskip("distributed")
    from anaphora_workbench.workbench.experiments.experiment_file import software
    from anaphora_workbench.workbench.runs.dask_engine import same_software

    experiment = Experiment(corpora_at([tiny]), resolvers=("mitkov",)).completed()
    here = software(experiment)
    assert same_software(lambda: str.upper, experiment, here)("a") == "A"
    with pytest.raises(CommandError, match=r"worker on \S+: plug-in mine is absent; expected 1.0, as here"):
        same_software(lambda: str.upper, experiment, {"plug-in mine": "1.0"})


@pytest.mark.slow
def test_a_cluster_of_this_machine_gives_the_same_bytes(run: Run, tiny: Path) -> None:
    pytest.importorskip("distributed", reason="distributed is not installed (extra dask)")
    (tiny / "bad.conllu").write_text("1\tTom\n", encoding="utf-8")
    ends = []
    for engine in ("local", "dask"):
        words = ("compare", "tiny", *COMMAND, "-o", f"{engine}.json", "--engine", engine, "-j", "2")
        done = subprocess.run([sys.executable, "-m", "anaphora_workbench", *words], capture_output=True, check=False)
        ends.append((done.returncode, done.stdout, done.stderr))
    assert ends[0] == ends[1]
    assert Path("local.json").read_bytes() == Path("dask.json").read_bytes()


@pytest.mark.slow
def test_a_killed_worker_costs_nothing(run: Run, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="distributed is not installed (extra dask)")
    many = "".join(conllu(f"tom{number}", TOM * 20) for number in range(60))
    Path("many.conllu").write_text(many, encoding="utf-8")
    plain = run("compare", "many.conllu", *COMMAND, "-o", "plain.json")
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    try:
        client = distributed.Client(cluster)
        words = ("compare", "many.conllu", *COMMAND, "-o", "dask.json", "--run", "R", "--engine", "dask")
        command = [sys.executable, "-m", "anaphora_workbench", *words, "--scheduler", cluster.scheduler_address]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and documents_in(tmp_path / "R" / "run.sqlite") < 3:
            time.sleep(0.05)
        (victim, *_) = client.run(os.getpid).values()
        assert process.poll() is None
        os.kill(victim, signal.SIGKILL)
        out, err = process.communicate(timeout=300)
        client.close()
    finally:
        cluster.close()
    assert (process.returncode, out, err) == (0, plain.out, "")
    assert Path("dask.json").read_bytes() == Path("plain.json").read_bytes()


def documents_in(record: Path) -> int:
    """How many documents have results so far."""
    try:
        with sqlite3.connect(record) as connection:
            return int(connection.execute("SELECT count(*) FROM document").fetchone()[0])
    except sqlite3.Error:
        return 0
