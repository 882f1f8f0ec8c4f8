"""The measure of GAP against counts made by hand."""

from dataclasses import replace

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, DocumentPair, Entity, Mention
from anaphora_workbench.evaluation.arithmetic.scores import Score
from anaphora_workbench.evaluation.counting.counting import applicable, count
from anaphora_workbench.evaluation.pronouns.gap import METRIC, gender_of


def scored(**outcomes: str) -> Score:
    """The score of the outcomes of each gender, each two letters."""
    tally = {(gender, o): listed.split().count(o) for gender, listed in outcomes.items() for o in listed.split()}
    return METRIC.score(tally, {})


def test_figures_over_all_and_by_gender():
    score = scored(masculine="tp tn fn fp fp fp", feminine="tn fn tn tp")
    assert (score.precision, score.recall, score.f1) == (2 / 5, 2 / 4, pytest.approx(2 * 0.4 * 0.5 / 0.9))
    masculine, feminine = score.parts["masculine"], score.parts["feminine"]
    assert (masculine.precision, masculine.recall) == (1 / 4, 1 / 2)
    assert (feminine.precision, feminine.recall) == (1, 1 / 2)
    assert score.parts["bias"] == pytest.approx((2 / 3) / (1 / 3))


def test_no_bias_without_a_right_answer():
    assert scored(masculine="tp tn").parts["bias"] == 0
    assert scored().f1 == 0


def test_gender_is_that_of_the_pronoun():
    assert [gender_of(form) for form in ("He", "his", "Hers", "she")] == ["masculine"] * 2 + ["feminine"] * 2
    assert [gender_of(form) for form in ("They", "its")] == ["other"] * 2
    expected = "he, him, his, she, her, hers, they, them, their, theirs, it, its"
    with pytest.raises(ValueError, match=f"^'one' is not a pronoun of GAP; expected one of {expected}$"):
        gender_of("one")


def test_other_pronouns_count_overall_and_by_themselves():
    score = scored(feminine="tp tn", other="fn fp")
    assert score.counts == {"tp": 1, "fp": 1, "tn": 1, "fn": 1}
    assert score.parts["other"].counts == {"tp": 0, "fp": 1, "tn": 0, "fn": 1}
    assert score.parts["bias"] == 0


ROW = "{}\tAnn Lee met Eve when {} left.\t{}\t21\tAnn Lee\t0\t{}\tEve\t12\t{}\tu\n"
HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL\n"


def test_the_metric_counts_the_same_in_files(tmp_path):
    """Five snippets, in the files that the official scorer takes."""
    keys = [("he", "TRUE", "FALSE")] * 2 + [("he", "FALSE", "FALSE")] + [("she", "FALSE", "TRUE")] * 2
    said = ["TRUE\tFALSE", "FALSE\tTRUE", "TRUE\tTRUE", "FALSE\tFALSE", "FALSE\tTRUE"]
    key, response = tmp_path / "key.tsv", tmp_path / "response.tsv"
    key.write_text(HEADER + "".join(ROW.format(n, form, form, a, b) for n, (form, a, b) in enumerate(keys)))
    response.write_text("".join(f"{n}\t{answer}\n" for n, answer in enumerate(said)))
    pairs = [
        DocumentPair(
            key_document.id, key_document, key_document.coreference["gold"], answered, answered.coreference["gold"]
        )
        for key_document, answered in zip(read(key), read(response), strict=True)
    ]
    assert "gap" in applicable(pairs)
    score = sum(count(pair, ["gap"]) for pair in pairs).scores()["gap"].as_json()
    assert score["counts"] == {"tp": 2, "fp": 3, "tn": 3, "fn": 2}
    assert score["masculine"]["counts"] == {"tp": 1, "fp": 3, "tn": 1, "fn": 1}
    assert score["feminine"]["counts"] == {"tp": 1, "fp": 0, "tn": 2, "fn": 1}
    # Answered are 1, 2, 3 and 5, with Ann Lee, Eve, Ann Lee and Eve; the third pronoun is no anaphor.
    rates = sum(count(pair, ["success_rate", "precision"]) for pair in pairs).scores()
    assert rates["success_rate"].as_json() == {"numerator": 2, "denominator": 4, "value": 0.5}
    assert rates["precision"].as_json() == {"numerator": 2, "denominator": 4, "value": 0.5}


def test_a_key_of_another_kind_is_refused(tmp_path):
    file = tmp_path / "x.conll"
    file.write_text("#begin document (d); part 000\nd 0 0 Ann (1)\n#end document\n")
    (document,) = read(file)
    layer = document.coreference["gold"]
    assert "gap" not in applicable([DocumentPair("d", document, layer, document, layer)])
    with pytest.raises(ValueError, match="document 'd' is not a snippet of GAP; expected mentions A, B and pronoun"):
        count(DocumentPair("d", document, layer, document, layer), ["gap"])


@pytest.fixture
def snippet(tmp_path):
    """A key in which *she* is Eve."""
    (tmp_path / "key.tsv").write_text(HEADER + ROW.format("d", "she", "she", "FALSE", "TRUE"))
    return next(read(tmp_path / "key.tsv"))


def test_a_name_is_meant_if_any_mention_with_its_head_is(snippet):
    """*Eve* is in the entity of the pronoun, *met Eve* alone in another; both have the head Eve."""
    response = replace(snippet, mentions=[*snippet.mentions, Mention("longer", 2, 4, 3, source="system")])
    layer = CoreferenceLayer("x", [Entity("1", ["longer"]), Entity("2", ["B", "pronoun"])])
    score = count(DocumentPair("d", snippet, snippet.key, response, layer), ["gap"]).scores()["gap"]
    assert score.counts == {"tp": 1, "fp": 0, "tn": 1, "fn": 0}


@pytest.mark.parametrize(
    ("missing", "option", "counts"),
    [
        (True, "plain", {"tp": 0, "fp": 0, "tn": 1, "fn": 1}),
        (True, "official", {"tp": 0, "fp": 0, "tn": 0, "fn": 2}),
        (False, "official", {"tp": 0, "fp": 0, "tn": 1, "fn": 1}),
    ],
)
def test_a_snippet_without_an_answer(snippet, missing, option, counts):
    """The official scorer counts two false negatives, also where the key says FALSE."""
    pair = DocumentPair("d", snippet, snippet.key, Document("d"), CoreferenceLayer("x"), missing)
    assert count(pair, ["gap"], {"gap_missing": option}).scores()["gap"].counts == counts


def test_a_pronoun_in_no_entity_is_refused(snippet):
    layer = CoreferenceLayer("gold", [Entity("1", ["A"])])
    with pytest.raises(
        ValueError, match=r"^document 'd': no entity scored has the pronoun; expected entities of identity$"
    ):
        count(DocumentPair("d", snippet, layer, snippet, layer), ["gap"])
