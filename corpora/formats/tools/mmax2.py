"""MMAX2: words in ``NAME_words.xml``, markables of a level in ``NAME_LEVEL_level.xml``, sets of markables as chains.

The files lie in one folder, or in ``Basedata`` (``basedata``) and ``Markables`` (``markables``) next to each other.
The level is the option ``mmax2.layer``, else the only one whose markables have a set. A set is in ``coref_class`` or
``coref_set``; ``empty`` is none, and a markable without a set is no mention. A level ``sentence`` gives sentences.

Source: Müller and Strube (2006), MMAX2 1.13; ``coref_set`` as in ARRAU (Poesio and Artstein 2008).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from anaphora_workbench.corpora.document import GOLD_LAYER, Document, Mention, Word
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.options import one_layer
from anaphora_workbench.corpora.formats.parts.xml_safety import parse
from anaphora_workbench.corpora.formats.tools.tool_document import Stretches, ToolDocument, joined
from anaphora_workbench.corpora.support.errors import FormatError, going_on

recognises = begins_like(
    rb"\s*(?:<\?[^>]*>\s*)*(?:<!DOCTYPE\s+(?:words|markables)\s[^>\[]*>\s*)?"
    rb"(?:<words\b|<markables\s|<mmax_project\b)"
)
_LEVEL = re.compile(r"(.+)_(.+)_level\.xml")
_SETS = ("coref_class", "coref_set")
_NO_SET = frozenset({"", "empty"})
_SENTENCES = "sentence"


def _files(path: Path) -> tuple[str, Path | None, dict[str, Path]]:
    """The name of a document, the file of its words, and those of its levels, from any file of it."""
    level = _LEVEL.fullmatch(path.name)
    name = level[1] if level else re.sub(r"(?:_words\.xml|\.mmax)$", "", path.name)
    above = path.parent if path.name.endswith(".mmax") else path.parent.parent
    folders = [path.parent, *(above / folder for folder in ("Basedata", "basedata", "Markables", "markables"))]
    words = next((file for folder in folders if (file := folder / f"{name}_words.xml").is_file()), None)
    levels: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("*_level.xml")):
            match = _LEVEL.fullmatch(file.name)
            if match and match[1] == name:
                levels.setdefault(match[2], file)
    if name == path.name:
        levels[name] = path
    return name, words, levels


def companions(path: Path) -> list[Path]:
    """The other files of the document."""
    _, words, levels = _files(path)
    project = [file for folder in (path.parent, path.parent.parent) for file in folder.glob(f"{_files(path)[0]}.mmax")]
    return [file for file in (words, *levels.values(), *project) if file is not None and file != path]


def read(path: Path) -> Iterator[Document]:
    """The document that a file of words, of a level, or a project belongs to."""
    name, words_file, levels = _files(path)
    parse(path, doctype=True)
    if words_file is None:
        raise FormatError(path, None, f"no file {name}_words.xml", "expected it next to it, or in Basedata")
    words = list(parse(words_file, doctype=True).iter("word"))
    place_of = {word.get("id", ""): number for number, word in enumerate(words)}
    markables = {level: list(parse(file, doctype=True)) for level, file in levels.items()}
    in_sets = (level for level, members in markables.items() if any(map(_set, members)))
    chosen = one_layer("mmax2.layer", in_sets, path)
    if chosen is None:
        found = ", ".join(levels) or "none"
        raise FormatError(path, None, "no level with coref_class or coref_set", f"expected one; levels: {found}")
    tool = ToolDocument(name, path)
    _add_sentences(
        tool, words, [_stretches(levels[_SENTENCES], markable, place_of) for markable in markables.get(_SENTENCES, ())]
    )
    chains: dict[str, list[Mention]] = {}
    for markable in markables[chosen]:
        in_set = _set(markable)
        if in_set:
            with going_on():
                stretches = _stretches(levels[chosen], markable, place_of)
                chains.setdefault(in_set, []).append(tool.mention(GOLD_LAYER, stretches))
    tool.add_chains(GOLD_LAYER, chains)
    yield tool.finish()


def _set(markable: etree._Element) -> str:
    """The set of a markable, "" for none."""
    found = next((value for name in _SETS if (value := markable.get(name)) is not None), "")
    return "" if found in _NO_SET else found


def _add_sentences(tool: ToolDocument, words: list[etree._Element], sentences: list[Stretches]) -> None:
    starts = sorted({0, *(stretches[0][0] for stretches in sentences)})
    tool.document.sentences_known = len(starts) > 1
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        tool.add_sentence(Word("".join(map(str, word.itertext())).strip()) for word in words[start:end])


def _stretches(path: Path, markable: etree._Element, place_of: dict[str, int]) -> Stretches:
    """The words of a span such as ``word_1..word_4,word_7``."""
    stretches: list[tuple[int, int]] = []
    for part in (markable.get("span") or "").split(","):
        first, _, last = part.partition("..")
        start, end = place_of.get(first), place_of.get(last or first)
        if start is None or end is None or end < start or (stretches and start < stretches[-1][1]):
            wrong = f"markable {markable.get('id')}: span {part!r}"
            raise FormatError(path, markable.sourceline, wrong, "expected ids of words, as word_1..word_4")
        stretches.append((start, end + 1))
    return joined(stretches)


FORMAT = Format(
    name="mmax2",
    description="MMAX2: words and levels of markables in XML",
    source="Müller and Strube (2006)",
    suffixes=("_words.xml", "_level.xml", ".mmax"),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=2,
    read_with=companions,
    options={"layer": ()},
    states=("singletons",),
)
