"""Who says *I* and is told *you* in quotations, where words tell it (resolvers/told_parties.py)."""

import pytest

from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers.discourse import Discourse
from anaphora_workbench.resolvers.told_parties import told_parties

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def preprocessor():
    return Preprocessor()


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("“I am tired,” said Tom.", [("I", "Tom")]),
        ("Tom said: “I am tired, and my feet hurt.”", [("I", "Tom"), ("my", "Tom")]),
        ("“I am tired,” he said.", [("I", "he")]),
        ("“You are late,” Ann told Tom.", [("You", "Tom")]),
        ("“You are late, Tom,” said Ann.", [("You", "Tom")]),
        pytest.param("“We are tired,” said Tom.", [], id="we stands for others as well"),
        pytest.param("“I am tired,” said the brothers.", [], id="several speakers"),
        pytest.param("I met Tom.", [], id="no quotation"),
        pytest.param("“I am tired.” Tom was silent.", [], id="no tag"),
        pytest.param("Ann asked: “Who is it?” “It is me.” “I hoped so.”", [], id="inferred from turns"),
    ],
)
def test_links(preprocessor, text, links):
    document = preprocessor.process(text)
    discourse = Discourse(document)
    of = [document.mention_text(mention) for mention in discourse.mentions]
    assert [(of[person], of[party]) for person, party in told_parties(discourse).items()] == links
