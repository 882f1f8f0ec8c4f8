"""Languages that a text, a document or an option names: guessed, refused, kept, and broken ones."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document, Paragraph, Sentence, Word
from anaphora_workbench.corpora.languages import LANGUAGES
from anaphora_workbench.corpora.support.samples import packaged
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.language_check import mismatch, refuse_plainly_other
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
from anaphora_workbench.workbench.base.signature import document_checksum
from plug_in import install, run_with
from tiny_corpus import ANN, TOM, Run, conllu

REFUSED = [
    pytest.param("Die Frau hat die Pumpe geprüft, und dann hat sie den Filter gereinigt, weil er alt war.", "German"),
    pytest.param("Die Frau hat die Pumpe geprüft, und sie hat den Filter gereinigt.", "German", id="twelve words"),
    pytest.param(
        "De vrouw heeft de pomp bekeken, en daarna heeft zij het filter schoongemaakt, want het was oud.", "Dutch"
    ),
    pytest.param(
        "Stary mężczyzna kupił lampę na targu. W nocy ją wyczyścił i potem była znowu nowa. Jego żona patrzyła na "
        "niego i powiedziała mu, że to dobra lampa, ale on jej nie wierzył.",
        "Polish",
    ),
    pytest.param(
        "Starý muž koupil lampu na trhu. V noci ji vyčistil a potom byla zase nová. Jeho žena se na něj dívala a řekla "
        "mu, že je to dobrá lampa, ale on jí nevěřil a chtěl ji vrátit.",
        "Czech",
    ),
    pytest.param(
        "Bătrânul a cumpărat o lampă la piață. A curățat-o noaptea și apoi era din nou nouă. Soția lui s-a uitat la el "
        "și i-a spus că este o lampă bună, dar el nu a crezut-o.",
        "Romanian",
    ),
]
# What is in another script needs no words to be told.
SCRIPTS = [
    pytest.param("老人在市场上买了一盏灯。他在晚上把它擦干净了。", "Chinese"),
    pytest.param("老人は市場でランプを買った。彼はそれを夜に磨いた。", "Japanese"),
    pytest.param("노인은 시장에서 등불을 샀다.", "Korean"),
    pytest.param("მოხუცმა ბაზარში ლამპა იყიდა.", "Georgian"),
    pytest.param("Старик купил на рынке лампу LUX.", "Cyrillic"),
]
TAKEN = [
    pytest.param("The woman checked the pump, and then she cleaned the filter, since it was not new.", id="English"),
    pytest.param("Rinse pump. Dry filter. Check seals. Close valves. Start motor. Watch gauges. Note all.", id="terse"),
    pytest.param("Die Hard was shown in Berlin, but the audience left it before the hero was home.", id="names"),
    pytest.param("Die Pumpe ist neu.", id="too short to tell"),
    pytest.param("Die Frau hat die Pumpe geprüft, und sie hat ihn gereinigt.", id="eleven words, too few to tell"),
    pytest.param("", id="a document with words of its own"),
    pytest.param("The sign said 出口, and she took it for Ωmega.", id="words in other scripts"),
    pytest.param("10 + 20 = 30.", id="no letters"),
]


@pytest.mark.model
@pytest.mark.parametrize(("text", "language"), REFUSED)
def test_another_language_is_named(text: str, language: str) -> None:
    with pytest.raises(ValueError, match=f"the text seems to be {language}; expected one of .*English"):
        refuse_plainly_other(Document("d", raw_text=text, language="en"))


@pytest.mark.model
@pytest.mark.parametrize(("text", "script"), SCRIPTS)
def test_another_script_is_named(text: str, script: str) -> None:
    with pytest.raises(ValueError, match=f"the text is in {script} script; expected one of .*English"):
        refuse_plainly_other(Document("d", raw_text=text, language="en"))
    document = Document("a", words=[Word(form) for form in text.split()])
    assert mismatch(document, LANGUAGES.get("en")).startswith(f"taken for English, but it is in {script} script; ")


@pytest.mark.model
@pytest.mark.parametrize(("text", "language"), REFUSED)
def test_the_command_line_warns_of_it(text: str, language: str) -> None:
    document = Document("a", words=[Word(form) for form in re.findall(r"\w+|\S", text)])
    assert mismatch(document, LANGUAGES.get("en")).startswith(f"taken for English, but looks like {language}; ")


@pytest.mark.model
@pytest.mark.parametrize("code", ["", "es", "fr"])
def test_the_samples_are_in_their_languages(code: str) -> None:
    documents = list(read(packaged(f"samples/{code}")))
    assert documents
    for document in documents:
        language = LANGUAGES.get(document.language)
        assert (language.code, mismatch(document, language)) == (code or "en", "")
        refuse_plainly_other(Document("d", raw_text=document.text(), language=language.code))


SPANISH = "La mujer que vive en la casa de su madre no sabe que él la quiere. Ella lo ve todos los días en el parque."


@pytest.mark.model
def test_one_of_ours_is_refused_where_the_document_does_not_name_it() -> None:
    with pytest.raises(ValueError, match="the text seems to be Spanish and would be read as English; expected --lang"):
        refuse_plainly_other(Document("d", raw_text=SPANISH, language="en"))
    refuse_plainly_other(Document("d", raw_text=SPANISH, language="es"))


@pytest.mark.model
@pytest.mark.parametrize("text", TAKEN)
def test_what_is_not_plain_is_taken(text: str) -> None:
    refuse_plainly_other(Document("d", raw_text=text, language="en"))


NAMES = "# meta::language = en\n"


def named(text: str) -> str:
    """A document of CoNLL-U that names its language."""
    first, _, rest = text.partition("\n")
    return f"{first}\n{NAMES}{rest}"


FILES = {
    "a.conllu": (named(conllu("a", ANN)), conllu("a", ANN)),
    "a.chains.json": (json.dumps({"documents": [{"id": "a", "language": "en", "chains": []}]}),
        json.dumps({"documents": [{"id": "a", "chains": []}]})),
    "a.jsonlines": (json.dumps({"doc_key": "a", "language": "en", "sentences": [["It", "fell"]], "clusters": []}),
        json.dumps({"doc_key": "a", "sentences": [["It", "fell"]], "clusters": []})),
    "a-input.xml": ('<document id="a" language="en"><text><p><entity id="1">It</entity> fell</p></text></document>',
        '<document id="a"><text><p><entity id="1">It</entity> fell</p></text></document>'),
}  # fmt: skip


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


def test_preprocessing_goes_by_what_the_document_says(run: Run, tmp_path: Path) -> None:
    (tmp_path / "both.conllu").write_text(named(conllu("a", ANN)) + conllu("b", TOM), encoding="utf-8")
    ran = run("preprocess", "both.conllu", "--annotation", "gold", "--language", "es", "-o", "out", "-q")
    assert (ran.status, ran.err) == (0, "")
    assert {document.id: document.language for document in read(tmp_path / "out")} == {"a": "en", "b": "es"}


def test_a_model_of_another_language_is_refused_as_for_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    nlp = load_model()
    monkeypatch.setattr(nlp, "lang", "es")
    monkeypatch.setattr("anaphora_workbench.preprocessing.parser.spacy_parser.load_model", lambda name, language: nlp)
    text = Document("d", raw_text="Ann left. She ran.")
    assert Preprocessor().annotate(text).language == "es"
    with pytest.raises(ValueError, match=r"d: in language 'en', but model .* is of 'es'"):
        Preprocessor().annotate(replace(text, language_said=True))


@pytest.mark.model
def test_each_corpus_of_a_command_may_have_a_language_of_its_own(run: Run, tmp_path: Path) -> None:
    """The chains of *it* are pronouns' in English alone; a path that is there under its whole name is meant itself."""
    for name in ("one", "other", "third:es"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ann.conllu").write_text(conllu(name[:3], ANN), encoding="utf-8")

    def anaphors(*corpora: str) -> list[int]:
        ran = run("difficulty", *corpora, "--format", "json", "--by", "corpus", "--no-cache", "-q")
        assert not ran.status, ran.err
        return [part["anaphoric_pronouns"] for part in json.loads(ran.out)["by"]["corpus"].values()]

    assert anaphors("one", "other:es") == [2, 0]
    assert anaphors("one", "third:es") == [2, 2]
    compared = run("compare", "one", "other:es", "-r", "most-recent", "-s", "true-gold", "-o", "r.json", "--no-cache")
    assert not compared.status, compared.err
    assert 'language = "es"' in (tmp_path / "r.experiment.toml").read_text(encoding="utf-8")
    assert run("compare", "r.experiment.toml", "--no-cache").out == compared.out
    run("resolve", "other:es", "one", "-r", "most-recent", "--annotation", "gold", "-o", "out", "--no-cache")
    assert [document.language for document in read(tmp_path / "out")] == ["en", "es"]
    refused = run("compare", "one:xx", "-r", "most-recent")
    assert (refused.status, "one:xx: no language 'xx'" in refused.err) == (2, True)


CODE = """
from pathlib import Path
from anaphora_workbench.corpora.languages import Language

ESPERANTO = Language("eo", "Esperanto", Path(__file__).parent)
"""
ENTRY = "[anaphora_workbench.languages]\neo = esperanto:ESPERANTO\n"


@pytest.mark.model
@pytest.mark.parametrize(
    ("command", "table", "content", "told"),
    [
        ("explain", "pronouns.tsv", "li\tpersonal\tthree\ts\tm\n", "pronouns.tsv:1: no row of pronouns: ['li', "),
        ("compare", "grammar.toml", '[determiners]\ndefinit_article = ["la"]\n',
         "did you mean determiners.definite_article?"),
        ("compare", "grammar.toml", "patterns = 3\n[negations]\nwords = 3\n", "negations.words is not a list of words"),
    ],
)  # fmt: skip
def test_english_goes_on(command: str, table: str, content: str, told: str, tiny: Path) -> None:
    site = install(tiny.parent / "site", "esperanto", CODE, ENTRY)
    (site / table).write_text(content, encoding="utf-8")
    (tiny / "long.txt").write_text("Ann saw the lamp on the table. She lit it. " * 4, encoding="utf-8")
    given = tiny / "long.txt" if command == "explain" else tiny / "ann.conllu"
    ran = run_with(site, command, given, "-r", "most-recent", "--no-cache")
    assert ran.returncode == 0, ran.stderr
    (line,) = ran.stderr.splitlines()
    assert line.startswith("warning: language 'eo' (esperanto:ESPERANTO, package esperanto 1.0) has broken tables: ")
    assert told in line
    assert line.endswith("; no text is recognised as being in it")
