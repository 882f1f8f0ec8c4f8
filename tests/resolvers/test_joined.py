"""Which part of a joined resolver answers what: one pronoun has one answer, and the chains follow it."""

from itertools import pairwise

import pytest

from anaphora_workbench.resolvers import available, get_resolver
from anaphora_workbench.resolvers.registry import answers_nouns
from anaphora_workbench.workbench.exercise.answering import full_name
from hand_built import document, manual, narrative, np, pronoun

TEXTS = {text.id: text for text in (manual(), narrative())}
WITHOUT_KEY = [name for name, info in available().items() if not info.needs_key]
PRONOUNS_ONLY = [
    "are-like", "cogniac", "cogniac-high-precision", "hobbs", "kennedy-boguraev", "lappin-leass", "mars", "mitkov",
    "most-recent", "parallelism", "random", "ranking-pronouns", "recent-subject",
]  # fmt: skip
WOMAN = {"kind": "proper", "number": "s", "gender": "f"}
NEITHER = ["relative-pronouns", "speech-pronouns"]


def together(resolution):
    return {frozenset(pair) for chain in resolution.chains for pair in pairwise(chain)}


def same_chain(resolution, one, other):
    return any(one in chain and other in chain for chain in resolution.chains)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("second", PRONOUNS_ONLY)
@pytest.mark.parametrize("first", ["mitkov", "singletons"])
def test_the_first_of_two_pronoun_resolvers_answers_alone(first, second, text):
    if first == second:
        return
    alone, joined = get_resolver(first).resolve(text), get_resolver(f"{first}+{second}").resolve(text)
    assert joined.chains == alone.chains
    assert [(d.anaphor, d.antecedent) for d in joined.decisions] == [(d.anaphor, d.antecedent) for d in alone.decisions]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("second", WITHOUT_KEY)
@pytest.mark.parametrize("first", ["head-match", "head-match-literal-pronouns", "mitkov", "sieve", "soon"])
def test_who_is_answered_is_in_the_chain_of_the_answer(first, second, text):
    if first == second:
        return
    resolution = get_resolver(f"{first}+{second}").resolve(text)
    answers = [(d.anaphor, d.antecedent) for d in resolution.decisions if d.antecedent is not None]
    assert answers or "singletons" in second or second in ("exact-match", "head-match-literal", *NEITHER)
    assert all(same_chain(resolution, anaphor, antecedent) for anaphor, antecedent in answers)


def test_full_coreference_behind_pronouns_answers_none_of_them():
    """*Ann met Eve. She …*: Recasens & Hovy's baseline takes Eve, the nearest; what stands behind it links nobody."""
    text = document(
        ["Ann/1/nsubj met/-/ROOT Eve/1/dobj", "She/1/nsubj smiled/-/ROOT"],
        [
            np("ann", 0, 1, "SUBJ", **WOMAN),
            np("eve", 2, 3, "DOBJ", **WOMAN),
            pronoun("she", 3, "she", "SUBJ"),
        ],
    )
    for second in ("most-recent", "kennedy-boguraev", "best", "sieve", "all-in-one", "soon", "cistell", "relaxcor"):
        resolution = get_resolver(f"head-match-literal-pronouns+{second}").resolve(text)
        (decision,) = resolution.decisions
        assert decision.antecedent == "eve"
        chains = [["ann", "eve", "she"]] if second == "all-in-one" else [["ann"], ["eve", "she"]]
        assert resolution.chains == chains, second


def test_what_answers_names_and_noun_phrases():
    assert sorted(name for name in available() if not answers_nouns(name)) == sorted(
        [*PRONOUNS_ONLY, *NEITHER, "oracle-filtered"]
    )


@pytest.mark.parametrize(
    ("resolver", "name"),
    [
        ("mitkov", "mitkov+head-match"),
        ("are-like", "are-like+exact-match"),
        ("ranking-pronouns", "ranking-pronouns+head-match"),
        *((name, name) for name in ("best", "berkeley", "sieve", "cistell", "oracle", "exact-match", "all-in-one")),
    ],
)
def test_the_exercise_joins_what_answers_pronouns_only(resolver, name):
    assert full_name(resolver, 2) == name
    assert full_name(resolver, 1) == resolver
