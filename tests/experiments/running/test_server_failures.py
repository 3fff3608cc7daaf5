"""What a server fails on is one question's failure, or the server's: by whether others are answered."""

from __future__ import annotations

import pytest

from ragatta.experiments.running.server_failures import ServerFailures
from ragatta.pipeline.llm.failure_kinds import IN_A_ROW
from ragatta.pipeline.llm.seam import ModelFailed, ModelUnavailable

FAULT = ModelFailed("it failed (500)")


@pytest.fixture
def kept() -> list[int]:
    return []


def failing(held: ServerFailures, kept: list[int], *numbers: int, server: str = "a") -> None:
    for number in numbers:
        held.failed(server, FAULT, lambda number=number: kept.append(number))  # type: ignore[misc]


def test_a_failure_is_kept_once_another_question_is_answered(kept: list[int]) -> None:
    held = ServerFailures()
    failing(held, kept, 1, 2)
    held.answered("b")
    assert kept == []
    held.answered("a")
    assert kept == [1, 2]


def test_failures_in_a_row_stop_the_sweep_and_are_not_kept(kept: list[int]) -> None:
    held = ServerFailures()
    failing(held, kept, *range(IN_A_ROW - 1))
    held.answered("a")
    failing(held, kept, *range(IN_A_ROW - 1))
    with pytest.raises(ModelUnavailable, match=rf"it failed on {IN_A_ROW} questions one after the other"):
        failing(held, kept, IN_A_ROW)
    assert len(kept) == IN_A_ROW - 1


@pytest.mark.parametrize(
    ("failed", "answered", "before", "stops"),
    [(1, False, False, False), (2, False, False, True), (2, True, False, False), (2, False, True, False)],
    ids=["the only question", "all questions", "others are answered", "others were answered before"],
)
def test_at_the_end(kept: list[int], failed: int, answered: bool, before: bool, stops: bool) -> None:
    held = ServerFailures()
    if answered:
        held.answered("a")
    failing(held, kept, *range(failed))
    if stops:
        with pytest.raises(ModelUnavailable):
            held.settle("a", before)
    else:
        held.settle("a", before)
    assert len(kept) == (0 if stops else failed)
