"""``python -m benchmarks.short_texts [RESOLVER...]``: what full coreference makes of short texts as people write them.

``short-texts.jsonl`` has 154 texts of news, letters, fiction, recipes, interviews and more; the 102 of
``short-texts-minimal.jsonl`` have one or two sentences and were written for the errors that ``best`` made on the first.
Its categories that end in *keep* are what a rule against these must not break. Each line has a text with marked
mentions: characters from and to, the entity (``0`` for a pleonastic or generic one, ``e`` for one that stands for a
clause), and whether it is not to be checked.

Every marked mention is one check. *link*: it follows another one of its entity, and the nearest marked one before it in
its chain has to be of that entity. *apart*: it is the first of its entity, so that no marked one may stand before it in
its chain. *none*: it takes up nothing, so that nothing may. Source of the texts: this project.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.preprocessing import Preprocessor
from anaphora_workbench.resolvers import get_resolver
from anaphora_workbench.workbench.report.tables import Column, Row, Table, as_markdown

FILES = ("short-texts.jsonl", "short-texts-minimal.jsonl")
_SYSTEMS = ("best", "ranking-pronouns", "sieve")
_NOTHING = ("0", "e")
_POSSESSIVE = "'s"
# A mention found is a marked one if its head is in it and so much of both together is in either.
_OVERLAP = 0.05


@dataclass(frozen=True)
class Found:
    """A mention that the workbench has found: its characters, those of its head, and its chain."""

    start: int
    end: int
    head: int
    chain: str


def main(systems: list[str]) -> int:
    """Print a table for each file; returns the exit status."""
    preprocessor = Preprocessor()
    for name in FILES:
        texts = list(read(Path(__file__).with_name(name)))
        documents = [preprocessor.process(text["text"], text["id"]) for text in texts]
        counted: dict[str, Row] = defaultdict(dict)
        for system in systems or _SYSTEMS:
            right = right_by_row(texts, documents, system)
            for row, outcomes in right.items():
                counted[row] |= {"of": row, "checks": len(outcomes), system: sum(outcomes)}
        columns = (Column("of", ""), Column("checks", "checks", "count"))
        columns += tuple(Column(system, system, "count") for system in systems or _SYSTEMS)
        rows = [
            counted[row] for row in sorted(counted, key=lambda row: (row in ("link", "apart", "none"), row == "all"))
        ]
        print(as_markdown(Table(f"{name}: checks that come out right", columns, rows)))
    return 0


def read(file: Path) -> Iterator[dict[str, Any]]:
    """The texts of a file."""
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def right_by_row(texts: list[dict[str, Any]], documents: list[Document], system: str) -> dict[str, list[bool]]:
    """Whether each check is right, by the category of its text, by its kind, and all."""
    resolver = get_resolver(system)
    right: dict[str, list[bool]] = defaultdict(list)
    for text, document in zip(texts, documents, strict=True):
        chain_of = {mention: f"chain {chain[0]}" for chain in resolver.resolve(document).chains for mention in chain}
        for kind, is_right in checks(text["mentions"], list(_found(text["text"], document, chain_of))):
            for row in (text["category"], kind, "all"):
                right[row].append(is_right)
    return right


def checks(marked: list[list[Any]], found: list[Found]) -> Iterator[tuple[str, bool]]:
    """The kind of each check, and whether it is right.

    Args:
        marked: start, end, entity and whether it is not to be checked, in text order; what follows is not asked.
    """
    before: list[tuple[str, str]] = []
    entities: set[str] = set()
    for start, end, entity, optional, *_ in marked:
        own = _found_at(start, end, found)
        chain = own.chain if own is not None else ""
        there = [other for other, its_chain in before if chain and its_chain == chain]
        if entity in _NOTHING:
            its_like = {(other[0], other[1]) for other in marked if other[2] == entity}
            yield (
                "none",
                not any(
                    other.chain == chain and other.start < start and (other.start, other.end) not in its_like
                    for other in found
                ),
            )
        elif not optional:
            yield ("link", there[-1:] == [entity]) if entity in entities else ("apart", not there)
        entities.add(entity)
        before.append((entity, chain))


def _found(text: str, document: Document, chain_of: dict[str, str]) -> Iterator[Found]:
    """The mentions of a document by the characters of its text, possessive *'s* left out as it is in what is marked."""
    starts, ends = [], []
    at = 0
    for word in document.words:
        starts.append(text.index(word.form, at))
        at = starts[-1] + len(word.form)
        ends.append(at)
    for mention in document.mentions:
        start, end = starts[mention.start], ends[mention.end - 1]
        end -= len(_POSSESSIVE) * text[start:end].endswith(_POSSESSIVE)
        yield Found(start, end, starts[mention.head], chain_of.get(mention.id, mention.id))


def _found_at(start: int, end: int, found: list[Found]) -> Found | None:
    """The mention found of the same characters, else the one that shares most with these and has its head in them."""
    best, most = None, _OVERLAP
    for mention in found:
        if (mention.start, mention.end) == (start, end):
            return mention
        shared = min(end, mention.end) - max(start, mention.start)
        share = shared / (max(end, mention.end) - min(start, mention.start))
        if start <= mention.head < end and share >= most:
            best, most = mention, share
    return best


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
