"""``workbench convert``: from one format to another; losses are listed before anything is written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.corpora import FormatError, find, read
from anaphora_workbench.corpora.document import Document
from anaphora_workbench.corpora.formats import Format
from anaphora_workbench.corpora.formats.registry import get_writable, to_write
from anaphora_workbench.corpora.formats.writing import is_folder, write_file
from anaphora_workbench.corpora.pairing.pairing import part_of
from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.corpora.support.output_places import identities, identity, try_file, try_folder
from anaphora_workbench.workbench.base.errors import CommandError, Failure, one_line, reason_of
from anaphora_workbench.workbench.base.outputs import require_place_outside
from anaphora_workbench.workbench.base.progress import Advance, progress
from anaphora_workbench.workbench.commands.wiring import options as shared
from anaphora_workbench.workbench.commands.wiring.option_values import require_none, set_format_options
from anaphora_workbench.workbench.commands.wiring.standard_input import input_path, named_path
from anaphora_workbench.workbench.records.folder import DocumentFolder

# Not a digit of a name (text2text-coref).
_COUNT = re.compile(r"\b\d+\b")


def command(
    input_: Annotated[Path, typer.Argument(parser=input_path, metavar="INPUT", help="A file or a folder.")],
    output: Annotated[
        Path,
        typer.Argument(
            parser=named_path, metavar="OUTPUT", help="A file, or a folder that gets a file for each document."
        ),
    ],
    from_format: shared.FromOption = None,
    to: Annotated[str | None, typer.Option(help="Format of the output [default: by its name].")] = None,
    option: shared.FormatOptions = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="Take NAME_0, NAME_1 for parts of NAME, as descendants of e2e-coref write.")
    ] = False,
    lossy: Annotated[bool, typer.Option("--lossy", help="Convert even if the format cannot hold everything.")] = False,
    quiet: shared.QuietOption = False,
) -> int:
    """Convert between formats.

    Everything that the output format cannot hold is listed first, and nothing is written unless --lossy is given.

    Example: workbench convert samples chains/ --to chains-json --lossy
    """
    require_none(set_format_options(option or ()))
    its_format = get_writable(to or to_write(output).name)
    inputs = [file for file, _ in find(input_, from_format)]
    require_place_outside(output, [input_], inputs)
    if is_folder(output):
        try_folder(output)
    elif identity(output) in identities(inputs):
        raise CommandError(f"{output}: a file that is read; expected another place")
    else:
        try_file(output)
    lost, wordless = _losses(input_, from_format, its_format)
    if wordless and its_format.name != "np-xml":
        raise CommandError(f"{input_}: {wordless} is plain text without words; expected workbench preprocess first")
    if lost:
        typer.echo(f"{its_format.name} has no place for:", err=True)
        for phrase, count in sorted(lost.items(), key=lambda item: (-item[1], item[0])):
            typer.echo(f"  {phrase} ({quantity(count, 'document')})", err=True)
        if not lossy:
            raise CommandError(
                f"{its_format.name} cannot hold all of {input_}; nothing was written; --lossy converts it all the same"
            )
    failures: list[Failure] = []

    def note(error: FormatError) -> None:
        failures.append(Failure(str(error.path), one_line(error)))

    documents = read(input_, from_format, note)
    if parts:
        documents = (replace(document, id=part_of(document.id)) for document in documents)
    with progress("converting", None, quiet) as advance:
        if is_folder(output):
            done = _to_folder(documents, DocumentFolder(output, its_format.name, inputs, failures), advance)
        else:
            done = _to_file(documents, output, its_format, failures, advance)
    shared.report_failures(failures)
    return shared.status(failures, done)


def _losses(path: Path, from_format: str | None, to: Format) -> tuple[dict[str, int], str]:
    """How many documents lose what, the figures left out; and the id of a document that has no words yet."""
    lost: Counter[str] = Counter()
    wordless = ""
    for document in read(path, from_format, on_error=lambda error: None):
        if not document.words and document.raw_text:
            wordless = wordless or document.id
        phrases = to.cannot_hold(document)
        lost.update({_COUNT.sub("", phrase).replace("()", "").replace("  ", " ").strip() for phrase in phrases})
    return dict(lost), wordless


def _to_folder(documents: Iterator[Document], folder: DocumentFolder, advance: Advance) -> int:
    for document in documents:
        folder.add(document)
        advance(document.id)
    folder.finish()
    return folder.written


def _to_file(documents: Iterator[Document], output: Path, to: Format, failures: list[Failure], advance: Advance) -> int:
    first = next(documents, None)
    if first is None:
        return 0

    def counted() -> Iterator[Document]:
        for document in chain([first], documents):
            yield document
            advance(document.id)

    try:
        return write_file(counted(), output, to)
    except (FormatError, OSError) as error:
        failures.append(Failure(str(output), reason_of(error)))
        return 0
