"""*Her* as taggers see it, and what the tree makes of it."""

import pytest

from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.trees.tree import DependencyTree

SENTENCES = {
    # form/head/relation/upos/xpos, with the head's place.
    "object": ("Let/-/ROOT/VERB/VB her/2/nsubj/PRON/PRP$ sleep/0/ccomp/VERB/VB", "personal"),
    "object of its verb": ("Tom/1/nsubj/PROPN/NNP saw/-/ROOT/VERB/VBD her/1/dobj/PRON/PRP$", "personal"),
    "tagged as such": ("Tom/1/nsubj/PROPN/NNP saw/-/ROOT/VERB/VBD her/1/dobj/PRON/PRP", "personal"),
    "of a gerund": ("her/1/nsubj/PRON/PRP$ arriving/2/csubj/VERB/VBG annoyed/-/ROOT/VERB/VBD", "possessive"),
    "of a noun": ("her/1/poss/PRON/PRP$ hat/2/nsubj/NOUN/NN fell/-/ROOT/VERB/VBD", "possessive"),
    "of a noun, tagged as object": ("her/1/poss/PRON/PRP hat/2/nsubj/NOUN/NN fell/-/ROOT/VERB/VBD", "possessive"),
    "without a parse": ("her/-//PRON/PRP$", "possessive"),
}


@pytest.mark.parametrize("case", SENTENCES)
def test_her(case):
    sentence, kind = SENTENCES[case]
    words = []
    for token in sentence.split():
        form, head, relation, upos, xpos = token.split("/")
        words.append(Word(form, upos=upos, xpos=xpos, head=-1 if head == "-" else int(head), relation=relation))
    tree = DependencyTree(Document("d", words=words, sentences=[Sentence(0, len(words))]))
    (place,) = (place for place, word in enumerate(words) if word.form == "her")
    pronoun = tree.pronoun(place)
    assert pronoun is not None
    assert pronoun.type == kind
