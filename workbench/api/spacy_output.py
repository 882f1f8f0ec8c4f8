"""Output of other systems in a spaCy Doc, as a Document: neural coreference next to ours.

Read are the span groups ``doc.spans["coref_clusters_1"]`` … of spacy-experimental (and of our own component),
``doc._.coref_chains`` of coreferee and ``doc._.coref_clusters`` of fastcoref. Written to a file, such a document
is what ``workbench compare --response NAME=FILE`` takes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from spacy.tokens import Doc, Span
from spacy.vocab import Vocab

from anaphora_workbench.corpora.document import (
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
    text_order,
)

SPAN_GROUPS = "coref_clusters"
_NUMBERED = re.compile(rf"({SPAN_GROUPS})_(\d+)")
# Tokens of a mention: first, last (exclusive), head.
_Place = tuple[int, int, int]


def doc_over(document: Document, vocab: Vocab) -> Doc:
    """A Doc of a document's own words and sentences, for a system to work on.

    Elided words (empty nodes) have no place in it; ``document_from`` with ``over`` counts them again.
    """
    words, starts = [], []
    for sentence in document.sentences or [Sentence(0, len(document.words))]:
        present = [word for word in document.words[sentence.start : sentence.end] if not word.empty]
        words += present
        starts += [place == 0 for place in range(len(present))]
    return Doc(
        vocab,
        words=[word.form or "_" for word in words],
        spaces=[word.space_after for word in words],
        sent_starts=list(starts) if document.sentences else None,
    )


def systems_in(doc: Doc) -> list[str]:
    """Names of the systems whose output a Doc holds: ``coref_clusters``, ``coreferee``, ``fastcoref``."""
    return [name for name, read in _READERS.items() if read(doc) is not None]


def document_from(doc: Doc, id: str = "document", system: str | None = None, over: Document | None = None) -> Document:
    """The words of a Doc and the chains that a system found in it.

    Tokens of white space are not words. coreferee names the head of a mention only, so its mentions are single
    words, or reach from the first to the last head of a coordination: score them with ``--match head``.

    Args:
        system: one of ``systems_in``; None where there is only one. ``coref_clusters`` may be named for a Doc
            without any such span group too: that is what its systems leave where they find no chain.
        over: the document whose words ``doc_over`` made the Doc of. The result then has its words, elided ones
            among them, so that its mentions mean the same in formats that keep no words (chains-json).

    Returns:
        A Document with a coreference layer by the system. Its decisions are None: a pronoun's antecedent is the
        mention before it in its chain.

    Raises:
        ValueError: there is no such output, or several and none is chosen, or a mention is not a stretch of tokens, or
            the Doc is not made of the words of ``over``.
    """
    systems = systems_in(doc)
    if system is None and len(systems) != 1:
        raise ValueError(
            f"{id}: the Doc has output of {', '.join(systems) or 'no coreference system'}; "
            f"expected one of {', '.join(_READERS)}"
            + ", chosen by its name" * (len(systems) > 1)
            + f", or system={SPAN_GROUPS!r} for a Doc in which it found no chain" * (not systems)
        )
    name = systems[0] if system is None else system
    if name not in systems and name != SPAN_GROUPS:
        raise ValueError(f"{id}: the Doc has no output of {name!r}; there is: {', '.join(systems) or 'none'}")
    document = Document(id, paragraphs=[Paragraph()], tool=name)
    place = _add_words(document, doc) if over is None else _take_words(document, doc, over)
    layer = CoreferenceLayer(name)
    for number, chain in enumerate(_READERS[name](doc) or (), start=1):
        entity = Entity(str(number), [])
        if not chain:
            raise ValueError(f"{id}: chain {number} of {name} is empty; expected mentions")
        for start, end, head in sorted(set(chain), key=lambda span: (span[0], -span[1])):
            words = [place[token] for token in range(start, end) if token in place]
            if start >= end:
                raise ValueError(
                    f"{id}: chain {number} of {name} has an empty mention at token {start}; expected words"
                )
            if not words:
                raise ValueError(f"{id}: chain {number} of {name} has a mention of white space; expected words")
            mention = Mention(f"m{len(document.mentions) + 1}", words[0], words[-1] + 1, place.get(head, words[-1]))
            document.mentions.append(mention)
            entity.mentions.append(mention.id)
        layer.entities.append(entity)
    document.mentions.sort(key=text_order)
    document.coreference[name] = layer
    return document


def _add_words(document: Document, doc: Doc) -> Mapping[int, int]:
    """Add the words and sentences of a Doc; offset of the word by index of the token."""
    place: dict[int, int] = {}
    for token in doc:
        if not token.is_space:
            place[token.i] = len(document.words)
            followed = token.i + 1 < len(doc) and doc[token.i + 1].is_space
            document.words.append(
                Word(token.text, token.lemma_, token.pos_, token.tag_, space_after=bool(token.whitespace_) or followed)
            )
    sentences = doc.sents if doc.has_annotation("SENT_START") else [doc[:]] if len(doc) else []
    for sentence in sentences:
        inside = [place[token.i] for token in sentence if token.i in place]
        if inside:
            document.sentences.append(Sentence(inside[0], inside[-1] + 1))
    return place


def _take_words(document: Document, doc: Doc, over: Document) -> Mapping[int, int]:
    """Give a document the words and sentences of the one that a Doc was made of; offset by index of the token."""
    present = [offset for offset, word in enumerate(over.words) if not word.empty]
    if [token.text for token in doc] != [over.words[offset].form or "_" for offset in present]:
        raise ValueError(f"{document.id}: the Doc has other words than document {over.id!r}; expected doc_over of it")
    document.words, document.sentences, document.paragraphs = over.words, over.sentences, over.paragraphs
    return dict(enumerate(present))


def _span_groups(doc: Doc) -> list[list[_Place]] | None:
    """spacy-experimental: a span group for each chain, ``coref_clusters_1`` and so on."""
    numbered = {int(match[2]): name for name in doc.spans if (match := _NUMBERED.fullmatch(name))}
    if not numbered:
        return None
    return [
        [(span.start, span.end, _root(span)) for span in doc.spans[numbered[number]]] for number in sorted(numbered)
    ]


def _root(span: Span) -> int:
    """The token that governs a mention, -1 for one without tokens."""
    return span.root.i if len(span) else -1


def _coreferee(doc: Doc) -> list[list[_Place]] | None:
    """coreferee: chains of mentions, each a list of indexes of the tokens that head it."""
    chains = doc._.coref_chains if Doc.has_extension("coref_chains") else None
    if chains is None:
        return None
    return [
        [
            (min(heads), max(heads) + 1, heads[0]) if heads else (0, 0, -1)
            for heads in (list(mention.token_indexes) for mention in chain)
        ]
        for chain in chains
    ]


def _fastcoref(doc: Doc) -> list[list[_Place]] | None:
    """fastcoref: chains of pairs of character offsets, end exclusive."""
    clusters = doc._.coref_clusters if Doc.has_extension("coref_clusters") else None
    if clusters is None:
        return None
    return [list(_tokens_of(doc, chain)) for chain in clusters]


def _tokens_of(doc: Doc, chain: Iterable[tuple[int, int]]) -> Iterator[_Place]:
    for start, end in chain:
        span = doc.char_span(start, end)
        if span is None:
            raise ValueError(
                f"characters {start} to {end} of the Doc are not whole tokens; "
                "expected mentions that begin and end with tokens"
            )
        yield span.start, span.end, _root(span)


_READERS: dict[str, Callable[[Doc], list[list[_Place]] | None]] = {
    SPAN_GROUPS: _span_groups,
    "coreferee": _coreferee,
    "fastcoref": _fastcoref,
}
