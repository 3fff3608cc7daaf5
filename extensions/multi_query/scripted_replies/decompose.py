"""The sub-questions of the gold record."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.sub_questions import Decompose


def reply(task: Decompose, instructions: Instructions) -> dict[str, Any]:
    gold = instructions.gold.get(task.question)
    parts = gold.sub_questions[: task.most] if gold else ()
    return {
        "needs_decomposition": len(parts) > 1,
        "sub_questions": [{"id": number, "question": part} for number, part in enumerate(parts)],
    }
