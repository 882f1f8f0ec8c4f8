"""Which mention names an entity best, and the classes of mentions."""

import pytest

from anaphora_workbench.corpora.document import Document, Mention, Word
from anaphora_workbench.evaluation.linguistic.typed import dominant
from anaphora_workbench.evaluation.matching.mention_classes import classes_of
from anaphora_workbench.evaluation.matching.mention_facts import MentionFacts, mention_facts

TAGS = {"N": "PROPN", "n": "NOUN", "p": "PRON", "d": "DET", "v": "VERB"}


def entity(*mentions: str) -> list[MentionFacts]:
    """Mentions written as *the/d president/n*, the last word the head, ``0`` for an elided one."""
    document = Document("d")
    for number, text in enumerate(mentions):
        start = len(document.words)
        for word in text.split():
            form, _, tag = word.partition("/")
            document.words.append(Word(form, upos=TAGS[tag or "p"], empty=form == "0"))
        end = len(document.words)
        document.mentions.append(Mention(f"m{number}", start, end, end - 1))
    return [mention_facts(document, mention) for mention in document.mentions]


@pytest.mark.parametrize(
    ("mentions", "best"),
    [
        pytest.param(["he/p", "Obama/N", "Barack/N Obama/N"], 2, id="a full name before a partial one"),
        pytest.param(["B./N Obama/N", "Obama/N", "Barack/N Obama/N"], 2, id="a full name before an abbreviated one"),
        pytest.param(["Obama/N", "Barack/N H./N Obama/N"], 1, id="the longer name is the full one"),
        pytest.param(["UN/N", "the/d United/N Nations/N"], 1, id="initials abbreviate"),
        pytest.param(["U.N./N", "the/d United/N Nations/N"], 1, id="initials with full stops, too"),
        pytest.param(["M./N Obama/N", "Barack/N Obama/N"], 0, id="an initial of another name abbreviates nothing"),
        pytest.param(["Bar/N Obama/N", "Barack/N Obama/N"], 0, id="nor do several letters"),
        pytest.param(["B./N Oba/N", "Barack/N Obama/N"], 0, id="nor an initial next to another word"),
        pytest.param(["Obama/N", "Potus/N", "the/d Obama/n man/n"], 0, id="a name is part of names, not of nouns"),
        pytest.param(["the/d president/n", "Obama/N"], 1, id="a name before a noun"),
        pytest.param(["he/p", "the/d president/n", "he/p"], 1, id="a noun before a pronoun"),
        pytest.param(["the/d man/n", "the/d president/n"], 0, id="the first of equals"),
        pytest.param(["he/p", "0/p"], 1, id="an ellipsis before a pronoun, which cannot dominate"),
        pytest.param(["he/p", "him/p"], 0, id="the first where none can"),
    ],
)
def test_dominant_mention(mentions: list[str], best: int) -> None:
    assert dominant(entity(*mentions)) == best


@pytest.mark.parametrize(
    ("mentions", "classes"),
    [
        (["Ann/N", "Ann/N"], ["PN_E"]),
        (["Ann/N Lee/N", "Ann/N"], ["PN_P"]),
        (["Ann/N", "Lee/N"], ["PN_N"]),
        (["a/d lamp/n", "the/d lamp/n"], ["CN_E"]),
        (["a/d brass/n lamp/n", "the/d old/v lamp/n"], ["CN_P"]),
        (["a/d lamp/n", "the/d light/n"], ["CN_N"]),
        (["a/d lamp/n", "the/d light/n", "the/d lamp/n"], ["CN_N", "CN_E"]),
        (["Ann/N", "she/p", "I/p", "your/p", "who/p", "0/p"], ["P_3G", "P_1u2", "P_1u2", "P_REL", "P_ELL"]),
        (["lamps/n", "they/p", "itself/p"], ["P_3U", "P_3U"]),
        # A demonstrative is no pronoun of these classes, so its head decides.
        (["a/d lamp/n", "this/p"], ["CN_N"]),
    ],
)
def test_mention_classes(mentions: list[str], classes: list[str]) -> None:
    assert classes_of(entity(*mentions)) == classes
