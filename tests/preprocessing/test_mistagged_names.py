"""Names that a tagger took for other words; sentences, tags and trees are our own, after what spaCy's small model does.

What each case shows is in its id.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.mistagged_names import put_names_right
from anaphora_workbench.preprocessing.parser.spacy_parser import load_model, parse
from parsed_words import text

ENGLISH = language_named("en").lexicon()


def put_right(*sentences: str, language: str = "en") -> Document:
    document = text(*sentences, language=language)
    put_names_right(document, ENGLISH)
    return document


VOSS = "Voss/NNP/2/nsubj left/VBD/0/ROOT Voss/NNP/2/dobj"


@pytest.mark.parametrize(
    ("sentence", "elsewhere", "name"),
    [
        pytest.param("Polly/RB/2/advmod has/VBZ/0/ROOT sisters/NNS/2/dobj", "", True, id="adverb in -ly, a first name"),
        pytest.param("Truly/RB/2/advmod left/VBD/0/ROOT", "", False, id="adverb in -ly, listed"),
        pytest.param("Quickly/RB/2/advmod left/VBD/0/ROOT", "", False, id="adverb in -ly"),
        pytest.param("Natalya/RB/2/advmod left/VBD/0/ROOT", "", True, id="adverb, a first name"),
        pytest.param("Dolly/RB/2/advmod left/VBD/0/ROOT", "", True, id="adverb, a first name and a noun"),
        pytest.param("Ever/RB/2/advmod left/VBD/0/ROOT", "", False, id="another adverb, a first name somewhere"),
        pytest.param("Vivian/JJ/2/nsubj left/VBD/0/ROOT", "", True, id="adjective, a first name of women"),
        pytest.param("Severe/JJ/2/amod storms/NNS/0/ROOT", "", False, id="adjective, a first name somewhere"),
        pytest.param("Casey/JJ/2/amod life/NN/0/ROOT", "", False, id="adjective, a first name of both sexes"),
        pytest.param(
            "Sad/JJ/2/amod life/NN/0/ROOT", "Sad/NNP/0/ROOT Sad/NNP/1/conj", True, id="one that is a name there"
        ),
        pytest.param("Early/JJ/2/amod life/NN/0/ROOT", "", False, id="adjective, mostly a surname"),
        pytest.param("German/JJ/2/amod life/NN/0/ROOT", "", False, id="adjective, listed as a noun"),
        pytest.param("Voss/JJ/2/amod life/NN/0/ROOT", "", False, id="adjective, on no list"),
        pytest.param("Voss/JJ/2/amod life/NN/0/ROOT", VOSS, True, id="adjective, a name elsewhere"),
        pytest.param("Rathke/NN/2/nsubj left/VBD/0/ROOT", "", True, id="noun on no list, a subject"),
        pytest.param("Wiggins/NN/0/ROOT", "", True, id="noun, a surname"),
        pytest.param("met/VBD/0/ROOT Rathke-Voß/NN/1/dobj", "", True, id="noun on no list, with a hyphen"),
        pytest.param("Rathke/NN/0/ROOT", "", False, id="noun on no list that begins a sentence"),
        pytest.param("met/VBD/0/ROOT Rathke/NN/1/dobj", "", True, id="noun on no list within a sentence"),
        pytest.param("Sheila/NNS/0/ROOT", "", True, id="noun, a first name"),
        pytest.param("Lamps/NNS/0/ROOT", "", False, id="noun"),
        pytest.param("Lamps/NNS/0/ROOT", "Lamps/NNP/0/ROOT Lamps/NNP/1/conj", True, id="noun, mostly a name elsewhere"),
        pytest.param("Lamps/NNS/0/ROOT", "Lamps/NNP/0/ROOT Lamps/NNS/1/conj", False, id="noun, sometimes a name"),
        pytest.param(
            "Rathke/NN/2/nsubj left/VBD/0/ROOT", "a/DT/2/det rathke/NN/0/ROOT", False, id="also written small"
        ),
        pytest.param("Everyone/NN/2/nsubj left/VBD/0/ROOT", "", False, id="pronoun"),
        pytest.param("RATHKE/NN/2/nsubj left/VBD/0/ROOT", "", False, id="capitals"),
        pytest.param("Leah/UH/0/ROOT", "", True, id="interjection, a first name"),
        pytest.param("Oh/UH/0/ROOT", "", False, id="interjection"),
        pytest.param("Boy/UH/0/ROOT", "", False, id="interjection and noun"),
        pytest.param("Voss/VB/0/ROOT", VOSS, True, id="verb, a name elsewhere"),
        pytest.param("Ask/VB/0/ROOT", "", False, id="verb"),
    ],
)
def test_a_capitalised_word_is_a_name_where_lists_or_the_document_say_so(sentence, elsewhere, name):
    document = put_right(sentence, *[elsewhere] if elsewhere else [])
    word = next(word for word in document.words if word.form[0].isupper())
    before = next(word for word in text(sentence).words if word.form[0].isupper())
    assert (word.upos == "PROPN") is name
    assert (word.lemma, word.xpos) == ((word.form, "NNP") if name else (before.lemma, before.xpos))


def test_a_name_gets_the_tag_that_it_has_elsewhere():
    document = text("Ants/NNS/0/ROOT", "Ants/NNP/0/ROOT Ants/NNP/1/conj")
    for word in document.words[1:]:
        word.xpos, word.morphology = "NNPS", "Number=Plur"
    put_names_right(document, ENGLISH)
    assert (document.words[0].xpos, document.words[0].morphology) == ("NNPS", "Number=Plur")


@pytest.mark.parametrize(
    ("sentence", "relations"),
    [
        pytest.param("Kay/NNP/2/compound flees/VBZ/0/ROOT", "nsubj ROOT", id="compound of a verb"),
        pytest.param("Polly/RB/2/advmod has/VBZ/0/ROOT", "nsubj ROOT", id="a name put right"),
        pytest.param(
            "Kay/NNP/2/npadvmod Alvares/NNP/3/compound flees/VBZ/0/ROOT", "npadvmod nsubj ROOT", id="two words"
        ),
        pytest.param(
            "Kay/NNP/3/compound Alvares/NNP/3/compound flees/VBZ/0/ROOT", "compound nsubj ROOT", id="both of the verb"
        ),
        pytest.param("Kay/NNP/3/compound it/PRP/3/nsubj flees/VBZ/0/ROOT", "compound nsubj ROOT", id="has a subject"),
        pytest.param("the/DT/3/det Kay/NNP/3/compound shows/VBZ/0/ROOT", "det compound ROOT", id="has a determiner"),
        pytest.param("Kay/NNP/2/compound shows/NNS/0/ROOT", "compound ROOT", id="no verb"),
        pytest.param("Kay/NNP/2/compound Shows/VBZ/0/ROOT", "compound ROOT", id="part of a title"),
        pytest.param("his/PRP$/3/poss Kay/NNP/3/compound shows/VBZ/0/ROOT", "poss compound ROOT", id="has a possessor"),
        pytest.param("the/DT/2/det Kay/NNP/3/compound shows/VBZ/0/ROOT", "det compound ROOT", id="a determiner itself"),
        pytest.param(
            "Kay/NNP/4/amod there/RB/4/advmod once/RB/4/advmod left/VBD/0/ROOT", "nsubj advmod advmod ROOT", id="near"
        ),
        pytest.param(
            "Kay/NNP/5/amod there/RB/5/advmod once/RB/5/advmod more/RB/5/advmod left/VBD/0/ROOT",
            "amod advmod advmod advmod ROOT",
            id="far",
        ),
        pytest.param("flees/VBZ/0/ROOT Kay/NNP/1/npadvmod", "ROOT npadvmod", id="behind the verb"),
        pytest.param("Is/MD/0/ROOT Kay/NNP/3/compound ill/JJ/1/attr", "ROOT nsubj attr", id="behind a copula"),
        pytest.param(
            "Is/MD/0/ROOT Kay/NNP/3/compound ill/JJ/1/attr she/PRP/1/nsubj",
            "ROOT compound attr nsubj",
            id="behind a copula that has a subject",
        ),
        pytest.param(
            "left/VBD/0/ROOT is/MD/1/conj Kay/NNP/4/compound ill/JJ/2/attr",
            "ROOT conj compound attr",
            id="behind a second copula",
        ),
        pytest.param("be/VB/0/ROOT Kay/NNP/3/compound ill/JJ/1/attr", "ROOT compound attr", id="behind an infinitive"),
        pytest.param(
            "Is/MD/0/ROOT Kay/NNP/3/compound ill/JJ/4/amod lamp/NN/1/attr",
            "ROOT compound amod attr",
            id="before what is no predicate",
        ),
        pytest.param(
            "Is/MD/0/ROOT she/PRP/1/nsubj Kay/NNP/4/compound ill/JJ/1/attr",
            "ROOT nsubj compound attr",
            id="behind a copula and its subject",
        ),
    ],
)
def test_a_name_before_a_verb_without_subject_is_its_subject(sentence, relations):
    document = put_right(sentence)
    assert [word.relation for word in document.words] == relations.split()
    if relations == "compound nsubj ROOT" and "it" not in sentence:
        assert [word.head for word in document.words] == [1, 2, -1]


def test_a_time_is_no_subject_and_part_of_no_name():
    document = text("Monday/NNP/3/npadvmod Tom/NNP/3/nsubj left/VBD/0/ROOT", "Monday/NNP/2/npadvmod left/VBD/0/ROOT")
    for word in document.words:
        word.entity_type = "DATE" if word.form == "Monday" else ""
    put_names_right(document, ENGLISH)
    assert [(word.head, word.relation) for word in document.words if word.form == "Monday"] == [
        (2, "npadvmod"),
        (4, "npadvmod"),
    ]


@pytest.mark.parametrize(("form", "lemma", "name"), [("Rathke", "rathke", True), ("Smartphones", "smartphone", False)])
def test_a_plural_that_begins_a_sentence_is_no_name(form, lemma, name):
    document = text(f"{form}/NNS/2/nsubj left/VBD/0/ROOT")
    document.words[0].lemma = lemma
    put_names_right(document, ENGLISH)
    assert (document.words[0].upos == "PROPN") is name


def test_without_a_list_of_nouns_no_noun_is_a_name():
    document = text("Cats/NNS/2/nsubj left/VBD/0/ROOT")
    put_names_right(document, replace(ENGLISH, nouns={}, first_names={"cats": 0.5}, surnames={}))
    assert document.words[0].upos == "NOUN"


def test_other_languages_are_left_alone():
    assert put_right("Polly/RB/2/advmod has/VBZ/0/ROOT", language="fr").words[0].upos == "ADV"


@pytest.mark.model
def test_a_name_that_a_pipeline_takes_for_an_adverb_is_a_mention():
    document = Preprocessor().process("The loans were small. Polly has two sisters. She likes them.")
    (polly,) = (mention for mention in document.mentions if document.mention_text(mention) == "Polly")
    assert (polly.kind, polly.function, sorted(polly.gender)) == ("proper", "SUBJ", ["f"])


@pytest.mark.corpora
@pytest.mark.model
@pytest.mark.slow
def test_most_words_that_change_are_names_in_gum(public_corpora):
    """By the tags of GUM train, from which the rules were chosen; the figures of docs/preprocessing.md."""
    pipeline, right, all_changed = load_model(), 0, 0
    for file in sorted((public_corpora / "gum" / "train").glob("*.conllu")):
        (key,) = read(file)
        gold = [word.upos for word in key.words]
        parse(key, pipeline)
        before = [word.upos for word in key.words]
        put_names_right(key, ENGLISH)
        changed = [place for place, word in enumerate(key.words) if word.upos != before[place]]
        right += sum(gold[place] == "PROPN" for place in changed)
        all_changed += len(changed)
    assert (right, all_changed) == (65, 72)
