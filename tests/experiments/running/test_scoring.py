"""The optional metrics through the command: the embedder at hand."""

from __future__ import annotations

import json
from pathlib import Path

from standins.commands import Command


def own(documents: Path) -> list[str]:
    return ["--grid", "none", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv",
            "tracking=off"]  # fmt: skip


def scores(home: Path) -> dict[str, dict[str, float]]:
    lines = (home / "outputs/latest/runs/01/scores.jsonl").read_text(encoding="utf-8").splitlines()
    return {row["question_id"]: row["scores"] for row in map(json.loads, lines)}


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
