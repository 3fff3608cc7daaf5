"""Counts calls, tokens and money of model calls, within a budget."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from time import monotonic

from ragatta.pipeline.llm.seam import Completion, ModelUnavailable
from ragatta.pipeline.llm.waits import Waits


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

    def words(self) -> str:
        tokens = self.tokens_in + self.tokens_out
        return f"{self.calls} call{'s' * (self.calls != 1)}, {tokens} tokens" + (
            f", USD {self.usd:.4f}" if self.usd else ""
        )

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
        """The limit, such as "budget.usd=5", that this spending would exceed, "" if it is within all."""
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
    is made, so that the limits hold however many are in flight. `waits` are what the calls wait for."""

    limits: Limits = UNLIMITED
    clock: Callable[[], float] = monotonic
    spent: Spending = field(default_factory=Spending)
    reserved: Spending = field(default_factory=Spending)
    waits: Waits = field(default_factory=Waits)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def __post_init__(self) -> None:
        self._started = self.clock()

    @contextmanager
    def call(self, prompt: int, reply: int, price: Price) -> Iterator[Callable[[Completion | None], None]]:
        """Reserves a call of at most `prompt` and `reply` tokens, when those in flight leave room for it. What it
        yields books what the call took; None is a call whose reply was lost, which is booked as reserved, and so is
        one whose tokens the server does not count. A call that is not booked cost nothing. Raises BudgetSpent."""
        most = Spending(1, prompt, reply, price.of(prompt, reply))
        with self._changed:
            while self._exceeded(self.reserved + most):
                if limit := self._exceeded(most):
                    raise BudgetSpent(self._used_up(limit, most))
                self.waits.because("the budget may have no room beside the calls in flight")
                self._changed.wait()  # for one in flight that takes less than is reserved
            self.reserved += most

        def book(done: Completion | None) -> None:
            took = most
            if done is not None and (done.tokens_in or done.tokens_out):
                took = Spending(1, done.tokens_in, done.tokens_out, price.of(done.tokens_in, done.tokens_out))
            with self._changed:
                self.spent += took

        try:
            yield book
        finally:
            with self._changed:
                self.reserved -= most
                self._changed.notify_all()

    def _exceeded(self, more: Spending) -> str:
        return self.limits.exceeded(self.spent + more, self.clock() - self._started)

    def _used_up(self, limit: str, most: Spending) -> str:
        if self.spent.calls or limit.startswith("budget.minutes"):
            return f"the budget is used up: {limit} ({self.spent.words()} spent); raise it to go on"
        return f"{limit} has no room for one call, which may take {most.words()}"
