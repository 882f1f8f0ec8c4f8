"""Fields of a description: their help, flags and limits for the command line, files, Python and the page.

A description is a frozen dataclass. Each of its fields carries a ``Says``, from which the command line makes an option
and its help (``commands.wiring.from_fields``), and the reader of plain values its messages (``base.descriptions``).
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

# Panels of the help of a command, in their order.
PANELS = WHAT, COUNTED, OUTPUT, RUNNING = "What", "How it is counted", "Output", "How it runs"


@dataclass(frozen=True)
class Says:
    """What a field is, for all faces.

    Attributes:
        help: of its option.
        flags: on the command line, the long one first; none for a field that only files and Python set.
        named: it has the flag of its own name.
        choices: the only values; empty for any.
        called: one of its values in messages, as in *no breakdown 'verb'*.
        metavar: how the help writes a value.
        only: the commands that have the flags; empty for all.
        least: the smallest number allowed.
        panel: of the help, that its option stands in.
    """

    help: str
    flags: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    called: str = ""
    metavar: str | None = None
    only: tuple[str, ...] = ()
    least: int | None = None
    panel: str = WHAT
    named: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        schema = handler(source)
        if schema["type"] == "int":
            # Else true would be read as 1, and "7" as 7.
            schema["strict"] = True
        return schema


@dataclass(frozen=True)
class Field:
    """A field of a description.

    Attributes:
        kind: its type without annotation.
        group: the description that it holds, None for a field with a value of its own.
    """

    name: str
    kind: Any
    says: Says
    group: type | None = None

    @property
    def is_list(self) -> bool:
        """Whether it holds several values."""
        return get_origin(self.kind) in (tuple, dict)

    @property
    def plain_kind(self) -> Any:
        """The type of one value."""
        kind = self.kind
        if get_origin(kind) in (Union, UnionType):
            kind = next(member for member in get_args(kind) if member is not type(None))
        return get_args(kind)[0] if get_origin(kind) is tuple else kind


def fields_of(description: type) -> Iterator[Field]:
    """The fields of a description, in their order."""
    hints = get_type_hints(description, include_extras=True)
    for field in fields(description):
        hint = hints[field.name]
        kind, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        says = next((entry for entry in metadata if isinstance(entry, Says)), Says(""))
        if says.named:
            says = replace(says, flags=(f"--{field.name.replace('_', '-')}",))
        yield Field(field.name, kind, says, kind if is_dataclass(kind) and isinstance(kind, type) else None)
