"""Preprocessed documents are kept, found again, and never found in place of others."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.workbench.base.cache import content_of
from anaphora_workbench.workbench.base.prepared_documents import PreparedDocuments
from anaphora_workbench.workbench.base.signature import document_checksum
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
    there.words[0].form = "\ud83d"
    assert document_checksum(there) != document_checksum(here)


def _kept(tiny: Path, folder: Path) -> tuple[Document, PreparedDocuments, Path]:
    """A document, what keeps it, and its file in the cache."""
    document = next(read(tiny / "ann.conllu"))
    prepared = PreparedDocuments(Preprocessor(), folder)
    prepared.get(document, "gold")
    return document, prepared, next(folder.glob("*.np.xml"))


def test_a_tampered_file_is_made_again(tiny: Path, tmp_path: Path) -> None:
    """One that is valid np-xml all the same: another word, another head, no checksum, that of another file."""
    document, prepared, file = _kept(tiny, tmp_path / "cache")
    whole = file.read_bytes()
    first = prepared.get(document, "gold")
    other = next(read(tiny / "tom.conllu"))
    PreparedDocuments(Preprocessor(), tmp_path / "other").get(other, "gold")
    foreign = next((tmp_path / "other").glob("*.np.xml")).read_bytes()
    without = whole[: whole.rindex(b"<!--")]
    tampered = (whole.replace(b'"lamp"', b'"tree"', 1), without, without + foreign[foreign.rindex(b"<!--") :], foreign)
    for content in tampered:
        assert content != whole
        file.write_bytes(content)
        assert content_of(file.parent)["damaged"] == 1
        assert prepared.get(document, "gold") == first
        assert file.read_bytes() == whole


@pytest.mark.parametrize("place", ["file", "circle"])
def test_where_nothing_can_be_kept_a_run_takes_longer(tiny: Path, tmp_path: Path, place: str) -> None:
    """A folder that cannot be made, even with the rights of root."""
    if place == "file":
        (tmp_path / "place").write_text("")
        cache = tmp_path / "place" / "cache"
    else:
        cache = tmp_path / "cache"
        cache.symlink_to(cache)
    gold = ("-s", "true-gold")
    ran = compare(tiny, tmp_path, "--cache", str(cache), *gold)
    assert ran.stderr.startswith(f"warning: no cache: {cache}")
    assert ran.stderr.count("\n") == 2
    assert "mitkov" in ran.stdout


def test_info_and_clear(run: Run, tiny: Path, tmp_path: Path) -> None:
    folder = tmp_path / ".workbench-cache"
    assert run("cache", "info").out.splitlines()[3].split() == ["documents", "0"]
    run("compare", tiny, "-s", "true-gold", "-r", "singletons")
    (folder / "own.txt").write_text("mine")
    (folder / ".ann.gold.0123456789ab.part").write_text("half")
    next(folder.glob("tom*")).write_text("damaged")
    others = (".gitignore", "own.txt")
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.name not in others)
    rows = json.loads(run("cache", "info", "--format", "json").out)
    assert {row["what"]: row["value"] for row in rows} == {
        "folder": ".workbench-cache", "documents": 1, "vectors": 0, "damaged": 1, "unfinished": 1, "comparisons": 1,
        "bytes": size,
    }  # fmt: skip
    assert run("cache", "clear").out == ".workbench-cache: 2 documents removed\n"
    assert sorted(file.name for file in folder.iterdir()) == [".gitignore", "own.txt"]
    (folder / "own.txt").unlink()
    assert run("cache", "clear").out == ".workbench-cache: 0 documents removed\n"
    assert not folder.exists()
    assert run("cache", "clear").status == 0
