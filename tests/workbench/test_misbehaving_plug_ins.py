"""Plug-ins that end their process, never end, eat memory or answer rubbish cost the document they do it on."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from anaphora_workbench.workbench.runs.limits import Limits
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
        if document.id == "tom":
            {}
        return Resolution(document.id, self.name, {{}}, decisions, chains, traces)
"""
ENTRY = "[anaphora_workbench.resolvers]\nbad = bad_resolver:Bad\n"


def compare(tiny: Path, does: str, *options: object) -> subprocess.CompletedProcess[str]:
    site = install(tiny.parent / f"site-{len(does)}", "bad_resolver", CODE.format(does), ENTRY)
    words = ("compare", tiny, "-s", "true-gold", "-r", "bad", "-r", "oracle", "--jobs", 1, "--no-cache")
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
        return {}
"""


@pytest.mark.parametrize(
    ("code", "chosen"),
    [
        ("99", "99"),
        ("'k1'", "'k1'"),
        ("[0]", "[0]"),
        ("-1", "-1"),
        ("case.anaphor", "2"),
        pytest.param("case.mention(0)", "Mention(id='m1', start=0, end=1, head=0,…", id="a mention"),
    ],
)
def test_what_choose_may_not_return(tiny: Path, code: str, chosen: str) -> None:
    site = install(tiny.parent / "site", "bad_resolver", CHOOSING.format(code), ENTRY)
    expected = "expected None or the position of another mention, from 0 to 3"
    says = f"error: {tiny}/tom.conllu: tom: resolver bad: choose returned {chosen} for mention m3; {expected}"
    assert run_with(site, "explain", tiny / "tom.conllu", "-r", "bad", "--no-cache").stderr.splitlines() == [says]


@pytest.mark.parametrize(
    "words", [("explain",), ("compare",), ("resolve", "-o", "answers")], ids=lambda words: words[0]
)
def test_debug_shows_where_a_plug_in_raised(tiny: Path, words: tuple[str, ...]) -> None:
    site = install(tiny.parent / "site", "bad_resolver", TRACED, ENTRY)
    says = f"error: {tiny}/tom.conllu: tom: resolver bad: KeyError: 'x'"
    command = (words[0], tiny / "tom.conllu", "-r", "bad", *words[1:], "--no-cache")
    assert run_with(site, *command).stderr.splitlines() == [says]
    lines = run_with(site, "--debug", *command).stderr.splitlines()
    assert lines[0] == "Traceback (most recent call last):"
    assert '    return {}["x"]' in lines
    assert lines[-1] == says


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("sys.exit(0)", "SystemExit: 0"),
        ("sys.exit()", "SystemExit"),
        ("os._exit(0)", "the process working on it ended twice (exit status 0)"),
        ("os.abort()", "the process working on it ended twice (SIGABRT)"),
        ("raise BaseException('no more')", "BaseException: no more"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("raise type('E', (Exception,), {'__str__': lambda error: 1 / 0})", "E"),
    ],
)
def test_an_ending_costs_its_document(tiny: Path, does: str, says: str) -> None:
    ran = compare(tiny, does)
    assert ran.returncode == 1
    assert ran.stderr.strip() == f"error: {tiny}/tom.conllu: tom: resolver bad: {says}"
    assert "\nLeft out of every row, because of: tom (resolver bad).\n" in ran.stdout
    assert "oracle" in ran.stdout


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("return None", "returned NoneType; expected a Resolution"),
        ("decisions = 7", "is no answer: 'int' object is no list; expected lists"),
        ("decisions = [('a', 'b')]", "a decision is of type tuple; expected a Decision"),
        ("decisions = [Decision(ids[1], ids[0])] * 2", "is answered twice; expected one decision for each pronoun"),
        ("decisions = [Decision(ids[1], ids[1])]", "is answered by itself; expected another mention, or None"),
        ("decisions = [Decision('x', ids[1])]", "'x' is no mention of the document"),
        ("decisions = [Decision(ids[1], 'y' * 100)]", "y… is no mention of the document"),
        ("decisions = [Decision([], None)]", "is no answer: unhashable type: 'list'"),
        ("chains = [ids, ids[:1]]", "is in a chain twice, or in two; expected chains that are disjoint"),
        ("chains = [['z']]", "'z' in a chain is no mention of the document"),
        ("traces = [1]", "a trace is of type int; expected a Case"),
    ],
)
def test_rubbish_costs_its_document(tiny: Path, does: str, says: str) -> None:
    ran = compare(tiny, does, "--format", "json")
    assert ran.returncode == 1
    assert says in ran.stderr
    assert f"{tiny}/tom.conllu: " in ran.stderr
    assert "resolver bad: tom: " in ran.stderr
    outcomes = json.loads(ran.stdout)["corpora"]["tiny"]["true-gold"]
    assert {name: outcome["documents"] for name, outcome in outcomes.items()} == {"bad": 1, "oracle": 1}


@pytest.mark.parametrize("does", ["time.sleep(1000)", "while True: pass", "sum(range(10**12))"])
def test_what_takes_too_long_costs_its_document(tiny: Path, does: str) -> None:
    ran = compare(tiny, does, "--timeout", 3)
    assert ran.returncode == 1
    says = "tom: resolver bad: it took more than 3 seconds (--timeout)"
    assert ran.stderr == f"error: {tiny}/tom.conllu: {says}\n"
    assert "oracle" in ran.stdout


@pytest.mark.parametrize("hoard", ["b'x' * (300 << 20)", "[list(range(1000)) for _ in range(20000)]"])
def test_what_takes_too_much_memory_costs_its_document(tiny: Path, hoard: str) -> None:
    check_too_much_memory(tiny, f"hoard = {hoard}; time.sleep(60)")


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="only Linux tells what children hold")
def test_what_a_child_of_a_plug_in_takes_counts(tiny: Path) -> None:
    hoard = "hoard = b'x' * (300 << 20); time.sleep(60)"
    check_too_much_memory(tiny, f"subprocess.run([sys.executable, '-c', {'import time; ' + hoard!r}])")


def test_what_a_fork_shares_with_its_worker_does_not_count(tiny: Path) -> None:
    forking = "all(os.fork() or time.sleep(2) or os._exit(0) for _ in range(3)); time.sleep(1)"
    ran = compare(tiny, f"shared = b'x' * (60 << 20); {forking}", "--memory", 100)
    assert (ran.returncode, ran.stderr) == (0, "")


def check_too_much_memory(tiny: Path, does: str) -> None:
    ran = compare(tiny, does, "--memory", 100)
    assert ran.returncode == 1
    says = "tom: resolver bad: it took more than 100 MiB of memory (--memory)"
    assert ran.stderr == f"error: {tiny}/tom.conllu: {says}\n"


def test_limits_hold_for_our_own_resolvers_too_and_change_no_figure(tiny: Path) -> None:
    site = install(tiny.parent / "site", "bad_resolver", CODE.format("pass"), ENTRY)
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
        ("explain", "-r", "bad"),
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
    site = install(tiny.parent / "site", "bad_resolver", CODE.format("os._exit(9)"), ENTRY)
    place = 2 if command[0] == "are" else 1
    ran = run_with(site, *command[:place], tiny, *command[place:], "--no-cache")
    assert ran.returncode == 1
    assert "tom: resolver bad: the process working on it ended twice (exit status 9)\n" in ran.stderr
    assert ran.stderr.count("\n") == 1
    assert list(temporary.iterdir()) == []


def test_what_a_plug_in_prints_does_not_spoil_the_json(tiny: Path) -> None:
    ran = compare(tiny, "print('here'); os.write(1, b'and here'); sys.stdin.read()", "--format", "json")
    assert ran.returncode == 0
    assert list(json.loads(ran.stdout)["corpora"]) == ["tiny"]
    assert "here" in ran.stderr


def test_a_fork_answers_for_no_other_document(tiny: Path) -> None:
    """Its copy of the process would answer a second time, which was taken for the answer on the next document."""
    for number in range(4):
        (tiny / f"z{number}.conllu").write_text(conllu(f"z{number}", ANN if number % 2 else TOM), encoding="utf-8")
    forked, alone = (json.loads(compare(tiny, does, "--format", "json").stdout) for does in ("os.fork()", "pass"))
    assert forked == alone


@pytest.mark.parametrize("code", ["sys.exit(3)", "raise LookupError('no')"])
def test_what_fails_when_it_is_made_is_named(tiny: Path, code: str) -> None:
    init = f"    def __init__(self):\n        {code}\n\n    def resolve("
    site = install(tiny.parent / "site", "bad_resolver", CODE.format("pass").replace("    def resolve(", init), ENTRY)
    ran = run_with(site, "compare", tiny, "-s", "true-gold", "-r", "bad")
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: resolver 'bad' (bad_resolver:Bad) cannot be made: ")


def test_a_document_that_fails_when_resumed_for_a_report(tiny: Path) -> None:
    # What a report needs was not kept at first, so documents are answered anew; one fails now and is left out.
    does = "if os.path.exists(os.environ['BROKEN']): raise ValueError('no answer')"
    site = install(tiny.parent / "site-resumed", "bad_resolver", CODE.format(does), ENTRY)
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
    of_first, of_failed = (json.loads(ran.stdout)["corpora"]["tiny"]["system-gold"] for ran in (first, failed))
    assert {outcome["documents"] for outcome in of_failed.values()} == {of_first["bad"]["documents"] - 1}
    assert again.stdout == first.stdout
    assert report.exists()
