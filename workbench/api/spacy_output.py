"""Output of other systems in a spaCy Doc, as a Document, and chains of ours in a Doc.

Read are the span groups ``doc.spans["coref_clusters_1"]`` … of spacy-experimental (and of our own component) and those
of any other prefix, ``doc._.coref_chains`` of coreferee, ``doc._.coref_clusters`` of fastcoref, neuralcoref and
crosslingual-coreference, and lists of Spans. Written to a file, such a document is what
``workbench compare --response NAME=FILE`` takes.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import spacy
from spacy.parts_of_speech import IDS as PARTS_OF_SPEECH
from spacy.tokens import Doc, Span, SpanGroup
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
_NUMBERED = re.compile(r"(.+)_(\d+)")
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


def doc_with_chains(document: Document, chains: Iterable[Sequence[str]]) -> Doc:
    """A Doc of a document's words and tags, with each chain of two mentions or more as a span group."""
    try:
        vocab = spacy.blank(document.language).vocab
    except ImportError:
        # spaCy has no such language.
        vocab = spacy.blank("xx").vocab
    doc = doc_over(document, vocab)
    place = {id(word): number for number, word in enumerate(word for word in document.words if not word.empty)}
    for token, word in zip(doc, (word for word in document.words if not word.empty), strict=True):
        token.lemma_, token.tag_ = word.lemma, word.xpos
        if word.upos in PARTS_OF_SPEECH:
            token.pos_ = word.upos
        if document.relations:
            token.dep_ = word.relation
            head = place.get(id(document.words[word.head])) if word.head >= 0 else None
            token.head = doc[token.i if head is None else head]
    set_chains(doc, document, chains)
    return doc


def set_chains(doc: Doc, document: Document, chains: Iterable[Sequence[str]], prefix: str = SPAN_GROUPS) -> None:
    """Write each chain of two mentions or more to ``doc.spans[f"{prefix}_1"]`` and so on.

    Args:
        doc: of the words of the document, elided ones and white space apart.
    """
    mentions = document.mention_by_id()
    tokens = (token.i for token in doc if not token.is_space)
    # Preprocessing puts empty words for elided subjects, which are no tokens.
    places = [-1 if word.empty else next(tokens) for word in document.words]
    groups = []
    for chain in chains:
        stretches = (places[mentions[id].start : mentions[id].end] for id in chain)
        present = [[place for place in stretch if place >= 0] for stretch in stretches]
        groups.append([doc[stretch[0] : stretch[-1] + 1] for stretch in present if stretch])
    for number, spans in enumerate((spans for spans in groups if len(spans) > 1), start=1):
        name = f"{prefix}_{number}"
        doc.spans[name] = SpanGroup(doc, name=name, spans=spans)


def systems_in(doc: Doc) -> list[str]:
    """Names of the systems whose output a Doc holds, ``coref_clusters`` for groups of that prefix.

    Where there is none of these, the prefixes of other numbered span groups.
    """
    known = [name for name, read in _READERS.items() if read(doc) is not None]
    return known or list(dict.fromkeys(match[1] for name in doc.spans if (match := _NUMBERED.fullmatch(name))))


def document_from(
    doc: Doc,
    id: str = "document",
    system: str | None = None,
    over: Document | None = None,
    chains: Iterable[Iterable[Span]] | None = None,
) -> Document:
    """The words of a Doc and the chains that a system found in it.

    Tokens of white space are not words. coreferee names the head of a mention only, so its mentions are single
    words, or reach from the first to the last head of a coordination: score them with ``--match head``.

    Args:
        system: one of ``systems_in``, or any prefix of numbered span groups; None where there is only one.
            ``coref_clusters`` may be named for a Doc without any such span group too: that is what its systems leave
            where they find no chain.
        over: the document whose words ``doc_over`` made the Doc of. The result then has its words, elided ones
            among them, so that its mentions mean the same in formats that keep no words (chains-json).
        chains: lists of Spans of the Doc, in place of what a system left in it; ``system`` is then any name.

    Returns:
        A Document with a coreference layer by the system. Its decisions are None: a pronoun's antecedent is the
        mention before it in its chain.

    Raises:
        ValueError: there is no such output, or several and none is chosen, or a mention is not a stretch of tokens, or
            the Doc is not made of the words of ``over``.
    """
    name, found = (system or "spans", _of_spans(id, chains)) if chains is not None else _found(doc, id, system)
    document = Document(id, paragraphs=[Paragraph()], tool=name)
    place = _add_words(document, doc) if over is None else _take_words(document, doc, over)
    layer = CoreferenceLayer(name)
    for number, chain in enumerate(found, start=1):
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


def _found(doc: Doc, id: str, system: str | None) -> tuple[str, list[list[_Place]]]:
    systems = systems_in(doc)
    if system is None and len(systems) != 1:
        raise ValueError(
            f"{id}: the Doc has output of {', '.join(systems) or 'no coreference system'}; "
            f"expected one of {', '.join(_READERS)}"
            + ", chosen by its name"
            * (len(systems) > 1)
            + f", a prefix of numbered span groups, chains=[[Span, …], …], or system={SPAN_GROUPS!r} for a Doc in "
            "which it found no chain" * (not systems)
        )
    name = systems[0] if system is None else system
    read = _READERS.get(name) or partial(_span_groups, prefix=name)
    found = read(doc)
    if found is None and name != SPAN_GROUPS:
        raise ValueError(f"{id}: the Doc has no output of {name!r}; there is: {', '.join(systems) or 'none'}")
    return name, found or []


def _of_spans(id: str, chains: Iterable[Iterable[Span]]) -> list[list[_Place]]:
    read = []
    for number, chain in enumerate(chains, start=1):
        spans = list(chain) if isinstance(chain, Iterable) else [chain]
        wrong = next((span for span in spans if not isinstance(span, Span)), None)
        if wrong is not None or isinstance(chain, Span):
            what = type(chain if isinstance(chain, Span) else wrong).__name__
            raise ValueError(f"{id}: chain {number} is or holds a {what}; expected chains of spaCy's Span")
        read.append([_place_of(span) for span in spans])
    return read


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


def _span_groups(doc: Doc, prefix: str = SPAN_GROUPS) -> list[list[_Place]] | None:
    """spacy-experimental: a span group for each chain, ``coref_clusters_1`` and so on."""
    matches = filter(None, map(_NUMBERED.fullmatch, doc.spans))
    numbered = {int(match[2]): match[0] for match in matches if match[1] == prefix}
    return [list(map(_place_of, doc.spans[numbered[number]])) for number in sorted(numbered)] if numbered else None


def _place_of(span: Span) -> _Place:
    return span.start, span.end, _root(span)


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


def _clusters(doc: Doc, of: str) -> list[list[_Place]] | None:
    """``doc._.coref_clusters``, which several systems fill, if it is of the one asked for.

    fastcoref has pairs of character offsets, end exclusive; crosslingual-coreference, which says the heads of chains
    too, pairs of tokens, the last one included; neuralcoref Clusters of Spans; others Spans.
    """
    clusters = doc._.coref_clusters if Doc.has_extension("coref_clusters") else None
    if clusters is None:
        return None
    chains = [list(getattr(cluster, "mentions", cluster)) for cluster in clusters]
    if _whose(clusters, chains) != of:
        return None
    if of == "fastcoref":
        return [list(_tokens_of(doc, chain)) for chain in chains]
    if of == "crosslingual-coreference":
        chains = [[doc[first : last + 1] for first, last in chain] for chain in chains]
    return [list(map(_place_of, chain)) for chain in chains]


def _whose(clusters: Sequence[Any], chains: Sequence[Sequence[Any]]) -> str:
    first = next((mention for chain in chains for mention in chain), None)
    if any(hasattr(cluster, "mentions") for cluster in clusters):
        return "neuralcoref"
    if isinstance(first, Span):
        return "spans"
    return "crosslingual-coreference" if Doc.has_extension("cluster_heads") else "fastcoref"


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
    **{name: partial(_clusters, of=name) for name in ("fastcoref", "crosslingual-coreference", "neuralcoref", "spans")},
}
