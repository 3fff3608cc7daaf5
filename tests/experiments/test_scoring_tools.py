"""The optional metrics through the command: the embedder at hand, and a judge with a cache of its own."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from standins.commands import Command

from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer


def own(documents: Path) -> list[str]:
    return ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv",
            "tracking=off", "architecture.router.top_k_docs=2"]  # fmt: skip


def scores(home: Path) -> dict[str, dict[str, float]]:
    lines = (home / "outputs/latest/runs/01/scores.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["question_id"]: row["scores"] for row in map(json.loads, lines)}


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


@pytest.fixture
def server() -> Any:
    with OllamaServer(think=judging) as running:
        yield running


def test_a_judge_is_asked_once_and_replayed(
    command: Command, documents: Path, home: Path, server: OllamaServer
) -> None:
    judge = [*own(documents), "scoring=judge", f"scoring.judge_llm.base_url={server.base_url}"]
    first = command("sweep", *judge)
    assert first.returncode == 0, first.stderr
    asked = len(server.chats)
    found = scores(home)
    assert found["fee"]["judge"] == found["fee"]["score"] == 1.0
    assert "judge" not in found["list"], "a call without a verdict is no score"
    assert (found["list"]["judge_failed"], summary(home)["judge_failed"]) == (1.0, "1.000000")
    assert (home / ".cache/judgements.sqlite").exists()
    assert not (home / ".cache/replies.sqlite").exists(), "the judge keeps its replies apart"

    replayed = command("sweep", *judge, "llm.cache=only")
    assert replayed.returncode == 0, replayed.stderr
    assert (scores(home), len(server.chats)) == (found, asked)
    never = command("sweep", *judge, "scoring.judge_llm.model=other", "scoring.judge_llm.cache=only")
    assert never.returncode == 1
    assert "no record of" in never.stderr
    assert "Traceback" not in never.stderr


def test_similarity_is_embedded_once(command: Command, documents: Path, home: Path) -> None:
    run = command("sweep", *own(documents), "scoring=semantic")
    assert run.returncode == 0, run.stderr
    found = scores(home)
    assert all(0 <= row["semantic_similarity"] <= 1 for row in found.values())
    assert found["fee"]["semantic_similarity"] > 0.5
    vectors = home / ".cache/vectors.sqlite"
    before = vectors.read_bytes()
    again = command("sweep", *own(documents), "scoring=semantic")
    assert "0 to ask, 3 reused" in again.stdout
    assert scores(home) == found
    assert vectors.read_bytes() == before
