"""BookNLP: words in ``NAME.tokens``, mentions with the number of their chain in ``NAME.entities`` next to it.

``start_token`` and ``end_token`` are numbers of words of the document, both inclusive. A chain of -1, as old versions
have it for what is no character, is none.

Source: BookNLP 1.0 (README of the repository, *Output*).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import Document, Mention, Paragraph, Word
from anaphora_workbench.corpora.formats.format import Format, begins_like
from anaphora_workbench.corpora.formats.parts.files import numbered_lines, place_number
from anaphora_workbench.corpora.formats.tools.tool_document import PREDICTED, ToolDocument
from anaphora_workbench.corpora.support.errors import FormatError, going_on

_TOKENS = ("paragraph_ID", "sentence_ID", "token_ID_within_sentence", "token_ID_within_document", "word")
_ENTITIES = ("COREF", "start_token", "end_token", "prop", "cat", "text")
recognises = begins_like(rb"(?:%s\t|%s\r?\n)" % ("\t".join(_TOKENS).encode(), "\t".join(_ENTITIES).encode()))


def companion(path: Path) -> list[Path]:
    """The other one of the two files, if it is there."""
    other = _named(path, ".tokens" if path.name.endswith(".entities") else ".entities")
    return [other] if other.is_file() else []


def _named(path: Path, ending: str) -> Path:
    if ending == ".entities" and not path.name.endswith((".tokens", ".entities")):
        return path
    return path.with_name(re.sub(r"\.(?:tokens|entities)$", "", path.name) + ending)


def read(path: Path) -> Iterator[Document]:
    """The document of a pair of files, whichever is named."""
    tokens, entities = (_named(path, ending) for ending in (".tokens", ".entities"))
    for _ in numbered_lines(path):
        """That it is text is seen before anything else."""
    for file in (tokens, entities):
        if not file.is_file():
            raise FormatError(
                path, None, f"no file {file.name} next to it", "expected .tokens and .entities of one name"
            )
    tool = ToolDocument(_named(path, "").name, path)
    _add_words(tool, tokens)
    chains: dict[str, list[Mention]] = {}
    for number, row in _rows(entities, _ENTITIES):
        with going_on():
            first, last = place_number(row["start_token"]), place_number(row["end_token"])
            if not 0 <= first <= last < len(tool.document.words):
                wrong = f"words {row['start_token']} to {row['end_token']} of {len(tool.document.words)}"
                raise FormatError(entities, number, wrong, "expected the numbers of words, both inclusive, from 0")
            mention = tool.mention(PREDICTED, ((first, last + 1),), type=row["cat"])
            if row["COREF"] != "-1":
                chains.setdefault(row["COREF"], []).append(mention)
    tool.add_chains(PREDICTED, chains)
    yield tool.finish()


def _add_words(tool: ToolDocument, path: Path) -> None:
    paragraphs = tool.document.paragraphs
    words: list[Word] = []
    at = last_end = ""
    for number, row in _rows(path, _TOKENS):
        place = f"{row['paragraph_ID']} {row['sentence_ID']}"
        if place != at:
            if words:
                tool.add_sentence(words)
            if at and row["paragraph_ID"] != at.split()[0]:
                paragraphs.append(Paragraph())
            words, at = [], place
        if row["token_ID_within_document"] != str(len(tool.document.words) + len(words)):
            wrong = f"word {row['token_ID_within_document']}"
            raise FormatError(path, number, wrong, f"expected {len(tool.document.words) + len(words)}")
        if words:
            words[-1].space_after = row.get("byte_onset", "") != last_end
        last_end = row.get("byte_offset", "-")
        words.append(Word(row["word"]))
    tool.add_sentence(words)


def _rows(path: Path, needed: tuple[str, ...]) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines of a file with a heading, by its columns."""
    names: list[str] = []
    for number, line in numbered_lines(path):
        cells = line.split("\t")
        if not names:
            names = cells
            missing = [name for name in needed if name not in names]
            if missing:
                raise FormatError(path, number, f"no column {missing[0]}", f"expected {', '.join(needed)}")
        elif line:
            if len(cells) != len(names):
                raise FormatError(path, number, f"{len(cells)} columns", f"expected {len(names)}")
            yield number, dict(zip(names, cells, strict=True))


FORMAT = Format(
    name="booknlp",
    description="BookNLP's .tokens and .entities",
    source="BookNLP 1.0, README",
    suffixes=(".entities", ".tokens"),
    recognises=recognises,
    read=read,
    one_document=True,
    rank=2,
    read_with=companion,
    states=("paragraphs", "singletons"),
)
