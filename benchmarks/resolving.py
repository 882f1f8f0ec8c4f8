"""What resolving costs beside parsing: every resolver of the first wave on the text that spaCy has parsed.

Source of the bound: all of them together are to take less than 15% of the time that spaCy needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.processes import timed
from corpora import read
from corpora.document import Document
from preprocessing import Preprocessor
from preprocessing.spacy_parser import load_model
from resolvers import get_resolver
from workbench.experiment import ALGORITHMS, BASELINES
from workbench.report.tables import Column, Row, Table


def resolving_tables(corpora: Path, scratch: Path) -> Iterator[Table]:
    """The table of seconds, and of shares of spaCy's.

    Args:
        corpora: folder of the public corpora.
        scratch: not used.
    """
    documents = list(read(corpora / "gum" / "dev"))
    preprocessor = Preprocessor()
    nlp = load_model()
    texts = [document.text() for document in documents]
    spacy = timed(lambda: [nlp(text) for text in texts], runs=1).seconds
    given = [preprocessor.annotate(document).with_mentions("system") for document in documents]
    words = sum(len(document.words) for document in documents)
    rows: list[Row] = [{"what": "spaCy, all components", "seconds": spacy, "share": 1.0}]
    together = 0.0
    for name in (*ALGORITHMS, *BASELINES):
        seconds = _seconds(name, given)
        together += seconds
        rows.append({"what": name, "seconds": seconds, "share": seconds / spacy})
    rows.append({"what": "all resolvers together", "seconds": together, "share": together / spacy})
    columns = [Column("what", "what"), Column("seconds", "s", "seconds"), Column("share", "% of spaCy", "percent")]
    title = f"resolving GUM dev: {len(documents)} documents, {words} words, system mentions, predicted annotation"
    yield Table(title, columns, rows, [1, len(ALGORITHMS), len(BASELINES), 1])


def _seconds(name: str, documents: Sequence[Document]) -> float:
    resolver = get_resolver(name)

    def resolve() -> None:
        # As in a comparison, a resolution is gone before the next one is made.
        for document in documents:
            resolver.resolve(document)

    return timed(resolve).seconds
