"""The salience engine against figures that the papers print, and its ties and options."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.rules.kennedy_boguraev import SALIENCE_FACTORS as KB_TABLE
from anaphora_workbench.resolvers.rules.lappin_leass import SALIENCE_FACTORS as LL_TABLE
from anaphora_workbench.resolvers.rules.salience import Weights, weights_of
from hand_built import document, narrative, noted, np, pronoun

KB, LL = weights_of(KB_TABLE), weights_of(LL_TABLE)


def weight(weights, entity, sentence):
    return sum(weights.of(entity, sentence, 0).values())


def kennedy_boguraev(accumulate=False):
    return Weights(KB, 0.5, accumulate, "CNTX-S")


# Kennedy & Boguraev 1996, section 3: the weights printed beside the candidates of their examples.
SUBJECT = ["SENT-S", "CNTX-S", "SUBJ-S", "HEAD-S", "ARG-S"]
OBJECT = ["SENT-S", "CNTX-S", "ACC-S", "HEAD-S", "ARG-S"]


@pytest.mark.parametrize(
    ("factors", "back", "printed"),
    [
        (SUBJECT, 0, 360),
        (SUBJECT, 1, 180),
        (OBJECT, 1, 165),
        (["SENT-S", "CNTX-S", "OBLQ-S", "HEAD-S", "ARG-S"], 1, 155),
    ],
)
def test_printed_weights_of_single_mentions(factors, back, printed):
    weights = kennedy_boguraev()
    weights.add(0, factors, 0, 0)
    assert weight(weights, 0, back) == printed


def test_printed_weights_of_the_class_of_apple():
    # Sentence before: Apple as a possessor, unembedded; current sentence: Apple, subject of a relative clause.
    weights = kennedy_boguraev()
    weights.add(0, ["SENT-S", "CNTX-S", "POSS-S", "HEAD-S", "ARG-S"], 0, 0)
    weights.add(0, ["SENT-S", "CNTX-S", "SUBJ-S", "ARG-S"], 1, 0)
    assert int(weight(weights, 0, 1)) == 352
    # The relative clause holds the pronoun too: locality adds HEAD-S.
    assert int(weight(weights, 0, 1) + KB["HEAD-S"]) == 432
    # its joins, possessive; one sentence on the class is printed with 192.
    weights.add(0, ["SENT-S", "CNTX-S", "POSS-S", "ARG-S"], 1, 0)
    assert int(weight(weights, 0, 2)) == 192


# Lappin & Leass 1994, sections 3.5 and 3.6.
def test_lappin_leass_printed_weights():
    weights = Weights(LL, 0.5, accumulate=False)
    weights.add(0, ["SENT", "IND-OBL", "HEAD", "NON-ADV"], 1, 0)  # printer, current sentence
    weights.add(1, ["SENT", "SUBJ", "HEAD", "NON-ADV"], 0, 0)  # file, the sentence before
    assert weight(weights, 0, 1) == 270
    assert weights.of(1, 1, 0) == {"SENT": 50, "SUBJ": 40, "HEAD": 40, "NON-ADV": 25}
    assert weight(weights, 1, 1) + 35 == 190


def test_sources_are_the_instances_that_still_count():
    """Members 1, 2 and 3 are subjects of sentences 0, 8 and 9; 80 halved fifteen times is printed as 0.00."""
    for accumulate, seen in ((True, [(3, 1), (2, 2), (1, 10)]), (False, [(3, 1)])):
        weights = Weights(LL, 0.5, accumulate)
        for member, sentence in ((1, 0), (2, 8), (3, 9)):
            weights.add(0, ["SUBJ"], sentence, 0, member)
        assert weights.sources(0, 10, 0) == {"SUBJ": seen}
        assert weights.sources(0, 15, 0) == {"SUBJ": [(member, faded + 5) for member, faded in seen if member != 1]}


def test_lappin_leass_printed_class_accumulates():
    # emacs (subject), taken up by it (subject) one sentence on, is printed with 465 = 310 + 155.
    subject = ["SENT", "SUBJ", "HEAD", "NON-ADV"]
    for accumulate, expected in ((True, 465), (False, 310)):
        weights = Weights(LL, 0.5, accumulate)
        weights.add(0, subject, 0, 0)
        weights.add(0, subject, 1, 0)
        assert weight(weights, 0, 1) == expected


def test_a_factor_counts_once_in_a_sentence():
    weights = kennedy_boguraev(accumulate=True)
    weights.add(0, SUBJECT, 0, 0)
    weights.add(0, SUBJECT, 0, 0)
    assert weight(weights, 0, 0) == 360


def test_context_counts_in_its_own_segment_only():
    weights = kennedy_boguraev()
    weights.add(0, SUBJECT, 0, segment=7)
    assert weights.of(0, 0, 7)["CNTX-S"] == 50
    assert "CNTX-S" not in weights.of(0, 0, 8)


def test_the_tables_of_the_papers():
    assert list(KB.values()) == [100, 50, 80, 70, 65, 50, 40, 30, 80, 50]
    assert list(LL.values()) == [100, 80, 70, 50, 40, 80, 50]


PEOPLE = {"gender": "m", "kind": "proper"}


def two_objects():
    """*Ann showed X Y. He slept.* with X and Y both direct objects: a tie."""
    return document(
        ["Ann/1/nsubj showed/-/ROOT X/1/dobj Y/1/dobj", "He/1/nsubj/PRON slept/-/ROOT"],
        [np("x", 2, 3, "DOBJ", **PEOPLE), np("y", 3, 4, "DOBJ", **PEOPLE), pronoun("p", 4, "he", "SUBJ")],
    )


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass"])
def test_ties_go_to_the_nearest(name):
    trace = get_resolver(name).resolve(two_objects()).traces[0]
    assert trace.mention(trace.antecedent).id == "y"
    assert trace.tie_break == "nearest"
    assert len({candidate.score for candidate in trace.candidates}) == 1


def test_proximity_has_no_direction_in_lappin_leass():
    # *X in it saw Y*, weights made equal: Y follows, one word away; X stands two words before.
    text = document(
        ["X/1/nsubj ran/-/ROOT when/3/advmod he/4/nsubj/PRON slept/1/advcl Y/1/dobj"],
        [np("x", 0, 1, "SUBJ", **PEOPLE), pronoun("p", 3, "he", "OTHER"), np("y", 5, 6, "SUBJ", **PEOPLE)],
    )
    trace = get_resolver("lappin-leass", weights="cataphora=0", filter="none").resolve(text).traces[0]
    assert (trace.mention(trace.antecedent).id, trace.tie_break) == ("y", "nearest")


def test_what_is_called_pronoun_and_noun_is_no_noun_to_look_ahead_to():
    text = document(
        ["he/1/nsubj/PRON saw/-/ROOT Y/1/dobj"],
        [pronoun("p", 0, "he", "SUBJ"), np("y", 2, 3, "DOBJ", **PEOPLE, pronoun_type="personal")],
    )
    traces = get_resolver("lappin-leass").resolve(text).traces
    assert [[candidate.position for candidate in trace.candidates] for trace in traces] == [[], [0]]


def locality():
    """*the booth that Apple shoehorned its products into*: Apple is embedded where its is."""
    words = (
        "Gone/1/acomp/ADJ was/-/ROOT the/3/det booth/1/nsubj that/6/dobj/PRON Apple/6/nsubj shoehorned/3/relcl "
        "its/8/poss/PRON products/6/dobj into/6/prep"
    )
    return document(
        [words],
        noted(
            "booth 2-10 SUBJ gender=m head=3 | apple 5-6 SUBJ gender=n embedded_in=booth | "
            "products 7-9 DOBJ number=p gender=n embedded_in=booth | p 7 its POSS embedded_in=products"
        ),
    )


@pytest.mark.parametrize(
    ("options", "adjust", "score"),
    [({}, {"locality HEAD-S": 80}, 360), ({"locality": False}, {}, 280), ({"without": "locality"}, {}, 280)],
)
def test_locality(options, adjust, score):
    trace = get_resolver("kennedy-boguraev", **options).resolve(locality()).traces[0].as_json()
    assert (trace["candidates"][0]["adjust"], trace["candidates"][0]["score"]) == (adjust, score)


def test_locality_of_adjuncts():
    words = "Ann/1/nsubj left/-/ROOT when/4/advmod Joe/4/nsubj lost/1/advcl his/6/poss/PRON hat/4/dobj"
    text = document(
        [words],
        [
            np("joe", 3, 4, "SUBJ", adjunct=True, **PEOPLE),
            np("hat", 5, 7, "DOBJ", gender="n", adjunct=True),
            pronoun("p", 5, "his", "POSS", embedded_in="hat", adjunct=True),
        ],
    )
    trace = get_resolver("kennedy-boguraev").resolve(text).traces[0].as_json()
    assert trace["candidates"][0]["adjust"] == {"locality ARG-S": 50}


@pytest.mark.parametrize(
    ("prelink", "adjust"),
    [pytest.param("none", {"locality HEAD-S": 80}, id="lost"), pytest.param("names", {}, id="had")],
)
def test_locality_gives_back_only_what_the_entity_has_not_earned_in_the_sentence(prelink, adjust):
    """*Apple opened the booth that Apple shoehorned its products into*: the first Apple is not embedded."""
    words = (
        "Apple/1/nsubj opened/-/ROOT the/3/det booth/1/dobj that/6/dobj/PRON Apple/6/nsubj shoehorned/3/relcl "
        "its/8/poss/PRON products/6/dobj into/6/prep"
    )
    name = {"gender": "n", "kind": "proper"}
    text = document(
        [words],
        noted(
            "first 0-1 SUBJ +name | booth 2-10 DOBJ gender=m head=3 | apple 5-6 SUBJ embedded_in=booth +name | "
            "products 7-9 DOBJ number=p gender=n embedded_in=booth | p 7 its POSS embedded_in=products",
            name=name,
        ),
    )
    trace = get_resolver("kennedy-boguraev", prelink=prelink).resolve(text).traces[0].as_json()
    nearest = trace["candidates"][0]
    assert (nearest["id"], nearest["adjust"], nearest["score"]) == ("apple", adjust, 360)


def test_locality_wants_the_pronoun_in_the_same_phrase():
    """*The booth that Apple built well pleased its owner*."""
    words = (
        "The/1/det booth/6/nsubj that/4/dobj/PRON Apple/4/nsubj built/1/relcl well/4/advmod pleased/-/ROOT "
        "its/8/poss/PRON owner/6/dobj"
    )
    text = document(
        [words],
        noted(
            "booth 0-6 SUBJ gender=m head=1 | apple 3-4 SUBJ gender=n embedded_in=booth | owner 7-9 DOBJ gender=m | "
            "p 7 its POSS embedded_in=owner"
        ),
    )
    trace = get_resolver("kennedy-boguraev").resolve(text).traces[0].as_json()
    assert [(trace["candidates"][0][name]) for name in ("id", "adjust", "score")] == ["apple", {}, 280]


def test_locality_of_adjuncts_wants_the_pronoun_in_the_same_adjunct():
    """*It left when Joe slept near his hat*, *near* hanging on *left*."""
    words = "It/1/nsubj/PRON left/-/ROOT when/4/advmod Joe/4/nsubj slept/1/advcl near/1/prep his/7/poss/PRON hat/5/pobj"
    text = document(
        [words],
        noted("joe 3-4 SUBJ adjunct=True +PEOPLE | hat 6-8 OBL gender=n | p 6 his POSS embedded_in=hat", PEOPLE=PEOPLE),
    )
    trace = get_resolver("kennedy-boguraev").resolve(text).traces[0].as_json()
    assert [(trace["candidates"][0][name]) for name in ("id", "adjust", "score")] == ["joe", {}, 310]


@pytest.mark.parametrize(
    ("prelink", "adjust"),
    [pytest.param("none", {"locality ARG-S": 50}, id="lost"), pytest.param("names", {}, id="had")],
)
def test_locality_of_adjuncts_gives_back_only_what_is_lost(prelink, adjust):
    """*Joe left when Joe lost his hat*: the first Joe is in no adjunct."""
    text = document(
        ["Joe/1/nsubj left/-/ROOT when/4/advmod Joe/4/nsubj lost/1/advcl his/6/poss/PRON hat/4/dobj"],
        noted(
            "first 0-1 SUBJ +PEOPLE | joe 3-4 SUBJ adjunct=True +PEOPLE | "
            "hat 5-7 DOBJ gender=n adjunct=True | p 5 his POSS embedded_in=hat adjunct=True",
            PEOPLE=PEOPLE,
        ),
    )
    trace = get_resolver("kennedy-boguraev", prelink=prelink).resolve(text).traces[0].as_json()
    nearest = trace["candidates"][0]
    assert (nearest["id"], nearest["adjust"], nearest["score"]) == ("joe", adjust, 360)


def test_kennedy_boguraev_take_the_penalty_of_cataphora_from_lappin_and_leass():
    """*When he slept Joe left*: -175, Lappin & Leass (1994, section 4)."""
    text = document(
        ["When/2/advmod he/2/nsubj/PRON slept/4/advcl Joe/4/nsubj left/-/ROOT"],
        [pronoun("p", 1, "he", "SUBJ", adjunct=True), np("joe", 3, 4, "SUBJ", **PEOPLE)],
    )
    trace = get_resolver("kennedy-boguraev", cataphora=True).resolve(text).traces[0].as_json()
    joe = trace["candidates"][0]
    assert (joe["adjust"], joe["score"]) == ({"cataphora": -175}, 185)


def parallel(**options):
    """*Ann saw Bea. She saw her friend. She said Cia knew her.*"""
    text = document(
        ["X/1/nsubj left/-/ROOT", "She/1/nsubj/PRON met/-/ROOT Y/1/dobj and/1/cc she/5/nsubj/PRON slept/1/conj/VERB"],
        noted("x 0-1 SUBJ gender=f | q 2 she SUBJ | y 4-5 DOBJ gender=f | p 6 she SUBJ"),
    )
    trace = get_resolver("kennedy-boguraev", **options).resolve(text).traces[1].as_json()
    return {candidate["id"]: candidate["adjust"] for candidate in trace["candidates"] if candidate.get("rank")}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, {"q": {"parallelism": 35}, "y": {}}),
        ({"parallelism": "same-function"}, {"q": {"parallelism": 35}, "y": {}}),
        ({"parallelism": "none"}, {"q": {}, "y": {}}),
        ({"weights": "parallelism=10"}, {"q": {"parallelism": 10}, "y": {}}),
    ],
)
def test_parallelism(options, expected):
    assert parallel(**options) == expected


def test_a_pair_is_rewarded_only_after_a_link_like_it():
    text = document(
        ["X/1/nsubj said/-/ROOT she/3/nsubj/PRON slept/1/ccomp"],
        [np("x", 0, 1, "SUBJ", gender="f"), pronoun("p", 2, "she", "SUBJ")],
    )
    trace = get_resolver("kennedy-boguraev").resolve(text).traces[0].as_json()
    assert trace["candidates"][0]["adjust"] == {}


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass"])
def test_an_unknown_function_is_parallel_to_none(name):
    mentions = [np("x", 0, 1, "OTHER", gender="f"), pronoun("p", 2, "she", "OTHER")]
    text = document(["X/1/dep left/-/ROOT she/3/dep/PRON slept/1/ccomp"], mentions)
    options = {"parallelism": "same-function"} if name == "kennedy-boguraev" else {}
    assert get_resolver(name, **options).resolve(text).traces[0].as_json()["candidates"][0]["adjust"] == {}


def faded(sentences):
    pause = ["It/1/expl/PRON rained/-/ROOT"] * sentences
    text = document(
        ["X/1/nsubj left/-/ROOT", *pause, "He/1/nsubj/PRON slept/-/ROOT"],
        [np("x", 0, 1, "SUBJ", **PEOPLE), pronoun("p", 2 + 2 * sentences, "he", "SUBJ")],
    )
    return text


@pytest.mark.parametrize(("name", "weight"), [("kennedy-boguraev", 360), ("lappin-leass", 310)])
def test_faded_entities_are_no_candidates(name, weight):
    # weight · ½^(n+1) ≥ 1 holds up to n = 7.
    assert weight * 0.5**8 > 1 > weight * 0.5**9
    assert get_resolver(name).resolve(faded(7)).decisions[0].antecedent == "x"
    trace = get_resolver(name).resolve(faded(8)).traces[0]
    assert (trace.antecedent, trace.rule) == (None, "below-threshold")
    assert get_resolver(name, threshold=0).resolve(faded(40)).decisions[0].antecedent == "x"
    # Weights may be gone with the next sentence, or stay.
    assert get_resolver(name, decay=0).resolve(faded(0)).traces[0].rule == "below-threshold"
    assert get_resolver(name, decay=1).resolve(faded(40)).decisions[0].antecedent == "x"


def test_one_that_has_faded_is_told_apart_from_those_that_do_not_agree():
    text = faded(8)
    text.mentions.insert(1, np("y", 17, 18, "OTHER", gender="f"))
    trace = get_resolver("kennedy-boguraev").resolve(text).traces[0]
    assert (trace.antecedent, trace.rule) == (None, "below-threshold")


def test_a_window_cuts_before_the_threshold():
    assert get_resolver("kennedy-boguraev", window=1).resolve(faded(1)).decisions[0].candidates_before == ()


@pytest.mark.parametrize("factor", [*KB, "parallelism", "locality"])
def test_every_factor_can_be_left_out(factor):
    resolution = get_resolver("kennedy-boguraev", without=factor).resolve(narrative())
    in_force = {name for trace in resolution.traces for c in trace.candidates for name in (c.factors or {})}
    assert factor not in in_force


def test_existential_weight():
    text = document(
        ["There/1/expl/PRON is/-/ROOT/AUX a/3/det man/1/attr", "He/1/nsubj/PRON slept/-/ROOT"],
        [np("x", 2, 4, "PRED", gender="m", existential=True), pronoun("p", 4, "he", "SUBJ")],
    )
    for name, factor in (("kennedy-boguraev", "EXST-S"), ("lappin-leass", "EXIST")):
        trace = get_resolver(name).resolve(text).traces[0].as_json()
        assert trace["candidates"][0]["factors"][factor] == 35


@pytest.mark.parametrize(
    ("words", "set_off"),
    [
        ("In/5/prep town/0/pobj ,/5/punct X/5/nsubj Y/5/dep slept/-/ROOT", True),
        ("In/5/prep town/0/pobj no/5/dep X/5/nsubj Y/5/dep slept/-/ROOT", False),
    ],
)
def test_lappin_leass_wants_a_separator(words, set_off):
    text = document(
        [words, "It/1/nsubj/PRON fell/-/ROOT"],
        [np("x", 1, 2, "OBL", gender="n", preposition="in", adjunct=True), pronoun("p", 6, "it", "SUBJ")],
    )
    factors = get_resolver("lappin-leass").resolve(text).traces[0].as_json()["candidates"][0]["factors"]
    # Section 3.5: *point* of *At this point, emacs is waiting* weighs 90 = (100 + 80) / 2 one sentence on.
    assert factors == ({"SENT": 50, "HEAD": 40} if set_off else {"SENT": 50, "IND-OBL": 20, "HEAD": 40, "NON-ADV": 25})


def test_prelinking_joins_names_before_pronouns_are_resolved():
    text = document(
        ["Al/1/nsubj left/-/ROOT", "Al/1/nsubj left/-/ROOT", "He/1/nsubj/PRON slept/-/ROOT"],
        [
            np("a", 0, 1, "SUBJ", definiteness="definite", **PEOPLE),
            np("b", 2, 3, "SUBJ", definiteness="definite", **PEOPLE),
            pronoun("p", 4, "he", "SUBJ"),
        ],
    )
    assert get_resolver("kennedy-boguraev").resolve(text).chains == [["a"], ["b", "p"]]
    assert get_resolver("kennedy-boguraev", prelink="exact-match").resolve(text).chains == [["a", "b", "p"]]
