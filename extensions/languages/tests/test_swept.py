"""A user's own German documents, with answers in free German words; and the Japanese dataset, found by BM25."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from standins.commands import Command
from standins.pdfs import write_pdf

PAGE = """Hafenordnung
Die jährliche Gebühr beträgt 1.234,56 €.
Verboten sind Angeln, Lagerfeuer und Drachensteigen.
Hunde dürfen nicht auf die Stege."""
QUESTIONS = """id,question,expected_output
fee,Wie hoch ist die jährliche Gebühr?,"1.234,56 €"
banned,Was ist verboten?,"* Angeln
* Lagerfeuer
* Drachensteigen"
dogs,Dürfen Hunde auf die Stege?,nein
"""
CODE = """
SAID = {
    "Wie hoch ist die jährliche Gebühr?": "Im Jahr zahlt man 1 234,56 Euro.",
    "Was ist verboten?": "Verboten sind Angeln, Drachensteigen und Lagerfeuer.",
    "Dürfen Hunde auf die Stege?": "Dazu gibt es in der Ordnung keine Angaben.",
}

def chain(question):
    return SAID[question]
"""


def rows(home: Path, name: str) -> list[dict[str, str]]:
    with (home / "outputs/latest" / name).open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_own_documents_in_german(command: Command, home: Path, tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    write_pdf(tmp_path / "pdfs" / "hafen.pdf", [PAGE])
    (tmp_path / "questions.csv").write_text(QUESTIONS, encoding="utf-8")
    (tmp_path / "german_chain.py").write_text(CODE, encoding="utf-8")
    words = ["--grid", "none", "--pdfs", str(tmp_path / "pdfs"), "--questions", str(tmp_path / "questions.csv")]
    done = command(
        "sweep", *words, "architecture=python", "dataset.language=de", "tracking=off",
        f"architecture.service.options={{target: 'german_chain:chain', folder: '{tmp_path}'}}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    run = next((home / "outputs/latest").resolve().glob("runs/*"))
    lines = (run / "scores.jsonl").read_text(encoding="utf-8").splitlines()
    assert {one["question_id"]: one["scores"]["score"] for one in map(json.loads, lines)} == {
        "fee": 1.0, "banned": 1.0, "dogs": pytest.approx(0, abs=0.2),  # the last is no more than a guess
    }  # fmt: skip
    assert {row["kind"] for row in rows(home, "by_kind.csv")} == {"number", "list", "yes_no"}
    assert rows(home, "summary.csv")[0]["answered"] == "2"  # the third says that it does not know


def test_the_japanese_dataset_by_bm25(command: Command, home: Path) -> None:
    done = command(
        "sweep", "--grid", "none", "dataset=harbours_ja", "variation=hybrid_search", "architecture=single_pass",
        "llm=scripted", "retrieval=bm25", "window.size=0", "retrieval.top_k=1", "tracking=off",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "The packaged embedder" not in done.stdout
    summary = rows(home, "summary.csv")[0]
    assert float(summary["score"]) == 1
    assert float(summary["evidence_recall"]) > 0.7
