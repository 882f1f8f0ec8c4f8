"""``python -m benchmarks.folds SYSTEM [FOLD...]``: a learned system on training documents that it has not learnt from.

A fold is every fifth document by name of GUM train and of LitBank's training part; the system learns from the others
and answers those, and OntoGUM's reading of the same texts. A change of a system is judged by this, and the development
parts are left for the end. Folds are numbered from 0 to 4; without any all five are run, each as long as a training.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from anaphora_workbench.workbench.cache import DEFAULT_FOLDER, cache_folder
from anaphora_workbench.workbench.commands import main as workbench
from anaphora_workbench.workbench.corpus import Corpus
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown
from anaphora_workbench.workbench.runs.comparing import run
from anaphora_workbench.workbench.runs.experiment import Experiment
from anaphora_workbench.workbench.runs.workers import processors
from anaphora_workbench.workbench.settings import setting_named
from benchmarks.models import training_files
from benchmarks.places import corpora_folder

FOLDS = 5
METRICS = ("conll", "success_rate", "resolution_f1")
_SETTINGS = {
    "GUM": ("system-predicted", "true-gold"),
    "OntoGUM": ("system-predicted",),
    "LitBank": ("system-predicted",),
}
_SINGLETONS = {"GUM": "keep", "OntoGUM": "drop", "LitBank": "keep"}
_COLUMNS = (
    Column("fold", "fold", "count"),
    Column("corpus", "corpus"),
    Column("setting", "setting"),
    *(Column(metric, metric, "percent") for metric in METRICS),
)


def main(words: Sequence[str]) -> int:
    """Train and judge; returns the exit status."""
    corpora = corpora_folder()
    if corpora is None:
        return 2
    if not words or not set(words[1:]) <= set(map(str, range(FOLDS))):
        print(f"expected SYSTEM and numbers of folds from 0 to {FOLDS - 1}", file=sys.stderr)
        return 2
    system, *folds = words
    rows: list[Row] = []
    for fold in map(int, folds or range(FOLDS)):
        with tempfile.TemporaryDirectory() as scratch:
            rows += _judged(system, fold, corpora, Path(scratch))
    print(as_markdown(Table(f"{system} on training documents left out", _COLUMNS, rows)))
    return 0


def parted(files: Sequence[Path], fold: int) -> tuple[list[Path], list[Path]]:
    """The files to learn from, and those of a fold.

    Args:
        files: of one corpus, in order of their names.
    """
    own = files[fold::FOLDS]
    return [file for file in files if file not in own], own


def left_out(corpora: Path, fold: int, scratch: Path) -> tuple[list[Path], dict[str, Path]]:
    """The files to learn from, and by corpus a folder with those of a fold.

    Args:
        corpora: the public corpora. scratch: an empty folder.
    """
    gum, litbank, *others = _by_corpus(training_files(corpora, ""))
    assert not others
    learnt: list[Path] = []
    folders = {}
    for name, files in (("GUM", gum), ("LitBank", litbank)):
        of_corpus, own = parted(files, fold)
        learnt += of_corpus
        folders[name] = _linked(own, scratch / own[0].relative_to(corpora).parent)
    ontogum = [file for file in sorted((corpora / "ontogum" / "train").iterdir()) if _is_in(file, folders["GUM"])]
    folders["OntoGUM"] = _linked(ontogum, scratch / "ontogum" / "train")
    (scratch / "litbank" / "tsv").symlink_to((corpora / "litbank" / "tsv").resolve())
    return learnt, {name: folders[name] for name in _SETTINGS}


def _by_corpus(files: Sequence[Path]) -> list[list[Path]]:
    by_folder: dict[Path, list[Path]] = {}
    for file in files:
        by_folder.setdefault(file.parent, []).append(file)
    return list(by_folder.values())


def _is_in(file: Path, folder: Path) -> bool:
    """Whether a folder has a file of the same name but for its ending."""
    return any(other.stem == file.stem for other in folder.iterdir())


def _linked(files: Sequence[Path], folder: Path) -> Path:
    folder.mkdir(parents=True)
    for file in files:
        (folder / file.name).symlink_to(file.resolve())
    return folder


def _judged(system: str, fold: int, corpora: Path, scratch: Path) -> Iterator[Row]:
    learnt, folders = left_out(corpora, fold, scratch)
    gap = [file for file in training_files(corpora, system) if file.suffix == ".tsv"]
    model = scratch / "model.json"
    if workbench(["train", system, *map(str, [*learnt, *gap]), "--output", str(model)]):
        raise ValueError(f"{system} cannot be trained")
    cache = cache_folder(Path(DEFAULT_FOLDER), False)
    options = {system: {"model": str(model)}}
    for name, folder in folders.items():
        experiment = Experiment(
            (Corpus(folder, f"{name} fold {fold}"),),
            (system,),
            settings=tuple(map(setting_named, _SETTINGS[name])),
            metrics=METRICS,
            metric_options={"singletons": _SINGLETONS[name]},
            resolver_options=options,
        )
        results = run(experiment, cache, processors())
        if results.failures:
            raise ValueError(f"{len(results.failures)} documents without result: {results.failures[0].reason}")
        (of_corpus,) = results.corpora.values()
        for setting, outcomes in of_corpus.settings.items():
            scores = outcomes[system].scores
            yield {"fold": fold, "corpus": name, "setting": str(setting)} | {
                metric: scores[metric].figure for metric in METRICS if metric in scores
            }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
