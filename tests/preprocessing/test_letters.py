"""Letters and conversations in plain text: who writes, who reads, who speaks which sentence."""

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann: I am late.\nBob: Why?", ["Ann", "Bob"]),
        ("Q: Why?\nA: I was late.\nQ: And then?", ["Q", "A", "Q"]),
        ("Q: Why?\n\nA: I was late.\n\nIt rained.\n\nQ: So?", ["Q", "A", "A", "Q"]),
        ("Q: Why?\nA: I was\nlate.\nQ: So?\n\nThey laughed.", ["Q", "A", "Q", ""]),
        ("They met.\n\nAnn: Hello.\n\nBob: Hello.", ["", "Ann", "Bob"]),
        ("# Act One\nAnn: Hello.\nBob: Hello.", ["", "Ann", "Bob"]),
        ("Dr. Voss (smiles): So?\nPatient: Ill.\nDr. Voss: Ah.", ["Dr. Voss", "Patient", "Dr. Voss"]),
        ("SPEAKER 1: So?\r\nSPEAKER 2: Ill.\r\nSPEAKER 1: Ah.", ["SPEAKER 1", "SPEAKER 2", "SPEAKER 1"]),
        ("Time: two hours\nServes: six people", [""]),
        ("Note: one.\nNote: two.", [""]),
        ("Ann said: I am late.\nBob asked: Why?", [""]),
        ("He wrote:\nAnn: late", [""]),
        ("Ann:I\nBob:you", [""]),
    ],
)  # fmt: skip
def test_who_speaks(text: str, expected: list[str]) -> None:
    assert [block.speaker for block in paragraphs(text, language_named("en"))] == expected


@pytest.mark.model
def test_the_name_is_a_sentence_and_a_persons(preprocessor) -> None:
    document = preprocessor.process("Ann: I am late.\nDr. Voss (smiling): Come in.\nAnn: Thank you.")
    sentences = [(sentence.speaker, document.text(sentence.start, sentence.end)) for sentence in document.sentences]
    assert sentences == [
        ("Ann", "Ann:"), ("Ann", "I am late."), ("Dr. Voss", "Dr. Voss (smiling):"), ("Dr. Voss", "Come in."),
        ("Ann", "Ann:"), ("Ann", "Thank you."),
    ]  # fmt: skip
    names = [document.mention_text(mention) for mention in document.mentions if mention.kind == "proper"]
    assert names == ["Ann", "Dr. Voss", "Ann"]
    assert {document.mention_text(m): m.entity_type for m in document.mentions}["Ann"] == "PERSON"


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann: I lost my keys.\nBob: You left them in my car.\nAnn: Can you bring them to me?",
         ["Ann I my You Ann me", "my keys them them", "Bob my you"]),
        ("Tom: Where is your sister?\n\nAnn: She is in Rome. I miss her.\n\nTom: We should visit her.",
         ["Tom Tom", "your sister She her her", "your Ann I"]),
        ("SUPPORT: How can I help you?\nCustomer: My router does not work.\nSUPPORT: Have you moved it?",
         ["SUPPORT I SUPPORT", "you Customer My you", "My router it"]),
        ("Anna Voss: I am late.\nTom: You are.\nVoss: I know.\nTom: Good.", ["Anna Voss I You Voss I", "Tom Tom"]),
        ("Ann: Did you call the plumber?\nBen: Yes. He can come.\nAnn: Did he say what he charges?",
         ["Ann Ann", "you Ben", "the plumber He he he"]),
        ("Moderator: This is Ms. Lee.\nLee: I began in my garage.\nModerator: And then?",
         ["Moderator Moderator", "Ms. Lee Lee I my"]),
    ],
)  # fmt: skip
def test_what_a_speaker_says_is_linked(preprocessor, text: str, expected: list[str]) -> None:
    document = preprocessor.process(text)
    texts = {mention.id: document.mention_text(mention) for mention in document.mentions}
    chains = [chain for chain in get_resolver(SYSTEM).resolve(document).chains if len(chain) > 1]
    assert [" ".join(texts[mention] for mention in chain) for chain in chains] == expected


@pytest.mark.model
def test_the_trace_names_the_filter_of_who_speaks(preprocessor) -> None:
    """*She* is not *Ann*, whose turn it is."""
    document = preprocessor.process("Tom: Where is your sister?\n\nAnn: She is in Rome.")
    traces = get_resolver(SYSTEM).resolve(document).traces
    (trace,) = [trace for trace in traces if document.mention_text(trace.discourse.mentions[trace.anaphor]) == "She"]
    mentions = trace.discourse.mentions
    told = {document.mention_text(mentions[candidate.position]): candidate for candidate in trace.candidates}
    assert (told["Ann"].rejected_by, told["Ann"].why) == ("quotations", "speaker of its turn")
