"""Every fault of a model server ends in time, in an error of its kind and in one sentence, over both wire formats."""

from __future__ import annotations

import datetime
import gzip
import json
import tracemalloc
from email.utils import format_datetime
from time import perf_counter
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragatta.pipeline.llm.backend import BACKENDS
from ragatta.pipeline.llm.backends import _bounded
from ragatta.pipeline.llm.seam import (
    Backend,
    InvalidReply,
    ModelBusy,
    ModelError,
    ModelTimeout,
    ModelUnavailable,
)
from tests.pipeline.llm.backends.test_contract import asked
from tests.standins.faulty_server import CHATS, MODEL, TEXT, FaultyServer, Line
from tests.standins.faulty_server import LISTS as LIST_PATHS
from tests.standins.mangled import damaged, quick, refusal, spoiled
from tests.standins.server_faults import ANYWHERE, BOTH, FAULTS, LISTS, Fault

TIMEOUT = 0.6  # seconds
LATE = 10.0  # seconds more for a busy machine


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bounded, "MOST_BYTES", 200_000)
    monkeypatch.setenv("A_KEY", "sk-never-to-be-seen")


def connect(server: FaultyServer, url: str = "", timeout_s: float = 5.0) -> Backend:
    llm: Any = BACKENDS.load(server.wire)
    backend: Backend = llm(
        model=MODEL, base_url=url or server.base_url, api_key_env="A_KEY", timeout_s=timeout_s
    ).connect()
    return backend


def patience(fault: Fault) -> float:
    """Seconds: a busy machine may take long over what is no matter of time."""
    return TIMEOUT if fault.error is ModelTimeout else 5.0


def is_one_sentence(error: ModelError) -> bool:
    words = str(error)
    return len(words) < 500 and "\n" not in words and "sk-never" not in words and "pydantic" not in words


def test_there_are_enough_faults():
    assert sum(len(fault.wires) for fault in FAULTS.values()) >= 80


@pytest.mark.parametrize("wire", BOTH)
def test_a_server_without_fault_replies(wire):
    with FaultyServer(wire, lambda line: line.whole(line.good())) as server:
        assert connect(server, timeout_s=5).complete(asked()).text == TEXT


@pytest.mark.parametrize(("wire", "name"), [(wire, name) for name, fault in FAULTS.items() for wire in fault.wires])
def test_a_fault_is_said(wire, name):
    fault = FAULTS[name]
    with FaultyServer(wire, fault.commit) as server:
        backend = connect(server, timeout_s=patience(fault))
        backend.context_window()
        begun = perf_counter()
        with pytest.raises(fault.error, match=f"(?s){fault.says}") as caught:
            backend.complete(asked())
        assert perf_counter() - begun < TIMEOUT + LATE
        assert is_one_sentence(caught.value)
        assert "/elsewhere" not in server.paths


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize("name", [*ANYWHERE, *LISTS])
def test_a_fault_of_the_list_of_models_is_said(wire, name):
    fault = {**ANYWHERE, **LISTS}[name]
    with FaultyServer(wire, fault.commit, at=LIST_PATHS) as server:
        begun = perf_counter()
        with pytest.raises(fault.error, match=fault.says) as caught:
            connect(server, timeout_s=patience(fault)).identity()
        assert perf_counter() - begun < TIMEOUT + LATE
        assert is_one_sentence(caught.value)


@pytest.mark.parametrize("wire", BOTH)
def test_every_reply_gives_its_connection_back(monkeypatch, wire):
    monkeypatch.setitem(_bounded._LIMITS, "max_connections", 1)
    with FaultyServer(wire, lambda line: line.whole(line.good())) as server:
        backend = connect(server)
        assert [backend.complete(asked()).text for _ in range(3)] == [TEXT] * 3
    with FaultyServer(wire, FAULTS["redirect"].commit) as server:
        backend = connect(server)
        for _ in range(3):
            with pytest.raises(InvalidReply, match="is a redirect"):
                backend.complete(asked())


@pytest.mark.parametrize("length", ['"many"', "-1", "null", "[1]", "1.5"])
def test_a_context_length_that_is_none(length):
    with (
        FaultyServer(
            "ollama", lambda line: line.whole(f'{{"model_info": {{"a.context_length": {length}}}}}'), at=("/api/show",)
        ) as server,
        pytest.raises(InvalidReply, match=r"has a wrong field: context_length"),
    ):
        connect(server).context_window()


@pytest.mark.parametrize("wire", BOTH)
def test_a_bomb_is_never_unpacked(wire):
    with FaultyServer(wire, FAULTS["gzip_bomb"].commit) as server:
        backend = connect(server)
        backend.context_window()
        tracemalloc.start()
        with pytest.raises(InvalidReply):
            backend.complete(asked())
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 4 << 20  # of 16 MB


@pytest.mark.parametrize("wire", BOTH)
def test_every_try_has_the_whole_time(wire):
    """A reply that is slow but in time is read, however often the connection is used."""
    with FaultyServer(wire, lambda line: (line.stopped.wait(0.4), line.whole(line.good()))[1]) as server:
        backend = connect(server, timeout_s=1.5)
        for _ in range(4):
            assert backend.complete(asked()).text == TEXT


@pytest.mark.parametrize("wire", BOTH)
def test_a_refused_connection(wire):
    with FaultyServer(wire, FAULTS["empty"].commit) as server:
        pass
    with pytest.raises(ModelUnavailable, match=r"no .*server at 127\.0\.0\.1:9; start it"):
        connect(server, url="http://127.0.0.1:9").identity()


@pytest.mark.parametrize("wire", BOTH)
def test_a_certificate_that_cannot_be_trusted(wire, tls):
    with (
        FaultyServer(wire, FAULTS["empty"].commit, tls=tls) as server,
        pytest.raises(
            ModelUnavailable,
            match=r"the certificate of .* cannot be trusted: self.signed certificate; correct llm\.base_url",
        ),
    ):
        connect(server, timeout_s=5).identity()


@pytest.mark.parametrize("wire", BOTH)
def test_an_authority_that_the_environment_names_is_trusted(wire, tls, certificate, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    with FaultyServer(wire, lambda line: line.whole(line.good()), tls=tls) as server:
        assert connect(server).complete(asked()).text == TEXT


@pytest.mark.parametrize("wire", BOTH)
def test_tls_to_a_server_without(wire):
    with FaultyServer(wire, FAULTS["empty"].commit) as server:
        with pytest.raises(ModelError, match="does not speak TLS") as caught:
            connect(server, url=server.base_url.replace("http:", "https:")).identity()
        assert is_one_sentence(caught.value)


@pytest.mark.parametrize("wire", BOTH)
@pytest.mark.parametrize("timeout_s", [float("inf"), float("nan"), 1e999, 0.0, -1.0, 1e10])
def test_a_time_without_end_is_refused(wire, timeout_s):
    assert any("llm.timeout_s" in each for each in BACKENDS.load(wire)(timeout_s=timeout_s).problems())


@pytest.mark.parametrize("wire", BOTH)
@given(data=st.data())
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_reply_is_read_or_its_fault_is_said(wire, data):
    good = Line(wire, None, None).good().encode()
    body = data.draw(damaged(good))
    with FaultyServer(wire, lambda line: line.whole(body)) as server:
        assert isinstance(reply_or_fault(connect(server, timeout_s=5)), str)


TOLD = {
    "ollama": ("/api/show", {"model_info": {"llama.context_length": 8192}, "capabilities": ["completion", "tools"]}),
    "openai": ("/v1/models", {"data": [{"id": MODEL, "max_model_len": 8192, "root": "r", "meta": {"n_ctx": 1}}]}),
}


@pytest.mark.parametrize("wire", BOTH)
@given(data=st.data())
@settings(quick, max_examples=25)
def test_any_values_of_a_reply_or_of_what_a_server_tells_are_taken_or_said(wire, data):
    path, told = TOLD[wire]
    bodies = {path: told, "": json.loads(Line(wire, None, None).good())}
    at = data.draw(st.sampled_from([*bodies]))
    bodies[at] = data.draw(spoiled(bodies[at]))
    with FaultyServer(
        wire, lambda line: line.whole(json.dumps(bodies[line.path if line.path == path else ""])), (path, *CHATS)
    ) as server:
        backend = connect(server, timeout_s=5)
        said = refusal(lambda: (backend.context_window(), backend.check_tools(), reply_or_fault(backend)), ModelError)
    assert "\n" not in said


def reply_or_fault(backend: Backend) -> str | None:
    try:
        return backend.complete(asked()).text
    except ModelError as error:
        return str(error) if is_one_sentence(error) else None


@pytest.mark.parametrize("body", [b"{}\n" * 600_000, b'{"a":[' + b"[]," * 600_000 + b"[]]}"])
def test_what_takes_long_to_read_is_not_read(body):
    with FaultyServer("ollama", lambda line: line.whole(gzip.compress(body, 1), "Content-Encoding: gzip")) as server:
        backend = connect(server, timeout_s=5)
        with (
            mock.patch.object(_bounded, "MOST_BYTES", 16 << 20),
            pytest.raises(InvalidReply, match="contains more than 500000 commas"),
        ):
            backend.complete(asked())


def test_a_server_cannot_have_a_client_wait_for_long():
    with FaultyServer("openai", lambda line: line.whole("{}", "Retry-After: 30", status="429 Busy")) as server:
        begun = perf_counter()
        with pytest.raises(ModelError):
            connect(server, timeout_s=1).complete(asked())
        assert perf_counter() - begun < 15


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [
        ("Retry-After: 30", 30, 30),
        (
            f"Retry-After: {format_datetime(datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1))}",
            600,
            3600,
        ),
        ("Retry-After: Wed, 21 Oct 2015 07:28:00 GMT", 0, 0),
        ("retry-after-ms: 250", 0.25, 0.25),
    ],
    ids=["seconds", "a date", "a date gone by", "milliseconds"],
)
def test_a_server_says_when_to_ask_again(header: str, least: float, most: float):
    with FaultyServer("openai", lambda line: line.whole("{}", header, status="429 Busy")) as server:
        with pytest.raises(ModelBusy) as caught:
            connect(server, timeout_s=5).complete(asked())
        assert least <= (caught.value.after or 0) <= most


@pytest.mark.parametrize("header", ["Retry-After: nan", "Retry-After: inf", "Retry-After: soon", "X: y"])
def test_a_server_that_does_not_say_it_is_not_obeyed(header: str):
    with FaultyServer("openai", lambda line: line.whole("{}", header, status="429 Busy")) as server:
        with pytest.raises(ModelBusy) as caught:
            connect(server, timeout_s=5).complete(asked())
        assert caught.value.after is None


def test_a_terminal_obeys_nothing_that_a_server_says():
    said = json.dumps({"error": "\x1b[2Jall right\x07\nerror: more"})
    with FaultyServer("ollama", lambda line: line.whole(said, status="500 Oops")) as server:
        with pytest.raises(ModelError) as caught:
            connect(server).complete(asked())
        assert str(caught.value).isprintable()
