"""The formats together: who recognises what, folders, names of files, and files that are no annotation."""

import bz2
import gzip
import json
import lzma
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, find, formats, read, write
from anaphora_workbench.corpora.document import CoreferenceLayer, Document, Entity, Mention, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats.parts import files
from anaphora_workbench.corpora.formats.parts.files import file_name
from anaphora_workbench.corpora.formats.registry import RANKS, available, in_turn, recognise

CONLLU = (
    "# newdoc id = d\n# global.Entity = eid-etype-head-other\n1\tIt\tit\tPRON\tPRP\t_\t0\troot\t_\tEntity=(e1-x-1-)\n\n"
)
CONLL2012 = "#begin document (d); part 000\nd\t0\t0\tIt\t(1)\n\n#end document\n"
NP_XML = '<?xml version="1.0"?>\n<np-document version="1" id="d"><w id="w1" form="It"/></np-document>\n'
CHAINS = '{"documents": [{"id": "d", "chains": [["a", "b"]]}]}\n'
ARE = '<document id="d"><text><entity id="1">Ann</entity></text></document>\n'
LINES = '{"doc_key": "d", "sentences": [["It"]], "clusters": []}\n'
CONTENT = {
    "jsonlines": LINES, "conllu": CONLLU, "conll2012": CONLL2012, "np-xml": NP_XML, "chains-json": CHAINS,
    "text": "Some text.\n",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in CONTENT if name != "text"])
def test_content_tells_the_format_whatever_the_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / "misleading.txt"
    file.write_text(CONTENT[name])
    recognised = formats.recognise(file)
    assert recognised is not None
    assert recognised.name == name
    assert [document.id for document in read(file)] == ["d"]


@pytest.mark.parametrize(
    ("content", "name"),
    [(CONLLU, "conllu"), (CONLL2012, "conll2012"), (NP_XML, "np-xml"), (CHAINS, "chains-json"), (ARE, "are")],
)
def test_a_byte_order_mark_hides_no_format(tmp_path: Path, content: str, name: str) -> None:
    file = tmp_path / "marked.dat"
    file.write_text(f"\ufeff{content}", encoding="utf-8")
    recognised = formats.recognise(file)
    assert recognised is not None
    assert recognised.name == name


def test_name_tells_the_format_where_content_does_not(tmp_path: Path) -> None:
    file = tmp_path / "a.conllu"
    file.write_text("1 It it\n")
    with pytest.raises(FormatError, match=r"a\.conllu:1: 1 column; expected 10"):
        list(read(file))


@pytest.mark.parametrize("count", [60, 61])
@pytest.mark.parametrize("name", ["conll2012", "conllu", "semeval2010", "ua", "jsonlines", "preco"])
def test_a_long_document_of_one_sentence_may_lack_their_ends(tmp_path: Path, name: str, count: int) -> None:
    words = [Word(f"w{number}") for number in range(count)]
    document = Document("d", words, [Sentence(0, count)], coreference={"gold": CoreferenceLayer("gold")})
    file = tmp_path / "d.txt"
    if name == "preco":
        sentences = [[" "], [word.form for word in words]]
        file.write_text(json.dumps({"id": "d", "sentences": sentences, "mention_clusters": []}))
    else:
        write([document], file, name)
    (found,) = formats.get_format(name).read(file)
    assert found.sentences_known == (count == 60)


def test_every_format_describes_itself() -> None:
    for name, its_format in formats.available().items():
        assert its_format.name == name
        assert its_format.description
        assert its_format.source
        assert its_format.suffixes


@pytest.mark.parametrize("line", ["\n", " \n", "#\n", "\r\n", "\t", "\f\n"])
def test_a_file_is_recognised_whatever_it_begins_with(tmp_path: Path, line: str) -> None:
    """What tells CoNLL-U took time that doubled with each blank line."""
    text, parsed = tmp_path / "a.txt", tmp_path / "b.txt"
    text.write_text(line * 2000 + "He left.", newline="")
    parsed.write_text(line * 2000 + "1\tHe" + "\t_" * 8 + "\n\n", newline="")
    assert [its_format.name for path in (text, parsed) if (its_format := recognise(path))] == ["text", "conllu"]


def test_folder_gives_every_recognised_file_in_order(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "2.conll").write_text(CONLL2012)
    (tmp_path / "a.conllu").write_text(CONLLU)
    (tmp_path / "README.md").write_text("about")
    (tmp_path / "LICENSE.txt").write_text("licence")
    (tmp_path / ".hidden.conllu").write_text("broken")
    assert [(path.name, its_format.name) for path, its_format in find(tmp_path)] == [
        ("a.conllu", "conllu"),
        ("2.conll", "conll2012"),
    ]


def test_what_is_not_read_of_a_folder_is_told(tmp_path: Path) -> None:
    for name, content in (("a.conllu", CONLLU), ("notes.txt", "about"), ("scan.pdf", "%PDF"), ("README.md", "about")):
        (tmp_path / name).write_text(content)
    with pytest.warns(UserWarning, match=r"1 file is read; left out: 1 of plain text \(notes.txt\), 1 of no known"):
        assert len(list(read(tmp_path))) == 1


def test_text_is_taken_from_a_folder_that_holds_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("One.\n")
    (tmp_path / "b.txt").write_text("Two.\n")
    assert [document.raw_text for document in read(tmp_path)] == ["One.\n", "Two.\n"]


def test_bad_file_in_a_folder_does_not_hide_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text("1\tIt\n")
    (tmp_path / "b.conllu").write_text(CONLLU)
    errors: list[FormatError] = []
    assert [document.id for document in read(tmp_path, on_error=errors.append)] == ["d"]
    assert [str(error) for error in errors] == [
        f"{tmp_path}/a.conllu:1: 2 columns; expected 10, separated by tabs, or a comment"
    ]


def test_folder_without_annotation(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\x00\x01")
    with pytest.raises(FormatError, match=r"no file of any known format in this folder; expected one of .*conllu"):
        list(read(tmp_path))


def test_unknown_format_names_the_known_ones(tmp_path: Path) -> None:
    file = tmp_path / "a.bin"
    file.write_bytes(b"\x00\x01")
    with pytest.raises(FormatError, match=r"unknown format; expected one of .*np-xml"):
        list(read(file))
    with pytest.raises(ValueError, match=r"no format 'conl'; there are: .*conllu"):
        list(read(file, format="conl"))


EMPTY_OR_BINARY = {
    b"": r"x:?\d*: the file is empty", b"\x89PNG\r\n\x1a\n\x00\x00": r"x:1: not UTF-8 text \(byte 0x89\)",
    b"ab\ncd\n\x00ef\n": r"x:\d: ", b"#\xc3\n": r"x:1: not UTF-8 text \(byte 0xc3\)",
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(formats.available()))
def test_what_is_no_text_is_one_clear_line(tmp_path: Path, name: str) -> None:
    file = tmp_path / "x"
    for content, message in EMPTY_OR_BINARY.items():
        file.write_bytes(content)
        with pytest.raises(FormatError, match=message) as caught:
            list(read(file, format=name))
        assert "\n" not in str(caught.value)
    with pytest.raises(FormatError, match="cannot be read"):
        list(formats.get_format(name).read(tmp_path))


# Half of a pair of escapes is no text.
HALVES = [
    ("jsonlines", r'{"sentences": [["a\ud800"]]}', ":1: the character U+D800 is not text; expected valid Unicode"),
    ("jsonlines", '{"sentences": [["a"]]}\n' + r'{"sentences": [["\uDC00a"]]}', ":2: the character U+DC00"),
    ("chains-json", '{"documents":\n' + r'[{"id": "\ud83d\ud83d\ude00"}]}', ":2: the character U+D83D"),
    ("jsonlines", r'{"sentences": [["\\ud83d\ude00"]]}', ":1: the character U+DE00"),
    ("standoff-json", r'{"document": "\udfff"}', ":1: the character U+DFFF"),
    ("nkas", r'{"corpusName": "\ud800\u0041"}', ":1: the character U+D800"),
    ("nkas", '{"corpusName":\n' + r'"\ud800", "x": "\u0041",' + '\n"y": 1}', ":2: the character U+D800"),
    ("nkas", r'{"corpusName": "\\ud800",' + "\n" + r'"x": "\ud800"}', ":2: the character U+D800"),
    # The codes at both ends of each half, and those next to them.
    ("nkas", r'{"x": "\ud7ff\ue000\ud800\udc00\udbff\udfff",' + "\n" + r'"y": "\udc00"}',
     ":2: the character U+DC00"),
    # An object with a key twice is where it begins.
    ("chains-json", '{"documents":\n[\n{"id": "d",\n"id": "e"}]}', ":3: "),
]  # fmt: skip


@pytest.mark.parametrize(("escaped", "word"), [(r"\ud83d\ude00", "\N{GRINNING FACE}"), (r"\\ud800", r"\ud800")])
def test_a_whole_pair_of_escapes_is_a_character(tmp_path: Path, escaped: str, word: str) -> None:
    file = tmp_path / "a.jsonlines"
    file.write_text(f'{{"sentences": [["{escaped}"]]}}')
    (document,) = read(file)
    assert [each.form for each in document.words] == [word]


@pytest.mark.parametrize(
    ("document_id", "name"),
    [
        ("GUM_news_iodine", "GUM_news_iodine.x"),
        ("nw/dev_type1//0", "nw%2Fdev_type1%2F%2F0.x"),
        ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.x"),
        ("", "document.x"),
        ("a" * 180, "a" * 180 + ".x"),
        ("a" * 181, "a" * 180 + "-9ce4e58a8e13.x"),
        ("a" * 300, "a" * 180 + "-9835fa6bf4e2.x"),
    ],
)
def test_file_names_are_safe(document_id: str, name: str) -> None:
    made = file_name(document_id, ".x")
    assert "/" not in made
    assert len(made) < 255
    assert made == name


def _document(document_id: str) -> Document:
    return Document(
        document_id,
        [Word("It")],
        [Sentence(0, 1)],
        [Paragraph()],
        [Mention("m1", 0, 1, 0)],
        {"gold": CoreferenceLayer("gold", [Entity("1", ["m1"])])},
    )


def test_names_that_differ_in_case_alone_get_two_files(tmp_path: Path) -> None:
    written = write([_document("a"), _document("A")], tmp_path / "out", "np-xml")
    assert [path.name.partition("-")[0] for path in written] == ["a.np.xml", "A"]
    assert [document.id for document in read(tmp_path / "out")] == ["A", "a"]


def test_half_a_character_is_not_written(tmp_path: Path) -> None:
    broken = _document("a")
    broken.words[0].form = "\ud800"
    with pytest.raises(FormatError, match=r"U\+D800"):
        write([broken], tmp_path / "a.conllu")


def test_several_documents_go_to_a_folder(tmp_path: Path) -> None:
    written = write([_document("a/1"), _document("b")], tmp_path / "out", "np-xml")
    assert [path.name for path in written] == ["a%2F1.np.xml", "b.np.xml"]
    assert [document.id for document in read(tmp_path / "out")] == ["a/1", "b"]


@pytest.mark.parametrize("name", ["a.conll.compressed", "a.conll", "a.conllu", "a.jsonl", "a.txt"])
@pytest.mark.parametrize(
    ("program", "compress"), [("gzip", gzip.compress), ("bzip2", bz2.compress), ("xz", lzma.compress)]
)
def test_a_compressed_file_is_named_as_one(
    tmp_path: Path, program: str, compress: Callable[[bytes], bytes], name: str
) -> None:
    file = tmp_path / name
    file.write_bytes(compress(b"#begin document (a); part 000\n#end document\n"))
    with pytest.raises(FormatError, match=f"a file compressed by {program}; expected it uncompressed"):
        list(read(file))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_text_in_utf_16_is_named_as_such(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.conllu").write_bytes("\ufeff# newdoc id = a\n".encode(encoding))
    with pytest.raises(FormatError, match=r"a\.conllu: text in UTF-16; expected UTF-8"):
        list(read(tmp_path / "a.conllu"))


@pytest.mark.parametrize(("text", "fits"), [("four", True), ("fives", False)])
def test_a_file_is_read_up_to_the_largest_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, fits: bool
) -> None:
    monkeypatch.setattr(files, "LARGEST_FILE", 4)
    (tmp_path / "a").write_text(text)
    with nullcontext() if fits else pytest.raises(FormatError, match="larger than 4 bytes"):
        assert files.whole_text(tmp_path / "a") == text


def test_a_file_is_complete_or_absent(tmp_path: Path) -> None:
    broken = _document("a")
    broken.words[0].form = "two\tcolumns"
    target = tmp_path / "out.conllu"
    target.write_text("what was there")
    with pytest.raises(FormatError, match="tab or line end in a column"):
        write([_document("a"), broken], target, "conllu")
    assert target.read_text() == "what was there"
    assert [path.name for path in tmp_path.iterdir()] == ["out.conllu"]


def test_the_format_is_that_of_the_name_or_np_xml_in_a_folder(tmp_path: Path) -> None:
    assert write([_document("a")], tmp_path / "a.conll") == [tmp_path / "a.conll"]
    assert formats.recognise(tmp_path / "a.conll") is formats.get_format("conll2012")
    assert write([_document("a")], tmp_path / "out") == [tmp_path / "out" / "a.np.xml"]
    with pytest.raises(FormatError, match="no format has such a name; expected --to FORMAT"):
        write([_document("a")], tmp_path / "a.unknown")


def test_our_formats_are_asked_in_the_order_of_their_ranks() -> None:
    assert {name: its_format.rank for name, its_format in available().items()} == RANKS
    assert [its_format.name for its_format in in_turn()] == list(available())
