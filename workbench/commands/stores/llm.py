"""``workbench llm``: the kept answers of language models."""

from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.corpora.support.errors import quantity
from anaphora_workbench.workbench.commands.wiring.command_line import group_of_commands
from anaphora_workbench.workbench.commands.wiring.options import CacheOption, warn
from anaphora_workbench.workbench.commands.wiring.standard_input import named_path

app = group_of_commands("Share the kept answers of language models.\n\nExample: workbench llm export answers.jsonl")
_File = Annotated[Path, typer.Argument(parser=named_path, metavar="FILE", help="Answers, one a line, as JSON.")]


@app.command("export")
def export_(file: _File, cache: CacheOption = None) -> int:
    """Write all kept answers to a file. It has the checksums of their prompts; with it, others can compare --offline.

    Example: workbench llm export answers.jsonl
    """
    from anaphora_workbench.resolvers.llm.answers import FILE, Answers
    from anaphora_workbench.workbench.base.cache import DEFAULT_FOLDER

    kept = (cache or Path(DEFAULT_FOLDER)) / FILE
    if not kept.is_file():
        raise ValueError(f"{kept}: no kept answers; expected a comparison that has asked a language model")
    typer.echo(f"{file}: {quantity(Answers(kept).export(file), 'answer')} written")
    return 0


@app.command("import")
def import_(file: _File, cache: CacheOption = None) -> int:
    """Keep the answers of a file. An answer that is kept already stays.

    Example: workbench llm import answers.jsonl
    """
    from anaphora_workbench.resolvers.llm.answers import FILE, Answers
    from anaphora_workbench.workbench.base.cache import cache_folder

    folder = cache_folder(cache, False)
    if folder is None:
        raise ValueError(f"{cache}: no folder to keep answers in; expected one that can be written")
    new, other = Answers(folder / FILE).take(file)
    typer.echo(f"{folder / FILE}: {quantity(new, 'answer')} added")
    if other:
        warn(f"{file}: {quantity(other, 'answer')} to prompts that have another answer, which stays")
    return 0
