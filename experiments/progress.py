"""What a person sees while it works."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

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
