"""How a run ends that is interrupted: one line, what was kept, and no process left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from plug_in import install

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
def test_a_reader_that_has_seen_enough_costs_no_failure(
    tiny: Path, command: list[str], fails: bool, status: int
) -> None:
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
