"""The table about draws: what its columns count."""

from __future__ import annotations

from benchmarks.draws import line, recorded, renamed
from ragatta.eval.draw import drawing_order
from ragatta.pipeline.types import Evidence, Question


def test_a_row() -> None:
    values = {"a": (0.0, 1.0), "b": (1.0, 1.0), "c": (0.0, 0.0), "d": (1.0, 0.0)}
    row = line("drawn", [["a", "b", "x"]], values, {"a": "one.pdf", "b": "two.pdf"})
    assert row == "| drawn | 2 | 2.0 | 0.500 | 1.000 | 0.354 | 0 of 1 |"  # away: the root of (0² + 0.5²) / 2


def test_recorded_values_are_of_each_variation() -> None:
    values = recorded()
    assert len(values) == 347
    assert {len(own) for own in values.values()} == {6}


def test_renamed_questions_are_drawn_in_another_order() -> None:
    gold = [
        Question(f"Q_{n}", f"How much is {n}?", "text", "1", evidence=(Evidence(f"{n % 5}.pdf", (1,), "it"),))
        for n in range(40)
    ]
    orders = {tuple(one.id for one in drawing_order(renamed(gold, name))) for name in range(3)}
    assert len(orders) == 3
