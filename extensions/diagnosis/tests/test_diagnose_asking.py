"""A diagnosis asks as a sweep does: nothing twice, within a budget, and through a model that goes away. An architecture
needs nothing for it."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ragatta.experiments.paths import ROOT
from standins.commands import Command, Commands
from standins.examples import examples
from standins.pdfs import write_pdf
from standins.served import ollama
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import question_of, sensible, task_of

WORDS = (
    "--grid", "none", "architecture=single_pass", "chunking.chunk_size=60", "chunking.chunk_overlap=0",
    "retrieval.top_k=1", "tracking=off",
)  # fmt: skip
DIAGNOSE = ("diagnose", "--run", "latest:chunk_size=60 chunk_overlap=0 top_k=1")
FEE = "storage fee"


def wrong_on_the_fee(body: Any) -> Said:
    if task_of(body) != "answer" or FEE not in question_of(body):
        return sensible(body)
    reply = {"status": "answered", "text": "It is $9.", "items": [], "value": "$9", "sources": [], "missing": ""}
    return Said(json.dumps(reply))


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with OllamaServer(think=wrong_on_the_fee) as running:
        yield running


def table(home: Path) -> list[dict[str, str]]:
    with (home / "outputs/latest/diagnosis.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def asked(home: Path) -> list[tuple[str, str, int]]:
    """(run folder, question key, sample) of every line of every journal."""
    journals = home.glob("outputs/runs/*/journal.jsonl")
    lines = [(path.parent.name, line) for path in journals for line in path.read_text().splitlines(keepends=True)]
    entries = [(name, json.loads(line)) for name, line in lines if line.endswith("\n")]
    return [(name, entry["question_key"], entry["sample"]) for name, entry in entries]


def test_a_model_is_asked_for_a_fresh_sample_within_a_budget_and_never_twice(
    command: Command, own_split: list[str], home: Path, server: OllamaServer
) -> None:
    assert command("sweep", *WORDS, *own_split, *ollama(server)).returncode == 0
    before = len(server.chats)
    said = command(*DIAGNOSE, "--dry-run")
    assert (said.returncode, len(server.chats)) == (0, before), said.stderr
    assert "asking 2 questions again in 7 ways" in said.stdout
    assert "At most 14 model calls, without repairs, about" in said.stdout
    stopped = command(*DIAGNOSE, "budget.calls=3")
    assert stopped.returncode == 0, stopped.stderr
    assert "the same command goes on from there" in stopped.stderr
    assert len(server.chats) == before + 3
    assert not (home / "outputs/latest/diagnosis.csv").exists()
    done = command(*DIAGNOSE)
    assert done.returncode == 0, done.stderr
    assert {body["options"]["seed"] for body in server.chats[before:]} == {1, 2}, "the sweep had sample 0"
    lines, chats = asked(home), len(server.chats)
    assert len(lines) == len(set(lines))
    assert [row["stage"] for row in table(home)] == ["routing", "retrieval", "context", "reader, gold or scorer"]
    assert table(home)[-1]["examples"] == "fee", "which the model gets wrong whatever it is shown"
    again = command(*DIAGNOSE)
    assert (again.returncode, len(server.chats)) == (0, chats)
    assert len(table(home)) == 4


def test_a_model_that_goes_away_costs_no_answer(
    command: Command, own_split: list[str], home: Path, server: OllamaServer
) -> None:
    assert command("sweep", *WORDS, *own_split, *ollama(server, "llm.patience_s=0")).returncode == 0
    server.think = lambda _: Said(status=503, error="shutting down")
    away = command(*DIAGNOSE)
    assert away.returncode == 1
    assert "shutting down" in away.stderr
    server.think = wrong_on_the_fee
    done = command(*DIAGNOSE)
    assert done.returncode == 0, done.stderr
    assert len(table(home)) == 4


TALK = """
- {id: fee_1, question: What is the storage fee per night in winter?, kind: unanswerable}
- {id: fee_2, after: fee_1, question: And how much is it per week?, kind: number, expected: $9,
   evidence: [{file: shed.pdf, pages: [2], quote: Seven nights cost nine dollars in all}]}
"""


def test_a_lost_turn_is_asked_again_with_what_was_answered_before_it(
    command: Command, home: Path, tmp_path: Path
) -> None:
    (tmp_path / "pdfs").mkdir()
    write_pdf(
        tmp_path / "pdfs/shed.pdf", ["The storage fee is $25 per night.", "Seven nights cost nine dollars in all."]
    )
    (tmp_path / "talk.yaml").write_text(TALK)
    own = ("history=last", "history.answers=own", "architecture=single_pass", "chunking=page", "retrieval.top_k=1")
    files = ("--pdfs", str(tmp_path / "pdfs"), "--questions", str(tmp_path / "talk.yaml"), "tracking=off")
    assert command("sweep", "--grid", "none", *files, *own).returncode == 0
    (before,) = {name for name, *_ in asked(home)}
    assert len(asked(home)) == 2
    done = command("diagnose", "--run", "latest:history=last answers=own chunking=page top_k=1", "--all")
    assert done.returncode == 0, done.stderr
    assert "1 lost question and 0 of 0 right ones were asked again; 1 lost ones have no gold evidence" in done.stdout
    assert "by who is at fault: reader 1." in done.stdout, "the turn before it counts nowhere"
    assert len([name for name, *_ in asked(home) if name == before]) == 2, "both are answered already"


def test_killed_it_goes_on(
    commands: Commands, command: Command, own_split: list[str], home: Path, server: OllamaServer
) -> None:
    assert command("sweep", *WORDS, *own_split, *ollama(server)).returncode == 0
    kept = len(asked(home))
    process = commands.start(DIAGNOSE[0], DIAGNOSE[1:], ROOT, {**os.environ, "RAGATTA_HOME": str(home)})
    try:
        while process.poll() is None and len(asked(home)) <= kept + 2:
            time.sleep(0.005)
    finally:
        process.kill()
        process.communicate()
    done = command(*DIAGNOSE)
    assert done.returncode == 0, done.stderr
    assert len(asked(home)) == len(set(asked(home))) == kept + 14
    assert len(table(home)) == 4


def test_an_architecture_of_the_handbook_needs_nothing_for_oracles(
    command: Command, own_split: list[str], home: Path, tmp_path: Path
) -> None:
    parts = tmp_path / "parts" / "ragatta_parts" / "architectures"
    parts.mkdir(parents=True)
    (parts / "once.py").write_text(examples()["Once"], encoding="utf-8")
    path = {"PYTHONPATH": str(tmp_path / "parts")}
    words = [word.replace("single_pass", "once") for word in WORDS]
    swept = command("sweep", *words, *own_split, **path)
    assert swept.returncode == 0, swept.stderr
    done = command(*DIAGNOSE, **path)
    assert done.returncode == 0, done.stderr
    assert [row["metric"] for row in table(home)] == ["evidence_recall"] * 4 + ["score"] * 4, "no model answers"
    found = {row["stage"]: row for row in table(home) if row["metric"] == "score"}
    assert [*found] == ["routing", "retrieval", "context", "reader, gold or scorer"]
    assert float(found["context"]["alone"]) == 0.5, "the lost one of two is right with the evidence at hand"
    assert float(found["context"]["evidence"]) == 1
    assert "planning: not applicable: no model is asked for a plan." in done.stdout


THEIRS = "def answer(question): return '600' if 'seals' in question else 'I think 7'\n"


@pytest.fixture
def outside(command: Command, own_split: list[str], tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Diagnoses a system outside, which is right on one of two questions."""
    (tmp_path / "theirs.py").write_text(THEIRS, encoding="utf-8")
    path = {"PYTHONPATH": str(tmp_path)}

    def diagnosed(request: str, *words: str) -> subprocess.CompletedProcess[str]:
        service = ["architecture=python", "architecture.service.options.target=theirs:answer", request]
        swept = command("sweep", "--grid", "none", *own_split, *service, "tracking=off", "variation=baseline", **path)
        assert swept.returncode == 0, swept.stderr
        return command("diagnose", "--run", "latest:baseline", *words, **path)

    return diagnosed


def test_a_system_outside_needs_a_reader_that_is_shown_the_evidence(
    outside: Callable[..., subprocess.CompletedProcess[str]], home: Path
) -> None:
    refused = outside("architecture.external.request='{question}'")
    assert refused.returncode == 1
    assert "context: not asked: name the model" in refused.stderr
    done = outside("architecture.external.request='{question}'", "llm=extractive")
    assert done.returncode == 0, done.stderr
    assert "routing: not applicable: no scope." in done.stdout
    assert [row["stage"] for row in table(home)] == ["context", "reader, gold or scorer"]
    assert float(table(home)[0]["alone"]) == 0.5


def test_a_system_outside_that_takes_a_scope_is_given_one(
    outside: Callable[..., subprocess.CompletedProcess[str]], home: Path
) -> None:
    done = outside("architecture.external.request='{question} In: {documents}'", "llm=extractive")
    assert done.returncode == 0, done.stderr
    found = {row["stage"]: row for row in table(home)}
    assert [*found] == ["routing", "context", "reader, gold or scorer"]
    assert (float(found["routing"]["alone"]), float(found["context"]["after"])) == (0, 0.5)
