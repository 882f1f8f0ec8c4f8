"""Names that a tagger took for other words; sentences, tags and trees are our own, after what spaCy's small model does.

What each case shows is in its id.
"""

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
        ("Polly/RB/2/advmod has/VBZ/0/ROOT sisters/NNS/2/dobj", "", True),
        ("Truly/RB/2/advmod left/VBD/0/ROOT", "", False),
        ("Quickly/RB/2/advmod left/VBD/0/ROOT", "", False),
        ("Natalya/RB/2/advmod left/VBD/0/ROOT", "", True),
        ("Dolly/RB/2/advmod left/VBD/0/ROOT", "", True),
        ("Ever/RB/2/advmod left/VBD/0/ROOT", "", False),
        ("Vivian/JJ/2/nsubj left/VBD/0/ROOT", "", True),
        ("Severe/JJ/2/amod storms/NNS/0/ROOT", "", False),
        ("Casey/JJ/2/amod life/NN/0/ROOT", "", False),
        ("Sad/JJ/2/amod life/NN/0/ROOT", "Sad/NNP/0/ROOT Sad/NNP/1/conj", True),
        ("Early/JJ/2/amod life/NN/0/ROOT", "", False),
        ("German/JJ/2/amod life/NN/0/ROOT", "", False),
        ("Voss/JJ/2/amod life/NN/0/ROOT", "", False),
        ("Voss/JJ/2/amod life/NN/0/ROOT", VOSS, True),
        ("Rathke/NN/2/nsubj left/VBD/0/ROOT", "", True),
        ("Wiggins/NN/0/ROOT", "", True),
        ("met/VBD/0/ROOT Rathke-Voß/NN/1/dobj", "", True),
        ("Rathke/NN/0/ROOT", "", False),
        ("met/VBD/0/ROOT Rathke/NN/1/dobj", "", True),
        ("Sheila/NNS/0/ROOT", "", True),
        ("Lamps/NNS/0/ROOT", "", False),
        ("Lamps/NNS/0/ROOT", "Lamps/NNP/0/ROOT Lamps/NNP/1/conj", True),
        ("Lamps/NNS/0/ROOT", "Lamps/NNP/0/ROOT Lamps/NNS/1/conj", False),
        ("Rathke/NN/2/nsubj left/VBD/0/ROOT", "a/DT/2/det rathke/NN/0/ROOT", False),
        ("Everyone/NN/2/nsubj left/VBD/0/ROOT", "", False),
        ("RATHKE/NN/2/nsubj left/VBD/0/ROOT", "", False),
        ("Leah/UH/0/ROOT", "", True),
        ("Oh/UH/0/ROOT", "", False),
        ("Boy/UH/0/ROOT", "", False),
        ("Voss/VB/0/ROOT", VOSS, True),
        ("Ask/VB/0/ROOT", "", False),
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
        ("Kay/NNP/2/compound flees/VBZ/0/ROOT", "nsubj ROOT"),
        ("Polly/RB/2/advmod has/VBZ/0/ROOT", "nsubj ROOT"),
        ("Kay/NNP/2/npadvmod Alvares/NNP/3/compound flees/VBZ/0/ROOT", "npadvmod nsubj ROOT"),
        ("Kay/NNP/3/compound Alvares/NNP/3/compound flees/VBZ/0/ROOT", "compound nsubj ROOT"),
        ("Kay/NNP/3/compound it/PRP/3/nsubj flees/VBZ/0/ROOT", "compound nsubj ROOT"),
        ("the/DT/3/det Kay/NNP/3/compound shows/VBZ/0/ROOT", "det compound ROOT"),
        ("Kay/NNP/2/compound shows/NNS/0/ROOT", "compound ROOT"),
        ("Kay/NNP/2/compound Shows/VBZ/0/ROOT", "compound ROOT"),
        ("his/PRP$/3/poss Kay/NNP/3/compound shows/VBZ/0/ROOT", "poss compound ROOT"),
        ("the/DT/2/det Kay/NNP/3/compound shows/VBZ/0/ROOT", "det compound ROOT"),
        ("Kay/NNP/4/amod there/RB/4/advmod once/RB/4/advmod left/VBD/0/ROOT", "nsubj advmod advmod ROOT"),
        (
            "Kay/NNP/5/amod there/RB/5/advmod once/RB/5/advmod more/RB/5/advmod left/VBD/0/ROOT",
            "amod advmod advmod advmod ROOT",
        ),
        ("flees/VBZ/0/ROOT Kay/NNP/1/npadvmod", "ROOT npadvmod"),
        ("Is/MD/0/ROOT Kay/NNP/3/compound ill/JJ/1/attr", "ROOT nsubj attr"),
        ("Is/MD/0/ROOT Kay/NNP/3/compound ill/JJ/1/attr she/PRP/1/nsubj", "ROOT compound attr nsubj"),
        ("left/VBD/0/ROOT is/MD/1/conj Kay/NNP/4/compound ill/JJ/2/attr", "ROOT conj compound attr"),
        ("be/VB/0/ROOT Kay/NNP/3/compound ill/JJ/1/attr", "ROOT compound attr"),
        ("Is/MD/0/ROOT Kay/NNP/3/compound ill/JJ/4/amod lamp/NN/1/attr", "ROOT compound amod attr"),
        ("Is/MD/0/ROOT she/PRP/1/nsubj Kay/NNP/4/compound ill/JJ/1/attr", "ROOT nsubj compound attr"),
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
