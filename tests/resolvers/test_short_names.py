"""Acronyms in brackets, other names of countries, and nouns for names (resolvers/short_names.py)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.short_names import called_by_kind, countries, given_names, in_brackets, nicknames

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def preprocessor():
    return Preprocessor()


def named(preprocessor, rule, text):
    document = preprocessor.process(text)
    discourse = Discourse(document)
    of = [document.mention_text(mention) for mention in discourse.mentions]
    return [(of[later], of[earlier]) for later, earlier in rule(discourse).items()]


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("We use the two-scale model (TSM) here.", [("TSM", "the two-scale model")]),
        (
            "The Millennium Development Goals (MDGs) were set. The MDGs ended.",
            [("MDGs", "The Millennium Development Goals"), ("The MDGs", "MDGs")],
        ),
        ("He led the Board of Trade (BOT).", [("BOT", "the Board of Trade")]),
        pytest.param("The airport of Rome (FCO) is closed.", [], id="no first letters"),
        pytest.param("The pump (TSM) is old.", [], id="other words"),
        pytest.param("The two-scale model, TSM, is fast.", [], id="no brackets"),
    ],
)
def test_acronyms_in_brackets(preprocessor, text, links):
    assert named(preprocessor, in_brackets, text) == links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("The United States left. The U.S. came back.", [("The U.S.", "The United States")]),
        ("The UK left. Great Britain came back.", [("Great Britain", "The UK")]),
        pytest.param("The United States left. The United States came back.", [], id="the same name"),
        pytest.param("The United States left. The UK stayed.", [], id="another country"),
        pytest.param("The United States left us.", [], id="a pronoun"),
        pytest.param("The United States left. America was free.", [], id="a continent, too"),
    ],
)
def test_countries(preprocessor, text, links):
    assert named(preprocessor, countries, text) == links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Captain Ahab stood on deck. The captain watched.", [("The captain", "Captain Ahab")]),
        ("Det. Jones came. The detective slept.", [("The detective", "Det. Jones")]),
        ("Captain Ahab came. Captain Ahab sat. The captain slept.", [("The captain", "Captain Ahab")]),
        ("We stayed at Hotel Bellevue. The hotel was old.", [("The hotel", "Hotel Bellevue")]),
        pytest.param("Captain Ahab met Captain Boomer. The captain slept.", [], id="two of the title"),
        pytest.param("Ahab stood on deck. The captain watched.", [], id="no title"),
        ("Microsoft grew. The company hired Tom.", [("The company", "Microsoft")]),
        ("He went to Paris. The city was old.", [("The city", "Paris")]),
        pytest.param("He went from London to Paris. The city was old.", [], id="two cities"),
        pytest.param("He came to Norway. The city was old.", [], id="no city"),
        pytest.param("He came to Australia. The city was old.", [], id="nor is a country of no demonym"),
        pytest.param("He left the U.S. The city was old.", [], id="a name with full stops"),
        pytest.param("He left Britain. The city was old.", [], id="another name of a country"),
        pytest.param("He left the United Kingdom. The city was old.", [], id="the name that it is another of"),
        pytest.param(
            "He went from Norway to Paris. The city was old.", [("The city", "Paris")], id="one of two a city"
        ),
        ("He came to Norway. The country was old.", [("The country", "Norway")]),
        pytest.param("He went to Paris. The country was old.", [], id="no country"),
        ("He came to Singapore. The city was old.", [("The city", "Singapore")]),
        ("He came to Singapore. The country was old.", [("The country", "Singapore")]),
        ("He came to Athens. The city was old.", [("The city", "Athens")]),
        ("He came to Athens. The state was old.", [("The state", "Athens")]),
        pytest.param("He came to Athens. The country was old.", [], id="a city and a state, no country"),
        pytest.param("He came to Oslo. The state was old.", [], id="no state"),
        ("He came to Singapore. The state was old.", [("The state", "Singapore")]),
        ("He came to Texas. The state was old.", [("The state", "Texas")]),
        pytest.param("He lives in Washington, D.C., with her. The state was cold.", [], id="a city with a comma"),
        pytest.param("They came to New York, New York yesterday. The country was cold.", [], id="a city and its state"),
        ("He came to Washington D.C. yesterday. The city was old.", [("The city", "Washington D.C.")]),
        pytest.param("He lived in Düsseldorf. The country was old.", [], id="an accent that the list has not"),
        pytest.param(
            "He went to Paris. It rained. It rained. The city was old.",
            [("The city", "Paris")],
            id="three sentences on",
        ),
        pytest.param(
            "He went to Paris. It rained. It rained. It rained. The city was old.", [], id="four sentences on"
        ),
        pytest.param("A city grew. He went to Paris. The city was old.", [], id="the noun was there before"),
        pytest.param("He went to Paris. The old city slept.", [], id="more words"),
        pytest.param("Her husband, Jorge, lost his job. The firm left.", [], id="a man taken for a firm"),
    ],
)
def test_nouns_for_names(preprocessor, text, links):
    assert named(preprocessor, called_by_kind, text) == links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ('Elizabeth "Betty" Warren taught. Betty slept.', [("Betty", 'Elizabeth "Betty" Warren')]),
        ("Elizabeth “Betty” Warren taught. Betty Warren slept.", [("Betty Warren", "Elizabeth “Betty” Warren")]),
        pytest.param("Elizabeth “Betty” Warren taught. Tom Warren slept.", [], id="another name"),
        pytest.param("Betty slept. Elizabeth “Betty” Warren taught.", [], id="before it is said"),
        pytest.param("Tom saw “Hamlet” twice. Hamlet died.", [], id="no name around the quotation marks"),
    ],
)
def test_nicknames(preprocessor, text, links):
    assert named(preprocessor, nicknames, text) == links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("Mary Lennox came to Leeds. Mary slept. Mary sang.", [("Mary", "Mary Lennox")]),
        ("Mary slept. Mary Lennox was ill.", [("Mary Lennox", "Mary")]),
        ("Lady Bridget Moss arrived. Lady Bridget was ill.", [("Lady Bridget", "Lady Bridget Moss")]),
        ("Miss Marcie Moss arrived. Marcie was ill.", [("Marcie", "Miss Marcie Moss")]),
        ("Robert Moss slept. Bob Moss sang. Bob Moss left.", [("Bob Moss", "Robert Moss")]),
        ("Michael Moss slept. Mike sang.", [("Mike", "Michael Moss")]),
        pytest.param("Michael Moss slept. Mike Lennox sang.", [], id="short for it, with another surname"),
        pytest.param("Peter Moss slept. Mr. Peter arrived.", [], id="a title that the full name has not"),
        pytest.param("Mary Lennox met Mary Moss. Mary was ill.", [], id="two surnames"),
        pytest.param("Mary Lennox slept. Mary sang. Mary Moss left.", [("Mary", "Mary Lennox")], id="another later"),
        pytest.param("Charles arrived. Charles II was the king.", [], id="a number is no surname"),
        pytest.param("John Moss Jr. slept. His father, John Moss, sang.", [], id="father and son"),
        pytest.param("Kim Moss slept. Kim was ill.", [], id="of either sex: rankers decide"),
        pytest.param("Paris Hotel closed. Paris was cold.", [], id="no person"),
    ],
)
def test_given_names(preprocessor, text, links):
    assert named(preprocessor, given_names, text) == links


@pytest.mark.parametrize(("of_given_name", "links"), [("m", {1: 0}), ("f", {})], ids=["a man", "a woman"])
def test_a_given_name_is_of_the_sex_of_the_full_name(preprocessor, of_given_name, links):
    """*Kim Moss* … *Kim*, the first a man."""
    discourse = Discourse(preprocessor.process("Kim Moss slept. Kim was ill."))
    gender = [frozenset("m"), frozenset(of_given_name)]
    assert given_names(discourse.with_features(discourse.number, gender)) == links
