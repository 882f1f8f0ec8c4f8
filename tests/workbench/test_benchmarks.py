"""Benchmarks on cases small enough to be seen through, before any system runs."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.exchanged_genders import with_genders_exchanged
from benchmarks.full_coreference import litbank_dev
from benchmarks.weights import Cases, search
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import Document, Mention, Word

# Two anaphors. The first has a wrong candidate with 2 by the first indicator and a right one with 1 by the second;
# the second has three candidates, of which the right one, the most recent, draws with the next and loses to none.
CASES = Cases(
    scores=np.array([[2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]),
    right=np.array([False, True, True, False, False]),
    starts=np.array([0, 2]),
)


@pytest.mark.parametrize(
    ("weights", "correct"),
    [
        ((1.0, 1.0), 1),  # the first is answered wrongly, 2 against 1; the second by the most recent of two equals
        ((0.5, 2.0), 2),  # 1 against 2
        ((0.5, 1.0), 1),  # a draw of the first, whose most recent candidate is wrong
        ((0.0, 0.0), 1),  # all draws: the most recent of each
        ((-1.0, 0.0), 1),  # the first right, the second answered by its last candidate
    ],
)
def test_correct_answers(weights, correct):
    assert CASES.correct(np.array(weights)) == correct


def test_search_finds_what_answers_all():
    weights = search(CASES)
    assert CASES.correct(weights) == 2
    assert (search(CASES) == weights).all(), "the same seed must give the same weights"


# Form, coarse and fine tag, lemma.
PAIRS = [
    (("She", "PRON", "PRP", "she"), ("He", "he")), (("he", "PRON", "PRP", "he"), ("she", "she")),
    (("her", "PRON", "PRP", "she"), ("him", "he")), (("him", "PRON", "PRP", "he"), ("her", "she")),
    (("Her", "PRON", "PRP$", "her"), ("His", "his")), (("HIS", "PRON", "PRP$", "his"), ("HER", "her")),
    (("his", "PRON", "PRP", "his"), ("hers", "hers")), (("herself", "PRON", "PRP", "herself"), ("himself", "himself")),
    (("it", "PRON", "PRP", "it"), ("it", "it")), (("their", "PRON", "PRP$", "their"), ("their", "their")),
    (("He", "NOUN", "NN", "He"), ("He", "He")),
]  # fmt: skip
WORDS = [Word(form, lemma, upos, xpos) for (form, upos, xpos, lemma), _ in PAIRS]


@pytest.mark.parametrize(("given_as", "expected"), PAIRS)
def test_pronouns_are_exchanged(given_as, expected):
    form, upos, xpos, lemma = given_as
    word = Word(form, lemma, upos, xpos, morphology="Case=Nom|Gender=Fem|Number=Sing")
    (exchanged,) = with_genders_exchanged(Document("d", words=[word])).words
    assert (exchanged.form, exchanged.lemma) == expected
    assert exchanged.morphology == word.morphology.replace("Fem", "Masc" if expected[0] != form else "Fem")


def test_a_pronoun_that_the_tagger_takes_for_a_name_is_exchanged():
    words = [Word("She", "She", "PROPN", "NNP"), Word("His", "His", "PROPN", "NNP"), Word("She", "She", "PROPN", "NNP")]
    personal = Mention("a", 0, 1, 0, kind="pronoun", pronoun_type="personal", gender=frozenset("f"))
    possessive = Mention("b", 1, 2, 1, kind="pronoun", pronoun_type="possessive", gender=frozenset("m"))
    exchanged = with_genders_exchanged(Document("d", words=words, mentions=[personal, possessive]))
    assert [word.form for word in exchanged.words] == ["He", "Her", "She"]


@given(st.lists(st.sampled_from(WORDS)), st.sets(st.sampled_from("mfn"), min_size=1))
def test_exchanged_twice_is_the_text_as_it_was(words, gender):
    mentions = [Mention("m", 0, 1, 0, gender=frozenset(gender))] if words else []
    document = Document("d", words=words, mentions=mentions)
    once = with_genders_exchanged(document)
    assert with_genders_exchanged(once) == document
    for mention, exchanged in zip(document.mentions, once.mentions, strict=True):
        assert ("m" in mention.gender, "f" in mention.gender) == ("f" in exchanged.gender, "m" in exchanged.gender)


def test_every_fourth_file_of_litbank_is_development(tmp_path: Path) -> None:
    corpus, scratch = tmp_path / "litbank", tmp_path / "scratch"
    (corpus / "conll").mkdir(parents=True)
    (corpus / "tsv").mkdir()
    for number in range(1, 10):
        (corpus / "conll" / f"{number}_brat.conll").write_text("")
    folder = litbank_dev(corpus, scratch)
    assert sorted(path.name for path in folder.iterdir()) == ["4_brat.conll", "8_brat.conll"]
    assert (folder.parent / "tsv").is_dir()
