"""Agreement: number, gender and person of every pronoun against every value."""

from itertools import product

import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.agreement import agree
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.entities import Entities
from hand_built import document, noted, np, pronoun

# Number and gender of *he*, *she*, *it* and *they*.
PRONOUNS = ["s/m", "s/f", "s/n", "p/mfn"]


def test_agreement_is_a_shared_value_in_each_dimension():
    genders = ["m", "f", "n", "mf", "mn", "fn", "mfn"]
    for number, gender, person, wanted in product(["s", "p", "sp"], genders, [1, 2, 3], PRONOUNS):
        wanted_number, wanted_gender = wanted.split("/")
        given = [frozenset(values) for values in (number, gender, wanted_number, wanted_gender)]
        agreement = agree(given[0], given[1], person, given[2], given[3])
        shared = {"number": given[0] & given[2], "gender": given[1] & given[3], "person": person == 3}
        assert set(agreement.failed) == {name for name, agrees in shared.items() if not agrees}
        assert agreement.ok is all(shared.values())


def test_operands_are_shown_candidate_first():
    agreement = agree(frozenset("sp"), frozenset("n"), 3, frozenset("p"), frozenset("mfn"))
    assert agreement.as_json() == {"ok": True, "number": "sp∩p", "gender": "n∩mfn", "person": "3"}


# A noun phrase, the pronoun that is to take it up, the options, and whether it does.
ALONE = {
    "the government: they": ({"number": "sp"}, "they", {}, True),
    "the government, the data: it": ({"number": "sp"}, "it", {}, True),
    "the teachers: it": ({"number": "p"}, "it", {}, False),
    "the teachers: it, whatever the number": ({"number": "p"}, "it", {"without": "number"}, True),
    "the mother: it": ({"gender": "f"}, "it", {}, False),
    "the mother: it, whatever the gender": ({"gender": "f"}, "it", {"without": "gender"}, True),
    "the teacher: they": ({"gender": "mf"}, "they", {}, False),
    "the teacher: singular they": ({"gender": "mf"}, "they", {"singular_they": True}, True),
    "a year": ({"entity_type": "DATE"}, "it", {}, False),
    "a year where times are candidates": ({"entity_type": "DATE"}, "it", {"time_candidates": True}, True),
    "it": ({"kind": "pronoun", "pronoun_type": "personal"}, "it", {}, True),
    "pleonastic it": ({"kind": "pronoun", "pronoun_type": "personal", "pleonastic": True}, "it", {}, False),
    "which, of a relative clause": ({"kind": "pronoun", "pronoun_type": "relative"}, "it", {}, False),
    "which?": ({"kind": "pronoun", "pronoun_type": "interrogative"}, "it", {}, False),
}


@pytest.mark.parametrize(("features", "form", "options", "taken_up"), ALONE.values(), ids=ALONE)
def test_who_takes_up_the_only_candidate(features, form, options, taken_up):
    """What most-recent makes of *X. PRONOUN.*"""
    text = document(["X/-/ROOT/NOUN", "P/-/ROOT/PRON"], [np("x", 0, 1, **{"gender": "n", **features})])
    text.mentions.append(pronoun("p", 1, form))
    text.words[1].form = form
    (decision,) = [d for d in get_resolver("most-recent", **options).resolve(text).decisions if d.anaphor == "p"]
    assert decision.antecedent == ("x" if taken_up else None)


# *FAR. NEAR. PRONOUN.*: what most-recent makes of it; resolvers.md, 2.6.
@pytest.mark.parametrize(
    ("far", "near", "form", "options", "antecedent"),
    [
        pytest.param("s/m", "s/mfn", "he", {}, "far", id="an unknown word stands back"),
        pytest.param("s/m", "s/mfn", "he", {"without": "doubt"}, "near", id="unless left out"),
        pytest.param("s/m", "s/mf", "he", {}, "near", id="a person of unknown sex does not"),
        pytest.param("s/f", "s/mfn", "he", {}, "near", id="nothing agrees outright"),
        pytest.param("s/mfn", "s/mfn", "she", {}, "near", id="two unknown words"),
        pytest.param("s/n", "s/mfn", "it", {}, "near", id="it takes up an animal"),
        pytest.param("p/mfn", "sp/n", "they", {}, "near", id="they takes up a collective"),
        pytest.param("p/mfn", "sp/n", "they", {"singular_they": True}, "far", id="a plural before a collective"),
        pytest.param("sp/n", "s/mf", "they", {"singular_they": True}, "far", id="a collective before a person"),
        pytest.param("s/mf", "s/n", "they", {"singular_they": True}, "far", id="a person, never a thing"),
        pytest.param("s/m", "s/n", "they", {"singular_they": True}, None, id="nor a man"),
    ],
)
def test_doubtful_agreement_stands_back(far, near, form, options, antecedent):
    text = document(["F/-/ROOT/NOUN", "N/-/ROOT/NOUN", "P/-/ROOT/PRON"], [])
    text.words[2].form = form
    for place, (name, features) in enumerate({"far": far, "near": near}.items()):
        number, gender = features.split("/")
        text.mentions.append(np(name, place, place + 1, number=number, gender=gender))
    text.mentions.append(pronoun("p", 2, form))
    resolver = get_resolver("most-recent", **options)
    assert resolver.resolve(text).decisions[0].antecedent == antecedent


def discourse_of(*features):
    mentions = [np(i, i, i + 1, number=number, gender=gender) for i, (number, gender) in enumerate(features)]
    return Discourse(document(["w/-/ROOT " * len(mentions)], mentions))


@pytest.mark.parametrize(
    ("features", "number", "gender"),
    [
        # What all members allow, whoever allows less.
        ([("sp", "mfn"), ("s", "mf")], "s", "mf"),
        ([("s", "mf"), ("sp", "mfn")], "s", "mf"),
        ([("sp", "mf"), ("s", "fn")], "s", "f"),
        # Where they allow nothing in common, what the newest allows, of number and gender each by itself.
        ([("s", "m"), ("s", "f")], "s", "f"),
        ([("s", "m"), ("p", "mfn")], "p", "m"),
        ([("s", "m"), ("p", "f"), ("sp", "mf")], "p", "f"),
    ],
)
def test_what_an_entity_allows(features, number, gender):
    expected = frozenset(number), frozenset(gender)
    discourse = discourse_of(*features)
    grown, merged = Entities(discourse), Entities(discourse)
    grown.found(0)
    merged.found(0)
    for position in range(1, len(features)):
        grown.join(position, 0)
        merged.merge(merged.found(position), 0)
    for entities in (grown, merged):
        members = list(range(len(features)))
        assert (entities.features[0], entities.members[0], entities.latest[0]) == (expected, members, members[-1])
        assert {features: list(having) for features, having in entities.having.items() if having} == {expected: [0]}


def test_who_joins_an_entity_agrees_as_it_does_from_then_on():
    # The first is of any gender until the second tells it; the third, of any gender itself, changes nothing but itself.
    entities = Entities(discourse_of(("s", "mf"), ("s", "f"), ("s", "mf"), ("s", "f")))
    changed = []
    entities.found(0)
    for position in range(1, 4):
        entities.join(position, 0)
        changed.append(entities.changed[:])
        entities.changed.clear()
    assert changed == [[0, 1], [2], []]


def test_an_earlier_mention_that_joins_is_not_the_latest():
    entities = Entities(discourse_of(*[("s", "m")] * 3))
    entities.found(2)
    entities.join(0, 0)
    assert (entities.members[0], entities.latest[0]) == ([2, 0], 2)


def test_entity_agreement_rejects_what_the_mention_alone_allows():
    # *Kim saw Al. She left. It fell.*: Kim alone may be anything, but she took Kim up.
    mentions = noted("kim 0-1 SUBJ gender=mfn | al 2-3 DOBJ gender=m | she 3 she SUBJ | it 5 it SUBJ")
    text = document(["Kim/1/nsubj saw/-/ROOT Al/1/dobj", "She/1/nsubj left/-/ROOT", "It/1/nsubj fell/-/ROOT"], mentions)
    together = get_resolver("kennedy-boguraev").resolve(text).decisions
    assert [decision.antecedent for decision in together] == ["kim", None]
    apart = get_resolver("kennedy-boguraev", entity_agreement=False).resolve(text).decisions
    assert [decision.antecedent for decision in apart] == ["kim", "kim"]
