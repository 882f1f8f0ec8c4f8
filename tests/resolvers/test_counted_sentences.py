"""Distances in conversations written as plain text: the line *Ann:* is no sentence of its own (resolvers.md, 1.3)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse

pytestmark = pytest.mark.model

TURNS = "ANNA: The pump broke.\nTOM: When?\nANNA: Today. It was new.\nTOM: Did you repair it?\n"


@pytest.fixture(scope="module")
def preprocessor():
    return Preprocessor()


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        # ANNA: | The pump broke. | TOM: | When? | ANNA: | Today. | It was new. | TOM: | Did you repair it?
        (TURNS, [0, 0, 1, 1, 2, 2, 3, 4, 4]),
        ("The pump broke. Tom said: yes. It was new.", [0, 1, 2]),
        ("Note:\n\nThe pump broke. It was new.", [0, 1, 2]),
    ],
)
def test_sentences_are_counted_with_the_names_of_who_says_them(preprocessor, text, counted):
    discourse = Discourse(preprocessor.process(text))
    last = len(counted) - 1
    assert [discourse.sentence_back(last, back) for back in range(counted[-1] + 1)] == [
        counted.index(counted[-1] - back) for back in range(counted[-1] + 1)
    ]
    assert discourse.sentence_before(last) == max(place for place in range(last) if counted[place] < counted[-1])
    assert [counted[sentence] for sentence in discourse.sentence] == discourse.counted_sentence


@pytest.mark.parametrize("resolver", ["mitkov", "most-recent", "cogniac", "kennedy-boguraev", "lappin-leass", "hobbs"])
def test_a_window_of_two_sentences_goes_back_two_turns(preprocessor, resolver):
    document = preprocessor.process("ANNA: The pump broke.\nTOM: When?\nANNA: Did you repair it?\n")
    trace = get_resolver(resolver, window=2).resolve(document).traces[-1]
    assert document.mention_text(trace.mention(trace.anaphor)) == "it"
    assert document.mention_text(trace.mention(trace.antecedent)) == "The pump"
    assert trace.distance(trace.antecedent) == 2
