"""Mitkov's indicators one by one, his ties, and what MARS adds."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from hand_built import document, manual, noted, np, pronoun

THING = {"gender": "n", "kind": "common"}
DEFINITE = {"definiteness": "definite", **THING}
INDEFINITE = {"definiteness": "indefinite", **THING}
NO_TERMS = {"terms": "nothing"}
# *Dust* is to be scored, which the filter ``referents`` would hold back.
ALL_CANDIDATES = {"without": "referents"}


def factors(text, name="mitkov", **options):
    """Scores of all indicators by candidate of the last pronoun."""
    trace = get_resolver(name, **(NO_TERMS | ALL_CANDIDATES | options)).resolve(text).traces[-1].as_json()
    return {c["id"]: c["factors"] for c in trace["candidates"] if "factors" in c}


def ran_and_fell(first="a", second="the", **of_first):
    """*X saw Y. It fell.*"""
    return document(
        [f"{first}/1/det box/2/nsubj saw/-/ROOT {second}/4/det jar/2/dobj", "It/1/nsubj/PRON fell/-/ROOT"],
        [
            np("x", 0, 2, "SUBJ", verb=2, **{**INDEFINITE, **of_first}),
            np("y", 3, 5, "DOBJ", verb=2, **DEFINITE),
            pronoun("p", 5, "it", "SUBJ", verb=6),
        ],
    )


@pytest.mark.parametrize(("second", "scores"), [("the", (-1, 0)), ("a", (0, 0))])
def test_definiteness_where_the_paragraph_has_a_definite_determiner(second, scores):
    scores_of = factors(ran_and_fell(second=second))
    assert (scores_of["x"]["definiteness"], scores_of["y"]["definiteness"]) == scores


@pytest.mark.parametrize(
    ("determiner", "score"), [("That/1/det", -1), ("That/1/mark/SCONJ", 0), ("Its/1/poss/PRON", -1), ("A/1/det", 0)]
)
def test_definiteness_wants_a_determiner_in_the_paragraph_of_the_pronoun(determiner, score):
    # A paragraph of its own for each sentence; *the* stands in the first, the determiner in that of the pronoun.
    text = document(
        [
            "a/1/det box/2/nsubj saw/-/ROOT the/4/det jar/2/dobj",
            f"{determiner} jar/2/nsubj said/-/ROOT it/4/nsubj/PRON fell/2/ccomp",
        ],
        [np("x", 0, 2, "SUBJ", **INDEFINITE), np("y", 3, 5, "DOBJ", **DEFINITE), pronoun("p", 8, "it", "SUBJ")],
        ("body", "body"),
        (0, 1),
    )
    assert factors(text)["x"]["definiteness"] == score


def test_givenness_is_the_first_noun_phrase():
    scores_of = factors(ran_and_fell())
    assert (scores_of["x"]["givenness"], scores_of["y"]["givenness"]) == (1, 0)


@pytest.mark.parametrize(("morphology", "xpos"), [("", "VB"), ("Mood=Imp", "")])
def test_givenness_not_in_imperatives(morphology, xpos):
    text = document(
        [f"Take/-/ROOT/VERB/take/{xpos} the/2/det box/0/dobj", "It/1/nsubj/PRON fell/-/ROOT"],
        [np("x", 1, 3, "DOBJ", **DEFINITE), pronoun("p", 3, "it", "SUBJ")],
    )
    text.words[0].morphology = morphology
    assert factors(text)["x"]["givenness"] == 0


@pytest.mark.parametrize(("verb", "score"), [("analyze", 1), ("analyse", 1), ("eat", 0)])
def test_indicating_verbs(verb, score):
    text = document(
        [f"We/1/nsubj V/-/ROOT/VERB/{verb} the/3/det box/1/dobj of/3/prep jars/4/pobj", "It/1/nsubj/PRON fell/-/ROOT"],
        noted("x 2-6 DOBJ head=3 +DEFINITE | y 5-6 OBL preposition=of +DEFINITE | p 6 it SUBJ", DEFINITE=DEFINITE),
    )
    scores_of = factors(text)
    assert scores_of["x"]["indicating verbs"] == score
    assert scores_of["y"]["indicating verbs"] == 0


@pytest.mark.parametrize(("copies", "score"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_lexical_reiteration(copies, score):
    box = "box/1/nsubj fell/-/ROOT"
    mentions = [np(f"x{i}", 2 * i, 2 * i + 1, "SUBJ", lemma="box", **DEFINITE) for i in range(copies + 1)]
    text = document(
        [box] * (copies + 1) + ["It/1/nsubj/PRON fell/-/ROOT"], [*mentions, pronoun("p", 2 * copies + 2, "it", "SUBJ")]
    )
    assert factors(text)[f"x{copies}"]["lexical reiteration"] == score


def test_lexical_reiteration_stays_in_the_paragraph():
    box = "box/1/nsubj fell/-/ROOT"
    mentions = [np(f"x{i}", 2 * i, 2 * i + 1, "SUBJ", lemma="box", **DEFINITE) for i in range(2)]
    text = document(
        [box, box, "It/1/nsubj/PRON fell/-/ROOT"], [*mentions, pronoun("p", 4, "it", "SUBJ")],
        ("body", "body"), (0, 1, 1),
    )  # fmt: skip
    assert factors(text)["x1"]["lexical reiteration"] == 0


COLLOCATION = (
    "Press/-/ROOT/VERB/press/VB the/2/det key/0/dobj",
    "Turn/-/ROOT/VERB/turn/VB the/2/det knob/0/dobj",
    "Press/-/ROOT/VERB/press/VB it/0/dobj/PRON",
)


def press_it():
    return document(
        COLLOCATION,
        [
            np("key", 1, 3, "DOBJ", lemma="key", verb=0, **DEFINITE),
            np("knob", 4, 6, "DOBJ", lemma="knob", verb=3, **DEFINITE),
            pronoun("p", 7, "it", "DOBJ", verb=6),
        ],
    )


def test_collocation_pattern():
    # The paper's example: Press the key down … Press it again.
    scores_of = factors(press_it())
    assert (scores_of["key"]["collocation"], scores_of["knob"]["collocation"]) == (2, 0)


def test_collocation_wants_the_same_side():
    text = document(
        ["key/1/nsubj press/-/ROOT/VERB/press", "Press/-/ROOT/VERB/press/VB it/0/dobj/PRON"],
        [np("key", 0, 1, "SUBJ", verb=1, **DEFINITE), pronoun("p", 3, "it", "DOBJ", verb=2)],
    )
    assert factors(text)["key"]["collocation"] == 0


def test_collocation_by_the_same_head_elsewhere():
    text = document(
        [*COLLOCATION[:2], "The/1/det key/2/nsubj glows/-/ROOT", COLLOCATION[2]],
        noted(
            "key 1-3 DOBJ lemma=key verb=0 +DEFINITE | knob 4-6 DOBJ lemma=knob verb=3 +DEFINITE | "
            "key2 6-8 SUBJ lemma=key verb=8 +DEFINITE | p 10 it DOBJ verb=9",
            DEFINITE=DEFINITE,
        ),
    )
    scores_of = factors(text)
    assert (scores_of["key2"]["collocation"], scores_of["knob"]["collocation"]) == (2, 0)


def test_collocation_beyond_the_pronoun_counts_for_mars_alone():
    text = document(
        [COLLOCATION[1], COLLOCATION[2], "Press/-/ROOT/VERB/press/VB the/2/det knob/0/dobj"],
        [
            np("knob", 1, 3, "DOBJ", lemma="knob", verb=0, **DEFINITE),
            pronoun("p", 4, "it", "DOBJ", verb=3),
            np("knob2", 6, 8, "DOBJ", lemma="knob", verb=5, **DEFINITE),
        ],
    )
    assert factors(text)["knob"]["collocation"] == 0
    assert factors(text, "mars")["knob"]["collocation match"] == 2


IMMEDIATE = {
    "stand the printer up or lay it flat": (
        "you/2/nsubj can/2/aux stand/-/ROOT/VERB the/4/det printer/2/dobj up/2/prt or/2/cc lay/2/conj/VERB "
        "it/7/dobj/PRON",
        (3, 5, 2), (8, 7), 2,
    ),
    "press it and hold it": (
        "press/-/ROOT/VERB the/2/det button/0/dobj before/0/prep holding/3/pcomp/VERB it/4/dobj/PRON", (1, 3, 0),
        (5, 4), 2),
    "after you unwrap the paper load it": (
        "after/2/mark you/2/nsubj unwrap/5/advcl/VERB the/4/det paper/2/dobj load/-/ROOT/VERB it/5/dobj/PRON",
        (3, 5, 2), (6, 5), 2),
    "someone else stands it up": (
        "Ann/1/nsubj stands/-/ROOT/VERB the/3/det printer/1/dobj and/1/cc Bob/6/nsubj lays/1/conj/VERB it/6/dobj/PRON",
        (2, 4, 1), (7, 6), 0),
    "no coordination": ("stand/-/ROOT/VERB the/2/det printer/0/dobj ;/0/punct lay/0/parataxis/VERB it/4/dobj/PRON",
        (1, 3, 0), (5, 4), 0),
}  # fmt: skip


@pytest.mark.parametrize("case", IMMEDIATE)
def test_immediate_reference(case):
    words, (start, end, verb), (it, its_verb), score = IMMEDIATE[case]
    mentions = [np("x", start, end, "DOBJ", verb=verb, **DEFINITE), pronoun("p", it, "it", "DOBJ", verb=its_verb)]
    assert factors(document([words], mentions))["x"]["immediate reference"] == score


def test_immediate_reference_goes_on_along_a_chain():
    words = (
        "unwrap/-/ROOT/VERB the/2/det paper/0/dobj ,/0/punct form/0/conj/VERB it/4/dobj/PRON and/4/cc "
        "align/4/conj/VERB it/7/dobj/PRON"
    )
    mentions = noted("x 1-3 DOBJ verb=0 +DEFINITE | q 5 it DOBJ verb=4 | p 8 it DOBJ verb=7", DEFINITE=DEFINITE)
    assert factors(document([words], mentions))["x"]["immediate reference"] == 2


@pytest.mark.parametrize(
    ("last", "scores"),
    [
        ("jar/1/nsubj fell/-/ROOT near/1/prep it/2/pobj/PRON", (-1, 0, 1, 1)),
        ("jar/1/nsubj fell/-/ROOT and/1/cc hit/1/conj/VERB it/3/dobj/PRON", (-1, 0, 1, 2)),
    ],
    ids=["simple", "complex"],
)
def test_referential_distance(last, scores):
    box = "box/1/nsubj fell/-/ROOT"
    start = 6 + len(last.split()) - 1
    mentions = [np(i, 2 * i, 2 * i + 1, "SUBJ", **DEFINITE) for i in range(4)]
    text = document([box, box, box, last], [*mentions, pronoun("p", start, "it", "OBL")])
    # The subject of the verb before is one of its own, too, which the shared grammar bars.
    scores_of = factors(text, window=3, grammar="as-published")
    assert tuple(scores_of[str(i)]["referential distance"] for i in range(4)) == scores
    assert set(factors(text, grammar="as-published")) == {"1", "2", "3"}


def test_terms_default_to_the_most_frequent_heads():
    scores_of = factors(manual(), terms="")
    assert all(f["term preference"] == 1 for f in scores_of.values())
    assert get_resolver("mitkov").resolve(manual()).tables["terms"] == ["filter", "pump", "dust", "housing"]


def test_the_counts_behind_frequent_candidates_are_kept():
    """One pronoun; *filter* stands in its list four times, the others once (resolvers.md 5.2)."""
    competing = get_resolver("mars", **ALL_CANDIDATES).resolve(manual()).tables["competing"]
    assert list(competing.items())[:3] == [("filter", 4), ("pump", 1), ("dust", 1)]
    assert set(competing.values()) == {4, 1}


def test_candidates_compete_for_pronouns_that_are_scored_alone():
    # *It rained. The box moved itself. The jar fell. It broke.*: neither the first pronoun nor the reflexive counts.
    sentences = [
        "It/1/nsubj/PRON rained/-/ROOT", "the/1/det box/2/nsubj moved/-/ROOT itself/2/dobj/PRON",
        "the/1/det jar/2/nsubj fell/-/ROOT", "it/1/nsubj/PRON broke/-/ROOT",
    ]  # fmt: skip
    mentions = noted(
        "box 2-4 SUBJ lemma=box +DEFINITE | it 0 it SUBJ pleonastic=True | itself 5 itself DOBJ | "
        "jar 6-8 SUBJ lemma=jar +DEFINITE | p 9 it SUBJ",
        DEFINITE=DEFINITE,
    )
    assert get_resolver("mars").resolve(document(sentences, mentions)).tables["competing"] == {"box": 1, "jar": 1}


def decided(text, **options):
    trace = get_resolver("mitkov", **(NO_TERMS | options)).resolve(text).traces[-1]
    return trace.mention(trace.antecedent).id, trace.tie_break


@pytest.mark.parametrize(
    ("sums", "antecedent", "level"),
    [
        # x: immediate 2, y: collocation 2 → immediate reference decides.
        ("immediate reference of x against collocation of y", "x", "immediate reference"),
        ("collocation of x against indicating verbs of y", "x", "collocation"),
        ("indicating verbs of x against a definite y", "x", "indicating verbs"),
        ("nothing for either", "y", "most recent"),
    ],
)
def test_ties_in_four_levels(sums, antecedent, level):
    text, options = TIES[sums]
    assert decided(text(), **options) == (antecedent, level)


def immediate_against_collocation():
    """*press the knob. Y is pressed before. Lift x and press it*: y has been pressed, x is right before."""
    return document(
        [
            "Press/-/ROOT/VERB/press/VB the/2/det knob/0/dobj",
            "Lift/-/ROOT/VERB/lift/VB the/2/det key/0/dobj over/0/prep the/5/det knob/3/pobj and/0/cc "
            "press/0/conj/VERB/press it/7/dobj/PRON",
        ],
        noted(
            "y0 1-3 DOBJ lemma=knob verb=0 +DEFINITE | x 4-6 DOBJ lemma=key verb=3 +DEFINITE | "
            "y 7-9 OBL lemma=knob verb=3 preposition=over +DEFINITE | p 11 it DOBJ verb=10",
            DEFINITE=DEFINITE,
        ),
    )


def collocation_against_indicating():
    return document(
        [
            "Press/-/ROOT/VERB/press/VB the/2/det key/0/dobj",
            "Check/-/ROOT/VERB/check/VB the/2/det knob/0/dobj",
            "Press/-/ROOT/VERB/press/VB it/0/dobj/PRON",
        ],
        [
            np("x", 1, 3, "DOBJ", lemma="key", verb=0, **DEFINITE),
            np("y", 4, 6, "DOBJ", lemma="knob", verb=3, **DEFINITE),
            pronoun("p", 7, "it", "DOBJ", verb=6),
        ],
    )


def indicating_against_definite():
    return document(
        [
            "Check/-/ROOT/VERB/check/VB a/2/det key/0/dobj near/0/prep the/5/det knob/3/pobj",
            "It/1/nsubj/PRON fell/-/ROOT",
        ],
        [
            np("x", 1, 3, "DOBJ", lemma="key", verb=0, **INDEFINITE),
            np("y", 4, 6, "OBL", lemma="knob", verb=0, **DEFINITE),
            pronoun("p", 6, "it", "SUBJ", verb=7),
        ],
    )


def nothing():
    return document(
        ["Ann/1/nsubj saw/-/ROOT the/3/det key/1/dobj the/5/det knob/1/dobj", "It/1/nsubj/PRON fell/-/ROOT"],
        noted(
            "ann 0-1 SUBJ gender=f | x 2-4 DOBJ lemma=key verb=1 +DEFINITE | "
            "y 4-6 DOBJ lemma=knob verb=1 +DEFINITE | p 6 it SUBJ verb=7",
            DEFINITE=DEFINITE,
        ),
    )


TIES = {
    # x 2 immediate; y 2 collocation; y0 is a sentence back. Reiteration and preposition would tip it.
    "immediate reference of x against collocation of y": (
        immediate_against_collocation,
        {"without": "lexical reiteration,non-prepositional"},
    ),
    # x: collocation 2, two sentences back 0, y: indicating verb 1 + one sentence back 1.
    "collocation of x against indicating verbs of y": (collocation_against_indicating, {}),
    # x: indicating verb 1 − indefinite 1; y: 0.
    "indicating verbs of x against a definite y": (indicating_against_definite, {}),
    "nothing for either": (nothing, {}),
}


def test_pronouns_inherit_the_words_of_their_noun():
    text = document(
        [
            "Press/-/ROOT/VERB/press/VB the/2/det key/0/dobj",
            "It/1/nsubj/PRON glows/-/ROOT",
            "Press/-/ROOT/VERB/press/VB it/0/dobj/PRON",
        ],
        noted("key 1-3 DOBJ lemma=key verb=0 +DEFINITE | q 3 it SUBJ verb=4 | p 6 it DOBJ verb=5", DEFINITE=DEFINITE),
    )
    scores_of = factors(text)
    assert scores_of["q"]["collocation"] == 2
    assert scores_of["q"]["lexical reiteration"] == 1
    trace = get_resolver("mitkov").resolve(text).traces[-1].as_json()
    assert (trace["decision"]["antecedent"], trace["decision"]["resolved_to"]) == ("q", "key")
    assert set(factors(text, pronoun_candidates=False)) == {"key"}


def test_nothing_before_the_section_is_a_candidate():
    sentences = ["box/1/nsubj fell/-/ROOT", "Jars/-/ROOT/NOUN", "It/1/nsubj/PRON fell/-/ROOT"]
    mentions = noted("box 0-1 SUBJ +DEFINITE | jars 2-3 ROOT +DEFINITE | p 3 it SUBJ", DEFINITE=DEFINITE)
    text = document(sentences, mentions, ("body", "heading", "body"), (0, 1, 2))
    assert set(factors(text)) == set()
    assert set(factors(text, stop_at_heading=False)) == {"box", "jars"}
    # MARS takes the heading's own noun phrases.
    assert set(factors(text, "mars")) == {"jars"}


SEQUENTIAL = (
    "To/1/aux open/5/advcl/VERB the/3/det lid/1/dobj ,/5/punct turn/-/ROOT/VERB the/7/det knob/5/dobj",
    "To/1/aux close/4/advcl/VERB it/1/dobj/PRON ,/4/punct pull/-/ROOT/VERB the/6/det lever/4/dobj",
)


def test_sequential_instructions():
    text = document(
        SEQUENTIAL,
        noted(
            "lid 2-4 DOBJ verb=1 +DEFINITE | knob 6-8 DOBJ verb=5 +DEFINITE | p 10 it DOBJ verb=9 | "
            "lever 13-15 DOBJ verb=12 +DEFINITE",
            DEFINITE=DEFINITE,
        ),
    )
    scores_of = factors(text, "mars")
    assert (scores_of["lid"]["sequential instructions"], scores_of["knob"]["sequential instructions"]) == (2, 0)


RAIN = "Rain/1/nsubj fell/-/ROOT"


@pytest.mark.parametrize(
    ("between", "second", "score"),
    [
        (0, SEQUENTIAL[1], 2),
        (1, SEQUENTIAL[1], 2),
        (2, SEQUENTIAL[1], 0),
        # Here the pronoun is the object of no infinitive of purpose.
        (0, "Then/2/advmod you/2/nsubj/PRON close/-/ROOT it/2/dobj/PRON", 0),
    ],
)
def test_sequential_instructions_are_two_sentences_back_at_most(between, second, score):
    sentences = [SEQUENTIAL[0], *[RAIN] * between, second]
    place = [token.partition("/")[0] for token in " ".join(sentences).split()].index("it")
    mentions = [np("lid", 2, 4, "DOBJ", verb=1, **DEFINITE), pronoun("p", place, "it", "DOBJ", verb=place - 1)]
    text = document(sentences, mentions)
    assert factors(text, "mars", window=5)["lid"]["sequential instructions"] == score


def test_an_unknown_function_is_parallel_to_none():
    text = document(
        ["box/1/dep fell/-/ROOT", "It/1/dep/PRON fell/-/ROOT"],
        [np("x", 0, 1, "OTHER", **DEFINITE), pronoun("p", 2, "it", "OTHER")],
    )
    assert factors(text, "mars")["x"]["syntactic parallelism"] == 0


def test_mars_boosts_pronouns_and_parallel_functions():
    text = document(
        ["It/1/nsubj/PRON hit/-/ROOT the/3/det jar/1/dobj", "It/1/nsubj/PRON fell/-/ROOT"],
        [pronoun("q", 0, "it", "SUBJ"), np("jar", 2, 4, "DOBJ", **DEFINITE), pronoun("p", 4, "it", "SUBJ")],
    )
    scores_of = factors(text, "mars")
    assert [scores_of[c]["boost pronoun"] for c in ("q", "jar")] == [1, 0]
    assert [scores_of[c]["syntactic parallelism"] for c in ("q", "jar")] == [1, 0]
    assert [scores_of[c]["obliqueness"] for c in ("q", "jar")] == [2, 1]


@pytest.mark.parametrize("name", ["mitkov", "mars"])
def test_weights_multiply_and_parts_can_be_left_out(name):
    plain = factors(manual(), name)
    tripled = factors(manual(), name, weights="lexical reiteration=3")
    assert tripled["f3"]["lexical reiteration"] == 3 * plain["f3"]["lexical reiteration"] == 6
    assert factors(manual(), name, without="lexical reiteration")["f3"]["lexical reiteration"] == 0


@pytest.mark.parametrize(("within_paragraph", "candidates"), [(False, {"x0", "x1"}), (True, {"x1"})])
def test_mars_within_the_paragraph(within_paragraph, candidates):
    box = "box/1/nsubj fell/-/ROOT"
    mentions = [np(f"x{i}", 2 * i, 2 * i + 1, "SUBJ", lemma="box", **DEFINITE) for i in range(2)]
    text = document(
        [box, box, "It/1/nsubj/PRON fell/-/ROOT"], [*mentions, pronoun("p", 4, "it", "SUBJ")],
        ("body", "body"), (0, 1, 1),
    )  # fmt: skip
    assert set(factors(text, "mars", within_paragraph=within_paragraph)) == candidates


@pytest.mark.parametrize(("oblique", "scores"), [("other", (-1, -1)), ("unknown", (0, -1))])
def test_obliqueness_of_others_and_of_unknown_functions(oblique, scores):
    text = document(
        ["In/2/prep boxes/0/pobj fell/-/ROOT jars/2/dep", "It/1/nsubj/PRON fell/-/ROOT"],
        noted("oblique 1-2 OBL +DEFINITE | unknown 3-4 OTHER +DEFINITE | p 4 it SUBJ", DEFINITE=DEFINITE),
    )
    scores_of = factors(text, "mars", oblique=oblique)
    assert (scores_of["oblique"]["obliqueness"], scores_of["unknown"]["obliqueness"]) == scores
