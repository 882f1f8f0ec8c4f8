"""What a command prints is the same for any number of jobs, hash seed, locale, time zone, place and order of files."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from anaphora_workbench.corpora.support.samples import packaged
from tiny_corpus import ANN, TOM, conllu

SAMPLES = packaged("samples")
TEXTS = {
    "tom": conllu("tom", TOM),
    "ann": conllu("ann", ANN),
    "news_keeper": (SAMPLES / "news_keeper.conllu").read_text(encoding="utf-8"),
    "news_dairy": (SAMPLES / "news_dairy.conllu").read_text(encoding="utf-8"),
}
# Tiny documents have a tree of their own, samples one of spaCy's.
TINY, SAMPLED = ["tom", "ann"], ["news_keeper", "news_dairy"]
USUAL = {"PYTHONHASHSEED": "0", "LC_ALL": "C.UTF-8", "TZ": "UTC"}
ELSEWHERE = {
    "PYTHONHASHSEED": "4711", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "TZ": "Pacific/Chatham",
}  # fmt: skip
# A classical and a learned resolver, the sieve, and another system's answers.
ROWS = ("-r", "kennedy-boguraev", "-r", "berkeley", "-r", "sieve", "--response", "theirs=theirs")


def corpus(folder: Path, names: Iterable[str]) -> Path:
    """A folder with a corpus and another system's answers to it, files made in the order given."""
    for name in names:
        for place in (folder / "two", folder / "theirs"):
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{name}.conllu").write_text(TEXTS[name], encoding="utf-8")
    return folder


def printed(words: Iterable[str], folder: Path, environment: dict[str, str]) -> bytes:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
    command = [sys.executable, "-m", "anaphora_workbench", *words, "--quiet"]
    ran = subprocess.run(
        command,
        capture_output=True,
        check=False,
        timeout=300,
        cwd=folder,
        env=kept | environment,
        stdin=subprocess.DEVNULL,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout
    return ran.stdout


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("compare", "two", "-s", "true-gold", *ROWS, "--no-cache", "--format", "json"), id="compare"),
        pytest.param(("score", "two", "theirs", "--by", "document", "--format", "json"), id="score"),
        pytest.param(("difficulty", "two", "--by", "document", "--no-cache", "--format", "json"), id="difficulty"),
        pytest.param(("explain", "two", "-r", "berkeley", "--no-cache"), id="explain"),
    ],
)
def test_gold_annotation(tmp_path: Path, words: tuple[str, ...]) -> None:
    here, there = corpus(tmp_path / "here", TINY), corpus(tmp_path / "there", reversed(TINY))
    assert printed((*words, "--jobs", "1"), here, USUAL) == printed((*words, "--jobs", "2"), there, ELSEWHERE)


@pytest.mark.slow
def test_predicted_annotation(tmp_path: Path) -> None:
    words = ("-s", "system-predicted", *ROWS, "--no-cache", "--format", "json", "--jobs")
    here, there = corpus(tmp_path / "here", SAMPLED), corpus(tmp_path / "there", reversed(SAMPLED))
    usual = printed(("compare", "two", *words, "1"), here, USUAL)
    assert printed(("compare", "two", *words, "2"), here, USUAL) == usual
    assert printed(("compare", "two", *words, "1"), there, ELSEWHERE) == usual


def test_corpora_in_another_order(tmp_path: Path) -> None:
    """The order of tables is that of the command line; what they say is not."""
    folder = corpus(tmp_path, TINY) / "two"
    words = ("-s", "true-gold", "-r", "kennedy-boguraev", "-r", "sieve", "--no-cache", "--format", "json")
    first, second = (
        json.loads(printed(("compare", *files, *words), folder, USUAL))
        for files in ([f"{name}.conllu" for name in names] for names in (TINY, TINY[::-1]))
    )
    assert list(first["corpora"]) == list(second["corpora"])[::-1]
    assert first == second
