"""np-xml that another parser has made: what it has is kept, and only what it lacks is made."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from tiny_corpus import Run

# A tree that spaCy would not make: the names are strange, the second sentence has a verb of its own.
HEADS = {
    "w1": 'lemma="zorbla" upos="PROPN" head="w2" relation="nsubj"',
    "w2": 'lemma="meet" upos="VERB" relation="root"',
    "w3": 'upos="DET" head="w4" relation="det"',
    "w4": 'upos="NOUN" head="w2" relation="obj"',
    "w6": 'upos="PRON" head="w7" relation="nsubj"',
    "w7": 'upos="VERB" relation="root"',
    "w8": 'upos="PRON" head="w7" relation="obj"',
}
FORMS = [["Zorbla", "met", "a", "glorp", "."], ["She", "greeted", "it", "."]]
PLACES = {"a": ("w1", "w1"), "b": ("w3", "w4"), "c": ("w6", "w6"), "d": ("w8", "w8")}
DESCRIBED = {
    "a": 'kind="proper" number="s" gender="f" function="SUBJ"',
    "b": 'kind="common" number="s" gender="n" function="DOBJ"',
    "c": 'kind="pronoun" pronoun-type="personal" number="s" gender="f" function="SUBJ"',
    "d": 'kind="pronoun" pronoun-type="personal" number="s" gender="n" function="DOBJ"',
}
KEY = '<coreference annotator="gold"><entity id="1" mentions="a c"/><entity id="2" mentions="b d"/></coreference>'


def mentions(features: dict[str, str], source: str = "", prefix: str = "") -> str:
    """Mention elements of the four noun phrases."""
    stated = f'source="{source}"' if source else ""
    return "\n".join(
        f'<mention id="{prefix}{name}" first="{first}" last="{last}" head="{last}" {features.get(name, "")} {stated}/>'
        for name, (first, last) in PLACES.items()
    )


def np_xml(path: Path, body: str = "", heads: bool = True, tool: str = "pretend 0.1") -> Path:
    """Write what a parser has made of two sentences."""
    words = iter(range(1, 10))
    sentences = []
    for forms in FORMS:
        tags = []
        for form in forms:
            name = f"w{next(words)}"
            tags.append(f'<w id="{name}" form="{form}" {HEADS.get(name, "") if heads else ""}/>')
        sentences.append(f"<s>{''.join(tags)}</s>")
    relations = 'relations="ud"' if heads else ""
    path.write_text(
        f'<np-document version="1" id="{path.name.partition(".")[0]}" annotation="predicted" {relations} tool="{tool}">'
        f"<p>{''.join(sentences)}</p>{body}</np-document>",
        encoding="utf-8",
    )
    return path


def answers(run: Run, file: Path, *words: object) -> Document:
    ran = run("resolve", file, "-r", "most-recent", "--output", "answers", *words)
    assert ran.status == 0, ran.err
    (answer,) = read(file.parent / "answers")
    return answer


def links(answer: Document) -> dict[str, str | None]:
    """Words of the antecedent by the words of the pronoun."""
    of = answer.mention_by_id()
    (layer,) = answer.coreference.values()
    return {
        answer.mention_text(of[decision.anaphor]): decision.antecedent and answer.mention_text(of[decision.antecedent])
        for decision in layer.decisions or ()
    }


def test_words_and_heads_get_what_they_lack(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml")
    answer = answers(run, file)
    assert (answer.tool, answer.relations, answer.annotation) == ("pretend 0.1", "ud", "predicted")
    assert [(word.upos, word.head, word.relation) for word in answer.words[:2]] == [
        ("PROPN", 1, "nsubj"),
        ("VERB", -1, "root"),
    ]
    assert links(answer) == {"She": "a glorp", "it": "a glorp"}
    assert {word.clause for word in answer.words} == {0, 1}
    assert "She (s3)" in run("explain", file, "-r", "mitkov").out


def test_preprocess_makes_the_rest(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml")
    assert run("preprocess", file, "--output", "made").status == 0
    (made,) = read(tmp_path / "made")
    assert (made.tool, [made.mention_text(mention) for mention in made.mentions]) == (
        "pretend 0.1",
        ["Zorbla", "a glorp", "She", "it"],
    )
    assert "preprocessed already" in run("preprocess", tmp_path / "made", "--output", "again").err
    ran = run("preprocess", file, "--annotation", "gold", "--output", "gold")
    assert (ran.status, "its annotation is predicted" in ran.err) == (2, True)


def test_described_mentions_without_a_source_stay_as_they_are(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml", mentions(DESCRIBED) + KEY)
    answer = answers(run, file, "--mentions", "true")
    assert answer.tool == "pretend 0.1"
    assert [(mention.id, set(mention.gender), mention.function) for mention in answer.mentions] == [
        ("a", {"f"}, "SUBJ"),
        ("b", {"n"}, "DOBJ"),
        ("c", {"f"}, "SUBJ"),
        ("d", {"n"}, "DOBJ"),
    ]
    assert links(answer) == {"She": "Zorbla", "it": "a glorp"}
    ran = run("compare", file, "-r", "most-recent")
    assert ran.status == 0
    assert ("true-predicted" in ran.out, "system-predicted" in ran.out, "gold:" in ran.out) == (True, True, False)


@pytest.mark.model
def test_spacy_parses_anew_where_it_is_asked_to(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml", mentions(DESCRIBED) + KEY)
    assert answers(run, file, "--annotation", "spacy").tool.startswith("spaCy")
    assert run("explain", file, "-r", "mitkov", "--annotation", "spacy").status == 0


@pytest.mark.model
@pytest.mark.filterwarnings("default")
def test_heads_of_unknown_labels_are_left_with_a_warning(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml")
    file.write_text(file.read_text(encoding="utf-8").replace('relations="ud"', ""), encoding="utf-8")
    ran = run("resolve", file, "-r", "most-recent", "--output", "answers")
    assert (ran.status, "t: it has heads, but says no relations; expected 'ud' or 'clear'" in ran.err) == (0, True)


BESIDE_A_BARE_KEY = mentions({}) + mentions(DESCRIBED, "system", prefix="s") + KEY


def test_a_bare_key_is_described_by_the_heads(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml", BESIDE_A_BARE_KEY)
    compared = json.loads(run("compare", file, "-r", "most-recent", "--format", "json").out)["corpora"]["t"]
    answered = {setting: by_resolver["most-recent"]["attempted"] for setting, by_resolver in compared.items()}
    assert answered == {"true-predicted": 2, "system-predicted": 2}
    answer = answers(run, file, "--mentions", "true")
    assert [(mention.kind, mention.function) for mention in answer.mentions] == [
        ("proper", "SUBJ"),
        ("common", "DOBJ"),
        ("pronoun", "SUBJ"),
        ("pronoun", "DOBJ"),
    ]


@pytest.mark.filterwarnings("default")
def test_a_bare_key_without_heads_serves_with_system_mentions_only(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml", BESIDE_A_BARE_KEY, heads=False)
    ran = run("compare", file, "-r", "most-recent")
    assert (ran.status, "true-predicted" in ran.out, "system-predicted" in ran.out) == (0, False, True)
    assert "warning: t: no setting with true mentions: only their places are known, and there are no heads" in ran.err
    assert "sc  “She”" in run("explain", file, "-r", "mitkov").out
    ran = run("resolve", file, "-r", "mitkov", "--mentions", "true", "--output", "answers")
    assert (ran.status, "t: no true mentions to resolve: only their places are known" in ran.err) == (2, True)


@pytest.mark.parametrize("left_out", ['kind="pronoun" pronoun-type="personal"', 'pronoun-type="personal"'])
@pytest.mark.parametrize("heads", [False, True], ids=["without heads", "with heads"])
def test_the_form_tells_what_a_pronoun_lacks(run: Run, tmp_path: Path, left_out: str, heads: bool) -> None:
    lacking = {name: features.replace(left_out, "") for name, features in DESCRIBED.items()}
    file = np_xml(tmp_path / "t.np.xml", mentions(lacking, "system"), heads=heads)
    answer = answers(run, file)
    assert links(answer) == {"She": "Zorbla", "it": "a glorp"}
    assert {mention.pronoun_type for mention in answer.mentions if mention.is_pronoun} == {"personal"}
    assert "c  “She”  personal, SUBJ" in run("explain", file, "-r", "mitkov").out
    assert "warnings: 0" in run("validate", file).out


def test_the_form_tells_the_person(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml", mentions(DESCRIBED, "system"), heads=False)
    file.write_text(file.read_text(encoding="utf-8").replace('"She"', '"I"'), encoding="utf-8")
    answer = answers(run, file)
    assert ([mention.person for mention in answer.mentions], links(answer)) == ([3, 3, 1, 3], {"it": "a glorp"})


@pytest.mark.filterwarnings("default")
def test_a_pronoun_whose_form_tells_no_type_is_warned_of(run: Run, tmp_path: Path) -> None:
    untyped = {name: features.replace('pronoun-type="personal"', "") for name, features in DESCRIBED.items()}
    file = np_xml(tmp_path / "t.np.xml", mentions(untyped, "system"), heads=False)
    file.write_text(file.read_text(encoding="utf-8").replace('"She"', '"Zhe"'), encoding="utf-8")
    wrong = "a pronoun without a type, which no resolver resolves; expected a pronoun-type"
    assert f"warning: t: “Zhe” (c): {wrong}" in run("explain", file, "-r", "mitkov").err
    checked = run("validate", file).out
    assert f"mention c (Zhe) is {wrong}" in checked
    assert "warnings: 1" in checked


def models(run: Run, *words: object) -> set[str]:
    """What the signatures of a comparison say of the model."""
    ran = run("compare", *words, "-r", "most-recent", "--metric", "muc", "--format", "json")
    assert ran.status == 0, ran.err
    return set(re.findall(r"[|]model:([^|]*)[|]", ran.out))


@pytest.mark.filterwarnings("default")
def test_the_signature_says_who_has_parsed(run: Run, tmp_path: Path) -> None:
    body = mentions(DESCRIBED) + KEY
    np_xml(tmp_path / "t.np.xml", body)
    assert models(run, "t.np.xml") == {"pretend 0.1"}
    ran = run("compare", "t.np.xml", "-r", "most-recent", "--spacy-model", "en_core_web_md")
    assert "model:pretend 0.1|" in ran.out
    assert "warning: model en_core_web_md: it does not parse anew what pretend 0.1 has parsed" in ran.err
    (tmp_path / "several").mkdir()
    for name, tool in (("a", "pretend 0.1"), ("b", "other 2"), ("c", "spaCy 3.8.18, en_core_web_md 3.8.0"), ("d", "")):
        np_xml(tmp_path / "several" / f"{name}.np.xml", body, tool=tool)
    assert models(run, "several") == {"en_core_web_md-3.8.0+other 2+pretend 0.1+unnamed"}
    ran = run("compare", "several", "-r", "mitkov", "--ablate", "--format", "json", "--metric", "muc")
    assert "|model:en_core_web_md-3.8.0+other 2+pretend 0.1+unnamed|" in ran.out


@pytest.mark.model
def test_what_spacy_has_preprocessed_is_signed_as_the_corpus(run: Run, tiny: Path, tmp_path: Path) -> None:
    assert run("preprocess", tiny, "--output", "prepared").status == 0
    of_corpus = models(run, tiny)
    assert (models(run, "prepared"), len(of_corpus)) == (of_corpus, 1)
    np_xml(tmp_path / "prepared" / "t.np.xml", mentions(DESCRIBED) + KEY)
    assert models(run, "prepared") == {f"{of_corpus.pop()}+pretend 0.1"}
