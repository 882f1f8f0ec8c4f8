"""A corpus that a command line names twice, or that is part of another, is said and never dropped without a word."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import anaphora_workbench
from tiny_corpus import Run

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
