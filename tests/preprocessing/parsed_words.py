"""Documents of words with tags and heads, as a spaCy pipeline makes them."""

from anaphora_workbench.corpora.document import Document, Sentence, Word

_UNIVERSAL = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "JJ": "ADJ", "RB": "ADV", "UH": "INTJ", "DT": "DET",
    "POS": "PART", "MD": "AUX", "IN": "ADP", "CC": "CCONJ", "CD": "NUM",
}  # fmt: skip
_MORPHOLOGY = {
    "VBD": "Tense=Past|VerbForm=Fin", "VBN": "Tense=Past|VerbForm=Part", "VBZ": "Person=3|Tense=Pres|VerbForm=Fin",
    "VB": "VerbForm=Inf", "MD": "VerbForm=Fin", "WDT": "PronType=Rel",
}  # fmt: skip
_LEMMAS = {"told": "tell", "gave": "give", "knew": "know", "lives": "live", "came": "come"}


def text(*sentences: str, language: str = "en") -> Document:
    """Sentences of *form/tag/head/relation/label*, the head counted from 1 in its sentence, 0 for none."""
    document = Document("d", language=language, relations="clear")
    for sentence in sentences:
        start = len(document.words)
        for token in sentence.split():
            form, tag, head, relation, *label = token.split("/")
            upos = _UNIVERSAL.get(tag, "VERB" if tag.startswith("V") else "X")
            place = start + int(head) - 1 if head != "0" else -1
            word = Word(
                form, _LEMMAS.get(form, form.lower()), upos, tag, _MORPHOLOGY.get(tag, ""), place, relation, *label
            )
            document.words.append(word)
        document.sentences.append(Sentence(start, len(document.words)))
    return document


def tree_of(document: Document) -> str:
    """The heads, counted from 1, and relations of a document of one sentence."""
    return " ".join(f"{word.head + 1}/{word.relation}" for word in document.words)
