"""Preprocessed documents are kept, found again, and never found in place of others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from anaphora_workbench.corpora import read
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.prepared import PreparedDocuments
from anaphora_workbench.workbench.signature import document_checksum
from tiny_corpus import Run

COMPARE = "import sys; from anaphora_workbench.workbench.commands import main; status = main(sys.argv[1:]); "
TELL = "print('spacy' in sys.modules, file=sys.stderr); sys.exit(status)"


def compare(tiny: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", COMPARE + TELL, "compare", str(tiny), "-r", "mitkov", "--jobs", "1", *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=True, timeout=120)


def test_a_second_run_does_not_import_spacy_and_finds_the_same(tiny: Path, tmp_path: Path) -> None:
    first, second = compare(tiny, tmp_path), compare(tiny, tmp_path)
    assert (first.stderr, second.stderr) == ("True\n", "False\n")
    assert first.stdout == second.stdout
    assert "system-predicted" in second.stdout


def test_gold_annotation_never_imports_spacy(tiny: Path, tmp_path: Path) -> None:
    assert compare(tiny, tmp_path, "-s", "true-gold", "-s", "system-gold", "--no-cache").stderr == "False\n"


def cached(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.np.xml"))


def test_where_the_cache_is(run: Run, tiny: Path, tmp_path: Path, monkeypatch) -> None:
    command = ("compare", tiny, "-s", "true-gold", "-r", "singletons")
    run(*command, "--no-cache")
    assert not (tmp_path / ".workbench-cache").exists()
    run(*command)
    assert [name.split(".")[0] for name in cached(tmp_path / ".workbench-cache")] == ["ann", "tom"]
    run(*command, "--cache", tmp_path / "here")
    assert cached(tmp_path / "here") == cached(tmp_path / ".workbench-cache")
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "there"))
    run(*command)
    assert cached(tmp_path / "there") == cached(tmp_path / "here")


def test_a_file_of_the_cache_depends_on_text_annotation_and_lexicon(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('[own]\nwords = ["lamp"]\n', encoding="utf-8")
    folder = tmp_path / "cache"
    document = next(read(tiny / "ann.conllu"))
    prepared = PreparedDocuments(Preprocessor(), folder)
    first = prepared.get(document, "gold")
    assert len(cached(folder)) == 1
    assert prepared.get(document, "gold") == first
    assert len(cached(folder)) == 1
    PreparedDocuments(Preprocessor(lexicon=str(tmp_path / "own.toml")), folder).get(document, "gold")
    assert len(cached(folder)) == 2
    document.words[3].form = "lamps"
    assert prepared.get(document, "gold").words[3].form == "lamps"
    assert len(cached(folder)) == 3


def test_a_damaged_file_is_made_again(tiny: Path, tmp_path: Path) -> None:
    document = next(read(tiny / "ann.conllu"))
    prepared = PreparedDocuments(Preprocessor(), tmp_path)
    first = prepared.get(document, "gold")
    file = next(tmp_path.glob("*.np.xml"))
    whole = file.read_bytes()
    for damaged in (b"", whole[:200], b"<x/>"):
        file.write_bytes(damaged)
        assert prepared.get(document, "gold") == first
        assert file.read_bytes() == whole


def test_the_checksum_is_of_the_content_and_not_of_the_place(tiny: Path, tmp_path: Path) -> None:
    (tmp_path / "copy.conllu").write_bytes((tiny / "ann.conllu").read_bytes())
    here, there = next(read(tiny / "ann.conllu")), next(read(tmp_path / "copy.conllu"))
    assert document_checksum(here) == document_checksum(there)
    there.mentions[0].entity_type = "animal"
    assert document_checksum(here) != document_checksum(there)
