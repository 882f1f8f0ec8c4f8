"""``workbench serve``: the local page."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.corpora.support.errors import FormatError
from anaphora_workbench.workbench.base.errors import CommandError
from anaphora_workbench.workbench.commands.wiring.options import path_option
from anaphora_workbench.workbench.commands.wiring.standard_input import named_path


def command(
    corpora: Annotated[
        list[Path] | None, typer.Argument(parser=named_path, metavar="CORPUS...", help="Corpora to offer on the page.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="Port; 0 for any free one [default: 8327, or any free one if that is taken]."
        ),
    ] = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address without opening a browser.")
    ] = False,
    key: Annotated[Path | None, path_option(help="File or folder with the key to rank submissions by.")] = None,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen on; any but 127.0.0.1 lets other machines in.")
    ] = "127.0.0.1",
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=8, help="Texts resolved at the same time.")] = 2,
    timeout: Annotated[
        float, typer.Option(min=0.01, metavar="SECONDS", help="Time limit per text and resolver.")
    ] = 30.0,
    memory: Annotated[int, typer.Option(min=1, metavar="MIB", help="Memory limit of a worker process in MiB.")] = 4096,
) -> None:
    """Open the workbench in the browser: paste a text and compare the answers of resolvers.

    The first line of standard output is the address of the page. Only this machine is served unless --host is given.

    Example: workbench serve --no-browser --port 8000
    """
    from anaphora_workbench.workbench.base.corpus import corpora_at
    from anaphora_workbench.workbench.page.jobs.jobs import JobLimits
    from anaphora_workbench.workbench.page.serving import serve

    if key is not None and not key.exists():
        raise CommandError(f"--key {key}: no such file or folder")
    chosen = corpora_at(corpora) if corpora else ()
    for corpus in chosen:
        if corpus.language:
            raise CommandError(f"{corpus.path}:{corpus.language}: the page takes languages from documents alone")
    offered = {corpus.name: corpus.path for corpus in chosen}
    for path in (*offered.values(), *([key] if key is not None else [])):
        _require_a_document(path)
    limits = JobLimits(at_once=jobs, resolver_seconds=timeout, memory=memory)
    serve(host, port, not no_browser, limits, offered, key)


def _require_a_document(corpus: Path) -> None:
    """Raise CommandError for a corpus or key in which nothing can be read: the page would offer it in vain."""
    from anaphora_workbench.corpora import read

    wrong: list[FormatError] = []
    if next(read(corpus, on_error=wrong.append), None) is None:
        raise CommandError(str(wrong[0]) if wrong else f"{corpus}: no documents; expected at least one")
