"""Details of resolutions in a record: which there are is known without reading them, and each is read alone."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from anaphora_workbench.evaluation.pronouns.gap import Snippet
from anaphora_workbench.evaluation.statistics.difficulty import Difficulty
from anaphora_workbench.workbench.analysis.details import DocumentText
from anaphora_workbench.workbench.base.settings import setting_named
from anaphora_workbench.workbench.records.document_results import DocumentResults
from anaphora_workbench.workbench.records.record import Counted, Record
from anaphora_workbench.workbench.records.recorded_corpus import RecordedCorpus
from tiny_corpus import Run

GOLD, TRUE = setting_named("system-gold"), setting_named("true-gold")
DETAILED = Counted((), "ReportDetails")


def detail(word: str, difficulty: Difficulty) -> DocumentText:
    """Any data that has other data as an attribute."""
    return DocumentText("tom", [word], [True], [], [], [], [], {}, difficulty)


@pytest.fixture
def record(tmp_path: Path) -> Record:
    """Two documents: one with details of two rows in one setting and of one in another, one with details of one row."""
    record = Record(tmp_path / "run.sqlite")
    record.begin({}, [("corpus", Path("both.conllu"), "0")])
    (file,) = record.files("corpus")
    common = Difficulty()
    rows = {"mitkov": detail("Tom", common), "hobbs": detail("slept", common)}
    ann = {GOLD: rows, TRUE: {"mitkov": detail(".", common)}}
    record.add(file, 0, "ann", DETAILED, DocumentResults("1", details=ann))
    record.add(
        file, 1, "tom", DETAILED, DocumentResults("2", details={GOLD: {"mitkov": detail("alone", Difficulty())}})
    )
    return record


def test_details_with_slots_are_kept(tmp_path: Path) -> None:
    record, snippet = Record(tmp_path / "run.sqlite"), Snippet("feminine", (True, False), (True, True))
    record.begin({}, [("corpus", Path("gap.tsv"), "0")])
    (file,) = record.files("corpus")
    record.add(file, 0, "ann", DETAILED, DocumentResults("1", details={GOLD: {"mitkov": snippet, "hobbs": snippet}}))
    corpus = RecordedCorpus(record, "corpus")
    assert [corpus.details(GOLD, row)["ann"] for row in ("mitkov", "hobbs")] == [snippet] * 2


@pytest.mark.parametrize(
    ("setting", "row", "words"),
    [
        (GOLD, "mitkov", {"ann": ["Tom"], "tom": ["alone"]}),
        (GOLD, "hobbs", {"ann": ["slept"]}),
        (TRUE, "mitkov", {"ann": ["."]}),
        (TRUE, "hobbs", {}),
        (GOLD, "absent", {}),
    ],
)
def test_details_of_a_row(record: Record, setting: object, row: str, words: dict[str, list[str]]) -> None:
    details = RecordedCorpus(record, "corpus").details(setting, row)  # type: ignore[arg-type]
    assert {id: kept.words for id, kept in details.items()} == words
    assert (list(details), len(details), bool(details)) == (list(words), len(words), bool(words))
    assert {id: id in details for id in ("ann", "tom", "else")} == {id: id in words for id in ("ann", "tom", "else")}
    with pytest.raises(KeyError, match="else"):
        details["else"]


def test_what_is_unpacked(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to know which there are; to read one, it and once what it has in common with others."""
    unpacked = Record.unpacked
    sizes: list[int] = []

    def noted(self: Record, content: bytes, *apart: object) -> object:
        sizes.append(len(content))
        return unpacked(self, content, *apart)  # type: ignore[arg-type]

    monkeypatch.setattr(Record, "unpacked", noted)
    corpus = RecordedCorpus(record, "corpus")
    mitkov, hobbs = (corpus.details(GOLD, row) for row in ("mitkov", "hobbs"))
    assert (list(mitkov), len(hobbs), "tom" in hobbs, bool(hobbs), len(sizes)) == (["ann", "tom"], 1, False, True, 0)
    first = mitkov["ann"]
    assert len(sizes) == 2
    assert hobbs["ann"].difficulty is first.difficulty
    assert len(sizes) == 3


def test_details_are_under_the_seal(record: Record, tmp_path: Path) -> None:
    """A document whose details were changed is not kept, so it is made again."""
    (file,) = record.files("corpus")
    assert record.kept(file, DETAILED) == {0: "ann", 1: "tom"}
    with sqlite3.connect(tmp_path / "run.sqlite") as other:
        other.execute("UPDATE detail SET content = x'00' WHERE row = 'hobbs'")
    assert record.kept(file, DETAILED) == {1: "tom"}
    assert list(RecordedCorpus(record, "corpus").numbers) == ["tom"]


def test_a_document_added_again_has_its_new_details(record: Record) -> None:
    (file,) = record.files("corpus")
    record.add(file, 0, "ann", DETAILED, DocumentResults("1", details={TRUE: {"hobbs": detail("anew", Difficulty())}}))
    corpus = RecordedCorpus(record, "corpus")
    assert list(corpus.details(GOLD, "mitkov")) == ["tom"]
    assert corpus.details(TRUE, "hobbs")["ann"].words == ["anew"]


def test_a_run_of_another_schema_is_refused(run: Run, tiny: Path) -> None:
    command = ("compare", "tiny", "-s", "true-gold", "-r", "mitkov", "--run", "R", "--quiet")
    assert run(*command).status == 0
    with sqlite3.connect("R/run.sqlite") as record:
        record.execute("PRAGMA user_version = 1")
    resumed = run("compare", "--resume", "R")
    assert (resumed.status, resumed.out) == (2, "")
    assert "R/run.sqlite: schema version 1; expected 6, of this version's runs" in " ".join(resumed.err.split())
