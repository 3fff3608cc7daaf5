"""Enough as soon as anything was found."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.agentic import ReviewEvidence


def reply(task: ReviewEvidence, instructions: Instructions) -> dict[str, Any]:
    search = task.proposed is not None and not task.evidence
    call = task.proposed.model_dump() if task.proposed and search else None
    status = "more" if search else "enough"
    return {"status": status, "reason": "", "next_tool_call": call, "clarification_details": None}
