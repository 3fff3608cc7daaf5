"""A model server within its budget; busy, away, and one of several."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from ragatta.pipeline.llm.endpoint import Endpoint
from ragatta.pipeline.llm.meter import BudgetSpent, Limits, Meter, Price, Spending
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.patient import TRIES, Patient
from ragatta.pipeline.llm.replicas import Replicas
from ragatta.pipeline.llm.seam import (
    BrokenReply,
    Completion,
    Message,
    ModelAway,
    ModelBusy,
    ModelError,
    ModelIdentity,
    ModelUnavailable,
    Options,
    Request,
)
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


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds that are waited, without waiting; time does not pass."""
    found: list[float] = []
    monkeypatch.setattr("tenacity.nap.time.sleep", found.append)
    return found


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


def test_a_busy_server_is_asked_again_after_the_time_that_it_names(waits: list[float]) -> None:
    server = Server([ModelBusy("busy", after=7.0), ModelBusy("busy"), DONE])
    assert Patient(server, 100.0, print).complete(REQUEST) == DONE
    assert server.calls == 3
    assert waits[0] == 7.0
    assert 0 <= waits[1] <= 2


def test_a_server_that_asks_for_more_patience_than_there_is_gets_none(waits: list[float]) -> None:
    server = Server([ModelBusy("busy", after=3600.0), DONE])
    with pytest.raises(ModelBusy):
        Patient(server, 100.0, print).complete(REQUEST)
    assert (server.calls, waits) == (1, [])


def test_a_server_that_is_away_is_waited_for_and_said_once(waits: list[float]) -> None:
    said: list[str] = []
    server = Server([ModelAway("no server at x; start it"), ModelAway("no server"), DONE])
    each = Patient(server, 50.0, said.append)
    assert each.complete(REQUEST) == DONE
    assert said == ["no server at x; start it; waiting for it up to 50 s (llm.patience_s)"]
    assert len(waits) == 2
    with pytest.raises(ModelAway):
        Patient(Server([ModelAway("gone")]), 0.0, said.append).complete(REQUEST)


@pytest.mark.parametrize("fault", [BrokenReply("broke off"), ModelBusy("it failed", often=False)])
def test_what_may_fail_for_ever_is_tried_a_few_times(fault: ModelError, waits: list[float]) -> None:
    server = Server([fault])
    with pytest.raises(type(fault)):
        Patient(server, 1e6, print).complete(REQUEST)
    assert (server.calls, len(waits)) == (TRIES, TRIES - 1)


def test_other_faults_are_tried_once(waits: list[float]) -> None:
    server = Server([ModelError("the prompt was refused")])
    with pytest.raises(ModelError):
        Patient(server, 1e6, print).complete(REQUEST)
    assert (server.calls, waits) == (1, [])


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


def test_replicas_must_have_the_same_model() -> None:
    with pytest.raises(ModelUnavailable, match="has another large than"):
        Replicas([endpoint(Server()), endpoint(Server(name="large"))]).identity()
