"""``workbench score``: pairing, breakdowns, significance, forms, and what it says of bad input."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.evaluation.matching.mention_selection import REPEATS
from anaphora_workbench.workbench.scoring.pairs import file_pairs
from tiny_corpus import ANN, TOM, Run, conllu


def conll(name: str, cells: str) -> str:
    """A CoNLL-2012 document, one word for each cell of brackets; ``-`` for none."""
    lines = [f"{name}\t0\t{place}\tw{place}\t{cell}" for place, cell in enumerate(cells.split())]
    return "\n".join([f"#begin document ({name}); part 000", *lines, "", "#end document", ""])


def lines_of(ids: dict[str, list[list[list[int]]]]) -> str:
    """JSON lines of documents of the words ``w0 w1``, each with its clusters."""
    return "".join(
        json.dumps({"doc_key": name, "sentences": [["w0", "w1"]], "clusters": clusters}) + "\n"
        for name, clusters in ids.items()
    )


LINK, NO_LINK = [[[0, 0], [1, 1]]], [[[0, 0]], [[1, 1]]]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    key, response = tmp_path / "key.conll", tmp_path / "response.conll"
    key.write_text(conll("d", "(1) (1) (1) (2) (2) (2) (2)"))
    response.write_text(conll("d", "(1) (1) (2) (2) - (3) (3)"))
    return key, response


def as_json(run: Run, *words: object) -> dict:
    ran = run("score", *words, "--format", "json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def test_json_is_the_contract(run: Run, files: tuple[Path, Path]) -> None:
    content = as_json(run, *files)
    assert content["documents"] == 1
    assert content["metrics"]["muc"]["recall"] == {"numerator": 2, "denominator": 5, "value": 0.4}
    assert content["metrics"]["muc"]["f1"] == 2 * 2 / (5 + 3)
    assert content["metrics"]["conll"].keys() == {"f1"}
    assert content["metrics"]["blanc"].keys() == {
        "recall", "precision", "f1", "coreference_links", "non_coreference_links"
    }  # fmt: skip
    assert content["metrics"]["prague"]["counts"].keys() == {"tp", "wl", "fn", "fp"}
    # Columns without tags: metrics that ask what a mention is do not apply.
    assert "arcs_inferred" not in content["metrics"]
    signature = content["signature"].split("|")
    assert signature[0].startswith("workbench:")
    assert {"twinless:standard", "singletons:keep", "mention-match:exact", "blanc-rules:reference"} <= set(signature)
    assert {"format-rules:1", "response-rules:2"} <= set(signature)
    assert content["signature"].isprintable()


def test_options_reach_the_metrics_and_the_signature(run: Run, files: tuple[Path, Path]) -> None:
    plain = as_json(run, *files, "--metric", "b_cubed")
    with_options = as_json(run, *files, "--metric", "b_cubed", "--twinless", "all", "--singletons", "drop")
    assert with_options["metrics"] != plain["metrics"]
    assert "twinless:all" in with_options["signature"]
    assert "singletons:drop" in with_options["signature"]


def test_folders_are_paired_by_name(run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "key", tmp_path / "response"
    for folder, names in ((key, "abc"), (response, "abx")):
        folder.mkdir()
        for name in names:
            (folder / f"{name}.conll").write_text(conll(name, "(1) (1)"))
    ran = run("score", key, response, "--metric", "muc", "--format", "json", "--by", "document")
    content = json.loads(ran.out)
    assert ran.status == 0
    assert (content["only_in_key"], content["only_in_response"]) == (["c"], ["x"])
    assert content["metrics"]["muc"]["recall"] == {"numerator": 2, "denominator": 3, "value": pytest.approx(2 / 3)}
    assert {name: part["metrics"]["muc"]["f1"] for name, part in content["by"]["document"].items()} == {
        "a": 1.0, "b": 1.0, "c": 0.0
    }  # fmt: skip
    assert "in the key only, counted as without any answer: c" in ran.err
    assert "in the response only, not counted: x" in ran.err
    # Documents are named by their ids, whether they stand in a file of their own or not.
    (key / "d.conll").write_text(conll("d1", "(1) (1)") + conll("d2", "(1) (1)"))
    (response / "d.conll").write_text(conll("d1", "(1) (1)") + conll("d3", "(1) (1)"))
    (response / "x.conll").write_text(conll("x1", "(1) (1)") + conll("x2", "(1) (1)"))
    content = json.loads(run("score", key, response, "--metric", "muc", "--format", "json").out)
    assert (content["only_in_key"], content["only_in_response"]) == (["c", "d2"], ["x1", "x2", "d3"])


@pytest.mark.parametrize("side", ["key", "response"])
@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        pytest.param("", "the file is empty; expected at least one document", id="empty"),
        pytest.param("{", "unknown format; expected one of ", id="cut off"),
    ],
)
def test_a_file_that_no_format_knows_fails(run: Run, tmp_path: Path, side: str, content: str, wrong: str) -> None:
    """It is no document without any answer."""
    for folder in ("key", "response"):
        (tmp_path / folder).mkdir()
        for name in "ab":
            (tmp_path / folder / f"{name}.json").write_text(f'{{"documents": [{{"id": "{name}", "chains": [["m"]]}}]}}')
    (tmp_path / side / "b.json").write_text(content)
    (tmp_path / side / "notes.json").write_text(content)
    ran = run("score", "key", "response", "--metric", "mentions", "--format", "json")
    scores = json.loads(ran.out)
    # A broken key takes its document from everybody, a broken response counts as empty: R 1/2, P 1/1.
    expected = (1, 1, 1.0) if side == "key" else (1, 2, pytest.approx(2 / 3))
    assert (ran.status, scores["documents"], scores["metrics"]["mentions"]["f1"]) == expected
    assert ("failed" in scores) == (side == "response")
    assert scores.keys().isdisjoint({"only_in_key", "only_in_response"})
    assert f"error: {side}/b.json: {wrong}" in ran.err


def test_a_response_without_answers_belongs_to_the_key_of_its_name(tmp_path: Path) -> None:
    for folder in ("key", "response"):
        (tmp_path / folder).mkdir()
        for name in ("a.txt", "b.txt"):
            (tmp_path / folder / name).write_text(conll(name[0], "(1) (1)"))
    (tmp_path / "response" / "b.txt").write_text("Ann left. She ran.\n")
    pairs, further = file_pairs(tmp_path / "key", tmp_path / "response")
    assert [(pair.name, pair.response) for pair in pairs] == [
        (name, tmp_path / "response" / f"{name}.txt") for name in "ab"
    ]
    assert further == []


def test_files_that_pair_with_none_are_named_by_their_places(run: Run, tmp_path: Path) -> None:
    """A name alone may be on both sides, where the key is a folder of data sets and the response one of them."""
    for folder in ("key/ca", "key/en", "response"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.conll").write_text(conll("a", "(1) (1)"))
    ran = run("score", "key", "response", "--metric", "muc")
    assert ran.err == (
        "error: response: no file is named like one of the key's (ca/a.conll, en/a.conll); found a.conll; "
        "compare --response pairs documents by their ids\n"
    )


def test_two_documents_of_one_id_in_two_files_of_a_folder_are_named_once(run: Run, tmp_path: Path) -> None:
    for folder in ("key", "response", "other/sets/1", "other/sets/2"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "a.conll").write_text(conll("a", "(1) (1)"))
    (tmp_path / "response" / "b.conll").write_text(conll("a", "(1) (2)") + conll("x", "(1) (2)"))
    once = "b.conll: duplicate document id 'a', also in "
    ran = run("score", "key", "response", "--metric", "muc", "--format", "json")
    assert (ran.status, json.loads(ran.out)["documents"], json.loads(ran.out)["only_in_response"]) == (1, 1, ["x"])
    assert ran.err.splitlines()[0] == f"error: response/{once}response/a.conll; expected unique ids"
    # Of the key it is not known which to count.
    (tmp_path / "key" / "b.conll").write_text(conll("a", "(1) (2)") + conll("b", "(1) (2)"))
    (tmp_path / "key" / "c.conll").write_text(conll("a", "(1) (2)"))
    ran = run("score", "key", "key", "--metric", "muc")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: key/{once}key/a.conll (2 documents); expected unique ids\n"
    # Data sets may have documents of one id.
    sets = as_json(run, "other", "other", "--metric", "muc")
    assert (sets["documents"], sets["metrics"]["muc"]["f1"]) == (2, 1.0)


@pytest.mark.parametrize("files", [{"a": "a", "b": "bc"}, {"a": "a", "x": "bc"}, {"a": "abc"}])
def test_folders_that_divide_the_documents_otherwise(run: Run, tmp_path: Path, files: dict[str, str]) -> None:
    """Files are paired by name, so that the answers to b and c would count as missed."""
    for folder, of_folder in (("key", {"a": "ab", "b": "c"}), ("same", {"a": "ab", "b": "c"}), ("other", files)):
        (tmp_path / folder).mkdir()
        for name, documents in of_folder.items():
            text = "".join(conll(document, "(1) (1)") for document in documents)
            (tmp_path / folder / f"{name}.conll").write_text(text)
    ran = run("score", "key", "other", "--metric", "muc")
    assert (ran.status, ran.out) == (2, "")
    assert re.search(
        r"^error: other: (1 document stands|2 documents stand) in other files than in key: '[bc]'", ran.err
    )
    assert ran.err.count("\n") == 1
    assert "compare --response pairs documents of folders by their ids" in ran.err
    board = run("score", "key", "other", "same", "--metric", "muc", "--format", "json")
    assert (board.status, list(json.loads(board.out)["responses"])) == (1, ["same"])


@pytest.mark.parametrize("together", [True, False], ids=["two files", "two folders"])
def test_a_document_without_response_counts_though_untagged(run: Run, tmp_path: Path, together: bool) -> None:
    """What asks for parts of speech cannot be counted in it, so it is not asked at all."""
    documents = {"ann": ANN, "tom": TOM}
    untagged = {
        name: re.sub(r"^(\d+\t\S+)(\t\S+){4}", r"\1\t_\t_\t_\t_", conllu(name, text), flags=re.MULTILINE)
        for name, text in documents.items()
    }
    key, response = tmp_path / "key", tmp_path / "response"
    sides = ((key, untagged), (response, {"ann": conllu("ann", ANN)}))
    for folder, of_side in sides:
        folder.mkdir()
        files = {"all": "".join(of_side.values())} if together else of_side
        for name, text in files.items():
            (folder / f"{name}.conllu").write_text(text)
    scores = as_json(run, key, response)
    assert (scores["documents"], scores["only_in_key"]) == (2, ["tom"])
    assert "arcs_inferred" not in scores["metrics"]
    assert scores["metrics"]["muc"]["precision"]["value"] == 1
    assert scores["metrics"]["muc"]["recall"]["value"] < 1


@pytest.mark.parametrize("further", [[], ["--by", "pos"]], ids=["entities", "documents"])
def test_the_only_documents_of_two_files_belong(run: Run, files: tuple[Path, Path], further: list[str]) -> None:
    scored = as_json(run, *files, "--metric", "muc")
    files[1].write_text(files[1].read_text().replace("(d)", "(other)").replace("d\t", "other\t"))
    ran = run("score", *files, "--metric", "muc", "--format", "json", *further)
    content = json.loads(ran.out)
    assert (ran.status, content["metrics"]) == (0, scored["metrics"])
    assert content["other_ids"] == [{"key": "d", "response": "other"}]
    assert "other_ids" not in scored
    assert "warning: 1 document paired though the ids differ, by their order or each the only one of " in ran.err


def test_repeated_mentions_are_reported(run: Run, files: tuple[Path, Path]) -> None:
    files[1].write_text(conll("d", "(1)|(2) (1) (2) - - - -"))
    ran = run("score", *files, "--format", "json")
    assert json.loads(ran.out)["repeated_mentions"] == 1
    assert ran.err == f"warning: 1 mention repeated in the response; {REPEATS}\n"


@pytest.mark.parametrize(
    ("sentences", "says"),
    [
        pytest.param([ANN[0]], "4 words of the key are not in the response, in document ann; is it", id="cut"),
        pytest.param([ANN[0], ANN[1][:-1]], "1 word of the key is not in the response, in document ann", id="a word"),
        pytest.param([[("ANN", *ANN[0][0][1:]), *ANN[0][1:]], ANN[1]], "", id="only capitals differ"),
    ],
)
def test_a_response_that_lacks_a_part_of_the_text(sentences: list[Any], says: str, run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(conllu("ann", ANN))
    response.write_text(conllu("ann", sentences))
    ran = run("score", key, response, "--metric", "muc", "--format", "json")
    missing = {"missing_words": {"ann": int(says[0])}} if says else {}
    assert {name: note for name, note in json.loads(ran.out).items() if name == "missing_words"} == missing
    assert says in ran.err
    assert bool(ran.err) == bool(says)


@pytest.mark.parametrize("side", ["key", "response"])
def test_a_damaged_file_that_passes_for_plain_text_is_told_to(run: Run, tmp_path: Path, side: str) -> None:
    row = "\t_" * 14
    text = f"#begin document d\n1\ta{row}\t(1)\n2\tb{row}\t(1)\n\n#end document d\n"
    for name in ("key", "response"):
        (tmp_path / f"{name}.txt").write_text(text.replace("#begin", "begin") if name == side else text)
    ran = run("score", tmp_path / "key.txt", tmp_path / "response.txt", "-m", "muc")
    assert ran.status == 2
    assert f"{side}.txt: taken for plain text, which has no coreference; expected a file of another format" in ran.err


def test_a_document_that_cannot_be_scored_costs_only_itself(run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "key", tmp_path / "response"
    for folder in (key, response):
        folder.mkdir()
        for name in "ab":
            (folder / f"{name}.conll").write_text(conll(name, "(1) (1)"))
    (response / "b.conll").write_text(conll("b", "(1 (1)"))
    ran = run("score", key, response, "--metric", "muc", "--format", "json")
    assert ran.status == 1
    scores = json.loads(ran.out)
    assert (scores["documents"], list(scores["failed"])) == (2, ["b"])
    assert scores["metrics"]["muc"]["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert ran.err.startswith(f"error: {response / 'b.conll'}:")
    assert "entity 1 opens in line 2 but never closes" in ran.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere.conll", "{response}"], "nowhere.conll: no such file or folder"),
        (["{key}", "{folder}"], "folder: no file of any known format in this folder"),
        (["{key}", "{response}", "--metric", "muk"], "no metric 'muk'; there are: mentions, muc"),
        (["{key}", "{response}", "--twinless", "never"], "error: --twinless cannot be 'never'; expected one of"),
        (["{key}", "{response}", "--metric", "muc", "--option", "blanc.rules=luo"],
         "error: --option blanc.rules=luo: no metric chosen has this option; expected --metric blanc\n"),
        (["{key}", "{response}", "--metric", "muc", "--match", "exact"], "error: --match exact: no metric chosen has"),
        (["{key}", "{response}", "--mention-match", "tail"], "--mention-match cannot be 'tail'; expected one of"),
        (["{key}", "{response}", "--metric", "muc", "--option", "lmetrics.w-nam=2"],
         "error: --option lmetrics.w-nam=2: no metric chosen has this option; expected --metric with one of lmuc, "),
        (["{key}", "{response}", "--metric", "lmuc"], "lmuc needs parts of speech"),
        (["{key}", "{response}", "--option", "lmetrics.w-nam"], "expected METRIC.OPTION=VALUE"),
        (["{key}", "{response}", "--annotator", "mitkov"], "no annotation by 'mitkov'; there are: gold"),
        (["{key}", "{empty}"], "empty.conll: the file is empty"),
        (["{key}", "{other}"], "no document of the key"),
        (["{key}", "{lines}"], "lines.jsonl: no document of the key, like 'd'; its first is 'x'"),
        (["{key}", "{lines}", "--metric", "muc"], "lines.jsonl: no document of the key, like 'd'; its first is 'x'"),
        (["{key}", "{response}", "--metric", "lmuc", "--option", "lmetrics.w-nam=much"], "w-nam=much: expected a"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_one_line(
    run: Run, files: tuple[Path, Path], tmp_path: Path, words: list[str], message: str
) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.conll").write_text("")
    (tmp_path / "other.conll").write_text(conll("x", "(1)") + conll("y", "(1)"))
    (tmp_path / "lines.jsonl").write_text(lines_of({"x": LINK, "y": LINK}))
    places = {"key": files[0], "response": files[1], "lines": tmp_path / "lines.jsonl"}
    places |= {name: tmp_path / name for name in ("folder",)}
    places |= {name: tmp_path / f"{name}.conll" for name in ("empty", "other")}
    ran = run("score", *(word.format(**places) for word in words))
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1


def test_tables_round_and_truncate(run: Run, files: tuple[Path, Path]) -> None:
    rounded = run("score", *files, "--metric", "mentions", "--format", "markdown").out
    cut = run("score", *files, "--metric", "mentions", "--format", "markdown", "--truncate").out
    assert "| 85.71 " in rounded  # 6/7 = 85.714
    assert "| 92.31 " in rounded  # F1 12/13 = 92.3077
    assert "| 92.30 " in cut
    rows = list(csv.DictReader(io.StringIO(run("score", *files, "--metric", "mentions", "--format", "csv").out)))
    assert float(rows[0]["recall"]) == 6 / 7
    assert float(rows[0]["recall_numerator"]) == 6
    assert r"\toprule" in run("score", *files, "--format", "latex").out


@pytest.mark.parametrize("metric", ["muc", "success_rate"])
@pytest.mark.parametrize("doubled", ["key.conllu", "response.conllu"])
def test_a_doubled_id_is_said_with_its_file(run: Run, tmp_path: Path, metric: str, doubled: str) -> None:
    for name in ("key.conllu", "response.conllu"):
        (tmp_path / name).write_text(conllu("ann", ANN) + conllu("tom", TOM), encoding="utf-8")
    (tmp_path / doubled).write_text(conllu("ann", ANN) * 2, encoding="utf-8")
    ran = run("score", "key.conllu", "response.conllu", "-m", metric)
    assert ran.err.splitlines()[0] == (
        f"error: {doubled}:16: duplicate document id 'ann', also in line 1; expected unique ids"
    )


def test_what_a_response_answers_is_in_the_signature(run: Run, tmp_path: Path) -> None:
    """The same answers to another of two documents have another score."""
    key = {"a": [["1", "2"], ["3"]], "b": [["1"], ["2", "3"]]}
    for name, chains in key.items():
        for side in ("key", name):
            (tmp_path / side).mkdir(exist_ok=True)
            own = {"id": name, "chains": chains} if side == "key" else {"id": "mine", "chains": key["a"]}
            documents = {"documents": [own]}
            (tmp_path / side / f"{name}.chains.json").write_text(json.dumps(documents))
    scores = [json.loads(run("score", "key", name, "-m", "muc", "--format", "json").out) for name in key]
    assert [score["metrics"]["muc"]["f1"] for score in scores] == [pytest.approx(2 / 3), 0.0]
    signed = [dict(part.split(":", 1) for part in score["signature"].split("|")) for score in scores]
    assert signed[0]["response"].partition("@")[2] != signed[1]["response"].partition("@")[2]
