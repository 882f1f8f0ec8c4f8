"""Conversations written down as plain text: who speaks which sentence, and what stands for whom."""

import pytest

from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing.parser.plain_text import paragraphs
from anaphora_workbench.resolvers import get_resolver

SYSTEM = "ranking-pronouns+head-match+speech-pronouns"


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
        ("Ann", "Ann:"),
        ("Ann", "I am late."),
        ("Dr. Voss", "Dr. Voss (smiling):"),
        ("Dr. Voss", "Come in."),
        ("Ann", "Ann:"),
        ("Ann", "Thank you."),
    ]
    names = [document.mention_text(mention) for mention in document.mentions if mention.kind == "proper"]
    assert names == ["Ann", "Dr. Voss", "Ann"]
    assert {document.mention_text(m): m.entity_type for m in document.mentions}["Ann"] == "PERSON"


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ann: I lost my keys.\nBob: You left them in my car.\nAnn: Can you bring them to me?",
            ["Ann I my You Ann me", "my keys them them", "Bob my you"],
        ),
        (
            "Tom: Where is your sister?\n\nAnn: She is in Rome. I miss her.\n\nTom: We should visit her.",
            ["Tom Tom", "your sister She her her", "your Ann I"],
        ),
        (
            "SUPPORT: How can I help you?\nCustomer: My router does not work.\nSUPPORT: Have you moved it?",
            ["SUPPORT I SUPPORT", "you Customer My you", "My router it"],
        ),
        (
            "Q: How old is your dog?\nA: I do not know.\nQ: Did you not ask?\nA: She does not speak.",
            ["Q Q", "your dog She", "your I you"],
        ),
        ("Anna Voss: I am late.\nTom: You are.\nVoss: I know.\nTom: Good.", ["Anna Voss I You Voss I", "Tom Tom"]),
        (
            "Ann: Did you call the plumber?\nBen: Yes. He can come.\nAnn: Did he say what he charges?",
            ["Ann Ann", "you Ben", "the plumber He he he"],
        ),
        (
            "Moderator: This is Ms. Lee.\nLee: I began in my garage.\nModerator: And then?",
            ["Moderator Moderator", "Ms. Lee Lee I my"],
        ),
    ],
)
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
