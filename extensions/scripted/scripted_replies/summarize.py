"""A document's summary: its beginning."""

from __future__ import annotations

from typing import Any

from ragatta.pipeline.llm.scripting import Instructions
from ragatta.pipeline.tasks.documents import Summarize


def reply(task: Summarize, instructions: Instructions) -> dict[str, Any]:
    beginning = " ".join(" ".join(task.pages).split())[:300] or task.source_file
    return {"document_type": "document", "summary": beginning, "key_topics": [], "use_for": "questions about it"}
