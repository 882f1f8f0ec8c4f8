"""``compare --ablate``: what each part of a resolver is worth, pass by pass, and rows with the key."""

import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora.document import CoreferenceLayer, Decision, Document, DocumentPair, Entity, Mention
from anaphora_workbench.evaluation.counting.counting import Counts, count
from anaphora_workbench.resolvers.sieve.sieve import ALL_PASSES
from anaphora_workbench.workbench.base.corpus import Corpus, corpora_at
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.base.settings import Setting, setting_named
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.report.ablation import ablation_tables, long_ablation_table
from anaphora_workbench.workbench.report.comparison import comparison_table
from anaphora_workbench.workbench.report.cumulation import as_json, cumulative_tables
from anaphora_workbench.workbench.report.document.page_data import PiecesInPage, index
from anaphora_workbench.workbench.report.tables import cells
from anaphora_workbench.workbench.runs.ablation import Ablated, ablate, parts_of
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.comparing import run as run_experiment
from anaphora_workbench.workbench.runs.cumulation import METRICS, Cumulated, passes_of
from tiny_corpus import Run, conllu

GOLD = (Setting("true", "gold"),)
FILTERS = ("number", "gender", "syntax", "chains", "quotations", "referents", "doubt", "reflexives", "cataphora")
AS_PUBLISHED = (("grammar", "as-published"),)


@pytest.mark.parametrize(
    ("resolver", "last"),
    [
        ("hobbs", [(part, "without") for part in FILTERS]),
        ("mitkov", [(part, "without") for part in ("term preference", *FILTERS)]),
        ("singletons", []),
        ("mitkov+head-match",
         [(part, "mitkov.without") for part in ("quotations", "referents", "doubt", "reflexives", "cataphora")]),
        # Where several have parts, a name alone would not tell them apart.
        (
            "hobbs+most-recent",
            [(f"most-recent.{part}", "most-recent.without") for part in ("doubt", "reflexives", "cataphora")],
        ),
        ("exact-match+head-match", []),
    ],
)  # fmt: skip
def test_parts_are_those_that_the_resolver_names_and_the_filters(resolver, last):
    parts = [(part.name, part.option) for part in parts_of(resolver)]
    assert parts[len(parts) - len(last) :] == last
    assert bool(parts) == bool(last)


def test_a_joined_resolver_loses_the_parts_of_those_it_joins(tiny: Path):
    """Head match adds no answer to a pronoun, so each part is worth what it is worth alone."""
    corpora = (Corpus(tiny, "tiny"),)
    alone, _ = ablate(Experiment(corpora, ("most-recent",), settings=GOLD))
    joined, _ = ablate(Experiment(corpora, ("most-recent+head-match",), settings=GOLD))
    assert [(variant.part, variant.figure) for variant in joined] == [
        (variant.part, variant.figure) for variant in alone
    ]


@pytest.mark.parametrize(
    ("resolver", "options", "idle"),
    [
        ("most-recent", (), {"syntax", "chains", "reflexives", "cataphora"}),
        ("most-recent", (("grammar", "shared"),), set()),
        ("most-recent", (("filter", "dep"),), {"reflexives", "cataphora"}),
        ("mitkov", AS_PUBLISHED, {"syntax", "chains", "cataphora"}),
        ("kennedy-boguraev", (), set()),
        ("kennedy-boguraev", AS_PUBLISHED, {"cataphora"}),
        ("kennedy-boguraev", (*AS_PUBLISHED, ("cataphora", True)), set()),
        ("lappin-leass", (), set()),
        ("cogniac", (), {"search back", "subject same clause"}),
        ("mitkov+head-match", (("mitkov.grammar", "as-published"),), {"syntax", "chains", "cataphora"}),
    ],
)
def test_what_is_not_in_force_is_not_left_out(tiny: Path, resolver: str, options: tuple, idle: set[str]):
    experiment = Experiment((Corpus(tiny, "tiny"),), (resolver,), {resolver: dict(options)}, settings=GOLD)
    variants, failures = ablate(experiment)
    assert failures == []
    parts = [variant.part for variant in variants]
    assert len(parts) == len(set(parts))
    assert set(parts) == {"", *(part.name for part in parts_of(resolver))} - idle


def test_a_change_is_the_difference_of_two_runs(tiny: Path):
    corpora = (Corpus(tiny, "tiny"),)
    variants, failures = ablate(Experiment(corpora, ("most-recent",), settings=GOLD))
    assert failures == []
    assert [variant.part for variant in variants] == ["", "number", "gender", "doubt"]
    whole = variants[0]
    assert (whole.change, whole.interval, whole.p) == (0.0, None, 1.0)
    for variant in variants[1:]:
        experiment = Experiment(corpora, ("most-recent",), {"most-recent": {"without": variant.part}}, GOLD)
        outcome = run_experiment(experiment).corpora["tiny"].settings[GOLD[0]]["most-recent"]
        assert variant.figure == outcome.scores["success_rate"].figure
        assert variant.change == variant.figure - whole.figure
        assert variant.interval is None


def test_options_given_hold_for_every_variant(tiny: Path):
    corpora = (Corpus(tiny, "tiny"),)
    options = {"most-recent": {"without": "gender"}}
    variants, _ = ablate(Experiment(corpora, ("most-recent",), options, GOLD))
    assert [variant.part for variant in variants] == ["", "number", "doubt"]


def test_a_resolver_without_parts_is_refused(tiny: Path):
    with pytest.raises(CommandError, match="nothing can be left out of singletons"):
        ablate(Experiment((Corpus(tiny, "tiny"),), ("singletons",)))


def test_the_command_in_all_forms(run: Run, tiny: Path):
    command = ("compare", tiny, "-s", "true-gold", "-r", "hobbs", "-r", "singletons", "--ablate", "-j", 1)
    ran = run(*command)
    assert ran.status == 0
    assert "Ablation: tiny, true-gold" in ran.out
    assert not [line for line in ran.out.splitlines() if line.startswith("singletons")]
    assert "warning: no rows of singletons: nothing can be left out of them" in ran.err
    content = json.loads(run(*command, "--format", "json").out)["ablations"]["tiny"]["true-gold"]
    assert set(content["hobbs"]["without"]) == {
        "number", "gender", "syntax", "chains", "quotations", "referents", "doubt", "reflexives", "cataphora",
    }  # fmt: skip
    assert set(content["hobbs"]["without"]["number"]) == {"success_rate", "change", "interval", "p"}
    lines = run(*command, "--format", "csv").out.splitlines()
    assert lines[0] == "corpus,setting,resolver,without,success_rate,change,interval_low,interval_high,p"
    assert len(lines) == 11
    output = tiny.parent / "ablations.json"
    assert run(*command, "--output", output).status == 0
    assert json.loads(output.read_text())["ablations"]["tiny"]["true-gold"] == content


def test_parts_are_judged_by_the_metric_asked_for(run: Run, tiny: Path):
    """The change is the difference of two runs."""
    command = ("compare", tiny, "-s", "true-gold", "-r", "sieve", "-m", "muc", "-j", 1)
    ran = run(*command, "--ablate", "--format", "json")
    assert ran.status == 0
    found = json.loads(ran.out)["ablations"]["tiny"]["true-gold"]["sieve"]
    runs = (
        json.loads(run(*command, *options, "--format", "json").out)["corpora"]["tiny"]["true-gold"]["sieve"]
        for options in ((), ("--option", "sieve.without=pronouns"))
    )
    whole, without = (scores["metrics"]["muc"]["f1"] for scores in runs)
    assert found["muc"] == whole
    assert found["without"]["pronouns"]["muc"] == without
    assert found["without"]["pronouns"]["change"] == without - whole < 0
    shown = run(*command, "--ablate").out
    assert "MUC" in shown.splitlines()[1]
    assert "MUC: without one factor, rule or filter" in shown


def test_what_one_variant_leaves_unanswered_is_not_said_of_all(run: Run, tmp_path: Path):
    """Without the one rule that fires nothing is answered, so there is no precision; without any other there is."""
    name = ("PROPN", "NNP", "Number=Sing", 2)
    first = [("Ann", "Ann", *name, "nsubj", "(e1-person-1-)"), ("saw", "see", "VERB", "VBD", "", 0, "root", "")]
    first += [("Sue", "Sue", *name, "obj", "(e2-person-1-)"), (".", ".", "PUNCT", ".", "", 2, "punct", "")]
    second = [("She", "she", "PRON", "PRP", "Number=Sing", 2, "nsubj", "(e1-person-1-)")]
    second += [("left", "leave", "VERB", "VBD", "", 0, "root", ""), (".", ".", "PUNCT", ".", "", 2, "punct", "")]
    Path("ann.conllu").write_text(conllu("ann", [first, second]))
    asked = ("-r", "cogniac-high-precision", "-s", "true-gold", "-m", "precision", "--ablate")
    ran = run("compare", "ann.conllu", *asked)
    rows = [line.split()[-2:] for line in ran.out.splitlines() if line.startswith("cogniac")]
    assert ["–", "–"] in rows
    assert ["100.0", "0.0"] in rows
    assert "There is nothing" not in ran.out


def test_what_costs_most_to_leave_out_is_first() -> None:
    """Of 20 anaphors the whole has 14 right, without a part 15, 14 or 11; where one document differs, p is 1."""

    def counts(*right: int) -> dict[str, Counts]:
        tallies = [{"correct": correct, "anaphors": 10} for correct in right]
        return {f"d{number}": Counts({"success_rate": tally}, {}) for number, tally in enumerate(tallies)}

    without = {"": (6, 8), "syntax": (7, 8), "gender": (6, 8), "number": (3, 8)}
    ablations = [
        Ablated("c", GOLD[0], resolver, part, "success_rate", counts(6, 8), counts(*right))
        for resolver in ("mitkov", "hobbs")
        for part, right in without.items()
    ]
    (table,) = ablation_tables(ablations)
    assert (table.title, table.groups, len(table.notes)) == ("Ablation: c, true-gold", [4, 4], 3)
    assert table.notes[0] == "Over 2 documents p is about 0.5 at least."
    assert [cells(table, row)[:4] + cells(table, row)[5:] for row in table.rows] == [
        [resolver, *figures]
        for resolver in ("mitkov", "hobbs")
        for figures in (
            ["–", "70.0", "–", "–"],
            ["number", "55.0", "-15.0", "1.0000"],
            ["gender", "70.0", "0.0", "1.0000"],
            ["syntax", "75.0", "5.0", "1.0000"],
        )
    ]
    assert [cells(table, row)[4] == "–" for row in table.rows] == [True] * 8
    rows = long_ablation_table(ablations).rows
    assert [(row["corpus"], row["setting"], row["without"]) for row in rows][:2] == [
        ("c", "true-gold", None),
        ("c", "true-gold", "syntax"),
    ]
    alone = Ablated("c", GOLD[0], "mitkov", "number", "success_rate", counts(6), counts(3))
    assert (alone.figure, alone.change, alone.interval, alone.p) == (0.3, 0.3 - 0.6, None, None)


def command(tiny: Path, *further: object) -> tuple[object, ...]:
    return ("compare", tiny, "-s", "true-gold", "-r", "sieve", "--ablate", "-j", 1, *further)


def test_one_row_for_each_pass_and_the_last_is_the_whole_resolver(run: Run, tiny: Path) -> None:
    content = json.loads(run(*command(tiny, "--format", "json")).out)
    rows = content["cumulative"]["tiny"]["true-gold"]["sieve"]
    assert [(row["passes"], row["last"]) for row in rows] == list(enumerate(ALL_PASSES, start=1))
    assert {"muc", "b_cubed", "blanc", "conll"} <= set(rows[0]["metrics"])
    whole = json.loads(run("compare", tiny, "-s", "true-gold", "-r", "sieve", "--format", "json").out)
    metrics = whole["corpora"]["tiny"]["true-gold"]["sieve"]["metrics"]
    assert rows[-1]["metrics"]["muc"] == {k: v for k, v in metrics["muc"].items() if k != "interval"}
    links = [row["metrics"]["muc"]["precision"]["denominator"] for row in rows]
    # Each pass adds links and takes none away; the pronouns come last.
    assert links == sorted(links)
    assert links[-1] > links[-2]


def test_what_is_left_out_is_no_pass(run: Run, tiny: Path) -> None:
    assert passes_of("sieve", {"without": "speakers,relaxed-match,proper-head"}) == (
        "exact-match", "precise-constructs", "strict-head", "without-modifiers", "without-inclusion", "relaxed-head",
        "pronouns",
    )  # fmt: skip
    assert passes_of("hobbs") == passes_of("singletons") == passes_of("sieve+speech-pronouns") == ()
    content = json.loads(run("compare", tiny, "-s", "true-gold", "-r", "hobbs", "--ablate", "--format", "json").out)
    assert set(content) == {"ablations"}


def test_a_row_by_hand() -> None:
    """Chains {a b} {c} for {a b c}, and c answered by a.

    MUC P 1/1, R 1/2; B-cubed P 3/3, R (2/3 + 2/3 + 1/3) / 3 = 5/9; of three links one is found, P 1/1, R 1/3; CEAF-e
    P 0.8/2, R 0.8/1, F 8/15; CoNLL (2/3 + 5/7 + 8/15) / 3.
    """
    mentions = [Mention(name, at, at + 1, at) for at, name in enumerate("abc")]
    key = Document("d", mentions=mentions, anaphors=["c"])
    key.coreference["gold"] = CoreferenceLayer("gold", [Entity("1", ["a", "b", "c"])])
    layer = CoreferenceLayer("r", [Entity("1", ["a", "b"]), Entity("2", ["c"])], [Decision("c", "a")])
    pair = DocumentPair("d", key, key.coreference["gold"], Document("d", mentions=mentions), layer)
    counts = count(pair, (*METRICS, "success_rate"))
    setting = Setting("true", "gold")
    first, second = (Cumulated("x", setting, "sieve", number, f"pass {number}", counts) for number in (1, 2))
    (table,) = cumulative_tables([first, second])
    assert [cells(table, row) for row in table.rows] == [
        ["sieve", number, f"pass {number}", "100.0", "50.0", "66.7", "100.0", "55.6", "71.4", "100.0", "33.3", "50.0",
         "63.8", "100.0"]
        for number in ("1", "2")
    ]  # fmt: skip
    rows = as_json([first, second])["x"]["true-gold"]["sieve"]
    assert [(row["passes"], row["last"], row["metrics"]["muc"]["f1"]) for row in rows] == [
        (1, "pass 1", 2 / 3),
        (2, "pass 2", 2 / 3),
    ]


RESOLVERS = ["cogniac", "mitkov", "random"]


def table(**options):
    """The comparison of one sample, and its table."""
    experiment = Experiment(
        corpora_at([Path("samples/news_bridge.conllu")]),
        tuple(RESOLVERS),
        settings=(setting_named("true-predicted"),),
        metrics=("success_rate",),
        resolver_options={"cogniac": options},
    )
    results = run(experiment, None, 1)
    (corpus,) = results.corpora.values()
    return results, comparison_table(results, corpus, next(iter(corpus.settings)))


@pytest.mark.model
@pytest.mark.parametrize(
    ("options", "groups", "kinds"),
    [
        ({}, [2, 1, 0], ["resolver", "resolver", "baseline"]),
        ({"correct_errors": True}, [1, 1, 1], ["oracle", "resolver", "baseline"]),
    ],
)
def test_a_resolver_with_the_key_stands_with_the_oracles(options, groups, kinds):
    results, compared = table(**options)
    assert compared.groups == groups
    assert [row["resolver"] for row in compared.rows[sum(groups[:2]) :]] == ["cogniac"] * groups[2]
    assert [row["kind"] for row in index(results, PiecesInPage())["resolvers"]] == kinds
