"""Benchmarks on cases small enough to be seen through, before any system runs."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.exchanged_genders import with_genders_exchanged
from benchmarks.full_coreference import installed, litbank_dev, orders
from benchmarks.peer_xrenner import main, without_key
from benchmarks.weights import Cases, search
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import Document, Mention, Word

# Two anaphors. The first has a wrong candidate with 2 by the first indicator and a right one with 1 by the second;
# the second has three candidates, of which the right one, the most recent, draws with the next and loses to none.
CASES = Cases(
    scores=np.array([[2.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 1.0], [0.0, 0.0]]),
    right=np.array([False, True, True, False, False]),
    starts=np.array([0, 2]),
)


@pytest.mark.parametrize(
    ("weights", "correct"),
    [
        ((1.0, 1.0), 1),  # the first is answered wrongly, 2 against 1; the second by the most recent of two equals
        ((0.5, 2.0), 2),  # 1 against 2
        ((0.5, 1.0), 1),  # a draw of the first, whose most recent candidate is wrong
        ((0.0, 0.0), 1),  # all draws: the most recent of each
        ((-1.0, 0.0), 1),  # the first right, the second answered by its last candidate
    ],
)
def test_correct_answers(weights, correct):
    assert CASES.correct(np.array(weights)) == correct


def test_search_finds_what_answers_all():
    weights = search(CASES)
    assert CASES.correct(weights) == 2
    assert (search(CASES) == weights).all(), "the same seed must give the same weights"


# Form, coarse and fine tag, lemma.
PAIRS = [
    (("She", "PRON", "PRP", "she"), ("He", "he")),
    (("he", "PRON", "PRP", "he"), ("she", "she")),
    (("her", "PRON", "PRP", "she"), ("him", "he")),
    (("him", "PRON", "PRP", "he"), ("her", "she")),
    (("Her", "PRON", "PRP$", "her"), ("His", "his")),
    (("HIS", "PRON", "PRP$", "his"), ("HER", "her")),
    (("his", "PRON", "PRP", "his"), ("hers", "hers")),
    (("herself", "PRON", "PRP", "herself"), ("himself", "himself")),
    (("it", "PRON", "PRP", "it"), ("it", "it")),
    (("their", "PRON", "PRP$", "their"), ("their", "their")),
    (("He", "NOUN", "NN", "He"), ("He", "He")),
]
WORDS = [Word(form, lemma, upos, xpos) for (form, upos, xpos, lemma), _ in PAIRS]


@pytest.mark.parametrize(("given_as", "expected"), PAIRS)
def test_pronouns_are_exchanged(given_as, expected):
    form, upos, xpos, lemma = given_as
    word = Word(form, lemma, upos, xpos, morphology="Case=Nom|Gender=Fem|Number=Sing")
    (exchanged,) = with_genders_exchanged(Document("d", words=[word])).words
    assert (exchanged.form, exchanged.lemma) == expected
    assert exchanged.morphology == word.morphology.replace("Fem", "Masc" if expected[0] != form else "Fem")


def test_a_pronoun_that_the_tagger_takes_for_a_name_is_exchanged():
    words = [Word("She", "She", "PROPN", "NNP"), Word("His", "His", "PROPN", "NNP"), Word("She", "She", "PROPN", "NNP")]
    personal = Mention("a", 0, 1, 0, kind="pronoun", pronoun_type="personal", gender=frozenset("f"))
    possessive = Mention("b", 1, 2, 1, kind="pronoun", pronoun_type="possessive", gender=frozenset("m"))
    exchanged = with_genders_exchanged(Document("d", words=words, mentions=[personal, possessive]))
    assert [word.form for word in exchanged.words] == ["He", "Her", "She"]


@given(st.lists(st.sampled_from(WORDS)), st.sets(st.sampled_from("mfn"), min_size=1))
def test_exchanged_twice_is_the_text_as_it_was(words, gender):
    mentions = [Mention("m", 0, 1, 0, gender=frozenset(gender))] if words else []
    document = Document("d", words=words, mentions=mentions)
    once = with_genders_exchanged(document)
    assert with_genders_exchanged(once) == document
    for mention, exchanged in zip(document.mentions, once.mentions, strict=True):
        assert ("m" in mention.gender, "f" in mention.gender) == ("f" in exchanged.gender, "m" in exchanged.gender)


def test_systems_that_are_not_there_are_named_with_the_reason() -> None:
    rows, missing = installed(("sieve", "nobody", "kennedy-boguraev+head-match+speech-pronouns", "mitkov+nobody"))
    assert rows == ("sieve", "kennedy-boguraev+head-match+speech-pronouns")
    assert [reason.partition(" (")[0] for reason in missing] == ["nobody", "mitkov+nobody"]
    assert all("no resolver 'nobody'" in reason for reason in missing)


def test_every_fourth_file_of_litbank_is_development(tmp_path: Path) -> None:
    corpus, scratch = tmp_path / "litbank", tmp_path / "scratch"
    (corpus / "conll").mkdir(parents=True)
    (corpus / "tsv").mkdir()
    for number in range(1, 10):
        (corpus / "conll" / f"{number}_brat.conll").write_text("")
    folder = litbank_dev(corpus, scratch)
    assert sorted(path.name for path in folder.iterdir()) == ["4_brat.conll", "8_brat.conll"]
    assert (folder.parent / "tsv").is_dir()


def test_xrenner_is_not_given_the_key() -> None:
    lines = (
        "# global.Entity = GRP",
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t0:root\tEntity=(1-person)",
        "1.1\tshe\tshe\tPRON\tPRP\t_\t_\t_\t1:dep\tEntity=(1)",
        "",
    )
    assert without_key("\n".join(lines)) == "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_\n"


def test_xrenner_asks_for_its_environment() -> None:
    assert main([]) == 2


def test_the_order_of_three_systems_stands_beside_the_published_one() -> None:
    scored = {"relaxcor": "50.0", "reconcile": "62.5", "cistell": "25.0"}
    rows = [
        {"setting": setting, "resolver": name, **dict.fromkeys(("ceaf_m", "muc", "b_cubed", "blanc"), score)}
        for setting in ("system-predicted", "true-gold", "true-predicted")
        for name, score in scored.items()
        if (setting, name) != ("true-gold", "reconcile")
    ]
    found = list(orders(rows))
    assert [row["metric"] for row in found] == ["CEAF", "MUC", "B³", "BLANC"]
    assert found[1] == {
        "setting": "system-predicted",
        "metric": "MUC",
        "published": "relaxcor 46.0, cistell 38.8, reconcile 24.5",
        "here": "reconcile 62.5, relaxcor 50.0, cistell 25.0",
    }


def test_a_document_that_xrenner_fails_on_has_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dev = tmp_path / "corpora" / "gum" / "dev"
    dev.mkdir(parents=True)
    for name in ("GUM_bad", "GUM_good"):
        (dev / f"{name}.conllu").write_text("1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_\n\n")
    xrenner = tmp_path / "python"
    xrenner.write_text(
        f"#!/bin/sh\ncase $* in\n*import*) echo {tmp_path};;\n*good*) echo '# begin document GUM_good';;\n"
        "*) echo 'ValueError: empty sequence' >&2;;\nesac\n"
    )
    xrenner.chmod(0o755)
    monkeypatch.setattr("benchmarks.peer_xrenner.corpora_folder", lambda: tmp_path / "corpora")
    assert main([str(xrenner), str(tmp_path / "answers")]) == 1
    assert [path.name for path in (tmp_path / "answers").iterdir()] == ["GUM_good.conll"]
    printed = capsys.readouterr()
    assert printed.out == "1 of 2 documents answered\n"
    assert printed.err == "warning: GUM_bad: no answer: ValueError: empty sequence\n"
