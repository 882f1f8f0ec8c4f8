"""Winogender schemas: an occupation, another participant and a pronoun for one of them.

The key is in the id, ``occupation.participant.answer.gender.txt``: answer 0 is the occupation, 1 the
participant; the places are found by the words. Mentions are ``occupation``, ``participant`` and ``pronoun``.

Source: Rudinger et al. (2018).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from anaphora_workbench.corpora.document import GOLD_LAYER, CoreferenceLayer, Document, Entity
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.parts.character_spans import CharacterDocument
from anaphora_workbench.corpora.formats.parts.files import numbered_lines
from anaphora_workbench.corpora.support.errors import FormatError, complain, going_on, placed, quantity

_HEADER = "sentid\tsentence"
_PRONOUN = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b", re.IGNORECASE)


def recognises(name: str, beginning: bytes) -> bool:
    return beginning.startswith(_HEADER.encode())


def read(path: Path) -> Iterator[Document]:
    """The sentences of ``all_sentences.tsv``, one document each."""
    lines = numbered_lines(path)
    number, line = next(lines)
    if line != _HEADER:
        complain(path, number, f"the header {line[:60]!r}", "expected sentid and sentence")
    for number, line in lines:
        with going_on():
            document = _document(path, number, line)
            if document is not None:
                yield document
    if number == 1:
        raise FormatError(path, 1, "a header and no sentence", "expected sentences")


def _document(path: Path, number: int, line: str) -> Document | None:
    columns = line.split("\t")
    if len(columns) != 2:
        raise FormatError(path, number, quantity(len(columns), "column"), "expected 2")
    name, text = columns
    parts = name.split(".")
    if len(parts) != 5 or parts[2] not in ("0", "1"):
        wrong = f"the id {name!r}"
        raise FormatError(path, number, wrong, "expected occupation.participant.answer.gender.txt, answer 0 or 1")
    occupation, participant, answer, gender, _ = parts
    wanted = {
        "occupation": (occupation, _phrase(occupation)),
        "participant": (participant, _phrase(participant)),
        "pronoun": ("pronoun", _PRONOUN),
    }
    spans = {}
    for mention, (said, pattern) in wanted.items():
        match = pattern.search(text)
        if match is None:
            complain(path, number, f"no {said} in {text!r}", "expected the words that the id names, and a pronoun")
        else:
            spans[mention] = match.span()
    if spans.keys() != wanted.keys():
        return None
    made = CharacterDocument(
        name.removesuffix(".txt"), text, [edge for span in spans.values() for edge in span], str(path)
    )
    for mention, (start, end) in sorted(spans.items(), key=lambda item: item[1]):
        made.add_mention(mention, start, end)
    document = made.document
    document.extra["gender"] = gender
    referent, other = ("occupation", "participant") if answer == "0" else ("participant", "occupation")
    members = sorted((referent, "pronoun"), key=lambda name: spans[name])
    document.coreference[GOLD_LAYER] = CoreferenceLayer(GOLD_LAYER, [Entity("1", members), Entity("2", [other])])
    document.anaphors = ["pronoun"]
    placed(document, path, number)
    return document


def _phrase(noun: str) -> re.Pattern[str]:
    """The noun with its article, if it has one."""
    return re.compile(rf"\b(?:(?:the|an?) )?{re.escape(noun)}\b", re.IGNORECASE)


FORMAT = Format(
    name="winogender",
    description="Winogender sentences, with the key in their ids",
    source="Rudinger et al. (2018)",
    suffixes=("all_sentences.tsv",),
    recognises=recognises,
    read=read,
    states=(),
)
