"""Which part of a joined resolver answers what: one pronoun has one answer, and the chains follow it."""

import itertools

import pytest

from anaphora_workbench.corpora.document import Decision, Quotation
from anaphora_workbench.resolvers import available, get_resolver
from anaphora_workbench.resolvers.contract.resolver import Resolution, Resolver
from anaphora_workbench.resolvers.registry.joined import Joined
from anaphora_workbench.resolvers.registry.registry import answers_nouns
from anaphora_workbench.workbench.exercise.answering import full_name
from hand_built import document, manual, narrative, noted, np, pronoun

TEXTS = {text.id: text for text in (manual(), narrative())}
WITHOUT_KEY = [name for name, info in available().items() if not info.needs_key and info.role != "llm"]
PRONOUNS_ONLY = [
    "are-like", "cogniac", "cogniac-high-precision", "hobbs", "kennedy-boguraev", "lappin-leass", "mars", "mitkov",
    "most-recent", "parallelism", "random", "ranking-pronouns", "recent-subject",
]  # fmt: skip
WOMAN = {"kind": "proper", "number": "s", "gender": "f"}
FIRST = ["head-match", "head-match-literal-pronouns", "mitkov", "sieve", "soon"]
NEITHER = ["abstract-anaphora", "relative-pronouns", "speech-pronouns"]


def same_chain(resolution, one, other):
    return any(one in chain and other in chain for chain in resolution.chains)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize(
    ("first", "second"),
    [pair for pair in itertools.product(["mitkov", "singletons"], PRONOUNS_ONLY) if pair[0] != pair[1]],
)
def test_the_first_of_two_pronoun_resolvers_answers_alone(first, second, text):
    alone, joined = get_resolver(first).resolve(text), get_resolver(f"{first}+{second}").resolve(text)
    assert joined.chains == alone.chains
    assert [(d.anaphor, d.antecedent) for d in joined.decisions] == [(d.anaphor, d.antecedent) for d in alone.decisions]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize(
    ("first", "second"), [pair for pair in itertools.product(FIRST, WITHOUT_KEY) if pair[0] != pair[1]]
)
def test_who_is_answered_is_in_the_chain_of_the_answer(first, second, text):
    resolution = get_resolver(f"{first}+{second}").resolve(text)
    answers = [(d.anaphor, d.antecedent) for d in resolution.decisions if d.antecedent is not None]
    assert answers or "singletons" in second or second in ("exact-match", "head-match-literal", *NEITHER)
    assert all(same_chain(resolution, anaphor, antecedent) for anaphor, antecedent in answers)


def test_full_coreference_behind_pronouns_answers_none_of_them():
    """*Ann met Eve. She …*: Recasens & Hovy's baseline takes Eve, the nearest; what stands behind it links nobody."""
    text = document(
        ["Ann/1/nsubj met/-/ROOT Eve/1/dobj", "She/1/nsubj smiled/-/ROOT"],
        [np("ann", 0, 1, "SUBJ", **WOMAN), np("eve", 2, 3, "DOBJ", **WOMAN), pronoun("she", 3, "she", "SUBJ")],
    )
    for second in ("most-recent", "kennedy-boguraev", "berkeley", "sieve", "all-in-one", "soon", "cistell", "relaxcor"):
        resolution = get_resolver(f"head-match-literal-pronouns+{second}").resolve(text)
        (decision,) = resolution.decisions
        assert decision.antecedent == "eve"
        chains = [["ann", "eve", "she"]] if second == "all-in-one" else [["ann"], ["eve", "she"]]
        assert resolution.chains == chains, second


def test_what_answers_names_and_noun_phrases():
    assert sorted(name for name in available() if not answers_nouns(name)) == sorted(
        [*PRONOUNS_ONLY, *NEITHER, "llm-choice", "oracle-filtered"]
    )


@pytest.mark.parametrize(
    ("resolver", "name"),
    [
        ("mitkov", "mitkov+head-match"),
        ("are-like", "are-like+exact-match"),
        ("ranking-pronouns", "ranking-pronouns+head-match"),
        *((name, name) for name in ("ranking", "berkeley", "sieve", "cistell", "oracle", "exact-match", "all-in-one")),
    ],
)
def test_the_exercise_joins_what_answers_pronouns_only(resolver, name):
    assert full_name(resolver, 2) == name
    assert full_name(resolver, 1) == resolver


class OnlySome:
    """A plug-in with decisions and chains as they are given."""

    def __init__(self, name, decisions, chains):
        self.name, self.decisions, self.chains = name, decisions, chains
        self.options, self.needs_key, self.learnt_in, self.learnt_from = {}, False, frozenset(), frozenset()
        self.answers_pronouns = True

    def resolve(self, document, key=None):
        return Resolution(document.id, self.name, {}, self.decisions, self.chains, [])


def test_what_follows_a_pronoun_follows_its_answer():
    """The first says b of *she*; the second a of *she*, *she* of *her*, nothing of *he*, which *t* takes up."""
    text = document(
        ["a/-/ROOT b/-/ROOT she/-/ROOT her/-/ROOT he/-/ROOT t/-/ROOT"],
        noted("a 0-1 | b 1-2 | she 2 she | her 3 her | he 4 he | t 5-6"),
    )  # fmt: skip
    first = OnlySome("first", [Decision("she", "b"), Decision("her", excluded=True)], [["a"], ["b", "she"]])
    answers = [Decision("she", "a"), Decision("her", "she"), Decision("he")]
    second = OnlySome("second", answers, [["a", "she", "her"], ["b"], ["he", "t"]])
    joined = Joined([first, second]).resolve(text)
    assert joined.chains == [["a"], ["b", "she", "her"], ["he", "t"]]
    assert [(d.anaphor, d.antecedent) for d in joined.decisions] == [("she", "b"), ("her", "she"), ("he", None)]


def ann_says_i():
    """*Ann met Eve. “I left,” Ann said.*"""
    text = document(
        ["Ann/1/nsubj met/-/ROOT Eve/1/dobj", "“/2/punct I/2/nsubj left/5/ccomp ”/2/punct said/-/ROOT Ann/5/nsubj"],
        [
            np("ann", 0, 1, "SUBJ", **WOMAN), np("eve", 2, 3, "DOBJ", **WOMAN),
            np("i", 4, 5, "SUBJ", kind="pronoun", pronoun_type="personal", person=1), np("ann2", 8, 9, "SUBJ", **WOMAN),
        ],
    )  # fmt: skip
    text.quotations.append(Quotation(3, 7, speaker=8))
    return text


@pytest.mark.parametrize("name", ["speech-pronouns+sieve", "sieve+speech-pronouns"])
def test_who_says_i_is_told_by_the_first_part_that_links_it(name):
    """Without its pass of speakers the sieve does not know who says *I*, and leaves it to others."""
    resolution = get_resolver(name, **{"sieve.without": ("speakers",)}).resolve(ann_says_i())
    assert same_chain(resolution, "i", "ann2")
    rules = {trace.pronoun.id: trace.rule for trace in resolution.mention_traces if trace.resolver == "speech-pronouns"}
    assert rules["ann2"] == "same speaker or hearer"


def test_two_parts_that_link_i_do_not_make_two_people_one():
    first = OnlySome("first", [], [["eve", "i"], ["ann"], ["ann2"]])
    joined = Joined([first, get_resolver("speech-pronouns")]).resolve(ann_says_i())
    assert joined.chains == [["ann"], ["eve", "i"], ["ann2"]]
    assert not [trace for trace in joined.mention_traces if trace.antecedent is not None], "nothing that is not so"


def test_a_trace_without_answer_does_not_stand_beside_another():
    resolution = get_resolver("berkeley+head-match").resolve(ann_says_i())
    assert {trace.pronoun.id for trace in resolution.mention_traces} == {"ann", "ann2", "eve", "i"}
    assert all(trace.resolver == "berkeley" for trace in resolution.mention_traces if trace.antecedent is None)


def two_and_each_other():
    return document(
        ["Ann/1/nsubj met/-/ROOT Eve/1/dobj", "each/1/det other/2/dobj left/-/ROOT"],
        [np("ann", 0, 1, "SUBJ", **WOMAN), np("eve", 2, 3, "DOBJ", **WOMAN), pronoun("eo", 3, "each other", "DOBJ", 5)],
    )


def test_a_reciprocal_without_answer_is_alone():
    """The second part has no such pronoun in scope."""
    options = {"head-match-literal-pronouns.reciprocals": True}
    resolution = get_resolver("head-match-literal-pronouns+all-in-one", **options).resolve(two_and_each_other())
    assert [(d.anaphor, d.antecedent) for d in resolution.decisions] == [("eo", None)]
    assert resolution.chains == [["ann", "eve"], ["eo"]]


@pytest.mark.parametrize("name", ["sieve", "most-recent+sieve", "head-match+sieve"])
def test_the_sieve_decides_on_a_reciprocal_once(name):
    decisions = get_resolver(name, reciprocals=True).resolve(two_and_each_other()).decisions
    assert [decision.anaphor for decision in decisions] == ["eo"]


@pytest.mark.parametrize(
    ("role", "said", "expected"),
    [
        ("nominal", {}, (False, True)),
        ("algorithm", {}, (True, False)),
        ("learned", {}, (True, True)),
        ("nominal", {"answers_pronouns": True, "answers_nouns": False}, (True, False)),
    ],
)
def test_what_a_class_does_not_say_its_role_tells(role, said, expected):
    kind = type("Plugged", (Resolver,), {"role": role, **said})
    assert (kind.answers_pronouns, kind.answers_nouns) == expected
