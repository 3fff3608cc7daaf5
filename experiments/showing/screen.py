"""The end of a command in the terminal: a table, what was found, what could turn it, and where to look for more.

At most LINES lines of WIDTH columns, with the two lines that follow about logging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten, wrap

from rich.text import Text

from ragatta.experiments.counting import counted
from ragatta.experiments.showing.cautions import MOST
from ragatta.experiments.showing.console import plain_console

LINES, WIDTH = 23, 80
NAME = 34  # columns of the first cell of a row at most
Line = tuple[str, str]  # with its style


@dataclass(frozen=True)
class Screen:
    """`table` is given the number of rows that there is room for. `found` says what was found, a paragraph each; a
    caution is what could turn it, the worst first; `where` has more, a line each."""

    title: str
    table: Callable[[int], Iterable[Line]]
    found: Sequence[str]
    cautions: Sequence[str]
    where: Sequence[str]
    rows: int = LINES  # of the table at most

    def lines(self) -> list[Line]:
        """Each line with its style."""
        above, shown = wrapped(self.title), self.cautions[:MOST]
        below = [
            "",
            *(line for paragraph in self.found for line in wrapped(paragraph)),
            *(shorten(f"! {caution}", WIDTH, placeholder="…") for caution in shown),
            *([f"  {counted(len(self.cautions) - MOST, 'more note')}: --all"] if len(self.cautions) > MOST else ()),
            *(line for part in self.where for line in wrapped(part)),
        ]
        room = max(1, min(self.rows, LINES - len(above) - len(below) - 1))
        return [*((line, "") for line in above), *self.table(room), *((line, "") for line in below)]

    def show(self) -> None:
        """Prints it."""
        console = plain_console()
        for line, style in self.lines():
            console.print(Text(line), style=style, soft_wrap=True)


def columns(
    headings: Sequence[str], rows: Sequence[Sequence[str]], room: int, names: int = 1, bold: int | None = None
) -> Iterator[Line]:
    """Rows under their headings, as many as there is room for; the first `names` columns and the last one are words,
    the others figures; `bold` is the number of a row."""
    shown = rows if len(rows) < room else rows[: max(1, room - 2)]
    cells = [[_short(cell) if at < names else cell for at, cell in enumerate(row)] for row in (headings, *shown)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    last = len(widths) - 1
    for number, row in enumerate(cells):
        placed = (
            cell.ljust(width) if at < names or at == last else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(placed).rstrip(), "bold" if bold is not None and number == bold + 1 else ""
    if len(shown) < len(rows):
        yield f"and {counted(len(rows) - len(shown), 'more row')}: --all", ""


def wrapped(text: str) -> list[str]:
    """In lines of WIDTH columns."""
    return wrap(text, WIDTH, break_on_hyphens=False) if text else []


def _short(name: str) -> str:
    return shorten(name, NAME, placeholder="…") if len(name) > NAME else name
