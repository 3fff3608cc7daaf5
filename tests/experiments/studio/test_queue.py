"""What the questions cover, and what they can show."""

from __future__ import annotations

from ragatta.experiments.studio.queue import coverage, power
from ragatta.pipeline.types import Evidence, Question


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
    assert many.startswith("400 questions on 100 documents detect a difference of 0.02")
