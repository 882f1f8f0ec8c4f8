"""``workbench cache``: the preprocessed documents and results that earlier runs have kept."""

from pathlib import Path

import typer

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.workbench.commands.wiring.command_line import group_of_commands
from anaphora_workbench.workbench.commands.wiring.options import CacheOption, FormOption
from anaphora_workbench.workbench.report.tables import Column, Form, Table, show

app = group_of_commands("Show or clear the cache of preprocessed documents.\n\nExample: workbench cache info")


@app.command()
def info(cache: CacheOption = None, form: FormOption = Form.text) -> int:
    """Show what the cache holds. It counts documents, vectors, damaged and unfinished files, comparisons and bytes.

    Example: workbench cache info
    """
    from anaphora_workbench.workbench.base.cache import content_of

    folder = _folder(cache)
    facts = {"folder": str(folder), **content_of(folder)}
    rows = [{"what": what, "value": value} for what, value in facts.items()]
    show([Table("", [Column("what", "what"), Column("value", "value")], rows)], form)
    return 0


@app.command("clear")
def clear_(cache: CacheOption = None) -> int:
    """Remove the files of the cache. Other files in its folder stay.

    Example: workbench cache clear
    """
    from anaphora_workbench.workbench.base.cache import clear

    folder = _folder(cache)
    cleared = clear(folder)
    typer.echo(f"{folder}: {quantity(cleared, 'document')} removed")
    return 0


def _folder(given: Path | None) -> Path:
    from anaphora_workbench.workbench.base.cache import DEFAULT_FOLDER

    folder = given or Path(DEFAULT_FOLDER)
    if folder.exists() and not folder.is_dir():
        raise ValueError(f"{folder}: a file; expected the folder of a cache")
    return folder
