"""`ragatta stress`: each stress is a paired row, and what does not apply is said."""

from __future__ import annotations

import csv
from pathlib import Path

from standins.commands import Command


def test_each_stress_is_a_row_and_what_does_not_apply_is_said(
    command: Command, own_split: list[str], home: Path
) -> None:
    done = command("stress", *own_split, "--grid", "none", "chunking=page", "retrieval.top_k=1", "tracking=off")
    assert done.returncode == 0, done.stderr
    found = list(csv.DictReader((home / "outputs" / "latest" / "stress.csv").open(encoding="utf-8")))
    names = {row["stress"] for row in found}
    assert {"typos", "keywords", "doubled", "contradicted", "orders"} <= names
    assert "not run: scanned: no OCR is configured" in done.stdout
    assert "not run: model: no model answers" in done.stdout
    assert "not run: language: no other language is named" in done.stdout
    assert "orders: chunking=page top_k=1: 0 obeyed, 0 refused, 2 ignored" in done.stdout
    (told,) = [row for row in found if row["stress"] == "orders" and row["metric"] == "score"]
    assert (told["questions"], told["ignored"]) == ("2", "2")
