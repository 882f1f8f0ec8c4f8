"""Texts and keys made elsewhere: np-xml of other parsers, zeros, ids, offsets, and types of links."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench.corpora import read, write
from anaphora_workbench.corpora.document import Document
from tiny_corpus import Run, conllu

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
    ran = run(
        "resolve", file, "-r", "most-recent", "--option", "most-recent.grammar=shared", "--output", "answers", *words
    )
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
    # Of one verb, so not of one entity.
    assert links(answer) == {"She": "a glorp", "it": "Zorbla"}
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
        ("a", {"f"}, "SUBJ"), ("b", {"n"}, "DOBJ"), ("c", {"f"}, "SUBJ"), ("d", {"n"}, "DOBJ"),
    ]  # fmt: skip
    assert links(answer) == {"She": "Zorbla", "it": "a glorp"}
    ran = run("compare", file, "-r", "most-recent")
    assert ran.status == 0
    assert ("true-predicted" in ran.out, "system-predicted" in ran.out, "gold:" in ran.out) == (True, True, False)


BESIDE_A_BARE_KEY = mentions({}) + mentions(DESCRIBED, "system", prefix="s") + KEY


def test_a_bare_key_is_described_by_the_heads(run: Run, tmp_path: Path) -> None:
    file = np_xml(tmp_path / "t.np.xml", BESIDE_A_BARE_KEY)
    compared = json.loads(run("compare", file, "-r", "most-recent", "--format", "json").out)["corpora"]["t"]
    answered = {setting: by_resolver["most-recent"]["attempted"] for setting, by_resolver in compared.items()}
    assert answered == {"true-predicted": 2, "system-predicted": 2}
    answer = answers(run, file, "--mentions", "true")
    assert [(mention.kind, mention.function) for mention in answer.mentions] == [
        ("proper", "SUBJ"), ("common", "DOBJ"), ("pronoun", "SUBJ"), ("pronoun", "DOBJ"),
    ]  # fmt: skip


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
    # With gold annotation none has a say.
    return set(re.findall(r"[|]model:([^|]*)[|]", ran.out)) - {"none"}


@pytest.mark.filterwarnings("default")
def test_the_signature_says_who_has_parsed(run: Run, tmp_path: Path) -> None:
    body = mentions(DESCRIBED) + KEY
    np_xml(tmp_path / "t.np.xml", body)
    assert models(run, "t.np.xml") == {"pretend 0.1"}
    ran = run("compare", "t.np.xml", "-r", "most-recent", "--spacy-model", "en_core_web_sm")
    assert "model:pretend 0.1|" in ran.out
    assert "warning: model en_core_web_sm: it does not parse anew what pretend 0.1 has parsed" in ran.err
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


def without_heads(document: Document) -> Document:
    words = [replace(word, head=-1, relation="") for word in document.words]
    return replace(document.as_key(), words=words, relations="")


def made(run: Run, corpus: str | Path, change: str, folder: Path, annotation: str = "gold") -> None:
    """Write the preprocessed documents of a corpus, changed, to ``keys``."""
    assert run("preprocess", corpus, "--annotation", annotation, "--output", "prepared").status == 0
    (folder / "keys").mkdir()
    for file in (folder / "prepared").iterdir():
        write(
            [{"true": Document.as_key, "headless": without_heads}[change](next(read(file)))],
            folder / "keys" / file.name,
        )


def figures(run: Run, *words: object) -> dict[str, object]:
    compared = json.loads(run("compare", *words, "--format", "json", "-r", "mitkov", "-r", "oracle").out)
    (of_settings,) = compared["corpora"].values()
    for of_setting in of_settings.values():
        for of_resolver in of_setting.values():
            del of_resolver["signature"]
    return of_settings


@pytest.mark.parametrize(
    ("corpus", "annotation"),
    [pytest.param("samples/news_bridge.conllu", "predicted", marks=pytest.mark.model), ("samples/es", "gold")],
)
def test_system_mentions_are_found_by_the_parse(run: Run, tmp_path: Path, corpus: str, annotation: str) -> None:
    made(run, corpus, "true", tmp_path, annotation)
    found = figures(run, "keys")
    settings = [f"true-{annotation}", f"system-{annotation}"]
    assert list(found) == settings
    assert found == figures(run, corpus, "-s", settings[0], "-s", settings[1])


def test_without_heads_there_is_no_setting_of_system_mentions(run: Run, tiny: Path, tmp_path: Path) -> None:
    made(run, tiny, "headless", tmp_path)
    assert list(figures(run, "keys")) == ["true-gold"]
    ran = run("compare", "keys", "-s", "system-gold")
    assert ran.status == 2
    assert "it does not allow the setting system-gold; it allows true-gold" in ran.err


ZEROS_KEY = """\
# newdoc id = rosa
# global.Entity = eid-etype-head-other
1\tRosa\tRosa\tPROPN\t_\tNumber=Sing\t2\tnsubj\t2:nsubj\tEntity=(a-person-1-)
2\tcantó\tcantar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

0.1\t_\t_\tPRON\t_\t{features}\t_\t_\t1:nsubj\tEntity=(a-person-1-)
1\tRió\treír\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

"""
NOTE = (
    "warning: 1 zero of the key left out of the anaphors, as nothing says that they are third persons; "
    "a key written by workbench preprocess says it of each, as in compare\n"
)


@pytest.mark.parametrize(
    ("features", "anaphors", "unasked"),
    [
        pytest.param("Number=Sing|Person=3|PronType=Prs", 1, 0, id="its features say that it is a third person"),
        pytest.param("Number=Sing|Person=1|PronType=Prs", 0, 0, id="a first person is no anaphor"),
        pytest.param("_", 0, 1, id="only its verb would say it"),
    ],
)
def test_zeros_that_are_anaphors(run: Run, tmp_path: Path, features: str, anaphors: int, unasked: int) -> None:
    key = tmp_path / "rosa.conllu"
    key.write_text(ZEROS_KEY.format(features=features), encoding="utf-8")
    words = ("score", key, key, "-m", "success_rate", "--format", "json")
    ran = run(*words)
    content = json.loads(ran.out)
    assert content["metrics"]["success_rate"] == {
        "numerator": anaphors, "denominator": anaphors, "value": float(anaphors)
    }  # fmt: skip
    assert (content.get("unasked_zeros", 0), NOTE in ran.err) == (unasked, bool(unasked))
    assert "zero" not in run(*words, "--zeros", "drop").err
    assert "zero" not in run("score", key, key, "-m", "muc").err
    # A prepared key says of each zero what it is.
    prepare = ("preprocess", key, "--language", "es", "--annotation", "gold", "--zeros", "keep", "-o", "prepared", "-q")
    assert run(*prepare).status == 0
    prepared = run("score", "prepared", "prepared", "-m", "success_rate", "--format", "json")
    assert json.loads(prepared.out)["metrics"]["success_rate"]["denominator"] == int("Person=1" not in features)
    assert "zero" not in prepared.err


# Ann said she liked Eve because of her and it
SPAN_OF = {"m1": 0, "p1": 2, "m2": 4, "p2": 7, "p3": 9}
WORDS = {"m1": "Ann", "p1": "she", "m2": "Eve", "p2": "her", "p3": "it"}
KEY_CHAINS = [["m1", "p1"], ["m2", "p2"], ["p3"]]
RESPONSE_CHAINS = [["m1", "p1", "p3"]]


def _mention(name: str, has: str) -> dict[str, Any]:
    mention: dict[str, Any] = {"id": name}
    if "span" in has:
        mention |= {"start": SPAN_OF[name], "end": SPAN_OF[name] + 1}
    if "text" in has:
        mention |= {"text": WORDS[name], "pos": "PROPN" if name.startswith("m") else "PRON"}
    return mention


def _file(path: Path, chains: list[list[str]], has: str, **more: Any) -> Path:
    document = {"id": "d1", "mentions": [_mention(name, has) for name in SPAN_OF], "chains": chains, **more}
    path.write_text(json.dumps({"documents": [document]}))
    return path


@pytest.mark.parametrize(
    ("key_has", "response_has"),
    [
        ("span text", "span text"),
        ("span text", "span"),
        ("span text", ""),
        ("span text", "text"),
        ("text", "span text"),
        ("text", "span"),
        ("text", ""),
    ],
)
def test_pronouns_are_the_same_by_span_else_by_id(run: Run, tmp_path: Path, key_has: str, response_has: str) -> None:
    key = _file(tmp_path / "key.json", KEY_CHAINS, key_has, anaphors=["p1", "p2"])
    response = _file(tmp_path / "response.json", RESPONSE_CHAINS, response_has)
    ran = run("score", key, response, "-m", "success_rate", "-m", "precision", "-m", "muc", "--format", "json")
    metrics = json.loads(ran.out)["metrics"]
    # p1 is right; p3 is answered too, though it is no anaphor.
    assert metrics["success_rate"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert metrics["precision"] == {"numerator": 1, "denominator": 2, "value": 0.5}
    assert metrics["muc"]["recall"] == {"numerator": 1, "denominator": 2, "value": 0.5}


@pytest.mark.parametrize("match", [[], ["--mention-match", "head"]], ids=["exact", "head"])
@pytest.mark.parametrize(
    ("text", "found", "right"),
    [pytest.param("She", 2, 1, id="the text of the key"), pytest.param("Zoe", 1, 0, id="another text")],
)
def test_a_mention_of_another_text_is_not_known_by_its_id(
    run: Run, tmp_path: Path, text: str, found: int, right: int, match: list[str]
) -> None:
    """Its place is not the key's, and its id is that of a mention there by chance: readers count m1, m2."""
    words = [[("Ann", "Ann", "PROPN", "NNP", "", 2, "nsubj", "(e1-person-1-)"),
              ("left", "leave", "VERB", "VBD", "", 0, "root", "")],
             [("She", "she", "PRON", "PRP", "", 2, "nsubj", "(e1-person-1-)"),
              ("ran", "run", "VERB", "VBD", "", 0, "root", "")]]  # fmt: skip
    (tmp_path / "key.conllu").write_text(conllu("d1", words))
    mentions = [{"id": "m1", "start": 0, "end": 1, "text": "Ann"},
                {"id": "m2", "start": 2, "end": 3, "text": text, "pos": "PRON"}]  # fmt: skip
    answered = {"id": "d1", "mentions": mentions, "resolutions": [{"anaphor": "m2", "antecedent": "m1"}]}
    (tmp_path / "response.json").write_text(json.dumps({"documents": [answered]}))
    asked = ["-m", "mentions", "-m", "muc", "-m", "success_rate", *match]
    ran = run("score", tmp_path / "key.conllu", tmp_path / "response.json", *asked, "--format", "json")
    metrics = json.loads(ran.out)["metrics"]
    counted = [metrics[name]["recall"]["numerator"] for name in ("mentions", "muc")]
    assert [*counted, metrics["success_rate"]["numerator"]] == [found, right, right]
    assert ("matches nothing" in ran.err) == (not right)


SPANISH = """\
# newdoc id = finca
# global.Entity = eid-etype-head-other
1\tLlegó\tllegar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
2\ttarde\ttarde\tADV\t_\t_\t1\tadvmod\t1:advmod\t_
3\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

1\tRosa\tRosa\tPROPN\t_\tNumber=Sing\t2\tnsubj\t2:nsubj\tEntity=(a-person-1-)
2\tvio\tver\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
3\ta\ta\tADP\t_\t_\t4\tcase\t4:case\t_
4\tEva\tEva\tPROPN\t_\tNumber=Sing\t2\tobl\t2:obl\tEntity=(b-person-1-)
5\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

0.1\t_\t_\tPRON\tp\t_\t_\t_\t1:nsubj\tEntity=(a-person-1-)
1\tRió\treír\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
2\t.\t.\tPUNCT\t_\t_\t1\tpunct\t1:punct\t_

1\tElla\tél\tPRON\t_\tGender=Fem|Number=Sing|Person=3|PronType=Prs\t2\tnsubj\t2:nsubj\tEntity=(a-person-1-)
2\tgritó\tgritar\tVERB\t_\tMood=Ind|Number=Sing|Person=3|Tense=Past|VerbForm=Fin\t0\troot\t0:root\t_
3\t.\t.\tPUNCT\t_\t_\t2\tpunct\t2:punct\t_

"""
METRICS = ("-m", "mentions", "-m", "muc", "-m", "success_rate", "-m", "precision", "--format", "json", "-q")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "finca.conllu"
    path.write_text(SPANISH, encoding="utf-8")
    return path


def test_zeros_that_were_made_are_not_counted(run: Run, key: Path) -> None:
    words = ("resolve", key, "-r", "most-recent", "--language", "es", "--annotation", "gold", "-q")
    assert run(*words, "--to", "chains-json", "-o", "json").status == 0
    assert run(*words, "-o", "xml").status == 0
    (answered,) = read("json/finca.chains.json")
    # Before *Llegó* a zero was made; that before *Rió* is the corpus's own.
    assert [(mention.start, mention.end, mention.text) for mention in answered.mentions] == [
        (-1, -1, ""), (3, 4, "Rosa"), (6, 7, "Eva"), (8, 9, "∅"), (11, 12, "Ella")
    ]  # fmt: skip
    in_json, in_xml = (
        json.loads(run("score", key, file, *METRICS).out)["metrics"]
        for file in ("json/finca.chains.json", "xml/finca.np.xml")
    )
    assert in_json["mentions"]["recall"] == {"numerator": 4, "denominator": 4, "value": 1.0}
    assert in_json == in_xml
    responses = ("--response", "j=json", "--response", "x=xml")
    compared = ("compare", key, "--language", "es", "-s", "system-gold", "-r", "most-recent", *responses, *METRICS)
    (rows,) = json.loads(run(*compared).out)["corpora"].values()
    metrics = [row["metrics"] for row in rows["system-gold"].values()]
    assert metrics[0]["mentions"]["recall"] == {"numerator": 4, "denominator": 4, "value": 1.0}
    assert metrics[0] == metrics[1] == metrics[2]


ROWS = """\
1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t2\tnsubj\t_\tEntity=(e1-person-1-)
2\tsaw\tsee\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\ta\ta\tDET\tDT\t_\t4\tdet\t_\tEntity=(e2-object-2-
4\tlamp\tlamp\tNOUN\tNN\tNumber=Sing\t2\tobj\t_\tEntity=e2)
5\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

# sent_id = 2
1\tShe\tshe\tPRON\tPRP\tPronType=Prs\t2\tnsubj\t_\tEntity=(e1-person-1-peas)
2\tsold\tsell\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\tit\tit\tPRON\tPRP\tPronType=Prs\t2\tobj\t_\tEntity=(e2-object-1-gbis)
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""
TYPED_KEY = f"# newdoc id = d\n# global.Entity = eid-etype-head-link\n# sent_id = 1\n{ROWS}"


@pytest.mark.parametrize(
    ("flags", "options", "counts"),
    [
        # The key has another type for it, and for she a longer one of the same class.
        pytest.param(("--types",), (), {"tp": 1, "wt": 1}, id="letters of both"),
        pytest.param(("--types",), ("level=4",), {"wt": 2}, id="whole types"),
        pytest.param(("--types",), ("level=4", "ignore=p=p"), {"tp": 1, "wt": 1}, id="classes alone"),
        pytest.param((), (), {"tp": 2, "untyped": 2}, id="untyped, not counted as wrong"),
        pytest.param((), ("level=4",), {"wt": 2, "untyped": 2}, id="untyped, links earn what they earn"),
    ],
)
def test_a_resolver_says_the_types_of_its_links(
    run: Run, tmp_path: Path, flags: tuple[str, ...], options: tuple[str, ...], counts: dict[str, int]
) -> None:
    (tmp_path / "key.conllu").write_text(TYPED_KEY)
    words = ("-r", "kennedy-boguraev", "--annotation", "gold", "--mentions", "true", "-o", "answers")
    assert run("resolve", "key.conllu", *words, *flags).status == 0
    (answer,) = (tmp_path / "answers").iterdir()
    asked = [word for option in options for word in ("--option", f"typed.{option}")]
    ran = run("score", "key.conllu", answer, "-m", "typed", *asked, "--format", "json")
    assert ran.status == 0, ran.err
    found = json.loads(ran.out)["metrics"]["typed"]["micro"]["counts"]
    assert {name: number for name, number in found.items() if number} == counts
