"""agentic swept end to end against a loopback stand-in for a model server, over PDFs with metadata."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from standins.commands import Command
from standins.orders import FIELDS, HANDBOOK_PAGES, ROWS, page
from standins.pdfs import write_pdf
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import sensible

QUESTIONS = """id,question,expected_output
heavy,Which orders have a total weight above 50?,"* AB-103
* AB-105"
days,Within how many days may a customer return goods?,14
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    (folder / "pdfs" / "orders").mkdir(parents=True)
    for row in ROWS:
        write_pdf(folder / "pdfs" / "orders" / f"order [{row[0]}] copy.pdf", [page(row)])
    write_pdf(folder / "pdfs" / "handbook.pdf", list(HANDBOOK_PAGES))
    fields = [{"name": own.name, "type": own.type, "labels": list(own.labels)} for own in FIELDS]
    orders = {"name": "orders", "description": "orders of customers", "documents": ["orders/*"]}
    buckets = [{**orders, "identifier": "order_number", "fields": fields}]
    (folder / "buckets.yaml").write_text(yaml.safe_dump(buckets), encoding="utf-8")
    (folder / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    return folder


def words(shop: Path, *more: str) -> list[str]:
    own = ["--grid", "none", "--pdfs", f"{shop}/pdfs", "--questions", f"{shop}/questions.csv", "tracking=off"]
    return [*own, f"dataset.buckets={shop}/buckets.yaml", "architecture=agentic", *more]


def answers(home: Path) -> dict[str, Any]:
    lines = (home / "outputs/latest/runs/01/answers.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["question_id"]: row for row in map(json.loads, lines)}


def test_without_a_model(command: Command, shop: Path, home: Path) -> None:
    done = command("sweep", *words(shop))
    assert done.returncode == 0, done.stderr
    found = answers(home)
    assert found["heavy"]["items"] == ["AB-103", "AB-105"]
    assert found["days"]["value"] == "14"


def test_with_a_model_it_answers_and_is_replayed_without_its_server(command: Command, shop: Path, home: Path) -> None:
    server = OllamaServer(think=sensible)
    with server:
        own = ["llm=ollama", f"llm.base_url={server.base_url}"]
        done = command("sweep", *words(shop, *own))
        assert done.returncode == 0, done.stderr
    first = answers(home)
    assert first["heavy"]["items"] == ["AB-103", "AB-105"]
    assert first["days"]["value"] == "14"
    assert [one["source_file"] for one in first["days"]["citations"]] == ["handbook.pdf"]
    shutil.rmtree(home / "outputs")
    again = command("sweep", *words(shop, *own, "llm.cache=only"))
    assert again.returncode == 0, again.stderr
    assert answers(home) == first
