"""Which documents matter: those of the evidence."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.documents import AnalyseRouting


def reply(task: AnalyseRouting, instructions: Instructions) -> dict[str, Any]:
    return {"analysis": ", ".join(instructions.documents_of(task.question, list(task.summaries))) or "any of them"}
