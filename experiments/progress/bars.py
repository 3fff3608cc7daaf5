"""Shows progress in the terminal, and what a command waits for."""

from __future__ import annotations

import sys
import threading
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

from ragatta.experiments.progress import waiting

EVERY_S = 60.0  # between two lines in a log
LOOK_S = 1.0  # between two looks whether a command waits, for a log
Line = Callable[[], str]


def _nothing() -> str:
    return ""


class _WithALine(Progress):
    """Progress bars with a line of text below them, which begins with a clock: it moves where no bar does."""

    line: Line = staticmethod(_nothing)
    begun = 0.0

    def get_renderables(self) -> Iterable[RenderableType]:
        yield from super().get_renderables()
        passed = timedelta(seconds=int(monotonic() - self.begun))
        yield Text(" · ".join(filter(None, [str(passed), self.line()])), style="dim")


class Bars:
    """Progress bars on stderr, one per kind of work; if stderr is not a terminal, one line when a kind begins."""

    def __init__(self, transient: bool = False) -> None:
        """`transient`: nothing stays on a terminal."""
        self._line, self._waits = _nothing, _nothing
        self._printed_at, self._waits_told_at = monotonic(), -EVERY_S
        self._printing = threading.Lock()
        console = Console(stderr=True)
        self._progress = _WithALine(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=32),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
            transient=transient,
            disable=not sys.stderr.isatty() or console.is_dumb_terminal,  # it could not draw over a line
        )
        self._progress.begun = self._printed_at
        self._tasks: dict[str, TaskID] = {}

    @contextmanager
    def shown(self) -> Iterator[Bars]:
        waiting.hide()
        ended = threading.Event()
        log = threading.Thread(target=self._keep_log, args=(ended,), name="log", daemon=True)
        if self._progress.disable:
            log.start()
        try:
            with self._progress:
                yield self
        finally:
            ended.set()
            if log.ident:
                log.join()

    def follow(self, line: Line = _nothing, waits: Line = _nothing) -> None:
        """Shows a status line, and what calls wait for: below the bars, or in a log once a minute. In a log, the first
        wait stands as soon as there is one: a command that waits makes no progress to tell of."""
        self._line, self._waits = line, waits
        self._progress.line = self._told

    def _told(self) -> str:
        return " · ".join(filter(None, (self._line(), self._waits())))

    def _keep_log(self, ended: threading.Event) -> None:
        while not ended.wait(LOOK_S):
            self._log()

    def _log(self) -> None:
        with self._printing:
            now, waits = monotonic(), self._waits()
            is_new = waits and now - self._waits_told_at >= EVERY_S
            if (is_new or now - self._printed_at >= EVERY_S) and (line := self._told()):
                self._printed_at = now
                self._waits_told_at = now if waits else self._waits_told_at
                print(line, file=sys.stderr, flush=True)

    def __call__(self, what: str, done: int, total: int) -> None:
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(what, total=total)
            if self._progress.disable:
                print(f"{what} ({total})" if total > 1 else what, file=sys.stderr, flush=True)
        self._progress.update(self._tasks[what], completed=done, total=total)
        if self._progress.disable:
            self._log()


@contextmanager
def alive(waits: Line) -> Iterator[None]:
    """Shows what calls wait for where a command asks without bars."""
    bars = Bars(transient=True)
    bars.follow(waits=waits)
    with bars.shown():
        yield
