r"""WebAnno TSV 3 (WebAnno and INCEpTION): words a line, layers in columns.

* ``#T_CH=LAYER|referenceRelation|referenceType`` is a layer of chains: ``*->3-1`` on each word of link 1 of chain 3.
* ``#T_SP=`` is a layer of spans and ``#T_RL=…|BT_SPANS`` one of relations between them: a span that no relation joins
  is an entity of one.
* Which layer is coreference is the option ``webanno.layer``, by its name or what follows the last dot; else the only
  one of chains or relations.
* Several annotations of a word are separated by ``|``, their numbers in brackets; ``\`` stands before a sign that would
  be read as another. Each ``#Text=`` begins a sentence.

Source: Eckart de Castilho et al. (2016), INCEpTION user guide, *WebAnno TSV 3.3*.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Word
from anaphora_workbench.corpora.document.closure import closure_by_id
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.options import one_layer
from anaphora_workbench.corpora.formats.parts.files import numbered_lines
from anaphora_workbench.corpora.formats.tools.tool_document import ToolDocument, joined
from anaphora_workbench.corpora.support.errors import FormatError, complain

recognises = begins_like(rb"#FORMAT=WebAnno TSV 3\.")
_LINK = re.compile(r".*->(\d+)-(\d+)")
_NUMBERED = re.compile(r".*?(?:\[(\d+)\])?", re.DOTALL)
_ADDRESS = re.compile(r"(\d+-\d+(?:\.\d+)?)(?:\[(\d+)_(\d+)\])?")
_WORD = re.compile(r"\d+-\d+")
_BAR = re.compile(r"(?<!\\)\|")
_ESCAPED = re.compile(r"\\(->|.)")
_EMPTY = "_"


@dataclass(frozen=True)
class _Layer:
    """A layer: its kind (SP, CH, RL), its name, the columns of its features, and the spans that relations join."""

    kind: str
    name: str
    columns: range
    base: str = ""


@dataclass
class _Row:
    line: int
    address: str
    cells: list[str]


@dataclass
class _Spans:
    """The words of the spans of a layer, by a name that the file gives them."""

    words: dict[str, list[int]] = field(default_factory=dict)
    line: dict[str, int] = field(default_factory=dict)

    def add(self, name: str, offset: int, line: int) -> None:
        self.words.setdefault(name, []).append(offset)
        self.line.setdefault(name, line)


def read(path: Path) -> Iterator[Document]:
    """The document of a file."""
    layers: list[_Layer] = []
    rows: list[_Row] = []
    tool = ToolDocument(path.name.removesuffix(".tsv"), path)
    sentence: list[Word] = []
    column, last_end = 3, ""
    for number, line in numbered_lines(path):
        if line.startswith("#T_"):
            layer = _layer(line, column, path, number)
            layers.append(layer)
            column = layer.columns.stop
        elif line.startswith("#") and "\t" not in line:
            if line.startswith("#Text=") and sentence:
                tool.add_sentence(sentence)
                sentence = []
        elif line:
            cells = line.split("\t")
            if cells[-1] == "":
                cells.pop()
            if len(cells) != column:
                complain(path, number, f"{len(cells)} columns", f"expected {column}, as the layers say")
                continue
            if _WORD.fullmatch(cells[0]):
                start, _, end = cells[1].partition("-")
                if sentence:
                    sentence[-1].space_after = start != last_end
                last_end = end
                sentence.append(Word(_ESCAPED.sub(r"\1", cells[2])))
            elif "." not in cells[0]:
                complain(path, number, f"{cells[0]!r} is no word", "expected sentence-word, as 1-3")
                continue
            rows.append(_Row(number, cells[0], cells))
    tool.add_sentence(sentence)
    kinds = {layer.name: layer for layer in layers if layer.kind != "SP"}
    short = {name.rpartition(".")[2]: name for name in kinds}
    filled = {column for row in rows for column, cell in enumerate(row.cells) if cell != _EMPTY}
    used = [name for name, layer in kinds.items() if not filled.isdisjoint(layer.columns)]
    chosen = one_layer("webanno.layer", (name.rpartition(".")[2] for name in used or kinds), path)
    if chosen is None:
        raise FormatError(path, 1, "no layer of chains or relations", "expected #T_CH= or #T_RL=")
    tool.add_layer(GOLD_LAYER)
    _add_layer(tool, kinds[short[chosen]], layers, rows, path)
    yield tool.finish()


def _layer(line: str, column: int, path: Path, number: int) -> _Layer:
    kind, _, declared = line[len("#T_") :].partition("=")
    name, *features = declared.split("|")
    if kind not in ("SP", "CH", "RL") or not name:
        raise FormatError(path, number, f"layer {line!r}", "expected #T_SP=, #T_CH= or #T_RL= and a name")
    base = next((feature.removeprefix("BT_") for feature in features if feature.startswith("BT_")), "")
    return _Layer(kind, name, range(column, column + max(len(features), 1)), base)


def _add_layer(tool: ToolDocument, layer: _Layer, layers: list[_Layer], rows: list[_Row], path: Path) -> None:
    # A part of a word stands below it.
    offsets = [count - 1 for count in accumulate("." not in row.address for row in rows)]
    spans = _Spans()
    links: list[tuple[str, str]] = []
    if layer.kind == "CH":
        for row, offset in zip(rows, offsets, strict=True):
            for cell in (item for column in layer.columns for item in _BAR.split(row.cells[column])):
                if match := _LINK.fullmatch(cell):
                    spans.add(f"{match[1]}-{match[2]}", offset, row.line)
        first = {name.partition("-")[0]: name for name in reversed(spans.words)}
        links = [(first[name.partition("-")[0]], name) for name in spans.words]
    else:
        base = next((other for other in layers if other.kind == "SP" and other.name == layer.base), None)
        if base is None:
            raise FormatError(path, 1, f"relations of {layer.base!r}, which is no layer", "expected a #T_SP= of it")
        for row, offset in zip(rows, offsets, strict=True):
            names = _names(row, base)
            for name in names:
                spans.add(name, offset, row.line)
            for address in _BAR.split(row.cells[layer.columns.stop - 1]):
                if match := _ADDRESS.fullmatch(address):
                    source = f"[{match[2]}]" if match[2] and match[2] != "0" else match[1]
                    target = f"[{match[3]}]" if match[3] and match[3] != "0" else row.address
                    links.append((source, target))
    for name in {name for pair in links for name in pair} - spans.words.keys():
        complain(path, None, f"a relation of {name}, which is no span of {layer.base}", "expected one")
    mentions = {
        name: tool.mention(GOLD_LAYER, joined((offset, offset + 1) for offset in sorted(set(words))))
        for name, words in spans.words.items()
    }
    for number, chain in enumerate(closure_by_id(links, mentions), 1):
        tool.add_entity(GOLD_LAYER, str(number), [mentions[name] for name in chain if name in mentions])


def _names(row: _Row, base: _Layer) -> list[str]:
    """The spans of a layer on a word: by their numbers, where they have one, else by the word."""
    names: dict[str, None] = {}
    for column in base.columns:
        for item in _BAR.split(row.cells[column]):
            match = _NUMBERED.fullmatch(item)
            if item != _EMPTY and match is not None:
                names[f"[{match[1]}]" if match[1] else row.address] = None
    return list(names)


FORMAT = Format(
    name="webanno",
    description="WebAnno TSV 3, as WebAnno and INCEpTION export it",
    source="Eckart de Castilho et al. (2016)",
    suffixes=(".webanno.tsv",),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=2,
    options={"layer": ()},
    states=("singletons",),
)
