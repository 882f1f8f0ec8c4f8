"""Standard input and pipes as inputs: read whole, although commands read their inputs more than once."""

from __future__ import annotations

import io
import json
import os
import sys
import threading
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from tiny_corpus import TOM, Run, conllu

# More than what a format is recognised by.
MANY = "".join(conllu(f"tom{number}", TOM) for number in range(40))
FIFO = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs on this system")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A FIFO through which forty documents come."""
    fifo = tmp_path / "many"
    os.mkfifo(fifo)
    threading.Thread(target=fifo.write_bytes, args=(MANY.encode(),), daemon=True).start()
    return fifo


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """The same documents in a file."""
    file = tmp_path / "many.conllu"
    file.write_text(MANY, encoding="utf-8")
    return file


@FIFO
def test_a_pipe_is_scored_whole(run: Run, pipe: Path, many: Path) -> None:
    ran = run("score", many, pipe, "-m", "muc", "--format", "json")
    assert (ran.status, json.loads(ran.out)["documents"]) == (0, 40)


@FIFO
def test_a_pipe_is_converted_whole(run: Run, pipe: Path, many: Path, tmp_path: Path) -> None:
    for source, target in ((pipe, "out.conllu"), (many, "expected.conllu")):
        assert run("convert", source, tmp_path / target).status == 0
    assert (tmp_path / "out.conllu").read_bytes() == (tmp_path / "expected.conllu").read_bytes()


@FIFO
def test_a_pipe_is_a_response(run: Run, pipe: Path, many: Path) -> None:
    ran = run("compare", many, "-r", "singletons", "--response", f"x={pipe}", "-s", "true-gold", "--format", "json")
    assert json.loads(ran.out)["corpora"]["many"]["true-gold"]["x"]["documents"] == 40


@FIFO
def test_a_pipe_of_plain_text_is_preprocessed_whole(run: Run, tmp_path: Path) -> None:
    fifo = tmp_path / "text.txt"
    os.mkfifo(fifo)
    sentence = "Ann lit the lamp. "
    threading.Thread(target=fifo.write_text, args=(sentence * 600,), daemon=True).start()
    assert run("preprocess", fifo, "-o", tmp_path / "out").status == 0
    (document,) = read(tmp_path / "out")
    assert document.text().count("Ann") == 600


@pytest.mark.parametrize(
    "words", [("-", "-r", "mitkov"), ("many.conllu", "--response", "x=-")], ids=["corpus", "response"]
)
def test_standard_input_cannot_be_resumed(
    run: Run, many: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(MANY.encode())))
    ran = run("compare", *words, "--run", "R")
    says = "--run next to -, which can only be read once; expected files, which --resume can read again"
    assert (ran.status, ran.out, ran.err) == (2, "", f"error: {says}\n")
    assert not Path("R").exists()
