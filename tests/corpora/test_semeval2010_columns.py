"""Gold and predicted columns of SemEval-2010 in the form of the workbench; sentences and trees are our own."""

from pathlib import Path

import pytest

from anaphora_workbench.corpora import read
from anaphora_workbench.corpora.document import Document, Sentence, Word
from anaphora_workbench.corpora.formats.semeval2010.columns import PREDICTED, column_annotations, take_columns
from semeval_files import semeval

# form/tag head label → head relation; heads count from 1.
CONLL2008 = [
    ("had/VBD 0 ROOT, lit/VBN 1 VC, the/DT 4 NMOD, lamp/NN 2 OBJ", "2 aux, 0 ROOT, 4 det, 2 dobj"),
    ("Ann/NNP 2 SBJ, wants/VBZ 0 ROOT, to/TO 2 OPRD, sell/VB 3 IM, it/PRP 4 OBJ",
     "2 nsubj, 0 ROOT, 4 aux, 2 xcomp, 4 dobj"),
    ("Ann/NNP 2 SBJ, said/VBD 0 ROOT, that/IN 2 OBJ, he/PRP 5 SBJ, had/VBD 3 SUB, left/VBN 5 VC",
     "2 nsubj, 0 ROOT, 6 mark, 6 nsubj, 6 aux, 2 ccomp"),
    ("the/DT 2 NMOD, lamp/NN 3 SBJ, was/VBD 0 ROOT, lit/VBN 3 VC, by/IN 4 LGS, Ann/NNP 5 PMOD",
     "2 det, 4 nsubjpass, 4 aux, 0 ROOT, 4 agent, 5 pobj"),
    ("Ann/NNP 4 SBJ, and/CC 1 COORD, Tom/NNP 2 CONJ, left/VBD 0 ROOT", "4 nsubj, 1 cc, 1 conj, 0 ROOT"),
    ("her/PRP$ 3 NMOD, brass/NN 3 NMOD, lamp/NN 4 SBJ, is/VBZ 0 ROOT, bright/JJ 4 PRD, at/IN 4 TMP, night/NN 6 PMOD",
     "3 poss, 3 compound, 4 nsubj, 0 ROOT, 4 acomp, 4 prep, 6 pobj"),
    ("the/DT 2 NMOD, man/NN 0 ROOT, who/WP 4 SBJ, left/VBD 2 NMOD", "2 det, 0 ROOT, 4 nsubj, 2 relcl"),
    ("Tom/NNP 2 SBJ, gave/VBD 0 ROOT, Ann/NNP 2 OBJ, a/DT 5 NMOD, lamp/NN 2 OBJ",
     "2 nsubj, 0 ROOT, 2 dative, 5 det, 2 dobj"),
    ("Ann/NNP 2 SBJ, is/VBZ 0 ROOT, a/DT 4 NMOD, judge/NN 2 PRD", "2 nsubj, 0 ROOT, 4 det, 2 attr"),
    ("Ann/NNP 2 SBJ, kept/VBD 0 ROOT, singing/VBG 2 PRD", "2 nsubj, 0 ROOT, 2 xcomp"),
    ("Ann/NNP 4 SBJ, the/DT 3 NMOD, judge/NN 1 APPO, left/VBD 0 ROOT", "4 nsubj, 3 det, 1 appos, 0 ROOT"),
    ("men/NNS 0 ROOT, to/TO 1 NMOD, watch/VB 2 IM", "0 ROOT, 3 aux, 1 acl"),
    ("running/VBG 2 NMOD, water/NN 0 ROOT, today/NN 2 NMOD", "2 amod, 0 ROOT, 2 nmod"),
    ("Ann/NNP 3 SBJ, then/RB 3 TMP, left/VBD 0 ROOT, Monday/NNP 3 TMP, after/IN 3 TMP, she/PRP 7 SBJ, ate/VBD 5 SUB",
     "3 nsubj, 3 advmod, 0 ROOT, 3 npadvmod, 7 mark, 7 nsubj, 3 advcl"),
    ("Ann/NNP 5 SBJ, Tom/NNP 1 COORD, and/CC 2 COORD, Eve/NNP 3 CONJ, left/VBD 0 ROOT",
     "5 nsubj, 1 conj, 2 cc, 2 conj, 0 ROOT"),
]  # fmt: skip
# form/tag/features head label; Spanish.
ANCORA = [
    pytest.param("la/d/postype=article 2 spec, jueza/n/postype=common 3 suj, salió/v/postype=main 0 sentence",
                 "2 det DET, 3 nsubj NOUN, 0 ROOT VERB", id="subject"),
    pytest.param(
        "ha/v/postype=auxiliary 2 v, visto/v/postype=main 0 sentence, su/d/postype=possessive 4 spec, "
        "casa/n/postype=common 2 cd",
        "2 aux AUX, 0 ROOT VERB, 4 poss DET, 2 dobj NOUN",
        id="auxiliary, possessive, object",
    ),
    pytest.param(
        "dio/v/postype=main 0 sentence, un/d/postype=indefinite 3 spec, libro/n/postype=common 1 cd, a/s/_ 1 ci, "
        "Ana/n/postype=proper 4 sn",
        "0 ROOT VERB, 3 det DET, 1 dobj NOUN, 1 dative ADP, 4 pobj PROPN",
        id="indirect object",
    ),
    pytest.param(
        "el/d/postype=article 2 spec, libro/n/postype=common 0 sentence, que/p/postype=relative 4 cd, "
        "vio/v/postype=main 2 S",
        "2 det DET, 0 ROOT NOUN, 4 dobj PRON, 2 relcl VERB",
        id="relative clause",
    ),
    pytest.param(
        "es/vsip3s0/_ 0 sentence, una/di0fs0/_ 3 spec, casa/ncfs000/_ 1 atr, en/sps00/_ 1 cc, Lugo/np0000l/_ 4 sn",
        "0 ROOT AUX, 3 det DET, 1 attr NOUN, 1 prep ADP, 4 pobj PROPN",
        id="tags of FreeLing",
    ),
    pytest.param(
        "Ana/n/postype=proper 4 suj, y/c/postype=coordinating 1 coord, Eva/n/postype=proper 1 sn, "
        "salen/v/postype=main 0 sentence",
        "4 nsubj PROPN, 1 cc CCONJ, 1 conj PROPN, 0 ROOT VERB",
        id="coordination",
    ),
    pytest.param(
        "Ana/n/postype=proper 4 suj, la/d/postype=article 3 spec, jueza/n/postype=common 1 sn, "
        "sale/v/postype=main 0 sentence, cantando/v/postype=main 4 cc",
        "4 nsubj PROPN, 3 det DET, 1 appos NOUN, 0 ROOT VERB, 4 advcl VERB",
        id="apposition and adverbial clause",
    ),
    pytest.param("dos/z/_ 2 spec, casas/n/postype=common 0 sentence, vendidas/v/postype=main 2 S",
                 "2 nummod NUM, 0 ROOT NOUN, 2 acl VERB", id="numeral and participial clause"),
]  # fmt: skip


def taken(rows: str) -> Document:
    words = []
    for row in rows.split(", "):
        described, head, label = row.split(" ")
        form, tag, *features = described.split("/")
        morphology = "" if features in ([], ["_"]) else features[0]
        words.append(Word(form, xpos=tag, morphology=morphology, head=int(head) - 1, relation=label))
    document = Document("d", words, [Sentence(0, len(words))], extra={PREDICTED: ""})
    take_columns(document, "gold")
    return document


@pytest.mark.parametrize(("rows", "expected"), CONLL2008)
def test_labels_of_conll_2008(rows: str, expected: str) -> None:
    assert ", ".join(f"{word.head + 1} {word.relation}" for word in taken(rows).words) == expected


@pytest.mark.parametrize(("rows", "expected"), ANCORA)
def test_labels_and_tags_of_ancora(rows: str, expected: str) -> None:
    words = taken(rows).words
    assert ", ".join(f"{word.head + 1} {word.relation} {word.upos}" for word in words) == expected


@pytest.mark.parametrize(
    ("tag", "features", "expected"),
    [
        ("n", "postype=common|gen=f|num=p", "Gender=Fem|Number=Plur"),
        ("p", "postype=personal|gen=m|num=s|person=3", "Gender=Masc|Number=Sing|Person=3|PronType=Prs"),
        ("v", "postype=main|gen=c|num=s|person=1|mood=indicative|tense=past",
         "Mood=Ind|Number=Sing|Person=1|VerbForm=Fin"),
        ("pp3fs000", "", "Gender=Fem|Number=Sing|Person=3|PronType=Prs"),
        ("ncmp000", "", "Gender=Masc|Number=Plur"),
        ("vmip3p0", "", "Mood=Ind|Number=Plur|Person=3|VerbForm=Fin"),
        ("vmn0000", "", "VerbForm=Inf"),
        ("dp3cs0", "", "Number=Sing|Person=3|Poss=Yes|PronType=Prs"),
    ],
)  # fmt: skip
def test_features_of_ancora(tag: str, features: str, expected: str) -> None:
    word = Word("x", xpos=tag, morphology=features, relation="suj")
    take_columns(document := Document("d", [word], [Sentence(0, 1)], extra={PREDICTED: ""}), "gold")
    assert document.words[0].morphology == expected


ROWS = [
    [("Vio", "v", "n", "0", "sentence", "0", "sentence", "_"), ("luz", "n", "v", "1", "cd", "1", "suj", "(1)")],
    [("_", "p", "p", "2", "suj", "2", "suj", "(2)"), ("salió", "v", "v", "0", "sentence", "0", "sentence", "_")],
]


def test_the_columns_differ_and_elliptic_subjects_are_empty_words(tmp_path: Path) -> None:
    file = tmp_path / "es.test.txt"
    file.write_text(semeval(ROWS))
    (document,) = read(file)
    assert document.language == "es"
    assert column_annotations(document) == {"gold", "predicted"}
    assert [(word.form, word.empty) for word in document.words] == [
        ("Vio", False), ("luz", False), ("_", True), ("salió", False),
    ]  # fmt: skip
    for which, tags, relations in (
        ("gold", ["VERB", "NOUN", "PRON", "VERB"], ["ROOT", "dobj", "nsubj", "ROOT"]),
        ("predicted", ["NOUN", "VERB", "PRON", "VERB"], ["ROOT", "csubj", "nsubj", "ROOT"]),
    ):
        (document,) = read(file)
        take_columns(document, which)  # type: ignore[arg-type]
        assert [word.upos for word in document.words] == tags
        assert [word.relation for word in document.words] == relations
        assert [word.head for word in document.words] == [-1, 0, 3, -1]


@pytest.mark.parametrize(
    ("name", "language"), [("ca.devel.txt", "ca"), ("en_test.txt", "en"), ("train.txt", "en"), ("es/train.txt", "es")]
)
def test_the_language_is_in_the_name(tmp_path: Path, name: str, language: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(semeval(ROWS))
    (document,) = read(tmp_path / name)
    assert document.language == language


def test_only_what_is_there_can_be_taken(tmp_path: Path) -> None:
    file = tmp_path / "en.txt"
    bare = [[("It", "PRP", "_", "_", "_", "_", "_", "(1)")]]
    for rows, there in ((bare, set()), ([[("It", "_", "PRP", "_", "_", "0", "ROOT", "(1)")]], {"predicted"})):
        file.write_text(semeval(rows))
        (document,) = read(file)
        assert column_annotations(document) == there
