"""The answer and that to each part, with a document of the evidence as their source."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.agentic import ComposeAnswer


def reply(task: ComposeAnswer, instructions: Instructions) -> dict[str, Any]:
    source = instructions.source_of(task.question, task.passages)
    document = next((passage.source_file for passage in task.passages if passage.source == source), "")
    mark = f"[{document}]" if document else ""
    whole = instructions.answer_to(task.question)
    apart = whole.apart() if task.parts and len(whole.lines) == len(task.parts) else []
    parts = [part.fields(mark, instructions.style) for part in apart]
    return {**whole.fields(mark, instructions.style), "parts": parts}
