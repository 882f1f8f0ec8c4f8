"""Vectors and borders of mentions in a folder, so that a text is encoded once: each file named by all it depends on."""

import hashlib
import io
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from anaphora_workbench.corpora.support.output_places import complete_or_absent
from anaphora_workbench.resolvers.neural.scorer import Floats

Spans = NDArray[np.int32]
_SHOWN = 32
_SUFFIX = ".vectors"


class KeptVectors:
    """The file of a document's vectors.

    Args:
        folder: where files are kept.
        depends_on: what the vectors depend on.
    """

    def __init__(self, folder: Path, depends_on: Iterable[bytes]) -> None:
        digest = hashlib.sha256()
        for part in depends_on:
            digest.update(hashlib.sha256(part).digest())
        self._path = folder / f"neural.{digest.hexdigest()[:_SHOWN]}{_SUFFIX}"

    def read(self, shape: tuple[int, ...]) -> tuple[Floats, Spans] | None:
        """What is kept, vectors and spans of mentions; None if there is nothing, or nothing that can be trusted."""
        with suppress(OSError, ValueError, EOFError):
            seal, content = self._path.read_bytes().split(b"\n", 1)
            if seal == _seal(content):
                file = io.BytesIO(content)
                vectors, spans = (np.load(file, allow_pickle=False) for _ in range(2))
                if vectors.shape == shape and spans.shape == (shape[1], 2):
                    return vectors.astype(np.float32), spans
        return None

    def write(self, vectors: Floats, spans: Spans) -> None:
        """Keep vectors, in 16 bits, and spans; where that cannot be done they are made again."""
        content = io.BytesIO()
        np.save(content, vectors.astype(np.float16))
        np.save(content, spans)
        with suppress(OSError), complete_or_absent(self._path, synced=False) as unfinished:
            unfinished.write_bytes(_seal(content.getvalue()) + b"\n" + content.getvalue())


def _seal(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()
