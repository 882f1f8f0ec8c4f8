"""What a worker process does: one function on one item after another, until its parent is gone.

It talks with its parent in frames over the pipes that it finds as standard input and output; what a plug-in prints goes
to standard error, so that it spoils neither them nor the tables of the command.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import struct
import sys
import threading
import warnings
from queue import SimpleQueue
from typing import IO, Any

from anaphora_workbench.corpora.formats.registry import LeftOutWarning
from anaphora_workbench.corpora.plugins import PluginWarning
from anaphora_workbench.workbench.errors import print_warning
from anaphora_workbench.workbench.runs.at_work import watched_by

# What a message to the parent is about; BEGUN and ENDED are of a resolver.
READY, BEGUN, ENDED, DONE, RAISED = range(5)
_LENGTH = struct.Struct("<Q")
_PR_SET_PDEATHSIG = 1


def send(pipe: IO[bytes], content: bytes) -> None:
    """Write a frame."""
    pipe.write(_LENGTH.pack(len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Read a frame; None where the other side has ended, in the middle of one too."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    content = pipe.read(length)
    return content if len(content) == length else None


def main(parent: int) -> None:
    """Work for a parent process.

    Args:
        parent: its process id.
    """
    _end_with(parent)
    tasks, answers = _own_pipes()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.showwarning = print_warning
    # A plug-in or a file that is left out is named by the parent, once.
    for named_once in (PluginWarning, LeftOutWarning):
        warnings.simplefilter("ignore", named_once)
    inbox: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_receive_until_parent_ends, args=(tasks, inbox), daemon=True).start()

    worker = os.getpid()

    def tell(message: bytes) -> None:
        if os.getpid() != worker:
            # A plug-in has forked, and this copy would answer for documents that it was not given.
            os._exit(0)
        send(answers, message)

    def watcher(resolver: str, words: int) -> None:
        tell(pickle.dumps((BEGUN if resolver else ENDED, (resolver, words))))

    watched_by(watcher)
    try:
        function = pickle.loads(inbox.get())()
    except BaseException as error:  # it is raised again by the parent
        tell(_packed(RAISED, error))
        return
    tell(_packed(READY, None))
    while True:
        item = inbox.get()
        try:
            answer = _packed(DONE, function(pickle.loads(item)))
        except BaseException as error:  # likewise
            answer = _packed(RAISED, error)
        tell(answer)


def _packed(about: int, content: Any) -> bytes:
    try:
        packed = pickle.dumps((about, content), pickle.HIGHEST_PROTOCOL)
        if isinstance(content, BaseException):
            # An exception may be written and not be read: its class wants other arguments than it keeps.
            pickle.loads(packed)
    except Exception as error:
        if not isinstance(content, BaseException):
            raise
        return pickle.dumps((about, RuntimeError(f"{type(content).__name__}: {content} ({error})")))
    return packed


def _own_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to the parent, out of the way of whatever reads standard input or prints."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        os.dup2(2, 1)
    except OSError:  # standard error was closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return tasks, answers


def _receive_until_parent_ends(tasks: IO[bytes], inbox: SimpleQueue[bytes]) -> None:
    while (task := receive(tasks)) is not None:
        inbox.put(task)
    # The parent has ended or wants no more; where the other thread holds on to the interpreter, Linux sees to it.
    os._exit(0)


def _end_with(parent: int) -> None:
    """Have the system kill this process with its parent, where it can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)
