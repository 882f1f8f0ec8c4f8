"""Files of other people's systems and tools come out right, or are refused: the cases of ``inputs-cases``."""

import json
import re
import runpy
import shutil
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora.pairing.moved_spans import MovedSpans
from tiny_corpus import Run
from tool_files import lay


@pytest.fixture
def cases(public_corpora: Path) -> Path:
    return public_corpora / "inputs-cases"


@pytest.mark.parametrize(
    ("spans", "matching", "ends_exclusive", "said"),
    [(3, 0, 0, True), (2, 0, 0, False), (10, 1, 0, False), (19, 1, 0, True), (9, 1, 0, False), (9, 0, 3, True),
     (2, 0, 2, False), (9, 3, 3, False)],
)  # fmt: skip
def test_when_spans_look_moved(spans: int, matching: int, ends_exclusive: int, said: bool) -> None:
    found = MovedSpans() + MovedSpans(spans, spans, matching, Counter({(0, -1): ends_exclusive}))
    assert len([*found.says()]) == said


def _figures(ran: Any, *metrics: str) -> list[str]:
    """Recall and precision of metrics as fractions of counts."""
    scores = json.loads(ran.out)["metrics"]
    return [
        " ".join(
            f"{Fraction(part['numerator']).limit_denominator(100)}/{part['denominator']:g}"
            for part in (scores[name]["recall"], scores[name]["precision"])
        )
        for name in metrics
    ]


HEAD = ("-m", "mentions", "-m", "muc", "--mention-match", "head")
CHAINS = ("-m", "muc", "-m", "b_cubed")


@pytest.mark.parametrize(
    ("key", "response", "flags", "figures", "says"),
    [
        pytest.param("conllu/head-match-key.conllu", "conllu/head-match-response-exact.jsonlines", HEAD,
                     ["4/4 4/4", "2/2 2/2"], [], id="F1"),
        pytest.param("conllu/mwt-french-key.conllu", "conllu/mwt-french-surface2.jsonlines", HEAD,
                     ["5/5 5/5", "3/3 3/3"], [], id="F4"),
        pytest.param("json/key.jsonlines", "json/resp-exclusive.jsonlines", CHAINS,
                     ["0/3 0/3", "0/5 0/5"], ["of 5 mentions none matches", "ends were exclusive"], id="F5"),
        pytest.param("shift/key.jsonlines", "shift/end-one-short.jsonlines", CHAINS[:2],
                     ["0/4 0/4"], ["ends were one word later"], id="F6 short"),
        pytest.param("shift/key.jsonlines", "shift/end-one-long.jsonlines", CHAINS[:2],
                     ["0/4 0/4"], ["ends were exclusive"], id="F6 long"),
        pytest.param("shift/key.jsonlines", "shift/one-based-ends-exclusive.jsonlines", CHAINS[:2],
                     ["0/4 0/4"], ["all would if spans were counted from 1"], id="F6 one-based"),
        pytest.param("align/key-same-count.conll", "align/resp-same-count-shifted.conll", CHAINS,
                     ["1/1 1/1", "2/2 2/2"], ["6 of 7 words differ"], id="F7"),
        pytest.param("align/key-uncased-wordpiece.jsonlines", "align/resp-uncased-wordpiece.jsonlines", CHAINS,
                     ["1/1 1/1", "2/2 2/2"], None, id="F9"),
        pytest.param("json/key.jsonlines", "json/roberta-G.jsonlines", CHAINS,
                     ["3/3 3/3", "5/5 5/5"], None, id="F12"),
        *(pytest.param("align/key-nfc.jsonlines", f"align/resp-{name}.jsonlines", CHAINS,
                       ["1/1 1/1", "2/2 2/2"], None, id=f"F13 {name}") for name in ("nfd", "nfd-split", "stripped")),
        pytest.param("align/key-dot-i.jsonlines", "align/resp-dot-i.jsonlines", CHAINS[:2], ["1/1 1/1"], None,
                     id="F14"),
        pytest.param("conll/end-with-name.conll", "conll/end-with-name.conll", CHAINS[:2], ["1/1 1/1"], None,
                     id="F28"),
        pytest.param("conll/two-chains-key.conll", "conll/two-chains-key.conll",
                     ("--preset", "conll2012"), ["1/3 2/2"], [], id="F29 two chains"),
        pytest.param("conll/crossing.conll", "conll/crossing.conll",
                     ("--preset", "conll2012"), ["2/4 5/2/3"], [], id="F29 crossing"),
        pytest.param("conll/repeat-same-chain.conll", "conll/repeat-same-chain.conll",
                     ("--preset", "conll2012"), ["4/3/3 2/2"], [], id="F29 repeated"),
        pytest.param("conll/two-chains-key.conll", "conll/two-chains-key.conll", CHAINS[2:], ["2/2 2/2"],
                     ["repeated in the key; the larger entity"], id="F30"),
        pytest.param("conllu/key.conllu", "conllu/corefud-0.1-ClusterId.conllu", CHAINS, ["3/3 3/3", "5/5 5/5"], None,
                     id="F21"),
        pytest.param("gap/key-bom.tsv", "gap/answers.tsv", ("--metric", "gap"), ["2/2 2/2"], None, id="F31"),
        *(pytest.param("gap/key.tsv", f"gap/{name}", ("--metric", "gap"), ["2/2 2/2"], None, id=f"F33 {name}")
          for name in ("answers-header.tsv", "key-quoted.tsv")),
        pytest.param("conll/trailing-pipe.conll", "conll/trailing-pipe.conll", CHAINS[:2], ["1/1 1/1"], None,
                     id="F38"),
    ],
)  # fmt: skip
def test_a_response_is_scored_as_what_it_is(
    run: Run, cases: Path, key: str, response: str, flags: tuple[str, ...], figures: list[str], says: list[str] | None
) -> None:
    """``says``: what a warning says; None where there is to be none."""
    ran = run("score", cases / key, cases / response, *flags, "--format", "json")
    metrics = [name for flag, name in pairwise(flags) if flag in ("-m", "--metric")] or ["b_cubed"]
    assert not ran.status, ran.err
    assert _figures(ran, *metrics) == figures
    assert says is not None or not ran.err
    for words in says or ():
        assert words in ran.err
    assert "not in the response" not in ran.err or "6 of 7" in ran.err


@pytest.mark.parametrize(
    ("command", "file", "says"),
    [
        pytest.param("score", "gap/answers-kaggle.csv", ["ID,A,B,NEITHER"], id="F33"),
        pytest.param("score", "json/two-lines-same-key.jsonlines", ["jsonlines:2", "line 1"], id="F39 jsonlines"),
        pytest.param("score", "parts/no-part-numbers.conll", ["conll:7", "line 1"], id="F39 conll"),
        pytest.param("score", "conllu/types-only.conllu", ["conllu:4", "# global.Entity = "], id="F21"),
        pytest.param("compare", "onto/x_0001.gold_skel", ["[WORD]"], id="F34"),
        pytest.param("validate", "conllu/splitante-repeated.conllu", ["twice"], id="F37 repeated"),
        pytest.param("validate", "conllu/splitante-single.conllu", ["one antecedent"], id="F37 single"),
    ],
)
def test_what_is_wrong_is_named(run: Run, cases: Path, command: str, file: str, says: list[str]) -> None:
    key = cases / {"gap": "gap/key.tsv", "conllu": "conllu/key.conllu"}.get(
        file.split("/")[0] if command == "score" else "", file
    )
    rest = {"score": (cases / file,), "compare": ("-r", "mitkov", "--no-cache"), "validate": ()}[command]
    ran = run(command, key, *rest)
    for words in says:
        assert words in ran.err + ran.out


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        pytest.param("text/accents-nfc.txt", "text/accents-nfd.txt", True, id="F15"),
        pytest.param("speech/nested-quotes.txt", "speech/nested-quotes-curly.txt", False, id="F25"),
    ],
)
def test_two_notations_of_a_text_have_the_same_chains(
    run: Run, cases: Path, tmp_path: Path, first: str, second: str, same: bool
) -> None:
    found = []
    for file in (first, second):
        run("resolve", cases / file, "-r", "sieve", "--to", "jsonlines", "-o", tmp_path / "out", "--no-cache")
        (resolved,) = (tmp_path / "out").iterdir()
        document = json.loads(resolved.read_text())
        found.append((document["sentences"] if same else None, document["predicted_clusters"]))
        shutil.rmtree(tmp_path / "out")
    assert found[0] == found[1]


def _chains(run: Run, file: Path, folder: Path) -> set[frozenset[str]]:
    """The chains that the sieve finds in a text, as words with their places among the same ones: *I*, *I 2*."""
    run("resolve", file, "-r", "sieve", "--to", "jsonlines", "-o", folder / "out", "--no-cache")
    (resolved,) = (folder / "out").iterdir()
    document = json.loads(resolved.read_text())
    words = [word for sentence in document["sentences"] for word in sentence]
    named = [f"{word} {words[: place + 1].count(word)}" for place, word in enumerate(words)]
    return {
        frozenset(" ".join(named[start : end + 1]) for start, end in chain) for chain in document["predicted_clusters"]
    }


@pytest.mark.parametrize(
    ("file", "chains"),
    [
        pytest.param("nested-quotes.txt", {frozenset({"Ann 1", "me 1", "I 2"}), frozenset({"Bob 1", "I 1", "him 1"})},
                     id="F25"),
        pytest.param("dashes.txt", {frozenset({"I 1", "Bob 1", "You 1"})}, id="F40"),
    ],
)  # fmt: skip
def test_i_is_who_speaks(run: Run, cases: Path, tmp_path: Path, file: str, chains: set[frozenset[str]]) -> None:
    found = _chains(run, cases / "speech" / file, tmp_path)
    assert {chain for chain in found if len(chain) > 1} == chains


# The cases leave files open.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(("file", "answered"), [
    pytest.param("evaluate_dict.py", {
        "dict, same chains, other ids (right: 1.0, or an error)": "1.0", "the same with ids e1, e2": "1.0",
        "as lists": "1.0", "its list": "0.0",
        "JSON spans as lists (right: 1.0 or a message that says tuple)": "1.0"}, id="F22"),
    pytest.param("score_misuse.py", {
        **dict.fromkeys(("files", "Path", "docs", "one doc", "generator docs"), "{'muc': 1.0, 'b_cubed': 1.0}"),
        "resolve read doc": "0", "process empty": "0"}, id="F23", marks=pytest.mark.model),
])  # fmt: skip
def test_a_wrong_call_is_told_what_was_expected(
    cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    file: str, answered: dict[str, str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(cases / "python" / file))
    lines = [line.split("->") for line in capsys.readouterr().out.splitlines() if "->" in line]
    outcomes = {line[0].strip(): line[1].strip() for line in lines}
    outcomes.pop("process emoji", None)
    assert {name: outcome for name, outcome in outcomes.items() if not re.match(r"\w+Error:", outcome)} == answered
    for name in outcomes.keys() - answered.keys() - {"access missing"}:
        assert re.search("expected|there are|no such file", outcomes[name]), name
        assert "AttributeError" not in outcomes[name]


def test_parts_of_a_document_survive_every_conversion(run: Run, cases: Path, tmp_path: Path) -> None:
    run("convert", cases / "parts/key.conll", tmp_path / "k.jsonlines", "--to", "jsonlines")
    run("convert", tmp_path / "k.jsonlines", tmp_path / "k.conll", "--to", "conll2012", "--lossy")
    begins = [line for line in (tmp_path / "k.conll").read_text().splitlines() if line.startswith("#begin")]
    assert begins == ["#begin document (x); part 000", "#begin document (x); part 001"]


def test_numbers_of_predictions_are_parts_on_request(run: Run, cases: Path, tmp_path: Path) -> None:
    file = cases / "parts/e2e-predictions.jsonlines"
    run("convert", file, tmp_path / "k.conll", "--to", "conll2012", "--lossy", "--parts")
    begins = [line for line in (tmp_path / "k.conll").read_text().splitlines() if line.startswith("#begin")]
    assert begins == ["#begin document (x); part 000", "#begin document (x); part 001"]


@pytest.mark.parametrize("name", ["interleaved", "nocoref"])
def test_what_is_written_reads_back_or_is_refused(run: Run, cases: Path, tmp_path: Path, name: str) -> None:
    key = cases / "formats" / name / "key.np.xml"
    ran = run("convert", key, tmp_path / "k.conllu", "--to", "conllu")
    if name == "interleaved":
        assert (ran.status, (tmp_path / "k.conllu").exists()) == (2, False)
        return
    scored = run("score", key, tmp_path / "k.conllu", "-m", "muc", "--format", "json")
    assert _figures(scored, "muc") == ["1/1 1/1"]


TEXT = "Ann saw the old dog and she liked it . It barked at Bob who ran ."
ANSWER = "Ann|[e1] saw the|[e2 old cat|e2] she|[e1] liked it|[e2 a lot . It|[e2] barks at Bob|[e3] who ran away ."


@pytest.mark.parametrize("command", ["score", "validate", "compare"])
def test_words_dropped_added_and_changed_are_counted_by_document(run: Run, tmp_path: Path, command: str) -> None:
    key, response = tmp_path / "key.jsonlines", tmp_path / "answers.txt"
    documents = {"a": TEXT, "b": TEXT, "c": TEXT.replace(" old", "")}
    lines = [
        {"doc_key": id, "sentences": [words.split()], "clusters": [[[0, 0], [6, 6]]]} for id, words in documents.items()
    ]
    key.write_text("".join(json.dumps(line) + "\n" for line in lines))
    response.write_text(
        "\n".join([ANSWER, ANSWER, "Ann|[e1] saw the dog and she|[e1] liked it . It barked at Bob who ran ."])
    )
    words = {"score": (key, response), "validate": (response, "--key", key),
             "compare": (key, "--response", f"x={response}", "-r", "mitkov", "--no-cache")}[command]  # fmt: skip
    ran = run(command, *words)
    said = ran.out if command == "validate" else ran.err
    assert "2 words of the key are not in " in said
    assert "6 words of the response are not in the key, in documents a (3), b (3)" in said
    assert "4 of 34 words differ from the key's, in documents a (2), b (2)" in said
    assert "1 tag never closed" in said or command != "validate"
    if command == "score":
        told = json.loads(run(command, *words, "--format", "json").out)
        assert [told[f"{what}_words"] for what in ("missing", "added", "changed")] == [
            {"a": number, "b": number} for number in (1, 3, 2)
        ]


def _lines(*documents: dict[str, Any]) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


_CLUSTERS = [[[0, 0], [6, 6]], [[3, 3], [7, 7]]]
_LATE = [[[start + 1, end + 1] for start, end in chain] for chain in _CLUSTERS]


def _told(*clusters: Any) -> str:
    return _lines(
        *({"doc_key": str(at), "sentences": [TEXT.split()], "clusters": one} for at, one in enumerate(clusters))
    )


@pytest.mark.parametrize(
    ("response", "status", "says"),
    [
        pytest.param(_told(_CLUSTERS, _LATE).encode(), 0,
                     "document 1: of 4 mentions 1 matches; all would if all were one word earlier", id="late"),
        pytest.param(_told([], []).encode(), 0, "the response has no mention in a chain", id="no chains"),
        pytest.param(_told([], _CLUSTERS).encode(), 0, "", id="no chains in one"),
        pytest.param(b"[]", 2, "an empty list", id="no documents"),
        pytest.param(_told(_CLUSTERS).encode("utf-16-le"), 2, "UTF-16", id="UTF-16 without a mark"),
        pytest.param(_told(_CLUSTERS).replace("\n", "\r\n").encode("utf-8-sig"), 0, "in the key only", id="CRLF"),
    ],
)  # fmt: skip
def test_no_figure_is_low_without_a_word(run: Run, tmp_path: Path, response: bytes, status: int, says: str) -> None:
    key, answers = tmp_path / "key.jsonlines", tmp_path / "answers.jsonlines"
    key.write_text(_told(_CLUSTERS, _CLUSTERS))
    answers.write_bytes(response)
    ran = run("score", key, answers, "-m", "muc")
    assert ran.status == status
    assert says in ran.err
    assert bool(ran.err) == bool(says)


def test_annotations_of_one_person_are_not_one(run: Run, tmp_path: Path) -> None:
    file = lay("label-studio", tmp_path)
    (task,) = json.loads(file.read_text())
    file.write_text(json.dumps([task | {"annotations": task["annotations"] * 2}]))
    ran = run("score", lay("maverick", tmp_path), file, "-m", "muc")
    assert "choose one with --annotator" in ran.err
