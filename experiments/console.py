"""What a person sees: progress while it works, the table when it is done."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from experiments.forecast import Planned
from experiments.summary import Run

COLUMNS = {  # summary column: heading
    "variation": "variation",
    "score": "score",
    "interval": "95% interval",
    "partial_match": "partial",
    "exact_match": "exact",
    "evidence_recall": "evidence",
    "page_recall": "pages",
    "router_recall": "router",
    "answered": "answered",
    "failed": "failed",
    "latency": "p50 s",
    "chunks_indexed": "chunks",
}


DROPPABLE = (
    "chunks_indexed",
    "page_recall",
    "exact_match",
    "router_recall",
    "failed",
    "partial_match",
    "latency",
    "interval",
)
PLAIN_WIDTH = 180  # columns where the output is no terminal: every figure is shown whole
MANY = 6  # pieces of evidence of one question that are listed


class Bars:
    """Progress bars, one for each kind of work, on stderr; where that is no terminal, a line when a kind begins."""

    def __init__(self) -> None:
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._tasks: dict[str, TaskID] = {}

    @contextmanager
    def shown(self) -> Iterator[Bars]:
        with self._progress:
            yield self

    def __call__(self, what: str, done: int, total: int) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=total)
            if self._progress.disable:
                print(f"{what} ({total})" if total > 1 else what, file=sys.stderr, flush=True)
        self._progress.update(self._tasks[what], completed=done, total=total)


def summary(rows: Sequence[Mapping[str, Any]], title: str, caption: str) -> None:
    """The summary, the best score in bold."""
    console = plain_console()
    shown = fitting(rows, title, console.width)
    shown.caption = Text(caption)
    best = max((row["score"] for row in rows if _is_number(row["score"])), default=math.nan)
    for number, row in enumerate(rows):
        shown.rows[number].style = "bold" if row["score"] == best else None
    console.print(shown)


def comparisons(rows: Sequence[Mapping[str, Any]]) -> None:
    """How each variation compares with the baseline, in the words that the statistics allow."""
    if not rows:
        return
    headings = ["variation", "difference", "95% interval", "p (Holm)", "detectable", "against the baseline"]
    cells = [
        [
            row["variation"],
            f"{row['difference']:+.3f}",
            f"{row['low']:+.3f} to {row['high']:+.3f}",
            f"{row['p_corrected']:.3f}",
            f"{row['detectable']:.3f}" if math.isfinite(row["detectable"]) else "–",
            row["words"],
        ]
        for row in rows
    ]
    plain_console().print()
    plain_console().print(
        grid(f"{rows[0]['metric']} against {rows[0]['baseline']}, paired by question", headings, cells)
    )


def fitting(rows: Sequence[Mapping[str, Any]], title: str, width: int) -> Table:
    """The summary's table in `width` columns of a terminal: as many of DROPPABLE as it takes are left to summary.csv,
    so that no figure is cut."""
    columns = dict(COLUMNS)
    for dropped in (*DROPPABLE, ""):
        shown = grid(title, list(columns.values()), [[_cell(row, name) for name in columns] for row in rows])
        if not dropped or Console(width=10_000).measure(shown).maximum <= width:
            break
        del columns[dropped]
    return shown


def grid(title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Table:
    """A table of plain text: what stands in a cell is shown as it is, never read as markup. The first column is on the
    left, the others on the right."""
    shown = Table(title=Text(title), title_justify="left", caption_justify="left")
    for number, heading in enumerate(headings):
        shown.add_column(heading, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    return shown


def plans(planned: Sequence[Planned]) -> None:
    """What a dry run has found, a row a variation."""
    rows = [
        [plan.label, str(plan.to_ask), str(plan.kept), str(plan.failed), str(plan.calls), plan.run_key[:12] or "–"]
        for plan in planned
    ]
    headings = ["variation", "to ask", "kept", "failed", "model calls", "run key"]
    shown = grid("would run", headings, rows)
    shown.caption = Text("model calls: without repairs; recorded replies are replayed and not paid for again")
    plain_console().print(shown)


def plain_console() -> Console:
    return Console(width=None if sys.stdout.isatty() else PLAIN_WIDTH)


def evidence(runs: Sequence[Run]) -> None:
    """Per question its score in each variation, and which variations had each piece of evidence in the context."""
    console = plain_console()
    labels = [run.point.label for run in runs]
    for rows in zip(*(run.rows for run in runs), strict=True):
        if not rows[0].reached:
            continue
        scores = ", ".join(_number(row.scores["score"]) for row in rows)
        console.print(f"\n{rows[0].question.id}: score {scores}", style="bold")
        found = [dict(row.reached) for row in rows]
        having = {
            phrase: [label for label, has in zip(labels, found, strict=True) if has[phrase]] for phrase in found[0]
        }
        in_all = sum(len(has) == len(runs) for has in having.values())
        console.print(f"  evidence in the context of every variation: {in_all} of {len(having)}")
        _listed(console, "in none", [phrase for phrase, has in having.items() if not has])
        some = {", ".join(has): has for has in having.values() if 0 < len(has) < len(runs)}
        for names, has in some.items():
            _listed(console, f"only in {names}", [phrase for phrase, in_these in having.items() if in_these == has])


def _listed(console: Console, label: str, phrases: Sequence[str]) -> None:
    if phrases:
        shown = "; ".join(phrases[:MANY]) + (f"; and {len(phrases) - MANY} more" if len(phrases) > MANY else "")
        console.print(f"  {label}: {shown}")


def _cell(row: Mapping[str, Any], name: str) -> str:
    if name == "interval":
        return f"{_number(row['score_ci_low'])} to {_number(row['score_ci_high'])}"
    if name == "answered":
        return f"{row['answered']}/{row['questions'] * row['repeats']}"
    if name == "latency":
        live = row["live_latency_p50_s"]
        if _is_number(live):
            return _number(live)
        replayed = row["replayed_latency_p50_s"]
        return f"{_number(replayed)} r" if _is_number(replayed) else "–"
    return _number(row[name])


def _is_number(value: Any) -> bool:
    return isinstance(value, float) and not math.isnan(value)


def _number(value: Any) -> str:
    if isinstance(value, float):
        return "–" if math.isnan(value) else f"{value:.3f}"
    return str(value)
