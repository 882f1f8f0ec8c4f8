"""What ``explain`` says of candidates, of noun phrases, of what nobody answers, and of the key."""

import json
import re
from decimal import Decimal
from pathlib import Path

import pytest

from anaphora_workbench.resolvers import REASONS
from tiny_corpus import Run

CLINIC = "Maria Lopez, a doctor, opened a small clinic. The clinic was crowded. Maria Lopez hired Tom. She liked him.\n"


@pytest.mark.parametrize("resolver", ["berkeley", "ranking", "reconcile", "cistell", "relaxcor", "sieve"])
def test_noun_phrases_of_full_coreference_are_explained(run: Run, tmp_path: Path, resolver: str) -> None:
    """Each mention once, in the order of the text; the links of the traces are those of the answer's entities."""
    (tmp_path / "clinic.txt").write_text(CLINIC, encoding="utf-8")
    run("preprocess", "clinic.txt", "--output", "prepared")
    explained = json.loads(run("explain", "prepared", "-r", resolver, "--all", "--format", "json").out)
    forms = [trace["anaphor"]["form"] for trace in explained]
    assert forms == [
        "Maria Lopez", "a doctor", "a small clinic", "The clinic", "Maria Lopez", "Tom", "She", "him",
    ]  # fmt: skip
    pronouns = json.loads(run("explain", "prepared", "-r", resolver, "--format", "json").out)
    assert pronouns == explained[-2:]
    again = explained[4]
    first = explained[0]["anaphor"]["id"]
    assert again["decision"]["antecedent"] == first
    one = run("explain", "prepared", "-r", resolver, "--anaphor", again["anaphor"]["id"])
    assert "“Maria Lopez”  name, SUBJ, sentence 3" in one.out
    assert f"→ Maria Lopez ({first}) by {again['decision']['rule']}" in one.out
    assert one.out.count("sentence 3\n─") == 1


@pytest.mark.parametrize(
    ("resolver", "words", "note"),
    [
        ("head-match", (), "note: head-match decides about other mentions than these pronouns; --all shows them\n"),
        ("head-match", ("--all",), ""),
        ("mitkov+head-match", (), ""),
        ("berkeley", (), ""),
    ],
)
def test_who_answers_no_pronouns(run: Run, tmp_path: Path, resolver: str, words: tuple[str, ...], note: str) -> None:
    (tmp_path / "clinic.txt").write_text(CLINIC, encoding="utf-8")
    assert run("explain", "clinic.txt", "-r", resolver, *words, "-q").err == note


def test_what_taking_none_consists_of_adds_up_to_what_the_note_says(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rain.txt").write_text(
        "The tower stood. It fell in Paris. It is known that she came.", encoding="utf-8"
    )
    explained = json.loads(run("explain", "rain.txt", "-r", "berkeley", "--all", "--format", "json").out)
    with_sums = [trace for trace in explained if "none" in trace]
    assert [trace["anaphor"]["form"] for trace in with_sums][:2] == ["It", "Paris"]
    for trace in with_sums:
        none, against = trace["none"], trace["none"]["against"]
        assert f"taking none has {none['score']:.2f}" in trace["note"]
        assert none["score"] == pytest.approx(sum(none["factors"].values()))
        if trace["decision"]["antecedent"] is None:
            assert against["score"] <= none["score"]


@pytest.mark.parametrize("resolver", ["ranking-pronouns", "ranking", "berkeley", "ims", "reconcile"])
def test_points_of_reasons_add_up_to_the_scores_in_the_table(run: Run, tmp_path: Path, resolver: str) -> None:
    (tmp_path / "clinic.txt").write_text(
        f"{CLINIC}Ann Lee met Eve Park. She thanked her. It was late.", encoding="utf-8"
    )
    tables = 0
    for of_pronoun in run("explain", "clinic.txt", "-r", resolver).out.split("“")[1:]:
        _, header, table = of_pronoun.partition("\n  reason  ")
        if not header:
            continue
        first, *others = table.splitlines()[0].split()
        rows = re.findall(r"^  ([a-z ]+?) +(-?\d.*)$", table.split("\n  score")[0], re.MULTILINE)
        score = [Decimal(figure) for figure in re.findall(r"^  score (.*)$", table, re.MULTILINE)[0].split()]
        points = [[Decimal(figure) for figure in figures.split()] for _, figures in rows]
        assert [sum(column) for column in zip(*points, strict=True)] == score
        assert {reason for reason, _ in rows} <= set(REASONS)
        told = dict(re.findall(r"^ [ →]+(\w+)  .*?(-?\d+\.?\d*)\s+(?:\d+|–)$", of_pronoun, re.MULTILINE))
        assert Decimal(told[first]) == score[0]
        if len(others) == 2:
            assert score[0] - score[1] == score[2]
            assert others[0] == "none" or Decimal(told[others[0]]) == score[1]
        tables += 1
    assert tables >= 2


@pytest.mark.parametrize(
    ("resolver", "words", "lines"),
    [
        (
            "lappin-leass",
            "Before he left, Sam paid the bill.",
            [
                "after the pronoun: Sam (s2)",
                "left out: the bill (s3, after the pronoun): gender: neuter against masculine (gender from noun list)",
            ],
        ),
        (
            "kennedy-boguraev",
            "The president met Angela Merkel. She told him a story.",
            [
                "left out: The president (s1): gender: feminine against masculine (gender from its entity)",
                "left out: Angela Merkel (s2): gender: feminine against masculine (gender from name list)",
            ],
        ),
        (
            "ranking-pronouns",
            "The doctor left. They were tired.",
            [
                "→ The doctor (s1) by largest sum of weights; it does not agree, number: singular against plural "
                "(number from form, gender from noun list)"
            ],
        ),
    ],
)
def test_what_is_told_of_candidates(run: Run, tmp_path: Path, resolver: str, words: str, lines: list[str]) -> None:
    text = tmp_path / "a.txt"
    text.write_text(words, encoding="utf-8")
    # Lines that go on are indented.
    told = [line.strip() for line in run("explain", text, "-r", resolver).out.replace("\n    ", " ").splitlines()]
    assert [line for line in lines if line in told] == lines


# One entity of the three mentions of the clinic, of which the sieve finds the second.
CLINIC_KEY = """#begin document (clinic); part 000
clinic 0 0 A DT * - - - - * (0
clinic 0 1 clinic NN * - - - - * 0)
clinic 0 2 opened VBD * - - - - * -
clinic 0 3 . . * - - - - * -

clinic 0 0 The DT * - - - - * (0
clinic 0 1 clinic NN * - - - - * 0)
clinic 0 2 was VBD * - - - - * -
clinic 0 3 full JJ * - - - - * -
clinic 0 4 . . * - - - - * -

clinic 0 0 The DT * - - - - * (0
clinic 0 1 hospital NN * - - - - * 0)
clinic 0 2 closed VBD * - - - - * -
clinic 0 3 . . * - - - - * -

#end document
"""


def test_the_key_judges_noun_phrases(run: Run, tmp_path: Path) -> None:
    (tmp_path / "clinic.conll").write_text(CLINIC_KEY, encoding="utf-8")
    command = ("explain", "clinic.conll", "-r", "sieve", "--all", "--mentions", "true", "--format", "json")
    judged = [
        (
            trace["anaphor"]["form"],
            [mention["form"] for mention in trace["gold"]["antecedents"]],
            trace["gold"]["correct"],
        )
        for trace in json.loads(run(*command).out)
    ]
    assert judged == [
        ("A clinic", [], None),
        ("The clinic", ["A clinic"], True),
        ("The hospital", ["A clinic", "The clinic"], False),
    ]


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "resolver", "told"),
    [
        ("The sisters loved each other.", "lappin-leass", "scope (reciprocals are left out; reciprocals=true)\n"),
        ("The sisters slept.", "lappin-leass", "no pronouns in scope\n"),
        ("Before he left, Sam paid.", "kennedy-boguraev --option grammar=as-published",
         "refer to; cataphora is off (cataphora=true)\n"),
        ("Before he left, Sam paid.", "kennedy-boguraev", "→ Sam (s2) by cataphora"),
        ("Sam paid. Before he left, Sam paid.", "hobbs", "→ Sam"),
        ("He left. Sam paid.", "hobbs", "no answer: nothing is left that it could refer to\n"),
    ],
)  # fmt: skip
def test_what_an_option_would_add_is_said(run: Run, tmp_path: Path, text: str, resolver: str, told: str) -> None:
    (tmp_path / "text.txt").write_text(f"{text}\n")
    out = run("explain", "text.txt", "-r", *resolver.split(), "-q").out
    assert told in out
    if "true)" not in told:
        assert "=true)" not in out


HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
# The pronoun comes before the name.
SAM = """#begin document (sam); part 000
sam 0 0 Before IN * - - - - * -
sam 0 1 he PRP * - - - - * (0)
sam 0 2 left VBD * - - - - * -
sam 0 3 , , * - - - - * -
sam 0 4 Sam NNP * - - - - * (0)
sam 0 5 paid VBD * - - - - * -
sam 0 6 . . * - - - - * -

#end document
"""


def snippet(path: Path, text: str, pronoun: str, names: tuple[str, str], meant: tuple[bool, bool]) -> Path:
    """A file of GAP with one snippet."""
    (a, b), (means_a, means_b) = names, meant
    columns = ["d-1", text, pronoun, text.index(pronoun), a, text.index(a), str(means_a).upper()]
    columns += [b, text.index(b), str(means_b).upper(), "u"]
    path.write_text("\n".join([HEADER, "\t".join(map(str, columns)), ""]), encoding="utf-8")
    return path


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "names", "meant", "resolver", "line", "correct"),
    [
        ("Ann Lee met Tom Ross. Then she left.", ("Ann Lee", "Tom Ross"), (True, False), "kennedy-boguraev",
         "key: Ann Lee (A): right", True),
        ("Ann Lee met Eve Ross. Then she left.", ("Ann Lee", "Eve Ross"), (False, True), "kennedy-boguraev",
         "key: Eve Ross (B): wrong", False),
        ("Ann Lee met Eve Ross. Then she left.", ("Ann Lee", "Eve Ross"), (False, False), "kennedy-boguraev",
         "key: neither of the two names: wrong", None),
        ("Tom Lee met Jim Ross. Then she left.", ("Tom Lee", "Jim Ross"), (False, False), "kennedy-boguraev",
         "key: neither of the two names", None),
        ("After she had met Tom Ross, Ann Lee left.", ("Tom Ross", "Ann Lee"), (False, True), "parallelism",
         "key: Ann Lee (B): right", True),
        ("Then she met Tom Ross. Ann Lee left.", ("Tom Ross", "Ann Lee"), (False, True), "most-recent",
         "key: Ann Lee (B): wrong", False),
    ],
)  # fmt: skip
def test_a_snippet_of_gap(run: Run, tmp_path: Path, text, names, meant, resolver, line, correct) -> None:
    file = snippet(tmp_path / "a.tsv", text, "she", names, meant)
    assert run("explain", file, "-r", resolver).out.splitlines()[-1].strip() == line
    (trace,) = json.loads(run("explain", file, "-r", resolver, "--format", "json").out)
    assert trace["gold"]["correct"] is correct
    assert [each["id"] for each in trace["gold"]["antecedents"]] == [
        name for name, means in zip("AB", meant, strict=True) if means
    ]


@pytest.mark.model
@pytest.mark.parametrize(
    ("cataphora", "verdict"),
    [
        pytest.param("false", "", id="no answer"),
        pytest.param("true", "; the answer is of it", id="an answer that follows"),
    ],
)
def test_a_key_whose_entity_begins_with_the_pronoun(run: Run, tmp_path: Path, cataphora, verdict) -> None:
    (tmp_path / "sam.conll").write_text(SAM, encoding="utf-8")
    # The shared grammar answers without the option.
    options = ("--mentions", "true", "--option", "grammar=as-published", "--option", f"cataphora={cataphora}")
    told = run("explain", tmp_path / "sam.conll", "-r", "lappin-leass", *options).out
    line = f"key: no anaphor: its entity begins here and goes on with Sam (m2){verdict}"
    assert told.splitlines()[-1].strip() == line
