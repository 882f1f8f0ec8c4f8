"""Signatures: all that a score depends on, by name, and one printable line of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.registry import format_rules
from anaphora_workbench.corpora.support.plugin_code import own_content
from anaphora_workbench.corpora.support.rules import rules_number, summary

# The parts of a signature that tell the rows of a table apart.
RESOLVER, RULES = "resolver", "resolver-rules"
METRIC_RULES = "metric-rules"
# What only the rows of responses have.
_OF_RESPONSES = ("format-rules", "response-rules")
_RULES = Path(__file__).with_name("rules.tsv")
_SHOWN = 12
# Fields that documents did not have from the first: where they say nothing, checksums are what they were.
_LATER = ("life",)


def tool_version() -> str:
    """Version of the workbench."""
    return installed_version("anaphora-workbench")


def installed_version(distribution: str) -> str:
    """Version of a distribution; *none* for one that is not installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "none"


class Signature(Mapping[str, str]):
    """What a score depends on: names as the command line spells them, values as they are printed.

    Its ``str()`` is the one line that is printed and saved; nothing reads that line back.

    >>> depends_on = Signature(corpus="samples", mention_match="exact", resolver="mitkov")
    >>> depends_on["mention-match"]
    'exact'
    >>> str(depends_on.without("resolver"))
    'corpus:samples|mention-match:exact'
    """

    def __init__(self, parts: Mapping[str, object] | None = None, /, **named: object) -> None:
        self._parts = {
            name.replace("_", "-"): _printable(value) for given in (parts or {}, named) for name, value in given.items()
        }

    def __getitem__(self, name: str) -> str:
        return self._parts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __str__(self) -> str:
        return "|".join(f"{name}:{value}" for name, value in self._parts.items())

    def __repr__(self) -> str:
        return f"Signature({self._parts})"

    def without(self, *names: str) -> Signature:
        """The signature less some of its names, where it has them."""
        return Signature({name: value for name, value in self._parts.items() if name not in names})


def signature(**parts: object) -> Signature:
    """The signature of a score, the tool's version first, with a checksum: it may be a changed checkout.

    >>> str(signature(corpus="samples", mention_match="exact").without("workbench"))
    'corpus:samples|mention-match:exact'
    """
    return Signature(workbench=f"{tool_version()}@{own_content()}", **parts)


def of_response(formats: Iterable[str]) -> dict[str, str]:
    """The parts of a signature that say how answers of files were read and brought to the words of their key.

    Args:
        formats: names of the formats of the files; none for documents that were read already.
    """
    names = set(formats)
    read_by = {"format_rules": format_rules(names)} if names else {}
    return {**read_by, "response_rules": rules_number(_RULES, "response")}


def shared(rows: Iterable[Signature]) -> Signature:
    """What the rows of a table have in common: the first row's signature without its resolver, and the rules of all.

    >>> rows = [Signature(seed=1, resolver=name, resolver_rules=rules) for name, rules in (("a", "1"), ("b+c", "1+2"))]
    >>> str(shared([*rows, Signature(seed=1, resolver="mine", response_rules="2")]))
    'seed:1|resolver-rules:1,c=2|response-rules:2'
    """
    every_row = list(rows)
    rules: dict[str, str] = {}
    for row in every_row:
        if RULES in row:
            names = row[RESOLVER].partition(",")[0].split("+")
            rules |= dict(zip(names, row[RULES].split("+"), strict=True))
    common = dict(every_row[0].without(RESOLVER, RULES, *_OF_RESPONSES))
    if rules:
        common[RULES] = summary(rules)
    for name in _OF_RESPONSES:
        if values := dict.fromkeys(row[name] for row in every_row if name in row):
            common[name] = "+".join(values)
    return Signature(common)


def document_checksum(document: Document) -> str:
    """SHA-256 of everything a document holds, but not of where it was read from."""
    content = json.dumps(replace(document, source=""), default=_parts, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(content.encode()).hexdigest()


def file_checksum(file: Path) -> str:
    """SHA-256 of the bytes of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def corpus_checksum(checksums: Iterable[str]) -> str:
    """A short checksum of documents in whatever order they came."""
    return hashlib.sha256("\n".join(sorted(checksums)).encode()).hexdigest()[:_SHOWN]


def _printable(value: object) -> str:
    text = str(value).replace("|", "/")
    return "".join(character if character.isprintable() else "?" for character in text)


def _parts(value: Any) -> Any:
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if is_dataclass(value):
        fields_told = [getattr(value, name) for name in _field_names(type(value))]  # type: ignore[arg-type]
        return fields_told + [told for name in _LATER if (told := getattr(value, name, ""))]
    raise TypeError(f"{type(value).__name__} is not part of a document")


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.compare and field.name not in _LATER)
