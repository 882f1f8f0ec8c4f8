"""UD and CLEAR trees of the same sentence show the same structure."""

import pytest

from anaphora_workbench.corpora.dependencies import DependencyTree
from anaphora_workbench.corpora.document import Document, Sentence, Word


def parsed(scheme: str, *rows: str) -> DependencyTree:
    """A tree of one sentence; each row is ``form upos head relation``, heads counted from 1, 0 for the root."""
    words = []
    for row in rows:
        form, upos, head, relation = row.split()
        words.append(Word(form, lemma=form.lower(), upos=upos, head=int(head) - 1, relation=relation))
    return DependencyTree(Document("d", words, [Sentence(0, len(words))], relations=scheme))


# "She gave Tom a lamp in the hall."
UD_GAVE = (
    "She PRON 2 nsubj", "gave VERB 0 root", "Tom PROPN 2 iobj", "a DET 5 det", "lamp NOUN 2 obj", "in ADP 8 case",
    "the DET 8 det", "hall NOUN 2 obl", ". PUNCT 2 punct",
)  # fmt: skip
CLEAR_GAVE = (
    "She PRON 2 nsubj", "gave VERB 0 ROOT", "Tom PROPN 2 dative", "a DET 5 det", "lamp NOUN 2 dobj", "in ADP 2 prep",
    "the DET 8 det", "hall NOUN 6 pobj", ". PUNCT 2 punct",
)  # fmt: skip
# "He is the son of a baker."
UD_SON = (
    "He PRON 4 nsubj", "is AUX 4 cop", "the DET 4 det", "son NOUN 0 root", "of ADP 7 case", "a DET 7 det",
    "baker NOUN 4 nmod", ". PUNCT 4 punct",
)  # fmt: skip
CLEAR_SON = (
    "He PRON 2 nsubj", "is AUX 0 ROOT", "the DET 4 det", "son NOUN 2 attr", "of ADP 4 prep", "a DET 7 det",
    "baker NOUN 5 pobj", ". PUNCT 2 punct",
)  # fmt: skip
# "There is a bus and Clara Voss was seen by him."
UD_BUS = (
    "There PRON 2 expl", "is VERB 0 root", "a DET 4 det", "bus NOUN 2 nsubj",
    "and CCONJ 9 cc", "Clara PROPN 9 nsubj:pass", "Voss PROPN 6 flat", "was AUX 9 aux:pass",
    "seen VERB 2 conj", "by ADP 11 case", "him PRON 9 obl:agent", ". PUNCT 2 punct",
)  # fmt: skip
CLEAR_BUS = (
    "There PRON 2 expl", "is VERB 0 ROOT", "a DET 4 det", "bus NOUN 2 attr",
    "and CCONJ 2 cc", "Clara PROPN 7 compound", "Voss PROPN 9 nsubjpass", "was AUX 9 auxpass",
    "seen VERB 2 conj", "by ADP 9 agent", "him PRON 10 pobj", ". PUNCT 2 punct",
)  # fmt: skip


@pytest.mark.parametrize(
    ("ud", "clear"),
    [(UD_GAVE, CLEAR_GAVE), (UD_SON, CLEAR_SON), (UD_BUS, CLEAR_BUS)],
    ids=["double object", "copula", "existential, name, passive"],
)
def test_ud_and_clear_become_one(ud, clear):
    one, other = parsed("ud", *ud), parsed("clear", *clear)
    assert (one.head, one.relation) == (other.head, other.relation)


@pytest.mark.parametrize(
    ("rows", "functions"),
    [
        (UD_GAVE, {0: "SUBJ", 2: "IOBJ", 4: "DOBJ", 7: "OBL"}),
        (UD_SON, {0: "SUBJ", 3: "PRED", 6: "OBL"}),
        (UD_BUS, {3: "PRED", 6: "SUBJ", 10: "AGENT"}),
    ],
)
def test_functions(rows, functions):
    tree = parsed("ud", *rows)
    assert {offset: tree.function(offset) for offset in functions} == functions


def test_conjuncts_have_the_function_of_the_first():
    tree = parsed("ud", "Ann PROPN 4 nsubj", "and CCONJ 3 cc", "Tom PROPN 1 conj", "left VERB 0 root")
    assert [tree.function(0), tree.function(2)] == ["SUBJ", "SUBJ"]
    assert tree.conjuncts(0) == [0, 2]
    assert tree.subtree(2) == [2], "the conjunction belongs to the first conjunct"


# The logical subjects of resolvers.md, 2.3 (B).
@pytest.mark.parametrize(
    ("rows", "verb", "subject"),
    [
        (("Tom PROPN 2 nsubj", "came VERB 0 ROOT", "and CCONJ 2 cc", "saw VERB 2 conj", "him PRON 4 dobj"), 3, 0),
        (("Tom PROPN 2 nsubj", "wants VERB 0 ROOT", "to PART 4 aux", "see VERB 2 xcomp", "him PRON 4 dobj"), 3, 0),
        (("Tom PROPN 2 nsubj", "asked VERB 0 ROOT", "Ann PROPN 2 dobj", "to PART 5 aux", "go VERB 2 xcomp"), 4, 2),
        (("the DET 2 det", "man NOUN 0 ROOT", "seeing VERB 2 acl", "him PRON 3 dobj"), 2, 1),
        (("Rain NOUN 0 ROOT",), 0, None),
    ],
    ids=["coordinated verb", "subject control", "object control", "participle", "no verb"],
)
def test_logical_subject(rows, verb, subject):
    assert parsed("clear", *rows).logical_subject(verb) == subject


def test_finite_and_lexical_clauses():
    # "Lift the filter and rinse it" has one finite clause and two lexical verbs (resolvers.md, 9.4).
    tree = parsed(
        "clear",
        "Lift VERB 0 ROOT",
        "the DET 3 det",
        "filter NOUN 1 dobj",
        "and CCONJ 1 cc",
        "rinse VERB 1 conj",
        "it PRON 5 dobj",
    )
    assert [tree.finite_clause(offset) for offset in (2, 5)] == [0, 0]
    assert [tree.verb_clause(offset) for offset in (2, 5)] == [0, 4]


def test_a_circle_of_heads_is_cut_at_its_first_word():
    tree = parsed("clear", "x NOUN 2 dep", "a NOUN 3 conj", "b NOUN 2 conj")
    assert tree.head == [1, -1, 1]
    assert tree.children == [[], [0, 2], []]
    assert tree.transparent(2) == 1
    assert tree.subtree(1) == [0, 1, 2]


def test_no_parse_gives_no_functions():
    tree = DependencyTree(Document("d", [Word("Ann"), Word("left")], [Sentence(0, 2)]))
    assert tree.function(0) == "OTHER"
    assert tree.governing_verb(0) is None
    assert tree.span_root(0, 2) == 0
