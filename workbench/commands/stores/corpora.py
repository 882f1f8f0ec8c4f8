"""``workbench corpora``: public corpora, what they are and how to get them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.corpora.support import catalogue
from anaphora_workbench.workbench.base.progress import downloading
from anaphora_workbench.workbench.commands.wiring.command_line import group_of_commands
from anaphora_workbench.workbench.commands.wiring.options import FormOption, QuietOption
from anaphora_workbench.workbench.report.tables import Column, Form, Table, columns_of, show

CorporaOption = Annotated[
    Path | None,
    typer.Option(
        "--corpora",
        envvar="WORKBENCH_CORPORA",
        help="Folder with local copies, one folder per corpus [default: corpora-data].",
    ),
]
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of a corpus; see workbench corpora list.")]
DEFAULT_FOLDER = Path("corpora-data")
_SHOWN = 12

app = group_of_commands("List or fetch public corpora.\n\nExample: workbench corpora list")


@app.command("list")
def list_(corpora: CorporaOption = None, form: FormOption = Form.text) -> int:
    """List known public corpora. The table has licence, size, settings, address, checksum and local copy.

    Example: workbench corpora list
    """
    columns = columns_of("text", "name", title="what it is", licence="licence", size="size", settings="settings")
    columns += columns_of("text", copy="local copy", address="address", checksum="checksum")
    rows = []
    for corpus in catalogue.CORPORA.values():
        copy = catalogue.local_copy(corpus, corpora or DEFAULT_FOLDER)
        rows.append(
            {
                "name": corpus.name,
                "title": corpus.title,
                "licence": corpus.licence,
                "size": corpus.size,
                "settings": " ".join(corpus.settings),
                "copy": str(copy) if copy else ("" if catalogue.manifest(corpus) else "by hand"),
                "address": corpus.address,
                "checksum": catalogue.checksum(corpus)[:_SHOWN] or "none known",
            }
        )
    show([Table("", columns, rows)], form)
    return 0


@app.command()
def info(name: NameArgument, corpora: CorporaOption = None, form: FormOption = Form.text) -> int:
    """Show the details of a corpus. They include whether the local copy is intact.

    Example: workbench corpora info gum
    """
    corpus = catalogue.corpus_named(name)
    rows = [{"what": what, "value": value} for what, value in _facts(corpus, corpora or DEFAULT_FOLDER).items()]
    show([Table("", [Column("what", ""), Column("value", corpus.name)], rows)], form)
    return 0


@app.command()
def fetch(name: NameArgument, corpora: CorporaOption = None, quiet: QuietOption = False) -> int:
    """Download a corpus and check every file. An interrupted download resumes where it stopped.

    Example: workbench corpora fetch litbank --corpora data
    """
    from anaphora_workbench.corpora.support.fetching import fetch as fetched

    corpus = catalogue.corpus_named(name)
    target = fetched(corpus, corpora or DEFAULT_FOLDER, progress=None if quiet else downloading(corpus.name))
    typer.echo(f"{target}: {len(catalogue.manifest(corpus))} files, checked; licence: {corpus.licence}")
    return 0


def _facts(corpus: catalogue.PublicCorpus, folder: Path) -> dict[str, str]:
    facts = {
        "title": corpus.title,
        "source": corpus.source,
        "licence": corpus.licence,
        "size": corpus.size,
        "settings": " ".join(corpus.settings),
        "formats": " ".join(corpus.formats),
        "address": corpus.address,
        "commit": corpus.commit,
        "files": str(len(catalogue.manifest(corpus)) or ""),
        "checksum": catalogue.checksum(corpus) or "none known, so no copy can be checked",
        "fetching": corpus.why_not or "workbench corpora fetch " + corpus.name,
    }
    copy = catalogue.local_copy(corpus, folder)
    if copy is not None:
        wrong = catalogue.differences(corpus, copy)
        facts["local copy"] = str(copy)
        if catalogue.manifest(corpus):
            facts["check"] = f"{len(wrong)} files differ: {'; '.join(wrong[:3])}" if wrong else "as the manifest says"
    return {what: value for what, value in facts.items() if value}
