"""Which noun phrases rename which: appositions and predicate nominals (resolvers.md, 1.8)."""

import pytest


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tom Brown, a doctor, met Dan.", [("a doctor", "apposition", "Tom Brown")]),
        ("My friend Clara Voss saw Tom.", [("Clara Voss", "apposition", "My friend")]),
        ("Tom is a doctor.", [("a doctor", "predicate", "Tom")]),
        ("This is an input file.", [("an input file", "predicate", "This")]),
        ("She became a doctor.", [("a doctor", "predicate", "She")]),
        ("Tom is not a doctor.", []),
        ("Tom is no doctor.", []),
        ("There is a lamp in the hall.", []),
        ("It was Tom who broke the pump.", []),
        ("Ann lives in Paris, Texas.", []),
        ("The lamp and the pump fell.", []),
    ],
)
def test_who_renames_whom(preprocessor, text, expected):
    document = preprocessor.process(text)
    by_id = document.mention_by_id()
    renamed = [
        (document.mention_text(mention), kind, document.mention_text(by_id[other]))
        for mention in document.mentions
        for kind, other in (("apposition", mention.apposition_of), ("predicate", mention.predicate_of))
        if other is not None
    ]
    assert renamed == expected
