"""Keys and answers of the exercise as they are scored: what is refused, and figures by hand."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from anaphora_workbench.corpora.pairing.pairing import FilePair
from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.workbench.exercise import ExerciseTask
from anaphora_workbench.workbench.exercise.scoring import ScoredAnswer, document_means, read_key, score_answer

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
        pytest.param(1, IDS, RIGHT, (2, 2), (4, 4), (4, 4), id="right"),
        # {1 3 4} {2} for {1 3} {2 4}.
        pytest.param(1, IDS, HALF, (1, 2), (3, 4), (Fraction(8, 3), 4), id="one antecedent of another chain"),
        # {1 3} {2} {4}: a pronoun that is given is a mention, answered or not.
        pytest.param(1, IDS, '<a><pronoun id="3" antecedent="1"/></a>', (1, 2), (3, 4), (4, 4), id="unanswered"),
        pytest.param(1, IDS, None, (0, 2), (2, 4), (4, 4), id="no answer at all"),
        # {0 4} {2-3}: one that is to be found is none.
        pytest.param(
            3,
            NODES,
            '<a><pronoun start="4" end="4" antecedent_start="0" antecedent_end="0"/></a>',
            (1, 2),
            (Fraction(5, 2), 4),
            (3, 3),
            id="not found",
        ),
        # {1 3 5} {2 4}: nouns that the key links are linked.
        pytest.param(
            1, IDS.replace("</chain>", '<node id="5"/></chain>', 1), RIGHT, (2, 2), (5, 5), (5, 5), id="two nouns"
        ),
    ],
)
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


def test_a_missing_answer_attempts_nothing(tmp_path: Path) -> None:
    """Not even the pronoun that is not asked, which stands in a chain of the key."""
    key = NODES.replace('<pronoun start="6" end="6"/>', "").replace('start="6" end="6"', 'start="6" end="6" value="it"')
    success = scored(tmp_path, 3, key, None).counts.scores()["are_task3"]
    assert isinstance(success, Score)
    assert (success.recall.numerator, success.recall.denominator) == (0, 1)
    assert (success.precision.numerator, success.precision.denominator) == (0, 0)


def test_places_of_a_key_without_its_text_are_numbers_of_words(tmp_path: Path) -> None:
    """From the first word, 0, on; the last is included."""
    (tmp_path / "d-key.xml").write_text(NODES.replace('start="6" end="6"', 'start="6" end="10005"'))
    key = read_key(tmp_path / "d-key.xml", 4)
    assert [(mention.id, mention.start, mention.end, mention.head) for mention in key.mentions] == [
        ("4-4", 4, 5, 4),
        ("6-10005", 6, 10_006, 10_005),
        ("0-0", 0, 1, 0),
        ("2-3", 2, 4, 3),
    ]


@pytest.mark.parametrize(
    ("task", "content", "wrong"),
    [
        (1, "<document><anaphoric_pronouns/></document>", "no chains; expected <chain>, as in a file *-key.xml"),
        (1, NODES, "no key of task 1; expected <node id>, as in tasks 1 and 2"),
        (4, IDS, "no key of task 4; expected <node start end>, as in tasks 3 and 4"),
        (
            3,
            NODES.replace('start="6" end="6"', 'start="6" end="10006"'),
            "mention '6-10006' has no nodes in a text; expected start and end, start <= end",
        ),
    ],
)
def test_what_is_no_key_of_a_task(tmp_path: Path, task: ExerciseTask, content: str, wrong: str) -> None:
    (tmp_path / "d-key.xml").write_text(content)
    with pytest.raises(FormatError, match=f"^{re.escape(f'{tmp_path}/d-key.xml: {wrong}')}$"):
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
