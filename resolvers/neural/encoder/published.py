"""Encoders on a model hub: three files each, of one revision, checked where their checksum is published."""

import hashlib
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora.support.fetching import FetchError, Progress, alone, download, require_absent, writing

HUB = "https://huggingface.co"
WEIGHTS = "model.safetensors"
FILES = ("config.json", "tokenizer.json", WEIGHTS)


@dataclass(frozen=True)
class PublishedEncoder:
    """An encoder on a hub.

    Attributes:
        name: of its repository there, ``MAKER/NAME``.
        sha256: checksum of its weights; "" where none is known.
        size: of its weights, in bytes; 0 where it is not known.
    """

    name: str
    licence: str = ""
    sha256: str = ""
    size: int = 0


PUBLISHED = {
    "all-mpnet-base-v2": PublishedEncoder(
        "sentence-transformers/all-mpnet-base-v2",
        "Apache-2.0",
        "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658",
        437_971_872,
    )
}


def fetch_encoder(
    encoder: PublishedEncoder,
    target: Path,
    hub: str = HUB,
    revision: str = "main",
    progress: Callable[[str], Progress | None] | None = None,
) -> str:
    """Download an encoder into a folder, complete or not at all.

    Args:
        target: the folder, which is not there yet.
        hub: address of the hub.
        revision: branch, tag or commit of its repository.
        progress: what is called while a file of this name comes.

    Returns:
        The checksum of its weights.

    Raises:
        FetchError: it cannot be fetched, or its weights have another checksum.
    """
    require_absent(target)
    unfinished = target.with_name(f".{target.name}-{revision.replace('/', '-')}")
    with writing(target):
        unfinished.mkdir(parents=True, exist_ok=True)
    with alone(target, unfinished.with_suffix(".lock")):
        require_absent(target)
        try:
            for file in FILES:
                address = f"{hub.rstrip('/')}/{encoder.name}/resolve/{revision}/{file}"
                with writing(target):
                    download(address, unfinished / file, encoder.name, progress=progress and progress(file))
        finally:
            with suppress(OSError):  # which it is if anything has come
                unfinished.rmdir()
        with (unfinished / WEIGHTS).open("rb") as weights:
            checksum = hashlib.file_digest(weights, "sha256").hexdigest()
        if encoder.sha256 not in ("", checksum):
            shutil.rmtree(unfinished)
            raise FetchError(
                f"{encoder.name}: the weights of revision {revision} have the checksum {checksum}; expected "
                f"{encoder.sha256}; nothing was kept"
            )
        with writing(target):
            unfinished.replace(target)
    return checksum
