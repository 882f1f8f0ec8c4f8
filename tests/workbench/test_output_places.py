"""Where commands write to: places that are no files, links, one place for two outputs, and places that fail.

All nodes and folders are the test's own: a program that replaced a device would replace the system's.
"""

import json
import os
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from anaphora_workbench.corpora.formats.writing import write_text
from anaphora_workbench.corpora.support.output_places import complete_or_absent
from anaphora_workbench.workbench.base.outputs import Outputs
from tiny_corpus import Run

COMPARE = ("-s", "true-gold", "-r", "singletons")
NODES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")


def read_in_background(fifo: Path) -> tuple[threading.Thread, list[bytes]]:
    """A reader of a FIFO, and what it will have read."""
    content: list[bytes] = []
    reader = threading.Thread(target=lambda: content.append(fifo.read_bytes()), daemon=True)
    reader.start()
    return reader, content


def outputs_of(command: str, tiny: Path, target: Path) -> tuple[object, ...]:
    """A command line that writes a JSON or other file to a target."""
    return {
        "compare": ("compare", tiny, *COMPARE, "-o", target),
        "report": ("compare", tiny, *COMPARE, "--report", target),
        "score": ("score", tiny, tiny, "-o", target),
        "are": ("are", "run", tiny, "--task", 1, "-r", "most-recent", "-o", target),
        "convert": ("convert", tiny / "ann.conllu", target, "--to", "conllu"),
    }[command]


@NODES
@pytest.mark.parametrize("command", ["compare", "report", "score", "are", "convert"])
def test_a_fifo_is_written_through(run: Run, tiny: Path, tmp_path: Path, command: str) -> None:
    fifo, file = tmp_path / "fifo", tmp_path / "file.out"
    os.mkfifo(fifo)
    reader, content = read_in_background(fifo)
    assert run(*outputs_of(command, tiny, fifo)).status == 0
    reader.join(60)
    assert run(*outputs_of(command, tiny, file)).status == 0
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    if command in ("score", "convert"):
        assert content == [file.read_bytes()]
    assert content[0]
    assert not [path.name for path in tmp_path.iterdir() if path.name.startswith(("fifo.", ".fifo"))]


@NODES
@pytest.mark.parametrize("command", ["compare", "score", "convert"])
def test_a_null_device_stays_one(run: Run, tiny: Path, tmp_path: Path, command: str) -> None:
    node = tmp_path / "null"
    try:
        os.mknod(node, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        node.write_bytes(b"")
    except OSError:
        pytest.skip("no device can be made here")
    before = node.stat()
    assert run(*outputs_of(command, tiny, node)).status == 0
    after = node.stat()
    assert (stat.S_ISCHR(after.st_mode), after.st_rdev, after.st_ino) == (True, before.st_rdev, before.st_ino)


def test_the_file_that_standard_output_goes_to_is_written_through(tiny: Path, tmp_path: Path) -> None:
    """``-o`` names what standard output is: the JSON, then the table, and the file is the same one."""
    target = tmp_path / "out.json"
    command = [sys.executable, "-m", "anaphora_workbench", *map(str, outputs_of("score", tiny, target))]
    with target.open("wb") as out:
        inode = os.fstat(out.fileno()).st_ino
        subprocess.run(command, stdout=out, check=True, timeout=120, cwd=tmp_path)
    text = target.read_text("utf-8")
    content, end = json.JSONDecoder().raw_decode(text)
    assert content["documents"] == 2
    assert text[end:].lstrip().startswith("2 documents")
    assert target.stat().st_ino == inode


def test_a_link_is_followed(run: Run, tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    link, target = tmp_path / "link.json", tmp_path / "deep" / "target.json"
    link.symlink_to(target)
    for _ in range(2):
        assert run("score", tiny, tiny, "-o", link).status == 0
        assert link.is_symlink()
        assert json.loads(target.read_text("utf-8"))["documents"] == 2
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["target.json"]


def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    file = tmp_path / "private.json"
    file.write_text("old")
    file.chmod(0o600)
    with complete_or_absent(file) as temporary:
        temporary.write_text("new")
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", 0o600)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("-o", "x.json", "--report", "x.json"), "--report and --output: both would be written to x.json"),
        (("-o", "x.json", "--report", "./x.json"), "--report and --output: both would be written to"),
        (("-o", "x.json", "--report", "x.experiment.toml"), "--report and --output: both would be written to"),
        (("--tables", "t", "--report", "t/leaderboard.csv"), "--report and --tables: both would be written to"),
        (("-o", "link.json", "--report", "x.json"), "--report and --output: both would be written to"),
    ],
)
def test_two_outputs_on_one_path(run: Run, tiny: Path, tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "x.json")
    before = sorted(path.name for path in tmp_path.iterdir())
    ran = run("compare", tiny, *COMPARE, *options, "--no-cache")
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err
    assert sorted(path.name for path in tmp_path.iterdir()) == before


@pytest.mark.parametrize("command", ["compare", "report", "score", "are", "convert"])
def test_no_input_is_written_over(run: Run, tiny: Path, command: str) -> None:
    file = tiny / "ann.conllu"
    before = file.read_bytes()
    ran = run(*outputs_of(command, tiny, file))
    assert (ran.status, ran.out) == (2, "")
    assert "expected another place" in ran.err
    assert file.read_bytes() == before


@pytest.mark.parametrize("command", [("preprocess",), ("resolve", "-r", "mitkov"), ("convert", "--to", "np-xml")])
@pytest.mark.parametrize("place", ["tiny", "link", "tiny/../tiny"])
def test_a_folder_that_is_read_gets_no_second_file(run: Run, tiny: Path, command: tuple[str, ...], place: str) -> None:
    (tiny.parent / "link").symlink_to(tiny)
    before = {path.name for path in tiny.iterdir()}
    words = (command[0], tiny, place) if command[0] == "convert" else (command[0], tiny, "--output", place)
    ran = run(*words, *command[1:])
    assert (ran.status, ran.err) == (2, f"error: {place}: the input itself; expected another place\n")
    assert {path.name for path in tiny.iterdir()} == before


@pytest.mark.parametrize("command", [("preprocess",), ("resolve", "-r", "mitkov"), ("convert", "--to", "np-xml")])
def test_a_folder_in_the_input_is_not_read(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "texts").mkdir()
    text = tmp_path / "texts" / "t.np.xml"
    (tmp_path / "ann.txt").write_text("Ann left. She ran.")
    run("preprocess", "ann.txt", "-o", "made", "-j", 1)
    (tmp_path / "made" / "ann.np.xml").rename(text)
    if command[0] == "preprocess":
        text.unlink()
        (tmp_path / "ann.txt").rename(tmp_path / "texts" / "ann.txt")
    words = (command[0], "texts", "texts/out") if command[0] == "convert" else (command[0], "texts", "-o", "texts/out")
    assert run(*words, *command[1:]).status == 0
    before = {path: path.read_bytes() for path in (tmp_path / "texts").rglob("*") if path.is_file()}
    assert len(before) == 2
    ran = run(*words, *command[1:])
    said = "error: texts/out: a folder in the input, 1 file of which would be read; expected another place\n"
    assert (ran.status, ran.err.splitlines(True)[-1]) == (2, said)
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize(
    ("command", "place", "says"),
    [
        *((name, "here", "error: here: Is a directory") for name in ("compare", "report", "score", "are")),
        *((name, "file/x.json", "error: file/x.json: Not a directory") for name in ("compare", "score", "convert")),
        ("convert", "file/deeper", "error: file/deeper: Not a directory"),
    ],
)
def test_a_place_that_takes_no_file(run: Run, tiny: Path, tmp_path: Path, command: str, place: str, says: str) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "file").write_text("")
    ran = run(*outputs_of(command, tiny, Path(place)), *(["--no-cache"] if command in ("compare", "report") else []))
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(says)
    assert ran.err.count("\n") == 1


def test_a_place_that_fails_at_the_end(run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the trial and the end of the work the target has become a folder."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(elsewhere))
    target, write = tmp_path / "out.json", Outputs.write

    def write_where_a_folder_is(outputs: Outputs, path: Path, text: str) -> None:
        if path == target:
            path.mkdir()
        write(outputs, path, text)

    monkeypatch.setattr(Outputs, "write", write_where_a_folder_is)
    ran = run("compare", tiny, *COMPARE, "-o", target)
    assert ran.status == 1
    assert "singletons" in ran.out
    saved = next(elsewhere.glob("workbench-out-*.json"))
    assert ran.err == f"error: {target}: Is a directory; saved to {saved}\n"
    assert list(json.loads(saved.read_text("utf-8"))["corpora"]) == ["tiny"]


@pytest.mark.parametrize("number", ["28", "5"], ids=["full disk", "broken disk"])
def test_an_error_of_the_disk_names_the_users_path(tmp_path: Path, number: str) -> None:
    with pytest.raises(OSError, match=r"out\.json'") as raised, complete_or_absent(tmp_path / "out.json"):
        raise OSError(int(number), os.strerror(int(number)))
    assert raised.value.filename == str(tmp_path / "out.json")
    assert not list(tmp_path.iterdir())


def test_a_file_where_another_output_has_its_folder(run: Run, tiny: Path, tmp_path: Path) -> None:
    ran = run("compare", tiny, *COMPARE, "-o", tmp_path / "out", "--tables", tmp_path / "out")
    said = "error: --output and --tables: a file where the other has a folder; expected different places\n"
    assert (ran.status, ran.out, ran.err) == (2, "", said)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("saves", [False, True])
def test_a_closed_standard_output(tiny: Path, tmp_path: Path, saves: bool) -> None:
    """``>&-``: what goes to a file is there, and what could not be printed is said."""
    command = [sys.executable, "-m", "anaphora_workbench", "compare", str(tiny), *COMPARE, "--no-cache"]
    command += ["-o", "saved.json"] if saves else []
    ran = subprocess.run(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, preexec_fn=lambda: os.close(1), check=False
    )
    assert ran.stderr == "error: standard output: closed; expected a place for what is printed\n"
    assert ran.returncode == 2
    assert (tmp_path / "saved.json").exists() == saves


@pytest.mark.parametrize(
    ("closed", "words", "out", "err", "status"),
    [
        ("<&-", "difficulty -", "", "standard input: closed; expected something to read, or a file", 2),
        ("2>&-", "compare nowhere", "", "", 2),
        (">&- 2>&-", "compare nowhere", "", "", 2),
        (">&-", "compare nowhere", "", "nowhere: no such file or folder", 2),
    ],
)
def test_closed_streams(tmp_path: Path, closed: str, words: str, out: str, err: str, status: int) -> None:
    command = f"'{sys.executable}' -m anaphora_workbench {words} {closed}"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (ran.returncode, ran.stdout) == (status, out)
    assert err in ran.stderr
    assert bool(err) == bool(ran.stderr)


def test_a_working_folder_that_was_removed(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    command = f"rmdir '{gone}'; '{sys.executable}' -m anaphora_workbench compare samples"
    ran = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=gone, check=False)
    said = "error: the working folder has been removed; expected one that is there\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)
    gone.mkdir()
    asked = ["sh", "-c", command.replace("compare samples", "--version")]
    assert subprocess.run(asked, capture_output=True, text=True, cwd=gone, check=False).returncode == 0


def test_a_file_is_on_the_disk(tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a power cut a file that was renamed and not written could be there, and empty."""
    done: list[str] = []
    sync, replace = os.fsync, Path.replace

    def noted_sync(file: int) -> None:
        done.append(f"sync {Path(os.readlink(f'/proc/self/fd/{file}')).name}")
        sync(file)

    def noted_replace(self: Path, target: Path) -> Path:
        done.append(f"replace {self.name}")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", noted_sync)
    monkeypatch.setattr(Path, "replace", noted_replace)
    write_text(tmp_path / "out.txt", "whole")
    (synced, replaced) = done
    assert synced.split(" ") == ["sync", replaced.split(" ")[1]]
