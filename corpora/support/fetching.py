"""Downloading a public corpus or a model: resumed where it broke off, checked file by file, complete or absent."""

import hashlib
import shutil
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from anaphora_workbench.corpora.support.catalogue import ManifestFile, PublicCorpus, manifest
from anaphora_workbench.corpora.support.locks import FileLock, LockedError

_CHUNK = 1 << 18
_LARGEST_MEMBER = 200_000_000
_TIMEOUT = 60
Open = Callable[[Request], IO[bytes]]
Progress = Callable[[int, int | None], None]


class FetchError(ValueError):
    """What could not be fetched, and what to do about it."""


def fetch(corpus: PublicCorpus, folder: Path, open_: Open | None = None, progress: Progress | None = None) -> Path:
    """Download a corpus into ``folder/NAME`` and return that path.

    Args:
        open_: opens a request; the default asks the network.
        progress: called with the bytes so far and the bytes to come in all, None if unknown.

    Raises:
        FetchError: there is something at the path already, somebody else is fetching it, no network, or files other
            than the manifest's.
    """
    target = folder / corpus.name
    files = manifest(corpus)
    if not corpus.archive or not files:
        raise FetchError(f"{corpus.name} cannot be fetched: {corpus.why_not or 'no manifest'}; see {corpus.address}")
    require_absent(target)
    with writing(target):
        folder.mkdir(parents=True, exist_ok=True)
    stem = f".{corpus.name}-{corpus.commit[:12]}"
    with alone(target, folder / f"{stem}.lock"):
        # Another process may have fetched it since.
        require_absent(target)
        archive = folder / f"{stem}.tar.gz.part"
        with writing(target):
            download(corpus.archive, archive, corpus.name, open_, progress)
        _unpack_into_place(corpus, archive, folder / f"{stem}.unpacked", files, target)
    return target


def require_absent(target: Path) -> None:
    """Raise FetchError if there is something at the path."""
    if target.exists():
        raise FetchError(f"{target} is there already; remove it or name another folder")


@contextmanager
def alone(target: Path, path: Path) -> Iterator[None]:
    """While one process fetches into a folder no other does: they would write into one file."""
    try:
        with writing(target):
            lock = FileLock(path)
    except LockedError:
        raise FetchError(
            f"{target}: another process is fetching it; wait until that has ended, or name another folder"
        ) from None
    try:
        yield
    finally:
        lock.remove()


def _unpack_into_place(
    corpus: PublicCorpus, archive: Path, unpacked: Path, files: list[ManifestFile], target: Path
) -> None:
    """Make the corpus's folder of the archive, all at once; the archive goes when that is done."""
    shutil.rmtree(unpacked, ignore_errors=True)
    try:
        _unpack(corpus, archive, unpacked, files, target)
        with writing(target):
            unpacked.replace(target)
    finally:
        shutil.rmtree(unpacked, ignore_errors=True)
    archive.unlink(missing_ok=True)


@contextmanager
def writing(target: Path) -> Iterator[None]:
    """Around what writes files of the target: a file that cannot be written is told by the place the user named."""
    try:
        yield
    except OSError as error:
        raise FetchError(f"{target}: cannot be written: {error.strerror or error}") from error


def download(address: str, part: Path, name: str, open_: Open | None = None, progress: Progress | None = None) -> None:
    """Get a file, or the rest of it; what has come stays for the next try.

    Args:
        address: of the file.
        part: where it is written, or goes on.
        name: what is fetched, as messages name it.
        open_: opens a request; the default asks the network.
        progress: called with the bytes so far and the bytes to come in all, None if unknown.

    Raises:
        FetchError: no network, or the server does not give it.
    """
    have = part.stat().st_size if part.exists() else 0
    request = Request(address, headers={"User-Agent": "anaphora-workbench"})
    if have:
        request.add_header("Range", f"bytes={have}-")
    advice = "with a connection, run it again; it goes on where it stopped"
    try:
        with (open_ or partial(urlopen, timeout=_TIMEOUT))(request) as response:
            status = getattr(response, "status", 200)
            length = str(getattr(response, "headers", {}).get("Content-Length"))
            if have and status != 206:
                have = 0
            total = have + int(length) if length.isdecimal() else None
            with part.open("ab" if have else "wb") as file:
                for chunk in _chunks(response):
                    file.write(chunk)
                    have += len(chunk)
                    if progress is not None:
                        progress(have, total)
            # A connection that is closed early looks like an end where the length was told.
            if total is not None and have < total:
                raise ConnectionError(f"{have} of {total} bytes came")
    except HTTPError as error:
        if error.code == 416:
            return
        raise FetchError(f"{address}: the server answers {error.code} {error.reason}") from error
    except (URLError, TimeoutError, ConnectionError) as error:
        reason = getattr(error, "reason", error)
        raise FetchError(f"no network to fetch {name} from {address} ({reason}); {advice}") from error


def _chunks(response: IO[bytes]) -> Iterator[bytes]:
    """What a server sends, piece by piece; a ConnectionError, whatever broke off, after the last that has come."""
    while True:
        try:
            chunk = response.read(_CHUNK)
        except IncompleteRead as error:
            yield error.partial
            raise ConnectionError("the connection was closed") from error
        except (HTTPException, OSError) as error:
            raise ConnectionError(str(error) or type(error).__name__) from error
        if not chunk:
            return
        yield chunk


def _unpack(corpus: PublicCorpus, archive: Path, folder: Path, files: list[ManifestFile], target: Path) -> None:
    """Take the files of the manifest out of the archive, found by their content; nothing else is written."""
    wanted: dict[tuple[str, int], list[ManifestFile]] = {}
    for listed in files:
        wanted.setdefault((listed.path.rsplit("/", 1)[-1], listed.size), []).append(listed)
    fetched: set[str] = set()
    try:
        with tarfile.open(archive, "r:gz") as tar:
            for member in tar:
                candidates = wanted.get((member.name.rsplit("/", 1)[-1], member.size), [])
                if not member.isfile() or not candidates or member.size > _LARGEST_MEMBER:
                    continue
                stream = tar.extractfile(member)
                content = stream.read() if stream is not None else b""
                digest = hashlib.sha256(content).hexdigest()
                for candidate in candidates:
                    if candidate.sha256 == digest:
                        path = folder / candidate.path
                        with writing(target):
                            path.parent.mkdir(parents=True, exist_ok=True)
                            path.write_bytes(content)
                        fetched.add(candidate.path)
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        archive.unlink(missing_ok=True)
        raise FetchError(f"the archive of {corpus.name} is damaged ({error}); run it again") from error
    missing = [listed.path for listed in files if listed.path not in fetched]
    if missing:
        archive.unlink(missing_ok=True)
        some = ", ".join(missing[:3]) + (" …" if len(missing) > 3 else "")
        raise FetchError(
            f"{corpus.name}: {len(missing)} of {len(files)} files are not as the manifest has them ({some}); "
            f"nothing was kept; see {corpus.address}"
        )
