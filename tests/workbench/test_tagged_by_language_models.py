"""``llm-tagged`` against a server of ours: what is read of an answer, and what is counted."""

import json
import re
from collections.abc import Iterator
from itertools import accumulate, pairwise, starmap
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.resolvers.contract.resolver import ASKED
from anaphora_workbench.resolvers.llm.tagged import ALONE, NOT_THE_TEXT, SAME, UNMARKED
from llm_server import LanguageServer, completion, given_documents, serving
from tiny_corpus import ANN, Run, conllu

SETTING = ("-s", "true-gold")
# Of "Ann saw the lamp . She lit it ."
RIGHT = "Ann|[e1] saw the|[e2 lamp|e2] . She|[e1] lit it|[e2] ."


@pytest.fixture
def server() -> Iterator[LanguageServer]:
    with serving(LanguageServer()) as running:
        yield running


def text_in(body) -> str:
    return re.findall(r"^Text: (.*)$", body["messages"][0]["content"], re.MULTILINE)[-1]


def resolved(server: LanguageServer, tiny: Path, answer, **options):
    server.always = lambda body: answer if isinstance(answer, str) else answer(body)
    given = given_documents(tiny, "true-gold")[0]
    resolution = get_resolver("llm-tagged", url=server.url, **options).resolve(given)
    text = {mention.id: given.mention_text(mention) for mention in given.mentions}
    chains = [[text[id] for id in chain] for chain in resolution.chains]
    counts = {name: number for name, number in resolution.tables[ASKED].items() if name not in ("requests", "tokens")}
    return chains, counts, resolution


# The answer, its chains, and what is counted besides the one part that was asked about.
ANSWERS = [
    (RIGHT, [["Ann", "She"], ["the lamp", "it"]], {}),
    (RIGHT.replace("e2]", "e2],e9]"), [["Ann", "She"], ["the lamp", "it"]], {"tags never opened": 2}),
    (RIGHT.replace("|[e1] lit", "|[e1 lit"), [["Ann"], ["the lamp", "it"]], {"tags never closed": 1}),
    (RIGHT.replace(" saw", ""), [["Ann", "She"], ["the lamp", "it"]], {"words dropped": 1}),
    (RIGHT.replace(" saw", " just saw"), [["Ann", "She"], ["the lamp", "it"]], {"words added": 1}),
    (RIGHT.replace("the|[e2 lamp|e2]", "the lamp|[e2]"), [["Ann", "She"], ["the lamp", "it"]],
     {"mentions known by their heads": 1}),
    (RIGHT.replace("saw", "saw|[e3]"), [["Ann", "She"], ["the lamp", "it"]], {"tags at no mention": 1}),
    # Of the entity that the answer has first.
    (RIGHT.replace("it|[e2]", "it|[e2],[e1]"), [["Ann", "She", "it"], ["the lamp"]], {"mentions tagged twice": 1}),
    ("Ann|[e1] saw the lamp . She|[e1] lit it .", [["Ann", "She"]], {}),
    ("Ann saw the lamp . She lit it .", [], {}),
    ("I cannot do that", [], {"malformed": 1, NOT_THE_TEXT: 1}),
    ("", [], {"malformed": 1, NOT_THE_TEXT: 1}),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "chains", "counted"), ANSWERS)
def test_an_answer_is_read_as_it_stands(server: LanguageServer, tiny: Path, answer, chains, counted) -> None:
    made, counts, resolution = resolved(server, tiny, answer)
    assert made == chains
    assert counts == {"asked": 1} | counted
    assert len(server.bodies) == (2 if "malformed" in counted else 1)
    rules = {trace.rule for trace in (*resolution.traces, *resolution.mention_traces)}
    assert rules <= ({NOT_THE_TEXT} if "malformed" in counted else {SAME, ALONE, UNMARKED})
    # What is tagged nowhere is no mention of the answer.
    assert len(resolution.left_out) == 4 - sum(map(len, chains))


def test_an_answer_that_is_cut_off_is_none(server: LanguageServer, tiny: Path) -> None:
    chains, counts, _ = resolved(server, tiny, lambda body: completion(RIGHT[:20], finish="length"))
    assert (chains, counts) == ([], {"asked": 1, "malformed": 1, "cut-off answer": 1})


def test_a_long_text_goes_in_parts_whose_entities_are_joined(server: LanguageServer, tmp_path: Path) -> None:
    (tmp_path / "ann.conllu").write_text(conllu("ann", [ANN[0], *[ANN[1]] * 9]), encoding="utf-8")

    def tagged(body) -> str:
        """All of one part are one entity of each kind, by names that no other part has."""
        number = len(server.bodies)
        words = {"Ann": f"Ann|[a{number}]", "She": f"She|[a{number}]", "it": f"it|[b{number}]",
                 "the": f"the|[b{number}", "lamp": f"lamp|b{number}]"}  # fmt: skip
        return " ".join(words.get(word, word) for word in text_in(body).split())

    chains, counts, _ = resolved(server, tmp_path, tagged, window=20, overlap=1, concurrency=1)
    assert len(server.bodies) == 3
    assert [len(chain) for chain in chains] == [10, 10]
    assert counts == {"asked": 3, "entities joined over parts": 4}
    server.bodies.clear()
    chains, counts, _ = resolved(server, tmp_path, tagged, window=20, overlap=0, concurrency=1)
    assert len(chains) == 2 * len(server.bodies)
    assert "entities joined over parts" not in counts


@pytest.mark.parametrize(
    ("lengths", "overlap", "parts"),
    [
        ([10, 10, 10, 10], 0, [(0, 20), (20, 40)]),
        ([10, 10, 10, 10], 1, [(0, 20), (10, 30), (20, 40)]),
        ([5, 5, 5, 5, 5, 5], 9, [(0, 20), (5, 25), (10, 30)]),
        # What precedes goes along as far as it fits, and no part is within the one before.
        ([10, 10, 30, 5], 3, [(0, 20), (20, 50), (50, 55)]),
        ([9, 11, 1, 19], 3, [(0, 20), (9, 21), (20, 40)]),
        ([20], 3, [(0, 20)]),
    ],
)
def test_parts_have_all_sentences_and_what_precedes_them(lengths, overlap, parts) -> None:
    ends = list(accumulate(lengths, initial=0))
    document = Document("d", words=[Word("w")] * ends[-1], sentences=list(starmap(Sentence, pairwise(ends))))
    tagging = get_resolver("llm-tagged", model="m", window=20, overlap=overlap)
    assert tagging._parts(tagging.discourse_of(document)) == parts


def test_words_that_look_like_tags_are_none(server: LanguageServer, tmp_path: Path) -> None:
    ann = [[("x|[e1]" if word[0] == "saw" else word[0], *word[1:]) for word in sentence] for sentence in ANN]
    (tmp_path / "ann.conllu").write_text(conllu("ann", ann), encoding="utf-8")
    chains, counts, _ = resolved(server, tmp_path, text_in)
    assert "x¦[e1]" in text_in(server.bodies[0])
    assert (chains, counts) == ([], {"asked": 1})


def test_it_is_a_row_with_its_counts_by_document(run: Run, server: LanguageServer, tiny: Path, tmp_path: Path) -> None:
    server.always = lambda body: text_in(body).replace("Ann", "Ann|[e1]").replace("She", "She|[e1] so")
    words = ("compare", tiny, *SETTING, "-r", "llm-tagged", "--option", f"llm.url={server.url}", "-o", "out.json")
    ran = run(*words)
    assert ran.status == 0, ran.err
    assert "words added 1" in ran.out
    told = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    by_document = told["corpora"]["tiny"]["true-gold"]["llm-tagged"]["language_model"]["by_document"]
    assert by_document["ann"]["words added"] == 1
    assert "words added" not in by_document["tom"]


def test_examples_show_the_tags_of_another_corpus(run: Run, server: LanguageServer, tiny: Path, tmp_path: Path) -> None:
    assert run("preprocess", tiny / "tom.conllu", "-o", "examples", "--annotation", "gold").status == 0
    resolved(server, tiny, RIGHT, examples=str(tmp_path / "examples"))
    assert "Answer: Tom|[e1] lost his|[e1],[e2 key|e2] . It|[e2] fell ." in server.bodies[0]["messages"][0]["content"]
