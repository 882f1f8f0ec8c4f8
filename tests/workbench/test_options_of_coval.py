"""Minimum spans, noun phrases only, removal of nested mentions: examples worked by hand on invented sentences."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.evaluation.matching.minimum_spans import KeyParse
from tiny_corpus import Run

# Word, tag, parse.
LAMP = [
    ("The", "DT", "(TOP(S(S(NP(NP*"), ("old", "JJ", "*"), ("lamp", "NN", "*)"), ("of", "IN", "(PP*"),
    ("Ann", "NNP", "(NP*)))"), ("broke", "VBD", "(VP*))"), (",", ",", "*"), ("and", "CC", "*"),
    ("Tom", "NNP", "(S(NP(NP*)"), ("and", "CC", "*"), ("the", "DT", "(NP*"), ("dog", "NN", "*))"),
    ("saw", "VBD", "(VP*"), ("this", "DT", "(NP*)))"), (".", ".", "*))"),
]  # fmt: skip
DEEP = [
    ("Mostly", "RB", "(TOP(S(ADVP*)"), ("three", "CD", "(NP(QP*"), ("or", "CC", "*"), ("four", "CD", "*)"),
    ("boats", "NNS", "(NX*))"), ("sank", "VBD", "(VP*)"), (".", ".", "*))"),
]  # fmt: skip


def columns(sentence: list[tuple[str, str, str]], brackets: dict[int, str]) -> str:
    rows = [
        f"d 0 {place} {form} {tag} {parse} - - - - * {brackets.get(place, '-')}"
        for place, (form, tag, parse) in enumerate(sentence)
    ]
    return "\n".join(["#begin document (d); part 000", *rows, "", "#end document", ""])


def brackets(entities: list[list[tuple[int, int]]]) -> dict[int, str]:
    cells: dict[int, list[str]] = {}
    for number, entity in enumerate(entities):
        for start, end in sorted(entity, key=lambda span: (span[0], -span[1])):
            if end == start + 1:
                cells.setdefault(start, []).append(f"({number})")
            else:
                cells.setdefault(start, []).append(f"({number}")
                cells.setdefault(end - 1, []).append(f"{number})")
    return {place: "|".join(of_word) for place, of_word in cells.items()}


MINIMUM = [
    pytest.param(LAMP, (0, 5), {1, 2}, id="the old lamp of Ann: from above the first noun phrase to its nearest words"),
    pytest.param(LAMP, (1, 5), {1, 2}, id="old lamp of Ann: what is on top of the cut tree is a noun phrase"),
    pytest.param(LAMP, (0, 3), {1, 2}, id="the old lamp"),
    pytest.param(LAMP, (8, 12), {8, 11}, id="Tom and the dog: each noun phrase on top; and, the are not valid"),
    pytest.param(LAMP, (4, 5), {4}, id="Ann"),
    pytest.param(LAMP, (13, 14), {13}, id="this: no valid word, so all"),
    pytest.param(LAMP, (5, 6), {5}, id="broke"),
    pytest.param(LAMP, (5, 7), {5, 6}, id="broke and a comma: no noun phrase is found, so all"),
    pytest.param(LAMP, (3, 5), {4}, id="of Ann: of is not valid, the noun phrase in the phrase on top is searched"),
    pytest.param(DEEP, (1, 5), {1, 3, 4}, id="three or four boats: quantity and noun, both on top"),
    pytest.param(DEEP, (0, 5), {1, 3, 4}, id="Mostly three or four boats: the sentence on top has one noun phrase"),
]


@pytest.mark.parametrize(("sentence", "span", "words"), MINIMUM)
def test_minimum_span(tmp_path: Path, sentence: list[tuple[str, str, str]], span: tuple[int, int], words: set) -> None:
    (tmp_path / "key.conll").write_text(columns(sentence, {}))
    (document,) = read(tmp_path / "key.conll")
    assert KeyParse(document).minimum_span(Mention("m", *span, span[0])) == words


Score = Callable[..., dict]


@pytest.fixture
def score(run: Run, tmp_path: Path) -> Score:
    def scored(key: list, response: list, *flags: str) -> dict:
        for name, entities in (("key", key), ("response", response)):
            (tmp_path / f"{name}.conll").write_text(columns(LAMP, brackets(entities)))
        ran = run("score", "key.conll", "response.conll", "-m", "muc", "-m", "b_cubed", "--format=json", *flags)
        assert ran.status == 0, ran.err
        content = json.loads(ran.out)
        content["fractions"] = {
            (metric, side): (figures[side]["numerator"], figures[side]["denominator"])
            for metric, figures in content["metrics"].items()
            for side in ("recall", "precision")
        }
        return content

    return scored


LAMP_OF_ANN, OLD_LAMP, ANN, BROKE, TOM_AND_DOG, DOG, THE_DOG, THIS = (
    (0, 5), (1, 3), (4, 5), (5, 6), (8, 12), (11, 12), (10, 12), (13, 14)
)  # fmt: skip


def test_mentions_with_equal_minimum_spans_are_the_same(score: Score) -> None:
    key, response = [[LAMP_OF_ANN, THIS], [ANN, THE_DOG]], [[OLD_LAMP, THIS], [ANN, DOG]]
    assert score(key, response)["fractions"]["muc", "recall"] == (0, 2)
    of_minimum = score(key, response, "--min-spans")
    assert of_minimum["fractions"]["muc", "recall"] == of_minimum["fractions"]["muc", "precision"] == (2, 2)
    assert "min-spans:True" in of_minimum["signature"].split("|")


def test_of_mentions_that_fall_together_the_last_entity_has_one(score: Score) -> None:
    """{the lamp of Ann, Ann}, {old lamp, this}: the first is the third, so Ann is left alone in her entity."""
    key = [[LAMP_OF_ANN, ANN], [OLD_LAMP, THIS]]
    content = score(key, [[OLD_LAMP, THIS], [ANN]], "--min-spans")
    assert content["fallen_together"] == 1
    assert content["fractions"]["b_cubed", "recall"] == content["fractions"]["b_cubed", "precision"] == (3, 3)


def test_verb_phrases_go_after_singletons(score: Score) -> None:
    """{broke, this} becomes a singleton that stays; {broke} alone goes with it."""
    key = [[BROKE, THIS], [ANN, DOG]]
    assert score(key, key, "--np-only", "--singletons=drop")["fractions"]["b_cubed", "recall"] == (3, 3)
    assert score([[BROKE], [ANN, DOG]], key, "--np-only")["fractions"]["b_cubed", "recall"] == (2, 2)
    # Verb phrases of the response go by the parse of the key, too.
    assert score([[ANN, DOG]], key, "--np-only")["fractions"]["b_cubed", "precision"] == (2, 3)


def test_the_inner_of_two_nested_mentions_of_an_entity_goes(score: Score) -> None:
    key = [[TOM_AND_DOG, THE_DOG], [LAMP_OF_ANN, OLD_LAMP, THIS], [ANN]]
    whole = score(key, key, "--remove-nested")
    assert whole["fractions"]["b_cubed", "recall"] == (4, 4)
    assert whole["fractions"]["muc", "recall"] == (1, 1)
    # An entity reduced to one mention goes where singletons do.
    assert score(key, key, "--remove-nested", "--singletons=drop")["fractions"]["b_cubed", "recall"] == (2, 2)
    # Of another entity nothing is nested.
    assert score([[LAMP_OF_ANN, THIS], [ANN, DOG]], key, "--remove-nested")["fractions"]["b_cubed", "recall"][1] == 4


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--min-spans", "--mention-match", "head"], "--min-spans next to --mention-match head: each says which"),
        (
            ["--min-spans", "-m", "mentions", "--option", "mentions.credit=partial"],
            "mentions.credit=partial next to --min-sp",
        ),
        (
            ["--np-only", "-m", "muc"],
            "key.conll: document 'd' has no constituency parse, which --min-spans and --np-only",
        ),
        (["--min-spans", "-m", "muc"], "expected CoNLL-2012 with the column of parses"),
    ],
)
def test_what_cannot_be_done_is_refused(run: Run, tmp_path: Path, flags: list[str], message: str) -> None:
    (tmp_path / "key.conll").write_text(columns([(form, tag, "*") for form, tag, _ in LAMP], {0: "(1)", 4: "(1)"}))
    ran = run("score", "key.conll", "key.conll", *flags)
    assert ran.status == 2
    assert message in ran.err


def test_a_parse_that_cannot_be_read_names_the_word(run: Run, tmp_path: Path) -> None:
    wrong = [*LAMP[:4], ("Ann", "NNP", "NP)"), *LAMP[5:]]
    (tmp_path / "key.conll").write_text(columns(wrong, {0: "(1)", 4: "(1)"}))
    ran = run("score", "key.conll", "key.conll", "--min-spans", "-m", "muc")
    assert ran.status == 2
    assert "word 5 has 'NP)' for its parse; expected something like (NP*)" in ran.err
