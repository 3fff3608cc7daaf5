"""The number of search tool calls for an answer: a cost, not a score. Source: seed 004, section 9 (steps per question).

A stage records its calls as `details["tool_calls"]`, one entry per call.
"""

from __future__ import annotations

from ragatta.eval.scorers import Given
from ragatta.eval.trace import all_steps, details
from ragatta.pipeline.types import Answer


def metrics(given: Given) -> dict[str, float | None]:
    """As the protocol says."""
    return {"tool_calls": score(given.answer)}


def score(answer: Answer) -> float | None:
    """The number of calls, from 0; None if no stage records any, because the architecture calls no tools."""
    calls = details(all_steps(answer), "tool_calls")
    return float(sum(map(len, calls))) if calls else None
