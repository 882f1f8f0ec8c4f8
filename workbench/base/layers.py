"""Which annotation of a document is its key, and which is the response."""

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, DocumentPair


def key_layer(document: Document) -> CoreferenceLayer:
    """The layer of a key: the gold one, else the only one. Raises ValueError where there is none."""
    if document.key is not None:
        return document.key
    if len(document.coreference) == 1:
        return next(iter(document.coreference.values()))
    _refuse_plain_text(document)
    raise ValueError(f"{_named(document)} has no key; expected gold coreference")


def _named(document: Document) -> str:
    """A document in a message, with its file; one that a program made has none."""
    named = f"document {document.id!r}"
    return f"{document.source}: {named}" if document.source else named


def _refuse_plain_text(document: Document) -> None:
    """Raise ValueError for plain text, which a file of columns is taken for where its first lines are damaged."""
    if document.raw_text:
        raise ValueError(
            f"{document.source}: taken for plain text, which has no coreference; expected a file of another format, "
            "or --from FORMAT, which shows why it is not read as one"
        )


def response_layer(document: Document, annotator: str | None = None) -> CoreferenceLayer:
    """The layer of a response that is scored: the one named, else the only one besides the key, else the key's.

    Raises:
        ValueError: there is none, or there are several to choose from.
    """
    layers = document.coreference
    if annotator is not None:
        if annotator not in layers:
            raise ValueError(
                f"{_named(document)} has no annotation by {annotator!r}; there are: {', '.join(layers) or 'none'}"
            )
        return layers[annotator]
    others = [layer for name, layer in layers.items() if name != GOLD_LAYER]
    if len(others) > 1:
        names = ", ".join(layer.annotator for layer in others)
        raise ValueError(f"{_named(document)} has annotation by {names}; choose one with --annotator")
    if not layers:
        _refuse_plain_text(document)
        raise ValueError(f"{_named(document)} has no coreference; expected chains or links")
    return others[0] if others else layers[GOLD_LAYER]


def unanswered_pair(true: Document) -> DocumentPair:
    """A document of the key with a response that answers nothing."""
    empty = Document(true.id, words=true.words, sentences=true.sentences)
    empty.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, decisions=[])
    return DocumentPair(true.id, true, key_layer(true), empty, empty.coreference[GOLD_LAYER], missing=True)


# Mentions by noun in a document: 0.62 to 1.88 in GUM train, 0.16 to 0.52 in LitBank, which annotates six types.
_LEAST_SHARE = 0.55


def is_narrow(key: Document) -> bool:
    """Whether a key annotates some kinds of noun phrases only: it has far fewer mentions than there are nouns.

    Such a key cannot tell whether a pronoun that it does not mention refers. False where no word is tagged.

    Args:
        key: with the key's mentions and layer; its mentions of source ``true`` count.
    """
    nouns = sum(word.upos in ("NOUN", "PROPN") for word in key.words)
    nominal = sum(mention.source == "true" and not mention.is_pronoun for mention in key.mentions)
    return key.annotated == "mentions" and nominal < _LEAST_SHARE * nouns
