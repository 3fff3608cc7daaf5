"""A real MLflow server over a real PostgreSQL, for tests: both on this machine, in a folder of their own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE_S = 600.0  # a busy machine takes minutes over the tables
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(what: str, reached: Callable[[], bool]) -> None:
    """Waits for it."""
    end = time.monotonic() + PATIENCE_S
    while not reached():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE_S:.0f} s until {what}")
        time.sleep(0.2)


@contextmanager
def postgresql() -> Iterator[str]:
    """A server with an empty database, run by an ordinary user: PostgreSQL refuses root. Yields its address."""
    as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.geteuid() == 0 else []
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    binaries, port = BINARIES[-1], free_port()
    if as_user:
        shutil.chown(folder, "postgres", "postgres")

    def run(program: str, *words: str) -> list[str]:
        return [*as_user, str(binaries / program), *words]

    def done(program: str, *words: str) -> bool:
        return subprocess.run(run(program, *words), check=False, cwd=folder, capture_output=True).returncode == 0

    assert done("initdb", "-D", f"{folder}/data", "-U", "mlflow", "-A", "trust", "-E", "UTF8", "--no-sync")
    words = ["-D", f"{folder}/data", "-h", "127.0.0.1", "-p", str(port), "-k", str(folder), "-c", "fsync=off"]
    server = subprocess.Popen(run("postgres", *words), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until("PostgreSQL is ready", lambda: done("pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)))
        yield f"postgresql://mlflow@127.0.0.1:{port}/postgres"
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(60)
        shutil.rmtree(folder, ignore_errors=True)


class MlflowServer:
    """`mlflow server` on a port that it keeps when it is started again; a context manager."""

    def __init__(self, database: str, folder: Path) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        self._words = [
            sys.executable, "-m", "mlflow", "server", "--backend-store-uri", database, "--artifacts-destination",
            str(folder / "artifacts"), "--host", "127.0.0.1", "--port", str(port), "--workers", "1",
        ]  # fmt: skip
        self._folder = folder

    def __enter__(self) -> MlflowServer:
        try:
            self.start()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        environment = {**os.environ, "MLFLOW_DISABLE_TELEMETRY": "true", "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false"}
        with (self._folder / "server.log").open("a") as said:
            self._process = subprocess.Popen(
                self._words, cwd=self._folder, env=environment, stdout=said, stderr=said, start_new_session=True
            )
        until("MLflow answers", self._answers)

    def kill(self) -> None:
        """With its workers, at whatever they are."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait(60)

    def _answers(self) -> bool:
        if self._process.poll() is not None:
            raise RuntimeError((self._folder / "server.log").read_text(encoding="utf-8")[-2000:])
        try:
            with urllib.request.urlopen(f"{self.address}/health", timeout=5) as reply:
                return bool(reply.status == 200)
        except OSError:
            return False
