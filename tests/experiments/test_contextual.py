"""A model's notes on chunks: read by search, recorded, counted, and never shown as evidence."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from standins.commands import Command
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import schema_of, sensible
from tests.standins.served import ollama

QUESTION = """
- {id: where, question: Where is the Zanzibar?, kind: text, expected: on the village green,
   evidence: [{file: letter.pdf, pages: [1], quote: takes place in April on the village green}]}
"""


def notes(server: OllamaServer) -> list[str]:
    return [body["messages"][1]["content"] for body in server.chats if "context" in schema_of(body)["properties"]]


def think(body: Any) -> Said:
    if "context" not in schema_of(body)["properties"]:
        return sensible(body)
    chunk = body["messages"][1]["content"].partition("<chunk>")[2]
    return Said(json.dumps({"context": "On the Zanzibar." if "spring fair" in chunk else "On the garden centre."}))


def rows(home: Path) -> list[dict[str, str]]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.needs("bundles")
def test_search_reads_the_notes_and_nothing_else_does(command: Command, documents: Path, home: Path) -> None:
    (documents / "q.yaml").write_text(QUESTION)
    with OllamaServer(think=think) as server:
        words = [
            "--pdfs", str(documents / "pdfs"), "--questions", str(documents / "q.yaml"), "--grid", "none",
            "tracking=off", *ollama(server), "architecture=single_pass", "chunking=page",
            "chunking.contextual=false,true", "retrieval=bm25", "retrieval.top_k=1",
        ]  # fmt: skip
        stopped = command("sweep", *words, "budget.calls=3", "runner.workers=1")
        assert "stopped: the budget is used up: budget.calls=3" in stopped.stderr
        made = len(notes(server))
        assert 1 <= made <= 3
        planned = command("sweep", *words, "--dry-run")
        assert f"Notes on chunks to make first, a model call each: {6 - made}." in planned.stdout, planned.stderr
        done = command("sweep", *words)
        assert done.returncode == 0, done.stderr
        assert [row["evidence_recall"] for row in rows(home)] == ["0.000000", "1.000000"]
        assert len(notes(server)) == 6, "one a page"
        others = [body for body in server.chats if "context" not in schema_of(body)["properties"]]
        assert not any("On the" in json.dumps(body) for body in others)
        assert "On the" not in (home / "outputs/latest/runs/02/answers.jsonl").read_text()

        shutil.rmtree(home / "collections")
        planned = command("sweep", *words, "--dry-run")
        assert "2 collections to build" in planned.stdout
        assert "Notes on chunks" not in planned.stdout
        asked = len(server.chats)
        assert command("index", *words).returncode == 0
        assert len(server.chats) == asked, "every note is recorded"

        (key,) = {row["run_key"] for row in rows(home)[1:]}
        exported = command("export", "--run", key, "--to", str(home / "run.zip"))
        assert exported.returncode == 0, exported.stderr
        with ZipFile(home / "run.zip") as bundle:
            assert bundle.read("replies.jsonl").count(b"On the garden centre.") == 5


def test_without_a_model_it_is_refused(command: Command, documents: Path) -> None:
    words = ["--pdfs", str(documents / "pdfs"), "--questions", str(documents / "questions.csv"), "--grid", "none"]
    refused = command("sweep", *words, "tracking=off", "chunking=contextual")
    assert "chunking.contextual=true asks a model, but llm=extractive is not a model" in refused.stderr
