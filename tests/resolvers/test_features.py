"""Features over arrays: one table of cases per feature, on documents built by hand."""

import numpy as np
import pytest

from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import FEATURES, EntityState, MentionTable, feature_named
from anaphora_workbench.resolvers.features.feature import bin_names, binned
from hand_built import document, pronoun
from hand_built import np as noun


def two_sentences():
    """*Ann saw Tom's old lamp. She lit it.*, with the mentions Ann 0, Tom's old lamp 1, Tom 2, She 3, it 4."""
    return document(
        (
            "Ann/1/nsubj saw/-/ROOT Tom/5/poss 's/2/case old/5/amod lamp/1/dobj ./1/punct",
            "She/1/nsubj lit/-/ROOT it/1/dobj ./1/punct",
        ),
        [
            noun("ann", 0, 1, "SUBJ", gender="f", kind="proper", lemma="Ann", verb=1, definiteness="definite"),
            noun("lamp", 2, 6, "DOBJ", gender="n", kind="common", lemma="lamp", verb=1, definiteness="definite"),
            noun("tom", 2, 3, "POSS", gender="m", kind="proper", lemma="Tom", embedded_in="lamp"),
            pronoun("she", 7, "she", "SUBJ", verb=8),
            pronoun("it", 9, "it", "DOBJ", verb=8),
        ],
    )


@pytest.fixture(scope="module")
def table():
    return MentionTable(Discourse(two_sentences()))


def value(table, name, later, earlier):
    feature = feature_named(name)
    code = int(feature.codes(table, np.array([later]), np.array([earlier]))[0])
    return table.lexicon[code] if feature.values is None else feature.values[code]


@pytest.mark.parametrize(
    ("name", "later", "earlier", "expected"),
    [
        ("number agreement", 3, 0, "same"),
        ("gender agreement", 3, 0, "same"),
        ("gender agreement", 3, 1, "clash"),
        ("gender agreement", 4, 2, "clash"),
        ("person agreement", 3, 0, "same"),
        ("sentences", 3, 0, "1"),
        ("sentences", 4, 3, "0"),
        ("mentions", 3, 2, "1"),
        ("mentions", 4, 0, "4"),
        ("words", 4, 3, "0-1"),
        ("words", 3, 0, "4-7"),
        ("subjects", 4, 1, "1"),
        ("agreeing between", 3, 0, "0"),
        ("same clause", 4, 3, "yes"),
        ("functions", 3, 0, "both subjects"),
        ("functions", 4, 1, "same"),
        ("functions", 4, 0, ""),
        ("binding", 4, 3, "argument domain"),
        ("binding", 4, 1, ""),
        ("containment", 2, 1, "inside it"),
        ("arguments of one verb", 4, 3, "yes"),
        ("path", 4, 3, "nsubj↑ dobj↓"),
        ("path", 2, 0, "nsubj↑ dobj↓ poss↓"),
        ("path", 3, 0, ""),
        ("Hobbs rank", 3, 0, "0"),
        ("arcs", 2, 1, "0-1"),
        ("arcs", 4, 3, "2"),
        ("arcs", 2, 0, "3"),
        ("arcs", 3, 0, "3"),
        ("arcs", 4, 2, "4"),
        ("same head", 1, 0, ""),
        ("names", 2, 0, "different"),
        ("expressions", 4, 0, "it … <name>"),
        ("a word in common", 1, 0, "no"),
    ],
)
def test_a_feature_of_a_pair(table, name, later, earlier, expected):
    assert value(table, name, later, earlier) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("Ann Voss", "Ann Voss", "same"),
        ("Ann Voss", "Voss", "last word"),
        ("Ann Voss", "Ann Miller", "part"),
        ("British Broadcasting Corp.", "BBC", "acronym"),
        ("N.P.C.", "New Party of Chad", "acronym"),
        ("British Broadcasting", "BBC", "different"),
        ("New party of Chad", "NPOC", "different"),
    ],
)
def test_how_two_names_match(first, second, expected):
    words = [*first.split(), *second.split()]
    ends = len(first.split())
    mentions = [noun("first", 0, ends, kind="proper"), noun("second", ends, len(words), kind="proper")]
    text = document([" ".join(f"{word}/-/dep" for word in words)], mentions)
    assert value(MentionTable(Discourse(text)), "names", 1, 0) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("type", ["name", "definite", "name", "third person pronoun", "third person pronoun"]),
        ("gender", ["f", "n", "m", "f", "n"]),
        ("function", ["SUBJ", "DOBJ", "POSS", "SUBJ", "DOBJ"]),
        ("embedded", ["", "", "yes", "", ""]),
        ("length", ["1", "4-5", "1", "1", "1"]),
        ("place in sentence", ["0", "1", "2", "0", "1"]),
        ("expression", ["<name>", "<definite>", "<name>", "she", "it"]),
        ("tag before", ["<start>", "VERB", "VERB", "PUNCT", "VERB"]),
    ],
)
def test_a_feature_of_mentions(table, name, expected):
    feature = feature_named(name)
    names = table.lexicon if feature.values is None else feature.values
    assert [names[code] for code in table.values(feature)] == expected


def test_features_of_entities_follow_the_links(table):
    state = EntityState(table)
    size, gender = feature_named("entity size"), feature_named("entity gender")

    def of_ann(feature):
        return feature.values[feature.codes(state, 4, state.of[np.array([0])])[0]]

    assert (of_ann(size), of_ann(gender)) == ("1", "clash")
    state.link(3, 0)
    assert (of_ann(size), of_ann(gender)) == ("2", "clash")
    assert state.members[0] == [0, 3]
    assert state.of.tolist() == [0, 1, 2, 0, 4]


def test_an_entity_knows_the_pronouns_that_took_it_up(table):
    state, pronouns = EntityState(table), feature_named("entity pronouns")

    def asked_for(later, entity):
        return pronouns.values[pronouns.codes(state, later, np.array([entity]))[0]]

    assert asked_for(3, 0) == ""
    state.link(3, 0)
    assert (asked_for(3, 0), asked_for(4, 0), asked_for(4, 1)) == ("such a one", "others only", "")


def test_syntax_keeps_a_pronoun_from_an_entity_by_any_of_its_mentions(table):
    """*it* of *She lit it* is not *She*, and no more whom *She* takes up."""
    state, entity_binding = EntityState(table), feature_named("entity binding")

    def of(later, entities):
        codes = entity_binding.codes(state, later, np.array(entities))
        return [entity_binding.values[code] for code in codes]

    assert of(4, [0, 1, 3]) == ["", "", "one of them"]
    state.link(3, 0)
    assert of(4, [0, 1]) == ["one of them", ""]
    assert of(3, [0, 1]) == ["", ""]
    assert of(1, [0]) == [""], "a noun phrase"


def test_the_walk_of_hobbs_is_followed_to_its_sixteenth_noun_phrase():
    """*A B C … . It …*: of the seventeen, the last has no rank; the ranks of one bin begin at its edge."""
    names = [noun(f"n{place}", place, place + 1, gender="n") for place in range(17)]
    text = document([" ".join(["lamp/-/dep"] * 17), "It/-/dep"], [*names, pronoun("it", 17, "it")])
    feature, earlier = feature_named("Hobbs rank"), np.arange(17)
    codes = feature.codes(MentionTable(Discourse(text)), np.full(17, 17), earlier)
    bins = ["0", "1", "2", *["3-4"] * 2, *["5-7"] * 3, *["8-14"] * 7, "15+", ""]
    assert [feature.values[code] for code in codes] == bins


def test_bins_have_the_names_of_their_numbers():
    assert bin_names((1, 2, 5)) == ("0", "1", "2-4", "5+")
    assert binned(np.array([0, 1, 4, 5, 9]), (1, 2, 5)).tolist() == [0, 1, 2, 3, 3]


def test_every_feature_gives_codes_of_its_values(table):
    later, earlier = np.array([1, 2, 2, 3, 4, 4]), np.array([0, 0, 1, 2, 3, 0])
    for feature in FEATURES.values():
        given = {
            "mention": (table,),
            "pair": (table, later, earlier),
            "entity": (EntityState(table), 4, np.array([0, 1, 2, 3])),
        }[feature.over]
        codes = feature.codes(*given)
        size = len(table.lexicon) if feature.values is None else len(feature.values)
        assert codes.min() >= 0, feature.name
        assert codes.max() < size, feature.name
        assert feature.source, feature.name


def test_pairs_are_looked_at_alike_alone_and_together(table):
    """A value of a pair does not depend on the pairs that it is asked with."""
    later = np.repeat(np.arange(table.size), np.arange(table.size))
    earlier = np.concatenate([np.arange(size)[::-1] for size in range(table.size)])
    for feature in FEATURES.values():
        # Ranks and counts are among the candidates of a mention.
        if feature.over == "pair" and feature.name != "Hobbs rank":
            together = feature.codes(table, later, earlier)
            alone = [int(feature.codes(table, later[[k]], earlier[[k]])[0]) for k in range(len(later))]
            assert together.tolist() == alone, feature.name


def test_the_closest_of_a_class_is_not_the_only_one_asked_about():
    """*Ann met Eva. She left.*: asked about the pair with Ann alone, as in training, Eva is closer still."""
    names = [noun(name, place, place + 1, gender="f", kind="proper") for place, name in ((0, "Ann"), (2, "Eva"))]
    sentences = ("Ann/1/nsubj met/-/ROOT Eva/1/dobj ./1/punct", "She/1/nsubj left/-/ROOT ./1/punct")
    three = MentionTable(Discourse(document(sentences, [*names, pronoun("she", 4, "she", "SUBJ", verb=5)])))
    assert [value(three, "closest of its class", 2, name) for name in (0, 1)] == ["no", "yes"]


def test_an_unknown_feature_is_named():
    with pytest.raises(ValueError, match="no feature 'Hobs rank'; there are: "):
        feature_named("Hobs rank")
