"""A model server within its budget, and one of several."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace

import pytest

from ragatta.pipeline.llm.endpoint import Endpoint, Replicas
from ragatta.pipeline.llm.meter import BudgetSpent, Limits, Meter, Price, Spending
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.seam import (
    BrokenReply,
    Completion,
    Message,
    ModelAway,
    ModelBusy,
    ModelError,
    ModelIdentity,
    ModelUnavailable,
    Request,
)
from ragatta.pipeline.machine.side_by_side import side_by_side
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour

REQUEST = Request(NameColour("the sky"), (Message("user", "Which colour?"),), {}, Options(max_tokens=10))
DONE = Completion("blue", 4, 2, 0.1)


@dataclass
class Server:
    """Replies with what is laid down, the last for ever."""

    script: list[Completion | ModelError] = field(default_factory=lambda: [DONE])
    name: str = "small"
    calls: int = 0
    cacheable: bool = True

    def identity(self, model: str | None = None) -> ModelIdentity:
        return ModelIdentity("test", model or self.name, "1")

    def context_window(self, model: str | None = None) -> int:  # noqa: ARG002
        return 100

    def check_tools(self, model: str | None = None) -> None:
        pass

    def complete(self, request: Request) -> Completion:  # noqa: ARG002
        self.calls += 1
        said = self.script[min(self.calls, len(self.script)) - 1]
        if isinstance(said, ModelError):
            raise said
        return said


def endpoint(server: Server, meter: Meter | None = None, price: Price = Price()) -> Endpoint:  # noqa: B008
    return Endpoint(server, Pace(), meter or Meter(), price)


def test_what_calls_take_is_counted() -> None:
    meter = Meter()
    each = endpoint(Server(), meter, Price(1_000_000, 2_000_000))
    each.complete(REQUEST)
    each.complete(REQUEST)
    assert meter.spent == Spending(2, 8, 4, 16.0)
    assert meter.reserved == Spending()


@pytest.mark.parametrize("limits", [Limits(calls=3), Limits(tokens=60), Limits(usd=30.0)])
def test_no_call_is_made_that_the_budget_has_no_room_for(limits: Limits) -> None:
    server, meter = Server(), Meter(limits)
    each = endpoint(server, meter, Price(1_000_000, 1_000_000))
    made = 0
    with suppress(BudgetSpent):
        while made < 20:
            each.complete(REQUEST)
            made += 1
    with pytest.raises(BudgetSpent, match=r"the budget is used up: budget\.(calls|tokens|usd)="):
        each.complete(REQUEST)
    spent = meter.spent
    assert 0 < server.calls == spent.calls < 20
    assert not limits.exceeded(spent, 0)


def test_a_call_waits_for_the_room_that_those_in_flight_leave() -> None:
    """Each may take 28 tokens and takes 6: two at once do not fit, one after the other they do."""
    meter, at_once = Meter(Limits(tokens=40)), threading.Barrier(2)
    server = Server([replace(DONE, seconds=0)])

    def call(_: int) -> Completion:
        at_once.wait(10)
        return endpoint(server, meter).complete(REQUEST)

    assert side_by_side(call, range(2), 2) == [server.script[0]] * 2
    assert meter.spent == Spending(2, 8, 4)


def test_a_budget_smaller_than_a_call_says_what_a_call_may_take() -> None:
    with pytest.raises(BudgetSpent, match=r"budget.usd=1e-06 has no room for one call, which may take 1 call, \d+ tok"):
        endpoint(Server(), Meter(Limits(usd=1e-6)), Price(1, 1)).complete(REQUEST)


def test_tokens_that_a_server_does_not_count_are_booked_as_reserved() -> None:
    meter = Meter()
    endpoint(Server([replace(DONE, tokens_in=0, tokens_out=0)]), meter, Price(1, 1)).complete(REQUEST)
    assert (meter.spent.calls, meter.spent.tokens_out) == (1, 10)
    assert meter.spent.usd > 0


def test_time_ends_a_budget() -> None:
    now = 0.0
    meter = Meter(Limits(minutes=1), clock=lambda: now)
    each = endpoint(Server(), meter)
    each.complete(REQUEST)
    now = 61.0
    with pytest.raises(BudgetSpent, match=r"budget\.minutes=1"):
        each.complete(REQUEST)


@pytest.mark.parametrize(
    ("fault", "spent"),
    [
        (ModelBusy("busy"), Spending()),
        (ModelAway("away"), Spending()),
    ],
)
def test_a_call_that_fails_costs_what_it_took(fault: ModelError, spent: Spending) -> None:
    meter = Meter()
    with pytest.raises(type(fault)):
        endpoint(Server([fault]), meter).complete(REQUEST)
    assert meter.spent == spent


def test_a_reply_that_is_lost_costs_what_was_reserved() -> None:
    meter = Meter()
    with pytest.raises(BrokenReply):
        endpoint(Server([BrokenReply("broke off")]), meter).complete(REQUEST)
    assert (meter.spent.calls, meter.spent.tokens_out) == (1, 10)


def test_replicas_share_the_load_and_stand_in_for_one_another() -> None:
    first, second = Server([DONE, ModelAway("gone")]), Server()
    both = Replicas([endpoint(first), endpoint(second)])
    busy: Callable[[], object] = both._endpoints[0].pace.admitted(1).__enter__
    both.complete(REQUEST)
    busy()
    both.complete(REQUEST)
    assert (first.calls, second.calls) == (1, 1), "the one with fewer requests in flight"
    for _ in range(3):
        both._endpoints[1].pace.in_flight = 5
        assert both.complete(REQUEST) == DONE
    assert (first.calls, second.calls) == (2, 4), "one that is away is left alone for a while"


def test_a_busy_replica_is_left_alone_while_another_takes_calls() -> None:
    busy, well = Server([ModelBusy("busy", after=60.0)]), Server()
    both = Replicas([endpoint(busy), endpoint(well)])
    assert [both.complete(REQUEST) for _ in range(5)] == [DONE] * 5
    assert (busy.calls, well.calls) == (1, 5)


def test_replicas_must_have_the_same_model() -> None:
    with pytest.raises(ModelUnavailable, match="has another large than"):
        Replicas([endpoint(Server()), endpoint(Server(name="large"))]).identity()
