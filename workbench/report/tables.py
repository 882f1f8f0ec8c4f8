"""A table and its five forms: text for a person, JSON and CSV for programs, Markdown and LaTeX for papers.

JSON and CSV hold values at full precision; the other forms round them as the column says.
"""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest
from typing import Any, Literal
from unicodedata import bidirectional

Kind = Literal["text", "count", "percent", "interval", "number", "seconds", "score", "cut score", "p", "bar"]
MISSING = "–"
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_GAP = "  "
# A column of text is not folded to less than this.
_NARROWEST = 12
_LONG_WORD = 16
_SIGNATURE = "workbench:"
# The length of lines that go to a file; a table there is as wide as it is.
REDIRECTED = 100
_SMALLEST_P = 0.0001
_BLOCK, _WHOLE_BAR = "█", 40
# Line ends of any kind, and what a terminal would obey.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
# What spreadsheets take for the beginning of a formula, some of them in full width too.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


class Form(StrEnum):
    """The values of ``--format``."""

    text = "text"
    json = "json"
    csv = "csv"
    markdown = "markdown"
    latex = "latex"


class Plain(float):
    """A figure that is shown as it is, in a column of percentages, too."""


class Printed(float):
    """A figure with what a paper prints at it.

    Attributes:
        bold: the best of its column.
        mark: behind it.
    """

    bold: bool
    mark: str

    def __new__(cls, figure: float, bold: bool = False, mark: str = "") -> Printed:
        printed = super().__new__(cls, figure)
        printed.bold, printed.mark = bold, mark
        return printed


class _Bold(str):
    __slots__ = ()


@dataclass(frozen=True)
class Column:
    """A column: the key of its value in a row, its heading and how it is shown.

    Attributes:
        heading: may have several lines.
        kind: ``percent`` shows a fraction as a percentage with one decimal, ``interval`` a pair of fractions
            likewise, ``score`` one with two decimals, ``cut score`` without rounding, ``bar`` a fraction as a bar;
            all but ``text`` and ``bar`` stand to the right.
    """

    key: str
    heading: str
    kind: Kind = "text"

    @property
    def right(self) -> bool:
        return self.kind not in ("text", "bar")


def columns_of(kind: Kind, *names: str, **headings: str) -> list[Column]:
    """Columns of one kind: first those that are headed by their names, then those with other headings.

    >>> columns_of("count", of="of all")
    [Column(key='of', heading='of all', kind='count')]
    """
    return [Column(key, heading, kind) for key, heading in ({name: name for name in names} | headings).items()]


Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """Rows under columns.

    Attributes:
        groups: number of rows in each block of rows; blocks stand apart. Empty for one block.
        notes: lines that stand under the table and say what its figures count.
        label: by which LaTeX refers to it.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    groups: Sequence[int] = ()
    notes: Sequence[str] = field(default_factory=tuple)
    label: str = ""

    def blocks(self) -> list[list[Row]]:
        """The rows by block."""
        sizes = self.groups or (len(self.rows),)
        blocks, start = [], 0
        for size in sizes:
            if size:
                blocks.append(list(self.rows[start : start + size]))
            start += size
        return blocks


def shown(value: Any, kind: Kind) -> str:
    """A value as a person reads it; ``–`` for None."""
    if value is None:
        return MISSING
    if isinstance(value, Plain):
        return f"{value:z.2f}"
    if isinstance(value, Printed):
        text = shown(float(value), kind) + value.mark
        return _Bold(text) if value.bold else text
    if kind == "percent":
        return f"{100 * value:z.1f}"
    if kind == "bar":
        return _BLOCK * round(_WHOLE_BAR * value)
    if kind == "score":
        return f"{100 * value:z.2f}"
    if kind == "cut score":
        # What the CoNLL scorer prints: two decimals of the percentage, the rest cut off (metrics.md, section 1).
        return f"{int(value * 10000) / 100:.2f}"
    if kind == "interval":
        low, high = (shown(bound, "percent") for bound in value)
        # A dash before a minus sign cannot be read.
        return (f"{low} to {high}" if low.startswith("-") else f"{low}–{high}") + getattr(value, "mark", "")
    if kind in ("number", "seconds"):
        return f"{value:z.2f}"
    if kind == "p":
        return f"{value:.4f}" if value >= _SMALLEST_P else f"<{_SMALLEST_P}"
    return _CONTROL.sub(" ", str(value))


def cells(table: Table, row: Row) -> list[str]:
    """The values of a row as a person reads them."""
    return [shown(row.get(column.key), column.kind) for column in table.columns]


def plain(table: Table) -> dict[str, Any]:
    """A table as texts, for a page."""
    return {
        "title": table.title,
        "headings": [{"text": column.heading, "right": column.right} for column in table.columns],
        "rows": [cells(table, row) for row in table.rows],
        "notes": list(table.notes),
    }


def as_text(table: Table, width: int | None = None) -> str:
    """Aligned columns of plain characters; nothing is cut off, however wide.

    Title and notes are wrapped, and if a width is given also the cells of columns of text, as far as it takes; what a
    paper quotes, a signature, stays one line.

    A cell is as wide as a terminal shows it, and one that runs from right to left is isolated (Unicode UAX 9), so that
    it does not turn its neighbours round.
    """
    from rich.cells import cell_len  # other forms start faster without

    if table.title and not table.rows:
        return "\n".join([*sentences([f"{table.title}: none"], width or REDIRECTED), *table.notes]) + "\n"
    columns, blocks = _laid_out(table)
    if width is not None:
        blocks = _folded(columns, blocks, width)
    blocks = [[[_isolated(value) for value in values] for values in block] for block in blocks]
    headings = [column.heading.split("\n") for column in columns]
    widths = [
        max(map(cell_len, heading + [line[place] for lines in blocks for line in lines]))
        for place, heading in enumerate(headings)
    ]

    def line(values: Sequence[str]) -> str:
        aligned = []
        for value, width, column in zip(values, widths, columns, strict=True):
            padding = " " * (width - cell_len(value))
            aligned.append(padding + value if column.right else value + padding)
        return _GAP.join(aligned).rstrip()

    rule = "─" * (sum(widths) + len(_GAP) * (len(widths) - 1))
    height = max(map(len, headings), default=1)
    headings = [[""] * (height - len(heading)) + heading for heading in headings]
    lines = sentences([table.title] if table.title else [], width or REDIRECTED)
    lines += [line([heading[number] for heading in headings]) for number in range(height)] + [rule]
    for number, block in enumerate(blocks):
        lines += [rule] * (number > 0) + [line(values) for values in block]
    return "\n".join([*lines, rule, *sentences(table.notes, width or REDIRECTED)]) + "\n"


def sentences(lines: Iterable[str], width: int) -> list[str]:
    """Lines of sentences as lines of so many characters, signatures as they are."""
    return [
        part for line in lines for part in ([line] if line.startswith(_SIGNATURE) else _without_orphan(line, width))
    ]


def _without_orphan(line: str, width: int) -> list[str]:
    """A sentence in lines of so many characters, as short as it takes for the last not to be one word."""
    lines: list[str] = []
    for narrower in range(width, width // 2, -1):
        wrapped = textwrap.wrap(line, narrower, break_long_words=False, break_on_hyphens=False)
        if lines and len(wrapped) > len(lines):
            break
        lines = wrapped
        if len(lines) < 2 or " " in lines[-1]:
            break
    return lines


def _folded(columns: Sequence[Column], blocks: list[list[list[str]]], width: int) -> list[list[list[str]]]:
    """The blocks with rows for the further lines of texts that would make the table wider than that."""
    from rich.cells import cell_len

    rows = [row for block in blocks for row in block]
    widths = [
        max([*map(cell_len, column.heading.split("\n")), *(cell_len(row[place]) for row in rows)])
        for place, column in enumerate(columns)
    ]
    over = sum(widths) + len(_GAP) * (len(widths) - 1) - width
    texts = [place for place, column in enumerate(columns) if not column.right]
    # A word is not broken unless it is a long one, nor a name in the first column.
    longest = {
        place: max((cell_len(word) for row in rows for word in row[place].split()), default=0) for place in texts
    }
    least = {
        place: max(_NARROWEST, longest[place] if place == 0 else min(longest[place], _LONG_WORD)) for place in texts
    }
    while over > 0:
        widest = max((place for place in least if widths[place] > least[place]), key=widths.__getitem__, default=None)
        if widest is None:
            break
        widths[widest] -= 1
        over -= 1
    folded = []
    for block in blocks:
        lines: list[list[str]] = []
        for row in block:
            parts = [
                textwrap.wrap(cell, widths[place]) or [""] if place in texts else [cell]
                for place, cell in enumerate(row)
            ]
            lines += [list(line) for line in zip_longest(*parts, fillvalue="")]
        folded.append(lines)
    return folded


def _isolated(value: str) -> str:
    """The text of a cell, in marks that isolate it if any letter of it runs from right to left."""
    if value.isascii() or not any(bidirectional(letter) in ("R", "AL") for letter in value):
        return value
    return f"{_FIRST_STRONG_ISOLATE}{value}{_POP_ISOLATE}"


def as_csv(tables: Sequence[Table]) -> str:
    """Comma-separated values under one heading line.

    Of several tables the first column says which table a row is of; cells of columns that it has not are empty.
    """
    text = io.StringIO()
    columns = {column.key: column for table in tables for column in table.columns}
    if not columns:
        return ""
    several = len(tables) > 1
    writer = csv.writer(text, lineterminator="\n")
    names = [_no_formula(name) for column in columns.values() for name in _csv_names(column)]
    writer.writerow(["table"] * several + names)
    for table in tables:
        own = {column.key for column in table.columns}
        for row in table.rows:
            values = ((row.get(key) if key in own else None, column) for key, column in columns.items())
            row_cells = [cell for value, column in values for cell in _csv_values(value, column)]
            writer.writerow([_no_formula(table.title)] * several + row_cells)
    return text.getvalue()


def as_markdown(table: Table) -> str:
    """A pipe table with its title above and its notes below."""
    columns, blocks = _laid_out(table)
    lines = [f"**{_markdown(table.title)}**", ""] if table.title else []
    lines.append("| " + " | ".join(_markdown(column.heading) for column in columns) + " |")
    lines.append("|" + "|".join("---:" if column.right else "---" for column in columns) + "|")
    lines += ["| " + " | ".join(_markdown(value) for value in values) + " |" for block in blocks for values in block]
    lines += [line for note in table.notes for line in ("", _markdown(note))]
    return "\n".join(lines) + "\n"


def as_latex(table: Table) -> str:
    """A ``table`` with rules of the booktabs package; where it is wider than the line, graphicx scales it.

    The notes of a table with a label, one for a paper, are in its caption, those of others are comments.
    """
    columns, blocks = _laid_out(table)
    alignment = "".join("r" if column.right else "l" for column in columns)
    shown = [[column.heading for column in columns], *(values for block in blocks for values in block)]
    may_be_wide = sum(2 + max(map(len, cells)) for cells in zip(*shown, strict=True)) > _SURELY_FITS
    lines = [r"\begin{table}", r"\centering", *[r"\setbox0=\hbox{%"] * may_be_wide]
    lines += [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule"]
    lines.append(" & ".join(_latex(column.heading) for column in columns) + r" \\")
    for block in blocks:
        lines.append(r"\midrule")
        lines += [" & ".join(_latex(value) for value in values) + r" \\" for values in block]
    lines += [r"\bottomrule", r"\end{tabular}" + "}%" * may_be_wide]
    lines += [r"\ifdim\wd0>\linewidth\resizebox{\linewidth}{!}{\box0}\else\leavevmode\box0\fi"] * may_be_wide
    if table.label:
        caption = ". ".join(_latex(text.removesuffix(".")) for text in (table.title, *table.notes))
        short = f"[{{{_latex(table.title)}}}]" * bool(table.notes)
        lines += [rf"\caption{short}{{{caption}.}}", rf"\label{{{_LABEL.sub('-', table.label)}}}"]
    else:
        lines += [rf"\caption{{{_latex(table.title)}}}"] * bool(table.title)
        lines += [f"% {_CONTROL.sub(' ', note)}" for note in table.notes]
    return "\n".join([*lines, r"\end{table}"]) + "\n"


def as_json(tables: Sequence[Table]) -> str:
    """A list of rows, each an object with all its values; of several tables, such lists by title."""
    content: Any = [dict(row) for row in tables[0].rows] if len(tables) == 1 else {}
    if len(tables) != 1:
        content = {table.title: [dict(row) for row in table.rows] for table in tables}
    return json_text(content)


def json_text(content: Any) -> str:
    """JSON as every command prints it."""
    text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False, default=_plain) + "\n"
    try:
        text.encode()
    except UnicodeEncodeError:
        # The name of a file need not be text; JSON can name its bytes all the same.
        return json.dumps(content, indent=1, allow_nan=False, default=_plain) + "\n"
    return text


def rendered(tables: Sequence[Table], form: Form) -> str:
    """Tables in one of the forms."""
    if form is Form.json:
        return as_json(tables)
    if form is Form.csv:
        return as_csv(tables)
    as_form = {Form.text: as_text, Form.markdown: as_markdown, Form.latex: as_latex}[form]
    return "\n".join(map(as_form, tables))


def show(tables: Sequence[Table], form: Form = Form.text) -> None:
    """Print tables; text on a terminal wide enough for it is set with Rich."""
    if form is Form.text and sys.stdout.isatty():
        _show_on_terminal(tables)
    else:
        sys.stdout.write(rendered(tables, form))


def _show_on_terminal(tables: Sequence[Table]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False)
    for table in tables:
        columns, blocks = _laid_out(table)
        if max(map(len, as_text(replace(table, title="", notes=())).splitlines())) + 2 > console.width:
            sys.stdout.write(in_width(table, console.width) + "\n")
            continue
        for line in sentences([table.title] if table.title else [], console.width):
            console.print(Text(line, "bold"), soft_wrap=True)
        rich = RichTable(box=SIMPLE_HEAD, pad_edge=False)
        for column in columns:
            rich.add_column(Text(column.heading), justify="right" if column.right else "left", no_wrap=True)
        for block in blocks:
            for values in block:
                rich.add_row(*map(Text, values))
            rich.add_section()
        console.print(rich)
        for note in table.notes:
            for line in sentences([note], console.width):
                console.print(Text(line, "dim"), soft_wrap=True)
        sys.stdout.write("\n")


def width_of_lines() -> int:
    """How long lines of sentences may be: as wide as the terminal, and 100 characters in a file."""
    if not sys.stdout.isatty():
        return REDIRECTED
    return shutil.get_terminal_size().columns


def in_width(table: Table, width: int) -> str:
    """A table as text in lines of so many characters: long texts in several lines, or else columns in several blocks.

    Each block begins with the columns of text up to that which tells the rows apart, else with the first that has a
    heading and what is before it. Rich would shorten figures to make a table fit. What is wider in one column is left
    to the terminal.
    """
    folded = as_text(replace(table, notes=[note for note in table.notes if not note.startswith(_SIGNATURE)]), width)
    if max(map(len, folded.splitlines())) <= width:
        return as_text(table, width)
    columns, blocks = _laid_out(table)
    first = _leading(columns, [row for block in blocks for row in block], width)
    parts: list[list[Column]] = [columns[:first]]
    for column in columns[first:]:
        together = as_text(replace(table, title="", columns=[*parts[-1], column], notes=()), width)
        if len(parts[-1]) > first and max(map(len, together.splitlines())) > width:
            parts.append(columns[:first])
        parts[-1] = [*parts[-1], column]
    lines = sentences([table.title] if table.title else [], width)
    for part in parts:
        lines += as_text(replace(table, title="", columns=part, notes=()), width).splitlines()
    return "\n".join([*lines, *sentences(table.notes, width)]) + "\n"


def _leading(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> int:
    """How many columns stand before each block of others, two thirds of the width at most unless it is one."""
    from rich.cells import cell_len

    headed = next((place for place, column in enumerate(columns, start=1) if column.heading), 1)
    for place in range(headed, len(columns)):
        wide = sum(max(map(cell_len, cells)) for cells in zip(*(row[:place] for row in rows), strict=True))
        if columns[place - 1].right or 3 * (wide + len(_GAP) * place) > 2 * width:
            break
        if len({tuple(row[:place]) for row in rows}) == len(rows):
            return place
    return headed


def _laid_out(table: Table) -> tuple[list[Column], list[list[list[str]]]]:
    """Columns and blocks of cells as shown; columns without any value are left out."""
    kept = [
        column
        for column in table.columns
        if not table.rows or not column.right or any(row.get(column.key) is not None for row in table.rows)
    ]
    narrowed = Table(table.title, kept, table.rows, table.groups)
    return kept, [[cells(narrowed, row) for row in block] for block in narrowed.blocks()]


def _csv_names(column: Column) -> list[str]:
    return [f"{column.key}_low", f"{column.key}_high"] if column.kind == "interval" else [column.key]


def _csv_values(value: Any, column: Column) -> list[Any]:
    if column.kind == "interval":
        # Another kind of interval would be taken for one over documents.
        return list(value) if value is not None and getattr(value, "mark", "") != "W" else ["", ""]
    return ["" if value is None else _no_formula(value)]


def _no_formula(value: Any) -> Any:
    """A text that a spreadsheet would compute, with the apostrophe that keeps it from it."""
    if not isinstance(value, str):
        return value
    # Of line ends Python's writer puts only its own into quotation marks.
    text = value.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{text}" if value.startswith(_FORMULA) else text


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\g<0>", _CONTROL.sub(" ", text))


# What begins a code span, a link, a tag or emphasis; an underscore inside a word begins nothing.
_MARKDOWN = re.compile(r"[\\|*`\[\]]|<(?=[A-Za-z/!?])|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|&(?=[#A-Za-z])")
# In a new row "*" and "[" would belong to the command that ends the row before, and two hyphens are a dash.
_LATEX = {
    "[": "{[}", "*": "{*}", "-": "-{}", "→": r"$\rightarrow$", "|": r"\textbar{}", ">": "$>$",
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "³": "$^3$", "≥": r"$\ge$", "<": "$<$",
    "·": r"$\cdot$", "†": r"\dag{}", "‡": r"\ddag{}", "½": r"$\frac{1}{2}$", "²": "$^2$", "…": r"\dots{}",
    "β": r"$\beta$", "█": r"\rule{.5ex}{1.5ex}", "∪": r"$\cup$",
}  # fmt: skip


_LATEX_OBEYED = re.compile("-(?=-)|[" + re.escape("".join(sorted(_LATEX.keys() - {"-"}))) + "]")


# Characters of a row that a column of an article holds in any case.
_SURELY_FITS = 60
# What a label may not have.
_LABEL = re.compile(r"[^A-Za-z0-9:.-]+")


def _latex(text: str) -> str:
    if isinstance(text, _Bold):
        return rf"\textbf{{{_latex(str(text))}}}"
    return _LATEX_OBEYED.sub(lambda match: _LATEX[match[0]], _CONTROL.sub(" ", text))


def _plain(value: Any) -> Any:
    """What JSON has no form for: sets in order, paths and the like as text."""
    return sorted(value) if isinstance(value, (set, frozenset)) else str(value)
