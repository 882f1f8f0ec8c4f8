"""The catalogue of public corpora: contents, licence, settings, address, and a check of local copies.

A corpus that can be fetched has a manifest (``manifests/NAME.tsv``: SHA-256, size and path of each file), so
that exactly these files are taken out of the repository's archive at one commit, and checked. Parts that
are held out for evaluation are in no manifest.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

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


_ALL = ("true-gold", "true-predicted", "system-gold", "system-predicted")
_GOLD = ("true-gold", "system-gold")
_PREDICTED = ("true-predicted", "system-predicted")
_ANCORA_BY_HAND = (
    "no state of it has been checked here; clone its repository (version 2.10 or later has the coreference) and name "
    "its .conllu files with --language {code}"
)

CORPORA = {
    corpus.name: corpus
    for corpus in (
        PublicCorpus(
            "gum",
            "GUM 11: gold syntax and coreference in 15 genres (train and dev)",
            "CC BY-NC-SA 4.0 (texts differ)",
            "207 documents, 205,529 words",
            _ALL,
            ("conllu",),
            "https://github.com/UniversalDependencies/UD_English-GUM",
            "Zeldes (2017)",
            "afb41ee9bca57991125814fa04d96a0e61470c8b",
        ),
        PublicCorpus(
            "ontogum",
            "OntoGUM: GUM with coreference by the rules of OntoNotes (train and dev)",
            "annotation CC BY 4.0, texts per genre",
            "207 documents, 205,529 words",
            _ALL,
            ("ontogum", "conll2012"),
            "https://github.com/amir-zeldes/gum",
            "Zhu, Pradhan and Zeldes (2021)",
            "72ce5ac14978a324c2fd18d49484e65292cbe316",
        ),
        PublicCorpus(
            "litbank",
            "LitBank: English fiction 1719-1922, six ACE categories (80 documents)",
            "CC BY 4.0",
            "80 documents, 168,638 words",
            _PREDICTED,
            ("litbank", "conll2012"),
            "https://github.com/dbamman/litbank",
            "Bamman, Lewke and Mansoor (2020)",
            "3e50db0ffc033d7ccbb94f4d88f6b99210328ed8",
        ),
        PublicCorpus(
            "gap",
            "GAP: ambiguous pronouns with two names each (development and validation)",
            "Apache 2.0",
            "2,454 snippets, about 175,000 words",
            _PREDICTED,
            ("gap",),
            "https://github.com/google-research-datasets/gap-coreference",
            "Webster et al. (2018)",
            "83135f26025cdd705c04f77e940d0c9201116b80",
        ),
        PublicCorpus(
            "winobias",
            "WinoBias: occupations and stereotypes (dev)",
            "MIT",
            "1,584 sentences, 21,680 words",
            _PREDICTED,
            ("winobias", "conll2012"),
            "https://github.com/uclanlp/corefBias",
            "Zhao et al. (2018)",
            "0bce984dd081bbc10b0622f326727a024c607895",
        ),
        PublicCorpus(
            "winogender",
            "Winogender schemas",
            "MIT",
            "720 sentences",
            _PREDICTED,
            ("winogender",),
            "https://github.com/rudinger/winogender-schemas",
            "Rudinger et al. (2018)",
            "1c7f8b481ad8a234b41e9f76a424d6e856e13f7f",
        ),
        PublicCorpus(
            "parcorfull",
            "ParCorFull 2.0: parallel coreference, English, German, French, Portuguese",
            "CC BY-NC 4.0 (see the address)",
            "see the address",
            _PREDICTED,
            (),
            "https://github.com/chardmeier/parcor-full",
            "Lapshinova-Koltunski et al. (2018)",
            why_not="no state of it has been checked here, and its MMAX files are not a format of the workbench yet",
        ),
        PublicCorpus(
            "ancora-ca",
            "UD_Catalan-AnCora: AnCora-CO, the Catalan news of SemEval-2010, with trees and zero subjects",
            "CC BY 4.0",
            "about 400,000 words",
            _GOLD,
            ("conllu",),
            "https://github.com/UniversalDependencies/UD_Catalan-AnCora",
            "Recasens and Martí (2010); Taulé, Martí and Recasens (2008); Nedoluzhko et al. (2021)",
            why_not=_ANCORA_BY_HAND.format(code="ca"),
        ),
        PublicCorpus(
            "ancora-es",
            "UD_Spanish-AnCora: AnCora-CO, the Spanish news of SemEval-2010, with trees and zero subjects",
            "CC BY 4.0",
            "about 400,000 words",
            _ALL,
            ("conllu",),
            "https://github.com/UniversalDependencies/UD_Spanish-AnCora",
            "Recasens and Martí (2010); Taulé, Martí and Recasens (2008); Nedoluzhko et al. (2021)",
            why_not=_ANCORA_BY_HAND.format(code="es"),
        ),
        PublicCorpus(
            "corefud",
            "CorefUD 1.x: coreference in Universal Dependencies, many languages",
            "differs by data set, most CC BY-NC-SA or freer",
            "see the address",
            _ALL,
            ("conllu",),
            "https://ufal.mff.cuni.cz/corefud",
            "Nedoluzhko et al. (2022)",
            why_not="its repository asks to accept each data set's licence by hand",
        ),
    )
}


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
