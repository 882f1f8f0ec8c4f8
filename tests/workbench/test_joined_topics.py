"""``--join topic``: entities that go through the documents of a topic."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import anaphora_workbench as aw
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Sentence, Word
from anaphora_workbench.corpora.pairing.joining import joined, topic_of
from corefud_files import CorefudDocument, conllu, document
from tiny_corpus import Run

# Entity a goes through both documents of topic 36; in topic 37 the name means another entity.
KEY = {
    "36_1ecb": {"a": "1 ; 3", "b": "2"},
    "36_2ecb": {"a": "2", "c": "1 ; 4"},
    "37_1ecb": {"a": "1 ; 2"},
}
RESPONSE = {
    "36_1ecb": {"x": "1", "y": "2 ; 3"},
    "36_2ecb": {"x": "2", "c": "1 ; 4"},
    "37_1ecb": {"x": "1 ; 2"},
}
# The same, each topic written as one document of sentences.
TOPICS = (
    {"36": {"a": "1:1 ; 1:3 ; 2:2", "b": "1:2", "c": "2:1 ; 2:4"}, "37": {"a": "1:1 ; 1:2"}},
    {"36": {"x": "1:1 ; 2:2", "y": "1:2 ; 1:3", "c": "2:1 ; 2:4"}, "37": {"x": "1:1 ; 1:2"}},
)


def documents(side: dict[str, dict[str, str]]) -> list[CorefudDocument]:
    return [document([5], name=name, **entities) for name, entities in side.items()]


def as_json(run: Run, *words: object) -> dict:
    ran = run("score", *words, "-m", "conll", "-m", "lea", "--format", "json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


@pytest.mark.parametrize("in_files", [False, True])
@pytest.mark.parametrize("flags", [[], ["--singletons", "drop"], ["--mention-match", "head"]])
def test_a_topic_is_scored_as_one_document(run: Run, tmp_path: Path, in_files: bool, flags: list[str]) -> None:
    sides = []
    for name, side in (("key", KEY), ("response", RESPONSE)):
        folder = tmp_path / name
        folder.mkdir()
        made = documents(side)
        for file, content in [(each.name, [each]) for each in made] if in_files else [("all", made)]:
            (folder / f"{file}.conllu").write_text(conllu(content))
        sides.append(folder)
    lengths = {"36": [5, 5], "37": [5]}
    for name, topics in zip(("one", "other"), TOPICS, strict=True):
        made = [document(lengths[topic], name=topic, **entities) for topic, entities in topics.items()]
        (tmp_path / f"{name}.conllu").write_text(conllu(made))
    given = as_json(run, *sides, "--join", "topic", *flags)
    wanted = as_json(run, tmp_path / "one.conllu", tmp_path / "other.conllu", *flags)
    assert (given["documents"], given["metrics"]) == (2, wanted["metrics"])
    assert "join:topic" in given["signature"]
    assert "|format-rules:1|response-rules:1|" in given["signature"]
    within = as_json(run, *sides, *flags)
    assert (within["documents"], within["metrics"] == given["metrics"]) == (3, False)


def test_a_document_without_a_response_is_not_answered(run: Run, tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(conllu(documents(KEY)))
    answered = {name: entities for name, entities in RESPONSE.items() if name != "36_1ecb"}
    (tmp_path / "response.conllu").write_text(conllu(documents(answered | {"38_1": {"a": "1 ; 2"}})))
    content = as_json(run, "key.conllu", "response.conllu", "--join", "topic")
    assert (content["only_in_key"], content["only_in_response"]) == (["36_1ecb"], ["38_1"])
    # LEA of the key: a has three mentions, b one, c two; 37's a two. c and 37's a are found, weighing 2 each of 8.
    assert content["metrics"]["lea"]["recall"]["value"] == 4 / 8


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("d.conllu", conllu(document([3], name="d1", a="1 ; 2")), "document 'd1' names no topic; expected an id like"),
        (
            "d.json",
            '{"documents": [{"id": "1_a", "chains": [["m1", "m2"]]}]}',
            "is chains-json, whose entities have no names; expected np-xml",
        ),
    ],
)
def test_what_cannot_be_joined(run: Run, tmp_path: Path, name: str, content: str, says: str) -> None:
    (tmp_path / name).write_text(content)
    ran = run("score", name, name, "-m", "muc", "--join", "topic")
    assert ran.status == 2
    assert says in ran.err


def test_python_joins_too(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(conllu(documents(KEY)))
    key = list(aw.read(tmp_path / "key.conllu"))
    assert aw.score(key, key, ["lea"], join="topic").total.documents == 2
    with pytest.raises(ValueError, match="nothing joins documents by 'genre'; expected topic"):
        aw.score(key, key, ["lea"], join="genre")


def test_mentions_move_with_their_words(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(conllu(documents(KEY)))
    parts = [(each, each.key) for each in aw.read(tmp_path / "key.conllu") if each.id.startswith("36")]
    whole = joined("36", parts)  # type: ignore[arg-type]
    assert len(whole.words) == 10
    assert [(sentence.start, sentence.end) for sentence in whole.sentences] == [(0, 5), (5, 10)]
    assert whole.key is not None
    mention_of = whole.mention_by_id()
    spans = {
        entity.id: [(mention_of[id].start, mention_of[id].end, mention_of[id].head) for id in entity.mentions]
        for entity in whole.key.entities
    }
    assert spans == {"a": [(0, 1, 0), (2, 3, 2), (6, 7, 6)], "b": [(1, 2, 1)], "c": [(5, 6, 5), (8, 9, 8)]}


@pytest.mark.parametrize(("id", "topic"), [("36_1ecb", "36"), ("t1/d2", "t1"), ("a/b_c", "a")])
def test_topic_of_an_id(id: str, topic: str) -> None:
    assert topic_of(id) == topic


def test_split_antecedents_and_bridges_are_joined_too(run: Run, tmp_path: Path) -> None:
    """Two documents of one topic; *c* has the split antecedent a and b in both, and in one *b* is bridged to *a*."""
    key = conllu([document([5], name=name, a="1", b="2", c="3 ; 5") for name in ("36_1", "36_2")])
    key = key.replace("Entity=(c", "SplitAnte=a<c,b<c|Entity=(c").replace("Entity=(b", "Bridge=a<b|Entity=(b", 1)
    (tmp_path / "key.conllu").write_text(key)
    (tmp_path / "other.conllu").write_text(key.replace("SplitAnte=a<c,b<c", "SplitAnte=a<c"))
    metrics = ("-m", "split_antecedents", "-m", "muc", "-m", "bridging_entities")
    ran = run("score", "key.conllu", "other.conllu", "--join", "topic", *metrics, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    content = json.loads(ran.out)["metrics"]
    # One entity {a}, one {b} and one {{a, b}, c c c c} in the whole; the response has {{a}, c c c c}.
    found = {name: (score["recall"]["value"], score["precision"]["value"]) for name, score in content.items()}
    assert found["split_antecedents"] == (1 / 2, 1)
    assert content["muc"]["recall"]["denominator"] == 1 + 1 + 4
    assert content["bridging_entities"]["recall"]["denominator"] == 1


def test_mentions_that_corefer_with_nothing_stay_apart(run: Run, tmp_path: Path) -> None:
    """AnCora gives all of them one id: ``NOCOREF``."""
    made = conllu([document([4], name=name, NOCOREF="1 ; 2 ; 4") for name in ("36_1", "36_2")])
    (tmp_path / "key.conllu").write_text(made)
    for join, singletons in (((), 6), (("--join", "topic"), 6)):
        ran = run("score", "key.conllu", "key.conllu", "-m", "muc", "-m", "ceaf_e", *join, "--format", "json")
        metrics = json.loads(ran.out)["metrics"]
        assert metrics["ceaf_e"]["recall"]["denominator"] == singletons
        assert metrics["muc"]["recall"]["denominator"] == 0
    assert run("convert", "key.conllu", "again.conllu").status == 0
    assert (tmp_path / "again.conllu").read_text().count("Entity=(NOCOREF-x-1-)\n") == 6


class _Watched(Word):
    """A word that counts how often its clause is asked for."""

    asked = 0

    def __getattribute__(self, name: str) -> object:
        if name == "clause":
            _Watched.asked += 1
        return super().__getattribute__(name)


def test_each_part_of_a_topic_is_walked_once() -> None:
    def asked(parts: int) -> int:
        documents = [Document("d", [_Watched("It", clause=0), _Watched("rains", clause=1)], [Sentence(0, 2)])] * parts
        before = _Watched.asked
        whole = joined("t", [(document, CoreferenceLayer("gold")) for document in documents])
        told = _Watched.asked - before
        assert [word.clause for word in whole.words] == list(range(2 * parts))
        return told

    assert asked(20) == 2 * asked(10) > 0
