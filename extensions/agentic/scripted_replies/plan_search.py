"""One search for the question itself."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.agentic import PlanSearch


def reply(task: PlanSearch, instructions: Instructions) -> dict[str, Any]:
    return {
        "target_buckets": list(task.buckets), "strategy": "hybrid", "initial_queries": [task.question],
        "max_tool_calls": task.max_tool_calls, "steps": [], "calculation": "", "result": "",
    }  # fmt: skip
