"""What becomes of scores: by conversion, by rules of responses, by joining the documents of a topic."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import anaphora_workbench as aw
from anaphora_workbench.corpora import formats, read, write
from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats.losses import TANGLED, crossing
from anaphora_workbench.corpora.pairing.joining import joined, topic_of
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.base import signature
from anaphora_workbench.workbench.experiments.responses import AlignedResponse, Response
from corefud_files import CorefudDocument, conllu, document
from examples import examples
from few_samples import ONE_OF_EACH_GENRE
from numbered_rules import check_rules
from tiny_corpus import Run

REPOSITORY = Path(__file__).parents[2]
CLUSTERS = ["mentions", "muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "conll", "arcs_immediate", "prague"]
# By exact spans, since heads are those of a parse.
PRONOUNS = ["success_rate", "precision"]
# These ask which mentions are nouns and where, which takes tags and a parse.
OF_TAGS = ["lmuc", "lb_cubed", "parent", "arcs_inferred"]
HOLD_TAGS = {"np-xml"}
# Written only from snippets and sentences of their own corpora.
OF_ONE_CORPUS = {"gap", "winobias"}
TREES = {"muc", "bm2001", "are"}
WRITTEN = sorted(
    name for name, its_format in formats.available().items() if its_format.write and name not in OF_ONE_CORPUS
)


@pytest.fixture(scope="module")
def pair():
    """A sample and what a resolver makes of its mentions, each as a document of its own."""
    from anaphora_workbench.preprocessing import Preprocessor

    key = next(read(REPOSITORY / "corpora" / "samples" / "news_dairy.conllu"))
    prepared = Preprocessor().annotate(key).with_mentions("system")
    layer = get_resolver("kennedy-boguraev+head-match").resolve(prepared).layer()
    return key, replace(prepared, coreference={GOLD_LAYER: replace(layer, annotator=GOLD_LAYER, decisions=None)})


def scores(key: Document, response: Document, metrics: list[str]):
    pair = DocumentPair(key.id, key, key.coreference[GOLD_LAYER], response, next(iter(response.coreference.values())))
    # Few formats have a place for split antecedents; that they are lost is listed.
    options = {"split_antecedents": "drop"} | ({"match": "exact"} if "precision" in metrics else {})
    counts = count(pair, metrics, options)
    return {name: score.as_json() for name, score in counts.scores().items()}


def through(document: Document, name: str, folder: Path) -> Document:
    folder.mkdir(exist_ok=True)
    file = folder / f"converted{formats.get_format(name).suffixes[0]}"
    write([document], file, name)
    (again,) = read(file, name)
    return again


def test_trees_are_trees() -> None:
    assert set(WRITTEN) > TREES


@pytest.mark.parametrize("name", WRITTEN)
def test_a_sample_and_a_resolver(pair, tmp_path, name):
    key, response = pair
    metrics = [*CLUSTERS, *PRONOUNS, *(OF_TAGS if name in HOLD_TAGS else ())]
    before = scores(key, response, metrics)
    assert 0 < before["muc"]["f1"] < 1
    assert 0 < before["success_rate"]["value"] < 1
    converted = through(key, name, tmp_path / "key"), through(response, name, tmp_path / "response")
    assert scores(*converted, metrics) == before


@st.composite
def two_sides(draw: st.DrawFn) -> tuple[Document, Document, str, str]:
    """A text with two partitions of spans, and a format for each; what trees hold does not cross."""
    names = draw(st.sampled_from(WRITTEN)), draw(st.sampled_from(WRITTEN))
    size = draw(st.integers(2, 8))
    cut = draw(st.integers(1, size))
    words = [Word(f"w{number}") for number in range(size)]
    sentences = [Sentence(start, end) for start, end in ((0, cut), (cut, size)) if start < end]
    inside = [
        (start, end)
        for sentence in sentences
        for start in range(sentence.start, sentence.end)
        for end in range(start + 1, sentence.end + 1)
    ]
    sides = []
    for name in names:
        spans = draw(st.lists(st.sampled_from(inside), unique=True, min_size=1, max_size=6))
        mentions: list[Mention] = []
        for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
            mention = Mention(f"m{len(mentions)}", start, end, end - 1)
            if name not in TREES or not any(True for _ in crossing([*mentions, mention])):
                mentions.append(mention)
        chains: dict[int, list[str]] = {}
        for mention in mentions:
            chains.setdefault(draw(st.integers(0, 3)), []).append(mention.id)
        layer = CoreferenceLayer(GOLD_LAYER, [Entity(str(number), chain) for number, chain in chains.items()])
        sides.append(Document("d", words, sentences, [Paragraph()], mentions, {GOLD_LAYER: layer}))
    return sides[0], sides[1], *names


@given(made=two_sides())
@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
def test_key_and_response_in_two_formats(tmp_path: Path, made: tuple[Document, Document, str, str]) -> None:
    key, response, of_key, of_response = made
    for side, name in ((key, of_key), (response, of_response)):
        assume(TANGLED not in formats.get_format(name).cannot_hold(side))
    converted = through(key, of_key, tmp_path / "key"), through(response, of_response, tmp_path / "response")
    assert scores(*converted, CLUSTERS) == scores(key, response, CLUSTERS)


_TABLE = Path(signature.__file__).with_name("rules.tsv")
# Files that say the heads of their mentions, files that do not, and files without words.
_FORMATS = {"np-xml": "np.xml", "jsonlines": "jsonlines", "chains-json": "json"}
_SHOWN = 16


def _same(forms: list[str]) -> list[list[str]]:
    return [[form] for form in forms]


def _capitals(forms: list[str]) -> list[list[str]]:
    return [[form.upper()] for form in forms]


def _marks_joined(forms: list[str]) -> list[list[str]]:
    """Marks and what begins with one stand with the word before."""
    tokens: list[list[str]] = []
    for form in forms:
        if tokens and not form[0].isalnum():
            tokens[-1].append(form)
        else:
            tokens.append([form])
    return tokens


def _some_missing(forms: list[str]) -> list[list[str]]:
    return [[form] if number % 7 else [] for number, form in enumerate(forms, 1)]


def _responses(key: Document) -> Iterator[Document]:
    """The key of a document as an answer over words of each kind."""
    assert key.key is not None
    for tokenized in (_same, _capitals, _marks_joined, _some_missing):
        tokens = tokenized([word.form for word in key.words])
        # A token of two words of the key is at the place of both; a word that is missing, at that of the next one.
        places = [number for number, token in enumerate(tokens) for _ in token or [""]]
        offset = list(accumulate((bool(token) for token in tokens), initial=0))
        mentions = []
        for number, mention in enumerate(key.mentions):
            start, end = offset[places[mention.start]], offset[places[mention.end - 1]] + 1
            end = max(start + 1, min(end, offset[-1]) - (number % 3 == 0))
            mentions.append(Mention(mention.id, start, end, start))
        words = [Word("".join(token)) for token in tokens if token]
        ends = [offset[places[sentence.end - 1]] + 1 for sentence in key.sentences]
        sentences = [Sentence(start, min(end, len(words))) for start, end in zip([0, *ends], ends, strict=False)]
        entities = [Entity(entity.id, entity.mentions) for entity in key.key.entities]
        layer = CoreferenceLayer("system", entities)
        yield Document(key.id, words, sentences, mentions=mentions, coreference={"system": layer})


def _compared(response: Response, key: Document) -> Iterator[str]:
    """What is compared of a response: the places of its mentions, their heads, and the answers to pronouns."""
    answers = AlignedResponse(response).pair(key, key)
    if answers.unanswered:
        yield "refused"
        return
    yield f"{answers.unaligned} {answers.missing_words}"
    for mention in answers.pair.response.mentions:
        yield f"{mention.id} {mention.start} {mention.end} {mention.parts} {mention.head}"
    for decision in answers.pair.response_layer.decisions or ():
        yield f"{decision.anaphor} {decision.antecedent}"


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_responses_are_brought_to_their_keys_as_the_number_says(tmp_path: Path) -> None:
    lines = []
    for name in ONE_OF_EACH_GENRE:
        sample = next(read(f"samples/{name}.conllu"))
        for response in _responses(sample):
            for format, ending in _FORMATS.items():
                write = formats.get_format(format).write
                assert write is not None
                file = tmp_path / f"{sample.id}.{ending}"
                write([response], file)
                lines += _compared(Response("system", file), sample)
    check_rules(_TABLE, {"response": hashlib.sha256("\n".join(lines).encode()).hexdigest()[:_SHOWN]})


# Entity a goes through both documents of topic 36; in topic 37 the name means another entity.
KEY = {"36_1ecb": {"a": "1 ; 3", "b": "2"}, "36_2ecb": {"a": "2", "c": "1 ; 4"}, "37_1ecb": {"a": "1 ; 2"}}
RESPONSE = {"36_1ecb": {"x": "1", "y": "2 ; 3"}, "36_2ecb": {"x": "2", "c": "1 ; 4"}, "37_1ecb": {"x": "1 ; 2"}}
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
    assert "|format-rules:1|response-rules:2|" in given["signature"]
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
        ("d.json", '{"documents": [{"id": "1_a", "chains": [["m1", "m2"]]}]}', "is chains-json, whose entities have"),
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
