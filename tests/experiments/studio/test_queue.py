"""What the questions cover, and what they can show."""

from __future__ import annotations

from pathlib import Path

from ragatta.experiments.showing.results import open_sweep
from ragatta.experiments.studio.queue import coverage, pilot, power
from ragatta.pipeline.types import Evidence, Question
from standins.sweeps import Sweep


def asked(count: int, documents: int) -> list[Question]:
    return [
        Question(f"Q_{n}", f"{n}?", "number", "1", evidence=(Evidence(f"{n % documents}.pdf", (1,)),))
        for n in range(count)
    ]


def test_coverage_counts_by_document_and_kind() -> None:
    questions = [*asked(3, 2), Question("N", "?", "unanswerable")]
    assert coverage(questions, ["0.pdf", "1.pdf", "2.pdf"]) == {
        "kinds": ["number", "unanswerable"],
        "rows": [["0.pdf", 2, 0], ["1.pdf", 1, 0], ["2.pdf", 0, 0], ["", 0, 1]],
    }


def test_more_questions_detect_a_smaller_difference() -> None:
    assert power([]) == "no questions yet"
    assert "too few" in power(asked(4, 2))
    few, many = power(asked(40, 10)), power(asked(400, 100))
    assert few.startswith("40 questions on 10 documents detect a difference of 0.2")
    assert "more, on more documents" in few
    assert many == "400 questions on 100 documents detect a difference of 0.02 at best"


def test_the_spread_of_a_sweep_is_taken_where_there_is_one(tmp_path: Path) -> None:
    sweep = Sweep(["baseline", "other"], questions=20, scores={
        (label, f"Q_{n}", 0): float(n % 2 if label == "other" else n % 3 == 0)
        for label in ("baseline", "other") for n in range(1, 21)
    })  # fmt: skip
    differences = pilot(open_sweep(str(sweep.write(tmp_path / "sweep"))))
    assert sorted({*differences.tolist()}) == [-1.0, 0.0, 1.0]
    said = power(asked(40, 10), differences)
    assert "at best" not in said
    assert float(said.split("difference of ")[1][:4]) > 0.25
