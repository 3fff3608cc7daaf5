import pytest

from benchmarks.guarded import TYPICAL, own_milliseconds, rows
from ragatta.pipeline.types import ModelCall, StageRecord


def call(seconds: float, live: bool) -> ModelCall:
    return ModelCall("write_answer", "x", "x", "", "", live, seconds, 1, 1)


def test_a_stage_is_charged_with_its_own_time_alone() -> None:
    assert own_milliseconds(StageRecord("reasoner", 2.5, calls=(call(2.0, True),))) == pytest.approx(500)
    assert own_milliseconds(StageRecord("reasoner", 0.5, calls=(call(2.0, False),))) == pytest.approx(500)


def test_a_row_a_stage_beside_what_the_seed_calls_typical() -> None:
    _, planner, validator = rows([StageRecord("planner", s / 1000) for s in (1, 2, 3)] + [StageRecord("validator", 1)])
    assert planner.split() == ["planner", "3", "2.00", "2.90", *TYPICAL["planner"].split()]
    assert validator.split()[:3] == ["validator", "1", "1000.00"]
