"""The three texts of docs/teaching.md: the answers of today, each with a judgement of a person."""

import pytest
from benchmarks import texts

MADE_ANEW = "python -m benchmarks.texts writes them anew"


@pytest.mark.slow
@pytest.mark.model
def test_the_answers_are_those_of_today() -> None:
    assert list(texts.answers()) == texts.kept(texts.ANSWERS), MADE_ANEW


def test_every_answer_is_judged_once() -> None:
    judged = texts.kept(texts.JUDGEMENTS)
    assert sorted({texts.about(row) for row in texts.kept(texts.ANSWERS)}) == sorted(map(texts.about, judged))
    assert {row["judgement"] for row in judged} == {"right", "wrong"}
    assert all(row["by"] and row["date"] for row in judged)


def test_the_page_counts_them() -> None:
    assert texts.PAGE.read_text(encoding="utf-8") == texts.filled(texts.PAGE, {"three texts": texts.part()}), MADE_ANEW
