"""Shows progress in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from time import monotonic

from rich.console import Console, RenderableType
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)
from rich.text import Text

from ragatta.experiments import waiting

EVERY_S = 60.0  # between two lines in a log


class _WithALine(Progress):
    """Progress bars with a line of text below them, which begins with a clock: it moves where no bar does."""

    line: Callable[[], str] = staticmethod(lambda: "")
    begun = 0.0

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        passed = timedelta(seconds=int(monotonic() - self.begun))
        yield Text(" · ".join(filter(None, [str(passed), self.line()])), style="dim")


class Bars:
    """Progress bars on stderr, one per kind of work; if stderr is not a terminal, one line when a kind begins."""

    def __init__(self) -> None:
        self._line: Callable[[], str] = lambda: ""
        self._printed_at = monotonic()
        console = Console(stderr=True)
        self._progress = _WithALine(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            disable=not sys.stderr.isatty() or console.is_dumb_terminal,  # it could not draw over a line
        )
        self._progress.begun = self._printed_at
        self._tasks: dict[str, TaskID] = {}

    @contextmanager
    def shown(self) -> Iterator[Bars]:
        waiting.hide()
        with self._progress:
            yield self

    def follow(self, line: Callable[[], str]) -> None:
        """Shows a status line: below the bars, or in a log once a minute."""
        self._line = self._progress.line = line

    def __call__(self, what: str, done: int, total: int) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=total)
            if self._progress.disable:
                print(f"{what} ({total})" if total > 1 else what, file=sys.stderr, flush=True)
        self._progress.update(self._tasks[what], completed=done, total=total)
        if self._progress.disable and monotonic() - self._printed_at >= EVERY_S and (line := self._line()):
            self._printed_at = monotonic()
            print(line, file=sys.stderr, flush=True)
