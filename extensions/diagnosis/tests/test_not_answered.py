"""No command says of the pipeline what its server did."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from standins.served import ollama, own
from tests.experiments.test_not_answered import FAULTS, server
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import question_of, sensible, task_of

__all__ = ["server"]


@pytest.mark.parametrize("verb", ["diagnose", "grow", "stress"])
def test_no_command_says_of_the_pipeline_what_its_server_did(
    command: Command, documents: Path, own_split: list[str], server: OllamaServer, verb: str
) -> None:
    """Every third call fails; then the same command with --retry-failed says what it says of a healthy server."""
    wrong = {"status": "answered", "text": "It is $9.", "items": [], "value": "$9", "sources": [], "missing": ""}

    def healthy(body: Any) -> Said:
        is_lost = task_of(body) == "answer" and "storage fee" in question_of(body)
        return Said(json.dumps(wrong)) if is_lost else sensible(body)

    numbers = count()

    def faulty(body: Any) -> Said:
        return FAULTS["garbage"] if task_of(body) == "answer" and next(numbers) % 3 == 2 else healthy(body)

    words = own(documents, *ollama(server), "architecture=single_pass")
    if verb == "diagnose":
        words = ["--grid", "none", "tracking=off", *own_split, *ollama(server), "architecture=single_pass"]
    given = {
        "diagnose": ["--run", "latest:baseline"],
        "grow": ["--times", "1,2", *words],
        "stress": ["--stress", "typos", *words],
    }[verb]
    server.think = healthy
    if verb == "diagnose":
        assert command("sweep", *words).returncode == 0
    server.think = faulty
    lacking = command(verb, *given)
    assert lacking.returncode == 1, lacking.stdout
    assert "did not come" in lacking.stderr
    server.think = healthy
    mended = command(verb, *given, "--retry-failed")
    assert mended.returncode == 0, mended.stderr
    assert "did not come" not in mended.stdout
