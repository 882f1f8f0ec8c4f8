"""Each rule of the syntactic filters, and the search for the antecedents of reflexives (resolvers.md, 2.3)."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.binding import (
    ADJUNCT_DOMAIN,
    ARGUMENT_DOMAIN,
    CONDITION_1,
    CONDITION_2,
    CONDITION_3,
    CONTAINED,
    NP_DOMAIN,
    POSSESSOR,
    PREDICATE_NOMINAL,
    disjoint_of,
)
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.options import PronounOptions
from hand_built import document, noted, np, pronoun

TOM = {"gender": "m", "kind": "proper"}


# Words and mentions of sentences in which x may be the antecedent of p.
TEXTS = {
    "saw_him": ("Tom/1/nsubj saw/-/ROOT him/1/dobj/PRON", "x 0-1 SUBJ +TOM | p 2 him DOBJ verb=1"),
    "wants_to_see_him": ("Tom/1/nsubj wants/-/ROOT to/3/aux see/1/xcomp him/3/dobj/PRON",
        "x 0-1 SUBJ +TOM | p 4 him DOBJ verb=3"),
    "wants_him_to_leave": ("Tom/1/nsubj wants/-/ROOT him/4/nsubj/PRON to/4/aux leave/1/ccomp",
        "x 0-1 SUBJ +TOM | p 2 him SUBJ verb=4"),
    "came_and_saw_him": ("Tom/1/nsubj came/-/ROOT and/1/cc saw/1/conj/VERB him/3/dobj/PRON",
        "x 0-1 SUBJ +TOM | p 4 him DOBJ verb=3"),
    "near_him_dan_saw": ("Near/4/prep him/0/pobj/PRON ,/4/punct Dan/4/nsubj saw/-/ROOT a/6/det snake/4/dobj",
        "p 1 him OBL preposition=near adjunct=True | x 3-4 SUBJ +TOM"),
    "dan_saw_near_him": ("Dan/1/nsubj saw/-/ROOT a/3/det snake/1/dobj near/1/prep him/4/pobj/PRON",
        "x 0-1 SUBJ +TOM | snake 2-4 DOBJ gender=n | p 5 him OBL"),
    "proud_of_him": ("Tom/1/nsubj is/-/ROOT proud/1/acomp/ADJ of/2/prep him/3/pobj/PRON",
        "x 0-1 SUBJ +TOM | p 4 him OBL"),
    "johns_picture_of_him": ("John/2/poss 's/0/case picture/5/nsubj of/2/prep him/3/pobj/PRON fell/-/ROOT",
        "q 0-5 SUBJ gender=n head=2 | x 0-2 POSS head=0 embedded_in=q +TOM | p 4 him OBL embedded_in=q"),
    "he_said_tom_left": ("He/1/nsubj/PRON said/-/ROOT Tom/3/nsubj left/1/ccomp",
        "p 0 he SUBJ verb=1 | x 2-3 SUBJ verb=3 +TOM"),
    "his_hat": ("His/1/poss/PRON hat/2/nsubj fell/-/ROOT", "x 0-2 SUBJ gender=mn | p 0 his POSS embedded_in=x"),
    "his_picture_of_john": ("His/1/poss/PRON picture/4/nsubj of/1/prep John/2/pobj fell/-/ROOT",
        "q 0-4 SUBJ gender=n head=1 | p 0 his POSS embedded_in=q | x 3-4 OBL embedded_in=q +TOM"),
    "tom_and_him": ("Tom/3/nsubj and/0/cc him/0/conj/PRON left/-/ROOT", "x 0-1 SUBJ +TOM | p 2 him SUBJ"),
    "the_man_who_saw_him": ("the/1/det man/5/nsubj who/3/nsubj/PRON saw/1/relcl him/3/dobj/PRON left/-/ROOT",
        "x 0-5 SUBJ gender=m head=1 | p 4 him DOBJ verb=3 embedded_in=x"),
    "the_woman_who_lost_her_keys": (
        "the/1/det woman/6/nsubj who/3/nsubj/PRON lost/1/relcl her/5/poss/PRON keys/3/dobj left/-/ROOT",
        "x 0-6 SUBJ gender=f head=1 | keys 4-6 DOBJ number=p gender=n embedded_in=x | "
        "p 4 her POSS pronoun_type=possessive embedded_in=keys"),
    "tom_said_he_left": ("Tom/1/nsubj said/-/ROOT he/3/nsubj/PRON left/1/ccomp",
        "x 0-1 SUBJ +TOM | p 2 he SUBJ verb=3"),
    "lift_and_rinse": ("Lift/-/ROOT the/2/det filter/0/dobj and/0/cc rinse/0/conj/VERB it/4/dobj/PRON",
        "x 1-3 DOBJ gender=n verb=0 | p 5 it DOBJ verb=4"),
    "tom_saw_his_brother": ("Tom/1/nsubj saw/-/ROOT his/3/poss/PRON brother/1/dobj",
        "x 0-1 SUBJ +TOM | noun 2-4 DOBJ gender=m | p 2 his POSS embedded_in=noun"),
    **{
        f"tom_is_his_{other}_{noun}": (
            f"Tom/1/nsubj is/-/ROOT/AUX his/4/poss/PRON {other}/4/amod {noun}/1/attr",
            "x 0-1 SUBJ +TOM | noun 2-5 PRED head=4 gender=m | p 2 his POSS embedded_in=noun")
        for other, noun in (("younger", "brother"), ("own", "man"), ("old", "self"))
    },
}  # fmt: skip


def text_of(name):
    words, mentions = TEXTS[name]
    return document([words], noted(mentions, TOM=TOM))


def rule(text, **options):
    discourse = Discourse(text)
    disjoint = disjoint_of(discourse, discourse.position["p"], PronounOptions(**options))
    return disjoint.rule(discourse.position["x"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("saw_him", ARGUMENT_DOMAIN),
        ("wants_to_see_him", ARGUMENT_DOMAIN),
        ("wants_him_to_leave", ARGUMENT_DOMAIN),
        ("came_and_saw_him", ARGUMENT_DOMAIN),
        ("tom_and_him", ARGUMENT_DOMAIN),
        ("the_man_who_saw_him", ARGUMENT_DOMAIN),
        ("near_him_dan_saw", ADJUNCT_DOMAIN),
        ("dan_saw_near_him", ADJUNCT_DOMAIN),
        ("proud_of_him", ADJUNCT_DOMAIN),
        ("he_said_tom_left", CONTAINED),
        ("johns_picture_of_him", NP_DOMAIN),
        ("his_picture_of_john", POSSESSOR),
        ("the_woman_who_lost_her_keys", None),
        ("tom_said_he_left", None),
        ("lift_and_rinse", None),
    ],
)
def test_conditions_over_dependencies(text, expected):
    assert rule(text_of(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("saw_him", CONDITION_1),
        ("wants_to_see_him", CONDITION_1),
        ("came_and_saw_him", CONDITION_1),
        ("he_said_tom_left", CONDITION_2),
        ("near_him_dan_saw", None),
        ("the_man_who_saw_him", CONDITION_3),
        ("the_woman_who_lost_her_keys", None),
        ("tom_said_he_left", None),
        ("lift_and_rinse", None),
    ],
)
def test_flat_conditions(text, expected):
    assert rule(text_of(text), filter="flat", grammar="as-published") == expected


@pytest.mark.parametrize("conditions", ["dep", "flat"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tom_is_his_younger_brother", PREDICATE_NOMINAL),
        ("tom_is_his_own_man", None),
        ("tom_is_his_old_self", None),
        ("tom_saw_his_brother", None),
    ],
)
def test_who_is_somebodys_brother_is_not_that_somebody(text, expected, conditions):
    assert rule(text_of(text), filter=conditions) == expected


def test_flat_conditions_to_the_letter():
    assert rule(text_of("lift_and_rinse"), filter="flat", c3="literal") == CONDITION_1
    # *John 's picture of him*: the pronoun is embedded, and nothing unembedded stands between.
    assert rule(text_of("johns_picture_of_him"), filter="flat", c3="literal") == CONDITION_3
    assert rule(text_of("johns_picture_of_him"), filter="flat", grammar="as-published") is None


@pytest.mark.parametrize("name", ["kennedy-boguraev", "cogniac", "mitkov", "most-recent", "hobbs", "lappin-leass"])
def test_a_pronoun_is_not_the_phrase_it_stands_in(name):
    assert get_resolver(name).resolve(text_of("his_hat")).decisions[0].antecedent is None


@pytest.mark.parametrize("name", ["kennedy-boguraev", "cogniac", "most-recent", "hobbs", "lappin-leass"])
def test_the_woman_survives(name):
    decision = get_resolver(name).resolve(text_of("the_woman_who_lost_her_keys")).decisions[0]
    assert decision.antecedent == "x"


def test_cataphora_is_off_by_default_and_filtered_where_on():
    decision = get_resolver("kennedy-boguraev").resolve(text_of("near_him_dan_saw")).decisions[0]
    assert (decision.candidates_before, decision.antecedent) == ((), None)
    trace = get_resolver("kennedy-boguraev", cataphora=True).resolve(text_of("near_him_dan_saw")).traces[0]
    dan = next(c for c in trace.candidates if trace.mention(c.position).id == "x")
    assert (dan.rejected_by, dan.why) == ("syntax", ADJUNCT_DOMAIN)


def ann_met_mary():
    """*Ann met Mary. She gave her a book.*"""
    words = ["Ann/1/nsubj met/-/ROOT Mary/1/dobj", "She/1/nsubj/PRON gave/-/ROOT her/1/dative/PRON a/4/det book/1/dobj"]
    woman = {"gender": "f", "kind": "proper"}
    mentions = noted(
        "ann 0-1 SUBJ +woman | mary 2-3 DOBJ +woman | she 3 she SUBJ | her 5 her IOBJ | book 6-8 DOBJ gender=n",
        woman=woman,
    )
    return document(words, mentions)


@pytest.mark.parametrize(
    ("name", "options", "she", "her"),
    [
        ("kennedy-boguraev", {}, "ann", "mary"),
        ("lappin-leass", {}, "ann", "mary"),
        ("hobbs", {}, "ann", "mary"),
        ("mars", {}, "ann", "mary"),
        ("cogniac", {"unique": "mentions"}, "ann", "mary"),
        ("recent-subject", {"filter": "dep"}, "ann", None),
        ("most-recent", {"filter": "dep"}, "mary", "ann"),
        # What does not look at syntax keeps nothing apart.
        ("recent-subject", {}, "ann", "she"),
        ("hobbs", {"without": "chains"}, "ann", "ann"),
        ("kennedy-boguraev", {"without": "chains"}, "ann", "ann"),
    ],
)
def test_what_binding_separates_stays_separate_through_chains(name, options, she, her):
    resolution = get_resolver(name, **options).resolve(ann_met_mary())
    assert [d.antecedent for d in resolution.decisions] == [she, her]


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "cogniac", "hobbs", "mars"])
def test_what_is_linked_to_a_disjoint_phrase_is_disjoint(name):
    # *Tom came. He saw him.*: he is Tom, so him is not.
    words = ["Tom/1/nsubj came/-/ROOT", "He/1/nsubj/PRON saw/-/ROOT him/1/dobj/PRON"]
    mentions = [np("tom", 0, 1, "SUBJ", **TOM), pronoun("he", 2, "he", "SUBJ"), pronoun("him", 4, "him", "DOBJ")]
    resolution = get_resolver(name).resolve(document(words, mentions))
    assert [d.antecedent for d in resolution.decisions] == ["tom", None]
    tom = next(c for c in resolution.traces[1].candidates if c.position == 0)
    assert (tom.rejected_by, tom.why) == ("chains", f"linked: {ARGUMENT_DOMAIN}")


@pytest.mark.parametrize(("prelink", "why"), [("none", "of the same name"), ("names", "linked")])
def test_a_name_repeated_is_kept_apart_as_the_name_is(prelink, why):
    # *Tom came. Tom saw him.*, for a resolver without entities.
    words = ["Tom/1/nsubj came/-/ROOT", "Tom/1/nsubj saw/-/ROOT him/1/dobj/PRON"]
    tom = {**TOM, "kind": "proper"}
    mentions = [np("tom", 0, 1, "SUBJ", **tom), np("t2", 2, 3, "SUBJ", **tom), pronoun("him", 4, "him", "DOBJ")]
    (trace,) = get_resolver("hobbs", prelink=prelink).resolve(document(words, mentions)).traces
    assert trace.antecedent is None
    (first,) = (candidate for candidate in trace.candidates if candidate.position == 0)
    assert (first.rejected_by, first.why) == ("chains", f"{why}: {ARGUMENT_DOMAIN}")


@pytest.mark.parametrize(("verb", "condition"), [("promised", None), ("told", ARGUMENT_DOMAIN)])
def test_control_by_the_subject(verb, condition):
    # *Tom promised Dan to help him*: who helps is Tom, so *him* may be Dan; *Tom told Dan to help him*: Dan helps.
    lemma = {"promised": "promise", "told": "tell"}[verb]
    text = document(
        [f"Tom/1/nsubj {verb}/-/ROOT/VERB/{lemma} Dan/1/dobj to/4/aux help/1/xcomp him/4/dobj/PRON"],
        [np("tom", 0, 1, "SUBJ", **TOM), np("x", 2, 3, "DOBJ", **TOM), pronoun("p", 5, "him", "DOBJ")],
    )
    assert rule(text) == condition


def over_one_sentence(words, anaphor, **candidate):
    """The candidate begins the sentence; the pronoun is told by its place."""
    form = words.split()[anaphor].split("/")[0]
    kind = {"pronoun_type": "possessive"} if form == "its" else {}
    return document([words], [np("x", 0, 1, "SUBJ", **candidate), pronoun("p", anaphor, form, "DOBJ", **kind)])


@pytest.mark.parametrize(
    ("words", "anaphor", "published"),
    [
        pytest.param("Tom/2/nsubj he/0/appos/PRON left/-/ROOT", 1, ARGUMENT_DOMAIN, id="resumed"),
        pytest.param("That/1/nsubj is/-/ROOT it/1/attr/PRON", 2, ARGUMENT_DOMAIN, id="two sides of a copula"),
        pytest.param("Tom/1/nsubj has/-/ROOT/VERB/have feel/1/dobj to/1/prep it/3/pobj/PRON", 4, ADJUNCT_DOMAIN,
            id="have is existential"),
        pytest.param("Tom/1/nsubj is/-/ROOT but/1/cc wear/1/conj/VERB it/3/dobj/PRON", 4, ARGUMENT_DOMAIN,
            id="imperative"),
        pytest.param("Tom/1/nsubj fell/-/ROOT ,/3/punct making/1/advcl/VERB it/3/dobj/PRON", 4, ARGUMENT_DOMAIN,
            id="what happened makes"),
        pytest.param("Tom/1/nsubj saw/-/ROOT Ann/3/nsubj left/1/ccomp and/1/cc hit/1/conj/VERB it/5/dobj/PRON", 6,
            ARGUMENT_DOMAIN, id="another subject nearer"),
        pytest.param("Tom/4/nsubj as/3/mark I/3/nsubj/PRON saw/0/acl it/3/dobj/PRON fell/-/ROOT", 4, ARGUMENT_DOMAIN,
            id="a clause with its own mark"),
        pytest.param("all/3/predet its/3/poss/PRON its/3/poss/PRON finds/-/ROOT", 2, POSSESSOR, id="repair"),
    ],
)  # fmt: skip
def test_shared_grammar_leaves_open_what_grammar_does(words, anaphor, published):
    text = over_one_sentence(words, anaphor, gender="n")
    for word in text.words:
        word.xpos = {"wear": "VB", "is": "VBZ"}.get(word.form, "")
    assert rule(text, filter="none") is None
    assert rule(text, filter="dep", grammar="as-published") == published


@pytest.mark.parametrize(("place_domain", "condition"), [(True, ADJUNCT_DOMAIN), (False, None)])
def test_a_phrase_of_place_next_to_the_verb(place_domain, condition):
    # *Tom kept the book with him.*
    text = document(
        ["Tom/1/nsubj kept/-/ROOT the/3/det book/1/dobj with/1/prep him/4/pobj/PRON"],
        [np("x", 0, 1, "SUBJ", **TOM), np("b", 2, 4, "DOBJ", gender="n"), pronoun("p", 5, "him", "OBL")],
    )
    assert rule(text, place_domain=place_domain) == condition


def test_no_filter_without_a_parse_or_when_left_out():
    published = {"filter": "none", "grammar": "as-published"}
    for name, options in (("kennedy-boguraev", published), ("kennedy-boguraev", {"without": "syntax"})):
        assert get_resolver(name, **options).resolve(text_of("saw_him")).decisions[0].antecedent == "x"


REFLEXIVES = {
    "the woman blamed herself": ("the/1/det woman/2/nsubj blamed/-/ROOT herself/2/dobj/PRON",
        [np("x", 0, 2, "SUBJ", gender="f"), pronoun("p", 3, "herself", "DOBJ")], "x"),
    "the woman Ann met blamed herself": (
        "the/1/det woman/4/nsubj Ann/3/nsubj met/1/relcl blamed/-/ROOT herself/4/dobj/PRON",
        noted("x 0-4 SUBJ gender=f head=1 | ann 2-3 SUBJ gender=f embedded_in=x | p 5 herself DOBJ"), "x"),
    "the man who hurt himself": ("the/1/det man/5/nsubj who/3/nsubj/PRON hurt/1/relcl himself/3/dobj/PRON left/-/ROOT",
        [np("x", 0, 5, "SUBJ", gender="m", head=1), pronoun("p", 4, "himself", "DOBJ", embedded_in="x")], "x"),
    "they told stories about themselves": (
        "they/1/nsubj/PRON told/-/ROOT stories/1/dobj about/2/prep themselves/3/pobj/PRON",
        noted("x 0 they SUBJ | stories 2-5 DOBJ number=p gender=n head=2 | p 4 themselves OBL embedded_in=stories"),
        "x"),
    "Mary saw John's picture of himself": (
        "Mary/1/nsubj saw/-/ROOT John/4/poss 's/2/case picture/1/dobj of/4/prep himself/5/pobj/PRON",
        noted(
            "mary 0-1 SUBJ gender=f | q 2-7 DOBJ gender=n head=4 | x 2-4 POSS gender=m head=2 embedded_in=q | "
            "p 6 himself OBL embedded_in=q"
        ),
        "x",
    ),
    "Tom wants to see himself": ("Tom/1/nsubj wants/-/ROOT to/3/aux see/1/xcomp himself/3/dobj/PRON",
        [np("x", 0, 1, "SUBJ", **TOM), pronoun("p", 4, "himself", "DOBJ")], "x"),
    "Tom and Ann saw themselves": (
        "Tom/3/nsubj and/0/cc Ann/0/conj saw/-/ROOT themselves/3/dobj/PRON",
        noted("x 0-3 SUBJ number=p head=0 kind=coordination | tom 0-1 SUBJ +TOM | ann 2-3 SUBJ gender=f | "
"p 4 themselves DOBJ", TOM=TOM),
        "x",
    ),
    "Bob told the mayor herself": ("Bob/1/nsubj told/-/ROOT the/3/det mayor/1/dobj herself/3/appos/PRON",
        [np("bob", 0, 1, "SUBJ"), np("x", 2, 4, "DOBJ", gender="mf"), pronoun("p", 4, "herself")], "x"),
    "Ann showed Bob himself": ("Ann/1/nsubj showed/-/ROOT Bob/1/dative himself/1/dobj/PRON",
        [np("ann", 0, 1, "SUBJ", gender="f"), np("x", 2, 3, "IOBJ", gender="m"), pronoun("p", 3, "himself", "DOBJ")],
        "x"),
    "himself with nobody around": ("it/1/nsubj/PRON hit/-/ROOT himself/1/dobj/PRON",
        [pronoun("it", 0, "it", "SUBJ"), pronoun("p", 2, "himself", "DOBJ")], None),
}  # fmt: skip


@pytest.mark.parametrize("case", REFLEXIVES)
@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "cogniac", "mitkov", "hobbs"])
def test_reflexives_are_bound_alike_by_all(case, name):
    words, mentions, antecedent = REFLEXIVES[case]
    resolution = get_resolver(name).resolve(document([words], mentions))
    assert next(d for d in resolution.decisions if d.anaphor == "p").antecedent == antecedent


THE_MAYOR = np("mayor", 2, 4, "SUBJ", gender="mf")
ANN_SAID = [np("ann", 0, 1, "SUBJ", gender="f"), THE_MAYOR]


@pytest.mark.parametrize(
    ("words", "mentions", "parsed", "expected"),
    [
        pytest.param(
            "Ann/1/nsubj said/-/ROOT the/3/det mayor/5/nsubj herself/5/npadvmod/PRON left/1/ccomp",
            [*ANN_SAID, pronoun("p", 4, "herself")],
            True, ("mayor", "emphatic"),
            id="an emphatic on the verb stresses the noun before it",
        ),
        pytest.param(
            "the/1/det woman/5/nsubj Ann/3/nsubj taught/1/relcl herself/3/dobj/PRON left/-/ROOT",
            [
                np("woman", 0, 5, "SUBJ", gender="f", head=1),
                np("ann", 2, 3, "SUBJ", gender="f", embedded_in="woman"),
                pronoun("p", 4, "herself", "DOBJ", embedded_in="woman"),
            ],
            True, ("ann", "logical subject"),
            id="the subject of a relative clause is no relative pronoun",
        ),
        pytest.param(
            "staff/3/nsubj and/0/cc crew/0/conj saw/-/ROOT themselves/3/dobj/PRON",
            noted("both 0-3 SUBJ number=p head=0 kind=coordination | staff 0-1 SUBJ number=sp | p 4 themselves DOBJ"),
            True, ("both", "logical subject"),
            id="a plural takes the whole coordination",
        ),
        pytest.param(
            "the/1/det mayor/4/nsubj of/1/prep York/2/pobj hurt/-/ROOT herself/4/dobj/PRON",
            noted("long 0-4 SUBJ gender=f head=1 | short 0-2 SUBJ gender=f head=1 | p 5 herself DOBJ"),
            True, ("short", "logical subject"),
            id="of mentions with one head the shortest",
        ),
        pytest.param(
            "Ann/1/nsubj saw/-/ROOT Eve/1/dobj herself/1/dobj/PRON",
            [np("ann", 0, 1, "SUBJ", gender="f"), np("eve", 2, 3, "DOBJ", gender="f"), pronoun("p", 3, "herself")],
            False, ("ann", "nearest subject"),
            id="without a parse the nearest subject",
        ),
        pytest.param(
            "by/1/prep Ann/1/pobj near/1/prep Eve/2/pobj herself/1/dobj/PRON",
            [np("ann", 1, 2, "OBL", gender="f"), np("eve", 3, 4, "OBL", gender="f"), pronoun("p", 4, "herself")],
            False, ("eve", "nearest in the sentence"),
            id="without a subject either the nearest of the sentence",
        ),
    ],
)  # fmt: skip
def test_steps_of_the_search_for_a_binder(words, mentions, parsed, expected):
    trace = get_resolver("mitkov").resolve(document([words], mentions, parsed=parsed)).traces[-1]
    assert (trace.mention(trace.antecedent).id, trace.rule.removeprefix("binding: ")) == expected


@pytest.mark.parametrize("name", ["kennedy-boguraev", "lappin-leass", "cogniac", "mitkov", "hobbs"])
def test_reciprocals_are_an_option(name):
    words = "the/1/det brothers/2/nsubj thanked/-/ROOT each/4/det other/2/dobj/PRON"
    mentions = [np("x", 0, 2, "SUBJ", number="p", gender="m"), pronoun("p", 3, "each other", "DOBJ", end=5)]
    assert get_resolver(name).resolve(document([words], mentions)).decisions == []
    resolution = get_resolver(name, reciprocals=True).resolve(document([words], mentions))
    assert [(d.anaphor, d.antecedent) for d in resolution.decisions] == [("p", "x")]


def test_a_reflexive_follows_its_pronoun_into_the_entity():
    # *Tom came. He hurt himself.*: himself is bound before he is resolved.
    words = ["Tom/1/nsubj came/-/ROOT", "He/1/nsubj/PRON hurt/-/ROOT himself/1/dobj/PRON"]
    mentions = [np("tom", 0, 1, "SUBJ", **TOM), pronoun("he", 2, "he", "SUBJ"), pronoun("self", 4, "himself", "DOBJ")]
    resolution = get_resolver("kennedy-boguraev").resolve(document(words, mentions))
    assert resolution.chains == [["tom", "he", "self"]]
    assert resolution.tables["entities"] == 1
    # There it counts for whoever comes after: the object gives the entity of the sentence its ACC-S.
    words.append("He/1/nsubj/PRON slept/-/ROOT")
    trace = (
        get_resolver("kennedy-boguraev").resolve(document(words, [*mentions, pronoun("p", 5, "he", "SUBJ")])).traces[-1]
    )
    assert trace.as_json()["candidates"][0]["factors"]["ACC-S"] == 25


def test_reflexives_of_a_sentence_are_bound_before_its_other_pronouns():
    # *The men saw the team near their car by itself.*: with OBLQ-S of itself the team weighs as much as the men, 360.
    words = (
        "the/1/det men/2/nsubj saw/-/ROOT the/4/det team/2/dobj near/2/prep their/7/poss/PRON car/5/pobj by/2/prep "
        "itself/8/pobj/PRON"
    )
    mentions = noted(
        "men 0-2 SUBJ number=p gender=m | team 3-5 DOBJ number=sp gender=n | car 6-8 OBL gender=n adjunct=True | "
        "their 6 their POSS embedded_in=car adjunct=True | itself 9 itself OBL adjunct=True"
    )
    resolver = get_resolver("kennedy-boguraev", entity_agreement=False)
    resolution = resolver.resolve(document([words], mentions))
    assert [(d.anaphor, d.antecedent) for d in resolution.decisions] == [("itself", "team"), ("their", "team")]


JOHN = np("john", 0, 1, "SUBJ", **TOM)
# Embedded and in an adjunct he loses 130 and weighs 230, and a direct object 330.
LIGHT_JOHN = np("john", 0, 1, "SUBJ", embedded_in="picture", adjunct=True, **TOM)
MARY = np("mary", 0, 1, "SUBJ", gender="f", kind="proper")
BILL = np("bill", 3, 4, "DOBJ", **TOM)
ANN = np("ann", 4, 5, "SUBJ", gender="f", kind="proper")
PICTURE = np("picture", 1, 2, "OBL", gender="n")


@pytest.mark.parametrize(
    ("before", "function", "antecedent", "rule"),
    [
        pytest.param([JOHN, BILL], "OBL", "john", "binding: subj", id="the subject weighs more"),
        pytest.param([LIGHT_JOHN, PICTURE, BILL], "OBL", "bill", "binding: dobj", id="the object weighs more"),
        pytest.param([LIGHT_JOHN, PICTURE, BILL], "DOBJ", "john", "binding: subj", id="objects take no object"),
        pytest.param([MARY, BILL], "OBL", "bill", "binding: dobj", id="the subject does not agree"),
        pytest.param([MARY, BILL], "DOBJ", None, "no-candidate", id="objects take no object, agreeing or not"),
        pytest.param([BILL, ANN], "OBL", None, "no-candidate", id="a subject stands between"),
        pytest.param([np("bill", 3, 4, "OBL", **TOM)], "OBL", None, "no-candidate", id="neither subject nor object"),
    ],
)
def test_kennedy_boguraev_bind_by_function_as_published(before, function, antecedent, rule):
    """*John talked to Bill Ann about himself*: of subject and object the heavier (Kennedy & Boguraev 1996, 2.2)."""
    words = "John/1/nsubj talked/-/ROOT to/1/prep Bill/2/pobj Ann/1/nsubj about/1/prep himself/5/pobj/PRON"
    mentions = [*before, pronoun("p", 6, "himself", function)]
    trace = get_resolver("kennedy-boguraev", reflexives="published").resolve(document([words], mentions)).traces[0]
    assert (None if trace.antecedent is None else trace.mention(trace.antecedent).id, trace.rule) == (antecedent, rule)
