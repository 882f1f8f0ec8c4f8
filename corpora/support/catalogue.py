"""The catalogue of public corpora: contents, licence, settings, address, and a check of local copies.

A corpus that can be fetched has a manifest (``manifests/NAME.tsv``: SHA-256, size and path of each file), so
that exactly these files are taken out of the repository's archive at one commit, and checked. Parts that
are held out for evaluation are in no manifest. What there is stands in ``catalogue.toml``.
"""

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.support.known_names import there_are


@dataclass(frozen=True)
class PublicCorpus:
    """One corpus.

    Attributes:
        name: as given to ``workbench corpora fetch``.
        size: documents and words.
        settings: the settings it can serve (mentions-annotation).
        formats: formats its files are in.
        address: where its makers keep it.
        commit: state of the repository that the manifest describes; "" where there is none.
        why_not: why it cannot be fetched; "" if it can.
        source: who made it, with year.
    """

    name: str
    title: str
    licence: str
    size: str
    settings: tuple[str, ...]
    formats: tuple[str, ...]
    address: str
    source: str
    commit: str = ""
    why_not: str = ""

    @property
    def archive(self) -> str:
        """Address of the archive with the repository's files."""
        return f"{self.address}/archive/{self.commit}.tar.gz" if self.commit else ""


@dataclass(frozen=True)
class ManifestFile:
    """A file of a corpus as it should be."""

    sha256: str
    size: int
    path: str


def _listed() -> dict[str, PublicCorpus]:
    rows: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))[
        "corpus"
    ]
    lists = ("settings", "formats")
    corpora = (PublicCorpus(**(row | {name: tuple(row[name]) for name in lists})) for row in rows)
    return {corpus.name: corpus for corpus in corpora}


CORPORA = _listed()


def corpus_named(name: str) -> PublicCorpus:
    """The corpus of that name. Raises ValueError, naming the known ones."""
    if name not in CORPORA:
        raise ValueError(f"no corpus {name!r}; {there_are(CORPORA, name)}")
    return CORPORA[name]


def manifest(corpus: PublicCorpus) -> list[ManifestFile]:
    """The files of a corpus; empty for one that cannot be fetched."""
    path = Path(__file__).with_name("manifests") / f"{corpus.name}.tsv"
    if not path.is_file():
        return []
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return [ManifestFile(sha256, int(size), name) for sha256, size, name in rows]


def checksum(corpus: PublicCorpus) -> str:
    """One SHA-256 for all files of the manifest, "" without one; it stands for the corpus in signatures."""
    files = manifest(corpus)
    if not files:
        return ""
    return hashlib.sha256("".join(f"{file.sha256} {file.path}\n" for file in files).encode()).hexdigest()


def local_copy(corpus: PublicCorpus, folder: Path) -> Path | None:
    """The folder's subfolder with the corpus, None if it has none."""
    copy = folder / corpus.name
    return copy if copy.is_dir() else None


def differences(corpus: PublicCorpus, folder: Path) -> list[str]:
    """The differences of a copy from the manifest, a phrase per file."""
    problems = []
    for listed in manifest(corpus):
        path = folder / listed.path
        if not path.is_file():
            problems.append(f"{listed.path}: missing")
        elif path.stat().st_size != listed.size or hashlib.sha256(path.read_bytes()).hexdigest() != listed.sha256:
            problems.append(f"{listed.path}: not the file that the manifest describes")
    return problems
