"""Locks of files: one holder at a time, and what is wrong with a file system is not called a lock."""

import errno
import fcntl
import os
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.locks import FileLock, LockedError


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a.lock"
    held = FileLock(path)
    with pytest.raises(LockedError, match=f"^{path}: locked$"):
        FileLock(path)
    held.release()
    FileLock(path).remove()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("code", "raised", "says"),
    [
        pytest.param(errno.EWOULDBLOCK, LockedError, "{path}: locked", id="another process has it"),
        pytest.param(errno.EACCES, LockedError, "{path}: locked", id="likewise, of other systems"),
        pytest.param(errno.ENOLCK, OSError, "[Errno 37] No locks available: '{path}'", id="no locks are left"),
        pytest.param(errno.ENOTSUP, OSError, "[Errno 95] Operation not supported: '{path}'", id="no locks at all"),
        pytest.param(errno.EIO, OSError, "[Errno 5] Input/output error: '{path}'", id="a broken disk"),
    ],
)
def test_what_a_file_system_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int, raised: type[Exception], says: str
) -> None:
    def refused(descriptor: int, operation: int) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refused)
    with pytest.raises(raised) as error:
        FileLock(tmp_path / "a.lock")
    assert str(error.value) == says.format(path=tmp_path / "a.lock")
