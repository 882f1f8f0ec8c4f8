"""The folder for uploads: removed when its server ends, or, if that was killed, when the next one begins."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from anaphora_workbench.corpora.support.locks import FileLock, LockedError

_PREFIX = "workbench-page-"
_LOCK = "lock"


@contextmanager
def sent_folder() -> Iterator[Path]:
    """A temporary folder that a server has for itself; those of servers that were killed are removed first."""
    _remove_abandoned(Path(tempfile.gettempdir()))
    folder, lock = _locked_folder()
    with folder as name:
        try:
            yield Path(name)
        finally:
            if lock is not None:
                lock.release()


def _locked_folder() -> tuple[tempfile.TemporaryDirectory[str], FileLock | None]:
    while True:
        folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        try:
            return folder, FileLock(Path(folder.name) / _LOCK)
        except LockedError:
            # Another server that begins has taken it for abandoned.
            folder.cleanup()
        except OSError:
            # Where there are no locks nobody can tell whose server has ended, and nothing is removed.
            return folder, None


def _remove_abandoned(folder: Path) -> None:
    for sent in folder.glob(f"{_PREFIX}*"):
        # Another server that begins may remove it meanwhile.
        with suppress(OSError, LockedError):
            # One without a lock may be about to have it.
            if _is_ours(sent) and (sent / _LOCK).is_file():
                lock = FileLock(sent / _LOCK)
                shutil.rmtree(sent, ignore_errors=True)
                lock.release()


def _is_ours(path: Path) -> bool:
    """Whether it is a folder of this user, as everybody may put one there."""
    return path.is_dir() and not path.is_symlink() and (os.name == "nt" or path.stat().st_uid == os.getuid())
