"""What a job may take: by the step and in all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.worker_process import LEAST, Allowance


@given(st.floats(0.5, 1000), st.floats(0, 5000), st.integers(0, 10_000))
def test_a_step_has_something_and_never_more_than_a_quarter(seconds: float, spent: float, replies: int) -> None:
    allowance = Allowance(seconds, spent, replies)
    assert LEAST <= allowance.step <= max(LEAST, seconds / 4)
    assert Allowance(seconds, spent, replies + 40).left == pytest.approx(allowance.left + seconds)
