"""Grades are kept, and never served where the code, the gold, the answer or the settings of scoring have changed."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from standins.commands import Command

from eval.score import ALWAYS, OPTIONAL, Scoring
from experiments.corpora import gold_checks
from experiments.running import graded
from experiments.running.graded import FILE, Grade, Grades
from pipeline.storage.checksums import Note
from pipeline.types import Evidence, Page, Question

QUESTION = Question("Q", "Fee?", "number", "$25")
ANSWER = {"text": "It is $25", "context": [{"id": "c", "score": 0.1}]}
SCORES = {**dict.fromkeys((*ALWAYS, *OPTIONAL)), "score": 1.0, "partial_match": 0.333333}
GRADE = Grade(SCORES, "wrong_format", (("$25", ""),), "number: wrong")
OTHER = replace(GRADE, lost_at="not_used")


def never() -> Grade:
    raise AssertionError("it was graded again")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    grades = Grades(tmp_path, "run", Scoring())
    assert grades.of(QUESTION, ANSWER, lambda: GRADE) == GRADE
    grades.keep()
    return tmp_path


def test_what_is_kept_is_not_graded_again_and_stays_as_it_was(folder: Path) -> None:
    found = Grades(folder, "run", Scoring()).of(QUESTION, ANSWER, never)
    assert found == GRADE
    assert list(found.scores) == list(SCORES), "the columns of by_question.csv are in the order of the metrics"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (replace(QUESTION, expected="$26"), ANSWER),
        (replace(QUESTION, evidence=(Evidence("a.pdf", (1,), "$25"),)), ANSWER),
        (QUESTION, {**ANSWER, "text": "It is $26"}),
        (QUESTION, {**ANSWER, "context": [{"id": "c", "score": 0.2}]}),
    ],
)
def test_other_gold_and_another_answer_are_graded(folder: Path, question: Question, answer: dict[str, Any]) -> None:
    assert Grades(folder, "run", Scoring()).of(question, answer, lambda: OTHER) == OTHER


def test_another_run_and_other_settings_are_graded(folder: Path) -> None:
    assert Grades(folder, "another", Scoring()).of(QUESTION, ANSWER, lambda: OTHER) == OTHER
    assert Grades(folder, "run", Scoring(number_tolerance=0.1)).of(QUESTION, ANSWER, lambda: OTHER) == OTHER


def test_other_code_that_scores_grades_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graded, "scorer_digest", lambda: "changed")
    assert Grades(folder, "run", Scoring()).of(QUESTION, ANSWER, lambda: OTHER) == OTHER


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: data[: len(data) // 2],
        lambda _: b"[]",
        lambda data: data.replace(b"wrong_format", b"lost"),
        lambda data: data.replace(b"1.0", b'"one"'),
        lambda data: data.replace(b"1.0", b"0.5"),
    ],
)
def test_a_damaged_file_is_made_anew(folder: Path, spoil: Callable[[bytes], bytes]) -> None:
    (folder / FILE).write_bytes(spoil((folder / FILE).read_bytes()))
    with pytest.warns(Note, match=r"graded\.json is damaged .*: made again"):
        grades = Grades(folder, "run", Scoring())
    assert grades.of(QUESTION, ANSWER, lambda: OTHER) == OTHER
    grades.keep()
    assert Grades(folder, "run", Scoring()).of(QUESTION, ANSWER, never) == OTHER


def test_a_second_sweep_serves_what_the_first_has_graded_until_the_gold_changes(
    command: Command, documents: Path, home: Path
) -> None:
    own = ["--pdfs", f"{documents}/pdfs", "--questions", f"{documents}/questions.csv", "--grid", "none", "tracking=off"]

    def swept() -> tuple[list[dict[str, str]], int]:
        assert command("sweep", *own).returncode == 0
        with (home / "outputs/latest/by_question.csv").open(encoding="utf-8") as stream:
            rows = list(csv.DictReader(stream))
        (kept,) = home.glob(f"outputs/runs/*/{FILE}")
        return rows, kept.stat().st_mtime_ns

    (first, made), (second, still) = swept(), swept()
    assert (second, still) == (first, made), "nothing was graded, and nothing differs"
    gold = (documents / "questions.csv").read_text(encoding="utf-8")
    (documents / "questions.csv").write_text(gold.replace("$25", "$26"), encoding="utf-8")
    third, _ = swept()
    changed = [one["question_id"] for one, other in zip(first, third, strict=True) if one != other]
    assert changed == ["fee"]


def test_gold_is_looked_up_again_where_the_documents_or_the_gold_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gold_checks, "FILE", tmp_path / "checks.json")
    corpus = {"a.pdf": (Page("a.pdf", 1, "The fee is $25"),)}
    question = replace(QUESTION, evidence=(Evidence("a.pdf", (1,), "The fee is $25"),))
    assert gold_checks.checked_evidence([question], corpus) == []
    with monkeypatch.context() as patched:
        patched.setattr("eval.gold.check_evidence", lambda *_: ["looked up"])
        assert gold_checks.checked_evidence([question], corpus) == []
        moved = {"a.pdf": (Page("a.pdf", 1, "The fee is $26"),)}
        assert gold_checks.checked_evidence([question], moved) == ["looked up"]
        assert gold_checks.checked_evidence([replace(question, expected="$26")], corpus) == ["looked up"]
        (tmp_path / "checks.json").write_text("{", encoding="utf-8")
        assert gold_checks.checked_evidence([question], corpus) == ["looked up"]
