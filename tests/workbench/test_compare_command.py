"""``workbench compare``: settings, figures, forms, failures."""

import csv
import io
import json
import re
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.rules import summary
from anaphora_workbench.resolvers.registry.registry import RESOLVERS
from tiny_corpus import Run, check_golden, conllu

GOLD = ("--setting", "true-gold")
STEADY = ("--resolver", "oracle", "--resolver", "singletons", "--resolver", "all-in-one")


def test_table_that_people_read(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, *GOLD, *STEADY, "--jobs", 1)
    assert (ran.status, ran.err) == (0, "")
    check_golden("compare.txt", ran.out)


@pytest.mark.parametrize("form", ["text", "markdown", "latex"])
def test_rates_over_some_anaphors_say_over_how_many(run: Run, tiny: Path, form: str) -> None:
    eve = [
        [
            ("Ann", "Ann", "PROPN", "NNP", "Number=Sing", 2, "nsubj", "(e1-person-1-)"),
            ("met", "meet", "VERB", "VBD", "Tense=Past", 0, "root", ""),
            ("Eve", "Eve", "PROPN", "NNP", "Number=Sing", 2, "obj", "(e2-person-1-)"),
        ],
        [
            ("She", "she", "PRON", "PRP", "Number=Sing", 2, "nsubj", "(e1-person-1-)"),
            ("smiled", "smile", "VERB", "VBD", "Tense=Past", 0, "root", ""),
        ],
    ]
    (tiny / "eve.conllu").write_text(conllu("eve", eve), encoding="utf-8")
    ran = run("compare", tiny, *GOLD, "-r", "mitkov", "--metric", "critical_success_rate", "--format", form)
    # The four anaphors of the other two documents agree with one candidate each.
    assert "critical: over 1 of 5 anaphors, those that a resolver finds and has several candidates for." in ran.out


def test_oracle_with_true_mentions_is_perfect_everywhere(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, "-s", "true-gold", "-s", "true-predicted", "-r", "oracle", "--format", "json")
    content = json.loads(ran.out)["corpora"]["tiny"]
    assert list(content) == ["true-gold", "true-predicted"]
    for setting in content.values():
        for name, score in setting["oracle"]["metrics"].items():
            if score.get("denominator") != 0:
                value = score.get("f1", score.get("value", score.get("f_phi")))
                assert value == pytest.approx(1.0), name
        assert (setting["oracle"]["anaphors"], setting["oracle"]["correct"]) == (4, 4)


def test_json_has_the_form_of_the_contract(run: Run, tiny: Path) -> None:
    outcome = json.loads(run("compare", tiny, *GOLD, *STEADY, "--format", "json").out)["corpora"]["tiny"]["true-gold"]
    assert set(outcome) == {"oracle", "singletons", "all-in-one"}
    singletons = outcome["singletons"]
    assert (singletons["anaphors"], singletons["attempted"], singletons["correct"]) == (4, 0, 0)
    assert "seconds" not in singletons
    rate = singletons["metrics"]["success_rate"]
    assert rate == {
        "numerator": 0,
        "denominator": 4,
        "value": 0.0,
        "wilson": [0.0, pytest.approx(1.96**2 / (4 + 1.96**2), abs=1e-4)],
    }
    # Each of 4 entities is split into singletons: 8 mentions (2+2, 2+2), B³ recall 4 · 2 · ¼ / 8… = ½.
    assert singletons["metrics"]["b_cubed"]["recall"]["value"] == 0.5
    assert singletons["metrics"]["b_cubed"]["precision"]["value"] == 1.0
    assert "corpus:tiny@" in singletons["signature"]
    assert singletons["signature"].endswith("resolver:singletons")


def test_settings_default_to_all_that_the_corpus_allows(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, "-r", "singletons", "--format", "json")
    settings = list(json.loads(ran.out)["corpora"]["tiny"])
    assert settings == ["true-gold", "true-predicted", "system-gold", "system-predicted"]


def test_one_bad_document_costs_only_itself(run: Run, tiny: Path) -> None:
    whole = json.loads(run("compare", tiny / "ann.conllu", *GOLD, *STEADY, "--format", "json").out)
    (tiny / "tom.conllu").write_text("1\tTom\n", encoding="utf-8")
    ran = run("compare", tiny, *GOLD, *STEADY, "--format", "json")
    assert ran.status == 1
    assert ran.err.count("\n") == 1
    assert ran.err.startswith(f"error: {tiny / 'tom.conllu'}:1: ")
    rest = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["all-in-one"]
    assert rest["metrics"] == whole["corpora"]["ann"]["true-gold"]["all-in-one"]["metrics"]
    assert rest["documents"] == 1


def test_a_document_without_a_key_fails(run: Run, tiny: Path) -> None:
    keyless = (
        (tiny / "tom.conllu").read_text(encoding="utf-8").replace("\tEntity=", "\tX=").replace("# global.Entity", "# x")
    )
    (tiny / "tom.conllu").write_text(keyless, encoding="utf-8")
    ran = run("compare", tiny, *GOLD, *STEADY)
    assert ran.status == 1
    assert "no coreference annotation" in ran.err


def test_two_documents_of_one_id_are_not_added_up(run: Run, tiny: Path) -> None:
    (tiny / "again.conllu").write_text((tiny / "ann.conllu").read_text(), encoding="utf-8")
    ran = run("compare", tiny, *GOLD, *STEADY, "--format", "json")
    assert ran.status == 1
    assert "duplicate document id 'ann'" in ran.err
    assert json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["oracle"]["documents"] == 2


def test_output_is_the_json_and_the_table_is_still_printed(run: Run, tiny: Path, tmp_path: Path) -> None:
    ran = run("compare", tiny, *GOLD, *STEADY, "--output", tmp_path / "deep" / "results.json")
    assert "CoNLL" in ran.out
    written = (tmp_path / "deep" / "results.json").read_text(encoding="utf-8")
    printed = run("compare", tiny, *GOLD, *STEADY, "--format", "json").out
    assert written == printed
    assert not [file.name for file in (tmp_path / "deep").iterdir() if file.name.endswith(".part")]


def test_csv_is_one_table_at_full_precision(run: Run, tiny: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("compare", tiny, *STEADY, *GOLD, "--format", "csv").out)))
    assert {row["resolver"] for row in rows} == {"oracle", "singletons", "all-in-one"}
    assert {(row["corpus"], row["setting"]) for row in rows} == {("tiny", "true-gold")}
    together = next(row for row in rows if row["resolver"] == "all-in-one")
    # Ann: 4 mentions in 2 entities of 2, so precision ½; Tom: the same.
    assert float(together["b_cubed_precision"]) == 0.5


def test_metric_chooses_the_columns(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, *GOLD, *STEADY, "--metric", "lea", "--metric", "blanc")
    assert ran.out.splitlines()[1].split() == ["resolver", "LEA", "BLANC"]
    content = json.loads(run("compare", tiny, *GOLD, *STEADY, "--metric", "lea", "--format", "json").out)
    assert list(content["corpora"]["tiny"]["true-gold"]["oracle"]["metrics"]) == ["lea"]


def test_the_signature_names_the_rules(run: Run, tiny: Path) -> None:
    joined = ("-r", "mitkov+head-match", "-r", "mitkov")
    ran = run("compare", tiny, *GOLD, *joined, "--metric", "muc", "--format", "json")
    outcomes = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]
    rules = {name: RESOLVERS.rules(name) for name in ("mitkov", "head-match")}
    assert f"|resolver-rules:{rules['mitkov']}|" in outcomes["mitkov"]["signature"]
    assert f"|resolver-rules:{rules['mitkov']}+{rules['head-match']}|" in outcomes["mitkov+head-match"]["signature"]
    assert re.search(r"\|metric-rules:\d+\b", outcomes["mitkov"]["signature"])
    table = run("compare", tiny, *GOLD, *joined).out
    assert f"|resolver-rules:{summary(rules)}\n" in table


def test_a_signature_spells_options_as_the_command_line_does(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, *GOLD, "-r", "singletons", "--metric", "muc", "--format", "json")
    compared = json.loads(ran.out)["corpora"]["tiny"]["true-gold"]["singletons"]["signature"].split("|")
    ran = run("score", tiny, tiny, "--metric", "muc", "--format", "json")
    scored = json.loads(ran.out)["signature"].split("|")
    assert {"mention-match:exact", "zero-match:linear"} <= set(compared) & set(scored)
    assert not [part for part in (*compared, *scored) if "_" in part.partition(":")[0]]


def test_several_corpora_are_named_apart(run: Run, tiny: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name / "dev").mkdir(parents=True)
        (tmp_path / name / "dev" / "a.conllu").write_text((tiny / "ann.conllu").read_text(), encoding="utf-8")
    ran = run("compare", tmp_path / "one" / "dev", tmp_path / "two" / "dev", *GOLD, *STEADY, "--format", "json")
    assert list(json.loads(ran.out)["corpora"]) == ["one/dev", "two/dev"]


HOWTO = {
    "document": "pump",
    "text_file": "pump.txt",
    "pronouns": [
        {
            "id": "p1", "start": 24, "end": 26, "text": "it", "class": "anaphoric",
            "antecedents": [{"start": 0, "end": 8, "text": "The pump"}],
        }
    ],
}  # fmt: skip


def test_annotation_of_pronouns_only_allows_system_predicted_only(run: Run, tmp_path: Path) -> None:
    (tmp_path / "howto").mkdir()
    (tmp_path / "howto" / "pump.txt").write_text("The pump stops whenever it is hot.\n", encoding="utf-8")
    (tmp_path / "howto" / "pump.standoff.json").write_text(json.dumps(HOWTO), encoding="utf-8")
    ran = run("compare", tmp_path / "howto", "-r", "most-recent", "--format", "json")
    content = json.loads(ran.out)["corpora"]["howto"]
    assert list(content) == ["system-predicted"]
    outcome = content["system-predicted"]["most-recent"]
    assert (outcome["anaphors"], outcome["correct"]) == (1, 1)
    # Chains of pronouns alone say nothing about chains of everything.
    assert "muc" not in outcome["metrics"]


def test_documents_of_unlike_annotation_add_up_in_what_both_have(run: Run, tiny: Path) -> None:
    (tiny / "pump.txt").write_text("The pump stops whenever it is hot.\n", encoding="utf-8")
    (tiny / "pump.standoff.json").write_text(json.dumps(HOWTO), encoding="utf-8")
    ran = run("compare", tiny, "-r", "oracle", "-s", "system-predicted", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    outcome = json.loads(ran.out)["corpora"]["tiny"]["system-predicted"]["oracle"]
    assert (outcome["documents"], outcome["anaphors"]) == (3, 5)
    assert "success_rate" in outcome["metrics"]
    assert "muc" not in outcome["metrics"]


@pytest.mark.parametrize("of_pronouns", ["success_rate", "resolution_f1"])
def test_a_rate_of_nothing_has_no_interval(run: Run, tmp_path: Path, of_pronouns: str) -> None:
    """Five documents without pronouns: nothing is said of success, and links have an interval of their own."""
    folder = tmp_path / "names"
    folder.mkdir()
    for name in "abcde":
        words = [("Ann", "(1"), ("Lee", "1)"), ("saw", "-"), ("Ann", "(1"), ("Lee", "1)")]
        words += [("with", "-"), ("Tom", "(1)")] * (name == "a")
        rows = "".join(f"{name} 0 {number} {form} {chain}\n" for number, (form, chain) in enumerate(words))
        (folder / f"{name}.conll").write_text(f"#begin document ({name}); part 000\n{rows}\n#end document\n")
    ran = run("compare", "names", "-r", "mitkov", "-r", "exact-match", "-m", of_pronouns, "-m", "muc")
    headings = [line.split() for line in ran.out.splitlines() if line.startswith("resolver ")]
    assert headings == [["resolver", "MUC", "95%"]] * 2
