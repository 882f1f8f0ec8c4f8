"""Each rule of CogNIAC alone on a minimal text, abstention, and the variant of MUC-6."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.pronouns.stages.windows import FARTHEST
from hand_built import document, noted, np, pronoun

MAN = {"gender": "m", "kind": "proper", "definiteness": "definite"}
WOMAN = {"gender": "f", "kind": "proper", "definiteness": "definite"}


def last(name, sentences, mentions, **options):
    """Antecedent and rule of the last pronoun."""
    trace = get_resolver(name, **options).resolve(document(sentences, mentions)).traces[-1]
    antecedent = None if trace.antecedent is None else trace.mention(trace.antecedent).id
    return antecedent, trace.rule


LEFT = "X/1/nsubj left/-/ROOT"
THEN_LEFT = "Y/1/nsubj left/-/ROOT"
MET = "X/1/nsubj met/-/ROOT Y/1/dobj"
PAUSE = "It/1/expl/PRON rained/-/ROOT"
HE = "He/1/nsubj/PRON slept/-/ROOT"

CASES = {
    # One man in all the text, three sentences back.
    "unique in discourse": ([LEFT, PAUSE, PAUSE, HE], [np("a", 0, 1, "SUBJ", **MAN), pronoun("p", 6, "he", "SUBJ")],
        "a"),
    # Two men before, one of them in the prior sentence.
    "unique in current + prior": ([LEFT, THEN_LEFT, HE],
        [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "SUBJ", **MAN), pronoun("p", 4, "he", "SUBJ")], "b"),
    # Two men in the prior sentence, one *his*.
    "possessive pro": (
        [
            "Joe/1/nsubj saw/-/ROOT Al/1/dobj near/1/prep his/5/poss/PRON car/3/pobj",
            "Took/-/ROOT his/2/poss/PRON hat/0/dobj",
        ],
        noted(
"a 0-1 SUBJ +MAN | b 2-3 DOBJ +MAN | car 4-6 OBL gender=n | his 4 his POSS embedded_in=car | "
"hat 7-9 DOBJ gender=n | p 7 his POSS embedded_in=hat", MAN=MAN
),
        "his",
    ),
    # Two men in the prior sentence, one more in the current one before the pronoun.
    "unique current sentence": ([MET, "Z/1/nsubj said/-/ROOT he/3/nsubj/PRON slept/1/ccomp"],
        noted("a 0-1 SUBJ +MAN | b 2-3 DOBJ +MAN | z 3-4 SUBJ +MAN | p 5 he SUBJ", MAN=MAN), "z"),
    # Two men in the prior sentence, the pronoun is a subject and so is one of them.
    "unique subject / subject pronoun": ([MET, HE],
        [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "DOBJ", **MAN), pronoun("p", 3, "he", "SUBJ")], "a"),
}  # fmt: skip


@pytest.mark.parametrize("rule", CASES)
@pytest.mark.parametrize("name", ["cogniac", "cogniac-high-precision"])
def test_each_sure_rule_fires(name, rule):
    sentences, mentions, antecedent = CASES[rule]
    assert last(name, sentences, mentions) == (antecedent, rule)


@pytest.mark.parametrize("rule", CASES)
def test_each_sure_rule_fires_alone(rule):
    sentences, mentions, _ = CASES[rule]
    assert last("cogniac-high-precision", sentences, mentions, without=rule)[1] != rule


def test_reflexive_goes_first():
    # Ann is unique in the discourse, but what binds is the other woman of the clause that is read.
    sentences = ["Ann/1/nsubj hurt/-/ROOT herself/1/dobj/PRON"]
    mentions = [np("a", 0, 1, "SUBJ", **WOMAN), pronoun("p", 2, "herself", "DOBJ")]
    assert last("cogniac", sentences, mentions) == ("a", "reflexive")


CB = (
    # *Joe met Al. He saw Bob near his car.*: his has three men before it; the centre of the clause is Joe.
    [MET, "He/1/nsubj/PRON saw/-/ROOT Bob/1/dobj near/1/prep his/5/poss/PRON car/3/pobj"],
    noted(
        "a 0-1 SUBJ +MAN | b 2-3 DOBJ +MAN | he 3 he SUBJ | bob 5-6 DOBJ +MAN | car 7-9 OBL gender=n | "
        "p 7 his POSS embedded_in=car",
        MAN=MAN,
    ),
)


def test_cb_picking():
    assert last("cogniac", *CB) == ("he", "Cb-picking")


def test_a_prior_clause_may_hold_a_single_mention():
    # *Joe left. He saw Bob near his car.*: the first mention of the text is the centre.
    moved = [np("a", 0, 1, "SUBJ", **MAN), pronoun("he", 2, "he", "SUBJ"), np("bob", 4, 5, "DOBJ", **MAN)]
    moved += [np("car", 6, 8, "OBL", gender="n"), pronoun("p", 6, "his", "POSS", embedded_in="car")]
    assert last("cogniac", [LEFT, CB[0][1]], moved) == ("he", "Cb-picking")


def test_a_name_realises_no_centre():
    # *Joe met Al. Al saw Bob near his car.*: only pronouns take up anaphorically (resolvers.md, 4).
    sentences, mentions = CB
    named = [*mentions[:2], np("al", 3, 4, "SUBJ", **MAN), *mentions[3:]]
    sentences = [sentences[0].replace("Y", "Al"), sentences[1].replace("He/1/nsubj/PRON", "Al/1/nsubj")]
    assert last("cogniac", sentences, named, prelink="names") == ("bob", "pick most recent")
    assert tried("cogniac", sentences, named, prelink="names")["Cb-picking"] == "no Cb"


def test_the_prior_sentence_has_no_subjects_of_another():
    # *Bob left. Joe met Al. He slept.*
    mentions = [np("bob", 0, 1, "SUBJ", **MAN), np("a", 2, 3, "SUBJ", **MAN), np("b", 4, 5, "DOBJ", **MAN)]
    mentions.append(pronoun("p", 5, "he", "SUBJ"))
    rule = "unique subject / subject pronoun"
    assert last("cogniac-high-precision", [LEFT, MET, HE], mentions) == ("a", rule)


def test_high_precision_abstains_where_only_weak_rules_are_left():
    assert last("cogniac-high-precision", *CB) == (None, "abstain")


def test_pick_most_recent_is_what_is_left():
    assert last("cogniac", *CB, without="Cb-picking") == ("bob", "pick most recent")


def test_the_most_recent_is_so_among_all_that_are_too_far_back_to_be_listed():
    # *A left. B left. C left.*, then things for longer than candidates are listed, then *She slept.*
    sentences = [LEFT] * 3 + [" ".join(["stone/0/dep/NOUN"] * FARTHEST)] + [HE]
    mentions = [np(name, 2 * place, 2 * place + 1, "SUBJ", **WOMAN) for place, name in enumerate("abc")]
    mentions += [np(f"n{place}", place, place + 1, gender="n") for place in range(6, 6 + FARTHEST)]
    mentions.append(pronoun("p", 6 + FARTHEST, "she", "SUBJ"))
    assert last("cogniac", sentences, mentions) == ("c", "pick most recent")
    assert last("cogniac", sentences, mentions, window=4) == (None, "no-candidate")
    assert tried("cogniac", sentences, mentions, window=4)["pick most recent"] == "no candidate"
    # A single one of them is unique in the discourse, however far back.
    assert last("cogniac", sentences, mentions[2:]) == ("c", "unique in discourse")


def test_no_candidate_is_no_abstention():
    mentions = [np("a", 0, 1, "SUBJ", **WOMAN), pronoun("p", 2, "he", "SUBJ")]
    for name in ("cogniac", "cogniac-high-precision"):
        assert last(name, [LEFT, HE], mentions) == (None, "no-candidate")


def test_what_is_unique_is_an_entity_not_a_mention():
    # *Ann left. She slept. She slept.*: two mentions of one woman.
    she = "She/1/nsubj/PRON slept/-/ROOT"
    mentions = [np("a", 0, 1, "SUBJ", **WOMAN), pronoun("q", 2, "she", "SUBJ"), pronoun("p", 4, "she", "SUBJ")]
    assert last("cogniac", [LEFT, she, she], mentions) == ("q", "unique in discourse")
    assert last("cogniac", [LEFT, she, she], mentions, unique="mentions") == ("q", "unique in current + prior")


@pytest.mark.parametrize("unique", ["entities", "mentions"])
def test_an_entity_that_syntax_keeps_apart_is_not_possible_whatever_is_counted(unique):
    # *Ann met Mary. She gave her one.*: She is Ann, so her is the other woman.
    sentences = [MET, "She/1/nsubj/PRON gave/-/ROOT her/1/dative/PRON one/1/dobj"]
    mentions = noted(
        "ann 0-1 SUBJ +WOMAN | mary 2-3 DOBJ +WOMAN | she 3 she SUBJ | p 5 her IOBJ pronoun_type=personal", WOMAN=WOMAN
    )
    assert last("cogniac-high-precision", sentences, mentions, unique=unique) == ("mary", "unique in discourse")


@pytest.mark.parametrize(("prelink", "rule"), [("names", "unique in discourse"), ("none", "unique in current + prior")])
def test_mentions_of_one_name_are_one_entity(prelink, rule):
    sentences = ["Al/1/nsubj left/-/ROOT", "Al/1/nsubj left/-/ROOT", HE]
    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "SUBJ", **MAN), pronoun("p", 4, "he", "SUBJ")]
    assert last("cogniac", sentences, mentions, prelink=prelink) == ("b", rule)


def test_two_far_candidates_are_not_unique():
    sentences = [MET, PAUSE, PAUSE, HE]
    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "DOBJ", **MAN), pronoun("p", 7, "he", "SUBJ")]
    assert last("cogniac-high-precision", sentences, mentions) == (None, "abstain")
    # The variant of MUC-6 searches back step by step; here both stand at the same distance.
    assert last("cogniac", sentences, mentions, variant="muc6") == (None, "abstain")


def test_muc6_searches_back():
    sentences = [LEFT, PAUSE, PAUSE, THEN_LEFT, PAUSE, PAUSE, HE]
    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", 6, 7, "SUBJ", **MAN), pronoun("p", 12, "he", "SUBJ")]
    assert last("cogniac-high-precision", sentences, mentions) == (None, "abstain")
    assert last("cogniac", sentences, mentions, variant="muc6") == ("b", "search back")


def test_muc6_takes_the_subject_of_the_same_clause():
    sentences = [MET, "Z/1/nsubj saw/-/ROOT Bob/1/dobj near/1/prep his/5/poss/PRON car/3/pobj"]
    mentions = noted(
        "z 3-4 SUBJ +MAN | bob 5-6 DOBJ +MAN | car 7-9 OBL gender=n | p 7 his POSS embedded_in=car", MAN=MAN
    )
    assert last("cogniac", sentences, mentions, variant="muc6") == ("z", "subject same clause")


def test_rule_counts_stand_in_the_document_table():
    sentences, mentions, _ = CASES["unique in current + prior"]
    tables = get_resolver("cogniac").resolve(document(sentences, mentions)).tables
    assert tables["rules"] == {
        "reflexive": 0, "unique in discourse": 0, "unique in current + prior": 1, "possessive pro": 0,
        "unique current sentence": 0, "unique subject / subject pronoun": 0, "Cb-picking": 0, "pick most recent": 0,
    }  # fmt: skip


def test_cf_ranks_subjects_above_all_or_by_function():
    # U−1: Bob gave Joe's brother … ; both objects are taken up, the nearer in the text is no direct object.
    sentences = [
        "Ann/1/nsubj gave/-/ROOT Al/1/dative Joe/1/dobj",
        "He/1/nsubj/PRON told/-/ROOT him/1/dobj/PRON of/1/prep his/5/poss/PRON car/3/pobj",
    ]
    mentions = noted(
        "ann 0-1 SUBJ +WOMAN | al 2-3 IOBJ +MAN | joe 3-4 DOBJ +MAN | he 4 he SUBJ | him 6 him DOBJ | "
        "car 8-10 OBL gender=n | p 8 his POSS embedded_in=car",
        MAN=MAN,
        WOMAN=WOMAN,
    )
    answers = {}
    for ranking in ("subject", "grammatical"):
        resolution = get_resolver("cogniac", cf_ranking=ranking).resolve(document(sentences, mentions))
        answers[ranking] = {d.anaphor: d.antecedent for d in resolution.decisions}
    # he takes the most recent man, Joe; him can then only be Al.
    assert answers["subject"] == {"he": "joe", "him": "al", "p": "him"}
    assert answers["grammatical"] == {"he": "joe", "him": "al", "p": "he"}


def tried(name, sentences, mentions, **options):
    """Why each rule did not fire on the last pronoun."""
    trace = get_resolver(name, **options).resolve(document(sentences, mentions)).traces[-1].as_json()
    return {rule["rule"]: rule["why"] for rule in trace["decision"]["tried"]}


NEAR_HIS_CAR = "Joe/1/nsubj saw/-/ROOT Al/1/dobj near/1/prep his/5/poss/PRON car/3/pobj"
NEAR_HIM = "Joe/1/nsubj saw/-/ROOT Al/1/dobj near/1/prep him/3/pobj/PRON"
TWICE = f"{NEAR_HIS_CAR} by/1/prep his/8/poss/PRON bus/6/pobj"
JOE_AND_AL = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "DOBJ", **MAN)]
HIS_CAR = [np("car", 4, 6, "OBL", gender="n"), pronoun("his", 4, "his", "POSS", embedded_in="car")]
HIS_BUS = [np("bus", 7, 9, "OBL", gender="n"), pronoun("his2", 7, "his", "POSS", embedded_in="bus")]


@pytest.mark.parametrize(
    ("before", "mentions", "why"),
    [
        pytest.param([TWICE], [*HIS_CAR, *HIS_BUS], "2 times his in the prior sentence", id="twice"),
        pytest.param([NEAR_HIS_CAR, PAUSE], HIS_CAR, "no his in the prior sentence", id="two sentences back"),
        pytest.param([NEAR_HIM], [pronoun("him", 4, "him", "OBL")], "no his in the prior sentence", id="another form"),
    ],
)
def test_possessive_pro_wants_the_very_form_once_in_the_prior_sentence(before, mentions, why):
    """*Joe saw Al near his car. Took his hat.* (resolvers.md, 4)."""
    at = sum(len(sentence.split()) for sentence in before) + 1
    hat = [np("hat", at, at + 2, "DOBJ", gender="n"), pronoun("p", at, "his", "POSS", embedded_in="hat")]
    sentences = [*before, "Took/-/ROOT his/2/poss/PRON hat/0/dobj"]
    assert tried("cogniac-high-precision", sentences, [*JOE_AND_AL, *mentions, *hat])["possessive pro"] == why


@pytest.mark.parametrize("distance", [3, 8, 12, 16, 20])
def test_muc6_searches_back_in_steps(distance):
    """Of two men the one is that many sentences back and the other one sentence more (resolvers.md, 4)."""
    sentences = [LEFT, THEN_LEFT, *[PAUSE] * (distance - 1), HE]
    men = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "SUBJ", **MAN)]
    mentions = [*men, pronoun("p", 2 * (distance + 1), "he", "SUBJ")]
    assert last("cogniac", sentences, mentions, variant="muc6") == ("b", "search back")


def test_muc6_searches_back_no_further_than_twenty_sentences():
    sentences = [*[LEFT] * 2, *[PAUSE] * 20, HE]
    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "SUBJ", **MAN), pronoun("p", 44, "he", "SUBJ")]
    assert last("cogniac", sentences, mentions, variant="muc6", prelink="none") == (None, "abstain")


WHEN = "When/2/advmod X/2/nsubj won/4/advcl Y/4/nsubj met/-/ROOT Z/4/dobj"


@pytest.mark.parametrize(
    ("main", "antecedent"), [pytest.param(MAN, "y", id="main clause"), pytest.param(WOMAN, "x", id="any clause")]
)
def test_a_subject_of_the_main_clause_goes_before_others(main, antecedent):
    """*When X won Y met Z. He slept.*, Y a man, then a woman (resolvers.md, 4)."""
    people = [np("x", 1, 2, "SUBJ", **MAN), np("y", 3, 4, "SUBJ", **main), np("z", 5, 6, "DOBJ", **MAN)]
    mentions = [*people, pronoun("p", 6, "he", "SUBJ")]
    assert last("cogniac", [WHEN, HE], mentions) == (antecedent, "unique subject / subject pronoun")


@pytest.mark.parametrize(
    ("second", "at", "option", "why"),
    [
        (HE, 3, "main-clause", None),
        ("When/2/advmod he/2/nsubj/PRON slept/4/advcl it/4/expl/PRON rained/-/ROOT", 4, "any-clause", None),
        ("When/2/advmod he/2/nsubj/PRON slept/4/advcl it/4/expl/PRON rained/-/ROOT", 4, "main-clause",
         "no subject of the main clause"),
    ],
)  # fmt: skip
def test_the_pronoun_may_have_to_be_the_subject_of_a_main_clause(second, at, option, why):
    """*X met Y. When he slept it rained.*"""
    mentions = [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "DOBJ", **MAN), pronoun("p", at, "he", "SUBJ")]
    of_rule = tried("cogniac", [MET, second], mentions, subject_pronoun=option)
    assert of_rule.get("unique subject / subject pronoun") == why


ABOUT_HIS_CAR = "Al/1/dobj Bob/1/dobj about/1/prep his/6/poss/PRON car/4/pobj"


@pytest.mark.parametrize(
    ("sentences", "subject", "why"),
    [
        ([MET, f"She/1/nsubj/PRON told/-/ROOT {ABOUT_HIS_CAR}"], pronoun("she", 3, "she", "SUBJ"),
         "Cb x is not possible"),
        ([MET, f"Eva/1/nsubj told/-/ROOT {ABOUT_HIS_CAR}"], np("eva", 3, 4, "SUBJ", **WOMAN), "no Cb"),
        ([f"Eva/1/nsubj told/-/ROOT {ABOUT_HIS_CAR}"], np("eva", 0, 1, "SUBJ", **WOMAN), "no prior clause"),
    ],
)  # fmt: skip
def test_without_a_centre_that_is_possible_cb_picking_says_why(sentences, subject, why):
    """*X met Y. She told Al, Bob about his car.*, X a woman."""
    met = [np("x", 0, 1, "SUBJ", **WOMAN), np("y", 2, 3, "DOBJ", **MAN)] if len(sentences) > 1 else []
    at = subject.start
    mentions = [
        *met, subject, np("al", at + 2, at + 3, "DOBJ", **MAN), np("bob", at + 3, at + 4, "DOBJ", **MAN),
        np("car", at + 5, at + 7, "OBL", gender="n"), pronoun("p", at + 5, "his", "POSS", embedded_in="car"),
    ]  # fmt: skip
    assert tried("cogniac", sentences, mentions)["Cb-picking"] == why
    assert last("cogniac", sentences, mentions) == ("bob", "pick most recent")


@pytest.mark.parametrize(
    ("first", "second", "by_subject", "grammatical"),
    [("OBL", "IOBJ", "him", "he"), ("DOBJ", "IOBJ", "him", "him"), ("DOBJ", "SUBJ", "he", "he")],
)
def test_cf_ranks_direct_objects_above_indirect_ones_and_these_above_others(first, second, by_subject, grammatical):
    """As above with other functions; *he* is the second man and *him* the first."""
    sentences = [
        "Ann/1/nsubj gave/-/ROOT Al/1/dative Joe/1/dobj",
        "He/1/nsubj/PRON told/-/ROOT him/1/dobj/PRON of/1/prep his/5/poss/PRON car/3/pobj",
    ]
    mentions = [
        np("al", 2, 3, first, **MAN),
        np("joe", 3, 4, second, **MAN),
        pronoun("he", 4, "he", "SUBJ"),
        pronoun("him", 6, "him", "DOBJ"),
        np("car", 8, 10, "OBL", gender="n"),
        pronoun("p", 8, "his", "POSS", embedded_in="car"),
    ]
    for ranking, antecedent in (("subject", by_subject), ("grammatical", grammatical)):
        decisions = get_resolver("cogniac", cf_ranking=ranking).resolve(document(sentences, mentions)).decisions
        assert {d.anaphor: d.antecedent for d in decisions} == {"he": "joe", "him": "al", "p": antecedent}


def test_possessive_pro_wants_a_possessive_of_the_form():
    """*Ann saw Eve near her. Took her hat.*: the first *her* is none."""
    sentences = [
        "Ann/1/nsubj saw/-/ROOT Eve/1/dobj near/1/prep her/3/pobj/PRON",
        "Took/-/ROOT her/2/poss/PRON hat/0/dobj",
    ]
    mentions = noted(
        "ann 0-1 SUBJ +WOMAN | eve 2-3 DOBJ +WOMAN | her 4 her OBL | hat 6-8 DOBJ gender=n | "
        "p 6 her POSS pronoun_type=possessive embedded_in=hat",
        WOMAN=WOMAN,
    )
    assert tried("cogniac-high-precision", sentences, mentions)["possessive pro"] == "no her in the prior sentence"


def test_who_speaks_is_no_possible_antecedent():
    # *I met Joe. It rained. It rained. He slept.*: of two mentions in the text one can be meant.
    i = np("i", 0, 1, "SUBJ", gender="mf", kind="pronoun", person=1, pronoun_type="personal", definiteness="definite")
    mentions = [i, np("a", 2, 3, "DOBJ", **MAN), pronoun("p", 7, "he", "SUBJ")]
    assert last("cogniac", [MET, PAUSE, PAUSE, HE], mentions) == ("a", "unique in discourse")


@pytest.mark.parametrize(
    ("men", "why"), [("abcdef", "6 candidates: a,b,c,d,e,f"), ("abcdefg", "7 candidates: a,b,c,d,e,f,…")]
)
def test_a_rule_that_finds_several_names_six_of_them(men, why):
    mentions = [np(name, 2 * place, 2 * place + 1, "SUBJ", **MAN) for place, name in enumerate(men)]
    mentions.append(pronoun("p", 2 * len(men), "he", "SUBJ"))
    assert tried("cogniac-high-precision", [LEFT] * len(men) + [HE], mentions)["unique in discourse"] == why


@pytest.mark.parametrize("syntax", ["dep", "none"])
def test_who_contains_the_pronoun_is_no_possible_antecedent(syntax):
    # *(Joe left.) The driver of his truck slept.*, whatever filter of syntax there is (resolvers.md, 1.3).
    driver = "driver/4/nsubj of/0/prep his/3/poss/PRON truck/1/pobj slept/-/ROOT"

    def mentions(start):
        man = np("driver", start, start + 4, "SUBJ", gender="m", head=start, kind="common")
        truck = np("truck", start + 2, start + 4, "OBL", gender="n", embedded_in="driver")
        return [man, truck, pronoun("p", start + 2, "his", "POSS", embedded_in="truck")]

    assert last("cogniac", [driver], mentions(0), filter=syntax) == (None, "no-candidate")
    joe = np("joe", 0, 1, "SUBJ", **MAN)
    assert last("cogniac", [LEFT, driver], [joe, *mentions(2)], filter=syntax) == ("joe", "unique in discourse")
