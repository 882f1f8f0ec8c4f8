"""The sample corpus that the package carries, by the name ``samples``."""

from __future__ import annotations

from pathlib import Path

SAMPLES = "samples"


def packaged(path: str | Path) -> Path:
    """A path as it is, or that of the packaged samples where it names them (``samples``, ``samples/es``).

    What exists under that name in the working folder is what its owner means, and is left alone.
    """
    path = Path(path)
    if path.parts[:1] == (SAMPLES,) and not path.exists():
        inside = Path(__file__).parent.joinpath(*path.parts)
        return inside if inside.exists() else path
    return path
