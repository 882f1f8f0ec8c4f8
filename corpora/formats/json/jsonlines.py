"""JSON lines of neural coreference systems: a document a line, with sentences and clusters.

``{"doc_key": "d", "sentences": [["Ann", "slept"]], "clusters": [[[0, 0]]]}``: offsets count words over the
document, both ends inclusive. Answers stand in ``predicted_clusters``, which are the layer ``predicted``.
``speakers``, one name a word, are the sentence's, or the words' where a sentence has several; other keys stay
in ``Document.extra`` as JSON.

Source: e2e-coref (Lee et al. 2017) and the systems that followed it.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Word
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.losses import PARTS, is_note, losses
from anaphora_workbench.corpora.formats.parts.files import TextWriter
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, as_text, json_values
from anaphora_workbench.corpora.formats.requirements import require_places
from anaphora_workbench.corpora.formats.tools.json_shapes import shape_of
from anaphora_workbench.corpora.formats.tools.tool_document import PREDICTED, ToolDocument
from anaphora_workbench.corpora.formats.tools.word_shapes import add_chains, by_word
from anaphora_workbench.corpora.support.errors import going_on, remark

_LOOKS_LIKE_IT = re.compile(
    rb'\A(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{.*"(?:clusters|predicted_clusters|sentences)"\s*:\s*\[', re.DOTALL
)
_LAYERS = {"clusters": GOLD_LAYER, "predicted_clusters": PREDICTED}
_KEYS = frozenset({"doc_key", "sentences", "language", *_LAYERS})
# What stands for no speaker in a file that names speakers.
_UNNAMED = "jsonlines:unnamed"
_NO_SPEAKER = ("", "-")
_HELD = frozenset(
    {
        "line ends in ids", "words", "elided mentions", "sentences", "empty sentences", "document notes", "layers",
        "annotator", "speakers", "word speakers", "language", "genre",
    }
)  # fmt: skip


def recognises(name: str, beginning: bytes) -> bool:
    return _LOOKS_LIKE_IT.match(beginning) is not None and b'"documents"' not in beginning


def read(path: Path) -> Iterator[Document]:
    """Documents of a file of JSON lines, or of values that go over several; those of other shapes by their keys."""
    place = 0
    for file in json_values(path):
        # One without a name is named by its line, as far as each has one of its own.
        place = max(place, file.first_line - 1)
        with going_on():
            shape = shape_of(file.root)
            documents = shape.read(file, place + 1) if shape is not None else [_document(file, place + 1)]
            for document in documents:
                place += 1
                yield document


def _document(file: JsonFile, place: int) -> Document:
    data = file.root
    sentences = file.required(data, (), "sentences", list)
    tool = ToolDocument(file.value(data, (), "doc_key", str), file.path, place)
    document = tool.document
    file.placed(document, ())
    told = file.value(data, (), "language", str)
    if told is not None:
        document.language, document.language_said = told, True
    for index, sentence in enumerate(sentences):
        if not isinstance(sentence, list):
            file.complain(("sentences", index), "not a list of words", "expected a list of strings")
            sentence = []
        tool.add_sentence(Word(form) for form in file.strings(sentence, ("sentences", index)))
    span_of = by_word(file, tool, inclusive=True)
    for key, annotator in _LAYERS.items():
        # Some systems add more to a span than where it stands.
        add_chains(
            file, tool, key, annotator, lambda at, edges: span_of(at, edges[:2] if type(edges) is list else edges)
        )
    tool.finish()
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
    states=("speakers", "singletons"),
)
