"""Each rule of CogNIAC alone on a minimal text, abstention, and the variant of MUC-6."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from hand_built import document, np, pronoun

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
    "unique in discourse": (
        [LEFT, PAUSE, PAUSE, HE],
        [np("a", 0, 1, "SUBJ", **MAN), pronoun("p", 6, "he", "SUBJ")],
        "a",
    ),
    # Two men before, one of them in the prior sentence.
    "unique in current + prior": (
        [LEFT, THEN_LEFT, HE],
        [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "SUBJ", **MAN), pronoun("p", 4, "he", "SUBJ")],
        "b",
    ),
    # Two men in the prior sentence, one *his*.
    "possessive pro": (
        [
            "Joe/1/nsubj saw/-/ROOT Al/1/dobj near/1/prep his/5/poss/PRON car/3/pobj",
            "Took/-/ROOT his/2/poss/PRON hat/0/dobj",
        ],
        [
            np("a", 0, 1, "SUBJ", **MAN),
            np("b", 2, 3, "DOBJ", **MAN),
            np("car", 4, 6, "OBL", gender="n"),
            pronoun("his", 4, "his", "POSS", embedded_in="car"),
            np("hat", 7, 9, "DOBJ", gender="n"),
            pronoun("p", 7, "his", "POSS", embedded_in="hat"),
        ],
        "his",
    ),
    # Two men in the prior sentence, one more in the current one before the pronoun.
    "unique current sentence": (
        [MET, "Z/1/nsubj said/-/ROOT he/3/nsubj/PRON slept/1/ccomp"],
        [
            np("a", 0, 1, "SUBJ", **MAN),
            np("b", 2, 3, "DOBJ", **MAN),
            np("z", 3, 4, "SUBJ", **MAN),
            pronoun("p", 5, "he", "SUBJ"),
        ],
        "z",
    ),
    # Two men in the prior sentence, the pronoun is a subject and so is one of them.
    "unique subject / subject pronoun": (
        [MET, HE],
        [np("a", 0, 1, "SUBJ", **MAN), np("b", 2, 3, "DOBJ", **MAN), pronoun("p", 3, "he", "SUBJ")],
        "a",
    ),
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
    [
        np("a", 0, 1, "SUBJ", **MAN),
        np("b", 2, 3, "DOBJ", **MAN),
        pronoun("he", 3, "he", "SUBJ"),
        np("bob", 5, 6, "DOBJ", **MAN),
        np("car", 7, 9, "OBL", gender="n"),
        pronoun("p", 7, "his", "POSS", embedded_in="car"),
    ],
)


def test_cb_picking():
    assert last("cogniac", *CB) == ("he", "Cb-picking")


def test_high_precision_abstains_where_only_weak_rules_are_left():
    assert last("cogniac-high-precision", *CB) == (None, "abstain")


def test_pick_most_recent_is_what_is_left():
    assert last("cogniac", *CB, without="Cb-picking") == ("bob", "pick most recent")


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
    mentions = [
        np("z", 3, 4, "SUBJ", **MAN),
        np("bob", 5, 6, "DOBJ", **MAN),
        np("car", 7, 9, "OBL", gender="n"),
        pronoun("p", 7, "his", "POSS", embedded_in="car"),
    ]
    assert last("cogniac", sentences, mentions, variant="muc6") == ("z", "subject same clause")


def test_rule_counts_stand_in_the_document_table():
    sentences, mentions, _ = CASES["unique in current + prior"]
    tables = get_resolver("cogniac").resolve(document(sentences, mentions)).tables
    assert tables["rules"] == {
        "reflexive": 0,
        "unique in discourse": 0,
        "unique in current + prior": 1,
        "possessive pro": 0,
        "unique current sentence": 0,
        "unique subject / subject pronoun": 0,
        "Cb-picking": 0,
        "pick most recent": 0,
    }


def test_cf_ranks_subjects_above_all_or_by_function():
    # U−1: Bob gave Joe's brother … ; both objects are taken up, the nearer in the text is no direct object.
    sentences = [
        "Ann/1/nsubj gave/-/ROOT Al/1/dative Joe/1/dobj",
        "He/1/nsubj/PRON told/-/ROOT him/1/dobj/PRON of/1/prep his/5/poss/PRON car/3/pobj",
    ]
    mentions = [
        np("ann", 0, 1, "SUBJ", **WOMAN),
        np("al", 2, 3, "IOBJ", **MAN),
        np("joe", 3, 4, "DOBJ", **MAN),
        pronoun("he", 4, "he", "SUBJ"),
        pronoun("him", 6, "him", "DOBJ"),
        np("car", 8, 10, "OBL", gender="n"),
        pronoun("p", 8, "his", "POSS", embedded_in="car"),
    ]
    answers = {}
    for ranking in ("subject", "grammatical"):
        resolution = get_resolver("cogniac", cf_ranking=ranking).resolve(document(sentences, mentions))
        answers[ranking] = {d.anaphor: d.antecedent for d in resolution.decisions}
    # he takes the most recent man, Joe; him can then only be Al.
    assert answers["subject"] == {"he": "joe", "him": "al", "p": "him"}
    assert answers["grammatical"] == {"he": "joe", "him": "al", "p": "he"}
