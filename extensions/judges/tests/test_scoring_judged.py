"""A judge with a cache of its own, through the command."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from standins.commands import Command
from tests.experiments.running.test_scoring import own, scores
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer

UNDECIDED = {
    "What is the storage fee per season?": "Per season it is $25 for a pump and $20 for a hose.",
    "After how many hours of use are seals replaced?": "After 600 hours of use, or 60 where it is salty.",
    "List all parts of the pump care": "Filter Cleaning is done first. Winter Storage comes then. Seals are the last.",
}


def undecided(documents: Path, server: OllamaServer) -> list[str]:
    """A sweep whose answers no rule decides, with a judge."""
    made = documents / "made.jsonl"
    lines = (json.dumps({"question": question, "answer": answer}) for question, answer in UNDECIDED.items())
    made.write_text("\n".join(lines), encoding="utf-8")
    return [*own(documents), "architecture=predictions", f"architecture.service.options.file={made}",
            "scoring=judge", f"scoring.judge_llm.base_url={server.base_url}"]  # fmt: skip


def timings(home: Path) -> list[dict[str, Any]]:
    lines = (home / "outputs/latest/runs/01/timings.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def summary(home: Path) -> dict[str, str]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (row,) = csv.DictReader(stream)
    return row


def judging(body: Any) -> Said:
    """Correct where the expected answer stands in the answer; no verdict on the list."""
    line = next(line for line in body["messages"][1]["content"].splitlines() if line.startswith("{"))
    data = json.loads(line)
    if isinstance(data["expected"], list):
        return Said("no idea")
    right = data["expected"].strip("$") in data["answer"]
    return Said(json.dumps({"reason": "so", "verdict": "correct" if right else "incorrect"}))


def test_what_rules_decide_is_not_judged(command: Command, documents: Path, home: Path, server: OllamaServer) -> None:
    judge = ["scoring=judge", f"scoring.judge_llm.base_url={server.base_url}"]
    run = command("sweep", *own(documents), "architecture.router.top_k_docs=2", *judge)
    assert run.returncode == 0, run.stderr
    found = scores(home)
    assert [name for name, row in found.items() if not row["undecided"]] == ["list", "fee", "hours"]
    assert not any("judge" in row for row in found.values())
    assert server.chats == []


@pytest.fixture
def server() -> Any:
    with OllamaServer(think=judging) as running:
        yield running


def test_a_judge_is_asked_once_and_replayed(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    judge = undecided(documents, server)
    first = command("sweep", *judge, "--all")
    assert first.returncode == 0, first.stderr
    asked = len(server.chats)
    found = scores(home)
    assert (found["fee"]["judge"], found["fee"]["undecided"]) == (1, 1)
    assert "verdicts of llama3.2 are shown and settle no answer: it is not calibrated" in first.stderr
    assert "Verdicts of llama3.2 are shown and settle no answer" in " ".join(first.stdout.split())
    assert "judge" not in found["list"], "a call without a verdict is no score"
    assert (found["list"]["judge_failed"], summary(home)["judge_failed"]) == (1.0, "1.000000")
    assert "1 of 3 judgements failed" in first.stdout
    judged = {row["question_id"]: row["judge"] for row in timings(home)}
    assert [bool(judged[name]["failed"]) for name in ("fee", "list")] == [False, True]
    tokens = sum(call["tokens_in"] for row in judged.values() for call in row["calls"])
    assert (summary(home)["judge_tokens_in"], summary(home)["cost_usd"]) == (str(tokens), "")
    assert (home / ".cache/judgements.sqlite").exists()
    assert not (home / ".cache/replies.sqlite").exists(), "the judge keeps its replies apart"

    replayed = command("sweep", *judge, "llm.cache=only")
    assert replayed.returncode == 0, replayed.stderr
    assert (scores(home), len(server.chats)) == (found, asked)
    never = command("sweep", *judge, "scoring.judge_llm.model=other", "scoring.judge_llm.cache=only")
    assert never.returncode == 1
    assert "no record of" in never.stderr
    assert "Traceback" not in never.stderr


def test_failed_judgements_alone_are_retried_and_a_dead_judge_stops_the_sweep(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    judge = [*undecided(documents, server), "scoring.judge_llm.patience_s=0", "runner.workers=1"]
    assert command("sweep", *judge).returncode == 0
    asked, server.think = len(server.chats), lambda _: Said('{"reason": "so", "verdict": "partly_correct"}')
    assert command("sweep", *judge).returncode == 0
    assert len(server.chats) == asked, "a failed judgement is kept"
    again = command("sweep", *judge, "retry_failed=true")
    assert (again.returncode, len(server.chats)) == (0, asked + 1)
    assert (scores(home)["list"]["judge"], scores(home)["list"]["judge_failed"]) == (0.5, 0.0)
    assert scores(home)["fee"]["judge"] == 1.0
    assert "judgements failed" not in again.stdout

    left = iter([Said('{"reason": "so", "verdict": "correct"}')])
    server.think = lambda _: next(left, Said(status=503, error="overloaded"))
    asked = len(server.chats)
    dead = command("sweep", *judge, "scoring.judge_max_tokens=77")
    assert dead.returncode == 1
    assert "finished answers and judgements are kept" in dead.stderr
    assert "Traceback" not in dead.stderr
    assert len(server.chats) == asked + 2, "no judgement after the first that found no server"
    server.think = lambda _: Said('{"reason": "so", "verdict": "incorrect"}')
    asked = len(server.chats)
    resumed = command("sweep", *judge, "scoring.judge_max_tokens=77")
    assert (resumed.returncode, "0 to ask, 3 reused" in resumed.stdout) == (0, True)
    found = [row["judge"] for row in scores(home).values()]
    assert (sorted(found), len(server.chats) - asked) == ([0.0, 0.0, 1.0], 2)
    replayed = command("sweep", *judge, "scoring.judge_max_tokens=77", "llm.cache=only")
    assert (replayed.returncode, [row["judge"] for row in scores(home).values()]) == (0, found)
