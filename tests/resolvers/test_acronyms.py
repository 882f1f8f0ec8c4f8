"""Acronyms of names, one idea for ALIAS of the learned systems, the nominal resolvers and the sieve."""

import numpy as np
import pytest

from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.discourse.telling_words import as_acronym, initials
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
def test_an_acronym_is_an_alias_and_linked(long, short, of_long, of_short, is_one):
    text = two_names(long, short, of_long, of_short)
    discourse = Discourse(text)
    assert (as_acronym(discourse, 1) in initials(discourse, 0)) is is_one
    table, one, other = MentionTable(discourse), np.array([0]), np.array([1])
    assert FEATURES["alias"].codes(table, other, one).tolist() == [is_one]
    assert FEATURES["alias"].codes(table, one, other).tolist() == [is_one]
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
