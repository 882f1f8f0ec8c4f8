"""The registry of formats: recognises the format of a file, and reads it.

A format is a ``Format`` found by entry point (group ``anaphora_workbench.formats``), so a plug-in's formats stand
next to our own. One file of this folder holds one format.
"""

import codecs
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats.format import Format
from anaphora_workbench.corpora.formats.parts.files import refuse_other_than_text
from anaphora_workbench.corpora.support.errors import FormatError, brief_error
from anaphora_workbench.corpora.support.known_names import there_are
from anaphora_workbench.corpora.support.plugins import PluginWarning, Registry, instance_of
from anaphora_workbench.corpora.support.rules import summary
from anaphora_workbench.corpora.support.samples import packaged

BEGINNING = 8192
# Files that a message names.
_SHOWN = 3
# What tells about a corpus and is no part of it.
_ABOUT = re.compile(r"(?:readme|licen[cs]e|copying|changelog|changes|guidelines)\b.*|.*\.md", re.IGNORECASE)

_failed_to_recognise: set[str] = set()

FORMATS = Registry(
    "anaphora_workbench.formats",
    "format",
    instance_of(Format, "a corpora.formats.Format"),
    rules_table=Path(__file__).with_name("rules.tsv"),
)


# The ranks of our formats, so that none is loaded that is not asked.
_OF_RANK = {
    1: "np-xml",
    2: "chains-json nkas standoff-json ua allennlp booknlp coref-data corenlp corenlp-xml crac-json doccano fastcoref "
    "hf-conll2012 label-studio mmax2 ontonotes preco prodigy scorch webanno wl-coref",
    3: "bm2001 conllu litbank maverick ontogum",
    4: "conll2012 semeval2010",
    5: "are gap jsonlines muc winobias winogender",
    6: "brat crac-text",
    9: "text",
}
RANKS = {name: rank for rank, names in _OF_RANK.items() for name in names.split()}


class LeftOutWarning(UserWarning):
    """Files of a folder that are not read."""


def available() -> dict[str, Format]:
    """All installed formats by name, in the order in which they are asked to recognise a file.

    One that cannot be loaded is left out, with a warning.
    """
    ranked = sorted(FORMATS.available().values(), key=lambda format: (format.rank, format.name))
    return {format.name: format for format in ranked}


def in_turn() -> Iterator[Format]:
    """The formats of ``available`` in the same order; those of ours are loaded when their turn comes."""
    others = FORMATS.available(name for name in FORMATS.names() if name not in RANKS)
    ranks = {name: its_format.rank for name, its_format in others.items()}
    ranks |= {name: rank for name, rank in RANKS.items() if name in FORMATS.names()}
    for name in sorted(ranks, key=lambda name: (ranks[name], name)):
        yield from FORMATS.available([name]).values()


def get_format(name: str) -> Format:
    """The format of that name. Raises ValueError, naming the known ones."""
    return FORMATS.get(name)


def get_writable(name: str) -> Format:
    """The format of that name to write in. Raises ValueError, naming those that can be written."""
    its_format = get_format(name) if name in FORMATS.names() else None
    if its_format is not None and its_format.write is not None:
        return its_format
    listed = there_are(sorted(other for other, known in available().items() if known.write is not None), name)
    wrong = f"no format {name!r}" if its_format is None else f"format {name} can only be read"
    raise ValueError(f"{wrong}; to write {listed}")


def format_rules(names: Iterable[str]) -> str:
    """Which rules formats are read by, for a signature: see ``corpora.rules.summary``."""
    return summary({name: FORMATS.rules(name) for name in names})


def recognise(path: str | Path) -> Format | None:
    """The format of a file, by its content, then by its name; None if no format knows it."""
    path = Path(path)
    try:
        with path.open("rb") as file:
            beginning = file.read(BEGINNING)
    except OSError as error:
        raise FormatError(path, None, f"cannot be read: {error.strerror}") from error
    name, beginning = path.name.lower(), beginning.removeprefix(codecs.BOM_UTF8)
    by_content = next(
        (known_format for known_format in in_turn() if beginning and _recognises(known_format, name, beginning)), None
    )
    return by_content or by_name(path)


def _recognises(its_format: Format, name: str, beginning: bytes) -> bool:
    """Whether a format takes a file for its own; one that fails to tell is named, once, and does not."""
    try:
        return bool(its_format.recognises(name, beginning))
    except Exception as error:  # of a plug-in, which is asked about everybody's files
        if its_format.name not in _failed_to_recognise:
            _failed_to_recognise.add(its_format.name)
            whose = f"format {its_format.name!r} ({FORMATS.origin(its_format.name).value})"
            told = f"{whose} cannot tell which files it is in: {brief_error(error)}"
            warnings.warn(told, PluginWarning, stacklevel=2)
        return False


def by_name(path: Path) -> Format | None:
    """The format whose files usually end like this path, the longest ending first; None if there is none."""
    found = _known_ending(path.name)
    return None if found is None else found[1]


def without_ending(place: str) -> str:
    """The place of a file without the ending that files of its format have, or without its last one.

    >>> without_ending("news/v1.0.np.xml"), without_ending("v1.0.key")
    ('news/v1.0', 'v1.0')
    """
    folder, slash, name = place.rpartition("/")
    found = _known_ending(name)
    end = len(name) - len(Path(name).suffix if found is None else found[0])
    return folder + slash + (name[:end] or name)


def _known_ending(name: str) -> tuple[str, Format] | None:
    """The longest ending of a file's name that a format has, and that format."""
    name = name.lower()
    known = ((suffix, kind) for kind in available().values() for suffix in kind.suffixes if name.endswith(suffix))
    return max(known, key=lambda found: len(found[0]), default=None)


def to_write(path: Path) -> Format:
    """The format that a file of this name is to be written in: by its whole ending, else by the last part of it.

    Raises:
        FormatError: there is none, or there are several.
    """
    its_format = by_name(path)
    if its_format is not None:
        return its_format
    last = path.suffix.lower()
    writable = [its_format for its_format in available().values() if its_format.write is not None]
    alike = [
        its_format for its_format in writable if last and any(suffix.endswith(last) for suffix in its_format.suffixes)
    ]
    if len(alike) == 1:
        return alike[0]
    if alike:
        names = ", ".join(f"{its_format.name} ({its_format.suffixes[0]})" for its_format in alike)
        raise FormatError(path, None, "the name fits several formats", f"expected --to FORMAT, or an ending: {names}")
    raise FormatError(path, None, "no format has such a name", "expected --to FORMAT")


def find(path: str | Path, format: str | None = None) -> list[tuple[Path, Format]]:
    """The files of a path, each with its format.

    Args:
        path: a file, or a folder, whose files (also of folders in it, hidden ones apart) are taken in
            order of their names if a format recognises them. Plain text is taken from a folder only if
            nothing else is in it, since corpora come with licences, lists and texts next to the annotation.
            A LeftOutWarning counts the files that are not taken, READMEs and licences apart.
            ``samples`` is the packaged corpus where there is no file or folder of that name.
        format: take every file, or every file of a folder with its suffix, for this format.

    Raises:
        FormatError: there is nothing at the path, no format knows it, a folder cannot be read, or what has the name of
            a file of a format is none: a link to nothing, a pipe.
    """
    path = packaged(path)
    given = get_format(format) if format else None
    if path.is_dir():
        files = _files(path)
        if given:
            chosen = [(file, given) for file in files if _recognised(file) is given]
            chosen = chosen or [(file, given) for file in files if file.name.lower().endswith(given.suffixes)]
        else:
            by_file = [(file, its_format) for file in files if (its_format := _recognised(file)) is not None]
            chosen = [(file, its_format) for file, its_format in by_file if its_format.rank < 9]
            chosen = chosen or [(file, its_format) for file, its_format in by_file if its_format.name == "text"]
            chosen = _without_companions(chosen)
            _tell_left_out(path, files, chosen, [file for file, its_format in by_file])
        if not chosen:
            if given:
                wrong = f"no file of {given.name} in this folder"
                raise FormatError(
                    path, None, wrong, f"expected files of it, or another format with --from ({_names_of_all()})"
                )
            raise FormatError(path, None, "no file of any known format in this folder", _known())
        return chosen
    if not path.exists():
        # Somebody has given a text for the file with it.
        expected = "expected a path; a text comes by standard input (-)" if " " in path.name else ""
        raise FormatError(path, None, "no such file or folder", expected)
    recognised = given or recognise(path)
    if recognised is None:
        with path.open("rb") as file:
            beginning = file.read(BEGINNING)
        if not beginning:
            raise FormatError(path, None, "the file is empty", "expected at least one document")
        refuse_other_than_text(path, beginning)
        raise FormatError(path, None, "unknown format", _known())
    return [(path, recognised)]


def _without_companions(chosen: list[tuple[Path, Format]]) -> list[tuple[Path, Format]]:
    """The files of a folder without those that another one of them is read with."""
    companions: set[Path] = set()
    taken: list[tuple[Path, Format]] = []
    for file, its_format in sorted(chosen, key=lambda item: item[1].rank):
        if file not in companions:
            taken.append((file, its_format))
            with suppress(FormatError, OSError):  # that a file cannot be read is said where it is
                companions.update(its_format.read_with(file))
    left = {file for file, _ in taken}
    return [item for item in chosen if item[0] in left]


def _recognised(file: Path) -> Format | None:
    """The format of a file of a folder; by its name where it cannot be read, which is said when it is."""
    try:
        return recognise(file)
    except FormatError:
        return by_name(file)


def _files(folder: Path) -> list[Path]:
    files = []
    for place in [folder, *sorted(folder.rglob("*"))]:
        if any(part.startswith(".") for part in place.relative_to(folder).parts):
            continue
        if place.is_dir():
            if not os.access(place, os.R_OK | os.X_OK):
                raise FormatError(place, None, "a folder that cannot be read", "expected the right to")
            continue
        if not place.is_file() and by_name(place) is not None:
            what = "no regular file" if place.exists() else "a link to no file"
            raise FormatError(place, None, what, "expected a file, or none of this name")
        files.append(place)
    return [file for file in files if file.is_file()]


def _tell_left_out(path: Path, files: list[Path], chosen: list[tuple[Path, Format]], known: list[Path]) -> None:
    """Warn of files of a folder that are neither read nor read with another."""
    read = {file for file, _ in chosen}
    left_out = [file for file in files if file not in read and not _ABOUT.fullmatch(file.name)]
    if not chosen or not left_out:
        return
    with suppress(FormatError, OSError):  # that a file cannot be read is said where it is
        read |= {other.resolve() for file, its_format in chosen for other in its_format.read_with(file)}
    left_out = [file for file in left_out if file.resolve() not in read]
    groups = (
        ("plain text", [file for file in left_out if file in known]),
        ("no known format", [file for file in left_out if file not in known]),
    )
    told = [f"{len(group)} of {name} ({_names(group)})" for name, group in groups if group]
    if told:
        number = "1 file is" if len(chosen) == 1 else f"{len(chosen)} files are"
        warnings.warn(
            f"{path}: {number} read; left out: {', '.join(told)}; expected --from to take others",
            LeftOutWarning,
            stacklevel=3,
        )


def _names(files: list[Path]) -> str:
    names = [file.name for file in files[:_SHOWN]]
    return ", ".join(names) + ("…" if len(files) > _SHOWN else "")


def read(
    path: str | Path, format: str | None = None, on_error: Callable[[FormatError], None] | None = None
) -> Iterator[Document]:
    """Read the documents of a file or folder, one after the other.

    Args:
        path: see :func:`find`.
        format: name of the format, None to recognise it.
        on_error: called for each file that cannot be read (to its end), the others are read on;
            None to raise at the first.

    >>> document = next(read("samples/news_bridge.conllu"))
    >>> document.id, len(document.sentences)
    ('news_bridge', 25)
    """
    for file, its_format in find(path, format):
        try:
            yield from its_format.read(file)
        except FormatError as error:
            if on_error is None:
                raise
            on_error(error)


def _known() -> str:
    return f"expected one of {_names_of_all()}; name it with --from"


def _names_of_all() -> str:
    return ", ".join(sorted(available()))
