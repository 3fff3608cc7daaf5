"""The documents of the evidence."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.documents import SelectDocuments


def reply(task: SelectDocuments, instructions: Instructions) -> dict[str, Any]:
    named = list(task.summaries)
    return {"documents": (instructions.documents_of(task.question, named) or named)[: task.top_k]}
