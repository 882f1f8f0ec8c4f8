"""What is wrong is said in one line, with the exit status, and nothing is half written."""

import json
import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from anaphora_workbench.workbench.commands.wiring.options import warn
from tiny_corpus import Run

HEADER = "# newdoc id = x\n# global.Entity = eid-etype-head-other\n# sent_id = x-1\n"
BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>\n<np-document version="1" id="&b;"/>\n'
)
FILES = [
    ("empty.conllu", b"", "the file is empty"),
    ("binary.conllu", bytes(range(128, 256)) * 4, "not UTF-8 text"),
    ("nul.txt", b"Ann\0Bob", "null character"),
    ("cut.np.xml", b'<np-document version="1" id="x">\n<p><s>', ":2: not well-formed"),
    ("other.np.xml", b'<np-document version="1"/>', ":1: "),
    ("bomb.np.xml", BOMB.encode(), ":2: a document type declaration"),
    ("columns.conllu", HEADER.encode() + b"1\tAnn\tAnn\n", ":4: 3 columns; expected 10"),
    ("brackets.conllu", HEADER.encode() + b"1\tAnn\tAnn\tPROPN\tNNP\t_\t0\troot\t_\tEntity=(e1-person-1-\n\n", "e1"),
    ("chains.json", b'{"documents": [{"id": "d", "chains": [["a"', ""),
    ("list.standoff.json", b"[1]\n", ":1: the file: [1] is not an object"),
    ("blank.txt", b"\n  \n", "only blank lines"),
]


@pytest.mark.parametrize(("name", "content", "wrong"), FILES)
@pytest.mark.parametrize(
    "command",
    [
        ("compare", "{}", "-r", "mitkov"),
        ("preprocess", "{}", "--output", "out"),
        ("resolve", "{}", "-r", "mitkov", "--output", "out"),
        ("explain", "{}", "-r", "mitkov"),
        ("difficulty", "{}"),
    ],
    ids=lambda command: command[0],
)
def test_a_bad_file(run: Run, tmp_path: Path, command: tuple[str, ...], name: str, content: bytes, wrong: str) -> None:
    (tmp_path / name).write_bytes(content)
    ran = run(*(word.format(name) for word in command))
    assert ran.status == 2
    assert ran.err.startswith(f"error: {name}")
    assert wrong in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""
    assert not (tmp_path / "out").exists()


USAGE = [
    (("compare", "nowhere"), "nowhere: no such file or folder"),
    (("compare", "void"), "void: no file of any known format in this folder"),
    (("compare", "tiny", "-r", "nobody"), "no resolver 'nobody'; there are: abstract-anaphora, all-in-one"),
    (("compare", "tiny", "-s", "true"), "no setting 'true'; there are: true-gold"),
    (("compare", "tiny", "-m", "f5"), "no metric 'f5'; there are: mentions, muc"),
    (("compare", "tiny", "--format", "xml"), "'text', 'json', 'csv', 'markdown', 'latex'"),
    (("compare", "tiny", "--from", "xml"), "no format 'xml'; there are: "),
    (("compare", "tiny", "--match", "near"), "'head', 'exact'"),
    (("compare", "tiny", "--twinless", "no"), "expected one of standard, drop"),
    (("compare", "tiny", "--option", "mitkov"), "not of the form RESOLVER.NAME=VALUE"),
    (("compare", "tiny", "--option", "mitkov.x=1"), "mitkov has no option 'x'; there are: "),
    (("compare", "tiny", "--option", "mitkov.window=two"), "'two' is not a whole"),
    (("compare", "tiny", "--option", "mitkov.window=1", "--option", "mitkov.window=2"), "--option mitkov.window=2"),
    (("score", "tiny", "tiny", "--preset", "crac24", "--preset", "crac22"), "--preset is given twice; expected it"),
    (("compare", "tiny", "-o", "a.json", "--output=b.json"), "--output is given twice"),
    (("are", "score", "tiny", "tiny", "-t", "1", "-t", "2"), "--task is given twice"),
    (("are", "score", "tiny", "tiny", "-t", "0"), "'--task' / '-t': Input should be greater than or equal to 1"),
    (("compare", "tiny", "-r", "+"), "'+' joins nothing; expected a resolver on both sides"),
    (("compare", "tiny", "--option", "nobody.x=1"), "'nobody' is neither a resolver that runs nor a metric"),
    (("compare", "tiny", "--jobs", "many"), "--jobs"),
    (("compare", "tiny", "--jobs", "-1"), "--jobs"),
    (("compare", "tiny", "--jobs", "1001"), "less than or equal to 1000"),
    (("convert", "", "out"), "'INPUT': an empty name; expected that of a file"),
    (("convert", "tiny", ""), "'OUTPUT': an empty name; expected that of a file"),
    (("compare", "tiny", "--cache", ""), "an empty name; expected that of a file"),
    (("compare", "tiny", "--lexicon", ""), "'--lexicon': an empty name; expected"),
    (("serve", "tiny", "--key", ""), "'--key': an empty name; expected that of"),
    (("serve", "tiny", "--key", "no"), "--key no: no such file or folder"),
    (("are", "score", "tiny", "", "-t", "1"), "an empty name; expected that of a file"),
    (("convert", "tiny", "-"), "'OUTPUT': - stands for standard input; expected the name"),
    (("compare", "tiny", "-o", "-"), "- stands for standard input; expected the name of"),
    (("compare", "tiny", "--mentions", "true"), "no option --mentions; expected --setting, as true-gold"),
    (("compare", "tiny", "--annotation", "gold"), "expected --setting, as true-gold"),
    (("score", "tiny", "tiny", "--mentions", "true"), "--mentions; there are: --"),
    (("explain", "tiny", "--setting", "true-gold"), "no option --setting; expected --mentions and --annotation"),
    (("compare", "no\nsuch"), "no such: no such file or folder"),
    (("compare", "tiny", "--fast"), "no option --fast; there are: --"),
    (("compare", "tiny", "--lexicon", "no.toml"), "no.toml: No such file"),
    (("compare", "tiny", "--spacy-model", "no_model", "-s", "true-predicted"), "no_model"),
    (("compare", "tiny", "--cache", "tiny/ann.conllu"), "expected a folder for the cache"),
    (("compare", "tiny", "--ablate", "--report", "r.html"), "--report next to --ablate;"),
    (("compare", "tiny", "--by", "pronoun", "--ablate"), "--by next to --ablate;"),
    (("compare",), "no corpus; expected CORPUS..., as in workbench compare samples, or --resume FOLDER"),
    (("compete",), "no command 'compete'; there are: compare"),
    (("resolve", "tiny", "-r", "mitkov", "--to", "conllu"), "--to conllu without --output FOLDER; expected both"),
    (("resolve", "tiny", "-r", "mitkov", "-o", "out", "--to", "text"), "read; to write there are: are"),
    (("resolve", "tiny", "-r", "mitkov", "-o", "tiny/ann.conllu"), "expected a folder"),
    (("explain", "tiny", "-r", "mitkov", "--anaphor", "q"), "no decision on a mention 'q'; pronouns with one:"),
    (("explain", "tiny", "-r", "sieve", "--anaphor", "q"), "(--all shows them)"),
    (("train", "soon", "tiny", "-o", "m.json", "--option", "match=weak"), "soon has no option 'match'; there are:"),
    (("compare", "tiny", "-r", "soon", "-r", "ims", "--option", "match=weak"), "none of soon, ims has an option"),
    (("train", "soon", "tiny", "-o", "m.json", "--seed", "-5"), "'--seed': Input should be greater than or equal to 0"),
    (("difficulty", "tiny", "-r", "oracle"), "no candidates of its own"),
    (("list", "things"), "'resolvers', 'metrics', 'formats'"),
    (("list", "formats", "pdf"), "no format 'pdf'; there are: "),
]


@pytest.mark.parametrize(("command", "says"), USAGE)
def test_a_wrong_command_line(run: Run, tiny: Path, tmp_path: Path, command: tuple[str, ...], says: str) -> None:
    (tmp_path / "void").mkdir()
    ran = run(*command)
    assert ran.status == 2
    assert ran.err.startswith("error: ")
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""
    assert not (tmp_path / "out").exists()


def test_a_model_that_is_missing_is_said_once(run: Run, tiny: Path) -> None:
    ran = run("compare", tiny, "-r", "mitkov", "--spacy-model", "no_model", "--no-cache", "-s", "true-predicted")
    assert (ran.status, ran.err.count("\n")) == (2, 1)


def test_debug_shows_where(run: Run) -> None:
    ran = run("compare", "nowhere", "--debug")
    assert "Traceback" in ran.err
    assert ran.err.splitlines()[-1] == "error: nowhere: no such file or folder"


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "tiny", "--from", ""),
        ("compare", "tiny", "--scheduler", ""),
        ("compare", "tiny", "--metric", "muc", "--metric", ""),
        ("compare", "tiny", "--spacy-model="),
        ("score", "tiny", "tiny", "--from", ""),
        ("resolve", "tiny", "-r", "mitkov", "-o", "out", "--language", ""),
        ("resolve", "tiny", "-o", "out", "-r", ""),
        ("explain", "tiny", "-r", "mitkov", "--option="),
        ("explain", "tiny", "-r", "mitkov", "--anaphor", ""),
        ("serve", "--no-browser", "--host", ""),
        ("are", "prepare", "tiny", "-t", "1", "-o", "out", "--leave-out", ""),
        ("are", "resolve", "tiny", "-t", "1", "-r", "hobbs", "-o", "out", "--nominal", ""),
    ],
    ids=lambda command: " ".join(command[-2:]),
)
def test_an_empty_value_is_no_value(run: Run, tiny: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    before = sorted(tmp_path.rglob("*"))
    ran = run(*command)
    name = command[-2] if command[-1] == "" else command[-1].rstrip("=")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: Invalid value for ")
    assert f"{name}'" in ran.err
    assert "': an empty value; expected one" in ran.err
    assert ran.err.count("\n") == 1
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("command", ["preprocess", "resolve"])
def test_the_good_ones_are_written_and_the_bad_one_is_named(run: Run, tiny: Path, tmp_path: Path, command: str) -> None:
    (tiny / "sam.conllu").write_text("1\tSam\n", encoding="utf-8")
    more = ("--annotation", "gold") + (("-r", "mitkov") if command == "resolve" else ())
    ran = run(command, tiny, "--output", tmp_path / "out", *more)
    assert ran.status == 1
    assert ran.err.startswith(f"error: {tiny / 'sam.conllu'}:1: ")
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["ann.np.xml", "tom.np.xml"]


@pytest.mark.parametrize(
    "command",
    [
        ("compare", "it.chains.json", "-r", "mitkov"),
        ("explain", "it.chains.json", "-r", "mitkov"),
        ("are", "prepare", "it.chains.json", "-t", 1, "-o", "out"),
    ],
    ids=lambda command: command[0],
)
def test_a_line_end_in_an_id_ends_no_line_of_an_error(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    document = {"id": "one\n\x1btwo", "chains": []}
    (tmp_path / "it.chains.json").write_text(json.dumps({"documents": [document]}), encoding="utf-8")
    ran = run(*command)
    assert ran.status == 2
    assert "one  two" in ran.err
    assert all(line.startswith(("error: ", "warning: ")) for line in ran.err.splitlines())


def test_a_warning_is_one_line_whatever_it_names(capsys: pytest.CaptureFixture[str]) -> None:
    warn("one\ntwo: no key")
    assert capsys.readouterr().err == "warning: one two: no key\n"


def test_what_is_left_out_of_a_folder_is_counted_and_said(run: Run, tiny: Path) -> None:
    for name in ("notes.txt", "scan.pdf", "README.md", "LICENSE"):
        (tiny / name).write_text("Ann saw it.\n", encoding="utf-8")
    says = (
        "warning: tiny: 2 files are read; left out: 1 of plain text (notes.txt), 1 of no known format (scan.pdf); "
        "expected --from to take others\n"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        commands = (
            ("compare", "tiny", "-r", "mitkov", "-s", "true-gold", "-j", 2, "--no-cache"),
            ("compare", "tiny", "-r", "mitkov", "-s", "true-gold", "--run", "R", "--quiet"),
            ("compare", "--resume", "R", "--quiet"), ("score", "tiny", "tiny"), ("difficulty", "tiny"),
            ("resolve", "tiny", "-r", "hobbs", "-o", "out"), ("validate", "tiny"),
            ("are", "run", "tiny", "--task", 1, "-r", "hobbs"),
        )  # fmt: skip
        for command in commands:
            ran = run(*command)
            assert (ran.status, ran.err) == (0, says), command
        assert run("validate", "tiny", "--from", "conllu").err == ""


@pytest.mark.parametrize("kind", ["link", "pipe"])
@pytest.mark.parametrize("command", [("compare", "-r", "mitkov"), ("validate",), ("difficulty",)], ids=lambda c: c[0])
def test_what_has_the_name_of_a_file_and_is_none(run: Run, tiny: Path, kind: str, command: tuple[str, ...]) -> None:
    place = tiny / "ada.conllu"
    if kind == "link":
        place.symlink_to(tiny / "gone.conllu")
        wrong = "a link to no file"
    else:
        os.mkfifo(place)
        wrong = "no regular file"
    ran = run(command[0], tiny, *command[1:])
    said = f"error: {place}: {wrong}; expected a file, or none of this name\n"
    assert (ran.status, ran.out, ran.err) == (2, "", said)


def without_rights(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """A command of somebody who may not read everything; whoever runs the tests may."""
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        pytest.skip("setpriv, which takes the rights of root away, is not installed")
    command = [sys.executable, "-m", "anaphora_workbench", *map(str, words)]
    if os.geteuid() == 0:
        command = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)


@pytest.mark.parametrize(
    "command",
    [
        ("resolve", "tiny", "-r", "mitkov", "-o", "out", "--mentions", "true", "--annotation", "gold"),
        ("validate", "tiny"),
    ],
    ids=lambda command: command[0],
)
def test_a_file_that_may_not_be_read_costs_the_others_nothing(tiny: Path, command: tuple[str, ...]) -> None:
    shut = sorted(tiny.iterdir())[0]
    shut.chmod(0)
    ran = without_rights(tiny.parent, *command)
    said = f"{shut.relative_to(tiny.parent)}: cannot be read: Permission denied"
    assert said in ran.stderr + ran.stdout
    assert ran.returncode == 1
    if command[0] == "resolve":
        assert len(list((tiny.parent / "out").iterdir())) == len(list(tiny.iterdir())) - 1


def test_a_folder_that_may_not_be_read_is_named(tiny: Path) -> None:
    (tiny / ".hidden").mkdir(mode=0)
    (tiny / "more").mkdir(mode=0)
    ran = without_rights(tiny.parent, "difficulty", "tiny")
    said = "error: tiny/more: a folder that cannot be read; expected the right to\n"
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)


DEEP_OR_LONG = {"deep": "a = " + "[" * 20_000, "long": "seed = 1" + "0" * 5_000}


@pytest.mark.parametrize("name", DEEP_OR_LONG)
def test_toml_that_python_does_not_take(run: Run, tiny: Path, tmp_path: Path, name: str) -> None:
    file = tmp_path / "odd.toml"
    file.write_text(DEEP_OR_LONG[name], encoding="utf-8")
    wrong = "not usable TOML: nested too deeply or a number too long"
    assert run("compare", file).err == f"error: {file}: {wrong}; see docs/experiments.md\n"
    ran = run("resolve", tiny, "-r", "mitkov", "--lexicon", file, "-o", tmp_path / "out")
    assert ran.err == f"error: {file}: {wrong}; expected TOML like corpora/languages/en/words.toml\n"


@pytest.mark.parametrize("words", [("{}",), ("{}", "tiny"), ("tiny", "--key", "{}")], ids=["corpus", "first", "key"])
@pytest.mark.parametrize(
    ("place", "says"),
    [("empty.txt", "empty.txt: the file is empty; expected"), ("folder", "folder: no file of any known format")],
)
@pytest.mark.usefixtures("tiny")
def test_a_page_offers_no_unreadable_file(
    run: Run, tmp_path: Path, words: tuple[str, ...], place: str, says: str
) -> None:
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "folder").mkdir()
    ran = run("serve", *(word.format(place) for word in words), "--no-browser", "--port", 0)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"error: {says}")
