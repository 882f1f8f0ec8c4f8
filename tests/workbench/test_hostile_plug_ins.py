"""A plug-in may do anything on a document: it costs that document, is named for it, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hostile_resolver import DEEDS, LIMITS, SLOW_DEEDS, install_hostile, said_of

_MARK = "HOSTILE_TEST"
QUICK = ("ends", "leaves", "closes-pipes", "writes-in-pipes", "forks-a-daemon-and-ends", "starts-a-process")


def compared(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """``compare``, after which nothing that it has started goes on."""
    resolvers = () if "--resume" in words else ("-s", "true-gold", "-r", "hostile", "-r", "oracle", "-r", "mitkov")
    ran = subprocess.run(
        [sys.executable, "-m", "anaphora_workbench", "compare", *words, *resolvers, "--no-cache", "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        cwd=site.parent,
        env={**os.environ, "PYTHONPATH": str(site), _MARK: str(site)},
    )
    assert going_on(site) == []
    return ran


def going_on(site: Path) -> list[str]:
    """The processes that a comparison has started, a moment after it."""
    for _ in range(20):
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"{_MARK}={site}".encode() in (process / "environ").read_bytes():
                    found.append((process / "cmdline").read_bytes().decode()[:80])
            except OSError:
                pass
        if not found:
            break
        time.sleep(0.1)
    return found


def check(ran: subprocess.CompletedProcess[str], deeds: dict[str, tuple[str, str]]) -> None:
    told = [line for line in ran.stderr.splitlines() if line.startswith("error: ")]
    assert told == said_of(deeds)
    assert ran.returncode == 1
    outcomes = json.loads(ran.stdout)["corpora"]["corpus"]["true-gold"]
    good = 1 + sum(not says for _, says in deeds.values())
    assert {name: outcome["documents"] for name, outcome in outcomes.items()} == dict.fromkeys(outcomes, good)
    assert outcomes["oracle"]["correct"] == outcomes["oracle"]["anaphors"] > 0


@pytest.mark.skipif(sys.platform != "linux", reason="forks end with their worker on Linux only")
def test_a_deed_costs_its_document(tmp_path: Path) -> None:
    deeds = {name: DEEDS[name] for name in QUICK}
    check(compared(install_hostile(tmp_path, deeds), "corpus", "--jobs", "2"), deeds)


@pytest.mark.slow
def test_all_deeds_with_two_jobs_and_resumed(tmp_path: Path) -> None:
    deeds = DEEDS | SLOW_DEEDS
    site = install_hostile(tmp_path, deeds)
    first = compared(site, "corpus", "--jobs", "2", *LIMITS, "--run", "R", "-o", "first.json")
    check(first, deeds)
    resumed = compared(site, "--resume", "R", "--jobs", "2")
    check(resumed, deeds)
    assert resumed.stdout == first.stdout


@pytest.mark.slow
def test_all_deeds_by_dask(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    deeds = DEEDS | SLOW_DEEDS
    check(compared(install_hostile(tmp_path, deeds), "corpus", "--jobs", "2", *LIMITS, "--engine", "dask"), deeds)
