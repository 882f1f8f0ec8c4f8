"""A key in any format scores 100 against itself, by every way of matching, or the loss is listed."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import anaphora_workbench as aw
from anaphora_workbench.corpora import FormatError, read, write
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats import available, get_format
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.support.errors import UnexpectedError
from examples import examples
from tiny_corpus import Run

# GAP and WinoBias are written from their own snippets alone.
WRITTEN = sorted(name for name, each in available().items() if each.write and name not in ("gap", "winobias"))
MATCHES: dict[str, dict[str, str]] = {
    "exact": {},
    "partial": {"mention_match": "partial"},
    "head": {"mention_match": "head"},
    "zeros": {"zeros": "keep", "zero_match": "linear"},
    "zeros by governors": {"zeros": "keep", "zero_match": "dependent"},
}
METRICS = ["mentions", "muc", "b_cubed", "ceaf_e", "lea"]
# What a format loses of the mentions that are scored; words, tags and notes are none of it.
OF_MENTIONS = re.compile("gaps|elided|heads|cross|places of|several|one place|words themselves|to see")
FORMS = st.sampled_from(
    ["Ann", "she", ",", "Bob-s", "(", ")", "|", "[x]", "&", "<b>", '"', "e\u0301", "#", "-", "_", "'", "##x", "a_b",
     "w|[e1]", "</s>", "\u200b"]
)  # fmt: skip
NAMES = st.sampled_from(["1", "2", "e(1", "NOCOREF", "NOCOREF-x", "a|b", "a-b", "x,y", "0", "e 1"])
IDS = st.sampled_from(["d", "x/y", "a b", "x_0", "x; part 1", "http://x"])


@st.composite
def _keys(draw: st.DrawFn) -> Document:
    """A document of one or two sentences; mentions may have gaps, be elided, or stand twice, in one entity or two."""
    size = draw(st.integers(3, 9))
    words = [Word(form) for form in draw(st.lists(FORMS, min_size=size, max_size=size))]
    cut = draw(st.integers(1, size))
    sentences = [Sentence(start, end) for start, end in ((0, cut), (cut, size)) if start < end]
    kind = draw(st.sampled_from(["bare", "parsed", "elided"]))
    for sentence in sentences if kind != "bare" else ():
        for place in range(sentence.start, sentence.end):
            word = words[place]
            word.head, word.relation = (sentence.start, "dep") if place > sentence.start else (-1, "root")
            if kind == "elided" and place > sentence.start + 2 and draw(st.booleans()):
                word.form, word.empty, word.head, word.relation = "_", True, -1, ""
                word.enhanced = f"{draw(st.integers(1, 3))}:nsubj"
    mentions = []
    for number in range(draw(st.integers(1, 6))):
        sentence = draw(st.sampled_from(sentences))
        start = draw(st.integers(sentence.start, sentence.end - 1))
        end = draw(st.integers(start + 1, min(sentence.end, start + 4)))
        parts = ((start, start + 1), (end - 1, end)) if end - start > 2 and draw(st.integers(0, 5)) == 5 else ()
        mentions.append(Mention(f"m{number}", start, end, start, parts=parts))
    entities: dict[str, Entity] = {}
    for mention in mentions:
        entities.setdefault(name := draw(NAMES), Entity(name, [])).mentions.append(mention.id)
    layer = CoreferenceLayer("gold", list(entities.values()))
    document = Document(draw(IDS), words, sentences, [Paragraph()], mentions, {"gold": layer})
    document.relations = "ud" if kind != "bare" else ""
    set_heads(document)
    return document


def _scores(key: Document, response: Document, match: str) -> dict[str, dict[str, object]]:
    # Few formats have a place for split antecedents; that they are lost is listed.
    scores = aw.score(key, response, METRICS, split_antecedents="drop", **MATCHES[match])
    return {name: scores[name].as_json() for name in METRICS}


@settings(max_examples=examples(20_000, 40), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(key=_keys(), match=st.sampled_from(sorted(MATCHES)), to=st.sampled_from(WRITTEN))
def test_a_key_scores_against_itself_in_any_format_as_against_itself(
    tmp_path: Path, key: Document, match: str, to: str
) -> None:
    """Or the loss is listed, or what cannot be written is refused."""
    listed = [phrase for phrase in get_format(to).cannot_hold(key) if OF_MENTIONS.search(phrase)]
    file = tmp_path / f"d{get_format(to).suffixes[0]}"
    try:
        write([key], file, to)
    except UnexpectedError:
        raise
    except FormatError:
        return
    (response,) = read(file, to)
    try:
        scores = _scores(key, response, match)
    except ValueError as error:
        # Most words of a text so small may be elided.
        if listed and re.search("not of the same text|without words", str(error)):
            return
        raise
    assert listed or scores == _scores(key, key, match)


@pytest.mark.slow
@pytest.mark.corpora
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_keys_of_corpora_score_against_themselves_in_every_format(public_corpora: Path, tmp_path: Path) -> None:
    """Each document in one of the formats, in turn, by every way of matching."""
    kept = 0
    for corpus in ("gum/dev", "litbank/conll", "ancora-ca", "corefud-cases"):
        for number, key in enumerate(read(public_corpora / corpus, on_error=lambda error: None)):
            to = WRITTEN[number % len(WRITTEN)]
            if any(OF_MENTIONS.search(phrase) for phrase in get_format(to).cannot_hold(key)):
                continue
            kept += 1
            file = tmp_path / f"d{get_format(to).suffixes[0]}"
            write([key], file, to)
            (response,) = read(file, to)
            for match in MATCHES:
                assert _scores(key, response, match) == _scores(key, key, match), (key.id, to, match)
    assert kept > 50


# The others read GUM dev as often again.
QUICK = {("head", "jsonlines")}


@pytest.mark.parametrize(
    ("match", "to"),
    [
        pytest.param(match, to, marks=() if (match, to) in QUICK else pytest.mark.slow)
        for to in ("jsonlines", "crac-json")
        for match in ("exact", "partial", "head")[to == "crac-json" :]
    ],
)
def test_bare_spans_of_gum_score_by_heads_as_by_words(
    run: Run, public_corpora: Path, tmp_path: Path, match: str, to: str
) -> None:
    """Whose gaps, and places of empty nodes, which these have not, are listed before."""
    key = tmp_path / "key"
    key.mkdir()
    for file in sorted((public_corpora / "gum" / "dev").iterdir())[::3]:
        (key / file.name).write_bytes(file.read_bytes())
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
