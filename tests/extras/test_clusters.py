"""Sweeps on clusters: two nodes of Ray, each a raylet of its own on this machine, and submitit's local executor."""

from __future__ import annotations

import csv
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.paths import ROOT
from standins.served import ollama, own
from tests.experiments.launching.test_launchers import files, table
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="make setup-clusters was not run")
GRID = ("variation=baseline,page_window", "retrieval.top_k=3,5")
HEAD, OTHER = "127.0.0.2", "127.0.0.3"  # Ray tells nodes by their addresses
TOKEN = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "a-token-of-the-tests-" + "0" * 32}
ENVIRONMENT = {**os.environ, **TOKEN, "RAY_USAGE_STATS_ENABLED": "0"}


@dataclass
class Cluster:
    """Nodes with a processor each; `address` is that of the first."""

    place: Path
    port: int
    nodes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{HEAD}:{self.port}"

    def add(self) -> None:
        where = ["--address", self.address, "--node-ip-address", OTHER]
        if not self.nodes:
            where = ["--head", f"--port={self.port}", "--node-ip-address", HEAD, "--include-dashboard=false"]
            where += ["--temp-dir", str(self.place)]
        command = [Path(sys.executable).with_name("ray"), "start", *where, "--num-cpus=1", "--block"]
        with (self.place / f"node-{len(self.nodes)}.log").open("wb") as log:
            node = subprocess.Popen(command, env=ENVIRONMENT, stdout=log, stderr=log, start_new_session=True)
        self.nodes.append(node)
        log = self.place / f"node-{len(self.nodes) - 1}.log"
        until(lambda: "Ray runtime started" in log.read_text() or node.poll() is not None)
        assert node.poll() is None, log.read_text()

    def kill(self, node: int) -> None:
        """As a machine that loses its power."""
        os.killpg(self.nodes[node].pid, signal.SIGKILL)
        self.nodes[node].wait()


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with socket.socket() as free:
        free.bind((HEAD, 0))
        port = free.getsockname()[1]
    found = Cluster(tmp_path_factory.mktemp("ray"), port)
    try:
        found.add()
        found.add()
        yield found
    finally:
        for number, node in enumerate(found.nodes):
            if node.poll() is None:
                found.kill(number)


def sweep(home: Path, *words: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "ragatta", "sweep", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        program, cwd=ROOT, env={**ENVIRONMENT, "RAGATTA_HOME": str(home)}, stdout=pipe, stderr=pipe, text=True
    )


def test_the_same_bytes_on_two_nodes_and_in_submitit(cluster: Cluster, documents: Path, tmp_path: Path) -> None:
    launchers = {
        "ragatta": [],
        "ray": ["hydra/launcher=ray", f"hydra.launcher.address={cluster.address}", "runner.index_jobs=2"],
        "submitit": ["hydra/launcher=submitit_local", f"hydra.launcher.submitit_folder={tmp_path}/submitit"],
    }
    found = {}
    for name, words in launchers.items():
        running = sweep(tmp_path / name, *own(documents), *GRID, *words)
        _, said = running.communicate(timeout=300)
        assert running.returncode == 0, said
        found[name] = files(tmp_path / name), [row["score"] for row in table(tmp_path / name)]
        embedded = sum(int(row["chunks_embedded"]) for row in table(tmp_path / name))
        assert bool(embedded) == (name != "ray"), "the nodes have embedded a part of the documents each"
    assert len(found["ragatta"][0]) == 8
    assert found["ray"] == found["ragatta"]
    assert found["submitit"] == found["ragatta"]


def test_a_node_that_dies_in_the_middle_costs_nothing(cluster: Cluster, documents: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with OllamaServer(think=slow) as server:
        words = [*own(documents, *ollama(server, *GRID)), "hydra/launcher=ray", "llm.cache=off", "runner.workers=1"]
        running = sweep(home, *words, f"hydra.launcher.address={cluster.address}")
        until(lambda: len(rows(home)) >= 3)
        cluster.kill(1)
        _, said = running.communicate(timeout=300)
        assert running.returncode == 0, said
    assert len(table(home)) == 4
    assert all(row["answered"] == "3" for row in table(home))
    asked = rows(home)
    assert len(asked) == len({(path, line.split('"question_key": ')[1][:20]) for path, line in asked}) == 12


def slow(body: Any) -> Said:
    return replace(sensible(body), hang_s=0.3)


def rows(home: Path) -> list[tuple[str, str]]:
    """The lines of the journals."""
    return [
        (p.parent.name, line) for p in home.glob("outputs/runs/*/journal.jsonl") for line in p.read_text().splitlines()
    ]


def until(true: Callable[[], bool]) -> None:
    for _ in range(1200):
        if true():
            return
        time.sleep(0.1)
    raise AssertionError("it did not come to that")


def test_two_runners_build_a_collection_once(documents: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    both = [sweep(home, *own(documents), f"variation={name}") for name in ("baseline", "high_depth")]
    for running in both:
        _, said = running.communicate(timeout=120)
        assert running.returncode == 0, said
    summaries = [*home.glob("outputs/sweeps/*/summary.csv")]
    tables = [path.read_text(encoding="utf-8").splitlines() for path in summaries]
    built = [int(row["chunks_embedded"]) for table in tables for row in csv.DictReader(table)]
    assert len(built) == 2
    assert sorted(built)[0] == 0 < sorted(built)[1]
