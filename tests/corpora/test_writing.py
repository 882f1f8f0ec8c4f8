"""Folders and files of documents: complete or absent, one file for an id."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import FormatError, formats, read
from anaphora_workbench.corpora.document import Document, Mention, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats.writing import FolderWriter, write, write_file, write_text


def _document(document_id: str, form: str = "It", source: str = "") -> Document:
    return Document(document_id, [Word(form)], [Sentence(0, 1)], [Paragraph()], source=source)


def test_one_document_that_cannot_be_written_costs_only_itself(tmp_path: Path) -> None:
    folder = FolderWriter(tmp_path / "out", formats.get_format("conllu"))
    folder.add(_document("a"))
    with pytest.raises(FormatError, match="tab or line end in a column"):
        folder.add(_document("b", "two\tcolumns"))
    folder.add(_document("c"))
    folder.finish()
    assert [file.name for file in folder.files] == ["a.conllu", "c.conllu"]
    assert sorted(file.name for file in (tmp_path / "out").iterdir()) == ["a.conllu", "c.conllu"]


def test_a_duplicate_document_id_is_refused_and_the_first_kept(tmp_path: Path) -> None:
    folder = FolderWriter(tmp_path, formats.get_format("conllu"))
    folder.add(_document("a", "first"))
    with pytest.raises(FormatError, match=r"a\.conllu: duplicate document id 'a'; expected unique ids"):
        folder.add(_document("a", "second"))
    assert [document.words[0].form for document in read(tmp_path)] == ["first"]


def test_documents_of_one_source_go_to_one_file_where_the_format_keeps_them_together(tmp_path: Path) -> None:
    together = next(
        its_format
        for its_format in formats.available().values()
        if its_format.together and its_format.write is not None
    )
    folder = FolderWriter(tmp_path / "out", together)
    for document in (_document("a", source="x/one.txt"), _document("b", source="x/one.txt"), _document("c")):
        folder.add(document)
    with pytest.raises(FormatError, match="duplicate document id 'b'"):
        folder.add(_document("b", source="x/one.txt"))
    assert not folder.files
    errors: list[Exception] = []
    folder.finish(lambda file, error: errors.append(error))
    assert len(folder.files) + len(errors) == 2


def test_a_folder_without_documents_is_not_made(tmp_path: Path) -> None:
    FolderWriter(tmp_path / "out", formats.get_format("conllu")).finish()
    assert not (tmp_path / "out").exists()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("here already")
    with pytest.raises(FormatError, match="out: a file; expected a folder to write to"):
        FolderWriter(tmp_path / "out", formats.get_format("conllu"))


def test_documents_of_a_file_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "out.conllu"
    assert write_file(map(_document, "abc"), file, formats.get_format("conllu")) == 3
    assert [document.id for document in read(file)] == ["a", "b", "c"]


def test_what_fails_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    def documents():  # type: ignore[no-untyped-def]
        yield _document("a")
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        write_file(documents(), tmp_path / "out.conllu", formats.get_format("conllu"))
    assert not list(tmp_path.iterdir())


def test_text_is_written_with_its_folder(tmp_path: Path) -> None:
    write_text(tmp_path / "deep" / "note.txt", "first")
    write_text(tmp_path / "deep" / "note.txt", "naïve")
    assert [(file.name, file.read_text("utf-8")) for file in (tmp_path / "deep").iterdir()] == [("note.txt", "naïve")]


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        (Sentence(0, 1, 1), "document a: sentence 1 is in paragraph 1, which does not exist"),
        (Sentence(1, 1), "document a: sentence 1 begins at word 1, not at 0"),
        (Sentence(0, 3), "document a: sentence 1 ends at 3 of 1 words"),
        (Sentence(0, 0), "document a: 1 words are in no sentence"),
    ],
)
def test_a_document_that_contradicts_itself_is_not_written(tmp_path: Path, sentence: Sentence, says: str) -> None:
    document = Document("a", [Word("It")], [sentence], [Paragraph()])
    with pytest.raises(FormatError, match=says):
        write_file([document], tmp_path / "a.conllu", formats.get_format("conllu"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("place", ["out", "out.np.xml"])
def test_a_document_that_is_not_in_a_list_is_refused(tmp_path: Path, place: str) -> None:
    with pytest.raises(ValueError, match=r"^d: a single Document to write; expected a list of Documents"):
        write(_document("d"), tmp_path / place)  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_a_name_of_a_file_that_is_no_text_is_an_id_in_json(tmp_path: Path) -> None:
    """Linux has names of any bytes, which Python keeps as half characters."""
    document = Document("d\udcff", [Word("It")], [Sentence(0, 1)], mentions=[Mention("m1", 0, 1, 0)])
    for name in ("chains-json", "jsonlines"):
        (file,) = write([document], tmp_path / name, name)
        (again,) = read(file)
        assert again.id == "d?"
