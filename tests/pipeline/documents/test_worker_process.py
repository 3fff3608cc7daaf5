"""What a job may take: by the step and in all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragatta.pipeline.documents.worker_process import LEAST, Allowance, _answered


@given(st.floats(0.5, 1000), st.floats(0, 5000), st.integers(0, 10_000))
def test_a_step_has_something_and_never_more_than_a_quarter(seconds: float, spent: float, replies: int) -> None:
    allowance = Allowance(seconds, spent, replies)
    assert LEAST <= allowance.step <= max(LEAST, seconds / 4)
    assert Allowance(seconds, spent, replies + 40).left == pytest.approx(allowance.left + seconds)


def test_each_reply_adds_to_what_the_job_may_take() -> None:
    *replies, end = _answered(iter([{"page": 1}, {"page": 2}]), Allowance(60))
    assert [said["reply"]["page"] for said in replies] == [1, 2]
    assert [said["allowance"]["replies"] for said in (*replies, end)] == [1, 2, 2]
    assert end["end"] == "done"
