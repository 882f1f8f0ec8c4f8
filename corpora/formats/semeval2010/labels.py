"""Trees of the corpora of SemEval-2010 in the shape of CLEAR labels: CoNLL-2008's for English, AnCora's.

The two differ from CLEAR in little: prepositions head their nouns and copulas their predicates in all three. In
CoNLL-2008 an auxiliary, *to* and a conjunction head the verb, which CLEAR has the other way round, and a second
conjunct hangs on the conjunction. What a label leaves open the tags decide; a label that is not known is ``dep``.

Source: Surdeanu et al. (2008) and Johansson & Nugues (2007) for CoNLL-2008; Taulé, Martí & Recasens (2008) and Civit et
al. (2006) for AnCora; not tried on the corpora themselves, which are not public.
"""

from collections.abc import Sequence

from anaphora_workbench.corpora.document import Word

CONLL2008, ANCORA = "conll2008", "ancora"
# Labels that only one of the two has.
_OF_ANCORA = frozenset({"sentence", "suj", "sn", "cd", "ci", "cc", "creg", "cpred", "atr", "spec", "grup.nom", "sp"})
_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
_VERBS = frozenset({"VERB", "AUX"})
_EXISTENTIAL, _POSSESSIVE, _POSSESSIVE_MARK = "PronType=Exs", "Poss=Yes", "PartType=Pos"
_RELATIVE, _FINITE = "PronType=Rel", "VerbForm=Fin"

# CoNLL-2008 → CLEAR, where the tags of the words make no difference.
_CONLL2008 = {
    "ROOT": "ROOT", "sentence": "ROOT", "SBJ": "nsubj", "IOBJ": "dative", "DTV": "dative", "BNF": "dative",
    "LGS": "agent", "P": "punct", "HYPH": "punct", "NAME": "compound", "TITLE": "compound", "POSTHON": "compound",
    "HMOD": "compound", "SUFFIX": "case", "PRT": "prt", "VOC": "vocative", "PRN": "parataxis", "COORD": "cc",
    "CONJ": "conj", "EXTR": "ccomp", "DEP": "dep",
}  # fmt: skip
# AnCora → CLEAR, likewise.
_ANCORA = {
    "sentence": "ROOT", "ROOT": "ROOT", "cag": "agent", "ci": "dative", "coord": "cc", "conj": "mark", "f": "punct",
    "punct": "punct", "voc": "vocative", "impers": "expl", "morfema.pronominal": "expl", "morfema.verbal": "expl",
    "pass": "auxpass", "v": "aux", "neg": "neg", "interjeccio": "intj",
}  # fmt: skip


def scheme_of(labels: Sequence[str]) -> str:
    """Which of the two schemes labels are of."""
    return ANCORA if sum(label in _OF_ANCORA - {"sentence"} for label in labels) else CONLL2008


def to_clear(words: Sequence[Word], scheme: str) -> None:
    """Turn heads and labels, in place, into the shape of CLEAR.

    Args:
        words: with universal and own tags; of a whole document, heads being offsets in it.
    """
    if scheme == ANCORA:
        _ancora_labels(words)
    else:
        _conll2008_labels(words)
        _lift(words)
        _conjuncts_of_conjunctions(words)


def _children(words: Sequence[Word]) -> list[list[int]]:
    children: list[list[int]] = [[] for _ in words]
    for offset, word in enumerate(words):
        if word.head >= 0:
            children[word.head].append(offset)
    return children


_OF_VERB, _OF_INFINITIVE, _OF_CLAUSE = "VC", "IM", "SUB"


def _conll2008_labels(words: Sequence[Word]) -> None:
    children = _children(words)
    told = [word.relation for word in words]
    passive = {word.head for word in words if word.relation == "LGS"}
    for offset, word in enumerate(words):
        above = words[word.head] if word.head >= 0 else None
        label = told[offset].partition("-")[0]
        if label in (_OF_VERB, _OF_INFINITIVE, _OF_CLAUSE):
            continue
        heads_clause = any(told[child] in (_OF_CLAUSE, _OF_INFINITIVE) for child in children[offset])
        if label == "SBJ":
            word.relation = "csubj" if word.upos in _VERBS or heads_clause else "nsubj"
            if _EXISTENTIAL in word.morphology:
                word.relation = "expl"
            elif any(verb in passive for verb in _verbs_below(word.head, children, told)):
                word.relation += "pass"
        elif label == "OBJ":
            nominal = [child for child in children[word.head] if told[child] == "OBJ" and words[child].upos in _NOUNS]
            if word.upos in _VERBS or heads_clause:
                infinitive = any(told[child] == _OF_INFINITIVE for child in children[offset])
                word.relation = "xcomp" if infinitive else "ccomp"
            else:
                word.relation = "dative" if len(nominal) > 1 and nominal[0] == offset else "dobj"
        elif label == "PMOD":
            word.relation = "pcomp" if word.upos in _VERBS else "pobj"
        elif label == "PRD":
            word.relation = {"ADJ": "acomp", "ADP": "prep"}.get(word.upos, "attr" if word.upos in _NOUNS else "xcomp")
        elif label == "OPRD":
            word.relation = "oprd" if word.upos in _NOUNS | {"ADJ"} else "xcomp"
        elif label == "APPO":
            word.relation = "relcl" if word.upos in _VERBS else "appos"
        elif label == "NMOD" and above is not None:
            word.relation = _modifier(words, children, told, offset)
        elif label in _CONLL2008:
            word.relation = _CONLL2008[label]
        elif label:
            word.relation = _adverbial(word, heads_clause)


def _verbs_below(verb: int, children: Sequence[Sequence[int]], told: Sequence[str]) -> list[int]:
    """A verb and the verbs that its auxiliaries lead to."""
    chain = [verb]
    for word in chain:
        chain += [child for child in children[word] if told[child] == _OF_VERB]
    return chain


def _modifier(words: Sequence[Word], children: Sequence[Sequence[int]], told: Sequence[str], offset: int) -> str:
    word, before = words[offset], offset < words[offset].head
    if _POSSESSIVE in word.morphology or any(_POSSESSIVE_MARK in words[child].morphology for child in children[offset]):
        return "poss"
    if _POSSESSIVE_MARK in word.morphology:
        return "case"
    if word.upos in ("DET", "PRON"):
        return "det"
    if word.upos in ("ADP", "SCONJ", "PART"):
        clause = any(told[child] in (_OF_CLAUSE, _OF_INFINITIVE) for child in children[offset])
        return "acl" if clause else "prep"
    if word.upos == "NUM":
        return "nummod"
    if word.upos in _VERBS:
        relative = any(_RELATIVE in words[child].morphology for child in children[offset])
        return "amod" if before else "relcl" if relative or _FINITE in word.morphology else "acl"
    if word.upos in _NOUNS:
        return "compound" if before else "nmod"
    return "advmod" if word.upos == "ADV" else "amod"


def _adverbial(word: Word, heads_clause: bool) -> str:
    if heads_clause or word.upos in _VERBS:
        return "advcl"
    if word.upos in ("ADP", "SCONJ", "PART"):
        return "prep"
    return "npadvmod" if word.upos in _NOUNS else "advmod"


def _lift(words: Sequence[Word]) -> None:
    """Verbs take the place of the auxiliary, *to* or conjunction that heads them, from the lowest up."""
    named = {_OF_VERB: "aux", _OF_INFINITIVE: "aux", _OF_CLAUSE: "mark"}
    for offset in reversed(range(len(words))):
        word = words[offset]
        chain = [offset]
        while (label := words[chain[-1]].relation) in named and words[chain[-1]].head >= 0:
            above = words[chain[-1]].head
            if above in chain:
                break
            top, verb = words[above], words[offset]
            relation = named[label]
            if label == _OF_VERB and top.upos == "VERB":
                top.upos = "AUX"
            elif label == _OF_CLAUSE and top.upos == "ADP":
                top.upos = "SCONJ"
            for other in words:
                if other.head == above and other is not verb:
                    other.head = offset
            word.head, word.relation = top.head, top.relation
            top.head, top.relation = offset, relation
            chain = [offset]


def _conjuncts_of_conjunctions(words: Sequence[Word]) -> None:
    """*A* ← *and* ← *B* becomes *A* ← *and* and *A* ← *B*."""
    for word in words:
        if word.relation == "cc" and word.upos not in ("CCONJ", "PUNCT"):
            word.relation = "conj"
    for word in words:
        if word.relation == "conj" and word.head >= 0 and words[word.head].relation == "cc":
            above = words[word.head].head
            word.head = above if above >= 0 else word.head


def _ancora_labels(words: Sequence[Word]) -> None:
    children = _children(words)
    told = [word.relation for word in words]
    for offset, word in enumerate(words):
        above = words[word.head] if word.head >= 0 else None
        label = told[offset]
        verbal = word.upos in _VERBS
        if label == "suj":
            word.relation = "csubj" if verbal else "nsubj"
        elif label == "cd":
            word.relation = "ccomp" if verbal else "dobj"
        elif label == "atr":
            word.relation = "attr" if word.upos in _NOUNS else "acomp"
        elif label == "cpred":
            word.relation = "oprd"
        elif label == "spec":
            word.relation = "poss" if _POSSESSIVE in word.morphology else "nummod" if word.upos == "NUM" else "det"
        elif label in _ANCORA:
            word.relation = _ANCORA[label]
        elif above is not None and above.upos == "ADP":
            word.relation = "pcomp" if verbal else "pobj"
        elif word.upos == "ADP":
            word.relation = "prep"
        elif verbal:
            relative = any(_RELATIVE in words[child].morphology for child in children[offset])
            nominal = above is not None and above.upos in _NOUNS
            word.relation = ("relcl" if relative else "acl") if nominal else "advcl"
        elif label in ("sn", "grup.nom") and above is not None and above.upos in _NOUNS:
            coordinated = any(told[child] == "coord" for child in children[word.head])
            word.relation = "conj" if coordinated else "appos" if label == "sn" else "compound"
        elif word.upos == "ADJ":
            word.relation = "amod"
        elif word.upos == "ADV":
            word.relation = "advmod"
        elif label == "cc":
            word.relation = "npadvmod"
        elif label:
            word.relation = "dep"
