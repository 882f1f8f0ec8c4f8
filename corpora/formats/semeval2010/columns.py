"""Two annotations of the same words side by side, gold and predicted, as SemEval-2010 has them in columns.

The words of a document have one of the two, and the other as notes. Either can be taken, in the form that
preprocessing reads: universal tags and features, and a tree in the shape of CLEAR.

Source: Recasens et al. (2010, section 3.1); tags of the Penn Treebank (Santorini 1990) and of AnCora, both its features
and the tags of FreeLing, whose letters say the same.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.formats.semeval2010.labels import ANCORA, scheme_of, to_clear

OWN = "semeval2010:"
GOLD = ("LEMMA", "POS", "FEAT", "HEAD", "DEPREL", "NE", "PRED")
PREDICTED = f"{OWN}predicted"
_PARSE = ("HEAD", "DEPREL")
_FIELDS = {"LEMMA": "lemma", "POS": "xpos", "FEAT": "morphology", "DEPREL": "relation", "NE": "entity_type"}
Which = Literal["gold", "predicted"]

# Universal tag and features by tag of the Penn Treebank, or by how it begins.
_PENN = {
    "NN": "NOUN Number=Sing", "NNS": "NOUN Number=Plur", "NNP": "PROPN Number=Sing", "NNPS": "PROPN Number=Plur",
    "PRP": "PRON PronType=Prs", "PRP$": "PRON Poss=Yes|PronType=Prs", "WP": "PRON PronType=Rel",
    "WP$": "PRON Poss=Yes|PronType=Rel", "WDT": "PRON PronType=Rel", "WRB": "ADV PronType=Rel",
    "EX": "PRON PronType=Exs", "DT": "DET", "PDT": "DET", "CD": "NUM", "MD": "AUX VerbForm=Fin",
    "VBD": "VERB VerbForm=Fin", "VBP": "VERB VerbForm=Fin", "VBZ": "VERB VerbForm=Fin", "VB": "VERB VerbForm=Inf",
    "VBG": "VERB VerbForm=Ger", "VBN": "VERB VerbForm=Part", "IN": "ADP", "RP": "ADP", "TO": "PART",
    "POS": "PART PartType=Pos", "CC": "CCONJ", "UH": "INTJ", "FW": "X", "LS": "X", "SYM": "SYM", "$": "SYM",
    "#": "SYM",
}  # fmt: skip
_PENN_BEGINNINGS = {"JJ": "ADJ", "RB": "ADV"}
_ANCORA = {
    "n": "NOUN", "p": "PRON", "d": "DET", "v": "VERB", "a": "ADJ", "r": "ADV", "s": "ADP", "c": "SCONJ", "z": "NUM",
    "w": "NOUN", "i": "INTJ", "f": "PUNCT",
}  # fmt: skip
# A class alone, *n*, or with all that a word of it has, *np0000p*; "pron" is no tag of AnCora.
_ANCORA_TAG = re.compile("[a-z]|[a-z]{2}[a-z0-9]*[0-9][a-z0-9]*")
# What stands at each place of a tag of FreeLing after its first letter.
_PLACES = {
    "n": ("postype", "gen", "num"),
    "p": ("postype", "person", "gen", "num"),
    "d": ("postype", "person", "gen", "num"),
    "v": ("postype", "mood", "tense", "person", "num", "gen"),
    "a": ("postype", "degree", "gen", "num"),
    "c": ("postype",),
}
_TYPES = {
    "np": "proper", "pp": "personal", "px": "possessive", "pr": "relative", "pd": "demonstrative", "pi": "indefinite",
    "pt": "interrogative", "dp": "possessive", "dd": "demonstrative", "di": "indefinite", "da": "article",
    "va": "auxiliary", "vs": "semiauxiliary", "cc": "coordinating",
}  # fmt: skip
_MOODS = {"n": "infinitive", "g": "gerund", "p": "pastparticiple", "i": "indicative", "s": "subjunctive",
          "m": "imperative"}  # fmt: skip
_FEATURES: Mapping[str, Mapping[str, str]] = {
    "gen": {"m": "Gender=Masc", "f": "Gender=Fem", "n": "Gender=Neut"},
    "num": {"s": "Number=Sing", "p": "Number=Plur"},
    "person": {"1": "Person=1", "2": "Person=2", "3": "Person=3"},
    "postype": {
        "personal": "PronType=Prs", "possessive": "Poss=Yes|PronType=Prs", "relative": "PronType=Rel",
        "demonstrative": "PronType=Dem", "indefinite": "PronType=Ind", "interrogative": "PronType=Int",
        "article": "PronType=Art",
    },
    "mood": {
        "infinitive": "VerbForm=Inf", "gerund": "VerbForm=Ger", "pastparticiple": "VerbForm=Part",
        "indicative": "Mood=Ind|VerbForm=Fin", "subjunctive": "Mood=Sub|VerbForm=Fin",
        "imperative": "Mood=Imp|VerbForm=Fin",
    },
}  # fmt: skip


# What a type of name may be between brackets, and a bracket with or without it.
NAME = re.compile(r"[^()|*]+")
_NAME_BRACKET = re.compile(rf"\(({NAME.pattern})|\)")


def entity_types(cells: Iterable[str]) -> list[str]:
    """The type of the innermost name around each word of a sentence, by the column of names; "" outside of names.

    Args:
        cells: in open-close notation, as coreference is: ``(org`` … ``org)``, ``(org|(loc)``.
    """
    types: list[str] = []
    around: list[str] = []
    for cell in cells:
        brackets = list(_NAME_BRACKET.finditer(cell))
        around += [bracket[1] for bracket in brackets if bracket[1]]
        # A cell without brackets tells of its own word alone.
        types.append(around[-1] if around else "" if brackets else cell.strip("*_"))
        del around[max(0, len(around) - sum(bracket[0] == ")" for bracket in brackets)) :]
    return types


def column_annotations(document: Document) -> frozenset[Which]:
    """Which annotations a document has in columns, each with a parse; none for a document of another format."""
    taken = document.extra.get(PREDICTED)
    if taken is None:
        return frozenset()
    used: Which = "predicted" if set(_PARSE) <= set(taken.split()) else "gold"
    there: set[Which] = set()
    if any(word.relation for word in document.words):
        there.add(used)
    if used == "gold" and any(word.extra.get("PDEPREL") for word in document.words):
        there.add("predicted")
    return frozenset(there)


def universal_tags(words: Sequence[Word]) -> list[str]:
    """The universal tag of each word as it was read, by tags of AnCora; "" for words with other tags."""
    if scheme_of([word.relation for word in words]) != ANCORA:
        return [""] * len(words)
    return [_of_ancora(word)[0] for word in words]


def of_ancora_tag(tag: str) -> tuple[str, str]:
    """Universal tag and features by what a tag of AnCora says without its features, "" and "" for other tags.

    >>> of_ancora_tag("pr0cn000"), of_ancora_tag("NNP")
    (('PRON', 'PronType=Rel'), ('', ''))
    """
    return _of_ancora(Word("", xpos=tag)) if _ANCORA_TAG.fullmatch(tag) else ("", "")


def take_columns(document: Document, which: Which) -> None:
    """Make one of the annotations in columns that of the words, in place, in the form that preprocessing reads."""
    taken = document.extra[PREDICTED].split()
    if which == "predicted":
        for name in GOLD:
            if name not in taken:
                _take_predicted(document, name)
    labels = [word.relation for word in document.words]
    scheme = scheme_of(labels)
    for word in document.words:
        if scheme == ANCORA:
            word.upos, word.morphology = _of_ancora(word)
        else:
            word.upos, word.morphology = _of_penn(word)
    to_clear(document.words, scheme)
    document.relations = "clear"
    document.tool = f"{which} columns of the corpus"


def _take_predicted(document: Document, name: str) -> None:
    """Put the values of a predicted column in the place of the gold ones, where the column has any."""
    predicted = f"P{name}"
    # What nobody predicted is not known under this annotation: gold values would tell too much.
    for sentence in document.sentences:
        words = document.words[sentence.start : sentence.end]
        values = [word.extra.get(predicted, "") for word in words]
        if name == "NE":
            values = entity_types(values)
        for word, value in zip(words, values, strict=True):
            if name in _FIELDS:
                setattr(word, _FIELDS[name], value)
            elif name == "HEAD":
                inside = value.isdecimal() and 1 <= int(value) <= sentence.end - sentence.start
                word.head = sentence.start + int(value) - 1 if inside else -1


def _of_penn(word: Word) -> tuple[str, str]:
    """Universal tag and features; what is no tag of the Penn Treebank is punctuation, or of no class."""
    tag = word.xpos
    told = _PENN.get(tag) or _PENN_BEGINNINGS.get(tag[:2]) or ("X" if tag[:1].isalpha() else "PUNCT" if tag else "")
    upos, _, morphology = told.partition(" ")
    return upos, morphology


def _of_ancora(word: Word) -> tuple[str, str]:
    """Universal tag and features, by AnCora's features where it has them, else by the letters of the tag."""
    tag = word.xpos.lower()
    pairs = (feature.partition("=") for feature in word.morphology.lower().split("|"))
    told = {name: value for name, _, value in pairs if value}
    if not told:
        told = dict(zip(_PLACES.get(tag[:1], ()), tag[1:], strict=False))
        told["postype"] = _TYPES.get(tag[:2], "")
        told["mood"] = _MOODS.get(told.get("mood", ""), "")
    upos = _ANCORA.get(tag[:1], "")
    kind = told.get("postype", "")
    if upos == "NOUN" and kind == "proper":
        upos = "PROPN"
    elif upos == "VERB" and kind in ("auxiliary", "semiauxiliary"):
        upos = "AUX"
    elif upos == "SCONJ" and kind == "coordinating":
        upos = "CCONJ"
    found: Sequence[str] = [values[told[name]] for name, values in _FEATURES.items() if told.get(name) in values]
    return upos, "|".join(sorted({feature for features in found for feature in features.split("|")}))
