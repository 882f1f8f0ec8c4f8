"""Running the page: an address with a token, a folder that is gone at the end, and the browser."""

import asyncio
import errno
import os
import secrets
import shutil
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from anaphora_workbench.corpora.support.locks import FileLock, LockedError
from anaphora_workbench.workbench.base.errors import CommandError, ends_with
from anaphora_workbench.workbench.page.application import application
from anaphora_workbench.workbench.page.jobs.jobs import JobLimits

# Browsers keep texts and drafts of keys for an address, port included, so the next start has to be at the same one.
USUAL_PORT = 8327
# Connections: each of fifty readers has an open one for progress, and a browser asks by up to six at once.
_AT_ONCE = 512
_SECONDS_IDLE = 20
_SECONDS_AT_THE_END = 1


def serve(
    host: str,
    port: int | None,
    open_browser: bool,
    limits: JobLimits,
    corpora: Mapping[str, Path],
    key: Path | None = None,
) -> None:
    """Serve the page until Ctrl-C; its address is the first line of standard output.

    Args:
        port: 0 for any that is free, None for the usual one if it is free.
        corpora: that readers may compare resolvers on, by name.
        key: that submissions are ranked by.

    Raises:
        CommandError: the address is taken, or not of this machine.
    """
    token = secrets.token_urlsafe(18)
    listening = listening_at(host, port)
    port = listening.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/?token={token}"
    with sent_folder() as folder, listening:
        config = uvicorn.Config(
            application(folder, token, host, limits, corpora, key),
            http=ImpatientProtocol, log_level="warning", access_log=False, server_header=False, lifespan="on",
            limit_concurrency=_AT_ONCE, timeout_keep_alive=_SECONDS_IDLE,
            timeout_graceful_shutdown=_SECONDS_AT_THE_END,
        )  # fmt: skip
        print(address, flush=True)
        print("Ctrl-C ends it.", file=sys.stderr, flush=True)
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        ends_with("The page was closed.")
        uvicorn.Server(config).run([listening])


def listening_at(host: str, port: int | None) -> socket.socket:
    """A socket that listens. See ``serve``."""
    if port is None:
        try:
            return _bound(host, USUAL_PORT)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise _refused(host, USUAL_PORT, error) from None
        other = "so the page is at another port, where the browser will not find your texts and drafts"
        print(f"Port {USUAL_PORT} is taken, {other}.", file=sys.stderr, flush=True)
        port = 0
    try:
        return _bound(host, port)
    except OSError as error:
        raise _refused(host, port, error) from None


def _refused(host: str, port: int, error: OSError) -> CommandError:
    reason = error.strerror or str(error)
    return CommandError(f"--host {host} --port {port}: {reason}; expected a free port of this machine")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with ExitStack() as closing:
        listening = closing.enter_context(socket.socket(family, kind, protocol))
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen()
        closing.pop_all()
    return listening


SECONDS_TO_ASK = 20.0


class ImpatientProtocol(H11Protocol):
    """HTTP that closes a connection on which no whole request has begun for a time; uvicorn waits for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.loop.call_later(SECONDS_TO_ASK, self._look, None)

    def _look(self, last: RequestResponseCycle | None) -> None:
        """Close the connection if the last request of a while ago is answered and no other has come."""
        if self.transport.is_closing():
            return
        if self.cycle is last and (last is None or last.response_complete):
            self.transport.close()
        else:
            self.loop.call_later(SECONDS_TO_ASK, self._look, self.cycle)


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
