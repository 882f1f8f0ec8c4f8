"""The sample corpora that the package carries: ``samples``, and ``samples/CODE`` in the folder of a language."""

from pathlib import Path

SAMPLES = "samples"


def packaged(path: str | Path) -> Path:
    """A path as it is, or that of the packaged samples where it names them (``samples``, ``samples/es``).

    What exists under that name in the working folder is what its owner means, and is left alone.
    """
    path = Path(path)
    if path.parts[:1] == (SAMPLES,) and not path.exists():
        corpora = Path(__file__).parents[1]
        inside = corpora.joinpath(*path.parts)
        if len(path.parts) > 1 and not inside.exists():
            _, code, *rest = path.parts
            inside = corpora.joinpath("languages", code, f"{SAMPLES}-{code}", *rest)
        return inside if inside.exists() else path
    return path
