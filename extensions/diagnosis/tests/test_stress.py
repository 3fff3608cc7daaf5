"""`ragatta stress`: each stress is a paired row, and what does not apply is said."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from standins.commands import Command
from tests.standins.loopback import Said
from tests.standins.ollama_server import OllamaServer
from tests.standins.sensible import schema_of, sensible
from tests.standins.tool_calling import is_conversation


def rows(home: Path) -> list[dict[str, str]]:
    with (home / "outputs" / "latest" / "stress.csv").open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_each_stress_is_a_row_and_what_does_not_apply_is_said(
    command: Command, own_split: list[str], home: Path
) -> None:
    done = command(
        "stress", *own_split, "--grid", "none", "chunking=page", "retrieval.top_k=1", "tracking=off", "--all"
    )
    assert done.returncode == 0, done.stderr
    found = rows(home)
    names = {row["stress"] for row in found}
    assert {"typos", "keywords", "doubled", "contradicted", "orders"} <= names
    assert "not run: scanned: no OCR is configured" in done.stdout
    assert "not run: model: no model answers" in done.stdout
    assert "not run: language: no other language is named" in done.stdout
    assert "chunking=page top_k=1: 0 obeyed, 0 refused, 2 ignored orders" in done.stdout
    variations = json.loads((home / "outputs" / "latest" / "sweep.json").read_text())["variations"]
    assert not [one["label"] for one in variations if one["same_as"]], "other words are another run, of the same key"
    (told,) = [row for row in found if row["stress"] == "orders" and row["metric"] == "score"]
    assert (told["questions"], told["ignored"]) == ("2", "2")


def wording(body: Any) -> Said:
    """A model that asks each question in other words, and else answers sensibly."""
    if not is_conversation(body) and [*schema_of(body)["properties"]] == ["question"]:
        data = json.loads(next(line for line in body["messages"][1]["content"].splitlines() if line.startswith("{")))
        return Said(json.dumps({"question": f"{data['language']}: {data['question']}"}))
    return sensible(body)


def test_a_model_words_questions_and_the_budget_holds_for_all(
    command: Command, own_split: list[str], home: Path
) -> None:
    with OllamaServer(think=wording) as server:
        words = [*own_split, "--grid", "none", "tracking=off", "architecture=single_pass", "--llm", "ollama",
                 f"llm.base_url={server.base_url}", "--stress", "model,language", "--translate", "de"]  # fmt: skip
        stopped = command("stress", *words, "budget.calls=3")
        assert "stopped: " in stopped.stderr
        assert "! Not run: model, language; --all says why." in stopped.stdout
        done = command("stress", *words)
    assert done.returncode == 0, done.stderr
    found = {row["stress"]: row for row in rows(home)}
    assert {*found} == {"model", "language"}
    for name, begins in (("model", "English: "), ("language", "German: ")):
        (file,) = (home / "outputs" / "changed").glob(f"local-{name}-*/questions.jsonl")
        assert all(json.loads(line)["question"].startswith(begins) for line in file.read_text().splitlines())


def test_what_there_is_not_is_refused(command: Command, own_split: list[str]) -> None:
    done = command("stress", *own_split, "--stress", "typo", "--translate", "xx")
    assert done.returncode == 1
    assert "--stress: no 'typo'" in done.stderr
    assert "did you mean typos" in done.stderr
