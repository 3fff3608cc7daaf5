"""The port of ragatta ui is one, or is refused; it serves MLflow's store, and of a server it prints the pages."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.faults import Fault

SERVER = """
import os, pathlib, socket, sys, time
words = sys.argv[1:]
assert words[:4] == ["ui", "--host", "127.0.0.1", "--port"], words
assert os.environ["MLFLOW_BACKEND_STORE_URI"].startswith("sqlite:///")
done = pathlib.Path(__file__).with_name("done")
with socket.socket() as server:
    time.sleep(0.3)
    server.bind(("127.0.0.1", int(words[4])))
    server.listen()
    while not done.exists():
        time.sleep(0.01)
"""


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package mlflow in MLflow's place, beside an interpreter without a script of that name."""
    database = tmp_path / "mlflow.db"
    database.touch()
    monkeypatch.setattr("ragatta.experiments.tracking.target.DATABASE", database)
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    package = tmp_path / "packages/mlflow"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    before = signal.getsignal(signal.SIGTERM)
    yield package
    signal.signal(signal.SIGTERM, before)


def test_the_address_is_printed_when_the_module_listens(
    module: Path, port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (module / "__main__.py").write_text(SERVER, encoding="utf-8")
    listened = []

    def pages() -> dict[str, str]:
        with socket.socket() as client:
            listened.append(client.connect_ex(("127.0.0.1", port)) == 0)
        (module / "done").touch()
        return {}

    monkeypatch.setattr("ragatta.experiments.commands.ui.pages", pages)
    assert run(["ui", "--port", str(port)]) == 0
    assert f"MLflow UI: http://127.0.0.1:{port}" in capsys.readouterr().out
    assert listened == [True]


def test_a_server_that_does_not_begin_is_a_fault(module: Path, port: int, capsys: pytest.CaptureFixture[str]) -> None:
    (module / "__main__.py").write_text("raise SystemExit(3)", encoding="utf-8")
    with pytest.raises(Fault, match=f"MLflow ended with code 3 before it listened on port {port}"):
        run(["ui", "--port", str(port)])
    assert "MLflow UI" not in capsys.readouterr().out


@pytest.mark.usefixtures("module")
def test_what_only_logs_has_no_ui(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ragatta.experiments.extras.distributions", lambda name: iter(()))  # noqa: ARG005
    with pytest.raises(Fault, match=r"MLflow's UI is not installed: pip install 'ragatta\[mlflow\]'"):
        run(["ui", "--port", str(port)])


@pytest.mark.usefixtures("module")
def test_a_port_that_is_taken_is_a_fault(port: int) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen()
        with pytest.raises(Fault, match=f"--port {port}: another program listens there"):
            run(["ui", "--port", str(port)])


@pytest.mark.parametrize("port", ["0", "65536", "²", "-1", "5000 5001", "x", "1e3", "99999999999"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(Fault, match="must be a number from 1 to 65535"):
        run(["ui", "--port", port])


def test_a_server_has_a_ui_of_its_own_whose_pages_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "summary.csv").write_text("variation,mlflow_run_id\nbaseline,abc\n", encoding="utf-8")
    monkeypatch.setattr("ragatta.experiments.commands.ui.LATEST", tmp_path)
    monkeypatch.setattr("ragatta.experiments.tracking.target.experiment_of", {"abc": "7"}.get)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "https://me:secret@mlflow.example/")
    assert run(["ui"]) == 0
    said = capsys.readouterr().out
    assert "https://mlflow.example/#/experiments/7/evaluation-runs" in said
    assert "secret" not in said
