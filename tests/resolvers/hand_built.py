"""Documents built by hand, without a parser, for the tests of resolvers.

A word is written ``form/head/relation`` with the head's place in its sentence (``-`` for none) and, where
they matter, ``/upos/lemma/xpos``; a mention as keyword arguments of ``np``.
"""

from anaphora_workbench.corpora.document import Document, Mention, Paragraph, Sentence, Word

_PRONOUNS = {
    "he": ("personal", "s", "m"), "him": ("personal", "s", "m"), "his": ("possessive", "s", "m"),
    "himself": ("reflexive", "s", "m"), "she": ("personal", "s", "f"), "her": ("personal", "s", "f"),
    "herself": ("reflexive", "s", "f"), "it": ("personal", "s", "n"), "its": ("possessive", "s", "n"),
    "itself": ("reflexive", "s", "n"), "they": ("personal", "p", "mfn"), "them": ("personal", "p", "mfn"),
    "their": ("possessive", "p", "mfn"), "themselves": ("reflexive", "p", "mfn"),
    "each other": ("reciprocal", "p", "mfn"), "hers": ("possessive", "s", "f"),
}  # fmt: skip


def words(*sentences: str) -> tuple[list[Word], list[Sentence]]:
    """Words and sentences of the notation above, one string a sentence."""
    listed: list[Word] = []
    bounds = []
    for text in sentences:
        start = len(listed)
        for token in text.split():
            form, head, relation, *rest = token.split("/")
            upos = rest[0] if rest else _upos(relation)
            lemma = rest[1] if len(rest) > 1 else form.lower()
            xpos = rest[2] if len(rest) > 2 else ""
            above = -1 if head == "-" else start + int(head)
            listed.append(Word(form, lemma=lemma, upos=upos, xpos=xpos, head=above, relation=relation))
        bounds.append(Sentence(start, len(listed)))
    return listed, bounds


def _upos(relation: str) -> str:
    verbs = {"ROOT", "ccomp", "advcl", "relcl", "xcomp", "acl", "pcomp"}
    nouns = {"nsubj", "nsubjpass", "dobj", "pobj", "dative", "poss", "attr", "appos", "compound"}
    others = {"prep": "ADP", "agent": "ADP", "det": "DET", "cc": "CCONJ", "punct": "PUNCT", "amod": "ADJ", "aux": "AUX"}
    return "VERB" if relation in verbs else "NOUN" if relation in nouns else others.get(relation, "X")


def np(id, start, end, function="OTHER", number="s", gender="mfn", head=None, **more):
    """A mention; ``number`` and ``gender`` as strings of values, ``head`` its last word if not given."""
    return Mention(
        str(id), start, end, end - 1 if head is None else head,
        function=function, number=frozenset(number), gender=frozenset(gender), **more,
    )  # fmt: skip


def pronoun(id, start, form, function="OTHER", end=None, **more):
    """A third-person pronoun with the features of its form."""
    kind, number, gender = _PRONOUNS[form]
    more = {"pronoun_type": kind, "definiteness": "definite", **more}
    return np(id, start, end or start + 1, function, number, gender, kind="pronoun", **more)


def noted(text, **bundles):
    """Mentions written one after another: ``x 0-2 SUBJ gender=m +TOM | p 4 him DOBJ verb=3``.

    Args:
        bundles: further features by name, each a mapping that ``+NAME`` takes.
    """
    mentions = []
    for note in text.split(" | "):
        id, place, *rest = note.split()
        start, _, end = place.partition("-")
        form = rest.pop(0) if rest and rest[0] in _PRONOUNS else None
        more = {"function": rest.pop(0)} if rest and rest[0].isupper() else {}
        for item in rest:
            name, _, value = item.partition("=")
            more |= bundles[name[1:]] if name[0] == "+" else {name: _value(value)}
        if form is None:
            mentions.append(np(id, int(start), int(end), **more))
        else:
            mentions.append(pronoun(id, int(start), form, end=int(end) if end else None, **more))
    return mentions


def _value(text):
    return {"True": True, "False": False, "None": None}.get(text, int(text) if text.isdigit() else text)


def document(sentences, mentions, paragraphs=("body",), paragraph_of=None, parsed=True):
    """A document of the notation above.

    Args:
        paragraph_of: number of the paragraph of each sentence; all in the first if not given.
        parsed: False takes heads and relations away.
    """
    listed, bounds = words(*sentences)
    for place, sentence in enumerate(bounds):
        sentence.paragraph = paragraph_of[place] if paragraph_of else 0
    if not parsed:
        for word in listed:
            word.head, word.relation = -1, ""
    return Document(
        "d", listed, bounds, [Paragraph(kind) for kind in paragraphs], list(mentions),
        relations="clear" if parsed else "",
    )  # fmt: skip


def narrative(parsed=True):
    """A narrative of three sentences, on which the salience algorithms and CogNIAC are worked out by hand."""
    sentences = (
        "Clara/1/compound Voss/2/nsubj runs/-/ROOT/VERB/run a/5/det small/5/amod museum/2/dobj with/2/prep "
        "her/8/poss/PRON brother/6/pobj ./2/punct",
        "Then/2/advmod/ADV she/2/nsubj/PRON sent/-/ROOT/VERB/send Tom/4/compound Reed/2/dative a/6/det "
        "photograph/2/dobj of/6/prep an/10/det old/10/amod lamp/7/pobj ./2/punct",
        "He/1/nsubj/PRON admired/-/ROOT/VERB/admire it/1/dobj/PRON ,/1/punct but/1/cc she/6/nsubj/PRON "
        "thought/1/conj/VERB/think that/10/mark its/9/poss/PRON glass/10/nsubj was/6/ccomp/AUX/be "
        "fake/10/acomp/ADJ ./1/punct",
    )
    proper = {"kind": "proper", "definiteness": "definite"}
    common = {"kind": "common"}
    mentions = [
        np(0, 0, 2, "SUBJ", gender="f", **proper),
        np(1, 3, 6, "DOBJ", gender="n", definiteness="indefinite", **common),
        np(2, 7, 9, "OBL", gender="m", adjunct=True, preposition="with", definiteness="definite", **common),
        pronoun(3, 7, "her", "POSS", adjunct=True, embedded_in="2", pronoun_type="possessive"),
        pronoun(4, 11, "she", "SUBJ"),
        np(5, 13, 15, "IOBJ", gender="m", **proper),
        np(6, 15, 21, "DOBJ", gender="n", head=16, definiteness="indefinite", **common),
        np(7, 18, 21, "OBL", gender="n", preposition="of", embedded_in="6", definiteness="indefinite", **common),
        pronoun(8, 22, "he", "SUBJ"),
        pronoun(9, 24, "it", "DOBJ"),
        pronoun(10, 27, "she", "SUBJ"),
        np(11, 30, 32, "SUBJ", gender="n", definiteness="definite", **common),
        pronoun(12, 30, "its", "POSS", embedded_in="11"),
    ]
    return document(sentences, mentions, parsed=parsed)


def manual():
    """Instructions under a heading, on which Mitkov (resolvers.md, 5.1) and MARS are worked out by hand."""
    sentences = (
        "Cleaning/-/ROOT/VERB/clean the/2/det filter/0/dobj",
        "The/1/det pump/2/nsubj has/-/ROOT/VERB/have/VBZ a/5/det paper/5/compound filter/2/dobj ./2/punct",
        "Check/-/ROOT/VERB/check/VB the/2/det filter/0/dobj for/0/prep dust/3/pobj ./0/punct",
        "Lift/-/ROOT/VERB/lift/VB the/2/det filter/0/dobj out/0/prep of/3/prep the/6/det housing/4/pobj and/0/cc "
        "rinse/0/conj/VERB/rinse/VB it/8/dobj/PRON ./0/punct",
    )
    common = {"kind": "common", "gender": "n"}
    definite = {"definiteness": "definite", **common}
    mentions = [
        np("h", 1, 3, "DOBJ", lemma="filter", verb=0, **definite),
        np("pump", 3, 5, "SUBJ", lemma="pump", verb=5, **definite),
        np("paper", 6, 9, "DOBJ", lemma="filter", verb=5, definiteness="indefinite", **common),
        np("f2", 11, 13, "DOBJ", lemma="filter", verb=10, **definite),
        np("dust", 14, 15, "OBL", lemma="dust", verb=10, preposition="for", definiteness="bare", **common),
        np("f3", 17, 19, "DOBJ", lemma="filter", verb=16, **definite),
        np("housing", 21, 23, "OBL", lemma="housing", verb=16, preposition="of", **definite),
        pronoun("it", 25, "it", "DOBJ", verb=24),
    ]
    return document(sentences, mentions, ("heading", "body"), (0, 1, 1, 1))
