"""What all command lines share: flags of earlier versions, ``--debug``, the panels of the help."""

import re
from collections.abc import Collection, Iterator
from typing import Any

import typer

from anaphora_workbench.workbench.base.errors import CommandError, print_warning
from anaphora_workbench.workbench.base.fields import PANELS, RUNNING

SPACY_MODEL = "--spacy-model"
MODEL = "--model"
# The options of one metric that `score` had flags for; those without a value are true.
OF_METRICS = {
    "--mention-credit": "mentions.credit",
    "--blanc-rules": "blanc.rules",
    "--arcs-rules": "arcs.rules",
    "--nominal": "arcs.nominal",
    "--prague-antecedent": "prague.antecedent",
    "--parent-require-defining": "parent.require-defining",
    "--typed-attempted": "typed.attempted",
    "--lceaf": "lceaf.by",
}
_WITHOUT_VALUE = {"--parent-require-defining": "true"}


def renamed(command: str, words: list[str], options: Collection[str]) -> list[str]:
    """The words of a command line with today's options; standard error names the new one of each old flag.

    Args:
        command: its name.
        options: those of the command.
    """
    left = iter(words)
    return [new for word in left for new in ([word, *left] if word == "--" else _renamed(command, word, left, options))]


def _renamed(command: str, word: str, left: Iterator[str], options: Collection[str]) -> list[str]:
    """What stands for a word."""
    flag, equals, value = word.partition("=")
    if flag in options:
        return [word]
    # The model that `train` makes could be meant too.
    if flag == MODEL and SPACY_MODEL in options and command != "train":
        name = value if equals else next(left, "")
        if name.endswith(".json"):
            raise CommandError(
                f"{MODEL} {name}: expected --option model={name} for a resolver's own, {SPACY_MODEL} for spaCy's"
            )
        print_warning(f"{MODEL} is now {SPACY_MODEL}")
        return [f"{SPACY_MODEL}={name}"]
    if flag in OF_METRICS and command == "score":
        stated = value if equals else _WITHOUT_VALUE.get(flag) or next(left, None)
        option = OF_METRICS[flag] + ("" if stated is None else f"={stated}")
        print_warning(f"{flag} is now --option {option}")
        return ["--option", option]
    return [word]


_wanted = False


def show_tracebacks(wanted: bool) -> None:
    """Say for the command that is about to run whether it shows them."""
    global _wanted
    _wanted = wanted


def tracebacks_are_shown() -> bool:
    """Whether the command line had ``--debug``."""
    return _wanted


def group_of_commands(help: str) -> typer.Typer:
    """A command that has commands of its own, and shows them if none is named."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=True, help=help)


# A help with no more options than these reads better without.
_FEW = 8
# What Typer says of a value that has no name: its type in Python.
_TYPE = re.compile(r" <(?:list\[)?(str|path|Path|int|int range|float)\]?>")
_VALUES = {"str": " NAME", "path": " PATH", "Path": " PATH", "int": " N", "int range": " N", "float": " N"}


def usage_pieces(command: Any, context: Any) -> list[str]:
    """What the usage of a command names, each once: ``KEY RESPONSE...``, not ``{KEY} {RESPONSE...}...``."""
    pieces = type(command).collect_usage_pieces(command, context)
    return [re.sub(r"\.{3}(\]?)\.{3}$", r"...\1", piece.strip("{}").replace("}...", "...")) for piece in pieces]


def write_panels(command: Any, context: Any, formatter: Any) -> None:
    """Write the arguments and the options of a command, many of them in panels."""
    sections: dict[str, list[tuple[str, str]]] = {name: [] for name in ("Arguments", "Options", *PANELS)}
    shown = [(option, record) for option in command.get_params(context) if (record := option.get_help_record(context))]
    many = sum(option.param_type_name == "option" for option, _ in shown) > _FEW + 1  # and --help
    for option, record in shown:
        panel = (option.rich_help_panel or RUNNING) if many else "Options"
        name, says = record
        if option.param_type_name == "argument":
            sections["Arguments"].append((_TYPE.sub("", name), says))
        else:
            sections[panel].append((_TYPE.sub(lambda kind: _VALUES[kind[1]], name), says))
    for name, records in sections.items():
        if records:
            with formatter.section(name):
                formatter.write_dl(records)
