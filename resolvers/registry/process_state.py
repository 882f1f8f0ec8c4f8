"""Restores the state of the process after a resolver of another distribution has changed it."""

from __future__ import annotations

import locale
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM", "SIGVTALRM", "SIGPROF", "SIGCHLD", "SIGPIPE")
    if hasattr(signal, name)
)
_TIMERS = tuple(
    getattr(signal, name) for name in ("ITIMER_REAL", "ITIMER_VIRTUAL", "ITIMER_PROF") if hasattr(signal, name)
)


@contextmanager
def process_state_kept() -> Iterator[None]:
    """Puts back afterwards what all code of a process shares.

    This is the working directory, the locale, the recursion limit, tracing, the streams of ``sys`` and, in the main
    thread, signals and timers. What was changed in modules stays changed.
    """
    put_back = [_directory(), _of_interpreter()]
    if threading.current_thread() is threading.main_thread():
        put_back.insert(0, _signals())
    try:
        yield
    finally:
        for each in put_back:
            each()


def _directory() -> Callable[[], None]:
    try:
        directory = os.getcwd()
    except OSError:  # it was removed
        return lambda: None

    def put_back() -> None:
        with suppress(OSError):
            os.chdir(directory)

    return put_back


def _of_interpreter() -> Callable[[], None]:
    limit, tracing, profiling = sys.getrecursionlimit(), sys.gettrace(), sys.getprofile()
    streams, its_locale = (sys.stdin, sys.stdout, sys.stderr), locale.setlocale(locale.LC_ALL)

    def put_back() -> None:
        sys.settrace(tracing)
        sys.setprofile(profiling)
        sys.setrecursionlimit(limit)
        sys.stdin, sys.stdout, sys.stderr = streams
        if locale.setlocale(locale.LC_ALL) != its_locale:
            locale.setlocale(locale.LC_ALL, its_locale)

    return put_back


def _signals() -> Callable[[], None]:
    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    idle = [timer for timer in _TIMERS if signal.getitimer(timer) == (0.0, 0.0)]
    masked = signal.pthread_sigmask(signal.SIG_BLOCK, ()) if hasattr(signal, "pthread_sigmask") else None

    def put_back() -> None:
        for timer in idle:
            signal.setitimer(timer, 0)
        for number, handler in handlers.items():
            # None stands for one that was not set from Python, and cannot be set from it.
            if handler is not None and signal.getsignal(number) != handler:
                signal.signal(number, handler)
        if masked is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, masked)

    return put_back
