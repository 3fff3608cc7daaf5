"""A plan of one search, for the question itself."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.answers import MakePlan


def reply(task: MakePlan, instructions: Instructions) -> dict[str, Any]:
    step = {"description": "", "target_documents": [], "query": task.question, "expected_output": "", "binds": ""}
    return {
        "strategy": "one search", "steps": [step], "requires_combination": False, "calculation": "", "result": "",
    }  # fmt: skip
