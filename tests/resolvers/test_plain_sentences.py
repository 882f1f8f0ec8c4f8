"""Sentences as people try a resolver with: gender and number leave one antecedent, so every resolver has to find it."""

import pytest

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver, shipped

pytestmark = pytest.mark.model

RESOLVERS = (*shipped("algorithm"), "sieve", "ranking-pronouns")
# Those that answer only what they are sure of.
CAUTIOUS = {"cogniac-high-precision"}
# By pronoun what it is. Pipelines take *Lisa loves Mark*, *Alice gave Bob* and *Friday Anna* for names.
SENTENCES = {
    "Lisa loves Mark, but he does not love her.": {"he": "Mark", "her": "Lisa"},
    "Alice gave Bob a present. He opened it.": {"He": "Bob", "it": "a present"},
    "Peter met Susan. She greeted him.": {"She": "Susan", "him": "Peter"},
    "Mrs. Miller called Dr. Tom Reed. He was busy.": {"He": "Dr. Tom Reed"},
    "The king danced with the queen. She smiled.": {"She": "the queen"},
    "Tom dropped the plates. They broke.": {"They": "the plates"},
    "Anna bought a lamp. She likes it.": {"She": "Anna", "it": "a lamp"},
    "Uncle Joe was in Rome. He came back on Monday.": {"He": "Uncle Joe"},
    "On Friday Anna called the office. She was angry.": {"She": "Anna"},
    "In June Clara bought a lamp. She likes it.": {"She": "Clara", "it": "a lamp"},
    "Tomorrow Tom will sell the boats. They are old.": {"They": "the boats"},
    "In Germany Schmidt won the race. He was tired.": {"He": "Schmidt"},
    "Carole King sang a song. She was famous.": {"She": "Carole King"},
}


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    preprocessor = Preprocessor()
    return {text: preprocessor.process(text, f"d{number}") for number, text in enumerate(SENTENCES)}


@pytest.mark.parametrize("name", RESOLVERS)
def test_what_agrees_alone_is_the_antecedent(documents: dict[str, Document], name: str) -> None:
    resolver = get_resolver(name)
    for text, expected in SENTENCES.items():
        document = documents[text]
        called = {mention.id: document.mention_text(mention) for mention in document.mentions}
        of = {called[made.anaphor]: called.get(made.antecedent or "") for made in resolver.resolve(document).decisions}
        if name in CAUTIOUS:
            of = {pronoun: of[pronoun] or antecedent for pronoun, antecedent in expected.items()}
        assert of == expected, text
