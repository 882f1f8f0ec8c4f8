"""``score --preset``, and the settings of SemEval-2010 out of the file itself."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import anaphora_workbench as aw
from anaphora_workbench.workbench.scoring.presets import PRESETS
from corefud_files import CorefudDocument, conllu, damaged, document, random_document
from semeval_files import semeval
from tiny_corpus import Run

COLUMNS = ["head", "partial", "exact", "head_with_singletons", "mention_overlap", "zero_anaphora"]


@pytest.fixture
def data_sets(tmp_path: Path) -> tuple[Path, Path]:
    """Two data sets of damaged documents, of different sizes."""
    sides = tmp_path / "key", tmp_path / "response"
    for name, number in (("ca_one", 3), ("cs_two", 9)):
        source = random.Random(name)
        key = [random_document(source, f"{name}-{place}") for place in range(number)]
        for folder, documents in zip(sides, (key, [damaged(each, source) for each in key]), strict=True):
            (folder / name).mkdir(parents=True)
            (folder / name / "test.conllu").write_text(conllu(documents))
    return sides


def as_json(run: Run, *words: object) -> dict:
    ran = run("score", *words, "--format", "json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


# The zero score of the official scorer, with its counts worked by hand; the last is what its bug hides.
LINKED = (
    document([6], "2.1<3:nsubj 4.1<5:obj", e1="1 ; 2.1 ; 4.1", e2="4 ; 6"),
    document([6], "3.1<3:nsubj 5.1<6:nsubj 4.1<5:dep", e1="1 ; 3.1 ; 5.1", e2="4 ; 4.1 ; 6"),
)
EXCHANGED = (
    document([4], "2.1<3:nsubj 2.2<3:obj", e1="1 ; 2.1", e2="2.2 ; 4"),
    document([4], "2.1<3:obj 2.2<3:nsubj", e1="1 ; 2.2", e2="2.1 ; 4"),
)
ZEROS = [
    (*LINKED, "dependent", {"tp": 1, "wl": 1, "fn": 0, "fp": 1}, (1 / 2, 1 / 3)),
    (*LINKED, "linear", {"tp": 0, "wl": 1, "fn": 1, "fp": 2}, (0, 0)),
    (*EXCHANGED, "dependent", {"tp": 1, "wl": 0, "fn": 0, "fp": 0}, (1, 1)),
    (document([3], "1.1<2:obj", e1="1 ; 1.1"), document([3], "1.1<2:obj", e1="1.1 ; 3"), "linear",
     {"tp": 0, "wl": 0, "fn": 1, "fp": 0}, (0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "response", "zero_match", "counts", "figures"), ZEROS)
def test_zero_score(
    run: Run,
    tmp_path: Path,
    key: CorefudDocument,
    response: CorefudDocument,
    zero_match: str,
    counts: dict[str, int],
    figures: tuple[float, float],
) -> None:
    (tmp_path / "key.conllu").write_text(conllu(key))
    (tmp_path / "response.conllu").write_text(conllu(response))
    score = as_json(run, "key.conllu", "response.conllu", "-m", "zero_anaphora", "--zero-match", zero_match)
    score = score["metrics"]["zero_anaphora"]
    assert score["counts"] == counts
    assert (score["recall"]["value"], score["precision"]["value"]) == figures


def test_zero_score_is_counted_by_default_where_there_are_zeros(run: Run, tmp_path: Path) -> None:
    for name, text in (("zeros.conllu", conllu(EXCHANGED[0])), ("none.conllu", conllu(document([3], a="1 ; 2")))):
        (tmp_path / name).write_text(text)
        assert ("zero_anaphora" in as_json(run, name, name)["metrics"]) == (name == "zeros.conllu")


def test_mention_overlap_leaves_gaps_out_and_does_not_ask_how_mentions_match(run: Run, tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(conllu(document([8], a="1 2 3 ; 5", b="6 7", c="8")))
    (tmp_path / "response.conllu").write_text(conllu(document([8], a="2 3 ; 4 5", b="6")))
    (tmp_path / "gap.conllu").write_text(conllu(document([8], a="1 3 ; 4 5", b="6")))
    for response in ("response.conllu", "gap.conllu"):
        for how in ("exact", "partial", "head"):
            content = as_json(run, "key.conllu", response, "-m", "mention_overlap", "--mention-match", how)
            score = content["metrics"]["mention_overlap"]
            assert [(score[side]["numerator"], score[side]["denominator"]) for side in ("recall", "precision")] == [
                (4, 7), (4, 5)
            ]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "value"), [("crac24", 0), ("crac23", 0), ("crac22", 0), ("conll2012", 0), ("semeval2010", 1)]
)
def test_blanc_without_a_link(run: Run, tmp_path: Path, preset: str, value: int) -> None:
    (tmp_path / "key.conllu").write_text(conllu(document([3], a="1")))
    content = as_json(run, "key.conllu", "key.conllu", "--preset", preset)
    assert content["metrics"]["blanc"]["f1"] == value


def test_every_column_is_what_its_flags_give(run: Run, data_sets: tuple[Path, Path]) -> None:
    key, response = (side / "cs_two" for side in data_sets)
    content = as_json(run, key, response, "--preset", "crac24")
    assert list(content["columns"]) == COLUMNS
    assert content["score"] == content["columns"]["head"] == content["metrics"]["conll"]["f1"]
    flags = ["--zero-match", "dependent", "--singletons", "drop"]
    for how in ("head", "partial", "exact"):
        alone = as_json(run, key, response, "-m", "conll", "--mention-match", how, *flags)
        assert content["columns"][how] == alone["metrics"]["conll"]["f1"]
    with_singletons = [*flags[:2], "--mention-match", "head", "-m", "conll"]
    alone = as_json(run, key, response, *with_singletons)
    assert content["columns"]["head_with_singletons"] == alone["metrics"]["conll"]["f1"]
    for metric in ("mention_overlap", "zero_anaphora"):
        assert content["columns"][metric] == content["metrics"][metric]["f1"]
    assert len(set(content["columns"].values())) > 4
    assert "preset:crac24" in content["signature"].split("|")
    assert as_json(run, key, response, "--preset", "crac23")["columns"] == content["columns"]
    earlier = as_json(run, key, response, "--preset", "crac22")
    assert list(earlier["columns"])[:2] == ["partial", "head"]
    assert earlier["score"] == content["columns"]["partial"]


def test_the_macro_mean_is_over_data_sets(run: Run, data_sets: tuple[Path, Path]) -> None:
    content = as_json(run, *data_sets, "--preset", "crac24")
    alone = [
        as_json(run, data_sets[0] / name, data_sets[1] / name, "--preset", "crac24") for name in ("ca_one", "cs_two")
    ]
    assert list(content["data_sets"]) == ["ca_one", "cs_two"]
    for column in COLUMNS:
        figures = [of_one["columns"][column] for of_one in alone]
        assert content["macro_mean"]["columns"][column] == pytest.approx(sum(figures) / 2)
    assert content["score"] == content["macro_mean"]["columns"]["head"]
    (mean,) = (part for part in content["signature"].split("|") if part.startswith("data-sets:"))
    assert mean.startswith("data-sets:2@")
    assert "data-sets:" not in as_json(run, *(side / "cs_two" for side in data_sets), "--preset", "crac24")["signature"]
    # Not the score of all documents together.
    assert content["score"] != pytest.approx(content["metrics"]["conll"]["f1"])
    recalls = [of_one["metrics"]["lea"]["recall"]["value"] for of_one in alone]
    assert content["macro_mean"]["metrics"]["lea"]["recall"] == pytest.approx(sum(recalls) / 2)
    scores = aw.score(*data_sets, preset="crac24")
    assert json.loads(json.dumps(scores.as_json())) == content
    assert scores.task_table is not None
    assert scores.task_table.score == content["score"]


def test_files_next_to_folders_are_refused(run: Run, data_sets: tuple[Path, Path]) -> None:
    for side in data_sets:
        (side / "loose.conllu").write_text(conllu(document([3], a="1 ; 2")))
    ran = run("score", *data_sets, "--preset", "crac24")
    assert ran.status == 2
    assert ran.err.splitlines()[-1] == (
        "error: key: file loose next to folders; expected a folder for each data set, or files alone"
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["crac24", "--mention-match", "exact"], "--mention-match exact next to --preset crac24, which sets it to"),
        (["crac22", "--singletons", "keep"], "--singletons keep next to --preset crac22, which sets it to drop"),
        (["crac24", "--twinless", "all"], "--twinless all next to --preset crac24, which sets it to standard"),
        (["crac24", "--min-spans"], "error: --min-spans next to --preset crac24, which does without\n"),
        (["semeval2010", "--option", "blanc.rules=luo"], "--option blanc.rules=luo next to --preset semeval2010"),
        (["conll2012", "-m", "lea"], "--metric lea next to --preset conll2012, which has metrics of its own"),
        (["crac21"], f"no preset 'crac21'; there are: {', '.join(PRESETS)}"),
    ],
)
def test_what_stands_against_a_preset(run: Run, data_sets: tuple[Path, Path], words: list[str], message: str) -> None:
    ran = run("score", *data_sets, "--preset", *words)
    assert ran.status == 2
    assert message in ran.err


def test_a_flag_that_says_the_same_is_none_against_it(run: Run, data_sets: tuple[Path, Path]) -> None:
    plain = as_json(run, *data_sets, "--preset", "crac24")
    assert as_json(run, *data_sets, "--preset", "crac24", "--singletons", "drop") == plain


def columns(brackets: str) -> str:
    lines = [f"d\t0\t{number}\tw{number}\t{cell}\n" for number, cell in enumerate(brackets.split())]
    return "#begin document (d); part 000\n" + "".join(lines) + "#end document\n"


def test_conll2012_cuts_percentages(run: Run, tmp_path: Path) -> None:
    """Recall of MUC is 2/3: cut 66.66, rounded 66.67."""
    (tmp_path / "key.conll").write_text(columns("(1) (1) (1) (1)"))
    (tmp_path / "response.conll").write_text(columns("(1) (1) (1) -"))
    assert "66.66" in run("score", "key.conll", "response.conll", "--preset", "conll2012").out
    assert "66.67" in run("score", "key.conll", "response.conll", "-m", "muc").out
    assert as_json(run, "key.conll", "response.conll", "--preset", "conll2012")["preset"] == "conll2012"


@pytest.mark.parametrize(
    ("brackets", "words", "is_said"),
    [
        ("(1) (1) (2) -", ("-m", "muc"), False),
        ("(1) (2) (3) -", ("-m", "muc"), True),
        ("(1) (2) (3) -", ("-m", "muc", "-m", "b_cubed"), False),
        ("(1) (2) (3) -", ("-m", "b_cubed", "--singletons", "drop"), True),
        ("(1) (1) (2) -", ("-m", "conll", "-m", "zero_anaphora"), False),
        ("- - - -", ("-m", "conll"), True),
        ("- - - -", ("-m", "blanc"), True),
        ("- - - -", (), True),
        ("- - - -", ("--preset", "conll2012"), True),
    ],
)
def test_a_key_without_what_is_counted_is_said(
    run: Run, tmp_path: Path, brackets: str, words: tuple[str, ...], is_said: bool
) -> None:
    """As where a file has no bridging: else all figures are 0, as of a system that finds nothing."""
    (tmp_path / "key.conll").write_text(columns(brackets))
    (tmp_path / "response.conll").write_text(columns("(1) (1) (1) -"))
    said = "warning: the key has nothing that these metrics count: every recall is 0 of 0\n"
    assert (said in run("score", "key.conll", "response.conll", *words).err) == is_said


def test_semeval2010_counts_mentions_before_its_adjustment(run: Run, tmp_path: Path) -> None:
    """Key {abc}, response {abd}: two of three mentions found; adjusted, B³ is 2/3 (metrics.md, section 2)."""
    (tmp_path / "key.conll").write_text(columns("(1) (1) (1) -"))
    (tmp_path / "response.conll").write_text(columns("(1) (1) - (1)"))
    metrics = as_json(run, "key.conll", "response.conll", "--preset", "semeval2010")["metrics"]
    for name in ("mentions", "b_cubed"):
        assert metrics[name]["recall"]["value"] == metrics[name]["precision"]["value"] == pytest.approx(2 / 3)
    plain = as_json(run, "key.conll", "response.conll", "-m", "b_cubed")["metrics"]["b_cubed"]
    assert plain["recall"]["value"] == pytest.approx(4 / 9)


# Predicted columns take *Eve* for the subject and *sent* for a noun.
ROWS = [
    [("Ann", "NNP", "NNP", "2", "SBJ", "2", "OBJ", "(1)"), ("sent", "VBD", "NN", "0", "ROOT", "0", "ROOT", "_"),
     ("Eve", "NNP", "NNP", "2", "OBJ", "2", "SBJ", "(2)"), (".", ".", ".", "2", "P", "2", "P", "_")],
    [("She", "PRP", "PRP", "2", "SBJ", "2", "SBJ", "(1)"), ("left", "VBD", "VBD", "0", "ROOT", "0", "ROOT", "_"),
     (".", ".", ".", "2", "P", "2", "P", "_")],
]  # fmt: skip
SETTINGS = ("true-gold", "true-predicted", "system-gold", "system-predicted")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    file = tmp_path / "en.test.txt"
    file.write_text(semeval(ROWS))
    return file


def test_all_settings(run: Run, corpus: Path) -> None:
    ran = run("compare", corpus, "-r", "kennedy-boguraev", "-r", "singletons", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    (settings,) = json.loads(ran.out)["corpora"].values()
    assert tuple(settings) == SETTINGS
    correct = {name: by_resolver["kennedy-boguraev"]["correct"] for name, by_resolver in settings.items()}
    assert correct == {"true-gold": 1, "true-predicted": 0, "system-gold": 1, "system-predicted": 0}


def words_of(folder: Path) -> list[dict[str, Any]]:
    (file,) = folder.glob("*.np.xml")
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', found)) for found in re.findall("<w [^>]*>", file.read_text())]


@pytest.mark.parametrize(
    ("annotation", "tool", "tag"), [("gold", "gold columns", "VBD"), ("predicted", "predicted columns", "NN")]
)
def test_preprocessing_takes_the_columns(run: Run, corpus: Path, annotation: str, tool: str, tag: str) -> None:
    assert run("preprocess", corpus, "--annotation", annotation, "-o", "out").status == 0
    assert words_of(Path("out"))[1]["xpos"] == tag
    (file,) = Path("out").glob("*.np.xml")
    assert f"{tool} of the corpus" in file.read_text()


@pytest.mark.model
def test_spacy_annotates_anew_where_it_is_asked_to(run: Run, corpus: Path) -> None:
    assert run("preprocess", corpus, "--annotation", "spacy", "-o", "out").status == 0
    (file,) = Path("out").glob("*.np.xml")
    assert "spaCy" in file.read_text()
    assert words_of(Path("out"))[1]["xpos"] == "VBD"
    for annotation, chosen in (("spacy", "Ann"), ("predicted", "Eve")):
        explained = run("explain", corpus, "-r", "kennedy-boguraev", "--annotation", annotation)
        assert explained.status == 0
        assert f"[{chosen}]" in explained.out
    answered = run("resolve", corpus, "-r", "kennedy-boguraev", "--annotation", "spacy", "-o", "answers")
    assert answered.status == 0
