"""Files that one process locks until it ends, however it ends."""

import errno
import os
import weakref
from contextlib import suppress
from pathlib import Path

# What the systems answer where another process has the lock.
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)


class LockedError(ValueError):
    """Another process, or this one, has the file already."""


class FileLock:
    """A file that nobody else can lock until it is let go of, or its process has ended.

    Args:
        path: made if there is none; it stays, unless it is removed.

    Raises:
        LockedError: somebody else has it.
        OSError: it cannot be made, or its file system has no locks.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._close = weakref.finalize(self, os.close, descriptor)
        try:
            if os.name == "nt":
                import msvcrt

                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            else:
                import fcntl

                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self.release()
            if error.errno not in _HELD:
                # Not every call of the system says which file it was about.
                raise OSError(error.errno, error.strerror, str(path)) from error
            raise LockedError(f"{path}: locked") from error
        # Between opening and locking its holder may have removed it, and another have locked a new one.
        if not _is_at(descriptor, path):
            self.release()
            raise LockedError(f"{path}: removed while it was being locked")

    def release(self) -> None:
        """Let go of it."""
        self._close()

    def remove(self) -> None:
        """Let go of it, and of the file, which Windows keeps."""
        with suppress(OSError):
            self._path.unlink()
        self.release()


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False
