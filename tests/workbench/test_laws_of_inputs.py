"""A key in any format scores 100 against itself, by every way of matching, or the loss is listed."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import anaphora_workbench as aw
from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Sentence, Word
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from examples import examples
from tiny_corpus import Run

SPANS = {
    "conllu": ".conllu",
    "conll2012": ".conll",
    "jsonlines": ".jsonlines",
    "chains-json": ".json",
    "np-xml": ".np.xml",
}
MATCHES = ("exact", "partial", "head")
METRICS = ["b_cubed", "ceaf_e", "lea"]


@st.composite
def _keys(draw: st.DrawFn) -> Document:
    """A document in which mentions may stand twice, in one entity or in several."""
    size = draw(st.integers(3, 10))
    words = [Word(f"w{place}" if draw(st.booleans()) else ",") for place in range(size)]
    if draw(st.booleans()):
        for place, word in enumerate(words):
            word.head, word.relation = (place - 1, "dep") if place else (-1, "root")
    mentions = []
    for number in range(draw(st.integers(2, 7))):
        start = draw(st.integers(0, size - 1))
        mentions.append(Mention(f"m{number}", start, draw(st.integers(start + 1, min(size, start + 4))), start))
    entities: dict[str, Entity] = {}
    for mention in mentions:
        name = str(draw(st.integers(1, 3)))
        entities.setdefault(name, Entity(name, [])).mentions.append(mention.id)
    layer = CoreferenceLayer("gold", list(entities.values()))
    document = Document("d", words, [Sentence(0, size)], mentions=mentions, coreference={"gold": layer})
    if words[1].relation:
        document.relations = "ud"
    set_heads(document)
    return document


@settings(max_examples=examples(20_000, 40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(key=_keys(), match=st.sampled_from(MATCHES), format=st.sampled_from(sorted(SPANS)))
def test_a_key_scores_100_against_itself_in_any_format(tmp_path: Path, key: Document, match: str, format: str) -> None:
    phrases = get_format(format).cannot_hold(key)
    if any("cross" in phrase or "several" in phrase for phrase in phrases):
        return
    file = tmp_path / f"d{SPANS[format]}"
    try:
        write([key], file, format)
    except ValueError:
        # A format that says what it cannot hold: one mention in two entities in np-xml.
        return
    (response,) = read(file)
    scores = aw.score(key, response, METRICS, mention_match=match)
    assert {name: scores[name].f1 for name in METRICS} == dict.fromkeys(METRICS, 1)


# The others read GUM dev as often again.
QUICK = {("head", "jsonlines"), ("partial", "crac-json")}


@pytest.mark.parametrize(
    ("match", "to"),
    [
        pytest.param(match, to, marks=() if (match, to) in QUICK else pytest.mark.slow)
        for to in ("jsonlines", "crac-json")
        for match in MATCHES[to == "crac-json" :]
    ],
)
def test_bare_spans_of_gum_score_by_heads_as_by_words(
    run: Run, public_corpora: Path, tmp_path: Path, match: str, to: str
) -> None:
    """Whose gaps, and places of empty nodes, which these have not, are listed before."""
    key = public_corpora / "gum" / "dev"
    listed = run("convert", key, tmp_path / "bare", "--to", to, "--lossy", "--quiet")
    assert "discontinuous" in listed.err or "gap" in listed.err or "elided" in listed.err
    figures = {}
    for how in ("exact", match):
        ran = run("score", key, tmp_path / "bare", "-m", "conll", "--mention-match", how, "--format", "json")
        figures[how] = json.loads(ran.out)["metrics"]["conll"]["f1"]
    assert figures[match] >= figures["exact"] > 0.997


# Starts and ends, inclusive, of the mentions of a text of 30 words, and how each may be moved.
SPANS_OF_KEY = [[[2, 3], [10, 11], [17, 18]], [[5, 6], [13, 14]]]
MOVES = {
    (0, 1): "ends were exclusive", (0, -1): "ends were one word later", (1, 0): "starts were one word earlier",
    (-1, 0): "starts were one word later", (1, 1): "all were one word earlier", (-1, -1): "all were one word later",
    (1, 2): "spans were counted from 1, their ends exclusive",
}  # fmt: skip


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("command", ["score", "compare"])
def test_moved_spans_are_named_on_both_roads(run: Run, tmp_path: Path, command: str, move: tuple[int, int]) -> None:
    """In a warning, and in JSON; as for other words, each once more from kept results."""
    words = [[f"w{number}" for number in range(30)]]
    for name, (start, end) in (("key", (0, 0)), ("x", move)):
        moved = [[[first + start, last + end] for first, last in chain] for chain in SPANS_OF_KEY]
        data = {"doc_key": "d", "sentences": words, "clusters": moved}
        (tmp_path / f"{name}.jsonlines").write_text(json.dumps(data) + "\n", encoding="utf-8")
    said = f"of 5 mentions none matches; all would if {MOVES[move]}"
    rows = {
        "score": ("x.jsonlines", "-m", "muc"),
        "compare": ("-r", "none", "--response", "x=x.jsonlines", "-m", "muc"),
    }
    for _ in range(2):
        ran = run(command, "key.jsonlines", *rows[command], "--format", "json", "-q")
        (warned,) = json.loads(ran.out)["warnings"]
        assert said in warned
        assert ran.err.count(warned) == 1
