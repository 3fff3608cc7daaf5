"""Counts calls, tokens and money of model calls, within a budget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from time import monotonic

from ragatta.pipeline.llm.seam import Completion, ModelUnavailable


class BudgetSpent(ModelUnavailable):
    """The budget has no room for a call, which was not made."""


@dataclass(frozen=True)
class Price:
    """USD per million tokens read and written."""

    tokens_in: float = 0.0
    tokens_out: float = 0.0

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """USD."""
        return (tokens_in * self.tokens_in + tokens_out * self.tokens_out) / 1_000_000


@dataclass(frozen=True)
class Spending:
    """The number of model calls, their tokens and their price."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0

    def __add__(self, other: Spending) -> Spending:
        return Spending(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(Spending)))

    def __sub__(self, other: Spending) -> Spending:
        return Spending(*(getattr(self, part.name) - getattr(other, part.name) for part in fields(Spending)))


@dataclass(frozen=True)
class Limits:
    """What a command may spend on live model calls; 0 means no limit."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0
    minutes: float = 0.0

    def exceeded(self, spent: Spending, seconds: float) -> str:
        """The limit that this spending would exceed, "" if it is within all."""
        taken = (
            ("calls", spent.calls, self.calls),
            ("tokens", spent.tokens_in + spent.tokens_out, self.tokens),
            ("usd", spent.usd, self.usd),
            ("minutes", seconds / 60, self.minutes),
        )
        return next((f"budget.{name}={most:g}" for name, much, most in taken if most and much > most), "")


UNLIMITED = Limits()


@dataclass
class Meter:
    """Counts the live calls of a command, from many threads. A call is reserved at the most that it can take before it
    is made, so that the limits hold however many are in flight."""

    limits: Limits = UNLIMITED
    clock: Callable[[], float] = monotonic
    spent: Spending = field(default_factory=Spending)
    reserved: Spending = field(default_factory=Spending)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._started = self.clock()

    @contextmanager
    def call(self, prompt: int, reply: int, price: Price) -> Iterator[Callable[[Completion | None], None]]:
        """Reserves a call of at most `prompt` and `reply` tokens. What it yields books what the call took; None is a
        call whose reply was lost, which is booked as reserved. A call that is not booked costs nothing. Raises
        BudgetSpent."""
        most = Spending(1, prompt, reply, price.of(prompt, reply))
        with self._lock:
            limit = self.limits.exceeded(self.spent + self.reserved + most, self.clock() - self._started)
            if limit:
                raise BudgetSpent(f"the budget is used up: {limit}; raise it to go on")
            self.reserved += most

        def book(done: Completion | None) -> None:
            took = most
            if done is not None:
                took = Spending(1, done.tokens_in, done.tokens_out, price.of(done.tokens_in, done.tokens_out))
            with self._lock:
                self.spent += took

        try:
            yield book
        finally:
            with self._lock:
                self.reserved -= most
