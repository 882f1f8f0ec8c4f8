"""Matching of mentions through the command line: worked examples, what was wrong before, ties, refusals.

Source of the first nine examples' figures: the official scorer 1.2; the others are worked by hand (metrics.md,
section 18).
"""

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

import anaphora_workbench as aw
from corefud_files import CorefudDocument, conllu, document
from tiny_corpus import ANN, Run
from tiny_corpus import conllu as parsed_conllu

Score = Callable[..., dict]
HEAD = ("--mention-match", "head")
PARTIAL = ("--mention-match", "partial")
DEPENDENT = ("--zero-match", "dependent")
NO_SINGLETONS = ("--singletons", "drop")


@pytest.fixture
def score(run: Run, tmp_path: Path) -> Score:
    """MUC and B³ of two documents: (recall, precision) by metric, what else the JSON says."""

    def scored(key: CorefudDocument, response: CorefudDocument, *flags: str) -> dict:
        (tmp_path / "key.conllu").write_text(conllu(key))
        (tmp_path / "response.conllu").write_text(conllu(response))
        ran = run("score", "key.conllu", "response.conllu", "-m", "muc", "-m", "b_cubed", "--format=json", *flags)
        assert ran.status == 0, ran.err
        content = json.loads(ran.out)
        content["figures"] = {
            name: (figures["recall"]["value"], figures["precision"]["value"])
            for name, figures in content["metrics"].items()
        }
        return content

    return scored


OTHER_HEAD = (document([4], e1="1 2* ; 4"), document([4], e1="1* 2 ; 4"))
SINGLETON_OF_THE_HEAD = (document([4], e1="1 2* ; 4", e2="2"), document([4], e1="2 ; 4"))
TWO_SHARE_A_HEAD = (document([6], e1="1 2 3* 4 ; 5", e2="2 3* ; 6"), document([6], e1="1 2 3* ; 5", e2="6"))
MOVED_ZERO = (document([5], "3.1<4:nsubj", e1="1 ; 3.1"), document([5], "4.1<4:nsubj", e1="1 ; 4.1"))
END_AND_BEGINNING = (document([2, 2], "2.1<1:dep", e1="1 ; 2.1"), document([2, 2], "2:0.1<1:dep", e1="1 ; 2:0.1"))
# Its zero is at the key's place of 2.1, and has the dependencies of the key's 4.1.
EXCHANGED = (
    document([5], "2.1<3:nsubj 4.1<5:obj", e1="1 ; 2.1", e2="3 ; 4.1"),
    document([5], "2.1<5:obj 4.1<3:nsubj", e1="1 ; 4.1", e2="3 ; 2.1"),
)
EXAMPLES = [
    (*OTHER_HEAD, HEAD, (0, 0), (1 / 4, 1 / 4)),
    (*OTHER_HEAD, (), (1, 1), (1, 1)),
    (*OTHER_HEAD, PARTIAL, (1, 1), (1, 1)),
    (*SINGLETON_OF_THE_HEAD, (*HEAD, *NO_SINGLETONS), (1, 1), (1, 1)),
    (*SINGLETON_OF_THE_HEAD, HEAD, (0, 0), (1 / 2, 1 / 2)),
    (*TWO_SHARE_A_HEAD, HEAD, (0, 0), (3 / 8, 2 / 3)),
    (*TWO_SHARE_A_HEAD, PARTIAL, (1 / 2, 1), (5 / 8, 1)),
    (*MOVED_ZERO, DEPENDENT, (1, 1), (1, 1)),
    (*MOVED_ZERO, (), (0, 0), (1 / 4, 1 / 4)),
    (*END_AND_BEGINNING, (), (0, 0), (1 / 4, 1 / 4)),
    (*EXCHANGED, DEPENDENT, (1, 1), (1, 1)),
    (*EXCHANGED, (*HEAD, *DEPENDENT), (1, 1), (1, 1)),
    (*EXCHANGED, (*PARTIAL, *DEPENDENT), (1, 1), (1, 1)),
    (*EXCHANGED, (), (0, 0), (1 / 2, 1 / 2)),
    # Three zeros, one mention each; only the parent of the second agrees, so 1 against 11.
    (
        document([4], "1.1<3:obj", e1="4 ; 1.1"),
        document([4], "1.1<3:dep 2.1<3:obj", e1="4 ; 2.1", e2="1.1"),
        DEPENDENT,
        (1, 1),
        (1, 1 * 2 / 3),
    ),
    (document([4], "1.1<3:obj", e1="4 ; 1.1"), document([4], "2.1<3:dep", e1="4 ; 2.1"), DEPENDENT, (1, 1), (1, 1)),
    (document([4], "1.1<3:obj", e1="4 ; 1.1"), document([4], "1.1<2:obj", e1="4 ; 1.1"), DEPENDENT, (1, 1), (1, 1)),
    # e1 keeps its zero's place; without zeros it is a singleton that stays, though singletons are dropped.
    (
        document([4], "1.1<3:obj", e1="4 ; 1.1", e2="2 ; 3"),
        document([4], e1="4", e2="2 ; 3"),
        ("--zeros", "drop", *NO_SINGLETONS),
        (1, 1),
        (2 / 3, 1),
    ),
    (document([5], "2.1<_", e1="1 2 2.1 3* ; 5"), document([5], e1="1 2 3* ; 5"), HEAD, (1, 1), (1, 1)),
    (document([5], "2.1<_", e1="1 2 2.1 3* ; 5"), document([5], e1="1 2 3* ; 5"), (), (0, 0), (1 / 4, 1 / 4)),
    (document([5], e1="1 2 4* ; 5"), document([5], e1="1 4* ; 5"), PARTIAL, (1, 1), (1, 1)),
]


@pytest.mark.parametrize(("key", "response", "flags", "muc", "b_cubed"), EXAMPLES)
def test_worked_examples(
    score: Score,
    key: CorefudDocument,
    response: CorefudDocument,
    flags: tuple[str, ...],
    muc: tuple[float, float],
    b_cubed: tuple[float, float],
) -> None:
    figures = score(key, response, *flags)["figures"]
    assert figures["muc"] == pytest.approx(muc)
    assert figures["b_cubed"] == pytest.approx(b_cubed)


def test_the_stated_head_stands_where_there_is_a_parse(run: Run, tmp_path: Path) -> None:
    """*the lamp* with *the* stated as its head, against *the* alone: the parse has *lamp* on top."""
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(parsed_conllu("ann", ANN).replace("(e2-object-2-", "(e2-object-1-"))
    short = [[*ANN[0][:2], (*ANN[0][2][:-1], "(e2-object-1-)"), (*ANN[0][3][:-1], ""), ANN[0][4]], ANN[1]]
    response.write_text(parsed_conllu("ann", short))
    words = ("score", key, response, "-m", "muc", "--mention-match", "head", "--format", "json")
    assert json.loads(run(*words).out)["metrics"]["muc"]["recall"]["value"] == 1
    key.write_text(parsed_conllu("ann", ANN))
    assert json.loads(run(*words).out)["metrics"]["muc"]["recall"]["value"] == 1 / 2


def test_a_mention_repeated_in_its_entity_counts_once_on_either_side(score: Score) -> None:
    key, response = document([4], e1="1 ; 1 ; 3"), document([4], e1="1 ; 3 ; 3")
    content = score(key, response)
    assert content["figures"]["b_cubed"] == (1, 1)
    assert (content["repeated_key_mentions"], content["repeated_mentions"]) == (1, 1)
    # By head match two mentions of the same words with other heads are two.
    twice = document([4], e1="1 2* ; 1* 2 ; 4")
    assert "repeated_key_mentions" not in score(twice, twice, *HEAD)


@pytest.mark.parametrize("flags", [(*HEAD, *DEPENDENT), (*PARTIAL, *DEPENDENT), ()])
def test_the_order_in_the_file_does_not_matter(score: Score, flags: tuple[str, ...]) -> None:
    """Many equally good pairings: mentions that share a head, zeros with the same dependencies."""
    empty = "1.1<3:obj 2.1<3:obj 3.1<3:obj"
    key = document([6], empty, a="1 2* 3 ; 1.1", b="2* 3 4 ; 2.1", c="1 2* ; 3.1 ; 6")
    response = document([6], empty, a="2* 3 ; 3.1", b="1 2* 3 4 ; 1.1", c="2* ; 5", d="2.1 ; 6")
    figures = []
    for order in permutations(response.entities):
        other = replace(response, entities={name: response.entities[name][::-1] for name in order})
        figures.append(score(key, other, *flags)["metrics"])
    assert all(others == figures[0] for others in figures[1:])


def test_of_equal_sums_the_first_pairing_is_taken(score: Score) -> None:
    """Both response mentions share half of the words and the head with both of the key's: first goes to first."""
    key = document([6], e1="1 2* 3 4 ; 6", e2="2* 3 4 5")
    response = document([6], e1="1 2* ; 6", e2="2* 3")
    content = score(key, response, *HEAD)
    # {1 2} shares 2/4 with the first and 1/4 with the second; {2 3} shares 2/4 with both.
    assert content["figures"]["muc"] == (1, 1)
    response = document([6], e1="2* 3 4", e2="2* 3 ; 6")
    key = document([6], e1="1 2* 3 4", e2="1 2* 3 4 5 ; 6")
    # 3/4 + 2/5 against 2/4 + 3/5: the first sum is 1.15, the second 1.1.
    assert score(key, response, *HEAD)["figures"]["muc"] == (1, 1)


def test_the_fast_reader_and_the_documents_match_alike(run: Run, tmp_path: Path) -> None:
    begin, end = "#begin document (d); part 000\n", "#end document\n"
    forms = ["the", "old", "lamp", "!", "she", "(", ")", "it"]

    def columns(brackets: str) -> str:
        cells = zip(forms, brackets.split(), strict=True)
        return begin + "".join(f"d\t0\t{number}\t{form}\t{cell}\n" for number, (form, cell) in enumerate(cells)) + end

    (tmp_path / "key.conll").write_text(columns("(1 (2 - 1)|2) (3) (3 3) (1)"))
    (tmp_path / "response.conll").write_text(columns("- - (1|(2) 1) (3) (3) - (1)"))
    words = ("score", "key.conll", "response.conll", "-m", "muc", "-m", "b_cubed", "-m", "ceaf_e", "--format", "json")
    for flags in (HEAD, PARTIAL, (*HEAD, *NO_SINGLETONS)):
        fast = json.loads(run(*words, *flags).out)
        slow = json.loads(run(*words, *flags, "--by", "pos").out)
        assert fast["metrics"] == slow["metrics"]
        assert fast["assumed_heads"] == slow["assumed_heads"]


def test_command_python_and_compare_match_alike(score: Score, run: Run, tmp_path: Path) -> None:
    key, response = EXCHANGED
    scores = score(key, response, *HEAD, *DEPENDENT, "-m", "ceaf_e")["metrics"]
    metrics = ["muc", "b_cubed", "ceaf_e"]
    by_path = aw.score("key.conllu", "response.conllu", metrics, mention_match="head", zero_match="dependent")
    read = [list(aw.read(name)) for name in ("key.conllu", "response.conllu")]
    by_document = aw.score(*read, metrics, mention_match="head", zero_match="dependent")
    for scored in (by_path, by_document):
        assert json.loads(json.dumps(scored.as_json()["metrics"])) == scores


def test_compare_matches_as_score_does(run: Run, tmp_path: Path) -> None:
    """Heads stated otherwise than the parse has them, an empty node that only the response has."""
    key, response = tmp_path / "key.conllu", tmp_path / "response.conllu"
    key.write_text(parsed_conllu("ann", ANN).replace("(e2-object-2-", "(e2-object-1-"))
    empty = "\t".join(("2.1", "_", "_", "_", "_", "_", "_", "_", "1:obj", "Entity=(e1-person-1-)"))
    lines = parsed_conllu("ann", ANN).splitlines()
    lines.insert(next(place for place, line in enumerate(lines) if line.startswith("3\tthe")), empty)
    response.write_text("\n".join(lines) + "\n\n")
    metrics = ["muc", "b_cubed", "lea"]
    results = aw.compare(
        key,
        ["most-recent"],
        ["true-gold"],
        metrics,
        responses={"theirs": response},
        metric_options={"mention_match": "head"},
    )
    scored = aw.score(key, response, metrics, mention_match="head")
    of_response = results.of("theirs").scores
    assert [of_response[name].as_json() for name in metrics] == [scored[name].as_json() for name in metrics]
    # {the* lamp} is not {the lamp*}, and the empty node is no mention of the key.
    assert (scored["b_cubed"].recall.numerator, scored["b_cubed"].recall.denominator) == (5 / 2, 4)
    assert scored["b_cubed"].precision.denominator == 5


REFUSED = [
    (["--zeros", "drop", "--zero-match", "dependent"], "--zero-match dependent next to --zeros drop: no zero is left"),
    (["--zeros", "drop", "--zero-match", "linear"], "--zero-match linear next to --zeros drop: no zero is left to"),
    (
        ["-m", "mentions", "--option", "mentions.credit=partial", "--mention-match", "head"],
        "--option mentions.credit=partial next to --mention-match head: both are for mentions whose spans differ; "
        "expected one of the two",
    ),
    (["-m", "muc", "--zero-match", "dependent", "--from", "conll2012"], "--zero-match dependent: {key} is conll2012"),
    (["--preset", "crac24", "--from", "conll2012"], "--preset crac24 with its --zero-match dependent: {key} is"),
    (["-m", "muc", "--discourse-deixis"], "--discourse-deixis: {key} is conllu, which has no discourse deixis"),
    (["--preset", "codi-crac-br", "--from", "conll2012"], "error: --preset codi-crac-br with its --metric"),
    (["-m", "muc", "--zero-match", "dependent", "--option", "zero-match=linear"], "--zero-match linear next to"),
    (["-m", "gap", "--option", "gap.missing=official", "--option", "gap.missing=plain"], "--option gap.missing=plain"),
]


@pytest.mark.parametrize(("flags", "message"), REFUSED)
def test_combinations_that_mean_nothing_are_refused(run: Run, tmp_path: Path, flags: list[str], message: str) -> None:
    key = tmp_path / "key.conllu"
    key.write_text(conllu(MOVED_ZERO[0]))
    ran = run("score", key, key, *flags)
    assert ran.status == 2
    assert message.format(key=key) in ran.err


@pytest.mark.parametrize("option", [{"mention_match": "head"}, {"zeros": "drop"}, {"zero_match": "dependent"}])
def test_bare_partitions_have_no_heads_and_zeros(option: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="asks where mentions are; expected documents, not bare partitions"):
        aw.evaluate([["a", "b"]], [["a", "b"]], ["muc"], **option)
