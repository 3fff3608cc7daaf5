"""A search for each of the gold's sub-questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ragatta.pipeline.agents.toolbox import Ask
from ragatta.pipeline.llm.seam import Prompt
from ragatta.pipeline.tasks.answers import Plan, PlannedStep


def reply(prompt: Prompt[Any], parts: Sequence[str], filters: Mapping[str, Any], ask: Ask) -> Plan | None:  # noqa: ARG001
    """None where the gold names no parts."""
    if not parts:
        return None
    steps = [PlannedStep(description=part, query=part) for part in parts]
    return Plan(strategy="one search for each part", steps=steps, requires_combination=True)
