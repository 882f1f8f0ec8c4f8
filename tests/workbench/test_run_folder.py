"""``compare --run`` and ``--resume``: what a folder keeps, what it refuses, and that killed runs end as others do."""

import errno
import fcntl
import json
import os
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.workbench.base.corpus import corpora_at
from anaphora_workbench.workbench.base.progress import duration, progress
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.engine import running
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.records.run_folder import RunFolder, cached_record
from anaphora_workbench.workbench.runs import comparing, evaluating
from plug_in import install, run_with
from tiny_corpus import ANN, TOM, Run, conllu

MODEL = Path(__file__).parents[2] / "models" / "anaphora_workbench_models" / "ranking-pronouns.json"
GOLD = ("-s", "true-gold", "-s", "system-gold")
RESOLVERS = ("-r", "mitkov", "-r", "most-recent")
COMMAND = ("compare", "tiny", *GOLD, *RESOLVERS)


def outcomes(folder: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(folder / "run.sqlite") as record:
        return record.execute(
            "SELECT id, setting, row, decisions FROM outcome JOIN document ON number = document"
            " ORDER BY number, setting, row"
        ).fetchall()


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Twelve documents in the folder ``tiny``, in two files, one of them with ten."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    (folder / "ann.conllu").write_text(conllu("ann", ANN), encoding="utf-8")
    many = "".join(conllu(f"tom{number}", TOM) for number in range(11))
    (folder / "toms.conllu").write_text(many, encoding="utf-8")
    return folder


def test_a_run_gives_the_bytes_of_a_plain_comparison(run: Run, corpus: Path) -> None:
    plain = run(*COMMAND, "-o", "plain.json", "--report", "plain.html", "--no-cache")
    kept = run(*COMMAND, "-o", "run.json", "--report", "run.html", "--run", "R", "--no-cache", "--jobs", 2)
    assert (plain.status, kept.status, kept.out) == (0, 0, plain.out)
    again = run("compare", "--resume", "R", "-o", "again.json", "--report", "again.html", "--no-cache")
    assert (again.status, again.out) == (0, plain.out)
    for ending in ("json", "html", "experiment.toml"):
        contents = {Path(f"{name}.{ending}").read_bytes() for name in ("plain", "run", "again")}
        assert len(contents) == 1, ending


def test_the_folder_has_decisions_by_document(run: Run, corpus: Path) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    rows = outcomes(Path("R"))
    assert len(rows) == 12 * 2 * 2
    assert {row[:3] for row in rows[:4]} == {
        ("ann", setting, row) for setting in ("true-gold", "system-gold") for row in ("mitkov", "most-recent")
    }
    assert all(json.loads(str(decisions)) for *_, decisions in rows)


def test_description_and_checksums_are_there_before_the_first_document(run: Run, corpus: Path) -> None:
    (corpus / "toms.conllu").write_text("1\tTom\n", encoding="utf-8")
    (corpus / "ann.conllu").write_text("# global.Entity = eid\n1\tAnn\n", encoding="utf-8")
    assert run(*COMMAND, "--run", "R", "--quiet").status == 2
    with sqlite3.connect("R/run.sqlite") as record:
        files = record.execute("SELECT corpus, path, length(checksum) FROM file").fetchall()
        (described,) = record.execute("SELECT value FROM run WHERE name = 'description'").fetchone()
        assert record.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        page = Path(__file__).parents[2] / "docs" / "large-runs.md"
        (documented,) = re.findall(r"`PRAGMA user_version` (\d+)", page.read_text(encoding="utf-8"))
        assert record.execute("PRAGMA user_version").fetchone() == (int(documented),)
    assert files == [("tiny", "ann.conllu", 64), ("tiny", "toms.conllu", 64)]
    assert json.loads(described)["resolvers"] == ["mitkov", "most-recent"]


def test_resuming_takes_the_options_of_the_run(run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = run(*COMMAND, "--run", "R", "-o", "a.json", "--format", "json", "--quiet")
    Path("a.json").unlink()
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    resumed = run("compare", "--resume", "../R", "--quiet")
    assert (resumed.out, resumed.err) == (begun.out, "")
    assert Path("../a.json").exists()
    anew = run("compare", "--resume", "../R", "--format", "csv", "-o", "b.json", "--jobs", 2, "--quiet")
    assert anew.out.startswith("corpus,")
    assert Path("b.json").read_bytes() == Path("../a.json").read_bytes()


def test_a_report_asked_for_later_has_its_traces(run: Run, corpus: Path) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    run(*COMMAND, "--report", "plain.html", "-o", "plain.json")
    assert run("compare", "--resume", "R", "--report", "later.html", "--quiet").status == 0
    assert Path("later.html").read_bytes() == Path("plain.html").read_bytes()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("edited", "tiny/ann.conllu: changed since the run in R was begun; expected the corpus as it was, or a new"),
        ("removed", "tiny/ann.conllu: gone since the run in R was begun; expected the corpus as it was, or a new run"),
        ("added", "tiny/z.conllu: added since the run in R was begun; expected the corpus as it was, or a new run"),
    ],
)
def test_a_changed_corpus_is_refused(run: Run, corpus: Path, change: str, says: str) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    if change == "edited":
        (corpus / "ann.conllu").write_text(conllu("ann", TOM), encoding="utf-8")
    elif change == "removed":
        (corpus / "ann.conllu").unlink()
    else:
        shutil.copy(corpus / "ann.conllu", corpus / "z.conllu")
    for words in (("--resume", "R"), (*COMMAND[1:], "--run", "R")):
        ran = run("compare", *words)
        assert (ran.status, ran.out, ran.err.startswith(f"error: {says}")) == (2, "", True)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tiny", "--resume", "R"), "corpora next to --resume; expected it in the run folder"),
        (("--resume", "none"), "none: no run to resume; expected a folder made by compare --run"),
        (("tiny", "-r", "mars", "--run", "R"),
         "R: it holds a run with another description; expected --resume or a new"),
        (("tiny", "--ablate", "--run", "R2"), "--run next to --ablate; expected one of the two"),
        (("tiny", "--run", "tiny/ann.conllu"), "tiny/ann.conllu: File exists"),
        ((), "no corpus; expected CORPUS..., as in workbench compare samples, or --resume FOLDER"),
    ],
)  # fmt: skip
def test_what_a_run_folder_does_not_take(run: Run, corpus: Path, words: tuple[str, ...], says: str) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    ran = run("compare", *words)
    assert (ran.status, ran.err.startswith(f"error: {says}")) == (2, True)


def test_other_code_is_refused(run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    monkeypatch.setattr("anaphora_workbench.workbench.experiments.experiment_file.own_content", lambda: "0123456789ab")
    ran = run("compare", "--resume", "R")
    assert ran.status == 2
    assert "begun with the workbench's code " in ran.err
    assert "and it is 0123456789ab now; expected what it was begun with, or a new run\n" in ran.err


def test_files_are_found_from_another_folder(run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(MODEL, "model.json")
    run("resolve", "tiny", "-r", "hobbs", "-o", "answers")
    model = ("-r", "ranking-pronouns", "--option", "ranking-pronouns.model=model.json")
    begun = run(*COMMAND, *model, "--response", "theirs=answers", "--run", "R", "--quiet")
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    resumed = run("compare", "--resume", "../R", "--quiet")
    assert (begun.status, resumed.status, resumed.out, resumed.err) == (0, 0, begun.out, begun.err)
    with Path("../model.json").open("a") as file:
        file.write(" ")
    assert "begun with ranking-pronouns.model " in run("compare", "--resume", "../R").err


def test_a_plug_in_that_was_edited_is_refused(corpus: Path, tmp_path: Path) -> None:
    code = "from anaphora_workbench.resolvers.baselines.baselines import MostRecent\n\n\nclass Mine(MostRecent):\n"
    code += "    name = 'mine'\n"
    site = install(tmp_path / "site", "edited", code, "[anaphora_workbench.resolvers]\nmine = edited:Mine\n")
    begun = run_with(site, "compare", "tiny", *GOLD, "-r", "mine", "--run", "R", "--quiet")
    resumed = run_with(site, "compare", "--resume", "R", "--quiet")
    assert (begun.returncode, resumed.returncode, resumed.stdout) == (0, 0, begun.stdout)
    (site / "edited.py").write_text(f"{code}\n    rule = 'mine'\n", encoding="utf-8")
    resumed = run_with(site, "compare", "--resume", "R", "--quiet")
    assert resumed.returncode == 2
    assert resumed.stderr.startswith("error: R: begun with code of plug-in edited ")
    # Its version says nothing of the change; the signature does.
    anew = run_with(site, "compare", "tiny", *GOLD, "-r", "mine", "--quiet")
    signed = [re.findall(r"edited==1\.0@[0-9a-f]{12}", printed) for printed in (begun.stdout, anew.stdout)]
    assert len(signed[0]) == len(signed[1]) == 2
    assert set(signed[0]).isdisjoint(signed[1])


def test_a_damaged_document_is_made_again(run: Run, corpus: Path) -> None:
    plain = run(*COMMAND, "--run", "R", "--quiet")
    with sqlite3.connect("R/run.sqlite") as record:
        record.execute("UPDATE outcome SET counts = x'00' WHERE document = 0 AND row = 'mitkov'")
        # Whole, but of another document.
        record.execute("UPDATE outcome SET counts = (SELECT counts FROM outcome WHERE document = 0) WHERE document > 9")
    assert run("compare", "--resume", "R", "--quiet").out == plain.out


@pytest.mark.parametrize(
    "change",
    [
        *(f"DELETE FROM run WHERE name = '{name}'" for name in ("made-with", "options", "working folder", "seal")),
        "UPDATE run SET value = substr(value, 1, 40) WHERE name = 'description'",
        """UPDATE run SET value = replace(value, '"jobs"', '"jobc"') WHERE name = 'options'""",
        "UPDATE file SET checksum = '0' WHERE number = 1",
    ],
)
def test_a_folder_whose_description_is_damaged_is_refused(run: Run, corpus: Path, change: str) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    with sqlite3.connect("R/run.sqlite") as record:
        assert record.execute(change).rowcount == 1
    ran = run("compare", "--resume", "R", "--quiet")
    said = "error: R/run.sqlite: damaged; expected it as it was written, or a new run\n"
    assert (ran.status, ran.out, ran.err) == (2, "", said)


@pytest.mark.parametrize("while_reading", ["ann.conllu", "toms.conllu"])
def test_a_file_that_changes(corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, while_reading: str) -> None:
    """Its results would be kept under the checksum of another text, for every run to come."""
    toms = corpus / "toms.conllu"
    whole, read = toms.read_text(encoding="utf-8"), running.documents_in
    experiment = Experiment(corpora_at([corpus]), ("mitkov",), settings=(setting_named("true-gold"),)).completed()
    (tmp_path / "cache").mkdir()

    def edited(file: Path, *further: Any) -> Any:
        if file.name == while_reading:
            toms.write_text(whole.replace("\this\this\t", "\ther\this\t", 1), encoding="utf-8")
        return read(file, *further)

    def results() -> tuple[list[str], Any]:
        record = cached_record(tmp_path / "cache", experiment, ())
        try:
            found = comparing.run(experiment, record=record)
            return [failure.reason for failure in found.failures], found.as_json()
        finally:
            record.close()
            assert record.lock is not None
            record.lock.release()

    with monkeypatch.context() as patch:
        patch.setattr(running, "documents_in", edited)
        failures, content = results()
    assert failures == [f"{toms}: changed since the comparison began; expected the same text until it ends"]
    assert content["corpora"]["tiny"]["true-gold"]["mitkov"]["documents"] == 1
    toms.write_text(whole, encoding="utf-8")
    assert results() == ([], comparing.run(experiment).as_json())


def test_a_failed_document_is_tried_again(run: Run, corpus: Path) -> None:
    whole = (corpus / "ann.conllu").read_bytes()
    (corpus / "ann.conllu").write_text("1\tAnn\n", encoding="utf-8")
    first = run(*COMMAND, "--run", "R", "--quiet")
    again = run("compare", "--resume", "R", "--quiet")
    assert first.status == 1
    assert (again.status, again.out, again.err) == (first.status, first.out, first.err)
    (corpus / "ann.conllu").write_bytes(whole)


def test_a_run_is_taken_up_with_a_row_more_or_less(run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def answered(rows: list[str]) -> list[str]:
        asked: list[str] = []
        resolve = evaluating.answered
        with monkeypatch.context() as patched:
            patched.setattr(
                evaluating, "answered", lambda name, *further: (asked.append(name), resolve(name, *further))[1]
            )
            words = [word for row in rows for word in ("-r", row)]
            ran = run("compare", "--resume", "R", *words, "--quiet", "-j", 1, "--format", "json")
            plain = run("compare", "tiny", *GOLD, *words, "--quiet", "-j", 1, "--format", "json", "--no-cache")
        assert (ran.status, ran.out) == (0, plain.out)
        return sorted(set(asked[: len(asked) - 12 * 2 * len(rows)]))

    run(*COMMAND, "--run", "R", "--quiet")
    assert answered(["mitkov", "hobbs"]) == ["hobbs"]
    assert answered(["hobbs", "most-recent"]) == []
    assert run("compare", "--resume", "R", "--quiet").out.count("hobbs") > 0


def test_progress_is_written_without_a_terminal(run: Run, corpus: Path) -> None:
    ran = run(*COMMAND, "--run", "R")
    assert ran.err.splitlines() == ["comparing: 0 of 12", "comparing: 12 of 12"]
    assert run("compare", "tiny", "-r", "mitkov", "-s", "true-gold").err == ""


def test_lines_of_progress_say_the_time(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.delenv("WORKBENCH_PROGRESS_SECONDS")
    monkeypatch.setattr("anaphora_workbench.workbench.base.progress.time.monotonic", lambda: now[0])
    with progress("comparing", 1_000, lines=True) as advance:
        for _ in range(20):
            now[0] += 2
            advance("document")
    assert capsys.readouterr().err.splitlines() == [
        "comparing: 0 of 1,000",
        "comparing: 15 of 1,000, 32 min left",
        "comparing: 20 of 1,000, 32 min left",
    ]
    assert [duration(seconds) for seconds in (59.4, 3_600, 90_000)] == ["59 s", "1 h 0 min", "1 d 1 h"]


def test_the_same_comparison_again_resolves_nothing(run: Run, corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(*COMMAND, "-o", "a.json")
    made = "anaphora_workbench.workbench.runs.comparing.DocumentEvaluator"
    with monkeypatch.context() as patched:
        patched.setattr(made, lambda *_: pytest.fail("resolved again"))
        assert run(*COMMAND, "-o", "b.json").out == first.out
    assert Path("a.json").read_bytes() == Path("b.json").read_bytes()
    assert "comparisons 1 " in " ".join(run("cache", "info").out.split())
    (corpus / "ann.conllu").write_text(conllu("ann", TOM), encoding="utf-8")
    assert run(*COMMAND, "-o", "c.json").out != first.out
    run("cache", "clear")
    assert not Path(".workbench-cache").exists()


def test_a_tampered_cache_costs_time_only(run: Run, corpus: Path) -> None:
    first = run(*COMMAND)
    (kept,) = Path(".workbench-cache/results").glob("*.sqlite")
    with sqlite3.connect(kept) as record:
        record.execute("UPDATE outcome SET counts = (SELECT counts FROM outcome WHERE document = 0)")
    assert run(*COMMAND).out == first.out
    for content in (b"", b"not a database", kept.read_bytes()[:5000]):
        for file in kept.parent.glob("*"):
            file.unlink()
        kept.write_bytes(content)
        assert run(*COMMAND).out == first.out


def workbench(*words: str, folder: Path, **further: object) -> subprocess.Popen[str]:
    """A command in a process of its own, standard error apart."""
    command = [sys.executable, "-m", "anaphora_workbench", *words]
    return subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **further,  # type: ignore[call-overload]
    )


def test_two_processes_cannot_have_one_folder(run: Run, corpus: Path, tmp_path: Path) -> None:
    run(*COMMAND, "--run", "R", "--quiet")
    held = RunFolder(Path("R"))
    second = workbench("compare", "--resume", "R", folder=tmp_path)
    assert second.communicate()[1] == "error: R: another process works on this run; expected one at a time\n"
    assert second.returncode == 2
    held.close()


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that has no locks."""

    def refused(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", refused)


def test_a_run_folder_without_locks_is_refused(run: Run, corpus: Path, no_locks: None) -> None:
    refused = run(*COMMAND, "--run", "R", "--quiet")
    assert (refused.status, refused.out, refused.err) == (2, "", "error: R/run.lock: No locks available\n")


@pytest.mark.filterwarnings("default:results not kept")
def test_a_cache_without_locks_costs_no_result(run: Run, corpus: Path, no_locks: None) -> None:
    plain, without = run(*COMMAND, "--no-cache", "--quiet"), run(*COMMAND, "--quiet")
    assert (without.status, without.out) == (0, plain.out)
    assert re.fullmatch(r"warning: results not kept in the cache: \S+\.lock: No locks available\n", without.err)


def limited_files() -> None:
    """Let no file grow over 100 kB, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


@pytest.mark.slow
def test_a_full_disk_keeps_what_was_done(corpus: Path, tmp_path: Path, run: Run) -> None:
    plain = run(*COMMAND)
    full = workbench(*COMMAND, "--run", "R", "--quiet", "-j", "1", folder=tmp_path, preexec_fn=limited_files)
    out, err = full.communicate()
    assert (full.returncode, out) == (2, "")
    assert err.startswith("error: R/run.sqlite: ")
    assert err.count("\n") == 1
    resumed = run("compare", "--resume", "R", "--quiet")
    assert (resumed.status, resumed.out) == (0, plain.out)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_a_run_killed_at_any_moment_ends_with_the_same_bytes(corpus: Path, tmp_path: Path, run: Run, seed: int) -> None:
    chance = random.Random(seed)
    words = (*COMMAND, "-o", "plain.json", "--quiet")
    begun = time.monotonic()
    whole = workbench(*words, "--no-cache", folder=tmp_path)
    plain, _ = whole.communicate()
    took = time.monotonic() - begun
    killed = 0
    first = workbench(*COMMAND, "-o", "run.json", "--run", "R", "--quiet", "--no-cache", "-j", "2", folder=tmp_path)
    process = first
    for how in chance.choices((signal.SIGKILL, signal.SIGTERM, signal.SIGINT), k=3):
        time.sleep(chance.uniform(0.1, took))
        if process.poll() is None:
            process.send_signal(how)
            killed += 1
        process.communicate()
        # The last moment of a run is after its files have taken their places.
        assert not Path("run.json").exists() or Path("run.json").read_bytes() == Path("plain.json").read_bytes()
        begun_there = (tmp_path / "R" / "run.sqlite").exists() and outcomes_or_none(tmp_path / "R") is not None
        again = ("compare", "--resume", "R") if begun_there else (*COMMAND, "-o", "run.json", "--run", "R")
        process = workbench(*again, "--quiet", folder=tmp_path)
    out, err = process.communicate()
    assert (process.returncode, out, err) == (0, plain, "")
    assert Path("run.json").read_bytes() == Path("plain.json").read_bytes()


def outcomes_or_none(folder: Path) -> object:
    """The description of a run, None where it was killed before it was begun."""
    try:
        with sqlite3.connect(folder / "run.sqlite") as record:
            return record.execute("SELECT value FROM run WHERE name = 'description'").fetchone()
    except sqlite3.Error:
        return None
