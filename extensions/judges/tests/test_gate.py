"""What a gate makes of its command."""

from __future__ import annotations

from ragatta.eval.gate.thresholds import Limits
from ragatta.experiments.gate.expected import Gate
from ragatta.experiments.gate.run import points_of


def test_a_gate_asks_no_judge_whatever_its_command_says() -> None:
    words = "ragatta sweep --sweep none dataset=filings scoring=judged"
    (point,) = points_of(Gate("ours", words, Limits()), ["scoring=judge"])
    assert point.config.scoring.asked_model() is None
