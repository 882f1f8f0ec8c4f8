"""Python's garbage collector, at work less often while a document is worked on.

What resolvers make of a long document lives until they are done with it. The collector, which by default looks for
cycles after every 700 new objects and now and then walks over all that live, finds nothing there and takes more of the
time the longer the document is.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# New objects after which it looks at them: some 100 MB, so that a plug-in's cycles do not fill the memory.
OBJECTS = 1_000_000
_lock = threading.Lock()
_inside = 0
_before = gc.get_threshold()


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Within, the collector looks at new objects a million at a time; afterwards as often as before.

    Threads may be within at the same time. A collector that is turned off stays so, and one that looks yet more rarely.
    """
    _enter()
    try:
        yield
    finally:
        _leave()


def _enter() -> None:
    global _inside, _before
    with _lock:
        if not _inside:
            _before = gc.get_threshold()
            # 0 is never.
            if 0 < _before[0] < OBJECTS:
                gc.set_threshold(OBJECTS, *_before[1:])
        _inside += 1


def _leave() -> None:
    global _inside
    with _lock:
        _inside -= 1
        if not _inside:
            gc.set_threshold(*_before)
