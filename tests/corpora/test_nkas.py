"""Format ``nkas``: words, analyses, names and two layers of typed links, of a text of our own."""

import json
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import anaphora_workbench as aw
from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.document.links import Link, links_of
from anaphora_workbench.corpora.formats import recognise

#       0    5        14  18   23   28 30
TEXT = "Ona, mokytoja, ir Jonas dirba.\nJie pavargo. Ji miega."
WORDS = ["Ona", ",", "mokytoja", ",", "ir", "Jonas", "dirba", ".", "Jie", "pavargo", ".", "Ji", "miega", "."]
TAGS = [
    "Npfsnn-", "Tc", "Ncfsnn-", "Tc", "Cg", "Npmsnn-", "Vgmp3p", "Tp", "Pgmpn", "Vgma3p", "Tp", "Pgfsn", "Vgmp3s", "Tp",
]  # fmt: skip
ONA, MOKYTOJA, JONAS, JIE, JI = [0, 3], [5, 8], [18, 5], [31, 3], [44, 2]


def link(referent: list[int], *antecedents: list[int], type: str = "pras") -> dict[str, Any]:
    return {"Referant": referent, "Mentions": list(antecedents), "Type": type}


def nkas(gold: list[dict[str, Any]], system: list[dict[str, Any]], **changed: Any) -> str:
    """A file with these links."""
    places, offset = [], 0
    for word in WORDS:
        offset = TEXT.index(word, offset)
        places.append([offset, len(word)])
        offset += len(word)
    layers = {
        ("lex", 1): {"seg": places, "p": [[0, 30], [31, 22]], "s": [[0, 30], [31, 12], [44, 9]]},
        ("morphology", 4): {"msd": [[[word.lower(), tag], ["?", "X-"]] for word, tag in zip(WORDS, TAGS, strict=True)]},
        ("ner", 10): {"ne": {"persons": [{"text": "Ona", "ref": [0, 1]}, {"text": "Jonas", "ref": [5, 1]}]}},
        ("manualCoreferences", 2): {"coreferences": system},
        ("manualCoreferences", 1): {"coreferences": gold},
    }
    content = {
        "id": 7, "corpusName": "x", "name": "7_tekstas.txt", "content": TEXT,
        "annotationLayers": [
            {"type": kind, "version": version, "content": json.dumps(layer)}
            for (kind, version), layer in layers.items()
        ],
    }  # fmt: skip
    return json.dumps(content | changed, ensure_ascii=False)


GOLD = [link(MOKYTOJA, ONA, type="dais"), link(JIE, ONA, JONAS, type="ppag"), link(JI, MOKYTOJA, type="ppas")]
LINKED = nkas(GOLD, GOLD)


def document(tmp_path: Path, gold: list[dict[str, Any]], system: list[dict[str, Any]] | None = None) -> Document:
    path = tmp_path / "7.nkas.json"
    path.write_text(nkas(gold, system or []), encoding="utf-8")
    return next(iter(read(path)))


def test_words_and_their_annotation(tmp_path: Path) -> None:
    read_from = document(tmp_path, GOLD)
    assert (read_from.id, read_from.language, read_from.annotation) == ("7", "lt", "gold")
    assert [word.form for word in read_from.words] == WORDS
    assert read_from.text() == TEXT.replace("\n", " ")
    first = read_from.words[0]
    assert (first.lemma, first.upos, first.xpos, first.morphology, first.entity_type) == (
        "ona", "PROPN", "Npfsnn-", "Gender=Fem|Number=Sing", "PERSON",
    )  # fmt: skip
    assert [word.upos for word in read_from.words[2:7]] == ["NOUN", "PUNCT", "CCONJ", "PROPN", "VERB"]
    assert read_from.words[8].morphology == "Gender=Masc|Number=Plur"
    assert [(sentence.start, sentence.end, sentence.paragraph) for sentence in read_from.sentences] == [
        (0, 8, 0), (8, 11, 1), (11, 14, 1)
    ]  # fmt: skip


def test_links_chains_and_types(tmp_path: Path) -> None:
    read_from = document(tmp_path, GOLD, [link(JI, JONAS)])
    assert list(read_from.coreference) == ["gold", "system"]
    texts = {mention.id: read_from.mention_text(mention) for mention in read_from.mentions}
    assert list(texts.values()) == ["Ona", "mokytoja", "Jonas", "Jie", "Ji"]
    key = read_from.key
    assert key is not None
    # A group is no chain: Jie and Jonas stand alone.
    assert [[texts[name] for name in entity.mentions] for entity in key.entities] == [
        ["Ona", "mokytoja", "Ji"], ["Jonas"], ["Jie"],
    ]  # fmt: skip
    assert {texts[name]: type for entity in key.entities for name, type in entity.types.items()} == {
        "mokytoja": "dais", "Jie": "ppag", "Ji": "ppas",
    }  # fmt: skip
    assert links_of(key) == [
        Link("m2", ("m1",), "dais"), Link("m4", ("m1", "m3"), "ppag"), Link("m5", ("m2",), "ppas"),
    ]  # fmt: skip
    assert [entity.mentions for entity in read_from.coreference["system"].entities] == [["m3", "m5"]]


@pytest.mark.parametrize(
    ("gold", "says", "links"),
    [
        ([link(JI)], "gold: the link of words 12 to 12 has no antecedent; left out", 0),
        ([link(MOKYTOJA, ONA), link(JI, MOKYTOJA), link(JI, ONA)], "gold: the link of m3 to m1 joins what is one", 3),
        ([link(MOKYTOJA, ONA), link(JI, JONAS), link(JI, MOKYTOJA), link(JONAS, ONA)], "gold: the link of m3 to", 4),
        ([link(JI, JI)], "gold: the link of m1 to m1 joins what is one chain already", 1),
    ],
)
def test_links_that_are_named(tmp_path: Path, gold: list[dict[str, Any]], says: str, links: int) -> None:
    with pytest.warns(UserWarning, match=says):
        read_from = document(tmp_path, gold)
    assert read_from.key is not None
    assert len(links_of(read_from.key) or ()) == links


def test_a_span_within_a_word_is_the_word(tmp_path: Path) -> None:
    read_from = document(tmp_path, [link(JI, [6, 7])])
    assert [read_from.mention_text(mention) for mention in read_from.mentions] == ["mokytoja", "Ji"]


# By metrics.md, section 15. Ona is the dominant mention of her chain, as the full name; the group is right as a set.
@pytest.mark.parametrize(
    ("system", "counts"),
    [
        (GOLD, {"tp": 3}),
        ([link(JI, ONA, type="ppas")], {"tp": 1, "fn": 2}),
        ([link(JIE, JONAS, ONA, type="ppag")], {"tp": 1, "fn": 2}),
        # Only one of the group: another antecedent.
        ([link(JIE, ONA, type="ppag")], {"wl": 1, "fn": 2}),
        ([link(JIE, ONA, type="ppas")], {"wtl": 1, "fn": 2}),
        ([link(MOKYTOJA, ONA, type="ppas")], {"wt": 1, "fn": 2}),
        # A type of another scheme is none, and none is not wrong.
        ([link(MOKYTOJA, ONA, type="x")], {"tp": 1, "fn": 2, "untyped": 1}),
        # Jonas is no referent of the key; his second link is an annotation too.
        ([link(JONAS, ONA), link(JONAS, MOKYTOJA)], {"fp": 2, "fn": 3}),
    ],
)
def test_typed_scores_are_of_the_links(tmp_path: Path, system: list[dict[str, Any]], counts: dict[str, int]) -> None:
    path = tmp_path / "7.nkas.json"
    path.write_text(nkas(GOLD, system), encoding="utf-8")
    scores = aw.score(path, path, ["typed"], annotator="system")
    assert scores.signature["annotator"] == "system"
    typed = scores["typed"]
    given = typed.as_json()["micro"]["counts"]
    assert {name: number for name, number in given.items() if number} == counts


BAD = [
    (nkas([], [], annotationLayers=[]), "0 layers lex; expected one, an object"),
    (nkas([], [], content=5), "content: 5 is not a string"),
    (nkas([], [], annotationLayers=[{"type": "lex", "version": 1, "content": "{"}]), "layer lex is not JSON"),
]


def test_it_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "7.json"
    path.write_text(nkas(GOLD, []), encoding="utf-8")
    recognised = recognise(path)
    assert recognised is not None
    assert recognised.name == "nkas"


@pytest.mark.corpora
def test_the_corpus_has_the_links_of_an_independent_count(public_corpora: Path) -> None:
    """The denominators of ``typed``, and the raw files: a letter of the type for each link with mentions.

    A link of the response whose type is wrong stands in the class of the key (116440: *d* for *g*), so of the response
    only the total is that of the file.
    """
    raw: dict[int, Counter[str]] = {1: Counter(), 2: Counter()}
    for file in sorted((public_corpora / "nkas").glob("*.nkas.json")):
        for layer in json.loads(file.read_text(encoding="utf-8"))["annotationLayers"]:
            if layer["type"] == "manualCoreferences":
                links = json.loads(layer["content"])["coreferences"]
                raw[layer["version"]].update(link["Type"][0] for link in links if link["Mentions"])
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        scores = aw.score(public_corpora / "nkas", public_corpora / "nkas", ["typed"], annotator="system")
    typed = scores["typed"].as_json()
    # 2,588 links to one antecedent and 53 to a group in the key, 1,930 and 9 in the response.
    denominators = typed["micro"]["recall"]["denominator"], typed["micro"]["precision"]["denominator"]
    assert denominators == (raw[1].total(), raw[2].total()) == (2588 + 53, 1930 + 9)
    classes = {name: value["recall"]["denominator"] for name, value in typed["classes"].items()}
    assert {name: number for name, number in classes.items() if number} == dict(raw[1])
    # Five in each layer, of the key and of the response.
    assert sum("has no antecedent" in str(warning.message) for warning in said) == 2 * (5 + 5)
    assert not scores.failures


@pytest.mark.parametrize(
    ("analyses", "told"),
    [
        ([["jis", "Pgfsgn"], ["jis", "Pgfpnn"]], "PRON Gender=Fem"),
        ([["jis", "Pgmpgn"], ["jis", "Pgfpgn"]], "PRON Number=Plur"),
        ([["jis", "Pgfsgn"], ["joti", "Vgmf3s"]], "PRON Gender=Fem|Number=Sing"),
        ([["jis", "Pgfsgn"]], "PRON Gender=Fem|Number=Sing"),
        ([], " "),
    ],
)
def test_what_analyses_do_not_agree_in_is_left_open(tmp_path: Path, analyses: list[list[str]], told: str) -> None:
    content = json.loads(LINKED)
    layer = next(layer for layer in content["annotationLayers"] if layer["type"] == "morphology")
    morphology = json.loads(layer["content"])
    morphology["msd"][-3] = analyses
    layer["content"] = json.dumps(morphology)
    (tmp_path / "7.nkas.json").write_text(json.dumps(content), encoding="utf-8")
    (found,) = read(tmp_path / "7.nkas.json")
    word = found.words[-3]
    assert f"{word.upos} {word.morphology}" == told


@pytest.mark.parametrize(("tag", "upos"), [("X-", "PROPN"), ("Ncmsnn-", "NOUN")])
def test_a_word_that_the_morphology_does_not_know_is_a_name_in_a_named_entity(
    tmp_path: Path, tag: str, upos: str
) -> None:
    content = json.loads(LINKED)
    layer = next(layer for layer in content["annotationLayers"] if layer["type"] == "morphology")
    morphology = json.loads(layer["content"])
    morphology["msd"][5] = [["jonas", tag]]
    layer["content"] = json.dumps(morphology)
    (tmp_path / "7.nkas.json").write_text(json.dumps(content), encoding="utf-8")
    (found,) = read(tmp_path / "7.nkas.json")
    assert (found.words[5].form, found.words[5].upos, found.words[4].upos) == ("Jonas", upos, "CCONJ")
