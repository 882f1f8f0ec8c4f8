"""What tells noun phrases of one head apart (resolvers/learned/contrast.py)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.learned.contrast import (
    OTHER_NAME,
    OTHER_NUMBER,
    OTHER_POSSESSOR,
    OTHER_TITLE,
    OTHER_WORD_OF_A_KIND,
    contrast,
    other_than,
)

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def preprocessor():
    return Preprocessor()


@pytest.mark.parametrize(
    ("text", "later", "earlier", "why"),
    [
        ("Apollo 11 landed. Apollo 13 did not.", "Apollo 13", "Apollo 11", OTHER_NUMBER),
        ("The left engine failed. The right engine ran.", "The right engine", "The left engine", OTHER_WORD_OF_A_KIND),
        ("The first man sat. The second man stood.", "The second man", "The first man", OTHER_WORD_OF_A_KIND),
        ("Mr. Voss left. Mrs. Voss came.", "Mrs. Voss", "Mr. Voss", OTHER_TITLE),
        ("My hair is long. Your hair is short.", "Your hair", "My hair", OTHER_POSSESSOR),
        ("Oxford University grew. York University shrank.", "York University", "Oxford University", OTHER_NAME),
        ("John Smith came. Robert Smith left.", "Robert Smith", "John Smith", OTHER_NAME),
        ("The black cat slept. The white cat sang.", "The white cat", "The black cat", OTHER_WORD_OF_A_KIND),
        ("The rich man left. The poor man stayed.", "The poor man", "The rich man", OTHER_WORD_OF_A_KIND),
        pytest.param("The rich man left. The tall man stayed.", "The tall man", "The rich man", "", id="no opposites"),
        ("The French team won. The German team lost.", "The German team", "The French team", OTHER_WORD_OF_A_KIND),
        pytest.param("The French team won. The French team sang.", "The French team", "The French team", "", id="same"),
        pytest.param("The first man sat. The man slept.", "The man", "The first man", "", id="only one has a number"),
        pytest.param(
            "The left engine failed. The right wing broke.", "The right wing", "The left engine", "", id="heads"
        ),
        ("The 3.5 mile race began. The 3 mile race ended.", "The 3 mile race", "The 3.5 mile race", OTHER_NUMBER),
        pytest.param("The 1,200 men left. The 1200 men came.", "The 1200 men", "The 1,200 men", "", id="one number"),
        pytest.param("The F-16 jet rose. The F16 jet fell.", "The F16 jet", "The F-16 jet", "", id="number in a word"),
        pytest.param("John Smith came. J. Smith left.", "J. Smith", "John Smith", "", id="initial"),
        pytest.param("John Smith came. Jack Smith left.", "Jack Smith", "John Smith", "", id="they begin alike"),
        pytest.param("Robert Smith came. Bob Smith left.", "Bob Smith", "Robert Smith", "", id="short for it"),
        pytest.param("John Smith came. Professor Smith left.", "Professor Smith", "John Smith", "", id="title"),
        pytest.param("John Smith came. Smith left.", "Smith", "John Smith", "", id="surname"),
        pytest.param("My hair is long. My hair is short.", "My hair", "My hair", "", id="the same possessor"),
    ],
)
def test_contrast(preprocessor, text, later, earlier, why):
    discourse = Discourse(preprocessor.process(text))
    texts = [discourse.document.mention_text(mention) for mention in discourse.mentions]
    last = len(texts) - 1 - texts[::-1].index(later)
    assert contrast(MentionTable(discourse), last, texts.index(earlier)) == why


@pytest.mark.parametrize(
    ("text", "members", "found"),
    [
        ("A car stopped. Another car passed.", ["A car"], "A car"),
        pytest.param("A car stopped. Another van passed.", ["A car"], None, id="heads"),
        pytest.param("Another car stopped. The other car passed.", ["Another car"], None, id="another itself"),
        pytest.param(
            "A car stopped. Another car passed. The other car crashed.", ["A car", "Another car"], None, id="so far"
        ),
        pytest.param("A car stopped. The car passed.", ["A car"], None, id="no other"),
    ],
)
def test_another_one(preprocessor, text, members, found):
    discourse = Discourse(preprocessor.process(text))
    texts = [discourse.document.mention_text(mention) for mention in discourse.mentions]
    last = len(texts) - 1
    other = other_than(MentionTable(discourse), last, [texts.index(member) for member in members])
    assert (other if other is None else texts[other]) == found
