"""Every status from 400 to 599 against the real client of each kind of server: none makes a call wait for longer than
its patience, and each that may pass is asked again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ragatta.pipeline.architecture import ARCHITECTURES
from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends._openai_refusals import OF_PARAMETERS
from ragatta.pipeline.llm.endpoint import Endpoint
from ragatta.pipeline.llm.json_server import JsonServer
from ragatta.pipeline.llm.meter import Meter, Price
from ragatta.pipeline.llm.model_server import ModelServer
from ragatta.pipeline.llm.pace import Pace
from ragatta.pipeline.llm.retry import Retries
from ragatta.pipeline.llm.seam import Message, ModelError, ModelFailed, ModelUnavailable, Request
from ragatta.pipeline.llm.wrapped import Outside
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour
from tests.standins.faulty_server import CHATS, MODEL, FaultyServer, Line

STATUSES = range(400, 600)
PASSING = {408, 409, 425, 429, *range(500, 600)} - {501, 505}
PATIENCE_S = 0.5
HUGE = "99999999"
OUTSIDE = pytest.param("http", marks=pytest.mark.needs("contestants"))
CLIENTS = ("openai", "ollama", OUTSIDE, "json")
KINDS = (*CLIENTS, "judge")
PATHS = (*CHATS, "/ask", "/embed")
GOOD = {"/ask": '{"answer": "blue"}', "/embed": "[[1.0]]"}
REQUEST = Request(
    NameColour("the sky"), (Message("user", '{"question": "Which colour?"}'),), {}, Options(max_tokens=64)
)
Call = Callable[[], object]


@pytest.fixture(autouse=True)
def short_jitter(monkeypatch: pytest.MonkeyPatch, waits: list[float]) -> None:  # noqa: ARG001
    """Waits are not waited; those that no server asks for are short."""
    monkeypatch.setattr("ragatta.pipeline.llm.retry._JITTER", lambda _: PATIENCE_S / 10)


@contextmanager
def asked(kind: str, answer: Callable[[Line], None]) -> Iterator[tuple[FaultyServer, Callable[[], Call]]]:
    """A server that answers so where a model is asked, and what makes a call of it, each time within limits of its
    own."""
    with FaultyServer("openai" if kind == "judge" else kind, answer, at=PATHS) as server:
        yield server, calls(kind, server)


def calls(kind: str, server: FaultyServer) -> Callable[[], Call]:
    root = server.base_url.removesuffix("/v1")
    if kind == "json":
        settings = ModelServer(base_url=root, patience_s=PATIENCE_S, timeout_s=5)

        def served() -> Call:
            connected = JsonServer(settings, "embedder.server", "server", root)
            return lambda: connected.post("/embed", {"inputs": ["sky"]}, ["sky"])

        return served
    outside = kind == "http" and ARCHITECTURES.load(kind)()
    loaded: Any = type(outside.service) if outside else BACKENDS.load("openai" if kind == "judge" else kind)
    named = {"base_url": f"{root}/ask"} if kind == "http" else {"base_url": server.base_url, "model": MODEL}
    made = loaded(**named, timeout_s=5.0)
    connected = made.connect()

    def limited() -> Call:
        retried = Retries(Endpoint(connected, Pace(most=4), Meter(), Price()), PATIENCE_S, print)
        whole = Outside(retried, made) if kind in ("http", "judge") else retried
        return lambda: whole.complete(REQUEST)

    return limited


def refusing(status: int, *headers: str) -> Callable[[Line], None]:
    return lambda line: line.whole('{"error": "no"}', *headers, status=f"{status} No")


@pytest.mark.parametrize("kind", CLIENTS)
def test_no_status_makes_a_call_wait_for_longer_than_its_patience(kind: str, waits: list[float]) -> None:
    status = 0
    with asked(kind, lambda line: refusing(status, f"Retry-After: {HUGE}")(line)) as (server, within_limits):
        for status in STATUSES:
            call = within_limits()
            server.paths.clear()
            for tried in (1, 2)[: 1 + (status in PASSING)]:
                with pytest.raises(ModelError) as caught:
                    call()
                assert waits == [], f"{status}, call {tried}"
                assert (f"it asks to wait {HUGE} s, more than" in str(caught.value)) == (status in PASSING), status
                if status in PASSING:
                    asks = sum(path in PATHS for path in server.paths)
                    assert asks == (tried if status == 500 else 1), "a call that would be refused is not sent"


@pytest.mark.parametrize("kind", CLIENTS)
def test_every_status_that_may_pass_is_asked_again_and_no_other(kind: str, waits: list[float]) -> None:
    replies: list[int] = []

    def answer(line: Line) -> None:
        if replies:
            refusing(replies.pop())(line)
        else:
            line.whole(GOOD.get(line.path) or line.good())

    with asked(kind, answer) as (_, within_limits):
        for status in STATUSES:
            replies[:] = [status]
            waits.clear()
            if status in PASSING:
                within_limits()()
            elif status not in OF_PARAMETERS or kind not in ("openai", "judge"):  # else sent anew, without one of them
                with pytest.raises(ModelError):
                    within_limits()()
            assert len(waits) == (status in PASSING), status


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("status", [429, 500, 524])
def test_a_status_that_never_passes_ends_within_patience(
    kind: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def passes(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("ragatta.pipeline.llm.retry.monotonic", lambda: now[0])
    monkeypatch.setattr("tenacity.nap.time.sleep", passes)
    answer = refusing(status, "Retry-After: 0.1")
    with asked(kind, answer) as (_, within_limits), pytest.raises(ModelError) as caught:
        within_limits()()
    assert now[0] <= PATIENCE_S
    assert ("tried 3 times" in str(caught.value)) == (status == 500)
    assert isinstance(caught.value, ModelUnavailable) == (kind == "json" or status != 500)
    assert isinstance(caught.value, ModelFailed) == (status == 500 and kind in ("openai", "ollama"))


@pytest.mark.parametrize(
    "date",
    ["Fri, 31 Dec 9999 23:59:59 -0100", "Fri, 31 Dec 99999999999999999999999 23:59:59 GMT", "9" * 400, "-5", "1, 2"],
)
def test_no_retry_after_is_a_fault_of_ours(date: str) -> None:
    replies = [503]

    def answer(line: Line) -> None:
        if replies:
            line.whole('{"error": "no"}', f"Retry-After: {date}", status=f"{replies.pop()} No")
        else:
            line.whole(line.good())

    with asked("openai", answer) as (_, within_limits):
        within_limits()()


def test_a_server_that_is_busy_when_a_command_begins_is_asked_again() -> None:
    replies = [520, 503]

    def answer(line: Line) -> None:
        if replies:
            line.whole('{"error": "no"}', status=f"{replies.pop()} No")
        else:
            line.whole(json.dumps({"data": [{"id": MODEL, "max_model_len": 8192}]}))

    with FaultyServer("openai", answer, at=("/v1/models",)) as server:
        backend = BACKENDS.load("openai")(base_url=server.base_url, model=MODEL).connect()
        assert Retries(backend, PATIENCE_S, print).identity().name == MODEL
