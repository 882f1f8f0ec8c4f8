"""Clauses as antecedents, by the command line: as mentions, of a resolver, in the scores and in the files of others."""

import json
from pathlib import Path

import pytest

from tiny_corpus import Run, conllu

# Tom lost keys. That is true. It happened. Ann knew him.
TEXT = [
    [
        ("Tom", "Tom", "PROPN", "NNP", "Number=Sing", 2, "nsubj", "(e1-event-2-(e2-person-1-)"),
        ("lost", "lose", "VERB", "VBD", "Tense=Past", 0, "root", ""),
        ("keys", "key", "NOUN", "NNS", "Number=Plur", 2, "obj", "(e3-object-1-)e1)"),
        (".", ".", "PUNCT", ".", "", 2, "punct", ""),
    ],
    [
        ("That", "that", "PRON", "DT", "Number=Sing|PronType=Dem", 3, "nsubj", "(e1-event-1-)"),
        ("is", "be", "AUX", "VBZ", "Tense=Pres", 3, "cop", ""),
        ("true", "true", "ADJ", "JJ", "Degree=Pos", 0, "root", ""),
        (".", ".", "PUNCT", ".", "", 3, "punct", ""),
    ],
    [
        ("It", "it", "PRON", "PRP", "Gender=Neut|Number=Sing|Person=3|PronType=Prs", 2, "nsubj", "(e4-event-1-)"),
        ("happened", "happen", "VERB", "VBD", "Tense=Past", 0, "root", ""),
        (".", ".", "PUNCT", ".", "", 2, "punct", ""),
    ],
    [
        ("Ann", "Ann", "PROPN", "NNP", "Number=Sing", 2, "nsubj", "(e5-person-1-)"),
        ("knew", "know", "VERB", "VBD", "Tense=Past", 0, "root", ""),
        ("him", "he", "PRON", "PRP", "Gender=Masc|Number=Sing|Person=3|PronType=Prs", 2, "obj", "(e2-person-1-)"),
        (".", ".", "PUNCT", ".", "", 2, "punct", ""),
    ],
]


NOT_EVENTS = ("--option", "abstract-anaphora.without=happens")


@pytest.fixture
def text(tmp_path: Path) -> str:
    (tmp_path / "t.conllu").write_text(conllu("t", TEXT), encoding="utf-8")
    return "t.conllu"


def figures(run: Run, *words: object) -> dict[str, tuple[int, int]]:
    metrics = ("-m", "success_rate", "-m", "precision", "--format", "json")
    printed = json.loads(run(*words, *metrics).out)
    while "success_rate" not in printed:
        printed = printed["metrics"] if "metrics" in printed else next(iter(printed.values()))
    return {name: (printed[name]["numerator"], printed[name]["denominator"]) for name in ("success_rate", "precision")}


def chains(run: Run, text: str, resolver: str, *further: str) -> list[list[str]]:
    """The chains of several mentions, in words."""
    words = ("resolve", text, "-r", resolver, "--annotation", "gold", "--format", "json", *further)
    (document,) = json.loads(run(*words).out)["documents"]
    form = {mention["id"]: mention["text"] for mention in document["mentions"]}
    return [[form[name] for name in chain] for chain in document["chains"] if len(chain) > 1]


@pytest.mark.parametrize(
    ("resolver", "further", "expected"),
    [
        ("abstract-anaphora", (), [["Tom lost keys", "That"], ["That is true", "It"]]),
        ("abstract-anaphora", NOT_EVENTS, [["Tom lost keys", "That"]]),
        ("abstract-anaphora", ("--option", "without=true"), [["Tom lost keys", "That"], ["That is true", "It"]]),
        ("abstract-anaphora", ("--option", "without=true", "--option", "open=false"), [["That is true", "It"]]),
        # Whatever stands first, and what has a clause as its antecedent is no other's.
        ("most-recent+abstract-anaphora", (), [["Tom lost keys", "That"], ["Tom", "him"], ["That is true", "It"]]),
        ("abstract-anaphora+most-recent", (), [["Tom lost keys", "That"], ["Tom", "him"], ["That is true", "It"]]),
        # What it does not answer, others do.
        ("most-recent+abstract-anaphora", NOT_EVENTS, [["Tom lost keys", "That", "It"], ["Tom", "him"]]),
        ("most-recent", (), [["Tom", "him"], ["That", "It"]]),
    ],
)  # fmt: skip
def test_chains(run: Run, text: str, resolver: str, further: tuple[str, ...], expected: list[list[str]]) -> None:
    assert chains(run, text, resolver, *further) == expected


def test_clauses_are_mentions_on_request(run: Run, text: str, tmp_path: Path) -> None:
    for folder, further in (("without", ()), ("with", ("--clauses",))):
        run("preprocess", text, "--annotation", "gold", "--output", folder, *further)
    without, with_clauses = ((tmp_path / folder / "t.np.xml").read_text() for folder in ("without", "with"))
    added = [line for line in with_clauses.splitlines() if line not in without.splitlines()]
    heads = [line.split('lemma="')[1].split('"')[0] for line in added if 'kind="clause"' in line]
    assert heads == ["lose", "be", "happen", "know"]
    assert len(added) == len(heads)
    assert run("validate", "with/t.np.xml").status == 0
    for resolver in ("most-recent", "all-in-one", "head-match", "most-recent+abstract-anaphora"):
        answers = [run("resolve", f"{folder}/t.np.xml", "-r", resolver).out for folder in ("without", "with")]
        assert answers[0] == answers[1], resolver


@pytest.mark.parametrize(
    ("resolver", "scope", "success", "precision"),
    [
        ("abstract-anaphora", "pronouns", (0, 0), (0, 1)),
        ("abstract-anaphora", "with-clauses", (1, 1), (1, 2)),
        ("abstract-anaphora", "clauses", (1, 1), (1, 2)),
        ("most-recent", "pronouns", (1, 1), (1, 2)),
        ("most-recent", "with-clauses", (1, 2), (1, 2)),
        ("most-recent", "clauses", (0, 1), (0, 0)),
        ("most-recent+abstract-anaphora", "pronouns", (1, 1), (1, 2)),
        ("most-recent+abstract-anaphora", "with-clauses", (2, 2), (2, 3)),
        ("most-recent+abstract-anaphora", "clauses", (1, 1), (1, 2)),
    ],
)
def test_scopes(
    run: Run, text: str, resolver: str, scope: str, success: tuple[int, int], precision: tuple[int, int]
) -> None:
    """*Him* takes up Tom, *That* a clause, *It* nothing; a comparison and the score of a file have the same figures."""
    expected = {"success_rate": success, "precision": precision}
    compared = figures(run, "compare", text, "-r", resolver, "-s", "system-gold", "--scope", scope)
    run("resolve", text, "-r", resolver, "--annotation", "gold", "-o", "answers")
    assert compared == figures(run, "score", text, "answers/t.np.xml", "--scope", scope) == expected


@pytest.mark.parametrize("scope", ["pronouns", "with-clauses", "clauses"])
def test_the_legend_says_what_the_scope_counts(run: Run, text: str, scope: str) -> None:
    words = ("-r", "abstract-anaphora", "-s", "system-gold", "-m", "success_rate", "--scope", scope)
    said = " ".join(run("compare", text, *words).out.split())
    assert ("third person personal" in said, "take up a clause" in said) == (scope != "clauses", scope != "pronouns")


def test_what_takes_up_a_clause_is_discourse_deixis_to_others(run: Run, text: str) -> None:
    answer = ("resolve", text, "-r", "most-recent+abstract-anaphora", "--annotation", "gold", "--to", "ua", "-o")
    run(*answer, "answers", *NOT_EVENTS)
    run(*answer, "key")
    words = ("score", "key/t.ua", "answers/t.ua", "--discourse-deixis", "-m", "mentions", "--format", "json")
    found = json.loads(run(*words).out)["metrics"]["mentions"]
    # Tom lost keys, That; of the answer also It, which belongs to another clause in the key.
    assert (found["recall"]["numerator"], found["recall"]["denominator"]) == (3, 4)
    assert (found["precision"]["numerator"], found["precision"]["denominator"]) == (3, 3)
    # A key of Universal Anaphora says by its deixis what takes up a clause.
    assert figures(run, "score", "key/t.ua", "key/t.ua", "--scope", "clauses")["success_rate"] == (2, 2)


def test_reasons_are_told(run: Run, text: str) -> None:
    words = ("explain", text, "-r", "abstract-anaphora", "--annotation", "gold", "--all", "--format", "json")
    told = {trace["anaphor"]["form"]: trace for trace in json.loads(run(*words).out)}
    assert {form: trace["decision"]["rule"] for form, trace in told.items()} == {
        "That": "true", "It": "happens", "him": "out-of-scope",
    }  # fmt: skip
    assert [candidate["form"] for candidate in told["It"]["candidates"]] == ["That is true"]
    assert "only events happen" in run(*words[:-2]).out
