"""A resolver inside a spaCy pipeline."""

import pytest
import spacy
from spacy.tokens import Doc

from anaphora_workbench.preprocessing.parser.spacy_parser import load_model

TEXT = "Clara Voss runs a museum with her brother. She sent Tom Reed a photograph.  He admired it."


@pytest.fixture(scope="module")
def nlp():
    model = load_model()
    model.add_pipe("anaphora_resolver", config={"resolver": "kennedy-boguraev"})
    yield model
    model.remove_pipe("anaphora_resolver")


def clusters(doc):
    return {name: [span.text for span in doc.spans[name]] for name in doc.spans}


def test_chains_are_written_as_numbered_span_groups(nlp):
    assert clusters(nlp(TEXT)) == {
        "coref_clusters_1": ["Clara Voss", "her", "She"],
        "coref_clusters_2": ["Tom Reed", "He"],
        "coref_clusters_3": ["a photograph", "it"],
    }


def test_running_again_replaces_what_was_there(nlp):
    doc = nlp(TEXT)
    doc.spans["mine"] = [doc[0:1]]
    doc.spans["coref_clusters_9"] = [doc[0:1]]
    again = nlp.get_pipe("anaphora_resolver")(doc)
    assert set(clusters(again)) == {"mine", "coref_clusters_1", "coref_clusters_2", "coref_clusters_3"}


@pytest.mark.parametrize("text", ["", "  ", "Rain."])
def test_texts_without_pronouns_have_no_chains(nlp, text):
    assert clusters(nlp(text)) == {}


def test_a_doc_without_a_parse_is_refused():
    blank = spacy.blank("en")
    blank.add_pipe("anaphora_resolver")
    with pytest.raises(ValueError, match="no dependencies"):
        blank("She left.")


@pytest.mark.parametrize(
    ("config", "message"), [({"resolver": "hobs"}, "no resolver 'hobs'"), ({"resolver": "oracle"}, "needs a key")]
)
def test_wrong_configurations_say_so(config, message):
    with pytest.raises(ValueError, match=message):
        spacy.blank("en").add_pipe("anaphora_resolver", config=config)


def spanish(text, tags, heads, deps, morphology):
    nlp = spacy.blank("es")
    doc = Doc(
        nlp.vocab,
        words=text.split(),
        pos=tags.split(),
        heads=heads,
        deps=deps.split(),
        morphs=[told.strip("_") for told in morphology.split()],
    )
    return nlp.add_pipe("anaphora_resolver", config={"resolver": "kennedy-boguraev"})(doc)


FIN, SHE = "Number=Sing|Person=3|VerbForm=Fin", "Case=Acc|Gender=Fem|Number=Sing|Person=3|PronType=Prs"


def test_zero_subjects_move_no_group_and_are_in_none():
    """*Ana llegó tarde. ∅ estaba cansada. Pedro la saludó.*: the zero joins *Ana* and *la*, which are two words on."""
    doc = spanish(
        "Ana llegó tarde . Estaba cansada . Pedro la saludó .",
        "PROPN VERB ADV PUNCT AUX ADJ PUNCT PROPN PRON VERB PUNCT",
        [1, 1, 1, 1, 5, 5, 5, 9, 9, 9, 9],
        "nsubj ROOT advmod punct cop ROOT punct nsubj obj ROOT punct",
        f"_ {FIN} _ _ {FIN} Gender=Fem|Number=Sing _ _ {SHE} {FIN} _",
    )
    assert clusters(doc) == {"coref_clusters_1": ["Ana", "la"]}


def test_a_chain_of_a_name_and_zero_subjects_is_no_group():
    doc = spanish(
        "Ana llegó tarde . Durmió .",
        "PROPN VERB ADV PUNCT VERB PUNCT",
        [1, 1, 1, 1, 4, 4],
        "nsubj ROOT advmod punct ROOT punct",
        f"_ {FIN} _ _ {FIN} _",
    )
    assert clusters(doc) == {}
