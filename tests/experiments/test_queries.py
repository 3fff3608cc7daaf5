"""Queries that a model prepares, as an axis of a sweep."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from standins.commands import Command
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible
from tests.standins.served import ollama, own


def think(body: Any) -> Said:
    asked = body["messages"][-1]["content"]
    if asked.startswith("Write a short passage"):
        return Said(json.dumps({"passage": "Seals are replaced after many hours of use."}))
    if asked.startswith("Word the question as"):
        return Said(json.dumps({"queries": ["seal replacement hours", "storage fee"]}))
    return sensible(body)


def test_prepared_queries_are_asked_recorded_and_replayed(command: Command, documents: Path, home: Path) -> None:
    with OllamaServer(think=think) as server:
        words = own(documents, *ollama(server), "architecture=single_pass", "queries=plain,hyde,rewrite,multi")
        done = command("sweep", *words)
        assert done.returncode == 0, done.stderr
        with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        calls = [int(row["live_calls"]) + int(row["replayed_calls"]) for row in rows]
        assert calls == [3, 6, 6, 6], "one a query, beside the answer"
        assert [row["failed"] for row in rows] == ["0"] * 4
        asked = len(server.chats)
        again = command("sweep", *words)
        assert "0 to ask, 12 reused" in again.stdout, again.stderr
        assert len(server.chats) == asked
