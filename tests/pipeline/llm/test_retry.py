"""The retry policy: a server that is busy, away or fails, and a reply that breaks off."""

from __future__ import annotations

import pytest

from ragatta.pipeline.llm.retry import TRIES, Retries
from ragatta.pipeline.llm.seam import (
    BrokenReply,
    Completion,
    ModelAway,
    ModelBusy,
    ModelError,
    ModelFailed,
    ModelUnavailable,
    Request,
)
from tests.pipeline.llm.test_endpoint import DONE, REQUEST, Server


def test_a_busy_server_is_asked_again_after_the_time_that_it_names(waits: list[float]) -> None:
    server = Server([ModelBusy("busy", after=7.0), ModelBusy("busy"), DONE])
    assert Retries(server, 100.0, print).complete(REQUEST) == DONE
    assert server.calls == 3
    assert waits[0] == 7.0
    assert 0 <= waits[1] <= 2


def test_a_server_that_asks_for_more_patience_than_there_is_gets_none(waits: list[float]) -> None:
    server = Server([ModelBusy("busy", after=3600.0), DONE])
    with pytest.raises(ModelBusy, match=r"it asks to wait 3600 s, more than llm.patience_s=100"):
        Retries(server, 100.0, print).complete(REQUEST)
    assert (server.calls, waits) == (1, [])


def test_a_server_that_asks_for_no_pause_is_not_hammered(waits: list[float]) -> None:
    server = Server([ModelBusy("busy", after=0.0)] * 6 + [DONE])
    Retries(server, 100.0, print).complete(REQUEST)
    assert len(waits) == 6
    assert sum(waits) > 1


def test_a_server_that_is_away_is_waited_for_and_said_once(waits: list[float]) -> None:
    said: list[str] = []
    server = Server([ModelAway("no server at x; start it"), ModelAway("no server"), DONE])
    each = Retries(server, 50.0, said.append)
    assert each.complete(REQUEST) == DONE
    assert said == ["no server at x; start it; waiting for it up to 50 s (llm.patience_s)"]
    assert len(waits) == 2
    with pytest.raises(ModelAway):
        Retries(Server([ModelAway("gone")]), 0.0, said.append).complete(REQUEST)


@pytest.mark.parametrize(
    ("fault", "raised"), [(BrokenReply("broke off"), BrokenReply), (ModelBusy("failed", often=False), ModelFailed)]
)
def test_what_may_fail_for_ever_is_tried_a_few_times(
    fault: ModelError, raised: type[ModelError], waits: list[float]
) -> None:
    server = Server([fault])
    with pytest.raises(raised) as found:
        Retries(server, 1e6, print).complete(REQUEST)
    assert (server.calls, len(waits)) == (TRIES, TRIES - 1)
    assert not isinstance(found.value, ModelUnavailable), "it may be the fault of this call"


def test_a_restart_costs_no_try_of_a_reply_that_breaks_off(waits: list[float]) -> None:
    """Each restart breaks a reply off and leaves the server away for a while."""
    away = [ModelAway("no server")] * 4
    server = Server([BrokenReply("broke off"), *away, BrokenReply("broke off"), *away, DONE])
    assert Retries(server, 600.0, len).complete(REQUEST) == DONE
    assert len(waits) == 10


@pytest.mark.usefixtures("waits")
def test_patience_begins_with_the_first_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that takes minutes to reply is asked again when its reply breaks off, and when it is busy then."""
    clock = [0.0]
    monkeypatch.setattr("ragatta.pipeline.llm.retry.monotonic", lambda: clock[0])

    class Slow(Server):
        def complete(self, request: Request) -> Completion:
            clock[0] += 0.0 if self.calls == 1 else 500.0
            return super().complete(request)

    server = Slow([BrokenReply("broke off"), ModelBusy("busy"), DONE])
    assert Retries(server, 100.0, print).complete(REQUEST) == DONE


def test_other_faults_are_tried_once(waits: list[float]) -> None:
    server = Server([ModelError("the prompt was refused")])
    with pytest.raises(ModelError):
        Retries(server, 1e6, print).complete(REQUEST)
    assert (server.calls, waits) == (1, [])
