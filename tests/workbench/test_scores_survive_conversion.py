"""Key and response in any other format that can hold them get the same scores."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

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
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.resolvers import get_resolver
from examples import examples

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
    for document, name in ((key, of_key), (response, of_response)):
        assume(TANGLED not in formats.get_format(name).cannot_hold(document))
    converted = through(key, of_key, tmp_path / "key"), through(response, of_response, tmp_path / "response")
    assert scores(*converted, CLUSTERS) == scores(key, response, CLUSTERS)
