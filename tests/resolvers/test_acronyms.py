"""Acronyms of names, one idea for ALIAS of the learned systems, the nominal resolvers and the sieve."""

from dataclasses import replace

import numpy as np
import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.acronyms import as_acronym, initials, short_forms
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import FEATURES, MentionTable
from hand_built import document
from hand_built import np as noun_phrase


def two_names(long, short, of_long="ORG", of_short="ORG"):
    """Two sentences, each with a name as its subject."""
    sentences, mentions, start = [], [], 0
    for id, form, entity_type in (("long", long, of_long), ("short", short, of_short)):
        tokens = form.split()
        last = len(tokens) - 1
        below = " ".join(f"{token}/{last}/{'det' if token in ('The', 'the') else 'compound'}" for token in tokens[:-1])
        sentences.append(f"{below} {tokens[-1]}/{last + 1}/nsubj/PROPN grew/-/ROOT")
        features = {"gender": "mf" if entity_type == "PERSON" else "n", "kind": "proper", "definiteness": "definite"}
        mentions.append(noun_phrase(id, start, start + len(tokens), "SUBJ", entity_type=entity_type, **features))
        start += len(tokens) + 1
    return document(sentences, mentions)


# A name, what may be its acronym, their types, and whether it is one.
CASES = {
    "Soon et al. 2001, 2.2": ("International Business Machines Corp.", "IBM", "ORG", "ORG", True),
    "Soon et al. 2001, 2.2: with full stops": ("International Business Machines Corp.", "I.B.M.", "ORG", "ORG", True),
    "what follows a firm is a word of its name": ("British Broadcasting Corp.", "BBC", "ORG", "ORG", True),
    "Ltd. and Co.": ("Northern Pump Co. Ltd.", "the NP", "ORG", "ORG", True),
    "Raghunathan et al. 2010, 4.2.2": ("Agence France Presse", "AFP", "ORG", "ORG", True),
    "a determiner has no letter": ("The European Union", "the EU", "ORG", "GPE", True),
    "a last word that looks like a determiner": ("Vitamin A", "VA", "PRODUCT", "PRODUCT", True),
    "small words have none": ("Bank of England", "BE", "ORG", "ORG", True),
    "another order": ("Bank of England", "EB", "ORG", "ORG", False),
    "no capitals": ("Northern Pump Works", "npw", "ORG", "ORG", False),
    "a word too many": ("Northern Pump Works", "NPW Reed", "ORG", "ORG", False),
    "one letter": ("Northern Ltd.", "N", "ORG", "ORG", False),
    "a letter of the determiner": ("The Hague", "TH", "GPE", "GPE", False),
}


@pytest.mark.parametrize(("long", "short", "of_long", "of_short", "is_one"), CASES.values(), ids=CASES)
class TestAcronyms:
    def test_of_a_name(self, long, short, of_long, of_short, is_one):
        discourse = Discourse(two_names(long, short, of_long, of_short))
        assert (as_acronym(discourse, 1) in initials(discourse, 0)) is is_one

    def test_is_an_alias(self, long, short, of_long, of_short, is_one):
        table = MentionTable(Discourse(two_names(long, short, of_long, of_short)))
        one, other = np.array([0]), np.array([1])
        assert FEATURES["alias"].codes(table, other, one).tolist() == [is_one]
        assert FEATURES["alias"].codes(table, one, other).tolist() == [is_one]

    def test_is_linked(self, long, short, of_long, of_short, is_one):
        text = two_names(long, short, of_long, of_short)
        chains = [["long", "short"]] if is_one else [["long"], ["short"]]
        assert get_resolver("exact-match").resolve(text).chains == chains


@pytest.mark.parametrize("class_of_one", ["PERSON", "DATE"])
def test_initials_of_persons_and_dates_are_no_alias(class_of_one):
    table = MentionTable(Discourse(two_names("John Keats", "JK", class_of_one, "ORG")))
    assert not FEATURES["alias"].codes(table, np.array([1]), np.array([0])).any()


def test_the_sieve_takes_acronyms_in_its_second_pass():
    text = two_names("International Business Machines Corp.", "I.B.M.")
    (row,) = get_resolver("sieve").resolve(text).tables["passes"]
    assert row == {"pass": "precise-constructs", "mention": "short", "antecedent": "long", "construct": "acronym"}


@pytest.mark.parametrize(
    ("one", "other", "linked"),
    [
        ("The European Union", "the EU", True),
        ("the EU", "The European Union", True),
        ("Northern Pump Works Ltd.", "NPW", True),
        ("Google LLC", "Google", True),
        ("Google", "Google LLC", True),
        ("Microsoft Corporation", "Microsoft", True),
        ("Microsoft Incorporated", "Microsoft Inc.", True),
        ("Northern Limited", "Northern Ltd.", True),
        ("Ford Motor Company", "Ford Motor Co.", True),
        ("Google LLC", "Google LLC", False),
        ("Google LLC", "Amazon LLC", False),
        ("Siemens AG", "Siemens Ltd.", False),
        ("Company", "Limited", False),
        ("Northern Pump Works", "Northern Pump", False),
        ("World War II", "WWI", False),
    ],
)
def test_short_forms_of_names(one, other, linked):
    """The same words are no short form: what says the same of them stands elsewhere."""
    assert short_forms(Discourse(two_names(one, other))) == ({1: 0} if linked else {})


def names(*forms, **types):
    """Sentences that each have a name as their subject, a firm's unless said."""
    first, *others = (two_names(form, "X", types.get(f"of_{place}", "ORG")) for place, form in enumerate(forms))
    words, mentions, sentences = first.words, first.mentions[:1], first.sentences[:1]
    words = words[: sentences[0].end]
    for place, other in enumerate(others, start=1):
        start, end = len(words), other.sentences[0].end
        words += [replace(word, head=word.head + start if word.head >= 0 else -1) for word in other.words[:end]]
        (mention,) = other.mentions[:1]
        span = {"start": mention.start + start, "end": mention.end + start, "head": mention.head + start}
        mentions.append(replace(mention, id=f"m{place}", **span))
        sentences.append(replace(sentences[0], start=start, end=start + end))
    return Discourse(replace(first, words=words, mentions=mentions, sentences=sentences))


@pytest.mark.parametrize(
    ("forms", "links"),
    [
        (("The European Union", "The European Union", "the EU"), {2: 1}),
        (("The European Union", "the EU", "The European Union", "the EU"), {1: 0, 2: 1, 3: 2}),
        (("South Africa", "SA", "San Antonio", "SA"), {}),
        (("Google LLC", "Google", "Google"), {1: 0, 2: 0}),
        (("Siemens AG", "Siemens Ltd.", "Siemens"), {}),
    ],
    ids=["the nearest", "both ways", "letters of two names", "the firm", "of two firms"],
)
def test_which_of_several_is_linked(forms, links):
    assert short_forms(names(*forms)) == links


def test_two_letters_have_to_be_of_one_kind():
    """*The Democratic Congress met in D.C.*; three letters tell more."""
    assert short_forms(Discourse(two_names("Democratic Congress", "D.C.", "ORG", "GPE"))) == {}
    assert short_forms(Discourse(two_names("Democratic Party Congress", "D.P.C.", "ORG", "GPE"))) == {1: 0}


def test_a_firm_is_not_called_what_a_person_is():
    assert short_forms(names("Ford Co.", "Ford", "Henry Ford", of_2="PERSON")) == {}
    assert short_forms(names("Ford Co.", "Ford", "Henry Miller", of_2="PERSON")) == {1: 0}


def test_no_name_is_linked_with_one_around_it():
    text = two_names("The European Union EU", "grew")
    within = noun_phrase("within", 3, 4, "SUBJ", kind="proper", gender="n", entity_type="ORG")
    around = replace(text.mentions[0], end=4)
    union = noun_phrase("union", 0, 3, "SUBJ", kind="proper", gender="n", entity_type="ORG", head=2)
    assert short_forms(Discourse(replace(text, mentions=[around, within]))) == {}
    assert short_forms(Discourse(replace(text, mentions=[union, within]))) == {1: 0}


def test_persons_have_no_short_forms():
    assert short_forms(Discourse(two_names("John Keats", "JK", "PERSON", "PERSON"))) == {}
    assert short_forms(Discourse(two_names("John Albert Keats", "JAK", "PERSON", "ORG"))) == {}


@pytest.mark.parametrize(("one", "other"), [("Microsoft Corporation", "Microsoft"), ("The European Union", "the EU")])
def test_best_links_short_forms_and_says_so(one, other):
    resolution = get_resolver("best").resolve(two_names(one, other))
    assert resolution.chains == [["long", "short"]]
    (trace,) = (trace for trace in resolution.mention_traces if trace.pronoun.id == "short")
    assert trace.rule == "short form of a name"
