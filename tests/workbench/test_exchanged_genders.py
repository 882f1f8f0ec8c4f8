"""Texts with genders exchanged: every *she* is *he*, and twice is once."""

import pytest
from benchmarks.exchanged_genders import with_genders_exchanged
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import Document, Mention, Word

# Form, coarse and fine tag, lemma.
PAIRS = [
    (("She", "PRON", "PRP", "she"), ("He", "he")),
    (("he", "PRON", "PRP", "he"), ("she", "she")),
    (("her", "PRON", "PRP", "she"), ("him", "he")),
    (("him", "PRON", "PRP", "he"), ("her", "she")),
    (("Her", "PRON", "PRP$", "her"), ("His", "his")),
    (("HIS", "PRON", "PRP$", "his"), ("HER", "her")),
    (("his", "PRON", "PRP", "his"), ("hers", "hers")),
    (("herself", "PRON", "PRP", "herself"), ("himself", "himself")),
    (("it", "PRON", "PRP", "it"), ("it", "it")),
    (("their", "PRON", "PRP$", "their"), ("their", "their")),
    (("He", "NOUN", "NN", "He"), ("He", "He")),
]
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
