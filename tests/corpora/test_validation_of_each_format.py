"""Files with several mistakes, in each format: all of them are listed, each with its line."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import formats
from anaphora_workbench.corpora.formats.validation import problems
from rows import annotated
from test_nkas import link, nkas
from tool_files import lay_companions

# A file in each format, and behind its lines the beginning of what is to be said of them.
FILES = Path(__file__).with_name("broken-files.txt").read_text(encoding="utf-8")
NKAS = nkas([link([90, 3], [0, 3]), link([44, 2], [0, 3]), link([3, "x"], [0, 3]), link([4, 1], [0, 3])], [])
SAID_OF_NKAS = ["Referant: [90, 3] is not part of the text", "Referant: [3, 'x']", "no word at characters 4 to 5"]
BROKEN = [("nkas", f"{NKAS}\n", [(1, f"annotationLayers: {what}") for what in SAID_OF_NKAS]), *annotated(FILES)]


@pytest.mark.parametrize(("name", "content", "expected"), BROKEN, ids=[case[0] for case in BROKEN])
def test_all_mistakes_are_listed(tmp_path: Path, name: str, content: str, expected: list[tuple[int, str]]) -> None:
    lay_companions(tmp_path, "broken")
    file = tmp_path / "broken"
    file.write_text(content)
    reported = problems(file, formats.get_format(name))
    assert [(problem.line, problem.what.split("; expected")[0]) for problem in reported] == expected
    assert {problem.path for problem in reported} == {file}


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


def test_sound_documents_beside_broken_ones_are_checked_too(tmp_path: Path) -> None:
    file = tmp_path / "file"
    row = "{0}\t0\t{1}\tx\t{2}\n"
    crossing = "".join(row.format("a", number, cell) for number, cell in enumerate(("(1", "(2", "1)", "2)")))
    file.write_text(
        f"#begin document (a); part 000\n{crossing}#end document\n#begin document (b); part 000\nb\n#end document\n"
    )
    assert [(problem.line, problem.severity) for problem in problems(file, formats.get_format("conll2012"))] == [
        (3, "warning"),
        (8, "error"),
    ]


def test_many_mistakes_in_json_take_no_long(tmp_path: Path) -> None:
    """Each error names its line; finding it must not mean reading the file again."""
    mention = '{"id": 1},\n' * 20_000
    file = tmp_path / "file"
    file.write_text(f'{{"documents": [{{"id": "d", "mentions": [\n{mention}{{"id": "m"}}], "chains": []}}]}}')
    reported = problems(file, formats.get_format("chains-json"), most=30_000)
    assert [problem.line for problem in reported] == list(range(2, 20_002))
