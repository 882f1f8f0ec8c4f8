"""What ``benchmarks.folds`` learns from and what it judges: no document is in both."""

from pathlib import Path

import pytest
from benchmarks.folds import FOLDS, left_out, main, parted


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    folder = tmp_path / "corpora"
    for part in ("gum/train", "ontogum/train", "litbank/conll", "litbank/tsv"):
        (folder / part).mkdir(parents=True)
    for number in range(12):
        (folder / "gum" / "train" / f"GUM_{number:02}.conllu").touch()
        (folder / "ontogum" / "train" / f"GUM_{number:02}.conll").touch()
        (folder / "litbank" / "conll" / f"{number:02}_brat.conll").touch()
    return folder


def test_each_file_is_in_one_fold() -> None:
    files = [Path(f"{number:02}") for number in range(12)]
    parts = [parted(files, fold) for fold in range(FOLDS)]
    assert [len(own) for _, own in parts] == [3, 3, 2, 2, 2]
    assert sorted(file for _, own in parts for file in own) == files
    assert all(sorted([*learnt, *own]) == files for learnt, own in parts)


def test_what_is_judged_is_not_learnt_from(corpora: Path, tmp_path: Path) -> None:
    """Every fourth file of LitBank is development and in no part; of the nine others every fifth is in the fold."""
    learnt, folders = left_out(corpora, 1, tmp_path / "scratch")
    names = {name: [file.name for file in sorted(folder.iterdir())] for name, folder in folders.items()}
    assert names == {
        "GUM": ["GUM_01.conllu", "GUM_06.conllu", "GUM_11.conllu"],
        "OntoGUM": ["GUM_01.conll", "GUM_06.conll", "GUM_11.conll"],
        "LitBank": ["01_brat.conll", "08_brat.conll"],
    }
    assert len(learnt) == 9 + 7
    assert not {file.name for file in learnt} & {name for of_corpus in names.values() for name in of_corpus}
    assert (folders["LitBank"].parent / "tsv").is_dir()
    assert folders["OntoGUM"].relative_to(tmp_path / "scratch") == Path("ontogum/train")


@pytest.mark.parametrize("words", [[], ["best", "5"], ["best", "first"]])
def test_what_is_no_fold_is_refused(words: list[str], corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_CORPORA", str(corpora))
    assert main(words) == 2
