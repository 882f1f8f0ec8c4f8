"""The sieve: what its passes link and do not link, on noun phrases written by hand."""

import pytest

from anaphora_workbench.resolvers import get_resolver, shipped
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.sieve.clusters import Clusters
from anaphora_workbench.resolvers.sieve.sieve import ALL_PASSES, CandidateOrder
from hand_built import document, np, pronoun

COUNTRY = {"gender": "n", "kind": "proper", "definiteness": "definite", "entity_type": "GPE"}
PEOPLE = {"gender": "mf", "kind": "proper", "definiteness": "definite", "entity_type": "NORP"}
MAN = {"gender": "m", "kind": "proper", "definiteness": "definite", "entity_type": "PERSON"}
THE = {"gender": "n", "kind": "common", "definiteness": "definite"}
A = {"gender": "n", "kind": "common", "definiteness": "indefinite"}
BARE = {"gender": "n", "kind": "common", "definiteness": "bare"}

# The keeper Tom left; a pump leaked; ...: sentences, mentions, options, links as (pass, later, earlier).
CASES = {
    "role appositive": (["Keeper/1/compound/NOUN Tom/2/nsubj/PROPN left/-/ROOT"],
        [np("tom", 0, 2, "SUBJ", **MAN), np("role", 0, 1, gender="m", kind="common")], {},
        [("precise-constructs", "role", "tom")]),
    "no role of a thing": (["Steam/1/compound/NOUN Tom/2/nsubj/PROPN left/-/ROOT"],
        [np("tom", 0, 2, "SUBJ", **MAN), np("role", 0, 1, gender="n", kind="common")], {}, []),
    "a demonym": (["Norway/1/nsubj/PROPN won/-/ROOT", "The/1/det Norwegians/2/nsubj/PROPN sang/-/ROOT"],
        [np("place", 0, 1, "SUBJ", **COUNTRY), np("people", 2, 4, "SUBJ", **PEOPLE)], {},
        [("precise-constructs", "people", "place")]),
    "an indefinite demonym takes up nothing (4.1)": (
        ["Norway/1/nsubj/PROPN won/-/ROOT", "A/1/det Norwegian/2/nsubj/PROPN sang/-/ROOT"],
        [np("place", 0, 1, "SUBJ", **COUNTRY), np("people", 2, 4, "SUBJ", **{**PEOPLE, "definiteness": "indefinite"})],
        {}, []),
    "relative pronoun": (
        ["The/1/det keeper/4/nsubj/NOUN who/3/nsubj/PRON slept/1/relcl left/-/ROOT"],
        [
            np("keeper", 0, 4, "SUBJ", head=1, gender="m", kind="common", definiteness="definite"),
            np("who", 2, 3, "SUBJ", gender="mf", kind="pronoun", pronoun_type="relative"),
        ],
        {},
        [("precise-constructs", "who", "keeper")],
    ),
    "an indefinite takes up nothing but the same words": (
        ["The/1/det pump/2/nsubj leaked/-/ROOT", "A/1/det pump/2/nsubj broke/-/ROOT"],
        [np("the", 0, 2, "SUBJ", **THE), np("a", 3, 5, "SUBJ", **A)], {}, []),
    "exact match of indefinites, as published": (
        ["A/1/det pump/2/nsubj leaked/-/ROOT", "A/1/det pump/2/nsubj broke/-/ROOT"],
        [np("one", 0, 2, "SUBJ", **A), np("two", 3, 5, "SUBJ", **A)], {"exact": "nominal"},
        [("exact-match", "two", "one")]),
    "no exact match of indefinites by default": (
        ["A/1/det pump/2/nsubj leaked/-/ROOT", "A/1/det pump/2/nsubj broke/-/ROOT"],
        [np("one", 0, 2, "SUBJ", **A), np("two", 3, 5, "SUBJ", **A)], {}, []),
    "a bare noun phrase takes up nothing": (["The/1/det pumps/2/nsubj leaked/-/ROOT", "Pumps/1/nsubj break/-/ROOT"],
        [np("the", 0, 2, "SUBJ", number="p", **THE), np("bare", 3, 4, "SUBJ", number="p", **BARE)], {}, []),
    "an indefinite does not, by that option": (
        ["The/1/det pump/2/nsubj leaked/-/ROOT", "A/1/det pump/2/nsubj broke/-/ROOT"],
        [np("the", 0, 2, "SUBJ", **THE), np("a", 3, 5, "SUBJ", **A)], {"bare": True}, []),
    "a bare noun phrase may, by option": (["The/1/det pumps/2/nsubj leaked/-/ROOT", "Pumps/1/nsubj break/-/ROOT"],
        [np("the", 0, 2, "SUBJ", number="p", **THE), np("bare", 3, 4, "SUBJ", number="p", **BARE)], {"bare": True},
        [("strict-head", "bare", "the")]),
    "i-within-i": (["The/1/det pump/-/ROOT of/1/prep the/4/det pump/2/pobj"],
        [np("outer", 0, 5, head=1, **THE), np("inner", 3, 5, **THE)], {}, []),
    "i-within-i of what is linked already": (
        [
            "Rome/1/nsubj/PROPN is/-/ROOT the/3/det capital/1/attr of/3/prep Italy/4/pobj/PROPN",
            "Italy/1/nsubj/PROPN grew/-/ROOT",
        ],
        [
            np("rome", 0, 1, "SUBJ", **COUNTRY),
            np("capital", 2, 6, head=3, predicate_of="rome", **THE),
            np("italy", 5, 6, **COUNTRY),
            np("again", 6, 7, "SUBJ", **COUNTRY),
        ],
        {},
        [("exact-match", "again", "italy"), ("precise-constructs", "capital", "rome")],
    ),
    "i-within-i the other way round": (
        [
            "Oslo/1/nsubj/PROPN is/-/ROOT a/3/det capital/1/attr",
            "The/1/det capital/4/nsubj of/1/prep Oslo/2/pobj/PROPN grew/-/ROOT",
        ],
        [
            np("oslo", 0, 1, "SUBJ", **COUNTRY),
            np("pred", 2, 4, head=3, predicate_of="oslo", **A),
            np("capital", 4, 8, "SUBJ", head=5, **THE),
            np("again", 7, 8, **COUNTRY),
        ],
        {},
        [("exact-match", "again", "oslo"), ("precise-constructs", "pred", "oslo")],
    ),
    "i-within-i of a later mention of the cluster": (
        [
            "Rome/1/nsubj/PROPN is/-/ROOT old/1/acomp",
            "Italy/1/nsubj/PROPN grew/-/ROOT",
            "Italy/1/nsubj/PROPN slept/-/ROOT",
            "Rome/1/nsubj/PROPN is/-/ROOT the/3/det capital/1/attr of/3/prep Italy/4/pobj/PROPN",
        ],
        [
            np("rome", 0, 1, "SUBJ", **COUNTRY),
            np("italy", 3, 4, "SUBJ", **COUNTRY),
            np("italy2", 5, 6, "SUBJ", **COUNTRY),
            np("rome2", 7, 8, "SUBJ", **COUNTRY),
            np("capital", 9, 13, head=10, predicate_of="rome2", **THE),
            np("italy3", 12, 13, **COUNTRY),
        ],
        {},
        [
            ("exact-match", "italy2", "italy"),
            ("exact-match", "rome2", "rome"),
            ("exact-match", "italy3", "italy2"),
            ("precise-constructs", "capital", "rome2"),
        ],
    ),
    "a new word is no inclusion": (
        ["The/1/det pump/2/nsubj leaked/-/ROOT", "The/2/det blue/2/amod pump/3/nsubj broke/-/ROOT"],
        [np("the", 0, 2, "SUBJ", **THE), np("blue", 3, 6, "SUBJ", **THE)], {}, []),
    "another number": (["The/1/det pump/2/nsubj leaked/-/ROOT", "The/1/det pump/2/nsubj broke/-/ROOT"],
        [np("one", 0, 2, "SUBJ", **THE), np("two", 3, 5, "SUBJ", number="p", **THE)], {"without": "exact-match"}, []),
    "the nearest sentence first, in it from the right": (
        [
            "The/1/det pump/2/nsubj met/-/ROOT the/4/det pump/2/dobj",
            "The/1/det pump/2/nsubj broke/-/ROOT",
        ],
        [np("left", 0, 2, "SUBJ", **THE), np("right", 3, 5, "DOBJ", **THE), np("later", 5, 7, "SUBJ", **THE)],
        {},
        # The second finds the first; both are then one cluster, whose nearest member in the order is the right one.
        [("exact-match", "right", "left"), ("exact-match", "later", "right")],
    ),
}  # fmt: skip


# Ann who met Eve said that Tom saw Max because he slept.
CLAUSES = [
    "Ann/4/nsubj/PROPN who/2/nsubj/PRON met/0/relcl/VERB Eve/2/dobj/PROPN said/-/ROOT/VERB that/7/mark/SCONJ "
    "Tom/7/nsubj/PROPN saw/4/ccomp/VERB Max/7/dobj/PROPN because/11/mark/SCONJ he/11/nsubj/PRON slept/7/advcl/VERB"
]


def test_a_sentence_is_searched_clause_by_clause_from_the_inside():
    """Raghunathan et al. 2010, 4.1: breadth-first in each S, starting with the one that holds the mention."""
    mentions = [np("Ann", 0, 1), np("Eve", 3, 4), np("Tom", 6, 7), np("Max", 8, 9), pronoun("he", 10, "he")]
    discourse = Discourse(document(CLAUSES, mentions))
    order = CandidateOrder(discourse)
    assert [discourse.ids[found] for found in order.sorted(4, range(4), True)] == ["Tom", "Max", "Ann", "Eve"]
    assert [discourse.ids[found] for found in order.sorted(1, [0], True)] == ["Ann"]
    assert [discourse.ids[found] for found in order.sorted(2, [0, 1], True)] == ["Ann", "Eve"]


@pytest.mark.parametrize(("from_left", "expected"), [(True, "dan ann bob cia"), (False, "dan bob ann cia")])
def test_earlier_sentences_are_searched_by_depth_then_from_one_side(from_left, expected):
    # *Ann saw Bob near Cia. Dan left it.*: Cia is deepest (Raghunathan et al. 2010, 4.1).
    text = document(
        ["Ann/1/nsubj saw/-/ROOT Bob/1/dobj near/1/prep Cia/3/pobj", "Dan/1/nsubj left/-/ROOT it/1/dobj/PRON"],
        [np(name, place, place + 1) for name, place in (("ann", 0), ("bob", 2), ("cia", 4), ("dan", 5), ("it", 7))],
    )
    discourse = Discourse(text)
    found = CandidateOrder(discourse).sorted(4, range(4), from_left)
    assert " ".join(discourse.ids[position] for position in found) == expected


@pytest.mark.parametrize(
    ("members", "number", "gender"),
    [
        # What any member is known to be, the cluster may be (4.1).
        ([("s", "m"), ("p", "m")], "sp", "m"),
        ([("s", "m"), ("s", "f")], "s", "mf"),
        ([("sp", "mf"), ("s", "f")], "s", "f"),
        ([("s", "f"), ("sp", "mfn")], "s", "f"),
        # Where none is known: any number, and the genders that all allow.
        ([("sp", "mf"), ("sp", "mfn")], "sp", "mf"),
        ([("sp", "mf"), ("sp", "fn")], "sp", "f"),
    ],
)
@pytest.mark.parametrize("chained", [False, True])
def test_numbers_and_genders_of_a_cluster(members, number, gender, chained):
    mentions = [
        np(i, i, i + 1, number=number, gender=gender) for i, (number, gender) in enumerate([*members, *members])
    ]
    clusters = Clusters(Discourse(document(["w/-/ROOT " * len(mentions)], mentions)))
    # One by one, or two clusters of the same members.
    for later, earlier in [(1, 0), (3, 2), (2, 0)] if chained else [(1, 0), (2, 0), (3, 0)]:
        clusters.link(later, earlier)
    cluster = clusters.of[3]
    assert clusters.features[cluster] == (frozenset(number), frozenset(gender))
    assert (clusters.first[cluster], clusters.nominals[cluster], clusters.linked[cluster]) == (
        0,
        [0, 1, 2, 3],
        [1, 2, 3],
    )


def links(resolution):
    return [(link["pass"], link["mention"], link["antecedent"]) for link in resolution.tables["passes"]]


@pytest.mark.parametrize("name", CASES)
def test_what_the_passes_link(name):
    sentences, mentions, options, expected = CASES[name]
    assert links(get_resolver("sieve", **options).resolve(document(sentences, mentions))) == expected


def test_i_within_i_however_many_mentions_are_between():
    """*The lamp with x1 … x150 the lamp*: what is nearest is looked at, but the candidate itself always is."""
    between = 150
    text = document(
        ["The/1/det lamp/-/ROOT with/1/prep " + "x/2/pobj " * between + f"the/{between + 4}/det lamp/2/pobj"],
        [
            np("outer", 0, between + 5, head=1, **THE),
            *(np(f"x{place}", place, place + 1, kind="proper") for place in range(3, between + 3)),
            np("inner", between + 3, between + 5, **THE),
        ],
    )
    found = links(get_resolver("sieve").resolve(text))
    assert not [link for link in found if "inner" in link]


def keeper():
    """*Tom is the keeper. The keeper left. He sang.*"""
    return document(
        [
            "Tom/1/nsubj/PROPN is/-/ROOT the/3/det keeper/1/attr",
            "The/1/det keeper/2/nsubj left/-/ROOT",
            "He/1/nsubj/PRON sang/-/ROOT",
        ],
        [
            np("tom", 0, 1, "SUBJ", **MAN),
            np("pred", 2, 4, "PRED", kind="common", definiteness="definite", predicate_of="tom", gender="mf"),
            np("later", 4, 6, "SUBJ", kind="common", definiteness="definite", gender="mf"),
            pronoun("he", 7, "he", "SUBJ"),
        ],
    )


@pytest.mark.parametrize(
    ("options", "chains"),
    [
        ({}, [["tom", "later", "he"], ["pred"]]),
        ({"constructs": True}, [["tom", "pred", "later", "he"]]),
        ({"without": "precise-constructs"}, [["tom"], ["pred", "later", "he"]]),
        ({"without": "pronouns"}, [["tom", "later"], ["pred"], ["he"]]),
    ],
)
def test_predicate_nominals_are_used_inside_and_put_out_on_demand(options, chains):
    assert get_resolver("sieve", **options).resolve(keeper()).chains == chains


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (
            {},
            {
                "tom": ("no pass links it", None, []),
                "pred": ("a construct that the answer leaves out", None, [("tom", 1)]),
                # What it was linked to is left out, so it is linked to what that was linked to.
                "later": ("exact-match", "tom", [("pred", 1), ("tom", 2)]),
            },
        ),
        (
            {"constructs": True},
            {
                "tom": ("no pass links it", None, []),
                "pred": ("precise-constructs", "tom", [("tom", 1)]),
                "later": ("exact-match", "pred", [("pred", 1)]),
            },
        ),
    ],
)
def test_traces_of_nouns_say_which_pass_linked_them_to_what(options, expected):
    said = {}
    for trace in get_resolver("sieve", **options).resolve(keeper()).mention_traces:
        antecedent = None if trace.antecedent is None else trace.mention(trace.antecedent).id
        candidates = [(trace.mention(candidate.position).id, candidate.rank) for candidate in trace.candidates]
        said[trace.mention(trace.anaphor).id] = trace.rule, antecedent, candidates
    assert said == expected


def test_without_the_pass_of_pronouns_reflexives_stay_alone_too():
    """*Tom saw himself.*"""
    text = document(
        ["Tom/1/nsubj/PROPN saw/-/ROOT himself/1/dobj/PRON"],
        [np("tom", 0, 1, "SUBJ", **MAN), pronoun("self", 2, "himself", "DOBJ")],
    )
    assert get_resolver("sieve").resolve(text).chains == [["tom", "self"]]
    (trace,) = get_resolver("sieve", without="pronouns").resolve(text).traces
    assert (trace.antecedent, trace.rule) == (None, "no-candidate")


def test_pronouns_do_not_take_up_what_the_answer_leaves_out():
    """*Keeper Tom left. He sang.*: the role is no candidate that is left, unless it is put out."""
    text = document(
        ["Keeper/1/compound/NOUN Tom/2/nsubj/PROPN left/-/ROOT", "He/1/nsubj/PRON sang/-/ROOT"],
        [np("tom", 0, 2, "SUBJ", **MAN), np("role", 0, 1, gender="m", kind="common"), pronoun("he", 3, "he", "SUBJ")],
    )
    ranks = {}
    for constructs in (False, True):
        (trace,) = get_resolver("sieve", constructs=constructs).resolve(text).traces
        ranks[constructs] = {trace.mention(c.position).id: c.rank for c in trace.candidates if c.rank}
    assert ranks == {False: {"tom": 1}, True: {"tom": 1, "role": 2}}


def test_another_resolver_may_answer_the_pronouns():
    """The pass of pronouns may be any other resolver: the sieve behind one makes only the nominal chains."""
    resolution = get_resolver("most-recent+sieve").resolve(keeper())
    assert [(d.anaphor, d.antecedent) for d in resolution.decisions] == [("he", "later")]
    assert "pronouns" in get_resolver("most-recent+sieve").parts[1].idle_parts()
    assert resolution.chains == [["tom", "later", "he"], ["pred"]]


def test_it_is_compared_where_it_is_named():
    assert "sieve" not in shipped("algorithm", "baseline", "oracle")


def test_a_pronoun_says_which_passes_made_its_cluster():
    (trace,) = get_resolver("sieve").resolve(keeper()).traces
    assert (trace.rule, trace.note) == ("pronouns", "linked before: later by exact-match, pred by precise-constructs")


def test_clusters_share_attributes():
    """Nothing tells the sex of *Kim*; the captain, whom a predicate nominal makes one with her, is a woman."""
    text = document(
        [
            "Kim/1/nsubj/PROPN is/-/ROOT the/3/det captain/1/attr",
            "Tom/1/nsubj/PROPN saw/-/ROOT Kim/1/dobj/PROPN",
            "She/1/nsubj/PRON left/-/ROOT",
        ],
        [
            np("kim", 0, 1, "SUBJ", **{**MAN, "gender": "mfn"}),
            np("captain", 2, 4, "PRED", kind="common", definiteness="definite", predicate_of="kim", gender="f"),
            np("tom", 4, 5, "SUBJ", **MAN),
            np("kim2", 6, 7, "DOBJ", **{**MAN, "gender": "mfn"}),
            pronoun("she", 7, "she", "SUBJ"),
        ],
    )
    assert get_resolver("sieve").resolve(text).chains == [["kim", "kim2", "she"], ["captain"], ["tom"]]


def test_a_surname_of_nobody_known_joins_no_man_and_woman():
    """Only known values are shared (Raghunathan et al. 2010, 4.1): a person of either sex is not one of both."""
    someone = {**MAN, "gender": "mf"}
    text = document(
        ["Mr./1/compound Reed/2/nsubj left/-/ROOT", "Mrs./1/compound Reed/2/nsubj stayed/-/ROOT",
         "Anna/1/nsubj saw/-/ROOT Reed/1/dobj"],
        [
            np("he", 0, 2, "SUBJ", **MAN),
            np("she", 3, 5, "SUBJ", **{**MAN, "gender": "f"}),
            np("anna", 6, 7, "SUBJ", **{**MAN, "gender": "f"}),
            np("reed", 8, 9, "DOBJ", **someone),
        ],
    )  # fmt: skip
    assert sorted(map(sorted, get_resolver("sieve").resolve(text).chains)) == [["anna"], ["he"], ["reed", "she"]]


@pytest.mark.parametrize(
    ("first", "second", "linked"),
    [
        pytest.param("Yale/1/compound/PROPN", "Harvard/1/compound/PROPN", False, id="4.2.3"),
        pytest.param("Clara/1/compound/PROPN", "Mrs./1/compound/PROPN", True, id="title"),
        pytest.param("Clara/1/compound/PROPN", "C./1/compound/PROPN", True, id="initial"),
        pytest.param("Mrs./1/compound/PROPN", "Clara/1/compound/PROPN", True, id="a name that comes later"),
        # Numeric mismatch of Lee et al. (2011, 3.1): *Model Two* is not *the old model*.
        pytest.param("Peter/2/compound Two/2/nummod/NUM", "Old/2/amod/ADJ Peter/2/compound", True, id="fewer numbers"),
        pytest.param("Old/2/amod/ADJ Peter/2/compound", "Peter/2/compound Two/2/nummod/NUM", False, id="a new number"),
        pytest.param("Old/2/amod/ADJ Two/2/nummod/NUM", "Peter/2/compound Two/2/nummod/NUM", True, id="one number"),
    ],
)
def test_names_that_each_have_another_name_are_apart(first, second, linked):
    words = len(first.split()) + 1
    text = document(
        [f"{first} Voss/{words}/nsubj/PROPN grew/-/ROOT", f"{second} Voss/{words}/nsubj/PROPN fell/-/ROOT"],
        [
            np("one", 0, words, "SUBJ", kind="proper"),
            np("two", words + 1, 2 * words + 1, "SUBJ", kind="proper", definiteness="definite"),
        ],
    )
    assert links(get_resolver("sieve").resolve(text)) == [("proper-head", "two", "one")] * linked


@pytest.mark.parametrize(("type_of_place", "linked"), [("", True), ("GPE", False)])
def test_names_with_other_places_are_apart(type_of_place, linked):
    """*Norwich Harbour* … *Ipswich Harbour*, whose modifiers are tagged as nouns."""
    text = document(
        ["Norwich/1/compound Harbour/2/nsubj/PROPN grew/-/ROOT", "Ipswich/1/compound Harbour/2/nsubj fell/-/ROOT"],
        [np("one", 0, 2, "SUBJ", kind="proper"), np("two", 3, 5, "SUBJ", kind="proper", definiteness="definite")],
    )
    text.words[0].entity_type = text.words[3].entity_type = type_of_place
    assert links(get_resolver("sieve").resolve(text)) == [("proper-head", "two", "one")] * linked


def test_all_passes_can_be_left_out():
    resolution = get_resolver("sieve", without=",".join(ALL_PASSES)).resolve(keeper())
    assert all(len(chain) == 1 for chain in resolution.chains)
