"""The disclosure of what became of every pronoun, on a text small enough to count by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Decision,
    Document,
    DocumentPair,
    Entity,
    Mention,
    Sentence,
    Word,
)
from anaphora_workbench.evaluation.pronouns.anaphora import judged, outcomes
from anaphora_workbench.evaluation.statistics.disclosure import Disclosure, FormCounts, KeyPronouns, disclosed

# It rains . Ann saw Bob and he saw her . She waved at him .
WORDS = [
    ("It", "PRON"), ("rains", "VERB"), (".", "PUNCT"), ("Ann", "PROPN"), ("saw", "VERB"), ("Bob", "PROPN"),
    ("and", "CCONJ"), ("he", "PRON"), ("saw", "VERB"), ("her", "PRON"), (".", "PUNCT"), ("She", "PRON"),
    ("waved", "VERB"), ("at", "ADP"), ("it", "PRON"), (".", "PUNCT"),
]  # fmt: skip


def key() -> Document:
    """*It* is pleonastic, *he*, *her* and *She* are anaphors, the second *it* is first in its entity."""
    document = Document("d", annotation="gold")
    document.words = [Word(form, upos=upos) for form, upos in WORDS]
    document.sentences = [Sentence(0, 3), Sentence(3, 11), Sentence(11, 16)]
    document.mentions = [
        Mention("ann", 3, 4, 3), Mention("bob", 5, 6, 5), Mention("he", 7, 8, 7), Mention("her", 9, 10, 9),
        Mention("she", 11, 12, 11), Mention("it", 14, 15, 14),
    ]  # fmt: skip
    entities = [Entity("1", ["ann", "her", "she"]), Entity("2", ["bob", "he"]), Entity("3", ["it"])]
    document.coreference["gold"] = CoreferenceLayer("gold", entities)
    return document


def pair(*decisions: Decision) -> DocumentPair:
    document = key()
    assert document.key is not None
    return DocumentPair("d", document, document.key, document, CoreferenceLayer("r", [], list(decisions)))


def disclosure_of(pair: DocumentPair) -> Disclosure:
    return disclosed(judged(pair), KeyPronouns(pair.key, pair.key_layer))


def test_counts_by_hand() -> None:
    disclosure = disclosure_of(
        pair(Decision("he", "bob"), Decision("her", "bob"), Decision("she", "ann"), Decision("it", "bob"))
    )
    assert disclosure.forms == {
        "it": FormCounts(raw=2, non_referential=1, without_antecedent=1),
        "he": FormCounts(raw=1, evaluated=1, correct_intra=1),
        "her": FormCounts(raw=1, evaluated=1),
        # The mention before it, her, is in another sentence.
        "she": FormCounts(raw=1, evaluated=1, correct_inter=1),
    }
    assert disclosure.total == FormCounts(5, 1, 1, 0, 3, 1, 1)
    assert disclosure.total.resolution_rate == pytest.approx(2 / 3)


def test_what_is_out_of_scope_lowers_the_resolution_rate_only() -> None:
    disclosure = disclosure_of(pair(Decision("he", "bob"), Decision("her", None, excluded=True), Decision("she", None)))
    total = disclosure.total
    assert (total.evaluated, total.out_of_scope) == (2, 1)
    assert (total.resolution_rate.numerator, total.resolution_rate.denominator) == (1, 3)


def test_the_text_tells_which_mention_is_before_another_not_the_order_in_an_entity() -> None:
    in_order, reverse = (
        pair(Decision("he", "bob"), Decision("her", "ann")),
        pair(Decision("he", "bob"), Decision("her", "ann")),
    )
    for entity in reverse.key_layer.entities:
        entity.mentions.reverse()
    assert disclosure_of(reverse) == disclosure_of(in_order)


def test_chains_answer_each_pronoun_by_the_mention_before_it_in_the_text() -> None:
    document = key()
    assert document.key is not None
    layer = CoreferenceLayer("r", [Entity("1", ["she", "ann"]), Entity("2", ["her", "he", "bob"])])
    counted = outcomes(DocumentPair("d", document, document.key, document, layer))
    # She is Ann's and he Bob's; her, which is Ann's too, follows him.
    assert (counted.anaphors, counted.attempted, counted.correct) == (3, 3, 2)


def test_what_a_key_asks_for_has_its_own_form() -> None:
    document = key()
    document.words[9] = Word("that", upos="PRON")
    document.anaphors = ["her"]
    assert document.key is not None
    layer = CoreferenceLayer("r", [], [Decision("her", "ann")])
    disclosure = disclosure_of(DocumentPair("d", document, document.key, document, layer))
    assert disclosure.forms["that"] == FormCounts(raw=1, evaluated=1, correct_intra=1)
    assert disclosure.forms["he"] == FormCounts(raw=1, without_antecedent=1)


def test_a_curly_apostrophe_makes_no_other_form() -> None:
    document = key()
    document.words[7] = Word("’em", upos="PRON")
    assert document.key is not None
    layer = CoreferenceLayer("r", [], [Decision("he", "bob")])
    disclosure = disclosure_of(DocumentPair("d", document, document.key, document, layer))
    assert disclosure.forms["'em"] == FormCounts(raw=1, evaluated=1, correct_intra=1)


NAMES = ["ann", "bob", "he", "her", "she", "it"]


@given(
    st.dictionaries(
        st.sampled_from(["he", "her", "she", "it"]),
        st.tuples(st.one_of(st.none(), st.sampled_from(NAMES)), st.booleans()),
    )
)
def test_no_pronoun_is_lost_and_the_rate_is_that_of_the_metric(answers: dict[str, tuple[str | None, bool]]) -> None:
    given_pair = pair(*(Decision(anaphor, chosen, excluded=out) for anaphor, (chosen, out) in answers.items()))
    total = disclosure_of(given_pair).total
    assert total.raw == 5
    assert total.raw == total.non_referential + total.without_antecedent + total.out_of_scope + total.evaluated
    counted = outcomes(given_pair)
    assert total.correct_intra + total.correct_inter == counted.correct
    assert (total.evaluated, total.out_of_scope) == (counted.anaphors, counted.excluded)


def test_documents_add_up() -> None:
    single = disclosure_of(pair(Decision("he", "bob")))
    assert (single + single).forms["he"] == FormCounts(raw=2, evaluated=2, correct_intra=2)
    assert (single + Disclosure()).forms == single.forms
    assert (single + single).as_json()["total"]["raw"] == 10
