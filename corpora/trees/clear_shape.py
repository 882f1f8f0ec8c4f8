"""A tree of Universal Dependencies turned into the shape of CLEAR: prepositions and copulas head their nouns."""

from anaphora_workbench.corpora.document import Document, Word
from anaphora_workbench.corpora.languages import Language
from anaphora_workbench.corpora.languages.pronouns import features
from anaphora_workbench.corpora.trees import labels

# May be marked by a preposition and stay what they are: *vio a Ana*.
_OBJECTS = labels.OBJECT | labels.RECIPIENT
# UD label (subtype first, then plain) → CLEAR label; labels not listed are the same in both.
_UD_TO_CLEAR = {
    "root": "ROOT",
    "nsubj:pass": "nsubjpass",
    "nsubj:outer": "nsubj",
    "csubj:pass": "csubjpass",
    "csubj:outer": "csubj",
    "obj": "dobj",
    "iobj": "dative",
    "aux:pass": "auxpass",
    "acl:relcl": "relcl",
    "advcl:relcl": "advcl",
    "nmod:poss": "poss",
    "nmod:desc": "compound",
    "det:predet": "predet",
    "cc:preconj": "preconj",
    "compound:prt": "prt",
    "obl:npmod": "npadvmod",
    "obl:tmod": "npadvmod",
    "obl:unmarked": "npadvmod",
    "nmod:npmod": "npadvmod",
    "nmod:tmod": "npadvmod",
    "nmod:unmarked": "npadvmod",
    "obl": "npadvmod",
    "nmod": "nmod",
    "flat": "flat",
    "fixed": "fixed",
    "advmod": "advmod",
    "discourse": "intj",
    "vocative": "vocative",
}
# Dependents that belong to the clause and so go over to the copula when it becomes the head.
_OF_THE_CLAUSE = frozenset(
    {"nsubj", "nsubjpass", "csubj", "csubjpass", "aux", "auxpass", "mark", "expl", "advcl", "punct", "parataxis",
     "ccomp", "xcomp", "intj", "vocative", "dislocated", "cop", "orphan"}
)  # fmt: skip


def to_clear(document: Document, head: list[int], relation: list[str], language: Language) -> None:
    """Turn the heads and relations of a UD tree, in place, into the shape of CLEAR."""
    words = document.words
    agents = {offset for offset, label in enumerate(relation) if label == "obl:agent"}
    for offset, label in enumerate(relation):
        plain = label.split(":")[0]
        relation[offset] = _UD_TO_CLEAR.get(label) or _UD_TO_CLEAR.get(plain) or plain
    if language.possessives_agree:
        _possessives(words, relation)
    _names_headed_by_last_word(words, head, relation, language.names_hold_phrases)
    _copula_as_head(words, head, relation)
    _preposition_as_head(words, head, relation, agents, language)
    _conjunction_beside_first_conjunct(head, relation)
    _existential_as_attribute(words, head, relation, language)


def attach_empty_words(document: Document, head: list[int], relation: list[str]) -> None:
    """Give empty words, which have no place in the basic tree, that of their first enhanced dependency."""
    for sentence in document.sentences:
        offset_of: dict[str, int] = {}
        for offset in range(sentence.start, sentence.end):
            if not document.words[offset].empty:
                offset_of[str(len(offset_of) + 1)] = offset
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if word.empty and head[offset] < 0 and word.enhanced:
                governor, _, label = word.enhanced.split("|")[0].partition(":")
                above = offset_of.get(governor, -1)
                # A subject may hang on an auxiliary in AnCora: the clause is that of its verb.
                head[offset] = labels.ud_predicate(document.words, above) if above >= 0 else -1
                relation[offset] = label


def _possessives(words: list[Word], relation: list[str]) -> None:
    """*su casa*: a possessive that agrees with its noun is a determiner in UD, a possessor in CLEAR.

    Likewise *li*, an oblique pronoun without a preposition, is a recipient.
    """
    for offset, word in enumerate(words):
        told = features(word.morphology)
        if relation[offset] in ("det", "amod", "nmod") and told.get("Poss") == "Yes":
            relation[offset] = "poss"
        elif word.upos == "PRON" and relation[offset] == "npadvmod" and "Dat" in told.get("Case", "").split(","):
            relation[offset] = "dative"


def _existential_as_attribute(words: list[Word], head: list[int], relation: list[str], language: Language) -> None:
    """*There is a way*: UD calls *way* the subject, CLEAR an attribute."""
    existential = language.words("existential.words")
    for there, label in enumerate(relation):
        if label == "expl" and words[there].form.lower() in existential:
            for noun in range(there + 1, len(head)):
                if head[noun] == head[there] and relation[noun] == "nsubj":
                    relation[noun] = "attr"
                    break
                if head[noun] == -1 and noun != head[there]:
                    break


def _children(head: list[int]) -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for offset, above in enumerate(head):
        if above >= 0:
            children.setdefault(above, []).append(offset)
    return children


def _names_headed_by_last_word(
    words: list[Word], head: list[int], relation: list[str], names_hold_phrases: bool
) -> None:
    """*Clara Voss*: UD makes the first word of a flat name its head, CLEAR the last.

    Args:
        names_hold_phrases: a name with a preposition or comma in it keeps its first word: *Banco de España*.
    """
    children = _children(head)
    last_of: dict[int, int] = {}
    for offset, label in enumerate(relation):
        if label == "flat" and head[offset] >= 0:
            last_of[head[offset]] = max(last_of.get(head[offset], -1), offset)
    for first, last in last_of.items():
        if last < first:
            continue
        if names_hold_phrases and any(words[word].upos != "PROPN" for word in range(first, last + 1)):
            continue
        for child in children[first]:
            if child != last:
                head[child] = last
                if relation[child] == "flat":
                    relation[child] = "compound"
        head[last], relation[last] = head[first], relation[first]
        head[first], relation[first] = last, "compound"


def _copula_as_head(words: list[Word], head: list[int], relation: list[str]) -> None:
    """*She is a doctor*: UD makes *doctor* the head of *is*, CLEAR *is* the head of *doctor*."""
    children = _children(head)
    for copula, label in enumerate(relation):
        predicate = head[copula]
        if label != "cop" or predicate < 0:
            continue
        nominal = words[predicate].upos in labels.NOMINAL_TAGS or words[predicate].upos == "DET"
        head[copula], relation[copula] = head[predicate], relation[predicate]
        for child in children.get(predicate, ()):
            if child == copula or head[child] != predicate:
                continue
            moves = relation[child] in _OF_THE_CLAUSE and not (nominal and relation[child] == "acl")
            before = child < copula and relation[child] in ("advmod", "npadvmod", "cc", "prep")
            clausal = relation[child] == "conj" and (
                words[child].upos in labels.VERB_TAGS
                or any(relation[below] == "cop" for below in children.get(child, ()))
            )
            if moves or before or clausal:
                head[child] = copula
                if relation[child] == "cop":
                    relation[child] = "aux"
        head[predicate] = copula
        adjective = "acomp" if words[predicate].upos in ("ADJ", "VERB") else "advmod"
        relation[predicate] = "attr" if nominal else adjective


def _preposition_as_head(
    words: list[Word], head: list[int], relation: list[str], agents: set[int], language: Language
) -> None:
    """*in the house*: UD hangs *in* on *house*, CLEAR *house* on *in*."""
    children = _children(head)
    possessive_marks = language.words("possessive_marks.straight")
    object_marks = language.words("object_marks.words")
    for noun in sorted(children):
        cases = [
            word
            for word in children[noun]
            if relation[word] == "case"
            and not language.tag_is(words[word].xpos, "possessive_mark")
            and words[word].form not in possessive_marks
        ]
        if not cases or head[noun] == noun:
            continue
        preposition = cases[0]
        if relation[noun] in labels.PART_OF_NAME and language.names_hold_phrases:
            continue
        if preposition > noun or (relation[noun] in _OBJECTS and words[preposition].form.lower() in object_marks):
            continue
        for other in cases[1:]:
            head[other], relation[other] = preposition, "fixed"
        label, above = relation[noun], head[noun]
        if label == "conj" and above >= 0 and relation[above] == "pobj":
            head[preposition], relation[preposition] = head[above], "conj"
        else:
            head[preposition] = above
            relation[preposition] = "agent" if noun in agents else ("ROOT" if label == "ROOT" else "prep")
            if label in ("acl", "advcl", "relcl", "ccomp", "parataxis", "conj"):
                relation[preposition] = label if label != "conj" else "prep"
        head[noun], relation[noun] = preposition, "pobj"
        # What stands before the preposition modifies the phrase, not the noun: *just before lunch*.
        for child in children[noun]:
            if head[child] == noun and child < preposition:
                head[child] = preposition


def _conjunction_beside_first_conjunct(head: list[int], relation: list[str]) -> None:
    """*A and B*: UD hangs *and* on *B*, CLEAR on *A*; so the span of *B* does not begin with *and*."""
    for offset, label in enumerate(relation):
        above = head[offset]
        if label in ("cc", "punct") and above >= 0 and relation[above] == "conj" and offset < above:
            head[offset] = head[above]
