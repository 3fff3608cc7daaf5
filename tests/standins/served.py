"""A sweep whose model is served on this machine: its words, and what it left."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import task_of


def own(documents: Path, *more: str) -> list[str]:
    return ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv",
            "tracking=off", "architecture.router.top_k_docs=2", *more]  # fmt: skip


def ollama(server: OllamaServer, *more: str) -> list[str]:
    return ["llm=ollama", f"llm.base_url={server.base_url}", *more]


def row(home: Path) -> dict[str, str]:
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        (only,) = csv.DictReader(stream)
    return only


def records(home: Path, name: str = "answers.jsonl") -> dict[str, Any]:
    """Those of the run that was written last, by question id."""
    path = max(home.glob(f"outputs/runs/*/{name}"), key=lambda found: found.stat().st_mtime_ns)
    return {line["question_id"]: line for line in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def tally(server: OllamaServer) -> dict[str, int]:
    tasks = [task_of(body) for body in server.chats]
    return {task: tasks.count(task) for task in dict.fromkeys(tasks)}


CALLS = {"summarize": 3, "analyse": 3, "select": 3, "plan": 3, "answer": 3}  # three documents, three questions
