"""Known or not: paragraphs, speakers, heads and singletons, by every reader, in np-xml and in the cache."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats, read, write
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.parts.known import flags
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from test_hostile_input import VALID
from tool_files import lay_companions

P, S, H, A = "paragraphs", "speakers", "heads", "singletons"
# What each format has a place for, and what of it the small file of test_hostile_input states.
READERS = {
    "allennlp": ({A}, set()), "are": ({P}, {P}), "bm2001": ({P, H, A}, {P, H}), "booknlp": ({P, A}, {P}),
    "brat": ({P, A}, {P}), "chains-json": ({H, A}, {A}), "conll2012": ({S, A}, {A}),
    "conllu": ({P, S, H, A}, {P, S, H}),
    "coref-data": ({S, A}, set()), "corenlp": ({H}, set()), "corenlp-xml": ({H}, set()), "crac-json": ({A}, set()),
    "crac-text": ({A}, set()), "doccano": ({P, A}, {P}), "fastcoref": ({P, A}, {P}), "gap": (set(), set()),
    "hf-conll2012": ({S, A}, set()), "jsonlines": ({S, A}, set()), "label-studio": ({P, A}, {P}),
    "litbank": ({A}, {A}), "maverick": ({A}, set()), "mmax2": ({A}, set()), "muc": ({P, H}, {P, H}),
    "nkas": ({P}, {P}), "np-xml": ({P, S, H, A}, {P, S, H, A}), "ontogum": ({P, S, H, A}, {A}),
    "ontonotes": ({A}, set()), "preco": ({P, A}, {P}), "prodigy": ({P, A}, {P}), "scorch": ({A}, set()),
    "semeval2010": ({H, A}, {H, A}), "standoff-json": ({P, H}, {P}), "text": ({P}, {P}), "ua": ({S, H, A}, set()),
    "webanno": ({A}, set()), "winobias": (set(), set()), "winogender": (set(), set()), "wl-coref": ({S, A}, set()),
}  # fmt: skip


def known(document: Document) -> set[str]:
    return {name.removesuffix("_known") for name, told in flags(document).items() if told}


def test_every_reader_says_what_is_known(tmp_path: Path) -> None:
    found = {}
    for name, its_format in formats.available().items():
        lay_companions(tmp_path, "valid")
        (tmp_path / "valid").write_text(VALID[name][0], encoding="utf-8")
        document = next(iter(its_format.read(tmp_path / "valid")))
        found[name] = {P, S, H, A} if its_format.states is None else set(its_format.states), known(document)
    assert found == READERS


ROW = "1\tAnn\t_\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1-person-1-)\n\n"
HEADER = "# global.Entity = eid-etype-head-other\n"
BARE = '{"doc_key": "d", "sentences": [["Ann", "left"]], "clusters": [[[0, 0], [1, 1]]]%s}\n'


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.conllu", f"# newdoc id = d\n{HEADER}{ROW}", {H, A}),
        ("a.conllu", f"# newdoc id = d\n{HEADER}# newpar\n# speaker = Tom\n{ROW}", {P, S, H, A}),
        ("a.jsonlines", BARE % "", set()),
        ("a.jsonlines", BARE % ', "speakers": [["Tom", "Tom"]]', {S}),
        ("a.jsonlines", BARE.replace("[1, 1]", "[0, 1]], [[1, 1]") % "", {A}),
        ("a.muc", "<DOC><TXT>Ann left.</TXT></DOC>\n", set()),
        ("a.muc", "<DOC><TXT><p>Ann left.</p><p>Tom too.</p></TXT></DOC>\n", {P}),
        ("a.json", '{"id": "d", "sentences": [["Ann", "left"]], "mention_clusters": []}', set()),
        ("a.json", '{"id": "d", "sentences": [[" "], ["Ann", "left"]], "mention_clusters": []}', {P}),
    ],
)
def test_known_is_what_a_file_states(tmp_path: Path, name: str, content: str, expected: set[str]) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    (document,) = read(tmp_path / name)
    assert known(document) == expected
    write([document], tmp_path / "again.np.xml")
    (again,) = read(tmp_path / "again.np.xml")
    assert known(again) == expected


@pytest.mark.parametrize("change", [lambda document: document, lambda document: replace(document, heads_known=False)])
def test_the_cache_keeps_what_is_known(tmp_path: Path, change: Callable[[Document], Document]) -> None:
    """Of the same words from another file, what that one states."""
    (tmp_path / "a.conllu").write_text(f"# newdoc id = d\n{HEADER}{ROW}", encoding="utf-8")
    (document,) = read(tmp_path / "a.conllu")
    prepared = PreparedDocuments(Preprocessor(), tmp_path / "cache")
    prepared.get(document, "gold")
    asked = change(document)
    assert known(prepared.get(asked, "gold")) == known(asked) != {P, S, H, A}
