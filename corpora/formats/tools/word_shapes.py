"""JSON shapes that give words, and chains by the numbers of words.

Where ends are inclusive and where not, each tool's own code and documentation say; a span that does not fit the
number of words is an error, never a reason to try the other reading.

* wl-coref (Dobrovolskii 2021; README and predict.py of the repository): ``cased_words``, ``sent_id``, spans with
  exclusive ends; ``clusters`` are the key, ``span_clusters`` the system's.
* AllenNLP 0.9 to 2.10 (coreference predictor): ``document`` and ``clusters``, ends inclusive.
* Maverick 1.0 (Martinelli et al. 2024; README): ``tokens`` and ``clusters_token_offsets``, ends inclusive.
* CRAC 2025, LLM track (ondfa/text2text-coref, json_format.py): the same with ``doc_id``; see ``crac_json``.
* Hugging Face ``conll2012_ontonotesv5``: ``coref_spans`` of a sentence are chain, first and last word, inclusive.
* PreCo (Chen et al. 2018): ``mention_clusters`` are sentence, first word, last word + 1.
* The *indiscrim* JSON of the coref-data collection (Porada et al. 2024; preprocessing/indiscrim_conversion):
  ``coref_chains`` are sentence, first and last word, inclusive.
* CoreNLP 3.6 to 4.5, JSONOutputter: ``corefs`` with numbers from 1, ``endIndex`` exclusive, ``headIndex``.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Paragraph, Word
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, Place
from anaphora_workbench.corpora.formats.tools.tool_document import PREDICTED, ToolDocument
from anaphora_workbench.corpora.support.errors import FormatError, brief, going_on

# In the place of a speaker that is not known.
_NOBODY = frozenset({"", "-", "_"})
EMPTY = "##"
Span = tuple[int, int]


def span(file: JsonFile, place: Place, edges: Any, length: int, inclusive: bool) -> Span:
    """The words of a pair of numbers, end exclusive.

    Raises:
        FormatError: they are no such pair.
    """
    whole = type(edges) is list and len(edges) == 2 and type(edges[0]) is type(edges[1]) is int
    if not whole or not 0 <= edges[0] < edges[1] + inclusive <= length:
        ends = "[first, last], both inclusive" if inclusive else "[first, end], the end exclusive"
        raise file.error(
            place, f"{brief(json.dumps(edges))} is not a span", f"expected {ends}, in a text of {length} words"
        )
    return edges[0], edges[1] + inclusive


def add_chains(
    file: JsonFile, tool: ToolDocument, key: str, annotator: str, span_of: Callable[[Place, Any], Span]
) -> None:
    """Add the chains of a key, a list of lists of spans, where it is there and not null."""
    chains = file.value(file.root, (), key, list)
    if chains is None:
        return
    tool.add_layer(annotator)
    for number, chain in enumerate(chains):
        mentions = []
        if not isinstance(chain, list) or not chain:
            file.complain((key, number), "not a cluster", "expected a list of [first, last], at least one")
            continue
        for index, edges in enumerate(chain):
            try:
                mentions.append(tool.mention(annotator, (span_of((key, number, index), edges),)))
            except FormatError:
                with going_on():
                    raise
        tool.add_entity(annotator, str(number), mentions)


def by_word(file: JsonFile, tool: ToolDocument, inclusive: bool) -> Callable[[Place, Any], Span]:
    """Spans counted over the document."""
    length = len(tool.document.words)
    return lambda place, edges: span(file, place, edges, length, inclusive)


def _by_sentence(file: JsonFile, tool: ToolDocument, inclusive: bool) -> Callable[[Place, Any], Span]:
    """Spans of three numbers, the first of which is that of the sentence."""

    def span_of(place: Place, edges: Any) -> Span:
        sentences = tool.document.sentences
        known = isinstance(edges, list) and len(edges) == 3 and type(edges[0]) is int
        if not known or not 0 <= edges[0] < len(sentences):
            raise file.error(
                place, f"{brief(json.dumps(edges))} is not a span", f"expected one of {len(sentences)} sentences"
            )
        sentence = sentences[edges[0]]
        start, end = span(file, place, edges[1:], sentence.end - sentence.start, inclusive)
        return sentence.start + start, sentence.start + end

    return span_of


def _words(file: JsonFile, key: str) -> list[Word]:
    return [Word(form) for form in file.strings(file.required(file.root, (), key, list), (key,))]


def _numbered(name: str | None, part: int | None) -> str | None:
    """The id of a part, as conll2012 has it."""
    return f"{name}.part{part}" if name is not None and part else name


def wl_coref(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    name = _numbered(file.value(root, (), "document_id", str), file.value(root, (), "part_id", int))
    tool = ToolDocument(name, file.path, place)
    words, sentences = _words(file, "cased_words"), file.required(root, (), "sent_id", list)
    speakers = file.value(root, (), "speaker", list)
    for key, numbers in (("sent_id", sentences), ("speaker", speakers)):
        if numbers is not None and len(numbers) != len(words):
            raise file.error((key,), f"{len(numbers)} for {len(words)} words", "expected one for each word")
    start = 0
    for _, group in groupby(sentences):
        end = start + len(list(group))
        names = [str(name) for name in speakers[start:end]] if speakers is not None else [""]
        names = ["" if name in _NOBODY else name for name in names]
        one = names[0] if len(set(names)) == 1 else ""
        if not one and speakers is not None:
            for word, speaker in zip(words[start:end], names, strict=True):
                word.speaker = speaker or None
        tool.add_sentence(words[start:end], one)
        start = end
    for key, annotator in (("clusters", GOLD_LAYER), ("span_clusters", PREDICTED)):
        add_chains(file, tool, key, annotator, by_word(file, tool, inclusive=False))
    yield tool.finish()


def one_stretch(words: str, chains: str, file: JsonFile, place: int) -> Iterator[Document]:
    """The document of a system that gives words without sentences; words and chains are its keys."""
    tool = ToolDocument(None, file.path, place)
    tool.document.sentences_known = False
    tool.add_sentence(_words(file, words))
    add_chains(file, tool, chains, PREDICTED, by_word(file, tool, inclusive=True))
    yield tool.finish()


def crac_json(file: JsonFile, place: int) -> Iterator[Document]:
    tool = ToolDocument(file.required(file.root, (), "doc_id", str), file.path, place)
    tool.document.sentences_known = False
    tool.add_sentence(with_empty(word.form for word in _words(file, "tokens")))
    add_chains(file, tool, "clusters_token_offsets", GOLD_LAYER, by_word(file, tool, inclusive=True))
    yield tool.finish()


def with_empty(forms: Iterable[str]) -> list[Word]:
    """Words, of which those that begin with ``##`` are elided ones that depend on the last that does not."""
    words: list[Word] = []
    parent = 0
    for form in forms:
        if form.startswith(EMPTY):
            words.append(Word(form[len(EMPTY) :] or "_", empty=True, enhanced=f"{parent}:_"))
        else:
            parent += 1
            words.append(Word(form))
    return words


def hf_conll2012(file: JsonFile, place: int) -> Iterator[Document]:
    name = file.value(file.root, (), "document_id", str)
    tools: dict[int, tuple[ToolDocument, dict[str, list[Any]]]] = {}
    for index, sentence in enumerate(file.required(file.root, (), "sentences", list)):
        of_sentence: Place = ("sentences", index)
        words = file.strings(file.required(sentence, of_sentence, "words", list), (*of_sentence, "words"))
        part = file.value(sentence, of_sentence, "part_id", int, 0)
        if part not in tools:
            tools[part] = ToolDocument(_numbered(name, part), file.path, place), {}
        tool, chains = tools[part]
        speaker = file.value(sentence, of_sentence, "speaker", str, "")
        start = tool.add_sentence(map(Word, words), "" if speaker in _NOBODY else speaker).start
        for number, edges in enumerate(file.value(sentence, of_sentence, "coref_spans", list, [])):
            at: Place = (*of_sentence, "coref_spans", number)
            with going_on():
                if not (isinstance(edges, list) and len(edges) == 3 and type(edges[0]) is int):
                    raise file.error(at, f"{brief(json.dumps(edges))} is not a span", "expected chain, first, last")
                first, end = span(file, at, edges[1:], len(words), inclusive=True)
                mention = tool.mention(GOLD_LAYER, ((start + first, start + end),))
                chains.setdefault(str(edges[0]), []).append(mention)
    for tool, chains in tools.values():
        tool.add_chains(GOLD_LAYER, chains)
        yield tool.finish()


def preco(file: JsonFile, place: int) -> Iterator[Document]:
    tool = ToolDocument(file.value(file.root, (), "id", str), file.path, place)
    paragraphs = tool.document.paragraphs
    tool.document.paragraphs_known = False
    ends = False
    for index, forms in enumerate(file.required(file.root, (), "sentences", list)):
        if not isinstance(forms, list):
            raise file.error(("sentences", index), "not a list of words", "expected a list of strings")
        blank = forms == [" "]
        tool.document.paragraphs_known |= blank
        if ends and not blank:
            paragraphs.append(Paragraph())
        ends = blank and bool(tool.document.words)
        # A sentence of one blank has a number, and no words.
        tool.add_sentence([] if blank else map(Word, file.strings(forms, ("sentences", index))))
    add_chains(file, tool, "mention_clusters", GOLD_LAYER, _by_sentence(file, tool, inclusive=False))
    document = tool.document
    document.sentences = [sentence for sentence in document.sentences if sentence.end > sentence.start]
    yield tool.finish()


def coref_data(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    name = root.get("id")
    tool = ToolDocument(None if name is None else str(name), file.path, place)
    tool.document.genre = file.value(root, (), "genre", str, "")
    for index, sentence in enumerate(file.required(root, (), "sentences", list)):
        of_sentence: Place = ("sentences", index)
        words = []
        for number, token in enumerate(file.required(sentence, of_sentence, "tokens", list)):
            at: Place = (*of_sentence, "tokens", number)
            form, numbered = file.required(token, at, "text", str), token.get("id")
            # In what comes from CoNLL-U 3.1 is the number of an elided word.
            words.append(Word(form, empty=isinstance(numbered, float) and not numbered.is_integer()))
        tool.add_sentence(words, file.value(sentence, of_sentence, "speaker", str, ""))
    add_chains(file, tool, "coref_chains", GOLD_LAYER, _by_sentence(file, tool, inclusive=True))
    yield tool.finish()


def corenlp(file: JsonFile, place: int) -> Iterator[Document]:
    root = file.root
    tool = ToolDocument(file.value(root, (), "docId", str), file.path, place)
    for index, sentence in enumerate(file.required(root, (), "sentences", list)):
        of_sentence: Place = ("sentences", index)
        tokens = file.required(sentence, of_sentence, "tokens", list)
        places = [(*of_sentence, "tokens", number) for number in range(len(tokens))]
        tool.add_sentence(
            Word(
                file.value(token, at, "originalText", str) or file.required(token, at, "word", str),
                space_after=token.get("after") != "",
            )
            for token, at in zip(tokens, places, strict=True)
            if file.required(token, at, "word", str)
        )
    chains = file.required(root, (), "corefs", dict)
    tool.add_layer(PREDICTED)
    for name in chains:
        mentions = []
        for index, mention in enumerate(file.value(chains, ("corefs",), name, list, [])):
            at = ("corefs", name, index)
            with going_on():
                numbers = [
                    file.required(mention, at, key, int) for key in ("sentNum", "startIndex", "endIndex", "headIndex")
                ]
                mentions.append(corenlp_mention(tool, numbers, partial(file.error, at)))
        tool.add_entity(PREDICTED, name, mentions)
    yield tool.finish()


def corenlp_mention(tool: ToolDocument, numbers: list[int], error: Callable[[str], Exception]) -> Any:
    """A mention by sentence, first word, word after the last and head, all from 1, as CoreNLP's JSON and XML say."""
    sentence_number, start, end, head = numbers
    sentences = tool.document.sentences
    if not 1 <= sentence_number <= len(sentences):
        raise error(f"sentence {sentence_number} of {len(sentences)}")
    sentence = sentences[sentence_number - 1]
    if not 1 <= start <= head < end <= sentence.end - sentence.start + 1:
        raise error(f"words {start} to {end} with head {head} of {sentence.end - sentence.start}")
    before = sentence.start - 1
    return tool.mention(PREDICTED, ((before + start, before + end),), before + head)
