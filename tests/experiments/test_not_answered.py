"""Whole commands through a server that stops answering: what did not come is in no figure, and is asked again."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from standins.served import ollama, own, records, row
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import question_of, sensible, task_of

WITHIN = ("architecture=single_pass", "repeats=8", "runner.workers=1")  # 24 answers, a call each
HEALTHY = "0.952381"  # the score: the stand-in adds an item to the list
LABEL = "router.top_k_docs=2"
FAULTS = {
    "hangs": Said("{}", hang_s=30),
    "garbage": Said(raw=b"<html>no model here</html>"),
    "cut": Said('{"status": "answered"', cut=True),
    "fails": Said(status=500, error="the runner crashed"),
}


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with OllamaServer(think=sensible) as running:
        yield running


def failing(when: Callable[[int], bool], said: Said) -> Any:
    """Fails the calls for an answer with these numbers, from 0."""
    numbers = count()

    def think(body: Any) -> Said:
        return said if task_of(body) == "answer" and when(next(numbers)) else sensible(body)

    return think


@pytest.mark.parametrize("fault", ["hangs", "garbage", "cut"])
def test_a_server_that_stops_answering_ends_the_sweep_and_the_same_command_goes_on(
    command: Command, documents: Path, home: Path, server: OllamaServer, fault: str
) -> None:
    server.think = failing(lambda number: number > 5, FAULTS[fault])
    words = own(documents, *ollama(server, "llm.timeout_s=1", "llm.patience_s=1"), *WITHIN)
    stopped = command("sweep", *words, "--all")
    assert stopped.returncode == 1, stopped.stdout
    assert re.search(r"it failed on \d questions one after the other", stopped.stderr)
    assert f"{LABEL}: 18 of 24 answers did not come" in " ".join(stopped.stdout.split())
    server.think = sensible
    done = command("sweep", *words)
    assert done.returncode == 0, done.stderr
    assert (row(home)["failed"], row(home)["score"], len(records(home))) == ("0", HEALTHY, 3)


def test_answers_that_did_not_come_leave_no_figures_until_they_are_asked_again(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    server.think = failing(lambda number: number % 4 == 3, FAULTS["garbage"])
    words = own(documents, *ollama(server), *WITHIN)
    lacking = command("sweep", *words, "--all")
    assert lacking.returncode == 1, lacking.stdout
    assert "No decision: too many of the answers did not come." in lacking.stdout
    assert "6 of 24 answers did not come, too many for a verdict (comparison.not_answered=0.05)" in lacking.stderr
    assert (row(home)["not_answered"], row(home)["timed_out"]) == ("6", "0")
    assert (row(home)["score"], row(home)["evidence_recall"]) == ("", ""), "nor in the file"
    assert "Evidence by question" not in lacking.stdout
    assert not re.search(r"│ +[01]\.\d{3} ", lacking.stdout.partition("median s")[0]), "no figure of a metric"
    server.think = sensible
    again = command("sweep", *words, "--retry-failed")
    assert again.returncode == 0, again.stderr
    assert (row(home)["not_answered"], row(home)["score"]) == ("0", HEALTHY)


def test_a_few_of_them_are_counted_and_said(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    server.think = failing(lambda number: number == 3, FAULTS["garbage"])
    done = command("sweep", *own(documents, *ollama(server), *WITHIN), "--all")
    assert done.returncode == 0, done.stderr
    assert f"! {LABEL}: 1 of 24 answers did not come (0 each); --retry-failed" in done.stdout
    assert f"Answers that did not come: {LABEL} 1." in done.stdout
    assert (row(home)["score_if_wrong"], row(home)["score_if_right"]) != (row(home)["score"], row(home)["score"])


def test_a_reply_that_is_whole_and_cannot_be_used_is_the_models_own_fault(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    server.think = lambda body: Said("no JSON") if "storage fee" in question_of(body) else sensible(body)
    done = command("sweep", *own(documents, *ollama(server), "architecture=single_pass"))
    assert done.returncode == 0, done.stderr
    assert records(home)["fee"]["failure"] == "answered_badly"
    assert (row(home)["failed"], row(home)["not_answered"]) == ("1", "0")


def test_the_gate_calls_an_answer_that_did_not_come_a_fault_and_a_wrong_one_a_regression(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    gates = documents / "gates.yaml"
    words = " ".join(own(documents, *ollama(server), "architecture=single_pass", "llm.cache=off"))
    given = ("--expected", str(gates), "--gate", "fees")
    recorded = command("regress", "--update", *given, "--command", f"ragatta sweep {words}")
    assert recorded.returncode == 0, recorded.stderr
    server.think = lambda body: FAULTS["fails"] if "storage fee" in question_of(body) else sensible(body)
    (home / "outputs/runs").rename(home / "runs of before")
    fault = command("regress", *given)
    assert fault.returncode == 2, fault.stdout
    assert "fee was not answered by" in fault.stderr
    wrong = {"status": "answered", "text": "It is $9.", "items": [], "value": "$9", "sources": [], "missing": ""}
    server.think = lambda body: Said(json.dumps(wrong)) if "storage fee" in question_of(body) else sensible(body)
    regression = command("regress", *given)
    assert regression.returncode == 1, regression.stderr
    assert "fee" in regression.stdout
