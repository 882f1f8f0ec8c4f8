"""Letters: who signs is I, who is greeted is you; a letter in plain text, and one of a corpus."""

import pytest

from anaphora_workbench.corpora.document import Sentence
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing.parser.plain_text import paragraphs
from anaphora_workbench.resolvers import get_resolver

SYSTEM = "ranking-pronouns+head-match+speech-pronouns"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Dear Tom,\n\nIt rains.\n\nLove,\nEva",
                     ["Dear Tom,", "It rains.", "Love,", "Eva"], id="a line each"),
        pytest.param("Dear Tom,\nIt rains.\nYours, Eva",
                     ["Dear Tom,", "It rains.", "Yours,", "Eva"], id="without blanks"),
        pytest.param("Hi Ms. Lee:\n\nIt rains.\n\nBest wishes\nMark B. Dunn",
                     ["Hi Ms. Lee:", "It rains.", "Best wishes", "Mark B. Dunn"], id="no comma takes leave"),
        pytest.param("Dear Tom,\n\nIt rains.\n\nEva", ["Dear Tom,", "It rains.", "Eva"], id="a first name closes"),
        pytest.param("Dear Tom,\n\nIt rains.\n\nLove,\nEva\n\nDear Eva,\n\nHere too.\n\nYours,\nTom",
                     ["Dear Tom,", "It rains.", "Love,", "Eva", "Dear Eva,", "Here too.", "Yours,", "Tom"],
                     id="an answer"),
        pytest.param("Dear Tom,\n\nIt rains.\n\nLove,\nEva\n\nP.S. It stopped.",
                     ["Dear Tom,", "It rains.", "Love,", "Eva", "P.S. It stopped."], id="something behind"),
        pytest.param("Hello, Tom said.\nEva left.", ["Hello, Tom said. Eva left."], id="no greeting"),
        pytest.param("Dear me, it rains\nagain in\nBath", ["Dear me, it rains again in Bath"], id="a sentence"),
        pytest.param("It rains.\n\nLove,\nEva", ["It rains.", "Love, Eva"], id="nobody greeted"),
        pytest.param("It rains.\n  # Eva sleeps.", ["It rains. # Eva sleeps."], id="indented lines are left alone"),
        pytest.param("He wrote:\n    # mend it\nand left.", ["He wrote: # mend it and left."], id="an indented line"),
    ],
)  # fmt: skip
def test_what_greets_and_signs_stands_apart(text: str, expected: list[str]) -> None:
    assert [block.text for block in paragraphs(text, language_named("en"))] == expected


@pytest.mark.model
@pytest.mark.parametrize("resolver", ["speech-pronouns", SYSTEM])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Dear Tom,\n\nI miss you.\n\nLove,\nEva", ["Dear Tom you", "I Eva"], id="both"),
        pytest.param("Hello Jane,\n\nI bought a lamp in your shop.\n\nKind regards,\nPeter Moss",
                     ["Jane your", "I Peter Moss"], id="two words sign"),
        pytest.param("Dear Tom,\n\nI miss you.\n\nSee you soon.", ["Dear Tom you you"], id="nobody signs"),
        pytest.param("I miss you.\n\nLove,\nEva", [], id="nobody greeted"),
        pytest.param("Dear Tom,\n\nI am ill.\n\nEva\n\nDear Eva,\n\nI am not, but you are.\n\nTom",
                     ["Dear Tom I Tom", "I Eva Dear Eva you"], id="an answer"),
    ],
)  # fmt: skip
def test_who_signs_is_i_and_who_is_greeted_you(preprocessor, resolver: str, text: str, expected: list[str]) -> None:
    assert chains_of(preprocessor, resolver, text) == expected


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Dear Tom,\n\nI miss you. We wept.\n\nYours,\nEva",
                     {"I": "the writer eva", "you": "the reader tom", "We": "the group of the writer eva"}, id="both"),
        pytest.param("Dear Tom,\n\nI am ill.\n\nEva\n\nDear Eva,\n\nYou work.\n\nTom",
                     {"I": "the writer eva", "You": "the reader eva"}, id="an answer"),
        pytest.param("Ann: I slept.\nBob: You did.",
                     {"I": "the speaker ann", "You": "the speaker ann"}, id="no letter"),
    ],
)  # fmt: skip
def test_a_trace_says_who_writes_and_who_reads(preprocessor, text: str, expected: dict[str, str]) -> None:
    document = preprocessor.process(text)
    traces = get_resolver("speech-pronouns").resolve(document).mention_traces
    said = {document.mention_text(trace.pronoun): trace.note for trace in traces if trace.note}
    assert {form: said.get(form) for form in expected} == {form: f"stands for {who}" for form, who in expected.items()}


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(f"Eva slept.\n\nDear Eva,\n\nI am ill.\n\nYours,\nTom\n\n{'It rained. ' * 11}I wept.",
                     ["Eva Dear Eva Yours", "I Tom"],
                     id="a story goes on behind it"),
        pytest.param(f"Dear Eva,\n\nI am ill.\n\nYours,\nTom\n\n{'It rained. ' * 8}I wept.",
                     ["Dear Eva Yours", "I Tom I"], id="nine sentences behind it are a postscript"),
        pytest.param(f"Dear Eva,\n\nI am ill.\n\nYours,\nTom\n\n{'It rained. ' * 9}I wept.",
                     ["Dear Eva Yours", "I Tom"], id="ten are none"),
        pytest.param(f"{'It rained. ' * 11}\n\nDear Eva,\n\nI miss you.", [], id="nobody signs what begins late"),
        pytest.param("“Quick!”\n\nHello, Tom!\n\nYou are late.", [], id="a comma behind the first word"),
        pytest.param("Dear Eva,\n\nI miss you.\n\nLove,\nEva", ["I Eva"], id="a namesake, or oneself"),
        pytest.param("It rained. Hello Tom! You are late.", [], id="not at the beginning of a paragraph"),
    ],
)  # fmt: skip
def test_what_is_no_letter_or_its_end(preprocessor, text: str, expected: list[str]) -> None:
    assert chains_of(preprocessor, "speech-pronouns", text) == expected


@pytest.mark.model
def test_a_third_person_is_neither(preprocessor) -> None:
    text = "Hi Tom,\n\nI met Susan. She asked me about you. Can you call her?\n\nBest,\nEva"
    assert chains_of(preprocessor, SYSTEM, text) == ["Tom you you", "I me Eva", "Susan She her"]


@pytest.mark.model
def test_a_thread_of_mails(preprocessor) -> None:
    """Who writes is named in full by the lines above."""
    text = """From: Ann Lee
To: Tom Fox
Subject: the lamp

Hi Tom,

I broke the lamp. Can you mend it?

Ann

From: Tom Fox
To: Ann Lee

Hi Ann,

I can. Your lamp is easy to mend.

Best,
Tom"""
    document = preprocessor.process(text)
    assert [sentence.speaker for sentence in document.sentences] == [""] * len(document.sentences)


@pytest.mark.model
def test_a_sentence_without_words_takes_no_leave(preprocessor) -> None:
    document = preprocessor.process("Dear Tom,\n\nI miss you.\n\nEva")
    end = document.sentences[1].end
    document.sentences.insert(2, Sentence(end, end, 1))
    chains = [set(chain) for chain in get_resolver("speech-pronouns").resolve(document).chains]
    named = {document.mention_text(mention): mention.id for mention in document.mentions}
    assert {named["I"], named["Eva"]} in chains


def chains_of(preprocessor, resolver: str, text: str) -> list[str]:
    """The chains of two mentions and more, each as its mentions' words."""
    document = preprocessor.process(text)
    texts = {mention.id: document.mention_text(mention) for mention in document.mentions}
    chains = [chain for chain in get_resolver(resolver).resolve(document).chains if len(chain) > 1]
    return [" ".join(texts[mention] for mention in chain) for chain in chains]
