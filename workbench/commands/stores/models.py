"""``workbench models``: the models that are installed, and encoders that can be fetched."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from anaphora_workbench.resolvers.learning.distribution import shipped_path
from anaphora_workbench.resolvers.learning.model import shipped_models
from anaphora_workbench.resolvers.neural.encoder.published import HUB, PUBLISHED, PublishedEncoder, fetch_encoder
from anaphora_workbench.workbench.base.progress import downloading
from anaphora_workbench.workbench.base.signature import file_checksum
from anaphora_workbench.workbench.commands.wiring.command_line import group_of_commands
from anaphora_workbench.workbench.commands.wiring.options import FormOption, QuietOption
from anaphora_workbench.workbench.report.tables import Form, Row, Table, columns_of, show

_SHOWN = 12
_COLUMNS = {
    "name": "name",
    "what": "what it is",
    "licence": "licence",
    "size": "size",
    "checksum": "SHA-256",
    "place": "place",
}
_ENCODERS = "*.safetensors"

app = group_of_commands("List models, or fetch an encoder for neural.\n\nExample: workbench models list")


@app.command("list")
def list_(form: FormOption = Form.text) -> int:
    """List models and encoders, installed or to be fetched. The table says where they lie.

    Example: workbench models list
    """
    rows: list[Row] = []
    for path in shipped_models():
        model = json.loads(path.read_text(encoding="utf-8"))
        rows.append(_installed(path, "model", model["licence"]))
    of_distribution = shipped_path("")
    for path in sorted(of_distribution.glob(_ENCODERS)) if of_distribution else ():
        rows.append(_installed(path, "encoder of neural", "Apache-2.0"))
    for name, encoder in PUBLISHED.items():
        place = f"{HUB}/{encoder.name}"
        rows.append(_row(name, "encoder, to fetch", encoder.licence, encoder.size, encoder.sha256, place))
    show([Table("", columns_of("text", **_COLUMNS), rows)], form)
    return 0


@app.command()
def fetch(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name in models list, or MAKER/NAME on the hub.")],
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Folder to make [default: NAME].")] = None,
    hub: Annotated[str, typer.Option(metavar="URL", envvar="HF_ENDPOINT", help="Address of the model hub.")] = HUB,
    revision: Annotated[str, typer.Option(help="Branch, tag or commit on the hub.")] = "main",
    checksum: Annotated[str | None, typer.Option(metavar="SHA256", help="Checksum of the weights.")] = None,
    quiet: QuietOption = False,
) -> int:
    """Download an encoder (BERT or MPNet) and check its weights. An interrupted download resumes.

    Example: workbench models fetch all-mpnet-base-v2
    """
    encoder = PUBLISHED.get(name)
    if encoder is None:
        if name.count("/") != 1:
            raise ValueError(f"no encoder {name!r}; expected {', '.join(PUBLISHED)}, or MAKER/NAME on the hub")
        encoder = PublishedEncoder(name)
    encoder = replace(encoder, sha256=(checksum or encoder.sha256).lower())
    target = output or Path(encoder.name.rpartition("/")[2])
    found = fetch_encoder(encoder, target, hub, revision, None if quiet else downloading)
    checked = "checked" if encoder.sha256 else "not checked, as none was given"
    licence = f"; licence: {encoder.licence}" if encoder.licence else ""
    typer.echo(f"{target}: weights with SHA-256 {found}, {checked}{licence}")
    typer.echo(f"to learn over it: workbench train neural CORPUS... --option encoder={target} --output MODEL.json")
    return 0


def _installed(path: Path, what: str, licence: str) -> Row:
    return _row(path.stem, what, licence, path.stat().st_size, file_checksum(path), str(path))


def _row(name: str, what: str, licence: str, size: int, checksum: str, place: str) -> Row:
    facts = name, what, licence, f"{size / 1e6:.2f} MB", checksum[:_SHOWN], place
    return dict(zip(_COLUMNS, facts, strict=True))
