"""Where counting begins and ends: the first word of a text, entities of one mention, mentions without a place."""

from __future__ import annotations

import pytest

from anaphora_workbench.corpora.document import Decision, Document, Mention, Word
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.evaluation.counting.counting import Counts, count
from anaphora_workbench.evaluation.counting.registry import metrics_named
from anaphora_workbench.evaluation.linguistic.outcomes import Chains
from anaphora_workbench.evaluation.linguistic.typed import types_confused
from anaphora_workbench.evaluation.matching.mention_facts import mention_facts
from anaphora_workbench.evaluation.matching.pronoun_forms import is_determiner
from anaphora_workbench.evaluation.matching.repeats import without_repeats
from anaphora_workbench.evaluation.statistics import significance
from anaphora_workbench.evaluation.statistics.difficulty import difficulty, third_person_pronouns
from partitions_written import partition
from test_counting import document, pair


@pytest.mark.parametrize(
    ("rule", "given", "kept", "removed"),
    [
        ("last", "ab c", "ab c", 0),
        ("last", "abc cd", "ab cd", 1),
        ("last", "aba ca", "b ca", 2),
        ("last", "a a", "a", 1),
        ("first", "abc cd", "abc d", 1),
        ("larger", "ab abc", "abc", 2),
        ("larger", "ca cb", "ca b", 1),
        ("larger", "cb ca", "b ca", 1),
        ("larger", "aaab acd", "b acd", 3),
        ("larger", "a a", "a", 1),
    ],
)
def test_a_mention_that_stands_twice_is_kept_by_one_entity(rule: str, given: str, kept: str, removed: int) -> None:
    """metrics.md, sections 1 and 18."""
    assert without_repeats(partition(given), rule) == (partition(kept), removed)


def test_the_first_mention_of_a_chain_has_none_before_it() -> None:
    chains = Chains(partition("ab cde f"))
    assert [chains.previous(mention) for mention in "abdefx"] == [None, "a", "c", "d", None, None]
    assert [chains.is_later(mention) for mention in "abdefx"] == [False, True, True, True, False, False]
    assert chains.entities == partition("ab cde")


def test_zeros_that_begin_a_chain() -> None:
    """metrics.md, section 13: words 1 and 3 are zeros."""
    key = document([[(0, 1), (1, 2)], [(2, 3), (3, 4)]])
    response = document([[(1, 2), (4, 5)], [(2, 3), (3, 4)]])
    for side in (key, response):
        for place in (1, 3):
            side.words[place].empty = True
    counts = count(pair(key, response), ["zero_anaphora"]).scores()["zero_anaphora"]
    assert (counts.recall.numerator, counts.recall.denominator, counts.precision.denominator) == (1, 2, 1)


def test_of_two_chains_of_the_scripts_that_begin_at_one_word_the_shorter_is_the_first() -> None:
    """metrics.md, section 12: the first chain of the key has no noun and takes it, so the longer one is left."""
    key = document([[(0, 2), (0, 1)], [(6, 7), (9, 10)]], "......n")
    response = document([[(0, 2), (6, 7)], [(0, 1), (8, 9)]], "......n")
    tally = count(pair(key, response), ["arcs_anchor"], {"arcs_rules": "scripts"}).tallies["arcs_anchor"]
    assert [tally["entity detection", outcome] for outcome in ("tp", "fn", "fp")] == [1, 0, 0]


@pytest.mark.parametrize("mention", [{"kind": "pronoun"}, {"pronoun_type": "personal"}])
def test_a_pipeline_says_before_the_tag_that_a_mention_is_a_pronoun(mention: dict[str, str]) -> None:
    made = Mention("m", -1, -1, -1, text="one", xpos="NN", **mention)  # type: ignore[arg-type]
    assert mention_facts(Document("d", mentions=[made]), made).kind == "pronoun"


def test_a_word_without_tags_is_a_determiner_by_its_form() -> None:
    english = language_named("en")
    assert [is_determiner(form, english) for form in ("the", "a", "this", "lamp")] == [True, True, True, False]
    assert [is_determiner("lamp", english, "DET"), is_determiner("the", english, "NOUN")] == [True, False]


@pytest.mark.parametrize("ignored", ["db", "db=", "=dt"])
def test_pairs_of_types_have_two_sides(ignored: str) -> None:
    with pytest.raises(ValueError, match="expected pairs of types A=B"):
        types_confused(ignored)


def test_every_unknown_metric_is_named() -> None:
    with pytest.raises(ValueError, match="no metric 'muk', 'bleu'"):
        metrics_named(["muk", "muc", "bleu"])


def test_a_metric_without_an_interval_takes_none_from_the_next() -> None:
    counts = [Counts({"muc": {}, "success_rate": {"correct": n, "anaphors": 4}}, {}) for n in (1, 2, 3, 1, 2)]
    assert list(significance.intervals(counts)) == ["success_rate"]


def test_mentions_at_the_first_word() -> None:
    key, response = (document([[(0, 1), (2, 4)]], "p") for _ in range(2))
    key.anaphors = [key.mentions[0].id]
    response.key.decisions = [Decision(response.mentions[0].id, response.mentions[1].id)]
    assert count(pair(key, response), ["mentions"], {"mention_match": "head"}).assumed_heads == 4
    assert count(pair(key, response), ["are_task3"]).scores()["are_task3"].recall == 1


def test_an_answer_is_found_by_the_head_of_its_pronoun() -> None:
    key, response = document([[(0, 1), (2, 3)]], "N.p"), document([[(0, 1), (1, 3)]], "N.p")
    key.anaphors = [key.mentions[1].id]
    response.key.decisions = [Decision(response.mentions[1].id, response.mentions[0].id)]
    rates = [count(pair(key, response), ["success_rate"], {"match": match}).scores() for match in ("head", "exact")]
    assert [rate["success_rate"].numerator for rate in rates] == [1, 0]


def test_difficulty_of_links_and_pronouns_that_are_known_in_part() -> None:
    text = document([[(1, 2), (3, 4)]])
    text.mentions.append(Mention("zero", -1, -1, -1))
    text.key.entities[0].mentions.append("zero")
    assert difficulty([text]).as_json()["distance_tokens"] == 1
    assert third_person_pronouns(Document("d", [Word("it", xpos="CC"), Word("it", xpos="PRP")])) == {1: "personal"}


@pytest.mark.parametrize(("rules", "figure"), [("luo", 1), ("corefud", 0), ("recasens-hovy", 0)])
def test_where_nothing_is_counted(rules: str, figure: int) -> None:
    """metrics.md, section 7: an empty response to an empty key is right for Luo et al. alone."""
    metrics = metrics_named(["blanc", "ace_value"])
    assert metrics["blanc"].score({}, {"blanc_rules": rules}).figure == figure
    worth = metrics["ace_value"].score({}, {}).as_json()
    assert (worth["numerator"], worth["denominator"]) == (0, 0)


@pytest.mark.parametrize("metric", ["lmuc", "lb_cubed", "lceaf"])
def test_twinless_mentions_of_the_response_cost_no_precision_under_key_zero(metric: str) -> None:
    key, response = document([[(0, 1), (1, 2), (2, 3)]], "Nnp"), document([[(0, 1), (1, 2), (3, 4)]], "Nnp")
    of = {
        way: count(pair(key, response), [metric], {"twinless": way}).scores()[metric]
        for way in ("standard", "key-zero")
    }
    assert of["standard"].precision < of["key-zero"].precision == 1
    assert of["standard"].recall == of["key-zero"].recall


@pytest.mark.parametrize(("response", "matched"), [((0, 1), 1), ((0, 2), 1), ((1, 3), 0), ((4, 5), 0), ((1, 2), 1)])
def test_craft_matches_what_lies_inside_the_first_stretch(response: tuple[int, int], matched: int) -> None:
    """The mention of the key has the words 0, 1, 4 and 5."""
    key = document([[(0, 6)]])
    key.mentions[0].parts = ((0, 2), (4, 6))
    score = count(pair(key, document([[response]])), ["mentions"], {"mention_match": "partial-craft"}).scores()
    assert score["mentions"].recall.numerator == matched
