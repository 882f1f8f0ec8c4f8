"""Chains as JSON: partitions without text, and what systems print that answer each pronoun.

A mention without a span (known only by its id) has start, end and head -1. A document has no words. Where a
mention says whether it is gendered, that stays in ``Mention.extra`` under the same name, as JSON; so do keys
that this format does not define, on reading and writing.

Source: interfaces.md, section 4; the form is ours.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Decision, Document, Entity, Mention
from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.losses import losses, written_layer
from anaphora_workbench.corpora.formats.parts.files import LONGEST_MENTION, TextWriter
from anaphora_workbench.corpora.formats.parts.genres import genre_by_id
from anaphora_workbench.corpora.formats.parts.json_file import JsonFile, Place, as_text
from anaphora_workbench.corpora.support.errors import FormatError, going_on

recognises = begins_like(rb'\s*\{.*"documents"\s*:\s*\[')
_DOCUMENT_KEYS = frozenset({"id", "language", "genre", "mentions", "chains", "anaphors", "resolutions", "annotator"})
_MENTION_KEYS = frozenset(
    {"id", "start", "end", "head", "pos", "entity_type", "coreference_type", "dominant", "person", "sentence", "clause",
     "text", "tag"}
)  # fmt: skip
_HELD = frozenset(
    {"line ends in ids", "entity types", "mention pos", "person", "document notes", "mention notes", "decisions",
     "annotator", "types", "dominant", "anaphors", "loose mentions", "mention texts", "mention places", "language",
     "genre", "heads"}
)  # fmt: skip


def read(path: Path) -> Iterator[Document]:
    """Documents of a chains-json file."""
    file = JsonFile(path)
    documents = file.required(file.root, (), "documents", list)
    if not documents:
        raise file.error(("documents",), "no document", "expected at least one")
    seen: set[str] = set()
    for index, data in enumerate(documents):
        place: Place = ("documents", index)
        with going_on():
            document = _Reader(file, place, data).document
            if document.id in seen:
                raise file.error(place, f"duplicate document id {document.id!r}", "expected unique ids")
            seen.add(document.id)
            yield document


class _Reader:
    def __init__(self, file: JsonFile, place: Place, data: Any) -> None:
        self.file = file
        self.place = place
        self.document = document = Document(file.required(data, place, "id", str), source=str(file.path))
        file.placed(document, place)
        self._mention_of: dict[str, Mention] = {}
        self._type_of: dict[str, str] = {}
        self._dominant: set[str] = set()
        told = file.value(data, place, "language", str)
        if told is not None:
            document.language, document.language_said = told, True
        document.genre = file.value(data, place, "genre", str, "") or genre_by_id(document.id)
        document.extra |= _values(file.unknown(data, place, _DOCUMENT_KEYS))
        for index, mention in enumerate(file.value(data, place, "mentions", list, [])):
            with going_on():
                self._add_mention((*place, "mentions", index), mention)
        resolutions = file.value(data, place, "resolutions", list)
        chains = file.value(data, place, "chains", list)
        if chains is None and resolutions is None:
            file.complain(place, "neither 'chains' nor 'resolutions'", "expected 'chains', a list of lists of ids")
        layer = CoreferenceLayer(file.value(data, place, "annotator", str, GOLD_LAYER))
        if resolutions is not None:
            layer.decisions = []
            for index, resolution in enumerate(resolutions):
                with going_on():
                    layer.decisions.append(self._decision((*place, "resolutions", index), resolution))
        if chains is None:
            chains = chains_of(layer.decisions or [])
        layer.entities = self._entities(chains)
        document.coreference[layer.annotator] = layer
        anaphors = file.value(data, place, "anaphors", list)
        if anaphors is not None:
            document.anaphors = file.strings(anaphors, (*place, "anaphors"))
            for anaphor in document.anaphors:
                self._know(anaphor)

    def _add_mention(self, place: Place, data: Any) -> None:
        file = self.file
        name = file.required(data, place, "id", str)
        if name in self._mention_of:
            file.complain(place, f"duplicate mention id {name!r}", "expected unique ids")
        start, end = file.value(data, place, "start", int), file.value(data, place, "end", int)
        if (start is None) != (end is None):
            file.complain(place, "only one of 'start' and 'end'", "expected both or none")
            start = end = None
        head = file.value(data, place, "head", int)
        if start is None:
            if head is not None:
                file.complain(place, "'head' without 'start' and 'end'", "expected all or none")
            start = end = head = -1
        else:
            if not 0 <= start < end:
                file.complain(place, f"a span from {start} to {end}", "expected 0 <= start < end, end exclusive")
                head = None
            elif end - start > LONGEST_MENTION:
                file.complain(place, f"a mention of {end - start} words", f"expected at most {LONGEST_MENTION}")
            head = end - 1 if head is None else head
            if start < end and not start <= head < end:
                file.complain(place, f"head {head} outside of the span {start} to {end}")
        mention = Mention(name, start, end, head)
        mention.upos = file.value(data, place, "pos", str, "")
        mention.xpos = file.value(data, place, "tag", str, "")
        mention.entity_type = file.value(data, place, "entity_type", str, "")
        mention.person = file.value(data, place, "person", int, 3)
        if mention.person not in (1, 2, 3):
            file.complain(place, f"person {mention.person}", "expected 1, 2 or 3")
        coreference_type = file.value(data, place, "coreference_type", str)
        if coreference_type is not None:
            self._type_of[name] = coreference_type
        if file.value(data, place, "dominant", bool, False):
            self._dominant.add(name)
        mention.sentence = file.value(data, place, "sentence", int)
        mention.clause = file.value(data, place, "clause", int)
        mention.text = file.value(data, place, "text", str, "")
        file.value(data, place, "gendered", bool)
        mention.extra |= _values(file.unknown(data, place, _MENTION_KEYS))
        file.placed(mention, place)
        self._mention_of[name] = mention
        self.document.mentions.append(mention)

    def _know(self, name: str) -> None:
        """Make a mention for an id that only chains or answers name."""
        if name not in self._mention_of:
            self._mention_of[name] = Mention(name, -1, -1, -1)
            self.document.mentions.append(self._mention_of[name])

    def _entities(self, chains: list[Any]) -> list[Entity]:
        entities = []
        for index, chain in enumerate(chains):
            place = (*self.place, "chains", index)
            if not isinstance(chain, list) or not chain:
                self.file.complain(place, "not a chain", "expected a list of ids, at least one")
                continue
            chain = self.file.strings(chain, place)
            for name in chain:
                self._know(name)
            entity = Entity(str(index), list(chain))
            entity.types = {name: self._type_of[name] for name in chain if name in self._type_of}
            named_best = [name for name in chain if name in self._dominant]
            if len(named_best) > 1:
                self.file.complain(place, f"two dominant mentions, {' and '.join(named_best[:2])}", "expected one")
            entity.dominant = named_best[0] if named_best else None
            entities.append(entity)
        chained = {name for entity in entities for name in entity.mentions}
        loose = sorted((self._type_of.keys() | self._dominant) - chained)
        if loose:
            wrong = f"mention {loose[0]!r} is in no chain but has a coreference type or is dominant"
            self.file.complain(self.place, wrong, "expected it in a chain")
        return entities

    def _decision(self, place: Place, data: Any) -> Decision:
        file = self.file
        anaphor = file.required(data, place, "anaphor", str)
        antecedent = file.value(data, place, "antecedent", str)
        before, after = (
            tuple(file.strings(file.value(data, place, key, list, []), (*place, key)))
            for key in ("candidates_before", "candidates")
        )
        for name in (anaphor, *([antecedent] if antecedent is not None else []), *before, *after):
            self._know(name)
        identified = file.value(data, place, "identified", bool, True)
        return Decision(
            anaphor, antecedent, before, after, identified, file.value(data, place, "excluded", bool, False)
        )


def _values(others: dict[str, Any]) -> dict[str, str]:
    """The content of keys that this format does not define, as it is kept."""
    return {key: json.dumps(value, ensure_ascii=False) for key, value in others.items() if value is not None}


def chains_of(decisions: Iterable[Decision]) -> list[list[str]]:
    """The chains that the links of decisions make, in order of first appearance."""
    return closure_by_id(
        (decision.antecedent, decision.anaphor) for decision in decisions if decision.antecedent is not None
    )


def write(documents: Iterable[Document], path: Path) -> None:
    """Write documents to one file, one after another; the layer written is the key, else the first there is."""
    ids: set[str] = set()
    with TextWriter(path) as file:
        file.write('{\n "documents": [')
        for document in documents:
            if document.id in ids:
                raise FormatError(path, None, f"duplicate document id {document.id!r}", "expected unique ids")
            longest = max((mention.end - mention.start for mention in document.mentions), default=0)
            if longest > LONGEST_MENTION:
                wrong = f"document {document.id}: a mention of {longest} words"
                raise FormatError(path, None, wrong, f"expected at most {LONGEST_MENTION}")
            text = as_text(as_object(document), indent=1).replace("\n", "\n  ")
            file.write((",\n  " if ids else "\n  ") + text)
            ids.add(document.id)
        file.write(("\n " if ids else "") + "]\n}\n")


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that chains-json cannot hold."""
    return losses(document, _HELD - ({"document notes"} if document.words else set()))


def as_object(document: Document) -> dict[str, Any]:
    """A document as it stands among the documents of a file."""
    layer = written_layer(document) or CoreferenceLayer(GOLD_LAYER)
    data: dict[str, Any] = {"id": document.id}
    if document.language != Document("").language:
        data["language"] = document.language
    if document.genre and document.genre != genre_by_id(document.id):
        data["genre"] = document.genre
    name = next((name for name, other in document.coreference.items() if other is layer), GOLD_LAYER)
    if name != GOLD_LAYER:
        data["annotator"] = name
    types = {mention: name for entity in layer.entities for mention, name in entity.types.items()}
    dominant = {entity.dominant for entity in layer.entities}
    data["mentions"] = [
        _mention(document, mention, types.get(mention.id), mention.id in dominant) for mention in document.mentions
    ]
    data["chains"] = [list(entity.mentions) for entity in layer.entities if entity.mentions]
    if document.anaphors is not None:
        data["anaphors"] = document.anaphors
    if layer.decisions is not None:
        data["resolutions"] = [
            {
                "anaphor": decision.anaphor,
                "antecedent": decision.antecedent,
                "candidates_before": list(decision.candidates_before),
                "candidates": list(decision.candidates),
                "identified": decision.identified,
                "excluded": decision.excluded,
            }
            for decision in layer.decisions
        ]
    return data | {key: value for key, value in _unknown(document.extra, _DOCUMENT_KEYS) if not document.words}


def _mention(document: Document, mention: Mention, coreference_type: str | None, dominant: bool) -> dict[str, Any]:
    data: dict[str, Any] = {"id": mention.id}
    if mention.start >= 0:
        data |= {"start": mention.start, "end": mention.end}
        # A head elsewhere is left to the reader.
        if mention.start <= mention.head < mention.end:
            data["head"] = mention.head
        if document.words:
            data["sentence"] = document.sentence_number(mention.start)
            data["text"] = document.mention_text(mention)
            clause = document.words[mention.head].clause
            if clause is not None:
                data["clause"] = clause
    if not document.words:
        said = {"sentence": mention.sentence, "clause": mention.clause, "text": mention.text or None}
        data |= {name: value for name, value in said.items() if value is not None}
    if mention.upos:
        data["pos"] = mention.upos
    if mention.xpos:
        data["tag"] = mention.xpos
    if mention.entity_type:
        data["entity_type"] = mention.entity_type
    if coreference_type is not None:
        data["coreference_type"] = coreference_type
    if dominant:
        data["dominant"] = True
    if mention.person != 3:
        data["person"] = mention.person
    return data | dict(_unknown(mention.extra, _MENTION_KEYS))


def _unknown(extra: dict[str, str], own_keys: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Notes as JSON values; a note that is no JSON is a string."""
    for key, value in extra.items():
        if key not in own_keys:
            try:
                yield key, json.loads(value)
            except (ValueError, RecursionError):
                yield key, value


FORMAT = Format(
    name="chains-json",
    description="chains of mention ids as JSON, with spans, answers and candidates where known",
    source="this project, interfaces.md section 4",
    suffixes=(".chains.json",),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    has_words=False,
    rank=2,
    states=("heads", "singletons"),
)
