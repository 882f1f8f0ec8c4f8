"""Places for output: a file is complete or absent; any other target is written through, never replaced."""

import errno
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from anaphora_workbench.corpora.support.errors import FormatError

# Characters of a name that its temporary file repeats: of four bytes each they still fit a file system's 255.
_KEPT_OF_NAME = 40
_STANDARD_STREAMS = (1, 2)
# Device and number of a file on it.
Identity = tuple[int, int]


@contextmanager
def complete_or_absent(path: Path, synced: bool = True) -> Iterator[Path]:
    """A temporary file to write, which takes the place of ``path`` when all went well, and goes when not.

    It is on the disk before it takes that place, so that a power cut leaves nothing half written there either.
    A link is followed. What is no regular file (a FIFO, a device, whatever standard output goes to) gets the content
    when it is complete, and stays what it is.

    Args:
        synced: wait for the disk; not needed of what is made again where it is damaged.

    Raises:
        FormatError: as the writer of the temporary file raises it, but with ``path``.
        OSError: likewise, and where ``path`` cannot be written.
    """
    through = is_written_through(path)
    target = Path(path if through else _followed(path))
    if through:
        # The folder of a device or of standard output is no place for a file.
        temporary = Path(tempfile.gettempdir()) / f"workbench-{uuid4().hex[:12]}.part"
    else:
        temporary = target.with_name(f".{target.name[:_KEPT_OF_NAME]}.{uuid4().hex[:12]}.part")
    try:
        yield temporary
        if through:
            _write_through(temporary, path)
        else:
            if synced:
                _sync(temporary)
            with suppress(FileNotFoundError):
                shutil.copymode(target, temporary)
            temporary.replace(target)
    except FormatError as error:
        if error.path != temporary:
            raise
        raise FormatError(path, error.line, error.wrong, error.expected) from error
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(temporary)):
            raise
        raise _error_at(path, error.errno) from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _sync(file: Path) -> None:
    with file.open("rb+") as written:
        try:
            os.fsync(written.fileno())
        except OSError as error:
            # Some file systems cannot.
            if error.errno not in (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP):
                raise


def make_folder_of(path: Path) -> None:
    """Make the folder that a file is to be in, where links lead to one that is not there too."""
    if not is_written_through(path):
        _followed(path).parent.mkdir(parents=True, exist_ok=True)


def is_written_through(path: Path) -> bool:
    """Whether there is something at a path that a file must not replace: no regular file, or a standard stream's."""
    try:
        status = path.stat()
    except OSError:
        return False
    if stat.S_ISDIR(status.st_mode):
        return False
    return not stat.S_ISREG(status.st_mode) or _standard_stream(status) is not None


def try_file(path: Path) -> None:
    """See whether a file can be written, without a trace of the trial.

    Raises:
        OSError: it cannot be; the error names the path.
    """
    if not is_written_through(path):
        try_folder(_followed(path).parent, path)
    elif not os.access(path, os.W_OK):
        raise _error_at(path, errno.EACCES)


def try_folder(folder: Path, for_path: Path | None = None) -> None:
    """See whether a folder, or the nearest one above it that exists, takes files.

    Args:
        for_path: what the error names instead of the folder.

    Raises:
        OSError: it does not.
    """
    named = for_path or folder
    nearest = Path(os.path.realpath(folder))
    while not nearest.exists() and nearest != nearest.parent:
        nearest = nearest.parent
    if not nearest.is_dir():
        raise _error_at(named, errno.ENOTDIR)
    try:
        with tempfile.NamedTemporaryFile(dir=nearest, prefix=".workbench-"):
            pass
    except OSError as error:
        raise _error_at(named, error.errno or errno.EIO) from error


def identity(path: Path) -> Identity | None:
    """What two paths share that lead to one file; None for a file that is not there, and for no regular file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None


def identities(paths: Iterable[Path]) -> frozenset[Identity]:
    """What those of the paths that lead to regular files are known by."""
    return frozenset(known for path in paths if (known := identity(path)) is not None)


def are_one_place(first: Path, second: Path) -> bool:
    """Whether two paths lead to one place, be there a file or not."""
    try:
        return first.samefile(second)
    except OSError:
        return os.path.normcase(os.path.realpath(first)) == os.path.normcase(os.path.realpath(second))


def is_within(path: Path, folder: Path) -> bool:
    """Whether a path leads into a folder, be there one or not."""
    return Path(os.path.realpath(folder)) in Path(os.path.realpath(path)).parents


def _followed(path: Path) -> Path:
    """Where a file of this path is, links followed. Raises OSError for a folder, a circle of links, or a bad name."""
    target = Path(os.path.realpath(path))
    try:
        mode = os.lstat(target).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return target
    except OSError as error:
        raise _error_at(path, error.errno or errno.EIO) from error
    if stat.S_ISDIR(mode):
        raise _error_at(path, errno.EISDIR)
    if stat.S_ISLNK(mode):
        raise _error_at(path, errno.ELOOP)
    return target


def _standard_stream(status: os.stat_result) -> int | None:
    """The number of the standard stream that a file is, None if it is none."""
    for number in _STANDARD_STREAMS:
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), status):
                return number
    return None


def _write_through(source: Path, path: Path) -> None:
    stream = _standard_stream(path.stat())
    if stream is None:
        descriptor = os.open(path, os.O_WRONLY)
    else:
        # Its own descriptor, so that what is printed before and after stands before and after.
        (sys.stdout if stream == 1 else sys.stderr).flush()
        descriptor = os.dup(stream)
    with open(source, "rb") as content, open(descriptor, "wb") as there:
        shutil.copyfileobj(content, there)


def _error_at(path: Path, number: int) -> OSError:
    return OSError(number, os.strerror(number), str(path))
