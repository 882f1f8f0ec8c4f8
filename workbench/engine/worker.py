"""A worker process: applies one function to item after item until its parent is gone.

It talks with its parent in frames over the pipes that it finds as standard input and output; what a plug-in prints goes
to standard error, so that it spoils neither them nor the tables of the command.
"""

from __future__ import annotations

import ctypes
import os
import signal
import struct
import sys
import threading
import warnings
from contextlib import suppress
from io import TextIOWrapper
from pickle import HIGHEST_PROTOCOL, dumps, loads
from queue import SimpleQueue
from typing import IO, Any

from anaphora_workbench.corpora.formats.registry import LeftOutWarning
from anaphora_workbench.corpora.support.plugins import PluginWarning
from anaphora_workbench.workbench.base.errors import print_warning
from anaphora_workbench.workbench.engine.current_work import described, watched_by

# What a message to the parent is about; BEGUN and ENDED are of a resolver, at work or being made; BROKEN is an item
# without an answer, WARNED a warning, which all workers together say once.
READY, BEGUN, ENDED, DONE, RAISED, BROKEN, WARNED = range(7)
# Exit status of a worker whose pipes something has closed; EX_IOERR where there is one.
PIPES_CLOSED = 74
# Before each frame, since a plug-in may find the pipe and write in it.
_MARK = b"workbench"
_HEAD = struct.Struct(f"<{len(_MARK)}sQ")
_PR_SET_PDEATHSIG = 1


def send(pipe: IO[bytes], content: bytes) -> None:
    """Write a frame."""
    pipe.write(_HEAD.pack(_MARK, len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """Read a frame; None where the other side has ended, in the middle of one too. Raises ValueError for another's."""
    head = pipe.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    mark, length = _HEAD.unpack(head)
    if mark != _MARK:
        raise ValueError("what is in the pipe is no frame")
    content = pipe.read(length)
    return content if len(content) == length else None


def main(parent: int) -> None:
    """Work for a parent process.

    Args:
        parent: its process id.
    """
    _end_with(parent)
    tasks, answers = _own_pipes()
    printed = _printed_by_lines()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A plug-in or a file that is left out is named by the parent, once.
    for named_once in (PluginWarning, LeftOutWarning):
        warnings.simplefilter("ignore", named_once)
    inbox: SimpleQueue[bytes] = SimpleQueue()

    getpid, leave, worker = os.getpid, os._exit, os.getpid()
    _end_forks_with_this(tasks, answers)

    def tell(message: bytes) -> None:
        if getpid() != worker:
            # A plug-in has forked, and this copy would answer for documents that it was not given.
            leave(0)
        # The parent may end this process as soon as it has the answer.
        for stream in printed:
            with suppress(OSError, ValueError):
                stream.flush()
        try:
            send(answers, message)
        except (OSError, ValueError):
            leave(PIPES_CLOSED)

    def watcher(resolver: str, words: int | None, column: int | None) -> None:
        tell(dumps((BEGUN if resolver else ENDED, (resolver, words, column))))

    def warner(message: Warning | str, *where: Any, **further: Any) -> None:
        if getpid() == worker:
            tell(dumps((WARNED, str(message))))
        else:
            print_warning(message)

    watched_by(watcher)
    warnings.showwarning = warner
    try:
        threading.Thread(target=_receive_until_parent_ends, args=(tasks, inbox), daemon=True).start()
        function = loads(inbox.get())()
    except BaseException as error:  # it is raised again by the parent
        tell(_packed(RAISED, error))
        return
    tell(_packed(READY, None))
    while True:
        item = inbox.get()
        try:
            done = function(loads(item))
        except Exception as error:  # likewise
            answer = _packed(RAISED, error)
        except BaseException as error:  # a plug-in's, which would end the parent
            answer = _broken(error)
        else:
            try:
                answer = dumps((DONE, done), HIGHEST_PROTOCOL)
            except BaseException as error:  # of a plug-in's classes
                answer = _broken(error)
        tell(answer)


def _packed(about: int, content: BaseException | None) -> bytes:
    try:
        packed = dumps((about, content), HIGHEST_PROTOCOL)
        # An exception may be written and not be read: its class wants other arguments than it keeps.
        loads(packed)
    except BaseException as error:
        return dumps((about, RuntimeError(f"{described(content)} ({described(error)})")))
    return packed


def _broken(error: BaseException) -> bytes:
    return dumps((BROKEN, described(error)))


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


def _printed_by_lines() -> list[TextIOWrapper]:
    """The streams that a plug-in prints to, each line written at once and whole.

    In a buffer, as for any pipe, it would end with this process, which is killed; unbuffered (PYTHONUNBUFFERED), words
    and their line's end are written apart, and those of another worker come between.
    """
    printed = [stream for stream in (sys.stdout, sys.stderr) if isinstance(stream, TextIOWrapper)]
    for stream in printed:
        stream.reconfigure(line_buffering=True, write_through=False)
    return printed


def _receive_until_parent_ends(tasks: IO[bytes], inbox: SimpleQueue[bytes]) -> None:
    while (task := receive(tasks)) is not None:
        inbox.put(task)
    # The parent has ended or wants no more; where the other thread holds on to the interpreter, Linux sees to it.
    end_group(os.getpid())
    os._exit(0)


def end_group(process: int) -> None:
    """Kill all processes of a group that its first process leads, as a worker and what its plug-ins have started."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(process, signal.SIGKILL)


def _end_with(parent: int) -> None:
    """Have the system kill this process with its parent, where it can."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)


def _end_forks_with_this(*pipes: IO[bytes]) -> None:
    """Have what a plug-in forks end with this process, in another group too, and hold none of its pipes.

    Linux ends a process with the thread that made it, so this is for those that the main thread makes.
    """
    if not hasattr(os, "register_at_fork"):
        return
    worker, main_thread, ends = os.getpid(), threading.get_ident(), [pipe.fileno() for pipe in pipes]
    forking = worker

    def before() -> None:
        nonlocal forking
        forking = os.getpid()

    def in_child() -> None:
        if forking == worker:
            with suppress(OSError):
                nothing = os.open(os.devnull, os.O_RDWR)
                for end in ends:
                    os.dup2(nothing, end)
                os.close(nothing)
        if threading.get_ident() == main_thread:
            _end_with(forking)

    os.register_at_fork(before=before, after_in_child=in_child)
