"""JSON lines of neural coreference systems: a document a line, with sentences and clusters.

``{"doc_key": "d", "sentences": [["Ann", "slept"]], "clusters": [[[0, 0]]]}``: offsets count words over the
document, both ends inclusive. Answers stand in ``predicted_clusters``, which are the layer ``predicted``.
``speakers``, one name a word, are the sentence's, or the words' where a sentence has several; other keys stay
in ``Document.extra`` as JSON.

Source: e2e-coref (Lee et al. 2017) and the systems that followed it.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import (
    GOLD_LAYER,
    CoreferenceLayer,
    Document,
    Entity,
    Mention,
    Paragraph,
    Sentence,
    Word,
    span_order,
)
from anaphora_workbench.corpora.document.sentence_ends import note_sentence_ends
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.losses import PARTS, is_note, losses
from anaphora_workbench.corpora.formats.parts.files import LONGEST_DOCUMENT_LINE, TextWriter, numbered_lines
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, Place, as_text
from anaphora_workbench.corpora.formats.parts.mention_heads import set_heads
from anaphora_workbench.corpora.formats.requirements import require_places
from anaphora_workbench.corpora.support.errors import FormatError, going_on, remark

_LOOKS_LIKE_IT = re.compile(
    rb'\A(?:\xef\xbb\xbf)?\s*\{.*"(?:clusters|predicted_clusters|sentences)"\s*:\s*\[', re.DOTALL
)
_LAYERS = {"clusters": GOLD_LAYER, "predicted_clusters": "predicted"}
_KEYS = frozenset({"doc_key", "sentences", "language", *_LAYERS})
# What stands for no speaker in a file that names speakers.
_UNNAMED = "jsonlines:unnamed"
_NO_SPEAKER = ("", "-")
_HELD = frozenset(
    {
        "line ends in ids",
        "words",
        "elided mentions",
        "sentences",
        "empty sentences",
        "document notes",
        "layers",
        "annotator",
        "speakers",
        "word speakers",
        "language",
        "genre",
    }
)


def recognises(name: str, beginning: bytes) -> bool:
    return _LOOKS_LIKE_IT.match(beginning) is not None and b'"documents"' not in beginning


def read(path: Path) -> Iterator[Document]:
    """Documents of a file of JSON lines."""
    any_line = False
    for number, line in numbered_lines(path, LONGEST_DOCUMENT_LINE):
        if line.strip():
            any_line = True
            with going_on():
                yield _document(JsonFile(path, line, number), path.stem, number)
    if not any_line:
        raise FormatError(path, 1, "only blank lines", "expected a JSON object a line")


def _document(file: JsonFile, stem: str, number: int) -> Document:
    data = file.root
    sentences = file.required(data, (), "sentences", list)
    document = Document(file.value(data, (), "doc_key", str, f"{stem}-{number}"), source=str(file.path))
    file.placed(document, ())
    told = file.value(data, (), "language", str)
    if told is not None:
        document.language, document.language_said = told, True
    document.genre = genre_by_id(document.id)
    document.paragraphs.append(Paragraph())
    for index, sentence in enumerate(sentences):
        if not isinstance(sentence, list):
            file.complain(("sentences", index), "not a list of words", "expected a list of strings")
            sentence = []
        start = len(document.words)
        document.words.extend(Word(form) for form in file.strings(sentence, ("sentences", index)))
        document.sentences.append(Sentence(start, len(document.words)))
    note_sentence_ends(document)
    mention_at: dict[tuple[int, int, int], Mention] = {}
    for key, annotator in _LAYERS.items():
        clusters = file.value(data, (), key, list)
        if clusters is not None:
            seen: Counter[tuple[int, int]] = Counter()
            entities = [
                _entity(file, (key, index), cluster, mention_at, seen, len(document.words))
                for index, cluster in enumerate(clusters)
            ]
            document.coreference[annotator] = CoreferenceLayer(annotator, entities)
    document.mentions = sorted(mention_at.values(), key=span_order)
    set_heads(document)
    for key, value in file.unknown(data, (), _KEYS).items():
        if key == "genre" and isinstance(value, str):
            document.genre = value
        elif key != "speakers" or not _add_speakers(document, value):
            document.extra[key] = json.dumps(value, ensure_ascii=False)
            if key == "speakers" and value and not _are_speakers(document, value):
                wrong = "speakers: not one name for each word of each sentence; kept, but nobody is taken to speak"
                remark(file.path, file.line((key,)), wrong)
    return document


def _are_speakers(document: Document, speakers: Any) -> bool:
    """Whether there is one name for each word."""
    sentences = list(document.sentence_words())
    return (
        isinstance(speakers, list)
        and len(speakers) == len(sentences)
        and all(
            isinstance(names, list) and len(names) == len(words) and all(isinstance(name, str) for name in names)
            for names, words in zip(speakers, sentences, strict=True)
        )
    )


def _add_speakers(document: Document, speakers: Any) -> bool:
    """Note who speaks on sentences, on words where they differ; False where it cannot be written again as it is."""
    if not _are_speakers(document, speakers):
        return False
    unnamed = sorted({name for names in speakers for name in names if name in _NO_SPEAKER})
    if len(unnamed) > 1:
        return False
    document.extra[_UNNAMED] = unnamed[0] if unnamed else _NO_SPEAKER[0]
    for names, words, sentence in zip(speakers, document.sentence_words(), document.sentences, strict=True):
        if names and set(names) == {names[0]}:
            sentence.speaker = names[0] if names[0] not in _NO_SPEAKER else ""
            continue
        for name, word in zip(names, words, strict=True):
            word.speaker = name if name not in _NO_SPEAKER else None
    return True


def _speakers(document: Document) -> list[list[str]]:
    """A name for each word of each sentence; none at all where nobody is named."""
    unnamed = document.extra.get(_UNNAMED)
    names = [
        [sentence.speaker if word.speaker is None else word.speaker for word in words]
        for sentence, words in zip(document.sentences, document.sentence_words(), strict=True)
    ]
    if unnamed is None and not any(name for of_sentence in names for name in of_sentence):
        return []
    return [[name or unnamed or _NO_SPEAKER[0] for name in of_sentence] for of_sentence in names]


def _entity(
    file: JsonFile,
    place: Place,
    cluster: Any,
    mention_at: dict[tuple[int, int, int], Mention],
    seen: Counter[tuple[int, int]],
    words: int,
) -> Entity:
    """One cluster; a span that the layer has had before is a mention of its own."""
    if not isinstance(cluster, list) or not cluster:
        file.complain(place, "not a cluster", "expected a list of [first, last], at least one")
        cluster = []
    members = []
    for number, span in enumerate(cluster):
        whole = isinstance(span, list) and len(span) >= 2 and all(type(edge) is int for edge in span[:2])
        if not whole or not 0 <= span[0] <= span[1] < words:
            expected = f"expected [first, last], both inclusive, in a text of {words} words"
            file.complain((*place, number), f"{json.dumps(span)[:40]} is not a span", expected)
            continue
        start, end = span[0], span[1] + 1
        copy = seen[start, end]
        seen[start, end] += 1
        name = f"{start}-{end}" + (f"#{copy + 1}" if copy else "")
        mention = mention_at.setdefault((start, end, copy), Mention(name, start, end, start))
        file.placed(mention, ())
        members.append(mention)
    members.sort(key=span_order)
    return Entity(str(place[1]), [mention.id for mention in members])


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents, one a line; the layer ``predicted`` and any resolver's as predicted clusters."""
    with TextWriter(path) as file:
        for document in documents:
            for layer in document.coreference.values():
                require_places(document, layer, path)
            file.write(as_text(_as_json(document)) + "\n")


def _as_json(document: Document) -> dict[str, Any]:
    by_id = document.mention_by_id()
    data: dict[str, Any] = {
        "doc_key": document.id,
        "sentences": [[word.form for word in words] for words in document.sentence_words()],
    }
    for name, layer in document.coreference.items():
        spans = [
            [[by_id[name].start, by_id[name].end - 1] for name in entity.mentions if name in by_id]
            for entity in layer.entities
            if entity.mentions
        ]
        data["clusters" if name == GOLD_LAYER else "predicted_clusters"] = spans
    speakers = _speakers(document)
    if speakers:
        data["speakers"] = speakers
    if document.language != Document("").language:
        data["language"] = document.language
    if document.genre and document.genre != genre_by_id(document.id):
        data["genre"] = document.genre
    for key, value in document.extra.items():
        if key not in data and is_note(key):
            try:
                data[key] = json.loads(value)
            except (ValueError, RecursionError):
                data[key] = value
    return data


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that the lines cannot hold."""
    others = [name for name in document.coreference if name != GOLD_LAYER]
    missing = losses(document, _HELD)
    if others and others[-1] != _LAYERS["predicted_clusters"]:
        missing.append(PARTS["annotator"][0])
    if len(others) > 1:
        missing.append(f"coreference of {', '.join(others[:-1])} besides that of {others[-1]}")
    return missing


FORMAT = Format(
    name="jsonlines",
    description="JSON lines with sentences and clusters, as neural systems use them",
    source="Lee et al. (2017)",
    suffixes=(".jsonlines", ".jsonl"),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
)
