"""Docs that other pipelines have parsed: the labels of which scheme they have, and what they must have."""

from __future__ import annotations

import pytest
import spacy
from spacy.tokens import Doc

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.spacy_parser import load_model


def parsed(language: str, *rows: str) -> Doc:
    """A Doc of rows *form tag head relation features*, the head as an index, parsed by hand; the first is a sentence."""
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
