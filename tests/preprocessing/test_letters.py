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
        ("Dear Tom,\n\nIt rains.\n\nLove,\nEva", ["Dear Tom,", "It rains.", "Love,", "Eva"]),
        ("Dear Tom,\nIt rains.\nYours, Eva", ["Dear Tom,", "It rains.", "Yours,", "Eva"]),
        ("Hi Ms. Lee:\n\nIt rains.\n\nBest wishes\nMark B. Dunn",
                     ["Hi Ms. Lee:", "It rains.", "Best wishes", "Mark B. Dunn"]),
        ("Dear Tom,\n\nIt rains.\n\nEva", ["Dear Tom,", "It rains.", "Eva"]),
        ("Dear Tom,\n\nIt rains.\n\nLove,\nEva\n\nDear Eva,\n\nHere too.\n\nYours,\nTom",
                     ["Dear Tom,", "It rains.", "Love,", "Eva", "Dear Eva,", "Here too.", "Yours,", "Tom"]),
        ("Dear Tom,\n\nIt rains.\n\nLove,\nEva\n\nP.S. It stopped.",
                     ["Dear Tom,", "It rains.", "Love,", "Eva", "P.S. It stopped."]),
        ("Hello, Tom said.\nEva left.", ["Hello, Tom said. Eva left."]),
        ("Dear me, it rains\nagain in\nBath", ["Dear me, it rains again in Bath"]),
        ("It rains.\n\nLove,\nEva", ["It rains.", "Love, Eva"]),
        ("It rains.\n  # Eva sleeps.", ["It rains. # Eva sleeps."]),
        ("He wrote:\n    # mend it\nand left.", ["He wrote: # mend it and left."]),
    ],
)  # fmt: skip
def test_what_greets_and_signs_stands_apart(text: str, expected: list[str]) -> None:
    assert [block.text for block in paragraphs(text, language_named("en"))] == expected


@pytest.mark.model
@pytest.mark.parametrize("resolver", ["speech-pronouns", SYSTEM])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear Tom,\n\nI miss you.\n\nLove,\nEva", ["Dear Tom you", "I Eva"]),
        ("Hello Jane,\n\nI bought a lamp in your shop.\n\nKind regards,\nPeter Moss", ["Jane your", "I Peter Moss"]),
        ("Dear Tom,\n\nI miss you.\n\nSee you soon.", ["Dear Tom you you"]),
        ("I miss you.\n\nLove,\nEva", []),
        ("Dear Tom,\n\nI am ill.\n\nEva\n\nDear Eva,\n\nI am not, but you are.\n\nTom",
                     ["Dear Tom I Tom", "I Eva Dear Eva you"]),
    ],
)  # fmt: skip
def test_who_signs_is_i_and_who_is_greeted_you(preprocessor, resolver: str, text: str, expected: list[str]) -> None:
    assert chains_of(preprocessor, resolver, text) == expected


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dear Tom,\n\nI miss you. We wept.\n\nYours,\nEva",
                     {"I": "the writer eva", "you": "the reader tom", "We": "the group of the writer eva"}),
        ("Dear Tom,\n\nI am ill.\n\nEva\n\nDear Eva,\n\nYou work.\n\nTom",
                     {"I": "the writer eva", "You": "the reader eva"}),
        ("Ann: I slept.\nBob: You did.", {"I": "the speaker ann", "You": "the speaker ann"}),
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
        (f"Eva slept.\n\nDear Eva,\n\nI am ill.\n\nYours,\nTom\n\n{'It rained. ' * 11}I wept.",
                     ["Eva Dear Eva Yours", "I Tom"]),
        (f"Dear Eva,\n\nI am ill.\n\nYours,\nTom\n\n{'It rained. ' * 8}I wept.", ["Dear Eva Yours", "I Tom I"]),
        (f"Dear Eva,\n\nI am ill.\n\nYours,\nTom\n\n{'It rained. ' * 9}I wept.", ["Dear Eva Yours", "I Tom"]),
        (f"{'It rained. ' * 11}\n\nDear Eva,\n\nI miss you.", []),
        ("“Quick!”\n\nHello, Tom!\n\nYou are late.", []),
        ("Dear Eva,\n\nI miss you.\n\nLove,\nEva", ["I Eva"]),
        ("It rained. Hello Tom! You are late.", []),
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
