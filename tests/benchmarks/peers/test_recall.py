from __future__ import annotations

from typing import Any

from benchmarks.peers.recall import mean_recall
from ragatta.pipeline.types import Evidence, Question


class OpenDataset:
    questions = (
        Question("q1", "?", "text", evidence=(Evidence("a.pdf", (3,), "Base  Rate\n$293"), Evidence("b.pdf", (), "x"))),
        Question("q2", "?", "text", evidence=(Evidence("a.pdf", (9,), "", "5%"),)),
        Question("q3", "?", "unanswerable"),
    )


def passage(text: str, file: str = "a.pdf", pages: tuple[int, int] = (2, 3)) -> dict[str, Any]:
    return {"file": file, "pages": pages, "text": text}


def test_evidence_is_found_on_its_page_whatever_the_spaces_and_case() -> None:
    dataset: Any = OpenDataset()
    assert mean_recall(dataset, {}) == 0
    assert mean_recall(dataset, {"q1": [passage("the base rate $293 is")]}) == 0.25  # half of one question of two
    assert mean_recall(dataset, {"q1": [passage("base rate $293", pages=(4, 5))]}) == 0
    assert mean_recall(dataset, {"q1": [passage("base rate $293", "b.pdf")]}) == 0
    assert mean_recall(dataset, {"q2": [passage("5 %", pages=(9, 9))], "q1": [passage("x", "b.pdf")]}) == 0.75
