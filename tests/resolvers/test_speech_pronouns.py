"""First and second persons by turn and quotation, alone and joined with two other resolvers."""

import time

import pytest

from anaphora_workbench.corpora.document import Document, Quotation, Sentence, Word
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.discourse.discourse import Discourse
from anaphora_workbench.resolvers.features import MentionTable
from anaphora_workbench.resolvers.nominal.speech_pronouns import speech_links
from hand_built import np

FORMS = {
    "i": (1, "s"), "me": (1, "s"), "my": (1, "s"), "we": (1, "p"), "our": (1, "p"),
    "you": (2, "sp"), "your": (2, "sp"), "yourselves": (2, "p"),
}  # fmt: skip


def spoken(*turns: str, quotations: tuple[Quotation, ...] = ()) -> Document:
    """A document of turns ``Speaker: words``, each a sentence; words with a capital are names, one mention each.

    Mentions are named by form and place: ``i0``, ``Ann3``.
    """
    words, sentences, mentions = [], [], []
    for turn in turns:
        speaker, _, text = turn.rpartition(": ")
        start = len(words)
        for form in text.split():
            place = len(words)
            words.append(Word(form))
            if form.lower() in FORMS:
                person, number = FORMS[form.lower()]
                kind = "possessive" if form.lower() in ("my", "our", "your") else "personal"
                given = {"kind": "pronoun", "pronoun_type": kind, "person": person}
                mentions.append(np(f"{form.lower()}{place}", place, place + 1, number=number, gender="mf", **given))
            elif form == "he":
                given = {"kind": "pronoun", "pronoun_type": "personal"}
                mentions.append(np(f"he{place}", place, place + 1, gender="m", **given))
            elif form[0].isupper():
                mentions.append(np(f"{form}{place}", place, place + 1, gender="m", kind="proper"))
        sentences.append(Sentence(start, len(words), speaker=speaker))
    return Document("d", words, sentences, mentions=mentions, quotations=list(quotations))


ANN_TO_TOM = Quotation(0, 4, speaker=5, addressee=7)

CASES = {
    "each speaker is I in their turns": (("Ann: i know", "Tom: i see", "Ann: my word"), (), {}, [["i0", "my4"]]),
    "you is who spoke last before, I of the other turn": (("Ann: i know", "Tom: you do", "Ann: and you ?"), (), {},
        [["i0", "you2"]]),
    "at the beginning you is who speaks next": (("Ann: you know", "Tom: i do"), (), {}, [["you0", "i2"]]),
    "of three speakers you is the one before": (("Ann: i know", "Bob: i see", "Tom: you do"), (), {}, [["i2", "you4"]]),
    "a single speaker has an audience": (("Ann: you know", "Ann: i see your point"), (), {}, [["you0", "your4"]]),
    "an audience may be left alone": (("Ann: you know", "Ann: you see"), (), {"readers": False}, []),
    "names of speakers, written without spaces": (("Ann: hello Tom", "Tom: i know"), (), {}, [["Tom1", "i2"]]),
    "names may be left out": (("Ann: hello Tom", "Tom: i know"), (), {"names": False}, []),
    "each speaker has a we": (("Ann: we know", "Tom: we see", "Ann: our word"), (), {}, [["we0", "our4"]]),
    "one we for the document": (("Ann: we know", "Tom: we see", "Ann: our word"), (), {"we": "document"},
        [["we0", "we2", "our4"]]),
    "no we": (("Ann: we know", "Ann: our word"), (), {"we": "none"}, []),
    "I and we are two": (("i know", "we see", "my our"), (), {}, [["i0", "my4"], ["we2", "our5"]]),
    "speaker and addressee of a quotation": (("“ i you ” said Ann to Tom",), (ANN_TO_TOM,), {},
        [["i1", "Ann5"], ["you2", "Tom7"]]),
    "the narrator does not speak the quotation": (("“ i you ” said Ann to Tom", "i left"), (ANN_TO_TOM,), {},
        [["i1", "Ann5"], ["you2", "Tom7"]]),
    "one quotation, one unknown speaker": (("“ i know my word ”", "“ i do ”"), (Quotation(0, 6), Quotation(6, 10)), {},
        [["i1", "my3"]]),
    "what a turn cites from nobody is the speaker's": (("Ann: i said “ i know ”", "Tom: yes"), (Quotation(2, 6),), {},
        [["i0", "i3"]]),
    "what a turn cites from somebody is theirs": (("Ann: i heard Bob “ i know ”", "Tom: yes"),
        (Quotation(3, 7, speaker=2),), {}, [["Bob2", "i4"]]),
    "who is greeted and who signs a letter": (("dear Tom ,", "i miss you .", "yours ,", "Eva"), (), {},
        [["Tom1", "you5"], ["i3", "Eva9"]]),
    "names of a letter may be left out": (("dear Tom ,", "i see my cat .", "yours ,", "Eva"), (), {"names": False},
        [["i3", "my5"]]),
    "a person's name signs, whatever stands before": (("dear Tom ,", "i see my cat .", "Max"), (), {},
        [["i3", "my5", "Max8"]]),
    "words around it make a name no signature": (("dear Tom ,", "i see my cat .", "and Max"), (), {}, [["i3", "my5"]]),
    "who has turns writes no letter": (("Ann: dear Tom ,", "Ann: i miss you .", "Ann: Eva"), (), {}, []),
    "no greeting, no letter": (("i see Tom ,", "i miss you .", "yours ,", "Eva"), (), {}, [["i0", "i4"]]),
    "third persons are not linked": (("Ann: i know", "Ann: he knows"), (), {}, []),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_who_is_meant(name):
    turns, quotations, options, expected = CASES[name]
    resolution = get_resolver("speech-pronouns", **options).resolve(spoken(*turns, quotations=quotations))
    assert [chain for chain in resolution.chains if len(chain) > 1] == expected


def test_third_persons_are_out_of_scope_and_parties_are_listed():
    resolution = get_resolver("speech-pronouns").resolve(spoken("Ann: i know", "Tom: he sees you"))
    assert [(trace.rule, trace.antecedent) for trace in resolution.traces] == [("out-of-scope", None)]
    assert resolution.tables == {"parties": [{"role": "turn", "place": "ann", "mentions": ["i0", "you4"]}]}


def test_three_resolvers_joined():
    """A name, a pronoun of each person: each part has its link, and the first two answer *he*."""
    text = spoken("Ann: hello Tom", "Tom: i know Bob", "Ann: Bob says he knows you")
    resolution = get_resolver("most-recent+head-match+speech-pronouns").resolve(text)
    assert [chain for chain in resolution.chains if len(chain) > 1] == [["Tom1", "i2", "you9"], ["Bob4", "Bob5", "he7"]]
    assert [(d.anaphor, d.antecedent, d.excluded) for d in resolution.decisions] == [("he7", "Bob5", False)]
    assert "speech-pronouns.we" in resolution.options


def test_traces_say_who_is_meant_and_where_that_is_told():
    text = spoken("“ i know ” said Ann to Tom", "my word", "we", "Bob: you", quotations=(ANN_TO_TOM,))
    traces = get_resolver("speech-pronouns").resolve(text).mention_traces
    assert [(trace.pronoun.id, trace.rule, trace.note) for trace in traces] == [
        ("i1", "first of its speaker or hearer", "stands for the speaker of quotation 1, named Ann (Ann5)"),
        ("Ann5", "same speaker or hearer", "stands for the speaker of quotation 1, named Ann (Ann5)"),
        ("my8", "first of its speaker or hearer", "stands for the narrator"),
        ("we10", "first of its speaker or hearer", "stands for the group of the narrator"),
        ("you11", "first of its speaker or hearer", "stands for the audience of bob"),
    ]
    assert [trace.antecedent for trace in traces] == [None, 0, None, None, None]


def test_a_trace_says_where_nobody_tells():
    traces = get_resolver("speech-pronouns", we="none").resolve(spoken("we know")).mention_traces
    assert [trace.rule for trace in traces] == ["nobody told"]


def test_a_name_that_stands_for_two_is_traced_to_the_nearest_and_names_both():
    """*“i know” said Ann “i see”*: the chain is one, and so is what the traces say."""
    quotations = (Quotation(0, 4, speaker=5), Quotation(6, 10, speaker=5))
    resolution = get_resolver("speech-pronouns").resolve(spoken("“ i know ” said Ann “ i see ”", quotations=quotations))
    ann = "the speaker of quotation {}, named Ann (Ann5)"
    assert [(t.pronoun.id, t.antecedent, t.note.removeprefix("stands for ")) for t in resolution.mention_traces] == [
        ("i1", None, ann.format(1)),
        ("Ann5", 0, f"{ann.format(1)} and {ann.format(2)}"),
        ("i7", 1, ann.format(2)),
    ]
    assert resolution.chains == [["i1", "Ann5", "i7"]]


def conversation(turns: int) -> MentionTable:
    return MentionTable(Discourse(spoken(*["Ann: i know Ann", "Tom: i know Tom"] * (turns // 2))))


@pytest.mark.slow  # clocks are not to be trusted where other tests run beside
def test_time_grows_with_the_turns_and_not_their_square():
    def seconds(turns: int) -> float:
        discourse = conversation(turns).discourse
        start = time.process_time()
        speech_links(discourse)
        return time.process_time() - start

    long, short = (min(seconds(turns) for _ in range(3)) for turns in (6000, 2000))
    assert long < 6 * max(short, 0.05)
