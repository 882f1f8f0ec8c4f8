"""The files of the cache of preprocessed documents: each with a checksum inside, and only ever a copy."""

import hashlib
import re
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from anaphora_workbench.corpora import FormatError
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.np_xml import reader as np_xml
from anaphora_workbench.corpora.support.output_places import complete_or_absent
from anaphora_workbench.workbench.base.errors import reason_of

DEFAULT_FOLDER = ".workbench-cache"
_IGNORE = ".gitignore"
_NAME = re.compile(r".*\.(?:gold|predicted)\.([0-9a-f]{32})\.np\.xml", re.DOTALL)
# What resolvers keep of a document.
_VECTORS = re.compile(r"[a-z-]+\.[0-9a-f]{32}\.vectors")
# Of comparisons, see ``runs.run_folder``.
RESULTS, RESULTS_SUFFIX, LOCK_SUFFIX = "results", ".sqlite", ".lock"
_RESULTS = re.compile(r"[0-9a-f]{32}\.(?:lock|sqlite(?:-wal|-shm)?)")
_UNFINISHED = re.compile(r"\..*\.[0-9a-f]{12}\.part", re.DOTALL)
_SEAL = re.compile(rb"<!-- ([0-9a-f]{64}) ([0-9a-f]{64}) -->\n\Z")


class CacheWarning(UserWarning):
    """A document that could not be kept, or a folder that cannot keep any."""


@dataclass(frozen=True)
class CacheEntry:
    """A file of the cache.

    Attributes:
        key: checksum of everything that its content depends on.
    """

    path: Path
    key: str

    def read(self) -> Document | None:
        """What is kept; None if there is nothing, or nothing that can be trusted."""
        try:
            if not self.path.is_file() or _sealed_key(self.path.read_bytes()) != self.key:
                return None
            return next(np_xml.FORMAT.read(self.path), None)
        except (FormatError, OSError):
            # Somebody's editor or a full disk has damaged the file.
            return None

    def write(self, document: Document) -> None:
        """Keep a document; a warning says why where that cannot be done."""
        reason = "a place that is not a file's"
        try:
            if self.path.is_file() or not self.path.exists():
                self._write(document)
                return
        except FormatError as error:
            reason = error.wrong
        except OSError as error:
            reason = error.strerror or str(error)
        # The same words for every document, so that they are said once.
        warnings.warn(f"not kept in the cache {self.path.parent}: {reason}", CacheWarning, stacklevel=2)

    def _write(self, document: Document) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with complete_or_absent(self.path, synced=False) as temporary:
            assert np_xml.FORMAT.write is not None
            np_xml.FORMAT.write([document], temporary)
            content = temporary.read_bytes()
            temporary.write_bytes(content + f"<!-- {self.key} {_checksum(content, self.key)} -->\n".encode())


def content_of(folder: Path) -> dict[str, int]:
    """How many files of each kind are in the folder of a cache, and their bytes.

    Those that are *damaged* will be made again when they are asked for; *unfinished* ones are of runs that were killed
    while they wrote; *vectors* are what resolvers keep of documents. Raises OSError for a folder that cannot be read.
    """
    content = dict.fromkeys(("documents", "vectors", "damaged", "unfinished", "comparisons", "bytes"), 0)
    for file in files_of(folder):
        with suppress(FileNotFoundError):  # another run may clear it
            content["bytes"] += file.stat().st_size
            name = _NAME.fullmatch(file.name)
            if file.parent != folder:
                content["comparisons"] += file.suffix == RESULTS_SUFFIX
            elif _VECTORS.fullmatch(file.name):
                content["vectors"] += 1
            elif name is None:
                content["unfinished"] += 1
            else:
                is_sound = (_sealed_key(file.read_bytes()) or "").startswith(name[1])
                content["documents" if is_sound else "damaged"] += 1
    return content


def clear(folder: Path) -> int:
    """Remove the files of a cache, and its folder if nothing else is in it; returns how many documents it had.

    Raises:
        OSError: a file cannot be removed.
    """
    cleared = 0
    for file in list(files_of(folder)):
        file.unlink(missing_ok=True)
        cleared += _NAME.fullmatch(file.name) is not None
    with suppress(OSError):
        (folder / RESULTS).rmdir()
    if folder.is_dir() and {file.name for file in folder.iterdir()} <= {_IGNORE}:
        (folder / _IGNORE).unlink(missing_ok=True)
        folder.rmdir()
    return cleared


def files_of(folder: Path) -> Iterator[Path]:
    """The files in a folder that a cache has made; whatever else is there is not touched."""
    if folder.is_dir():
        for file in sorted(folder.iterdir()):
            if any(kind.fullmatch(file.name) for kind in (_NAME, _VECTORS, _UNFINISHED)) and file.is_file():
                yield file
    if (folder / RESULTS).is_dir():
        yield from (file for file in sorted((folder / RESULTS).iterdir()) if _RESULTS.fullmatch(file.name))


def cache_folder(given: Path | None, no_cache: bool) -> Path | None:
    """The folder of the cache, made if need be; None, with a warning if it was wanted, for no cache.

    One that can only be read is of use, too.

    Raises:
        ValueError: it is a file.
    """
    if no_cache:
        return None
    folder = given or Path(DEFAULT_FOLDER)
    if folder.is_file():
        raise ValueError(f"{folder}: a file; expected a folder for the cache")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        warnings.warn(f"no cache: {reason_of(error)}", CacheWarning, stacklevel=2)
        return None
    with suppress(OSError):
        if not (folder / _IGNORE).exists():
            (folder / _IGNORE).write_text("*\n", encoding="utf-8")
    return folder


def _sealed_key(content: bytes) -> str | None:
    """The key of a file of the cache, None if its content is not what was written under that key."""
    seal = _SEAL.search(content, max(0, len(content) - 140))
    if seal is None:
        return None
    key = seal[1].decode()
    return key if _checksum(content[: seal.start()], key) == seal[2].decode() else None


def _checksum(content: bytes, key: str) -> str:
    return hashlib.sha256(key.encode() + content).hexdigest()
