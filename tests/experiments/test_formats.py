"""Documents of every format, from a folder to scores, as a user runs them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from standins.commands import Command
from standins.formats import GOLD, write_corpus

TWO = ("variation=baseline,hybrid_search", "llm=scripted")


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    """The words that name the corpus, whose folder holds the questions and a file of no format too."""
    write_corpus(tmp_path / "own")
    (tmp_path / "own/pdfs/plan.dwg").write_bytes(b"\0")
    (tmp_path / "own/questions.yaml").rename(tmp_path / "own/pdfs/questions.yaml")
    return ["--pdfs", str(tmp_path / "own/pdfs"), "--questions", str(tmp_path / "own/pdfs/questions.yaml")]


def test_a_question_for_each_format_is_answered_from_its_evidence(
    command: Command, home: Path, words: list[str]
) -> None:
    done = command("sweep", *words, "--grid", "none", "tracking=off", *TWO)
    assert done.returncode == 0, done.stderr
    assert "not read: 1 file of no known format (plan.dwg); documents are .pdf, .csv, .docx" in done.stdout
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    figures = ("answered", "score", "evidence_recall", "page_recall")
    assert [[float(row[name]) for name in figures] for row in rows] == [[7, 1, 1, 1]] * 2
    assert "gold evidence not found" not in done.stdout
    answers = (home / "outputs/latest/runs/01/answers.jsonl").read_text().splitlines()
    cited = {row["question_id"]: row["citations"] for row in map(json.loads, answers)}
    for name, _, _, file, page, _ in GOLD:
        assert any(c["source_file"] == file and c["first_page"] <= page <= c["last_page"] for c in cited[name]), name
    again = command("sweep", *words, "--grid", "none", "tracking=off", *TWO, "--dry-run")
    assert "0 to ask, 14 reused; 0 collections to build" in again.stdout
