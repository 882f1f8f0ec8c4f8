"""What a Python user tries first, twenty times: each answer is one that a person wants, or says what was expected."""

from __future__ import annotations

import html
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from spacy.tokens import Doc, Span

import anaphora_workbench as aw
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model
from anaphora_workbench.workbench.api.spacy_output import document_from

TEXT = "The pump has a filter. Rinse it before it dries out."
CHAINS = [["The pump", "it", "it"]]
MARKED = "[The pump]₁ has a filter. Rinse [it]₁ before [it]₁ dries out."
SAMPLE = "samples/news_bridge.conllu"


@pytest.fixture(scope="module")
def answer() -> Any:
    return aw.resolve(TEXT)


@pytest.mark.model
def test_a_text_is_resolved_and_read(answer: Any) -> None:
    assert str(answer) == repr(answer) == f"{MARKED}\n\n1  The pump · it · it"
    assert answer.chains == CHAINS
    assert [len(chain) for chain in answer.resolution.chains] == [3, 1]
    assert answer.document.mentions[0].id == answer.resolution.chains[0][0]


@pytest.mark.model
def test_why_is_asked_by_word_mention_or_id(answer: Any) -> None:
    pronouns = [mention for mention in answer.document.mentions if mention.is_pronoun]
    told = [answer.why(asked) for asked in ("It", pronouns[0], pronouns[0].id, None)]
    assert told[0] == told[3] == aw.explain(TEXT)
    assert told[1] == told[2]
    assert told[0].startswith(told[1])
    assert repr(told[1]) == told[1]
    with pytest.raises(ValueError, match="no decision on 'dragon'; there are: it"):
        answer.why("dragon")
    with pytest.raises(ValueError, match=r"expected a word of the text.*; got int"):
        answer.why(3)


@pytest.mark.model
def test_an_answer_is_a_doc_of_spacy_and_a_doc_is_answered(answer: Any) -> None:
    doc = answer.to_doc()
    assert [[span.text for span in doc.spans[name]] for name in doc.spans] == CHAINS
    assert aw.resolve(doc).chains == aw.resolve(load_model()(TEXT)).chains == CHAINS


@pytest.mark.model
def test_documents_paths_and_resolvers_are_taken(answer: Any, tmp_path: Path) -> None:
    (tmp_path / "pump.txt").write_text(TEXT, encoding="utf-8")
    made = aw.get_resolver("kennedy-boguraev")
    for text in (tmp_path / "pump.txt", next(aw.read(tmp_path / "pump.txt")), answer.document):
        assert aw.resolve(text, made).chains == CHAINS
    assert aw.resolve(TEXT, aw.get_resolver("mitkov+head-match")).chains == CHAINS
    document = next(aw.read(SAMPLE))
    assert aw.resolve(document, "oracle", mentions="true").why("she")
    assert aw.resolve(TEXT, "mitkov", window=0).resolution.options["window"] == 0


@pytest.mark.parametrize(
    ("tried", "told"),
    [
        (lambda: aw.get_resolver("mitkov").resolve("text"), r"expected a Document, got str; aw.resolve\(text, name\)"),
        (lambda: aw.resolve(5), "expected one text, Document, spaCy Doc or Path; got int"),
        (lambda: aw.resolve([TEXT]), "expected one text.*; got list"),
        (lambda: aw.resolve(" "), "an empty text; expected words"),
        (lambda: aw.resolve(__file__), r"is the name of a file; expected a text, or Path\("),
        (lambda: aw.resolve("absent.txt"), "is the name of a file; expected a text, or Path"),
        (lambda: aw.resolve(SAMPLE), "is the name of a file"),
        (lambda: aw.resolve(TEXT, mentions="gold"), "no mentions 'gold'; there are: true, system"),
        (lambda: aw.resolve(TEXT, "mitkof"), "did you mean mitkov"),
        (lambda: aw.resolve(TEXT, 5), "expected a name, as 'mitkov', or a Resolver; got int"),
        (lambda: aw.evaluate({"clusters": [["a"]]}, [["a"]]), "each a list of mentions; got a dict .* 'clusters'"),
        (lambda: aw.evaluate([["a"]], "key.conll"), r"the response is the text 'key.conll'.*score\(key, response\)"),
        (lambda: aw.evaluate(["Ann", "she"], [["a"]]), "entity 1 of the key is the text 'Ann'"),
        (lambda: aw.evaluate([[["Ann", "she"]]], [["a"]]), "compute takes lists of documents"),
        (lambda: aw.evaluate([[{"id": 1}]], [["a"]]), "a dict .* for a mention; expected something hashable"),
        (lambda: aw.evaluate([["a"]]), "no response; expected a list of entities"),
        (lambda: aw.evaluate(aw.Document("d"), [["a"]]), "is a Document"),
        (lambda: aw.compute(predictions=[[["a"]]], references=[]), "expected one for each document"),
        (lambda: aw.compute(predictions={"a": 1}, references=[]), "predictions are a dict; expected a list of docu"),
        (lambda: aw.compute(predictions=[["a"]], references=[["a"]]), "entity 1 of the reference of document 1 is the"),
        (lambda: aw.compare(aw.Document("d")), "expected files or folders with a key; got Document"),
        (lambda: aw.compare([aw.Document("d")]), "expected files or folders with a key; got Document"),
        (lambda: aw.significance(5), "expected what compare returns, or two that score returns; got int"),
        (lambda: aw.write(5, "x.np.xml"), "a single int to write; expected a list of Documents"),
    ],
)
def test_what_is_wrong_says_what_was_expected(tried: Callable[[], object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        tried()


def test_a_wrong_name_of_a_metric_says_which_there_are() -> None:
    for scores in (aw.evaluate([["a"]], [["a"]]), aw.score(SAMPLE, SAMPLE, ["muc"])):
        with pytest.raises(KeyError, match=r"no metric 'MUC'; there are: .*muc"):
            scores["MUC"]


@pytest.mark.model
def test_an_answer_is_scored_against_a_key_in_a_file_and_written(tmp_path: Path) -> None:
    answered = aw.resolve(Path(SAMPLE), "mitkov", mentions="true")
    expected = aw.compare(SAMPLE, ["mitkov"], ["true-predicted"]).of("mitkov").scores["success_rate"]
    assert aw.score(SAMPLE, answered)["success_rate"] == aw.score(Path(SAMPLE), [answered])["success_rate"] == expected
    aw.write([answered.response], tmp_path / "answered.np.xml")
    assert aw.score(SAMPLE, tmp_path / "answered.np.xml")["success_rate"] == expected


@pytest.mark.parametrize(
    "entities", [[["a", "b"], ["c"]], [{"a", "b"}, {"c"}], {"e1": ["a", "b"], "e2": ["c"]}, iter([["a", "b"], ["c"]])]
)
def test_partitions_of_any_shape_are_read(entities: Any) -> None:
    assert aw.evaluate(references=entities, predictions=[["a", "b"], ["c"]], metrics="muc")["muc"].f1 == 1


def test_spans_of_json_are_spans_and_documents_add_up() -> None:
    assert aw.evaluate([[(0, 0), (3, 4)]], [[[0, 0], [3, 4]]])["conll"].f1 == 1
    added = aw.compute(predictions=[[["a", "b"], ["c"]], [["d", "e"]]], references=[[["a", "b", "c"]], [["d", "e"]]])
    assert (added["muc"].recall.numerator, added["muc"].recall.denominator) == (2, 3)


def test_what_is_installed_is_listed_by_name() -> None:
    for listed, name in ((aw.resolvers(), "mitkov"), (aw.metrics(), "muc"), (aw.formats(), "conllu")):
        assert name in listed
        assert listed[name]["description"] in str(listed) or len(listed[name]["description"]) > 60
    with pytest.raises(KeyError, match="did you mean muc"):
        aw.metrics()["mucc"]


@pytest.mark.model
def test_everything_has_a_line_a_table_and_a_data_frame(answer: Any) -> None:
    scores = aw.score(SAMPLE, SAMPLE, ["muc", "b_cubed"])
    results = aw.compare(SAMPLE, ["mitkov", "hobbs"], ["true-predicted"], ["muc"])
    shown = [scores, results, aw.difficulty(SAMPLE), aw.evaluate([["a"]], [["a"]]), answer.resolution, aw.metrics()]
    for each in shown:
        assert repr(each).startswith("<")
        assert "\n" not in repr(each)
        assert str(each).count("\n") == len(each.shown_records())
        assert "<script" not in each._repr_html_()
    assert repr(scores) == "<Scores of 1 document: muc 1.000, b_cubed 1.000>"
    assert {row["resolver"] for row in results.records()} == {"mitkov", "hobbs"}
    assert [row["entity"] is None for row in answer.document.records()] == [True] * 4
    document = next(aw.read(SAMPLE))
    assert {row["entity"] for row in document.records()} == {entity.id for entity in document.key.entities}
    assert str(answer.document) == repr(answer.document) == "<Document 'text': 13 words, 4 mentions>"
    assert repr(aw.get_resolver("mitkov+head-match")) == "<resolver mitkov+head-match>"
    frames = pytest.importorskip("pandas")
    assert all(isinstance(each.to_dataframe(), frames.DataFrame) for each in [*shown, answer, answer.document])


def test_without_pandas_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pip install pandas"):
        aw.evaluate([["a"]], [["a"]]).to_dataframe()


@pytest.mark.model
def test_a_notebook_shows_any_text_as_text() -> None:
    wild = "<script>alert('Ann')</script> met Ann & Bob\u2028\x1b[31m. She <b>laughed</b> at him."
    for shown in (aw.resolve(wild), aw.resolve(wild).why(), aw.resolve(wild).document):
        page = shown._repr_html_()
        assert "<script" not in page
        assert "<b>" not in page
        assert "\x1b" not in page
        assert html.escape("<b>")[:4] in page


def clusters(value: Any) -> Doc:
    """A Doc with what a system leaves in ``doc._.coref_clusters``."""
    doc = load_model().make_doc(TEXT)
    Doc.set_extension("coref_clusters", default=None, force=True)
    doc._.coref_clusters = value(doc)
    return doc


class Cluster:
    """As neuralcoref has them."""

    def __init__(self, *mentions: Span) -> None:
        self.mentions = mentions


@pytest.mark.model
@pytest.mark.parametrize(
    ("system", "value", "further"),
    [
        ("fastcoref", lambda doc: [[(0, 8), (29, 31)]], ""),
        ("crosslingual-coreference", lambda doc: [[[0, 1], [7, 7]]], "cluster_heads"),
        ("neuralcoref", lambda doc: [Cluster(doc[0:2], doc[7:8])], ""),
        ("spans", lambda doc: [[doc[0:2], doc[7:8]]], "cluster_heads"),
    ],
)
def test_clusters_of_other_systems_are_read(system: str, value: Any, further: str) -> None:
    if further:
        Doc.set_extension(further, default=None, force=True)
    try:
        read = document_from(clusters(value))
    finally:
        for name in ("coref_clusters", further):
            if name:
                Doc.remove_extension(name)
    assert read.tool == system
    assert [read.mention_text(mention) for mention in read.mentions] == ["The pump", "it"]


@pytest.mark.model
def test_groups_of_any_prefix_and_lists_of_spans_are_read() -> None:
    doc = load_model().make_doc(TEXT)
    with pytest.raises(ValueError, match=r"neuralcoref.*a prefix of numbered span groups, chains="):
        document_from(doc)
    assert len(document_from(doc, chains=[[doc[0:2], doc[7:8]]]).mentions) == 2
    with pytest.raises(ValueError, match="chain 1 is or holds a str; expected chains of spaCy's Span"):
        document_from(doc, chains=[["The pump"]])  # type: ignore[list-item]
    doc.spans["mine_1"] = [doc[0:2], doc[7:8]]
    assert document_from(doc).tool == document_from(doc, system="mine").tool == "mine"
