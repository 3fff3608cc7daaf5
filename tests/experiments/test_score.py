"""ragatta score: answers made elsewhere, and what is wrong with them said at once."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from ragatta.eval.gold.records import GoldError
from ragatta.experiments.command_line.commands import run
from ragatta.experiments.commands.score import read_answers
from ragatta.experiments.faults import Fault
from tests.standins.mangled import damaged, quick, refusal, spoiled_lines

GOLD = {"id": "q1", "question": "What is the premium?", "kind": "number", "expected": "$604"}


def written(folder: Path, *lines: Any) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return path


def scored(path: Path, *overrides: str) -> list[dict[str, str]]:
    assert run(["score", "--from", str(path), *overrides]) == 0
    with path.with_suffix(".scores.csv").open() as file:
        return list(csv.DictReader(file))


def test_a_csv_beside_the_file_and_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = {"id": "q2", "question": "List them", "expected": ["Onion Soup", "Rye Bread"]}
    path = written(
        tmp_path,
        {"question": GOLD, "answer": {"text": "$293 × 2.061 = $603.87 ≈ $604"}},
        {"question": listed, "answer": "- Onion Soup\n- Cake"},
        {"question": {"id": "q3", "question": "Who?", "kind": "unanswerable"}, "answer": {"text": "It does not say."}},
        {"question": GOLD, "answer": {}},
        {"question": GOLD, "answer": {"status": "refused", "text": "$604"}},
    )
    rows = scored(path)
    assert [(row["question_id"], float(row["score"]), row["rule"]) for row in rows] == [
        ("q1", 1.0, "number: exact"),
        ("q2", 0.5, "items"),
        ("q3", 1.0, "outcome"),
        ("q1", 0.0, "outcome"),  # nothing is said
        ("q1", 0.0, "outcome"),
    ]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["answers.jsonl", "answers.scores.csv"]
    assert "5 answers, mean score 0.500" in capsys.readouterr().out


def test_settings_of_scoring(tmp_path: Path) -> None:
    path = written(tmp_path, {"question": GOLD, "answer": "about $605"})
    assert scored(path)[0]["score"] == "0.000000"
    assert scored(path, "scoring.number_tolerance=0.01")[0]["score"] == "1.000000"
    for override in ("retrieval.top_k=3", "scoring.number_rules=[scales]", "scoring.judge=true", "scoring.colour=red"):
        with pytest.raises(Fault):
            run(["score", "--from", str(path), override])


def test_every_fault_with_its_line(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {"question": GOLD, "answer": "$604"},
        "no json",
        {"question": {**GOLD, "kind": "figure"}, "answer": "$604"},
        {"question": GOLD},
        {"question": GOLD, "answer": {"text": 604}},
        {"question": GOLD, "answer": {"status": "done", "items": "a"}},
        {"question": GOLD, "answer": {"text": ["a"]}},
    )
    with pytest.raises(GoldError) as caught:
        read_answers(path)
    lines = "\n".join(caught.value.faults)
    for number, said in ((2, "not a JSON object"), (3, "unknown 'figure'"), (4, "answer: must be"), (6, "status")):
        assert f"line {number}" in lines
        assert said in lines
    assert "line 5" not in lines  # a number is a text too
    assert "line 7, q1, answer.text: must be one text" in lines


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_a_file_without_answers(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.jsonl").write_text(text)
    with pytest.raises(GoldError, match="no answers in it"):
        read_answers(tmp_path / "a.jsonl")


def test_a_file_must_be_named_and_be_there(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="--from"):
        run(["score"])
    with pytest.raises(Fault, match="holds the answers"):
        run(["score", "--from", str(tmp_path / "none.jsonl")])


def test_lists_parts_and_outcomes(tmp_path: Path) -> None:
    listed = {"id": "q2", "question": "List them", "expected": ["Onion Soup", "Rye Bread"]}
    parts = {
        "id": "q3",
        "question": "Rate and premium?",
        "kind": "multi",
        "sub_questions": ["Rate?", "Premium?"],
        "expected": ["$5", "$9"],
    }
    unsafe, vague = ({"id": kind, "question": "What?", "kind": kind} for kind in ("unsafe", "clarify"))
    path = written(
        tmp_path,
        {"question": listed, "answer": {"value": ["Onion Soup", "Rye Bread"]}},
        {"question": parts, "answer": {"sub_answers": ["The rate is $5.", {"value": "$9"}]}},
        {"question": unsafe, "answer": "I'm sorry, I cannot help with that."},
        {"question": vague, "answer": "Which of the two years do you mean?"},
        {"question": GOLD, "answer": "Which of the two years do you mean?"},
    )
    assert [float(row["score"]) for row in scored(path)] == [1, 1, 1, 1, 0]


LINE = {"question": GOLD, "answer": {"text": "$604", "value": "604", "items": ["604"], "status": "answered"}}


@quick
@given(data=spoiled_lines([LINE, LINE]) | damaged(json.dumps(LINE).encode() + b"\n" + json.dumps(LINE).encode()))
def test_any_file_is_answers_or_faults_with_their_lines(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(data)
    said = refusal(lambda: run(["score", "--from", str(path)]), GoldError)
    assert all(fault.startswith(str(path)) and fault.isprintable() for fault in said.splitlines())
    assert all("line" in fault or "no answers" in fault or "UTF-8" in fault for fault in said.splitlines())
