"""Tiny documents, what a command line did, and golden files."""

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

GOLDEN = Path(__file__).parent / "golden"

# Words as form, lemma, upos, xpos, features, head, relation, coreference.
ANN = [
    [("Ann", "Ann", "PROPN", "NNP", "Number=Sing", 2, "nsubj", "(e1-person-1-)"),
     ("saw", "see", "VERB", "VBD", "Tense=Past", 0, "root", ""),
     ("the", "the", "DET", "DT", "Definite=Def", 4, "det", "(e2-object-2-"),
     ("lamp", "lamp", "NOUN", "NN", "Number=Sing", 2, "obj", "e2)"), (".", ".", "PUNCT", ".", "", 2, "punct", "")],
    [("She", "she", "PRON", "PRP", "Number=Sing", 2, "nsubj", "(e1-person-1-)"),
     ("lit", "light", "VERB", "VBD", "Tense=Past", 0, "root", ""),
     ("it", "it", "PRON", "PRP", "Number=Sing", 2, "obj", "(e2-object-1-)"),
     (".", ".", "PUNCT", ".", "", 2, "punct", "")],
]  # fmt: skip
TOM = [
    [("Tom", "Tom", "PROPN", "NNP", "Number=Sing", 2, "nsubj", "(e1-person-1-)"),
     ("lost", "lose", "VERB", "VBD", "Tense=Past", 0, "root", ""),
     ("his", "his", "PRON", "PRP$", "Poss=Yes", 4, "nmod:poss", "(e2-object-2-(e1-person-1-)"),
     ("key", "key", "NOUN", "NN", "Number=Sing", 2, "obj", "e2)"), (".", ".", "PUNCT", ".", "", 2, "punct", "")],
    [("It", "it", "PRON", "PRP", "Number=Sing", 2, "nsubj", "(e2-object-1-)"),
     ("fell", "fall", "VERB", "VBD", "Tense=Past", 0, "root", ""), (".", ".", "PUNCT", ".", "", 2, "punct", "")],
]  # fmt: skip


def conllu(name: str, sentences: list[list[tuple[str, str, str, str, str, int, str, str]]]) -> str:
    """A CoNLL-U document with coreference."""
    lines = [f"# newdoc id = {name}", "# global.Entity = eid-etype-head-other"]
    for number, sentence in enumerate(sentences, start=1):
        lines += [f"# sent_id = {name}-{number}"]
        for place, (form, lemma, upos, xpos, features, head, relation, entity) in enumerate(sentence, start=1):
            misc = f"Entity={entity}" if entity else "_"
            columns = [str(place), form, lemma, upos, xpos, features or "_", str(head), relation, "_", misc]
            lines.append("\t".join(columns))
        lines.append("")
    return "\n".join(lines) + "\n"


@dataclass
class Ran:
    """What a command line did."""

    status: int
    out: str
    err: str


Run = Callable[..., Ran]


def check_golden(name: str, text: str) -> None:
    """Compare with a file of ``golden``, checksums and versions apart; WRITE_GOLDEN=1 writes it anew."""
    text = re.sub(r"(?<=@)[0-9a-f]{12}|(?<=lexicon:)\w+|(?<=model:)[\w.@-]+|(?<=workbench:)[\w.@]+", "…", text)
    text = re.sub(r"(?<=preprocessing:)\w+|(?<=-rules:)[^|\s]+", "…", text)
    file = GOLDEN / name
    if os.environ.get("WRITE_GOLDEN"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
