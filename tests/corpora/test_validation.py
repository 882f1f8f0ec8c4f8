"""All problems of a file at once, with their lines."""

import gc
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats
from anaphora_workbench.corpora.document import Document, Mention, Sentence, Word
from anaphora_workbench.corpora.formats import get_format
from anaphora_workbench.corpora.formats.validation import problems


@pytest.mark.parametrize(("end", "says"), [(3, ["d: mention m ends after the last word"]), (2, [])])
def test_a_mention_ends_with_the_words(tmp_path: Path, end: int, says: list[str]) -> None:
    def read(path: Path) -> Iterator[Document]:
        words, mentions = [Word("Ann"), Word("slept")], [Mention("m", 0, end, 0)]
        yield Document("d", words, [Sentence(0, 2)], mentions=mentions, anaphors=["m"])

    own = formats.Format("own", "", "", (".own",), lambda name, beginning: True, read)
    (tmp_path / "d.own").touch()
    assert [problem.what for problem in problems(tmp_path / "d.own", own)] == says


@pytest.mark.parametrize(
    ("end", "says"), [(1, ["d: 1 words are in no sentence"]), (2, []), (5, ["d: sentence 1 ends at 5 of 2 words"])]
)
def test_the_last_sentence_ends_with_the_words(tmp_path: Path, end: int, says: list[str]) -> None:
    def read(path: Path) -> Iterator[Document]:
        yield Document("d", [Word("Ann"), Word("slept")], [Sentence(0, end)])

    own = formats.Format("own", "", "", (".own",), lambda name, beginning: True, read)
    (tmp_path / "d.own").touch()
    assert [problem.what for problem in problems(tmp_path / "d.own", own)] == says


def test_one_span_in_two_entities(public_corpora: Path) -> None:
    """TC-A-8 of the reference scorer has one."""
    (problem,) = problems(public_corpora / "scorer-cases" / "TC-A-8.response", formats.get_format("conll2012"))
    assert (problem.line, problem.severity) == (5, "warning")
    assert problem.what.endswith("is in entities 1 and 3")


@pytest.mark.parametrize(
    ("folder", "errors", "warnings"), [("gum/dev", 0, 0), pytest.param("litbank", 0, 10, marks=pytest.mark.slow)]
)
def test_public_corpora_are_sound(public_corpora: Path, folder: str, errors: int, warnings: int) -> None:
    """The faults that their READMEs name, and no others."""
    reported = [problem for file, its in formats.find(public_corpora / folder) for problem in problems(file, its)]
    assert sum(problem.severity == "error" for problem in reported) == errors
    assert sum(problem.severity == "warning" for problem in reported) == warnings


def test_a_reader_is_stopped_after_so_many_problems(tmp_path: Path) -> None:
    file = tmp_path / "open.conll"
    lines = [f"d\t0\t{number}\tw\t(1x" for number in range(50)]
    file.write_text("\n".join(["#begin document (d); part 0", *lines, "#end document", ""]), encoding="utf-8")
    assert len(problems(file, get_format("conll2012"))) == 50
    assert len(problems(file, get_format("conll2012"), most=7)) == 7


@pytest.mark.parametrize("wrong", ["the value '{}' is wrong", "the value {} is wrong", 'the value "{}" is wrong'])
def test_what_a_message_quotes_is_cut(tmp_path: Path, wrong: str) -> None:
    error = FormatError(tmp_path / ("folder" * 30) / "file", 3, wrong.format("x" * 100_000))
    assert len(error.wrong) < 140
    assert error.wrong.endswith(("…' is wrong", "… is wrong", '…" is wrong'))
    assert str(error).startswith(f"{tmp_path / ('folder' * 30) / 'file'}:3: the value ")
    assert FormatError("file", 3, wrong.format("x" * 90)).wrong == wrong.format("x" * 90)


@pytest.mark.parametrize(
    ("speakers", "told"),
    [
        ('[["A"]]', True),
        ('[["A", "B"], []]', True),
        ('[["A", 1]]', True),
        ('"A"', True),
        ('[["A", "B"]]', False),
        ('[["", "-"]]', False),
        ("[]", False),
    ],
)
def test_names_that_are_of_no_words_are_told_of(tmp_path: Path, speakers: str, told: bool) -> None:
    """Two ways to name nobody are kept as they are, and say what they say; so does an empty list."""
    file = tmp_path / "d.jsonl"
    file.write_text(f'{{"sentences": [["Ann", "left"]], "speakers": {speakers}}}')
    says = "speakers: not one name for each word of each sentence; kept, but nobody is taken to speak"
    assert [(found.line, found.what) for found in problems(file, get_format("jsonlines"))] == [(1, says)] * told


@pytest.mark.parametrize("name", ["conll2012", "jsonlines"])
def test_nested_mentions_take_time_in_proportion_to_their_number(tmp_path: Path, name: str) -> None:
    """Four times the mentions in each other take four times as long, not sixteen times."""
    seconds = []
    for size in (1_500, 6_000):
        file = tmp_path / "nested"
        if name == "jsonlines":
            spans = [[place, 2 * size - 1 - place] for place in range(size)]
            file.write_text(json.dumps({"doc_key": "d", "sentences": [["w"] * 2 * size], "clusters": [spans]}))
        else:
            opening = [f"d\t0\t{place}\tw\t({place}" for place in range(size)]
            closing = [f"d\t0\t{size + place}\tw\t{size - 1 - place})" for place in range(size)]
            file.write_text("\n".join(["#begin document (d); part 0", *opening, *closing, "#end document", ""]))
        runs = []
        for _ in range(2):
            gc.collect()
            began = time.process_time()
            assert not [problem for problem in problems(file, get_format(name)) if problem.severity == "error"]
            runs.append(time.process_time() - began)
        seconds.append(min(runs))
    assert seconds[1] < 10 * seconds[0] + 0.2
