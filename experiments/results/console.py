"""The tables in the terminal. A column of the summary: COLUMNS, or a metric that declares one."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from shutil import get_terminal_size
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ragatta.eval.metrics import KEPT, SCORE
from ragatta.eval.scorers import declared
from ragatta.experiments.results.cells import (
    DETECTABLE,
    NONE,
    TOO_FEW,
    by_question_alone,
    comparison_cells,
    figure,
    interval,
    number,
    readable,
)
from ragatta.experiments.results.effects import Effects
from ragatta.experiments.results.judged import judged_rows
from ragatta.experiments.results.names import short_names

COLUMNS = {  # of the summary beside its metrics: heading, and the rank in which it is left out; KEPT: never
    "variation": ("variation", KEPT),
    "interval": ("95% interval", 90),
    "answered": ("answered", 100),
    "wrong_when_answered": ("wrong ↓", 95),
    "declined_though_answerable": ("declined ↓", 20),
    "failed": ("failed", 50),
    "not_answered": ("no answer", 92),
    "timed_out": ("timed out", 85),
    "fallback_rate": ("fallback", 60),
    "latency": ("median s", 80),
    "chunks_indexed": ("chunks", 10),
}
IF_ANY = ("fallback_rate", "not_answered", "timed_out")  # shown where a variation has some
COMPARED = ("difference", "95% interval", "p (Holm)", "detectable")
PLAIN_WIDTH = 180  # columns where the output is no terminal: every figure is shown whole
NARROWEST = 20  # columns for words over several lines
ROOM = 33  # the same, where figures can be left out instead


def summary(rows: Sequence[Mapping[str, Any]], title: str, caption: str, metric: str = SCORE) -> None:
    """The summary. First is `metric` where the rows have its interval, else the score; its best is bold."""
    console = plain_console()
    first = metric if rows and f"{metric}_ci_low" in rows[0] else SCORE
    printed = fitting(rows, title, console.width, first)
    printed.caption = Text(caption)
    best = number(max((row[first] for row in rows if _is_number(row[first])), default=None))
    for place, row in enumerate(rows):
        printed.rows[place].style = "bold" if best != NONE and _cell(row, first) == best else None
    console.print(printed)


def judged(rows: Sequence[Mapping[str, Any]], judge: str, notes: Sequence[str]) -> None:
    """What the judge said of each variation, the notes on its agreement with people below; nothing without a judge."""
    headings, cells = judged_rows(rows)
    if not headings:
        return
    console = plain_console()
    printed = fitting_judged(f"judged by {judge}", headings, cells, console.width)
    printed.caption = Text("\n".join(notes)) or None
    console.print()
    console.print(printed)


def fitting_judged(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Table:
    """The judged figures in `width` columns: short names where the labels are too long, then without the last columns,
    which are left to summary.csv."""
    labels = [row[0] for row in rows]
    words = [heading.replace(" ", "\n") for heading in headings]
    for kept in range(len(headings), 1, -1):
        for names in (labels, short_names(labels)):
            cells = [[name, *row[1:kept]] for name, row in zip(names, rows, strict=True)]
            printed = grid(title, words[:kept], cells)
            if _fits(printed, width):
                return printed
    return printed


def comparisons(rows: Sequence[Mapping[str, Any]]) -> None:
    """Prints the comparison of each variation with the baseline, one table per metric."""
    for metric in dict.fromkeys(row["metric"] for row in rows):
        _comparisons([row for row in rows if row["metric"] == metric])


def _comparisons(rows: Sequence[Mapping[str, Any]]) -> None:
    written = [comparison_cells(row) for row in rows]
    cells = [
        [row["variation"], *(own[name] for name in COMPARED), row["words"]]
        for row, own in zip(rows, written, strict=True)
    ]
    title = f"{readable(rows[0]['metric'])} against {rows[0]['baseline']}, paired by question"
    printed, below = _fitting_comparisons(cells, title, plain_console().width)
    headings = [column.header for column in printed.columns]
    notes = (
        ["p (Holm): corrected for the number of comparisons; below 0.05 is a difference"]
        if "p (Holm)" in headings
        else []
    )
    if "detectable" in headings:
        too_few = any(own["detectable"] == NONE for own in written)
        notes.append(f"{DETECTABLE}{f' ({TOO_FEW})' if too_few else ''}")
    printed.caption = Text("\n".join([*below, *notes, *by_question_alone(rows)])) or None
    plain_console().print()
    plain_console().print(printed)


def effects(found: Effects) -> None:
    """Which setting mattered."""
    console, table = plain_console(), found.table()
    if not table.rows and not found.notes:
        return
    console.print()
    if table.rows:
        printed = fitted(table.caption, table.headings, table.rows, ("over", "p (Holm)"), console.width, 2)
        for column in printed.columns:
            column.justify = "right" if column.header in ("effect", "95% interval", "p (Holm)") else "left"
        console.print(printed)
    for note in found.notes:
        console.print(Text(note))


def summary_columns() -> dict[str, tuple[str, int]]:
    """Heading and rank of each column of the summary: those of metrics, and COLUMNS."""
    return {name: (one.column_words, one.dropped) for name, one in declared().items() if one.column} | COLUMNS


def fitting(rows: Sequence[Mapping[str, Any]], title: str, width: int, first: str = SCORE) -> Table:
    """The summary's table in `width` columns of a terminal: as many as it takes are left to summary.csv, by their
    ranks, so that no figure is cut; where that is not enough, the variations have short names."""
    labels = [str(row["variation"]) for row in rows]
    tells = {name: any(row.get(name) for row in rows) for name in IF_ANY}
    for names in (labels, short_names(labels)):
        cells = [
            {**row, "variation": name, "interval": interval(row[f"{first}_ci_low"], row[f"{first}_ci_high"])}
            for row, name in zip(rows, names, strict=True)
        ]
        known = {first: (readable(first), KEPT), **summary_columns()}
        order = dict.fromkeys(("variation", first, "interval", *known))
        columns = {name: known[name][0] for name in order if tells.get(name, True)}
        droppable = sorted((rank, name) for name, (_, rank) in known.items() if rank < KEPT)
        for dropped in (*(name for _, name in droppable), ""):
            printed = grid(title, list(columns.values()), [[_cell(row, name) for name in columns] for row in cells])
            if _fits(printed, width):
                return printed
            columns.pop(dropped, None)
    return printed


def _fitting_comparisons(cells: Sequence[Sequence[str]], title: str, width: int) -> tuple[Table, list[str]]:
    """The comparisons in `width` columns: short names where the labels are too long, then without COMPARED from the
    last, then with the words over several lines, and below the table where a column has no room for them."""
    names = short_names([row[0] for row in cells])
    short = [[name, *row[1:]] for name, row in zip(names, cells, strict=True)]
    headings = ["variation", *COMPARED, "against the baseline"]
    for rows, figures in ((cells, 4), (short, 4), (short, 3), (short, 2)):
        kept = [*range(figures + 1), len(headings) - 1]
        printed = grid(title, [headings[at] for at in kept], [[row[at] for at in kept] for row in rows])
        printed.columns[-1].justify = "left"
        if _fits(printed, width):
            return printed, []
    printed.columns[-1].no_wrap = False
    bare = grid(title, headings[: figures + 1], [row[: figures + 1] for row in short])
    if _fits(bare, width - NARROWEST):
        return printed, []
    return bare, [f"{row[0]}: {row[-1]}" for row in short]


def fitted(
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    droppable: Sequence[str],
    width: int,
    names: int = 1,
) -> Table:
    """A table in `width` columns, no figure cut: the words of its last column over several lines, and without as many
    of `droppable` as it takes; below the table, after the row's first `names` cells, where the column has no room."""
    kept = [*range(len(headings))]
    for dropped in ("", *droppable):
        kept = [at for at in kept if headings[at] != dropped]
        first, *others = ([row[at] for at in kept] for row in (headings, *rows))
        printed = grid(title, first, others)
        if _fits(printed, width):
            break
        printed.columns[-1].no_wrap = False
        bare = grid(title, first[:-1], [row[:-1] for row in others])
        if _fits(bare, width - ROOM):
            break
    else:
        if not _fits(bare, width - NARROWEST):
            bare.caption = Text("\n".join(f"{', '.join(row[:names])}: {row[-1]}" for row in others))
            return bare
    return printed


def _fits(table: Table, width: int) -> bool:
    return console_of(10_000).measure(table).maximum <= width


def grid(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table of plain text; cells are never read as markup. The first column is left-aligned, the others
    right-aligned."""
    printed = Table(title=Text(title), title_justify="left", caption_justify="left")
    for place, heading in enumerate(headings):
        printed.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for row in rows:
        printed.add_row(*(Text(cell) for cell in row))
    return printed


def plain_console() -> Console:
    """As wide as the terminal, or PLAIN_WIDTH where the output is none."""
    return console_of(get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH)


def console_of(width: int) -> Console:
    """So many columns wide; with a height too, without which a terminal that is dumb (TERM=dumb) has 80 of them."""
    return Console(width=width, height=get_terminal_size().lines, force_jupyter=False)


def _cell(row: Mapping[str, Any], name: str) -> str:
    if name == "answered":
        return f"{row['answered']}/{row['questions'] * row['repeats']}"
    if name == "latency":
        live = row["live_latency_p50_s"]
        if _is_number(live):
            return number(live)
        replayed = row["replayed_latency_p50_s"]
        return f"{number(replayed)} r" if _is_number(replayed) else NONE
    return figure(name, row[name]) if isinstance(row[name], float) else str(row[name])


def _is_number(value: Any) -> bool:
    return isinstance(value, float) and not math.isnan(value)
