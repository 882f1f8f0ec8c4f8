"""``benchmarks.lines``: what a line brings where its weights are learnt without the mentions that it is judged on."""

import numpy as np
import pytest
from benchmarks.folds import FOLDS
from benchmarks.lines import RANKERS, Choosing, Fold, gains, main, names_of_features, untried

from anaphora_workbench.resolvers.learned.feature_table import line_named
from anaphora_workbench.resolvers.learned.pairs import Window
from anaphora_workbench.resolvers.learned.ranker import RankerTable
from anaphora_workbench.resolvers.ranking_pronouns import PRONOUNS

PRONOUNS_OF_EACH_FOLD = 8


@pytest.fixture
def choosing() -> Choosing:
    """Each pronoun has a subject and an object to choose from, and takes the subject; both have one word for a form."""
    count = FOLDS * PRONOUNS_OF_EACH_FOLD
    telling, silent = line_named("candidate.main clause"), line_named("same form")
    is_first = np.arange(2 * count) % 2 == 0
    return Choosing(
        {telling.name: is_first.astype(np.int32), silent.name: np.zeros(2 * count, np.int32)},
        {telling.name: telling, silent.name: silent},
        is_first,
        np.arange(0, 2 * count, 2),
        np.repeat(np.arange(FOLDS), PRONOUNS_OF_EACH_FOLD),
    )


def test_a_line_gains_what_one_step_on_the_other_folds_gives(choosing):
    """By hand: each of 32 pronouns has slope 1/2 and bend 1/4 at scores of 0, so w = 0.7 · 16 / (8 + 12) = 0.56."""
    assert PRONOUNS.prior == 12
    fold = Fold(choosing, [], [], 1, PRONOUNS, 3)
    assert fold.before == pytest.approx(PRONOUNS_OF_EACH_FOLD * np.log(0.5))
    column, weights = choosing.numbers("candidate.main clause", 20)
    assert weights == 1
    gained = PRONOUNS_OF_EACH_FOLD * (np.log(1 / (1 + np.exp(-0.56))) - np.log(0.5))
    assert fold.gain(column, weights) == pytest.approx(gained)


def test_what_is_the_same_of_all_candidates_gains_nothing(choosing):
    column, weights = choosing.numbers("same form", 20)
    assert weights == 0
    assert Fold(choosing, [], [], 1, PRONOUNS, 0).gain(column, weights) == 0


def test_a_line_for_what_is_rare_has_no_weights(choosing):
    assert choosing.numbers("candidate.main clause", 41)[1] == 0


def test_no_line_is_tried_that_there_is_or_that_cannot_tell_candidates_apart():
    tried = {frozenset(line.split(" & ")) for line in untried(names_of_features(), PRONOUNS)}
    assert not tried & {frozenset(line.split(" & ")) for line in PRONOUNS.pairs}
    assert frozenset({"candidate.preposition"}) in tried
    assert frozenset({"mention.number", "candidate.preposition"}) in tried
    assert not any(all(part.startswith("mention.") for part in parts) for parts in tried)


@pytest.fixture
def taking_or_none() -> Choosing:
    """Each mention has one candidate; every second one, which stands in a main clause, takes it."""
    count = FOLDS * PRONOUNS_OF_EACH_FOLD
    in_main_clause = np.arange(count) % 2 == 0
    line = line_named("mention.main clause")
    return Choosing(
        {line.name: in_main_clause.astype(np.int32)},
        {line.name: line},
        in_main_clause,
        np.arange(count),
        np.repeat(np.arange(FOLDS), PRONOUNS_OF_EACH_FOLD),
        may_take_none=True,
    )


def test_a_line_of_the_mention_alone_is_one_for_taking_none(taking_or_none):
    """By hand: none has slope −1/2 for each of 16 in main clauses, and bend 1/4: w = 0.7 · −8 / (4 + 3)."""
    third = RANKERS["third person pronouns"].table
    assert third.prior_alone == 3
    fold = Fold(taking_or_none, [], [], 1, third, 2)
    assert fold.before == pytest.approx(PRONOUNS_OF_EACH_FOLD * np.log(0.5))
    column, weights = taking_or_none.numbers("mention.main clause", 10, of_mentions=True)
    assert weights == 1
    gained = PRONOUNS_OF_EACH_FOLD / 2 * (np.log(1 / (1 + np.exp(-0.8))) - np.log(0.5))
    assert fold.gain_alone(column, weights) == pytest.approx(gained)


def test_lines_that_there_are_explain_before_others_gain(taking_or_none):
    """The line is one for taking none already: the fold starts from what it taught, which another prior changes."""
    column, weights = taking_or_none.numbers("mention.main clause", 10, of_mentions=True)
    tables = [RankerTable("x", Window(1, 1), (), ("mention.main clause",), prior_alone=prior) for prior in (3.0, 0.01)]
    shy, bold = (Fold(taking_or_none, [], [column], 1 + weights, table, 2).before for table in tables)
    assert PRONOUNS_OF_EACH_FOLD * np.log(0.5) < shy < bold < PRONOUNS_OF_EACH_FOLD / 2 * np.log(0.5)


def test_the_table_of_gains_tells_lines_for_taking_none_from_others(taking_or_none):
    table = RankerTable("x", Window(1, 1), (), ("mention.main clause",), least=20)
    (row,) = gains(taking_or_none, table, ["mention.main clause"]).rows
    assert row["weights"] == 1
    assert row["gain"] == pytest.approx(sum(row[f"fold {number}"] for number in range(FOLDS)))
    assert gains(taking_or_none, table, ["mention.main clause"]).title.startswith("lines for x: ")


def test_a_line_that_tells_no_candidates_apart_is_refused(capsys):
    assert main(["mention.number & mention.gender"]) == 2
    assert "'mention.number & mention.gender' tells no candidates apart" in capsys.readouterr().err


def test_lines_of_the_mention_alone_are_tried_where_none_may_be_taken():
    table = RANKERS["names"].table
    tried = {frozenset(line.split(" & ")) for line in untried(names_of_features(), table)}
    assert frozenset({"mention.number", "mention.gender"}) in tried
    assert not tried & {frozenset(line.split(" & ")) for line in (*table.pairs, *table.alone)}


def test_a_feature_that_there_is_not_is_named(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr("benchmarks.lines.corpora_folder", lambda: tmp_path)
    assert main(["voice & mood"]) == 2
    assert "no feature 'mood'; expected some of: Hobbs rank," in capsys.readouterr().err
