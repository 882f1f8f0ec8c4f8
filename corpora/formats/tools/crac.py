"""The two formats of the LLM track of CRAC 2025: text with tags, and JSON.

* Text: a document a line, words separated by blanks. ``word|[e1`` opens a mention of e1, ``word|e1]`` closes it,
  ``word|[e1]`` is one; several are separated by ``,`` or ``-``. JSON: a list of objects with ``doc_id``, ``tokens``,
  ``clusters_token_offsets`` (ends inclusive; null where blind) and ``clusters_text_mentions``.
* Elided words are ``##form`` behind the word that governs them; blanks in a word are ``_``.
* The lines of the text have no ids; documents are paired by their order.
* Of a mention with gaps the stretch with its head is written. Options of both: ``ids=kept`` for the ids of entities as
  they are, else numbered from 1; ``chains=blind`` for the words alone.
* What a language model wrote is read as it stands: tags that are never closed or opened are counted, and nothing is
  repaired.

Source: Novák et al. (2025); text2text-coref (ondfa, 2025), convert.py and json_format.py.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Entity, Mention, span_order
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.losses import NO_ID, TANGLED, crossing, has_gap, losses, lost, written_layer
from anaphora_workbench.corpora.formats.options import option
from anaphora_workbench.corpora.formats.parts.files import LONGEST_DOCUMENT_LINE, TextWriter, numbered_lines
from anaphora_workbench.corpora.formats.requirements import require_forms, require_places
from anaphora_workbench.corpora.formats.tools.json_shapes import FORMATS
from anaphora_workbench.corpora.formats.tools.tool_document import ToolDocument
from anaphora_workbench.corpora.formats.tools.word_shapes import EMPTY, with_empty
from anaphora_workbench.corpora.support.errors import FormatError, note, quantity

_TAG = r"(?:\[[^\s\[\]|,-]+\]?|[^\s\[\]|,-]+\])"
_TAGGED = re.compile(rf"(.*)\|({_TAG}(?:[,-]{_TAG})*)")
_TAGS = re.compile(_TAG)
# What a name or a file in prose has not: a tag that opens, and one that closes.
_LOOKS_LIKE_IT = re.compile(rb"\S\|(?:[^\s\[\]|]+\][,-])*\[[^\s\[\]|,-]+.*\]", re.DOTALL)
_NOT_IN_AN_ID = re.compile(r"[\s\[\]|,-]")
_BLANKS = re.compile(r"\s")
_HELD = frozenset({"words", "sentences unknown", "empty words", "elided mentions"})
_OPTIONS = {"ids": ("numbered", "kept"), "chains": ("written", "blind")}
Stretch = tuple[int, int]


def recognises(name: str, beginning: bytes) -> bool:
    return not beginning.lstrip().startswith((b"{", b"[{", b"<", b"#")) and _LOOKS_LIKE_IT.search(beginning) is not None


def read(path: Path) -> Iterator[Document]:
    """The documents of a text with tags."""
    place = 0
    for number, line in numbered_lines(path, LONGEST_DOCUMENT_LINE):
        if line.strip():
            place += 1
            yield _document(line, ToolDocument(None, path, place), path, number)
    if not place:
        raise FormatError(path, 1, "only blank lines", "expected a document a line")


def _document(line: str, tool: ToolDocument, path: Path, number: int) -> Document:
    tool.document.sentences_known = False
    forms, found, wrong = tagged(line)
    for what, count in wrong.items():
        if count:
            note(path, number, f"document {tool.document.id!r}: {quantity(count, 'tag')} {what}, not read")
    tool.add_sentence(with_empty(forms))
    chains = {name: [tool.mention(GOLD_LAYER, (span,)) for span in sorted(spans)] for name, spans in found.items()}
    tool.add_chains(GOLD_LAYER, chains)
    return tool.finish()


def tagged(line: str) -> tuple[list[str], dict[str, list[Stretch]], Counter[str]]:
    """The words of a line with tags, the spans of each entity, and how many tags are wrong in which way."""
    forms: list[str] = []
    opened: dict[str, list[int]] = {}
    found: dict[str, list[Stretch]] = {}
    wrong: Counter[str] = Counter()
    for offset, token in enumerate(line.split()):
        tagged = _TAGGED.fullmatch(token)
        forms.append(tagged[1] if tagged else token)
        wrong["that cannot be made out"] += tagged is None and "|" in token and ("[" in token or "]" in token)
        for tag in _TAGS.findall(tagged[2]) if tagged else ():
            entity = tag.strip("[]")
            if tag[0] == "[":
                opened.setdefault(entity, []).append(offset)
            if tag[-1] == "]":
                if opened.get(entity):
                    found.setdefault(entity, []).append((opened[entity].pop(), offset + 1))
                else:
                    wrong["never opened"] += 1
    wrong["never closed"] = sum(map(len, opened.values()))
    return forms, found, wrong


def untagged(document: Document, offset: int) -> str:
    """A word as it is written in a line, without tags; a bar in it stands for no tag."""
    return _token(document, offset).replace("|", "¦")


class _Written:
    """The words of a document in the order in which they are written, and its mentions among them.

    Attributes:
        tokens: words as they are written.
        chains: entities with their ids as written and the spans of their mentions, ends exclusive.
    """

    def __init__(self, document: Document, option_of: str) -> None:
        self._place = _places(document)
        words = sorted(range(len(document.words)), key=self._place.__getitem__)
        self.tokens = [_token(document, offset) for offset in words]
        blind = option(f"{option_of}.chains") == "blind"
        # Mentions of a text that is not there have places, but no words to be written.
        layer = None if blind or not document.words else written_layer(document)
        by_id = document.mention_by_id()
        kept = option(f"{option_of}.ids") == "kept"
        self.chains: list[tuple[str, Entity, list[Stretch]]] | None = None if blind else []
        for entity in layer.entities if layer is not None else ():
            mentions = sorted((by_id[name] for name in entity.mentions if name in by_id), key=span_order)
            spans = [span for mention in mentions if (span := self.span(mention)) is not None]
            if spans and self.chains is not None:
                self.chains.append((entity.id, entity, spans))
        if self.chains is not None and not kept:
            self.chains.sort(key=lambda chain: min(chain[2]))
            self.chains = [(f"e{number}", entity, spans) for number, (_, entity, spans) in enumerate(self.chains, 1)]

    def span(self, mention: Mention) -> Stretch | None:
        """The stretch with the head of a mention."""
        inside = sorted(self._place[offset] for offset in mention.offsets)
        head = self._place[mention.head] if mention.offsets else -1
        if head not in inside:
            return None
        start = end = inside.index(head)
        while start and inside[start - 1] == inside[start] - 1:
            start -= 1
        while end + 1 < len(inside) and inside[end + 1] == inside[end] + 1:
            end += 1
        return inside[start], inside[end] + 1


def _places(document: Document) -> list[int]:
    """Where each word is written: elided ones behind the word that governs them."""
    keys: list[tuple[int, int, int]] = [(offset, 0, offset) for offset in range(len(document.words))]
    for sentence in document.sentences:
        number, offset_of = 0, {}
        for offset in range(sentence.start, sentence.end):
            if not document.words[offset].empty:
                number += 1
                offset_of[str(number)] = offset
        before = sentence.start
        for offset in range(sentence.start, sentence.end):
            word = document.words[offset]
            if not word.empty:
                before = offset
                continue
            parent = next(
                (offset_of[governor] for governor, _ in sorted(word.enhanced_dependencies) if governor in offset_of),
                None,
            )
            # One that stands behind its governor stays before those that are moved there.
            keys[offset] = (parent, 1 + (before != parent), offset) if parent is not None else (before, 1, offset)
            if parent is None and document.words[before].empty:
                keys[offset] = before, -1, offset
    order = sorted(range(len(keys)), key=keys.__getitem__)
    places = [0] * len(order)
    for place, offset in enumerate(order):
        places[offset] = place
    return places


def _token(document: Document, offset: int) -> str:
    word = document.words[offset]
    form = _BLANKS.sub("_", word.form)
    return EMPTY + ("" if form == "_" else form) if word.empty else form


def write_text(documents: Iterable[Document], path: Path) -> None:
    """Write documents, one a line; the layer written is the key, else the first there is."""
    with TextWriter(path) as file:
        for document in documents:
            _require(document, path, tagged=True)
            written = _Written(document, "crac-text")
            for name, entity, spans in written.chains or ():
                if _NOT_IN_AN_ID.search(name) or not name:
                    wrong = f"document {document.id}: entity {name!r}"
                    raise FormatError(
                        path, None, wrong, "expected an id without blanks, brackets, comma, hyphen and bar"
                    )
                if _tangled(spans):
                    wrong = f"document {document.id}: mentions of entity {entity.id} cross"
                    raise FormatError(
                        path, None, wrong, "expected them to nest, since tags do not say which end is whose"
                    )
            file.write(in_tags(written.tokens, [(name, spans) for name, _, spans in written.chains or ()]) + "\n")


def in_tags(tokens: Sequence[str], chains: Iterable[tuple[str, Iterable[Stretch]]]) -> str:
    """Words in a line, with a tag where a mention of an entity begins or ends."""
    tags: list[list[str]] = [[] for _ in tokens]
    for name, spans in chains:
        for start, end in spans:
            if end == start + 1:
                tags[start].append(f"[{name}]")
            else:
                tags[start].append(f"[{name}")
                tags[end - 1].append(f"{name}]")
    joined = (f"{form}|{','.join(sorted(of))}" if of else form for form, of in zip(tokens, tags, strict=True))
    return " ".join(joined)


def _require(document: Document, path: Path, tagged: bool) -> None:
    require_places(document, written_layer(document), path)
    require_forms(document, path)
    for offset, word in enumerate(document.words):
        as_tags = tagged and _TAGGED.fullmatch(word.form) is not None
        if not word.empty and (as_tags or word.form.startswith(EMPTY) or not word.form.strip()):
            wrong = f"document {document.id}: word {offset} is {word.form!r}"
            raise FormatError(path, None, wrong, "expected no tag at its end, nor ## before it")


def _tangled(spans: list[Stretch]) -> bool:
    mentions = [Mention(str(number), start, end, start) for number, (start, end) in enumerate(spans)]
    return next(crossing(mentions), None) is not None


def write_json(documents: Iterable[Document], path: Path) -> None:
    """Write documents as one list."""
    with TextWriter(path) as file:
        file.write("[")
        for number, document in enumerate(documents):
            _require(document, path, tagged=False)
            written = _Written(document, "crac-json")
            data: dict[str, Any] = {"doc_id": document.id, "tokens": written.tokens}
            spans = None if written.chains is None else [spans for _, _, spans in written.chains]
            data["clusters_token_offsets"] = spans and [[[start, end - 1] for start, end in chain] for chain in spans]
            data["clusters_text_mentions"] = spans and [
                [" ".join(written.tokens[start:end]) for start, end in chain] for chain in spans
            ]
            file.write(",\n" * bool(number) + json.dumps(data, ensure_ascii=False))
        file.write("]\n")


def cannot_hold_in_text(document: Document) -> list[str]:
    """The parts of a document that text with tags cannot hold."""
    written = _Written(document, "crac-text")
    is_tangled = any(_tangled(spans) for _, _, spans in written.chains or ())
    return _lost(document, "crac-text") + lost({NO_ID: document.named, TANGLED: is_tangled})


def cannot_hold_in_json(document: Document) -> list[str]:
    """The parts of a document that the JSON cannot hold."""
    return _lost(document, "crac-json")


def _lost(document: Document, option_of: str) -> list[str]:
    # All that is said of an elided word is what governs it.
    told = [word.enhanced for word in with_empty(map(partial(_token, document), range(len(document.words))))]
    alike = told == [word.enhanced for word in document.words]
    bars = sum("|" in word.form for word in document.words) if option_of == "crac-text" else 0
    blanks = sum(_BLANKS.search(word.form) is not None for word in document.words)
    gaps = sum(map(has_gap, document.mentions))
    moved = sum(place != offset for offset, place in enumerate(_places(document)))
    return losses(document, _HELD | {"enhanced"} if alike else _HELD) + lost({
        "the end of {count} {words} with | for text2text-coref, which cuts it off there": bars,
        "blanks in {count} {words}": blanks,
        "all of {count} discontinuous {mentions} but the stretch with the head": gaps,
        "the places of {count} {words}, as elided ones move behind their governors": moved,
        "all chains, as is asked": option(f"{option_of}.chains") == "blind",
    })  # fmt: skip


FORMAT = Format(
    name="crac-text",
    description="text with tags, a document a line, of the LLM track of CRAC 2025",
    source="Novák et al. (2025)",
    suffixes=(".crac.txt",),
    recognises=recognises,
    read=read,
    write=write_text,
    cannot_hold=cannot_hold_in_text,
    rank=6,
    has_enhanced=True,
    options=_OPTIONS,
    states=("singletons",),
)
JSON = replace(
    FORMATS["crac-json"],
    suffixes=(".crac-json",),
    write=write_json,
    cannot_hold=cannot_hold_in_json,
    has_enhanced=True,
    options=_OPTIONS,
)
