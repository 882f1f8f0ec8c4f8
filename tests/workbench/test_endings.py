"""How runs end that are interrupted or killed, and places and times that do not suit."""

import ctypes
import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from anaphora_workbench.workbench import commands
from plug_in import install, run_with
from tiny_corpus import ANN, TOM, conllu

SPINS = """
import os, pathlib, time
from anaphora_workbench.resolvers import PronounResolver


class Bad(PronounResolver):
    name = "bad"
    description = source = "never ends"

    def choose(self, case):
        pathlib.Path("pid.part").write_text(str(os.getpid()))
        os.replace("pid.part", "pid")
        while True:
            {}
"""
ENTRY = "[anaphora_workbench.resolvers]\nbad = bad_resolver:Bad\n"
_PATIENCE = 60


def is_running(process: int) -> bool:
    """Whether a process works on; one that waits only to be counted as dead does not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def wait_for(done) -> bool:  # type: ignore[no-untyped-def]
    until = time.monotonic() + _PATIENCE
    while not done() and time.monotonic() < until:
        time.sleep(0.05)
    return bool(done())


@contextmanager
def running(
    tiny: Path, jobs: int, does: str = "time.sleep(0.01)", hears: signal.Handlers = signal.SIG_DFL
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """A comparison that never ends, and the process that its resolver works in.

    Args:
        hears: what it does at SIGHUP.
    """

    def begin() -> None:
        # A shell that starts the tests in the background has them ignore Ctrl-C, and what they start with them.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, hears)

    folder = tiny.parent
    site = install(folder / "site", "bad_resolver", SPINS.format(does), ENTRY)
    command = [sys.executable, "-m", "anaphora_workbench", "compare", str(tiny), "-s", "true-gold", "-r", "bad"]
    process = subprocess.Popen(
        [*command, "--jobs", str(jobs)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(site)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=begin,
    )
    try:
        assert wait_for((folder / "pid").exists), "the resolver did not begin"
        yield process, int((folder / "pid").read_text())
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize(
    ("jobs", "sign", "to_group", "status", "says"),
    [
        (1, signal.SIGINT, True, 130, "interrupted"),
        (2, signal.SIGTERM, False, 143, "terminated"),
        (2, signal.SIGHUP, True, 129, "terminated"),
    ],
    ids=["Ctrl-C", "SIGTERM", "SIGHUP"],
)
def test_a_signal_ends_a_run_with_one_line(
    tiny: Path, jobs: int, sign: signal.Signals, to_group: bool, status: int, says: str
) -> None:
    with running(tiny, jobs) as (process, worker):
        assert worker != process.pid
        (os.killpg if to_group else os.kill)(process.pid, sign)
        out, err = process.communicate(timeout=_PATIENCE)
        kept = "preprocessed documents in .workbench-cache"
        assert (process.returncode, out, err) == (status, "", f"error: {says}; kept: {kept}\n")
        assert wait_for(lambda: not is_running(worker))


def _lets_a_callback_drop_it() -> None:
    class Signalling:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

    Signalling()
    wait_for(lambda: False)


def _makes_another_error_of_it() -> None:
    class Signalling:
        def __set_name__(self, owner: type, name: str) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

    type("Owner", (), {"field": Signalling()})


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("does", [_lets_a_callback_drop_it, _makes_another_error_of_it])
def test_a_signal_that_is_swallowed_ends_a_run_all_the_same(
    does: Callable[[], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "_AGAIN", 0.1)
    monkeypatch.setattr(commands, "app", lambda *_, **__: does())
    assert commands.main(["list"]) == 143
    assert capsys.readouterr().err == "error: terminated; kept: nothing\n"
    time.sleep(0.2)


# Kibibytes: too little to load numpy, to load a model, to hold a text.
@pytest.mark.slow
@pytest.mark.parametrize("kibibytes", [200_000, 400_000, 800_000])
@pytest.mark.parametrize("after", [2, 6])
def test_sigterm_ends_a_run_that_is_short_of_memory(tmp_path: Path, kibibytes: int, after: int) -> None:
    (tmp_path / "text.txt").write_text("Nora saw the lamp. She liked it. " * 3000, encoding="utf-8")
    command = [sys.executable, "-m", "anaphora_workbench", "compare", "text.txt", "-r", "mitkov", "--report", "r.html"]
    process = subprocess.Popen(
        [*command, "--jobs", "2"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (kibibytes * 1024,) * 2),
    )
    with suppress(subprocess.TimeoutExpired):
        process.wait(after)
    process.terminate()
    _, err = process.communicate(timeout=20)
    assert process.returncode in (2, 143), err
    assert {path.name for path in tmp_path.iterdir()} <= {"text.txt", ".workbench-cache"}


def test_what_nohup_has_started_goes_on(tiny: Path) -> None:
    with running(tiny, 1, hears=signal.SIG_IGN) as (process, worker):
        os.killpg(process.pid, signal.SIGHUP)
        time.sleep(1)
        assert process.poll() is None
        assert is_running(worker)


# The second holds on to the interpreter in C, so that no thread of the worker's own could end it.
@pytest.mark.parametrize(
    "does",
    [
        "pass",
        pytest.param(
            "sum(range(10**12))", marks=pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills it")
        ),
    ],
)
def test_a_busy_worker_ends_with_a_parent_that_is_killed(tiny: Path, does: str) -> None:
    with running(tiny, 2, does) as (process, worker):
        assert is_running(worker)
        os.kill(process.pid, signal.SIGKILL)
        assert wait_for(lambda: not is_running(worker))


@pytest.mark.parametrize("command", [["compare", "-s", "true-gold", "-r", "mitkov", "--no-cache", "-q"], ["validate"]])
@pytest.mark.parametrize(("fails", "status"), [(False, 0), (True, 1)])
def test_a_reader_that_has_seen_enough(tiny: Path, command: list[str], fails: bool, status: int) -> None:
    """``2>&1 | head`` that reads nothing: the status still says whether a document failed."""
    corpus = [str(tiny)]
    if fails:
        broken = tiny.parent / "broken.conllu"
        broken.write_text("one\ttwo\n", encoding="utf-8")
        corpus.append(str(broken))
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as unread:
        ran = subprocess.run(
            [sys.executable, "-m", "anaphora_workbench", *command, *corpus],
            cwd=tiny.parent,
            stdout=unread,
            stderr=unread,
            check=False,
            timeout=_PATIENCE,
        )
    assert ran.returncode == status


# On the document tom3 the resolver waits, for as long as the file *waits* is there; it tells its process.
WAITS = """
import os, pathlib, time
from anaphora_workbench.resolvers import PronounResolver


class Bad(PronounResolver):
    name = "bad"
    description = source = "waits to be killed"

    def choose(self, case):
        if case.discourse.document.id == "tom3" and pathlib.Path("waits").exists():
            pathlib.Path("pid.part").write_text(str(os.getpid()))
            os.replace("pid.part", "pid")
            time.sleep(100)
        return None
"""
COMMAND = ("compare", "tiny", "-s", "true-gold", "-s", "system-gold", "-r", "bad", "-r", "mitkov", "--quiet")
PR_CAPBSET_DROP = 24
_FULL = "File too large"
_NO_ROOM = "error: temporary results: disk I/O error; expected room in the folder of temporary files, or another one in"
_TRUE_MENTIONS = ("--mentions", "true", "--annotation", "gold")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Twelve documents in the folder ``tiny``, and next to it the plug-in."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "ann.conllu").write_text(conllu("ann", ANN), encoding="utf-8")
    many = "".join(conllu(f"tom{number}", TOM) for number in range(11))
    (folder / "toms.conllu").write_text(many, encoding="utf-8")
    return install(tmp_path / "site", "bad_resolver", WAITS, ENTRY)


def begun(site: Path, *words: str, **further: object) -> subprocess.Popen[str]:
    """A command under way in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "anaphora_workbench", *words],
        cwd=site.parent,
        # A full disk would cut a compiled module short, and no command could import it again.
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **further,  # type: ignore[call-overload]
    )


def documents_kept(run: Path) -> int:
    """How many documents a run folder has results of."""
    with closing(sqlite3.connect(f"file:{run / 'run.sqlite'}?mode=ro", uri=True)) as record:
        return int(record.execute("SELECT count(*) FROM document").fetchone()[0])


def kill_worker(folder: Path) -> None:
    """Kill the process that works on tom3, once it does."""
    assert wait_for((folder / "pid").exists), "the resolver did not begin"
    os.kill(int((folder / "pid").read_text()), signal.SIGKILL)
    (folder / "pid").unlink()


@pytest.mark.slow
def test_a_document_whose_worker_is_killed_is_tried_again(site: Path) -> None:
    folder = site.parent
    plain = run_with(site, *COMMAND, "-o", "plain.json", "--no-cache")
    (folder / "waits").touch()
    process = begun(site, *COMMAND, "-o", "run.json", "--run", "R", "--jobs", "2", "--no-cache")
    assert wait_for((folder / "pid").exists), "the resolver did not begin"
    (folder / "waits").unlink()
    kill_worker(folder)
    out, err = process.communicate(timeout=100)
    assert (process.returncode, out, err) == (0, plain.stdout, "")
    assert (folder / "run.json").read_bytes() == (folder / "plain.json").read_bytes()


@pytest.mark.slow
def test_a_document_whose_workers_are_killed_is_named_and_resumed(site: Path) -> None:
    folder = site.parent
    plain = run_with(site, *COMMAND, "-o", "plain.json", "--no-cache")
    (folder / "waits").touch()
    process = begun(site, *COMMAND, "-o", "run.json", "--run", "R", "--jobs", "2", "--no-cache")
    kill_worker(folder)
    kill_worker(folder)
    out, err = process.communicate(timeout=100)
    ended = "the process working on it ended twice (SIGKILL: out of memory?)"
    assert (process.returncode, err) == (1, f"error: tiny/toms.conllu: tom3: resolver bad: {ended}\n")
    assert "of 12 documents answered, without tom3, which are not in its figures." in out
    (folder / "waits").unlink()
    resumed = run_with(site, "compare", "--resume", "R", "--quiet")
    assert (resumed.returncode, resumed.stdout, resumed.stderr) == (0, plain.stdout, "")
    assert (folder / "run.json").read_bytes() == (folder / "plain.json").read_bytes()


@pytest.mark.slow
def test_sigterm_keeps_what_was_done(site: Path) -> None:
    folder = site.parent
    plain = run_with(site, *COMMAND, "--no-cache")
    (folder / "waits").touch()
    process = begun(site, *COMMAND, "-o", "run.json", "--run", "R", "--jobs", "2", "--no-cache")
    assert wait_for((folder / "pid").exists)
    # The other worker may come late to its first document, and the results of later ones wait for it.
    assert wait_for(lambda: documents_kept(folder / "R") > 0)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=100)
    assert time.monotonic() - began < 30
    assert (process.returncode, out) == (143, "")
    # tom3 is the fifth, and documents are kept in their order.
    assert re.fullmatch(r"error: terminated; kept: results of [1-4] documents? in R\n", err)
    assert not (folder / "run.json").exists()
    (folder / "waits").unlink()
    resumed = run_with(site, "compare", "--resume", "R", "--quiet")
    assert (resumed.returncode, resumed.stdout, resumed.stderr) == (0, plain.stdout, "")


@pytest.mark.slow
def test_two_runs_at_once_on_one_cache(site: Path) -> None:
    plain = run_with(site, *COMMAND, "--no-cache", "--format", "json")
    words = (*COMMAND, "--cache", "cache", "--jobs", "2", "--format", "json")
    both = [begun(site, *words), begun(site, *words)]
    for process in both:
        out, err = process.communicate(timeout=100)
        assert (process.returncode, out, err) == (0, plain.stdout, "")
    told = run_with(site, "cache", "info", "--cache", "cache", "--format", "json")
    content = {row["what"]: row["value"] for row in json.loads(told.stdout)}
    assert [content[what] for what in ("documents", "damaged", "unfinished")] == [12, 0, 0], content


def limited_files() -> None:
    """Let no file grow over 2 kB, as on a disk that is nearly full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((*COMMAND, "-o", "out.json", "--no-cache"), _FULL),
        (("compare", "tiny/ann.conllu", *COMMAND[2:], "--report", "out.html", "--no-cache"), _FULL),
        # More than SQLite has in memory before it needs a file.
        ((*COMMAND, "--report", "out.html", "--no-cache"), _NO_ROOM),
        (("score", "tiny", "tiny", "-o", "out.json"), _FULL),
        (("convert", "tiny/toms.conllu", "out.conllu"), _FULL),
        (("resolve", "tiny", "-r", "mitkov", "-o", "out.d", *_TRUE_MENTIONS, "--no-cache"), _FULL),
    ],
    ids=["results", "report", "temporary results", "scores", "convert", "resolve"],
)
def test_a_full_disk_leaves_nothing_half_written(site: Path, words: tuple[str, ...], reason: str) -> None:
    folder = site.parent
    process = begun(site, *words, preexec_fn=limited_files)
    out, err = process.communicate(timeout=100)
    assert process.returncode in (1, 2), (out, err)
    assert reason in err
    assert "Traceback" not in err
    made = [path for path in folder.glob("out*") if path.is_file()] + list(folder.glob("out*/*"))
    assert made == []


def without_privileges() -> None:
    """Let root be bound by permissions as anybody is: without the capabilities to override them."""
    prctl = ctypes.CDLL(None).prctl
    for capability in (1, 2):
        if prctl(PR_CAPBSET_DROP, capability, 0, 0, 0):
            os._exit(77)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_table_that_cannot_be_printed_whole_is_no_success(site: Path, unbuffered: str) -> None:
    """Without buffers, as many containers have it, Python drops what a disk does not take."""
    folder = site.parent
    with (folder / "printed").open("wb") as printed:
        ran = subprocess.run(
            [sys.executable, "-m", "anaphora_workbench", "list", "metrics"],
            stdout=printed,
            stderr=subprocess.PIPE,
            # Python would leave the beginnings of compiled modules behind, and read them ever after.
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered, "PYTHONDONTWRITEBYTECODE": "1"},
            preexec_fn=limited_files,
            check=False,
            timeout=100,
        )
    assert (ran.returncode, ran.stderr) == (2, b"error: standard output: File too large\n")


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux's")
@pytest.mark.slow
def test_a_folder_that_cannot_be_written(site: Path) -> None:
    folder = site.parent
    folder.chmod(0o555)
    says = {
        ("--run", "R"): "error: R: Permission denied\n",
        ("-o", "out.json"): "error: out.json: Permission denied\n",
        ("--report", "r.html"): "error: r.html: Permission denied\n",
    }
    try:
        for words, line in says.items():
            process = begun(site, *COMMAND, *words, "--no-cache", preexec_fn=without_privileges)
            out, err = process.communicate(timeout=100)
            if process.returncode == 77:
                pytest.skip("capabilities cannot be dropped here")
            assert (process.returncode, out, err) == (2, "", line)
        process = begun(site, *COMMAND, preexec_fn=without_privileges)
        out, err = process.communicate(timeout=100)
        assert (process.returncode, err) == (0, "warning: no cache: .workbench-cache: Permission denied\n")
        assert "mitkov" in out
        assert sorted(path.name for path in folder.iterdir()) == ["site", "tiny"]
    finally:
        folder.chmod(0o755)
