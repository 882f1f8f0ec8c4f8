"""brat: annotation of characters in ``NAME.ann``, the text in ``NAME.txt`` next to it.

* ``T1<tab>TYPE 0 3;8 12<tab>text`` is a mention, of several stretches where there are gaps; ``R1<tab>TYPE Arg1:T3
  Arg2:T1`` and ``*<tab>TYPE T1 T2 …`` say that mentions corefer. A mention that no relation joins is an entity of one.
* Which relations are coreference is the option ``brat.layer`` where there are several kinds. Attributes, events,
  normalisations and notes are not read, and counted.
* Sentences are not known. A line end within a mention, round which brat writes two stretches, is no gap.
* It is written with a sentence a line and a relation from each mention to the one before it in its chain, so that
  chains can be corrected in brat; its ``annotation.conf`` needs the types and the relation *Coreference*.

Source: Stenetorp et al. (2012), brat 1.3, *Standoff format*.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Mention, span_order
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.losses import NO_FORM, NO_ID, SPLIT, losses, lost, written_layer
from anaphora_workbench.corpora.formats.options import one_layer
from anaphora_workbench.corpora.formats.parts.files import TextWriter, file_name, numbered_lines, whole_text
from anaphora_workbench.corpora.formats.parts.tokenizer import lost_from_sight
from anaphora_workbench.corpora.formats.requirements import require_places
from anaphora_workbench.corpora.formats.tools.links import Annotated, add_linked
from anaphora_workbench.corpora.formats.tools.tool_document import ToolDocument
from anaphora_workbench.corpora.support.errors import FormatError, going_on, note, quantity

recognises = begins_like(rb"(?:T\d+\t\S+ \d+ \d+[;\t ]|R\d+\t\S+ Arg1:|\*\t\S+ T\d+|[EAMN]\d+\t|#\d+\t)")
_SPAN = re.compile(r"(T\d+)\t(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)(?:\t(.*))?")
_RELATION = re.compile(r"R\d+\t(\S+) Arg1:(\w+) Arg2:(\w+)\s*")
_EQUIVALENCE = re.compile(r"\*\t(\S+)((?: T\d+)+)\s*")
_OTHER = re.compile(r"[EAMN]\d+\t|#")
# What a mention without a type is labelled.
NO_TYPE = "Mention"
_RELATION_WRITTEN = "Coreference"
_HELD = frozenset({"words", "sentences unknown", "spacing", "discontinuous"})


def text_files(path: Path) -> list[Path]:
    """The text that an annotation file is read with, if it is there."""
    text = path.with_suffix(".txt")
    return [text] if text.is_file() else []


def read(path: Path) -> Iterator[Document]:
    """The document of an annotation file and of the text next to it."""
    spans: dict[str, Annotated] = {}
    line_of: dict[str, int] = {}
    links: list[tuple[str, str, str]] = []
    others = 0
    # Before anything is annotated brat has an empty file.
    nothing = path.is_file() and not path.stat().st_size and text_files(path)
    for number, line in () if nothing else numbered_lines(path):
        with going_on():
            if span := _SPAN.fullmatch(line):
                stretches = tuple(tuple(map(int, part.split())) for part in span[3].split(";"))
                if span[1] in spans:
                    raise FormatError(path, number, f"a second {span[1]}", "expected each id once")
                spans[span[1]] = Annotated(stretches, span[2] if span[2] != NO_TYPE else "", span[4] or "")  # type: ignore[arg-type]
                line_of[span[1]] = number
            elif relation := _RELATION.fullmatch(line):
                # Events have relations, too.
                if relation[2][0] == relation[3][0] == "T":
                    links.append((relation[1], relation[2], relation[3]))
                else:
                    others += 1
                line_of.update(dict.fromkeys(relation.groups()[1:], number) | line_of)
            elif equal := _EQUIVALENCE.fullmatch(line):
                links += [(equal[1], *pair) for pair in pairwise(equal[2].split())]
                line_of.update(dict.fromkeys(equal[2].split(), number) | line_of)
            elif _OTHER.match(line):
                others += 1
            elif line.strip():
                raise FormatError(path, number, f"cannot read {line[:60]!r}", "expected a line T, R or * of brat")
    layer = one_layer("brat.layer", (kind for kind, _, _ in links), path)
    others += sum(kind != layer for kind, _, _ in links)
    if others:
        note(path, 1, f"{quantity(others, 'line')} of other relations, attributes, events or notes, not read")
    text_file = path.with_suffix(".txt")
    if not text_file.is_file():
        raise FormatError(path, None, f"no file {text_file.name} next to it", "expected the text that was annotated")
    tool = ToolDocument(path.stem, path)
    # Tools differ in whether a mark of the byte order and the carriage return of a line end are characters.
    readings = [whole_text(text_file, counted) for counted in ("\ufeff\r", "\r", "\ufeff", "")]
    text = next((text for text in readings if all(span.is_of(text) for span in spans.values())), readings[0])
    tool.add_text(text, (edges for span in spans.values() for edges in span.stretches))
    chosen = [(first, second) for kind, first, second in links if kind == layer]
    add_linked(tool, GOLD_LAYER, spans, chosen, partial(_error, path, line_of))
    yield tool.finish()


def _error(path: Path, line_of: Mapping[str, int], name: str, wrong: str) -> FormatError:
    return FormatError(path, line_of.get(name), f"{name}: {wrong}", "expected characters of the text, end exclusive")


def _placed_text(document: Document) -> tuple[str, list[int]]:
    """The text as it is written, and where each word starts in it: a sentence a line where a blank follows it."""
    ends = {sentence.end - 1 for sentence in document.sentences} if document.sentences_known else set()
    breaks = _paragraph_ends(document)
    pieces: list[str] = []
    starts: list[int] = []
    length = 0
    for offset, word in enumerate(document.words):
        starts.append(length)
        form = "" if word.empty else word.form
        space = (
            "\n\n" if offset in breaks else "" if not (word.space_after and form) else "\n" if offset in ends else " "
        )
        pieces.append(form + space)
        length += len(pieces[-1])
    return "".join(pieces), starts


def _paragraph_ends(document: Document) -> set[int]:
    """The last word of each paragraph but the last."""
    sentences = [sentence for sentence in document.sentences if sentence.end > sentence.start]
    return {before.end - 1 for before, after in pairwise(sentences) if before.paragraph != after.paragraph}


def write(documents: Iterable[Document], path: Path) -> None:
    """Write the annotation of the one document; the layer written is the key, else the first there is."""
    (document,) = documents
    with TextWriter(path) as file:
        layer = written_layer(document)
        require_places(document, layer, path)
        text, starts = _placed_text(document)
        number_of: dict[str, int] = {}
        for number, (mention, spans) in enumerate(_written(document, text, starts), 1):
            number_of[mention.id] = number
            places = ";".join(f"{first} {last}" for first, last in spans)
            said = " ".join(text[first:last] for first, last in spans)
            label = re.sub(r"[^\w-]", "_", mention.entity_type) or NO_TYPE
            file.write(f"T{number}\t{label} {places}\t{said}\n")
        relations = 0
        for entity in layer.entities if layer is not None else ():
            for before, after in pairwise(name for name in entity.mentions if name in number_of):
                relations += 1
                ends = f"Arg1:T{number_of[after]} Arg2:T{number_of[before]}"
                file.write(f"R{relations}\t{_RELATION_WRITTEN} {ends}\t\n")
        with TextWriter(path.with_suffix(".txt")) as beside:
            beside.write(text.rstrip("\n") + "\n")


def _written(document: Document, text: str, starts: list[int]) -> list[tuple[Mention, list[tuple[int, int]]]]:
    """The mentions of chains that have words in the text, with their characters; a line end is a gap for brat."""
    layer = written_layer(document)
    # Mentions of a text that is not there have places, but no words.
    placed = layer.entity_of() if layer is not None and document.words else {}
    found = []
    for mention in sorted(document.mentions, key=span_order):
        spans = []
        for start, end in mention.stretches if mention.id in placed else ():
            words = [
                place for place in range(start, end) if document.words[place].form and not document.words[place].empty
            ]
            if words:
                first, last = starts[words[0]], starts[words[-1]] + len(document.words[words[-1]].form)
                lines = re.finditer(r"[^\n]+", text[first:last])
                spans += [(first + line.start(), first + line.end()) for line in lines]
        if spans:
            found.append((mention, spans))
    return found


def cannot_hold(document: Document) -> list[str]:
    """The parts of a document that brat's files cannot hold."""
    types = {mention.entity_type for mention in document.mentions}
    text, starts = _placed_text(document)
    written = _written(document, text, starts)
    again = ToolDocument("", Path())
    again.add_text(text, (span for _, spans in written for span in spans))
    held = set(_HELD)
    held |= {"entity types"} if all(re.fullmatch(r"[\w-]*", kind) for kind in types - {NO_TYPE}) else set()
    held |= {"paragraphs"} if {paragraph.kind for paragraph in document.paragraphs} <= {"body"} else set()
    if any(not document.words[offset].space_after for offset in _paragraph_ends(document)):
        held.remove("spacing")
    split = sum(
        not again.is_word(start, start + len(word.form))
        for start, word in zip(starts, document.words, strict=True)
        if word.form and not word.empty
    )
    doubled = len(written) - len({tuple(spans) for _, spans in written})
    missing = losses(document, frozenset(held)) + lost({
        NO_ID: file_name(document.id, "") != document.id,
        SPLIT: split,
        NO_FORM: any(not word.form and not word.empty for word in document.words),
    })  # fmt: skip
    return missing + lost_from_sight(document) + lost({"mentions of one place that are not in one chain": doubled})


FORMAT = Format(
    name="brat",
    description="brat standoff: .ann, and the text in .txt next to it",
    source="Stenetorp et al. (2012)",
    suffixes=(".ann",),
    recognises=recognises,
    read=read,
    write=write,
    cannot_hold=cannot_hold,
    one_document=True,
    rank=6,
    read_with=text_files,
    beside=(".txt",),
    options={"layer": ()},
    states=("paragraphs", "singletons"),
)
