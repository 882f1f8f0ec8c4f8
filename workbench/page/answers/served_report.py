"""A report in a folder, and its parts as the browser asks for them."""

import json
from functools import lru_cache
from pathlib import Path

from anaphora_workbench.workbench.page.questions.uploads import RefusedError

PAGE, SCRIPTS, PIECES, PLACES = "page.html", "sections.js", "pieces.bin", "places.json"


def part_of(folder: Path, name: str) -> bytes:
    """A file of a report that was made. Raises RefusedError where it is not there, or not any more."""
    return (_there(folder) / name).read_bytes()


def piece_of(folder: Path, number: int) -> bytes:
    """A piece as it lies there, packed, which the browser unpacks. Raises RefusedError where there is none."""
    places = _places(_there(folder) / PLACES)
    if not 0 <= number < len(places):
        raise RefusedError(f"There is no such piece; expected one of {len(places)}.", 404)
    at, length = places[number]
    with (folder / PIECES).open("rb") as file:
        file.seek(at)
        return file.read(length)


def _there(folder: Path) -> Path:
    if not (folder / PAGE).is_file():
        raise RefusedError("That comparison is no longer stored; ask for it again.", 404)
    return folder


@lru_cache(maxsize=8)
def _places(file: Path) -> list[tuple[int, int]]:
    return [(at, length) for at, length in json.loads(file.read_text(encoding="utf-8"))]
