"""Key and response in any other format get the same scores."""

from dataclasses import replace
from pathlib import Path

import pytest

from corpora import formats, read, write
from corpora.document import GOLD_LAYER, Document
from evaluation.documents import DocumentPair, count
from resolvers import get_resolver

REPOSITORY = Path(__file__).parents[2]
METRICS = ["mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea"]


@pytest.fixture(scope="module")
def pair():
    """A sample and what a resolver makes of its mentions, each as a document of its own."""
    from preprocessing import Preprocessor

    key = next(read(REPOSITORY / "corpora" / "samples" / "news_dairy.conllu"))
    prepared = Preprocessor().annotate(key).with_mentions("system")
    layer = get_resolver("kennedy-boguraev+head-match").resolve(prepared).layer()
    return key, replace(prepared, coreference={GOLD_LAYER: replace(layer, annotator=GOLD_LAYER, decisions=None)})


def scores(key: Document, response: Document):
    pair = DocumentPair(key.id, key, key.coreference[GOLD_LAYER], response, next(iter(response.coreference.values())))
    return {name: score.as_json() for name, score in count(pair, METRICS).scores().items()}


def through(document: Document, name: str, folder) -> Document:
    file = folder / f"converted{formats.get_format(name).suffixes[0]}"
    write([document], file, name)
    (again,) = read(file, name)
    return again


@pytest.mark.parametrize("name", ["np-xml", "conllu", "conll2012", "semeval2010", "jsonlines", "chains-json"])
def test_scores_survive_conversion(pair, tmp_path, name):
    key, response = pair
    before = scores(key, response)
    assert 0 < before["muc"]["f1"] < 1
    (tmp_path / "k").mkdir()
    (tmp_path / "r").mkdir()
    assert scores(through(key, name, tmp_path / "k"), through(response, name, tmp_path / "r")) == before
