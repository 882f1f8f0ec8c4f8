"""Metrics and formats of plug-ins with a field of another type: named, left out, and nobody else's files fail."""

from __future__ import annotations

import json
from pathlib import Path

from plug_in import install, run_with

# By entry point: what the field is, and what is told of it.
METRICS = {
    "unordered": ("rank='first'", "has the rank 'first'; expected a whole number"),
    "needy": ("needs='parse'", "has the needs 'parse'; expected Needs"),
    "listed": ("options=['weight']", "has the options ['weight']; expected a mapping from text to Option"),
}
FORMATS = {
    "last": ("rank='last'", "has the rank 'last'; expected a whole number"),
    "one_suffix": ("suffixes=('.lamp')", "has the suffixes '.lamp'; expected a tuple of text"),
    "blind": ("recognises=None", "has the recognises None; expected a function"),
    "failing": (
        "recognises=lambda name, beginning: {}[name]",
        "cannot tell which files it is in: KeyError: 'pump.txt'",
    ),
    "numbers": ("read=lambda path: [5]", ""),
}
CODE = """
from anaphora_workbench.corpora.formats import Format
from anaphora_workbench.evaluation import Metric
from anaphora_workbench.evaluation.counting.metric import recall_and_precision


def metric(name, **fields):
    return Metric(name, "a metric", "a test", lambda comparison, options: {}, recall_and_precision, **fields)


def format(name, **fields):
    recognises = lambda file, beginning: file.endswith(f".{name}")
    return Format(**{"name": name, "description": "a format", "source": "a test", "suffixes": (f".{name}",),
                     "recognises": recognises, "read": lambda path: [], **fields})


"""


def site_with(folder: Path) -> Path:
    made = [f"{name.upper()} = metric({name!r}, {field})" for name, (field, _) in METRICS.items()]
    made += [f"{name.upper()} = format({name!r}, {field})" for name, (field, _) in FORMATS.items()]
    entries = ""
    for group, names in (("metrics", METRICS), ("formats", FORMATS)):
        entries += f"[anaphora_workbench.{group}]\n" + "".join(f"{name} = wrong:{name.upper()}\n" for name in names)
    return install(folder / "site", "wrong", CODE + "\n".join(made), entries)


def test_a_metric_with_a_wrong_field_is_named_and_the_others_are_counted(tmp_path: Path) -> None:
    site = site_with(tmp_path)
    key = tmp_path / "key.json"
    key.write_text(json.dumps({"documents": [{"id": "d", "chains": [["a", "b"]]}]}), encoding="utf-8")
    ran = run_with(site, "score", key, key, "--from", "chains-json", "--format", "json")
    assert (ran.returncode, json.loads(ran.stdout)["metrics"]["muc"]["f1"]) == (0, 1.0)
    for name, (_, told) in METRICS.items():
        assert ran.stderr.count(f"warning: metric {name!r} (wrong:{name.upper()}) {told}\n") == 1
    assert run_with(site, "list", "metrics", "muc").returncode == 0


def test_a_format_with_a_wrong_field_is_named_and_the_others_are_recognised(tmp_path: Path) -> None:
    site = site_with(tmp_path)
    (tmp_path / "pump.txt").write_text("The pump is old. It broke.\n", encoding="utf-8")
    ran = run_with(site, "explain", "pump.txt", "-r", "most-recent", "--format", "json", "--no-cache")
    assert (ran.returncode, [row["anaphor"]["form"] for row in json.loads(ran.stdout)]) == (0, ["It"])
    for name, (_, told) in FORMATS.items():
        says = f"warning: format {name!r} (wrong:{name.upper()}) {told}\n"
        assert ran.stderr.count(says) == bool(told), ran.stderr


def test_what_a_reader_gives_that_is_no_document_is_told_with_the_file(tmp_path: Path) -> None:
    site = site_with(tmp_path)
    (tmp_path / "pump.numbers").write_text("The pump\n", encoding="utf-8")
    ran = run_with(site, "validate", "pump.numbers", "--from", "numbers")
    assert ran.returncode != 0
    assert "pump.numbers: its reader gave 5; expected Documents" in ran.stdout + ran.stderr
