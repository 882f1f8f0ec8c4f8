"""The panels that the options of a command stand in, in its help."""

from __future__ import annotations

from typing import Any

from anaphora_workbench.workbench.base.fields import PANELS, RUNNING

# A help with no more options than these reads better without.
_FEW = 8


def write_panels(command: Any, context: Any, formatter: Any) -> None:
    """Write the arguments and the options of a command, many of them in panels."""
    sections: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Arguments", "Options", *PANELS)}
    shown = [(option, record) for option in command.get_params(context) if (record := option.get_help_record(context))]
    many = sum(option.param_type_name == "option" for option, _ in shown) > _FEW + 1  # and --help
    for option, record in shown:
        panel = (option.rich_help_panel or RUNNING) if many else "Options"
        sections["Arguments" if option.param_type_name == "argument" else panel].append(record)
    for name, records in sections.items():
        if records:
            with formatter.section(name):
                formatter.write_dl(records)
