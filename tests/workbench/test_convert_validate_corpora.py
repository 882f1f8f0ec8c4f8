"""The commands that handle files: convert, validate and corpora."""

import json
from pathlib import Path

import pytest

from anaphora_workbench.workbench.commands import main

CONLL = "#begin document (d); part 000\nd 0 0 Ann (1)\nd 0 1 saw -\nd 0 2 her (1)\n\n#end document\n"
CONLLU = (
    "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = 1\n# text = It ran\n"
    "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\tEntity=(e1-x-1-)\n2\tran\trun\tVERB\tVBD\t_\t0\troot\t_\t_\n\n"
)


@pytest.fixture
def conll(tmp_path: Path) -> Path:
    file = tmp_path / "given.conll"
    file.write_text(CONLL)
    return file


@pytest.fixture
def conllu(tmp_path: Path) -> Path:
    file = tmp_path / "given.conllu"
    file.write_text(CONLLU)
    return file


def test_convert_takes_the_format_from_the_name(conll: Path, tmp_path: Path) -> None:
    assert main(["convert", str(conll), str(tmp_path / "out.jsonl")]) == 0
    data = json.loads((tmp_path / "out.jsonl").read_text())
    assert (data["doc_key"], data["clusters"]) == ("d", [[[0, 0], [2, 2]]])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("out.json", '"documents"'),
        ("out.x.json", '"documents"'),
        ("out.chains.json", '"documents"'),
        ("o.jsonl", "doc_key"),
    ],
)
def test_the_last_part_of_a_name_is_enough(conll: Path, tmp_path: Path, name: str, content: str) -> None:
    assert main(["convert", str(conll), str(tmp_path / name), "--lossy"]) == 0
    assert content in (tmp_path / name).read_text()


def test_convert_to_a_folder_writes_a_file_a_document(conll: Path, tmp_path: Path) -> None:
    assert main(["convert", str(conll), str(tmp_path / "out"), "--to", "np-xml"]) == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["d.np.xml"]


def test_convert_refuses_what_would_be_lost(conllu: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(conllu), str(tmp_path / "out.conll")]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "  dependencies of words (1 document)" in lines
    assert (
        lines[-1]
        == f"error: conll2012 cannot hold all of {conllu}; nothing was written; --lossy converts it all the same"
    )
    assert not (tmp_path / "out.conll").exists()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nowhere.conll", "out.conllu"], "nowhere.conll: no such file or folder"),
        (["{conll}", "out.xyz"], "out.xyz: no format has such a name; expected --to FORMAT"),
        (
            ["{conll}", "out.xml"],
            "out.xml: the name fits several formats; expected --to FORMAT, or an ending: "
            "np-xml (.np.xml), bm2001 (.bm.xml), are (-input.xml)",
        ),
        (["{conll}", "out.txt"], "format text can only be read; to write there are: are, bm2001, "),
        (["{conll}", "out.x", "--to", "conl"], "no format 'conl'; to write there are: are, bm2001, "),
        (["{conll}", "{conll}"], "the input itself; expected another place"),
        (["{text}", "out.conllu"], "is plain text without words; expected workbench preprocess first"),
    ],
)
def test_convert_errors_are_one_line(
    arguments: list[str],
    error: str,
    conll: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "story.txt").write_text("Some text.\n")
    given = [argument.format(conll=conll, text=tmp_path / "story.txt") for argument in arguments]
    before = sorted(tmp_path.iterdir())
    assert main(["convert", *given]) == 2
    message = capsys.readouterr().err
    assert message.startswith("error: ")
    assert error in message
    assert message.count("\n") == 1
    assert sorted(tmp_path.iterdir()) == before


def test_one_bad_file_does_not_stop_the_others(conll: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "corpus"
    folder.mkdir()
    conll.rename(folder / "a.conll")
    (folder / "b.conll").write_text("#begin document (e); part 000\ne 0 0 a 1)\n#end document\n")
    assert main(["convert", str(folder), str(tmp_path / "out"), "--to", "jsonlines"]) == 1
    assert capsys.readouterr().err == f"error: {folder}/b.conll:2: entity 1 closes but was never opened\n"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["d.jsonlines"]


def test_validate_lists_all_and_fails(conll: Path, capsys: pytest.CaptureFixture[str]) -> None:
    conll.write_text(CONLL.replace("(1)", "1)"))
    assert main(["validate", str(conll)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"error: {conll}:2: entity 1 closes but was never opened",
        f"error: {conll}:4: entity 1 closes but was never opened",
        "files: 1, errors: 2, warnings: 0",
    ]


def test_corpora_list_and_info(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpora", "list", "--format", "json", "--corpora", str(tmp_path)]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in listed] == [
        "gum", "ontogum", "litbank", "gap", "winobias", "winogender", "parcorfull", "ancora-ca", "ancora-es", "corefud",
    ]  # fmt: skip
    (tmp_path / "gap").mkdir()
    assert main(["corpora", "info", "gap", "--corpora", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "83135f26025cdd705c04f77e940d0c9201116b80" in printed
    assert "3 files differ: LICENSE: missing" in printed


def test_a_corpus_without_checksum_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "corefud").mkdir()
    assert main(["corpora", "info", "corefud", "--corpora", str(tmp_path), "--format", "json"]) == 0
    facts = {row["what"]: row["value"] for row in json.loads(capsys.readouterr().out)}
    assert facts["checksum"] == "none known, so no copy can be checked"
    assert facts["local copy"] == str(tmp_path / "corefud")
    assert "check" not in facts
    assert main(["corpora", "fetch", "corefud", "--corpora", str(tmp_path)]) == 2
    assert "corefud cannot be fetched: its repository asks to accept each data set's licence by hand; see https" in (
        capsys.readouterr().err
    )
