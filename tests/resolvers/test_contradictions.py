"""What a mention cannot take up, whatever the weights say (resolvers/learned/contradictions.py)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers.binding import ADJUNCT_DOMAIN, ARGUMENT_DOMAIN
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import EntityState, MentionTable
from anaphora_workbench.resolvers.learned.clause_mates import AHEAD
from anaphora_workbench.resolvers.learned.contradictions import (
    A_PERSON,
    NAMED_OTHERWISE,
    OF_ONE_VOICE,
    ONE_PERSON,
    OTHER_GENDER,
    OTHER_SEX,
    PART_OF_JOINED,
    PERSONS,
    REFERS_TO_NOTHING,
    SEVERAL,
    contradicted,
    joined_around,
)
from anaphora_workbench.resolvers.learned.contrast import OTHER_ONE, OTHER_POSSESSOR, OTHER_WORD_OF_A_KIND
from hand_built import document, np

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
        pytest.param("He said that Voss saw him.", [], "him", {"Voss": ARGUMENT_DOMAIN}, id="of two verbs"),
        pytest.param("He ate what Voss had sent him.", [], "him", {"Voss": ARGUMENT_DOMAIN}, id="of one verb"),
        ("Captain Voss found the boy.", [], "the boy", {"Captain Voss": ARGUMENT_DOMAIN}),
        ("Ford was founded by Henry Ford.", [], "Henry Ford", {"Ford": ARGUMENT_DOMAIN}),
        ("Voss looked at him.", [], "him", {"Voss": ADJUNCT_DOMAIN}),
        ("Voss heard from him.", [], "him", {"Voss": ADJUNCT_DOMAIN}),
        pytest.param("Voss kept it with him.", [], "him", {}, id="a phrase of place"),
        pytest.param(
            "Voss had a picture of him.", [], "him", {"a picture of him": OTHER_GENDER}, id="a phrase of a noun"
        ),
        pytest.param("Voss seemed the captain.", [], "the captain", {}, id="a copula"),
        pytest.param("Voss gave the boy a book.", [], "a book", {"Voss": ARGUMENT_DOMAIN}, id="not two objects"),
        pytest.param("He washed his hands.", [], "his", {"his hands": SEVERAL}, id="a possessive"),
        pytest.param("He saw himself.", [], "himself", {}, id="a reflexive"),
        pytest.param("Mary prefers hers.", [], "hers", {}, id="a possessive that stands alone"),
        pytest.param("Mary looked at hers.", [], "hers", {}, id="such a one behind a preposition"),
        pytest.param("She prefers hers.", [], "hers", {}, id="such a one beside a pronoun"),
        pytest.param("Hers pleased her.", [], "her", {}, id="such a one as the subject"),
        pytest.param("Hers looked at her.", [], "her", {}, id="and of what stands behind a preposition"),
        ("Neither Mary nor Jane left.", [], "Mary", {"Neither Mary nor Jane": PART_OF_JOINED}),
        ("Mary and her sister left.", [], "her sister", {"Mary and her sister": PART_OF_JOINED}),
        ("He left. She stayed.", [], "She", {"He": OTHER_SEX}),
        ("Kim left. He sang. She stayed.", [("He", "Kim")], "She", {"Kim": OTHER_SEX, "He": OTHER_SEX}),
        pytest.param("It left. She stayed.", [], "She", {}, id="it may be an animal or a ship"),
        ("I know that he left.", [], "he", {"I": OF_ONE_VOICE}),
        ("My aunt slept. He left.", [], "He", {"My": OF_ONE_VOICE, "My aunt": OTHER_GENDER}),
        pytest.param("I know that they left.", [], "they", {}, id="may be I and others"),
        pytest.param(
            "KIM: I left.\n\nIDA: Good.\n\nTOM: He stayed.",
            [],
            "He",
            {"IDA": NAMED_OTHERWISE, "TOM": "speaker of its turn"},
            id="of another speaker",
        ),
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
        ("Ann Lee spoke. He left.", [], "He", {"Ann Lee": NAMED_OTHERWISE}),
        ("Mrs. Voss spoke. He left.", [], "He", {"Mrs. Voss": NAMED_OTHERWISE}),
        ("Voss spoke on Monday. He left.", [], "He", {"Monday": NAMED_OTHERWISE}),
        ("Voss was in Rome. He left.", [], "He", {"Rome": NAMED_OTHERWISE}),
        pytest.param("Voss is in Rome. It is old.", [], "It", {}, id="a place"),
        pytest.param("Voss loves Rome. He left.", [], "He", {}, id="a recogniser may err"),
        pytest.param("Voss spoke. He left.", [], "He", {}, id="a name that is not listed"),
        pytest.param("Santa came late. He was tired.", [], "He", {}, id="listed, but the recogniser sees no person"),
        pytest.param("Ann Lee spoke. His dog slept. He left.", [("His", "Ann Lee")], "He", {}, id="he has been she"),
        ("King Arthur spoke. She left.", [], "She", {"King Arthur": NAMED_OTHERWISE}),
        pytest.param("Carole King spoke. She left.", [], "She", {}, id="a surname that is a title"),
        pytest.param(
            "Snow wrote a letter. He left.", [], "He", {"a letter": OTHER_GENDER}, id="a surname that is a noun"
        ),
        pytest.param("“I know,” he said.", [], "he", {}, id="inside and outside a quotation"),
        ("The lamp fell. He laughed.", [], "He", {"The lamp": OTHER_GENDER}),
        ("The plumber left. It dripped.", [], "It", {"The plumber": OTHER_GENDER}),
        ("Nemo is a lamp. The lamp fell. He laughed.", [("The lamp", "Nemo")], "He", {"a lamp": OTHER_GENDER}),
        pytest.param("The ship sank. She was old.", [], "She", {}, id="what may be she"),
        pytest.param("The baby cried. It was ill.", [], "It", {}, id="who may be it"),
        pytest.param("A legal person, Voss Ltd., appealed. It lost.", [], "It", {}, id="with its name"),
        ("Tom left. They laughed.", [], "They", {"Tom": ONE_PERSON}),
        pytest.param("Kim left. They laughed.", [], "They", {}, id="of either sex"),
        ("Ann Lee left. It dripped.", [], "It", {"Ann Lee": A_PERSON}),
        (
            "Ann Lee is the governor. The governor left. It dripped.",
            [("The governor", "Ann Lee")],
            "It",
            {"Ann Lee": A_PERSON, "The governor": A_PERSON, "the governor": OTHER_GENDER},
        ),
        pytest.param("Kim left. It dripped.", [], "It", {}, id="a name of either sex: weights decide"),
        pytest.param("The Ann Lee Center closed. It was old.", [], "It", {}, id="a name that is no person's"),
        pytest.param("The Reeds left. They laughed.", [], "They", {}, id="several"),
        ("The women sang. It dripped.", [], "It", {"The women": SEVERAL}),
        ("The lamps glowed. He slept.", [], "He", {"The lamps": SEVERAL}),
        ("Ann and Eve sat. It dripped.", [], "It", {"Ann and Eve": PERSONS, "Ann": A_PERSON, "Eve": A_PERSON}),
        pytest.param("Kim and the lamp fell. It broke.", [], "It", {}, id="a person and a thing"),
        pytest.param("The women sang. They left.", [], "They", {}, id="several, too"),
        pytest.param("The Reeds sang. It dripped.", [], "It", {}, id="a name of several: weights decide"),
        ("A car stopped. Another car passed.", [], "Another car", {"A car": OTHER_ONE}),
        ("It rained. It was wet.", [], "It", {"It": REFERS_TO_NOTHING}),
        ("My sister and I sang.", [], "I", {"My sister and I": PART_OF_JOINED}),
        ("Tom's mother sang. Ann's mother slept.", [], "Ann's mother", {"Tom's mother": OTHER_POSSESSOR}),
        pytest.param("Tom Reed's mother sang. Reed's mother slept.", [], "Reed's mother", {}, id="one possessor"),
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


@pytest.mark.parametrize(
    ("text", "pronoun", "found"),
    [
        ("He had a dog.", "He", {"a dog": ARGUMENT_DOMAIN}),
        ("He told Tom that Ann slept.", "He", {"Tom": ARGUMENT_DOMAIN, "Ann": AHEAD}),
        ("He left and Tom slept.", "He", {"Tom": AHEAD}),
        pytest.param("When he came, Tom slept.", "he", {}, id="in a subordinate clause"),
        pytest.param("In her second book, Ann described Rome.", "her", {}, id="in an adjunct"),
    ],
)
def test_what_stands_behind_a_pronoun(preprocessor, text, pronoun, found):
    document = preprocessor.process(text)
    discourse = Discourse(document)
    mentions = discourse.mentions
    position = place(document, mentions, pronoun)
    candidates = [other for other in range(position + 1, len(mentions)) if not mentions[other].is_pronoun]
    told = contradicted(EntityState(MentionTable(discourse)), position, candidates)
    assert {document.mention_text(mentions[candidates[number]]): why.why for number, why in told.items()} == found


def test_a_member_is_asked_once_however_its_entity_grows(preprocessor):
    state = EntityState(MentionTable(Discourse(preprocessor.process("Ann saw Eve. Tom saw Kim."))))
    asked = []

    def is_late(table, position):
        asked.append(position)
        return position > 1

    for later in (1, 2, 3):
        state.link(later, later - 1)
        such = state.members_that(is_late, 0)
    assert (such, asked) == ([2, 3], [0, 1, 2, 3])


def test_what_only_overlaps_with_joined_noun_phrases_is_no_part_of_them():
    """Keys may have *Ann and Tom* and *Tom of Ely* in one place."""
    mentions = [
        np("all", 0, 5, kind="coordination", number="p"),
        np("joined", 0, 3, kind="coordination", number="p"),
        np("ann", 0, 1, kind="proper"),
        np("tom", 2, 3, kind="proper"),
        np("of ely", 2, 5, kind="proper", head=2),
    ]
    text = document(["Ann/-/ROOT and/0/cc Tom/0/conj of/2/prep Ely/3/pobj"], mentions)
    table = MentionTable(Discourse(text))
    ids = table.discourse.ids
    around = {ids[part]: [ids[place] for place in joined] for part, joined in joined_around(table).items()}
    assert around == {"joined": ["all"], "ann": ["all", "joined"], "of ely": ["all"], "tom": ["all", "joined"]}
