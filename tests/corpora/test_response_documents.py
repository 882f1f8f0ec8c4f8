"""Which document of a response answers one of the key, by its id or by names of files."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.pairing.response_documents import ResponseDocuments


@pytest.mark.parametrize(
    ("files", "key", "source", "found"),
    [
        pytest.param({"r.json": "a b"}, "b", "k.conllu", "b", id="its id"),
        pytest.param({"x.json": "o"}, "a", "k/x.conllu", "o", id="the name of its file"),
        pytest.param({"a.json": "o"}, "a", "k.conllu", "o", id="its id as the name of a file"),
        pytest.param({"b.json": "o", "r.json": "b"}, "b", "k.conllu", "b", id="an id goes before a name"),
        pytest.param({"d1.gold.json": "o"}, "a", "d1.v4_conll", "o", id="names up to the first dot"),
        pytest.param({"v1.2.json": "o", "v1.3.json": "p"}, "a", "v1.3.conllu", "p", id="dots within names"),
        pytest.param({"v1.2.json": "o", "v1.3.json": "p"}, "a", "v1.4.conllu", "-", id="two of a name up to a dot"),
        pytest.param({"1/x.json": "o", "2/x.json": "p"}, "a", "x.conllu", "-", id="two of one name"),
        pytest.param({"1/x.json": "o", "2/x.json": "p", "3/x.json": "q"}, "a", "x.conllu", "-", id="three of one name"),
        pytest.param({"x.json": "o p"}, "a", "x.conllu", "-", id="a file of two documents has no name to give"),
        pytest.param({"x.json": ""}, "a", "x.conllu", "-", id="nor has one of none"),
        pytest.param({"r.json": "a_0 a_1"}, "a.part1", "k.conllu", "a_1", id="a part as e2e-coref names it"),
    ],
)
def test_a_response_is_found(files: dict[str, str], key: str, source: str, found: str) -> None:
    responses = ResponseDocuments((Path(file), [Document(id) for id in ids.split()]) for file, ids in files.items())
    response = responses.of(Document(key, source=source))
    assert (response.id if response is not None else "-") == found
