"""``compare --engine dask``: the same bytes as on one machine, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.experiments.experiment import Experiment
from tiny_corpus import TOM, Run, conllu

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
    from anaphora_workbench.workbench.experiments.software import software
    from anaphora_workbench.workbench.runs.dask_engine import SameSoftware

    experiment = Experiment(corpora_at([tiny]), resolvers=("mitkov",)).completed()
    here = software(experiment)
    assert SameSoftware(lambda: str.upper, experiment, tuple(here.items()))()("a") == "A"
    with pytest.raises(CommandError, match=r"worker on \S+: plug-in mine is absent; expected 1.0, as here"):
        SameSoftware(lambda: str.upper, experiment, (("plug-in mine", "1.0"),))()


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
