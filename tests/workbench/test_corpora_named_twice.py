"""Corpora and inputs as commands take them: named twice, read once, and public ones."""

import io
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import anaphora_workbench
from anaphora_workbench.corpora import read
from tiny_corpus import TOM, Run, conllu

RANDOM = ("-r", "random", "-s", "true-gold", "--no-cache")


@pytest.fixture(name="two_names")
def two_names_(tiny: Path) -> Path:
    (tiny.parent / "link").symlink_to(tiny.name)
    return tiny


@pytest.mark.parametrize("command", [("compare", *RANDOM), ("difficulty",), ("serve",)], ids=lambda words: words[0])
@pytest.mark.parametrize(
    ("corpora", "wrong"),
    [
        (("tiny", "tiny"), "tiny: given twice"),
        (("tiny/", "./tiny"), "tiny: given twice"),
        (("tiny", "link"), "link: the same place as tiny"),
        (("tiny/ann.conllu", "link/ann.conllu"), "link/ann.conllu: the same place as tiny/ann.conllu"),
        (("samples", "samples"), "samples: given twice"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_one_place_is_one_corpus(
    run: Run, two_names: Path, command: tuple[str, ...], corpora: tuple[str, ...], wrong: str
) -> None:
    ran = run(command[0], *corpora, *command[1:])
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert ran.err.endswith(f"{wrong}; expected each corpus once\n")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("corpora", [("tiny", "tiny/ann.conllu"), ("link/ann.conllu", "tiny"), ("tiny", "tiny/part")])
def test_a_part_of_another_corpus_counts_in_both(run: Run, two_names: Path, corpora: tuple[str, str]) -> None:
    (two_names / "part").mkdir()
    (two_names / "tom.conllu").rename(two_names / "part" / "tom.conllu")
    inner, outer = sorted(corpora, key=len, reverse=True)
    says = f"warning: {inner} is in {outer} too; its documents count in both\n"
    for command in (("compare", *corpora, *RANDOM), ("difficulty", *corpora, "--no-cache")):
        ran = run(*command)
        assert (ran.status, ran.err) == (0, says)
    (two_names.parent / "e.toml").write_text(
        'resolvers = ["random"]\nsettings = ["true-gold"]\n'
        + "".join(f'[[corpora]]\npath = "{two_names.parent / place}"\n' for place in corpora)
    )
    ran = run("compare", "e.toml", "--no-cache")
    assert (ran.status, ran.err.count("\n")) == (0, 1)
    assert ran.err.endswith(" too; its documents count in both\n")


def test_a_part_that_is_not_read_is_no_part(run: Run, tiny: Path) -> None:
    (tiny / "notes.txt").write_text("Ann saw it.\n", encoding="utf-8")
    ran = run("compare", "tiny", "tiny/notes.txt", *RANDOM)
    assert "its documents count in both" not in ran.err


@pytest.mark.parametrize("command", [anaphora_workbench.compare, anaphora_workbench.difficulty])
def test_one_place_is_one_corpus_in_python(tiny: Path, command: Callable[..., object]) -> None:
    with pytest.raises(ValueError, match="tiny: given twice; expected each corpus once"):
        command([tiny, tiny])


def test_a_folder_by_two_names_is_trained_on(run: Run, two_names: Path) -> None:
    ran = run("train", "ranking-pronouns", "link/ann.conllu", two_names / "tom.conllu", "-o", "m.json", "--no-cache")
    assert (ran.status, "given twice" in ran.err) == (0, False)


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


ALL = ["true-gold", "true-predicted", "system-gold", "system-predicted"]


def perfect(outcome: dict) -> bool:
    """Whether every score that is of anything is 1, but for the recall of PARENT."""
    metrics = dict(outcome["metrics"])
    # As printed it asks for a defining mention of every pronoun, also where the key has none.
    parent = metrics.pop("parent")
    metrics["parent precision"] = parent["precision"]
    scores = [score for score in metrics.values() if score.get("denominator") != 0]
    return all(abs(score.get("f1", score.get("value", score.get("f_phi"))) - 1) < 1e-9 for score in scores)


def compared(run: Run, *words: object) -> dict:
    ran = run("compare", *words, "--format", "json", "--jobs", 1)
    assert (ran.status, ran.err) == (0, "")
    corpora = json.loads(ran.out)["corpora"]
    assert len(corpora) == 1
    return next(iter(corpora.values()))


@pytest.mark.corpora
@pytest.mark.model
def test_gum_allows_all_settings_and_the_oracle_is_perfect(run: Run, public_corpora: Path, tmp_path: Path) -> None:
    (tmp_path / "some").mkdir()
    for name in ("GUM_whow_joke", "GUM_vlog_portland"):
        shutil.copy(public_corpora / "gum" / "dev" / f"{name}.conllu", tmp_path / "some")
    settings = compared(run, tmp_path / "some", "-r", "oracle", "-r", "kennedy-boguraev")
    assert list(settings) == ALL
    for name in ("true-gold", "true-predicted"):
        assert perfect(settings[name]["oracle"])
        assert not perfect(settings[name]["kennedy-boguraev"])
    assert len({settings[name]["oracle"]["anaphors"] for name in ALL}) == 1


@pytest.mark.corpora
@pytest.mark.model
@pytest.mark.slow
def test_the_oracle_is_perfect_on_all_of_gum_dev(run: Run, public_corpora: Path) -> None:
    settings = compared(run, public_corpora / "gum" / "dev", "-r", "oracle", "-s", "true-gold", "-s", "true-predicted")
    assert all(perfect(setting["oracle"]) for setting in settings.values())


@pytest.mark.corpora
@pytest.mark.model
@pytest.mark.slow
def test_howto_allows_raw_text_only(run: Run, public_corpora: Path) -> None:
    settings = compared(run, public_corpora / "howto", "-r", "mitkov", "-r", "oracle")
    assert list(settings) == ["system-predicted"]
    assert settings["system-predicted"]["mitkov"]["documents"] == 3


@pytest.mark.corpora
@pytest.mark.model
@pytest.mark.slow
def test_litbank_has_no_gold_syntax(run: Run, public_corpora: Path, tmp_path: Path) -> None:
    first = sorted((public_corpora / "litbank" / "conll").iterdir())[0]
    settings = compared(run, first, "-r", "oracle")
    assert list(settings) == ["true-predicted", "system-predicted"]
    assert perfect(settings["true-predicted"]["oracle"])
