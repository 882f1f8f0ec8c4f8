"""Keys and answers of the exercise as they are scored, and ``are score``."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest

from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.scoring import ScoredAnswer, document_means, read_key, score_answer
from prepared_tasks import prepared_files
from tiny_corpus import Run

# Ann saw the lamp. She lit it.
IDS = """\
<document id="d">
<anaphoric_pronouns><pronoun id="3" value="She"/><pronoun id="4" value="it"/></anaphoric_pronouns>
<chain id="a"><node id="1" value="Ann"/><node id="3" value="She"/></chain>
<chain id="b"><node id="2" value="lamp"/><node id="4" value="it"/></chain>
</document>
"""
NODES = """\
<document id="d">
<anaphoric_pronouns><pronoun start="4" end="4"/><pronoun start="6" end="6"/></anaphoric_pronouns>
<chain id="a"><node start="0" end="0"/><node start="4" end="4"/></chain>
<chain id="b"><node start="2" end="3"/><node start="6" end="6"/></chain>
</document>
"""
RIGHT = '<a><pronoun id="3" antecedent="1"/><pronoun id="4" antecedent="2"/></a>'
HALF = '<a><pronoun id="3" antecedent="1"/><pronoun id="4" antecedent="1"/></a>'


def scored(folder: Path, task: ExerciseTask, key: str, answer: str | None) -> ScoredAnswer:
    (folder / "d-key.xml").write_text(key)
    if answer is not None:
        (folder / "d-answer.xml").write_text(answer)
    return score_answer(FilePair("d", folder / "d-key.xml", None if answer is None else folder / "d-answer.xml"), task)


@pytest.mark.parametrize(
    ("task", "key", "answer", "success", "recall", "precision"),
    [
        (1, IDS, RIGHT, (2, 2), (4, 4), (4, 4)),
        # {1 3 4} {2} for {1 3} {2 4}.
        (1, IDS, HALF, (1, 2), (3, 4), (Fraction(8, 3), 4)),
        # {1 3} {2} {4}: a pronoun that is given is a mention, answered or not.
        (1, IDS, '<a><pronoun id="3" antecedent="1"/></a>', (1, 2), (3, 4), (4, 4)),
        (1, IDS, None, (0, 2), (2, 4), (4, 4)),
        # {0 4} {2-3}: one that is to be found is none.
        (3, NODES, '<a><pronoun start="4" end="4" antecedent_start="0" antecedent_end="0"/></a>', (1, 2),
         (Fraction(5, 2), 4), (3, 3)),
        # {1 3 5} {2 4}: nouns that the key links are linked.
        (1, IDS.replace("</chain>", '<node id="5"/></chain>', 1), RIGHT, (2, 2), (5, 5), (5, 5)),
    ],
)  # fmt: skip
def test_answers_for_pronouns_are_scored_as_chains_too(
    tmp_path: Path,
    task: ExerciseTask,
    key: str,
    answer: str | None,
    success: tuple[int, int],
    recall: tuple[Fraction | int, int],
    precision: tuple[Fraction | int, int],
) -> None:
    """B-cubed (Bagga & Baldwin 1998) over the key's chains of nouns and the links of the answer, by hand."""
    scores = scored(tmp_path, task, key, answer).counts.scores()
    by_pronoun, chains = scores[f"are_task{task}"], scores["b_cubed"]
    resolved = by_pronoun if task == 1 else by_pronoun.recall  # type: ignore[union-attr]
    assert (resolved.numerator, resolved.denominator) == success  # type: ignore[union-attr]
    assert (chains.recall.numerator, chains.recall.denominator) == recall  # type: ignore[union-attr]
    assert (chains.precision.numerator, chains.precision.denominator) == precision  # type: ignore[union-attr]


def test_a_chain_of_one_is_no_answer(tmp_path: Path) -> None:
    """Two of four mentions are in the only chain, {1 3}, and both are right."""
    answer = '<a><chain id="c"><node id="1"/><node id="3"/></chain><chain id="d"><node id="2"/></chain></a>'
    chains = scored(tmp_path, 2, IDS, answer).counts.scores()["b_cubed"]
    assert isinstance(chains, Score)
    assert (chains.recall.numerator, chains.recall.denominator) == (2, 4)
    assert (chains.precision.numerator, chains.precision.denominator) == (2, 2)


def test_means_of_documents(tmp_path: Path) -> None:
    """Of 1/2 and 1; of 3/4 and 1, 2/3 and 1, 12/17 and 1."""
    counts = [scored(tmp_path, 1, IDS, answer).counts for answer in (HALF, RIGHT)]
    means = document_means(counts, ["are_task1", "b_cubed"])
    assert means["are_task1"] == {"value": pytest.approx(3 / 4)}
    assert means["b_cubed"] == {
        "recall": pytest.approx(7 / 8), "precision": pytest.approx(5 / 6), "f1": pytest.approx(29 / 34),
    }  # fmt: skip


def test_a_missing_answer_is_said_and_no_answer(tmp_path: Path) -> None:
    for task, key in ((1, IDS), (2, IDS)):
        answer = scored(tmp_path, task, key, None)  # type: ignore[arg-type]
        wrong = f"{tmp_path / 'd-key.xml'}: no answer to this key; expected a file d-answer.xml"
        assert (answer.id, str(answer.unreadable), answer.problems) == ("d", wrong, [])


@pytest.mark.parametrize(
    ("task", "content", "wrong"),
    [
        (1, "<document><anaphoric_pronouns/></document>", "no chains; expected <chain>, as in a file *-key.xml"),
        (1, NODES, "no key of task 1; expected <node id>, as in tasks 1 and 2"),
        (4, IDS, "no key of task 4; expected <node start end>, as in tasks 3 and 4"),
        (3, NODES.replace('start="6" end="6"', 'start="6" end="10006"'), "mention '6-10006' has no nodes in a text"),
    ],
)
def test_what_is_no_key_of_a_task(tmp_path: Path, task: ExerciseTask, content: str, wrong: str) -> None:
    (tmp_path / "d-key.xml").write_text(content)
    with pytest.raises(FormatError, match=f"^{re.escape(f'{tmp_path}/d-key.xml: {wrong}')}"):
        read_key(tmp_path / "d-key.xml", task)


def test_an_input_that_is_named_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "d-key.xml").write_text(IDS)
    wrong = f"{tmp_path}/d-key.xml: no input to this key in {tmp_path}; expected a file *-input.xml"
    with pytest.raises(FormatError, match=f"^{re.escape(wrong)}$"):
        read_key(tmp_path / "d-key.xml", 1, tmp_path)


def test_an_answer_longer_than_any_mention_is_nowhere(tmp_path: Path) -> None:
    def chain(end: int) -> str:
        return f'<chain id="c"><node start="0" end="0"/><node start="4" end="{end}"/></chain>'

    assert scored(tmp_path, 4, NODES, chain(10_003)).problems == []
    (problem,) = scored(tmp_path, 4, NODES, chain(10_004)).problems
    wrong = "mention '4-10004' is longer than 10000 words; counted as absent from the text"
    assert str(problem) == f"{tmp_path / 'd-answer.xml'}: {wrong}"


def test_a_bad_answer_costs_what_is_wrong_in_it(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    answers = tmp_path / "answers"
    answers.mkdir()
    (answers / "ann-answer.xml").write_text('<a>\n<pronoun id="m3" antecedent="m1"/>\n<pronoun id="m3"/>\n</a>')
    (answers / "tom-answer.xml").write_text('<document>\n<pronoun id="m3"')
    (answers / "who-answer.xml").write_text("<document/>")
    ran = run("are", "score", folder, answers, "-t", 1, "--format", "json")
    assert ran.status == 1
    *warnings, error = ran.err.replace(f"{tmp_path}/answers/", "").splitlines()
    # What the parser finds wrong is said in its own words.
    assert error.startswith("error: tom-answer.xml:2: not well-formed XML: ")
    assert error.endswith("; counted as no answer")
    assert warnings == [
        "warning: ann-answer.xml:3: a second answer for 'm3'; expected one; the first counts",
        "warning: ann-answer.xml: no answer for pronoun 'm4' (it); expected a <pronoun> for each",
        "warning: who-answer.xml: no key for this answer; not counted",
    ]
    content = json.loads(ran.out)
    assert content["documents"] == 2
    score = content["metrics"]["are_task1"]
    assert (score["numerator"], score["denominator"], score["value"]) == (1, 4, 0.25)
    assert content["document_means"]["are_task1"] == {"value": 0.25}
    by_document = content["by"]["document"]
    assert {name: scores["metrics"]["are_task1"]["value"] for name, scores in by_document.items()} == {
        "ann": 0.5,
        "tom": 0,
    }
    assert [problem["line"] for problem in content["problems"]] == [3, None]


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_several_answers_make_a_leaderboard(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, tiny, task, tmp_path / "task", "--named")
    for resolver in ("singletons", "most-recent", "oracle"):
        keys = ("--keys", folder) if resolver == "oracle" else ()
        answers = tmp_path / "answers" / resolver
        run("are", "resolve", folder, "-t", task, "-r", resolver, *keys, "-o", answers, "-j", 1)
    given = sorted((tmp_path / "answers").iterdir())
    ran = run("are", "score", folder, *given, "-t", task, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    content = json.loads(ran.out)
    for answers in given:
        alone = json.loads(run("are", "score", folder, answers, "-t", task, "--format", "json").out)
        assert alone.pop("signature") == content["signature"]
        assert "|format-rules:1|" in content["signature"]
        assert content["answers"][answers.name] == alone
    measure = f"are_task{task}"
    figures = {
        name: scores["metrics"][measure].get("f1", scores["metrics"][measure].get("value"))
        for name, scores in content["answers"].items()
    }
    assert list(figures) == sorted(figures, key=lambda name: (-figures[name], name))
    assert figures["singletons"] == 0
    tests = {(test["first"], test["second"]): test for test in content["significance"]}
    assert len(tests) == 3
    for (first, second), test in tests.items():
        assert test["difference"] == pytest.approx(figures[first] - figures[second])
        assert test["difference"] >= 0
        assert 0 < test["randomisation"] <= test["corrected"] <= 1
    ran = run("are", "score", folder, *given, "-t", task)
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in figures][:3] == list(figures)
    assert any("p after Holm" in line for line in lines)
    assert content["documents"] == 2
    few = "over 2 documents the paired bootstrap rejects too often; quote the randomisation"
    assert f"{few} (about 0.5 is its least p here)" in " ".join(lines)


def test_a_missing_answer_counts_as_none(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 3, tmp_path / "task")
    run(
        "are",
        "resolve",
        folder / "inputs" / "tom-input.xml",
        "-t",
        3,
        "-r",
        "oracle",
        "--keys",
        folder,
        "-o",
        tmp_path / "a",
    )
    ran = run("are", "score", folder, tmp_path / "a", "-t", 3, "--format", "json")
    assert ran.status == 1
    assert "ann-key.xml: no answer to this key; expected a file ann-answer.xml; counted as no answer" in ran.err
    assert json.loads(ran.out)["metrics"]["are_task3"]["recall"]["denominator"] == 4


CONLL = """#begin document (d); part 000
d 0 0 the DT (TOP(S(NP(NP* - - - - * {0}
d 0 1 man NN *) - - - - * {1}
d 0 2 in IN (PP* - - - - * -
d 0 3 hats NNS (NP*))) - - - - * {3}
d 0 4 says VBZ (VP* - - - - * -
d 0 5 he PRP (NP*))) - - - - * (0)

#end document
"""


@pytest.mark.parametrize(("overlap", "earned"), [("words", 2 / 4), ("min", 1)])
def test_spans_are_compared_by_words_or_by_minimal_spans(run: Run, tmp_path: Path, overlap: str, earned: float) -> None:
    """*the man* for *the man in hats*: two of four words, and both mean the man."""
    (tmp_path / "key.conll").write_text(CONLL.format("(0", "-", "", "0)"))
    (tmp_path / "answer.conll").write_text(CONLL.format("(0", "0)", "", "-"))
    words = ("-m", "are_task4", "--option", f"are.overlap={overlap}", "--format", "json")
    ran = run("score", "key.conll", "answer.conll", *words)
    assert json.loads(ran.out)["metrics"]["are_task4"]["f1"] == earned


@pytest.mark.parametrize(
    ("first", "last", "overlap", "f1"),
    [(26, 27, "words", 1 / 2), (28, 29, "words", 1 / 2), (28, 29, "head", 1), (26, 27, "head", 0)],
)
def test_a_key_of_chains_alone_asks_its_third_person_pronouns(
    run: Run, tmp_path: Path, first: int, last: int, overlap: str, f1: float
) -> None:
    (tmp_path / "d-key.xml").write_text(
        '<document><chain id="c"><node start="26" end="29" value="the government of Zair"/>'
        '<node start="31" end="31" value="it"/></chain></document>'
    )
    # Two files belong together whatever their names.
    (tmp_path / "mine.xml").write_text(
        f'<document><pronoun start="31" end="31" antecedent_start="{first}" antecedent_end="{last}"/></document>'
    )
    words = ("-t", 3, "--option", f"are.overlap={overlap}", "--format", "json")
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "mine.xml", *words)
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["metrics"]["are_task3"]["f1"] == f1
    assert ("are-overlap:head" in json.loads(ran.out)["signature"]) == (overlap == "head")


def test_a_key_without_pronouns_is_said_next_to_its_zero(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task")
    chain = '<chain id="e1"><node id="m1"/><node id="m3"/></chain>'
    (folder / "keys" / "tom-key.xml").write_text(f"<document><anaphoric_pronouns/>{chain}</document>")
    ran = run("are", "score", folder, folder / "answers", "-t", 1)
    assert ran.status == 2
    (folder / "tom-answer.xml").write_text("<document/>")
    ran = run("are", "score", folder, folder / "tom-answer.xml", "-t", 1)
    says = "no pronouns to resolve, so success is 0 of 0; means of documents take it for 0"
    assert (ran.status, ran.err) == (0, f"warning: {folder / 'keys' / 'tom-key.xml'}: {says}\n")


@pytest.mark.parametrize("task", [3, 4])
@pytest.mark.parametrize(("start", "end"), [("4", "2"), ("1", "99999999999"), ("1", "9" * 5000), ("²", "3")])
def test_a_key_without_its_text_has_spans_of_a_text(run: Run, tmp_path: Path, task: int, start: str, end: str) -> None:
    chain = f'<chain id="c"><node start="3" end="3"/><node start="{start}" end="{end}"/></chain>'
    (tmp_path / "d-key.xml").write_text(f"<document>{chain}</document>")
    (tmp_path / "d-answer.xml").write_text("<document/>")
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "d-answer.xml", "-t", task)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: {tmp_path / 'd-key.xml'}: mention '{start}-{end[:50]}")
    assert ran.err.endswith("' has no nodes in a text; expected start and end, start <= end\n")
