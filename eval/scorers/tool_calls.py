"""The number of search tool calls for an answer: a cost, not a score.

A stage records its calls as `details["tool_calls"]`, one entry per call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ragatta.eval.metrics import Metric
from ragatta.eval.scorers import Given, Scorer
from ragatta.eval.trace import all_steps, details
from ragatta.pipeline.types import Answer


@dataclass(frozen=True)
class ToolCalls(Scorer):
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric(
            "tool_calls",
            "number of the calls of search tools",
            applies_to="architectures that call search tools",
            range="count",
            better="less",
            place=120,
        ),
    )

    def score(self, given: Given) -> dict[str, float | None]:
        """As Scorer says."""
        return {"tool_calls": score(given.answer)}


def score(answer: Answer) -> float | None:
    """The number of calls, from 0; None if no stage records any, because the architecture calls no tools."""
    calls = details(all_steps(answer), "tool_calls")
    return float(sum(map(len, calls))) if calls else None
