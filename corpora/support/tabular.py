"""What has rows: a table for a person, in a notebook too, and a data frame for what comes next."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from anaphora_workbench.corpora.support.errors import brief, quantity

if TYPE_CHECKING:
    from pandas import DataFrame

Records = Sequence[Mapping[str, Any]]
_MOST_ROWS = 60
# A notebook folds long cells, a terminal does not.
_LONGEST_CELL, _LONGEST_IN_NOTEBOOK = 60, 300
# Neither light nor dark: the lines show on any ground, and the text keeps the notebook's own colour.
_CELL = "padding:.15em .8em;border-bottom:1px solid rgba(128,128,128,.35);text-align:{side}"


class Tabular:
    """Common ground of what has rows; a subclass says which.

    >>> class Scores(Tabular):
    ...     def records(self):
    ...         return [{"metric": "muc", "f1": 2 / 3}, {"metric": "conll", "f1": 0.5}]
    >>> print(Scores())
    metric     f1
    muc     0.667
    conll   0.500
    """

    __slots__ = ()

    def records(self) -> Records:
        """Its rows, tidy: one for each figure or thing, with full values by name."""
        raise NotImplementedError

    def shown_records(self) -> Records:
        """The rows that a person is shown, where they are others."""
        return self.records()

    def to_dataframe(self) -> DataFrame:
        """Its rows as a data frame of pandas, which is no dependency.

        Raises:
            ImportError: pandas is not installed.
        """
        try:
            from pandas import DataFrame
        except ImportError:
            wrong = "to_dataframe makes a data frame of pandas; expected it installed: pip install pandas"
            raise ImportError(wrong) from None
        return DataFrame.from_records(list(map(dict, self.records())))

    def __str__(self) -> str:
        return text_table(self.shown_records())

    def _repr_html_(self) -> str:
        return html_table(self.shown_records())


def in_notebook(text: str) -> str:
    """Text as a notebook may show it, whatever it holds."""
    # A control character is none that HTML may have.
    return html.escape("".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text))


def text_table(records: Records) -> str:
    """Rows under their names in aligned columns, numbers to the right."""
    from rich.cells import cell_len  # what prints nothing starts faster

    names, lines = _cells(records)
    widths = [max(map(cell_len, column)) for column in zip(names, *lines, strict=True)]
    right = _numbers(names, records)

    def aligned(cells: Iterable[str]) -> str:
        padded = []
        for cell, width, to_the_right in zip(cells, widths, right, strict=True):
            padding = " " * (width - cell_len(cell))
            padded.append(padding + cell if to_the_right else cell + padding)
        return "  ".join(padded).rstrip()

    return "\n".join([aligned(names), *map(aligned, lines)])


def html_table(records: Records) -> str:
    """Rows as a table for a notebook: no script, no style sheet, and text of any kind is only text."""
    names, lines = _cells(records[:_MOST_ROWS], _LONGEST_IN_NOTEBOOK)
    sides = ["right" if to_the_right else "left" for to_the_right in _numbers(names, records)]

    def row(tag: str, cells: Iterable[str]) -> str:
        inside = (
            f'<{tag} style="{_CELL.format(side=side)}">{in_notebook(cell)}</{tag}>'
            for cell, side in zip(cells, sides, strict=True)
        )
        return f"<tr>{''.join(inside)}</tr>"

    table = "".join([row("th", (name.replace("_", " ") for name in names)), *(row("td", line) for line in lines)])
    left_out = len(records) - _MOST_ROWS
    below = f"<div>… {quantity(left_out, 'more row')}; to_dataframe() has all</div>" if left_out > 0 else ""
    return f'<div style="overflow-x:auto"><table style="border-collapse:collapse">{table}</table></div>{below}'


def _cells(records: Records, longest: int = _LONGEST_CELL) -> tuple[list[str], list[list[str]]]:
    names = list(dict.fromkeys(name for record in records for name in record))
    return names, [[_shown(record.get(name), longest) for name in names] for record in records]


def _shown(value: Any, longest: int) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    text = "" if value is None else str(value)
    return brief("".join(letter if letter.isprintable() else " " for letter in text), longest)


def _numbers(names: Iterable[str], records: Records) -> list[bool]:
    """Of which columns all values are numbers."""
    return [
        all(isinstance(record.get(name), int | float | None) and record.get(name) is not True for record in records)
        for name in names
    ]
