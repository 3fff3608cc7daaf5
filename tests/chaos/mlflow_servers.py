"""Whole sweeps that log to an MLflow server which lacks, refuses, delays or breaks something, or whose experiment was
deleted.

The results are those of the undisturbed sweep whatever the server does, and where it could not log, the error says so.
Once the server is well, `ragatta log` completes what is there: each run of the sweep once, none left RUNNING.
"""

from __future__ import annotations

import random
import re
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.chaos.course import BAD, HANG, LOST, UNNAMED, WRONG, Bench, Trial, figures, judged, signalled
from tests.standins.faulty_proxy import Fault, FaultyProxy, Instead
from tests.standins.mlflow_server import MlflowServer

LOGIN = Instead(200, b"<html><body>Please sign in</body></html>")
DELETED = "its experiment was deleted"
BRIEF = {"MLFLOW_HTTP_REQUEST_MAX_RETRIES": "1", "MLFLOW_HTTP_REQUEST_TIMEOUT": "5"}


def _on(part: str, instead: Instead) -> Fault:
    """On each request whose path holds the part; all of them where it is empty."""
    return lambda path, _: instead if part in path else None


def _now_and_then(instead: Instead) -> Callable[[random.Random], Fault]:
    def drawn(random: random.Random) -> Fault:
        nth = random.randrange(2, 9)
        return lambda _, number: instead if number % nth == 0 else None

    return drawn


def _from_some_moment(instead: Instead) -> Callable[[random.Random], Fault]:
    def drawn(random: random.Random) -> Fault:
        first = random.randrange(1, 60)
        return lambda _, number: instead if number >= first else None

    return drawn


FAULTS: dict[str, Callable[[random.Random], Fault]] = {
    DELETED: lambda _: lambda _path, _number: None,
    "it has no traces and datasets, as 2.22": lambda _: _on("/api/3.0/", Instead(404, b"<html>Not Found</html>")),
    "artifacts are refused": lambda _: _on("mlflow-artifacts", Instead(403, b"denied")),
    "artifacts are too large": lambda _: _on("mlflow-artifacts", Instead(413, b"too large")),
    "artifacts fail": lambda _: _on("mlflow-artifacts", Instead(500, b"disk full")),
    "metrics are refused": lambda _: _on("log-batch", Instead(400, b'{"error_code": "INVALID_PARAMETER_VALUE"}')),
    "a login page instead": lambda _: _on("", LOGIN),
    "nobody may": lambda _: _on("", Instead(403, b"Forbidden")),
    "it is slow": lambda _: _on("", Instead(pause_s=0.1)),
    "some requests fail": _now_and_then(Instead(500, b"oops")),
    "some connections end": _now_and_then(Instead(0)),
    "some requests come too soon": _now_and_then(Instead(429, b"slow down")),
    "it goes away": _from_some_moment(Instead(503, b"Service Unavailable")),
    "it is killed": _from_some_moment(Instead(0)),
    "a login page from some moment on": _from_some_moment(LOGIN),
    "it hangs": _from_some_moment(Instead(503, pause_s=7)),
}


@dataclass(frozen=True)
class _Logging:
    """A sweep into an experiment of its own, and what the server then holds of it."""

    bench: Bench
    server: MlflowServer
    experiment: str

    def run(self, command: str, words: list[str], address: str) -> tuple[int | None, str]:
        more = {**BRIEF, "MLFLOW_TRACKING_URI": address, "MLFLOW_EXPERIMENT_NAME": self.experiment}
        return self.bench.run(command, words, self.home, **more)

    @property
    def home(self) -> Path:
        return self.bench.folder / "home"

    def end_sender(self) -> None:
        """The process after the sweep would go on trying for minutes."""
        for process in Path("/proc").glob("[0-9]*/cmdline"):
            with suppress(OSError):  # it has ended
                if re.search(
                    rf"\.tracking\.(send|beside)\0{re.escape(str(self.home))}/".encode(), process.read_bytes()
                ):
                    signalled(int(process.parent.name), signal.SIGKILL)

    def is_whole(self) -> bool:
        """The sweep's run and its variation's, each once and ended."""
        found = self._mlflow().search_runs([self._id()])
        return sorted(run.info.status for run in found) == ["FINISHED"] * 2

    def delete(self) -> None:
        self._mlflow().create_experiment(self.experiment)
        self._mlflow().delete_experiment(self._id())

    def restore(self) -> None:
        self._mlflow().restore_experiment(self._id())

    def _id(self) -> str:
        return str(self._mlflow().get_experiment_by_name(self.experiment).experiment_id)

    def _mlflow(self) -> Any:
        from mlflow.tracking import MlflowClient

        return MlflowClient(self.server.address)


def trials(bench: Bench, count: int, drawn: random.Random) -> Iterator[Trial]:
    """So many faults, each kind in turn, before one server over SQLite."""
    true = bench.undisturbed(bench.own(), bench.folder / "home")
    kinds = drawn.sample(list(FAULTS), len(FAULTS))
    with MlflowServer(f"sqlite:///{bench.folder}/mlflow.db", bench.folder) as server:
        for number in range(count):
            what = kinds[number % len(kinds)]
            logging = _Logging(bench, server, f"chaos {number}")
            if what == DELETED:
                logging.delete()
            with FaultyProxy(server.address, FAULTS[what](drawn)) as proxy:
                yield _through(logging, proxy, what, true)


def _through(logging: _Logging, proxy: FaultyProxy, what: str, true: dict[str, str]) -> Trial:
    """One sweep through the proxy; then the server is well, and what is missing there is logged."""
    shutil.rmtree(logging.home, ignore_errors=True)
    code, own = logging.run("sweep", logging.bench.own("tracking=mlflow"), proxy.address)
    logging.end_sender()
    outcome = judged(code, own, lambda: True, ["MLflow"])
    if outcome not in BAD and figures(logging.home) != true:
        outcome = WRONG
    if what == DELETED:
        logging.restore()
    last, said = logging.run("log", ["--sweep-id", "latest"], logging.server.address)
    if outcome not in BAD and (last or not logging.is_whole()):
        outcome = {None: HANG, 0: LOST}.get(last, UNNAMED)
    return Trial(what, outcome, f"{own}\n-- then --\n{said}")
