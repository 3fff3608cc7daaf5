"""A note on a chunk: the document that it is of."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.chunks import SituateChunk


def reply(task: SituateChunk, instructions: Instructions) -> dict[str, Any]:
    return {"context": f"A part of {task.source_file}, which begins: {' '.join(task.document.split())[:60]}"}
