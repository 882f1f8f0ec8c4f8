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


def test_the_fast_reader_and_the_documents_give_the_same(run: Run, files: tuple[Path, Path]) -> None:
    metrics = ["--metric=muc", "--metric=b_cubed", "--metric=blanc", "--metric=prague"]
    fast = as_json(run, *files, *metrics)["metrics"]
    # A breakdown by mentions asks for whole documents.
    slow = as_json(run, *files, *metrics, "--by", "pos")["metrics"]
    assert fast == slow


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


def test_a_response_in_other_words_is_aligned(run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(conllu("ann", ANN))
    cut = [("la", "la", "NOUN", "NN", "", 2, "obj", "e2)"), ("mp", "mp", "NOUN", "NN", "", 2, "obj", "")]
    response.write_text(conllu("ann", [[*ANN[0][:-2], *cut, ANN[0][-1]], ANN[1]]))
    ran = run("score", key, response, "--metric", "mentions", "--format", "json")
    content = json.loads(ran.out)
    assert content["unaligned_mentions"] == 1
    assert content["metrics"]["mentions"]["recall"]["numerator"] == 3
    assert content["metrics"]["mentions"]["precision"]["denominator"] == 4


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


def test_a_response_to_another_text_is_refused(run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "ann.conllu", tmp_path / "tom.conllu"
    key.write_text(conllu("ann", ANN))
    response.write_text(conllu("tom", TOM))
    ran = run("score", key, response)
    assert ran.status == 2
    assert f"document 'tom' is not of the same text as 'ann' in {key}: " in ran.err


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


def test_one_document_has_no_interval(run: Run, files: tuple[Path, Path]) -> None:
    ran = run("score", *files, "--intervals", "--format", "json")
    assert (ran.status, "interval" in ran.out, "--intervals" in ran.err) == (0, False, True)


def test_a_rate_over_documents_alike_says_what_its_interval_is(run: Run, tmp_path: Path) -> None:
    names = [
        {"id": id, "start": n, "end": n + 1, "pos": pos, "text": "it"}
        for n, (id, pos) in enumerate((("a", "NOUN"), ("b", "PRON")))
    ]
    documents = [{"id": id, "mentions": names, "chains": [["a", "b"]]} for id in "12345"]
    (tmp_path / "k.json").write_text(json.dumps({"documents": documents}))
    table = run("score", "k.json", "k.json", "--intervals", "-m", "success_rate", "-m", "muc").out
    # Wilson's of 5 of 5.
    assert "56.6–100.0W" in table
    assert "\nW: " in table
    assert "Student" not in table


def test_a_mention_in_two_entities_of_the_key_is_read_with_a_warning(run: Run, files: tuple[Path, Path]) -> None:
    """Of equal entities the one whose other mention comes first has it, as if the other did not open there."""
    files[0].write_text(conll("d", "(1)|(2) (1) (2) - - - -"))
    ran = run("score", *files, "--format", "json")
    assert (ran.status, json.loads(ran.out)["repeated_key_mentions"]) == (0, 1)
    assert f"warning: 1 mention repeated in the key; {REPEATS}" in ran.err
    itself = json.loads(run("score", files[0], files[0], "--format", "json").out)["metrics"]
    assert itself["b_cubed"]["f1"] == 1
    as_conll = run("score", files[0], files[0], "--preset", "conll2012", "--format", "json")
    assert "the last of each counts, so that a response like the key is not perfect, as for the CoNLL" in as_conll.err
    assert json.loads(as_conll.out)["metrics"]["b_cubed"]["f1"] < 1
    twice = json.loads(ran.out)["metrics"]
    files[0].write_text(conll("d", "(1) (1) (2) - - - -"))
    assert json.loads(run("score", *files, "--format", "json").out)["metrics"] == twice


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


def pronouns(tmp_path: Path, name: str, antecedents: dict[str, str]) -> Path:
    mentions = [{"id": letter, "pos": "PROPN", "text": letter} for letter in "AB"]
    mentions += [{"id": f"p{place}", "pos": "PRON", "text": "she"} for place in range(6)]
    documents = []
    for number in range(6):
        documents.append(
            {
                "id": f"d{number}",
                "mentions": mentions,
                "resolutions": [
                    {"anaphor": f"p{place}", "antecedent": antecedents.get(f"{number}{place}", "A")}
                    for place in range(6)
                ],
            }
        )
    path = tmp_path / name
    path.write_text(json.dumps({"documents": documents}))
    return path


def test_significance_of_two_responses(run: Run, tmp_path: Path) -> None:
    key = pronouns(tmp_path, "key.chains.json", {})
    better = pronouns(tmp_path, "better.chains.json", {"00": "B"})
    worse = pronouns(tmp_path, "worse.chains.json", {f"{number}{place}": "B" for number in range(6) for place in "012"})
    words = ("--metric", "success_rate", "--metric", "conll", "--significance", worse)
    tested = as_json(run, key, better, *words)["significance"]
    rate = tested["metrics"]["success_rate"]
    assert (rate["first"], rate["second"]) == (35 / 36, 18 / 36)
    assert rate["p_mcnemar"] == pytest.approx(2 * 0.5**17)
    assert 0 < rate["p_randomisation"] < 0.05
    assert 0 < rate["p_bootstrap"] < 0.05
    assert "p_mcnemar" not in tested["metrics"]["conll"]
    shown = {line.split()[0]: line.split()[-1] for line in run("score", key, better, *words).out.splitlines() if line}
    # That of success rate is 0.000015, which is not 0.
    assert (shown["success_rate"], shown["conll"]) == ("<0.0001", "–")
    # Holm over two metrics: the smaller doubled, the larger at least as large.
    raw, corrected = (
        sorted(test[at] for test in tested["metrics"].values()) for at in ("p_randomisation", "p_corrected")
    )
    assert corrected == pytest.approx([min(1, 2 * raw[0]), max(min(1, 2 * raw[0]), raw[1])])
    ran = run("score", key, better, *words)
    assert f"warning: over {tested['documents']} documents the paired bootstrap rejects too often; quote the" in ran.err
    assert "corrected: that of the randomisation by Holm over all metrics shown, 2;" in " ".join(ran.out.split())
    assert as_json(run, key, better, *words)["significance"] == tested


def test_breakdown_by_pronoun(run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(conllu("tom", TOM))
    response.write_text(conllu("tom", TOM).replace("(e2-object-1-)", "(e1-object-1-)"))
    by = as_json(run, key, response, "--metric", "success_rate", "--metric", "muc", "--by", "pronoun")["by"]
    rates = {name: part["metrics"]["success_rate"]["value"] for name, part in by["pronoun"].items()}
    assert rates == {"his": 1.0, "it": 0.0}
    # A link of MUC is of its later mention.
    assert [part["metrics"]["muc"]["recall"]["numerator"] for part in by["pronoun"].values()] == [1, 0]


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


def test_scores_are_written_whole_beside_the_table(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    ran = run("score", *files, "--metric", "muc", "--output", tmp_path / "out" / "scores.json")
    assert ran.status == 0
    assert json.loads((tmp_path / "out" / "scores.json").read_text())["metrics"].keys() == {"muc"}


def test_dots_in_names_of_files(run: Run, tmp_path: Path) -> None:
    """Files belong together by their names up to the first dot; where that is one for two, up to the last ending."""
    for side, ending in (("key", ".conll"), ("response", ".np.xml")):
        folder = tmp_path / side
        for name in ("v1.0", "v1.1"):
            (tmp_path / side).mkdir(exist_ok=True)
            written = folder / f"{name}.conll"
            written.write_text(conll(name, "(1) (1) (2)" if name == "v1.0" or side == "key" else "(1) (2) (2)"))
            if ending != ".conll":
                assert run("convert", written, folder / f"{name}{ending}").status == 0
                written.unlink()
    muc = as_json(run, tmp_path / "key", tmp_path / "response", "-m", "muc")["metrics"]["muc"]
    assert muc["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}


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


def test_a_key_with_elided_words_and_a_parse_scores_a_response_of_other_tokens(run: Run, tmp_path: Path) -> None:
    rows = ["1 Ann 4 nsubj Entity=(e1)", "2 ca 4 aux _", "3 n't 4 advmod _", "4 stay 0 root _"]
    rows += ["4.1 _ _ _ Entity=(e1)", "5 , 6 punct _", "6 happy 4 xcomp _"]
    lines = ["# newdoc id = d", "# global.Entity = eid"]
    for row in rows:
        number, form, head, relation, misc = row.split()
        lines.append("\t".join([number, form, "_", "_", "_", "_", head, relation, "_", misc]))
    key, response = tmp_path / "key.conllu", tmp_path / "response.jsonl"
    key.write_text("\n".join(lines) + "\n\n")
    sentences = [["Ann", "can't", "stay", ",", "happy"]]
    response.write_text(json.dumps({"doc_key": "d", "sentences": sentences, "clusters": [[[0, 0], [2, 2]]]}) + "\n")
    content = as_json(run, key, response, "--metric", "mentions")
    assert content["metrics"]["mentions"]["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}


def test_names_with_a_number_are_parts_of_a_document(run: Run, tmp_path: Path) -> None:
    """The ``doc_key`` of e2e-coref is NAME_PART; parts of CoNLL-2012 are NAME and NAME.part1 here."""
    key, response = tmp_path / "key.conll", tmp_path / "response.jsonl"
    part1 = conll("bn/x", "(1) (1)").replace("part 000", "part 001").replace("\t0\t", "\t1\t")
    key.write_text(conll("bn/x", "(1) (1)") + part1 + conll("bn/y", "(1) (1)"))
    response.write_text(lines_of({"bn/x_1": NO_LINK, "bn/x_0": LINK, "bn/z_0": LINK}))
    ran = run("score", key, response, "--metric", "muc", "--by", "document", "--format", "json")
    content = json.loads(ran.out)
    found = {name: part["metrics"]["muc"]["f1"] for name, part in content["by"]["document"].items()}
    assert found == {"bn/x": 1.0, "bn/x.part1": 0.0, "bn/y": 0.0}
    assert (content["only_in_key"], content["only_in_response"]) == (["bn/y"], ["bn/z_0"])
    assert "2 documents paired though the ids differ, NAME_N being part N of NAME: 'bn/x" in ran.err
    turned = json.loads(run("score", response, key, "--metric", "muc", "--format", "json").out)
    assert [pair["response"] for pair in turned["other_ids"]] == ["bn/x.part1", "bn/x"]


def test_a_document_of_the_very_id_goes_before_a_part(run: Run, tmp_path: Path) -> None:
    key, response = tmp_path / "key.jsonl", tmp_path / "response.jsonl"
    key.write_text(lines_of({"x": LINK, "x_0": LINK, "y_0": LINK}))
    response.write_text(lines_of({"x_0": LINK, "y": LINK, "y_0": NO_LINK}))
    content = as_json(run, key, response, "--metric", "muc")
    assert (content["only_in_key"], content["only_in_response"], "other_ids" in content) == (["x"], ["y"], False)
    assert content["metrics"]["muc"]["recall"] == {"numerator": 1, "denominator": 3, "value": pytest.approx(1 / 3)}


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
