"""A view of the page: it has an address, a template, scripts, and what its template and scripts
are given; what it asks the server for are further routes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.routing import Route

    from anaphora_workbench.workbench.page.desk import Desk


def _nothing(desk: Desk) -> Mapping[str, Any]:
    return {}


def _no_routes(desk: Desk) -> list[Route]:
    return []


@dataclass(frozen=True)
class View:
    """A view of the page.

    Attributes:
        name: of its template and its scripts.
        title: its heading and its link.
        path: its address.
        scripts: in the order in which they are loaded, after those that all views share.
        index: what its scripts know from the start, besides the words.
        routes: what they ask the server for.
    """

    name: str
    title: str
    path: str
    scripts: tuple[str, ...]
    index: Callable[[Desk], Mapping[str, Any]] = _nothing
    routes: Callable[[Desk], list[Route]] = _no_routes
