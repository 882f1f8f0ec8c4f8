"""The folder for what readers send to the page (workbench/page/serving.py)."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.locks import FileLock, LockedError
from anaphora_workbench.workbench.page.serving import sent_folder

SERVE = [sys.executable, "-m", "anaphora_workbench", "serve", "--no-browser", "--port", "0"]


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, of this process and of those that it starts."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def sent(folder: Path, name: str, *, locked: bool = True) -> Path:
    """A folder with a text that a reader has sent, and the file that its server locks."""
    own = folder / name
    own.mkdir()
    (own / "text.txt").write_text("Ann left.", encoding="utf-8")
    if locked:
        (own / "lock").touch()
    return own


def test_what_killed_servers_have_left_is_removed_and_nothing_else(places: Path) -> None:
    killed = sent(places, "workbench-page-killed")
    running = sent(places, "workbench-page-running")
    starting = sent(places, "workbench-page-starting", locked=False)
    others = sent(places, "workbench-key-others")
    (places / "workbench-page-link").symlink_to(others)
    lock = FileLock(running / "lock")
    with sent_folder() as own:
        assert {path.name for path in places.iterdir()} == {
            own.name, running.name, starting.name, others.name, "workbench-page-link"
        }  # fmt: skip
        assert not killed.exists()
        with sent_folder() as second:
            assert own.exists()
            assert second != own
    lock.release()
    assert not own.exists()
    assert (others / "text.txt").exists()


def test_a_folder_that_another_server_takes_for_abandoned_is_left_for_a_new_one(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Path] = []

    def lock(path: Path) -> FileLock:
        if not taken:
            taken.append(path.parent)
            raise LockedError(f"{path}: locked")
        return FileLock(path)

    monkeypatch.setattr("anaphora_workbench.workbench.page.serving.FileLock", lock)
    with sent_folder() as own:
        assert own != taken[0]
        assert [path.name for path in places.iterdir()] == [own.name]
    assert not list(places.iterdir())


def test_the_next_server_removes_what_a_killed_one_has_left(places: Path) -> None:
    for ending, left in ((signal.SIGKILL, 1), (signal.SIGTERM, 0)):
        server = subprocess.Popen(SERVE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert server.stdout is not None
        assert server.stdout.readline().startswith("http://127.0.0.1:")
        assert len(list(places.glob("workbench-page-*"))) == 1, "one of its own and none of before"
        server.send_signal(ending)
        server.wait(30)
        server.stdout.close()
        assert len(list(places.glob("workbench-page-*"))) == left
