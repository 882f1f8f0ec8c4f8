"""The Anaphora Resolution Exercise from corpus to scores, as a user runs it."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from pathlib import Path

import pytest
from lxml import etree

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Quotation,
    Sentence,
    Word,
)
from anaphora_workbench.corpora.formats import are
from anaphora_workbench.workbench.commands.are import resolve as are_command
from anaphora_workbench.workbench.exercise.preparing import Rules, files_of, prepare
from tiny_corpus import Run

SAMPLES = Path(__file__).resolve().parents[2] / "corpora" / "samples"
OPENED: list[str] = []
WATCHING: list[bool] = []


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if WATCHING and event == "open":
        OPENED.append(str(arguments[0]))


sys.addaudithook(_watch)


def prepared_files(run: Run, corpus: Path, task: int, folder: Path, *options: str) -> Path:
    ran = run("are", "prepare", corpus, "--task", task, "--output", folder, *options)
    assert (ran.status, ran.err) == (0, "")
    return folder


@pytest.mark.parametrize(
    ("task", "given", "key"),
    [
        (
            1,
            '<p><entity id="m1">Tom</entity> lost <entity id="m2"><entity id="m3">his</entity> key</entity> . '
            '<entity id="m4">It</entity> fell . </p>\n</text>\n<anaphoric_pronouns>\n<pronoun id="m3" value="his"/>\n'
            '<pronoun id="m4" value="It"/>\n</anaphoric_pronouns>\n',
            '<anaphoric_pronouns>\n<pronoun id="m3" value="his"/>\n<pronoun id="m4" value="It"/>\n'
            "</anaphoric_pronouns>\n"
            '<chain id="e1">\n<node id="m1" value="Tom"/>\n<node id="m3" value="his"/>\n</chain>\n'
            '<chain id="e2">\n<node id="m2" value="his key"/>\n<node id="m4" value="It"/>\n</chain>\n',
        ),
        (
            2,
            '<p><entity id="m1">Tom</entity> lost <entity id="m2"><entity id="m3">his</entity> key</entity> . '
            '<entity id="m4">It</entity> fell . </p>\n</text>\n',
            '<chain id="e1">\n<node id="m1" value="Tom"/>\n<node id="m3" value="his"/>\n</chain>\n'
            '<chain id="e2">\n<node id="m2" value="his key"/>\n<node id="m4" value="It"/>\n</chain>\n',
        ),
        (
            3,
            '<p><node id="1"/>Tom <node id="2"/>lost <node id="3"/>his <node id="4"/>key <node id="5"/>. '
            '<node id="6"/>It <node id="7"/>fell <node id="8"/>. </p>\n</text>\n',
            '<anaphoric_pronouns>\n<pronoun start="3" end="3" value="his"/>\n<pronoun start="6" end="6" value="It"/>\n'
            '</anaphoric_pronouns>\n<chain id="e1">\n<node start="1" end="1" value="Tom"/>\n'
            '<node start="3" end="3" value="his"/>\n</chain>\n<chain id="e2">\n'
            '<node start="3" end="4" value="his key"/>\n<node start="6" end="6" value="It"/>\n</chain>\n',
        ),
        (
            4,
            '<p><node id="1"/>Tom <node id="2"/>lost <node id="3"/>his <node id="4"/>key <node id="5"/>. '
            '<node id="6"/>It <node id="7"/>fell <node id="8"/>. </p>\n</text>\n',
            '<chain id="e1">\n<node start="1" end="1" value="Tom"/>\n<node start="3" end="3" value="his"/>\n</chain>\n'
            '<chain id="e2">\n<node start="3" end="4" value="his key"/>\n<node start="6" end="6" value="It"/>\n'
            "</chain>\n",
        ),
    ],
)
def test_files_of_a_task(run: Run, tiny: Path, tmp_path: Path, task: int, given: str, key: str) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", task, tmp_path / "task")
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<document id="tom">\n'
    assert (folder / "inputs" / "tom-input.xml").read_text() == f"{head}<text>\n{given}</document>\n"
    assert (folder / "keys" / "tom-key.xml").read_text() == f"{head}{key}</document>\n"


def text(forms: str, mentions: dict[str, tuple[int, int]], chains: list[list[str]], types: dict[str, str]) -> Document:
    words = [Word(form) for form in forms.split()]
    made = Document("d", words, [Sentence(0, len(words))], [Paragraph()])
    made.mentions = [Mention(name, start, end, end - 1) for name, (start, end) in mentions.items()]
    made.coreference["gold"] = CoreferenceLayer("gold", [Entity(chain[0], chain, types) for chain in chains])
    return made


APPOSITION = text(
    "Ann , a smith , is a poet . She ran ; this pleased her",
    {
        "ann": (0, 1),
        "smith": (2, 4),
        "poet": (6, 8),
        "she": (9, 10),
        "ran": (10, 11),
        "this": (12, 13),
        "her": (14, 15),
    },
    [["ann", "smith", "poet", "she", "her"], ["ran", "this"]],
    {"smith": "appos", "poet": "pred", "ran": "disc"},
)


@pytest.mark.parametrize(
    ("left_out", "chains", "gone"),
    [
        pytest.param(None, [["ann", "she", "her"]], {"ran"}, id="as in the exercise"),
        pytest.param({"appos"}, [["ann", "poet", "she", "her"], ["ran", "this"]], set(), id="appositions only"),
        pytest.param(set(), [["ann", "smith", "poet", "she", "her"], ["ran", "this"]], set(), id="nothing"),
    ],
)
def test_relations_that_do_not_count(left_out: set[str] | None, chains: list[list[str]], gone: set[str]) -> None:
    made = prepare(APPOSITION, None if left_out is None else Rules(frozenset(left_out)))
    assert made.document.key is not None
    assert [entity.mentions for entity in made.document.key.entities] == chains
    assert {mention.id for mention in APPOSITION.mentions} - {mention.id for mention in made.document.mentions} == gone
    assert made.document.anaphors == ["she", "her"]
    wanted = {"appos": 1, "pred": 1, "disc": 1}
    assert made.left_out == Counter({name: 1 for name in wanted if left_out is None or name in left_out})


def test_a_relation_that_the_corpus_does_not_have_is_named(run: Run, tiny: Path, tmp_path: Path) -> None:
    ran = run("are", "prepare", tiny, "-t", 1, "-o", tmp_path / "task", "--leave-out", "apposs")
    assert (ran.status, ran.err) == (0, "warning: --leave-out apposs: no mention is of this type\n")
    assert run("are", "prepare", tiny, "-t", 1, "-o", tmp_path / "task", "--leave-out", "nothing").err == ""


def test_a_pronoun_of_a_clause_has_no_named_antecedent_left() -> None:
    spans = {"clause": (0, 2), "that": (3, 4), "it": (6, 7)}
    document = text("Ann ran and that hurt ; it did", spans, [["clause", "that", "it"]], {})
    document.mentions[0].is_clause = True
    assert prepare(document, Rules(named=True)).document.anaphors == []
    assert prepare(document, Rules(frozenset(), named=True)).document.anaphors == ["it"]


def test_pronouns_that_no_noun_precedes() -> None:
    spans = {"he": (0, 1), "his": (3, 4), "tom": (6, 7)}
    document = text("He lost only his key , Tom said", spans, [["he", "his", "tom"]], {})
    made = prepare(document)
    assert (made.document.anaphors, made.unnamed) == (["his"], 1)
    made = prepare(document, Rules(named=True))
    assert (made.document.anaphors, made.unnamed) == ([], 1)
    spans |= {"himself": (8, 9), "him": (9, 10)}
    document = text("He lost only his key , Tom said himself him", spans, [["he", "his", "tom", "himself", "him"]], {})
    made = prepare(document, Rules(named=True))
    assert (made.document.anaphors, made.unnamed) == (["himself", "him"], 1)


def test_a_listed_pronoun_that_is_first_in_its_chain_is_not_asked() -> None:
    spans = {"he": (0, 1), "his": (3, 4), "tom": (6, 7)}
    document = text("He lost only his key , Tom said", spans, [["tom", "he", "his"]], {})
    document.anaphors = ["he", "his"]
    assert prepare(document).document.anaphors == ["his"]


def test_pleonastic_pronouns_are_not_listed() -> None:
    spans = {"rain": (1, 2), "flagged": (4, 5), "expletive": (7, 8), "it": (10, 11)}
    document = text("The rain fell . It rained , it did ; it", spans, [["rain", "flagged", "expletive", "it"]], {})
    assert prepare(document).document.anaphors == ["flagged", "expletive", "it"]
    document.mentions[1].pleonastic = True
    document.words[7].relation = "expl"
    for annotation, asked in (("predicted", ["expletive", "it"]), ("gold", ["it"])):
        document.annotation = annotation  # type: ignore[assignment]
        assert prepare(document).document.anaphors == asked


def test_pleonastic_it_of_the_samples_is_never_listed() -> None:
    for document in read(SAMPLES):
        made = prepare(document).document
        pleonastic = {offset for offset, word in enumerate(document.words) if "Pleonastic" in word.extra}
        listed = {made.mention_by_id()[name].start for name in made.anaphors or ()}
        assert pleonastic
        assert not pleonastic & listed


def test_elided_words_have_no_place_in_a_text(tmp_path: Path) -> None:
    document = text(
        "Ann ran _ and _ fell", {"ann": (0, 1), "zero": (2, 3), "long": (3, 6)}, [["ann", "zero", "long"]], {}
    )
    document.words[2].empty = document.words[4].empty = True
    made = prepare(document)
    assert [word.form for word in made.document.words] == ["Ann", "ran", "and", "fell"]
    assert {mention.id: (mention.start, mention.end) for mention in made.document.mentions} == {
        "ann": (0, 1),
        "long": (2, 4),
    }
    assert made.empty == 3


def test_a_head_that_is_elided_gives_way_to_a_word_of_its_mention() -> None:
    document = text("Ann saw _ yesterday him _", {"ann": (0, 1), "him": (2, 5)}, [["ann", "him"]], {})
    him = document.mentions[1]
    him.parts, him.head = ((2, 3), (4, 5)), 2
    document.words[2].empty = True
    made = prepare(document).document
    assert [(mention.start, mention.end, mention.head) for mention in made.mentions] == [(0, 1, 0), (3, 4, 3)]
    document = text("Ann saw him _", {"ann": (0, 1), "him": (2, 4)}, [["ann", "him"]], {})
    document.words[3].empty = True
    assert [mention.head for mention in prepare(document).document.mentions] == [0, 2]


def with_gap(document: Document) -> Document:
    document.mentions[0].parts = ((0, 1), (2, 3))
    return document


@pytest.mark.parametrize(
    ("document", "wrong"),
    [
        (
            text("a b c", {"one": (0, 2), "two": (0, 2)}, [["one", "two"]], {}),
            "mentions one and two are the same words ('a b'); expected each once",
        ),
        (
            with_gap(text("a b c", {"one": (0, 3)}, [["one"]], {})),
            "mention one ('a … c') has a gap; expected continuous mentions, as the exercise has them",
        ),
        (Document("d"), "no coreference annotation; expected a corpus with a key"),
        (
            Document("d", coreference={"gold": CoreferenceLayer("gold")}),
            "there is no text; expected a document with words",
        ),
    ],
)
def test_what_cannot_be_prepared(document: Document, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(f'{document.id}: {wrong}')}$"):
        prepare(document)


def test_only_mentions_of_the_key_with_a_place_are_prepared(tmp_path: Path) -> None:
    """In task 2 only those in a chain, as the exercise marks them; a chain of one is none."""
    spans = {"ann": (0, 1), "lamp": (2, 4), "she": (5, 6), "it": (7, 8)}
    document = text("Ann saw the lamp . She lit it", spans, [["ann", "she", "nowhere"], ["lamp"]], {})
    document.mentions[3].source = "system"
    document.mentions.append(Mention("nowhere", -1, -1, -1))
    made = prepare(document)
    assert [mention.id for mention in made.document.mentions] == ["ann", "lamp", "she"]
    assert made.document.key is not None
    assert [entity.mentions for entity in made.document.key.entities] == [["ann", "she"]]
    assert (made.empty, made.crossing, made.unnamed) == (0, 0, 0)
    for task, marked in ((1, ["ann", "lamp", "she"]), (2, ["ann", "she"])):
        files = files_of(made.document, task, tmp_path, tmp_path / "elsewhere")  # type: ignore[arg-type]
        assert list(files) == [tmp_path / "inputs" / "d-input.xml", tmp_path / "elsewhere" / "d-key.xml"]
        assert re.findall('entity id="([a-z]+)"', next(iter(files.values()))) == marked


def test_nothing_else_of_the_corpus_is_prepared() -> None:
    """What counts words counts others where elided ones are gone, and other layers are no key."""
    document = text("_ Ann saw her", {"ann": (1, 2), "her": (3, 4)}, [["ann", "her"]], {})
    document.words[0].empty = True
    document.sentences = [Sentence(0, 1), Sentence(1, 4)]
    document.quotations = [Quotation(1, 4)]
    document.coreference["predicted"] = CoreferenceLayer("predicted", [Entity("1", ["ann"])])
    document.extra, document.held_out = {"a": "b"}, (1, 2)
    document.sentences_known, document.annotated = False, "pronouns"
    made = prepare(document).document
    assert (made.sentences, made.quotations, list(made.coreference)) == ([Sentence(0, 3)], [], ["gold"])
    assert (made.extra, made.held_out, made.sentences_known, made.annotated) == ({}, None, True, "mentions")


def test_no_chain_is_left(tmp_path: Path) -> None:
    made = prepare(text("Ann saw it", {"ann": (0, 1), "it": (2, 3)}, [["ann"], ["it"]], {})).document
    with pytest.raises(
        ValueError, match=f"^{made.id}: no chain of two mentions is left; expected one, to be scored by$"
    ):
        files_of(made, 3, tmp_path)


def test_crossing_mentions_are_named_and_can_be_left_out(tmp_path: Path) -> None:
    document = text("my host and hostess", {"one": (0, 2), "two": (1, 4)}, [["one", "two"]], {})
    crossing = "d: mentions one ('my host') and two ('host and hostess') cross; expected mentions that nest, or "
    with pytest.raises(ValueError, match=f"^{re.escape(crossing)}--drop-crossing to leave the later one out$"):
        files_of(prepare(document).document, 1, tmp_path)
    files_of(prepare(document).document, 3, tmp_path)
    made = prepare(document, Rules(drop_crossing=True))
    assert (made.crossing, [mention.id for mention in made.document.mentions]) == (1, ["one"])
    # Task 2 marks no mention that is in no chain, so none crosses.
    document = text("my host and hostess ; she", {"one": (0, 2), "two": (1, 4), "she": (5, 6)}, [["two", "she"]], {})
    files_of(prepare(document).document, 2, tmp_path)


@pytest.mark.parametrize("task", [1, 2, 3, 4])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_key_is_never_next_to_an_input(run: Run, tiny: Path, tmp_path: Path, task: int, elsewhere: bool) -> None:
    folder, keys = tmp_path / "task", tmp_path / "secret" if elsewhere else tmp_path / "task" / "keys"
    prepared_files(run, tiny, task, folder, *(["--keys", str(keys)] if elsewhere else []))
    assert sorted(file.name for file in (folder / "inputs").iterdir()) == ["ann-input.xml", "tom-input.xml"]
    assert sorted(file.name for file in keys.iterdir()) == ["ann-key.xml", "tom-key.xml"]
    assert sorted(file.name for file in folder.iterdir()) == (["inputs"] if elsewhere else ["inputs", "keys"])


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_wherever_inputs_and_keys_are_the_score_is_the_same(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder, secret = prepared_files(run, tiny, task, tmp_path / "task"), tmp_path / "secret"
    prepared_files(run, tiny, task, tmp_path / "other", "--keys", str(secret))
    run("are", "resolve", folder, "-t", task, "-r", "oracle", "--keys", folder / "keys", "-o", tmp_path / "a", "-j", 1)
    command = ("-t", task, "--format", "json")
    scores = [
        json.loads(run("are", "score", keys, tmp_path / "a", *options, *command).out)["metrics"]
        for keys, options in (
            (folder, ()),
            (folder / "keys", ()),
            (secret, ()),
            (secret, ("--inputs", folder / "inputs")),
            (secret, ("--inputs", tmp_path / "other")),
        )
    ]
    assert scores[0][f"are_task{task}"].get("value", 0) + scores[0][f"are_task{task}"].get("f1", 0) > 0
    assert all(score == scores[0] for score in scores)


@pytest.mark.parametrize("task", [1, 2])
def test_oracle_answers_are_perfect(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    round_trip(run, tiny, tmp_path, task)


@pytest.mark.slow
@pytest.mark.parametrize("task", [1, 2])
def test_oracle_answers_are_perfect_on_the_samples(run: Run, tmp_path: Path, task: int) -> None:
    round_trip(run, SAMPLES, tmp_path, task)


@pytest.mark.slow
@pytest.mark.corpora
@pytest.mark.parametrize("task", [1, 2])
@pytest.mark.parametrize("part", ["gum/dev", "litbank/conll"])
def test_oracle_answers_are_perfect_on_public_corpora(
    run: Run, public_corpora: Path, tmp_path: Path, part: str, task: int
) -> None:
    # A few documents of each, as the whole takes minutes; docs/are.md has the whole.
    few = tmp_path / "few"
    few.mkdir()
    for file in sorted((public_corpora / part).iterdir())[:3]:
        (few / file.name).write_bytes(file.read_bytes())
    round_trip(run, few, tmp_path, task)


def round_trip(run: Run, corpus: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, corpus, task, tmp_path / "task", "--named")
    answers = tmp_path / "answers"
    ran = run("are", "resolve", folder, "-t", task, "-r", "oracle", "--keys", folder, "-o", answers, "-j", 1, "-q")
    assert (ran.status, ran.err) == (0, "")
    ran = run("are", "score", folder, answers, "--task", task, "--format", "json", "-q")
    assert (ran.status, ran.err) == (0, "")
    for name, score in json.loads(ran.out)["metrics"].items():
        assert score.get("f1", score.get("value")) == 1, name


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_the_key_is_never_opened(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, tiny, task, tmp_path / "task")
    for key in folder.glob("keys/*-key.xml"):
        key.write_text("no XML <", encoding="utf-8")
    OPENED.clear()
    WATCHING.append(True)
    try:
        ran = run("are", "resolve", folder, "-t", task, "-r", "mitkov", "-o", tmp_path / "answers", "-j", 1)
    finally:
        WATCHING.clear()
    assert (ran.status, ran.err) == (0, "")
    assert [name for name in OPENED if name.endswith("-input.xml")]
    assert not [name for name in OPENED if "-key" in name]
    assert len(list((tmp_path / "answers").iterdir())) == 2


def test_a_resolver_may_not_be_given_keys(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    ran = run("are", "resolve", folder, "-t", 1, "-r", "mitkov", "--keys", folder, "-o", tmp_path / "answers")
    assert (ran.status, ran.err) == (2, "error: --keys: mitkov is not to see a key; expected an oracle, or no --keys\n")
    ran = run("are", "resolve", folder, "-t", 1, "-r", "oracle", "-o", tmp_path / "answers")
    assert (ran.status, ran.err) == (2, "error: oracle takes its answers from the key; expected --keys FOLDER\n")


def test_inputs_are_read_one_at_a_time(run: Run, tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the next input is read, the one before is answered and written; a broken one is a failure in its place."""
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    (folder / "inputs" / "b-input.xml").write_text("<document>", encoding="utf-8")
    written = []
    read_input = are_command.read_input

    def noted(file: Path, task: int) -> Document:
        written.append((file.name, len(list((tmp_path / "a").glob("*")))))
        return read_input(file, task)

    monkeypatch.setattr(are_command, "read_input", noted)
    ran = run("are", "resolve", folder / "inputs", "-t", 1, "-r", "oracle", "--keys", folder / "keys", "-o",
              tmp_path / "a", "-j", 1)  # fmt: skip
    assert written == [("ann-input.xml", 0), ("b-input.xml", 1), ("tom-input.xml", 1)]
    assert ran.status == 1
    assert ran.err.startswith(f"error: {folder}/inputs/b-input.xml:")
    assert ran.err.count("\n") == 1


def test_every_pronoun_of_task_1_has_an_entry(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    run("are", "resolve", folder, "-t", 1, "-r", "singletons", "-o", tmp_path / "answers", "-j", 1)
    assert '<pronoun id="m3"/>\n<pronoun id="m4"/>' in (tmp_path / "answers" / "tom-answer.xml").read_text()
    assert run("are", "score", folder, tmp_path / "answers", "-t", 1).err == ""


@pytest.mark.parametrize(("task", "task_of_input"), [(1, 3), (3, 1), (2, 4), (4, 2), (1, 2)])
def test_an_input_of_another_task_is_refused(
    run: Run, tiny: Path, tmp_path: Path, task: int, task_of_input: int
) -> None:
    folder = prepared_files(run, tiny, task_of_input, tmp_path / "task")
    ran = run("are", "resolve", folder, "-t", task, "-r", "mitkov", "-o", tmp_path / "answers")
    assert ran.status == 2
    assert ran.err.count("error: ") == 2
    assert "ann-input.xml: no " in ran.err


def test_a_bad_answer_costs_what_is_wrong_in_it(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    answers = tmp_path / "answers"
    answers.mkdir()
    (answers / "ann-answer.xml").write_text('<a>\n<pronoun id="m3" antecedent="m1"/>\n<pronoun id="m3"/>\n</a>')
    (answers / "tom-answer.xml").write_text('<document>\n<pronoun id="m3"')
    (answers / "who-answer.xml").write_text("<document/>")
    ran = run("are", "score", folder, answers, "-t", 1, "--format", "json")
    assert ran.status == 1
    *warnings, error = ran.err.replace(f"{tmp_path}/answers/", "").splitlines()
    # What the parser finds wrong is said in its own words.
    assert error.startswith("error: tom-answer.xml:2: not well-formed XML: ")
    assert error.endswith("; counted as no answer")
    assert warnings == [
        "warning: ann-answer.xml:3: a second answer for 'm3'; expected one; the first counts",
        "warning: ann-answer.xml: no answer for pronoun 'm4' (it); expected a <pronoun> for each",
        "warning: who-answer.xml: no key for this answer; not counted",
    ]
    content = json.loads(ran.out)
    assert content["documents"] == 2
    score = content["metrics"]["are_task1"]
    assert (score["numerator"], score["denominator"], score["value"]) == (1, 4, 0.25)
    assert content["document_means"]["are_task1"] == {"value": 0.25}
    by_document = content["by"]["document"]
    assert {name: scores["metrics"]["are_task1"]["value"] for name, scores in by_document.items()} == {
        "ann": 0.5,
        "tom": 0,
    }
    assert [problem["line"] for problem in content["problems"]] == [3, None]


def test_two_processes_prepare_and_score_the_same(run: Run, tiny: Path, tmp_path: Path) -> None:
    once = prepared_files(run, tiny, 1, tmp_path / "once")
    ran = run("are", "prepare", tiny, "--task", 1, "--output", tmp_path / "twice", "--jobs", 2)
    assert (ran.status, ran.err) == (0, "")
    made = {file.name: file.read_bytes() for file in once.glob("*/*.xml")}
    assert {file.name: file.read_bytes() for file in (tmp_path / "twice").glob("*/*.xml")} == made
    answers = tmp_path / "answers"
    assert run("are", "resolve", once, "--task", 1, "-r", "most-recent", "--output", answers).status == 0
    answer = answers / "ann-answer.xml"
    answer.write_text(answer.read_text().replace('antecedent="', 'antecedent="x', 1))
    scored = [run("are", "score", once, answers, "--task", 1, "--format", "json", "--jobs", jobs) for jobs in (1, 2)]
    assert scored[0].status == 0
    assert "ann-answer.xml:" in scored[0].err
    assert scored[0] == scored[1]


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_what_is_written_is_what_the_schema_allows(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder, answers = prepared_files(run, tiny, task, tmp_path / "task"), tmp_path / "answers"
    run("are", "resolve", folder, "-t", task, "-r", "most-recent", "-o", answers, "-j", 1)
    for part, place in (("input", folder / "inputs"), ("key", folder / "keys"), ("answer", answers)):
        grammar = etree.RelaxNG(etree.fromstring(run("are", "schema", "-t", task, "--of", part).out.encode()))
        for file in place.iterdir():
            assert grammar.validate(etree.parse(file)), (file, grammar.error_log)
    ran = run("are", "check", folder, answers, "-t", task)
    assert (ran.status, ran.out, ran.err) == (0, f"task {task}: 2 of 2 inputs answered, no problems\n", "")


@pytest.mark.parametrize(
    ("task", "answer", "lines", "wrong"),
    [
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" antecedent="m2"/>', [], "", id="nothing"),
        pytest.param(1, '<pronoun id="m3"/>', [None], "no answer for pronoun 'm4' (It)", id="one left out"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" antecedent="m9"/>', [3], "no entity 'm9'", id="unknown"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4" ante="m2"/>', [3], "attribute 'ante'", id="misspelt"),
        pytest.param(1, '<pronoun id="m3"/>\n<pronoun id="m4"><b/></pronoun>', [3], "pronoun", id="only the grammar"),
        pytest.param(1, '<pronoun id="m3"><b/></pronoun>\n<pronoun id="m9"/>', [2, 3, None], "'m9'", id="in order"),
        pytest.param(2, '<chain><node id="m1"/></chain>\n<chain/>', [3], "is empty", id="empty chain"),
        pytest.param(3, '<pronoun start="3" end="3" antecedent_start="1"/>', [2], "antecedent_end", id="no last node"),
        pytest.param(4, '<chain>\n<node start="4" end="3"/></chain>', [3], "run backwards", id="backwards"),
        pytest.param(4, '<chain>\n<node start="4"', [4], "not well-formed XML", id="no XML"),
    ],
)
def test_answers_are_checked_without_a_key(
    run: Run, tiny: Path, tmp_path: Path, task: int, answer: str, lines: list[int | None], wrong: str
) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", task, tmp_path / "task", "--keys", str(tmp_path / "secret"))
    shutil.rmtree(tmp_path / "secret")
    file = tmp_path / "tom-answer.xml"
    file.write_text(f'<document id="tom">\n{answer}\n</document>')
    ran = run("are", "check", folder / "inputs", tmp_path, "-t", task)
    said = [re.sub(r"^error: .*tom-answer.xml", "", line) for line in ran.err.splitlines()]
    places = [re.match(r":(\d+)?", line) for line in said]
    assert [int(place[1]) if place and place[1] else None for place in places] == lines
    assert wrong in ran.err
    assert ran.status == (1 if lines else 0)


def test_an_answer_without_a_root_is_scored_and_found_fault_with(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder, answers = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task"), tmp_path / "answers"
    answers.mkdir()
    (answers / "tom-answer.xml").write_text('<pronoun id="m3" antecedent="m1"/>\n<pronoun id="m9"/>\n')
    ran = run("are", "score", folder, answers, "-t", 1, "--format", "json")
    assert json.loads(ran.out)["metrics"]["are_task1"]["value"] == 1 / 2
    said = [
        line.rpartition("tom-answer.xml")[2] for line in run("are", "check", folder, answers, "-t", 1).err.splitlines()
    ]
    assert said[0].startswith(":2: 'm9' is not among the pronouns to resolve")
    assert said[1].startswith(": no answer for pronoun 'm4' (It)")
    (answers / "tom-answer.xml").write_text('<pronoun id="m3"/>\n<pronoun id="m4"/>\n')
    ran = run("are", "check", folder, answers, "-t", 1)
    assert (ran.status, ran.out) == (1, "task 1: 1 of 1 inputs answered, 1 problem\n")
    assert "tom-answer.xml:2: not well-formed XML: Extra content" in ran.err


def test_answers_that_are_missing_or_too_many_are_said(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder, answers = prepared_files(run, tiny, 3, tmp_path / "task"), tmp_path / "answers"
    answers.mkdir()
    (answers / "tom-answer.xml").write_text("<document/>")
    (answers / "who-answer.xml").write_text("<document/>")
    ran = run("are", "check", folder / "inputs", answers, "-t", 3)
    assert (ran.status, ran.out) == (1, "task 3: 1 of 2 inputs answered, 2 problems\n")
    in_two = run("are", "check", folder / "inputs", answers, "-t", 3, "--jobs", 2)
    assert (in_two.status, in_two.out, in_two.err) == (ran.status, ran.out, ran.err)
    assert "ann-input.xml: no answer to this input; expected a file ann-answer.xml\n" in ran.err
    assert "who-answer.xml: no input for this answer; expected *-input.xml\n" in ran.err


@pytest.mark.parametrize("task", [1, 2, 3, 4])
def test_several_answers_make_a_leaderboard(run: Run, tiny: Path, tmp_path: Path, task: int) -> None:
    folder = prepared_files(run, tiny, task, tmp_path / "task", "--named")
    for resolver in ("singletons", "most-recent", "oracle"):
        keys = ("--keys", folder) if resolver == "oracle" else ()
        answers = tmp_path / "answers" / resolver
        run("are", "resolve", folder, "-t", task, "-r", resolver, *keys, "-o", answers, "-j", 1)
    given = sorted((tmp_path / "answers").iterdir())
    ran = run("are", "score", folder, *given, "-t", task, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    content = json.loads(ran.out)
    for answers in given:
        alone = json.loads(run("are", "score", folder, answers, "-t", task, "--format", "json").out)
        assert alone.pop("signature") == content["signature"]
        assert "|format-rules:1|" in content["signature"]
        assert content["answers"][answers.name] == alone
    measure = f"are_task{task}"
    figures = {
        name: scores["metrics"][measure].get("f1", scores["metrics"][measure].get("value"))
        for name, scores in content["answers"].items()
    }
    assert list(figures) == sorted(figures, key=lambda name: (-figures[name], name))
    assert figures["singletons"] == 0
    tests = {(test["first"], test["second"]): test for test in content["significance"]}
    assert len(tests) == 3
    for (first, second), test in tests.items():
        assert test["difference"] == pytest.approx(figures[first] - figures[second])
        assert test["difference"] >= 0
        assert 0 < test["randomisation"] <= test["corrected"] <= 1
    ran = run("are", "score", folder, *given, "-t", task)
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines if line.split()[:1] and line.split()[0] in figures][:3] == list(figures)
    assert any("p after Holm" in line for line in lines)
    assert content["documents"] == 2
    few = "over 2 documents the paired bootstrap rejects too often; quote the randomisation"
    assert lines[-1] == f"{few} (about 0.5 is its least p here)"


def test_answers_of_one_name_go_by_their_paths(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 2, tmp_path / "task")
    for place in ("a/run", "b/run"):
        run("are", "resolve", folder, "-t", 2, "-r", "exact-match", "-o", tmp_path / place, "-j", 1)
    ran = run("are", "score", folder, "a/run", "b/run", "-t", 2, "--format", "json")
    assert list(json.loads(ran.out)["answers"]) == ["a/run", "b/run"]
    ran = run("are", "score", folder, "a/run", "a/run", "-t", 2)
    assert (ran.status, ran.err) == (2, "error: a/run is given twice; expected each system's answers once\n")


@pytest.mark.parametrize(("task", "says"), [(1, True), (2, False), (3, True), (4, False)])
def test_notes_stand_under_what_they_are_about(run: Run, tmp_path: Path, task: int, says: bool) -> None:
    ran = run("are", "prepare", SAMPLES, "--task", task, "--output", tmp_path / "task")
    assert ("Unnamed: " in ran.out) is says
    # The samples have no elided words.
    assert "Empty: " not in ran.out


def test_a_missing_answer_counts_as_none(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 3, tmp_path / "task")
    run(
        "are",
        "resolve",
        folder / "inputs" / "tom-input.xml",
        "-t",
        3,
        "-r",
        "oracle",
        "--keys",
        folder,
        "-o",
        tmp_path / "a",
    )
    ran = run("are", "score", folder, tmp_path / "a", "-t", 3, "--format", "json")
    assert ran.status == 1
    assert "ann-key.xml: no answer to this key; expected a file ann-answer.xml; counted as no answer" in ran.err
    assert json.loads(ran.out)["metrics"]["are_task3"]["recall"]["denominator"] == 4


def test_a_key_of_chains_alone_asks_its_third_person_pronouns(run: Run, tmp_path: Path) -> None:
    (tmp_path / "d-key.xml").write_text(
        '<document><chain id="c"><node start="26" end="29" value="the government of Zair"/>'
        '<node start="31" end="31" value="it"/></chain></document>'
    )
    # Two files belong together whatever their names.
    (tmp_path / "mine.xml").write_text(
        '<document><pronoun start="31" end="31" antecedent_start="26" antecedent_end="27"/></document>'
    )
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "mine.xml", "-t", 3, "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["metrics"]["are_task3"]["f1"] == 0.5


def test_running_gives_the_figures_of_the_steps(run: Run, tiny: Path, tmp_path: Path) -> None:
    ran = run("are", "run", tiny, "-r", "mitkov", "-r", "are-like", "-r", "oracle", "--format", "json", "-j", 1)
    assert (ran.status, ran.err) == (0, "")
    whole = json.loads(ran.out)["corpora"]["tiny"]
    assert list(whole) == ["task1", "task2", "task3", "task4"]
    for task in (1, 2, 3, 4):
        assert list(whole[f"task{task}"]) == ["mitkov", "are-like", "oracle"]
        folder, answers = prepared_files(run, tiny, task, tmp_path / f"t{task}"), tmp_path / f"a{task}"
        run("are", "resolve", folder, "-t", task, "-r", "are-like", "-o", answers, "-j", 1)
        steps = json.loads(run("are", "score", folder, answers, "-t", task, "--format", "json").out)
        outcome = whole[f"task{task}"]["are-like"]
        assert outcome["metrics"] == steps["metrics"]
        assert outcome["document_means"] == steps["document_means"]
        assert set(outcome["metrics"]) == {f"are_task{task}", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea"}
        assert len(outcome["metrics"][f"are_task{task}"]["interval"]) == 2
    assert "resolver:mitkov+head-match" in whole["task2"]["mitkov"]["signature"]
    assert "resolver:are-like+exact-match" in whole["task4"]["are-like"]["signature"]
    assert "resolver:mitkov" in whole["task3"]["mitkov"]["signature"]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ((), {"leftout:appos,disc,pred", "pronouns:all", "are:task1", "resolver:mitkov"}),
        (("--leave-out", "pred"), {"leftout:pred", "pronouns:all"}),
        (("--leave-out", "nothing"), {"leftout:nothing"}),
        (("--named",), {"leftout:appos,disc,pred", "pronouns:named"}),
        (("--option", "mitkov.window=1"), {"resolver:mitkov,window=1"}),
    ],
)
def test_the_signature_of_a_run_says_what_was_asked(
    run: Run, tiny: Path, words: tuple[str, ...], parts: set[str]
) -> None:
    ran = run("are", "run", tiny, "-r", "mitkov", "-t", 1, *words, "--format", "json", "-j", 1)
    signed = json.loads(ran.out)["corpora"]["tiny"]["task1"]["mitkov"]["signature"]
    assert parts <= set(signed.split("|"))


@pytest.mark.slow
def test_oracle_then_resolvers_then_baselines(run: Run) -> None:
    ran = run("are", "run", SAMPLES, "--format", "json", "-q")
    assert (ran.status, ran.err) == (0, "")
    for task, outcomes in json.loads(ran.out)["corpora"]["samples"].items():
        figure = {
            name: outcome["metrics"][f"are_{task}"].get("f1", outcome["metrics"][f"are_{task}"].get("value"))
            for name, outcome in outcomes.items()
        }
        resolvers = [figure[name] for name in ("kennedy-boguraev", "lappin-leass", "hobbs", "mitkov", "cogniac")]
        assert figure["oracle"] > max(resolvers)
        assert min(resolvers) > figure["are-like"] > figure["singletons"] == 0


def test_two_runs_are_the_same_bytes_but_for_timings(run: Run, tiny: Path) -> None:
    asked = ("are", "run", tiny, "-r", "mitkov", "-t", 1, "-t", 3, "--format", "json", "-j", 1)
    first, second = run(*asked).out, run(*asked).out
    assert first == second
    timed = json.loads(run(*asked, "--timings").out)
    for task in ("task1", "task3"):
        assert timed["corpora"]["tiny"][task]["mitkov"].pop("seconds") > 0
    assert timed == json.loads(first)


def test_tables_fit_a_page(run: Run, tiny: Path) -> None:
    ran = run("are", "run", tiny, "-r", "cogniac-high-precision", "-r", "oracle", "-j", 1)
    lines = [line for line in ran.out.splitlines() if "|corpus:" not in line]
    assert max(map(len, lines)) <= 120
    assert "Task 1  Task 2  Task 2  Task 2" in ran.out


@pytest.mark.parametrize("form", ["csv", "markdown", "latex"])
def test_other_forms_of_the_tables(run: Run, tiny: Path, form: str) -> None:
    ran = run("are", "run", tiny, "-r", "oracle", "-r", "singletons", "-t", 1, "--format", form, "-j", 1)
    assert (ran.status, ran.err) == (0, "")
    assert "oracle" in ran.out
    assert "Modern measures" not in ran.out


@pytest.mark.parametrize("command", [("prepare", "-o", "out"), ("run", "-r", "hobbs")], ids=lambda words: words[0])
def test_a_text_without_a_chain_is_named_where_it_is(run: Run, tiny: Path, command: tuple[str, ...]) -> None:
    """Its key would be of no use, and ``run`` would name a file of a temporary folder."""
    tom = (tiny / "tom.conllu").read_text(encoding="utf-8")
    (tiny / "tom.conllu").write_text(re.sub(r"Entity=\S+", "_", tom), encoding="utf-8")
    ran = run("are", *command, tiny, "-t", 1)
    says = "tom: no chain of two mentions is left; expected one, to be scored by"
    assert (ran.status, ran.err) == (1, f"error: {tiny / 'tom.conllu'}: {says}\n")
    assert not list(tiny.parent.rglob("tom-*.xml"))


def test_a_key_without_pronouns_is_said_next_to_its_zero(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task")
    chain = '<chain id="e1"><node id="m1"/><node id="m3"/></chain>'
    (folder / "keys" / "tom-key.xml").write_text(f"<document><anaphoric_pronouns/>{chain}</document>")
    ran = run("are", "score", folder, folder / "answers", "-t", 1)
    assert ran.status == 2
    (folder / "tom-answer.xml").write_text("<document/>")
    ran = run("are", "score", folder, folder / "tom-answer.xml", "-t", 1)
    says = "no pronouns to resolve, so success is 0 of 0; means of documents take it for 0"
    assert (ran.status, ran.err) == (0, f"warning: {folder / 'keys' / 'tom-key.xml'}: {says}\n")


@pytest.mark.filterwarnings("default:.*no pronouns to resolve")
def test_a_document_without_pronouns_takes_part_in_a_run(run: Run, tmp_path: Path) -> None:
    key = "#begin document (d);\nd 0 0 Lamps (1)\nd 0 1 light -\nd 0 2 lamps (1)\n#end document\n"
    (tmp_path / "d.conll").write_text(key, encoding="utf-8")
    ran = run("are", "run", "d.conll", "-r", "oracle", "--format", "json", "-q")
    says = "no pronouns to resolve, so success is 0 of 0; means of documents take it for 0"
    assert (ran.status, ran.err) == (0, f"warning: d: {says}\n")
    tasks = json.loads(ran.out)["corpora"]["d"]
    assert tasks["task1"]["oracle"]["metrics"]["are_task1"]["denominator"] == 0
    assert tasks["task2"]["oracle"]["metrics"]["are_task2"]["f1"] == 1.0


@pytest.mark.parametrize(("task", "other"), [(1, 3), (2, 4), (3, 1), (4, 2), (1, 4)])
def test_a_key_of_another_task_is_refused(run: Run, tiny: Path, tmp_path: Path, task: int, other: int) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", other, tmp_path / "task")
    (tmp_path / "tom-answer.xml").write_text('<document><pronoun id="m3" antecedent="m1"/></document>')
    ran = run("are", "score", folder, tmp_path / "tom-answer.xml", "-t", task)
    expected = "<node id>, as in tasks 1 and 2" if task < 3 else "<node start end>, as in tasks 3 and 4"
    key = folder / "keys" / "tom-key.xml"
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"error: {key}: no key of task {task}; expected {expected}\n"


@pytest.mark.parametrize("task", [3, 4])
@pytest.mark.parametrize(("start", "end"), [("4", "2"), ("1", "99999999999"), ("1", "9" * 5000), ("²", "3")])
def test_a_key_without_its_text_has_spans_of_a_text(run: Run, tmp_path: Path, task: int, start: str, end: str) -> None:
    chain = f'<chain id="c"><node start="3" end="3"/><node start="{start}" end="{end}"/></chain>'
    (tmp_path / "d-key.xml").write_text(f"<document>{chain}</document>")
    (tmp_path / "d-answer.xml").write_text("<document/>")
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "d-answer.xml", "-t", task)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert ran.err.startswith(f"error: {tmp_path / 'd-key.xml'}: mention '{start}-{end[:50]}")
    assert ran.err.endswith("' has no nodes in a text; expected start and end, start <= end\n")


@pytest.mark.parametrize(
    ("task", "answer"),
    [
        (3, '<pronoun start="3" end="3" antecedent_start="1" antecedent_end="99999999999"/>'),
        (4, '<chain id="c"><node start="3" end="3"/><node start="1" end="99999999999"/></chain>'),
    ],
)
def test_an_answer_longer_than_any_mention_is_nowhere(run: Run, tmp_path: Path, task: int, answer: str) -> None:
    chain = '<chain id="c"><node start="1" end="1"/><node start="3" end="3" value="it"/></chain>'
    pronouns = '<anaphoric_pronouns><pronoun start="3" end="3"/></anaphoric_pronouns>'
    (tmp_path / "d-key.xml").write_text(f"<document>{pronouns}{chain}</document>")
    (tmp_path / "d-answer.xml").write_text(f"<document>{answer}</document>")
    ran = run("are", "score", tmp_path / "d-key.xml", tmp_path / "d-answer.xml", "-t", task, "--format", "json")
    says = "mention '1-99999999999' is longer than 10000 words; counted as one that is nowhere"
    assert (ran.status, ran.err) == (0, f"warning: {tmp_path / 'd-answer.xml'}: {says}\n")
    assert json.loads(ran.out)["metrics"][f"are_task{task}"]["f1"] == 0


def test_inputs_that_are_named_must_be_there(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny / "tom.conllu", 1, tmp_path / "task")
    (tmp_path / "tom-answer.xml").write_text("<document/>")
    (tmp_path / "void").mkdir()
    for inputs, says in (
        ("no", "--inputs no: no such folder"),
        ("void", f"{folder / 'keys' / 'tom-key.xml'}: no input to this key in void; expected a file *-input.xml"),
    ):
        ran = run("are", "score", folder, tmp_path / "tom-answer.xml", "-t", 1, "--inputs", inputs)
        assert (ran.status, ran.out, ran.err) == (2, "", f"error: {says}\n")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("prepare", "nowhere", "-t", 1, "-o", "x"), "nowhere: no such file or folder"),
        (("prepare", "nowhere", "-t", 5, "-o", "x"), "Input should be less than or equal to 4"),
        (("resolve", ".", "-t", 1, "-r", "mitkov", "-o", "x"), "no input in this folder; expected files *-input.xml"),
        (("resolve", ".", "-t", 1, "-r", "nobody", "-o", "x"), "no resolver 'nobody'"),
        (("resolve", ".", "-t", 2, "-r", "mitkov", "--nominal", "x", "-o", "x"), "no resolver 'x'"),
        (("resolve", ".", "-t", 1, "-r", "mitkov", "--nominal", "x", "-o", "x"), "no resolver 'x'"),
        (("resolve", ".", "-t", 2, "-r", "mitkov", "--nominal", "hobbs", "-o", "x"), "hobbs links no noun phrases"),
        (("score", ".", ".", "-t", 1), "no key; expected files *-key.xml"),
        (("score", ".", "nowhere", "-t", 1), "nowhere: no such file or folder"),
        (("run", ".", "-r", "nobody"), "no resolver 'nobody'"),
    ],
)
def test_what_cannot_be_done(run: Run, words: tuple[object, ...], wrong: str) -> None:
    ran = run("are", *words)
    assert ran.status == 2
    assert ran.err.startswith("error: ")
    assert wrong in ran.err
    assert ran.out == ""


def test_files_are_read_back_as_they_were_made(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    document = next(are.read(folder / "keys" / "tom-key.xml"))
    assert document.key is not None
    assert [entity.mentions for entity in document.key.entities] == [["m1", "m3"], ["m2", "m4"]]
    assert document.anaphors == ["m3", "m4"]
