"""The record that the benchmark makes, from a few answers with verdicts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import record
from ragatta.eval.record.table import read_table, rules_digest

PIERS = [f"pier {at}" for at in range(40)]


@pytest.fixture
def verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "answer_verdicts"
    folder.mkdir()
    rows = [
        {
            "system": system,
            "question_id": f"q{at}",
            "question": f"Who built {pier}?",
            "gold": ["Ann Lee", "A. Lee"] if at % 2 else "Ann Lee",
            "answer": answer,
            "verdict": f"{verdict} Answer",
        }
        for at, pier in enumerate(PIERS)
        for system, answer, verdict in (
            ("first", "Ann Lee\u2028built it.", "Correct"),
            ("second", "Jo Reed.", "Incorrect"),
            ("third", "I cannot say.", "Incorrect"),
        )
    ]
    (folder / "piers.jsonl").write_text("\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n", "utf-8")
    monkeypatch.setenv("RAGATTA_DATA", str(tmp_path))
    return folder


def test_the_command_writes_the_table(
    verdicts: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(record, "TABLE", verdicts / "table.json")
    assert record.main([]) == 0
    made = read_table(verdicts / "table.json")
    assert made.rules == rules_digest()
    assert [(one.name, one.answers, one.questions) for one in made.sources] == [("piers", 120, 40)]
    said = made.classes["text: phrase, right"]
    assert (said.answers, said.questions, said.right, said.as_rule) == (40, 40, 40, 40)
    assert made.classes["text: declines"].right == 0
    assert "Lee" not in (verdicts / "table.json").read_text("utf-8")
    assert "| 0.03 | 0.000 | nan | nan | nan | 1.000 |" in capsys.readouterr().out, "40 questions show no 3%"


def test_what_is_left_out_is_judged_by_the_others(verdicts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert record.main(["--left-out"]) == 0
    said = capsys.readouterr().out
    assert "piers, by the record of four fifths of all questions, on the last fifth (120 answers)" in said
    assert "piers second, by the record of the others (40 answers)" in said
    assert not (verdicts / "table.json").exists()
