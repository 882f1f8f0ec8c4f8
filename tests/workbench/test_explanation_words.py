"""Explanations in words: what each resolver says of the worked example, and the words for each kind of reason."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Word
from anaphora_workbench.resolvers import get_resolver, shipped, words_of
from anaphora_workbench.workbench.base.layers import is_narrow
from anaphora_workbench.workbench.report.explanations import reasons
from anaphora_workbench.workbench.report.explanations.explanation import as_page, candidate_table, explanations
from tiny_corpus import check_golden

TESTS = Path(__file__).resolve().parents[1]
WORDS = words_of(shipped("algorithm"))


def hand_built():
    """The documents that tests of resolvers build by hand."""
    spec = importlib.util.spec_from_file_location("hand_built_for_explanations", TESTS / "resolvers" / "hand_built.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "resolver", ["kennedy-boguraev", "lappin-leass", "cogniac", "cogniac-high-precision", "mitkov"]
)
def test_every_pronoun_of_the_worked_example(resolver):
    document = hand_built().narrative()
    explained = explanations(get_resolver(resolver).resolve(document), document, None)
    check_golden(f"explain-{resolver}.txt", "\n".join(map(as_page, explained)))


@pytest.mark.parametrize("resolver", ["kennedy-boguraev", "lappin-leass"])
def test_what_is_printed_adds_up(resolver):
    document = hand_built().narrative()
    rows = [
        row
        for explanation in explanations(get_resolver(resolver, decay=0.3).resolve(document), document, None)
        for row in candidate_table(explanation).rows
        if row["score"] is not None
    ]
    assert rows
    for row in rows:
        figures = [float(value) for name, value in row.items() if name.startswith("factor ")]
        assert sum(figures) == pytest.approx(float(row["score"]), abs=1e-9), row


def named(id):
    return {"s1": "Ann (s1)", "s2": "Tom (s2)"}[id]


@pytest.mark.parametrize(
    ("decision", "sentence"),
    [
        ({"rule": "no-candidate"}, "no answer: nothing is left that it could refer to"),
        ({"rule": "abstain"}, "no answer: no rule found exactly one possible antecedent"),
        ({"rule": "below-threshold"}, "no answer: what is left has faded from salience"),
        ({"rule": "out-of-scope"}, "no answer: the resolver does not answer such pronouns"),
        ({"rule": "pleonastic", "pattern": "weather"}, "no answer: it refers to nothing (pattern: weather)"),
        ({"rule": "pleonastic", "pattern": ""}, "no answer: it refers to nothing"),
        ({"rule": "of a plug-in"}, "no answer: of a plug-in"),
    ],
)
def test_no_answer(decision, sentence):
    assert reasons.no_answer_in_words(decision, WORDS) == sentence


def test_no_answer_is_not_said_to_be_for_want_of_candidates_that_are_shown():
    document = hand_built().narrative()
    # *it* (9): *a small museum*, *a photograph …* and *an old lamp* agree, and none is a subject.
    (explained,) = [
        each
        for each in explanations(get_resolver("recent-subject").resolve(document), document, None)
        if each.trace["anaphor"]["id"] == "9"
    ]
    assert [row["id"] for row in candidate_table(explained).rows] == ["7", "6", "1"]
    page = as_page(explained)
    assert "no answer: the resolver takes none of the candidates that are left" in page
    assert "nothing is left" not in page


@pytest.mark.parametrize(
    ("candidate", "verdict", "understood", "words"),
    [
        ({}, "argument domain", False, "argument domain (a co-argument)"),
        (
            {},
            "argument domain",
            True,
            "argument domain (a co-argument by control or through a relative clause, which is a reading of the parse)",
        ),
        ({"linked_to": "s1"}, "linked: argument domain", False, "same entity as Ann (s1), a co-argument"),
        ({"linked_to": "s1"}, "linked: speaker of its turn", False, "same entity as Ann (s1), speaker of its turn"),
        (
            {"linked_to": "s1"},
            "of the same name: speaker of its turn",
            False,
            "of the same name as Ann (s1), speaker of its turn",
        ),
        ({}, "condition 1: co-argument", False, "condition 1 (a co-argument)"),
        ({}, "of a plug-in", False, "of a plug-in"),
    ],
)  # fmt: skip
def test_conditions(candidate, verdict, understood, words):
    assert reasons.condition_in_words(candidate, verdict, WORDS, understood, named) == words


@pytest.mark.parametrize(
    ("rule", "why", "words"),
    [
        (
            "unique current sentence",
            "2 candidates: s1,s2",
            "not by unique current sentence (a single one in this sentence so far): "
            "2 possible antecedents: Ann (s1), Tom (s2)",
        ),
        (
            "search back",
            "3 candidates: s1,s2,… within 8 sentences",
            "not by search back (a single one within 3 sentences, or within 8, 12, 16, 20): "
            "3 possible antecedents within 8 sentences: Ann (s1), Tom (s2), …",
        ),
        (
            "Cb-picking",
            "Cb s2 is not possible",
            "not by Cb-picking (the backward-looking centre (Cb) of this clause is possible): "
            "the Cb is Tom (s2), which is not possible",
        ),
        ("of a plug-in", "no possessive", "not by of a plug-in: the pronoun is not a possessive"),
    ],
)  # fmt: skip
def test_rules_that_did_not_fire(rule, why, words):
    assert reasons.tried_in_words(rule, why, WORDS, named) == words


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("step 2: X = S(saw)", "step 2: X = S(saw)"),
        ("step 3: s2 gender", "step 3: Tom (s2): gender"),
        ("step 3: s2 no candidate: time", "step 3: Tom (s2): no candidate: a time or quantity"),
        ("step 3: s2 no candidate: of a plug-in", "step 3: Tom (s2): no candidate: of a plug-in"),
    ],
)
def test_steps_of_a_walk(step, words):
    assert reasons.walk_in_words(step, WORDS, named) == words


def key_with(nouns, mentions):
    words = [Word("lamp", upos="NOUN") for _ in range(nouns)]
    layer = CoreferenceLayer("gold", [Entity(f"{n}", [f"{n}"]) for n in range(mentions)])
    return Document(
        "d", words, mentions=[Mention(f"{n}", n, n + 1, n) for n in range(mentions)], coreference={"gold": layer}
    )


@pytest.mark.parametrize(("nouns", "mentions", "narrow"), [(20, 11, False), (20, 10, True), (0, 0, False)])
def test_a_key_of_narrow_scope_has_few_of_the_nouns(nouns, mentions, narrow):
    assert is_narrow(key_with(nouns, mentions)) is narrow
    assert not is_narrow(replace(key_with(nouns, mentions), annotated="pronouns"))


@pytest.mark.parametrize(
    ("resolver", "said", "not_said"),
    [("soon", "if agreement were asked", "after agreement"), ("mitkov", "after agreement", "were asked")],
)
def test_agreement_that_no_filter_asks_for_is_told_apart(resolver, said, not_said):
    document = hand_built().narrative()
    text = "\n".join(map(as_page, explanations(get_resolver(resolver).resolve(document), document, None)))
    assert said in text
    assert not_said not in text
