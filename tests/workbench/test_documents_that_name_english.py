"""A document that says it is in English stays English, whatever language an option says for those that name none."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.pairing.joining import joined
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
from anaphora_workbench.workbench.base.signature import document_checksum
from tiny_corpus import ANN, TOM, Run, conllu

NAMES = "# meta::language = en\n"


def named(text: str) -> str:
    """A document of CoNLL-U that names its language."""
    first, _, rest = text.partition("\n")
    return f"{first}\n{NAMES}{rest}"


FILES = {
    "a.conllu": (named(conllu("a", ANN)), conllu("a", ANN)),
    "a.chains.json": (
        json.dumps({"documents": [{"id": "a", "language": "en", "chains": []}]}),
        json.dumps({"documents": [{"id": "a", "chains": []}]}),
    ),
    "a.jsonlines": (
        json.dumps({"doc_key": "a", "language": "en", "sentences": [["It", "fell"]], "clusters": []}),
        json.dumps({"doc_key": "a", "sentences": [["It", "fell"]], "clusters": []}),
    ),
    "a-input.xml": (
        '<document id="a" language="en"><text><p><entity id="1">It</entity> fell</p></text></document>',
        '<document id="a"><text><p><entity id="1">It</entity> fell</p></text></document>',
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_name_english_and_files_that_name_nothing(tmp_path: Path, name: str) -> None:
    for content, names_none in zip(FILES[name], (False, True), strict=True):
        (tmp_path / name).write_text(content, encoding="utf-8")
        (document,) = read(tmp_path / name)
        assert (document.language, document.names_no_language) == ("en", names_none)
        assert Preprocessor(language="es").in_language(document).language == ("es" if names_none else "en")


def test_a_file_of_semeval_names_its_language(tmp_path: Path) -> None:
    row = "\t".join(["1", "It", *["_"] * 15])
    for name, names_none in (("en.test.txt", False), ("test.txt", True)):
        (tmp_path / name).write_text(f"#begin document a\n{row}\n\n#end document a\n", encoding="utf-8")
        (document,) = read(tmp_path / name, "semeval2010")
        assert (document.language, document.names_no_language) == ("en", names_none)


def test_what_was_preprocessed_as_english_stays_english(tmp_path: Path) -> None:
    """What was only converted to np-xml names English for want of another language."""
    (tmp_path / "a.conllu").write_text(conllu("a", ANN), encoding="utf-8")
    (document,) = read(tmp_path / "a.conllu")
    for made, names_none in ((document, True), (Preprocessor().annotate(document, "gold"), False)):
        write([made], tmp_path / "a.np.xml")
        (again,) = read(tmp_path / "a.np.xml")
        assert again.names_no_language is made.names_no_language is names_none


def test_documents_and_their_checksums_do_not_differ_by_it() -> None:
    document = Document("d", [Word("It")], [Sentence(0, 1)], [Paragraph()])
    said = replace(document, language_said=True)
    assert said == document
    assert document_checksum(said) == document_checksum(document)


def test_a_joined_document_names_what_its_first_part_names(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(named(conllu("a", ANN)), encoding="utf-8")
    (document,) = read(tmp_path / "a.conllu")
    assert document.key is not None
    assert not joined("t", [(document, document.key)]).names_no_language


def test_preprocessing_goes_by_what_the_document_says(run: Run, tmp_path: Path) -> None:
    (tmp_path / "both.conllu").write_text(named(conllu("a", ANN)) + conllu("b", TOM), encoding="utf-8")
    ran = run("preprocess", "both.conllu", "--annotation", "gold", "--language", "es", "-o", "out", "-q")
    assert (ran.status, ran.err) == (0, "")
    assert {document.id: document.language for document in read(tmp_path / "out")} == {"a": "en", "b": "es"}


def test_a_model_of_another_language_is_refused_as_for_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = load_model()
    monkeypatch.setattr(nlp, "lang", "es")
    monkeypatch.setattr("anaphora_workbench.preprocessing.pipeline.load_model", lambda name, language: nlp)
    text = Document("d", raw_text="Ann left. She ran.")
    assert Preprocessor().annotate(text).language == "es"
    with pytest.raises(ValueError, match=r"d: in language 'en', but model .* is of 'es'"):
        Preprocessor().annotate(replace(text, language_said=True))


def test_classes_of_a_key_that_names_english_are_english(run: Run, tmp_path: Path) -> None:
    """*She* is a pronoun in English and none in Spanish."""
    (tmp_path / "key.conllu").write_text(named(conllu("a", ANN)), encoding="utf-8")
    (tmp_path / "none.conllu").write_text(conllu("a", ANN), encoding="utf-8")
    asked = ("--by", "mention-class", "-m", "muc", "--format", "json", "-q")
    english = json.loads(run("score", "none.conllu", "none.conllu", *asked).out)["by"]
    assert json.loads(run("score", "key.conllu", "key.conllu", "--language", "es", *asked).out)["by"] == english
    assert json.loads(run("score", "none.conllu", "none.conllu", "--language", "es", *asked).out)["by"] != english
