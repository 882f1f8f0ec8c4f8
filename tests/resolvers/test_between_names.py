"""Between names: what is told of the entities that a pronoun may mean, by hand, and what the weights make of it."""

from dataclasses import replace
from math import log
from types import SimpleNamespace

import numpy as np
import pytest

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Entity, Quotation
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.between_names import (
    AS_RANKED,
    LENGTHS,
    LONG,
    SHORT,
    BetweenNames,
    Chains,
    contest,
    contest_among,
    learn_between_names,
    names_around,
    of_learnt,
)
from anaphora_workbench.resolvers.learned.contenders import TOLD
from anaphora_workbench.resolvers.learned.few_given import answers_to_few, with_noun_phrases_around
from anaphora_workbench.resolvers.learned.training import TrainingDocument
from hand_built import document, pronoun
from hand_built import np as noun_phrase

SENTENCES = (
    "Ann/1/nsubj met/-/ROOT Eve/1/dobj ./1/punct",
    "She/1/nsubj thanked/-/ROOT Joan/1/dobj ./1/punct",
    "Ida/2/poss 's/0/case aunt/3/nsubj left/-/ROOT ./3/punct",
)
ANN, EVE, SHE, JOAN, AUNT, IDA, LATER = range(7)


def name(id, start, function, gender="f", **more):
    return noun_phrase(id, start, start + 1, function, gender=gender, kind="proper", **more)


def text(gender="f", more=(), behind=(), **eve):
    """*Ann met Eve. She thanked Joan. Ida's aunt left*, and more sentences, with the mentions behind the aunt."""
    mentions = [
        name("Ann", 0, "SUBJ"),
        name("Eve", 2, "DOBJ", gender, **eve),
        pronoun("she", 4, "she", "SUBJ"),
        name("Joan", 6, "DOBJ"),
        name("Ida", 8, "POSS", embedded_in="aunt"),
        noun_phrase("aunt", 8, 11, "SUBJ", gender="f", kind="common", definiteness="definite"),
        *behind,
    ]
    return MentionTable(Discourse(document((*SENTENCES, *more), mentions)))


def choice(antecedent, **scores):
    """What a ranker chose, of the candidates before the pronoun."""
    candidates = {"Eve": EVE, "Ann": ANN}
    return SimpleNamespace(
        position=SHE,
        antecedent=antecedent,
        candidates=[candidates[name] for name in scores],
        preferred=np.array(list(scores.values())),
        left=np.ones(len(scores), dtype=bool),
        barred={},
        rule="",
        note="",
    )


def told(found):
    return {number: dict(zip(TOLD, row, strict=True)) for number, row in zip(found.entities, found.told, strict=True)}


@pytest.mark.parametrize(
    ("later", "contends"),
    [
        pytest.param(pronoun("he", 13, "he", "SUBJ"), False, id="nobody is she and he"),
        pytest.param(pronoun("she2", 13, "she", "SUBJ"), True, id="she again"),
        pytest.param(pronoun("it", 13, "it", "SUBJ"), True, id="a pronoun of no sex"),
        pytest.param(
            noun_phrase("chap", 13, 14, "SUBJ", gender="m", kind="common"), True, id="nouns tell it less surely"
        ),
    ],
)
def test_an_entity_that_a_pronoun_of_the_other_sex_is_of_takes_no_part(later, contends):
    table = text(more=("X/1/nsubj left/-/ROOT ./1/punct",), behind=(later,))
    found = contest(table, Chains(table, {SHE: EVE, LATER: ANN}), choice(EVE, Eve=3.0, Ann=1.5))
    assert (ANN in found.nearest) == contends


def test_what_is_told_of_each_entity_with_a_name():
    """Joan is an argument of the pronoun's verb, so she is not meant."""
    table = text()
    found = contest(table, Chains(table, {SHE: EVE}), choice(EVE, Eve=3.0, Ann=1.5))
    assert [table.discourse.ids[position] for position in found.antecedents] == ["Ann", "Eve", "Ida"]
    rows = list(told(found).values())
    assert rows == [pytest.approx(row) for row in expected_rows()]


@pytest.mark.parametrize("role", ["speaker", "addressee"])
def test_who_says_a_quotation_or_hears_it_is_no_third_person_in_it(role):
    """*Ann met Eve. “She thanked Joan,” said Eve*, or somebody to her."""
    table = text()
    heads = [table.discourse.mentions[position].head for position in (EVE, ANN)]
    spans = ((4, 8), (8, 12))
    table.discourse.document.quotations = [
        Quotation(*span, **{role: head}) for span, head in zip(spans, heads, strict=True)
    ]
    found = contest(table, Chains(table, {}), choice(ANN, Eve=3.0, Ann=1.5))
    assert [table.discourse.ids[position] for position in found.antecedents] == ["Ann", "Ida"]
    # Where the ranker has chosen her all the same, the weights decide.
    chosen = contest(table, Chains(table, {}), choice(EVE, Eve=3.0, Ann=1.5))
    assert [row["no name"] for row in told(chosen).values()] == [0.0, 0.0, 1.0]
    table = text()
    outside = contest(table, Chains(table, {}), choice(ANN, Eve=3.0, Ann=1.5))
    assert [table.discourse.ids[position] for position in outside.antecedents] == ["Ann", "Eve", "Ida"]


def expected_rows():
    nothing = dict.fromkeys(TOLD, 0.0) | {"names": log(2), "known gender": 1.0}
    # Over both roots: one arc up, one between the sentences, one down. One word between them, the full stop.
    before = nothing | {"arcs": log(1 + 3), "sentence before": 1.0}
    eve = before | {"words": log(1 + 1), "object": 1.0}
    ann = before | {"best candidate": -1.5, "words": log(1 + 3), "subject": 1.0, "both subjects": 1.0}
    # One arc more, as a possessor.
    after = {"after the pronoun": 1.0, "introduced later": 1.0}
    ida = nothing | {"no candidate": 1.0, "arcs": log(1 + 4), "words": log(1 + 3)} | after
    return ann, eve, ida


@pytest.mark.parametrize(
    ("links", "eve", "antecedent", "why"),
    [
        ({}, "f", None, "the ranker chose none"),
        ({SHE: ANN, EVE: ANN, IDA: ANN}, "f", ANN, "all names are one entity"),
    ],
)
def test_where_there_is_no_contest(links, eve, antecedent, why):
    table = text(eve)
    assert contest(table, Chains(table, links), choice(antecedent, Ann=1.0)) is None, why


def test_what_the_ranker_has_chosen_is_compared_though_it_has_no_name_but_not_with_its_possessor():
    table = text()
    found = contest(table, Chains(table, {SHE: AUNT}), choice(AUNT, Eve=3.0, Ann=1.5))
    assert [table.discourse.ids[position] for position in found.antecedents] == ["Ann", "Eve", "aunt"]
    assert [row["no name"] for row in told(found).values()] == [0.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("links", "more", "expected"),
    [
        ({}, {"gender": "n", "gender_from": "recogniser"}, {"known gender": 0.0, "clash": 1.0}),
        ({}, {"gender": "n", "gender_from": "recogniser", "entity_type": "GPE", "preposition": "in"}, None),
        ({}, {"gender": "m", "gender_from": "other mentions"}, None),
        ({}, {"gender": "m", "gender_from": "name list"}, None),
        ({}, {"gender": "n", "gender_from": "name list"}, None),
        ({}, {"gender": "m", "gender_from": "title"}, None),
        ({}, {"gender": "f", "number": "p"}, None),
        ({EVE: ANN}, {"gender": "f"}, {"names": log(3), "subject": 0.0, "clash": 0.0}),
        ({JOAN: EVE}, {"gender": "f"}, None),
    ],
    ids=[
        "a recogniser says it is a thing", "a place that somebody is in",
        "others of the name are men", "a man's name", "a list says it is a thing",
        "a title",
        "several persons", "Ann and Eve are one person",
        "it is she who is thanked",
    ],
)  # fmt: skip
def test_which_names_a_pronoun_may_mean_and_what_is_told_of_them(links, more, expected):
    """Of Eve in *Ann met Eve. She thanked Joan. Ida's aunt left*, with other features or links."""
    table = text(**more)
    chains = Chains(table, links)
    found = contest(table, chains, choice(ANN, Eve=3.0, Ann=1.5))
    eve = told(found).get(int(chains.number[EVE]))
    assert (eve is None) == (expected is None)
    assert expected is None or {name: eve[name] for name in expected} == pytest.approx(expected)


def test_with_an_article_a_recogniser_is_believed():
    """*The Eve*, where it says that this is a thing."""
    table = text(gender="n", gender_from="recogniser")
    table.discourse.document.words[table.discourse.mentions[EVE].start].upos = "DET"
    chains = Chains(table, {})
    assert int(chains.number[EVE]) not in told(contest(table, chains, choice(ANN, Eve=3.0, Ann=1.5)))


@pytest.mark.parametrize(
    ("sentences", "mentions", "expected"),
    [
        (
            ("In/4/prep her/2/poss book/0/pobj ,/4/punct Ann/5/nsubj thanked/-/ROOT Eve/5/dobj ./5/punct",),
            [pronoun("her", 1, "her", "POSS"), name("Ann", 4, "SUBJ"), name("Eve", 6, "DOBJ")],
            {"behind a comma": [1.0, 0.0], "subject": [1.0, 0.0], "subject of this sentence": [0.0, 0.0]},
        ),
        (
            ("Ann/1/nsubj told/-/ROOT Eve/1/dobj that/5/mark she/5/nsubj left/1/ccomp ./1/punct",),
            [name("Ann", 0, "SUBJ"), name("Eve", 2, "DOBJ"), pronoun("she", 4, "she", "SUBJ")],
            {"behind a comma": [0.0, 0.0], "subject of this sentence": [1.0, 0.0], "both subjects": [1.0, 0.0]},
        ),
        (
            ("Ann/1/nsubj told/-/ROOT Eve/1/dobj of/1/prep her/5/poss book/3/pobj ./1/punct",),
            [name("Ann", 0, "SUBJ"), name("Eve", 2, "DOBJ"), pronoun("her", 4, "her", "POSS")],
            {"subject of this sentence": [1.0, 0.0], "both subjects": [0.0, 0.0]},
        ),
        (
            (
                "They/1/nsubj met/-/ROOT Ann/1/dobj ,/1/punct Eve/1/dobj ./1/punct",
                "Ann/1/nsubj left/-/ROOT and/1/cc she/4/nsubj slept/1/conj ./1/punct",
            ),
            [name("Ann", 2, "DOBJ"), name("Eve", 4, "DOBJ"), pronoun("she", 9, "she", "SUBJ")],
            {"behind a comma": [0.0, 0.0], "both subjects": [0.0, 0.0], "coordinated": [0.0, 0.0]},
        ),
        (
            ("Ann/3/nsubj and/0/cc Eve/0/conj slept/-/ROOT ./3/punct", "She/1/nsubj snored/-/ROOT ./1/punct"),
            [name("Ann", 0, "SUBJ"), name("Eve", 2, "SUBJ"), pronoun("she", 5, "she", "SUBJ")],
            {"coordinated": [1.0, 1.0]},
        ),
        (
            (
                "Ann/1/nsubj met/-/ROOT Tom/1/dobj and/2/cc Eve/2/conj ./1/punct",
                "She/1/nsubj snored/-/ROOT ./1/punct",
            ),
            [name("Ann", 0, "SUBJ"), name("Eve", 4, "DOBJ"), pronoun("she", 6, "she", "SUBJ")],
            {"coordinated": [0.0, 1.0]},
        ),
    ],
    ids=[
        "Ann follows her phrase and a comma",
        "Ann and the pronoun are subjects",
        "the pronoun is no subject",
        "Eve stands before the pronoun",
        "Ann and Eve are joined",
        "Eve is joined with Tom",
    ],
)
def test_what_is_told_of_subjects_of_who_follows_a_comma_and_of_who_is_joined(sentences, mentions, expected):
    """Of Ann and Eve."""
    table = MentionTable(Discourse(document(sentences, mentions)))
    position = next(place for place in range(3) if table.is_pronoun[place])
    names = [place for place in range(3) if place != position]
    left = np.ones(2, dtype=bool)
    chosen = SimpleNamespace(
        position=position, antecedent=names[1], candidates=names, preferred=np.zeros(2), left=left, barred={}
    )
    rows = told(contest(table, Chains(table, {}), chosen))
    assert {cue: [rows[number][cue] for number in sorted(rows)] for cue in expected} == expected


@pytest.mark.parametrize(("form", "full"), [("Ann/1/compound Voss", 1.0), ("lawyer/1/compound Voss", 0.0)])
def test_who_is_introduced_by_more_than_one_name_was_not_known_before(form, full):
    first, last = form.split(" ")
    sentences = (f"{first} {last}/2/nsubj met/-/ROOT Eve/2/dobj ./2/punct", "She/1/nsubj left/-/ROOT ./1/punct")
    voss = noun_phrase("Voss", 0, 2, "SUBJ", gender="f", kind="proper", head=1)
    read = document(sentences, [voss, name("Eve", 3, "DOBJ"), pronoun("she", 5, "she", "SUBJ")])
    for word in read.words:
        word.upos = "PROPN" if word.form.istitle() and word.form != "She" else "NOUN"
    table = MentionTable(Discourse(read))
    found = contest(table, Chains(table, {}), choice(ANN, Eve=3.0, Ann=1.5))
    assert [row["full name"] for row in told(found).values()] == [full, 0.0]


@pytest.mark.parametrize(("more", "length"), [(237, SHORT), (238, LONG)])
def test_texts_of_250_words_and_longer_ones_have_weights_of_their_own(more, length):
    """However many sentences they have: where a format has no boundaries, a text of any length is one."""
    table = text(more=[" ".join(["Ah/-/ROOT", *["ah/0/dep"] * (more - 1)])])
    found = contest(table, Chains(table, {}), choice(ANN, Eve=3.0, Ann=1.5))
    assert found.length == length
    weights = {name: dict.fromkeys(TOLD, 0.0) | {"object": float(name == length)} for name in LENGTHS}
    assert BetweenNames(weights).sums(found).tolist() == [0.0, 1.0, 0.0]


def test_a_name_of_the_other_gender_and_one_that_hangs_on_the_pronoun_are_not_in_it():
    table = text("m")
    chains = Chains(table, {SHE: ANN, IDA: SHE})
    assert chains.hangs_on(IDA, SHE)
    assert not chains.hangs_on(ANN, SHE)
    assert contest(table, chains, choice(ANN, Eve=2.0, Ann=3.0)) is None


def test_what_hangs_on_one_pronoun_and_then_on_another():
    """Links of links do, but none of the entity that came before the pronoun, nor by a link to what comes later."""
    chains = Chains(text(), {1: 0, 2: 1, 3: 2, 4: 0})
    hanging = [[mention for mention in range(5) if chains.hangs_on(mention, pronoun)] for pronoun in (1, 2)]
    assert hanging == [[1, 2, 3], [2, 3]]
    assert not Chains(text(), {0: 1}).hangs_on(0, 1)


def test_whom_a_pronoun_of_its_clause_takes_up_is_not_meant():
    """*Ann met Eve. She thanked her.*"""
    sentences = ("Ann/1/nsubj met/-/ROOT Eve/1/dobj ./1/punct", "She/1/nsubj thanked/-/ROOT her/1/dobj ./1/punct")
    pronouns = [pronoun("she", 4, "she", "SUBJ"), pronoun("her", 6, "her", "DOBJ")]
    table = MentionTable(Discourse(document(sentences, [name("Ann", 0, "SUBJ"), name("Eve", 2, "DOBJ"), *pronouns])))
    her = choice(EVE, Eve=2.0, Ann=3.0)
    her.position = SHE + 1
    assert contest(table, Chains(table, {her.position: EVE}), her) is not None
    # Ann is she who thanks; Eve alone is left.
    assert contest(table, Chains(table, {SHE: ANN, her.position: EVE}), her) is None


def test_among_mentions_that_are_given_one_is_taken_even_if_none_agrees():
    table = text("m")
    found = contest_among(table, Chains(table, {}), choice(None, Eve=1.0), [EVE])
    assert (found.entities, found.nearest) == ([EVE], [EVE])


def test_names_are_looked_for_nine_sentences_back_and_two_ahead():
    far = [f"Tom{number}/1/nsubj slept/-/ROOT ./1/punct" for number in range(14)]
    far[10] = "He/1/nsubj slept/-/ROOT ./1/punct"
    mentions = [
        pronoun(place, 3 * place, "he", "SUBJ") if place == 10 else name(place, 3 * place, "SUBJ", "m")
        for place in range(14)
    ]
    table = MentionTable(Discourse(document(far, mentions)))
    assert names_around(table, 10) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12]


@pytest.mark.parametrize(
    ("weights", "antecedent", "rule", "told"),
    [
        (
            AS_RANKED, EVE, "",
            "Eve (Eve) before Ann (Ann) by 1.50 (best candidate +1.50); "
            "Eve (Eve) before Ida (Ida) by 100.00 (no candidate +100.00)",
        ),
        (
            dict.fromkeys(TOLD, 0.0) | {"best candidate": 1.0, "subject": 1.0}, EVE, "",
            "Eve (Eve) before Ida (Ida) by 0.00; "
            "Eve (Eve) before Ann (Ann) by 0.50 (best candidate +1.50, subject -1.00)",
        ),
        (
            dict.fromkeys(TOLD, 0.0) | {"best candidate": 1.0, "subject": 2.0}, ANN, "between names",
            "Ann (Ann) before Eve (Eve) by 0.50 (best candidate -1.50, subject +2.00); "
            "Ann (Ann) before Ida (Ida) by 0.50 (best candidate -1.50, subject +2.00)",
        ),
        (
            dict.fromkeys(TOLD, 0.0) | {"after the pronoun": 1.0}, IDA, "between names",
            "Ida (Ida) before Ann (Ann) by 1.00 (after the pronoun +1.00); "
            "Ida (Ida) before Eve (Eve) by 1.00 (after the pronoun +1.00)",
        ),
        (
            # The sum is that of the weights, not of what is printed of them.
            dict.fromkeys(TOLD, 0.0) | {"subject": 0.006, "both subjects": 0.006}, ANN,
            "between names",
            "Ann (Ann) before Eve (Eve) by 0.01 (subject +0.01, both subjects +0.01); "
            "Ann (Ann) before Ida (Ida) by 0.01 (subject +0.01, both subjects +0.01)",
        ),
    ],
)  # fmt: skip
def test_the_largest_sum_is_taken_and_why_is_told(weights, antecedent, rule, told):
    table, made = text(), choice(EVE, Eve=3.0, Ann=1.5)
    chains = Chains(table, {SHE: EVE})
    BetweenNames(dict.fromkeys(LENGTHS, weights)).settle(table, contest(table, chains, made), made, chains)
    assert (made.antecedent, made.rule) == (antecedent, rule)
    assert made.note == f"between names, short texts: {told}"


@pytest.mark.parametrize(
    "learnt",
    [
        {},
        {SHORT: AS_RANKED},
        {length: {"best candidate": 1.0} for length in LENGTHS},
        dict.fromkeys(LENGTHS, AS_RANKED | {"luck": 1.0}),
        dict.fromkeys((*LENGTHS, "middling texts"), AS_RANKED),
    ],
)
def test_weights_that_are_missing_or_unknown_are_refused(learnt):
    told = (
        r"^weights between names, (long texts|middling texts|short texts), of .*; "
        "expected for short texts and long texts best candidate, no c"
    )
    with pytest.raises(ValueError, match=told):
        of_learnt(learnt)


@pytest.mark.parametrize(
    ("entities", "narrow", "lighter", "heavier"),
    [
        ((["Ann", "she"], ["Eve"]), True, {"object", "after the pronoun"}, {"subject"}),
        ((["Ann"], ["Eve", "she"]), True, {"subject", "after the pronoun"}, {"object"}),
        ((["Ann"], ["Eve"], ["she"]), True, {"subject", "object"}, {"after the pronoun"}),
        # The name that it means is no contender; its relative may or may not be.
        ((["Ann"], ["Joan", "she"]), True, set(), set()),
        # A key of all entities says only that nobody is named before who is meant.
        ((["Ann"], ["Eve"], ["she"]), False, set(), set()),
    ],
    ids=["Ann is meant", "Eve is meant", "neither is meant", "somebody else is meant", "the key is of a whole text"],
)
def test_what_a_key_teaches(entities, narrow, lighter, heavier):
    """Of *Ann met Eve. She thanked Joan. Ida's aunt left*, where the key gives two names and asks for *she*."""
    learnt = learnt_of(entities, narrow)
    assert learnt[LONG] == AS_RANKED
    told = {name: learnt[SHORT][name] for name in ("subject", "object", "after the pronoun")}
    assert {name for name, weight in told.items() if weight < 0} == lighter
    assert {name for name, weight in told.items() if weight > 0} == heavier


def learnt_of(entities, narrow=True, links=None):
    """The weights that the key teaches, of a text that was read with these links."""
    given = text().discourse.document
    layer = CoreferenceLayer(GOLD_LAYER, [Entity(str(number), members) for number, members in enumerate(entities)])
    key = replace(given, coreference={GOLD_LAYER: layer}, anaphors=["she"])
    made = choice(EVE, Eve=3.0, Ann=3.0)
    return learn_between_names([TrainingDocument(given, key, narrow)], lambda _: ([made], links or {})).weights


@pytest.mark.parametrize(
    ("entities", "links", "object"),
    [
        # Ida alone is right, though the pronoun itself is in the entity that the ranker has chosen.
        ((["Ann"], ["Eve"], ["Ida", "she"]), {SHE: EVE}, -0.25),
        # Ida hangs on the pronoun: that says nothing of Eve.
        ((["Ann"], ["Eve"], ["Ida", "she"]), {SHE: EVE, IDA: SHE}, None),
        # The key does not have the pronoun.
        ((["Ann"], ["Eve"]), {SHE: EVE}, None),
    ],
    ids=["the pronoun", "what hangs on it", "none in the key"],
)
def test_a_choice_does_not_teach_that_it_was_right(entities, links, object):
    learnt = learnt_of(entities, links=links)[SHORT]
    if object is None:
        assert learnt == AS_RANKED
    else:
        assert learnt["object"] == pytest.approx(object, abs=0.1)


@pytest.mark.parametrize(
    ("given", "links", "weights", "answer", "candidates"),
    [
        # Ann outweighs all.
        (["Ann", "Eve"], {SHE: EVE}, {"subject": 1.0}, "Ann", ["Ann", "Eve"]),
        # Ida does, who was not given: the pronoun means neither.
        (["Ann", "Eve"], {SHE: EVE}, {"after the pronoun": 1.0}, None, ["Ann", "Eve"]),
        # Ann was given by another of her mentions.
        (["aunt", "Eve"], {SHE: EVE, AUNT: ANN}, {"subject": 1.0}, "aunt", ["aunt", "Eve"]),
        # No other name was in question.
        (["Joan"], {SHE: ANN, EVE: ANN, IDA: ANN}, {}, "Joan", ["Joan"]),
    ],
    ids=["one given", "one that was not", "by another mention", "no contest"],
)
def test_a_pronoun_means_a_mention_given_or_none(given, links, weights, answer, candidates):
    wide = text()
    read = wide.discourse.document
    few = Discourse(replace(read, mentions=[m for m in read.mentions if m.id in {*given, "she"}]))
    made = choice(links[SHE], Eve=3.0, Ann=3.0)
    learnt = BetweenNames(dict.fromkeys(LENGTHS, dict.fromkeys(TOLD, 0.0) | weights))
    answers = answers_to_few(few, wide, {SHE: made}, Chains(wide, links), learnt)
    (found,) = (answer for answer in answers if few.ids[answer.position] == "she")
    assert (None if found.antecedent is None else few.ids[found.antecedent]) == answer
    assert [few.ids[candidate.position] for candidate in found.candidates] == candidates
    assert found.note.startswith("between names, short texts: ")
    assert found.note.endswith(" (Joan) alone") == (given == ["Joan"])


@pytest.mark.parametrize(("given", "around", "few"), [(2, 7, True), (2, 6, False), (0, 7, False), (2, 0, False)])
def test_what_counts_as_few_mentions(given, around, few):
    read = document(["a/-/ROOT b/0/dep c/0/dep d/0/dep e/0/dep f/0/dep g/0/dep h/0/dep i/0/dep"], [])
    read.mentions = [noun_phrase(f"m{place}", place, place + 1) for place in range(given)]
    read.bystanders = [noun_phrase(f"s{place}", place, place + 1) for place in range(given, given + around)]
    wide = with_noun_phrases_around(Discourse(read))
    assert (wide is not None) == few
    if wide is not None:
        assert len(wide.mentions) == given + around


@pytest.mark.parametrize(
    ("barred", "left", "held"),
    [
        pytest.param({0: "why", 1: "why"}, (False, False), True, id="all barred: names decide"),
        pytest.param({0: "why"}, (False, True), False, id="the ranker has taken none of what is left"),
        pytest.param({}, (), False, id="it had nothing to choose from"),
    ],
)
def test_names_decide_where_all_that_the_ranker_could_choose_from_is_barred(barred, left, held):
    chosen = choice(None, **dict(zip(("Eve", "Ann"), (1.0, 2.0), strict=False)) if left else {})
    chosen.barred, chosen.left = barred, np.array(left, dtype=bool)
    table = text()
    assert (contest(table, Chains(table, {}), chosen) is not None) is held
