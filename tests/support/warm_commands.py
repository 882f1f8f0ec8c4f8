"""Command lines in processes of their own that start warm: forks of one that has imported the commands already.

Hundreds of tests run a command in a process because of what may happen to its process, not because of how it
starts, and to start takes a second of importing. What starts cold is tested by tests/workbench/test_start.py.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import IO

_FORKS = sys.platform == "linux"
_STREAMS = 3
# Bytes of one message, which holds a command line and its environment.
_LONGEST = 1 << 18


def run_command(
    words: tuple[str, ...], folder: Path, environment: Mapping[str, str], seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run a command line in a folder, with the distributions of the environment's PYTHONPATH.

    Raises:
        subprocess.TimeoutExpired: it took longer than so many seconds, and was killed.
    """
    if not _FORKS:
        command = [sys.executable, "-m", "anaphora_workbench", *words]
        return subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=seconds
        )
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, Path(os.devnull).open("rb") as nothing:
        asked = json.dumps({"words": words, "folder": str(folder), "environment": dict(environment)}).encode()
        server = _server()
        socket.send_fds(server, [asked], [stream.fileno() for stream in (nothing, out, err)])
        process = int(server.recv(_LONGEST))
        server.settimeout(seconds)
        try:
            status = int(server.recv(_LONGEST))
        except TimeoutError:
            os.kill(process, signal.SIGKILL)
            server.settimeout(None)
            server.recv(_LONGEST)
            raise subprocess.TimeoutExpired(words, seconds) from None
        finally:
            server.settimeout(None)
        return subprocess.CompletedProcess(words, status, _written(out), _written(err))


def _written(stream: IO[bytes]) -> str:
    stream.seek(0)
    return stream.read().decode("utf-8")


@cache
def _server() -> socket.socket:
    """The socket of the process that forks, which ends when the socket is closed."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        # In a session of its own: Ctrl-C is for the tests.
        process = subprocess.Popen(
            [sys.executable, __file__, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _serve(asking: socket.socket) -> None:
    """Fork for each command line, and say when it has ended; return in the fork, where its main is to be called."""
    while True:
        asked, descriptors, _, _ = socket.recv_fds(asking, _LONGEST, _STREAMS)
        if not asked:
            os._exit(0)
        process = os.fork()
        if process == 0:
            asking.close()
            for place, descriptor in enumerate(descriptors):
                os.dup2(descriptor, place)
                os.close(descriptor)
            _become(**json.loads(asked))
            return
        for descriptor in descriptors:
            os.close(descriptor)
        asking.send(str(process).encode())
        _, status = os.waitpid(process, 0)
        asking.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(words: list[str], folder: str, environment: dict[str, str]) -> None:
    """Take the place of ``python -m anaphora_workbench`` with these words."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sites = environment.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:1] = [folder, *filter(None, sites)]
    sys.argv = ["anaphora_workbench", *words]
    importlib.invalidate_caches()


def _warm_up() -> None:
    """Import what commands import, and read what all of them read; what plug-ins there are is left to the forks."""
    from anaphora_workbench.corpora.languages.en.language import ENGLISH
    from anaphora_workbench.corpora.support import plugin_code

    package = "anaphora_workbench.workbench"
    # compare itself asks for the sections of reports when it is imported, so what it imports is imported here.
    for module in ("report.document.saving", "commands.explain", "commands.resolve", "commands.difficulty"):
        importlib.import_module(f"{package}.{module}")
    for module in ("runs.ablation", "runs.cumulation", "runs.comparing", "records.run_folder"):
        importlib.import_module(f"{package}.{module}")
    for entry in distribution("anaphora-workbench").entry_points:
        if entry.group.startswith("anaphora_workbench."):
            entry.load()
    importlib.import_module("scipy.special")
    ENGLISH.lexicon()
    assert plugin_code._installed.cache_info().currsize == 0, "a fork would not find the plug-ins of its test"
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    _warm_up()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    from anaphora_workbench.workbench.commands import main

    sys.exit(main())
