"""A server of MLflow that is away costs a sweep seconds, and its results nothing."""

from __future__ import annotations

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from ragatta.experiments import tracking
from ragatta.experiments.results.reading import open_sweep
from ragatta.experiments.tracking import send, target, track
from tests.standins.sweeps import Sweep


@pytest.mark.parametrize("listening", [False, True])
def test_a_server_that_is_away_is_one_line_and_is_tried_again_later(
    listening: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep, started, pauses = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 's')}/"), [], []
    monkeypatch.setattr(track, "start", started.append)
    monkeypatch.setattr(target, "PATIENCE_S", 0.05)
    monkeypatch.setattr(send, "sleep", pauses.append)
    monkeypatch.setattr(send, "send", lambda *_, **__: target.reach())  # without importing MLflow
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        if listening:  # and never replying
            server.listen()
        port = server.getsockname()[1]
        monkeypatch.setenv(target.URI, f"http://me:secret@127.0.0.1:{port}")
        assert track.track(sweep) == 1
        said = capsys.readouterr().err.splitlines()
        with pytest.raises(target.MlflowAway):
            send.main([f"{sweep.folder}/"])
    assert said[0] == "logging to MLflow"
    assert said[1].startswith(f"error: nothing was logged: MLflow at http://127.0.0.1:{port} does not reply: ")
    assert said[1].endswith(f"ragatta log --sweep-id {sweep.folder.name} sends it later")
    assert started == [sweep]
    assert pauses == [*send.PAUSES_S]


@pytest.mark.parametrize(
    ("uri", "ways"),
    [
        ("", "pip install 'ragatta[mlflow]' (500 MB), or without its UI pip install 'ragatta[tracking]' (100 MB)"),
        ("http://127.0.0.1:9", "pip install 'ragatta[tracking]' (100 MB)"),
    ],
)
def test_without_mlflow_a_line_says_which_extra_logs(
    uri: str, ways: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(track, "is_here", lambda _: False)
    monkeypatch.setenv(target.URI, uri)
    assert track.track(open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 's')}/")) == 0
    said = f"nothing was logged: MLflow is not installed: {ways}, then ragatta log; or tracking=off\n"
    assert capsys.readouterr().err == said


def failing(*_: object) -> None:
    raise RuntimeError("no room on the device\nat line 7")


def test_a_tracker_that_fails_is_an_error_of_one_line_and_says_how_to_log_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sweep = open_sweep(f"{Sweep(questions=1, mlflow=True).write(tmp_path / 's')}/")
    monkeypatch.setattr(tracking, "runs", SimpleNamespace(log_runs=failing), raising=False)
    monkeypatch.setattr(target, "client", lambda: None)
    assert track.track(sweep) == 1
    _, cause, later = capsys.readouterr().err.splitlines()
    assert cause == "error: the results are whole, but MLflow could not be written: no room on the device"
    assert later.startswith(f"ragatta log --sweep-id {sweep.folder.name} logs them")
    assert not track.logged_beside(sweep, "report", failing)
    assert capsys.readouterr().err.splitlines() == [
        "error: the report is written, but could not be logged to MLflow: no room on the device"
    ]


@pytest.mark.parametrize("reply", [b"HTTP/1.0 401 Who?\r\n\r\n", b"what?\r\n\r\n"])
def test_any_reply_is_one(reply: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv(target.URI, f"http://127.0.0.1:{server.getsockname()[1]}")
        with ThreadPoolExecutor(1) as pool:
            pool.submit(answer, server, reply)
            target.reach()


def test_a_proxy_before_a_server_of_this_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urllib.request._opener", None)  # it keeps the proxies of its first use
    monkeypatch.setenv(target.URI, "http://127.0.0.1:5999")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with socket.create_server(("127.0.0.1", 0)) as proxy, ThreadPoolExecutor(1) as pool:
        monkeypatch.setenv("http_proxy", f"http://me:secret@127.0.0.1:{proxy.getsockname()[1]}")
        pool.submit(answer, proxy, b"HTTP/1.0 502 Bad Gateway\r\n\r\n")
        said = r"through the proxy 127\.0\.0\.1:\d+ of http_proxy, .*Bad Gateway; set NO_PROXY=127\.0\.0\.1"
        with pytest.raises(target.MlflowAway, match=said):
            target.reach()


def test_a_proxy_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("urllib.request._opener", None)
    monkeypatch.setenv(target.URI, "http://127.0.0.1:5999")
    monkeypatch.setenv("http_proxy", "ftp://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(
        target.MlflowAway, match=r"127\.0\.0\.1:5999 is not reached: a proxy of http_proxy cannot be used"
    ):
        target.reach()


def answer(server: socket.socket, reply: bytes) -> None:
    with server.accept()[0] as client:
        client.recv(10_000)
        client.sendall(reply)
