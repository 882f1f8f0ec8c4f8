"""Which *it* refers to nothing."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor


def pattern(preprocessor, text):
    document = preprocessor.process(text)
    (it,) = [mention for mention in document.mentions if document.mention_text(mention).lower() == "it"]
    assert it.pleonastic == bool(it.pleonastic_pattern)
    return it.pleonastic_pattern or None


# The patterns of Lappin & Leass 1994, section 2.2, with examples of our own.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is important to clean the pump.", "adjective with clause"),
        ("It is not likely that the pump works.", "adjective with clause"),
        ("It may be difficult for users to open the lid.", "adjective with clause"),
        ("It is recommended that you clean the pump.", "passive verb of cognition"),
        ("It seems that the pump is broken.", "verb of appearance"),
        ("The lever makes it easy to open the lid.", "object with adjective and clause"),
        ("It is time to clean the pump.", "noun with clause"),
    ],
)
def test_published_patterns(preprocessor, text, expected):
    assert pattern(preprocessor, text) == expected
    assert pattern(Preprocessor(strict_pleonastic=True), text) == expected


# Extensions; the sections of Quirk et al. (1985) are those of the table in resolvers.md, 9.7.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained all night.", "weather"),
        ("It was raining.", "weather"),
        ("It is likely to rain.", "weather"),
        ("It began to snow.", "weather"),
        ("It is getting late.", "weather"),
        ("It got warm.", "weather"),
        ("It is expected to rain.", "weather"),
        ("It seems to be likely to rain.", "weather"),
        ("It looks like rain.", "weather"),
        ("What time is it?", "time"),
        ("It is time we left.", "noun with clause"),
        ("It made Ann sad to leave.", "verb with clause"),
        ("It is cold outside.", "weather"),
        ("It is three o'clock.", "time"),
        ("It was ten years since Tom left.", "time"),
        ("It would be hours before she left.", "time"),
        ("It was two years until Tom left.", "time"),
        ("It was not long before Tom left.", "time"),
        ("It was three in the morning.", "time"),
        ("It is 2:25 a.m.", "time"),
        ("It is May 7th.", "time"),
        ("It is ten miles to Rome.", "distance"),
        ("How far is it to Rome?", "distance"),
        ("It's a long way to Tipperary.", "set phrase"),
        ("It was dark when Tom left.", "weather"),
        ("By the time Tom left, it was dark.", "weather"),
        ("It was getting late.", "weather"),
        ("It was only in June that a buyer called.", "cleft"),
        ("The train was late, but Tom made it to the wedding.", "set phrase"),
        ("Tom made it back to the camp.", "set phrase"),
        ("Take it easy.", "set phrase"),
        ("When it comes to speed, nothing beats the car.", "set phrase"),
        ("As it turned out, Tom had lied.", "set phrase"),
        ("If it were not for her, he would be dead.", "set phrase"),
        ("It takes an hour to clean the pump.", "it takes"),
        ("It is obvious that the pump works.", "adjective with clause"),
        ("It is doubtful if the pump works.", "adjective with clause"),
        ("It is too early to tell.", "adjective with clause"),
        ("It is safe to go.", "adjective with clause"),
        ("It seems to be difficult to open the lid.", "adjective with clause"),
        ("It is tragic that the pump broke.", "that clause"),
        ("It is a pity that the pump broke.", "noun with clause"),
        ("It is a shame that Mary has not come.", "noun with clause"),
        ("It is a pity that Tom sold the car.", "noun with clause"),
        ("It is no use crying.", "noun with clause"),
        ("It was a mistake for the town to sell the park.", "noun with clause"),
        ("It is up to Tom to decide.", "for clause"),
        ("It has to be said that the pump is old.", "passive verb of cognition"),
        ("Tom finds it hard to sleep.", "object with adjective and clause"),
        ("Tom took it for granted that the pump works.", "object with clause"),
        ("I hate it when the pump stops.", "object with clause"),
        ("It looks like the pump is broken.", "verb of appearance"),
        ("It turned out that the pump was old.", "verb of appearance"),
        ("It surprised Tom that she left.", "verb with clause"),
        ("It goes without saying that the pump is old.", "verb and noun with clause"),
        ("It was Tom who broke the pump.", "cleft"),
        ("It was in May that Tom left.", "cleft"),
        ("It was because Tom was ill that he left.", "cleft"),
        ("Why is it that he left?", "cleft"),
        ("How's it going?", "state of affairs"),
        ("Tom knows what it is like to be poor.", "state of affairs"),
        ("He left, it seems.", "state of affairs"),
    ],
)
def test_extended_patterns(preprocessor, text, expected):
    assert pattern(preprocessor, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It rained all night.",
        "It is obvious that the pump works.",
        "It is a pity that the pump broke.",
        "It was Tom who broke the pump.",
    ],
)
def test_extensions_are_not_published(text):
    assert pattern(Preprocessor(strict_pleonastic=True), text) is None


def test_raising_is_published_as_a_pattern_and_yet_refers(preprocessor):
    text = "The pump is old. It is likely to break."
    assert pattern(Preprocessor(strict_pleonastic=True), text) == "adjective with clause"
    assert pattern(preprocessor, text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It looks like it works.", [None, None]),
        ("It looks like it is going to rain.", ["verb of appearance", "weather"]),
    ],
)
def test_it_likened_to_itself_refers_unless_that_is_pleonastic(preprocessor, text, expected):
    mentions = preprocessor.process(text).mentions
    assert [mention.pleonastic_pattern or None for mention in mentions if mention.is_pronoun] == expected


def test_weather_adjectives_of_the_user_count(preprocessor, tmp_path):
    own = tmp_path / "own.toml"
    own.write_text('[pleonastic]\nweather_adjectives = ["damp", "cold"]\n', encoding="utf-8")
    for text in ("It is cold.", "It was damp."):
        assert pattern(preprocessor, text) is None
        assert pattern(Preprocessor(lexicon=str(own)), text) == "weather"
    assert pattern(Preprocessor(lexicon=str(own)), "It was foggy.") == "weather"
    own = tmp_path / "only.toml"
    own.write_text('replace = true\n[pleonastic]\nweather_adjectives = ["cold"]\n', encoding="utf-8")
    assert pattern(Preprocessor(lexicon=str(own)), "It is cold.") == "weather"
    assert pattern(Preprocessor(lexicon=str(own)), "It was foggy.") is None


@pytest.mark.parametrize(
    "text",
    [
        "It is heavy.", "It was important.", "Tom lifted it.", "It makes a noise.", "It was painted by a friend.",
        "It is a pump.", "It is certain to break.", "It seems to work.", "It takes longer to clean.",
        "It was a long day.", "It was ten years.", "It was the year before he left.", "It was 25.",
        "It is a mile from the beach.", "How far did it fly to Rome?", "It is a way to freedom.", "It was dark.",
        "It was in the box. That was good.", "Tom made it to please her.", "Tom made it into a film.",
        "When it came to rest, Tom left.", "It helps Tom to open the lid.", "It is great if you read a lot.",
        "Tom found it hard to open.", "It is a book for Tom to read.", "It is a lamp that Tom repaired.",
    ],
)  # fmt: skip
def test_referring_it(preprocessor, text):
    assert pattern(preprocessor, text) is None
