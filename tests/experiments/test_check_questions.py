"""Every fault of every dataset is said at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from reportlab.pdfgen.canvas import Canvas

from ragatta.experiments.command_line.commands import run
from ragatta.experiments.commands import check_questions
from ragatta.experiments.corpora.dataset import NotThere
from standins.commands import Command

FAULTY = """- id: A
  question: What is the storage fee per season?
  kind: number
  expected: $25
  evidence:
  - {file: handbook.pdf, pages: [2], quote: storage fee is $25}
- id: B
  question: What is the storage fee per season
  kind: number
  expected: $80
- id: C
  question: List the parts
  kind: list
  expected: [Filter Cleaning, Cellar]
  also_accepted: [filter cleaning]
  evidence:
  - {file: handbook.pdf, pages: [1]}
- {id: D, question: Who keeps it?, kind: text, expected: Ann, evidence: [{file: broken.pdf, pages: [1], quote: ""}]}
"""


def test_faults_name_file_line_question_and_field(command: Command, documents: Path) -> None:
    (documents / "q.yaml").write_text(FAULTY, encoding="utf-8")
    (documents / "pdfs" / "broken.pdf").write_bytes(b"no PDF at all")
    done = command("check_questions", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/q.yaml")
    assert done.returncode == 1
    assert "local: 5 faults" in done.stdout
    (unread,) = [line[line.index("broken") :] for line in done.stdout.splitlines() if "broken.pdf" in line]
    assert unread.startswith("broken.pdf cannot be read: ")
    errors = [line.replace(f"{documents}/", "") for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert errors == [
        "error: q.yaml, line 15, C, also_accepted: 'filter cleaning' is expected already; remove it here or there",
        "error: q.yaml, line 10, B, expected: asks the same as A but expects another answer ('$80' instead of '$25'); "
        "correct one, or remove one",
        "error: q.yaml, line 5, A, evidence[1]: 'storage fee is $25' is not on page 2 of handbook.pdf; it is on page 3",
        "error: q.yaml, line 14, C, expected: 'Cellar' is on no page of the evidence; word it as the page does or "
        "add the page that has it",
        f"error: q.yaml, line 18, D, evidence[1]: {unread}",
    ]


def test_a_file_that_does_not_load_says_all_its_faults(command: Command, documents: Path) -> None:
    (documents / "q.yaml").write_text("- {id: A, kind: txt}\n- {id: A}\n", encoding="utf-8")
    done = command("check_questions", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/q.yaml")
    assert done.returncode == 1
    assert done.stderr.count("error: ") > 3


def test_faults_of_form_and_of_evidence_are_said_in_one_round(command: Command, documents: Path) -> None:
    malformed = "- {id: E, question: Why?, kind: txt, expected: so}\n"
    (documents / "q.yaml").write_text(FAULTY + malformed, encoding="utf-8")
    done = command("check_questions", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/q.yaml")
    assert "local: 6 faults" in done.stdout
    assert "E, kind: unknown 'txt'" in done.stderr
    assert "A, evidence[1]: 'storage fee is $25' is not on page 2" in done.stderr


def test_near_duplicates_are_warnings(command: Command, documents: Path) -> None:
    with (documents / "questions.csv").open("a", encoding="utf-8") as stream:
        stream.write("again,How much is the storage fee for a season?,$25\n")
    done = command("check_questions", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv")
    assert done.returncode == 0, done.stderr
    assert "local: OK, 4 questions (3 number, 1 list)" in done.stdout
    assert "warning: " in done.stdout
    assert "asks nearly the same as fee" in done.stdout


def test_answers_that_no_evidence_prints_are_one_warning(command: Command, documents: Path) -> None:
    records = [
        {"id": name, "question": f"What is the storage fee of {name}?", "kind": "number", "expected": expected,
         "evidence": [{"file": "handbook.pdf", "pages": [3], "quote": "storage fee is $25"}]}
        for name, expected in (("one", "$25"), ("two", "$50"), ("three", "$75"))
    ]  # fmt: skip
    (documents / "q.yaml").write_text(yaml.safe_dump(records, width=1000), encoding="utf-8")
    done = command("check_questions", "--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/q.yaml")
    assert done.returncode == 0, done.stderr
    (said,) = [line for line in done.stdout.splitlines() if "not printed" in line]
    assert said.endswith(
        "2 answers not printed by any quote or value of the evidence; make sure that it shows them: two, three"
    )


def test_evidence_that_its_page_strikes_out_is_a_warning(command: Command, tmp_path: Path) -> None:
    (tmp_path / "pdfs").mkdir()
    canvas = Canvas(str(tmp_path / "pdfs/fees.pdf"))
    for at, text in ((700, "The entry fee is 40 crowns."), (650, "The berth fee is 75 crowns.")):
        canvas.drawString(72, at, text)
    canvas.line(70, 703.5, 300, 703.5)
    canvas.save()
    records = [
        {"id": name, "question": f"What is the {what} fee?", "kind": "number", "expected": f"{crowns} crowns",
         "evidence": [{"file": "fees.pdf", "pages": [1], "quote": f"The {what} fee is {crowns} crowns"}]}
        for name, what, crowns in (("A", "entry", 40), ("B", "berth", 75))
    ]  # fmt: skip
    (tmp_path / "q.yaml").write_text(yaml.safe_dump(records, width=1000), encoding="utf-8")
    done = command("check_questions", "--pdfs", f"{tmp_path}/pdfs", "--questions", f"{tmp_path}/q.yaml")
    (said,) = [line for line in done.stdout.splitlines() if "struck out" in line]
    assert ", A, evidence[1]: 'The entry fee is 40 crowns' is struck out there; take it from where" in said


def test_a_dataset_that_is_not_here_is_skipped_unless_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert {"filings", "ct_maps"} <= set(check_questions.dataset_names())
    monkeypatch.setenv("RAGATTA_DATA", str(tmp_path))
    monkeypatch.setattr(check_questions, "dataset_names", lambda: ["ct_maps"])
    assert run(["check-questions"]) == 0
    assert capsys.readouterr().out.startswith("ct_maps: skipped, its files are not here (dataset.pdfs: pdfs")
    with pytest.raises(NotThere, match="not found"):
        run(["check-questions", "dataset=ct_maps"])
