"""The end of a command in the terminal: a table, what was found, what could turn it, and where to look for more.

At most LINES lines of WIDTH columns, with the two lines that follow about logging.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import shorten, wrap

from rich.text import Text

from ragatta.experiments.counting import counted
from ragatta.experiments.results.cautions import MOST
from ragatta.experiments.results.console import plain_console

LINES, WIDTH = 23, 80
NARROWEST = 12  # columns of the first cell of a row at least
GAP = INDENT = "  "
Line = tuple[str, str]  # with its style


@dataclass(frozen=True)
class Screen:
    """`table` is given the number of rows that there is room for. `found` says what was found, a paragraph each; a
    caution is what could turn it, the worst first; `where` has more, a line each. What is indented there is a command,
    which stays one line, so that it can be pasted."""

    title: str
    table: Callable[[int], Iterable[Line]]
    found: Sequence[str]
    cautions: Sequence[str]
    where: Sequence[str]
    rows: int = LINES  # of the table at most
    least: int = 1  # the same at least, if need be with fewer cautions

    def lines(self) -> list[Line]:
        """Each line with its style."""
        above = wrapped(self.title)
        for cautions in range(MOST, 0, -1):
            below = self._below(cautions)
            folded = sum((len(line) - 1) // WIDTH for line in below if line)  # commands, which the terminal folds
            room = min(self.rows, LINES - len(above) - len(below) - folded - 1)
            if room >= self.least:
                break
        return [*((line, "") for line in above), *self.table(max(self.least, room)), *((line, "") for line in below)]

    def _below(self, cautions: int) -> list[str]:
        left = len(self.cautions) - cautions
        return [
            "",
            *(line for paragraph in self.found for line in wrapped(paragraph)),
            *(shorten(f"! {caution}", WIDTH, placeholder="…") for caution in self.cautions[:cautions]),
            *([f"  {counted(left, 'more note')}: --all"] if left > 0 else ()),
            *(line for part in self.where for line in ([part] if part.startswith(INDENT) else wrapped(part))),
        ]

    def show(self) -> None:
        """Prints it."""
        console = plain_console()
        for line, style in self.lines():
            console.print(Text(line), style=style, soft_wrap=True)


def columns(
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    room: int,
    *,
    droppable: Sequence[str] = (),
    bold: int | None = None,
) -> Iterator[Line]:
    """Rows under their headings, as many as there is room for, in WIDTH columns: without as many of `droppable` as it
    takes, then with a shorter first cell. The first and the last column are words, the others figures; `bold` is the
    number of a row."""
    shown = rows if len(rows) < room else rows[: max(1, room - 2)]
    kept = [*range(len(headings))]
    for dropped in ("", *droppable):
        kept = [at for at in kept if headings[at] != dropped]
        cells = [[row[at] for at in kept] for row in (headings, *shown)]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        if _total(widths) <= WIDTH:
            break
    widths[0] = max(min(widths[0], WIDTH - _total(widths[1:]) - len(GAP)), NARROWEST)
    for number, (name, *figures) in enumerate(cells):
        placed = [f"{_short(name, widths[0]):<{widths[0]}}"]
        placed += [f"{cell:>{width}}" for cell, width in zip(figures[:-1], widths[1:-1], strict=True)]
        yield GAP.join([*placed, figures[-1]]).rstrip(), "bold" if bold is not None and number == bold + 1 else ""
    if len(shown) < len(rows):
        yield f"and {counted(len(rows) - len(shown), 'more row')}: --all", ""


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + len(GAP) * (len(widths) - 1)


def wrapped(text: str) -> list[str]:
    """In lines of WIDTH columns."""
    return wrap(text, WIDTH, break_on_hyphens=False) if text else []


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else f"{name[: width - 1]}…"
