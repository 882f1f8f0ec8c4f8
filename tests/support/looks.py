"""A view in each of its states, at the width of a desk and of a phone, in the light and the dark theme."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from axe import nothing_is_cut_and_nobody_is_kept_out
from served_page import Served
from tabs import ServedTab

WIDTHS = (1280, 400)
THEMES = ("light", "dark")
Look = tuple[str, int, str]


def looks(states: Iterable[str], quick: set[Look]) -> list[Any]:
    """Cases of (state, width, theme) for ``pytest.mark.parametrize``; all but a few are slow.

    Args:
        quick: the few.
    """
    every = [(state, width, theme) for state in states for width in WIDTHS for theme in THEMES]
    return [pytest.param(*look, marks=() if look in quick else pytest.mark.slow) for look in every]


@contextmanager
def looked_at(browser: Any, served: Served, width: int, theme: str) -> Iterator[ServedTab]:
    """A tab of that width and theme; at the end nothing in it is cut off, and it keeps nobody out."""
    window = {"width": width, "height": 900}
    reader = ServedTab(browser, served, viewport=window, color_scheme=theme, bypass_csp=True)
    yield reader
    nothing_is_cut_and_nobody_is_kept_out(reader.page, width)
    reader.close()
