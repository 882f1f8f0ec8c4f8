"""Reads the tables of a language's folder: lists of words in TOML, columns in TSV."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from anaphora_workbench.corpora.support.errors import FormatError

# What a section says of its lists beside the words.
SOURCE, EXAMPLES, OPEN = "source", "examples", "open"


def rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The columns of each line of a TSV file, with its number; empty lines and those that begin with ``# `` are notes.

    Raises:
        FormatError: it is not in UTF-8.
        OSError: it cannot be read.
    """
    with path.open(encoding="utf-8") as lines:
        try:
            for number, line in enumerate(lines, start=1):
                text = line.rstrip("\n")
                if text and not text.startswith("# "):
                    yield number, text.split("\t")
        except UnicodeDecodeError as error:
            raise FormatError(path, None, f"not in UTF-8: {error}") from None


def pairs(path: Path) -> Iterator[tuple[str, str]]:
    """The first two columns of each line of a TSV file.

    Raises:
        FormatError: a line has only one, or the file is not in UTF-8.
        OSError: it cannot be read.
    """
    for number, columns in rows(path):
        if len(columns) < len(("first", "second")):
            raise FormatError(path, number, f"one column, {columns[0]!r}", "expected two, separated by a tab")
        yield columns[0], columns[1]


def content(path: Path, expected: str) -> dict[str, Any]:
    """The content of a TOML file.

    Args:
        expected: what the message says was expected.

    Raises:
        ValueError: it is not TOML in UTF-8.
        OSError: it cannot be read.
    """
    import tomllib  # scoring often needs no word list, and starts sooner without it

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: not a lexicon: {error}; expected {expected}") from None
    except (RecursionError, ValueError):
        raise ValueError(
            f"{path}: not usable TOML: nested too deeply or a number too long; expected {expected}"
        ) from None


def word_lists(path: Path, sections: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lists of some sections as ``section.list`` → lower-cased words in their order.

    Raises:
        ValueError: a section holds something else than lists of words, their source and their examples.
    """
    lists = {}
    for section, entries in sections.items():
        if not isinstance(entries, dict):
            raise ValueError(f"{path}: {section!r} stands outside a section; expected [section] with lists of words")
        for name, words in entries.items():
            if _is_note(name, words):
                continue
            if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
                raise ValueError(f"{path}: {section}.{name} is not a list of words")
            lists[f"{section}.{name}"] = tuple(word.lower() for word in words)
    return lists


def _is_note(name: str, value: object) -> bool:
    return (
        (name == SOURCE and isinstance(value, str))
        or (name == EXAMPLES and isinstance(value, dict))
        or (name == OPEN and isinstance(value, bool))
    )
