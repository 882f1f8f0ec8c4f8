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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rained all night.", "weather"),
        ("It takes an hour to clean the pump.", "it takes"),
        ("It is obvious that the pump works.", "adjective with clause"),
        ("It is a pity that the pump broke.", "noun with clause"),
    ],
)
def test_extended_patterns(preprocessor, text, expected):
    assert pattern(preprocessor, text) == expected
    assert pattern(Preprocessor(strict_pleonastic=True), text) is None


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
        "It is heavy.",
        "It was important.",
        "Tom lifted it.",
        "It makes a noise.",
        "It was painted by a friend.",
        "It is a pump.",
    ],
)
def test_referring_it(preprocessor, text):
    assert pattern(preprocessor, text) is None
