"""Documents of every format, from a folder to scores, as a user runs them."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from standins.commands import Command
from standins.formats import GOLD, write_corpus
from standins.spreadsheets import sheet_rows, write_xlsx

TWO = ("variation=baseline,hybrid_search", "llm=scripted")


@pytest.fixture
def words(home: Path) -> list[str]:
    """The words that name the corpus. Its folder also holds the questions, a file of no format, a link to a
    folder, and what Ragatta writes."""
    write_corpus(home)
    (home / "plan.dwg").write_bytes(b"\0")
    (home / "older").symlink_to("/etc")
    return ["--pdfs", str(home), "--questions", str(home / "questions.yaml")]


def test_a_question_for_each_format_is_answered_from_its_evidence(
    command: Command, home: Path, words: list[str]
) -> None:
    done = command("sweep", *words, "--grid", "none", "tracking=off", *TWO)
    assert done.returncode == 0, done.stderr
    assert (
        "not read: 1 file of no known format (plan.dwg), linked folders, pipes or devices (older); documents are "
        in done.stdout
    )
    with (home / "outputs/latest/summary.csv").open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    figures = ("answered", "score", "evidence_recall", "page_recall")
    assert [[float(row[name]) for name in figures] for row in rows] == [[8, 1, 1, 1]] * 2
    assert "gold evidence not found" not in done.stdout
    assert "over 8 documents" in done.stdout
    answers = (home / "outputs/latest/runs/01/answers.jsonl").read_text().splitlines()
    cited = {row["question_id"]: row["citations"] for row in map(json.loads, answers)}
    for name, _, _, file, page, _ in GOLD:
        assert any(
            c["source_file"] == f"pdfs/{file}" and c["first_page"] <= page <= c["last_page"] for c in cited[name]
        ), name
    again = command("sweep", *words, "--grid", "none", "tracking=off", *TWO, "--dry-run")
    assert "0 to ask, 16 reused; 0 collections to build" in again.stdout


def test_other_commands_take_them_too(command: Command, home: Path, words: list[str]) -> None:
    checked = command("check_questions", *words)
    assert "local: OK, 8 questions (8 number), 8 pieces of evidence in 8 documents" in checked.stdout, checked.stderr
    added = command("add_question", *words, "--question", "What is the sill?", "--expected", "2.4 metres", "--quote",
                    "sill of the lock is 2.4 metres")  # fmt: skip
    assert "appended to" in added.stdout, added.stderr
    assert "file: pdfs/notices/lock.txt\n    pages: [1]" in (home / "questions.yaml").read_text()
    asked = command("ask", *words[:2], "--question", "What is the crane deposit?", "chunking=page", "retrieval=hybrid")
    assert "  pdfs/handbook.docx, section 3  cosine" in asked.stdout, asked.stderr
    (home / "pdfs/late.docx").write_bytes(b"PK")
    skipped = command("index", *words[:2], "dataset.aside=[*.md,notices]")
    assert "6 of 7 documents read" in skipped.stdout, skipped.stderr
    assert "late.docx" in skipped.stdout
    assert "broken: BadZipFile" in skipped.stdout


def test_a_citation_of_a_spreadsheet_names_its_sheet_and_cells(command: Command, tmp_path: Path) -> None:
    crews, fees = [("Name", "Ships"), ("Hansen", "3")], [("Kind", "Fee"), ("Mooring fee", "$420 a year")]
    (tmp_path / "pdfs").mkdir()
    write_xlsx(tmp_path / "pdfs" / "fees.xlsx", {"Crews": sheet_rows(*crews), "Fees": sheet_rows(*fees)})
    done = command(
        "ask",
        "--pdfs",
        str(tmp_path / "pdfs"),
        "--question",
        "What is the mooring fee?",
        "chunking=page",
        "retrieval.top_k=1",
    )
    assert done.returncode == 0, done.stderr
    assert "fees.xlsx, section 2, Fees!A1:B2" in done.stdout
