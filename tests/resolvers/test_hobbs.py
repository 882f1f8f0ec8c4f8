"""Hobbs (1978): the walk through phrase structure, one phenomenon a sentence."""

from dataclasses import replace

import pytest

from anaphora_workbench.corpora.document import ANY_GENDER
from anaphora_workbench.resolvers import get_resolver
from hand_built import document, np, pronoun

MAN = {"gender": "m", "kind": "proper", "definiteness": "definite"}
PERSON = {"gender": "mf", "kind": "common"}
THING = {"gender": "n", "kind": "common"}

WALKS = {
    # Which words are noun phrases comes from the words: *his hat* is no mention, and still the NP over *his*.
    "John Brown washed his hat": (
        ["John/1/compound Brown/2/nsubj washed/-/ROOT his/4/poss/PRON hat/2/dobj"],
        [np("brown", 0, 2, "SUBJ", **MAN), pronoun("p", 3, "his", "POSS")],
        ("brown", "step 7"),
        ["step 2: X = NP(hat)", "step 5: X = S(washed)", "step 7: brown accepted"],
    ),
    # The subject of the second main clause stands higher than the object of the first.
    "Ann met Bob and Tom slept. He left": (
        ["Ann/1/nsubj met/-/ROOT Bob/1/dobj and/1/cc Tom/5/nsubj slept/1/conj/VERB", "He/1/nsubj/PRON left/-/ROOT"],
        [
            np("ann", 0, 1, "SUBJ", gender="f", kind="proper"),
            np("bob", 2, 3, "DOBJ", **MAN),
            np("tom", 4, 5, "SUBJ", **MAN),
            pronoun("p", 6, "he", "SUBJ"),
        ],
        ("tom", "step 4"),
        ["step 2: X = S(left)", "step 4: ann gender", "step 4: tom accepted"],
    ),
    # Clauses pairwise: from the third the second is nearer than the first.
    "Tom slept, Dan left and Ann missed him": (
        [
            "Tom/1/nsubj slept/-/ROOT Dan/3/nsubj left/1/conj/VERB and/3/cc Ann/6/nsubj missed/3/conj/VERB "
            "him/6/dobj/PRON"
        ],
        [
            np("tom", 0, 1, "SUBJ", **MAN),
            np("dan", 2, 3, "SUBJ", **MAN),
            np("ann", 5, 6, "SUBJ", gender="f", kind="proper"),
            pronoun("p", 7, "him", "DOBJ"),
        ],
        ("dan", "step 7"),
        ["step 2: X = S(missed)", "step 5: X = S(left + missed)", "step 7: dan accepted"],
    ),
    # Hobbs' own pair: an adjunct hangs on the NP, a complement on the N-bar.
    "Mr Smith saw a driver in his truck": (
        ["Smith/1/nsubj saw/-/ROOT a/3/det driver/1/dobj in/3/prep his/6/poss/PRON truck/4/pobj"],
        [
            np("smith", 0, 1, "SUBJ", **MAN),
            np("driver", 2, 7, "DOBJ", head=3, definiteness="indefinite", **PERSON),
            pronoun("p", 5, "his", "POSS", embedded_in="truck"),
            np("truck", 5, 7, "OBL", embedded_in="driver", **THING),
        ],
        ("driver", "step 6"),
        ["step 2: X = NP(truck)", "step 5: X = NP(driver)", "step 6: driver accepted"],
    ),
    "Mr Smith saw a driver of his truck": (
        ["Smith/1/nsubj saw/-/ROOT a/3/det driver/1/dobj of/3/prep his/6/poss/PRON truck/4/pobj"],
        [
            np("smith", 0, 1, "SUBJ", **MAN),
            np("driver", 2, 7, "DOBJ", head=3, definiteness="indefinite", **PERSON),
            pronoun("p", 5, "his", "POSS", embedded_in="truck"),
            np("truck", 5, 7, "OBL", embedded_in="driver", **THING),
        ],
        ("smith", "step 7"),
        ["step 2: X = NP(truck)", "step 5: X = NP(driver)", "step 5: X = S(saw)", "step 7: smith accepted"],
    ),
}


@pytest.mark.parametrize("sentence", WALKS)
def test_walk(sentence):
    sentences, mentions, (antecedent, rule), steps = WALKS[sentence]
    trace = get_resolver("hobbs").resolve(document(sentences, mentions)).traces[0]
    assert (trace.mention(trace.antecedent).id, trace.rule, list(trace.steps)) == (antecedent, rule, steps)


@pytest.mark.parametrize(("without", "antecedent"), [((), "smith"), (("doubt",), "driver")])
def test_a_driver_who_may_be_a_thing_stands_back(without, antecedent):
    # The word list has *driver* for both, so from raw text the filter ``doubt`` decides Hobbs' pair.
    sentences, mentions, _, _ = WALKS["Mr Smith saw a driver in his truck"]
    doubtful = [replace(each, gender=ANY_GENDER) if each.id == "driver" else each for each in mentions]
    resolution = get_resolver("hobbs", without=without).resolve(document(sentences, doubtful))
    assert resolution.decisions[0].antecedent == antecedent


def a_man_in_his_car():
    """*A man in his car waved.*"""
    return document(
        ["a/1/det man/5/nsubj in/1/prep his/4/poss/PRON car/2/pobj waved/-/ROOT"],
        [
            np("man", 0, 5, "SUBJ", head=1, gender="m", kind="common"),
            np("car", 3, 5, "OBL", embedded_in="man", **THING),
            pronoun("p", 3, "his", "POSS", embedded_in="car"),
        ],
    )


@pytest.mark.parametrize(
    ("name", "options", "antecedent"),
    [
        ("hobbs", {}, "man"),
        ("lappin-leass", {}, "man"),
        ("cogniac", {}, "man"),
        ("mitkov", {}, "man"),
        ("most-recent", {}, "man"),
        ("hobbs", {"containing": False}, None),
        # Condition 3, which MARS takes over: a constituent that contains the pronoun is not its antecedent.
        ("kennedy-boguraev", {}, None),
        ("mars", {}, None),
        ("kennedy-boguraev", {"containing": True}, "man"),
        ("mars", {"containing": True}, "man"),
    ],
)
def test_the_phrase_around_a_pronoun(name, options, antecedent):
    decision = get_resolver(name, **options).resolve(a_man_in_his_car()).decisions[0]
    assert decision.antecedent == antecedent


def test_a_pronoun_that_is_the_adjunct_itself():
    # *a man with him* is not himself.
    text = document(
        ["a/1/det man/4/nsubj with/1/prep him/2/pobj/PRON waved/-/ROOT"],
        [
            np("man", 0, 4, "SUBJ", head=1, gender="m", kind="common"),
            pronoun("p", 3, "him", "OBL", embedded_in="man"),
        ],
    )
    assert get_resolver("hobbs").resolve(text).decisions[0].antecedent is None
