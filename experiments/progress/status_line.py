"""The status line of a sweep: answers, calls, tokens, money, time left, failures by reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from threading import Lock

from ragatta.experiments.counting import counted
from ragatta.experiments.progress.time_left import SOON, TimeLeft
from ragatta.pipeline.llm.meter import Meter, Spending
from ragatta.pipeline.machine.clock import running_time

REASON = 90  # characters of a failure's reason
REASONS = 2  # that are shown, the most frequent


@dataclass
class Gauge:
    """Counts answers as they arrive, from many threads; `meter` counts calls."""

    meter: Meter
    to_ask: int = 0  # answers, of the whole sweep
    answered: int = 0
    left: TimeLeft = field(default_factory=TimeLeft)
    failures: Counter[str] = field(default_factory=Counter)
    _started: float = 0.0
    _before: Spending = field(default_factory=Spending)  # on summaries and metadata
    _lock: Lock = field(default_factory=Lock)

    def begin(self) -> None:
        """The first question is about to be asked: the clock runs from here."""
        if not self._started:
            self._started, self._before = running_time(), self.meter.spent
            self.left.ask()

    def arrived(self, failure: str = "") -> None:
        """Counts one answer, or its failure."""
        self.left.answered()
        with self._lock:
            self.answered += 1
            if failure:
                reason = " ".join(failure.split())
                self.failures[reason if len(reason) <= REASON else f"{reason[: REASON - 1]}…"] += 1

    def expect(self, questions: int, letters: int) -> None:
        """So many more questions are to be asked, and letters of documents to be indexed."""
        self.to_ask += questions
        self.left.asking.total += questions
        self.left.indexing.total += letters

    def line(self) -> str:
        """As it stands now; "" if nothing is asked."""
        with self._lock:
            if not self.to_ask or not self._started:
                return ""
            seconds, share = running_time() - self._started, self.answered / self.to_ask
            failed = self.failures.most_common()
        spent = self.meter.spent
        parts = [f"{self.answered}/{self.to_ask} answered"]
        if spent.calls:
            since = spent - self._before
            rate = (since.tokens_in + since.tokens_out) / max(seconds, 0.1)
            parts.append(f"{counted(spent.calls, 'call')}, {short(spent.tokens_in)} tokens in, "
                         f"{short(spent.tokens_out)} out, {short(rate)}/s")  # fmt: skip
        if spent.usd:
            before = self._before.usd
            expected = f" of about {before + (spent.usd - before) / share:.2f}" if SOON <= share < 1 else ""
            parts.append(f"USD {spent.usd:.2f}{expected}")
        if share < 1 and (left := self.left.words()):
            parts.append(left)
        if failed:
            reasons = "; ".join(f"{times} {reason}" for reason, times in failed[:REASONS])
            parts.append(f"{sum(self.failures.values())} failed ({reasons}{'; ...' if len(failed) > REASONS else ''})")
        return " · ".join(parts)


def short(number: float) -> str:
    """Three digits: 950, 12.3k, 4.56M."""
    for size, unit in ((1e6, "M"), (1e3, "k")):
        if number >= size * 0.9995:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"
