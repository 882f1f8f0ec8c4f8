"""The agreement of two annotators on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora import write
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Paragraph, Sentence, Word
from anaphora_workbench.workbench.rankings.annotators import METRICS, agreement_of
from tiny_corpus import Run

WORDS = ["Ann", "sold", "the", "old", "pump", ".", "It", "rained", "on", "it", "."]


def written(path: Path, chains: list[list[tuple[int, int]]], words: list[str] = WORDS, name: str = "pump") -> Path:
    mentions, entities = [], []
    for number, chain in enumerate(chains, start=1):
        ids = []
        for start, end in chain:
            mentions.append(Mention(f"m{len(mentions)}", start, end, end - 1))
            ids.append(mentions[-1].id)
        entities.append(Entity(str(number), ids))
    sentences = [Sentence(0, len(words))]
    write(
        [
            Document(
                name, [Word(form) for form in words], sentences, [Paragraph()], mentions,
                coreference={"gold": CoreferenceLayer("gold", entities)},
            )
        ],
        path,
    )  # fmt: skip
    return path


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    return (
        written(tmp_path / "ann.np.xml", [[(0, 1)], [(2, 5), (9, 10)]]),
        written(tmp_path / "ben.conllu", [[(0, 1), (9, 10)], [(3, 5)]]),
    )


def test_it_prints_kappa_measures_and_differences(run: Run, files: tuple[Path, Path]) -> None:
    ran = run("agreement", *map(str, files))
    assert (ran.status, ran.err) == (0, "")
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    # It and it: both say that the second is anaphoric.
    assert "pronouns 1.00 100.0 50.0 2" in lines
    assert "mentions 66.67 66.67 66.67" in lines
    assert "2 differences" in lines
    assert "1 boundaries the old pump (first of its chain) old pump (first of its chain)" in lines
    assert "1 antecedent it → the old pump it → Ann" in lines


def test_as_json(run: Run, files: tuple[Path, Path]) -> None:
    told = json.loads(run("agreement", *map(str, files), "--format", "json").out)
    assert (told["documents"], told["pronouns"]["kappa"], told["metrics"]["muc"]["f1"]) == (1, 1.0, 0.0)
    assert [each["kinds"] for each in told["differences"]] == [["boundaries"], ["antecedent"]]
    assert told["differences"][1]["second"] == {"text": "it", "antecedent": "Ann", "in_chain": True, "reference": ""}


def test_folders_by_name_and_what_only_one_has(run: Run, tmp_path: Path) -> None:
    for folder in ("ann", "ben"):
        written(tmp_path / folder / "one.np.xml", [[(0, 1), (6, 7)]], name="one")
    written(tmp_path / "ann" / "two.np.xml", [[(0, 1)]], name="two")
    written(tmp_path / "ben" / "three.np.xml", [[(0, 1)]], name="three")
    ran = run("agreement", str(tmp_path / "ann"), str(tmp_path / "ben"), "--format", "json")
    assert ran.status == 1
    assert json.loads(ran.out)["documents"] == 1
    assert "two: only the first annotator has it" in ran.err
    assert "three.np.xml: only the second annotator has it" in ran.err


def test_each_document_that_only_one_has_or_that_cannot_be_compared(tmp_path: Path) -> None:
    """In files of both as in files of one."""
    for place, names in [
        ("ann/x.conllu", ["both", "first"]),
        ("ben/x.conllu", ["second", "both", "third"]),
        ("ann/y.conllu", ["both", "other"]),
        ("ben/y.conllu", ["both", "other"]),
        ("ann/z.conllu", ["z"]),
        ("ben/z.conllu", ["z"]),
    ]:
        file = tmp_path / place
        texts = [written(tmp_path / "one.conllu", [[(0, 1), (6, 7)]], name=name).read_text() for name in names]
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(texts))
    first, second = tmp_path / "ann", tmp_path / "ben"
    (second / "z.conllu").write_text("bad\n")
    agreement = agreement_of(first, second)
    assert list(agreement.documents) == ["both", "other"]
    assert [(failure.where, failure.reason) for failure in agreement.failures] == [
        ("first", "first: only the first annotator has it"),
        ("second", "second: only the second annotator has it"),
        ("third", "third: only the second annotator has it"),
        (
            "both",
            f"{first / 'y.conllu'}: duplicate document id 'both', also in {first / 'x.conllu'}; expected unique ids",
        ),
        ("z", f"{second / 'z.conllu'}:1: 1 column; expected 10, separated by tabs, or a comment"),
    ]
    assert agreement.as_json()["metrics"].keys() == set(METRICS)


def test_another_text_is_refused(run: Run, files: tuple[Path, Path], tmp_path: Path) -> None:
    other = written(tmp_path / "other.np.xml", [[(0, 1)], [(2, 3)]], words=["Nobody", "saw", "Tom", "."])
    ran = run("agreement", str(files[0]), str(other))
    assert ran.status == 2
    assert "is not of the same text" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_two_files_of_one_name_are_told_apart_by_their_folders(run: Run, files: tuple[Path, Path]) -> None:
    first, second = (file.parent / name / "text.np.xml" for file, name in zip(files, ("ann", "ben"), strict=True))
    for file, place in zip(files, (first, second), strict=True):
        place.parent.mkdir()
        assert run("convert", file, place).status == 0
    ran = run("agreement", first, second)
    assert ran.out.startswith("ann/text and ben/text, 1 document")
    assert run("agreement", first, first).out.startswith("ann/text and ann/text, 1 document")
    other = first.with_name("other.np.xml")
    other.symlink_to(second)
    assert run("agreement", first, other).out.startswith("text.np.xml and other.np.xml, 1 document")
