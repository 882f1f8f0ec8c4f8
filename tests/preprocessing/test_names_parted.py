"""Names and what stands before them in one phrase of a parser; sentences and trees are our own, as spaCy makes them.

What each case shows is in its id.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.corpora.trees import DependencyTree
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.preprocessing.parser.names_parted import part_names
from parsed_words import text, tree_of

ENGLISH = language_named("en").lexicon()

ON_MONDAY = "On/IN/4/prep Monday/NNP/3/compound/DATE Voss/NNP/4/nsubj left/VBD/0/ROOT"


@pytest.mark.parametrize(
    ("sentence", "parted"),
    [
        (ON_MONDAY, "4/prep 1/pobj 4/nsubj 0/ROOT"),
        (ON_MONDAY.replace("4/prep", "3/prep"), "4/prep 1/pobj 4/nsubj 0/ROOT"),
        (ON_MONDAY.replace("4/nsubj", "1/pobj"), "4/prep 1/pobj 4/nsubj 0/ROOT"),
        (ON_MONDAY.replace("4/nsubj", "1/pobj").replace("VBD", "VBN"), "4/prep 1/pobj 4/nsubj 0/ROOT"),
        (ON_MONDAY.replace("4/nsubj", "1/pobj").replace("VBD", "VB"), None),
        ("In/IN/5/prep May/NNP/3/compound Voss/NNP/1/pobj Ann/NNP/5/nsubj left/VBD/0/ROOT", None),
        ("In/IN/5/prep May/NNP/3/compound Voss/NNP/1/pobj ,/IN/5/punct left/VBD/0/ROOT", None),
        ("Since" + ON_MONDAY[2:].replace("prep", "mark"), "4/prep 1/pobj 4/nsubj 0/ROOT"),
        ("Since/IN/4/mark Monday/NNP/3/compound Voss/NNP/4/nsubj left/VBD/5/advcl slept/VBD/0/ROOT", None),
        ("If" + ON_MONDAY[2:].replace("prep", "mark"), None),
        (
            "In/IN/5/prep New/NNP/3/compound/GPE York/NNP/4/compound/GPE Voss/NNP/5/nsubj left/VBD/0/ROOT",
            "5/prep 3/compound 1/pobj 5/nsubj 0/ROOT",
        ),
        (
            "In/IN/5/prep the/DT/4/det garden/NN/4/compound Voss/NNP/1/pobj left/VBD/0/ROOT",
            "5/prep 3/det 1/pobj 5/nsubj 0/ROOT",
        ),
        ("For/IN/4/prep actor/NN/3/compound Voss/NNP/1/pobj left/VBD/0/ROOT", None),
        ("In/IN/4/prep Baker/NNP/3/compound/FAC Street/NNP/1/pobj/FAC stood/VBD/0/ROOT", None),
        (
            "On/IN/6/prep Monday/NNP/3/compound Voss/NNP/5/poss 's/IN/3/case dog/NN/6/nsubj left/VBD/0/ROOT",
            "6/prep 1/pobj 5/poss 3/case 6/nsubj 0/ROOT",
        ),
        (
            "Because/IN/5/prep of/IN/1/pcomp rain/NN/4/compound Voss/NNP/2/pobj left/VBD/0/ROOT",
            "5/prep 1/prep 2/pobj 5/nsubj 0/ROOT",
        ),
        ("Tomorrow/NN/2/compound Ann/NNP/3/nsubj left/VBD/0/ROOT", "3/npadvmod 3/nsubj 0/ROOT"),
        ("Upstairs/RB/2/compound Ann/NNP/3/nsubj left/VBD/0/ROOT", "3/npadvmod 3/nsubj 0/ROOT"),
        ("Last/JJ/3/amod Monday/NNP/3/compound Ann/NNP/4/nsubj left/VBD/0/ROOT", "2/amod 4/npadvmod 4/nsubj 0/ROOT"),
        ("Monday/NNP/2/compound/DATE Ann/NNP/3/nsubj left/VBD/0/ROOT", "3/npadvmod 3/nsubj 0/ROOT"),
        ("Monday/NNP/2/compound/ORG Ann/NNP/3/nsubj left/VBD/0/ROOT", None),
        ("Monday/NNP/2/compound/DATE Madness/NNP/3/nsubj left/VBD/0/ROOT", None),
        ("June/NNP/2/compound/DATE Voss/NNP/3/nsubj left/VBD/0/ROOT", None),
        ("The/DT/3/det Sunday/NNP/3/compound/DATE Times/NNP/4/nsubj left/VBD/0/ROOT", None),
        ("In/IN/5/prep Los/NNP/3/compound/GPE Angeles/NNP/1/pobj/GPE lives/VBZ/0/ROOT Tom/NNP/4/dobj", None),
        (
            "In/IN/4/prep Germany/NNP/3/compound/GPE Voss/NNP/1/pobj lives/VBZ/0/ROOT alone/RB/4/advmod",
            "4/prep 1/pobj 4/nsubj 0/ROOT 4/advmod",
        ),
        ("In/IN/4/prep Germany/NNP/3/compound/GPE Voss/NNP/1/pobj lives/VBZ/0/ROOT Tom/NNP/4/dobj", None),
        (
            "With/IN/4/prep Jordan/NNP/3/compound/PERSON Voss/NNP/4/nsubj/PERSON leading/VBG/1/pcomp won/VBD/0/ROOT",
            None,
        ),
        ("In/IN/4/prep May/NNP/3/compound/PERSON Voss/NNP/1/pobj/PERSON lost/VBD/0/ROOT", None),
        ("With/IN/4/prep June/NNP/3/compound Voss/NNP/1/pobj came/VBD/0/ROOT", None),
        ("With/IN/4/prep Paris/NNP/3/compound/GPE Voss/NNP/1/pobj came/VBD/0/ROOT", None),
        ("for/IN/5/mark Christmas/NNP/3/compound Voss/NNP/5/nsubj to/IN/5/aux leave/VB/0/ROOT", None),
        ("The/DT/3/det Tonight/NN/3/compound Show/NNP/4/nsubj left/VBD/0/ROOT", None),
        ("Today/NN/2/compound Sports/NNP/3/nsubj left/VBD/0/ROOT", None),
        ("Last/JJ/3/amod Summer/NNP/3/compound Olympics/NNPS/4/nsubj left/VBD/0/ROOT", None),
        ("In/IN/4/prep 2005/CD/3/nummod/DATE Voss/NNP/4/nsubj left/VBD/0/ROOT", "4/prep 1/pobj 4/nsubj 0/ROOT"),
        ("In/IN/4/prep 2005/CD/3/nummod/CARDINAL Voss/NNP/4/nsubj left/VBD/0/ROOT", None),
        (ON_MONDAY + " day/NN/1/pobj", None),
        ("left/VBD/0/ROOT on/IN/1/prep Monday/NNP/4/compound Voss/NNP/2/pobj", None),
        (ON_MONDAY.replace("Voss", "voss"), None),
        ("On/IN/5/prep Monday/NNP/4/compound Voss/NNP/4/compound dog/NN/5/nsubj left/VBD/0/ROOT", None),
        ("On/IN/4/prep Monday/NNP/3/compound Voss/NNP/1/pobj good/JJ/0/ROOT", None),
        ("On/IN/5/prep Monday/NNP/3/compound Voss/NNP/1/pobj left/VBD/0/ROOT so/RB/1/advmod", None),
        (
            "In/IN/5/prep Germany/NNP/4/compound Dr./NNP/4/compound Voss/NNP/5/nsubj left/VBD/0/ROOT",
            "5/prep 1/pobj 4/compound 5/nsubj 0/ROOT",
        ),
        ("In/IN/4/prep Germany/NNP/3/compound Street/NNP/4/nsubj left/VBD/0/ROOT", None),
        ("Germany/NNP/2/compound Voss/NNP/3/nsubj left/VBD/0/ROOT", None),
        ("Sunday/NNP/2/compound/DATE Oliseh/NNP/3/nsubj/PERSON left/VBD/0/ROOT", None),
        (
            "In/IN/5/prep Fort/NNP/3/compound/GPE Lee/NNP/4/compound/GPE Voss/NNP/5/nsubj left/VBD/0/ROOT",
            "5/prep 3/compound 1/pobj 5/nsubj 0/ROOT",
        ),
    ],
)
def test_a_name_is_parted_from_what_stands_before_it(sentence: str, parted: str | None) -> None:
    document = text(sentence)
    whole = tree_of(document)
    part_names(document, ENGLISH)
    assert tree_of(document) == (whole if parted is None else parted)


def test_a_name_is_no_time_because_one_stands_before_it() -> None:
    document = text("In/IN/4/prep June/NNP/1/pobj/DATE Mark/NNP/4/nsubj/DATE left/VBD/0/ROOT")
    part_names(document, ENGLISH)
    assert [word.entity_type for word in document.words] == ["", "DATE", "", ""]


def test_the_label_of_a_name_that_no_list_has_stays() -> None:
    document = text("In/IN/4/prep June/NNP/1/pobj/DATE Quarvell/NNP/4/nsubj/DATE left/VBD/0/ROOT")
    part_names(document, ENGLISH)
    assert [word.entity_type for word in document.words] == ["", "DATE", "DATE", ""]


def test_trees_of_universal_dependencies_are_left_alone() -> None:
    document = text(ON_MONDAY)
    document.relations = "ud"
    part_names(document, ENGLISH)
    assert tree_of(document) == tree_of(text(ON_MONDAY))


FORMS = st.sampled_from(["on", "Monday", "Tomorrow", "London", "Voss", "Ann", "the", "left", "dog", "'s", "2005", ","])
TAGS = st.sampled_from(["ADP", "PROPN", "NOUN", "VERB", "AUX", "NUM", "ADV", "DET"])
RELATIONS = st.sampled_from(
    ["prep", "pobj", "nsubj", "compound", "mark", "pcomp", "npadvmod", "poss", "amod", "ROOT", "dobj", "det"]
)


@st.composite
def sentences(draw: st.DrawFn) -> Document:
    """A sentence of words in any tree."""
    size = draw(st.integers(2, 7))
    order = draw(st.permutations(range(size)))
    document = Document("d", relations="clear")
    heads = {order[0]: -1}
    for place in range(1, size):
        heads[order[place]] = order[draw(st.integers(0, place - 1))]
    for offset in range(size):
        label = draw(st.sampled_from(["", "DATE", "PERSON", "GPE"]))
        morphology = draw(st.sampled_from(["", "VerbForm=Fin"]))
        form = draw(FORMS)
        document.words.append(Word(form, form, draw(TAGS), "", morphology, heads[offset], draw(RELATIONS), label))
    document.sentences.append(Sentence(0, size))
    return document


@given(sentences())
def test_a_tree_stays_one(document: Document) -> None:
    part_names(document, ENGLISH)
    roots = [offset for offset, word in enumerate(document.words) if word.head < 0]
    assert len(roots) == 1
    assert len(DependencyTree(document).subtree(roots[0])) == len(document.words)


@pytest.mark.model
@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("On Friday Clara called the office.", ["Friday", "Clara", "the office"]),
        ("Tomorrow Lucy and Tom will leave.", ["Tomorrow", "Lucy and Tom", "Lucy", "Tom"]),
        ("In Germany Schmidt won the race.", ["Germany", "Schmidt", "the race"]),
        ("Before lunch Lisa smiled.", ["lunch", "Lisa"]),
        ("The Sunday Times reported it.", ["The Sunday Times", "it"]),
        ("Wednesday Addams smiled.", ["Wednesday Addams"]),
    ],
)
def test_what_a_pipeline_joins_are_two_mentions(preprocessor: Preprocessor, text: str, names: list[str]) -> None:
    document = preprocessor.process(text)
    assert [document.mention_text(mention) for mention in document.mentions] == names
