"""Whatever keeps a connection from being there, the time for it ends."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest
from httpcore import ConnectTimeout, NetworkBackend, NetworkStream

from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends._deadline import Clock, Connections
from ragatta.pipeline.llm.backends.openai import OpenAI
from ragatta.pipeline.llm.seam import BrokenReply, Message, ModelTimeout, ModelUnavailable, Request
from ragatta.pipeline.types import Options
from tests.pipeline.llm.conftest import NameColour
from tests.standins.loopback import Said
from tests.standins.openai_server import MODEL, OpenAIServer

TIMEOUT, LATE = 0.3, 10.0  # seconds, and more of them for a busy machine


class Opened(NetworkStream):
    def __init__(self) -> None:
        self.closed = threading.Event()

    def close(self) -> None:
        self.closed.set()


class Slow(NetworkBackend):
    """Opens a connection once it is let."""

    def __init__(self) -> None:
        self.let, self.opened = threading.Event(), Opened()

    def connect_tcp(self, *_: Any, **__: Any) -> Opened:
        self.let.wait(5)
        return self.opened


@pytest.fixture
def no_names(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A name server that never answers."""
    end = threading.Event()

    def looked_up(*_: Any, **__: Any) -> Any:
        end.wait(5)
        raise socket.gaierror(socket.EAI_AGAIN, "temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    yield
    end.set()


@pytest.mark.usefixtures("no_names")
@pytest.mark.parametrize("wire", ["ollama", "openai"])
def test_looking_a_name_up_ends_in_time(wire: str) -> None:
    llm = BACKENDS.load(wire)(model="m", base_url="http://models.example:1234/v1", timeout_s=TIMEOUT)
    begun = perf_counter()
    with pytest.raises(ModelUnavailable, match=r"no .*server at models\.example:1234; start it"):
        llm.connect().identity()
    assert perf_counter() - begun < TIMEOUT + LATE


def test_a_connection_that_comes_too_late_is_closed() -> None:
    slow = Slow()
    with pytest.raises(ConnectTimeout):
        Connections(Clock(), slow).connect_tcp("host", 1, timeout=0.01)
    assert not slow.opened.closed.is_set()
    slow.let.set()
    assert slow.opened.closed.wait(5)


def test_an_error_of_connecting_is_raised_as_it_is() -> None:
    class Refusing(NetworkBackend):
        def connect_tcp(self, *_: Any, **__: Any) -> Any:
            raise ConnectionRefusedError("no")

    with pytest.raises(ConnectionRefusedError, match="no"):
        Connections(Clock(), Refusing()).connect_tcp("host", 1, timeout=5)


@pytest.mark.parametrize(("noticed", "kind"), [(5.0, ModelTimeout), (-1.0, BrokenReply)])
def test_a_deadline_that_passed_while_the_process_was_halted_is_no_fault_of_the_server(
    monkeypatch: pytest.MonkeyPatch, noticed: float, kind: type[Exception]
) -> None:
    monkeypatch.setattr("ragatta.pipeline.llm.backends._deadline._HALTED_S", noticed)
    request = Request(NameColour("the sky"), (Message("user", "which colour?"),), {}, Options(), 0)
    with OpenAIServer([Said("blue", hang_s=5)]) as server:
        backend = OpenAI(model=MODEL, base_url=server.base_url, timeout_s=TIMEOUT).connect()
        with pytest.raises(kind):
            backend.complete(request)
