"""Docs that other pipelines have parsed: the labels of which scheme they have, and what they must have."""

from collections.abc import Iterable
from pathlib import Path

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.preprocessing import ModelError, Preprocessor
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model


def parsed(language: str, *rows: str) -> Doc:
    """A Doc of one sentence, parsed by hand: rows *form tag head relation features*, the head as an index."""
    words, tags, heads, relations, morphology = zip(*(f"{row} _".split(" ")[:5] for row in rows), strict=True)
    return Doc(
        spacy.blank(language).vocab,
        words=list(words),
        pos=list(tags),
        heads=[int(head) for head in heads],
        deps=list(relations),
        morphs=[features.replace("_", "") for features in morphology],
    )


def functions(document: Document) -> dict[str, str]:
    return {document.mention_text(mention): mention.function for mention in document.mentions}


def test_a_doc_of_universal_dependencies_is_read_as_one() -> None:
    told = Preprocessor().from_doc(
        parsed(
            "es", "Ana PROPN 2 nsubj:pass", "fue AUX 2 aux:pass", "vista VERB 2 ROOT", "por ADP 4 case",
            "Pedro PROPN 2 obl:agent", ". PUNCT 2 punct",
        )
    )  # fmt: skip
    assert told.relations == "ud"
    assert functions(told) == {"Ana": "SUBJ", "Pedro": "AGENT"}
    english = Preprocessor().from_doc(
        parsed(
            "en", "The DET 1 det", "book NOUN 3 nsubj:pass", "was AUX 3 aux:pass", "given VERB 3 root",
            "to ADP 5 case", "Mary PROPN 3 obl", "by ADP 7 case", "John PROPN 3 obl:agent",
        )
    )  # fmt: skip
    assert english.relations == "ud"
    assert functions(english) == {"The book": "SUBJ", "Mary": "OBL", "John": "AGENT"}


def test_labels_of_both_schemes_are_those_of_the_pipelines_of_the_language() -> None:
    """*La casa de Ana* has no label that CLEAR lacks, but only UD hangs *de* on *Ana*."""
    rows = ("La DET 1 det", "casa NOUN 1 ROOT", "de ADP 3 case", "Ana PROPN 1 nmod")
    told = Preprocessor().from_doc(parsed("es", *rows))
    assert (told.relations, told.mentions[-1].preposition) == ("ud", "de")
    assert Preprocessor().from_doc(parsed("en", "She PRON 1 nsubj", "left VERB 1 ROOT")).relations == "clear"


@pytest.mark.model
@pytest.mark.parametrize("text", ["She left.", "Tom's lamp fell. It broke.", "Ann, Tom and Eve gave her the book."])
def test_docs_of_the_english_pipeline_are_what_preprocessing_makes_of_the_text(text: str) -> None:
    told = Preprocessor().from_doc(load_model()(text), "d")
    made = Preprocessor().process(text, "d")
    told.words[-1].space_after = True
    assert (told.words, told.mentions, told.relations) == (made.words, made.mentions, "clear")
    assert made.tool.startswith(told.tool.partition(",")[0])
    assert told.tool.endswith("a pipeline of en")


@Language.component("tags_in_the_lexicon")
def tags_in_the_lexicon(doc: Doc) -> Doc:
    """Tags and morphology, and no tree."""
    known = {"Ona": "PROPN Gender=Fem|Number=Sing", "Ji": "PRON Gender=Fem|Number=Sing|Person=3|PronType=Prs"}
    for token in doc:
        token.pos_, _, features = known.get(token.text, "VERB Mood=Ind|VerbForm=Fin").partition(" ")
        token.set_morph(features)
    return doc


def saved(folder: Path, language: str, components: Iterable[str]) -> str:
    nlp = spacy.blank(language)
    for component in components:
        nlp.add_pipe(component)
    nlp.to_disk(folder)
    return str(folder)


BOTH = "no parts of speech and no dependencies; expected a pipeline with a tagger and a parser"


@pytest.mark.parametrize(
    ("language", "components", "message"),
    [
        ("en", ["sentencizer"], rf"model en_pipeline \(sentencizer\) gives {BOTH}"),
        ("es", [], rf"model es_pipeline \(no components\) gives {BOTH}"),
        ("es", ["sentencizer", "tags_in_the_lexicon"], "gives no dependencies; expected .* a parser"),
        ("lt", ["sentencizer"], "gives no parts of speech; expected a pipeline with a tagger$"),
        ("lt", ["tags_in_the_lexicon"], "a pipeline of lt that makes no sentences"),
    ],
)
def test_what_a_pipeline_lacks(tmp_path: Path, language: str, components: list[str], message: str) -> None:
    preprocessor = Preprocessor(saved(tmp_path / "model", language, components))
    with pytest.raises(ModelError, match=message):
        preprocessor.process("Ona dirba. Ji miega.")
    words = [Word(form) for form in ("Ona", "dirba")]
    if "sentences" not in message:
        with pytest.raises(ModelError, match=message):
            preprocessor.annotate(Document("d", words, [Sentence(0, 2)], language=language))
    assert not preprocessor.process("").words


def test_a_doc_without_a_parse_is_refused() -> None:
    with pytest.raises(ModelError, match=f"speech: the Doc has {BOTH}"):
        Preprocessor().from_doc(spacy.blank("en")("Ann left."), "speech")


def test_a_language_that_resolves_by_morphology_needs_no_parser(tmp_path: Path) -> None:
    model = saved(tmp_path / "model", "lt", ["sentencizer", "tags_in_the_lexicon"])
    document = Preprocessor(model, language="lt").process("Ona dirba. Ji miega.")
    assert (document.relations, len(document.sentences)) == ("", 2)
    assert [document.mention_text(mention) for mention in document.mentions] == ["Ona", "Ji"]
