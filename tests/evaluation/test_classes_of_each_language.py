"""Classes of mentions in each language: by universal features, tags of AnCora and Penn, given fields of chains-json.

Texts are our own. Each entity is of one person or thing, and every mention but its first has a class.
Source: Màrquez et al. (2012, Table 8); docs/languages.md.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from anaphora_workbench import score

PRS = "PronType=Prs|Person=3"


def conllu(language: str, *words: str) -> str:
    """A file of words *form upos features entity*; ``_`` for a form is an empty node."""
    lines = [f"# meta::language = {language}", "# newdoc id = d", "# global.Entity = eid-etype-head-other",
             "# sent_id = 1"]  # fmt: skip
    number = 0
    for word in words:
        form, upos, features, entity = word.split(" ")
        misc = "_" if entity == "_" else f"Entity=({entity}--1-)"
        if form == "_":
            lines.append(f"{number}.1\t_\t_\t{upos}\t_\t{features}\t_\t_\t1:nsubj\t{misc}")
            continue
        number += 1
        head, label = ("0", "root") if number == 1 else ("1", "dep")
        cells = [str(number), form, form.lower(), upos, "_", features, head, label, f"{head}:{label}", misc]
        lines.append("\t".join(cells))
    return "\n".join([*lines, "", ""])


def links(file: Path, **options: Any) -> dict[str, int]:
    """Links of a key by the class of their later mention."""
    told = score(file, file, ["muc"], by=["mention-class"], **options).as_json()["by"]["mention-class"]
    counts = {name: part["metrics"]["muc"]["recall"]["denominator"] for name, part in told.items()}
    return {name: count for name, count in counts.items() if count}


ALL = {"PN_E": 1, "CN_N": 1, "CN_E": 1, "P_ELL": 1, "P_REL": 1, "P_1u2": 1, "P_3G": 1, "P_3U": 1}
WITHOUT_ZEROS = {name: count for name, count in ALL.items() if name != "P_ELL"}


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        pytest.param("es", ["Ana PROPN _ a", "Ana PROPN _ a", "maestra NOUN Gender=Fem a", "maestra NOUN Gender=Fem a",
                            f"_ PRON {PRS} a", "que PRON PronType=Rel a", "yo PRON PronType=Prs|Person=1 a",
                            f"ella PRON {PRS}|Gender=Fem a", f"su DET {PRS}|Poss=Yes a"], ALL, id="Spanish"),
        pytest.param("ca", ["Anna PROPN _ a", "Anna PROPN _ a", "mestra NOUN Gender=Fem a", "mestra NOUN Gender=Fem a",
                            f"_ PRON {PRS} a", "qui PRON PronType=Rel a", "jo PRON PronType=Prs|Person=1 a",
                            f"ella PRON {PRS}|Gender=Fem a", f"li PRON {PRS} a"], ALL, id="Catalan"),
        pytest.param("fr", ["Anne PROPN _ a", "Anne PROPN _ a", "dame NOUN Gender=Fem a", "dame NOUN Gender=Fem a",
                            "qui PRON PronType=Rel a", "je PRON Person=1 a", "elle PRON Person=3 a",
                            "lui PRON Person=3 a"], WITHOUT_ZEROS, id="French"),
        pytest.param("lt", ["Ona PROPN _ a", "Ona PROPN _ a", "mokytoja NOUN Gender=Fem a",
                            "mokytoja NOUN Gender=Fem a", f"_ PRON {PRS} a", "kuri PRON PronType=Rel a",
                            "aš PRON PronType=Prs|Person=1 a", f"ji PRON {PRS}|Gender=Fem a",
                            "savo PRON PronType=Prs|Reflex=Yes a"], ALL, id="Lithuanian"),
        pytest.param("en", ["Ann PROPN _ a", "Ann PROPN _ a", "keeper NOUN _ a", "keeper NOUN _ a",
                            "who PRON PronType=Rel a", "I PRON PronType=Prs|Person=1 a",
                            f"she PRON {PRS}|Gender=Fem a", f"itself PRON {PRS}|Reflex=Yes a"], WITHOUT_ZEROS,
                     id="English"),
    ],
)  # fmt: skip
def test_by_universal_features(tmp_path: Path, language: str, words: list[str], expected: dict[str, int]) -> None:
    (tmp_path / "d.conllu").write_text(conllu(language, *words), encoding="utf-8")
    assert links(tmp_path / "d.conllu") == expected


def columns(*words: str) -> str:
    """A file of SemEval-2010: *form tag features relation entity*."""
    lines = ["#begin document d"]
    for number, word in enumerate(words, start=1):
        form, tag, features, label, entity = word.split(" ")
        head = "0" if number == 1 else "1"
        cells = [str(number), form, form.lower(), form.lower(), tag, tag, features, features, head, head, label, label,
                 "_", "_", "_", "_", "_" if entity == "_" else f"({entity})"]  # fmt: skip
        lines.append("\t".join(cells))
    return "\n".join([*lines, "", "#end document d", ""])


@pytest.mark.parametrize(
    ("words", "language", "expected"),
    [
        pytest.param(["Ana n postype=proper suj 1", "Ana n postype=proper suj 1",
                      "maestra n postype=common|gen=f suj 1", "maestra n postype=common|gen=f suj 1", "_ p _ suj 1",
                      "que p postype=relative suj 1", "yo p postype=personal|person=1 suj 1",
                      "ella p postype=personal|gen=f|person=3 suj 1",
                      "su d postype=possessive|person=3 spec 1"], "es", ALL, id="AnCora, Spanish"),
        pytest.param(["Anna n postype=proper suj 1", "Anna n postype=proper suj 1",
                      "mestra n postype=common|gen=f suj 1", "mestra n postype=common|gen=f suj 1", "_ p _ suj 1",
                      "que p postype=relative suj 1", "jo p postype=personal|person=1 suj 1",
                      "ella p postype=personal|gen=f|person=3 suj 1", "li p postype=personal|person=3 ci 1"],
                     "ca", ALL, id="AnCora, Catalan"),
        pytest.param(["Ann NNP _ SBJ 1", "Ann NNP _ SBJ 1", "keeper NN _ SBJ 1", "keeper NN _ SBJ 1", "who WP _ SBJ 1",
                      "I PRP _ SBJ 1", "she PRP _ SBJ 1", "itself PRP _ OBJ 1"], "en", WITHOUT_ZEROS, id="Penn"),
    ],
)  # fmt: skip
def test_by_tags_of_semeval(tmp_path: Path, words: list[str], language: str, expected: dict[str, int]) -> None:
    (tmp_path / "d.txt").write_text(columns(*words), encoding="utf-8")
    assert links(tmp_path / "d.txt", format="semeval2010", language=language) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        pytest.param({"pos": "PRON", "person": 1}, {"P_1u2": 1}, id="first person"),
        pytest.param({"pos": "PRON", "person": 3, "gendered": True}, {"P_3G": 1}, id="he or she"),
        pytest.param({"pos": "PRON", "person": 3, "gendered": False}, {"P_3U": 1}, id="it or they"),
        pytest.param({"pos": "PROPN", "text": "Kolo"}, {"PN_N": 1}, id="another name"),
        pytest.param({"pos": "PROPN", "text": "Nene"}, {"PN_E": 1}, id="the same name"),
        pytest.param({"pos": "NOUN", "text": "taga"}, {"CN_N": 1}, id="a noun"),
        pytest.param({"tag": "WP"}, {"P_REL": 1}, id="Penn: relative"),
        pytest.param({"tag": "NNP"}, {"PN_N": 1}, id="Penn: a name"),
        pytest.param({"tag": "pr0cn000"}, {"P_REL": 1}, id="AnCora: relative"),
        pytest.param({"tag": "pp1cs000"}, {"P_1u2": 1}, id="AnCora: first person"),
        pytest.param({"tag": "pp3cn000", "person": 2}, {"P_1u2": 1}, id="AnCora: usted, with its person given"),
        pytest.param({"tag": "pp3fs000", "gendered": True}, {"P_3G": 1}, id="AnCora: she"),
        pytest.param({"tag": "np0000p", "text": "que"}, {"PN_N": 1}, id="AnCora: a name like a pronoun"),
        pytest.param({"tag": "ncfs000"}, {"CN_N": 1}, id="AnCora: a noun"),
        pytest.param({"tag": "pron", "text": "she"}, {"P_3G": 1}, id="a tag of neither"),
    ],
)
def test_by_given_fields_whatever_the_words(tmp_path: Path, fields: dict[str, Any], expected: dict[str, int]) -> None:
    """Words of no language that the workbench knows."""
    mentions = [{"id": "m1", "start": 0, "end": 1, "head": 0, "pos": "PROPN", "text": "Nene"},
                {"id": "m2", "start": 3, "end": 4, "head": 3, "text": "wu", **fields}]  # fmt: skip
    file = tmp_path / "d.chains.json"
    file.write_text(json.dumps({"documents": [{"id": "d", "mentions": mentions, "chains": [["m1", "m2"]]}]}))
    assert links(file, format="chains-json") == expected
