"""Counts of other scorers by the command line: CorefUD, Universal Anaphora, coval, classes of mentions."""

import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Mention
from anaphora_workbench.evaluation.matching.minimum_spans import KeyParse
from reference_cases import CASES
from tiny_corpus import Run

OF_COREFUD = {
    "muc": "muc", "bcub": "b_cubed", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc", "lea": "lea",
    "mention_overlap": "mention_overlap",
}  # fmt: skip
MATCHING = {"exact": "exact", "head": "head", "partial-corefud": "partial"}
NUMBER_OF_CASES = 94
# MUC recall and precision, B³ precision by scorer 1.2; the official suite skips these cases, and its file's values
# take both of two response mentions inside one key mention for it.
BY_THE_SCORER = {"OLMC5": (1, 2 / 3, 17 / 30), "OLMC6": (1, 2 / 3, 17 / 30), "OLMC7": (1, 1 / 2, 11 / 30)}


def expected(name: str, metrics: dict) -> dict[tuple[str, str], float]:
    """The values of a case, by metric and figure."""
    values = {
        (OF_COREFUD[metric], figure): value["value"]
        for metric, figures in metrics.items()
        for figure, value in figures.items()
    }
    if name in BY_THE_SCORER:
        recall, precision, of_b_cubed = BY_THE_SCORER[name]
        values["muc", "recall"], values["muc", "precision"] = recall, precision
        values["b_cubed", "precision"] = of_b_cubed
        for metric in ("muc", "b_cubed"):
            recall, precision = values[metric, "recall"], values[metric, "precision"]
            values[metric, "f1"] = 2 * recall * precision / (recall + precision)
    return values


@pytest.mark.corpora
def test_all_cases(public_corpora: Path, run: Run) -> None:
    folder = public_corpora / "corefud-cases"
    cases = json.loads((folder / "expected.json").read_text())["cases"]
    assert len(cases) == NUMBER_OF_CASES
    for name, case in cases.items():
        values = expected(name, case["metrics"])
        flags = ["--mention-match", MATCHING[case["matching"]], "--zeros", "keep" if case["keep_zeros"] else "drop"]
        flags += ["--zero-match", case["zero_match_method"]] if case["keep_zeros"] else []
        flags += ["--option", "blanc.rules=corefud"] if ("blanc", "f1") in values else []
        flags += [f"--metric={metric}" for metric in dict.fromkeys(metric for metric, _ in values)]
        ran = run("score", folder / case["key"], folder / case["response"], "--from=conllu", *flags, "--format=json")
        assert ran.status == 0, (name, ran.err)
        scores = json.loads(ran.out)["metrics"]
        for (metric, figure), value in values.items():
            given = scores[metric][figure] if figure == "f1" else scores[metric][figure]["value"]
            # Some values are stated with five digits.
            assert given == pytest.approx(value, abs=5e-5), (name, metric, figure)


OF_THE_UA_SCORER = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "lea")
# Of 5 and of 6 mentions with one of them matched with nothing.
ONE_OF_FIVE, ALL = {"muc": (2 / 3, 2 / 3), "b_cubed": (7 / 10, 7 / 10)}, {"muc": (1, 1), "b_cubed": (1, 1)}
ONE_OF_SIX = {"muc": (3 / 4, 3 / 4), "b_cubed": (17 / 24, 17 / 24)}
ONE_LOST = {"muc": (3 / 4, 1), "b_cubed": (17 / 24, 1)}
BOTH_LOST = {"muc": (1 / 2, 2 / 3), "b_cubed": (11 / 24, 7 / 10)}
PARTIAL = {
    **{f"noncontig_mentions/TC-NCMA-{number}": ALL for number in (1, 2, 5)},
    **{f"noncontig_mentions/TC-NCMA-{number}": ONE_OF_FIVE for number in (3, 4, 6, 7)},
    **{f"noncontig_mentions/TC-NCMB-{number}": ALL for number in (1, 2)},
    **{f"noncontig_mentions/TC-NCMB-{number}": ONE_OF_FIVE for number in (3, 4, 5, 6, 7, 8)},
    **{f"overlapping_mentions/TC-OLM{key}-{number}": ALL for key in "AB" for number in (1, 2, 3)},
    **{f"overlapping_mentions/TC-OLM{key}-4": ONE_OF_SIX for key in "AB"},
    **{f"overlapping_mentions/TC-OLM{key}-5": ONE_LOST for key in "AB"},
    **{f"overlapping_mentions/TC-OLM{key}-6": BOTH_LOST for key in "AB"},
    "overlapping_mentions/TC-OLMC-1": ALL,
    "overlapping_mentions/TC-OLMC-2": {"muc": (2 / 4, 2 / 3), "b_cubed": (3 / 6, 4 / 5)},
    "overlapping_mentions/TC-OLMC-3": ONE_LOST,
    "overlapping_mentions/TC-OLMC-4": ALL,
    # Of two response mentions inside one of the key only one is matched (metrics.md, section 18).
    "overlapping_mentions/TC-OLMC-5": {"muc": (1, 2 / 3), "b_cubed": (1, 17 / 30)},
    "overlapping_mentions/TC-OLMC-6": {"muc": (1, 2 / 3), "b_cubed": (1, 17 / 30)},
    "overlapping_mentions/TC-OLMC-7": {"muc": (1, 1 / 2), "b_cubed": (1, 11 / 30)},
}
# MUC by exact match and by the rule of CRAFT.
CRAFT = {
    "TC-O-1": (1, 1), "TC-O-2": (2 / 3, 1), "TC-O-3": (2 / 3, 2 / 3), "TC-P-1": (1, 1), "TC-P-2": (2 / 3, 2 / 3),
    "TC-P-3": (1 / 3, 1), "TC-P-4": (1, 1), "TC-P-5": (1, 1), "TC-Q-1": (1, 1), "TC-Q-2": (1 / 2, 1),
}  # fmt: skip
PERFECT = dict.fromkeys(OF_THE_UA_SCORER, (1, 1))
SOME_MISSING = dict(
    zip(OF_THE_UA_SCORER, ((1 / 3, 1), (7 / 18, 1), (1 / 2, 1), (3 / 5, 9 / 10), (1 / 3, 1)), strict=True)
)
BOTH = dict(
    zip(
        OF_THE_UA_SCORER,
        ((1 / 3, 1 / 3), (5 / 9, 17 / 42), (2 / 3, 4 / 7), (11 / 15, 11 / 20), (1 / 2, 2 / 7)),
        strict=True,
    )
)
SPURIOUS = dict(
    zip(OF_THE_UA_SCORER, ((1, 3 / 5), (1, 55 / 108), (1, 2 / 3), (31 / 35, 93 / 140), (1, 4 / 9)), strict=True)
)
ZEROS = {
    "TC-ZA-1": PERFECT, "TC-ZA-2": SOME_MISSING, "TC-ZA-3": SPURIOUS, "TC-ZA-4": BOTH, "TC-ZA-5": BOTH,
    "TC-ZB-1": PERFECT, "TC-ZB-2": SOME_MISSING, "TC-ZC-1": PERFECT, "TC-ZC-2": SOME_MISSING,
}  # fmt: skip

# Recall and precision of the cases of the CoNLL scorer, of which the folder has keys A to G.
ORIGINAL = {
    f"TC-{name[0]}-{name[1:]}": {
        metric: tuple(float(Fraction(figure)) for figure in cell.split())
        for metric, cell in zip(OF_THE_UA_SCORER, cells, strict=True)
    }
    for name, _, _, *cells, _ in ([cell.strip() for cell in line.split("|")] for line in CASES)
    # Of a mention in two entities the files have the other entity first; the official suite leaves A8 and A9 out too.
    if re.fullmatch(r"[A-G]\d+", name) and name not in ("A8", "A9")
}


def scored(run: Run, folder: Path, case: str, *flags: str) -> dict[str, tuple[float, float]]:
    for side, file in (("key", f"{case.rpartition('-')[0]}.key"), ("response", f"{case}.response")):
        # In some cases the words of the two sides differ, which the official suite does not look at.
        Path(f"{side}.ua").write_text(re.sub(r"(?m)^(\d\S*)(\s+)\S+", r"\1\2w\1", (folder / file).read_text()))
    metrics = [f"--metric={metric}" for metric in OF_THE_UA_SCORER]
    ran = run("score", "key.ua", "response.ua", *flags, *metrics, "--format", "json")
    assert ran.status == 0, (case, ran.err)
    scores = json.loads(ran.out)["metrics"]
    return {name: (score["recall"]["value"], score["precision"]["value"]) for name, score in scores.items()}


def check(found: dict[str, tuple[float, float]], expected: dict[str, tuple[float, float]], case: str) -> None:
    for metric, figures in expected.items():
        assert found[metric] == pytest.approx(figures), (case, metric)


@pytest.mark.corpora
def test_partial_match_by_minimum(public_corpora: Path, run: Run) -> None:
    folder = public_corpora / "ua-cases" / "partial-match-corefud"
    for case, expected in PARTIAL.items():
        check(scored(run, folder, case, "--mention-match", "partial"), expected, case)


@pytest.mark.corpora
def test_an_extra_case_by_exact_match(public_corpora: Path, run: Run) -> None:
    folder = public_corpora / "ua-cases" / "partial-match-corefud"
    check(scored(run, folder, "TC-O-1"), {"b_cubed": (4 / 9, 4 / 15)}, "TC-O-1")


@pytest.mark.corpora
def test_discontinuous_mentions_by_the_rule_of_craft(public_corpora: Path, run: Run) -> None:
    folder = public_corpora / "ua-cases" / "discontinuous-craft"
    for case, (exact, craft) in CRAFT.items():
        check(scored(run, folder, case), {"muc": (exact, exact)}, case)
        check(scored(run, folder, case, "--mention-match", "partial-craft"), {"muc": (craft, craft)}, case)


@pytest.mark.corpora
def test_zeros(public_corpora: Path, run: Run) -> None:
    for case, expected in ZEROS.items():
        check(scored(run, public_corpora / "ua-cases" / "zeros", case, "--zeros", "keep"), expected, case)


@pytest.mark.corpora
def test_cases_of_the_conll_scorer(public_corpora: Path, run: Run) -> None:
    assert len(ORIGINAL) == 17
    for case, expected in ORIGINAL.items():
        check(scored(run, public_corpora / "ua-cases" / "original-conll", case), expected, case)


@pytest.mark.corpora
def test_the_flags_that_leave_out_singletons_are_named_together(public_corpora: Path, run: Run) -> None:
    words = ("score", *(public_corpora / "ua-cases" / "plural" / name for name in ("TC-PA.key", "TC-PA-9.sys")))
    assert "86.5 with --singletons drop --split-antecedents drop" in run(*words, "-m", "b_cubed").err
    flags = ("--singletons", "drop", "--split-antecedents", "drop", "--format", "csv")
    ran = run(*words, "-m", "b_cubed", *flags)
    assert (ran.status, ran.err) == (0, "")
    assert "0.86486" in ran.out


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
        (["--min-spans", "-m", "mentions", "--option", "mentions.credit=partial"], "mentions.credit=partial next to"),
        (
            ["--np-only", "-m", "muc"],
            "key.conll: document 'd' has no constituency parse, which --min-spans, --np-only and",
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


MENTIONS = [
    ("ann", "Ann", "PROPN"), ("a-friend", "a friend", "NOUN"), ("she", "she", "PRON"), ("lamp", "the lamp", "NOUN"),
    ("friend", "the friend", "NOUN"), ("light", "the light", "NOUN"), ("door", "the door", "NOUN"),
    ("it", "it", "PRON"),
]  # fmt: skip
KEY = [["ann", "she"], ["a-friend", "friend"], ["lamp", "light", "it"], ["door"]]
RESPONSE = [["ann", "she"], ["a-friend", "friend", "door"], ["lamp", "it"], ["light"]]
# Each class has one mention here: P_3G she, CN_E the friend, CN_N the light, P_3U it, SING the door.
# Numerator/denominator of recall, then of precision.
COUNTED = {
    "mentions": {"P_3G": "1/1 1/1", "CN_E": "1/1 1/1", "CN_N": "1/1 1/1", "P_3U": "1/1 1/1", "SING": "1/1 1/1"},
    "muc": {"P_3G": "1/1 1/1", "CN_E": "1/1 1/1", "CN_N": "0/1 0/0", "P_3U": "1/1 1/1", "SING": "0/0 0/1"},
    "b_cubed": {"P_3G": "1/1 1/1", "CN_E": "1/1 2:3/1", "CN_N": "1:3/1 1/1", "P_3U": "2:3/1 1/1", "SING": "1/1 1:3/1"},
    "ceaf_m": {"P_3G": "1/1 1/1", "CN_E": "1/1 1/1", "CN_N": "0/1 0/1", "P_3U": "1/1 1/1", "SING": "0/1 0/1"},
    # A link of an entity of n mentions weighs 2/(n - 1).
    "lea": {"P_3G": "2/2 2/2", "CN_E": "2/2 1/1", "CN_N": "0/1 0/1", "P_3U": "1/2 2/2", "SING": "0/1 0/2"},
}
# Coreference links R P, the others R P, R, P and F of BLANC, and the share of the key's 5 + 23 links.
BLANC = {
    "P_3G": ("1/1 1/1", "1/1 1/1", "1 1 1", "2/28"),
    "CN_E": ("1/1 1/1", "3/3 3/3", "1 1 1", "4/28"),
    "CN_N": ("0/1 0/0", "4/4 4/5", "1/2 2/5 4/9", "5/28"),
    "P_3U": ("1/2 1/1", "5/5 5/6", "3/4 11/12 26/33", "7/28"),
    # It has no coreference link in the key, so the others decide.
    "SING": ("0/0 0/2", "4/6 4/4", "2/3 1 4/5", "6/28"),
}


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = []
    for side, chains in (("key", KEY), ("response", RESPONSE)):
        mentions = [
            {"id": id, "start": 3 * place, "end": 3 * place + len(text.split()), "text": text, "pos": pos}
            for place, (id, text, pos) in enumerate(MENTIONS)
        ]
        paths.append(tmp_path / f"{side}.json")
        paths[-1].write_text(json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": chains}]}))
    return paths


def by_class(run: Run, files: list[Path], *metrics: str) -> Any:
    words = [word for metric in metrics for word in ("-m", metric)]
    ran = run("score", *files, *words, "--by", "mention-class", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    content = json.loads(ran.out)
    return {name: part["metrics"] for name, part in content["by"]["mention-class"].items()}, content["metrics"]


def ratios(text: str) -> list[float]:
    """``2:3/1 1/1``: numerators and denominators in turn."""
    return [float(Fraction(number.replace(":", "/"))) for ratio in text.split() for number in ratio.split("/")]


def counted(score: dict[str, Any]) -> list[float]:
    return [score[side][part] for side in ("recall", "precision") for part in ("numerator", "denominator")]


@pytest.mark.parametrize("metric", list(COUNTED))
def test_classes_by_hand(run: Run, files: list[Path], metric: str) -> None:
    parts, _ = by_class(run, files, metric)
    assert {name: counted(scores[metric]) for name, scores in parts.items()} == {
        name: pytest.approx(ratios(expected)) for name, expected in COUNTED[metric].items()
    }


def test_blanc_by_hand(run: Run, files: list[Path]) -> None:
    parts, _ = by_class(run, files, "blanc")
    for name, (together, apart, figures, share) in BLANC.items():
        score = parts[name]["blanc"]
        assert counted(score["coreference_links"]) == ratios(together)
        assert counted(score["non_coreference_links"]) == ratios(apart)
        found = [score["recall"]["value"], score["precision"]["value"], score["f1"]]
        assert found == pytest.approx([float(Fraction(figure)) for figure in figures.split()])
        assert score["share"] == pytest.approx(float(Fraction(share)))
    assert parts.keys() == BLANC.keys()


def test_what_counts_entities_has_no_classes_of_mentions(run: Run, files: list[Path]) -> None:
    parts, whole = by_class(run, files, "ceaf_e", "conll", "muc")
    assert set(whole) == {"ceaf_e", "conll", "muc"}
    assert {name for scores in parts.values() for name in scores} == {"muc"}


def test_a_singleton_of_the_response_is_one_only_where_the_key_lacks_it(run: Run, files: list[Path]) -> None:
    content = json.loads(files[1].read_text())
    (document,) = content["documents"]
    document["mentions"].append({"id": "x", "start": 90, "end": 91, "text": "a key", "pos": "NOUN"})
    # *The lamp* is the first of its entity in the key: no class, though it is alone here.
    document["chains"] = [["lamp"], ["x"]]
    files[1].write_text(json.dumps(content))
    parts, _ = by_class(run, files, "mentions")
    assert counted(parts["SING"]["mentions"]) == [0, 1, 0, 1]
    assert sum(counted(scores["mentions"])[3] for scores in parts.values()) == 1
