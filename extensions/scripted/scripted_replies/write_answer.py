"""The answer, with a passage of the evidence as its source."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.answers import WriteAnswer


def reply(task: WriteAnswer, instructions: Instructions) -> dict[str, Any]:
    source = instructions.source_of(task.question, task.passages)
    answer = instructions.answer_to(task.question)
    mark = f"[Source {source}]" if source else ""
    return {**answer.fields(mark, instructions.style), "sources": [source] if source else []}
