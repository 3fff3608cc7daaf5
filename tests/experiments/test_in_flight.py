"""Several questions in flight over a real server on the loopback address: nothing but the time changes."""

from __future__ import annotations

import csv
import hashlib
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.experiments.conftest import Command
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible, task_of
from tests.standins.served import ollama, own


@pytest.fixture
def answered(
    command: Command, documents: Path, home: Path, serve: Callable[[], OllamaServer]
) -> Callable[..., tuple[dict[str, bytes], Any, OllamaServer]]:
    """Runs two variations with the given overrides; the bytes of their answers and scores, the command, the server."""

    def run(
        *words: str, think: Callable[[Any], Said] = sensible, servers: list[OllamaServer] | None = None
    ) -> tuple[dict[str, bytes], Any, OllamaServer]:
        server = serve()
        if servers is not None:
            servers.append(server)
        server.think = think
        grid = ["variation=baseline,page_window", "llm.cache=off", *words]
        done = command("sweep", *own(documents, *ollama(server, *grid)))
        files = sorted((home / "outputs/latest").resolve().glob("runs/*/*.jsonl"))
        kept = {
            f"{file.parent.name}/{file.name}": file.read_bytes()
            for file in files
            if file.name in ("answers.jsonl", "scores.jsonl")
        }
        return kept, done, server

    return run


def shuffled(seed: str) -> Callable[[Any], Said]:
    """Sensible replies after up to 0.15 s, by request and seed."""

    def think(body: Any) -> Said:
        delay = hashlib.sha256(f"{seed} {body['messages']}".encode()).digest()[0] / 255 * 0.15
        return replace(sensible(body), hang_s=delay)

    return think


def test_answers_and_scores_are_the_same_bytes_in_whatever_order_they_arrive(
    answered: Callable[..., Any], home: Path
) -> None:
    serial, done, _ = answered("runner.workers=1", "--all")
    assert done.returncode == 0, done.stderr
    assert len(serial) == 4
    assert "under load" not in done.stdout
    for workers in (2, 6):
        (home / "outputs").rename(home / f"outputs before {workers}")
        several, done, _ = answered(f"runner.workers={workers}", "--all", think=shuffled(str(workers)))
        assert done.returncode == 0, done.stderr
        assert several == serial
        under_load = f"Latencies are under load: up to [2-{workers}] questions were in flight"
        assert re.search(under_load, " ".join(done.stdout.split()))
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        assert [row["variation"].split()[0] for row in csv.DictReader(stream)] == ["baseline", "page_window"]


def test_a_storm_of_refusals_costs_time_alone(answered: Callable[..., Any], home: Path) -> None:
    serial, _, calm = answered("runner.workers=1")
    (home / "outputs").rename(home / "outputs before")
    tried = set[str]()

    def refusing(body: Any) -> Said:
        name = str(body["messages"])
        if name in tried:
            return sensible(body)
        tried.add(name)
        return Said(status=429 if len(tried) % 2 else 503, error="server busy, please try again")

    several, done, server = answered("runner.workers=6", think=refusing)
    assert done.returncode == 0, done.stderr
    assert several == serial
    calls = [body for body in calm.chats if task_of(body) != "summarize"]
    assert len(server.chats) == len(calls) + len(tried), "what was refused was asked once more, and nothing else"


def test_a_server_that_is_restarted_twice_costs_time_alone(answered: Callable[..., Any], home: Path) -> None:
    serial, _, calm = answered("runner.workers=1")
    (home / "outputs").rename(home / "outputs before")
    restarts, servers = [3, 8], []

    def restarting(body: Any) -> Said:
        if restarts and len(servers[0].chats) >= restarts[0]:
            restarts.pop(0)
            threading.Thread(target=servers[0].restart, args=(0.5,)).start()
        return replace(sensible(body), hang_s=0.05)

    several, done, server = answered("runner.workers=4", "llm.patience_s=30", think=restarting, servers=servers)
    assert done.returncode == 0, done.stderr
    assert restarts == []
    assert several == serial
    calls = [str(body["messages"]) for body in calm.chats if task_of(body) != "summarize"]
    assert sorted(str(body["messages"]) for body in server.chats) == sorted(calls), "nothing was asked twice"


def test_a_budget_ends_a_sweep_with_what_is_answered(answered: Callable[..., Any], home: Path) -> None:
    _, whole, server = answered("runner.workers=1")
    assert whole.returncode == 0, whole.stderr
    needed = len(server.chats)
    (home / "outputs").rename(home / "outputs before")
    _, stopped, server = answered("runner.workers=4", f"budget.calls={needed * 2 // 3}", "--all")
    assert stopped.returncode == 0, stopped.stderr
    assert "stopped: the budget is used up: budget.calls=" in stopped.stderr
    assert re.search("missing; its figures are over the others|no answers, so not in the table", stopped.stdout)
    assert len(server.chats) <= needed * 2 // 3
    _, done, _ = answered("runner.workers=4")
    assert done.returncode == 0, done.stderr
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        assert [row["unanswered"] for row in csv.DictReader(stream)] == ["0", "0"]
