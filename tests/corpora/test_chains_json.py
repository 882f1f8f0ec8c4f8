"""chains-json: every optional field, chains from answers, and refusals with their line."""

import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import FormatError, read, write
from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.corpora.formats.json.chains_json import FORMAT
from anaphora_workbench.corpora.formats.parts.json_file import MisspelledKeyWarning
from anaphora_workbench.corpora.support.errors import collecting

ALL_FIELDS = {
    "documents": [
        {
            "id": "d1",
            "annotator": "mitkov",
            "mentions": [
                {"id": "m1", "start": 0, "end": 2, "head": 1, "pos": "PROPN", "tag": "NNP", "entity_type": "PERSON",
                 "coreference_type": "A1", "dominant": True, "sentence": 0, "text": "Ann Lee", "gendered": True},
                {"id": "p1", "start": 5, "end": 6, "head": 5, "pos": "PRON", "clause": 3},
                {"id": "p2", "start": 8, "end": 9, "head": 8, "person": 1, "colour": ["red", 1]},
                {"id": "p3"},
            ],
            "chains": [["m1", "p1"], ["p2"]],
            "anaphors": ["p1", "p2"],
            "resolutions": [
                {"anaphor": "p1", "antecedent": "m1", "candidates_before": ["m1", "p3"], "candidates": ["m1"],
                 "identified": True, "excluded": False},
                {"anaphor": "p2", "antecedent": None, "candidates_before": [], "candidates": [],
                 "identified": False, "excluded": True},
            ],
            "note": {"any": "thing"},
        }
    ]
}  # fmt: skip


def _read(tmp_path: Path, data: Any) -> list[Document]:
    file = tmp_path / "given.chains.json"
    file.write_text(data if isinstance(data, str) else json.dumps(data))
    return list(read(file, format="chains-json"))


def test_every_field_is_read(tmp_path: Path) -> None:
    (document,) = _read(tmp_path, ALL_FIELDS)
    layer = document.coreference["mitkov"]
    assert [
        (mention.id, mention.start, mention.end, mention.head, mention.upos, mention.person)
        for mention in document.mentions
    ] == [("m1", 0, 2, 1, "PROPN", 3), ("p1", 5, 6, 5, "PRON", 3), ("p2", 8, 9, 8, "", 1), ("p3", -1, -1, -1, "", 3)]
    assert document.mentions[0].extra == {"gendered": "true"}
    assert (document.mentions[0].sentence, document.mentions[0].text) == (0, "Ann Lee")
    assert [mention.xpos for mention in document.mentions] == ["NNP", "", "", ""]
    assert [(entity.id, entity.mentions, entity.types, entity.dominant) for entity in layer.entities] == [
        ("0", ["m1", "p1"], {"m1": "A1"}, "m1"),
        ("1", ["p2"], {}, None),
    ]
    assert document.anaphors == ["p1", "p2"]
    assert layer.decisions == [
        Decision("p1", "m1", ("m1", "p3"), ("m1",)),
        Decision("p2", None, identified=False, excluded=True),
    ]


def test_every_field_is_written(tmp_path: Path) -> None:
    documents = _read(tmp_path, ALL_FIELDS)
    assert FORMAT.write is not None
    FORMAT.write(documents, tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text()) == ALL_FIELDS
    assert FORMAT.cannot_hold(documents[0]) == []


def test_only_id_and_chains_are_required(tmp_path: Path) -> None:
    (document,) = _read(tmp_path, {"documents": [{"id": "d", "chains": [["a", "b"], ["c"]]}]})
    assert document.mentions == [Mention("a", -1, -1, -1), Mention("b", -1, -1, -1), Mention("c", -1, -1, -1)]
    assert document.key is not None
    assert document.key.decisions is None


@pytest.mark.parametrize(
    ("links", "chains"),
    [
        ([("b", "a"), ("c", "b")], [["a", "b", "c"]]),
        ([("b", "a"), ("d", "c"), ("c", "b")], [["a", "b", "c", "d"]]),
        ([("b", None), ("d", "c")], [["c", "d"]]),
        ([("b", "a"), ("a", "b")], [["a", "b"]]),
        ([], []),
    ],
)
def test_answers_without_chains_get_the_closure_of_their_links(
    tmp_path: Path, links: list[tuple[str, str | None]], chains: list[list[str]]
) -> None:
    resolutions = [{"anaphor": anaphor, "antecedent": antecedent} for anaphor, antecedent in links]
    (document,) = _read(tmp_path, {"documents": [{"id": "d", "resolutions": resolutions}]})
    assert document.key is not None
    assert [entity.mentions for entity in document.key.entities] == chains


def _one(**document: Any) -> str:
    """A file of one document; each key of it on a line of its own."""
    rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in {"id": "d", **document}.items())
    return '{"documents": [{\n' + rows + "}]}"


BAD = [
    ('{"documents": [', ":1: not valid JSON: Expecting value; at column"),
    ('{"documents": []}', ":1: documents: no document; expected at least one"),
    ("[]", ":1: the file: [] is not an object"),
    ('{"documents": [\n{}]}', ":2: documents[0]: no 'id'; expected a string"),
    (_one(chains="a"), '.chains: "a" is not a list; expected a list'),
    (_one(chains=[], mentions=[{"id": "a", "start": 3, "end": 3}]), ":4: documents[0].mentions[0]: a span"),
    (_one(chains=[], mentions=[{"id": "a", "head": 3}]), "'head' without 'start' and 'end'; expected all or none"),
    (_one(chains=[], mentions=[{"id": "a", "start": 0, "end": 1, "head": 1}]), "head 1 outside of the span 0 to 1"),
    (_one(chains=[], mentions=[{"id": "a", "start": True, "end": 1}]), "true is not a whole"),
    (_one(chains=[], mentions=[{"id": "a"}, {"id": "a"}]), "duplicate mention id 'a'; expected unique ids"),
    (_one(chains=[], mentions=[{"id": "a", "dominant": True}]), "'a' is in no chain"),
    (_one(chains=[], mentions=[{"id": "a", "person": 4}]), "person 4; expected 1, 2 or 3"),
    (_one(chains=[], mentions=[{"id": "a", "person": 0}]), "person 0; expected 1, 2 or 3"),
    (_one(chains=[["a", "b"]], mentions=[{"id": "a", "dominant": True}, {"id": "b", "dominant": True}]),
     ":3: documents[0].chains[0]: two dominant mentions, a and b; expected one"),
    (_one(chains=[], mentions=[{"id": "a", "coreference_type": "x"}]), ":1: documents[0]: mention 'a' is in no chain"),
    (_one(chains=[], mentions=[{"id": "a", "start": 5, "end": 10_006}]), ":4: documents[0].mentions[0]: a mention of"),
    (_one(chains=[], mentions=[{"id": "a", "gendered": 1}]), "1 is not true or false"),
    (_one(chains=["ab"]), ":3: documents[0].chains[0]: not a chain; expected a list of ids, at least one"),
    (_one(resolutions=[{"antecedent": "a"}]), ".resolutions[0]: no 'anaphor'"),
    ("[" * 100_000, ":1: not usable JSON: nested too deeply"),
    ('{"documents": [' + "9" * 5000 + "]}", ":1: not usable JSON"),
]  # fmt: skip


def test_what_is_not_said(tmp_path: Path) -> None:
    """The head is the last word, by default; ids that only answers or the list of anaphors name are mentions."""
    data = {
        "documents": [
            {
                "id": "d",
                "genre": "news",
                "mentions": [{"id": "a", "start": 3, "end": 10_003}, {"id": "e", "start": 0, "end": 2}],
                "resolutions": [{"anaphor": "b", "antecedent": "c", "candidates_before": ["f"]}],
                "anaphors": ["g"],
                "título": None,
            }
        ]
    }
    (document,) = _read(tmp_path, data)
    assert (document.genre, document.source, document.extra) == ("news", str(tmp_path / "given.chains.json"), {})
    assert [(mention.id, mention.head) for mention in document.mentions] == [
        ("a", 10_002), ("e", 1), ("b", -1), ("c", -1), ("f", -1), ("g", -1),
    ]  # fmt: skip
    assert document.key is not None
    assert document.key.decisions == [Decision("b", "c", ("f",))]
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out.chains.json")
    (again,) = read(tmp_path / "out.chains.json")
    assert again.genre == "news"


def test_a_text_is_told_by_its_mentions(tmp_path: Path) -> None:
    """A file has no words, so each mention says its text, and the numbers of its sentence and clause."""
    words = [Word("Ann"), Word("left", clause=2), Word("She", clause=3)]
    mentions = [Mention("m", 0, 2, 1), Mention("n", 2, 3, 2), Mention("p", -1, -1, -1)]
    document = Document("d", words, [Sentence(0, 2), Sentence(2, 3)], mentions=mentions)
    document.coreference["k"] = CoreferenceLayer("gold", [Entity("1", ["m", "n"]), Entity("2", [])])
    document.extra = {"a": "1"}
    assert FORMAT.write is not None
    FORMAT.write([document], tmp_path / "out")
    assert json.loads((tmp_path / "out").read_text()) == {
        "documents": [
            {
                "id": "d",
                "annotator": "k",
                "mentions": [
                    {"id": "m", "start": 0, "end": 2, "head": 1, "sentence": 0, "text": "Ann left", "clause": 2},
                    {"id": "n", "start": 2, "end": 3, "head": 2, "sentence": 1, "text": "She", "clause": 3},
                    {"id": "p"},
                ],
                "chains": [["m", "n"]],
            }
        ]
    }


@pytest.mark.parametrize(
    ("documents", "message"),
    [
        ([Document("d"), Document("e"), Document("d")], "duplicate document id 'd'; expected unique ids"),
        ([Document("d", mentions=[Mention("a", 0, 1, 0), Mention("b", 7, 10_008, 7), Mention("c", 0, 1, 0)])],
         "document d: a mention of 10001 words; expected at most 10000"),
    ],
)  # fmt: skip
def test_what_would_not_be_read_is_not_written(tmp_path: Path, documents: list[Document], message: str) -> None:
    assert FORMAT.write is not None
    with pytest.raises(FormatError, match=f"{tmp_path / 'out'}: {message}"):
        FORMAT.write(documents, tmp_path / "out")


def test_a_mention_in_two_chains_is_kept_for_the_scorer_to_judge(tmp_path: Path) -> None:
    """In a response the first occurrence stays and the others are counted; in a key it is an error (metrics.md, 1)."""
    file = tmp_path / "twice.json"
    file.write_text(json.dumps({"documents": [{"id": "d", "chains": [["a", "b"], ["b", "c"]]}]}))
    (document,) = FORMAT.read(file)
    assert [entity.mentions for entity in next(iter(document.coreference.values())).entities] == [
        ["a", "b"],
        ["b", "c"],
    ]


@pytest.mark.parametrize(
    ("old", "new"), [('"chains"', '"chain"'), ('"mentions"', '"mention"'), ('"anaphors"', '"anaphor"')]
)
def test_a_key_that_looks_like_one_of_the_format(tmp_path: Path, old: str, new: str) -> None:
    """It is kept, and said where it stands; a key that looks like none is kept in silence."""
    file = tmp_path / "given.chains.json"
    file.write_text(json.dumps(ALL_FIELDS).replace(old, new), encoding="utf-8")
    meant, found = old.strip('"'), new.strip('"')
    said = f"{file}:1: documents[0]: unknown key '{found}' is kept; did you mean '{meant}'?"
    with pytest.warns(MisspelledKeyWarning) as warned:
        (document,) = read(file)
    assert [str(warning.message) for warning in warned] == [said]
    assert found in document.extra
    with collecting(10) as complaints:
        list(read(file))
    assert complaints.remarks == [(file, 1, said.partition(":1: ")[2])]


def test_every_wrong_chain_is_named(tmp_path: Path) -> None:
    file = tmp_path / "wrong.chains.json"
    file.write_text(json.dumps({"documents": [{"id": "d", "chains": [[], ["a"], "b", ["c"]]}]}))
    with collecting(10) as complaints:
        (document,) = read(file)
    for number, error in zip((0, 2), complaints.errors, strict=True):
        assert f"documents[0].chains[{number}]" in str(error)
    (layer,) = document.coreference.values()
    assert [entity.mentions for entity in layer.entities] == [["a"], ["c"]]


@pytest.mark.parametrize("name", ["chains-json", "crac-json"])
def test_documents_of_one_value_are_written_one_after_another(tmp_path: Path, name: str) -> None:
    def peak(number: int) -> int:
        words = [Word(f"w{place}") for place in range(400)]
        documents = (Document(f"d{place}", list(words), [Sentence(0, 400)]) for place in range(number))
        tracemalloc.start()
        write(documents, tmp_path / "many.json", name)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    # What is loaded at the first use counts once.
    peak(1)
    assert peak(160) < 2 * peak(40)
