"""What several formats say, each in its own way, is one field of a Document."""

import json
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id

CONLLU = "# newdoc id = {id}\n{comments}# sent_id = 1\n# text = It\n1\tIt\tit\tPRON\tPRP\t_\t0\troot\t_\t_\n\n"


@pytest.mark.parametrize(
    ("id", "genre"),
    [
        ("nw/wsj/00/wsj_0001", "newswire"),
        ("(bc/cnn/00/cnn_0000); part 000", "broadcast conversation"),
        ("nw", ""),
        ("1023_bleak_house_brat", ""),
        ("xx/a", ""),
    ],
)
def test_ids_of_ontonotes_begin_with_the_genre(id: str, genre: str) -> None:
    assert genre_by_id(id) == genre


def _read(folder: Path, name: str, content: str) -> Document:
    file = folder / name
    file.write_text(content)
    (document,) = read(file)
    return document


@pytest.mark.parametrize(
    ("name", "content", "genre"),
    [
        ("d.conllu", CONLLU.format(id="d", comments="# meta::genre = court\n"), "court"),
        ("d.conllu", CONLLU.format(id="nw/a", comments=""), "newswire"),
        ("d.conll", "#begin document (nw/a); part 000\nnw/a\t0\t0\tIt\t(1)\n\n#end document\n", "newswire"),
        ("d.jsonl", json.dumps({"doc_key": "nw/a", "sentences": [["It"]], "clusters": []}), "newswire"),
        ("d.jsonl", json.dumps({"doc_key": "d", "sentences": [["It"]], "clusters": [], "genre": "wb"}), "wb"),
        ("d.json", json.dumps({"documents": [{"id": "nw/a", "chains": [["a"]]}]}), "newswire"),
        ("d.json", json.dumps({"documents": [{"id": "d", "genre": "court", "chains": [["a"]]}]}), "court"),
    ],
)
def test_the_genre_in_each_format(tmp_path: Path, name: str, content: str, genre: str) -> None:
    assert _read(tmp_path, name, content).genre == genre


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("d.conllu", CONLLU.format(id="d", comments="# meta::language = es\n")),
        ("d.jsonl", json.dumps({"doc_key": "d", "sentences": [["It"]], "clusters": [], "language": "es"})),
        ("d.json", json.dumps({"documents": [{"id": "d", "language": "es", "chains": [["a"]]}]})),
    ],
)
def test_the_language_in_each_format(tmp_path: Path, name: str, content: str) -> None:
    document = _read(tmp_path, name, content)
    assert document.language == "es"
    (written,) = write([document], tmp_path / "d.np.xml", "np-xml")
    (again,) = read(written)
    assert again == document


@pytest.mark.parametrize(
    "comments",
    [
        "# meta::genre = court\n# meta::author = Ann\n",
        "# meta::author = Ann\n# meta::genre = court\n",
        "# meta::genre = \n",
        "# meta::genre = newswire\n",
        "# meta::language = en\n",
        "# meta::genre = court\n# meta::genre = news\n",
        "# global.Entity = eid-etype-head-other\n# sent_no = 1\n# speaker = Ann\n# speaker = Bo\n# mood = glad\n",
        "# mood = glad\n# speaker = \n",
    ],
)
def test_comments_that_are_fields_stay_where_they_were(tmp_path: Path, comments: str) -> None:
    content = CONLLU.format(id="nw/a", comments=comments)
    document = _read(tmp_path, "d.conllu", content)
    (written,) = write([document], tmp_path / "again.conllu", "conllu")
    assert written.read_text() == content


def test_fields_of_another_source_become_comments(tmp_path: Path) -> None:
    document = Document("d", [Word("It")], [Sentence(0, 1, speaker="Ann")], [Paragraph()], language="es", genre="news")
    (written,) = write([document], tmp_path / "d.conllu", "conllu")
    lines = written.read_text().splitlines()
    assert {"# meta::genre = news", "# meta::language = es", "# speaker = Ann"} <= set(lines)
    (again,) = read(written)
    assert (again.genre, again.language, again.sentences[0].speaker) == ("news", "es", "Ann")


def test_a_word_has_the_speaker_of_its_sentence_unless_it_has_its_own() -> None:
    words = [Word("I"), Word("you", speaker="Bo"), Word("-", speaker=""), Word("so")]
    document = Document("d", words, [Sentence(0, 3, speaker="Ann"), Sentence(3, 4)])
    assert [document.speaker_of(offset) for offset in range(4)] == ["Ann", "Bo", "", ""]


def test_enhanced_dependencies_by_governor_and_relation() -> None:
    assert Word("it", enhanced="4:nsubj|7.1:obl:of").enhanced_dependencies == {("4", "nsubj"), ("7.1", "obl:of")}
    assert Word("it").enhanced_dependencies == set()
