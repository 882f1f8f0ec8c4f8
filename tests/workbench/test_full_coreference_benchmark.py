"""What ``benchmarks.full_coreference`` and ``benchmarks.peer_xrenner`` make of the corpora, before any system runs."""

from __future__ import annotations

from pathlib import Path

from benchmarks.full_coreference import installed, litbank_dev
from benchmarks.peer_xrenner import main, without_key


def test_systems_that_are_not_there_are_named_with_the_reason() -> None:
    rows, missing = installed(("sieve", "nobody", "kennedy-boguraev+head-match+speech-pronouns", "mitkov+nobody"))
    assert rows == ("sieve", "kennedy-boguraev+head-match+speech-pronouns")
    assert [reason.partition(" (")[0] for reason in missing] == ["nobody", "mitkov+nobody"]
    assert all("no resolver 'nobody'" in reason for reason in missing)


def test_every_fourth_file_of_litbank_is_development(tmp_path: Path) -> None:
    corpus, scratch = tmp_path / "litbank", tmp_path / "scratch"
    (corpus / "conll").mkdir(parents=True)
    (corpus / "tsv").mkdir()
    for number in range(1, 10):
        (corpus / "conll" / f"{number}_brat.conll").write_text("")
    folder = litbank_dev(corpus, scratch)
    assert sorted(path.name for path in folder.iterdir()) == ["4_brat.conll", "8_brat.conll"]
    assert (folder.parent / "tsv").is_dir()


def test_xrenner_is_not_given_the_key() -> None:
    lines = (
        "# global.Entity = GRP",
        "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_",
        "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t0:root\tEntity=(1-person)",
        "1.1\tshe\tshe\tPRON\tPRP\t_\t_\t_\t1:dep\tEntity=(1)",
        "",
    )
    assert without_key("\n".join(lines)) == "1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\t_\n"


def test_xrenner_asks_for_its_environment() -> None:
    assert main([]) == 2
