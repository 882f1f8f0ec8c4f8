"""Names that a tagger took for auxiliaries; sentences, tags and trees are our own, as spaCy's small model makes them.

What each case shows is in its id.
"""

from __future__ import annotations

import pytest

from anaphora_workbench.corpora.languages import language_named
from anaphora_workbench.preprocessing.parser.auxiliary_names import put_auxiliaries_right
from parsed_words import text, tree_of

ENGLISH = language_named("en").lexicon()


@pytest.mark.parametrize(
    ("sentence", "tree"),
    [
        pytest.param("Will/MD/2/aux lost/VBD/0/ROOT", "2/nsubj 0/ROOT", id="a verb in the past"),
        pytest.param("Will/MD/2/aux lost/VBN/0/ROOT", "2/nsubj 0/ROOT", id="taken for a participle"),
        pytest.param("Will/MD/2/aux leaves/VBZ/0/ROOT", "2/nsubj 0/ROOT", id="a verb in the third person"),
        pytest.param("Will/MD/3/aux is/VBZ/3/aux leaving/VBG/0/ROOT", "3/nsubj 3/aux 0/ROOT", id="before an auxiliary"),
        pytest.param("Will/MD/3/aux be/VB/3/auxpass lost/VBN/0/ROOT", None, id="before an infinitive"),
        pytest.param("Will/MD/2/aux leave/VB/0/ROOT", None, id="a verb in the infinitive"),
        pytest.param("Will/MD/3/aux Tom/NNP/3/nsubj left/VBD/0/ROOT", None, id="the verb has a subject"),
        pytest.param("will/MD/2/aux lost/VBD/0/ROOT", None, id="written small"),
        pytest.param("Could/MD/2/aux lost/VBD/0/ROOT", None, id="no first name"),
        pytest.param(
            "Will/MD/2/compound Voss/NNP/3/nsubj left/VBD/0/ROOT", "2/compound 3/nsubj 0/ROOT", id="before a surname"
        ),
        pytest.param("Will/MD/2/compound power/NN/3/nsubj left/VBD/0/ROOT", None, id="before a noun"),
        pytest.param(
            "Tomorrow/NN/3/nsubj/DATE Will/MD/3/aux leaves/VBZ/0/ROOT",
            "3/npadvmod 3/nsubj 0/ROOT",
            id="a time for its subject",
        ),
        pytest.param(
            "lamp/NN/0/ROOT that/WDT/4/nsubj Will/MD/4/aux bought/VBN/1/relcl",
            "0/ROOT 4/dobj 4/nsubj 1/relcl",
            id="a relative clause",
        ),
        pytest.param(
            "Ann/NNP/4/nsubj and/CC/1/cc Will/MD/4/aux left/VBD/0/ROOT", "4/nsubj 1/cc 1/conj 0/ROOT", id="the second"
        ),
        pytest.param("Will/MD/2/advmod lost/VBD/0/ROOT", None, id="no auxiliary for the parser"),
        pytest.param("Will/MD/3/aux 's/POS/1/case left/VBD/0/ROOT", None, id="a possessor of nothing"),
        pytest.param("lamp/NN/3/nsubj Will/MD/3/aux left/VBD/0/ROOT", None, id="a subject before it"),
        pytest.param(
            "slept/VBD/0/ROOT and/CC/1/cc Will/MD/5/aux Tom/NNP/5/nsubj left/VBD/1/conj", None, id="a second verb"
        ),
        pytest.param("Will/MD/3/aux talks/VBZ/3/aux end/VB/0/ROOT ?/UH/3/punct", None, id="the first of a question"),
        pytest.param(
            "Tomorrow/RB/3/advmod Will/MD/3/aux left/VBD/0/ROOT ?/UH/3/punct",
            "3/advmod 3/nsubj 0/ROOT 3/punct",
            id="another word of a question",
        ),
        pytest.param(
            "Will/MD/4/aux 's/POS/1/case dog/NN/4/nsubj left/VBD/0/ROOT",
            "3/poss 1/case 4/nsubj 0/ROOT",
            id="a possessor",
        ),
    ],
)
def test_an_auxiliary_that_can_be_none_is_a_name(sentence: str, tree: str | None) -> None:
    document, before = text(sentence), text(sentence)
    put_auxiliaries_right(document, ENGLISH)
    assert tree_of(document) == (tree_of(before) if tree is None else tree)
    tags = [(word.upos, word.xpos) for word in document.words if word.form.lower() in ("will", "could")]
    assert tags == [("AUX", "MD") if tree is None else ("PROPN", "NNP")]


def test_trees_of_universal_dependencies_are_left_alone() -> None:
    document = text("Will/MD/2/aux lost/VBD/0/ROOT")
    document.relations = "ud"
    put_auxiliaries_right(document, ENGLISH)
    assert tree_of(document) == "2/aux 0/ROOT"
