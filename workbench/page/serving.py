"""Running the page: an address with a token, a folder that is gone at the end, and the browser."""

from __future__ import annotations

import errno
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import uvicorn

from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.base.saved import ends_with
from anaphora_workbench.workbench.page.application import application
from anaphora_workbench.workbench.page.jobs.jobs import JobLimits
from anaphora_workbench.workbench.page.jobs.patience import ImpatientProtocol
from anaphora_workbench.workbench.page.questions.sent_folder import sent_folder

# Browsers keep texts and drafts of keys for an address, port included, so the next start has to be at the same one.
USUAL_PORT = 8327
_AT_ONCE = 128
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
