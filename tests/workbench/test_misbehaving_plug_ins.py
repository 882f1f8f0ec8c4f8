"""Plug-ins that end their process, never end, eat memory or answer rubbish cost the document they do it on."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from anaphora_workbench.workbench.engine.workers import Limits
from hostile_resolver import DEEDS, LIMITS, SLOW_DEEDS, install_hostile, said_of
from plug_in import install, run_with
from tiny_corpus import ANN, TOM, conllu

CODE = """
import os, subprocess, sys, time
from anaphora_workbench.corpora.document import Decision
from anaphora_workbench.resolvers import Resolution


class Bad:
    name, description, source = "bad", "misbehaves on one document", "a test"

    def resolve(self, document, key=None):
        ids = [mention.id for mention in document.mentions]
        chains = [[name] for name in ids]
        decisions, traces = [], []
        DEED
        return Resolution(document.id, self.name, {}, decisions, chains, traces)
"""
ON_TOM = "if document.id == 'tom': {}"
ENTRY = "[anaphora_workbench.resolvers]\nbad = bad_resolver:Bad\n"


COMPARED = ("compare", "-r", "oracle", "-s", "true-gold", "--jobs", 1, "--no-cache")


def code_that(does: str) -> str:
    """The resolver that does something on each document before it answers nothing."""
    return CODE.replace("DEED", does)


def compare(folder: Path, does: str, *options: object) -> subprocess.CompletedProcess[str]:
    site = install(folder.parent / f"site-{len(does)}", "bad_resolver", code_that(does), ENTRY)
    words = (*COMPARED[:1], folder, "-r", "bad", *COMPARED[1:])
    return run_with(site, *words, *options)


TRACED = """
from anaphora_workbench.resolvers import PronounResolver


class Bad(PronounResolver):
    name, description, source = "bad", "asks for what is not there", "a test"

    def choose(self, case):
        return {}["x"]
"""


CHOOSING = """
from anaphora_workbench.resolvers import PronounResolver


class Bad(PronounResolver):
    name, description, source = "bad", "answers what is no mention", "a test"

    def choose(self, case):
        CHOICES
"""
# What choose returns, and how it is told.
CHOICES = {
    "no-position": ("99", "99"), "an-id": ("'k1'", "'k1'"), "a-list": ("[0]", "[0]"), "before-the-first": ("-1", "-1"),
    "the-anaphor": ("case.anaphor", "2"), "a-mention": ("case.mention(0)", "Mention(id='m1', start=0, end=1, head=0,…"),
}  # fmt: skip


def corpus(folder: Path, names: Iterable[str]) -> Path:
    """A corpus of a document of each name, all of them alike, and a first one with which nothing is wrong."""
    folder.mkdir()
    for name in ("a-good-one", *names):
        (folder / f"{name}.conllu").write_text(conllu(name, TOM), encoding="utf-8")
    return folder


def by_document(deeds: Mapping[str, str]) -> str:
    """Code that does to each document what is said of it."""
    return "".join(f"\n        if document.id == {name!r}:\n            {does}" for name, does in deeds.items())


def test_what_choose_may_not_return(tmp_path: Path) -> None:
    folder = corpus(tmp_path / "choices", CHOICES)
    deeds = by_document({name: f"return {code}" for name, (code, _) in CHOICES.items()})
    code = CHOOSING.replace("CHOICES", f"document = case.discourse.document{deeds}")
    site = install(tmp_path / "site", "bad_resolver", code, ENTRY)
    expected = "expected None or the position of another mention, from 0 to 3"
    says = [
        f"error: {folder}/{name}.conllu: {name}: resolver bad: choose returned {chosen} for mention m3; {expected}"
        for name, (_, chosen) in sorted(CHOICES.items())
    ]
    assert run_with(site, "explain", folder, "-r", "bad", "--no-cache").stderr.splitlines() == says


@pytest.mark.parametrize("words", [("explain",), ("resolve", "-o", "answers")], ids=lambda words: words[0])
def test_debug_shows_where_a_plug_in_raised(tiny: Path, words: tuple[str, ...]) -> None:
    site = install(tiny.parent / "site", "bad_resolver", TRACED, ENTRY)
    says = f"error: {tiny}/tom.conllu: tom: resolver bad: KeyError: 'x'"
    command = (words[0], tiny / "tom.conllu", "-r", "bad", *words[1:], "--annotation", "gold", "--no-cache")
    assert run_with(site, *command).stderr.splitlines() == [says]
    lines = run_with(site, "--debug", *command).stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert '    return {}["x"]' in lines
    assert lines[-1] == says


# By document what the resolver does on it, and what is said of that.
ENDINGS = {
    "exits-0": ("sys.exit(0)", "SystemExit: 0"),
    "exits": ("sys.exit()", "SystemExit"),
    "ends": ("os._exit(0)", "the process working on it ended twice (exit status 0)"),
    "aborts": ("os.abort()", "the process working on it ended twice (SIGABRT)"),
    "raises": ("raise BaseException('no more')", "BaseException: no more"),
    "is-interrupted": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "is-silent": ("raise type('E', (Exception,), {'__str__': lambda error: 1 / 0})", "E"),
}
RUBBISH = {
    "nothing": ("return None", "returned NoneType; expected a Resolution"),
    "a-number": ("decisions = 7", "is not an answer: 'int' object is not a list; expected lists"),
    "a-pair": ("decisions = [('a', 'b')]", "a decision is of type tuple; expected a Decision"),
    "twice": (
        "decisions = [Decision(ids[1], ids[0])] * 2",
        "is answered twice; expected one decision for each pronoun",
    ),
    "itself": ("decisions = [Decision(ids[1], ids[1])]", "is its own antecedent; expected another mention, or None"),
    "no-anaphor": ("decisions = [Decision('x', ids[1])]", "'x' is not a mention of the document"),
    "no-antecedent": ("decisions = [Decision(ids[1], 'y' * 100)]", "y… is not a mention of the document"),
    "no-id": ("decisions = [Decision([], None)]", "is not an answer: unhashable type: 'list'"),
    "two-chains": ("chains = [ids, ids[:1]]", "is in a chain twice, or in two; expected chains that are disjoint"),
    "no-chain": ("chains = [['z']]", "'z' in a chain is not a mention of the document"),
    "no-trace": ("traces = [1]", "a trace is of type int; expected a Case"),
}


@pytest.fixture(scope="module")
def wrong_on_each(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A comparison of a resolver that does something wrong on each document but the first, and the corpus."""
    folder = tmp_path_factory.mktemp("wrong")
    wrong = ENDINGS | RUBBISH
    documents = corpus(folder / "wrong", wrong)
    ran = compare(documents, by_document({name: does for name, (does, _) in wrong.items()}), "--format", "json")
    return documents, ran


def test_each_document_is_left_out(wrong_on_each: tuple[Path, subprocess.CompletedProcess[str]]) -> None:
    _, ran = wrong_on_each
    assert ran.returncode == 1
    assert ran.stderr.count("\n") == len(ENDINGS | RUBBISH)
    outcomes = json.loads(ran.stdout)["corpora"]["wrong"]["true-gold"]
    wrong = ENDINGS | RUBBISH
    assert {name: outcome["documents"] for name, outcome in outcomes.items()} == {"bad": 1, "oracle": 1 + len(wrong)}
    assert outcomes["bad"]["failed"].keys() == wrong.keys()
    # The others' rows are what they are without it; beside them stands what all have answered.
    documents, _ = wrong_on_each
    alone = run_with(documents.parent, *(*COMPARED[:1], documents, *COMPARED[1:]), "--format", "json")
    common = outcomes["oracle"].pop("common")
    assert outcomes["oracle"] == json.loads(alone.stdout)["corpora"]["wrong"]["true-gold"]["oracle"]
    assert (common["documents"], common["anaphors"], common["correct"]) == (1, 2, 2)


@pytest.mark.parametrize("name", ENDINGS)
def test_an_ending_costs_its_document(wrong_on_each: tuple[Path, subprocess.CompletedProcess[str]], name: str) -> None:
    folder, ran = wrong_on_each
    assert f"error: {folder}/{name}.conllu: {name}: resolver bad: {ENDINGS[name][1]}" in ran.stderr.splitlines()


@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_costs_its_document(wrong_on_each: tuple[Path, subprocess.CompletedProcess[str]], name: str) -> None:
    folder, ran = wrong_on_each
    (told,) = (line for line in ran.stderr.splitlines() if line.startswith(f"error: {folder}/{name}.conllu: "))
    assert f"resolver bad: {name}: " in told
    assert RUBBISH[name][1] in told


def test_a_table_says_what_was_left_out_and_because_of_whom(tiny: Path) -> None:
    ran = compare(tiny, ON_TOM.format("sys.exit(0)"))
    assert ran.returncode == 1
    assert ran.stderr == f"error: {tiny}/tom.conllu: tom: resolver bad: SystemExit: 0\n"
    assert "\nbad: 1 of 2 documents answered, without tom, which are not in its figures.\n" in ran.stdout
    assert "\ntiny, true-gold, common: 1 document, 2 anaphors that all rows answered\n" in ran.stdout
    assert "oracle" in ran.stdout


def test_a_row_that_fails_everywhere_is_left_out_and_named(tiny: Path) -> None:
    ran = compare(tiny, "raise KeyError('x')", "--run", "R", "--quiet")
    assert ran.returncode == 1
    assert "\nbad: no document answered, so it is left out.\n" in ran.stdout
    alone = run_with(tiny.parent, COMPARED[0], tiny, *COMPARED[1:], "--format", "json")
    kept = run_with(tiny.parent / "site-19", "compare", "--resume", "R", "--format", "json", "--quiet")
    assert kept.returncode == 1
    told = json.loads(kept.stdout)
    reasons = {name: f"{tiny}/{name}.conllu: {name}: resolver bad: KeyError: 'x'" for name in ("ann", "tom")}
    assert told.pop("left_out") == {"tiny": {"bad": reasons}}
    assert told == json.loads(alone.stdout)
    ran = run_with(tiny.parent / "site-19", *COMPARED[:1], tiny, "-r", "bad", *COMPARED[3:], "--format", "json")
    assert (ran.returncode, json.loads(ran.stdout)) == (1, {"corpora": {}, "left_out": {"tiny": {"bad": reasons}}})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10))
def test_a_run_with_a_failing_row_is_killed_and_ends_with_the_same_bytes(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    folder = corpus(tmp_path / "toms", [f"tom{number}" for number in range(12)])
    does = "time.sleep(0.1)\n        if document.id.endswith('3'): raise KeyError('x')"
    site = install(tmp_path / "site", "bad_resolver", code_that(does), ENTRY)
    words = (*COMPARED[:1], folder, "-r", "bad", *COMPARED[1:], "-o")
    plain = run_with(site, *words, "plain.json")
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "anaphora_workbench"]
    begun = tuple(map(str, (*words, "run.json", "--run", "R", "--quiet")))
    for how in chance.choices((signal.SIGKILL, signal.SIGTERM, signal.SIGINT), k=3):
        process = subprocess.Popen([*command, *begun], cwd=tmp_path, env=environment, stdout=-3, stderr=-3)
        time.sleep(chance.uniform(0.5, 4))
        process.send_signal(how)
        process.wait()
    # Begun again, the folder goes on where it stood.
    ended = run_with(site, *begun)
    assert (ended.returncode, ended.stdout) == (plain.returncode, plain.stdout) == (1, plain.stdout)
    assert ended.stderr.splitlines()[-1].endswith("tom3: resolver bad: KeyError: 'x'")
    assert (tmp_path / "run.json").read_bytes() == (tmp_path / "plain.json").read_bytes()


# The last holds on to the interpreter in C.
LONG = {"loops": "while True: pass", "sleeps": "time.sleep(1000)", "sums": "sum(range(10**12))"}


def test_what_takes_too_long_costs_its_document(tmp_path: Path) -> None:
    folder = corpus(tmp_path / "long", LONG)
    ran = compare(folder, by_document(LONG), "--timeout", 2)
    assert ran.returncode == 1
    says = "resolver bad: it took more than 2 seconds (--timeout)"
    assert ran.stderr.splitlines() == [f"error: {folder}/{name}.conllu: {name}: {says}" for name in sorted(LONG)]
    assert "oracle" in ran.stdout


HOARD = "hoard = b'x' * (300 << 20); time.sleep(60)"
LARGE = {"lists": "hoard = [list(range(1000)) for _ in range(20000)]; time.sleep(60)", "one-string": HOARD}
OF_A_CHILD = {"of-a-child": f"subprocess.run([sys.executable, '-c', {'import time; ' + HOARD!r}])"}
# What forks share with their worker does not count: of these nothing is said.
SHARED = {
    "shared": "shared = b'x' * (60 << 20); "
    "all(os.fork() or time.sleep(2) or os._exit(0) for _ in range(3)); time.sleep(1)"
}


def test_what_takes_too_much_memory_costs_its_document(tmp_path: Path) -> None:
    # Only Linux tells what children hold, and what they share.
    large = LARGE | (OF_A_CHILD if Path("/proc/self/smaps_rollup").exists() else {})
    folder = corpus(tmp_path / "large", large | SHARED)
    ran = compare(folder, by_document(large | SHARED), "--memory", 100)
    assert ran.returncode == 1
    says = "resolver bad: it took more than 100 MiB of memory (--memory)"
    assert ran.stderr.splitlines() == [f"error: {folder}/{name}.conllu: {name}: {says}" for name in sorted(large)]


def test_limits_hold_for_our_own_resolvers_too_and_change_no_figure(tiny: Path) -> None:
    site = install(tiny.parent / "site", "bad_resolver", code_that("pass"), ENTRY)
    words = ("compare", tiny, "-s", "true-gold", "-r", "mitkov", "--jobs", 1, "--format", "json", "--no-cache")
    limited, free = run_with(site, *words, "--timeout", 100, "--memory", 4000), run_with(site, *words)
    assert (limited.returncode, limited.stderr) == (0, "")
    figures = [json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]["mitkov"] for ran in (limited, free)]
    assert figures[0] == figures[1]


def test_how_long_a_document_may_take() -> None:
    assert (Limits().seconds(0), Limits().seconds(10_000), Limits(timeout=3).seconds(10_000)) == (60, 80, 3)


@pytest.mark.parametrize(
    "command",
    [
        ("resolve", "-r", "bad", "-o", "out", "--mentions", "true", "--annotation", "gold"),
        ("explain", "-r", "bad", "--annotation", "gold"),
        ("difficulty", "-r", "bad"),
        ("are", "run", "-r", "bad", "--task", 2),
    ],
    ids=["resolve", "explain", "difficulty", "are"],
)
def test_every_command_survives_and_leaves_nothing_behind(
    tiny: Path, command: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tiny.parent / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    site = install(tiny.parent / "site", "bad_resolver", code_that(ON_TOM.format("os._exit(9)")), ENTRY)
    place = 2 if command[0] == "are" else 1
    ran = run_with(site, *command[:place], tiny, *command[place:], "--no-cache")
    assert ran.returncode == 1
    assert "tom: resolver bad: the process working on it ended twice (exit status 9)\n" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert list(temporary.iterdir()) == []


def test_a_fork_answers_for_no_other_document(tiny: Path) -> None:
    """Its copy of the process would answer a second time, which was taken for the answer on the next document."""
    for number in range(4):
        (tiny / f"z{number}.conllu").write_text(conllu(f"z{number}", ANN if number % 2 else TOM), encoding="utf-8")
    printed = [compare(tiny, ON_TOM.format(does), "--format", "json").stdout for does in ("os.fork()", "pass")]
    # They are of other code, as their signatures say.
    forked, alone = (json.loads(re.sub(r"(==1\.0@)[0-9a-f]{12}", r"\1", text)) for text in printed)
    assert forked == alone
    assert forked["corpora"]


@pytest.mark.parametrize("code", ["sys.exit(3)", "raise LookupError('no')"])
def test_what_fails_when_it_is_made_is_named(tiny: Path, code: str) -> None:
    init = f"    def __init__(self):\n        {code}\n\n    def resolve("
    site = install(tiny.parent / "site", "bad_resolver", code_that("pass").replace("    def resolve(", init), ENTRY)
    ran = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "bad")
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: resolver 'bad' (bad_resolver:Bad) cannot be made: ")


def test_a_document_that_fails_when_resumed_for_a_report(tiny: Path) -> None:
    # What a report needs was not kept at first, so documents are answered anew; one row fails on one now.
    does = "if document.id == 'tom' and os.path.exists(os.environ['BROKEN']): raise ValueError('no answer')"
    site = install(tiny.parent / "site-resumed", "bad_resolver", code_that(does), ENTRY)
    broken, report = tiny.parent / "broken", tiny.parent / "report.html"
    words = ("compare", tiny, "-s", "system-gold", "-r", "bad", "-r", "oracle", "--jobs", 1, "--no-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BROKEN", str(broken))
        first = run_with(site, *words, "--run", tiny.parent / "run", "--format", "json")
        broken.touch()
        failed = run_with(site, "compare", "--resume", tiny.parent / "run", "--report", report, "--format", "json")
        broken.unlink()
        again = run_with(site, "compare", "--resume", tiny.parent / "run", "--report", report, "--format", "json")
    assert (first.returncode, failed.returncode, again.returncode) == (0, 1, 0), failed.stderr
    assert "tom: resolver bad: no answer" in failed.stderr
    of_failed = json.loads(failed.stdout)["corpora"]["tiny"]["system-gold"]
    assert {row: outcome["documents"] for row, outcome in of_failed.items()} == {"bad": 1, "oracle": 2}
    assert again.stdout == first.stdout
    assert report.exists()


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
    documents = dict.fromkeys(outcomes, 1 + len(deeds)) | {"hostile": good}
    assert {name: outcome["documents"] for name, outcome in outcomes.items()} == documents
    assert {outcome["common"]["documents"] for outcome in outcomes.values()} == {good}
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
