"""Whole sweeps through servers that fail on one question, on all, or refuse all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from standins.served import ollama, own, records
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import question_of, sensible

WITHIN = "architecture=single_pass"  # one call a question
FEE = "storage fee"


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with OllamaServer(think=sensible) as running:
        yield running


def failing_on(words: str) -> Any:
    def think(body: Any) -> Said:
        return Said(status=500, error="the runner crashed") if words in question_of(body) else sensible(body)

    return think


def test_a_server_that_fails_on_one_prompt_costs_its_question_alone(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    server.think = failing_on(FEE)
    done = command("sweep", *own(documents, *ollama(server), WITHIN))
    assert done.returncode == 1, done.stdout
    assert "1 of 3 answers did not come, too many for a verdict" in done.stderr
    found = records(home)
    assert {name: one["failure"] for name, one in found.items() if one["status"] == "failed"} == {"fee": "not_answered"}
    assert "the runner crashed" in found["fee"]["limitations"]
    assert sum(FEE in question_of(body) for body in server.chats) == 3, "its tries"
    asked = len(server.chats)
    again = command("sweep", *own(documents, *ollama(server), WITHIN))
    assert (again.returncode, len(server.chats)) == (1, asked)


def test_a_server_that_fails_on_all_stops_the_sweep_and_the_same_command_asks_all_again(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    server.think = failing_on("")
    stopped = command("sweep", *own(documents, *ollama(server), WITHIN))
    assert stopped.returncode == 1
    assert "it failed on 3 questions one after the other" in stopped.stderr
    server.think = sensible
    done = command("sweep", *own(documents, *ollama(server), WITHIN))
    assert done.returncode == 0, done.stderr
    assert {one["status"] for one in records(home).values()} == {"answered"}


def test_a_variation_without_an_answer_ends_with_an_error_that_names_reason_and_file(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    server.think = lambda _: Said(status=400, error="this is refused")
    done = command("sweep", *own(documents, *ollama(server), WITHIN))
    assert done.returncode == 1
    (line,) = (line for line in done.stderr.splitlines() if line.startswith("error: "))
    assert "none of 3 questions was answered" in line
    assert "this is refused" in line
    file = home / line.rpartition("; see ")[2]
    assert {json.loads(each)["status"] for each in file.read_text(encoding="utf-8").splitlines()} == {"failed"}
