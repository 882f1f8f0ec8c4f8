"""The worked traces N and M of resolvers.md, number by number."""

import pytest

from anaphora_workbench.resolvers import get_resolver
from hand_built import manual, narrative


def traces(name, document, **options):
    resolution = get_resolver(name, **options).resolve(document)
    return {trace.as_json()["anaphor"]["id"]: trace.as_json() for trace in resolution.traces}


def links(name, document, **options):
    resolution = get_resolver(name, **options).resolve(document)
    return {decision.anaphor: decision.antecedent for decision in resolution.decisions}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("kennedy-boguraev", {"3": "0", "4": "3", "8": "5", "9": "6", "10": "4", "12": "9"}),
        ("lappin-leass", {"3": "0", "4": "3", "8": "5", "9": "6", "10": "4", "12": "9"}),
        ("hobbs", {"3": "0", "4": "0", "8": "5", "9": "6", "10": "4", "12": "9"}),
        ("cogniac", {"3": "0", "4": "3", "8": "5", "9": "7", "10": "4", "12": "9"}),
        ("cogniac-high-precision", {"3": "0", "4": "3", "8": "5", "9": None, "10": "4", "12": "9"}),
        ("most-recent", {"3": "0", "4": "3", "8": "5", "9": "7", "10": "4", "12": "9"}),
        ("recent-subject", {"3": "0", "4": "0", "8": None, "9": None, "10": "4", "12": None}),
    ],
)
def test_narrative_links(name, expected):
    assert links(name, narrative()) == expected


KENNEDY_BOGURAEV = {
    "3": {"0": {"SENT-S": 100, "CNTX-S": 50, "SUBJ-S": 80, "HEAD-S": 80, "ARG-S": 50}},
    "4": {"3": {"SENT-S": 50, "CNTX-S": 25, "SUBJ-S": 40, "POSS-S": 32.5, "HEAD-S": 40, "ARG-S": 25}},
    "8": {
        "2": {"SENT-S": 25, "CNTX-S": 12.5, "OBLQ-S": 7.5, "HEAD-S": 20},
        "5": {"SENT-S": 50, "CNTX-S": 25, "DAT-S": 20, "HEAD-S": 40, "ARG-S": 25},
    },
    "9": {
        "1": {"SENT-S": 25, "CNTX-S": 12.5, "ACC-S": 12.5, "HEAD-S": 20, "ARG-S": 12.5},
        "6": {"SENT-S": 50, "CNTX-S": 25, "ACC-S": 25, "HEAD-S": 40, "ARG-S": 25},
        "7": {"SENT-S": 50, "CNTX-S": 25, "OBLQ-S": 15, "ARG-S": 25},
    },
    "10": {"4": {"SENT-S": 50, "CNTX-S": 25, "SUBJ-S": 40, "POSS-S": 16.25, "HEAD-S": 40, "ARG-S": 25}},
    "12": {
        "1": {"SENT-S": 25, "CNTX-S": 12.5, "ACC-S": 12.5, "HEAD-S": 20, "ARG-S": 12.5},
        "7": {"SENT-S": 50, "CNTX-S": 25, "OBLQ-S": 15, "ARG-S": 25},
        "9": {"SENT-S": 100, "CNTX-S": 50, "ACC-S": 50, "HEAD-S": 80, "ARG-S": 50},
    },
}
SALIENCE = {"3": [360], "4": [212.5], "8": [160, 65], "9": [165, 115, 82.5], "10": [196.25], "12": [330, 115, 82.5]}


def test_kennedy_boguraev_weights():
    trace_of = traces("kennedy-boguraev", narrative())
    scored = {
        anaphor: {c["id"]: c["factors"] for c in trace["candidates"] if "factors" in c}
        for anaphor, trace in trace_of.items()
    }
    assert scored == KENNEDY_BOGURAEV
    ranked = {a: [c["score"] for c in t["candidates"] if c.get("rank")] for a, t in trace_of.items()}
    assert ranked == SALIENCE


def test_kennedy_boguraev_counts_and_rejections():
    it = traces("kennedy-boguraev", narrative())["9"]
    assert it["decision"] == {
        "antecedent": "6", "rule": "max-salience", "tie_break": None, "n_before_filter": 9, "n_after_agreement": 3,
        "n_after_syntax": 3,
    }  # fmt: skip
    rejected = {c["id"]: c["filters"] for c in it["candidates"] if not c["filters"]["agreement"]["ok"]}
    assert rejected["2"] == {"agreement": {"ok": False, "gender": "m∩n"}}
    assert set(rejected) == {"0", "2", "3", "4", "5", "8"}
    assert it["candidates"][0]["filters"] == {
        "agreement": {"ok": True, "number": "s∩s", "gender": "n∩n", "person": "3"},
        "syntax": {"ok": True, "rule": None},
    }


def test_cogniac_says_why_rules_did_not_fire():
    it = traces("cogniac", narrative())["9"]["decision"]
    assert it["rule"] == "pick most recent"
    assert {tried["rule"]: tried["why"] for tried in it["tried"]} == {
        "reflexive": "no reflexive",
        "unique in discourse": "3 candidates: 1,6,7",
        "unique in current + prior": "2 candidates: 6,7",
        "possessive pro": "no possessive",
        "unique current sentence": "no candidate",
        "unique subject / subject pronoun": "no subject",
        "Cb-picking": "Cb 5 is not possible",
    }


def test_cogniac_rules_of_the_narrative():
    rules = {a: trace["decision"]["rule"] for a, trace in traces("cogniac-high-precision", narrative()).items()}
    assert rules == {
        "3": "unique in discourse", "4": "unique in discourse", "8": "unique in current + prior", "9": "abstain",
        "10": "unique in discourse", "12": "unique current sentence",
    }  # fmt: skip


def test_cogniac_chain_without_a_noun():
    resolution = get_resolver("cogniac-high-precision").resolve(narrative())
    assert ["9", "12"] in resolution.chains
    assert resolution.tables["rules"]["unique in discourse"] == 3


# Def Giv IV LR SH Prep Coll ImR Dist Term
MITKOV = {
    "pump": [0, 1, 0, 0, 0, 0, 0, 0, 0, 1],
    "paper": [-1, 0, 0, 2, 1, 0, 0, 0, 0, 1],
    "f2": [0, 0, 1, 2, 1, 0, 0, 0, 1, 1],
    "dust": [-1, 0, 0, 0, 0, -1, 0, 0, 1, 0],
    "f3": [0, 0, 0, 2, 1, 0, 0, 2, 2, 1],
    "housing": [0, 0, 0, 0, 0, -1, 0, 0, 2, 0],
}


def test_mitkov_indicators_of_the_manual():
    it = traces("mitkov", manual(), terms="filter,pump", without="referents")["it"]
    assert {c["id"]: list(c["factors"].values()) for c in it["candidates"]} == MITKOV
    assert {c["id"]: c["score"] for c in it["candidates"]} == {
        "pump": 2, "paper": 3, "f2": 6, "dust": -1, "f3": 8, "housing": 1,
    }  # fmt: skip
    assert (it["decision"]["antecedent"], it["decision"]["rule"]) == ("f3", "highest-score")


def test_lappin_leass_weights():
    trace_of = traces("lappin-leass", narrative())
    scores = {a: {c["id"]: c["score"] for c in t["candidates"] if "score" in c} for a, t in trace_of.items()}
    assert scores == {
        "3": {"0": 310},
        "4": {"3": 155},
        "8": {"2": 67.5, "5": 135},
        # its glass (11) follows the pronoun: 310 − 175.
        "9": {"1": 105, "6": 175, "7": 75, "11": 135},
        # Each sentence adds instances: 310/2 + 310/4 + 35, and 280 + 280/2.
        "10": {"4": 267.5},
        "12": {"1": 70, "7": 75, "9": 420},
    }
    assert trace_of["9"]["candidates"][0]["adjust"] == {"parallelism": 35}


def test_hobbs_walk():
    trace_of = traces("hobbs", narrative())
    assert trace_of["9"]["steps"] == [
        "step 2: X = S(admired)", "step 5: X = S(admired + thought)", "step 7: 8 gender", "step 4: 4 gender",
        "step 4: 5 gender", "step 4: 6 accepted",
    ]  # fmt: skip
    assert trace_of["12"]["steps"] == [
        "step 2: X = NP(glass)", "step 5: X = S(was)", "step 5: X = S(thought)", "step 7: 10 gender",
        "step 5: X = S(admired + thought)", "step 7: 8 gender", "step 7: 9 accepted",
    ]  # fmt: skip


# Obl IV LR SH Coll ImR Seq Term Indef Prep Dist BP Par Freq
MARS = {
    "h": [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1, 1],
    "pump": [2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1],
    "paper": [1, 0, 2, 1, 0, 0, 0, 1, -1, 0, 0, 0, 1, 1],
    "f2": [1, 1, 2, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1],
    "dust": [-1, 0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 0, 0, 1],
    "f3": [1, 0, 2, 1, 0, 2, 0, 1, 0, 0, 2, 0, 1, 1],
    "housing": [-1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 2, 0, 0, 0],
}


def test_mars_indicators_of_the_manual():
    it = traces("mars", manual(), terms="filter,pump", without="referents")["it"]
    assert {c["id"]: list(c["factors"].values()) for c in it["candidates"]} == MARS
    assert {c["id"]: c["score"] for c in it["candidates"]} == {
        "h": 3, "pump": 4, "paper": 6, "f2": 9, "dust": -1, "f3": 11, "housing": 0,
    }  # fmt: skip
    assert it["decision"]["antecedent"] == "f3"
