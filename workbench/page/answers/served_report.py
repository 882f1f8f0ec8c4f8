"""A report in a folder, and its parts as the browser asks for them."""

import json
from functools import lru_cache
from pathlib import Path

from starlette.responses import Response

from anaphora_workbench.workbench.page.questions.uploads import RefusedError

PAGE, SCRIPTS, PIECES, PLACES = "page.html", "sections.js", "pieces.bin", "places.json"


class ServedReport:
    """A report that was made.

    Args:
        folder: with its parts.

    Raises:
        RefusedError: it is not there, or not any more.
    """

    def __init__(self, folder: Path) -> None:
        if not (folder / PAGE).is_file():
            raise RefusedError("That comparison is no longer stored; ask for it again.", 404)
        self.folder = folder

    def page(self) -> Response:
        return Response((self.folder / PAGE).read_bytes(), media_type="text/html")

    def scripts(self) -> Response:
        return Response((self.folder / SCRIPTS).read_bytes(), media_type="text/javascript")

    def piece(self, number: int) -> Response:
        """A piece as it lies there, packed, which the browser unpacks."""
        places = _places(self.folder / PLACES)
        if not 0 <= number < len(places):
            raise RefusedError(f"There is no such piece; expected one of {len(places)}.", 404)
        at, length = places[number]
        with (self.folder / PIECES).open("rb") as file:
            file.seek(at)
            packed = file.read(length)
        return Response(packed, media_type="application/json", headers={"Content-Encoding": "deflate"})


@lru_cache(maxsize=8)
def _places(file: Path) -> list[tuple[int, int]]:
    return [(at, length) for at, length in json.loads(file.read_text(encoding="utf-8"))]
