"""What a mention cannot take up, whatever the weights say (resolvers/learned/contradictions.py)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers.binding import ARGUMENT_DOMAIN
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.learned.contradictions import OTHER_SEX, contradicted
from anaphora_workbench.resolvers.learned.contrast import OTHER_WORD_OF_A_KIND

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def preprocessor():
    return Preprocessor()


def place(document, mentions, words):
    """Position of the last mention of these words."""
    return max(position for position, mention in enumerate(mentions) if document.mention_text(mention) == words)


@pytest.mark.parametrize(
    ("text", "links", "pronoun", "found"),
    [
        ("She gave her the keys.", [], "her", {"She": ARGUMENT_DOMAIN}),
        (
            "Mary came. She gave her the keys.",
            [("She", "Mary")],
            "her",
            {"Mary": ARGUMENT_DOMAIN, "She": ARGUMENT_DOMAIN},
        ),
        pytest.param("He said that Voss saw him.", [], "him", {}, id="of two verbs"),
        pytest.param("He ate what Voss had sent him.", [], "him", {}, id="an understood argument"),
        pytest.param("He washed his hands.", [], "his", {}, id="a possessive"),
        pytest.param("He saw himself.", [], "himself", {}, id="a reflexive"),
        ("He left. She stayed.", [], "She", {"He": OTHER_SEX}),
        ("Kim left. He sang. She stayed.", [("He", "Kim")], "She", {"Kim": OTHER_SEX, "He": OTHER_SEX}),
        pytest.param("It left. She stayed.", [], "She", {}, id="it may be an animal or a ship"),
        pytest.param("I know that he left.", [], "he", {}, id="another person: weights decide"),
        (
            "The left engine broke. The right engine ran.",
            [],
            "The right engine",
            {"The left engine": OTHER_WORD_OF_A_KIND},
        ),
        (
            "The left engine broke. The engine stood. The right engine ran.",
            [("The engine", "The left engine")],
            "The right engine",
            {"The left engine": OTHER_WORD_OF_A_KIND, "The engine": OTHER_WORD_OF_A_KIND},
        ),
        pytest.param("Ann spoke. He left.", [], "He", {}, id="a name, which lists may err in"),
        pytest.param("“I know,” he said.", [], "he", {}, id="inside and outside a quotation"),
    ],
)
def test_contradictions(preprocessor, text, links, pronoun, found):
    document = preprocessor.process(text)
    discourse = Discourse(document)
    mentions = discourse.mentions
    state = EntityState(MentionTable(discourse))
    for later, earlier in links:
        state.link(place(document, mentions, later), place(document, mentions, earlier))
    position = place(document, mentions, pronoun)
    candidates = list(range(position))
    of = {
        document.mention_text(mentions[candidates[number]]): contradiction.why
        for number, contradiction in contradicted(state, position, candidates).items()
    }
    assert of == found
