"""The worked definitions of metrics.md, section 26, on documents as the exercise's files give them."""

from fractions import Fraction

import pytest

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Decision,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Word,
)
from anaphora_workbench.evaluation.counting.counting import count
from anaphora_workbench.evaluation.pronouns.are import is_pronoun, overlap, pronouns_to_resolve

HALF = Fraction(1, 2)
WORDS = "The government of Zair fell . Its army left and it said that US envoys met each other . They waited"
PLACES = {
    "government": (0, 4), "fell": (4, 5), "its": (6, 7), "army": (6, 8), "it": (10, 11), "us": (13, 14),
    "envoys": (13, 15), "other": (16, 18), "they": (19, 20),
}  # fmt: skip


def document(chains: list[list[str]], anaphors: list[str] | None = None) -> Document:
    made = Document("zair", [Word(form) for form in WORDS.split()], anaphors=anaphors)
    made.mentions = [Mention(name, start, end, end - 1) for name, (start, end) in PLACES.items()]
    made.coreference["gold"] = CoreferenceLayer("gold", [Entity(chain[0], chain) for chain in chains])
    return made


def scored(metric: str, key: Document, answers: dict[str, str], spans: dict[str, tuple[int, int]] | None = None):  # type: ignore[no-untyped-def]
    response = document([])
    response.mentions += [Mention(name, start, end, end - 1) for name, (start, end) in (spans or {}).items()]
    layer = CoreferenceLayer("answer", [], [Decision(anaphor, antecedent) for anaphor, antecedent in answers.items()])
    assert key.key is not None
    return count(DocumentPair("zair", key, key.key, response, layer), [metric]).scores()[metric]


CHAIN = ["government", "its", "it", "they"]
PRONOUNS_ONLY = ["its", "it", "they"]


@pytest.mark.parametrize(
    ("chain", "answers", "earned"),
    [
        pytest.param(CHAIN, {"its": "government", "it": "its", "they": "it"}, 3, id="a chain of pronouns to a name"),
        pytest.param(CHAIN, {"its": "it", "it": "its", "they": "it"}, Fraction(3, 2), id="a cycle, and a way into it"),
        pytest.param(CHAIN, {"its": "army", "it": "its", "they": "it"}, 1, id="wrong at the beginning of the chain"),
        pytest.param(CHAIN, {"it": "its", "they": "government"}, Fraction(3, 2), id="unanswered on the way"),
        pytest.param(CHAIN, {"its": "its", "it": "it", "they": "they"}, 0, id="themselves"),
        pytest.param(CHAIN, {}, 0, id="nothing"),
        pytest.param(PRONOUNS_ONLY, {"it": "its", "they": "it"}, 1, id="a chain without a name"),
        pytest.param(PRONOUNS_ONLY, {"its": "it", "it": "its", "they": "they"}, 1, id="a cycle without a name"),
        pytest.param(PRONOUNS_ONLY, {"its": "government", "it": "government"}, 0, id="a name outside the chain"),
        pytest.param(["its", "it", "government"], {"its": "it", "it": "government"}, 2, id="position is not looked at"),
    ],
)
def test_task_1(chain: list[str], answers: dict[str, str], earned: Fraction) -> None:
    pronouns = [name for name in chain if name in ("its", "it", "they")]
    score = scored("are_task1", document([chain], pronouns), answers)
    assert (score.numerator, score.denominator) == (earned, len(pronouns))


def test_the_government_of_zair_and_the_government() -> None:
    assert overlap(range(0, 4), range(0, 2)) == HALF
    key = document([["government", "its"]], ["its"])
    score = scored("are_task3", key, {"its": "part"}, {"part": (0, 2)})
    assert (score.recall, score.precision, score.f1) == (HALF, HALF, HALF)


@pytest.mark.parametrize(
    ("answers", "earned", "attempted"),
    [
        pytest.param({"its": "part"}, HALF, 1, id="half of the span"),
        pytest.param({"its": "part", "it": "its"}, HALF + 1, 2, id="a pronoun that leads to half of the span"),
        pytest.param({"it": "its"}, HALF, 1, id="a pronoun that leads nowhere"),
        pytest.param({"army": "government"}, 0, 1, id="an answer for what is no pronoun is an attempt"),
        pytest.param({"its": "fell", "it": "government"}, 1, 2, id="no overlap"),
        pytest.param({"nowhere": "government", "it": "nowhere"}, 0, 2, id="no place in the text"),
    ],
)
def test_task_3(answers: dict[str, str], earned: Fraction, attempted: int) -> None:
    key = document([["government", "its", "it"]], ["its", "it"])
    score = scored("are_task3", key, answers, {"part": (0, 2), "nowhere": (-1, -1)})
    assert (score.recall.numerator, score.recall.denominator) == (earned, 2)
    assert (score.precision.numerator, score.precision.denominator) == (earned, attempted)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("its", True), ("they", True), ("other", True), ("us", False), ("army", False), ("government", False)],
)
def test_a_pronoun_is_told_by_its_form(name: str, expected: bool) -> None:
    made = document([])
    assert is_pronoun(made, made.mention_by_id()[name]) is expected


def test_a_mention_without_text_is_what_the_key_says() -> None:
    unplaced = Document("ids", mentions=[Mention("1", -1, -1, -1, text="It"), Mention("2", -1, -1, -1)])
    assert [is_pronoun(unplaced, mention) for mention in unplaced.mentions] == [True, False]


def test_pronouns_to_resolve_have_an_earlier_mention() -> None:
    made = document([["army", "it", "other"], ["its", "government"], ["they"], ["envoys", "us"]])
    assert made.key is not None
    # "army" begins where "its" begins, but is longer and so comes first.
    assert pronouns_to_resolve(made, made.key) == ["its", "it"]
