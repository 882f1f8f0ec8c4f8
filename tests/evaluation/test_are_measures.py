"""The measures of the Anaphora Resolution Exercise, as metrics.md, section 26, settles them."""

import random
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, DocumentPair, Entity, Mention
from anaphora_workbench.evaluation.assignment.first_assignment import first_assignment
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.evaluation.pronouns import are
from anaphora_workbench.evaluation.pronouns.are import aligned_links, link_credit, overlap, resolved_spans

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        pytest.param({}, 0, id="no answer"),
        pytest.param({"p": "p"}, 0, id="itself"),
        pytest.param({"p": "X"}, 0, id="outside the chain"),
        pytest.param({"p": "N"}, 1, id="a name of the chain"),
        pytest.param({"p": "q", "q": "N"}, 1, id="a pronoun that leads to a name"),
        pytest.param({"p": "q"}, HALF, id="an unresolved pronoun"),
        pytest.param({"p": "q", "q": "X"}, HALF, id="a wrong pronoun on the way"),
        pytest.param({"p": "q", "q": "p"}, HALF, id="a cycle"),
        pytest.param({"p": "q", "q": "r", "r": "q"}, HALF, id="a cycle further on"),
        pytest.param({"p": "q", "q": "x"}, HALF, id="a pronoun of another chain on the way"),
    ],
)
def test_credit_of_a_pronoun(answers: dict[str, str], expected: Fraction) -> None:
    assert link_credit("p", answers, {"N", "p", "q", "r"}, str.islower) == expected


def test_a_chain_without_a_name_earns_a_half() -> None:
    assert link_credit("p", {"p": "q", "q": "r"}, {"p", "q", "r"}, str.islower) == HALF


@pytest.mark.parametrize(
    ("span", "other_span", "expected"),
    [((1, 2, 3), (2, 3), Fraction(2, 3)), ((1,), (2,), 0), ((4,), (4,), 1), ((), (), 0)],
)
def test_overlap(span: tuple[int, ...], other_span: tuple[int, ...], expected: Fraction) -> None:
    assert overlap(span, other_span) == expected


def test_spans_of_task_3() -> None:
    chains = [{"N": (0, 1, 2), "p": (5,), "q": (8,)}]
    pronouns = {"p": (5,), "q": (8,)}
    # Two of the three words of N, then the pronoun p, which leads to it.
    assert resolved_spans(pronouns, chains, {(5,): (1, 2), (8,): (5,)}, str.islower) == Fraction(2, 3) + 1
    assert resolved_spans(pronouns, chains, {(5,): (6, 7), (8,): (5,)}, str.islower) == HALF
    assert resolved_spans(pronouns, chains, {(9,): (0, 1, 2)}, str.islower) == 0
    # Its own span is nothing, even inside another mention of its chain: half of that one, which is a name.
    assert resolved_spans({"p": (5,)}, [{"N": (4, 5), "p": (5,)}], {(5,): (5,)}, str.islower) == HALF
    # Half of a name and half of a pronoun: it is taken for the name, whichever comes first.
    for chain in ({"p": (5,), "q": (6,), "N": (7,)}, {"p": (5,), "N": (7,), "q": (6,)}):
        assert resolved_spans({"p": (5,)}, [chain], {(5,): (6, 7)}, str.islower) == HALF


def test_spans_of_a_long_chain_take_time_in_proportion_to_its_length() -> None:
    """Names and pronouns by turns, each pronoun answered by the name before it: four times as many, as in a novel."""
    seconds = []
    for size in (250, 1000):
        chain = {number: (number,) for number in range(2 * size)}
        pronouns = {number: (number,) for number in range(1, 2 * size, 2)}
        answers = {(number,): (number - 1,) for number in pronouns}
        began = time.process_time()
        assert resolved_spans(pronouns, [chain], answers, pronouns.__contains__) == size
        seconds.append(time.process_time() - began)
    assert seconds[1] < 10 * seconds[0] + 0.2


def test_links_of_task_4() -> None:
    key = [[(0, 1), (4,), (7, 8)]]
    assert aligned_links(key, key) == 2
    assert aligned_links(key, [[(0, 1), (4,)], [(7, 8)]]) == 1
    # Overlaps 1/2, 1 and 1/2: their sum less the largest.
    assert aligned_links(key, [[(0,), (4,), (8,)]]) == 1
    assert aligned_links(key, []) == 0


def exercise(spans: bool) -> DocumentPair:
    def document(entities: list[list[str]], decisions: list[Decision] | None = None) -> Document:
        made = Document("d", anaphors=["p", "q"])
        places = {"N": (0, 3), "p": (5, 6), "q": (8, 9), "X": (10, 12)}
        made.mentions = [
            Mention(name, *(place if spans else (-1, -1)), place[1] - 1 if spans else -1, upos="PRON" * (name in "pq"))
            for name, place in places.items()
        ]
        layer = CoreferenceLayer("gold", [Entity(entity[0], entity) for entity in entities], decisions)
        made.coreference["gold"] = layer
        return made

    key = document([["N", "p", "q"], ["X"]])
    response = document([["N", "p"], ["X", "q"]], [Decision("p", "N"), Decision("q", "X")])
    return DocumentPair("d", key, key.key, response, response.key)


def test_the_four_tasks_of_a_document() -> None:
    names = ["are_task1", "are_task2", "are_task3", "are_task4"]
    scores = count(exercise(spans=True), names).scores()
    assert scores["are_task1"].as_json() == {"numerator": 1, "denominator": 2, "value": 0.5}
    for name in names[1:]:
        assert (scores[name].recall, scores[name].precision) == (1 / 2, 1 / 2), name


def test_task_1_needs_no_spans() -> None:
    assert count(exercise(spans=False), ["are_task1"]).scores()["are_task1"].value == 1 / 2


def test_without_a_list_the_words_of_the_key_tell_the_pronouns() -> None:
    pair = exercise(spans=False)
    pair.key.anaphors = None
    for mention in pair.key.mentions:
        mention.text = {"N": "the firm", "p": "its", "q": "they", "X": "a bank"}[mention.id]
    assert count(pair, ["are_task1"]).scores()["are_task1"].as_json()["denominator"] == 2


def test_without_a_list_and_without_words_nobody_knows_the_pronouns() -> None:
    pair = exercise(spans=True)
    pair.key.anaphors = None
    with pytest.raises(ValueError, match="no list of anaphors, and no words of mention 'N'; expected one of them"):
        count(pair, ["are_task1"])


def test_chains_answer_each_pronoun_by_the_mention_before_it() -> None:
    pair = exercise(spans=True)
    for mention in pair.response.mentions:
        mention.text = {"N": "the firm", "p": "its", "q": "they", "X": "a bank"}[mention.id]
    pair.response_layer.decisions = None
    assert count(pair, ["are_task1"]).scores()["are_task1"].as_json()["numerator"] == 1


def test_chains_of_one_mention_are_not_aligned_where_nothing_can_be_earned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand of them in one another took minutes and a gigabyte; next to a chain of two they compete with it."""
    asked = []
    monkeypatch.setattr(
        are, "first_assignment", lambda rows, *rest: asked.append(len(rows)) or first_assignment(rows, *rest)
    )
    nested = [[tuple(range(end))] for end in range(1, 30)]
    assert aligned_links(nested, nested) == 0
    far = [[(40, 41), (50,)]]
    assert aligned_links([*nested, *far], [*nested, *far]) == 1
    assert asked == [0, 2]
    # The chain of one takes (40, 41) of the key, as its overlap is greater.
    assert aligned_links(far, [[(40, 41)], [(41,), (50,)]]) == 0


@given(st.integers())
def test_who_cannot_earn_does_not_matter(seed: int) -> None:
    source = random.Random(seed)
    sides = []
    for _ in range(2):
        starts = [(source.randint(0, 12), source.choice([1, 1, 2, 4])) for _ in range(source.randint(0, 8))]
        spans, chains = [tuple(range(start, start + length)) for start, length in starts], []
        while spans:
            size = source.choice([1, 1, 2, 3])
            chains.append(spans[:size])
            spans = spans[size:]
        sides.append(chains)
    earned = aligned_links(*sides)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(are, "_earning", lambda key, response: lambda offsets: True)
        assert aligned_links(*sides) == earned
