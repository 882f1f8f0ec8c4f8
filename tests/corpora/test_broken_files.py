"""Files with mistakes, in each format: the reader refuses them with a place, and ``validate`` lists all of them."""

from pathlib import Path

import pytest

import test_bm2001_and_are
import test_chains_json
import test_conll2012
import test_conllu
import test_muc
import test_nkas
import test_np_xml
import test_semeval2010
import test_small_corpora
from anaphora_workbench.corpora import FormatError, formats
from anaphora_workbench.corpora.formats.validation import Problem, problems
from anaphora_workbench.corpora.support.errors import UnexpectedError
from rows import annotated
from test_failures_are_format_errors import REFUSED
from test_formats_registry import HALVES
from test_nkas import link, nkas
from tool_files import lay_companions

# A file in each format, and behind its lines what is to be said of them, up to what is expected.
FILES = Path(__file__).with_name("broken-files.txt").read_text(encoding="utf-8")
NKAS = nkas([link([90, 3], [0, 3]), link([44, 2], [0, 3]), link([3, "x"], [0, 3]), link([4, 1], [0, 3])], [])
SAID_OF_NKAS = ["Referant: [90, 3] is not part of the text", "Referant: [3, 'x']", "no word at characters 4 to 5"]
BROKEN = [("nkas", f"{NKAS}\n", [(1, f"annotationLayers: {what}") for what in SAID_OF_NKAS]), *annotated(FILES)]
# By format: the content, and what is said first, from the number of the line on or a part of it.
BAD = {
    "conllu": test_conllu.BAD, "conll2012": test_conll2012.BAD, "semeval2010": test_semeval2010.BAD,
    "muc": test_muc.BAD, "chains-json": test_chains_json.BAD, "np-xml": test_np_xml.BAD,
    "bm2001": test_bm2001_and_are.BAD_BM2001, "are": test_bm2001_and_are.BAD_ARE, "gap": test_small_corpora.BAD_GAP,
    "winobias": test_small_corpora.BAD_WINOBIAS, "winogender": test_small_corpora.BAD_WINOGENDER,
    "jsonlines": test_small_corpora.BAD_JSONLINES, "nkas": test_nkas.BAD,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [*REFUSED, *HALVES, *((name, *case) for name, cases in BAD.items() for case in cases)],
)
def test_a_bad_file_is_one_line_with_its_place(tmp_path: Path, name: str, content: str, message: str) -> None:
    file = tmp_path / "bad"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(formats.get_format(name).read(file))
    assert not isinstance(caught.value, UnexpectedError)
    said = str(caught.value)
    assert said.startswith(f"{file}{message}") if message[0] == ":" else said.startswith(str(file)) and message in said
    assert "\n" not in said
    assert any(problem.severity == "error" for problem in problems(file, formats.get_format(name)))


def said_of(problem: Problem) -> str:
    return "warning: " * (problem.severity == "warning") + problem.what.split("; expected")[0]


@pytest.mark.parametrize(("name", "content", "expected"), BROKEN, ids=[case[0] for case in BROKEN])
def test_all_mistakes_are_listed(tmp_path: Path, name: str, content: str, expected: list[tuple[int, str]]) -> None:
    lay_companions(tmp_path, "broken")
    file = tmp_path / "broken"
    file.write_text(content)
    reported = problems(file, formats.get_format(name))
    assert [(problem.line, said_of(problem)) for problem in reported] == expected
    assert {problem.path for problem in reported} <= {file}
    # The checker remembers what it found valid; what it only complained of must not be among it.
    assert problems(file, formats.get_format(name)) == reported


def test_lines_that_are_no_text(tmp_path: Path) -> None:
    for its_format in formats.available().values():
        file = tmp_path / "file"
        file.write_bytes(b"Fine.\nBad \xff.\nFine.\nAlso \xfe and \0.\n")
        reported = [
            (problem.line, problem.what)
            for problem in problems(file, its_format)
            if "text" in problem.what and problem.line
        ]
        assert [problem[0] for problem in reported if problem[1].startswith("not UTF-8 text (byte 0xf")] == [2, 4], (
            its_format.name
        )
        assert (4, "a null character: not a text file; expected a text file in UTF-8") in reported, its_format.name


def test_every_format_has_a_broken_file() -> None:
    """Those that are another format joined with further files stand in test_joined_files."""
    others = {"conllu", "litbank", "ontogum", "text"}
    assert {case[0] for case in BROKEN} | others == formats.available().keys()


def test_joined_files(tmp_path: Path) -> None:
    """What is wrong in LitBank's tsv file is said of that file; OntoGUM's words are compared with GUM's."""
    for folder in ("conll", "tsv", "gum", "ontogum"):
        (tmp_path / folder).mkdir()
    novel = tmp_path / "conll" / "a_brat.conll"
    novel.write_text("#begin document (a_brat); part 0\na_brat\t0\t0\tAnn" + "\t_" * 8 + "\t(1)\n\n#end document\n")
    (tmp_path / "tsv" / "a_brat.ann").write_text(
        "MENTION\tT1\t7\t0\t7\t0\tx\tPER\tPROP\nHELLO\nMENTION\tT2\t0\t0\t0\t0\tAnn\tPER\tPROP\nCOREF\tT9\tAnn-0\n"
    )
    reported = problems(novel, formats.get_format("litbank"))
    assert [(problem.path.parent.name, problem.line, problem.what.split(";")[0]) for problem in reported] == [
        ("tsv", 1, "sentence 7 of 1"),
        ("tsv", 2, "cannot read 'HELLO'"),
        ("tsv", 4, "no mention 'T9'"),
    ]
    (tmp_path / "gum" / "b.conllu").write_text(
        "# newdoc id = b\n1\tIt\t" + "_\t" * 7 + "_\n2\tran\t" + "_\t" * 7 + "_\n3\toff\t" + "_\t" * 7 + "_\n\n"
    )
    words = tmp_path / "ontogum" / "b.conll"
    words.write_text("# begin document\n0\tIs\t_\n1\tran\t(1\n2\ton\t_\n# end document\n")
    assert [
        (problem.line, problem.what.split(",")[0]) for problem in problems(words, formats.get_format("ontogum"))
    ] == [(2, "'Is'"), (4, "'on'"), (5, "entity 1 opens in line 3 but never closes")]


def test_many_mistakes_in_json_take_no_long(tmp_path: Path) -> None:
    """Each error names its line; finding it must not mean reading the file again."""
    mention = '{"id": 1},\n' * 20_000
    file = tmp_path / "file"
    file.write_text(f'{{"documents": [{{"id": "d", "mentions": [\n{mention}{{"id": "m"}}], "chains": []}}]}}')
    reported = problems(file, formats.get_format("chains-json"), most=30_000)
    assert [problem.line for problem in reported] == list(range(2, 20_002))
