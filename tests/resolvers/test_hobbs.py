"""Hobbs (1978): the walk through phrase structure, one phenomenon a sentence."""

from dataclasses import replace

import pytest

from anaphora_workbench.corpora.document import ANY_GENDER
from anaphora_workbench.resolvers import get_resolver
from hand_built import document, noted, np, pronoun

MAN = {"gender": "m", "kind": "proper", "definiteness": "definite"}
PERSON = {"gender": "mf", "kind": "common"}
THING = {"gender": "n", "kind": "common"}
DRIVER = (
    "smith 0-1 SUBJ +MAN | driver 2-7 DOBJ head=3 definiteness=indefinite +PERSON | "
    "p 5 his POSS embedded_in=truck | truck 5-7 OBL embedded_in=driver +THING"
)

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
        noted("ann 0-1 SUBJ gender=f kind=proper | bob 2-3 DOBJ +MAN | tom 4-5 SUBJ +MAN | p 6 he SUBJ", MAN=MAN),
        ("tom", "step 4"),
        ["step 2: X = S(left)", "step 4: ann gender", "step 4: tom accepted"],
    ),
    # Clauses pairwise: from the third the second is nearer than the first.
    "Tom slept, Dan left and Ann missed him": (
        [
            "Tom/1/nsubj slept/-/ROOT Dan/3/nsubj left/1/conj/VERB and/3/cc Ann/6/nsubj missed/3/conj/VERB "
            "him/6/dobj/PRON"
        ],
        noted("tom 0-1 SUBJ +MAN | dan 2-3 SUBJ +MAN | ann 5-6 SUBJ gender=f kind=proper | p 7 him DOBJ", MAN=MAN),
        ("dan", "step 7"),
        ["step 2: X = S(missed)", "step 5: X = S(left + missed)", "step 7: dan accepted"],
    ),
    # Hobbs' own pair: an adjunct hangs on the NP, a complement on the N-bar.
    "Mr Smith saw a driver in his truck": (
        ["Smith/1/nsubj saw/-/ROOT a/3/det driver/1/dobj in/3/prep his/6/poss/PRON truck/4/pobj"],
        noted(DRIVER, MAN=MAN, PERSON=PERSON, THING=THING),
        ("driver", "step 6"),
        ["step 2: X = NP(truck)", "step 5: X = NP(driver)", "step 6: driver accepted"],
    ),
    "Mr Smith saw a driver of his truck": (
        ["Smith/1/nsubj saw/-/ROOT a/3/det driver/1/dobj of/3/prep his/6/poss/PRON truck/4/pobj"],
        noted(DRIVER, MAN=MAN, PERSON=PERSON, THING=THING),
        ("smith", "step 7"),
        ["step 2: X = NP(truck)", "step 5: X = NP(driver)", "step 5: X = S(saw)", "step 7: smith accepted"],
    ),
    # Step 3 wants an NP or an S between the NP and X: the possessor's possessor has one, the possessor none.
    "Bob's brother's portrait of him burned": (
        ["Bob/2/poss 's/0/case brother/4/poss 's/2/case portrait/7/nsubj of/4/prep him/5/pobj/PRON burned/-/ROOT"],
        [
            np("bob", 0, 2, "POSS", head=0, embedded_in="brother", **MAN),
            np("brother", 0, 4, "POSS", head=2, embedded_in="portrait", gender="m", kind="common"),
            np("portrait", 0, 7, "SUBJ", head=4, **THING),
            pronoun("p", 6, "him", "OBL", embedded_in="portrait"),
        ],
        ("bob", "step 3"),
        ["step 2: X = NP(portrait)", "step 3: bob accepted"],
    ),
    "When Bob won Dan had thanked him": (
        ["When/2/advmod Bob/2/nsubj won/5/advcl Dan/5/nsubj had/5/aux thanked/-/ROOT him/5/dobj/PRON"],
        [np("bob", 1, 2, "SUBJ", **MAN), np("dan", 3, 4, "SUBJ", **MAN), pronoun("p", 6, "him", "DOBJ")],
        ("bob", "step 3"),
        ["step 2: X = S(thanked)", "step 3: bob accepted"],
    ),
    # The whole coordination holds the pronoun and is an X, but never proposed; its first conjunct is.
    "Tom and his dog slept": (
        ["Tom/4/nsubj and/0/cc his/3/poss/PRON dog/0/conj/NOUN slept/-/ROOT"],
        noted(
            "both 0-4 SUBJ head=0 gender=m kind=coordination | tom 0-1 SUBJ +MAN | "
            "p 2 his POSS embedded_in=dog | dog 2-4 SUBJ +THING",
            MAN=MAN,
            THING=THING,
        ),
        ("tom", "step 7"),
        ["step 2: X = NP(dog)", "step 5: X = NP(Tom + dog)", "step 7: tom accepted"],
    ),
}


@pytest.mark.parametrize("sentence", WALKS)
def test_walk(sentence):
    sentences, mentions, (antecedent, rule), steps = WALKS[sentence]
    trace = get_resolver("hobbs").resolve(document(sentences, mentions)).traces[0]
    assert (trace.mention(trace.antecedent).id, trace.rule, list(trace.steps)) == (antecedent, rule, steps)


def steps_of(text, **options):
    return list(get_resolver("hobbs", **options).resolve(text).traces[0].steps)


HIS_MOTHER = noted("p 0 his POSS embedded_in=mother | mother 0-2 SUBJ gender=f kind=common")
PICTURE = np("picture", 3, 7, "DOBJ", head=4, **THING)


@pytest.mark.parametrize(
    ("rest", "mentions", "steps"),
    [
        (
            "gave/-/ROOT Ann/2/dative Bob/2/dobj",
            [np("ann", 3, 4, "IOBJ", gender="f", kind="proper"), np("bob", 4, 5, "DOBJ", **MAN)],
            ["step 8: ann gender", "step 8: bob accepted"],
        ),
        (
            "saw/-/ROOT a/4/det picture/2/dobj of/4/prep Bob/5/pobj",
            [PICTURE, np("bob", 6, 7, "OBL", embedded_in="picture", **MAN)],
            ["step 8: picture gender"],
        ),
        ("said/-/ROOT Bob/4/nsubj slept/2/ccomp", [np("bob", 3, 4, "SUBJ", **MAN)], []),
    ],
)
def test_step_8_looks_right_of_the_pronoun_only_where_it_is_asked_for(rest, mentions, steps):
    """*His mother gave Ann Bob*, *… saw a picture of Bob*, *… said Bob slept* (resolvers.md, 6.2)."""
    text = document([f"His/1/poss/PRON mother/2/nsubj {rest}"], [*HIS_MOTHER, *mentions])
    verb = rest.partition("/")[0]
    upwards = ["step 2: X = NP(mother)", f"step 5: X = S({verb})"]
    assert steps_of(text, cataphora=True) == [*upwards, *steps]
    assert steps_of(text) == upwards


def test_step_8_is_for_clauses():
    """*Pictures of his mother by Bob burned*: Bob is right of the path below the NP, not below the S."""
    text = document(
        ["Pictures/6/nsubj of/0/prep his/3/poss/PRON mother/1/pobj by/0/prep Bob/4/pobj burned/-/ROOT"],
        [
            np("pictures", 0, 6, "SUBJ", number="p", head=0, **THING),
            pronoun("p", 2, "his", "POSS", embedded_in="mother"),
            np("mother", 2, 4, "OBL", embedded_in="pictures", gender="f", kind="common"),
            np("bob", 5, 6, "OBL", embedded_in="pictures", **MAN),
        ],
    )
    assert steps_of(text, cataphora=True) == [
        "step 2: X = NP(mother)",
        "step 5: X = NP(Pictures)",
        "step 5: X = S(burned)",
    ]


@pytest.mark.parametrize(
    ("window", "steps"),
    [
        (None, ["step 4: ann gender", "step 4: tom accepted"]),
        (2, ["step 4: ann gender", "step 4: tom accepted"]),
        (1, ["step 4: ann gender"]),
        (0, []),
    ],
)
def test_step_4_goes_back_as_many_sentences_as_the_window_has(window, steps):
    """*Tom slept. Ann left. He came.*"""
    text = document(
        ["Tom/1/nsubj slept/-/ROOT", "Ann/1/nsubj left/-/ROOT", "He/1/nsubj/PRON came/-/ROOT"],
        noted("tom 0-1 SUBJ +MAN | ann 2-3 SUBJ gender=f kind=proper | p 4 he SUBJ", MAN=MAN),
    )
    assert steps_of(text, window=window) == ["step 2: X = S(came)", *steps]


def test_without_a_tree_sentences_are_flat():
    """*Una met Bob. Ann saw Eve and he left.*: left to right up to the pronoun, then the sentence before likewise."""
    text = document(
        [
            "Una/1/nsubj met/-/ROOT Bob/1/dobj",
            "Ann/1/nsubj saw/-/ROOT Eve/1/dobj and/1/cc he/5/nsubj/PRON left/1/conj/VERB",
        ],
        noted(
            "una 0-1 SUBJ gender=f kind=proper | bob 2-3 DOBJ +MAN | ann 3-4 SUBJ gender=f kind=proper | "
            "eve 5-6 DOBJ gender=f kind=proper | p 7 he SUBJ",
            MAN=MAN,
        ),
        parsed=False,
    )
    flat = ["step 4: ann gender", "step 4: eve gender", "step 4: una gender", "step 4: bob accepted"]
    assert steps_of(text) == flat


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
        [np("man", 0, 4, "SUBJ", head=1, gender="m", kind="common"), pronoun("p", 3, "him", "OBL", embedded_in="man")],
    )
    assert get_resolver("hobbs").resolve(text).decisions[0].antecedent is None
