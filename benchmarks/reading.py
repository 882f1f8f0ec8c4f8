"""How fast each format is read, on one core: public corpora in their own format, and GUM dev in all others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from anaphora_workbench.corpora import formats, read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.losses import crossing
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.report.tables import Row, Table
from benchmarks.columns import columns_of
from benchmarks.processes import timed

OWN = {
    "conllu": "gum/dev",
    "conll2012": "litbank/conll",
    "litbank": "litbank",
    "ontogum": "ontogum/dev",
    "gap": "gap",
    "winobias": "winobias/text",
    "winogender": "winogender",
    "standoff-json": "howto",
}
# Their marks nest, so they cannot hold crossing mentions.
NESTED = ("muc", "bm2001", "are")


def reading_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The table of words a minute.

    Args:
        corpora: folder of the public corpora.
        scratch: where converted copies may lie.
    """
    documents = list(read(corpora / "gum" / "dev"))
    preprocessed = [Preprocessor().annotate(document, "gold") for document in documents]
    rows: list[Row] = []
    for name, its_format in formats.available().items():
        if name in OWN:
            source, folder = OWN[name], corpora / OWN[name]
        elif its_format.write is None:
            continue
        else:
            source, folder = "gum/dev, converted", scratch / name
            _written(preprocessed if name == "np-xml" else documents, name, folder)
        # Chains without text have no words; then those of the documents they were made of count.
        words = sum(len(document.words) for document in read(folder, format=name)) or sum(
            len(document.words) for document in documents
        )
        seconds = timed(partial(_read_all, folder, name)).seconds
        rows.append({"format": name, "source": source, "words": words, "speed": words / seconds * 60 / 1e6})
    columns = columns_of("format; source; words (count); speed: million words a minute (number)")
    yield Table("reading speed, one core", columns, rows)


def _read_all(folder: Path, name: str) -> list[Document]:
    return list(read(folder, format=name))


def _written(documents: list[Document], name: str, folder: Path) -> None:
    """Write each document to a file of its own, save those that a format of nested marks cannot hold."""
    its_format = formats.get_format(name)
    assert its_format.write is not None
    folder.mkdir()
    for document in documents:
        if name not in NESTED or not any(True for _ in crossing(document.mentions)):
            its_format.write([document], folder / f"{document.id}{its_format.suffixes[0]}")
